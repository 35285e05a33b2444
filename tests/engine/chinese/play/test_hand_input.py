"""What a Chinese hand refuses: each with words that say what would be right, and nothing changed."""

from __future__ import annotations

import pytest

from engine.betting.hand import Hand
from engine.cards import parse_cards
from engine.chinese.play.placing import FullRow
from engine.chinese.rows.chinese_games import find_chinese_game
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.deck.shuffle import Deck
from engine.errors import (
    BadDecisionText,
    BadStart,
    ClosedAsk,
    EngineError,
    NotOffered,
    UnknownGame,
    WrongCards,
)
from engine.games.decisions import CALL, Decision
from engine.games.hand_start import Positions, Seat, Stakes, Start
from engine.games.play_rules import PlayRules
from engine.house_rules import BadRule
from engine.play.any_game import begin, find_game, parse_for, replay, rules_of, shuffled_deck, start_of, stored_start
from tests.support.hands import act, ask_of, default, hand, recorded, start

POINT = Stakes("points", point=1)
TWO = (Seat(1, 100), Seat(2, 100))


# -- starts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"stakes": Stakes(small_blind=1, big_blind=2)}, "settled in points: it has no no limit"),
        ({"seats": tuple(Seat(at, 100) for at in range(1, 5))}, "seats at most 3, not 4"),
        ({"seats": (Seat(1, 100, live=2), Seat(2, 100))}, "nobody owes a post"),
        ({"boards": 2}, "no double board"),
        ({"bomb": 5}, "no bomb pot"),
        ({"carried": {"fantasyland": {"1": 18}}}, "13 to 17 cards by seat, not '1': 18"),
        ({"carried": {"fantasyland": {"1": "14"}}}, "a whole number, or as one for each seat"),
        ({"carried": {"fantasyland": {"one": 14}}}, "13 to 17 cards by seat"),
        ({"carried": {"fantasyland": [14]}}, "a whole number, or as one for each seat"),
        ({"carried": {"fantasyland": 14}}, "as cards by seat, not 14"),
        ({"rules": PlayRules()}, "not played by PlayRules"),
        ({"rules": ChineseRules(rake="per point", rake_chips=3), "stakes": Stakes("points", point=10, unit=5)},
         "rake_chips must be a multiple of the smallest chip, 5, not 3"),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_begin_says_why(wrong, said):
    fields = {"stakes": POINT, "seats": TWO, "positions": Positions(2), **wrong}
    with pytest.raises(BadStart, match=said):
        begin(start_of("ofc-pineapple", **fields), Deck.recorded())


def test_stakes_in_points_name_what_a_point_is_worth():
    with pytest.raises(BadStart, match="a point must be worth whole smallest chips, 1 or more, not 0"):
        Stakes("points")
    with pytest.raises(BadStart, match="a point must be worth whole smallest chips, 25 or more, not 10"):
        Stakes("points", point=10, unit=25)
    with pytest.raises(BadStart, match="nobody bets in games settled in points: leave out big_blind"):
        Stakes("points", point=10, big_blind=2)
    with pytest.raises(BadStart, match="not at no limit"):
        Stakes("no", small_blind=1, big_blind=2, point=10)
    with pytest.raises(BadStart, match="point must be a whole number of chips"):
        Stakes("points", point=-1)
    assert Stakes.from_json(Stakes("points", point=10).as_json()) == Stakes("points", point=10)


def test_a_betting_start_of_a_chinese_game_and_the_other_way_round_are_refused():
    bare = Start("ofc", POINT, TWO, Positions(2))
    with pytest.raises(BadStart, match="not played by PlayRules"):
        begin(bare, Deck.recorded())
    with pytest.raises(UnknownGame):
        Hand(bare, Deck.recorded())
    with pytest.raises(BadStart, match="not played by ChineseRules"):
        start_of("holdem", Stakes(small_blind=1, big_blind=2), TWO, Positions(1, 1, 2), ChineseRules())
    with pytest.raises(UnknownGame, match="there is no game 'whist'"):
        find_game("whist")
    with pytest.raises(UnknownGame, match="there is no Chinese game 'holdem'"):
        find_chinese_game("holdem")
    assert (rules_of("ofc"), rules_of("razz")) == (ChineseRules, PlayRules)


