"""Laws of the log as values: many lines at once are the lines one by one, and whoever holds an earlier state keeps it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.log.replay import Event, apply, apply_all, replay
from tournaments.log.state import State

NOW = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
SIZE = 4


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    """A tournament as its floor has it: entries, some taken back, a start, then moves, knock-outs and what undoes them."""
    count = draw(st.integers(3, 12))
    told: list[tuple[str, dict[str, Any]]] = [("registered", {"entry": n}) for n in range(1, count + 1)]
    gone = draw(st.sets(st.integers(1, count), max_size=count - 3))
    told += [("unregistered", {"entry": n}) for n in sorted(gone)]
    here = [n for n in range(1, count + 1) if n not in gone]
    seats = [[n, at // SIZE + 1, at % SIZE + 1] for at, n in enumerate(here)]
    tables = {str(number): 100 + number for number in {seat[1] for seat in seats}}
    told.append(("started", {"seats": seats, "tables": tables}))
    alive, fallen = list(here), list[tuple[int, int]]()
    falls = 0
    for _step in range(draw(st.integers(0, 20))):
        step = draw(st.sampled_from(["out", "move", "back", "break"]))
        if step == "out" and len(alive) > 1:
            entry = alive.pop(draw(st.integers(0, len(alive) - 1)))
            falls += 1
            fallen.append((entry, falls))
            told.append(("knocked_out", {"entry": entry, "best": len(alive) + 1, "worst": len(alive) + 1}))
        elif step == "back" and fallen:
            entry, _fell = fallen.pop(draw(st.integers(0, len(fallen) - 1)))
            alive.append(entry)
            told.append(("undone", {"kind": "knocked_out", "line": 1, "entry": entry, "table": 1, "seat": entry + 20}))
        elif step == "move":
            entry = draw(st.sampled_from(alive))
            told.append(("moved", {"entry": entry, "to_table": 1, "to_seat": entry + 40}))
    return [Event(kind, data, NOW + timedelta(seconds=at)) for at, (kind, data) in enumerate(told)]


@given(logs(), st.data())
def test_law_many_lines_at_once_are_the_lines_one_by_one(lines: list[Event], data: st.DataObject) -> None:
    state = State()
    states = [state]
    for line in lines:
        state = apply(state, line)
        states.append(state)
    cut = data.draw(st.integers(0, len(lines)))
    before = states[cut].as_json()
    assert apply_all(states[cut], lines[cut:]) == state == replay(lines)
    assert states[cut].as_json() == before, "the state that was given stays as it was"
    assert list(replay(lines).entries) == list(state.entries)


@given(logs())
def test_law_a_snapshot_is_the_state_and_places_have_no_gaps(lines: list[Event]) -> None:
    for cut in range(len(lines) + 1):
        state = replay(lines[:cut])
        assert State.from_json(state.as_json()) == state
    places = sorted(place.best or 0 for place in state.entries.values() if place.is_out)
    assert places == list(range(len(state.alive) + 1, len(state.entries) + 1))
    room = state.room()
    assert {number: state.seated(number) for number in room} == room
