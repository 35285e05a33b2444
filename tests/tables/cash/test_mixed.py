"""Mixed cash tables through HTTP: rotation by hands, orbits and minutes, dealer's choice, stakes by game (S0.16, S0.17)."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from club.ledger import audit
from club.models import AuditEntry, Player
from engine.mixes.mixes import ready_made
from engine.mixes.rotation import Change
from tables.cash import seating
from tables.core import table_rules
from tables.dealing import called_off_hands, dealer, time_outs
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, Table
from tables.text import choice_words
from tests.support.markup import squeezed
from tests.support.tables.mixed_tables import give_up, mixed_table
from tests.support.tables.table_api import decide, look, own_ask, sit
from tests.tables.conftest import stack

pytestmark = pytest.mark.django_db


def play_hands(house, table, count, now=None):
    """Deal and give up so many hands; the games played."""
    games = []
    for _ in range(count):
        row = dealer.deal(table.pk, now=now or house.now)
        games.append(row.start["game"])
        give_up(house, row, now or house.now)
    return games


def opened(house, mix, **more):
    floor = house.client(house.person("dora", role="dealer", chips=0))
    told = {"name": "Mixed", "mix": mix, "action_seconds": 600, **more}
    return floor.post("/api/v1/tables/", told, format="json")


def test_horse_by_hands_with_the_stakes_of_each_game(house):
    answer = opened(house, {"games": "horse", "every": 2, "unit": "hands", "level": {"small_bet": 100, "ante": 20}})
    assert answer.status_code == 201, answer.json()
    line = answer.json()
    assert line["mix"]["name"] == "HORSE"
    assert [leg["game"] for leg in line["mix"]["games"]] == ["holdem", "omaha8", "razz", "seven-card-stud", "stud8"]
    assert line["mix"]["now"] is None
    assert line["seats"] <= 8, "no more than stud has"
    table = Table.objects.get(pk=line["id"])
    anna, ben = house.person("anna"), house.person("ben")
    for seat, player in enumerate((anna, ben), 1):
        seating.sit_down(table.pk, player, seat, table.min_buy_in, key=str(seat), now=house.now)
    assert play_hands(house, table, 5) == ["holdem", "holdem", "omaha8", "omaha8", "razz"]
    starts = [hand.start["stakes"] for hand in Hand.objects.order_by("number")]
    assert starts[0] == {"limit": "fixed", "small_blind": 50, "big_blind": 100, "small_bet": 100, "big_bet": 200}
    assert starts[4] == {"limit": "fixed", "ante": 20, "bring_in": 25, "small_bet": 100, "big_bet": 200}
    seen = look(house.client(anna), table)
    assert seen["game"] == "razz"
    now_played = {"game": "razz", "game_name": "Razz", "limit": "fixed", "hands": 1, "of": 2}
    assert seen["mix"]["now"] == now_played | {"chooser": None, "is_default": False}
    assert audit.run(now=house.now).ok


def test_the_page_says_which_game_and_which_hand_of_how_many(house, client):
    anna, ben = house.person("anna"), house.person("ben")
    table = mixed_table(house, anna, ben, change=Change("hands", 8))
    play_hands(house, table, 3)
    client.force_login(anna.user)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "HORSE" in page
    assert "hand 3 of 8" in page


def test_an_orbit_is_the_button_once_round(house):
    players = [house.person(name) for name in ("anna", "ben", "chika")]
    table = mixed_table(house, *players, games="holdem fixed, razz fixed", change=Change("orbit", 1))
    assert play_hands(house, table, 7) == ["holdem"] * 3 + ["razz"] * 3 + ["holdem"]


def test_minutes_run_from_the_first_hand_of_a_game(house, now):
    players = [house.person(name) for name in ("anna", "ben")]
    table = mixed_table(house, *players, games="holdem fixed, razz fixed", change=Change("minutes", 10))
    assert play_hands(house, table, 2, now) == ["holdem", "holdem"]
    assert play_hands(house, table, 1, now + timedelta(minutes=9)) == ["holdem"]
    assert play_hands(house, table, 2, now + timedelta(minutes=10)) == ["razz", "razz"]


def test_the_button_stands_still_in_stud_and_the_blinds_go_on_from_there(house):
    players = [house.person(name) for name in ("anna", "ben", "chika")]
    table = mixed_table(house, *players, games="holdem fixed, razz fixed", change=Change("hands", 3))
    play_hands(house, table, 7)
    positions = [hand.start["positions"] for hand in Hand.objects.order_by("number")]
    blinds = [where[2] for where in positions]
    assert blinds[3:6] == [None] * 3
    assert len({where[0] for where in positions[3:6]}) == 1, "TDA 11-B"
    order = [*blinds[:3], blinds[6]]
    assert all((after - before) % 3 == 1 for before, after in pairwise(order))


def test_fantasyland_waits_for_the_chinese_game_to_come_back(house, now):
    anna, ben = house.person("anna"), house.person("ben")
    table = mixed_table(house, anna, ben, games="ofc-pineapple points, razz fixed", change=Change("hands", 1))
    row = dealer.deal(table.pk, now=now)
    give_up_chinese(house, row, now)
    first = Hand.objects.get()
    assert first.state == "settled"
    first.result["carried"] = {"fantasyland": {"1": 14}}
    first.save(update_fields=["result"])
    assert play_hands(house, table, 1) == ["razz"]
    assert Hand.objects.get(number=2).start["carried"] == {"fantasyland": {"1": 14}}
    third = dealer.deal(table.pk, now=now)
    assert third.start["game"] == "ofc-pineapple"
    assert third.start["carried"] == {"fantasyland": {"1": 14}}
    seen = rebuilt(third).view(1)
    assert len(next(place for place in seen["seats"] if place["seat"] == 1)["cards"]) == 14


def give_up_chinese(house, row, now):
    Hand.objects.filter(pk=row.pk).update(deadline=now)
    while Hand.objects.get(pk=row.pk).state == "playing":
        Hand.objects.filter(pk=row.pk).update(deadline=now)
        time_outs.time_out(row.pk, now=now)
    house.settle()
    row.table.sittings.update(state="active")


# -- dealer's choice --------------------------------------------------------------------------------------------------

OFFER = "holdem no, omaha pot, razz fixed"


@pytest.fixture
def choosing(house):
    players = {name: house.person(name) for name in ("anna", "ben", "chika")}
    table = mixed_table(house, *players.values(), games=OFFER, change=Change("hands", 2), order="choice", pause=2.0)
    clients = {player.pk: house.client(player) for player in players.values()}
    return table, clients


def chooser_of(seen):
    return seen["mix"]["choosing"]["player"]


def test_the_dealer_is_asked_and_the_hand_waits_for_the_answer(house, now, choosing):
    table, clients = choosing
    seen = look(next(iter(clients.values())), table)
    asked = seen["mix"]["choosing"]
    assert asked["offered"] == ["holdem no", "omaha pot", "razz fixed"]
    assert asked["chosen"] is None
    assert dealer.deal_when_due(table.pk, now=now + timedelta(seconds=5)) is None, (
        "the pause is over, the choice is not"
    )

    chooser, other = chooser_of(seen), next(pk for pk in clients if pk != chooser_of(seen))
    url = f"/api/v1/tables/{table.pk}/next-game/"
    assert clients[other].put(url, {"game": "razz"}).status_code == 409
    refused = clients[chooser].put(url, {"game": "badugi"})
    assert refused.status_code == 422
    assert refused.json()["offered"] == asked["offered"]
    for _ in range(2):  # a request sent twice
        answer = clients[chooser].put(url, {"game": "razz"})
        assert answer.status_code == 200, answer.json()
    assert answer.json()["mix"]["choosing"]["chosen"] == "razz fixed"
    [entry] = AuditEntry.objects.filter(kind="game.chosen")
    assert (entry.after, entry.by.player.pk) == ("razz fixed", chooser)

    row = dealer.deal_when_due(table.pk, now=now + timedelta(seconds=5))
    assert row is not None
    assert row.start["game"] == "razz"
    seen = look(clients[other], table)
    name = Player.objects.get(pk=chooser).nickname
    assert choice_words.of_hand(seen) == {
        "name": name,
        "words": "has chosen Razz · Fixed limit",
        "whole": f"{name} has chosen Razz · Fixed limit",
    }
    assert choice_words.aloud(look(clients[chooser], table)) == "You have chosen Razz · Fixed limit."
    give_up(house, row, now)
    table.refresh_from_db()
    assert table.choosing is None, "the game goes on"
    assert clients[chooser].put(url, {"game": "omaha"}).status_code == 409
    row = dealer.deal(table.pk, now=now)
    assert row.start["game"] == "razz"
    assert choice_words.of_hand(look(clients[other], table)) is None, "it is said in the first hand of the game"
    give_up(house, row, now)
    seen = look(clients[chooser], table)
    assert chooser_of(seen) != chooser, "the choice passes on"
    assert seen["mix"]["choosing"]["default"] == "razz fixed", "the same again, unless somebody chooses"


def test_whoever_does_not_choose_gets_the_default(house, now, choosing):
    table, clients = choosing
    seen = look(next(iter(clients.values())), table)
    by = datetime.fromisoformat(seen["mix"]["choosing"]["by"])
    assert (by - now).total_seconds() == table_rules.of_table(table, table.game).choice_seconds
    assert dealer.deal_when_due(table.pk, now=by - timedelta(seconds=1)) is None
    assert dealer.deal_when_due(table.pk, now=by).start["game"] == "holdem", (
        "the first on the list, before any was played"
    )
    told = choice_words.aloud(look(next(iter(clients.values())), table))
    assert told.endswith(" did not choose in time: Texas Hold'em · No limit is played."), told


def test_the_choice_goes_to_the_next_if_the_chooser_leaves(house, now, choosing):
    table, clients = choosing
    chooser = chooser_of(look(next(iter(clients.values())), table))
    clients[chooser].put(f"/api/v1/tables/{table.pk}/next-game/", {"game": "razz"})
    assert clients[chooser].delete(f"/api/v1/tables/{table.pk}/sittings/mine/").status_code == 200
    other = next(pk for pk in clients if pk != chooser)
    seen = look(clients[other], table)
    assert chooser_of(seen) != chooser
    assert seen["mix"]["choosing"]["chosen"] is None


def test_a_choice_by_the_page(house, now, choosing, client):
    table, clients = choosing
    seen = look(next(iter(clients.values())), table)
    client.force_login(Player.objects.get(pk=chooser_of(seen)).user)
    page = client.get(f"/tables/{table.pk}/felt/").content.decode()
    assert "You choose the next game" in page
    answer = client.post(f"/tables/{table.pk}/choose-game/", {"game": "omaha pot"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert Table.objects.get(pk=table.pk).choosing["chosen"] == "omaha pot"
    assert "You have chosen Omaha · Pot limit" in squeezed(answer.content.decode())
    assert "The first hand is about to be dealt" not in answer.content.decode()
    assert client.post(f"/tables/{table.pk}/choose-game/", {"game": "bridge"}).status_code == 422
    dealer.deal(table.pk, now=now + timedelta(seconds=5))
    log = squeezed(client.get(f"/tables/{table.pk}/felt/").content.decode())
    assert f"<b>{Player.objects.get(pk=chooser_of(seen)).nickname}</b>has chosen Omaha · Pot limit" in log


def test_the_head_of_the_page_names_the_game_that_is_played_now(house, now, client):
    anna, ben = house.person("anna"), house.person("ben")
    table = mixed_table(house, anna, ben, games=OFFER, change=Change("hands", 1), pause=60.0)
    client.force_login(anna.user)
    head = '<p class="muted" id="game-now"'
    for name in ("Hold", "Omaha", "Razz"):
        row = dealer.deal(table.pk, now=now)
        whole = squeezed(client.get(f"/tables/{table.pk}/").content.decode())
        felt = squeezed(client.get(f"/tables/{table.pk}/felt/", headers={"HX-Request": "true"}).content.decode())
        assert [page.count(head) for page in (whole, felt)] == [1, 1]
        assert f"{head}>" in whole
        head_line = felt[felt.index(head) :]
        assert head_line.startswith(f'{head} hx-swap-oob="true">'), "the live fragment brings it along"
        assert name in head_line
        give_up(house, row, now)


def test_computer_players_choose_at_once(house, now):
    table = mixed_table(
        house,
        house.computer("b1"),
        house.computer("b2"),
        games=OFFER,
        order="choice",
        change=Change("hands", 1),
    )
    seen = set()
    for _ in range(12):
        row = dealer.deal_when_due(table.pk, now=now + timedelta(minutes=2))
        assert row is not None, "nobody is waited for"
        seen.add(row.start["game"])
        give_up(house, row, now)
    assert len(seen) > 1


def test_a_hand_called_off_is_dealt_again_of_the_game_that_was_chosen(house, choosing, now):
    table, _clients = choosing
    first = dealer.deal(table.pk, now=now)
    called_off_hands.void(first.pk, by=None, why="a fouled deck", now=now)
    again = dealer.deal(table.pk, now=now)
    assert (again.start["game"], again.start["positions"]) == (first.start["game"], first.start["positions"])
    assert Table.objects.get(pk=table.pk).turn["hands"] == 1


# -- opening ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mix", "code"),
    [
        ({"games": "quartets"}, "unknown_game"),
        ({"games": "razz sideways"}, "unknown_game"),
        ({"games": [{"game": "razz", "limit": "fixed", "colour": "red"}]}, "bad_start"),
        *(({"games": strange}, "bad_start") for strange in (3, True, 2.5, {"razz": "fixed"}, [3], ["razz"], [None])),
        ({"games": "razz fixed"}, "bad_start"),  # no stakes, and no level
        ({"games": "horse", "level": {"ante": 20}}, "bad_start"),  # no small bet
    ],
)
def test_a_mix_that_cannot_be_played_is_refused_with_the_reason(house, mix, code):
    answer = opened(house, mix)
    assert answer.status_code == 422, answer.json()
    assert answer.json()["code"] == code
    assert not Table.objects.exists()


def test_a_mix_and_a_game_are_two_things(house):
    assert opened(house, {"games": "horse"}, game="holdem").status_code == 422
    floor = house.client(house.person("eva", role="dealer", chips=0))
    assert floor.post("/api/v1/tables/", {"name": "Nothing"}, format="json").status_code == 422


def test_stakes_of_one_game_of_a_mix(house):
    own = {"limit": "no", "small_blind": 5, "big_blind": 10}
    games = [{"game": "holdem", "limit": "no", "stakes": own}, {"game": "razz", "limit": "fixed"}]
    line = opened(house, {"games": games, "level": {"small_bet": 100, "ante": 20}}).json()
    assert line["stakes"] == own
    assert line["mix"]["games"][1]["stakes"]["small_bet"] == 100


def test_the_page_that_opens_a_mixed_table(house, client):
    client.force_login(house.person("dora", role="dealer", chips=0).user)
    assert 'name="own_games"' in client.get("/tables/open-mix/").content.decode()
    form = {"games": "own", "own_games": "holdem no, razz fixed", "order": "choice", "unit": "orbit", "every": "1"}
    level = {"small_bet": "100", "ante": "20", "name": "Friday"}
    refused = client.post("/tables/open-mix/", form | {"small_bet": "many"})
    assert refused.status_code == 422
    assert client.post("/tables/open-mix/", form | level).status_code == 302
    table = Table.objects.get()
    assert table.name == "Friday"
    assert table.rotation["order"] == "choice"


def test_an_evening_of_eight_game(house):
    """Scripted clients, sweeps and settlements; the books balance after every hand."""
    players = [house.person(name, chips=20_000) for name in ("anna", "ben", "chika")]
    clients = [house.client(player) for player in players]
    mix = {"games": "8-game", "every": 1, "unit": "hands", "level": {"small_bet": 20, "ante": 4}}
    answer = opened(house, mix, action_seconds=600)
    table = Table.objects.get(pk=answer.json()["id"])
    Table.objects.filter(pk=table.pk).update(pause=0, max_buy_in=20_000)
    for seat, client in enumerate(clients, 1):
        assert sit(client, table, seat, 15_000).status_code == 201
    games = []
    chips = sum(stack(table, player) for player in players)
    for _ in range(8):
        hand = dealer.deal(table.pk, now=house.now)
        for _ in range(400):
            asks = rebuilt(hand).asks
            if not asks:
                break
            client = clients[asks[0].seat - 1]
            seen = look(client, table)
            ask = own_ask(seen)
            verbs = {offer["verb"] for offer in ask["offers"]}
            words = next(word for word in ("call", "draw", "show", *sorted(verbs)) if word in verbs)
            answer = decide(client, table, seen, ask, words)
            assert answer.status_code == 200, (ask, words, answer.json())
        games.append((hand.start["game"], hand.start["stakes"]["limit"]))
        house.settle()
        hand.refresh_from_db()
        assert hand.state == "settled"
        assert sum(stack(table, player) for player in players) == chips
        assert audit.run(now=house.now).ok
    assert games == [(leg.game, leg.limit) for leg in ready_made("8-game")]
