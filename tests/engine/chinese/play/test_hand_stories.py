"""Hands of Chinese poker told from the first card to the last chip, each named by the rule it shows (RULES.md S3)."""

from __future__ import annotations

import pytest

from engine.betting.events import Event
from engine.cards import JOKERS, cards_text
from engine.chinese.play.hand_start import holds_button
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.games.hand_start import Positions, Seat, Stakes
from engine.play.any_game import carried_on, deck_of, shuffled_deck, start_of
from tests.support.hands import act, ask_of, default, hand, recorded, start

A = "Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c"
B = "As Ah 5s / 9s 9h 4s 4h Jc / Qs Qh Qd 7s 7h"
QUEENS = "Qc Qd 2s / Kh Ks 5c 4h 3h / Ah As 9c 8h 6d"
LOW = "9d 7d 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s"
FOULED = "Ac Ad 3c / 7s 7h 4c 3s 2c / Tc 9s 8c 6c 5h"


def packed(text):
    return text.replace("/", "")


def seats_asked(game):
    return [ask.seat for ask in game.asks]


def kinds(game, *wanted):
    return [(event.kind, event.seat, event.amount) for event in game.events if event.kind in wanted]


# -- the games --------------------------------------------------------------------------------------------------------


def test_s3_1_in_the_classic_game_everybody_sets_thirteen_cards_at_once_unseen():
    game = hand("chinese", 100, 100, cards=packed(A + B))
    assert seats_asked(game) == [1, 2]
    assert [len(ask.cards) for ask in game.asks] == [13, 13]
    act(game, 2, f"set {B}")
    assert seats_asked(game) == [1]
    for viewer in (None, 1):
        seen = game.view(viewer)["seats"][1]
        assert seen["set"] is True
        assert seen["rows"] == {"front": [], "middle": [], "back": []}
    assert game.view(2)["seats"][1]["rows"]["front"] == ["As", "Ah", "5s"]
    act(game, 1, A)  # the rows alone are understood
    assert game.is_over
    assert game.view(None)["seats"][1]["rows"]["front"] == ["As", "Ah", "5s"]


def test_s3_5_the_documents_worked_example_b_pays_a_four_points():
    game = hand("chinese", 100, 100, cards=packed(A + B), point=3)
    act(act(game, 1, A), 2, B)
    assert game.result.points == {1: 4, 2: -4}
    assert game.result.net == {1: 12, 2: -12}
    assert game.stacks == {1: 112, 2: 88}
    seen = game.view(None)["seats"]
    assert seen[0]["words"] == "Pair of Kings / Flush, Ace high / Flush, Ace high"
    assert seen[0]["royalties"] == {"front": 8, "middle": 8, "back": 4}
    assert [seat["points"] for seat in seen] == [4, -4]
    by_rows = hand("chinese", 100, 100, cards=packed(A + B), royalties="won rows")
    assert act(act(by_rows, 1, A), 2, B).result.points == {1: -8, 2: 8}


@pytest.mark.parametrize(
    ("key", "dealt"),
    [
        ("ofc", [5, *[1] * 8]),
        ("ofc-turbo", [5, 4, 4]),
        ("ofc-pineapple", [5, 3, 3, 3, 3]),
        ("ofc-2-7-pineapple", [5, 3, 3, 3, 3]),
    ],
)
def test_s3_9_players_are_dealt_in_turn_from_the_buttons_left(key, dealt):
    game = hand(key, 100, 100, 100, button=1)
    order = []
    while not game.is_over:
        (ask,) = game.asks
        order.append((ask.seat, len(ask.cards), ask.keep))
        game.answer(ask.number, ask.default)
    assert [seat for seat, _cards, _keep in order] == [2, 3, 1] * len(dealt)
    assert [cards for _seat, cards, _keep in order[::3]] == dealt
    assert [keep for _seat, _cards, keep in order[::3]] == [min(cards, 2) if cards == 3 else cards for cards in dealt]


