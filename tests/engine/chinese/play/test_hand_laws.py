"""Laws that hold over every Chinese game, whatever the house rules, the stacks, who is in fantasyland and the decisions."""

from __future__ import annotations

import json
import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import card_text, parse_cards
from engine.chinese.play.placing import parse_placing
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.deck.shuffle import Deck
from engine.errors import EngineError, IllegalDecision
from engine.games.decisions import CALL, FOLD, Decision
from engine.games.row_layout import ROWS, SIZES
from engine.play.any_game import begin, deck_of, replay, stored_start
from tests.support.budget import budget
from tests.support.engine.chinese_views import may_see
from tests.support.hands import answers, default, random_hand, random_start

games = pytest.mark.parametrize("game", CHINESE_GAMES)
seeds = st.integers(0, 2**32)
CARD = re.compile(r"(?:[2-9TJQKA][cdhs]|X[12])(?![a-z])")  # Ac, but not Ace


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_chips_are_conserved_and_a_hand_always_ends(game, seed):
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    before = {seat.number: seat.stack for seat in hand.start.seats}
    for _ in answers(rng, hand):
        assert hand.is_over or (hand.stacks == before and hand.pot == 0)
    result = hand.result
    assert sum(result.net.values()) + result.rake == 0
    assert result.rake == sum(result.rakes.values())
    assert sum(result.points.values()) == 0
    assert result.net == {seat: hand.stacks[seat] - before[seat] for seat in before}
    assert all(chips % hand.stakes.unit == 0 for chips in result.net.values())
    moved = Counter()
    for payer, receiver, chips in result.payments:
        moved[payer] -= chips
        moved[receiver] += chips
    assert all(result.net[seat] == moved[seat] - result.rakes[seat] for seat in before)
    if hand.start.rules.payment != "credit":
        assert all(stack >= 0 for stack in hand.stacks.values())


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_every_card_is_dealt_once_and_what_is_set_never_moves(game, seed):
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    plan = hand.plan
    before = hand.rows
    for ask, decision in answers(rng, hand):
        now = hand.rows
        for seat in hand.seats:
            for old, new in zip(before[seat], now[seat], strict=True):
                assert new[: len(old)] == old
                assert seat == ask.seat or new == old
        before = now
        assert decision.verb in ("place", "set", "surrender")
    dealt = Counter(card for event in hand.events if event.kind == "down" for card in event.cards)
    assert set(dealt) <= set(plan.deck)
    assert set(dealt.values()) == {1}
    for place, seat in enumerate(hand.seats):
        mine = [card for event in hand.events if event.kind == "down" and event.seat == seat for card in event.cards]
        assert len(mine) == (plan.dealt[place] or hand.game.cards_each)
        if not hand.result.hands[seat].is_surrendered:
            rows = hand.rows[seat]
            assert [len(row) for row in rows] == list(SIZES)
            gone = [card for e in hand.events if e.kind == "discard" and e.seat == seat for card in e.cards]
            assert sorted([*rows.front, *rows.middle, *rows.back, *gone]) == sorted(mine)


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_a_decision_is_accepted_exactly_if_the_ask_allows_it(game, seed):
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    while not hand.is_over:
        asks = hand.asks
        ask = rng.choice(asks)
        for tried in [*spoilt(rng, ask, rng.choice(asks)), FOLD, CALL, Decision("raise", 20), Decision("surrender")]:
            if not ask.allows(tried):
                before = (hand.events, [one.number for one in hand.asks], hand.view(ask.seat))
                with pytest.raises(IllegalDecision):
                    hand.answer(ask.number, tried)
                assert before == (hand.events, [one.number for one in hand.asks], hand.view(ask.seat))
        assert ask.default in ask
        chosen = ask.sample(rng)
        assert parse_placing(ask, str(chosen)) == chosen == Decision.parse(str(chosen))
        hand.answer(ask.number, chosen)
        with pytest.raises(IllegalDecision):
            hand.answer(ask.number, chosen)


