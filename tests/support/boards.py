"""Boards for tests: of texts, and random ones that are often legal."""

from __future__ import annotations

from engine.cards import RANKS, parse_cards
from engine.chinese.rows.rows import parse_board, rank_row
from engine.games.row_layout import Board

JOKERLESS = range(52)


def boards(*texts):
    return [parse_board(text) for text in texts]


def random_boards(rng, players, jokers=0):
    """Boards of one deal. The middle is never stronger than the back; half of the fronts are the three lowest cards."""
    deck = list(range(52 + jokers))
    rng.shuffle(deck)
    dealt = []
    for at in range(players):
        cards = deck[13 * at : 13 * at + 13]
        if rng.random() < 0.7:
            cards.sort(key=lambda card: (sum(other >> 2 == card >> 2 for other in cards), card))
        middle, back = cards[3:8], cards[8:]
        if max(cards) < 52 and rank_row(middle) > rank_row(back):
            middle, back = back, middle
        dealt.append(Board(tuple(cards[:3]), tuple(middle), tuple(back)))
    return dealt


def low_boards(rng, players, jokers=0):
    """Boards of one deal for a deuce-to-seven middle: many middles are low, many backs hold pairs."""
    deck = list(range(52 + jokers))
    rng.shuffle(deck)
    dealt = []
    for at in range(players):
        cards = sorted(deck[13 * at : 13 * at + 13])
        lows = {}
        for card in cards:
            lows.setdefault(card >> 2, card)
        middle = sorted(lows.values())[:5] if len(lows) >= 5 else cards[:5]
        others = [card for card in cards if card not in middle]
        others.sort(key=lambda card: (sum(other >> 2 == card >> 2 for other in others), card))
        dealt.append(Board(tuple(others[:3]), tuple(middle), tuple(others[3:])))
    return dealt


def rank_index(letter):
    return RANKS.index(letter)


def cards(text):
    return parse_cards(text)
