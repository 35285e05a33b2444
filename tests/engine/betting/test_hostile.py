"""Whatever a program sends as an answer or as a stored start, the engine refuses it by name and nothing has changed."""

from __future__ import annotations

import json
import random
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.chinese.play.hand_start import ChineseStart
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.errors import BadStart, ClosedAsk, EngineError, IllegalDecision
from engine.games.betting_games import GAMES
from engine.games.decisions import VERBS, Decision
from engine.play.any_game import CATALOGUE, begin, deck_of, shuffled_deck, stored_start
from tests.support import deals
from tests.support import hands as chinese_hands
from tests.support.budget import budget, sweep

games = sweep("game", CATALOGUE)
LONGEST = 2000


class Unspeakable:
    """Something that can be compared, said and counted only with an error."""

    __hash__ = None  # type: ignore[assignment]

    def _refuse(self, *_others: object) -> Any:
        raise RuntimeError("nobody asked you")

    __eq__ = __ne__ = __lt__ = __gt__ = __le__ = __ge__ = __len__ = __iter__ = __bool__ = __repr__ = __str__ = _refuse
    __format__ = __index__ = __int__ = __float__ = __contains__ = __getitem__ = _refuse  # type: ignore[assignment]


class Fold(str):
    """A text that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("fold")


class Other(Decision):
    """A decision of somebody else's."""

    def __iter__(self) -> Any:
        return iter(("call", 0, ()))


HUGE = 10**5000  # a number that Python does not write down
STRANGE: list[Any] = [
    None,
    "",
    b"call",
    1.0,
    float("nan"),
    [],
    {},
    {3},
    object,
    Decimal(2),
    Fraction(4, 2),
    Unspeakable(),
]
VERBS_SENT = [*VERBS, *STRANGE, Fold("call"), "CALL", "deal ", 5]
AMOUNTS_SENT = [0, 1, 2, 4, 7, 100, -1, HUGE, -HUGE, False, True, 0.0, 2.0, 4.0, "4", *STRANGE]
CARD = [0, 3, 17, 51, 52, 54, 55, 99, -1, HUGE, 3.0, True, False, "As", None, (3,), [3], Unspeakable()]
CARDS_SENT = [(), [], [3], [3, 4], range(2), "As", 5, {3: 4}, (3.0,), (True, 2), ("As", "Kd"), ((1,),), *STRANGE]
SHAPES = [
    *STRANGE,
    (),
    ("call",),
    ("call", 0, ()),
    Other("fold"),
    tuple.__new__(Decision, ()),
    tuple.__new__(Decision, ("call",)),
    tuple.__new__(Decision, ("call", 0)),
    tuple.__new__(Decision, ("call", 0, (), 5)),
    Decision,
]
NUMBERS = [*STRANGE, "0", -1, HUGE, 999]


def sent(rng: random.Random, ask: Any) -> Any:
    """Some answer, as a program that knows nothing of types might send it; often nearly right."""
    if rng.random() < 0.1:
        return rng.choice(SHAPES)
    right = ask.sample(rng) if rng.random() < 0.7 else Decision(rng.choice(VERBS))
    kind = rng.randrange(6)
    if kind == 0:
        return right._replace(verb=rng.choice(VERBS_SENT))
    if kind == 1:
        return right._replace(
            amount=rng.choice([float(right.amount), bool(right.amount), str(right.amount), *AMOUNTS_SENT])
        )
    if kind == 2:
        return right._replace(cards=rng.choice([list(right.cards), set(right.cards), *CARDS_SENT]))
    if kind == 3:
        return right._replace(cards=tuple(rng.choice([card, float(card), *CARD]) for card in right.cards or (1, 2)))
    return Decision(rng.choice(VERBS_SENT), rng.choice(AMOUNTS_SENT), tuple(rng.choices(CARD, k=rng.randrange(4))))


def dealt(rng: random.Random, game: str) -> Any:
    start = (chinese_hands if game in CHINESE_GAMES else deals).random_start(rng, game)
    deck = list(deck_of(start))
    rng.shuffle(deck)
    return begin(start, Deck.of(deck, b"reshuffles"))


def told(hand: Any) -> str:
    """All that a hand is, as text: what has got into it besides whole numbers would not be the same when read again."""
    views = [hand.view(seat) for seat in (None, *hand.seats)]
    stored = hand.start.as_json()
    text = json.dumps([stored, views, [list(event) for event in hand.events], [ask.as_json() for ask in hand.asks]])
    assert stored_start(json.loads(json.dumps(stored))).as_json() == stored
    numbers = [one for event in hand.events for one in (event.amount, *event.cards)]
    assert all(type(one) is int for one in numbers)
    return text


