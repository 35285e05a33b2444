"""What the written form of a hand tells of the event it was played in, as `engine.notation.tournament_words` reads it.

The tables know no tournament by name: whoever opens tables of their own registers in `TELLERS`, by the first word of
`Table.owner`, what there is to tell of hands of theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tables.models import Hand

Told = Mapping[str, Any]  # fields of a record
TELLERS: dict[str, Callable[[str, Sequence[Hand]], Mapping[int, Told]]] = {}


def of_hands(rows: Iterable[Hand]) -> dict[int, Told]:
    """What there is to tell of those hands, by their ids; nothing of hands of cash tables."""
    by_owner: defaultdict[str, list[Hand]] = defaultdict(list)
    for row in rows:
        by_owner[row.table.owner].append(row)
    told: dict[int, Told] = {}
    for owner, hands in by_owner.items():
        teller = TELLERS.get(owner.partition(":")[0])
        told |= teller(owner, hands) if teller is not None else {}
    return told
