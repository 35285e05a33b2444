"""The floor through HTTP: moves, knock-outs, the clock; undo and redo with the chips; and what cannot be undone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from club.ledger import audit
from club.models import AuditEntry, Transfer
from club.people import people
from tests.support.tournaments.tournament_api import is_problem
from tests.tournaments.conftest import Evening, held, is_replay
from tournaments.log.state import FINISHED, State
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.running import event_start, runner
from tournaments.structures.clock import moment
from tournaments.structures.levels_and_breaks import items


class Floor:
    """A running tournament of six at two tables, a director, and a player's login."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        evening.now = timezone.now()
        self.boss = evening.client(evening.person("boss", role="director", chips=0))
        self.player = evening.client(evening.person("mika", chips=0))
        self.row = evening.entered(evening.computers(6))
        event_start.start(self.row.pk, now=evening.now)

    @property
    def state(self) -> State:
        return self.evening.state(self.row)

    def post(self, act: str, client: APIClient | None = None, **body: Any) -> Any:
        return (client or self.boss).post(f"/api/v1/tournaments/{self.row.pk}/floor/{act}/", body, format="json")

    def did(self, act: str, **body: Any) -> int:
        """Do it; the line of the log."""
        answer = self.post(act, **body)
        assert answer.status_code == 200, answer.json()
        assert is_replay(self.row)
        return int(Tournament.objects.get(pk=self.row.pk).seq)

    def happened(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = self.boss.get(f"/api/v1/tournaments/{self.row.pk}/history/").json()["history"]
        return listed

    def chips(self) -> dict[int, int]:
        unit = self.row.owner
        return {one.number: held(f"entry:{one.pk}", "stack", unit) for one in Entry.objects.filter(tournament=self.row)}

    def free(self, table: int) -> int:
        return min({1, 2, 3} - set(self.state.seated(table)))


@pytest.fixture
def on_floor(evening: Evening) -> Floor:
    return Floor(evening)


def test_a_wrong_seat_is_undone_and_done_again(on_floor: Floor) -> None:
    on_floor.did("knock-out", entry=on_floor.state.seated(2)[1], why="left")
    (entry, place) = next((n, p) for n, p in on_floor.state.entries.items() if p.table == 1)
    before, to = on_floor.state, on_floor.state.tables[2]
    line = on_floor.did("move", entry=entry, table=to, seat=1, why="wrong list")
    after = on_floor.state
    assert (after.entries[entry].table, after.entries[entry].seat) == (2, 1)
    on_floor.did("undo", line=line, why="it was another")
    assert on_floor.state == before
    on_floor.did("redo", line=line)
    assert on_floor.state == after
    on_floor.did("undo", line=line)
    assert on_floor.state.entries[entry] == place
    assert sum(on_floor.chips().values()) == 5000


def test_a_wrong_knock_out_brings_the_chips_back_by_a_linked_transfer(on_floor: Floor) -> None:
    before, chips = on_floor.state, on_floor.chips()
    line = on_floor.did("knock-out", entry=4, why="mistaken for another")
    assert (on_floor.state.entries[4].best, on_floor.chips()[4]) == (6, 0)
    assert held("cashier", "cashier", on_floor.row.owner) == -5000
    told = Transfer.objects.get(key=f"{on_floor.row.owner}:{line}:1")
    out = on_floor.state
    on_floor.did("undo", line=line, why="wrong player")
    assert (on_floor.state.entries, on_floor.chips()) == (before.entries, chips)
    assert Transfer.objects.get(corrects=told).reference == on_floor.row.owner
    on_floor.did("redo", line=line)
    assert on_floor.state == out
    on_floor.did("undo", line=line)
    assert on_floor.chips() == chips
    assert Transfer.objects.filter(corrects__isnull=False).count() == 2
    assert audit.rebuild().ok


def test_places_are_counted_anew_when_somebody_comes_back(on_floor: Floor) -> None:
    """Out as the sixth, then others as fifth and fourth: without the first, those were sixth and fifth."""
    first = on_floor.did("knock-out", entry=1, why="x")
    on_floor.did("knock-out", entry=2, why="x")
    on_floor.did("knock-out", entry=3, why="x")
    before = on_floor.state
    on_floor.did("undo", line=first)
    assert [on_floor.state.entries[n].best for n in (2, 3)] == [6, 5]
    on_floor.did("redo", line=first)
    assert on_floor.state == before
    assert [on_floor.state.entries[n].best for n in (1, 2, 3)] == [6, 5, 4]


def test_the_player_gets_another_seat_where_the_own_is_taken(on_floor: Floor) -> None:
    place = on_floor.state.entries[2]
    assert place.table is not None
    assert place.seat is not None
    line = on_floor.did("knock-out", entry=2, why="x")
    other = next(n for n, p in on_floor.state.entries.items() if p.table not in (None, place.table))
    free = on_floor.state.entries[other]
    on_floor.did("move", entry=other, table=on_floor.state.tables[place.table], seat=place.seat)
    on_floor.did("undo", line=line)
    assert (on_floor.state.entries[2].table, on_floor.state.entries[2].seat) == (free.table, free.seat)
    assert on_floor.chips()[2] == 1000


def where(on_floor: Floor, after: float = 0) -> tuple[int, float | None]:
    now = timezone.now() + timedelta(seconds=after)
    found = moment(items(on_floor.row.sheet), on_floor.state.clock, now)
    return found.index + 1, found.left


def test_the_clock_is_set_adjusted_and_put_back(on_floor: Floor) -> None:
    with time_machine.travel(timezone.now(), tick=False):  # seconds are told exactly, however slow the machine is
        on_floor.did("level", level=1)
        assert where(on_floor) == (1, 300)
        before = on_floor.state.clock
        level = on_floor.did("level", level=3)
        assert where(on_floor) == (3, 300)
        more = on_floor.did("adjust", seconds=60)
        assert where(on_floor) == (3, 360)
        assert where(on_floor, 370) == (4, 290)
        on_floor.did("adjust", seconds=-120)
        assert where(on_floor) == (3, 240)
        answer = on_floor.post("undo", line=more)
        assert is_problem(answer, 409, "changed_since")
        on_floor.did("undo", line=on_floor.happened()[0]["line"])
        on_floor.did("undo", line=more)
        on_floor.did("undo", line=level)
        assert on_floor.state.clock == before
        on_floor.did("redo", line=level)
        on_floor.did("redo", line=more)
        assert where(on_floor) == (3, 360)
        on_floor.did("level", level=1)
        assert where(on_floor) == (1, 300)


def test_a_stop_that_is_undone_has_never_stopped_the_clock(on_floor: Floor) -> None:
    boss, path = on_floor.boss, f"/api/v1/tournaments/{on_floor.row.pk}/"
    assert boss.post(path + "pause/").status_code == 200
    stopped = on_floor.state
    line = Tournament.objects.get(pk=on_floor.row.pk).seq
    on_floor.did("undo", line=line)
    assert on_floor.state.clock.paused is None
    assert on_floor.state.clock.stood == 0
    on_floor.did("redo", line=line)
    assert on_floor.state == stopped


def test_hands_that_were_played_stand(on_floor: Floor) -> None:
    evening = on_floor.evening
    while not LogEntry.objects.filter(kind="knocked_out").exists():
        evening.play_round(on_floor.row)
    before, lines = on_floor.state, LogEntry.objects.count()
    for kind in ("started", "dealt", "hand_taken", "knocked_out", "registered"):
        line = LogEntry.objects.filter(tournament=on_floor.row, kind=kind).first()
        assert line is not None
        assert is_problem(on_floor.post("undo", line=line.seq), 409, "not_of_the_floor"), kind
    assert is_problem(on_floor.post("undo", line=9999), 404, "unknown_line")
    assert (on_floor.state, LogEntry.objects.count()) == (before, lines)


def test_what_is_out_of_place_is_refused_and_changes_nothing(on_floor: Floor) -> None:
    free = on_floor.state.tables[1]
    line = on_floor.did("knock-out", entry=3, why="x")
    before, lines, moved = on_floor.state, LogEntry.objects.count(), Transfer.objects.count()
    taken = min(on_floor.state.seated(2))
    mover = next(n for n, p in on_floor.state.entries.items() if p.table == 1)
    for act, body, status, code in [
        ("knock-out", {"entry": 3, "why": "x"}, 409, "is_out"),
        ("knock-out", {"entry": 99, "why": "x"}, 404, "unknown_entry"),
        ("knock-out", {"entry": 1}, 400, "invalid"),
        ("move", {"entry": mover, "table": 10**6, "seat": 1}, 404, "unknown_table"),
        ("move", {"entry": mover, "table": on_floor.state.tables[2], "seat": taken}, 409, "seat_taken"),
        ("move", {"entry": mover, "table": free, "seat": 9}, 422, "unknown_seat"),
        ("level", {"level": 7}, 422, "unknown_level"),
        ("adjust", {"seconds": -300}, 409, "clock_adjust"),
        ("adjust", {"seconds": "many"}, 400, "invalid"),
        ("redo", {"line": line}, 409, "not_undone"),
    ]:
        assert is_problem(on_floor.post(act, **body), status, code), (act, body)
        assert on_floor.post(act, on_floor.player, **body).status_code == 403
    assert (on_floor.state, LogEntry.objects.count(), Transfer.objects.count()) == (before, lines, moved)
    on_floor.did("undo", line=line)
    assert is_problem(on_floor.post("undo", line=line), 409, "not_standing")


def test_who_has_played_since_is_knocked_out_anew(on_floor: Floor) -> None:
    line = on_floor.did("knock-out", entry=3, why="x")
    on_floor.did("undo", line=line)
    runner.direct(on_floor.row.pk, now=on_floor.evening.now)
    assert on_floor.post("redo", line=line).status_code == 409
    assert on_floor.chips()[3] > 0


def test_nobody_moves_during_the_own_hand(on_floor: Floor) -> None:
    line = on_floor.did("knock-out", entry=on_floor.state.seated(1)[1], why="x")
    runner.direct(on_floor.row.pk, now=on_floor.evening.now)
    entry = next(n for n, p in on_floor.state.entries.items() if p.table == 2)
    answer = on_floor.post("move", entry=entry, table=on_floor.state.tables[1], seat=1)
    assert is_problem(answer, 409, "hand_in_progress")
    assert is_problem(on_floor.post("knock-out", entry=entry, why="x"), 409, "hand_in_progress")
    on_floor.did("undo", line=line)  # who comes back waits for the next hand


def test_the_last_one_in_wins_and_what_is_over_is_over(on_floor: Floor) -> None:
    for entry in range(1, 6):
        line = on_floor.did("knock-out", entry=entry, why="x")
    assert is_problem(on_floor.post("knock-out", entry=6, why="x"), 409, "last_player")
    runner.direct(on_floor.row.pk, now=on_floor.evening.now)
    assert on_floor.state.status == FINISHED
    assert is_problem(on_floor.post("undo", line=line), 409, "not_running")
    assert held(on_floor.row.owner, "escrow") == held("cashier", "cashier", on_floor.row.owner) == 0


def test_what_happened_says_who_when_and_what_can_be_undone(on_floor: Floor) -> None:
    line = on_floor.did("knock-out", entry=3, why="asleep")
    (last, *_before) = on_floor.happened()
    assert (last["line"], last["by"], last["why"], last["may_undo"], last["may_redo"]) == (
        line,
        "boss",
        "asleep",
        True,
        False,
    )
    assert last["words"] == "Machine 3 out in place 6"
    on_floor.did("undo", line=line)
    (undone, first, *_before) = on_floor.happened()
    assert (first["is_undone"], first["may_undo"], first["may_redo"]) == (True, False, True)
    assert undone["words"] == f"Line {line} undone"
    assert on_floor.player.get(f"/api/v1/tournaments/{on_floor.row.pk}/history/").status_code == 403
    kinds = set(AuditEntry.objects.filter(subject=on_floor.row.owner).values_list("kind", flat=True))
    assert kinds >= {"tournament.knocked_out", "tournament.undone"}


def test_the_floors_page(on_floor: Floor) -> None:
    client, path = Client(), f"/tournaments/{on_floor.row.pk}/"
    client.force_login(people.User.objects.get(username="boss"))
    assert client.post(path + "floor/knock-out/", {"entry": 3, "why": "x"}).status_code == 302
    page = client.get(path + "floor/").content.decode()
    assert "Machine 3 out in place 6" in page
    assert "Undo" in page
    assert "Undo" in client.get(path).content.decode()
    line = on_floor.row.log.get(kind="knocked_out").seq
    assert client.post(path + "floor/undo/", {"line": line}).status_code == 302
    assert not on_floor.state.entries[3].is_out
    refused = client.post(path + "floor/level/", {"level": "x"})
    assert refused.status_code == 400
    assert client.post(path + "floor/level/", {"level": 99}).status_code == 422
    assert client.post(path + "floor/nothing/").status_code == 404
    client.force_login(people.User.objects.get(username="mika"))
    assert client.get(path + "floor/").status_code == 403
    assert "What happened" not in client.get(path).content.decode()