def test_s3_9_in_pineapple_two_of_three_are_set_in_the_open_and_the_third_is_never_seen():
    game = hand(cards="2c3c4c5c6c 7c8c9cTcJc AsKd7h")
    act(act(game, 1, "place back=2c3c4c5c6c"), 2, "place middle=7c8c9cTcJc")
    ask = ask_of(game, 1)
    assert ask.words() == "place 2 cards and discard 1"
    assert game.view(2)["seats"][0]["cards"] == ["??", "??", "??"]
    act(game, 1, "place front=As middle=7h discard=Kd")
    for viewer in (None, 2):
        seen = game.view(viewer)["seats"][0]
        assert (seen["rows"]["front"], seen["rows"]["middle"], seen["discards"]) == (["As"], ["7h"], ["??"])
    assert game.view(1)["seats"][0]["discards"] == ["Kd"]
    default(game)
    assert game.view(2)["seats"][0]["discards"] == ["??"] * 4


def test_s3_8_the_house_adds_jokers_and_a_joker_is_read_when_all_is_set():
    begun = start("chinese", 100, 100, jokers=2)
    assert set(deck_of(begun)) == {*range(54)}
    rows = "X1 Qs 4d / Ad Qd Kd 6d 3d / Ac Kc 8c 5c X2"
    game = hand("chinese", 100, 100, cards=packed(rows) + packed(LOW), jokers=2)
    assert JOKERS[0] in ask_of(game, 1).cards
    act(act(game, 1, rows), 2, LOW)
    seen = game.view(None)["seats"][0]
    assert seen["read"]["front"][0] in ("Qh", "Qd", "Qc")
    assert seen["words"] == "Pair of Queens / Flush, Ace high / Flush, Ace high"
    assert game.result.hands[1].royalties == (7, 8, 4)


def test_s3_1_a_deuce_to_seven_middle_only_has_to_qualify():
    rows = "Qc Qd 2s / 8d 6h 4h 3h 2d / Kh Ks 9c 8h 6d"
    told = recorded("ofc-2-7-pineapple", 100, 100)
    act(told, 1, rows)
    assert told.view(None)["seats"][0]["foul"] is None
    assert told.view(None)["seats"][0]["row_made"]["middle"]["text"] == "8-6-4-3-2 low"
    act(told, 2, "9d 7d 3s / Td Tc 8s 6s 5d / Jh Jc 8c 7c 4s")
    assert told.result.hands[2].is_fouled
    assert told.result.points == {1: 6 + 7 + 2, 2: -15}


# -- fouls ------------------------------------------------------------------------------------------------------------


def test_s3_1_a_foul_is_foretold_as_soon_as_nothing_can_mend_it():
    game = hand("ofc", 100, 100, cards="KsKh9s9h4s 2c3c4c5c6c 4h 7c 8s 8c 8h 9c 2d Tc 3d Jc 5h")
    act(act(game, 1, "place front=KsKh middle=9s9h4s"), 2, "place back=2c3c4c5c6c")
    assert game.view(None)["seats"][0]["foul"] == {
        "why": "front_over_middle",
        "is_certain": False,
        "words": "The front is stronger than the middle",
    }
    act(act(game, 1, "place middle=4h"), 2, "place middle=7c")
    assert game.view(None)["seats"][0]["foul"] is None  # two pair are above the kings
    for card, other in (("8s", "8c"), ("8h", "9c"), ("2d", "Tc"), ("3d", "Jc")):
        act(act(game, 1, f"place back={card}"), 2, f"place {'middle' if card != '3d' else 'front'}={other}")
    assert game.view(None)["seats"][0]["foul"]["is_certain"] is False  # a third eight would mend it
    act(game, 1, "place back=5h")
    assert game.view(None)["seats"][0]["foul"]["why"] == "middle_over_back"
    assert game.view(None)["seats"][0]["foul"]["is_certain"]


def test_s3_1_a_fouled_hand_pays_the_scoop_and_the_royalties():
    told = recorded("ofc-pineapple", 100, 100)
    act(act(told, 1, FOULED), 2, QUEENS)
    assert told.result.points == {1: -13, 2: 13}
    assert ("foul", 1, 0) in kinds(told, "foul")
    assert told.view(None)["seats"][0]["foul"]["is_certain"]
    assert told.view(None)["seats"][0]["royalties"] == {"front": 0, "middle": 0, "back": 0}


