"""Tournaments through HTTP: a whole one, the director's acts, and every bad input with what would be right."""

from __future__ import annotations

import copy
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from club.ledger import audit
from club.models import AuditEntry, Player, Transfer
from tables.dealing import settlement
from tests.support.tournaments.tournament_api import announced, boss, is_problem
from tests.tournaments.conftest import CHIPS, SHEET, Evening, held, wallet
from tournaments.log.state import RUNNING
from tournaments.models import Entry, LogEntry, Structure, Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import event_start, runner
from tournaments.structures import sheet_import

__all__ = ["boss"]

LONG = "9" * 5_000  # digits: more than Python reads at once


def register(evening: Evening, player: Player, tournament: int, key: str = "a") -> Any:
    return evening.client(player).post(
        f"/api/v1/tournaments/{tournament}/registration/", headers={"Idempotency-Key": key}
    )


def books() -> tuple[int, int, int, int]:
    return (Entry.objects.count(), LogEntry.objects.count(), Transfer.objects.count(), AuditEntry.objects.count())


def test_a_whole_tournament_through_http(evening: Evening, boss: APIClient) -> None:
    people = [evening.person(f"p{n}") for n in range(4)]
    number = announced(boss, table_size=3, action_seconds=600)
    for player in people:
        assert register(evening, player, number).status_code == 201
    seen = evening.client(people[0]).get(f"/api/v1/tournaments/{number}/").json()
    assert seen["you"]["is_registered"]
    assert (seen["prize_pool"], seen["entries"]) == (4000, 4)
    assert boss.post(f"/api/v1/tournaments/{number}/start/").json()["status"] == "running"
    runner.direct(number, now=timezone.now())
    seen = evening.client(people[0]).get(f"/api/v1/tournaments/{number}/").json()
    assert seen["clock"]["level"] == 1
    assert sum(table["seated"] for table in seen["tables"]) == 4
    for _each in range(200):
        row = Tournament.objects.get(pk=number)
        if row.status != RUNNING:
            break
        for hand in row.snapshot["hands"].values():
            _all_in(evening, hand)
            settlement.resolve(hand, now=timezone.now())
        runner.direct(number, now=timezone.now())
    seen = boss.get(f"/api/v1/tournaments/{number}/").json()
    assert seen["status"] == "over"
    assert sum(entrant["prize"] or 0 for entrant in seen["entrants"]) == 4000
    assert held(f"tournament:{number}", "escrow") == 0
    assert sum(wallet(player) for player in people) == 4 * CHIPS - 400
    kinds = [line["kind"] for line in boss.get(f"/api/v1/tournaments/{number}/log/").json()["log"]]
    assert kinds[:5] == ["registered"] * 4 + ["started"]
    assert kinds[-1] == "finished"
    assert audit.rebuild().ok


def _all_in(evening: Evening, hand: int) -> None:
    """Everybody puts everything in, each through the API."""
    from tables.models import Hand, HandSeat

    row = Hand.objects.get(pk=hand)
    by_seat = {held.seat: held.player for held in HandSeat.objects.filter(hand=row).select_related("player__user")}
    for _each in range(60):
        row.refresh_from_db()
        if row.state != Hand.State.PLAYING:
            return
        seen = (
            evening.client(next(iter(by_seat.values()))).get(f"/api/v1/tables/{row.table_id}/").json()["hand"]["view"]
        )
        player = by_seat[seen["to_act"][0]] if seen["to_act"] else by_seat[seen["asks"][0]["seat"]]
        client = evening.client(player)
        (ask,) = [ask for ask in client.get(f"/api/v1/hands/{hand}/").json()["view"]["asks"] if "offers" in ask]
        words = {offer["verb"] for offer in ask["offers"]}
        decision = "all-in" if "raise" in words else "call" if "call" in words else ask["default"]
        body = {"hand": hand, "ask": ask["number"], "decision": decision}
        answer = client.post(f"/api/v1/tables/{row.table_id}/decisions/", body)
        assert answer.status_code == 200, answer.json()
    raise AssertionError("the hand does not end")


# -- bad input --------------------------------------------------------------------------------------------------------


def sheet(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(SHEET), **changes}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (sheet(items=[SHEET["items"][0], SHEET["items"][2]]), "level 2 comes next"),
        (sheet(items=[]), "levels and breaks"),
        (sheet(items=[{"type": "break", "minutes": 10}]), "one level"),
        (sheet(items=None), "levels and breaks"),
        (sheet(table_size="nine"), "2 to 10"),
        (sheet(id="no good!"), "letters, digits"),
        (sheet(name=" "), "name"),
        ([1, 2], "object"),
        ("text", "object"),
    ],
)
def test_a_broken_structure_is_refused(boss: APIClient, body: Any, words: str) -> None:
    answer = boss.post("/api/v1/structures/", body, format="json")
    assert is_problem(answer, 422, "bad_structure")
    assert words in answer.json()["detail"]
    assert not Structure.objects.exists()


