"""Laws of the log as values: many lines at once are the lines one by one, and whoever holds an earlier state keeps it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.log.events.draws_and_hands import Started
from tournaments.log.events.entries import Registered, Seated, Unregistered
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.purchases import Rebought, RebuyOffered
from tournaments.log.events.seats import Moved, SeatPut
from tournaments.log.events.undo_and_redo import Undone
from tournaments.log.replay import Line, apply, apply_all, replay
from tournaments.log.state import State

NOW = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
SIZE = 4


@st.composite
def logs(draw: st.DrawFn) -> list[Line]:
    """A tournament as its floor has it: entries, some taken back, a start, then moves, knock-outs, alone and two at once, what
    undoes them, rebuys offered, bought and declined, and those who enter late."""
    count = draw(st.integers(3, 12))
    told: list[LogEvent] = [Registered(entry=n, player=n) for n in range(1, count + 1)]
    gone = draw(st.sets(st.integers(1, count), max_size=count - 3))
    told += [Unregistered(entry=n, player=n) for n in sorted(gone)]
    here = [n for n in range(1, count + 1) if n not in gone]
    seats = tuple((n, at // SIZE + 1, at % SIZE + 1) for at, n in enumerate(here))
    tables = {number: 100 + number for number in {seat[1] for seat in seats}}
    told.append(Started(seats=seats, tables=tables))
    alive, fallen = list(here), list[tuple[int, int]]()
    falls, offered = 0, dict[int, int]()
    for _step in range(draw(st.integers(0, 20))):
        step = draw(st.sampled_from(["out", "tie", "move", "back", "offer", "buy", "decline", "late"]))
        if step in ("out", "tie") and len(alive) > 1 + (step == "tie"):
            out = [alive.pop(draw(st.integers(0, len(alive) - 1))) for _each in range(1 + (step == "tie"))]
            falls += 1
            best, worst = len(alive) + len(offered) + 1, len(alive) + len(offered) + len(out)
            for entry in out:
                fallen.append((entry, falls))
                told.append(KnockedOut(entry=entry, best=best, worst=worst, elimination_number=falls))
        elif step == "offer" and len(alive) > 1:
            entry = alive.pop(draw(st.integers(0, len(alive) - 1)))
            falls += 1
            offered[entry] = falls
            told.append(RebuyOffered(entry=entry, until=NOW, elimination_number=falls))
        elif step == "buy" and offered:
            entry = draw(st.sampled_from(sorted(offered)))
            del offered[entry]
            alive.append(entry)
            told.append(Rebought(entry=entry, purchase=1))
        elif step == "decline" and offered:
            entry = draw(st.sampled_from(sorted(offered)))
            fallen.append((entry, offered[entry]))
            told.append(KnockedOut(entry=entry, best=1, worst=1, elimination_number=offered.pop(entry)))
        elif step == "late":
            count += 1
            alive.append(count)
            told += [Registered(entry=count, player=count), Seated(entry=count, table=1, seat=count + 60)]
        elif step == "back" and fallen:
            entry, _elimination = fallen.pop(draw(st.integers(0, len(fallen) - 1)))
            alive.append(entry)
            back = SeatPut(entry=entry, table=1, seat=entry + 20)
            told.append(Undone(line=1, of=KnockedOut.kind, why="", change=back))
        elif step == "move":
            entry = draw(st.sampled_from(alive))
            told.append(Moved(entry=entry, table=1, seat=1, to_table=1, to_seat=entry + 40))
    return [Line(event, NOW + timedelta(seconds=at)) for at, event in enumerate(told)]


@given(logs(), st.data())
def test_law_many_lines_at_once_are_the_lines_one_by_one(lines: list[Line], data: st.DataObject) -> None:
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
def test_law_a_snapshot_is_the_state_and_places_have_no_gaps(lines: list[Line]) -> None:
    for cut in range(len(lines) + 1):
        state = replay(lines[:cut])
        assert State.from_json(state.as_json()) == state
    shared = {(place.best or 0, place.worst or 0) for place in state.entries.values() if place.is_out}
    places = sorted(place for best, worst in shared for place in range(best, worst + 1))
    assert places == list(range(len(state.alive) + 1, len(state.entries) + 1))
    room = state.room()
    assert {number: state.seated(number) for number in room} == room
