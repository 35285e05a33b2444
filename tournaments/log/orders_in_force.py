"""What the floor has ordered, and what is known of tables whose cards are real. Values in, values out.

Part of a tournament's state: moves that were called and not yet made, seats held, players who are not moved, the order in
which tables break, buttons and stacks as they were told, hand-for-hand play, hands to be missed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tournaments.seating.places_of_knockouts import RoundRank


class Called(NamedTuple):
    """A move that is called: where to, the line that called it, the card of a two-step draw, if its player knows, and if it
    is called because the player's table breaks."""

    table: int
    seat: int
    line: int
    card: str = ""
    is_seen: bool = False
    breaks: bool = False


@dataclass(frozen=True, slots=True)
class HandForHand:
    """Every table plays one hand, then waits. `done` are the tables with real cards that have played theirs.

    It ends by itself when no more than `until` are left; 0: when the floor says so. The tables of `first` play the
    fantasyland that was earned there before the first round begins.
    """

    until: int = 0
    done: frozenset[int] = frozenset()
    first: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class LastHands:
    """Before a flight is bagged every table plays so many `hands` more, the one in play then not counted.

    played: hands that each table, by its number, has played since; -1 for one whose hand then is still in play. level: the
    level that was played out when the flight came to its end. is_own: ordered by itself, by the fields of the event.
    """

    hands: int
    played: Mapping[int, int] = field(default_factory=dict)
    level: int | None = None
    is_own: bool = False

    def left(self, table: int) -> int:
        """How many hands that table still begins, 0 or more."""
        return max(0, self.hands - max(0, self.played.get(table, 0)))

    def taken(self, table: int, *, is_void: bool) -> LastHands:
        """The same once a hand there is over; one that was called off does not count."""
        was = self.played.get(table, 0)
        return replace(self, played={**self.played, table: max(0, was) if is_void else was + 1})


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders in force. Tables and seats by their numbers, players by their entries.

    `physical` are the tables with real cards whose stacks nobody records, `recorded` those whose hands are entered.
    `counts` are stacks as counted, in chips. `misses` are hands an entry still has to miss, `enforced` the records of
    conduct that were acted on. `buttons`: the seats of button and big blind, and the instant (ISO) they were told. `gone`
    are the chips that are out of play, `kept` those that the floor keeps in play; `owing` the tables with real cards that
    have yet to change theirs, since the line `coloured`. `off` are the entries whose move the floor has called off, with the
    line: they are not called again. `opened` are tables that the floor has opened, with how many were in then: they stay as
    long as nobody is out since. `round` numbers the rounds played hand for hand, `round_ranks` are those knocked out in one.
    """

    physical: frozenset[int] = frozenset()
    recorded: frozenset[int] = frozenset()
    called: Mapping[int, Called] = field(default_factory=dict)
    held: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    fixed: frozenset[int] = frozenset()
    dealers: frozenset[int] = frozenset()
    order: tuple[int, ...] = ()
    waived: frozenset[int] = frozenset()
    buttons: Mapping[int, tuple[int, int, str]] = field(default_factory=dict)
    counts: Mapping[int, int] = field(default_factory=dict)
    hand_for_hand: HandForHand | None = None
    last_hands: LastHands | None = None
    misses: Mapping[int, int] = field(default_factory=dict)
    enforced: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()
    owing: frozenset[int] = frozenset()
    coloured: int = 0
    off: Mapping[int, int] = field(default_factory=dict)
    opened: Mapping[int, int] = field(default_factory=dict)
    round: int = 0
    round_ranks: Mapping[int, RoundRank] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """For a snapshot."""
        play, last = self.hand_for_hand, self.last_hands
        return {
            "physical": sorted(self.physical),
            "recorded": sorted(self.recorded),
            "called": {str(entry): list(one) for entry, one in self.called.items()},
            "held": {str(table): {str(s): e for s, e in seats.items()} for table, seats in self.held.items()},
            "fixed": sorted(self.fixed),
            "dealers": sorted(self.dealers),
            "order": list(self.order),
            "waived": sorted(self.waived),
            "buttons": {str(table): list(told) for table, told in self.buttons.items()},
            "counts": {str(entry): chips for entry, chips in self.counts.items()},
            "hand_for_hand": None if play is None else [play.until, sorted(play.done), sorted(play.first)],
            "last_hands": None
            if last is None
            else [last.hands, {str(table): n for table, n in last.played.items()}, last.level, last.is_own],
            "misses": {str(entry): hands for entry, hands in self.misses.items()},
            "enforced": sorted(self.enforced),
            "chips": [sorted(self.gone), sorted(self.kept), sorted(self.owing), self.coloured],
            "off": {str(entry): line for entry, line in self.off.items()},
            "opened": {str(table): alive for table, alive in self.opened.items()},
            "round": self.round,
            "round_ranks": {str(entry): list(rank) for entry, rank in self.round_ranks.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Orders:
        """The orders of a snapshot; an empty one is the beginning."""
        if not data:
            return cls()
        play = data["hand_for_hand"]
        last = data.get("last_hands")
        gone, kept, owing, coloured = data.get("chips", ((), (), (), 0))
        return cls(
            physical=frozenset(data["physical"]),
            recorded=frozenset(data.get("recorded", ())),
            called={int(entry): Called(*one) for entry, one in data["called"].items()},
            held={int(table): {int(s): e for s, e in seats.items()} for table, seats in data["held"].items()},
            fixed=frozenset(data["fixed"]),
            dealers=frozenset(data["dealers"]),
            order=tuple(data["order"]),
            waived=frozenset(data["waived"]),
            buttons={int(table): (told[0], told[1], told[2]) for table, told in data["buttons"].items()},
            counts={int(entry): chips for entry, chips in data["counts"].items()},
            hand_for_hand=None if play is None else HandForHand(play[0], *map(frozenset, play[1:])),
            last_hands=None
            if last is None
            else LastHands(last[0], {int(table): n for table, n in last[1].items()}, last[2], last[3]),
            misses={int(entry): hands for entry, hands in data["misses"].items()},
            enforced=frozenset(data["enforced"]),
            gone=frozenset(gone),
            kept=frozenset(kept),
            owing=frozenset(owing),
            coloured=coloured,
            off={int(entry): line for entry, line in data.get("off", {}).items()},
            opened={int(table): alive for table, alive in data.get("opened", {}).items()},
            round=data.get("round", 0),
            round_ranks={int(entry): RoundRank(*rank) for entry, rank in data.get("round_ranks", {}).items()},
        )

    @property
    def real(self) -> frozenset[int]:
        """The tables with real cards, their hands entered or not: there moves are called."""
        return self.physical | self.recorded

    def without(self, entry: int) -> Orders:
        """The same once an entry has moved, or is out: no move is called for it or called off, and no seat held."""
        called = {one: move for one, move in self.called.items() if one != entry}
        off = {one: line for one, line in self.off.items() if one != entry}
        held = {table: {s: e for s, e in seats.items() if e != entry} for table, seats in self.held.items()}
        return replace(self, called=called, off=off, held={table: seats for table, seats in held.items() if seats})

    def elsewhere(self) -> Orders:
        """The same once everybody has been given a new seat, or none: nobody is called, and no table is kept."""
        return replace(self, called={}, off={}, opened={})

    def moved(self, entry: int, table: int | None, stack: int | None = None) -> Orders:
        """As `without`, once it sits at that table: where stacks are on record nothing is counted, and one that was on
        record, of so many chips, counts as counted where nobody records it."""
        made = self.without(entry)
        if stack is not None:
            return replace(made, counts={**made.counts, entry: stack})
        return made if table in self.physical else made.without_count(entry)

    def without_count(self, entry: int) -> Orders:
        """The same once an entry has no chips: its stack is counted no more."""
        return replace(self, counts={one: chips for one, chips in self.counts.items() if one != entry})

    def without_stack(self, entry: int) -> Orders:
        """The same once an entry is out: its stack counts no more, and it has nothing to miss."""
        misses = {one: hands for one, hands in self.misses.items() if one != entry}
        return replace(self.without(entry).without_count(entry), misses=misses)

    def ranked_in_round(self, entry: int, rank: RoundRank | None) -> Orders:
        """The same once an entry is knocked out in a round; None: it was not."""
        round_ranks = {one: told for one, told in self.round_ranks.items() if one != entry}
        return replace(self, round_ranks=round_ranks if rank is None else {**round_ranks, entry: rank})

    def of_round(self, number: int) -> dict[int, RoundRank]:
        """Those knocked out in that round."""
        return {entry: rank for entry, rank in self.round_ranks.items() if rank.round == number}

    @property
    def is_round_open(self) -> bool:
        """True while, hand for hand with real cards, some have reported their hand or a knock-out, and not all tables have."""
        play = self.hand_for_hand
        return play is not None and bool(self.real) and (bool(play.done) or bool(self.of_round(self.round)))

    def is_pending(self, table: int) -> bool:
        """True if, hand for hand and where any cards are real, this table has not played its hand yet.

        Where the server deals everywhere a round is over when no hand is in play.
        """
        return self.hand_for_hand is not None and bool(self.real) and table not in self.hand_for_hand.done


def switched(one: frozenset[int], number: int, *, is_in: bool) -> frozenset[int]:
    """The same with that number, or without it."""
    return one | {number} if is_in else one - {number}
