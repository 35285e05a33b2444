"""Whose a table is: what a tournament says of the hands that are entered at its tables, and what it hears of them.

The tables know no tournament by name. Whoever opens tables of their own registers in `HOLDERS`, by the first word of
`Table.owner`, how their lock is taken; it comes before the table's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import NamedTuple, Protocol

from club.models import User
from engine.betting.hand import Stakes
from tables.cash.mixed_games import Event
from tables.models import Hand, Table


class Terms(NamedTuple):
    """What the coming hand is of and by which rules; None: as the table has it, by the rules as they are."""

    game: str | None = None
    stakes: Stakes | None = None
    event: Event | None = None
    rules_at: datetime | None = None


class Holder(Protocol):
    """The owner of a table, locked for the length of a transaction."""

    def terms(self) -> Terms:
        """Of the table's next hand. Raises a `ClubError` where none may begin."""
        ...

    def hear_begun(self, row: Hand) -> None:
        """A hand has begun at the table."""
        ...

    def check_take_back(self, row: Hand) -> None:
        """Refuse, by a `ClubError`, to have a settled hand taken back whose outcome was acted on."""
        ...


class Nobody:
    """Of a cash table: it says nothing."""

    def terms(self) -> Terms:
        return Terms()

    def hear_begun(self, row: Hand) -> None:
        pass

    def check_take_back(self, row: Hand) -> None:
        pass


Hold = Callable[[str, int, User, datetime, str], AbstractContextManager[Holder]]
HOLDERS: dict[str, Hold] = {}


@contextmanager
def holding(table_id: int, *, by: User, now: datetime, source: str) -> Iterator[Holder]:
    """The owner of the table, locked until the block ends, in a transaction; `Nobody` if it has none."""
    owner = Table.objects.filter(pk=table_id).values_list("owner", flat=True).first()
    hold = HOLDERS.get((owner or "").partition(":")[0])
    if not owner or hold is None:
        yield Nobody()
        return
    with hold(owner, table_id, by, now, source) as holder:
        yield holder
