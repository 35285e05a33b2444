"""What a sign is, and what it finds: figures and evidence that are worth a look, never a judgement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from tables.integrity.facts import Fact

MOST_EVIDENCE = 20  # of one finding, the strongest


def _(english: str) -> str:
    """Marks words for the catalogue; who shows them words them in the reader's language."""
    return english


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that happened: on which business day, in which hand (None: in none), about how many chips or seconds.

    `weight` orders the evidence of a finding, the largest first.
    """

    day: date
    hand: int | None = None
    chips: int | None = None
    seconds: float | None = None
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What is worth a look: whom it is about (`players`; the first gives and the second takes where the sign has a direction),
    how many of `of` occasions were `count`, `usual` of them by what is usual in this club, and `chance`: how rarely chance alone
    gives as much to one pair or player, 0 to 1."""

    sign: str
    players: tuple[int, ...]
    count: float
    of: float
    usual: float
    chance: float
    evidence: tuple[Evidence, ...] = field(default=())


class Tally(Protocol):
    """What a sign has counted so far. The order in which facts come changes no finding."""

    def add(self, fact: Fact) -> None: ...

    def findings(self) -> list[Finding]: ...


@dataclass(frozen=True, slots=True)
class Sign:
    """A kind of sign. `tally` begins a count. `threshold`: the largest `chance` that is told.

    `measures` says what is counted, `honest` which honest explanations there are, `count` what `Finding.count` of `Finding.of` are;
    `reads_cards` is true where a finding tells something of cards that were not shown.
    """

    key: str
    name: str
    measures: str
    honest: str
    count: str
    threshold: float
    tally: Callable[[], Tally]
    is_directed: bool = False
    reads_cards: bool = False


def strongest(evidence: list[Evidence]) -> tuple[Evidence, ...]:
    """The heaviest of the evidence, in one order however it came."""
    ordered = sorted(evidence, key=lambda one: (-one.weight, one.day, one.hand or 0))
    return tuple(ordered[:MOST_EVIDENCE])
