"""A part of a page that is fetched again and again, as those of its pieces that the browser does not have yet.

`X-Pieces` names the page, by a word that its browser has made up, and what it has, by the word that the answer before told it
(`page.word`; nothing behind the dot at first). What pieces those are is remembered here by their marks, for some minutes, so that
neither side says them to the other. The answer is one line and then the new pieces, with a separator between. The line is the word
to ask by next, a space, and the words that say how the part is put together (`piece_words`). Where nothing is known of what the
page has, all pieces are new. A page that was loaded from a club of other words asks by another header, and is answered whole.

A mark is a digest under a key, so that nobody's words can pass for another piece; the key changes with the login, whose token
lies in the forms.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import TypeVar
from zlib import crc32

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from club.http.page_policy import PIECES
from club.live import piece_words
from club.live.piece_words import WITHIN, Piece

HEADER = "X-Pieces"
BETWEEN = "\x1e"
MOST = 1_200  # pieces: of more the words would weigh what they save
KEPT = 1_200  # pieces that a page keeps, as `page_parts.js` does: what is shown, and what comes and goes
# Pages are remembered in so many places of two halves, whoever asks under however many words: where two pages share one, what is
# known is the other's, and both are sent all.
PLACES = 16_384
SECONDS = 600  # for which is known what a page has; whoever asks later is sent all
# A word of twelve letters is not known here, but by `shared_parts`.
_ASKS = re.compile(r"([\w-]{8})\.([\w-]{4}|[\w-]{12})?")
# A piece begins with an element, and with what of the part's own tag is another at each version.
_BEGINS = re.compile(
    r"(?=<(?:li|div|form|aside|details|section|p|ol|ul|button|input|label|svg|span|b|i)\b)"
    r"|(?=\shx-get=)|(?=\sdata-(?:version|here)=)|(?<=</svg>)"
)
# Another in each answer, and as good as the one before.
_TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+')
_SPACES = re.compile(r"\s*\n\s*")
_FEW = 6  # pieces
_One = TypeVar("_One")
_DIGEST = 6  # bytes: of two pieces that differ none is taken for the other


def answer(request: HttpRequest, whole: HttpResponse) -> HttpResponse:
    """The answer as its new pieces, if the browser asked so by `X-Pieces`; else as it is."""
    asks = request.headers.get(HEADER)
    part = None if asks is None else Part.of(whole.content.decode(), request.META.get("CSRF_COOKIE", ""))
    if asks is None or part is None:
        return whole
    page, asked_by, has = _known(asks)
    words, news = part.told(has)
    word = _word_after(asked_by)
    is_new = all(one.startswith(piece_words.NEW) for one in words)
    _remember(page, word, kept_after(part.marks, [] if is_new else has))
    whole.content = written(word, words, news)
    whole["Content-Type"] = PIECES  # in UTF-8, as whatever asks so reads it unless told otherwise
    return whole


@dataclass(frozen=True)
class Part:
    """A part of a page in its pieces, each with its mark."""

    pieces: Sequence[str]
    marks: Sequence[Piece]

    @classmethod
    def of(cls, html: str, secret: str = "") -> Part | None:
        """The part, its marks under a key that changes with the secret; None where it cannot be told in pieces."""
        pieces = _BEGINS.split(squeezed(html))
        if BETWEEN in html or WITHIN in html or len(pieces) > MOST:
            return None
        key = blake2b(f"{settings.SECRET_KEY} {secret}".encode()).digest()
        return cls(pieces, [_marked(piece, key) for piece in pieces])

    def told(self, has: Sequence[Piece]) -> tuple[list[str], list[str]]:
        """The words for this part to a page that has those pieces, and the new ones."""
        words, fresh, filled = piece_words.told(self.marks, has)
        news = [WITHIN.join(piece_words.values(self.pieces[at])) if at in filled else self.pieces[at] for at in fresh]
        return words, news


def written(word: str, words: Sequence[str], news: Sequence[str]) -> str:
    """An answer in pieces: the word to ask by next, the words, the new pieces."""
    return f"{word} {''.join(words)}\n{BETWEEN.join(news)}"


def squeezed(html: str) -> str:
    """The same with its templates' line ends and indents as one line end each, which no browser draws otherwise."""
    return _SPACES.sub("\n", html)


def kept_after(pieces: Sequence[_One], had: Sequence[_One]) -> list[_One]:
    """What a page keeps after an answer: its pieces in their order, and of what it had besides the first that there is room for.

    That is what followed another piece there, with the few between, so that what comes again as a whole is there as a whole.
    """
    pairs = set(zip([None, *pieces], pieces, strict=False))
    others: list[_One] = []
    last = -_FEW  # the newest place that is kept
    for at, pair in enumerate(zip([None, *had], had, strict=False)):
        if pair not in pairs:
            pairs.add(pair)
            others += had[last + 1 if at - last < _FEW else at : at + 1]
            last = at
    return [*pieces, *others][: max(KEPT, len(pieces))]


def _known(asks: str) -> tuple[str, str, list[Piece]]:
    """The page that asks, the word it asks by, and what it has; none where that is not known, or no longer."""
    named = _ASKS.fullmatch(asks)
    if named is None:
        return "", "", []
    page, word = named.group(1), named.group(2) or ""
    last, digests = cache.get(_place(page, word), ("", b"")) if word else ("", b"")
    return page, word, apart(digests) if word and last == word else []


def _word_after(word: str) -> str:
    """The word by which the page asks next, another each time: two answers to the same question differ.

    It is remembered in the other half of the page's place, so that a question that was on its way meanwhile, by the word before,
    is understood as well: a tap and the news that it caused ask so at once.
    """
    while True:
        new = secrets.token_urlsafe(3)
        if not word or _half(new) != _half(word):
            return new


def _remember(page: str, word: str, marked: Sequence[Piece]) -> None:
    if page:
        cache.set(_place(page, word), (word, together(marked)), SECONDS)


def _place(page: str, word: str) -> str:
    return f"page-parts:{crc32(page.encode()) % PLACES}.{_half(word)}"


def _half(word: str) -> int:
    return ord(word[0]) % 2


def together(marks: Sequence[Piece]) -> bytes:
    """The marks in few bytes, as they are remembered."""
    return b"".join(mark + (shape or bytes(_DIGEST)) for mark, shape in marks)


def apart(digests: bytes) -> list[Piece]:
    """What `together` made of marks, as marks."""
    both = (digests[at : at + 2 * _DIGEST] for at in range(0, len(digests), 2 * _DIGEST))
    return [Piece(one[:_DIGEST], one[_DIGEST:].replace(bytes(_DIGEST), b"")) for one in both]


def _marked(piece: str, key: bytes) -> Piece:
    text, shape = _as_marked(piece)
    return Piece(_digest(text, key), _digest(shape, key) if shape else b"")


@lru_cache(maxsize=4_096)  # the same pieces come again and again
def _as_marked(piece: str) -> tuple[str, str]:
    """What of a piece is marked, and what of it is left without its values; empty where it has none."""
    text = _TOKEN.sub(r"\1", piece)
    shape, values = piece_words.VALUES.subn(rf"\1{WITHIN}", text)
    return text, shape if values else ""


def _digest(text: str, key: bytes) -> bytes:
    return blake2b(text.encode(), digest_size=_DIGEST, key=key).digest()