def spoilt(rng, ask, other):
    """A legal decision, and some made of it that mostly are not."""
    good = ask.sample(rng)
    cards = list(good.cards)
    rng.shuffle(cards)
    yield good
    yield good._replace(cards=tuple(cards))
    yield good._replace(cards=good.cards[:-1])
    yield good._replace(cards=(*good.cards[:-1], rng.randrange(55)))
    yield good._replace(cards=good.cards * 2)
    yield good._replace(amount=rng.randrange(1000))
    yield good._replace(amount=-1)
    yield good._replace(verb=rng.choice(["place", "set", "draw", "discard"]))
    yield other.default


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_only_the_cards_dealt_can_be_set_and_each_row_has_its_size(game, seed):
    """What the ask says, told apart from the ask: an independent count of every random decision."""
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    while not hand.is_over:
        ask = rng.choice(hand.asks)
        for tried in spoilt(rng, ask, rng.choice(hand.asks)):
            if tried.verb == "surrender":
                continue
            amount = tried.amount
            counts = [amount // 100, amount // 10 % 10, amount % 10] if 0 <= amount <= 355 else [99]
            rows = hand.rows[ask.seat]
            is_right = (
                tried.verb == ask.kind
                and sorted(tried.cards) == sorted(ask.cards)
                and sum(counts) == ask.keep
                and all(len(row) + more <= size for row, more, size in zip(rows, counts, SIZES, strict=True))
            )
            assert ask.allows(tried) == is_right
        hand.answer(ask.number, ask.sample(rng))


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_replay_from_what_is_stored_is_identical(game, seed):
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    stored = [(ask.number, str(decision)) for ask, decision in answers(rng, hand)]
    begun = stored_start(json.loads(json.dumps(hand.start.as_json())))
    assert begun == hand.start
    again = replay(begun, Deck.of(hand._order), [(number, Decision.parse(text)) for number, text in stored])
    assert again.events == hand.events
    assert again.result == hand.result
    assert [again.view(seat) for seat in (None, *again.seats)] == [hand.view(seat) for seat in (None, *hand.seats)]


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_no_view_holds_a_card_that_the_viewer_may_not_see(game, seed):
    rng = random.Random(seed)
    hand = random_hand(rng, game)

    def look() -> None:
        for viewer in (None, *hand.seats):
            seen = hand.view(viewer)
            for seat in seen["seats"]:
                del seat["read"]  # cards that jokers stand for, wherever those cards are
            named = CARD.findall(json.dumps(seen))
            assert {parse_cards(text)[0] for text in named} <= may_see(hand, viewer)

    look()
    for _ in answers(rng, hand):
        look()


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_no_event_ever_opens_a_discard_or_a_row_set_face_down(game, seed):
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    for _ in answers(rng, hand):
        for event in hand.events:
            if event.kind in ("down", "discard", "set", "surrender"):
                assert event.public == ()
            if event.kind in ROWS and hand.plan.dealt[hand.seats.index(event.seat)]:
                assert hand.is_over
            assert set(event.public) <= set(event.cards)


@games
@settings(max_examples=budget(18))
@given(seed=seeds)
def test_the_result_does_not_depend_on_the_seats_numbers(game, seed):
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    given_answers = [(ask.number, decision) for ask, decision in answers(rng, hand)]
    data, shift = hand.start.as_json(), 20
    data["seats"] = [[number + shift, *rest] for number, *rest in reversed(data["seats"])]
    data["positions"] = [data["positions"][0] + shift, None, None]
    carried = data["carried"].get("fantasyland", {})
    data["carried"] = {"fantasyland": {str(int(seat) + shift): cards for seat, cards in carried.items()}}
    again = replay(stored_start(data), Deck.of(hand._order), given_answers)
    assert again.result.net == {seat + shift: chips for seat, chips in hand.result.net.items()}
    assert again.result.points == {seat + shift: points for seat, points in hand.result.points.items()}
    after = hand.result.carried.get("fantasyland", {})
    assert again.result.carried.get("fantasyland", {}) == {str(int(seat) + shift): n for seat, n in after.items()}


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_a_setting_at_once_is_never_fouled_by_the_clock(game, seed):
    """S3.10: whoever is dealt everything at once and does not answer is set a hand that is not fouled, if there is one."""
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    if hand.start.rules.joker_cards != "any" or hand.start.rules.joker_reading != "best legal":
        return
    at_once = [seat for place, seat in enumerate(hand.seats) if hand.plan.dealt[place]]
    default(hand)
    for seat in at_once:
        if not hand.game.variant.is_low_middle:
            assert not hand.result.hands[seat].is_fouled


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_what_is_carried_is_what_was_earned_now_and_what_was_not_played(game, seed):
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    list(answers(rng, hand))
    before = {int(seat): cards for seat, cards in hand.start.carried.get("fantasyland", {}).items()}
    after = {int(seat): cards for seat, cards in hand.result.carried.get("fantasyland", {}).items()}
    for seat in range(1, 10):
        if seat not in hand.seats:
            assert after.get(seat) == before.get(seat)
            continue
        earned = hand.result.hands[seat].fantasyland
        if hand.plan.earned[hand.seats.index(seat)]:
            assert after.get(seat, 0) == earned
        else:
            assert after.get(seat, 0) == max(earned, before.get(seat, 0))


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_the_same_rows_entered_by_the_floor_come_to_the_same(game, seed):
    """A recorded hand: the rows told in any order settle as the hand that was dealt."""
    rng = random.Random(seed)
    hand = random_hand(rng, game)
    list(answers(rng, hand))
    told = begin(hand.start, Deck.recorded())
    waiting = list(told.asks)
    assert {ask.seat for ask in waiting} == set(hand.seats)
    rng.shuffle(waiting)
    for number, seat in [(ask.number, ask.seat) for ask in waiting]:
        ask = next(one for one in told.asks if one.number == number)
        text = " / ".join("".join(map(card_text, row)) for row in hand.rows[seat])
        is_given_up = hand.result.hands[seat].is_surrendered
        told.answer(number, parse_placing(ask, "surrender" if is_given_up else f"set {text}"))
    assert told.result.as_json() == hand.result.as_json()


@games
@settings(max_examples=budget(20))
@given(seed=seeds)
def test_a_start_always_has_cards_for_everybody(game, seed):
    """S3.10: capacity is checked before the deal, so that no hand can run out of cards."""
    begun = random_start(random.Random(seed), game)
    hand = begin(begun, Deck.of(deck_of(begun)))
    needed = sum(cards or hand.game.cards_each for cards in hand.plan.dealt)
    assert needed <= len(hand.plan.deck)
    try:
        default(hand)
    except EngineError as wrong:
        raise AssertionError(f"{wrong}") from wrong
