"""Computer players of the Chinese games: legal, seeded, knowing no more than their view, and better than chance."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.chinese.arranger.arranger import arrange
from engine.chinese.play.computer_players import Thinking, choose, choose_placement, placements
from engine.chinese.play.placing import ChineseAsk
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.scoring.scoring import score_hand
from engine.deck.shuffle import Deck
from engine.errors import BadCards
from engine.games.decisions import Decision
from engine.games.row_layout import SET, SIZES, Board
from engine.play.any_game import begin, deck_of, replay
from tests.bench.open_face import at_random, played, thoughtful
from tests.support.budget import budget, sweep
from tests.support.engine.chinese_views import may_see
from tests.support.hands import LONGEST, answers, hand, random_hand, random_start, recorded

games = sweep("game", CHINESE_GAMES, one_of=3)
seeds = st.integers(0, 2**32)
STREETS = [game for game in CHINESE_GAMES if not CHINESE_GAMES[game].is_together]


@games
@settings(max_examples=budget(8), deadline=None)
@given(seed=seeds)
def test_every_ask_of_every_game_is_answered_legally_and_the_same_view_and_seed_alike(game, seed):
    rng = random.Random(seed)
    dealt = random_hand(rng, game)
    for number in range(LONGEST):
        if dealt.is_over:
            return
        ask = rng.choice(dealt.asks)
        seen = json.loads(json.dumps(dealt.view(ask.seat)))
        decision = choose(seen, ask, random.Random(number), samples=2)
        assert decision in ask
        assert decision == choose(dealt.view(ask.seat), ask, random.Random(number), samples=2)
        dealt.answer(ask.number, decision)
    raise AssertionError("the hand does not end")


@games
@settings(max_examples=budget(8), deadline=None)
@given(seed=seeds)
def test_what_a_player_may_not_see_makes_no_difference(game, seed):
    """The same hand with the cards that are hidden from the player dealt in another order."""
    rng = random.Random(seed)
    begun = random_start(rng, game)
    deck = list(deck_of(begun))
    rng.shuffle(deck)
    dealt = begin(begun, Deck.of(deck))
    given_so_far: list[tuple[int, Decision]] = []
    stop = rng.randrange(12)
    for ask, decision in answers(rng, dealt):
        given_so_far.append((ask.number, decision))
        if len(given_so_far) >= stop:
            break
    if dealt.is_over:
        return
    ask = rng.choice(dealt.asks)
    hidden = sorted(set(deck) - may_see(dealt, ask.seat))
    swapped = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    other = [swapped.get(card, card) for card in deck]
    # Cards that stay hidden are others' discards, and rows set face down.
    as_told = [
        (number, decision._replace(cards=tuple([swapped.get(card, card) for card in decision.cards])))
        for number, decision in given_so_far
    ]
    again = replay(begun, Deck.of(other), as_told)
    (same,) = [one for one in again.asks if one.number == ask.number]
    assert again.view(ask.seat) == dealt.view(ask.seat)
    first = choose(dealt.view(ask.seat), ask, random.Random(1), samples=2)
    assert choose(again.view(ask.seat), same, random.Random(1), samples=2) == first


@games
@settings(max_examples=budget(20), deadline=None)
@given(seed=seeds)
def test_what_is_set_at_once_is_not_fouled_if_a_legal_setting_exists(game, seed):
    rng = random.Random(seed)
    dealt = random_hand(rng, game)
    for ask in dealt.asks:
        if ask.kind != SET:
            continue
        decision = choose(dealt.view(ask.seat), ask, rng)
        cards, amount = decision.cards, decision.amount
        assert amount == 355
        set_so = score_hand(Board(cards[:3], cards[3:8], cards[8:13]), ask.profile, ask.fantasyland)
        is_plain = ask.profile.rules.joker_cards == "any" and ask.profile.rules.joker_reading == "best legal"
        if set_so.is_fouled and is_plain:
            assert arrange(ask.cards, ask.profile, fantasyland=ask.fantasyland).scored.is_fouled


@pytest.mark.parametrize("variant", [OPEN_FACE, LOW_MIDDLE], ids=["high", "low"])
@settings(max_examples=budget(60), deadline=None)
@given(seed=seeds, jokers=st.integers(0, 2), drawn=st.sampled_from([(1, 1), (3, 2), (4, 4)]))
def test_the_last_cards_foul_no_hand_that_they_could_save(variant, seed, jokers, drawn):
    rng = random.Random(seed)
    profile = prepare(ChineseRules(jokers=jokers), variant)
    count, keep = drawn
    deck = rng.sample(range(52 + jokers), 13 - keep + count)
    new, old = tuple(deck[:count]), deck[count:]
    free = rng.sample([row for row, size in enumerate(SIZES) for _ in range(size)], keep)
    rows = []
    for row, size in enumerate(SIZES):
        here = size - free.count(row)
        rows.append(tuple(old[:here]))
        old = old[here:]
    board = Board(*rows)

    def is_fouled(layout):
        full = Board(*[has + gets for has, gets in zip(board, layout.board, strict=True)])
        return score_hand(full, profile).is_fouled

    found = choose_placement(board, new, keep, profile, rng, thinking=Thinking(samples=4))
    assert is_fouled(found) == all(is_fouled(layout) for layout in placements(board, new, keep))


@pytest.mark.parametrize(
    ("board", "cards", "keep", "expected"),
    [
        # The flush is filled at the back, and the lower of the other two goes in front, under the pair.
        (("Kd 8c", "7s 7h 4c 3d 2d", "As Ts 8s 4s"), "9s Kh 6c", 2, ("6c", "", "9s")),
        # Queens in front earn fantasyland, and the rows behind them hold them.
        (("Qd 3c", "Kd Kh 4c 4d 2d", "As Ts 8s 4s 2s"), "Qh 5c 6d", 1, ("Qh", "", "")),
        # Two pair in the middle are under trips at the back; the other way about they are not.
        (("9d 8c 2h", "Kd Kh 4c 5d", "7s 7h 7d 3s"), "4s 2s", 2, ("", "4s", "2s")),
    ],
)
def test_what_anybody_would_do(board, cards, keep, expected):
    rows = Board(*map(parse_cards, board))
    found = choose_placement(rows, parse_cards(cards), keep, prepare(ChineseRules()), random.Random(1))
    assert found.board == Board(*map(parse_cards, expected))


def test_cards_that_have_no_room_are_refused():
    full = Board(parse_cards("Kd 8c 2h"), parse_cards("7s 7h 4c 3d 2d"), parse_cards("As Ts 8s 4s"))
    with pytest.raises(BadCards, match="2 of 2 cards cannot be set: the rows have room for 1"):
        choose_placement(full, parse_cards("9s 9c"), 2, prepare(ChineseRules()), random.Random(1))


def test_streets_that_do_not_fill_the_rows_are_refused():
    board = Board(parse_cards("Kd 8c"), parse_cards("7s 7h 4c 3d 2d"), parse_cards("As Ts 8s 4s"))
    with pytest.raises(BadCards, match="which will lack 1 cards"):
        choose_placement(board, parse_cards("9s"), 1, prepare(ChineseRules()), random.Random(1))


def test_rows_of_real_cards_are_not_the_computers_to_set():
    told = recorded()
    (ask, _other) = told.asks
    assert isinstance(ask, ChineseAsk)
    assert choose(told.view(ask.seat), ask, random.Random(1)) == ask.default


def test_nobody_is_made_to_surrender():
    dealt = hand("chinese", surrender_points=3)
    for ask in dealt.asks:
        assert choose(dealt.view(ask.seat), ask, random.Random(1)).verb == SET


@sweep("game", STREETS)
def test_it_fouls_less_and_earns_more_than_chance(game):
    ours, theirs = played(game, (thoughtful(4), at_random), 25, seed=5)
    assert sum(ours.points) > 3 * len(ours.points)
    assert sum(ours.fouls) < len(ours.fouls) / 2 < sum(theirs.fouls)
    assert sum(ours.royalties) > sum(theirs.royalties)
