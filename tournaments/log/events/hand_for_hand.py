"""Hand-for-hand play, and the last hands of a flight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tournaments.base.json_fields import Fields, by_floor
from tournaments.log.entry_places import round_ranked
from tournaments.log.events.log_event import LogEvent, Order, Ordered, OrderPut, Standing, is_set
from tournaments.log.orders_in_force import HandForHand, LastHands, Orders, switched
from tournaments.log.state import State
from tournaments.structures.clock import Clock, held, released


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForHandSet(LogEvent):
    """Play is hand for hand from now on, or no more. until and first: as in `HandForHand`."""

    kind = "hand_for_hand"
    narration = _("Hand for hand begun or ended")
    decision = _("Hand for hand")
    no_inverse = "it is declared the other way; rounds that were played keep their numbers"
    is_on: bool
    until: int
    first: tuple[int, ...] = ()

    def apply(self, state: State, at: datetime) -> State:
        """The clock moves by hands, or runs again."""
        orders = state.orders
        play = HandForHand(self.until, first=frozenset(self.first)) if self.is_on else None
        number = orders.round + (self.is_on and orders.hand_for_hand is None)
        clock = held(state.clock, at) if self.is_on else released(state.clock, at)
        return replace(state, clock=clock, orders=replace(orders, hand_for_hand=play, round=number))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound(Fields):
    """How a round stood before its last report closed it: its number, and `until`, `done` and `first` of `HandForHand`."""

    round: int
    until: int
    done: tuple[int, ...]
    first: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlay(Order):
    """A table has played its hand of a round (`is_in` false: it has not).

    is_round: all tables have, so that the round is over; closes: this report is the last. seconds: what the clock is charged,
    below 0: given back. reopens: the round is not over after all.
    """

    is_round: bool
    table: int | None = None
    is_in: bool = True
    closes: bool = False
    seconds: int | None = None
    reopens: OpenRound | None = None

    def put(self, orders: Orders) -> Orders:
        """The orders with the report, or the next round."""
        play = orders.hand_for_hand or HandForHand()
        if self.reopens is not None:
            was = self.reopens
            play = HandForHand(was.until, frozenset(was.done), frozenset(was.first))
            return replace(orders, hand_for_hand=play, round=was.round)
        if self.is_round or self.closes or self.table is None:
            return replace(orders, hand_for_hand=replace(play, done=frozenset()), round=orders.round + 1)
        done = switched(play.done, self.table, is_in=self.is_in)
        return replace(orders, hand_for_hand=replace(play, done=done))

    def put_into(self, state: State, at: datetime) -> State:
        """The state with the report, and the clock as it is charged."""
        clock = state.clock
        if self.seconds is not None:
            clock = held(clock, at) if self.reopens is not None else clock
            clock = replace(clock, stood=clock.stood - self.seconds)
        return replace(state, clock=clock, orders=self.put(state.orders))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlayed(HandPlay, Ordered):
    """A table, or all of them, have played a hand of the round."""

    kind = "hand_played"
    narration = _("Hand for hand: table %(table)s has played its hand")
    decision = _("Hand played, hand for hand")
    Order = HandPlay
    Back = Again = OrderPut[HandPlay]
    was: HandPlay | None = None
    floor: bool = False

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the report is as it was put; of one that closed a round: if nothing was reported since."""
        if not self.closes:
            return is_set(self.order() if standing.turn is None else standing.turn.order, state)
        assert self.was is not None
        assert self.was.reopens is not None
        orders, before = state.orders, self.was.reopens
        if standing.is_standing:
            return orders.round == before.round + 1 and not orders.is_round_open and not state.hands
        play = orders.hand_for_hand
        is_before = play is not None and orders.round == before.round and tuple(sorted(play.done)) == before.done
        return is_before and not state.hands


@dataclass(frozen=True, slots=True, kw_only=True)
class StartStacks(Order):
    """Chips at the start of the hand by entry knocked out in a round, None: nobody has said. is_told: what was said only as
    it was counted before."""

    stacks: Mapping[int, int | None]
    is_told: Mapping[int, bool] = field(default_factory=dict)

    def put(self, orders: Orders) -> Orders:
        """The orders with these stacks."""
        round_ranks = {
            entry: rank._replace(start=self.stacks[entry], is_told=self.is_told.get(entry, True))
            if entry in self.stacks
            else rank
            for entry, rank in orders.round_ranks.items()
        }
        return replace(orders, round_ranks=round_ranks)

    def put_into(self, state: State, at: datetime) -> State:
        """The state with the rounds of these knock-outs ranked anew."""
        made = replace(state, orders=self.put(state.orders))
        round_ranks = made.orders.round_ranks
        for number in sorted({round_ranks[entry].round for entry in self.stacks if entry in round_ranks}):
            made = round_ranked(made, number)
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class StartStacksTold(StartStacks, Ordered):
    """The floor says how many chips players knocked out had at the start of the hand: their places follow."""

    kind = "start_stacks_told"
    narration = _("Stacks at the start of the hand told")
    decision = _("Stacks at the start of the hand told")
    Order = StartStacks
    Back = Again = OrderPut[StartStacks]
    was: StartStacks
    why: str
    floor: bool = by_floor()


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHandsOrdered(LogEvent):
    """Every table of a flight plays so many hands more; 0: play goes on. in_play: tables whose hand of now does not count.

    level, is_own: as in `LastHands`. clock: put back into the last second of that level.
    """

    kind = "last_hands"
    narration = _("Hands still played at each table: %(hands)s")
    decision = _("Last hands of a flight")
    no_inverse = "none are ordered by the same act; hands that were played count"
    hands: int
    in_play: tuple[int, ...]
    level: int | None = None
    is_own: bool = False
    clock: Clock | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The clock stands while they are played. More or fewer than were ordered before count from the same hands."""
        clock = held(state.clock if self.clock is None else self.clock, at)
        if not self.hands:
            return replace(state, clock=released(clock, at), orders=replace(state.orders, last_hands=None))
        last = state.orders.last_hands
        played = dict.fromkeys(self.in_play, -1) if last is None else last.played
        made = LastHands(self.hands, played, self.level, self.is_own)
        return replace(state, clock=clock, orders=replace(state.orders, last_hands=made, hand_for_hand=None))