# -- surrender --------------------------------------------------------------------------------------------------------


def test_a_player_may_surrender_the_classic_game_where_the_house_knows_it_and_nobody_hears_of_it_before_all_have_set():
    game = hand("chinese", 100, 100, cards=packed(A + B))
    assert "surrender" not in ask_of(game, 1).words()
    game = hand("chinese", 100, 100, cards=packed(A + B), surrender_points=3)
    assert ask_of(game, 1).words() == "set 13 cards, surrender"
    act(game, 1, "surrender")
    assert game.view(1)["seats"][0]["folded"] is True
    assert game.view(2)["seats"][0]["folded"] is False
    assert [event for event in game.events if event.seat == 1] == [
        Event("down", 1, 0, ask_of(hand("chinese", 100, 100, cards=packed(A + B)), 1).cards, ()),
        Event("set", 1, 0, (), ()),
    ]
    act(game, 2, B)
    assert game.result.points == {1: -3, 2: 3}
    assert game.view(2)["seats"][0]["folded"] is True
    assert game.view(2)["seats"][0]["rows"]["front"] == []


# -- fantasyland ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("front", "cards"), [("Qc Qd 2s", 14), ("Kc Kd 2s", 15), ("Ac Ad 2s", 16), ("4s 4h 4d", 17)])
def test_s3_10_queens_in_front_earn_fantasyland_for_the_next_hand(front, cards):
    told = recorded("ofc-pineapple", 100, 100)
    act(told, 1, f"{front} / 5s 5h 5d 3h 2h / 8h 8c 8d 7c 7s")
    act(told, 2, "9d 6d 2c / Td Tc 8s 6s 5c / Jh Jc 9c 6h 4c")
    assert told.result.carried == {"fantasyland": {"1": cards}}
    assert ("fantasyland", 1, cards) in kinds(told, "fantasyland")
    then = hand("ofc-pineapple", 100, 100, carried=carried_on(told.start, told.result)["fantasyland"])
    assert len(ask_of(then, 1).cards) == cards
    assert ask_of(then, 1).words() == f"set 13 cards and discard {cards - 13}"


def test_s3_10_fantasyland_is_set_face_down_and_shown_when_the_others_have_set():
    game = hand("ofc-turbo", 100, 100, 100, carried={"2": 14})
    assert seats_asked(game) == [2, 1]  # fantasyland is dealt first, and may be set at any time
    assert ("down", 2, 0) in kinds(game, "down")
    assert game.view(1)["seats"][1]["cards"] == ["??"] * 14
    ask = ask_of(game, 2)
    game.answer(ask.number, ask.default)
    while not game.is_over:
        assert seats_asked(game) in ([1], [3])
        assert game.view(1)["seats"][1]["rows"] == {"front": [], "middle": [], "back": []}
        assert not [event for event in game.events if event.kind in ("front", "middle", "back") and event.seat == 2]
        game.answer(game.asks[0].number, game.asks[0].default)
    assert [len(row) for row in game.view(1)["seats"][1]["rows"].values()] == [3, 5, 5]
    assert game.view(1)["seats"][1]["discards"] == ["??"]


def test_s3_10_the_hand_waits_for_whoever_is_in_fantasyland():
    game = hand("ofc-turbo", 100, 100, carried={"2": 14})
    for _ in range(3):
        ask = ask_of(game, 1)
        game.answer(ask.number, ask.default)
    assert seats_asked(game) == [2]
    assert not game.is_over
    ask = ask_of(game, 2)
    game.answer(ask.number, ask.default)
    assert game.is_over


def test_s3_10_several_may_be_in_fantasyland_and_all_are_asked_at_once():
    game = hand("ofc-pineapple", 100, 100, 100, carried={"1": 17, "2": 15, "3": 17})
    assert seats_asked(game) == [1, 2, 3]
    assert [len(ask.cards) for ask in game.asks] == [17, 15, 17]
    act(game, 3, str(ask_of(game, 3).default))
    act(game, 1, str(ask_of(game, 1).default))
    assert game.view(2)["seats"][0]["rows"]["back"] == []
    act(game, 2, str(ask_of(game, 2).default))
    assert game.is_over
    assert [event.seat for event in game.events if event.kind == "front"] == [1, 2, 3]


