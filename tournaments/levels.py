"""Levels and breaks as lines of the log: the clock is arithmetic and changes nothing, so that the sweep says when one began.

What is looked at is the clock as it stands, so that the sweep may come late, twice or at once, and a level set back by hand
is told like any other. Levels that passed while nobody swept are passed over.
"""

from __future__ import annotations

from datetime import datetime

from tournaments import structures
from tournaments.clock import moment
from tournaments.log import Book
from tournaments.structures import Break


def note(book: Book, now: datetime) -> None:
    """Add the line for the level or break that is on, unless the log has it."""
    items = structures.items(book.row.sheet)
    where = moment(items, book.state.clock, now)
    if where.index == book.state.item:
        return
    if isinstance(where.item, Break):
        book.add("break_began", {"index": where.index, "minutes": where.item.minutes}, now=now)
    else:
        words, ante = structures.in_words(where.item)
        told = {"index": where.index, "level": where.item.number, "words": words, "ante_words": ante}
        book.add("level_changed", told, now=now)
