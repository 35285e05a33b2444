"""Every game of the catalogue, played over HTTP by a client that knows no game: it reads offers and answers them."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from club.house import house_rules
from club.ledger import audit
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.games.betting_games import GAMES
from engine.games.play_rules import PlayRules
from engine.play.any_game import CATALOGUE
from tables import tasks
from tables.cash import seating
from tables.core.errors import IllegalAction
from tables.core.table_rules import TableRules
from tables.dealing import dealer, time_outs
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, Table
from tests.support.budget import KINDS, sampled, sweep, swept
from tests.support.markup import squeezed
from tests.support.real_hands import stakes_of
from tests.support.tables.table_api import decide, look, own_ask, sit
from tests.tables.conftest import stack

pytestmark = pytest.mark.django_db

# Every game once, every limit with many games; Chinese games below.
LIMITS = dict(zip(GAMES, itertools.cycle(["no", "pot", "fixed", "spread"]), strict=False))
LEGS = [(game, LIMITS[game]) for game in sampled(GAMES, "over HTTP", one_of=9)]


def catalogue(client):
    return {line["key"]: line for line in client.get("/api/v1/games/").json()}


def opened(floor, game, stakes, **more) -> Table:
    answer = floor.post(
        "/api/v1/tables/", {"name": game, "game": game, "stakes": stakes, "pace": 0, **more}, format="json"
    )
    assert answer.status_code == 201, answer.json()
    # Nobody runs out of time because the machine was busy.
    Table.objects.filter(pk=answer.json()["id"]).update(pause=0, action_seconds=1_800)
    return Table.objects.get(pk=answer.json()["id"])


def answer_to(ask, view, rng):
    """A legal decision, from the offers and the seat's own cards alone; it folds seldom, to see the cards."""
    offer = rng.choice(ask["offers"])
    if "room" in ask:
        return placing(ask, rng)
    if offer["verb"] == "fold" and rng.random() < 0.8:
        offer = next(one for one in ask["offers"] if one["verb"] == "call")
    verb, lo, hi = offer["verb"], offer.get("lo", 0), offer.get("hi", 0)
    own = next(place["cards"] for place in view["seats"] if place["seat"] == ask["seat"])
    if verb in ("draw", "discard"):
        return " ".join([verb, *rng.sample(own, rng.randint(lo, hi))])
    if verb == "raise":
        return f"raise {rng.randrange(lo, hi + 1, offer.get('step') or 1)}"
    return f"agree {rng.randint(lo, hi)}" if verb == "agree" else verb


def placing(ask, rng):
    """Rows for the cards of a Chinese hand, by the room they have; what is not named is discarded."""
    cards = ask["cards"]
    keep = len(cards) - ask["discard"]
    places = rng.sample([row for row, room in ask["room"].items() for _ in range(room)], keep)
    rows = dict.fromkeys(ask["room"], "")
    for row, card in zip(places, rng.sample(cards, keep), strict=True):
        rows[row] += card
    if ask["kind"] == "set":
        return f"set {' / '.join(rows.values())}"
    return " ".join(["place", *(f"{row}={cards}" for row, cards in rows.items() if cards)])


def play(clients, table, rng, verbs=None):
    """Answer whatever is asked of these clients until the hand is over; the verbs that were said."""
    said = set()
    for _ in range(400):
        for client in clients:
            seen = look(client, table)
            if seen["hand"]["state"] != "playing":
                return said
            ask = own_ask(seen)
            if ask is not None:
                words = (verbs or answer_to)(ask, seen["hand"]["view"], rng)
                answer = decide(client, table, seen, ask, words)
                assert answer.status_code == 200, (words, answer.json())
                said.add(words.split()[0])
    raise AssertionError("the hand does not end")


