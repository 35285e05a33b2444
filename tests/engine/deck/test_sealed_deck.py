"""Deals sealed card by card: fixed for ever under their name, provable by whoever saw a card, and to nobody else."""

from __future__ import annotations

import copy
import io
import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.betting.hand import Positions, Seat, Stakes
from engine.cards import FULL_DECK, card_text, cards_text
from engine.deck import sealed_deck, shuffle
from engine.errors import BadWord, EngineError
from engine.play.any_game import CATALOGUE, AnyHand, begin, deck_of, start_of
from engine.play.deal_proof import HIDDEN, OUTSIDE, check, proof_of
from tests.support.budget import budget, sweep
from tests.support.engine.sealed_hands import COMMITMENT, SEED, a_hand


def test_the_algorithm_gives_the_same_deal_for_ever():
    assert sealed_deck.ALGORITHM == "sealed-cards-1"
    assert COMMITMENT == "d1c1cd1c88bc413d028a78c97439128fe8ba583b0764a2a0bbbd6caad629b47d"
    assert cards_text(sealed_deck.order(SEED, COMMITMENT, {})[:8]) == "6d 7d 3h Td 8h X2 Th 8d"
    assert cards_text(sealed_deck.order(SEED, COMMITMENT, {1: "lucky", 10: "猫"})[:8]) == "Ac 7s 5s 7d 3d Jh 9s 6d"


def test_words_change_the_order_and_whose_word_it_is_matters():
    orders = [
        sealed_deck.positions(COMMITMENT, words) for words in ({}, {1: "a"}, {2: "a"}, {1: "a", 2: ""}, {1: "a2"})
    ]
    assert len(set(orders)) == len(orders)
    assert all(sorted(order) == list(range(54)) for order in orders)
    assert sealed_deck.positions(COMMITMENT, {2: "b", 1: "a"}) == sealed_deck.positions(COMMITMENT, {1: "a", 2: "b"})


def test_whatever_the_house_sealed_a_word_it_could_not_foresee_makes_every_card_come_first_about_equally_often():
    times = 5400
    counted = Counter(sealed_deck.order(SEED, COMMITMENT, {1: str(n)})[0] for n in range(times))
    # Chi squared with 53 degrees of freedom: above 103 in one of a hundred thousand fair runs.
    assert sum((counted[card] - 100) ** 2 / 100 for card in sealed_deck.PACK) < 103


@pytest.mark.parametrize("word", ["", "  ", "x" * 41, "two\nlines", "nul\0"])
def test_a_word_is_one_short_line(word):
    with pytest.raises(BadWord, match="1 to 40 characters in one line") as refused:
        sealed_deck.checked_word(word)
    assert refused.value.code == "bad_word"
    assert sealed_deck.checked_word(" か\u3099ん ") == "がん"


# -- proofs -----------------------------------------------------------------------------------------------------------


def told_to(hand: AnyHand, seat: int | None) -> set[str]:
    """The cards that stand in what the seat is shown."""
    return {card for event in hand.view(seat)["events"] for card in event["cards"]} - {HIDDEN}


def opened_in(proof: dict) -> set[str]:
    return {one["card"] for one in proof["cards"] if one["to"] != OUTSIDE} - {HIDDEN}


