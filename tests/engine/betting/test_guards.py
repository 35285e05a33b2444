"""What is handed out cannot be turned against the hand, and what cannot be is refused by name."""

from __future__ import annotations

import pytest

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.errors import BadStart, EngineError, IllegalDecision
from engine.games.betting_games import GAMES
from engine.games.decisions import Decision
from engine.games.play_rules import PlayRules
from engine.notation.hand_to_phh import record_of
from engine.notation.phh import read, write
from engine.notation.phh_to_hand import play
from engine.play.any_game import shuffled_deck
from tests.support.deals import FIXED, NO_LIMIT, act, begin, positions_of


def test_a_view_that_is_changed_changes_no_other():
    rules = PlayRules(raise_cap=3)
    begin(100, 100, rules=rules).view(1)["rules"]["raise_cap"] = 99
    again = begin(100, 100, rules=rules)
    assert again.view(2)["rules"] == {"raise_cap": 3}
    assert record_of(again).fields["_rules"] == {"raise_cap": 3}


def test_what_is_carried_cannot_be_changed_in_a_start():
    carried = {"leg": 1}
    start = Start("holdem", FIXED, (Seat(1, 100), Seat(2, 100)), Positions(1, 1, 2), carried=carried)
    carried["leg"] = 2
    assert start.carried == {"leg": 1}
    with pytest.raises(TypeError):
        start.carried["leg"] = 2


@pytest.mark.parametrize(("verb", "kind"), [("fold", "fold"), ("call", "call")])
@pytest.mark.parametrize("cards", [[], None, ()])
def test_an_answer_with_no_cards_is_that_answer_however_it_says_so(verb, kind, cards):
    hand = begin(100, 100, 100)
    decision = Decision(verb, 0, cards)
    if hand.asks[0].allows(decision):
        hand.answer(0, decision)
        assert hand.events[-1].kind == kind
    else:
        with pytest.raises(IllegalDecision):
            hand.answer(0, decision)


@pytest.mark.parametrize("decision", [None, "fold", ("fold",), 7])
def test_what_is_no_decision_is_refused_by_name_and_nothing_has_changed(decision):
    hand = begin(100, 100)
    before = hand.view(None)
    with pytest.raises(IllegalDecision):
        hand.answer(0, decision)
    assert hand.view(None) == before


@pytest.mark.parametrize("cards", [(99, 3), (-1, 3), ("As", "Kd")])
def test_cards_that_are_none_are_refused_from_the_dealer(cards):
    hand = Hand(Start("holdem", NO_LIMIT, (Seat(1, 9), Seat(2, 9)), Positions(1, 1, 2)), Deck.recorded())
    with pytest.raises(IllegalDecision):
        hand.answer(0, Decision("deal", 0, cards))
    assert hand.asks[0].number == 0


@pytest.mark.parametrize("game", ["holdem", "five-card-stud"])
@pytest.mark.parametrize("kind", ["big_blind", "button"])
def test_an_ante_that_nobody_pays_makes_no_hand(game, kind):
    stakes = Stakes(limit="no", ante=5, ante_kind=kind)
    with pytest.raises(BadStart, match=r"nobody has to bet|no big blind"):
        Hand(Start(game, stakes, (Seat(1, 100), Seat(2, 100)), Positions(7)), shuffled_deck(game, b"seed"))


@pytest.mark.parametrize(
    ("stakes", "rules", "more"),
    [
        (Stakes(limit="fixed", small_blind=5, big_blind=50, small_bet=10, big_bet=20), PlayRules(), {}),
        (NO_LIMIT, PlayRules(rake_percent=150), {}),
        (NO_LIMIT, PlayRules(wild_cards="??"), {}),
        (NO_LIMIT, PlayRules(), {"bomb": 5, "seats": (Seat(1, 100, live=2), Seat(2, 100))}),
    ],
)
def test_stakes_and_rules_that_cannot_be_are_refused_at_the_start(stakes, rules, more):
    start = Start("holdem", stakes, more.pop("seats", (Seat(1, 100), Seat(2, 100))), Positions(1, 1, 2), rules, **more)
    with pytest.raises(BadStart):
        Hand(start, shuffled_deck("holdem", b"seed"))


@pytest.mark.parametrize(
    "change",
    [{"positions": [None, 1, 2]}, {"carried": "abc"}, {"game": ["x"]}, {"bord": 3}, {"seats": 5}, {"positions": [1]}],
)
def test_a_stored_start_of_another_shape_is_refused_by_name(change):
    stored = Start("holdem", NO_LIMIT, (Seat(1, 100), Seat(2, 100)), Positions(1, 1, 2)).as_json()
    with pytest.raises(EngineError):
        Hand(Start.from_json({**stored, **change}), shuffled_deck("holdem", b"seed"))


def test_runs_are_offered_only_where_the_cards_last_whoever_deals_them():
    rules = PlayRules(run_it=2)
    stakes = Stakes(limit="pot", small_blind=1, big_blind=2)
    start = Start("omaha5", stakes, tuple(Seat(at, 2) for at in range(1, 10)), positions_of(9), rules)
    hand = Hand(start, shuffled_deck("omaha5", b"seed"))
    while not hand.is_over:
        act(hand, "agree 2" if hand.asks[0].kind == "run it" else "call")
    (record,) = read(write(record_of(hand, everything=True)))
    assert play(record, 1).hand.result == hand.result


def test_what_a_foreign_record_says_besides_is_kept():
    hand = begin(100, 100)
    act(hand, "fold")
    (told,) = read(write(record_of(hand, everything=True)) + 'event = "Club night"\n_secret = 5\n')
    again = record_of(play(told, 1).hand, source=told)
    assert (again.fields["event"], again.fields["_secret"]) == ("Club night", 5)


def test_every_game_has_a_deck_for_its_seats():
    for game in GAMES.values():
        assert game.max_seats >= 2
