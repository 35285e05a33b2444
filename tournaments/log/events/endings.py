"""How an event ends: finished, cancelled before it began, called off while it ran, reopened; and who asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments.log.entry_places import put
from tournaments.log.events.log_event import LogEvent
from tournaments.log.state import CANCELLED, FINISHED, EndRequest, Place, State
from tournaments.structures.clock import Clock, released, rest_cut


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(LogEvent):
    """The event is over. paid: the entries that have won a prize."""

    kind = "finished"
    narration = _("Tournament over, prizes paid")
    decision = _("Tournament finished")
    title = _("Tournament over")
    no_inverse = "a second person approves that it is reopened, by `reopened`"
    paid: tuple[int, ...]

    def apply(self, state: State, at: datetime) -> State:
        """No table is left, and the clock stands."""
        clock = state.clock if state.clock.paused else replace(state.clock, paused=at)
        return replace(state, status=FINISHED, tables={}, hands={}, clock=clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(LogEvent):
    """The event is off before it has begun."""

    kind = "cancelled"
    narration = _("Tournament called off")
    decision = _("Tournament called off")
    no_inverse = "every price has gone back: the event is announced anew"
    why: str

    def apply(self, state: State, at: datetime) -> State:
        """The event is off."""
        return replace(state, status=CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked(LogEvent):
    """A request that waits for a second person. by: who asked, by primary key."""

    no_inverse = "it is withdrawn or refused by `request_refused`; the clock stands until it is started"
    why: str
    by: int | None

    def request(self) -> EndRequest:
        """The request."""
        raise NotImplementedError

    def apply(self, state: State, at: datetime) -> State:
        """The request waits; a clock that runs is stopped."""
        return replace(state, request=self.request(), clock=stopped(state.clock, at))


def stopped(clock: Clock, at: datetime) -> Clock:
    """The clock stopped at that instant, or as it stood already."""
    return clock if clock.paused else replace(rest_cut(clock, at), paused=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOffAsked(_Asked):
    """Somebody asks to call a running event off. how: what becomes of its money, a choice of `TournamentRules.called_off`."""

    kind = "call_off_asked"
    narration = _("Asked to call the tournament off")
    decision = _("Asked to call a running tournament off")
    how: str

    def request(self) -> EndRequest:
        """The request."""
        return EndRequest("call-off", self.why, self.by, self.how)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenAsked(_Asked):
    """Somebody asks to reopen an event that is over."""

    kind = "reopen_asked"
    narration = _("Asked to reopen the tournament")
    decision = _("Asked to reopen a finished tournament")

    def request(self) -> EndRequest:
        """The request."""
        return EndRequest("reopen", self.why, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestApproved(LogEvent):
    """A second person lets the request pass, or whoever is the only one in the club who may. act: of `EndRequest`."""

    kind = "request_approved"
    narration = _("Request approved")
    decision = _("Request about a tournament's end approved")
    is_harmless = True
    no_inverse = "what was approved is done at once"
    act: str
    why: str

    def apply(self, state: State, at: datetime) -> State:
        """Nothing waits."""
        return replace(state, request=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRefused(LogEvent):
    """The request is refused, or withdrawn by who asked (`is_own`)."""

    kind = "request_refused"
    narration = _("Request refused or withdrawn")
    decision = _("Request about a tournament's end refused or withdrawn")
    is_harmless = True
    no_inverse = "it is asked for anew"
    act: str
    why: str
    is_own: bool

    def apply(self, state: State, at: datetime) -> State:
        """Nothing waits."""
        return replace(state, request=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledOff(LogEvent):
    """A running event is over without an end. returned: chips by entry that it paid; waited: for a seat, by primary key."""

    kind = "called_off"
    narration = _("Tournament called off, money paid back or shared")
    decision = _("Running tournament called off")
    no_inverse = "the money has gone back or was shared; a new event is announced"
    how: str
    why: str
    returned: Mapping[int, int]
    waited: tuple[int, ...]

    def apply(self, state: State, at: datetime) -> State:
        """Nobody has a seat, and the clock stands."""
        orders = replace(state.orders, called={}, held={}, order=(), buttons={}, waived=frozenset(), hand_for_hand=None)
        orders = replace(orders, physical=frozenset(), recorded=frozenset(), last_hands=None, owing=frozenset())
        entries = put(state.entries, dict.fromkeys(state.alive, Place()))
        made = replace(state, status=CANCELLED, entries=entries, tables={}, hands={}, deciding={}, orders=orders)
        return replace(made, request=None, returned=dict(self.returned), clock=released(state.clock, at))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened(LogEvent):
    """An event that was over goes on. line: of its end; state: the snapshot before it."""

    kind = "reopened"
    narration = _("Tournament reopened, prizes taken back")
    decision = _("Finished tournament reopened")
    no_inverse = "it ends once more, by the floor's word"
    why: str
    line: int
    state: Mapping[str, Any]

    def apply(self, state: State, at: datetime) -> State:
        """As it was before its end; the clock stands until it is started."""
        before = State.from_json(self.state)
        last = max(before.last_table, state.last_table)
        return replace(before, clock=stopped(before.clock, at), is_reopened=True, last_table=last)
