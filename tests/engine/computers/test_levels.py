"""What computer players of each level make of their cards: known hands, and that each level wins from the one below."""

from __future__ import annotations

import json
import random

import pytest

from engine.betting.hand import Deck, Hand
from engine.cards import cards_text, parse_cards
from engine.computers import draw_strength, strength
from engine.computers.draw_strength import best_kept
from engine.computers.levels import LEVELS, LOOSE, SOLID, STEADY, USUAL, level_of
from engine.computers.seat_sight import played_game, sight_of
from engine.computers.strength import shares
from engine.games.betting_games import GAMES
from engine.games.compiled_game import Part
from engine.games.decisions import CALL, Decision
from engine.games.hand_start import Positions, Seat, Stakes, Start
from engine.play.computer_players import choose
from tests.bench.computer_players import main, won
from tests.bench.computer_players import played as play_one
from tests.support.accepted import accepted_hand

NO_LIMIT = Stakes(limit="no", small_blind=50, big_blind=100)
MOST_RANKED = 6000  # hands for one decision, whatever the game and its house rules


def dealt(own: str) -> Hand:
    """A hand of hold'em between two: the button, who acts first, holds `own`."""
    start = Start("holdem", NO_LIMIT, (Seat(1, 10_000), Seat(2, 10_000)), Positions(1, 1, 2))
    mine = parse_cards(own)
    rest = [card for card in GAMES["holdem"].deck if card not in mine]
    random.Random(3).shuffle(rest)
    size = len(mine)
    return Hand(start, Deck.of([*rest[:size], *mine, *rest[size:]]))


@pytest.mark.parametrize(
    ("own", "least", "most"), [("As Ah", 0.78, 0.92), ("7d 2c", 0.25, 0.45), ("Kd Qd", 0.53, 0.73)]
)
def test_a_hand_of_holdem_wins_as_often_as_is_known(own, least, most):
    hand = dealt(own)
    (measured,) = shares(sight_of(hand.view(1), hand.asks[0]), 200)
    assert least < measured < most


@pytest.mark.parametrize(
    ("game", "cards", "out"),
    [
        ("2-7-triple-draw", "7c 5d 4h 3s 2c", ""),
        ("2-7-triple-draw", "7c 4d 3h 2s Kc", "Kc"),
        ("2-7-triple-draw", "Ah Kd 2c 3d 4s", "Kd Ah"),
        ("badugi", "Ac 2d 3h Kh", "Kh"),
        ("badugi", "Ac 2d 3h 4s", ""),
        ("five-card-draw", "9c 9d 4h 4s 2d", "2d"),
        ("five-card-draw", "Kc Jc 8c 4c 2c", ""),
        ("a-5-triple-draw", "Ac 2d 3h 4s 4d", "4d"),
    ],
)
def test_the_cards_that_are_exchanged_are_those_everybody_would(game, cards, out):
    played = played_game(game, "{}")
    draws = sum(street.draw > 0 for street in GAMES[game].streets)
    kept = tuple(sorted(parse_cards(cards)))
    given_up = best_kept(played, kept, draws, len(kept))[1]
    same = {card >> 2 for card in given_up} == {card >> 2 for card in parse_cards(out)}
    assert same, cards_text(given_up)


def test_aces_are_raised_and_nothing_calls_a_whole_stack_without_a_hand():
    hand = dealt("As Ah")
    said = [choose(hand.view(1), hand.asks[0], random.Random(seed), SOLID).verb for seed in range(20)]
    assert said.count("raise") >= 15
    hand = dealt("7d 2c")
    hand.answer(hand.asks[0].number, CALL)
    hand.answer(hand.asks[0].number, Decision("raise", 10_000))
    for level in LEVELS.values():
        assert choose(hand.view(1), hand.asks[0], random.Random(1), level).verb == "fold"


def test_a_loose_player_calls_where_a_solid_one_folds():
    def folds(level):
        count = 0
        for seed in range(40):
            rng = random.Random(seed)
            hand = dealt(cards_text(rng.sample(GAMES["holdem"].deck, 2)))
            hand.answer(hand.asks[0].number, CALL)
            hand.answer(hand.asks[0].number, Decision("raise", 400))
            count += choose(hand.view(1), hand.asks[0], rng, level).verb == "fold"
        return count

    assert folds(LOOSE) < folds(STEADY) < folds(SOLID)


@pytest.mark.parametrize(("upper", "lower"), [(STEADY, LOOSE), (SOLID, LOOSE)], ids=lambda level: level.key)
@pytest.mark.parametrize(("game", "limit"), [("2-7-triple-draw", "fixed"), ("seven-card-stud", "fixed")])
def test_a_level_wins_from_loose_players_over_the_same_deals(game, limit, upper, lower):
    """The same hands each time: the whole measure is `just computer-players`."""
    rate, _error = won(game, limit, upper, lower, 240)
    assert rate > 0


def test_the_same_deal_and_seed_come_to_the_same():
    order = list(GAMES["holdem"].deck)
    random.Random(5).shuffle(order)
    assert play_one("holdem", "no", (SOLID, LOOSE), order, 1) == play_one("holdem", "no", (SOLID, LOOSE), order, 1)


def test_a_level_nobody_knows_is_the_usual_one():
    assert level_of("") is USUAL
    assert [level_of(key) for key in LEVELS] == list(LEVELS.values())


@pytest.mark.parametrize("game", GAMES)
def test_no_decision_ranks_more_hands_than_a_bound(game, monkeypatch):
    """Time a decision is bounded by counts, which no slow machine changes. Every decision is made afresh."""
    counted = 0
    usual = Part.strength

    def counting(self, cards, board):
        nonlocal counted
        counted += 1
        return usual(self, cards, board)

    monkeypatch.setattr(Part, "strength", counting)
    for seed in range(2):
        rng = random.Random(seed)
        hand = accepted_hand(rng, game)
        while not hand.is_over:
            ask = hand.asks[0]
            for cache in (strength._measured, draw_strength.best_kept, draw_strength._drawn):
                cache.cache_clear()
            draw_strength._field.cache_clear()
            seen, counted = json.loads(json.dumps(hand.view(ask.seat))), 0
            choose(seen, ask, rng, SOLID)
            assert counted <= MOST_RANKED
            hand.answer(ask.number, ask.sample(rng))


def test_a_game_and_its_hands_can_be_named_on_the_command_line(capsys):
    main(["seven-card-stud", "4", "solid", "loose"])
    assert "solid  from loose " in capsys.readouterr().out