@games
@settings(max_examples=budget(12))
@given(seed=st.integers(0, 2**32))
def test_an_answer_of_any_shape_is_taken_exactly_if_it_is_allowed_or_refused_by_name(game, seed):
    rng = random.Random(seed)
    hand = dealt(rng, game)
    for _ in range(LONGEST):
        if hand.is_over:
            return
        ask = rng.choice(hand.asks)
        before = told(hand)
        for _attempt in range(3):
            answer = sent(rng, ask)
            if ask.allows(answer):
                assert type(answer) is Decision
                assert type(answer.amount) is int
                break
            assert answer not in ask
            with pytest.raises(IllegalDecision):
                hand.answer(ask.number, answer)
            assert told(hand) == before
        else:
            answer = ask.sample(rng)
        hand.answer(ask.number, answer)
    raise AssertionError("the hand does not end")


@games
def test_a_question_is_named_by_its_whole_number_alone(game):
    rng = random.Random(5)
    hand = dealt(rng, game)
    while not hand.is_over:
        ask = hand.asks[0]
        before = told(hand)
        for number in (*NUMBERS, float(ask.number), Decimal(ask.number), str(ask.number), bool(ask.number)):
            with pytest.raises(ClosedAsk):
                hand.answer(number, ask.default)
        assert told(hand) == before
        hand.answer(ask.number, ask.sample(rng))
    with pytest.raises(ClosedAsk):
        hand.answer(0.0, Decision("call"))


@pytest.mark.parametrize("game", ["holdem", "seven-card-stud", "2-7-single-draw", "baseball", "no-peek"])
def test_cards_told_from_outside_are_whole_numbers_of_the_deck(game):
    rng = random.Random(7)
    stakes = Stakes(limit="no", ante=1, bring_in=0 if game in ("no-peek",) else 1, min_bet=2)
    if GAMES[game].has_blinds:
        stakes = Stakes(limit="no", small_blind=1, big_blind=2)
    where = Positions(1, 1, 2) if GAMES[game].has_blinds else Positions(1)
    hand = Hand(Start(game, stakes, (Seat(1, 30), Seat(2, 30)), where), Deck.recorded())
    deck = list(range(52))
    rng.shuffle(deck)
    for _ in range(LONGEST):
        if hand.is_over:
            return
        ask = hand.asks[0]
        before = told(hand)
        if ask.kind != "deal":
            hand.answer(ask.number, ask.default if ask.kind != "showdown" else Decision("show"))
            continue
        right = tuple(deck[: ask.lo])
        del deck[: ask.lo]
        gone = [card for event in hand.events for card in event.cards][:1]
        for cards in (None, 5, "As", [*right], (*right[1:], "As"), (*right[1:], 3.0), (*right[1:], True), (*right, 99)):
            for answer in (Decision("deal", 0, cards), Decision("deal", False, right), Decision("deal", 0.0, right)):
                with pytest.raises(IllegalDecision):
                    hand.answer(ask.number, answer)
        for card in gone:  # dealt already, with what is no card behind it
            with pytest.raises(IllegalDecision):
                hand.answer(ask.number, Decision("deal", 0, (card, *right[2:], "As")))
        for answer in SHAPES:
            with pytest.raises(IllegalDecision):
                hand.answer(ask.number, answer)
        assert told(hand) == before
        hand.answer(ask.number, Decision("deal", 0, right))
    raise AssertionError("the hand does not end")


# -- stored starts --------------------------------------------------------------------------------------------------------

STAKES = [found.name for found in fields(Stakes)]
NO_OBJECTS: list[Any] = [
    None,
    5,
    1.5,
    True,
    "holdem",
    "",
    b"",
    [],
    ["game"],
    ["game", "stakes", "seats", "positions"],
    ...,
]


@pytest.mark.parametrize("data", NO_OBJECTS, ids=repr)
@pytest.mark.parametrize("read", [Start.from_json, ChineseStart.from_json, Stakes.from_json, stored_start])
def test_what_is_no_object_is_no_start(read, data):
    with pytest.raises(BadStart):
        read(data)


@pytest.mark.parametrize("game", ["holdem", "ofc"])
@pytest.mark.parametrize("rules", [True, 1, 1.5, "burns", ["burns"], {1: True}, {"jokers": 10**5000}])
def test_house_rules_of_a_stored_start_that_are_none_are_refused_by_name(game, rules):
    with pytest.raises(EngineError):
        stored_start({"game": game, "stakes": {}, "seats": [[1, 9], [2, 9]], "positions": [1], "rules": rules})


@pytest.mark.parametrize("key", ["kill", "leg"])
@pytest.mark.parametrize("told", [None, [], {}, "1", 1.0, True, [1]])
def test_what_is_carried_for_a_kill_is_a_seats_number(key, told):
    stakes = Stakes("fixed", 1, 2, small_bet=2, big_bet=4)
    stored = Start("holdem", stakes, (Seat(1, 30), Seat(2, 30)), Positions(1, 1, 2)).as_json()
    with pytest.raises(BadStart):
        Start.from_json({**stored, "rules": {"kill": "full"}, "carried": {key: told}})


