"""Who has won, said by the dealer instead of the cards: as many chips as the cards would have moved, or a refusal in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.betting.hand import Deck, Hand, parse_for
from engine.errors import BadAward, EngineError
from engine.games.announced_winners import Award, award_of, parse_award
from engine.games.decisions import Decision
from engine.games.play_rules import PlayRules
from engine.notation.hand_to_phh import record_of
from engine.notation.phh_to_hand import play
from engine.play.any_game import shuffled_deck
from tests.support.budget import budget
from tests.support.deals import act, begin

GAMES_OF_BOARDS = ("holdem", "omaha", "omaha8", "short-deck")
SEATS = st.frozensets(st.integers(1, 11), min_size=1, max_size=4).map(lambda seats: tuple(sorted(seats)))
UNSEEN = "??"


def recorded(*stacks: int, **more) -> Hand:
    return unseen(begin(*stacks, deck=Deck.recorded(), **more))


def unseen(hand: Hand) -> Hand:
    """Whatever is to be dealt now is dealt unseen."""
    while hand.asks and hand.asks[0].kind == "deal":
        act(hand, f"deal {UNSEEN * hand.asks[0].lo}")
    return hand


def played(hand: Hand, *words: str) -> Hand:
    for word in words:
        unseen(act(hand, word))
    return hand


@settings(max_examples=budget(100))
@given(pots=st.lists(st.lists(SEATS, min_size=1, max_size=3).map(tuple), min_size=1, max_size=5).map(tuple))
def test_an_award_is_the_same_as_number_and_as_text(pots):
    award = Award(pots)
    assert award_of(award.amount) == award == parse_award(str(award))
    decision = Decision("award", award.amount)
    assert Decision.parse(str(decision)) == decision


@pytest.mark.parametrize("game", GAMES_OF_BOARDS)
@settings(max_examples=budget(60))
@given(seed=st.integers(0, 2**32))
def test_chips_move_as_the_cards_would_have_moved_them(game, seed):
    rng = random.Random(seed)
    stacks = [rng.randint(2, 40) for _ in range(rng.randint(2, 5))]
    known = begin(*stacks, game=game, deck=shuffled_deck(game, rng.randbytes(32)))
    said = []
    while not known.is_over:
        decision = known.asks[0].sample(rng)
        if str(decision) != "fold" or rng.random() < 0.3:
            said.append(str(decision))
            act(known, said[-1])
    hand = recorded(*stacks, game=game)
    for words in said:
        played(hand, words)
    if not hand.is_over:
        text = " / ".join(_winners(pot) for pot in known.result.pots if len(pot.eligible) > 1)
        act(hand, f"award {text}")
    assert hand.result.net == known.result.net
    again = play(record_of(hand, everything=True), 1).hand
    assert again.result.net == known.result.net, "as written down and read again"


def _winners(pot) -> str:
    groups = [" ".join(map(str, chips)) for _key, chips in pot.shares]
    return groups[0] if len(set(groups)) == 1 else " & ".join(groups)


def test_one_name_takes_every_pot_that_the_player_is_in_and_the_rest_is_named_pot_by_pot():
    bets = ("raise 30", "call", "call")
    hand = played(recorded(10, 30, 100), *bets)
    assert [pot["seats"] for pot in hand.view(None)["pots"]] == [[1, 2, 3], [2, 3]]
    assert act(hand, "award 3").result.net == {1: -10, 2: -30, 3: 40}
    hand = played(recorded(10, 30, 100), *bets)
    assert act(hand, "award 1 / 2 3").result.net == {1: 20, 2: -10, 3: -10}
    hand = played(recorded(10, 30, 100), *bets)
    assert act(hand, "award 1 2").result.net == {1: 5, 2: 25, 3: -30}, "seat 2 takes the side pot alone"


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("award 1", "nobody named can win pot 2: it is of seats 2, 3"),
        ("award 1 / 1", "seat 1 cannot win pot 2: it is of seats 2, 3"),
        ("award 4", "seat 4 cannot win pot 1: it is of seats 1, 2, 3"),
        ("award 1 / 2 / 3", "there are 2 pots"),
        ("award 1 & 2", "this pot is in 1 parts"),
        ("award", "names no winners"),
        ("award first", "names no winners"),
        ("award 12", "names no winners"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(words, refusal):
    hand = played(recorded(10, 30, 100), "raise 30", "call", "call")
    with pytest.raises(EngineError, match=refusal):
        act(hand, words)
    assert hand.asks[0].kind == "showdown"
    assert act(hand, "award 2").is_over


@pytest.mark.parametrize("amount", [0, -1, 1, 2, 3 << 12, 1 << 500])
def test_a_number_that_is_no_award_is_refused_by_name(amount):
    hand = played(recorded(10, 30, 100), "raise 30", "call", "call")
    with pytest.raises(BadAward):
        hand.answer(hand.asks[0].number, Decision("award", amount))


def test_high_and_low_go_to_whom_the_dealer_says_after_the_rake():
    hand = played(recorded(20, 20, 20, game="omaha8"), "raise 10", "call", "call", *["check"] * 9)
    assert act(hand, "award 1 & 2 3").result.net == {1: 5, 2: -2, 3: -3}
    rake = PlayRules(rake_percent=10, rake_cap=3)
    hand = played(recorded(20, 20, 20, rules=rake), "raise 10", "call", "call", *["check"] * 9)
    assert (hand.result, act(hand, "award 2").result.net) == (None, {1: -10, 2: 17, 3: -10})


def test_hands_dealt_here_are_never_asked_who_has_won():
    hand = begin(10, 10)
    with pytest.raises(EngineError):
        hand.answer(hand.asks[0].number, parse_for(hand.asks[0], "award 1"))
