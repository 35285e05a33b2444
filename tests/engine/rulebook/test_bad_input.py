"""What is refused, with the reason and what would be right, and changes nothing."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.errors import (
    BadDecisionText,
    BadStart,
    ClosedAsk,
    EngineError,
    IllegalDecision,
    NotOffered,
    RaiseTooLarge,
    RaiseTooSmall,
    UnknownGame,
    WrongCards,
)
from engine.games.betting_games import GAMES
from engine.games.decisions import Decision, parse_for
from engine.games.play_rules import PlayRules
from engine.house_rules import BadRule, resolve
from engine.play.phh_replay import replay_text
from tests.support.deals import FIXED, NO_LIMIT, STUD, act, begin

TWO = (Seat(1, 5), Seat(2, 5))

# -- answers ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["call", "fold"])
def test_a_decision_with_cards_that_are_none_is_taken_as_it_is_meant(verb):
    hand, other = begin(100, 100, 100), begin(100, 100, 100)
    hand.answer(0, Decision(verb, 0, []))  # type: ignore[arg-type]  # as Python may send it
    other.answer(0, Decision(verb))
    assert hand.events == other.events
    assert hand.asks == other.asks


def test_a_closed_ask_is_named_and_changes_nothing():
    hand = begin(100, 100)
    act(hand, "call")
    before = hand.view(1)
    with pytest.raises(ClosedAsk, match="question 0 is not open; 1 is"):
        hand.answer(0, Decision("call"))
    assert hand.view(1) == before


def test_a_hand_that_is_over_takes_no_answer():
    hand = act(begin(100, 100), "fold")
    with pytest.raises(ClosedAsk, match="the hand is over"):
        hand.answer(1, Decision("call"))


@pytest.mark.parametrize(
    ("word", "error"),
    [("raise 3", RaiseTooSmall), ("raise 101", RaiseTooLarge), ("draw As", NotOffered), ("show", NotOffered)],
)
def test_an_illegal_decision_is_named_and_changes_nothing(word, error):
    hand = begin(100, 100)
    before = hand.view(2)
    with pytest.raises(error):
        act(hand, word)
    with pytest.raises(IllegalDecision):
        act(hand, "dance")
    assert hand.view(2) == before


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (Decision("raise", 4.0), "takes a whole number, not 4.0"),  # type: ignore[arg-type]  # as Python may send it
        (Decision("raise", True), "takes a whole number, not True"),
        (Decision("raise", -8), "the least raise is to 4"),
        (Decision("raise", 6, (3,)), "to raise takes no cards"),
        (Decision("call", 7), "to call takes no amount, not 7"),
        (Decision("fold", 0, (3,)), "to fold takes no cards"),
        (Decision("deal", 0, (3,)), "is not open here: fold, call 1, raise to 4–100"),
        (Decision("dance"), "is not open here: fold, call 1, raise to 4–100"),
    ],
)
def test_a_decision_out_of_shape_is_refused_with_what_is_open(decision, words):
    hand = begin(100, 100)
    before = hand.view(None)
    with pytest.raises(IllegalDecision, match=re.escape(words)):
        hand.answer(0, decision)
    assert not hand.asks[0].allows(decision)
    assert hand.view(None) == before


@pytest.mark.parametrize(
    "text", ["", "raise", "raise x", "raise 1e3", "raise 4.5", "bet", "call 2", "fold now", "agree two"]
)
def test_words_that_are_no_decision_are_told_what_may_be_said(text):
    with pytest.raises(BadDecisionText, match="say fold, call, raise AMOUNT"):
        parse_for(begin(100, 100).asks[0], text)


@pytest.mark.parametrize(("text", "piece"), [("draw XX", "XX"), ("draw 1s", "1s"), ("deal As Kx", "Kx")])
def test_cards_that_are_none_are_named(text, piece):
    with pytest.raises(BadDecisionText, match=f"'{piece}.*' is no"):
        Decision.parse(text)


def test_cards_that_are_not_held_cannot_be_drawn_away():
    hand = act(begin(100, 100, game="five-card-draw", cards="As Ks Qs Js 9s"), "call", "check")
    with pytest.raises(WrongCards, match="2c is not among"):
        act(hand, "draw 2c")


# -- cards --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("deal As As", "As has been dealt already|As As has been dealt already"),
        ("deal As X1", "X1 is not in this deck"),
        ("deal As", "2 cards are to be dealt"),
        ("deal As Kd Qh", "2 cards are to be dealt"),
        ("deal", "2 cards are to be dealt"),
    ],
)
def test_a_recorded_deal_takes_no_card_twice_and_none_that_cannot_come(told, words):
    hand = begin(50, 50, deck=Deck.recorded())
    with pytest.raises(WrongCards, match=words):
        act(hand, told)
    assert (hand.asks[0].number, hand.asks[0].kind) == (0, "deal")
    act(hand, "deal As Kd")
    with pytest.raises(WrongCards, match="Kd has been dealt already"):
        act(hand, "deal Kd Qh")


def test_a_short_deck_has_no_deuces():
    hand = begin(50, 50, game="short-deck", deck=Deck.recorded())
    with pytest.raises(WrongCards, match="2c is not in this deck"):
        act(hand, "deal 2c As")


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (range(51), "52 different cards; these are 51, 51 of them different"),
        ([*range(51), 50], "52 different cards; these are 52, 51 of them different"),
        ([*range(51), 54], "52 different cards"),  # a card that nobody knows
        ([*range(51), 52], "52 different cards"),  # a joker that the house does not have
        ([0] * 52, "these are 52, 1 of them different"),
        ([], "these are 0"),
    ],
)
@pytest.mark.parametrize("game", ["holdem", "razz", "badugi", "no-peek"])
def test_a_deck_with_double_missing_or_unknown_cards_is_refused_at_the_start(order, words, game):
    with pytest.raises(BadStart, match=words):
        begin(50, 50, game=game, stakes=FIXED if GAMES[game].has_blinds else STUD, deck=Deck.of(order))


# -- stakes -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"small_blind": 4}, "the small blind 4 is above the big blind 2"),
        ({"limit": "table"}, "limit must be one of no, pot, fixed, spread, points, not 'table'"),
        ({"ante": -1}, "ante must be a whole number of chips, 0 or more, not -1"),
        ({"ante": 1.5}, "ante must be a whole number of chips, 0 or more, not 1.5"),
        ({"big_blind": "2"}, "big_blind must be a whole number"),
        ({"big_blind": True}, "big_blind must be a whole number"),
        ({"ante_kind": "half"}, "ante_kind must be one of each, big_blind, button"),
        ({"unit": 0}, "unit, the smallest chip, must be 1 or more"),
        ({"limit": "fixed"}, "fixed limit needs 0 < small_bet ≤ big_bet, not 0 and 0"),
        ({"limit": "fixed", "small_bet": 8, "big_bet": 4}, "not 8 and 4"),
        (
            {"limit": "spread", "small_bet": 5, "big_bet": 10},
            "spread limit needs 0 < min_bet ≤ small_bet ≤ big_bet, not 0, 5",
        ),
        ({"limit": "spread", "min_bet": 6, "small_bet": 5, "big_bet": 10}, "not 6, 5 and 10"),
        ({"limit": "spread", "min_bet": 1, "small_bet": 10, "big_bet": 5}, "not 10 and 5"),
        ({"limit": "fixed", "small_bet": 4, "big_bet": 8, "bring_in": 5}, "the bring-in 5 is above the small bet 4"),
        ({"min_bet": 4, "bring_in": 5}, "the bring-in 5 is above the small bet 4"),
        ({"big_blind": 4, "bring_in": 5}, "the bring-in 5 is above the small bet 4"),
    ],
)
def test_impossible_stakes_are_refused_with_the_reason(change, words):
    with pytest.raises(BadStart, match=re.escape(words)):
        Stakes(**{"limit": "no", "small_blind": 1, "big_blind": 2, **change})


@pytest.mark.parametrize(
    ("game", "stakes", "words"),
    [
        ("razz", Stakes(limit="fixed", ante=1, small_bet=2, big_bet=4), "Razz needs a bring-in"),
        ("no-peek", Stakes(limit="fixed", small_bet=2, big_bet=4), "No Peek needs an ante"),
        ("five-card-stud", Stakes(limit="fixed", bring_in=1, small_bet=2, big_bet=4), "Five-Card Stud needs an ante"),
        ("badugi", Stakes(), "Badugi needs blinds or an ante"),
    ],
)
def test_stakes_by_which_nobody_has_to_bet_are_refused(game, stakes, words):
    with pytest.raises(BadStart, match=words):
        begin(50, 50, game=game, stakes=stakes)


@pytest.mark.parametrize(("game", "stakes"), [("razz", STUD), ("five-card-stud", STUD), ("holdem", Stakes())])
def test_a_big_blind_ante_without_a_big_blind_is_refused(game, stakes):
    stakes = replace(stakes, ante=5, ante_kind="big_blind")
    with pytest.raises(BadStart, match="there is no big blind"):
        begin(50, 50, 50, game=game, stakes=stakes, positions=Positions(3))


def test_a_big_blind_without_a_seat_is_refused():
    with pytest.raises(BadStart, match="no seat posts it"):
        begin(50, 50, 50, positions=Positions(3))


# -- seats --------------------------------------------------------------------------------------------------------------------


def test_impossible_seats_are_refused_with_the_reason():
    with pytest.raises(BadStart, match="two players"):
        begin(100, positions=Positions(1, 1, 1))
    with pytest.raises(BadStart, match="same seat number"):
        Start("holdem", NO_LIMIT, (Seat(1, 5), Seat(1, 5)), Positions(1, 1, 1))
    with pytest.raises(BadStart, match="seat 1 cannot be both small and big blind"):
        Start("holdem", NO_LIMIT, TWO, Positions(1, 1, 1))
    with pytest.raises(BadStart, match="not dealt in"):
        begin(100, 100, positions=Positions(1, 1, 3))


@pytest.mark.parametrize(
    "seat", [Seat(0, 5), Seat(-1, 5), Seat(3, 0), Seat(3, -5), Seat(3, 5, live=-1), Seat(3, 5, dead=-1)]
)
def test_a_seat_needs_a_number_and_chips(seat):
    with pytest.raises(BadStart, match=f"seat {seat.number} needs a number and a stack of 1 or more"):
        Start("holdem", NO_LIMIT, (*TWO, seat), Positions(2, 1, 2))


@pytest.mark.parametrize("seat", [Seat("3", 5), Seat(3, 5.0), Seat(3, True), Seat(3, 5, live=1.5)])  # type: ignore[arg-type]  # on purpose
def test_a_seat_takes_whole_numbers(seat):
    with pytest.raises(BadStart, match="seat 3 needs whole numbers"):
        Start("holdem", NO_LIMIT, (*TWO, seat), Positions(2, 1, 2))


@pytest.mark.parametrize("positions", [("a", 1, 2), (None, 1, 2), (1, "x", 2), (1, 1, "2"), (1.0, 1, 2)])
def test_positions_are_seat_numbers(positions):
    with pytest.raises(BadStart, match="positions are seat numbers"):
        Start("holdem", NO_LIMIT, TWO, Positions(*positions))


@pytest.mark.parametrize("game", GAMES)
def test_one_player_more_than_a_game_seats_is_refused_with_how_many_it_seats(game):
    stakes = FIXED if GAMES[game].has_blinds else STUD
    most = GAMES[game].max_seats
    if most * sum(street.down + street.up for street in GAMES[game].streets) + 5 <= len(GAMES[game].deck):
        assert len(begin(*[50] * most, game=game, stakes=stakes).seats) == most
    with pytest.raises(BadStart, match=f"at most {most}, not {most + 1}"):
        begin(*[50] * (most + 1), game=game, stakes=stakes)


@pytest.mark.parametrize(
    ("game", "rules", "more", "most"),
    [
        ("courchevel", PlayRules(burns=True), {}, 8),  # nine players, 45 cards, a board and three burns are 53
        ("omaha5", PlayRules(burns=True), {}, 8),
        ("omaha6", PlayRules(), {"boards": 3}, 6),
        ("short-deck", PlayRules(), {"boards": 4}, 8),
        ("omaha", PlayRules(burns=True), {"boards": 2}, 9),
    ],
)
def test_more_players_than_the_deck_has_cards_for_are_refused(game, rules, more, most):
    assert len(begin(*[50] * most, game=game, rules=rules, stakes=FIXED, **more).seats) == most
    with pytest.raises(BadStart, match=f"cards are too few for {most + 1} players .*: at most {most}"):
        begin(*[50] * (most + 1), game=game, rules=rules, stakes=FIXED, **more)


# -- games, rules, what is stored ---------------------------------------------------------------------------------------------


def test_an_unknown_game_is_refused_with_those_there_are():
    with pytest.raises(UnknownGame, match=r"there is no game 'bridge'; there are holdem, omaha,"):
        Hand(Start("bridge", NO_LIMIT, TWO, Positions(1, 1, 2)), Deck.recorded())


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"raise_cap": 7}, "raise_cap must be one of 0, 3, 4, 5, not 7"),
        ({"raise_cap": "4"}, "raise_cap must be int, not '4'"),
        ({"burns": 1}, "burns must be bool, not 1"),
        ({"jokers": 3}, "jokers must be one of 0, 1, 2, not 3"),
        ({"rake_percent": 21}, "rake_percent must be one of 0 to 20, not 21"),
        ({"rake_cap": -1}, "rake_cap must be one of 0 to"),
        ({"board_tie": "right"}, "board_tie must be one of left of the dealer, higher suit"),
        ({"no_such_rule": 1}, "there is no house rule 'no_such_rule'"),
    ],
)
def test_house_rules_that_cannot_be_are_refused(values, words):
    with pytest.raises(BadRule, match=words):
        resolve(PlayRules, values)


STORED = {
    "game": "holdem",
    "stakes": {"limit": "no", "big_blind": 2},
    "seats": [[1, 5], [2, 5]],
    "positions": [1, 1, 2],
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"stakes": {"limit": "no", "huge_blind": 2}}, "stakes have no huge_blind"),
        ({"stakes": 5}, "this is no start of a hand"),
        ({"seats": [[1]]}, "this is no start of a hand"),
        ({"seats": 7}, "this is no start of a hand"),
        ({"positions": []}, "this is no start of a hand"),
        ({"boards": 9}, "a hand has 1 to 4 boards, not 9"),
        ({"bomb": -1}, "a bomb pot is a whole number of chips"),
    ],
)
def test_a_stored_start_that_is_none_is_refused(change, words):
    assert Start.from_json(STORED).game == "holdem"
    with pytest.raises(BadStart, match=words):
        Start.from_json({**STORED, **change})


@pytest.mark.parametrize("member", STORED)
def test_a_stored_start_with_a_member_missing_is_refused_by_its_name(member):
    with pytest.raises(BadStart, match=f"a start needs {member}"):
        Start.from_json({key: value for key, value in STORED.items() if key != member})


PHH = """variant = "F7S"
antes = [1, 1]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [50, 50]
actions = [
  "d dh p1 AsAh2d",
  "d dh p2 KsKh3c",
  "p1 pb",
  "{action}",
  "d dh p1 Qd",
  "d dh p2 7h",
  "p1 cc",
]
"""


def outcome_of(text: str) -> tuple[bool | None, str]:
    (outcome,) = replay_text(text, "one.phh")
    return outcome.ok, outcome.why


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("p2 cbr 3", "line 11: 'p2 cbr 3': the most that may be raised is to 2"),
        ("p1 f", "line 11: 'p1 f': it is p2's turn: fold, call 1, raise to 2"),
        ("p2 pb", "line 11: 'p2 pb': nobody has to bring it in now: fold, call 1, raise to 2"),
        ("p2 sd", "line 11: 'p2 sd': it is p2's turn"),
        ("d db AcKcQc", "line 11: 'd db AcKcQc': it is p2's turn: fold, call 1, raise to 2"),
        ("d dh p1 Ac", "line 11: 'd dh p1 Ac': it is p2's turn"),
        ("p2 f", "line 12: 'd dh p1 Qd': the hand is over"),
        ("p2 cbr 2", "line 12: 'd dh p1 Qd': 'p1 cc' comes first"),
        ("p2 cc", "the record ends before the hand does"),  # nothing is wrong with it
    ],
)
def test_a_published_hand_with_an_impossible_action_says_which_line_and_why(action, words):
    ok, why = outcome_of(PHH.replace("{action}", action))
    assert (ok, words in why) == (None if "ends before" in words else False, True), why


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('  "d dh p2 7h",\n', "line 13: 'p1 cc': deal 1 to p2 comes first"),
        ('  "p1 pb",\n', "'p2 cc': it is p1's turn: call 1, raise to 2"),
    ],
)
def test_a_published_hand_that_leaves_something_out_says_what_comes_first(line, words):
    text = PHH.replace("{action}", "p2 cc")
    ok, why = outcome_of(text.replace(line, ""))
    assert (ok, words in why) == (False, True), why


def test_every_refusal_has_a_code_and_words():
    for error in (
        BadStart,
        UnknownGame,
        ClosedAsk,
        NotOffered,
        RaiseTooSmall,
        RaiseTooLarge,
        WrongCards,
        BadDecisionText,
    ):
        assert issubclass(error, EngineError)
        assert error.code != EngineError.code