@pytest.mark.parametrize(
    ("rules", "carried", "dealt"),
    [
        ({}, {"2": 14}, (0, 13, 0, 0)),  # 13 for each of four
        ({}, {"1": 15, "4": 17}, (13, 0, 0, 13)),
        ({"jokers": 2}, {"1": 15, "4": 17}, (14, 0, 0, 14)),  # two cards more
        ({"jokers": 2}, {"4": 17}, (0, 0, 0, 15)),
        ({"fantasyland_room": "wait"}, {"1": 14, "4": 13}, (0, 0, 0, 13)),
        ({"fantasyland_room": "wait"}, {"4": 17}, (0, 0, 0, 0)),
    ],
)
def test_s3_10_four_players_have_room_for_thirteen_cards_each(rules, carried, dealt):
    game = hand("ofc", 100, 100, 100, 100, carried=carried, **rules)
    assert game.plan.dealt == dealt
    waits = [seat for seat in carried if not dealt[int(seat) - 1]]
    default(game)
    for seat in waits:
        assert game.result.carried["fantasyland"][seat] >= carried[seat]


def test_s3_10_three_players_have_room_for_seventeen_each():
    game = hand("ofc-pineapple", 100, 100, 100, carried={"1": 17, "2": 17, "3": 17})
    assert game.plan.dealt == (17, 17, 17)
    assert default(game).is_over


def test_s3_11_trips_in_front_stay_with_the_same_cards():
    told = recorded("ofc-pineapple", 100, 100, carried={"1": 15})
    act(told, 1, "4s 4h 4d / 5s 5h 5d 3h 2h / 8h 8c 8d 7c 7s")
    act(told, 2, "9d 6d 2c / Td Tc 8s 6s 5c / Jh Jc 9c 6h 4c")
    assert told.result.carried == {"fantasyland": {"1": 15}}
    leaves = recorded("ofc-pineapple", 100, 100, carried={"1": 15})
    act(act(leaves, 1, QUEENS), 2, LOW)
    assert leaves.result.carried == {}  # queens enter, but do not stay


def test_s3_10_fantasyland_waits_for_an_absent_player_and_outlasts_the_other_games_of_a_mix():
    ofc = hand("ofc-turbo", 100, 100, carried={"1": 14, "3": 16})  # seat 3 is away
    default(ofc)
    kept = carried_on(ofc.start, ofc.result)
    assert kept["fantasyland"]["3"] == 16
    classic = hand("chinese", 100, 100, carried=kept["fantasyland"])
    assert carried_on(default(classic).start, classic.result) == kept
    from engine.betting.hand import Hand

    stakes = Stakes(small_blind=1, big_blind=2)
    holdem = start_of("holdem", stakes, (Seat(1, 100), Seat(2, 100)), Positions(1, 1, 2), carried=kept)
    played = Hand(holdem, shuffled_deck("holdem", b"seed"))
    played.answer(0, played.asks[0].default)
    assert carried_on(holdem, played.result) == kept
    back = hand("ofc-turbo", 100, 100, 100, carried=carried_on(holdem, played.result)["fantasyland"])
    assert len(ask_of(back, 3).cards) == 16


def test_s3_10_a_table_without_fantasyland_leaves_it_standing():
    game = default(hand("ofc-turbo", 100, 100, carried={"1": 14}, fantasyland=False))
    assert len(game.events[1].cards) == 5
    assert game.result.carried == {"fantasyland": {"1": 14}}


def test_s3_10_the_button_is_held_for_a_hand_of_fantasyland_or_moves_as_the_house_says():
    carried = {"fantasyland": {"2": 14}}
    assert holds_button(ChineseRules(), carried, [1, 2])
    assert not holds_button(ChineseRules(), carried, [1, 3])
    assert not holds_button(ChineseRules(), {}, [1, 2])
    assert not holds_button(ChineseRules(fantasyland_button="moving"), carried, [1, 2])
    assert not holds_button(ChineseRules(fantasyland=False), carried, [1, 2])