def test_a_stored_start_that_is_none_is_refused():
    good = start("ofc", 100, 100).as_json()
    assert stored_start(good) == start("ofc", 100, 100)
    for key in ("stakes", "seats", "positions"):
        with pytest.raises(BadStart, match=key):
            stored_start({name: value for name, value in good.items() if name != key})
    with pytest.raises(BadRule, match="jokers must be one of 0 to 2, not 3"):
        stored_start({**good, "rules": {"jokers": 3}})
    with pytest.raises(BadRule, match="there is no house rule 'raise_cap'"):
        stored_start({**good, "rules": {"raise_cap": 3}})
    with pytest.raises(BadStart, match="no start of a hand"):
        stored_start({**good, "seats": [1, 2]})


@pytest.mark.parametrize("order", [range(51), range(54), [0] * 52, [*range(51), 52]])
def test_a_deck_that_is_not_the_games_is_refused(order):
    with pytest.raises(BadStart, match="is dealt from 52 different cards"):
        begin(start("ofc", 100, 100), Deck.of(order))


# -- answers ----------------------------------------------------------------------------------------------------------

DEALT = "2c3c4c5c6c"


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        ("place front=2c3c4c5c back=6c", BadDecisionText, "the front takes 3 cards, not 4"),
        ("place front=2c3c4c back=5c", WrongCards, "5 cards are to be set, not 4"),
        ("place front=2c3c4c back=5c6c7c", WrongCards, "5 cards are to be set, not 6"),
        ("place front=2c3c4c back=5c7c", WrongCards, "7c is not among the cards dealt: 2c 3c 4c 5c 6c"),
        ("place front=2c3c4c back=5c5c", WrongCards, "5c is there twice"),
        ("place front=2c3c4c back=5c??", WrongCards, r"\?\? is not among"),
        ("place top=2c3c4c", BadDecisionText, "does not say where a card goes"),
        ("place front=2c front=3c", BadDecisionText, "each once at most"),
        ("place front=zz", BadDecisionText, "is no card"),
        ("place", WrongCards, "5 cards are to be set, not 0"),
        ("set 2c / 3c", BadDecisionText, "write front / middle / back"),
        ("set 2c/3c/4c/5c/6c", BadDecisionText, "is no setting"),
        ("surrender", NotOffered, "surrender is not open here: place 5 cards"),
        ("fold", NotOffered, "fold is not open here: place 5 cards"),
        ("raise 20", NotOffered, "raise 20 is not open here"),
        ("gibberish", BadDecisionText, "in Chinese games place front=CARDS"),
        ("", BadDecisionText, "is no decision"),
    ],
)
def test_an_answer_that_is_not_allowed_says_what_is_and_changes_nothing(words, error, said):
    game = hand("ofc", 100, 100, cards=DEALT)
    before = game.view(1), game.asks
    with pytest.raises(error, match=said):
        act(game, 1, words)
    assert (game.view(1), game.asks) == before


def test_a_row_that_is_full_takes_no_more():
    game = hand("ofc-pineapple", 100, 100, cards="2c3c4c5c6c 7c8c9cTcJc AsKdQd")
    act(act(game, 1, "place front=2c3c4c middle=5c6c"), 2, "place back=7c8c9cTcJc")
    with pytest.raises(FullRow, match="the front takes 0 more cards, not 1") as refused:
        act(game, 1, "place front=As middle=Kd discard=Qd")
    assert refused.value.params == {"row": "front", "room": 0}
    with pytest.raises(WrongCards, match="2 cards are to be set, not 3"):
        act(game, 1, "place middle=AsKdQd")
    number = ask_of(game, 1).number
    with pytest.raises(WrongCards, match="1 of As Kd Qd are discarded: name them too"):
        game.answer(number, Decision.parse("place middle=AsKd"))
    act(game, 1, "place middle=AsKd")  # a person need not say what is left over