def test_every_game_is_opened_at_every_limit_it_has(house, floor):
    games = catalogue(floor)
    assert set(games) == {*GAMES, *CHINESE_GAMES}
    for game in games.values():
        assert game["usual_limit"] in game["limits"]
        for limit in game["limits"]:
            stakes = game["stakes"][limit]
            assert stakes["limit"] == limit
            assert opened(floor, game["key"], stakes).stakes == stakes


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "limit"), LEGS, ids=[f"{game}-{limit}" for game, limit in LEGS])
def test_a_hand_of_every_game_over_http(house, floor, client, now, game, limit):
    rng = random.Random(game)
    anna, bots = house.person("anna"), [house.computer(f"bot {n}") for n in range(2)]
    table = opened(floor, game, catalogue(floor)[game]["stakes"][limit], min_buy_in=100, max_buy_in=9000)
    assert sit(house.client(anna), table, 1, 3000).status_code == 201
    for seat, bot in enumerate(bots, start=2):
        seating.sit_down(table.pk, bot, seat, 3000, key="seat", now=now)
    row = dealer.deal(table.pk, now=now, seed=b"e" * 32)
    time_outs.play_on(row.pk, now=now)
    client.force_login(anna.user)
    assert client.get(f"/tables/{table.pk}/felt/").status_code == 200
    play([house.client(anna)], table, rng)
    house.settle()
    check_settled(row, table, [anna, *bots])
    assert client.get(f"/hands/{row.pk}/").status_code == 200


def check_settled(row, table, players, chips=9000):
    row.refresh_from_db()
    assert row.state == Hand.State.SETTLED
    assert sum(row.result["net"].values()) + row.result["rake"] == 0
    assert sum(stack(table, player) for player in players) == chips - row.result["rake"]
    assert audit.run(now=row.ended_at).differences == ()


# -- what the house may add -------------------------------------------------------------------------------------------

NO_LIMIT = {"limit": "no", "small_blind": 50, "big_blind": 100}
FIXED = {"limit": "fixed", "small_blind": 50, "big_blind": 100, "small_bet": 100, "big_bet": 200}
STUD = {"limit": "fixed", "ante": 20, "bring_in": 25, "small_bet": 100, "big_bet": 200}


@pytest.fixture
def table_of(house, floor, people):
    """Open a table for the three people, by these house rules."""

    def make(game, stakes, buy_in=3000, **values) -> Table:
        table = opened(floor, game, stakes, min_buy_in=100, max_buy_in=9000)
        owner = house.client(house.person("olga", role="owner", chips=0))
        answer = owner.put("/api/v1/house-rules/", {"scope": f"table:{table.pk}", "values": values}, format="json")
        assert answer.status_code == 200, answer.json()
        for seat, player in enumerate(people, start=1):
            assert sit(house.client(player), table, seat, buy_in).status_code == 201
        return table

    return make


def next_hand(house, table, number=1):
    return dealer.deal(table.pk, now=house.now, seed=bytes([number]) * 32)


def verbs(*wanted):
    """Choose the first of those that is offered."""

    def choose(ask, view, rng):
        offers = {offer["verb"]: offer for offer in ask["offers"]}
        for words in wanted:
            verb = words.split()[0]
            if verb in offers:
                return words.replace("most", str(offers[verb].get("hi")))
        return "call"

    return choose


def test_the_board_is_run_twice_if_all_agree(house, people, table_of):
    table = table_of("holdem", NO_LIMIT, **{"PlayRules.run_it": 3})
    row = next_hand(house, table)
    said = play([house.client(player) for player in people], table, None, verbs("agree 2", "raise most"))
    assert {"raise", "agree"} <= said
    view = look(house.client(people[0]), table)["hand"]["view"]
    assert [len(board) for board in view["boards"]] == [5, 5]
    assert view["boards"][0] != view["boards"][1]
    house.settle()
    check_settled(row, table, people)
    shares = [share["board"] for pot in row.result["pots"] for share in pot["shares"] if "board" in share]
    assert set(shares) == {0, 1}


def test_a_straddle_is_offered_before_the_cards_and_may_be_passed(house, people, table_of):
    table = table_of("holdem", NO_LIMIT, **{"PlayRules.straddle": "button"})
    for number, words in enumerate(("straddle", "pass"), start=1):
        row = next_hand(house, table, number)
        asked = next(ask for ask in rebuilt(row).asks)
        client = house.client(row.seats.get(seat=asked.seat).player)
        seen = look(client, table)
        assert own_ask(seen)["offers"] == [{"verb": "straddle", "amount": 200}, {"verb": "pass"}]
        assert own_ask(seen)["default"] == "pass"
        assert decide(client, table, seen, own_ask(seen), words).status_code == 200
        bets = {place["seat"]: place["bet"] for place in look(client, table)["hand"]["view"]["seats"]}
        assert bets[asked.seat] == (200 if words == "straddle" else 0)
        play([house.client(player) for player in people], table, None, verbs("fold"))
        house.settle()
        check_settled(row, table, people)