@pytest.mark.parametrize("game", ["holdem", "ofc"])
@pytest.mark.parametrize(
    "carried",
    [
        *[{key: told} for key in ("fantasyland", "else", "kill") for told in (HUGE, -HUGE, {"1": HUGE}, [[HUGE]], "x", None)],
        {"fantasyland": {1: 14}}, {"fantasyland": {"9" * 5000: 14}}, {"9" * 5000: 1}, {3: 1}, {"else": {"1": {"2": 3}}},
    ],
    ids=lambda carried: str(next(iter(carried)))[:12],
)  # fmt: skip
def test_what_no_hand_carries_is_refused_by_name(game, carried):
    """A game that knows nothing of what another carries refuses it as well: else it could not be stored."""
    start = dealt(random.Random(4), game).start
    with pytest.raises(BadStart):
        stored_start({**start.as_json(), "carried": carried})
    with pytest.raises(BadStart):
        replace(start, carried=carried)


# Any text, half of a surrogate pair as well, and numbers of more digits than Python reads or writes at once.
texts = st.text(st.characters(codec=None, exclude_categories=()), max_size=5) | st.sampled_from(
    ["9" * 5000, "-" + "9" * 5000, "²", "１", "\ud800", "\x00", "1", "٣"]
)
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from([10**100, 2**63, -(2**63) - 1])
    | st.sampled_from([1, -1]).map(lambda sign: sign * HUGE)  # which cannot be written down as it stands
    | texts
)
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
# What a program may hold besides what JSON has.
objects = anything | st.binary(max_size=3) | st.decimals() | st.fractions() | st.builds(Unspeakable) | st.tuples(leaves)


def members(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where there is anything in an object."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in pairs for found in members(value, (*path, key)))]


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return data


@games
@settings(max_examples=budget(25))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_stored_start_with_anything_in_it_begins_a_hand_or_is_refused_by_name(game, data, seed):
    hand = dealt(random.Random(seed), game)
    stored = json.loads(json.dumps(hand.start.as_json()))
    if data.draw(st.booleans()):
        stored["carried"] = {"kill": 1, "leg": 1, "fantasyland": {"1": 14}}
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(members(stored)))
        stored = put(stored, path, data.draw(anything))
    try:
        start = stored_start(stored)
        again = begin(start, shuffled_deck(start, b"seed"))
    except EngineError:
        return
    told(again)


@games
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_start_made_of_anything_begins_a_hand_or_is_refused_by_name(game, data, seed):
    """Law: members of stakes, seats and positions that a program gives of any type are never a fault of the engine's."""
    start = dealt(random.Random(seed), game).start
    kind = data.draw(st.sampled_from(["stakes", "seat", "positions", "carried", "boards", "bomb", "game", "seats"]))
    value = data.draw(objects)
    try:
        if kind == "stakes":
            value = replace(start.stakes, **{data.draw(st.sampled_from(STAKES)): value})
        elif kind == "seat":
            seat = start.seats[0]._replace(**{data.draw(st.sampled_from(Seat._fields)): value})
            kind, value = "seats", (seat, *start.seats[1:])
        elif kind == "positions":
            value = start.positions._replace(**{data.draw(st.sampled_from(Positions._fields)): value})
        elif kind == "carried":
            value = {data.draw(st.sampled_from(["kill", "leg", "fantasyland", "else"]) | texts): value}
        changed = replace(start, **{kind: value})
        again = begin(changed, shuffled_deck(changed, b"seed"))
    except EngineError:
        return
    told(again)


@games
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_decision_made_of_anything_is_taken_exactly_if_it_is_allowed_or_refused_by_name(game, data, seed):
    """Law: as above, of every type that Hypothesis makes, in each member and in each card."""
    rng = random.Random(seed)
    hand = dealt(rng, game)
    for _ in range(rng.randrange(12)):
        if hand.asks:
            ask = rng.choice(hand.asks)
            hand.answer(ask.number, ask.sample(rng))
    if not hand.asks:
        return
    ask = rng.choice(hand.asks)
    right, value, before = ask.sample(rng), data.draw(objects), told(hand)
    answer = data.draw(
        st.sampled_from(
            [
                value,
                right._replace(verb=value),
                right._replace(amount=value),
                right._replace(cards=value),
                right._replace(cards=(*right.cards[1:], value)),
                right._replace(cards=(*right.cards, value)),
            ]
        )
    )
    with pytest.raises(ClosedAsk):
        hand.answer(value if type(value) is not int or value != ask.number else None, right)
    if ask.allows(answer):
        hand.answer(ask.number, answer)
        told(hand)
        return
    with pytest.raises(IllegalDecision):
        hand.answer(ask.number, answer)
    assert told(hand) == before
