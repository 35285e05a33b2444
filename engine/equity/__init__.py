"""Equity: the part of the pot that each hand wins over all the cards that may come (RULES.md S0.6, S2.8, S2.9).

>>> from random import Random
>>> from engine.cards import parse_cards
>>> from engine.games.betting_games import find_game
>>> hands = parse_cards("As Ad"), parse_cards("Kh Kd")
>>> found = equity(find_game("holdem"), hands, [parse_cards("2c 7d 9h")], rng=Random(1))
>>> found.is_exact, found.deals, str(found.hands[0].share)
(True, 990, '907/990')

Each part of the pot goes to the best hand by its ranking, in even shares if several are best; a part that nobody has a
hand for (no low) goes to the other parts. All deals of the cards to come are equally likely: nobody folds, and what
rivals would have done with other cards is not weighed.

* In a draw game this is the equity of the draw: the hand is what is kept, and every missing card is drawn once, with no
  draw after it. What was thrown away may be given as dead. A hand with all its cards stands pat.
* In pineapple, too, the hand is what is kept.
* In Baseball a hand's cards stand in the order dealt, which tells how many are to come (S2.13). An unknown card is taken
  to have brought no other.
* Several boards halve the pot between them. Boards that begin alike (run it twice) have the equity of one.
* Where the deck is too short for a last card each, one in the middle is dealt for all (S2.8); only here do dead cards
  matter that nobody knows.
* Where cards are turned up until the best are shown (No Peek), all are compared in the end. A tie is split, though at
  the table the first to show it wins.
"""

from __future__ import annotations

from engine.equity.equity import EXACT_UP_TO, SAMPLES, equity
from engine.equity.equity_tally import Equity, HandEquity, PartEquity

__all__ = ["EXACT_UP_TO", "SAMPLES", "Equity", "HandEquity", "PartEquity", "equity"]
