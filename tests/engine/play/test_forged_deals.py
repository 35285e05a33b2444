"""Deals that a house could have forged, knowing the order of the pack: each is refused by name (`engine.play.deal_proof`)."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.__main__ import main
from engine.cards import card_text, rank_of
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.deck import sealed_deck
from engine.deck.shuffle import Deck
from engine.errors import EngineError
from engine.games.decisions import Decision
from engine.games.hand_start import Positions, Seat, Stakes, Start
from engine.games.play_rules import PlayRules
from engine.play.any_game import CATALOGUE, AnyHand, begin, deck_of, start_of
from engine.play.deal_proof import BURNED, HIDDEN, OUTSIDE, check, proof_of
from tests.support.budget import sweep
from tests.support.engine.sealed_hands import COMMITMENT, SEED, a_hand

WORDS = {1: "lucky", 2: "猫"}
NO_LIMIT = Stakes(limit="no", small_blind=1, big_blind=2)
FIXED = Stakes(limit="fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)
STUD = Stakes(limit="fixed", ante=1, bring_in=1, small_bet=4, big_bet=8)
POINTS = Stakes(limit="points", point=1)
BURNS = PlayRules(burns=True)
THREE = (Seat(1, 99), Seat(2, 99), Seat(3, 99))
STARTS: dict[str, Start] = {
    "holdem": start_of("holdem", NO_LIMIT, THREE, Positions(3, 1, 2), BURNS),
    "2-7-triple-draw": start_of("2-7-triple-draw", FIXED, THREE, Positions(3, 1, 2), BURNS),
    "seven-card-stud": start_of("seven-card-stud", STUD, THREE, Positions(3), BURNS),
    "no-peek": start_of("no-peek", Stakes(limit="fixed", ante=1, small_bet=4, big_bet=8), THREE, Positions(3)),
    "baseball": start_of("baseball", STUD, THREE, Positions(3), PlayRules(hidden_four=True, burns=True)),
    "chinese": start_of("chinese", POINTS, THREE, Positions(3)),
    "ofc-pineapple": start_of("ofc-pineapple", POINTS, THREE, Positions(3), ChineseRules(), {"fantasyland": {"2": 14}}),
}


def honest(start: Start) -> list[int]:
    among = set(deck_of(start))
    return [card for card in sealed_deck.order(SEED, COMMITMENT, WORDS) if card in among]


def played(start: Start, order: list[int], choose: Callable[[AnyHand, Any], Decision] | None = None) -> AnyHand:
    """The hand dealt from that order, whatever was sealed; without `choose` everybody stays in and changes two cards."""
    hand = begin(start, Deck.of(order, b"any"))
    rng = random.Random(3)
    while hand.asks:
        ask = hand.asks[0]
        if choose is not None:
            decision = choose(hand, ask)
        elif ask.kind in ("bet", "bring-in"):
            decision = Decision("call")
        elif ask.kind == "draw":
            decision = Decision("draw", 0, ask.cards[:2])  # type: ignore[attr-defined]  # a question about cards
        else:
            decision = ask.sample(rng)  # type: ignore[attr-defined]  # every question has samples
        hand.answer(ask.number, decision)
    return hand


def proof(game: str, order: Callable[[list[int]], list[int]] | None = None, seat: int | None = 1) -> dict[str, Any]:
    start = STARTS[game]
    cards = honest(start)
    hand = played(start, order(list(cards)) if order else cards)
    told = proof_of(hand, start, seed=SEED, committed=COMMITMENT, words=WORDS, seat=seat)
    return json.loads(json.dumps(told))


@pytest.mark.parametrize("game", STARTS)
@pytest.mark.parametrize("seat", [None, 1, 2, 3])
def test_an_honest_deal_holds_for_everybody(game: str, seat: int | None) -> None:
    verdict = check(proof(game, seat=seat))
    assert verdict.is_ok, str(verdict)
    assert str(verdict).startswith("ok: ")


# -- a house that deals otherwise than it sealed ----------------------------------------------------------------------


def bury_a_bad_card(cards: list[int]) -> list[int]:
    """The second card is passed over, as if it were burned, and dealt to nobody."""
    return [cards[0], *cards[2:], cards[1]]


def aces_for_the_friend(cards: list[int]) -> list[int]:
    aces = [card for card in cards if rank_of(card) == 12][:2]
    return [*aces, *[card for card in cards if card not in aces]]


def a_good_flop(cards: list[int]) -> list[int]:
    """The flop begins one card later: two are burned before it."""
    return [*cards[:7], *cards[8:], cards[7]]


def no_burn(cards: list[int]) -> list[int]:
    """The flop begins one card sooner: what is burned comes from the bottom."""
    return [*cards[:6], cards[-1], *cards[6:-1]]


def river_for_turn(cards: list[int]) -> list[int]:
    cards[11], cards[13] = cards[13], cards[11]
    return cards


def from_the_bottom(cards: list[int]) -> list[int]:
    return cards[::-1]


def one_further(cards: list[int]) -> list[int]:
    return [*cards[1:], cards[0]]


def a_replacement_chosen(cards: list[int]) -> list[int]:
    """What is drawn first is looked for among the cards below."""
    cards[16], cards[40] = cards[40], cards[16]
    return cards


DEALT = [
    *[("holdem", forge) for forge in (bury_a_bad_card, aces_for_the_friend, a_good_flop, no_burn, river_for_turn)],
    *[(game, forge) for game in STARTS for forge in (from_the_bottom, one_further, bury_a_bad_card)],
    ("2-7-triple-draw", a_replacement_chosen),
    ("seven-card-stud", aces_for_the_friend),
    ("baseball", aces_for_the_friend),
    ("chinese", aces_for_the_friend),
]


@pytest.mark.parametrize(("game", "forge"), DEALT)
def test_a_deal_in_another_order_is_refused_by_name(game: str, forge: Any, tmp_path: Any, capsys: Any) -> None:
    told = proof(game, forge)
    verdict = check(told)
    assert not verdict.is_ok
    assert any("in the order of dealing" in fault or "event " in fault for fault in verdict.faults)
    # Every card was sealed where it lay: nothing else is wrong with it.
    assert not [fault for fault in verdict.faults if "is not what was sealed" in fault]
    (tmp_path / "proof.json").write_text(json.dumps(told))
    assert main(["verify", str(tmp_path / "proof.json")]) == 1
    assert not capsys.readouterr().out.startswith("ok")


# -- a house that tells otherwise than it dealt -----------------------------------------------------------------------


def of(told: dict[str, Any], to: str) -> list[dict[str, Any]]:
    return [one for one in told["cards"] if one["to"] == to]


def swapped_seats(told: dict[str, Any]) -> None:
    mine, other = of(told, "seat 1")[0], of(told, "seat 2")[0]
    mine["to"], other["to"] = "seat 2", "seat 1"


def board_as_burn(told: dict[str, Any]) -> None:
    of(told, "board 1")[-1]["to"] = BURNED


def burn_as_card(told: dict[str, Any]) -> None:
    of(told, BURNED)[0]["to"] = "seat 2"


def another_button(told: dict[str, Any]) -> None:
    told["start"]["positions"] = [1, 2, 3]


def without_burns(told: dict[str, Any]) -> None:
    told["start"]["rules"] = {**told["start"].get("rules", {}), "burns": False}


def one_seat_less(told: dict[str, Any]) -> None:
    told["start"]["seats"] = told["start"]["seats"][:2]


def a_street_left_out(told: dict[str, Any]) -> None:
    last = max(at for at, event in enumerate(told["events"]) if event["kind"] == "street")
    told["events"] = told["events"][:last]


def all_folded_at_once(told: dict[str, Any]) -> None:
    first = next(at for at, event in enumerate(told["events"]) if event["kind"] == "call")
    told["events"][first] = {**told["events"][first], "kind": "fold", "amount": 0}


def said_to_be_reshuffled(told: dict[str, Any]) -> None:
    told["is_reshuffled"] = True
    told["cards"] = told["cards"][:-3]


def a_card_seen_and_not_opened(told: dict[str, Any]) -> None:
    one = of(told, "seat 1")[0]
    one["card"] = HIDDEN
    del one["salt"]


def another_card_seen(told: dict[str, Any]) -> None:
    event = next(event for event in told["events"] if event["kind"] == "board")
    event["cards"][0] = next(card for card in ("As", "Kd", "2c", "7h") if card not in json.dumps(told["cards"]))


def dealt_on_after_the_end(told: dict[str, Any]) -> None:
    last = max(one["place"] for one in told["cards"] if one["to"] != OUTSIDE)
    told["cards"] = [one for one in told["cards"] if one["place"] != last + 1]
    told["cards"].append({"place": last + 1, "to": "seat 3", "card": HIDDEN})


def same_card_twice(told: dict[str, Any]) -> None:
    of(told, "seat 1")[1] |= {name: of(told, "seat 1")[0][name] for name in ("card", "salt")}


def same_place_twice(told: dict[str, Any]) -> None:
    told["cards"].append(copy.deepcopy(of(told, "seat 1")[0]))


def same_seal_twice(told: dict[str, Any]) -> None:
    told["sealed"][5] = told["sealed"][6]


def jokers_in_the_deck(told: dict[str, Any]) -> None:
    told["start"]["rules"] = {**told["start"].get("rules", {}), "jokers": 2}


def another_game_begun(told: dict[str, Any]) -> None:
    told["game"] = "short-deck"


def two_boards(told: dict[str, Any]) -> None:
    told["start"]["boards"] = 2


TOLD = [
    swapped_seats, board_as_burn, burn_as_card, another_button, without_burns, one_seat_less, a_street_left_out,
    all_folded_at_once, said_to_be_reshuffled, a_card_seen_and_not_opened, another_card_seen, dealt_on_after_the_end,
    same_card_twice, same_place_twice, same_seal_twice, jokers_in_the_deck, another_game_begun, two_boards,
]  # fmt: skip


@pytest.mark.parametrize("forge", TOLD)
def test_what_is_told_otherwise_than_it_was_dealt_is_refused(forge: Any) -> None:
    told = proof("holdem")
    before = json.dumps(told)
    forge(told)
    assert json.dumps(told) != before
    assert not check(told).is_ok


def fewer_drawn(told: dict[str, Any]) -> None:
    event = next(event for event in told["events"] if event["kind"] == "draw" and event["seat"] == 2)
    event["amount"], event["cards"] = 1, event["cards"][:1]


def replacements_swapped(told: dict[str, Any]) -> None:
    mine, other = of(told, "seat 1")[5], of(told, "seat 2")[5]
    mine["to"], other["to"] = other["to"], mine["to"]


@pytest.mark.parametrize("forge", [fewer_drawn, replacements_swapped])
def test_draws_come_in_turn_and_as_many_as_were_given_up(forge: Any) -> None:
    told = proof("2-7-triple-draw")
    forge(told)
    assert not check(told).is_ok


def test_who_is_in_fantasyland_is_dealt_first() -> None:
    told = proof("ofc-pineapple")
    assert [one["to"] for one in told["cards"] if one["to"] != OUTSIDE][:15] == ["seat 2"] * 14 + ["seat 1"]
    told["start"]["carried"] = {}
    assert not check(told).is_ok


@sweep("game", CATALOGUE)
def test_no_card_can_be_told_to_have_gone_elsewhere(game: str) -> None:
    """Law: in any hand, as seen by anybody, another way of any one card is refused; so is one left out or put in."""
    rng = random.Random(game)
    for _run in range(3):
        hand = a_hand(rng, game, WORDS)
        for _ in range(rng.randint(0, 60)):
            if hand.asks:
                ask = rng.choice(hand.asks)
                hand.answer(ask.number, ask.sample(rng))
        seat = rng.choice((None, *hand.seats))
        told = proof_of(hand, hand.start, seed=SEED, committed=COMMITMENT, words=WORDS, seat=seat)
        text = json.dumps(told)
        assert check(json.loads(text)).is_ok, str(check(json.loads(text)))
        ways = [f"seat {number}" for number in hand.seats] + ["board 1", BURNED]
        dealt = [at for at, one in enumerate(told["cards"]) if one["to"] != OUTSIDE]
        for at in rng.sample(dealt, min(4, len(dealt))):
            forged = json.loads(text)
            forged["cards"][at]["to"] = rng.choice([way for way in ways if way != told["cards"][at]["to"]])
            assert not check(forged).is_ok
        forged = json.loads(text)
        if dealt:
            del forged["cards"][dealt[-1]]
            assert not check(forged).is_ok


# What a player does with cards of one's own, in any order: what is thrown away, shown, set.
OWN_CHOICE = {"draw", "discard", "show", "muck", "front", "middle", "back"}


def swaps(told: dict[str, Any], rng: random.Random, most: int) -> Iterator[tuple[dict[str, Any], bool]]:
    """The proof with two cards of its events in each other's place, and whether both are of one player's own choice."""
    kinds = [event["kind"] for event in told["events"]]
    before = told["events"][: kinds.index("reshuffle") if "reshuffle" in kinds else None]
    spots = [(at, one) for at, event in enumerate(before) for one in range(len(event["cards"]))]
    pairs = list(itertools.combinations(spots, 2))
    for (at, one), (other, two) in rng.sample(pairs, min(most, len(pairs))):
        forged = json.loads(json.dumps(told))
        first, second = forged["events"][at], forged["events"][other]
        if first["cards"][one] != second["cards"][two]:
            both = {first["kind"], second["kind"]}
            first["cards"][one], second["cards"][two] = second["cards"][two], first["cards"][one]
            yield forged, both <= OWN_CHOICE and first["seat"] == second["seat"] is not None


def is_refused(forged: dict[str, Any]) -> bool:
    try:
        return not check(forged).is_ok
    except EngineError:
        return True


@sweep("game", STARTS)
@pytest.mark.parametrize("seat", [None, 1, 2])
def test_no_two_cards_of_a_deal_can_be_told_in_each_others_place(game: str, seat: int | None) -> None:
    """Law: what was dealt stands in its order, each card seen by whoever saw it; only what a player chose may be another."""
    for forged, is_choice in swaps(proof(game, seat=seat), random.Random(5), 150):
        assert is_refused(forged) or is_choice, forged["events"]


@sweep("game", CATALOGUE)
def test_no_two_cards_of_any_game_can_be_told_in_each_others_place(game: str) -> None:
    rng = random.Random(f"{game} swapped")
    hand = a_hand(rng, game, WORDS)
    while hand.asks:
        ask = rng.choice(hand.asks)
        hand.answer(ask.number, ask.sample(rng))
    seat = rng.choice((None, *hand.seats))
    told = proof_of(hand, hand.start, seed=SEED, committed=COMMITMENT, words=WORDS, seat=seat)
    for forged, is_choice in swaps(json.loads(json.dumps(told)), rng, 25):
        assert is_refused(forged) or is_choice, forged["events"]


@sweep("game", CATALOGUE)
def test_two_cards_dealt_in_each_others_place_are_refused_by_whoever_got_or_saw_one(game: str) -> None:
    """Law: only who saw neither card, or another player's two, cannot tell; that player's own proof is refused."""
    rng = random.Random(f"{game} dealt")
    for _run in range(4):
        start = a_hand(rng, game, WORDS).start
        forged = honest(start)
        one, two = rng.sample(range(rng.choice((8, 16, len(forged)))), 2)
        forged[one], forged[two] = forged[two], forged[one]
        hand = begin(start, Deck.of(forged, b"any"))
        while hand.asks:
            ask = rng.choice(hand.asks)
            hand.answer(ask.number, ask.sample(rng) if rng.random() < 0.5 else ask.default)
        if any(event.kind == "reshuffle" for event in hand.events):
            continue
        got = {
            card: event.seat for event in hand.events if event.kind in ("down", "up", "board") for card in event.cards
        }
        both = {forged[one], forged[two]}
        went = {got.get(card, "nobody") for card in both}
        for seat in (None, *hand.seats):
            told = proof_of(hand, start, seed=SEED, committed=COMMITMENT, words=WORDS, seat=seat)
            seen = {one["card"] for one in told["cards"] if "salt" in one} & {card_text(card) for card in both}
            is_of_one = len(went) == 1 and went <= set(hand.seats)
            must = None in went or seat in went or (seen and not is_of_one)
            assert not must or is_refused(json.loads(json.dumps(told))), (one, two, seat, hand.events)


def test_a_card_thrown_away_is_not_shown() -> None:
    told = proof("2-7-triple-draw")
    gone = next(event for event in told["events"] if event["kind"] == "draw" and event["seat"] == 1)
    shown = next(event for event in told["events"] if event["kind"] == "show" and event["seat"] == 1)
    shown["cards"][0] = gone["cards"][0]
    assert is_refused(told)


@pytest.mark.parametrize("game", ["chinese", "ofc-pineapple"])
def test_a_card_is_set_in_one_row_alone(game: str) -> None:
    told = proof(game)
    rows = [event for event in told["events"] if event["kind"] in ("front", "back") and event["seat"] == 1]
    rows[0]["cards"][0] = next(row for row in rows if row["kind"] != rows[0]["kind"])["cards"][0]
    assert is_refused(told)


@pytest.mark.parametrize("seat", [2, 7, "1", True])
def test_a_proof_is_its_own_viewers(seat: Any) -> None:
    assert is_refused({**proof("holdem"), "seat": seat})


def test_an_older_proof_is_checked_as_far_as_it_tells_and_says_so(tmp_path: Any, capsys: Any) -> None:
    told = proof("holdem")
    del told["start"], told["events"]
    verdict = check(told)
    assert (verdict.faults, verdict.has_order, verdict.is_ok) == ((), False, False)
    (tmp_path / "proof.json").write_text(json.dumps(told))
    assert main(["verify", str(tmp_path / "proof.json")]) == 3
    said = capsys.readouterr().out
    assert said.startswith("incomplete: 9 cards opened, each as it was sealed")
    assert "the hand's page gives one that does" in said
    same_card_twice(told)
    assert check(told).faults


def test_a_forged_deal_does_not_pass_by_leaving_out_the_hand() -> None:
    told = proof("holdem", aces_for_the_friend)
    del told["start"], told["events"]
    assert not check(told).is_ok


@pytest.mark.parametrize(
    "change",
    [
        {"start": 7}, {"start": {}}, {"start": {"game": "holdem", "seats": 3}}, {"events": {}}, {"events": ["x"]},
        {"events": [{"kind": "down", "seat": 1, "amount": 0, "cards": ["A"]}]}, {"events": [{"kind": 1}]},
        {"events": [{"kind": "down", "seat": 1, "amount": 0, "cards": ["??"] * 55}]}, {"events": [{}] * 2001},
    ],
)  # fmt: skip
def test_what_is_no_start_and_no_events_is_refused_as_such(change: dict[str, Any]) -> None:
    told = {**proof("holdem"), **change}
    with pytest.raises(EngineError):
        check(told)
    for name in ("start", "events"):
        half = proof("holdem")
        del half[name]
        with pytest.raises(EngineError):
            check(half)