def test_numbers_that_say_no_placing_are_refused():
    game = hand("ofc", 100, 100, cards=DEALT)
    cards = parse_cards(DEALT)
    for wrong in (-1, 999, 1000, 60):
        with pytest.raises(WrongCards, match="a digit a row"):
            game.answer(0, Decision("place", wrong, cards))
    for decision in (Decision("place", 50, cards), Decision("place", 23, cards), CALL, Decision("set", 5, cards)):
        assert ask_of(game, 1).allows(decision) == (decision.amount in (50, 23) and decision.verb == "place")
    assert str(Decision("place", 999, cards)) == "place 2c 3c 4c 5c 6c as 999"


def test_a_question_is_answered_once():
    game = hand("ofc", 100, 100, cards=DEALT)
    act(game, 1, "place back=2c3c4c5c6c")
    with pytest.raises(ClosedAsk, match="question 0 is not open; 1 is"):
        game.answer(0, Decision.parse("place back=2c3c4c5c6c"))
    with pytest.raises(ClosedAsk, match="question 7"):
        game.answer(7, Decision.parse("place back=2c3c4c5c6c"))
    default(game)
    with pytest.raises(ClosedAsk, match="the hand is over"):
        game.answer(3, CALL)
    with pytest.raises(ClosedAsk):
        replay(game.start, Deck.of(game._order), [(5, CALL)])


def test_a_surrender_takes_no_cards():
    game = hand("chinese", 100, 100, surrender_points=3)
    assert ask_of(game, 1).allows(Decision("surrender"))
    with pytest.raises(NotOffered, match="takes no cards and no amount"):
        game.answer(0, Decision("surrender", 3))


def test_a_view_is_of_a_seat_that_is_dealt_in():
    with pytest.raises(KeyError):
        hand("ofc", 100, 100).view(3)


# -- cards told by the floor ------------------------------------------------------------------------------------------

ROWS = "Qc Qd 2s / Kh Ks 5c 4h 3h / Ah As 9c 8h 6d"


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        ("Qc Jd 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s", WrongCards, "Qc is elsewhere in the hand"),
        ("9d 7d 2c / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s", WrongCards, "2c is elsewhere in the hand"),  # a discard
        ("9d 9d 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s", WrongCards, "9d is elsewhere in the hand"),
        ("X1 7d 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s", WrongCards, "X1 is not in the deck of this hand"),
        ("9d 7d ?? / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s", WrongCards, "a card in a row is seen by everybody"),
        ("9d 7d 2h / Td Tc 8s 6s / Jh Jc 8d 7c 4s", WrongCards, "13 cards are to be set, not 12"),
        ("9d 7d 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s / 2d 3d 3c 4d 5s", WrongCards, "at most 4 cards were discarded"),
    ],
)
def test_rows_that_cannot_have_been_set_are_refused(words, error, said):
    told = recorded("ofc-pineapple", 100, 100)
    act(told, 1, f"{ROWS} / 2c")
    before = told.view(None)
    with pytest.raises(error, match=said):
        act(told, 2, words)
    assert told.view(None) == before
    assert act(told, 2, "9d 7d 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s").is_over


def test_cards_from_outside_have_no_default_and_no_sample():
    told = recorded("ofc", 100, 100)
    ask = ask_of(told, 1)
    assert ask.as_json()["default"] is None
    assert not ask.allows(ask.default)
    assert ask.words() == "set 13 cards"
    with pytest.raises(NotOffered, match="cannot be sampled"):
        ask.sample(None)


def test_words_are_understood_for_betting_and_for_placing_alike():
    game = hand("ofc", 100, 100, cards=DEALT)
    assert str(parse_for(ask_of(game, 1), "BACK=2c".lower() + "3c4c5c6c")) == "place back=6c5c4c3c2c"
    assert str(parse_for(ask_of(game, 1), "set / 2c 3c / 4c 5c 6c")) == "place middle=3c2c back=6c5c4c"
    start = Start("holdem", Stakes(small_blind=1, big_blind=2), TWO, Positions(1, 1, 2))
    betting = Hand(start, shuffled_deck("holdem", b"seed"))
    assert parse_for(betting.asks[0], "fold") == Decision("fold")
    with pytest.raises(EngineError):
        betting.answer(0, Decision.parse("place front=As"))
