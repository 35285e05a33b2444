"""A part of a page that is fetched again and again, as those of its pieces that the browser does not have yet.

`X-Parts` tells the marks of the pieces that the browser has, from the answers before. The answer is one line of words, a run of
these (`12+3`: three from the twelfth on) or the mark of a new one, and then the new ones, with a separator between. A mark is a
digest under a key, so that nobody's words can pass for another piece; the key changes with the login, whose token lies in the
forms. Nothing is remembered here.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import takewhile

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from club.http.page_policy import PIECES

HEADER = "X-Parts"
BETWEEN = "\x1e"
MOST = 800  # pieces: of more the marks would weigh what they save
# A piece begins with an element; what of the part's own tag stays, `hx-get` and all after it, is one of its own.
_BEGINS = re.compile(r"(?=<(?:li|div|form|aside|details|section|p|ol|ul|button|input|span class)\b)|(?=\shx-get=)")
# Another in each answer, and as good as the one before.
_TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+')


def answer(request: HttpRequest, whole: HttpResponse) -> HttpResponse:
    """The answer as its new pieces, if the browser asked so by `X-Parts`; else as it is."""
    told = request.headers.get(HEADER)
    html = whole.content.decode()
    pieces = _BEGINS.split(html)
    if told is None or BETWEEN in html or len(pieces) > MOST:
        return whole
    key = blake2b(f"{settings.SECRET_KEY} {request.META.get('CSRF_COOKIE', '')}".encode()).digest()
    marks = [_mark(piece, key) for piece in pieces]
    words, fresh = _told(marks, told.split("."))
    whole.content = " ".join(words) + "\n" + BETWEEN.join(pieces[at] for at in fresh)
    whole["Content-Type"] = f"{PIECES}; charset=utf-8"
    return whole


def _mark(piece: str, key: bytes) -> str:
    """A piece's digest of 48 bits, in letters that need no quoting: of two that differ none is taken for the other."""
    digest = blake2b(_TOKEN.sub(r"\1", piece).encode(), digest_size=6, key=key).digest()
    return urlsafe_b64encode(digest).decode()


def _told(marks: Sequence[str], has: Sequence[str]) -> tuple[list[str], list[int]]:
    """The words for these marks to somebody who has those, and which pieces come along."""
    places = {mark: at for at, mark in reversed(list(enumerate(has)))}
    words, fresh, at, after, shift = [], [], 0, 0, 0
    while at < len(marks):
        first = _place(marks[at], has, (at + shift, after), places)
        if first is None:
            words.append(marks[at])
            fresh.append(at)
            at += 1
            continue
        run = sum(1 for _one in takewhile(lambda pair: pair[0] == pair[1], zip(marks[at:], has[first:], strict=False)))
        words.append(f"{first}+{run}")
        shift, after, at = first - at, first + run, at + run
    return words, fresh


def _place(mark: str, has: Sequence[str], likely: Sequence[int], places: Mapping[str, int]) -> int | None:
    """Where a piece is among those that the browser has: where the last run goes on, since many pieces are alike, or at first."""
    return next((place for place in likely if place < len(has) and has[place] == mark), places.get(mark))