@sweep("game", CATALOGUE, one_of=9)
@settings(max_examples=budget(5), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_everybody_can_prove_the_cards_they_saw_and_no_other_at_any_time(game, seed):
    rng = random.Random(seed)
    words = {seat: f"word {seat}" for seat in range(1, rng.randint(1, 4))}
    hand = a_hand(rng, game, words)
    while True:
        for seat in (None, *hand.seats):
            proof = proof_of(hand, hand.start, seed=SEED, committed=COMMITMENT, words=words, seat=seat)
            verdict = check(json.loads(json.dumps(proof)))
            assert verdict.is_ok, str(verdict)
            assert opened_in(proof) <= told_to(hand, seat)
            if not proof["is_reshuffled"]:
                assert opened_in(proof) == told_to(hand, seat)
        if hand.is_over:
            break
        for _ in range(rng.randint(1, 6)):
            if hand.asks:
                ask = rng.choice(hand.asks)
                hand.answer(ask.number, ask.sample(rng))


def holdem(*, seat: int | None = 1, words: dict[int, str] | None = None) -> dict:
    words = {1: "lucky"} if words is None else words
    start = start_of(
        "holdem", Stakes(limit="no", small_blind=1, big_blind=2), (Seat(1, 99), Seat(2, 99)), Positions(1, 1, 2)
    )
    hand = begin(start, sealed_deck.deck(SEED, COMMITMENT, words, deck_of(start)))
    return proof_of(hand, start, seed=SEED, committed=COMMITMENT, words=words, seat=seat)


def test_a_proof_holds_no_seed_and_no_salt_of_a_hidden_card():
    text = json.dumps(holdem())
    assert SEED.hex() not in text
    hidden = [one for one in holdem()["cards"] if one["card"] == HIDDEN]
    assert len(hidden) == 2
    assert all("salt" not in one for one in hidden)


def other_card(proof):
    one = next(one for one in proof["cards"] if one["to"] == "seat 1")
    one["card"] = next(card_text(card) for card in FULL_DECK if card_text(card) not in str(proof["cards"]))


def swapped(proof):
    first, second = [one for one in proof["cards"] if one["to"] == "seat 1"]
    first["card"], second["card"] = second["card"], first["card"]


def other_commitment(proof):
    proof["commitment"] = "0" * 64


def other_seal(proof):
    proof["sealed"][7] = "0" * 64


def other_word(proof):
    proof["words"]["1"] = "unlucky"


def no_words(proof):
    proof["words"] = {}


def passed_over(proof):
    proof["cards"] = [one for one in proof["cards"] if one["card"] != HIDDEN]


def told_twice(proof):
    proof["cards"].append(proof["cards"][0])


def jokers_kept_back(proof):
    proof["cards"] = [one for one in proof["cards"] if one["to"] != OUTSIDE]


def jokers_played(proof):
    proof["jokers"] = 2


def another_game(proof):
    proof["game"] = "short-deck"


FORGED = [
    other_card, swapped, other_commitment, other_seal, other_word, no_words, passed_over, told_twice, jokers_kept_back,
    jokers_played,
    another_game,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGED)
def test_a_proof_that_was_tampered_with_does_not_hold(forge, tmp_path, capsys):
    proof = holdem()
    before = copy.deepcopy(proof)
    forge(proof)
    assert proof != before
    assert not check(proof).is_ok
    assert check(before).is_ok
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof))
    assert main(["verify", str(file)]) == 1
    assert not capsys.readouterr().out.startswith("ok")


def test_a_seed_that_is_opened_must_make_the_seals():
    assert check({**holdem(), "seed": SEED.hex()}).is_ok
    assert check({**holdem(), "seed": b"other".hex()}).faults == ("the seed does not make these seals",)


OPENED = {
    "algorithm": shuffle.ALGORITHM,
    "commitment": shuffle.commitment(SEED),
    "seed": SEED.hex(),
    "game": "holdem",
    "order": cards_text(shuffle.shuffled(FULL_DECK, SEED)),
}


def test_a_deal_of_one_seed_is_checked_by_the_seed(capsys, monkeypatch):
    proof = OPENED
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(proof)))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("ok: 52 cards opened")
    assert check({**proof, "order": "As Kd"}).faults[0].startswith("card 1 of the order is As, but the seed deals 7d")
    assert "committed to as" in check({**proof, "seed": b"x".hex()}).faults[0]


@pytest.mark.parametrize(
    ("proof", "right"),
    [
        ([], "a proof is a JSON object"),
        ({}, "algorithm must be one of sealed-cards-1"),
        ({"algorithm": "rot13"}, "algorithm must be one of"),
        ({"algorithm": sealed_deck.ALGORITHM}, "commitment must be 64 hexadecimal digits"),
        ({**holdem(), "sealed": []}, "sealed must be a list of 54"),
        ({**holdem(), "sealed": [1] * 54}, "every seal must be 64"),
        ({**holdem(), "words": ["x"]}, "words must be an object of seats"),
        ({**holdem(), "words": {"1": "x" * 99}}, "1 to 40 characters"),
        ({**holdem(), "game": 7}, "game must be the key of a game"),
        ({**holdem(), "game": "snap"}, "there is no game 'snap'"),
        ({**OPENED, "deck": 7}, "deck must be cards"),
        ({**OPENED, "deck": "As As"}, "deck names a card twice"),
        ({**OPENED, "deck": "As ??"}, "deck must name every card"),
        ({**holdem(), "cards": {}}, "cards must be a list"),
        ({**holdem(), "cards": [{"place": 54, "card": "As"}]}, "a place from 0 to 53"),
        ({**holdem(), "cards": [{"place": 0}]}, "must be a text such as 'As'"),
        ({**holdem(), "cards": [{"place": 0, "card": "As"}]}, "salt must be bytes"),
        ({**holdem(), "cards": [{"place": 0, "card": "Zz", "salt": "00"}]}, "Zz"),
    ],
)
def test_what_is_no_proof_is_told_what_would_be(proof, right, tmp_path, capsys):
    with pytest.raises(EngineError) as refused:
        check(proof)
    assert right in str(refused.value)
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof))
    assert main(["verify", str(file)]) == 2
    assert right in capsys.readouterr().err


def test_a_file_that_is_no_json_or_is_not_there(tmp_path, capsys):
    (tmp_path / "x").write_text("{")
    assert main(["verify", str(tmp_path / "x")]) == 2
    assert "no JSON" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "y")]) == 2
