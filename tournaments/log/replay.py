"""A tournament is its log of decisions; its state is the replay of the log. Values in, values out.

The log keeps what was decided and what fell out of a draw, never an amount that the ledger holds: a stack is the balance
of its account. What a line does to the state its class says (`tournaments.log.events`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from tournaments.log.entry_places import Draft, counted
from tournaments.log.events.log_event import LogEvent
from tournaments.log.state import State


class Line(NamedTuple):
    """One line of the log: what, and when."""

    event: LogEvent
    at: datetime


def apply(state: State, line: Line) -> State:
    """The state after one line of the log."""
    return line.event.apply(state, line.at)


def apply_all(state: State, lines: Iterable[Line]) -> State:
    """`apply` for one line after another; the state that is given stays as it was."""
    state = replace(state, entries=Draft(state.entries))
    for line in lines:
        state = apply(state, line)
    return replace(state, entries=dict(counted(state).entries))


def replay(lines: Iterable[Line]) -> State:
    """The state after all of them."""
    return apply_all(State(), lines)