def test_where_the_house_has_neither_a_straddle_nor_a_second_run_is_refused(house, people, table_of):
    table = table_of("holdem", NO_LIMIT)
    row = next_hand(house, table)
    assert "bomb" not in row.start
    first = next(ask for ask in rebuilt(row).asks)
    client = house.client(row.seats.get(seat=first.seat).player)
    seen = look(client, table)
    for words in ("straddle", "agree 2"):
        refused = decide(client, table, seen, own_ask(seen), words)
        assert (refused.status_code, refused.json()["code"]) == (422, "not_offered")
    said = play([house.client(player) for player in people], table, None, verbs("raise most"))
    assert "agree" not in said, "nobody is asked"
    assert [len(board) for board in look(client, table)["hand"]["view"]["boards"]] == [5]


def test_a_bomb_pot_on_two_boards(house, people, table_of):
    rules = {"TableRules.boards": 2, "TableRules.bomb_every": 2, "TableRules.bomb": 5}
    table = table_of("omaha", NO_LIMIT, **rules)
    next_hand(house, table)
    view = look(house.client(people[0]), table)["hand"]["view"]
    assert (len(view["boards"]), view["pot"]) == (2, 150), "every hand has two boards"
    play([house.client(player) for player in people], table, None, verbs("fold"))
    house.settle()
    row = next_hand(house, table, 2)
    view = look(house.client(people[0]), table)["hand"]["view"]
    assert view["pot"] == 3 * 500, "and every other hand is a bomb pot"
    assert [len(board) for board in view["boards"]] == [3, 3]
    play([house.client(player) for player in people], table, None, verbs("call"))
    house.settle()
    check_settled(row, table, people)


def test_a_stud_game_has_neither(house, people, table_of):
    table = table_of("razz", STUD, **{"TableRules.boards": 2, "TableRules.bomb_every": 1})
    next_hand(house, table)
    assert look(house.client(people[0]), table)["hand"]["view"]["boards"] == [[]]


def test_a_full_table_has_as_many_boards_as_the_deck_holds(house, now):
    players = [house.computer(f"bot {n}") for n in range(7)]
    table = house.seated(*players, game="omaha6", min_buy_in=100)
    house_rules.set_value(TableRules, "boards", 4, by=None, now=now)
    start = dealer.deal(table.pk, now=now, seed=b"f" * 32).start
    assert start.get("boards", 1) == 2, "42 cards are held, and two boards take the other ten"


def test_an_open_pair_offers_two_sizes_and_nothing_between(house, people, table_of):
    table = table_of("seven-card-stud", STUD, **{"PlayRules.open_pair": "small or big bet"})
    for number in itertools.count(8):  # the first whose fourth street has an open pair
        next_hand(house, table, number)
        while True:
            view = look(house.client(people[0]), table)["hand"]["view"]
            (ask,) = view["asks"]
            client = house.client(people[ask["seat"] - 1])
            seen = look(client, table)
            offers = {offer["verb"]: offer for offer in own_ask(seen)["offers"]}
            if "step" in offers.get("raise", {}) or view["street"] == "fifth street":
                break
            decide(client, table, seen, own_ask(seen), "call")
        if view["street"] == "fourth street":
            break
        play([house.client(player) for player in people], table, None, verbs("fold"))
        house.settle()
    assert offers["raise"] == {"verb": "raise", "lo": 100, "hi": 200, "step": 100}
    answer = decide(client, table, seen, own_ask(seen), "raise 150")
    assert (answer.status_code, answer.json()["code"]) == (422, "not_offered")
    assert decide(client, table, seen, own_ask(seen), "raise 200").status_code == 200