# -- chips ------------------------------------------------------------------------------------------------------------


def test_s3_6_nobody_loses_more_than_the_stake():
    told = recorded("ofc-pineapple", 40, 500, point=10)
    act(act(told, 1, FOULED), 2, QUEENS)
    assert told.result.points == {1: -13, 2: 13}
    assert told.result.net == {1: -40, 2: 40}
    assert told.result.payments == ((1, 2, 40),)
    credit = recorded("ofc-pineapple", 40, 500, point=10, payment="credit")
    assert act(act(credit, 1, FOULED), 2, QUEENS).result.net == {1: -130, 2: 130}


def test_s3_6_who_is_paid_first_goes_from_the_buttons_left():
    """Seat 2 has the button: seat 3, on its left, settles first, and takes all that seat 1 has."""
    rows = [FOULED, QUEENS, "9d 7d 2h / Td Th 8s 6s 5d / Jh Jc 8d 7c 4s"]
    told = recorded("ofc-pineapple", 6, 100, 100, button=2, payment="position")
    for seat, text in enumerate(rows, 1):
        act(told, seat, text)
    assert told.seats == (3, 1, 2)
    assert told.result.payments[0] == (1, 3, 6)


def test_s3_7_the_winner_pays_the_rake():
    told = recorded("ofc-pineapple", 500, 500, point=10, rake_hundredths=500)
    act(act(told, 1, FOULED), 2, QUEENS)
    assert told.result.rake == 6
    assert told.result.net == {1: -130, 2: 124}
    assert told.result.rakes == {1: 0, 2: 6}
    assert kinds(told, "win", "pay", "rake") == [("pay", 1, 130), ("win", 2, 130), ("rake", None, 6)]


def test_chips_are_paid_in_whole_smallest_chips():
    rows = [QUEENS, FOULED, "9d 7d 2h / Td Th 8s 6s 5d / Jh Jc 8d 7c 4s"]
    told = recorded("ofc-pineapple", 500, 75, 500, point=25, unit=25)
    for seat, text in enumerate(rows, 1):
        act(told, seat, text)
    assert told.result.net[2] == -75
    assert all(chips % 25 == 0 for chips in told.result.net.values())


# -- recorded hands and the clock -------------------------------------------------------------------------------------


def test_the_floor_enters_rows_in_any_order_and_sees_at_once_what_they_are():
    told = recorded("ofc-pineapple", 100, 100, 100, button=3)
    assert seats_asked(told) == [1, 2, 3]
    act(told, 3, LOW)
    seen = told.view(None)["seats"][2]
    assert seen["rows"]["front"] == ["9d", "7d", "2h"]
    assert seen["words"] == "Nine high / Pair of Tens / Pair of Jacks"
    act(told, 1, f"{QUEENS} / 2d Kc")  # discards may be told, if anybody saw them
    act(told, 2, FOULED.replace("Tc", "Th"))
    assert told.is_over
    assert told.result.points[2] < 0
    assert told.result.carried == {"fantasyland": {"1": 14}}


@pytest.mark.parametrize("key", CHINESE_GAMES)
def test_the_clock_sets_a_hand_in_every_game(key):
    game = hand(key, 100, 100)
    while not game.is_over:
        ask = game.asks[0]
        # What is set at once is the arranger's, which is not told to the player.
        assert ask.as_json()["default"] == (str(ask.default) if ask.kind == "place" else None)
        game.answer(ask.number, ask.default)
    assert game.result.net[1] == -game.result.net[2]


def test_the_clock_fouls_no_fantasyland_that_can_be_saved():
    cards = "AsAhAdKsKhKd QsQhJsJh 2c3d4h"
    game = hand("ofc-turbo", 100, 100, cards=cards + "5s", carried={"1": 14})
    layout = ask_of(game, 1).default
    assert ask_of(game, 1).allows(layout)
    act(game, 1, str(layout))
    assert game.view(1)["seats"][0]["foul"] is None
    assert cards_text(game.rows[1].back) == "Ks Kh Kd Js Jh"  # 6 royalties, below them 12 or a front of three queens
    assert sum(game.view(1)["seats"][0]["royalties"].values()) >= 18
