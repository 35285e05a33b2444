"""A part of a page that is fetched again and again, as those of its pieces that the browser does not have yet.

`X-Parts` names what the browser has: the id that the answer before told it (empty at first). What pieces those are is remembered
here by their marks, for some minutes, so that neither side says them to the other. The answer is one line of words and then the
new pieces, with a separator between. The first word is the id to ask by next; then a run of what the browser has (`12+3`: three
from the twelfth on; `+3`: three from where the run before would go on, had the new ones since replaced as many), or how many new
ones follow (`2`). Where nothing is known of an id, all pieces are new.

A mark is a digest under a key, so that nobody's words can pass for another piece; the key changes with the login, whose token
lies in the forms.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import takewhile

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from club.http.page_policy import PIECES

HEADER = "X-Parts"
BETWEEN = "\x1e"
MOST = 1_200  # pieces: of more the runs would weigh what they save
KEPT = 1_200  # pieces that a page keeps, as `page_parts.js` does: what is shown, and what comes and goes
SECONDS = 600  # for which is known what a page has; whoever asks later is sent all
_ID = re.compile(r"([\w-]{8})\.([\w-]{8})")
# A piece begins with an element, and with what of the part's own tag is another at each version.
_BEGINS = re.compile(
    r"(?=<(?:li|div|form|aside|details|section|p|ol|ul|button|input|label|svg|span|b)\b)"
    r"|(?=\shx-get=)|(?=\sdata-(?:version|here|key)=)|(?=<rect)|(?<=</svg>)"
)
# Another in each answer, and as good as the one before.
_TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+')
_SPACES = re.compile(r"\s*\n\s*")


def answer(request: HttpRequest, whole: HttpResponse) -> HttpResponse:
    """The answer as its new pieces, if the browser asked so by `X-Parts`; else as it is."""
    told = request.headers.get(HEADER)
    html = squeezed(whole.content.decode())
    pieces = _BEGINS.split(html)
    if told is None or BETWEEN in html or len(pieces) > MOST:
        return whole
    key = blake2b(f"{settings.SECRET_KEY} {request.META.get('CSRF_COOKIE', '')}".encode()).digest()
    marks = [_mark(piece, key) for piece in pieces]
    page, has = _known(told)
    words, fresh = _told(marks, has)
    word = _remember(page, kept_after(marks, has if any("+" in one for one in words) else []))
    whole.content = " ".join([word, *words]) + "\n" + BETWEEN.join(pieces[at] for at in fresh)
    whole["Content-Type"] = PIECES  # in UTF-8, as whatever asks so reads it unless told otherwise
    return whole


def squeezed(html: str) -> str:
    """The same with its templates' line ends and indents as one line end each, which no browser draws otherwise."""
    return _SPACES.sub("\n", html)


def kept_after(marks: Sequence[str], had: Sequence[str]) -> list[str]:
    """What a page keeps after an answer: its pieces in their order, and of what it had besides the first that there is room for."""
    shown = set(marks)
    others = dict.fromkeys(mark for mark in had if mark not in shown)
    return [*marks, *others][: max(KEPT, len(marks))]


def _known(told: str) -> tuple[str, list[str]]:
    """The page that asks by this id, and the marks of what it has; none where that is not known, or no longer."""
    named = _ID.fullmatch(told)
    if named is None:
        return secrets.token_urlsafe(6), []
    page, turn = named.groups()
    last, marks = cache.get(f"page-parts:{page}", ("", ""))
    return page, marks.split(".") if last == turn else []


def _remember(page: str, marks: Sequence[str]) -> str:
    """Keep what the page will have; the id by which it asks next, another each time: two answers to the same question differ."""
    turn = secrets.token_urlsafe(6)
    cache.set(f"page-parts:{page}", (turn, ".".join(marks)), SECONDS)
    return f"{page}.{turn}"


def _mark(piece: str, key: bytes) -> str:
    """A piece's digest of 48 bits, in letters that need no quoting: of two that differ none is taken for the other."""
    digest = blake2b(_TOKEN.sub(r"\1", piece).encode(), digest_size=6, key=key).digest()
    return urlsafe_b64encode(digest).decode()


def _told(marks: Sequence[str], has: Sequence[str]) -> tuple[list[str], list[int]]:
    """The words for these marks to somebody who has those, and which pieces come along."""
    places = {mark: at for at, mark in reversed(list(enumerate(has)))}
    words, fresh, at, after, shift, news = [], [], 0, 0, 0, 0  # `after`: where the last run would go on
    while at < len(marks):
        first = _place(marks[at], has, (after + news, at + shift, after), places)
        if first is None:
            fresh.append(at)
            news, at = news + 1, at + 1
            continue
        if news:
            words.append(str(news))
        run = sum(1 for _one in takewhile(lambda pair: pair[0] == pair[1], zip(marks[at:], has[first:], strict=False)))
        words.append(f"+{run}" if first == after + news else f"{first}+{run}")
        shift, after, at, news = first - at, first + run, at + run, 0
    return [*words, str(news)] if news else words, fresh


def _place(mark: str, has: Sequence[str], likely: Sequence[int], places: Mapping[str, int]) -> int | None:
    """Where a piece is among those that the browser has: where the last run goes on, since many pieces are alike, or at first."""
    return next((place for place in likely if place < len(has) and has[place] == mark), places.get(mark))
