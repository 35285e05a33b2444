"""The shuffle: fixed for ever under its name, fair, and provable."""

from __future__ import annotations

from collections import Counter

from engine.cards import FULL_DECK, cards_text
from engine.deck.shuffle import ALGORITHM, Deck, commitment, shuffled, verify
from engine.play.any_game import shuffled_deck

FIRST_EIGHT = "7d Qs Jc 3d 7c Tc Ts 6c"
COMMITMENT = "cdb3886935f646ea52399eee4169c5f14183e82cdcce2f66233616cba36f0874"


def test_the_algorithm_gives_the_same_order_for_ever():
    assert ALGORITHM == "hmac-sha256-fisher-yates-1"
    assert cards_text(shuffled(FULL_DECK, b"cardhouse")[:8]) == FIRST_EIGHT
    assert commitment(b"cardhouse") == COMMITMENT


def test_a_shuffle_is_a_permutation():
    assert sorted(shuffled(FULL_DECK, b"any")) == list(FULL_DECK)


def test_every_card_comes_first_and_last_about_equally_often():
    times = 5200
    decks = [shuffled(FULL_DECK, n.to_bytes(4, "big")) for n in range(times)]
    for place in (0, 1, 26, 51):
        counted = Counter(deck[place] for deck in decks)
        # Chi squared with 51 degrees of freedom: above 100 in one of a hundred thousand fair runs.
        assert sum((counted[card] - 100) ** 2 / 100 for card in FULL_DECK) < 100


def test_a_seed_proves_the_deck_it_was_committed_to_and_no_other():
    promise = commitment(b"secret")
    order = shuffled(FULL_DECK, b"secret")
    assert verify(promise, b"secret", FULL_DECK, order)
    assert not verify(promise, b"other", FULL_DECK, shuffled(FULL_DECK, b"other"))
    assert not verify(promise, b"secret", FULL_DECK, (order[1], order[0], *order[2:]))


def test_a_deck_of_a_game_is_shuffled_by_its_seed():
    assert shuffled_deck("holdem", b"x").order == shuffled(FULL_DECK, b"x")
    assert Deck.recorded().is_recorded
