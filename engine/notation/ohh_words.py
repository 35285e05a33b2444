"""What Open Hand History calls things, and which of our games it has a word for.

Source: the specification, version 1.4.7 (https://hh-specs.handhistory.org). It names streets by those of hold'em alone, and
one need not be unique; rounds are told apart by their number. So the streets of other games take these names in order.
"""

from __future__ import annotations

from engine.games.betting_games import Game

SPEC_VERSION = "1.4.7"
OURS = "_cardhouse"  # the member in which stands what the standard has no word for
STREETS = ("Preflop", "Flop", "Turn", "River")
SHOWDOWN = "Showdown"
BET_TYPES = {"no": "NL", "pot": "PL", "fixed": "FL"}
LIMITS = {word: limit for limit, word in BET_TYPES.items()}
# "Draw" says no more than that cards are changed; which game it is stands in our own member.
GAME_TYPES = {
    "holdem": "Holdem",
    "omaha": "Omaha",
    "omaha5": "Omaha",
    "omaha6": "Omaha",
    "omaha8": "OmahaHiLo",
    "big-o": "OmahaHiLo",
    "seven-card-stud": "Stud",
    "stud8": "StudHiLo",
    "five-card-draw": "Draw",
    "2-7-single-draw": "Draw",
    "2-7-triple-draw": "Draw",
    "a-5-single-draw": "Draw",
    "a-5-triple-draw": "Draw",
    "badugi": "Draw",
    "badeucey": "Draw",
    "badacey": "Draw",
    "archie": "Draw",
}
# Fields of a PHH record that the standard says itself.
STANDARD = frozenset(
    ("starting_stacks", "actions", "seats", "players", "table", "year", "month", "day", "time", "_shown")
)
# By type and number of cards dealt at first, what a file of somebody else's means.
BY_TYPE = {
    ("Holdem", 2): "holdem",
    ("Omaha", 4): "omaha",
    ("Omaha", 5): "omaha5",
    ("Omaha", 6): "omaha6",
    ("OmahaHiLo", 4): "omaha8",
    ("OmahaHiLo", 5): "big-o",
    ("Stud", 3): "seven-card-stud",
    ("StudHiLo", 3): "stud8",
}
LEAST_DEALT = {"Holdem": 2, "Omaha": 4, "OmahaHiLo": 4, "Stud": 3, "StudHiLo": 3}


def is_sayable(game: Game, limit: str, jokers: int = 0) -> bool:
    """True if the standard has words for the game, its limit and its cards: it has none for jokers, seen or not."""
    return game.key in GAME_TYPES and limit in BET_TYPES and not jokers
