"""What `hand_to_pokerstars` writes is read again as the same hand, for every game that it has words for."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.betting.hand import Hand
from engine.cards import UNKNOWN
from engine.errors import EngineError
from engine.notation import hand_texts, phh
from engine.notation.hand_to_phh import record_of
from engine.notation.hand_to_pokerstars import pokerstars_of
from engine.notation.phh import Record
from engine.notation.phh_to_hand import play
from engine.notation.pokerstars_words import GAMES
from engine.play.convert_hands import converted
from tests.engine.notation.pokerstars.starts import NAMES, acts, finished, told_hand
from tests.support.accepted import accepted_hand
from tests.support.budget import budget

games = pytest.mark.parametrize("game", GAMES)
seeds = st.integers(0, 2**32)


def laid(hand: Hand) -> list[tuple[int, ...]]:
    """The boards, as far as a card lies on them: where none does, nobody can tell how many there would have been."""
    return [board for board in hand.boards if board]


def open_cards(hand: Hand) -> list[tuple[str, int | None, tuple[int, ...]]]:
    """The board, up-cards and hands shown: what the rail sees."""
    return [(event.kind, event.seat, event.public) for event in hand.events if event.public]


def read_again(hand: Hand, seat: int | None, **fields: object) -> tuple[Hand, Record]:
    record = record_of(hand, name="77", seat=seat)
    text = pokerstars_of(hand, Record("77", {**record.fields, **fields}), seat=seat)
    (read,) = hand_texts.read(text)
    return play(read, 1).hand, read


@games
@settings(max_examples=budget(25))
@given(seed=seeds)
def test_a_hand_is_read_again_as_it_was(game, seed):
    rng = random.Random(seed)
    hand = told_hand(rng, game)
    for viewer in (None, rng.choice(hand.seats)):
        again, record = read_again(hand, viewer, players=rng.sample(NAMES * 2, len(hand.seats)))
        assert acts(again) == acts(hand)
        assert open_cards(again) == open_cards(hand)
        assert (again.stacks, laid(again), again.game, again.stakes.limit) == (
            hand.stacks, laid(hand), hand.game, hand.stakes.limit,
        )  # fmt: skip
        assert record.fields["finishing_stacks"] == [hand.stacks[seat] for seat in hand.seats]


@games
@settings(max_examples=budget(15))
@given(seed=seeds)
def test_cards_that_nobody_told_stay_unknown(game, seed):
    """A reader of the text knows the cards that its viewer saw, and no others."""
    rng = random.Random(seed)
    hand = told_hand(rng, game)
    viewer = rng.choice([None, *hand.seats])
    again, _record = read_again(hand, viewer)
    may_see = {card for event in hand.events for card in (event.cards if event.seat == viewer else event.public)}
    told = {card for event in again.events for card in event.cards} - {UNKNOWN}
    assert told <= may_see
    if viewer is not None:
        own = {card for event in hand.events if event.kind == "down" and event.seat == viewer for card in event.cards}
        assert own <= told


@games
@settings(max_examples=budget(25))
@given(seed=seeds)
def test_whatever_is_written_is_read_as_it_was_played_or_refused(game, seed):
    """Of all hands that are accepted: house rules are not told, but no hand is taken for another than it was."""
    rng = random.Random(seed)
    hand = finished(accepted_hand(rng, game), rng)
    with suppress(EngineError):
        again, _record = read_again(hand, None)
        assert acts(again) == acts(hand)
        assert laid(again) == laid(hand)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\n\n\n", "\r\n\r\n\r\n"])
def test_many_hands_stand_in_a_file(line_end):
    rng = random.Random(7)
    hands = [told_hand(rng, game) for game in GAMES]
    texts = [pokerstars_of(hand, record_of(hand, name=str(at))) for at, hand in enumerate(hands, 1)]
    whole = "\ufeff" + "\n\n\n".join(texts).replace("\n", line_end)
    records = hand_texts.read(whole)
    assert [record.name for record in records] == [str(at) for at in range(1, len(hands) + 1)]
    assert [play(record, 1).hand.stacks for record in records] == [hand.stacks for hand in hands]


@pytest.mark.parametrize("to", ["phh", "ohh", "pokerstars"])
@games
def test_conversion_keeps_the_hand(to, game):
    hand = told_hand(random.Random(game), game)
    text = pokerstars_of(hand, record_of(hand, name="77"))
    (there,) = converted(text, to)
    if not isinstance(there, str):
        assert to == "ohh"  # which has no word for some of the games
        return
    (back,) = hand_texts.read(there)
    again = play(back, phh.scale([back])).hand
    assert (acts(again), again.stacks) == (acts(hand), hand.stacks)
