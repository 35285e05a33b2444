"""A page that is told its parts in pieces, and what such pieces may be made of."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field

from django.http import HttpResponse
from hypothesis import strategies as st

from club.live import page_parts, piece_words

LETTERS = string.ascii_uppercase + string.ascii_lowercase
TAGS = st.sampled_from(
    ["<li>", "<div>", "<p class='é'>", "text\n", "<span class='a'>", "</li>", "山田 1+2", "<b>", '<li value="1">', "10", "<b>1",
     '<li value="2&quot;">', '<b title="">', '<i data-until="9" title="so">', "<b>\n9,940",
     '<b data-until="2026-11-28T19:07:01.5Z">', '<b data-until="2026-11-28T19:">', '<b data-now="1795891964">',
     '<b data-now="17958">', '<li title="a\n>b">',
     '<svg class="card card-s"><use href="#suit-s"></svg>']
)  # fmt: skip


@dataclass
class Page:
    """As `page_parts.js` does it."""

    name: str = "thispage"
    word: str = ""
    has: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def asks(self) -> str:
        return f"{self.name}.{self.word}"

    def take(self, answer: HttpResponse) -> str:
        """What the answer's pieces make, which the page then has."""
        told, _line, fresh = answer.content.decode().partition("\n")
        self.word, words = told.split(" ")
        self.words = re.findall(r"[A-Za-z]*[-+~*]\d*", words)
        assert "".join(self.words) == words
        news = iter(fresh.split(page_parts.BETWEEN))
        pieces: list[str] = []
        line = 0
        for word in self.words:
            place, sign, count = re.fullmatch(r"([A-Za-z]*)([-+~*])(\d*)", word).groups()
            many = int(count or 1)
            first = sum(52**at * LETTERS.index(one) for at, one in enumerate(reversed(place))) if place else line
            if sign in ("+", "-"):
                pieces += self.has[first : first + many]
            elif sign == "~":
                like = [first] * many if place else range(first, first + many)
                pieces += [piece_words.with_values(self.has[at], next(news).split(piece_words.WITHIN)) for at in like]
            else:
                pieces += [next(news) for _ in range(many)]
            line = (first if sign == "+" else line) + many
        is_known = any(not word.startswith("*") for word in self.words)
        self.has = page_parts.kept_after(pieces, self.has if is_known else [])
        return "".join(pieces)
