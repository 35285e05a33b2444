"""Open Hand History: what is written reads as the standard says, tells no card to whom it is not for, and loses nothing."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.betting.hand import Hand
from engine.cards import TEXTS
from engine.games.betting_games import GAMES
from engine.notation.hand_to_ohh import ohh_of
from engine.notation.hand_to_phh import record_of
from engine.notation.ohh import hands_of, read_ohh, write_ohh
from engine.notation.ohh_words import GAME_TYPES, OURS, is_sayable
from engine.notation.phh import BrokenRecord, Record, scale
from engine.notation.phh_to_hand import Unsupported, play
from tests.engine.notation.ohh_schema import SCHEMA
from tests.support.accepted import accepted_hand
from tests.support.budget import budget
from tests.support.engine.foreign_hands import FOREIGN

games = pytest.mark.parametrize("game", GAME_TYPES)
seeds = st.integers(0, 2**32)
validator = Draft202012Validator(SCHEMA)


def finished(rng: random.Random, game: str) -> Hand:
    """A hand of that game that the standard has words for, played to its end by random decisions."""
    hand = accepted_hand(rng, game)
    while not is_sayable(hand.game, hand.stakes.limit, hand.start.rules.jokers):
        hand = accepted_hand(rng, game)
    while not hand.is_over:
        ask = hand.asks[0]
        hand.answer(ask.number, ask.sample(rng))
    return hand


def beginning(hand: Hand) -> dict:
    """How a hand began, its seats clockwise from the button's left, as they are written."""
    return hand.start.as_json() | {"seats": [list(seat) for seat in hand.start.places]}


def told_of(hand: Hand) -> list:
    """What happened, but for reshuffles: in a hand that is written down, every card is told."""
    return [event for event in hand.events if event.kind != "reshuffle"]


def written(hand: Hand, **seen) -> tuple[dict, Record]:
    """The hand as the standard has it, and as it is read again."""
    text = write_ohh([ohh_of(hand, record_of(hand, **seen), **seen)])
    (read,) = read_ohh(text)
    (told,) = hands_of(text)
    return json.loads(json.dumps(told, default=float)), read


@games
@settings(max_examples=budget(25))
@given(seed=seeds)
def test_a_hand_written_whole_and_read_again_is_the_same_hand(game, seed):
    hand = finished(random.Random(seed), game)
    told, read = written(hand, everything=True)
    validator.validate({"ohh": told})
    story = play(read, 1)
    assert beginning(story.hand) == beginning(hand)
    assert told_of(story.hand) == told_of(hand)
    assert story.hand.result == hand.result


@games
@settings(max_examples=budget(15))
@given(seed=seeds)
def test_as_a_seat_or_the_rail_saw_it_no_other_card_is_told_and_it_comes_to_the_same(game, seed):
    hand = finished(random.Random(seed), game)
    for viewer in (None, *hand.seats):
        told, read = written(hand, seat=viewer)
        validator.validate({"ohh": told})
        may_see = {TEXTS[card] for event in hand.events for card in event.public}
        may_see |= {TEXTS[card] for event in hand.events if event.seat == viewer is not None for card in event.cards}
        told[OURS]["fields"].pop("_rules")  # which may name wild cards
        text = json.dumps(told)
        assert [card for card in TEXTS[:52] if card not in may_see and card in text] == []
        assert play(read, 1).hand.result.net == hand.result.net


@games
@settings(max_examples=budget(10))
@given(seed=seeds)
def test_chips_of_the_standard_balance(game, seed):
    """What all put in is what the pots hold and what came back uncalled; main pot and first round are those of number 0."""
    hand = finished(random.Random(seed), game)
    told, _read = written(hand, everything=True)
    put = sum(one.get("amount", 0) for part in told["rounds"] for one in part["actions"])
    pots = sum(pot["amount"] for pot in told["pots"])
    back = sum(event.amount for event in hand.events if event.kind == "uncalled")
    assert put == pots + back
    assert [pot["number"] for pot in told["pots"]] == [*range(len(told["pots"]))]
    assert [(part["id"], part["street"]) for part in told["rounds"][:1]] == [(0, "Preflop")]
    for pot in told["pots"]:
        assert pot["amount"] == pot["rake"] + sum(one["win_amount"] for one in pot["player_wins"])


@pytest.mark.parametrize("game", sorted(set(GAMES) - set(GAME_TYPES)))
def test_a_game_that_the_standard_does_not_name_is_refused(game):
    rng = random.Random(game)
    hand = accepted_hand(rng, game)
    with pytest.raises(Unsupported, match="has no word"):
        ohh_of(hand, record_of(hand), everything=True)


def foreign(**changed) -> str:
    return json.dumps({"ohh": FOREIGN | changed})


def test_a_file_of_somebody_elses_is_played_with_cards_nobody_told_unknown():
    (record,) = read_ohh(foreign())
    assert record.fields["players"] == ["Anna", "Ben", "Caro"]
    story = play(record, scale([record]))
    assert story.scale == 20
    assert story.hand.is_over
    assert list(story.stacks()) == [200, 178, 230] or story.hand.result.net == {1: -1, 3: 19, 5: -18}
    assert "d dh p2 AsAd" in record.fields["actions"]
    assert "d dh p1 ????" in record.fields["actions"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "cannot be read at line 1"),
        ('{"hand": 1}', "member ohh is the hand"),
        (foreign(players=[]), "players of hand 77-1 must be 2 to 23"),
        (foreign(dealer_seat="5"), "dealer_seat of hand 77-1 must be a whole number"),
        (foreign(rounds=[{"id": 0, "street": "Preflop", "actions": [{"player_id": 99, "action": "Fold"}]}]), "99"),
        (foreign(rounds=[{"id": 0, "street": "Preflop", "actions": [{"player_id": 7, "action": "Sing"}]}]), "'Sing'"),
        (foreign(bet_limit=None), "bet_limit of hand 77-1 must be"),
        (foreign(game_number="\ud800"), "cannot be read"),
        (foreign(big_blind_amount=1e300), "no amount"),
    ],
)
def test_a_broken_file_says_what_is_wrong(text, words):
    with pytest.raises(BrokenRecord, match=words):
        read_ohh(text)


def test_a_draw_game_of_somebody_elses_is_refused_since_the_standard_does_not_name_it():
    with pytest.raises(Unsupported, match="which game"):
        read_ohh(foreign(game_type="Draw"))


def test_hands_are_separated_by_one_empty_line():
    hands = [FOREIGN, FOREIGN | {"game_number": "77-2"}]
    text = write_ohh(hands)
    assert text.split("\n\n")[1].startswith('{"ohh": ')
    assert [record.name for record in read_ohh(text)] == ["77-1", "77-2"]
