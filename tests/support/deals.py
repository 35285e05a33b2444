"""Hands for tests: begun in a line, moved by words."""

from __future__ import annotations

import random

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.cards import cards_text, parse_cards
from engine.games.betting_games import GAMES, find_game
from engine.games.decisions import parse_for
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from engine.house_rules import declared

NO_LIMIT = Stakes(limit="no", small_blind=1, big_blind=2)
FIXED = Stakes(limit="fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)
STUD = Stakes(limit="fixed", ante=1, bring_in=1, small_bet=2, big_bet=4)


def positions_of(count: int, button: int | None = None) -> Positions:
    """Button at the last seat, blinds after it; heads-up the button is the small blind."""
    button = count if button is None else button
    after = [seat % count + 1 for seat in range(button, button + count)]
    return Positions(button, button, after[0]) if count == 2 else Positions(button, after[0], after[1])


def stacked(game: str, cards: str, rules: PlayRules | None = None) -> Deck:
    """A deck that begins with these cards; the rest follow in order."""
    first = parse_cards(cards)
    rest = (card for card in deck_of(find_game(game), rules or PlayRules()) if card not in first)
    return Deck.of([*first, *rest], b"for reshuffles")


def in_turn(rounds: tuple[int, ...], *hands: str) -> str:
    """The hands' cards in the order in which they are dealt: so many to each player, then so many more …

    `in_turn((3, 1), "As Ah 2d Kc", "Ks Kh 3d Qc")` is third and fourth street of stud. A hand with fewer cards has
    folded and is passed over.
    """
    held = [list(parse_cards(hand)) for hand in hands]
    dealt: list[int] = []
    for count in rounds:
        for cards in held:
            dealt += cards[:count]
            del cards[:count]
    return cards_text(dealt)


SEVEN = (3, 1, 1, 1, 1)  # the rounds of seven-card stud


def begin(
    *stacks: int,
    game: str = "holdem",
    stakes: Stakes = NO_LIMIT,
    cards: str = "",
    rules: PlayRules | None = None,
    deck: Deck | None = None,
    **fields,
) -> Hand:
    """A hand with those stacks in seats 1, 2, 3 …; the button is the last seat unless told otherwise."""
    seats = tuple(Seat(at, stack) for at, stack in enumerate(stacks, 1))
    positions = fields.pop("positions", None) or (
        positions_of(len(stacks)) if GAMES[game].has_blinds else Positions(len(stacks))
    )
    start = Start(game, stakes, fields.pop("seats", seats), positions, rules or PlayRules(), **fields)
    return Hand(start, deck or stacked(game, cards, rules))


def act(hand: Hand, *words: str) -> Hand:
    """Answer one ask after another in words."""
    for word in words:
        ask = hand.asks[0]
        hand.answer(ask.number, parse_for(ask, word))
    return hand


def window(hand: Hand) -> tuple[int, int] | None:
    """The least and the most the next raise may come to, or None."""
    ask = hand.asks[0]
    return (ask.lo, ask.hi) if ask.hi else None


def some_rules(rng: random.Random, game: str) -> PlayRules:
    """House rules at random; wild cards and jokers in a few hands, so that the usual ones are tried most."""
    chosen: dict = {}
    for rule in declared(PlayRules):
        choices = (False, True) if rule.type is bool else rule.choices
        if choices is None or isinstance(choices, range) or rng.random() < 0.5:
            continue
        chosen[rule.key] = rng.choice(list(choices))
    chosen["rake_percent"] = rng.choice([0, 5])
    chosen["rake_cap"] = rng.choice([0, 3])
    chosen["wild_cards"] = rng.choice(["", "", "", "7", "Jh Js", "A 9d"])
    if rng.random() < 0.7:
        chosen["jokers"] = 0
    return PlayRules(**chosen)


def random_start(rng: random.Random, game: str) -> Start:
    """Some start of that game: seats, stacks, stakes, antes, a dead button or small blind, house rules."""
    literal = GAMES[game]
    rules = some_rules(rng, game)
    limit = rng.choice(literal.limits)
    bets = {"small_bet": 2, "big_bet": 4} if limit in ("fixed", "spread") else {}
    if limit == "spread":
        bets["min_bet"] = 1
    boards = rng.choice([1, 1, 1, 2]) if literal.has_board else 1
    bomb = rng.choice([0, 0, 0, 3]) if literal.has_board else 0
    each = sum(street.down + street.up for street in literal.streets)
    most = literal.max_seats
    if literal.has_board:
        most = min(most, (len(literal.deck) - 5 * boards - 3) // each)
    count = rng.randint(2, most)
    seats = tuple(Seat(at, rng.choice([1, 2, 3, 7, 20, 55, 200])) for at in range(1, count + 1))
    if not literal.has_blinds:
        ante = rng.choice([0, 1])
        needs_bring_in = literal.opening in ("low card", "high card")
        stakes = Stakes(limit=limit, ante=ante if needs_bring_in else 1, bring_in=1, **bets)
        return Start(game, stakes, seats, Positions(rng.randint(1, count)), rules)
    ante = {"ante": rng.choice([0, 1]), "ante_kind": rng.choice(["each", "big_blind", "button"])}
    stakes = Stakes(limit=limit, small_blind=1, big_blind=2, **ante, **bets)
    where = positions_of(count, rng.randint(1, count))
    carried = {}
    if rng.random() < 0.3:
        carried = rng.choice([{"leg": 1}, {"kill": 1, "leg": 1}])
    if count > 2 and rng.random() < 0.2:  # a dead small blind, a dead button
        where = Positions(20, 21, where.big_blind)
    return Start(game, stakes, seats, where, rules, carried, boards, bomb)
