"""Everything that a betting hand knows while it is played: one value that the steps of the hand read and change.

Inside a hand, players have places 0, 1, 2 … clockwise from the button's left, so that the order of places is the order
of play and of odd chips; outside they have seat numbers. Chips are whole numbers. Sets of places are bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from engine.betting.pots_and_results.pots import SharedPot
from engine.deck.shuffle import Deck
from engine.games.announced_winners import Award
from engine.games.compiled_game import check_deck, plan_of
from engine.games.decisions import Ask
from engine.games.hand_start import Start

__all__ = [
    "ASK_DISCARD",
    "ASK_DRAW",
    "BET",
    "BOARD",
    "DOWN",
    "NO_RAISE",
    "REPLACE",
    "ROLLED",
    "UP",
    "HandState",
    "Window",
]

# What a raise may come to at this level, whoever makes it: the least, the most, and how far apart the sizes are.
Window = tuple[int, int, int]
NO_RAISE: Final[Window] = (0, 0, 0)

# What a step of a street does, in the order of the round; a step is (what, place or board, number of cards).
ASK_DISCARD: Final = 0
ASK_DRAW: Final = 1
REPLACE: Final = 2
DOWN: Final = 3
UP: Final = 4
BOARD: Final = 5
BET: Final = 6
ROLLED: Final = 7

_NO_UPS: Final[tuple[list[int], ...]] = tuple([] for _ in range(11))  # of games without up-cards


_FIELDS = (
    "able acted answered ask ask_count asked award beaten best_roll bet_size bet_sizes bets boards burned cards count "
    "dead_chips deck discards drawn events folded game has_two_sizes is_opened is_posted known last_raiser "
    "least_raise left level muck must_act next_card next_to_act opener order place_of plan pot_difference put_in "
    "raise_window raises reshuffles roller runs seats shared_pots short_by shown stacks stakes start steps "
    "straddlers street strengths to_show turn up_cards"
).split()


class HandState:
    """A hand before its forced bets. Raises `BadStart` or `UnknownGame` if it cannot begin.

    Only the modules of this folder change it; `Hand.state` lets others read it.
    """

    __slots__ = _FIELDS

    def __init__(self, start: Start, deck: Deck) -> None:
        plan = self.plan = plan_of(start)
        order = deck.order
        if order is not None:
            check_deck(plan, order)
        count = len(start.places)
        # -- the game and who plays it
        self.start = start
        self.game = plan.game
        self.stakes = plan.stakes
        self.count = count
        self.seats = start.numbers  # by place
        self.place_of = start.place_of  # by seat number
        # -- chips
        self.stacks = [stack for _number, stack, _live, _dead in start.places]
        self.bets = [0] * count  # in this round
        self.put_in = [0] * count  # in the hand, of what others must match
        self.dead_chips = 0  # in the main pot, matched by nobody
        self.shared_pots: list[SharedPot] | None = None  # the pots, once every chip has found its owner
        # -- who is in
        self.folded = [False] * count
        self.left = count  # who have not folded
        self.able = (1 << count) - 1  # places with chips behind that have not folded, as bits
        self.events: list[tuple[Any, ...]] = []  # each as an `Event` says
        # -- cards
        self.deck = deck
        self.order = order  # None where cards are told from outside
        self.next_card = 0  # the position in `order` of the next card to deal
        self.cards: list[list[int]] = [[] for _ in range(count)]
        self.up_cards: Sequence[list[int]] = [[] for _ in range(count)] if plan.has_ups else _NO_UPS[:count]
        self.boards: list[list[int]] = [[]] if start.boards == 1 else [[] for _ in range(start.boards)]
        self.shown: list[bool | None] = [None] * count
        self.burned: list[int] = []
        self.muck: list[int] = []  # folded and discarded, what a reshuffle is made of
        self.known = 0  # cards told from outside, as bits
        self.reshuffles = 0
        self.steps: list[tuple[int, int, int]] = []  # what is left of this street before the betting, the next last
        self.drawn: list[tuple[int, int]] = []  # who drew how many on this street
        self.discards: dict[int, tuple[int, ...]] = {}  # what each threw away on this street
        self.street = -1
        self.runs = 0  # how often the board is run: 0 as long as nobody was asked
        # -- the open question
        self.ask: Ask | None = None
        self.ask_count = 0
        self.asked = 0  # the place that the open question is put to
        # -- the round of betting
        self.must_act = 0  # places that must act before the round ends, as bits
        self.acted = 0  # places that may not raise again unless the bet grows by enough, as bits
        self.answered = [0] * count  # the bet that each has last answered
        self.level = 0  # the bet to call
        self.least_raise = 0  # by how much the next raise must raise
        self.raises = 0
        self.pot_difference = 0  # what the pot of pot limit differs from the chips in it, before the flop
        self.is_opened = False
        self.has_two_sizes = False
        self.short_by = 0  # how far short all-ins lifted the level above the last whole bet, which the next completes
        self.bet_sizes = plan.sizes  # the fixed bet, or the most of a spread bet, by street
        self.bet_size = 0  # of this street
        self.raise_window = NO_RAISE
        self.next_to_act = next_to_act(count)
        self.turn = count - 1  # the place that acted last
        self.opener = 0  # who opened the last round
        self.last_raiser = -1
        # -- before and after the streets
        self.straddlers: list[int] = []
        self.is_posted = False
        self.roller = count - 1  # who turned up cards last
        self.best_roll = 0  # the best hand rolled so far
        self.beaten: list[int] = []  # who turned up every card and did not beat it
        self.to_show: list[int] | None = None  # places whose hands are not shown yet, once the showdown has begun
        self.award: Award | None = None  # who has won, where the dealer said it
        self.strengths: list[list[list[int]]] | None = None  # by board, part of the pot and place

    @property
    def pot(self) -> int:
        """Every chip put in so far, bets of this round included."""
        return sum(self.put_in) + self.dead_chips

    @property
    def street_name(self) -> str:
        """The name of the street that is being played."""
        return self.game.streets[max(self.street, 0)].name

    def copy(self) -> HandState:
        """The same, to be changed on its own."""
        other = HandState(self.start, self.deck)
        for name in _FIELDS:
            value = getattr(self, name)
            if type(value) is list:
                value = [one[:] if type(one) is list else one for one in value]
            elif type(value) is dict:
                value = value.copy()
            setattr(other, name, value)
        return other

    def open_ask(
        self, place: int, kind: str, call: int = 0, lo: int = 0, hi: int = 0, cards: tuple[int, ...] = ()
    ) -> None:
        """Put a question to a place."""
        self.asked = place
        self.ask = Ask(self.ask_count, self.seats[place], kind, call, lo, hi, cards)
        self.ask_count += 1

    def pay(self, place: int, chips: int) -> int:
        """Move up to so many chips from the stack into the round; returns how many it was."""
        stack = self.stacks[place]
        if chips >= stack:
            chips = stack
            self.able &= ~(1 << place)
        self.stacks[place] = stack - chips
        self.bets[place] += chips
        self.put_in[place] += chips
        return chips


@cache
def next_to_act(count: int) -> tuple[bytes, ...]:
    """Whose turn it is: by the place that acted last, then by the places that must act, as bits."""
    return tuple(
        bytes(
            [
                next((at % count for at in range(last + 1, last + 1 + count) if need >> at % count & 1), 0)
                for need in range(1 << count)
            ]
        )
        for last in range(count)
    )