def test_a_kill_is_posted_by_the_winner_and_not_by_whoever_takes_the_seat(house, people, table_of, now):
    rules = {"PlayRules.kill": "full", "PlayRules.kill_when": "two in a row"}
    table = table_of("holdem", FIXED, **rules)

    def won_by(winner, number):
        row = next_hand(house, table, number)
        for _ in range(40):
            seen = look(house.client(winner), table)
            if seen["hand"]["state"] != "playing":
                break
            (ask,) = seen["hand"]["view"]["asks"]
            player = people[ask["seat"] - 1]
            client = house.client(player)
            words = "fold" if player is not winner else "call"
            assert decide(client, table, look(client, table), ask, words).status_code == 200
        house.settle()
        row.refresh_from_db()
        return row

    winner = people[0]
    assert won_by(winner, 1).result["carried"] == {"leg": 1}
    assert won_by(winner, 2).result["carried"] == {"kill": 1, "leg": 1}
    row = next_hand(house, table, 3)
    view = look(house.client(winner), table)["hand"]["view"]
    (kill,) = [event for event in view["events"] if event["kind"] == "kill"]
    posted = sum(event["amount"] for event in view["events"] if event["seat"] == 1 and event["kind"].endswith("blind"))
    assert (kill["seat"], kill["amount"] + posted) == (1, 200), "a blind of twice the small bet"
    assert row.start["carried"] == {"kill": 1, "leg": 1}
    play([house.client(player) for player in people], table, None, verbs("fold"))
    house.settle()

    won_by(winner, 4)
    assert won_by(winner, 5).result["carried"]["kill"] == 1
    seating.stand_up(table.pk, winner, now=now)
    guest = house.person("guest")
    assert sit(house.client(guest), table, 1, 3000).status_code == 201
    assert next_hand(house, table, 6).start["carried"] == {}


# -- what cannot be dealt ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "stakes", "more", "code", "field"),
    [
        (
            "razz",
            {"limit": "fixed", "ante": 5, "bring_in": 30, "small_bet": 20, "big_bet": 40},
            {},
            "bad_start",
            "bring_in",
        ),
        ("holdem", {"limit": "no"}, {}, "bad_start", "stakes"),
        ("holdem", {"limit": "spread", "big_blind": 2, "small_bet": 5, "big_bet": 10}, {}, "bad_start", "min_bet"),
        ("holdem", {"limit": "fixed", "big_blind": 2, "small_bet": 9, "big_bet": 4}, {}, "bad_start", "small_bet"),
        ("no-peek", {"limit": "no", "big_blind": 2}, {}, "bad_start", "ante"),
        ("holdem", {"limit": "none", "big_blind": 2}, {}, "bad_start", "limit"),
        ("holdem", {"limit": "no", "huge_blind": 2}, {}, "bad_start", "huge_blind"),
        ("whist", NO_LIMIT, {}, "unknown_game", None),
        ("no-peek", STUD, {"seats": 8}, "seats_out_of_range", None),
    ],
)
def test_stakes_that_cannot_be_played_are_refused_with_the_reason(house, floor, game, stakes, more, code, field):
    body = {"name": "x", "game": game, "stakes": stakes, **more}
    answer = floor.post("/api/v1/tables/", body, format="json")
    assert answer.status_code == 422, answer.json()
    problem = answer.json()
    assert (problem["code"], problem.get("field")) == (code, field)
    japanese = floor.post("/api/v1/tables/", body, format="json", headers={"Accept-Language": "ja"}).json()["detail"]
    assert japanese != problem["detail"]
    assert not Table.objects.exists()


def test_a_deck_too_small_for_the_table_is_said_when_it_is_opened(house, floor, now):
    house_rules.set_value(PlayRules, "burns", True, by=None, now=now)
    body = {"name": "x", "game": "omaha5", "stakes": NO_LIMIT, "seats": 9}
    answer = floor.post("/api/v1/tables/", body, format="json")
    assert (answer.status_code, answer.json()["code"], answer.json()["most"]) == (422, "bad_start", 8)
    assert opened(floor, "omaha5", NO_LIMIT).seats == 8, "where nobody asks for nine"


def test_a_table_that_cannot_deal_any_more_says_so_and_deals_when_it_can(house, client, now):
    players = [house.person("anna"), *(house.computer(f"bot {n}") for n in range(8))]
    table = house.seated(*players, game="omaha5", seats=9, pause=0.0, pace=60.0, min_buy_in=100)
    house_rules.set_value(PlayRules, "burns", True, by=None, now=now)
    with pytest.raises(IllegalAction):
        dealer.deal(table.pk, now=now)
    tasks.sweep()
    assert not Hand.objects.exists()
    client.force_login(players[0].user)
    assert "52 cards are too few for 9 players" in client.get(f"/tables/{table.pk}/felt/").content.decode()
    house_rules.set_value(PlayRules, "burns", False, by=None, now=now)
    table.refresh_from_db()
    assert dealer.deal_when_due(table.pk, now=table.deal_at) is not None


# -- the pages --------------------------------------------------------------------------------------------------------


