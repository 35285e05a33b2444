"""What PokerStars' hand histories call games, streets and draws, and which of our games they have."""

from __future__ import annotations

from engine.games.betting_games import Game
from engine.games.hand_start import Start

GAMES = {
    "holdem": "Hold'em",
    "short-deck": "6+ Hold'em",
    "omaha": "Omaha",
    "omaha8": "Omaha Hi/Lo",
    "omaha5": "5 Card Omaha",
    "big-o": "5 Card Omaha Hi/Lo",
    "omaha6": "6 Card Omaha",
    "courchevel": "Courchevel",
    "courchevel8": "Courchevel Hi/Lo",
    "seven-card-stud": "7 Card Stud",
    "stud8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "five-card-draw": "5 Card Draw",
    "2-7-single-draw": "Single Draw 2-7 Lowball",
    "2-7-triple-draw": "Triple Draw 2-7 Lowball",
    "badugi": "Badugi",
}
LIMITS = {"no": "No Limit", "pot": "Pot Limit", "fixed": "Limit"}
STUD = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
DRAWS = ("DEALING HANDS", "FIRST DRAW", "SECOND DRAW", "THIRD DRAW")
BOARD = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
# Of several boards, and of several runs of one: what stands before the heading of each, and how often it was run.
NTH = ("FIRST", "SECOND", "THIRD")
TIMES = {2: "twice", 3: "three times"}
# When a hand was given up, in the summary.
GIVEN_UP = {
    BOARD: ("before Flop", "on the Flop", "on the Turn", "on the River"),
    STUD: ("on the 3rd Street", "on the 4th Street", "on the 5th Street", "on the 6th Street", "on the River"),
    DRAWS: ("before the Draw", "after the 1st Draw", "after the 2nd Draw", "after the 3rd Draw"),
}


def streets_of(game: Game) -> tuple[str, ...]:
    """The headings of the game's streets."""
    return BOARD if game.has_board else STUD if not game.has_draws else DRAWS


def is_sayable(game: Game, limit: str, jokers: int = 0) -> bool:
    """True if there are words for the game, its limit and its cards."""
    return game.key in GAMES and limit in LIMITS and not jokers


def is_usual(start: Start) -> bool:
    """True if the hand has nothing that these histories have no line for: three boards at most, no bomb pot, no kill."""
    return start.boards <= len(NTH) and not start.bomb and not start.carried
