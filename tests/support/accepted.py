"""Starts of hands drawn from everything the product accepts: what may begin is said by its own validators alone.

Amounts, posts, antes, seats, positions, house rules, boards and bomb pots are drawn without regard to one another, and
whatever `Stakes`, `Start` and the plan of the game refuse (`BadStart`) is drawn again.
"""

from __future__ import annotations

import random
from typing import Any

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.errors import EngineError
from engine.games.betting_games import GAMES
from engine.games.compiled_game import plan_of
from engine.games.deck_contents import deck_of
from engine.games.hand_start import ANTE_KINDS, MOST_BOARDS
from engine.games.play_rules import PlayRules
from engine.house_rules import check_together, declared
from tests.support.deals import positions_of

TRIES = 10_000
WILD = ("2", "7", "A 9d", "Jh Js", "3 9", "5 Kh")


def some_rules(rng: random.Random) -> PlayRules:
    """House rules that may stand together, each at any value it may have; many at their defaults."""
    is_plain = rng.random() < 0.3
    while True:
        chosen: dict[str, Any] = {}
        for rule in declared(PlayRules):
            if is_plain or rng.random() < 0.4:
                continue
            if rule.parse is not None:
                chosen[rule.key] = rng.choice(WILD) if rng.random() < 0.2 else ""
            elif isinstance(rule.choices, range):
                chosen[rule.key] = rng.choice([rule.choices[0], rule.choices[-1], rng.choice(rule.choices[:30])])
            else:
                chosen[rule.key] = rng.choice([False, True] if rule.type is bool else list(rule.choices or ()))
        if rng.random() < 0.7:
            chosen["jokers"] = 0
        rules = PlayRules(**chosen)
        try:
            check_together(rules)
        except EngineError:
            continue
        return rules


def _stakes(rng: random.Random, limits: tuple[str, ...]) -> Stakes:
    bet = rng.choice([1, 2, 3, 5, 10, 25, 100])
    some = (0, 0, 1, bet // 2, bet, bet, 2 * bet, rng.randint(0, 3 * bet))
    big = rng.choice([bet, bet, bet, *some])
    limit = rng.choice(limits)
    bets = {"small_bet": rng.choice([bet, bet, *some]), "big_bet": rng.choice([2 * bet, 2 * bet, *some])}
    return Stakes(
        limit=limit,
        small_blind=rng.choice([bet // 2, big, rng.randint(0, big)]),
        big_blind=big,
        ante=rng.choice(some),
        ante_kind=rng.choice(ANTE_KINDS),
        bring_in=rng.choice(some),
        min_bet=rng.choice(some),
        unit=rng.choice([1, 1, 1, 5, bet]),
        **(bets if limit in ("fixed", "spread") or rng.random() < 0.1 else {}),
    )


def _seats(rng: random.Random, count: int, bet: int) -> tuple[Seat, ...]:
    deep = rng.choice([1, 3, 10, 200])

    def post() -> int:
        return rng.choice([bet, bet, bet // 2, 2 * bet, 4 * bet, rng.randint(1, 3 * bet)])

    posting = rng.choice([0.0, 0.0, 0.2, 0.5])
    return tuple(
        Seat(
            number,
            rng.choice([1, rng.randint(1, bet), rng.randint(1, deep * bet), deep * bet]),
            post() if rng.random() < posting else 0,
            post() if rng.random() < posting / 2 else 0,
        )
        for number in rng.sample(range(1, 12), count)
    )


def _positions(rng: random.Random, numbers: list[int]) -> Positions:
    """As the button moves, with dead buttons and small blinds; now and then any seats at all."""
    ordered = sorted(numbers)
    at = rng.randrange(len(ordered))
    clockwise = [ordered[(at + step) % len(ordered)] for step in range(len(ordered))]
    button, small, big = clockwise[0], clockwise[1], clockwise[2 % len(ordered)]
    if len(ordered) == 2:
        where = positions_of(2)
        button = small = ordered[where.button - 1]
        big = ordered[2 - where.button]
    empty = [seat for seat in range(1, 12) if seat not in numbers]
    kind = rng.randrange(8)
    if kind == 0 and empty:  # eleven at the table leave no seat for a dead button
        return Positions(rng.choice(empty), rng.choice([small, *empty, None]) if small != big else None, big)
    if kind == 1:
        return Positions(button, rng.choice([*empty, None]), big)
    if kind == 2:
        return Positions(rng.randint(1, 11), rng.choice([None, *range(1, 12)]), rng.choice([None, *numbers]))
    return Positions(button, small, big)


def accepted_start(rng: random.Random, game: str) -> Start:
    """Some start of that game, of all that its validators accept."""
    literal = GAMES[game]
    for _ in range(TRIES):
        try:
            stakes = _stakes(rng, literal.limits)
            bet = max(stakes.big_blind, stakes.small_bet, stakes.min_bet, stakes.ante, 1)
            seats = _seats(rng, rng.randint(2, literal.max_seats), bet)
            numbers = [seat.number for seat in seats]
            where = _positions(rng, numbers)
            carried = rng.choice([{}, {}, {"leg": rng.choice(numbers)}, {"kill": rng.randint(1, 11)}])
            boards = rng.choice([1, 1, 1, rng.randint(1, MOST_BOARDS)]) if literal.has_board else 1
            bomb = rng.choice([0, 0, 0, 0, rng.randint(1, 3 * bet)]) if literal.has_board else 0
            start = Start(game, stakes, seats, where, some_rules(rng), carried, boards, bomb)
            plan_of(start)
        except EngineError:
            continue
        return start
    raise AssertionError(f"nothing of {game} is accepted")


def accepted_hand(rng: random.Random, game: str) -> Hand:
    """Some hand of that game, its cards in an order that `rng` makes."""
    start = accepted_start(rng, game)
    deck = list(deck_of(GAMES[game], start.rules))
    rng.shuffle(deck)
    return Hand(start, Deck.of(deck, b"reshuffles"))
