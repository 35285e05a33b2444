"""What is made once by a request with a key: tables, imported hands, files for study. And tables of Chinese poker."""

from __future__ import annotations

import re

import pytest

from engine.chinese.rows.chinese_games import CHINESE_GAMES
from tables.live_cards import score_sheet
from tables.models import Hand, Study, Table
from tests.support.markup import squeezed
from tests.support.tables.phh_files import GOOD
from tests.support.tables.problems import check_problem

NEW = {"name": "Blue", "game": "holdem", "stakes": {"limit": "no", "small_blind": 50, "big_blind": 100}}
ONCE = {
    "table": ("/api/v1/tables/", NEW, {**NEW, "seats": 6}),
    "mix": (
        "/api/v1/tables/",
        {"name": "Mix", "mix": {"games": "horse", "level": {"small_bet": 100, "ante": 20}}},
        {"name": "Mix", "mix": {"games": "hose", "level": {"small_bet": 100, "ante": 20}}},
    ),
    "import": ("/api/v1/recorded-hands/", {"phh": GOOD}, {"phh": f"[1]\n{GOOD}\n[2]\n{GOOD}"}),
    "study": ("/api/v1/me/studies/", {"phh": GOOD}, {"phh": f"{GOOD}author = 'Somebody'\n"}),
}

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("what", ONCE)
def test_the_same_request_with_the_same_key_finds_what_the_first_made(house, what):
    address, body, other = ONCE[what]
    floor = house.client(house.person("dora", role="dealer"))
    key = {"Idempotency-Key": "once"}
    made = [floor.post(address, body, format="json", headers=key) for _each in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert (Table.objects.count() + Study.objects.count(), Hand.objects.count()) == (1, what == "import")
    check_problem(floor.post(address, other, format="json", headers=key), 409, "key_reused")
    check_problem(
        floor.post(address, body, format="json", headers={"Idempotency-Key": "x" * 101}), 400, "idempotency_key_missing"
    )
    assert floor.post(address, body, format="json", headers={"Idempotency-Key": "again"}).status_code == 201
    assert floor.post(address, body, format="json").status_code == 201  # without a key each is one of its own
    assert Table.objects.count() + Study.objects.count() == 3


def test_a_table_and_a_line_are_told_their_game_by_its_usual_name(house):
    floor = house.client(house.person("dora", role="dealer"))
    limit = {"limit": "fixed", "small_bet": 100, "big_bet": 200, "small_blind": 50, "big_blind": 100}
    made = floor.post("/api/v1/tables/", {"name": "T", "game": "O8", "stakes": limit}, format="json")
    assert (made.status_code, made.json()["game"]) == (201, "omaha8")
    mix = {
        "games": [{"game": "Stud8", "limit": "fixed"}, {"game": "2-7", "limit": "no"}],
        "level": {"small_bet": 100, "ante": 20},
    }
    mixed = floor.post("/api/v1/tables/", {"name": "T", "mix": mix}, format="json")
    assert [game["game"] for game in mixed.json()["mix"]["games"]] == ["stud8", "2-7-single-draw"]
    for game, code in (("Stud Hi-Lo", "ambiguous_game"), ("NLHE", "ambiguous_game"), ("HORSE", "unknown_game")):
        refused = floor.post("/api/v1/tables/", {"name": "T", "game": game, "stakes": limit}, format="json")
        check_problem(refused, 422, code)
    line = house.client(house.person("wanda")).post("/api/v1/waiting/", {"game": "Omaha Hi-Lo"}, format="json")
    assert [one["game"] for one in line.json()] == ["omaha8"]


def test_a_key_is_the_own_of_each_login(house):
    for name in ("dora", "dirk"):
        client = house.client(house.person(name, role="dealer"))
        assert client.post("/api/v1/tables/", NEW, format="json", headers={"Idempotency-Key": "1"}).status_code == 201
    assert Table.objects.count() == 2


@pytest.mark.parametrize("game", CHINESE_GAMES)
def test_a_table_of_chinese_poker_is_opened_on_the_page_and_over_the_api(house, client, game):
    dora = house.person("dora", role="dealer", chips=0)
    client.force_login(dora.user)
    page = squeezed(client.get("/tables/open/", {"game": game}).content.decode())
    asked = re.findall(r'<input id="[\w-]+" name="(\w+)"', page)
    assert asked == ["point", "name", "seats", "min_buy_in", "max_buy_in"]
    client.post("/tables/open/", {"game": game, "limit": "points", "point": "5", "name": "Red", "kind": "recorded"})
    body = {"name": "Red", "game": game, "stakes": {"limit": "points", "point": 5}, "kind": "recorded"}
    assert house.client(dora).post("/api/v1/tables/", body, format="json").status_code == 201
    first, second = Table.objects.order_by("pk")
    for table in (first, second):
        assert (table.stakes, table.seats) == ({"limit": "points", "point": 5}, CHINESE_GAMES[game].max_seats)
        assert score_sheet.is_kept_for(table)
