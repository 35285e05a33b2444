"""What the screens show beside the clock, and the buttons of the remote."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from club.base.errors import ClubError
from club.models import AuditEntry
from tests.tournaments.conftest import is_replay
from tournaments.api import clock_face
from tournaments.floor import moves_and_knockouts, undo
from tournaments.running import event_start
from tournaments.screens import director_message, moves_shown, next_prize, remote_control


@pytest.fixture
def running(evening):
    row = evening.entered(evening.computers(5))
    event_start.start(row.pk, now=evening.now)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize(
    ("prizes", "left", "expected"),
    [
        ((500, 300, 200), 10, (3, 7, 3, 200)),
        ((500, 300, 200), 4, (3, 1, 3, 200)),
        ((500, 300, 200), 3, (3, 0, 2, 300)),
        ((500, 300, 200), 1, (3, 0, None, None)),
        ((500, 200, 200, 200), 4, (4, 0, 1, 500)),
        ((), 5, (0, None, None, None)),
    ],
)
def test_places_paid_and_the_next_pay_jump(prizes, left, expected):
    told = next_prize.next_pay(prizes, left)
    assert (told["places_paid"], told["to_the_money"], told["next_place"], told["next_prize"]) == expected


def test_a_message_is_on_the_screens_until_it_is_taken_away(evening, running):
    boss = evening.person("floor", role="director").user
    director_message.show(running.pk, " Dinner is served. ", now=evening.now, by=boss, source="phone")
    director_message.show(running.pk, "Dinner is served.", now=evening.now, by=boss)  # the same again is no line
    running.refresh_from_db()
    assert clock_face.clock_of(running, now=evening.now)["message"] == "Dinner is served."
    assert AuditEntry.objects.get(kind="tournament.message_shown").source == "phone"
    director_message.show(running.pk, "", now=evening.now, by=boss)
    running.refresh_from_db()
    assert clock_face.clock_of(running, now=evening.now)["message"] == ""
    assert is_replay(running)


def test_who_was_moved_is_shown_for_some_minutes_while_it_is_true(evening, running):
    state = evening.state(running)
    entry = min(state.entries)
    here = state.entries[entry]
    number = next(one for one in state.tables if one != here.table)
    seat = next(one for one in (1, 2, 3) if one not in state.seated(number))
    now = evening.now + timedelta(minutes=1)
    moves_and_knockouts.move(running.pk, entry, state.tables[number], seat, now=now, by=None)
    told = moves_shown.moves(running, evening.state(running), now=now)
    assert [(one["table"], one["seat"]) for one in told] == [(str(number), seat)]
    assert moves_shown.moves(running, evening.state(running), now=now + moves_shown.LASTS) == []
    undo.undo(running.pk, running.seq, now=now, by=None)
    assert moves_shown.moves(running, evening.state(running), now=now) == []


def test_the_remotes_buttons_are_acts_of_the_floor(evening, running):
    now = evening.now

    def press(button: str, **told: str) -> dict:
        running.refresh_from_db()
        remote_control.press(running, {"button": button, **told}, now=now, by=None, source="phone")
        running.refresh_from_db()
        return clock_face.clock_of(running, now=now)

    assert press("next")["level"] == 2
    line = running.seq
    assert press("previous")["level"] == 1
    ends = press("plus")["ends_at"]
    assert press("minus")["ends_at"] == ends - timedelta(minutes=1)
    assert press("pause")["status"] == "paused"
    assert press("resume")["status"] == "running"
    assert press("message", words="Hello")["message"] == "Hello"
    press("next")
    assert press("undo", line=str(running.seq))["level"] == 1
    for button, told in (("explode", {}), ("undo", {}), ("undo", {"line": "x"}), ("previous", {}), ("end-break", {})):
        with pytest.raises(ClubError):
            press(button, **told)
    assert line
    assert is_replay(running)


def test_the_servers_clock_is_told_in_milliseconds(client, db):
    before = timezone.now().timestamp() * 1000
    told = client.get("/clock/now/").json()["now"]
    assert int(before) <= told <= timezone.now().timestamp() * 1000 + 1
