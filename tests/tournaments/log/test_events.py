"""Every kind of line has a class with its words and a way back, or says why there is none; and stored lines are their classes."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.budget import budget
from tests.support.tournaments.log_events import NOW, of_class, stored
from tournaments.base.json_fields import BadFields
from tournaments.log.events import (
    clock,
    draws_and_hands,
    endings,
    entries,
    flights,
    floor_orders,
    hand_for_hand,
    knockouts,
    penalties_and_colour_ups,
    prizes,
    purchases,
    seats,
)
from tournaments.log.events.log_event import LogEvent, Undoable
from tournaments.log.events.registry import CLASSES, EVENTS, read
from tournaments.log.events.undo_and_redo import UNDOABLE, Redone, Turn, Undone
from tournaments.log.replay import Line, replay
from tournaments.log.state import State
from tournaments.models import LogEntry
from tournaments.seating.places_of_knockouts import RoundRank
from tournaments.structures.clock import Clock

SILENT = {"dealt", "hand_taken", "prize_barred", "chips_issued", "call_seen"}  # not in the list of what happened


def test_every_kind_of_line_has_one_class_and_is_a_choice_of_the_stored_lines() -> None:
    assert len(EVENTS) == len(CLASSES) == len({one.__name__ for one in CLASSES})
    longest = LogEntry._meta.get_field("kind").max_length or 0
    assert all(len(kind) <= longest for kind in EVENTS)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.kind)
def test_every_kind_has_its_words_in_both_languages(cls: type[LogEvent]) -> None:
    assert bool(cls.narration) == (cls.kind not in SILENT)
    assert bool(cls.title or cls.decision) != cls.is_quiet
    for words in filter(None, (cls.narration, cls.decision, cls.title)):
        with translation.override("ja"):
            assert translation.gettext(words) != words, words


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.kind)
def test_every_kind_is_taken_back_or_says_why_not(cls: type[LogEvent]) -> None:
    is_undone = issubclass(cls, Undoable)
    assert is_undone == (cls.kind in UNDOABLE)
    has_inverse = is_undone or cls.inverse is not LogEvent.inverse
    assert has_inverse or cls.no_inverse, "an inverse, or why there is none"


# -- stored and read --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.kind)
@given(data=st.data())
@settings(max_examples=budget(40))  # of each kind of line
def test_law_a_line_that_is_stored_and_read_is_the_same(cls: type[LogEvent], data: st.DataObject) -> None:
    event = data.draw(of_class(cls))
    assert read(cls.kind, stored(event)) == event


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.kind)
@given(data=st.data())
@settings(max_examples=budget(40))  # of each kind of line
def test_law_a_line_with_a_field_missing_or_too_many_is_refused(cls: type[LogEvent], data: st.DataObject) -> None:
    told = stored(data.draw(of_class(cls)))
    if cls is not entries.TermsChanged:  # its fields are those of an event, which the log does not know
        with pytest.raises(BadFields, match="strange"):
            read(cls.kind, {**told, "strange": 1})
    own = Turn if issubclass(cls, Turn) else cls
    needed = [one.metadata.get("name", one.name) for one in fields(own) if one.default is one.default_factory]
    for name in set(needed) & told.keys():
        with pytest.raises(BadFields):
            read(cls.kind, {key: value for key, value in told.items() if key != name})


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("dealt", {"table": "1", "hand": 1, "number": 1, "round": 1, "level": 1}),
        ("dealt", {"table": True, "hand": 1, "number": 1, "round": 1, "level": 1}),
        ("started", {"seats": [[1, 2]], "tables": {}}),
        ("rest_began", {"until": "soon", "minutes": 5}),
        ("undone", {"line": 1, "kind": "dealt", "why": "", "floor": True}),
        ("undone", {"line": 1, "kind": "moved", "why": "", "floor": True, "words": "not a seat"}),
        ("sung", {}),
    ],
)
def test_what_cannot_be_is_no_line(kind: str, told: dict[str, Any]) -> None:
    with pytest.raises(BadFields):
        read(kind, told)


# -- taken back -------------------------------------------------------------------------------------------------------

FALL = RoundRank(1, 0, 1, 2, 9, 0, "stack", 500, True)


def a_state(step: int) -> State:
    """Six entries at two tables, hand for hand, one out in the first round; `step` moves what is held, called and counted."""
    drawn = tuple((entry, 1 + entry % 2, 1 + entry // 2) for entry in range(1, 7))
    told: list[LogEvent] = [entries.Registered(entry=n, player=n) for n in range(1, 7)]
    told += [
        draws_and_hands.Started(seats=drawn, tables={1: 101, 2: 102}, physical=(1, 2)),
        hand_for_hand.HandForHandSet(is_on=True, until=2),
        knockouts.KnockedOut(entry=6, best=6, worst=6, elimination_number=1, table=1, seat=4, round=FALL, floor=True),
        seats.MoveCalled(entry=5, table=2, seat=3, card="", to_table=1, to_seat=4, line=9),
        floor_orders.SeatHeld(table=1, seat=4, entry=step % 2, was=floor_orders.SeatHold(table=1, seat=4, entry=None)),
        floor_orders.StacksCounted(stacks={1: 100 + step}, was=floor_orders.Counts(stacks={1: None}), why=""),
        penalties_and_colour_ups.HandsToMiss(entry=2, hands=3 + step),
        prizes.EnvelopesMade(envelopes=(90, 50, 10 + step)),
        prizes.EnvelopesDropped(envelopes=(90, 50, 10 + step)),
        prizes.PrizesLocked(prizes=(60, 40), entries=6, pool=100, own=False, why=""),
    ]
    return replay(Line(event, NOW) for event in told)


def events_in(state: State, number: int) -> list[LogEvent]:
    """One line, or more, of every class that has an inverse, as the floor would write it in that state; `number` is any."""
    held, play = state.orders.held.get(1, {}).get(4), state.orders.hand_for_hand
    assert play is not None
    round_then = hand_for_hand.OpenRound(round=state.orders.round, until=play.until, done=tuple(play.done), first=())
    table_1 = hand_for_hand.HandPlay(is_round=False, table=1, is_in=False)
    bounty = {"entry": 6, "eliminators": (1,), "paid": ((1, 20 + number),), "added": ((1, 20),), "unclaimed": number}
    clocks: list[clock.OnClock] = [clock.Paused(), clock.Resumed(), clock.BreakEnded(index=2)]
    clocks += [
        clock.ClockAdjusted(seconds=number, clock=Clock(began=NOW, stood=float(number))),
        clock.LevelSet(level=1 + number, clock=Clock(began=NOW, stood=-float(number))),
    ]
    return [
        entries.Registered(entry=7, player=7),
        entries.Reentered(entry=7, player=6),
        entries.CheckedIn(entry=1, player=1),
        entries.CheckInUndone(entry=1, player=1, why=""),
        entries.Queued(player=9),
        entries.RegistrationClosed(why=""),
        purchases.AddedOn(entry=1, purchase=number),
        *(act.as_act(state, NOW) for act in clocks),
        clock.StructureChanged(sheet={}, was_sheet={}, edition=1 + number, was_edition=state.edition, why=""),
        clock.MessageShown(words=f"table {number}", was=state.message),
        seats.Moved(entry=3, table=2, seat=2, to_table=1, to_seat=5 + number),
        seats.MoveCalled(entry=3, table=2, seat=2, card="", to_table=1, to_seat=9, line=20 + number),
        seats.CallDropped(
            entry=5, is_off=True, line=20, floor=True,
            was=seats.CallDrop(entry=5, is_off=False, call=state.orders.called[5]),
        ),
        seats.TableOpened(table=3 + number, id=103, physical=bool(number % 2), last=state.last_table, floor=True),
        floor_orders.SeatHeld(table=1, seat=4, entry=None, was=floor_orders.SeatHold(table=1, seat=4, entry=held)),
        floor_orders.PlayerFixed(entry=1, is_in=True, was=floor_orders.Fixture(entry=1, is_in=False)),
        floor_orders.PlayerDeals(entry=1, is_in=True, was=floor_orders.Dealing(entry=1, is_in=False)),
        floor_orders.BreakOrderSet(tables=(2, 1), was=floor_orders.BreakOrder(tables=state.orders.order)),
        floor_orders.HaltWaived(table=1, is_in=True, was=floor_orders.Waiver(table=1, is_in=False)),
        floor_orders.ButtonTold(
            table=1, button=2, big_blind=3, told_at=NOW.isoformat(),
            was=floor_orders.ButtonPlace(table=1, button=None, big_blind=None, told_at=""),
        ),
        floor_orders.StacksCounted(
            stacks={1: 700, 2: number}, was=floor_orders.Counts(stacks={1: state.orders.counts[1], 2: None}), why=""
        ),
        hand_for_hand.HandPlayed(is_round=False, table=1, was=table_1, floor=True),
        hand_for_hand.HandPlayed(
            is_round=False, table=1, closes=True, seconds=60, floor=True,
            was=hand_for_hand.HandPlay(is_round=False, table=1, is_in=False, reopens=round_then, seconds=-60),
        ),
        hand_for_hand.StartStacksTold(
            stacks={6: number}, was=hand_for_hand.StartStacks(stacks={6: 500}, is_told={6: True}), why=""
        ),
        penalties_and_colour_ups.HandsToMiss(entry=2, hands=-1, left=state.orders.misses[2] - 1, why="", floor=True),
        penalties_and_colour_ups.TableColoured(
            table=1, is_in=True, entries=(), change=0, was=penalties_and_colour_ups.Owing(table=1, is_in=False)
        ),
        prizes.BountyWon(**bounty),  # type: ignore[arg-type]
        prizes.BountyWon(**bounty, envelope=50),  # type: ignore[arg-type]
        prizes.PrizesLocked(prizes=(number, 0), entries=6, pool=number, own=True, why=""),
        prizes.PrizeBarred(entry=2, is_barred=True),
        flights.FlightMerged(
            flight=4, entered=3, level=2, policy="share", through=(11,), eliminated={12: 2, 13: 3}, paid={}, prize_state=None,
            event="", n=1,
        ),
    ]  # fmt: skip


def back(event: LogEvent, before: State) -> LogEvent:
    """The line that takes it back."""
    if isinstance(event, Undoable):
        return Undone(line=1, of=event.kind, why="", change=event.back())
    return event.inverse(before)


@given(step=st.integers(0, 3), number=st.integers(0, 500))
def test_law_what_is_taken_back_leaves_the_state_as_it_was(step: int, number: int) -> None:
    before = a_state(step)
    for event in events_in(before, number):
        after = event.apply(before, NOW)
        assert back(event, before).apply(after, NOW) == before, event.kind


@given(step=st.integers(0, 3), number=st.integers(1, 500))
def test_law_done_again_is_as_done_and_as_left(step: int, number: int) -> None:
    """Undo and redo of an act are the act, and each leaves what it is about as it says."""
    before = a_state(step)
    for event in events_in(before, number):
        if not isinstance(event, Undoable):
            continue
        after = event.apply(before, NOW)
        undone = back(event, before).apply(after, NOW)
        again = Redone(line=1, of=event.kind, why="", change=event.again())
        assert again.apply(undone, NOW) == after, event.kind


def test_the_law_has_a_line_of_every_class_with_an_inverse() -> None:
    tried = {event.kind for event in events_in(a_state(0), 1)}
    # Read both ways by the law itself: their inverse is tried as the inverse of the other.
    other_way = {"registration_opened", "bounty_taken_back"}
    assert tried == {one.kind for one in CLASSES if not one.no_inverse} - other_way
    closed = entries.RegistrationClosed(why="").apply(a_state(0), NOW)
    assert entries.RegistrationOpened(why="").inverse(closed).apply(a_state(0), NOW) == closed
    assert endings.Finished.no_inverse
