"""What is wrong is refused by the API with a problem that says what would be right, and changes nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.games.hand_start import Stakes
from tables.dealing import dealer
from tables.models import Decision, Hand, Sitting, Table
from tests.support.tables.problems import check_problem
from tests.tables.conftest import wallet

pytestmark = pytest.mark.django_db


@pytest.fixture
def heads_up(house, now):
    """Anna on the button and small blind (50), Ben on the big blind (100), 5,000 each; Anna is asked."""
    anna, ben = house.person("anna"), house.person("ben")
    table = house.seated(anna, ben)
    row = dealer.deal(table.pk, now=now)
    return table, row, {1: anna, 2: ben}


def asked(row, people):
    """The seat that is asked, the player, and the number of the ask."""
    from tables.hand.hand_replay import rebuilt

    ask = rebuilt(row).asks[0]
    return ask.seat, people[ask.seat], ask.number


def send(house, player, table, row, ask, words):
    return house.client(player).post(
        f"/api/v1/tables/{table.pk}/decisions/", {"hand": row.pk, "ask": ask, "decision": words}
    )


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("check", "not_offered"),
        ("draw 2c", "not_offered"),
        ("dance", "bad_decision_text"),
        ("raise", "bad_decision_text"),
        ("raise lots", "bad_decision_text"),
        ("show Zz", "bad_decision_text"),
        ("raise 199", "raise_too_small"),
        ("raise -5", "raise_too_small"),
        ("raise 5001", "raise_too_large"),
        ("raise 99999999999999999999999999", "raise_too_large"),
    ],
)
def test_a_wrong_action_is_told_what_is_legal(house, heads_up, words, code):
    table, row, people = heads_up
    _seat, player, ask = asked(row, people)
    problem = check_problem(send(house, player, table, row, ask, words), 422, code)
    assert problem["ask"] == ask
    assert problem["offers"] == [
        {"verb": "fold"},
        {"verb": "call", "amount": 50},
        {"verb": "raise", "lo": 200, "hi": 5000},
    ]
    assert not Decision.objects.exists()
    table.refresh_from_db()
    assert table.version == Table.objects.get(pk=table.pk).version
    assert send(house, player, table, row, ask, "call").status_code == 200, "and the hand goes on"


@pytest.mark.parametrize(("words", "wrong"), [("show Zz Ks", "Zz"), ("draw 1c", "1c"), ("set As Ks", "'As Ks'")])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_that_cannot_be_read_are_told_what_is_wrong_with_them(house, heads_up, words, wrong, language):
    table, row, people = heads_up
    _seat, player, ask = asked(row, people)
    said = {"hand": row.pk, "ask": ask, "decision": words}
    answer = house.client(player).post(
        f"/api/v1/tables/{table.pk}/decisions/", said, headers={"Accept-Language": language}
    )
    reason = check_problem(answer, 422, "bad_decision_text")["detail"].replace(words, "", 1)
    assert wrong in reason, "the reason is named, not only what was sent"
    assert "straddle" not in reason, "a list of everything is no reason"


def test_out_of_turn(house, heads_up):
    table, row, people = heads_up
    seat, _player, ask = asked(row, people)
    other = people[3 - seat]
    problem = check_problem(send(house, other, table, row, ask, "fold"), 409, "not_your_turn")
    assert problem["to_act"] == [seat]
    assert problem["state"]["you"] == 3 - seat, "the fresh state comes with it"
    assert not Decision.objects.exists()


def test_not_in_the_hand(house, heads_up):
    table, row, people = heads_up
    stranger = house.person("carla")
    check_problem(send(house, stranger, table, row, asked(row, people)[2], "fold"), 403, "not_in_this_hand")
    assert not Decision.objects.exists()


def test_a_closed_ask_and_one_not_open_yet(house, heads_up):
    table, row, people = heads_up
    _seat, player, ask = asked(row, people)
    assert send(house, player, table, row, ask, "raise 300").status_code == 200
    problem = check_problem(send(house, player, table, row, ask, "fold"), 409, "closed_ask")
    assert problem["state"]["hand"]["view"]["pot"] == 400
    check_problem(send(house, player, table, row, 77, "call"), 409, "closed_ask")
    assert [one.text for one in Decision.objects.all()] == ["raise 300"]


def test_the_same_answer_again_is_the_same_answer(house, heads_up):
    table, row, people = heads_up
    seat, player, ask = asked(row, people)
    for words in ("call", "call", " CALL "):
        assert send(house, player, table, row, ask, words).status_code == 200
    assert Decision.objects.count() == 1
    other = people[3 - seat]
    number = asked(row, people)[2]
    for words in ("check", "call"):  # two words for one thing
        assert send(house, other, table, row, number, words).status_code == 200
    assert Decision.objects.count() == 2
    # Only the one who gave it may repeat it.
    check_problem(send(house, other, table, row, ask, "call"), 409, "closed_ask")


def test_unknown_things(house, heads_up):
    table, row, people = heads_up
    _seat, player, ask = asked(row, people)
    client = house.client(player)
    check_problem(client.get("/api/v1/tables/987654/"), 404, "unknown_table")
    check_problem(client.get("/api/v1/hands/987654/"), 404, "unknown_hand")
    check_problem(
        client.post("/api/v1/tables/987654/decisions/", {"hand": row.pk, "ask": ask, "decision": "call"}),
        404,
        "unknown_table",
    )
    check_problem(
        client.post(f"/api/v1/tables/{table.pk}/decisions/", {"hand": 987654, "ask": ask, "decision": "call"}),
        404,
        "unknown_hand",
    )
    other = house.table()
    check_problem(
        client.post(f"/api/v1/tables/{other.pk}/decisions/", {"hand": row.pk, "ask": ask, "decision": "call"}),
        404,
        "unknown_hand",
    )


@pytest.mark.parametrize(
    "body",
    [{}, {"hand": "x", "ask": 0, "decision": "call"}, {"hand": 1, "ask": -1, "decision": "call"}, [], "call"],
)
def test_a_decision_that_lacks_something(house, heads_up, body):
    table, _row, people = heads_up
    answer = house.client(people[1]).post(f"/api/v1/tables/{table.pk}/decisions/", body)
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("application/problem+json")


def test_after_the_clock_the_decision_comes_too_late(house, heads_up, now):
    table, row, people = heads_up
    seat, player, ask = asked(row, people)
    Hand.objects.filter(pk=row.pk).update(deadline=now - timedelta(seconds=1))
    check_problem(send(house, player, table, row, ask, "call"), 409, "closed_ask")
    [kept] = Decision.objects.all()
    assert (kept.text, kept.source, kept.seat) == ("fold", "clock", seat), "the clock's decision stays"
    assert table.sittings.get(player=player).state == "out", "whoever let the clock decide sits out, late click or none"


def sit(house, player, table, body, key="k"):
    return house.client(player).post(
        f"/api/v1/tables/{table.pk}/sittings/", body, headers={"Idempotency-Key": key} if key else {}
    )


def test_sitting_down_wrongly(house):
    anna, ben, poor = house.person("anna"), house.person("ben"), house.person("poor", chips=4100)
    table = house.table(seats=3)
    check_problem(sit(house, anna, table, {"seat": 1, "buy_in": 5000}, key=None), 400, "idempotency_key_missing")
    problem = check_problem(sit(house, anna, table, {"seat": 4, "buy_in": 5000}), 422, "unknown_seat")
    assert problem["free_seats"] == [1, 2, 3]
    for amount in (3999, 20_001):
        problem = check_problem(sit(house, anna, table, {"seat": 1, "buy_in": amount}), 422, "buy_in_out_of_range")
        assert (problem["least"], problem["most"]) == (4000, 20_000)
    check_problem(sit(house, poor, table, {"seat": 1, "buy_in": 5000}), 409, "not_enough_chips")
    assert not Sitting.objects.exists()
    assert sit(house, anna, table, {"seat": 1, "buy_in": 5000}).status_code == 201
    problem = check_problem(sit(house, ben, table, {"seat": 1, "buy_in": 5000}), 409, "seat_taken")
    assert problem["free_seats"] == [2, 3]
    check_problem(sit(house, anna, table, {"seat": 2, "buy_in": 5000}, key="other"), 409, "seated_already")
    assert [wallet(player) for player in (anna, ben, poor)] == [5000, 10_000, 4100]
    assert Sitting.objects.count() == 1


def test_a_key_moves_chips_once_and_stands_for_one_request(house):
    anna = house.person("anna", chips=20_000)
    table = house.table()
    for _ in range(2):
        assert sit(house, anna, table, {"seat": 1, "buy_in": 5000}, key="once").status_code == 201
    assert wallet(anna) == 15_000
    check_problem(sit(house, anna, table, {"seat": 2, "buy_in": 5000}, key="once"), 409, "key_reused")
    check_problem(sit(house, anna, table, {"seat": 1, "buy_in": 6000}, key="once"), 422, "key_reused")
    client = house.client(anna)
    address = f"/api/v1/tables/{table.pk}/sittings/mine/"
    for _ in range(2):
        assert client.post(address, {"amount": 1000}, headers={"Idempotency-Key": "more"}).status_code == 200
    assert wallet(anna) == 14_000
    check_problem(client.post(address, {"amount": 2000}, headers={"Idempotency-Key": "more"}), 422, "key_reused")
    problem = check_problem(
        client.post(address, {"amount": 14_001}, headers={"Idempotency-Key": "much"}), 422, "buy_in_out_of_range"
    )
    assert problem["most"] == 14_000
    assert wallet(anna) == 14_000


def test_no_chips_are_added_during_a_hand(house, heads_up):
    table, _row, people = heads_up
    address = f"/api/v1/tables/{table.pk}/sittings/mine/"
    answer = house.client(people[1]).post(address, {"amount": 1000}, headers={"Idempotency-Key": "more"})
    check_problem(answer, 409, "hand_in_progress")
    assert wallet(people[1]) == 5000


OPEN = {"name": "Blue", "game": "holdem", "stakes": {"limit": "no", "small_blind": 50, "big_blind": 100}, "seats": 6}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "snap"}, "unknown_game"),
        ({"stakes": {"limit": "sky"}}, "bad_start"),
        ({"stakes": {"limit": "fixed"}}, "bad_start"),
        ({"stakes": {"small_blind": "many"}}, "bad_start"),
        ({"stakes": {"colour": 3}}, "bad_start"),
        ({"game": "seven-card-stud", "seats": 10, "stakes": {"limit": "fixed", "small_bet": 2, "big_bet": 4, "bring_in": 1}},
         "seats_out_of_range"),
        ({"min_buy_in": 500, "max_buy_in": 400}, "buy_in_range"),
        ({"max_buy_in": 10**30}, "buy_in_too_large"),
        ({"stakes": {"limit": "no", "small_blind": 1, "big_blind": 10**18}}, "buy_in_too_large"),
        ({"stakes": {"limit": "no"}}, "bad_start"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be(house, change, code):
    floor = house.client(house.person("dora", role="dealer"))
    check_problem(floor.post("/api/v1/tables/", OPEN | change), 422, code)
    assert not Table.objects.exists()


def test_who_may_not(house, heads_up, client):
    table, row, people = heads_up
    player = house.client(people[1])
    check_problem(player.post("/api/v1/tables/", OPEN), 403, "permission_denied")
    check_problem(player.post(f"/api/v1/hands/{row.pk}/void/", {"why": "I lose"}), 403, "permission_denied")
    check_problem(player.post("/api/v1/recorded-hands/", {"phh": "x"}), 403, "permission_denied")
    assert client.get(f"/api/v1/tables/{table.pk}/").status_code == 401, "a stranger"
    row.refresh_from_db()
    assert row.state == "playing"


def test_a_hand_is_called_off_with_a_reason_and_once(house, heads_up):
    from club.models import AuditEntry

    table, row, people = heads_up
    _seat, player, ask = asked(row, people)
    send(house, player, table, row, ask, "raise 1000")
    floor = house.client(house.person("dora", role="director"))
    assert floor.post(f"/api/v1/hands/{row.pk}/void/", {"why": "  "}).status_code == 400
    assert floor.post(f"/api/v1/hands/{row.pk}/void/", {"why": "A card was exposed"}).status_code == 200
    check_problem(floor.post(f"/api/v1/hands/{row.pk}/void/", {"why": "again"}), 409, "hand_not_live")
    for one in people.values():
        house.client(one).delete(f"/api/v1/tables/{table.pk}/sittings/mine/")
        assert wallet(one) == 10_000, "every chip is back"
    assert AuditEntry.objects.get(kind="hand.voided").why == "A card was exposed"


LONG = "9" * 5_000  # digits: more than Python reads at once


def test_a_number_of_thousands_of_digits_is_refused_at_every_door_of_the_tables(house, client):
    anna, ben = house.person("anna"), house.person("ben")
    sheet = house.seated(
        anna, ben, game="chinese", stakes=Stakes(limit="points", point=10), kind=Table.Kind.RECORDED, buy_in=1_000
    )
    cards = house.seated(house.person("cleo"), house.person("dora"), kind=Table.Kind.RECORDED)
    eri = house.person("eri", role="owner", chips=0)
    client.force_login(eri.user)
    api = house.client(eri)
    for address, form in (
        (f"/tables/{sheet.pk}/scores/post/", {"number": LONG, "front-1": "As"}),
        (f"/tables/{sheet.pk}/scores/post/", {"number": "1", f"front-{LONG}": "As"}),
        (f"/tables/{sheet.pk}/scores/post/", {"number": "1", f"front-{LONG}": "As", f"surrender-{LONG}": "1"}),
        (f"/tables/{cards.pk}/record/result/", {"number": "1", "stack-1": "0" * 20 + LONG, "pot": "0" * 20 + LONG}),
        (f"/tables/{cards.pk}/record/result/", {"number": LONG}),
    ):
        assert 400 <= client.post(address, form).status_code < 500, (address, form)
    for address in (f"/api/v1/tables/{sheet.pk}/scores/", f"/api/v1/tables/{sheet.pk}/scores/preview/"):
        answer = api.post(address, {"rows": {LONG: "As"}, "number": 1}, format="json")
        check_problem(answer, 400, "invalid")
    check_problem(api.get("/api/v1/house-rules/", {"scope": f"table:{LONG}"}), 404, "unknown_scope")
    check_problem(api.get("/api/v1/house-rules/", {"scope": f"tournament:{LONG}"}), 404, "unknown_scope")
    assert not Hand.objects.exists()
