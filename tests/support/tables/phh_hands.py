"""A hand in a notation."""

from __future__ import annotations

HAND = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = [
  "d dh p1 AsKd",
  "d dh p2 7c7d",
  "p2 cbr 6",
  "p1 cc",
  "d db 2c3c4d",
  "p1 cc",
  "p2 cc",
  "d db 9h",
  "p1 cc",
  "p2 cc",
  "d db Td",
  "p1 cc",
  "p2 cc",
  "p1 sm AsKd",
  "p2 sm 7c7d",
]
players = ["Mika", "Ken"]
author = "Somebody"
_mood = "calm"
"""