def test_an_unfinished_structure_is_kept_and_not_scheduled(boss: APIClient) -> None:
    untimed = sheet(items=[{**SHEET["items"][0], "minutes": None}])
    answer = boss.post("/api/v1/structures/", untimed)
    assert answer.status_code == 201
    assert "no minutes" in answer.data["missing"][0]
    assert boss.get("/api/v1/structures/quick/").json()["sheet"] == untimed
    refused = boss.post("/api/v1/tournaments/", {"name": "x", "structure": "quick", "buy_in": 10})
    assert is_problem(refused, 422, "structure_incomplete")
    assert "no minutes" in refused.json()["detail"]
    assert not Tournament.objects.exists()


def test_a_second_registration_is_refused(evening: Evening, boss: APIClient) -> None:
    player = evening.person("p")
    number = announced(boss)
    assert register(evening, player, number).status_code == 201
    before = books()
    assert register(evening, player, number).status_code == 201  # the same request
    assert is_problem(register(evening, player, number, key="b"), 409, "already_registered")
    assert books() == before


def test_a_registration_after_the_start_is_refused(evening: Evening, boss: APIClient) -> None:
    number = announced(boss)
    for player in [evening.person("p"), evening.person("q")]:
        register(evening, player, number)
    assert boss.post(f"/api/v1/tournaments/{number}/start/").status_code == 200
    late, before = evening.person("late"), books()
    assert is_problem(register(evening, late, number), 409, "registration_closed")
    assert is_problem(
        evening.client(Player.objects.get(nickname="p")).delete(f"/api/v1/tournaments/{number}/registration/"),
        409,
        "started_already",
    )
    assert wallet(late) == CHIPS
    assert books()[:2] == before[:2]


def test_not_enough_chips(evening: Evening, boss: APIClient) -> None:
    poor = evening.person("poor", chips=1099)
    number = announced(boss)
    answer = register(evening, poor, number)
    assert is_problem(answer, 409, "not_enough_chips")
    assert "1,100" in answer.json()["detail"]
    assert wallet(poor) == 1099
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"structure": "nothing"}, 404, "unknown_structure"),
        ({"buy_in": -1}, 400, "invalid"),
        ({"buy_in": "much"}, 400, "invalid"),
        ({"table_size": 12}, 400, "invalid"),
        ({"payout": "all to me"}, 400, "invalid"),
        ({"name": ""}, 400, "invalid"),
    ],
)
def test_a_tournament_that_cannot_be_announced(
    boss: APIClient, changes: dict[str, Any], status: int, code: str
) -> None:
    boss.post("/api/v1/structures/", SHEET)
    answer = boss.post("/api/v1/tournaments/", {"name": "x", "structure": "quick", "buy_in": 10, **changes})
    assert is_problem(answer, status, code)
    assert not Tournament.objects.exists()


def test_what_is_not_there(evening: Evening, boss: APIClient) -> None:
    player = evening.person("p")
    assert is_problem(boss.get("/api/v1/tournaments/999/"), 404, "unknown_tournament")
    assert is_problem(register(evening, player, 999), 404, "unknown_tournament")
    assert is_problem(boss.post("/api/v1/tournaments/999/start/"), 404, "unknown_tournament")
    number = announced(boss)
    client = evening.client(player)
    assert is_problem(client.delete(f"/api/v1/tournaments/{number}/registration/"), 404, "not_registered")
    assert boss.get(f"/api/v1/tournaments/{number}/log/?after={'9' * 18}").json()["log"] == []
    for strange in ("x", "²", "9" * 5_000):
        assert is_problem(boss.get(f"/api/v1/tournaments/{number}/log/", {"after": strange}), 400, "bad_cursor")


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("structures/edit/", {"rows": LONG, "do": "look"}),
        ("structures/edit/", {"rows": "1", "do": f"up:{LONG}"}),
        ("structures/edit/", {"rows": "1", "version": LONG, "n-1": LONG, "sb-1": LONG, "do": "save"}),
        ("tournaments/{}/structure/", {"rows": LONG, "do": "look"}),
        ("tournaments/{}/money/deal/", {"method": "custom", f"share-{LONG}": "1"}),
        ("tournaments/{}/money/deal/", {"method": "custom", "share-1": LONG}),
    ],
)
def test_a_number_of_thousands_of_digits_is_no_fault_at_any_page_of_tournaments(
    evening: Evening, boss: APIClient, client: Any, address: str, form: dict[str, str]
) -> None:
    number = announced(boss)
    client.force_login(evening.person("ola", role="owner").user)
    assert client.post("/" + address.format(number), form).status_code < 500


