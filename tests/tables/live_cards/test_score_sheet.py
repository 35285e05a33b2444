"""Chinese poker with real cards: the floor enters rows, sees what they come to, posts the hand, and can take it back."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from club.house import house_rules
from club.ledger import audit
from club.models import AuditEntry, Player, Transfer, User
from engine.betting.hand import Stakes
from tables import tasks
from tables.cash import seating
from tables.models import Hand, Table
from tests.support.tables.scoresheets import ROWS
from tests.tables.conftest import stack

pytestmark = pytest.mark.django_db

PLAIN = "Jc 9h 4h / Ts Td 8c 5c 2d / Ac Ad Kc 6c 3d"


@pytest.fixture
def table(house, now) -> Table:
    anna, ben = house.person("anna"), house.person("ben")
    return house.seated(
        anna, ben, game="ofc-pineapple", stakes=Stakes(limit="points", point=10), kind=Table.Kind.RECORDED, buy_in=1_000
    )


def stacks(table) -> list[int]:
    return [stack(table, sitting.player) for sitting in table.sittings.order_by("seat")]


def preview(client, table, rows, **more):
    return client.post(f"/api/v1/tables/{table.pk}/scores/preview/", {"rows": rows, **more}, format="json")


def post(client, table, rows, number=1, **more):
    return client.post(f"/api/v1/tables/{table.pk}/scores/", {"rows": rows, "number": number, **more}, format="json")


def test_the_floor_sees_at_once_what_rows_come_to_and_nothing_is_written(floor, table):
    told = preview(floor, table, ROWS).json()
    assert told["result"]["points"] == {"1": 11, "2": -11}  # two rows, the backs tie; 7 + 2 + 4 against 4
    assert told["result"]["payments"] == [{"payer": 2, "receiver": 1, "chips": 110}]
    assert told["result"]["carried"] == {"fantasyland": {"1": 14}}
    assert stacks(table) == [1_000, 1_000]
    assert not Hand.objects.exists()


def test_a_posted_sheet_that_waits_for_a_worker_is_told_of_the_table_until_it_is_settled(house, floor, table, client):
    watcher = house.person("rail")
    alone, rail = house.client(Player.objects.get(nickname="dora")), house.client(watcher)  # while no worker is there
    assert rail.get(f"/api/v1/tables/{table.pk}/").json()["settling"] is None
    posted = post(alone, table, ROWS).json()
    assert posted["state"] == "over"
    seen = rail.get(f"/api/v1/tables/{table.pk}/").json()
    assert seen["hand"] is None, "rows that nobody saw dealt are no hand to look at"
    since = Hand.objects.get().ended_at.isoformat()
    assert seen["settling"] == {"hand": posted["id"], "number": 1, "since": since, "is_refused": False}
    client.force_login(watcher.user)
    page = f"/tables/{table.pk}/felt/"
    assert "Hand 1 is waiting to be settled." in client.get(page).content.decode()
    tasks.sweep()  # what a worker does when it comes back
    assert rail.get(f"/api/v1/tables/{table.pk}/").json()["settling"] is None
    assert "waiting to be settled" not in client.get(page).content.decode()


def test_half_of_the_rows_are_enough_for_a_warning(floor, table):
    foul = "As Ah Ad / 2s 2d 5c 6h 7h / Ks Kh Qd Jd 9c"
    told = preview(floor, table, {"1": foul, "2": "Zz"}).json()
    (first,) = [seat for seat in told["view"]["seats"] if seat["seat"] == 1]
    assert first["foul"]["is_certain"]
    assert "2" in told["refused"]
    assert told["result"] is None


def test_a_posted_hand_moves_the_chips_once_and_the_next_is_dealt_on_it(floor, table):
    for _ in range(2):  # sent twice, posted once
        answer = post(floor, table, ROWS)
        assert answer.status_code == 201, answer.json()
    assert stacks(table) == [1_110, 890]
    assert Hand.objects.get().state == Hand.State.SETTLED
    told = preview(floor, table, {}).json()
    assert told["number"] == 2
    (first,) = [seat for seat in told["view"]["seats"] if seat["seat"] == 1]
    assert first["fantasyland"] == 14
    assert AuditEntry.objects.filter(kind="hand.scored").count() == 1
    assert audit.run(now=timezone.now()).ok


def test_a_correction_reverses_by_a_linked_transfer_and_the_rows_are_entered_anew(floor, table):
    hand = post(floor, table, ROWS).json()["id"]
    answer = floor.post(f"/api/v1/hands/{hand}/take-back/", {"why": "rows of seats 1 and 2 exchanged"}, format="json")
    assert answer.status_code == 200, answer.json()
    assert stacks(table) == [1_000, 1_000]
    first = Transfer.objects.get(key=f"hand:{hand}:settle")
    assert first.corrected_by.why == "rows of seats 1 and 2 exchanged"
    assert preview(floor, table, {}).json()["view"]["seats"][0]["fantasyland"] == 0
    assert post(floor, table, {"1": ROWS["2"], "2": ROWS["1"]}, number=2).status_code == 201
    assert stacks(table) == [890, 1_110]
    assert floor.post(f"/api/v1/hands/{hand}/take-back/", {"why": "again"}, format="json").status_code == 409
    assert audit.run(now=timezone.now()).ok


def test_rows_entered_anew_keep_the_button_of_the_hand_taken_back(floor, table):
    hand = post(floor, table, ROWS).json()["id"]
    button = Hand.objects.get(pk=hand).start["positions"][0]
    floor.post(f"/api/v1/hands/{hand}/take-back/", {"why": "wrong rows"}, format="json")
    assert preview(floor, table, {}).json()["view"]["button"] == button
    again = post(floor, table, {"1": ROWS["2"], "2": PLAIN}, number=2).json()["id"]
    assert Hand.objects.get(pk=again).start["positions"][0] == button
    assert preview(floor, table, {}).json()["view"]["button"] != button


def test_rows_of_a_hand_taken_back_are_not_taken_for_posted_when_they_are_sent_again(floor, table):
    hand = post(floor, table, ROWS).json()["id"]
    floor.post(f"/api/v1/hands/{hand}/take-back/", {"why": "wrong rows"}, format="json")
    answer = post(floor, table, ROWS)
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_void")
    assert stacks(table) == [1_000, 1_000]


@pytest.mark.parametrize(("rule", "is_moved"), [("held", False), ("moving", True)])
def test_s3_10_the_sheet_holds_the_button_for_a_hand_of_fantasyland_if_the_house_does(
    floor, table, now, rule, is_moved
):
    house_rules.change({"ChineseRules.fantasyland_button": rule}, by=None, now=now)
    post(floor, table, ROWS)  # seat 1 earns fantasyland
    button = Hand.objects.get().start["positions"][0]
    assert (preview(floor, table, {}).json()["view"]["button"] != button) is is_moved


def test_an_earlier_hand_is_not_taken_back_under_a_later_one(floor, table):
    first = post(floor, table, ROWS).json()["id"]
    post(floor, table, ROWS, number=2)
    answer = floor.post(f"/api/v1/hands/{first}/take-back/", {"why": "late"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "later_hands")


@pytest.mark.parametrize(
    ("rows", "number", "status", "code"),
    [
        ({"1": ROWS["1"]}, 1, 422, "row_missing"),
        ({"1": ROWS["1"], "2": ROWS["1"]}, 1, 422, "wrong_cards"),
        ({"1": ROWS["1"], "2": "2s 3s / 8s 8d Tc 2c 3c / Ah Kh 7h 6h 5h"}, 1, 422, None),
        ({"1": ROWS["1"], "2": "nonsense"}, 1, 422, None),
        (ROWS, 7, 409, "wrong_number"),
        ({**ROWS, "5": PLAIN}, 1, 422, "no_such_seat"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(floor, table, rows, number, status, code):
    answer = post(floor, table, rows, number)
    told = answer.json()
    assert answer.status_code == status, told
    assert code in (None, told["code"])
    assert told["detail"]
    assert not Hand.objects.exists()
    assert stacks(table) == [1_000, 1_000]


def test_other_rows_for_a_posted_number_are_refused(floor, table):
    post(floor, table, ROWS)
    answer = post(floor, table, {"1": ROWS["2"], "2": ROWS["1"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_posted")


def test_only_the_floor_enters_rows(house, table):
    client = house.client(table.sittings.first().player)
    assert preview(client, table, ROWS).status_code == 403
    assert post(client, table, ROWS).status_code == 403
    browser = Client()
    browser.force_login(table.sittings.first().player.user)
    assert browser.get(f"/tables/{table.pk}/scores/").status_code == 403
    assert browser.post(f"/tables/{table.pk}/scores/").status_code == 403


def test_everybody_leaves_with_what_is_left(house, floor, table, now):
    post(floor, table, ROWS)
    for sitting in table.sittings.all():
        seating.stand_up(table.pk, sitting.player, now=now)
    assert audit.run(now=timezone.now()).ok


LINES = {
    "1": {"places": [1, 1, 1], "royalties": [7, 2, 4]},
    "2": {"places": [2, 2, 1], "royalties": [0, 0, 4]},
}


def fantasyland(client, table) -> dict[int, int]:
    """Who plays the next hand in fantasyland, by seat."""
    return {place["seat"]: place["fantasyland"] for place in preview(client, table, {}).json()["view"]["seats"]}


def post_sheet(client, table, number=1, **sheet):
    return client.post(f"/api/v1/tables/{table.pk}/scores/", {"number": number, **sheet}, format="json")


def test_rows_without_cards_and_points_alone_move_what_the_cards_would(floor, table):
    assert post_sheet(floor, table, lines=LINES).status_code == 201
    assert stacks(table) == [1_110, 890]
    assert fantasyland(floor, table) == {1: 14, 2: 0}, "it follows from the front's royalty"
    for _sent_twice in range(2):
        answer = post_sheet(floor, table, 2, points={"1": -11, "2": 11}, fantasyland={"2": 15})
        assert (answer.status_code, answer.json()["state"]) == (201, "settled")
    assert stacks(table) == [1_000, 1_000]
    assert fantasyland(floor, table) == {1: 0, 2: 15}
    assert post_sheet(floor, table, 2, points={"1": -12, "2": 12}).json()["code"] == "hand_posted"
    floor.post(f"/api/v1/hands/{answer.json()['id']}/take-back/", {"why": "x"}, format="json")
    assert (stacks(table), fantasyland(floor, table)) == ([1_110, 890], {1: 14, 2: 0})
    assert audit.run(now=timezone.now()).ok


def test_the_preview_says_what_may_be_entered_and_what_is_wrong(floor, table):
    wrong = {**LINES, "2": {"places": [2, 2, 1], "royalties": [0, 0, 3]}}
    told = floor.post(f"/api/v1/tables/{table.pk}/scores/preview/", {"lines": wrong}, format="json").json()
    assert (told["result"], told["refused"]["2"]) == (
        None,
        "the back cannot earn 3 points; its table has 0, 2, 4, 6, 10, 15, 25",
    )
    assert (told["keys"]["jokers"], told["keys"]["may_surrender"], told["keys"]["naturals"]) == (0, False, [])
    assert told["keys"]["royalties"][0][7] == {"points": 7, "labels": ["QQ"]}
    told = floor.post(f"/api/v1/tables/{table.pk}/scores/preview/", {"points": {"1": 5, "2": 0}}, format="json").json()
    assert told["why"] == "points must sum to zero, not to 5"
    both = floor.post(f"/api/v1/tables/{table.pk}/scores/preview/", {"lines": {}, "points": {}}, format="json")
    assert (both.status_code, both.json()["code"]) == (422, "one_way")


def test_who_plays_in_fantasyland_is_told_where_the_club_does_not_know_it(floor, table):
    quads = {"1": {"places": [1, 1, 1], "royalties": [0, 0, 10]}, "2": {"places": [2, 2, 2]}}
    assert post_sheet(floor, table, lines=quads, playing={"1": 15}).status_code == 201
    assert fantasyland(floor, table) == {1: 15, 2: 0}, "quads at the back stay"


def test_an_older_hand_is_corrected_where_it_stands(floor, table):
    first = post(floor, table, ROWS).json()["id"]
    post_sheet(floor, table, 2, points={"1": -1, "2": 1})
    right = {"1": ROWS["2"], "2": PLAIN}
    address = f"/api/v1/hands/{first}/correct/"
    for _sent_twice in range(2):
        answer = floor.post(address, {"rows": right, "why": "seats exchanged"}, format="json")
        assert answer.status_code == 201, answer.json()
    assert Hand.objects.filter(table=table).count() == 3
    assert Transfer.objects.get(key=f"hand:{first}:settle").corrected_by.why == "seats exchanged"
    assert fantasyland(floor, table) == {1: 0, 2: 0}
    again = Hand.objects.get(table=table, number=3)
    assert (again.expected["corrects"], again.expected["since"], again.state) == (1, True, "settled")
    assert stacks(table)[0] == 1_000 - 10 + again.result["net"]["1"]
    assert AuditEntry.objects.filter(kind="hand.corrected").count() == 1
    assert floor.post(address, {"points": {"1": 0, "2": 0}, "why": "x"}, format="json").json()["code"] == "not_posted"
    assert audit.run(now=timezone.now()).ok


def test_an_older_hand_is_corrected_card_by_card_on_its_page(floor, table):
    first = post(floor, table, ROWS).json()["id"]
    post_sheet(floor, table, 2, points={"1": -1, "2": 1})
    page = Client()
    page.force_login(User.objects.get(username="dora"))
    shown = page.get(f"/tables/{table.pk}/scores/?correct={first}").content.decode()
    front = ROWS["1"].split(" / ")[0]
    assert f'value="{front}"' in shown, "the cards that were posted stand in the sheet"
    fields = {f"{name}-{seat}": "" for name in ("front", "middle", "back") for seat in (1, 2)}
    for seat, text in ((1, ROWS["2"]), (2, PLAIN)):
        fields |= dict(zip((f"front-{seat}", f"middle-{seat}", f"back-{seat}"), text.split(" / "), strict=True))
    refused = page.post(f"/hands/{first}/correct/", fields)
    assert (refused.status_code, f'value="{PLAIN.split(" / ")[0]}"' in refused.content.decode()) == (422, True)
    assert page.post(f"/hands/{first}/correct/", {**fields, "why": "seats exchanged"}).status_code == 302
    again = Hand.objects.get(table=table, number=3)
    assert again.expected["corrects"] == 1
    assert Hand.objects.get(pk=first).state == "void"


def test_later_fantasyland_is_warned_about_and_chips_must_be_there(floor, table):
    first = post(floor, table, ROWS).json()["id"]  # seat 1 goes to fantasyland
    post_sheet(floor, table, 2, points={"1": -105, "2": 105})
    answer = floor.post(f"/api/v1/hands/{first}/correct/", {"points": {"1": 0, "2": 0}, "why": "x"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_enough_chips")
    post_sheet(floor, table, 3, points={"1": 50, "2": -50})
    answer = floor.post(f"/api/v1/hands/{first}/correct/", {"points": {"1": 0, "2": 0}, "why": "x"}, format="json")
    assert answer.json()["warnings"] == [
        "The fantasyland of anna changes with this correction; the hands played since stand as they were played."
    ]
    assert audit.run(now=timezone.now()).ok
