"""Which page of a long list a request asks for."""

from __future__ import annotations

from club.base.errors import ClubError
from club.base.phrases import gettext as _

MOST_PAGES = 1_000_000


def page_of(text: str) -> int:
    """The page of a list that was asked for, the first where none was. Raises `ClubError` (400) for what is none."""
    if not text:
        return 1
    if not (text.isascii() and text.isdecimal() and 1 <= len(text) <= 7 and 1 <= int(text) <= MOST_PAGES):
        raise ClubError("page", _("A page is a whole number from 1 to 1,000,000."), 400)
    return int(text)


def page_or_first(text: str) -> int:
    """`page_of`, and the first for what is none."""
    try:
        return page_of(text)
    except ClubError:
        return 1