@pytest.mark.parametrize("act", ["start", "pause", "resume", "end-break", "cancel"])
def test_only_the_director_directs(evening: Evening, boss: APIClient, act: str) -> None:
    number = announced(boss)
    before = books()
    assert evening.client(evening.person("p", chips=0)).post(f"/api/v1/tournaments/{number}/{act}/").status_code == 403
    assert evening.client(None).post(f"/api/v1/tournaments/{number}/{act}/").status_code == 401
    assert "whi" in boss.post(f"/api/v1/tournaments/{number}/{act}/", {"whi": "misspelt"}).json()["errors"]
    assert books()[1:3] == before[1:3]


def test_only_the_director_announces_imports_and_reads_the_log(evening: Evening, boss: APIClient) -> None:
    number = announced(boss)
    player = evening.client(evening.person("p"))
    assert player.post("/api/v1/structures/", SHEET).status_code == 403
    assert player.post("/api/v1/tournaments/", {"name": "x"}).status_code == 403
    assert player.get(f"/api/v1/tournaments/{number}/log/").status_code == 403


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("pause", "not_running"),
        ("resume", "not_running"),
        ("end-break", "no_open_break"),
        ("floor/lock-prizes", "nobody_entered"),
    ],
)
def test_an_act_out_of_place_says_so(boss: APIClient, act: str, code: str) -> None:
    number = announced(boss)
    assert is_problem(boss.post(f"/api/v1/tournaments/{number}/{act}/"), 409, code)
    assert is_problem(boss.post(f"/api/v1/tournaments/{number}/start/"), 409, "too_few_players")


def test_a_directors_act_is_on_record(evening: Evening, boss: APIClient) -> None:
    number = announced(boss)
    for name in ("p", "q"):
        register(evening, evening.person(name), number)
    for act in ("start", "pause", "resume"):
        assert boss.post(f"/api/v1/tournaments/{number}/{act}/").status_code == 200
    told = {line["kind"]: line for line in boss.get(f"/api/v1/tournaments/{number}/log/").json()["log"]}
    for kind in ("started", "paused", "resumed"):
        assert told[kind]["by"] == "boss"
        assert told[kind]["source"]


def test_a_cancelled_tournament_through_http(evening: Evening, boss: APIClient) -> None:
    player = evening.person("p")
    number = announced(boss)
    register(evening, player, number)
    assert boss.post(f"/api/v1/tournaments/{number}/cancel/", {"why": "no dealer"}).json()["status"] == "cancelled"
    assert wallet(player) == CHIPS
    assert is_problem(register(evening, player, number, key="b"), 409, "registration_closed")


def test_nobody_reads_the_seed(evening: Evening, boss: APIClient) -> None:
    number = announced(boss)
    seed = bytes(Tournament.objects.get(pk=number).seed)
    assert len(seed) == tournament_tables.DECK_SEED_BYTES
    for path in (f"/api/v1/tournaments/{number}/", "/api/v1/tournaments/", f"/api/v1/tournaments/{number}/log/"):
        text = boss.get(path).content.decode()
        assert "seed" not in text
        assert seed.hex() not in text


# -- pages ------------------------------------------------------------------------------------------------------------


def test_the_pages_open_in_every_state(evening: Evening, boss: APIClient, client: Any) -> None:
    number = announced(boss, starts_at=(timezone.now() + timedelta(hours=1)).isoformat())
    players = evening.computers(3)
    pages = ["/tournaments/", f"/tournaments/{number}/", f"/tournaments/{number}/clock/"]
    pages += [f"/tournaments/{number}/standings/", f"/tournaments/{number}/clock/face/"]

    def all_open() -> None:
        for page in pages:
            assert client.get(page).status_code == 200, page

    all_open()
    tournament = Tournament.objects.get(pk=number)
    tournament.pace = 0.0
    tournament.save()
    from tournaments.desk import registration

    for player in players:
        registration.register(number, player, now=evening.now)
    event_start.start(number, now=evening.now)
    all_open()
    evening.play_round(tournament)
    client.force_login(Player.objects.get(nickname="boss").user)
    all_open()
    evening.play(tournament)
    all_open()
    assert client.get("/tournaments/999/").status_code == 404


def test_our_own_sheets_are_offered(boss: APIClient) -> None:
    sheet_import.take_in_own(now=timezone.now())
    listed = boss.get("/api/v1/structures/").json()["structures"]
    assert {"club-evening", "club-turbo"} <= {line["key"] for line in listed}
    assert all(not line["missing"] for line in listed)
