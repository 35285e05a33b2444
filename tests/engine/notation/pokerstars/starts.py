"""Hands whose beginnings PokerStars text can tell whole: drawn from all that is accepted, less what it has no words for.

It has none for house rules, smallest chips, a least bet beside the blinds, posts of whoever is in the blinds or cannot pay,
blinds of fixed limit and a bring-in that nobody paid in full, and the least bet of stud without fixed sizes.
"""

from __future__ import annotations

import random
from dataclasses import replace

from engine.betting.hand import Hand
from engine.deck.shuffle import Deck
from engine.errors import EngineError
from engine.games.betting_games import GAMES
from engine.games.compiled_game import plan_of
from engine.games.deck_contents import deck_of
from engine.games.hand_start import Positions, Seat, Stakes, Start
from engine.games.play_rules import PlayRules
from tests.support.accepted import accepted_start

NAMES = [
    "anna",
    "folds",
    "ben: folds",
    "ann",
    "a (b) [As Ad]",
    "shows hands",
    "鈴木 太郎",
    "x said, y",
    "caro collected 5 from pot",
]
BETS = ("fold", "call", "check", "bet", "raise", "complete", "bring-in", "draw", "uncalled", "straddle")


def told_start(rng: random.Random, game: str) -> Start:
    """Some start of that game that the text can tell."""
    literal = GAMES[game]
    while True:
        start = accepted_start(rng, game)
        stakes = start.stakes
        if stakes.limit == "spread" or (literal.has_blinds and not stakes.big_blind):
            continue
        bets = {} if stakes.limit == "fixed" else {"small_bet": 0, "big_bet": 0}
        try:
            stakes = replace(stakes, unit=1, min_bet=0 if literal.has_blinds else stakes.min_bet, **bets)
            seats = tuple(_seat(seat, stakes, start.positions) for seat in start.seats)
            rules = PlayRules(run_it=rng.choice((1, 1, 2, 3)))
            told = Start(game, stakes, seats, start.positions, rules=rules, boards=min(start.boards, 3))
            plan_of(told)
        except EngineError:
            continue
        if stakes.limit == "fixed" and literal.has_blinds and not _is_posted(told):
            continue
        if not literal.has_blinds and not _is_brought_in(told):
            continue
        return told


def _seat(seat: Seat, stakes: Stakes, positions: Positions) -> Seat:
    is_blind = seat.number in (positions.small_blind, positions.big_blind)
    if is_blind or seat.stack < stakes.ante + stakes.big_blind + seat.dead:
        return seat._replace(live=0, dead=0)
    return seat._replace(live=seat.live and stakes.big_blind)


def _is_posted(start: Start) -> bool:
    """True if the big blind is posted in full, so that the lines tell it."""
    antes = start.stakes.ante * (1 if start.stakes.ante_kind == "each" else len(start.seats))
    stacks = {seat.number: seat.stack for seat in start.seats}
    return stacks.get(start.positions.big_blind or 0, 0) > start.stakes.big_blind + antes


def _is_brought_in(start: Start) -> bool:
    """True if everybody can bring it in, and without fixed sizes complete it, so that the lines tell the amounts of stud."""
    stakes = start.stakes
    antes = stakes.ante * (1 if stakes.ante_kind == "each" else len(start.seats))
    least = stakes.bring_in if stakes.limit == "fixed" else 2 * max(stakes.bring_in, stakes.least_bet)
    return all(seat.stack > antes + least + seat.dead for seat in start.seats)


def told_hand(rng: random.Random, game: str) -> Hand:
    """Some hand that the text can tell, played to its end by random decisions."""
    while True:
        start = told_start(rng, game)
        deck = list(deck_of(GAMES[game], start.rules))
        rng.shuffle(deck)
        hand = finished(Hand(start, Deck.of(deck, b"reshuffles")), rng)
        # Where stud without fixed sizes is opened in full, no line tells the bring-in, and so not what is least.
        is_brought_in = any(event.kind == "bring-in" for event in hand.events)
        if hand.game.has_blinds or start.stakes.limit == "fixed" or is_brought_in:
            return hand


def finished(hand: Hand, rng: random.Random) -> Hand:
    """The hand after random decisions to its end."""
    while not hand.is_over:
        ask = hand.asks[0]
        hand.answer(ask.number, ask.sample(rng))
    return hand


def acts(hand: Hand) -> list[tuple[str, int | None, int]]:
    return [(event.kind, event.seat, event.amount) for event in hand.events if event.kind in BETS]
