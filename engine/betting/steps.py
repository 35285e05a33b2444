"""The steps of a street, by number: what is asked, dealt and bet, in the order of the round."""

from __future__ import annotations

# What a step does; a step is (what, place or board, number of cards).
ASK_DISCARD, ASK_DRAW, REPLACE, DOWN, UP, BOARD, BET, ROLLED = range(8)
