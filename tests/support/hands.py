"""Chinese hands for tests: begun in a line, moved by words, and at random under random house rules."""

from __future__ import annotations

import random
from itertools import islice

from engine.cards import parse_cards
from engine.chinese.play.placing import parse_placing
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.deck.shuffle import Deck
from engine.games.hand_start import Positions, Seat, Stakes
from engine.house_rules import declared
from engine.play.any_game import begin, deck_of, start_of

LONGEST = 200  # answers; a hand that needs more does not end


def start(game="ofc-pineapple", *stacks, point=1, button=None, carried=None, unit=1, **rules):
    """A start with those stacks in seats 1, 2, 3 …; the button is the last seat unless told otherwise."""
    stacks = stacks or (1000, 1000)
    seats = tuple(Seat(at, stack) for at, stack in enumerate(stacks, 1))
    fantasyland = {"fantasyland": carried} if carried else {}
    stakes = Stakes("points", point=point, unit=unit)
    where = Positions(len(stacks) if button is None else button)
    return start_of(game, stakes, seats, where, ChineseRules(**rules), fantasyland)


def stacked(begun, cards):
    """A deck that begins with these cards; the rest follow in order."""
    first = parse_cards(cards)
    return Deck.of([*first, *(card for card in deck_of(begun) if card not in first)])


def hand(game="ofc-pineapple", *stacks, cards="", **more):
    begun = start(game, *stacks, **more)
    return begin(begun, stacked(begun, cards))


def recorded(game="ofc-pineapple", *stacks, **more):
    return begin(start(game, *stacks, **more), Deck.recorded())


def ask_of(hand, seat):
    """The open ask of that seat."""
    (ask,) = [ask for ask in hand.asks if ask.seat == seat]
    return ask


def act(hand, seat, words):
    """Answer that seat's ask in words."""
    ask = ask_of(hand, seat)
    hand.answer(ask.number, parse_placing(ask, words))
    return hand


def default(hand):
    """Give every ask its default until the hand is over."""
    for _ in range(LONGEST):
        if hand.is_over:
            return hand
        ask = hand.asks[0]
        hand.answer(ask.number, ask.default)
    raise AssertionError("the hand does not end")


def some_rules(rng):
    """House rules at random, half of them the usual ones."""
    chosen = {}
    for rule in declared(ChineseRules):
        if rng.random() < 0.5:
            continue
        chosen[rule.key] = rng.choice(list(islice(rule.choices or (False, True), 20)))
    chosen["jokers"] = rng.choice([0, 0, 1, 2])
    if chosen["jokers"] == 2 and rng.random() < 0.8:
        chosen["joker_cards"] = "any"  # two jokers that stand for unseen cards take a tenth of a second to read
    return ChineseRules(**chosen)


def random_start(rng, game):
    """Some start of that game: seats, stacks, points, house rules, fantasyland earned by some, absent ones too."""
    count = rng.randint(2, CHINESE_GAMES[game].max_seats)
    numbers = rng.sample(range(1, 10), count)
    unit = rng.choice([1, 1, 1, 5])
    rules = some_rules(rng)
    if unit > 1:
        rules = ChineseRules(jokers=rules.jokers, payment=rules.payment, rake_hundredths=rules.rake_hundredths)
    seats = tuple(Seat(number, unit * rng.choice([1, 3, 10, 40, 200])) for number in numbers)
    stakes = Stakes("points", point=unit * rng.choice([1, 2, 5]), unit=unit)
    waiting = {str(seat): rng.randint(13, 17) for seat in range(1, 10) if rng.random() < 0.25}
    carried = {"fantasyland": waiting} if waiting else {}
    return start_of(game, stakes, seats, Positions(rng.randint(1, 9)), rules, carried)


def random_hand(rng, game):
    begun = random_start(rng, game)
    deck = list(deck_of(begun))
    rng.shuffle(deck)
    return begin(begun, Deck.of(deck))


def answers(rng: random.Random, hand):
    """Play to the end with random legal decisions in random order, giving way after each."""
    for _ in range(LONGEST):
        if hand.is_over:
            return
        ask = rng.choice(hand.asks)
        decision = ask.default if rng.random() < 0.3 else ask.sample(rng)
        hand.answer(ask.number, decision)
        yield ask, decision
    raise AssertionError("the hand does not end")