@sweep("game", GAMES, one_of=9)
def test_a_table_of_every_game_is_opened_on_the_page(house, client, game):
    client.force_login(house.person("dora", role="dealer", chips=0).user)
    page = squeezed(client.get("/tables/open/", {"game": game, "limit": "spread"}).content.decode())
    fields = dict(re.findall(r'<input id="[\w-]+" name="(\w+)"[^>]*? value="(\d+)"', page))
    assert {"min_bet", "small_bet", "big_bet"} <= set(fields)
    answer = client.post("/tables/open/", {**fields, "game": game, "limit": "spread", "name": "Blue"})
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}/"
    assert table.stakes["min_bet"] == int(fields["min_bet"])


def test_a_form_that_cannot_be_is_shown_again_with_the_reason(house, client):
    client.force_login(house.person("dora", role="dealer", chips=0).user)
    form = {"game": "holdem", "limit": "no", "small_blind": "２００", "big_blind": "100", "name": "Blue"}
    answer = client.post("/tables/open/", form, headers={"Accept-Language": "ja"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "スモールブラインド200がビッグブラインド100を超えています" in page
    assert 'value="200"' in page  # full-width digits are read as if typed half-width
    assert not Table.objects.exists()
    assert client.post("/tables/open/", form | {"small_blind": "lots"}).status_code == 422
    client.force_login(house.person("paul").user)
    assert client.get("/tables/open/").status_code == 403


def test_a_discard_by_a_form_takes_exactly_the_cards_that_must_go(house, client, people, table_of):
    table = table_of("crazy-pineapple", FIXED)
    row = next_hand(house, table)
    play_until(house, people, table, "turn")
    ask = rebuilt(row).asks[0]
    client.force_login(people[ask.seat - 1].user)
    page = squeezed(client.get(f"/tables/{table.pk}/felt/").content.decode())
    cards = re.findall(r'name="card" value="(\w+)"', page)
    assert len(cards) == 3
    form = {"hand": row.pk, "ask": ask.number, "decision": "discard"}
    for wrong in ([], cards[:2]):
        assert client.post(f"/tables/{table.pk}/decide/", form | {"card": wrong}).status_code == 422
    assert client.post(f"/tables/{table.pk}/decide/", form | {"card": cards[:1]}).status_code == 302
    assert Decision.objects.filter(hand=row).last().text == f"discard {cards[0]}"


def play_until(house, people, table, street):
    while True:
        view = look(house.client(people[0]), table)["hand"]["view"]
        if view["street"] == street:
            return
        (ask,) = view["asks"]
        client = house.client(people[ask["seat"] - 1])
        assert decide(client, table, look(client, table), ask, "call").status_code == 200


@pytest.mark.sweep
@pytest.mark.parametrize("game", swept(CHINESE_GAMES, KINDS))
def test_the_pages_of_a_chinese_hand_played_over_http_are_told_in_the_readers_language(house, floor, client, game):
    players = [house.person(name) for name in ("anna", "ben")]
    table = opened(floor, game, catalogue(floor)[game]["stakes"]["points"], min_buy_in=100, max_buy_in=9000)
    for seat, player in enumerate(players, start=1):
        assert sit(house.client(player), table, seat, 3000).status_code == 201
    row = next_hand(house, table)
    client.force_login(players[0].user)
    assert client.get(f"/tables/{table.pk}/").status_code == 200
    assert play([house.client(player) for player in players], table, random.Random(game)) <= {"place", "set"}
    house.settle()
    check_settled(row, table, players, chips=6000)
    for address in (f"/tables/{table.pk}/felt/", f"/hands/{row.pk}/"):
        page = squeezed(client.get(address, headers={"Accept-Language": "ja"}).content.decode())
        told = re.findall(r"<li><b>\w*</b>([^<]+)", page)
        assert told
        assert not [words for words in told if re.search("[A-Za-z]", words)]


@sweep("game", CATALOGUE, one_of=9)
def test_what_may_be_chosen_beforehand_is_taken_when_it_is_chosen(house, people, game):
    table = house.seated(*people, game=game, stakes=stakes_of(game), pace=60.0, max_buy_in=5_000)
    dealer.deal(table.pk, now=house.now, seed=b"p" * 32)
    offered = set()
    for player in people:
        client, seen = house.client(player), look(house.client(player), table)
        for words in seen["your_preactions"]:
            answer = client.put(
                f"/api/v1/tables/{table.pk}/preaction/", {"hand": seen["hand"]["id"], "preaction": words}, format="json"
            )
            assert answer.status_code == 200, (words, answer.json())
            offered.add(words.split()[0])
    assert (not offered) == (game in CHINESE_GAMES), offered
