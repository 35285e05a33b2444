"""Knock-outs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tournaments.log.entry_places import counted, eliminated_in_round, put, ranked, without
from tournaments.log.events.log_event import Change, Standing, Undoable
from tournaments.log.events.purchases import Question
from tournaments.log.events.seats import OutPut, SeatPut
from tournaments.log.state import Place, State
from tournaments.seating.places_of_knockouts import RoundRank


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedOut(Undoable):
    """An entry is out, in the places from `best` to `worst` (equal unless it ties).

    elimination_number: counts the knock-outs; None: who is left at the end of the event. table and seat: where it sat, for
    the floor, which may bring it back; physical: its chips are in the pool of real cards. round: as reported while play is hand
    for hand. is_absent: who never came. declined: the question on a rebuy that it answered with no. incident: the record of
    conduct that put it out.
    """

    kind = "knocked_out"
    narration = _("%(name)s out in place %(best)s")
    decision = _("Knocked out by hand")
    title = _("Player knocked out")
    no_inverse = "undo gives the seat back, but no number of a knock-out twice, and stacks are counted anew"
    Back = SeatPut
    Again = OutPut
    entry: int
    best: int
    worst: int
    elimination_number: int | None = None
    table: int | None = None
    seat: int | None = None
    physical: bool = False
    round: RoundRank | None = None
    is_absent: bool = False
    declined: Question | None = None
    incident: int | None = None
    player: int | None = None
    why: str | None = None
    floor: bool = False

    @property
    def is_of_end(self) -> bool:
        """True for one who was placed because the event ended."""
        return self.elimination_number is None

    def apply(self, state: State, at: datetime) -> State:
        """The entry is out; its chips count no more."""
        if self.round is not None:
            return eliminated_in_round(state, self.entry, self.round)
        if state.deciding or (state.stage is not None and self.elimination_number is not None):
            # Whoever still decides stands in between, or is the one; in a round others go out in the same rank at other
            # tables. The places follow from the order of the eliminations.
            return self._ranked(state)
        state = counted(state) if self.best < self.worst else state
        tied = [one.elimination_number for one in state.entries.values() if self._ties(one)]
        number = (tied[0] if tied else None) or state.eliminations + 1
        out = Place(best=self.best, worst=self.worst, elimination_number=number)
        eliminations = state.eliminations if tied else state.eliminations + 1
        orders = state.orders.without_stack(self.entry)
        return replace(state, entries=put(state.entries, {self.entry: out}), eliminations=eliminations, orders=orders)

    def _ties(self, place: Place) -> bool:
        return self.best < self.worst and (place.best, place.worst) == (self.best, self.worst)

    def _ranked(self, state: State) -> State:
        number = state.eliminations + 1 if self.elimination_number is None else self.elimination_number
        made = replace(
            state,
            entries=put(state.entries, {self.entry: Place(best=1, worst=1, elimination_number=number)}),
            deciding=without(state.deciding, self.entry),
            eliminations=max(state.eliminations, number),
            orders=state.orders.without_stack(self.entry),
        )
        return ranked(made)

    def back(self) -> Change:
        """At the seat it had."""
        assert self.table is not None
        assert self.seat is not None
        return SeatPut(entry=self.entry, table=self.table, seat=self.seat, rank=self.round)

    def again(self) -> Change:
        """Out, in the same place."""
        assert self.elimination_number is not None
        return OutPut(entry=self.entry, elimination_number=self.elimination_number, rank=self.round)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the entry is out as it was, or sits where it was brought back to."""
        place = state.entries[self.entry]
        if isinstance(standing.turn, SeatPut):
            if standing.turn.asked is not None and self.entry not in state.deciding:
                return False  # a rebuy was bought
            return (place.table, place.seat) == (standing.turn.table, standing.turn.seat)
        number = self.elimination_number if standing.turn is None else standing.turn.elimination_number
        if place.elimination_number is None:
            return False
        return self.entry in state.orders.round_ranks or place.elimination_number == number
