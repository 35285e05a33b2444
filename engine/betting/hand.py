"""The one interpreter of betting games: it deals, asks, bets, draws and shows down whatever a `Game` says.

Inside, players have places 0, 1, 2 … clockwise from the button's left, so that the order of places is the order of
play and of odd chips; outside they have seat numbers. A hand is changed by `answer` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.betting import betting_round, dealing, posting, showdown
from engine.betting.events import Event
from engine.betting.pots import uncalled
from engine.betting.results import PotResult, Result, SharedPot, result_of, share_out
from engine.deck.shuffle import Deck
from engine.errors import ClosedAsk
from engine.games.compiled_game import Part, check_deck, plan_of
from engine.games.decisions import (
    BET,
    BRING_IN,
    CALL,
    DEAL,
    DISCARD,
    DRAW,
    FOLD,
    MUCK,
    RUN_IT,
    SHOW,
    SHOWDOWN,
    STRADDLE,
    Ask,
    Decision,
    Offer,
    is_whole,
    parse_for,
    said,
)
from engine.games.start import Positions, Seat, Stakes, Start

__all__ = [
    "BET",
    "BRING_IN",
    "CALL",
    "DEAL",
    "DISCARD",
    "DRAW",
    "FOLD",
    "MUCK",
    "RUN_IT",
    "SHOW",
    "SHOWDOWN",
    "STRADDLE",
    "Ask",
    "Decision",
    "Deck",
    "Event",
    "Hand",
    "Offer",
    "Positions",
    "PotResult",
    "Result",
    "Seat",
    "Stakes",
    "Start",
    "parse_for",
    "replay",
]  # fmt: skip


_NO_UPS: tuple[list[int], ...] = tuple([] for _ in range(10))  # of games without up-cards
_CARDS_GO = frozenset((DRAW, DISCARD))


class Hand:
    """One hand of a betting game, from the forced bets to the last chip.

    Raises `BadStart` or `UnknownGame` if it cannot begin.
    """

    __slots__ = (
        "_able _acted _ask _asked _beaten _best _bets _boards _burned _cards _closing _count _dead _deck _drawn "
        "_events _first _folded _following _last_raiser _left _level _need _next _numbers _off _opened _order _out "
        "_own _pile _place _posted _put _raises _reshuffles _result _roller _runs _seen _shared _short _shown "
        "_size _sizes _stacks _step _steps _straddlers _street _strengths _turn _two_sizes _ups _who _window game "
        "plan stakes start "
    ).split()

    def __init__(self, start: Start, deck: Deck) -> None:
        plan = self.plan = plan_of(start)
        order = deck.order
        if order is not None:
            check_deck(plan, order)
        self.start = start
        self.game = plan.game
        self.stakes = plan.stakes
        self._numbers = start.numbers
        self._place = start.place_of
        self._stacks = [seat[1] for seat in start.places]
        count = self._count = len(self._stacks)
        self._bets = [0] * count  # in this round
        self._put = [0] * count  # in the hand, of what others must match
        self._dead = 0  # in the main pot, matched by nobody
        self._folded = [False] * count
        self._left = count  # who have not folded
        self._able = (1 << count) - 1  # places with chips behind that have not folded
        self._cards: list[list[int]] = [[] for _ in range(count)]
        self._ups: Sequence[list[int]] = [[] for _ in range(count)] if plan.has_ups else _NO_UPS[:count]
        self._shown: list[bool | None] = [None] * count
        self._boards: list[list[int]] = [[]] if start.boards == 1 else [[] for _ in range(start.boards)]
        self._events: list[tuple[Any, ...]] = []
        self._steps: list[tuple[int, int, int]] = []  # what is left of this street before the betting, the next last
        self._drawn: list[tuple[int, int]] = []  # who drew how many on this street
        self._own: dict[int, tuple[int, ...]] = {}  # what each threw away on this street
        self._deck = deck
        self._order = order
        self._next = 0
        self._burned: list[int] = []
        self._pile: list[int] = []
        self._out = 0  # cards told from outside, as bits
        self._reshuffles = 0
        self._ask: Ask | None = None
        self._asked = 0
        self._need = 0
        self._acted = 0
        self._seen = [0] * count
        self._level = self._step = self._raises = 0
        self._off = 0  # what the pot of pot limit differs from the chips in it, before the flop
        self._opened = False
        self._two_sizes = False
        self._short = 0  # how far short all-ins have lifted the level above the last whole bet that the next completes
        self._sizes = plan.sizes  # the fixed bet, or the most of a spread bet, by street
        self._size = 0  # of this street
        self._window = betting_round.NO_RAISE
        self._following = betting_round.following(count)
        self._turn = count - 1
        self._who = 0  # the place that the open ask is put to
        self._first = 0  # who opened the last round
        self._last_raiser = -1
        self._street = -1
        self._runs = 0  # how often the board is run: 0 as long as nobody was asked
        self._straddlers: list[int] = []
        self._posted = False
        self._roller = count - 1  # who turned up cards last
        self._best = 0  # the best hand rolled so far
        self._beaten: list[int] = []  # who turned up every card and did not beat it
        self._closing: list[int] | None = None
        self._strengths: list[list[list[int]]] | None = None
        self._shared: list[SharedPot] | None = None  # the pots, once every chip has found its owner
        self._result: Result | None = None  # told from them when it is asked for
        posting.post(self)
        self._go_on()

    # -- what it tells ----------------------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions; none when the hand is over."""
        return () if self._ask is None else (self._ask,)

    @property
    def is_dealt_down(self) -> bool:
        """True if the dealer is asked for cards that go face down to a seat: nobody else can name them."""
        return self._ask is not None and self._ask.kind == DEAL and self._steps[-1][0] == dealing.DOWN

    @property
    def is_over(self) -> bool:
        """True when every chip has found its owner."""
        return self._shared is not None

    @property
    def result(self) -> Result | None:
        """What came of it, once it is over. Raises `UnbalancedResult` if the engine made or lost chips."""
        if self._result is None and self._shared is not None:
            self._result = result_of(self, self._shared)
        return self._result

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, as one who sees every card knows it. Show a seat its `view` instead."""
        return tuple([Event(*event) for event in self._events])

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat numbers, clockwise from the button's left."""
        return self._numbers

    @property
    def stacks(self) -> dict[int, int]:
        """Chips behind, by seat number."""
        return dict(zip(self._numbers, self._stacks, strict=True))

    @property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """The cards in the middle, board by board; one empty board where there are none."""
        return tuple([tuple(board) for board in self._boards])

    @property
    def pot(self) -> int:
        """Every chip put in so far, bets of this round included."""
        return sum(self._put) + self._dead

    @property
    def street(self) -> str:
        """The name of the street that is being played."""
        return self.game.streets[max(self._street, 0)].name

    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat may see, ready for JSON; None is the rail. Raises `KeyError` for a seat not dealt in."""
        from engine.betting.view import view

        return view(self, seat)

    # -- what changes it --------------------------------------------------------------------------------------------

    def answer(self, number: int, decision: Decision) -> None:
        """Answer the open ask of that number.

        Raises `ClosedAsk` or another `IllegalDecision`, and then nothing has changed.
        """
        ask = self._ask
        if ask is None or type(number) is not int or ask[0] != number:
            open_now = [] if ask is None else [ask.number]
            raise ClosedAsk(
                f"question {said(number)} is not open" + (f"; {open_now[0]} is" if open_now else ": the hand is over"),
                open=open_now,
            )
        kind = ask[2]
        if kind == BET:
            betting_round.answer(self, ask, decision)
            if self._ask is not None:
                return
        elif kind in _CARDS_GO:
            dealing.answer_draw(self, ask, decision)
            if self._ask is not None:
                return
        elif kind == DEAL:
            if not is_whole(decision) or decision[0] != "deal" or decision[1] or len(decision[2]) != ask[5]:
                ask.check(decision)
            dealing.answer(self, decision[2])
        elif kind == SHOWDOWN:
            ask.check(decision)
            showdown.answer(self, self._who, decision)
        elif kind == BRING_IN:
            if decision is not CALL:
                ask.check(decision)
            self._ask = None
            betting_round.answer_bring_in(self, self._who, ask, decision)
        else:
            ask.check(decision)
            self._ask = None
            if kind == STRADDLE:
                posting.answer_straddle(self, self._who, decision)
            else:
                dealing.answer_run(self, decision.amount)
        self._go_on()

    # -- the flow ---------------------------------------------------------------------------------------------------

    def _open(
        self, place: int, kind: str, call: int = 0, lo: int = 0, hi: int = 0, cards: tuple[int, ...] = ()
    ) -> None:
        self._who = place
        self._ask = Ask(self._asked, self._numbers[place], kind, call, lo, hi, cards)
        self._asked += 1

    def _go_on(self) -> None:
        """Do everything that needs no answer, until an ask is open or the hand is over."""
        plan = self.plan
        while self._ask is None and self._shared is None:
            if self._steps:
                dealing.take_step(self)
            elif self._need:
                betting_round.ask_next(self)
            elif self._left == 1 and self._closing is None:
                self._finish()
            elif self._street < plan.last_street:
                if not self._posted:
                    posting.go_on(self)
                elif not plan.may_run or self._runs or not dealing.ask_runs(self):
                    dealing.begin_street(self)
            elif plan.has_roll:
                dealing.roll(self)
            elif self._closing is None:
                showdown.begin(self)
            else:
                showdown.show_next(self)

    def _pay(self, place: int, chips: int) -> int:
        """Move up to so many chips from the stack into the round; returns how many it was."""
        stack = self._stacks[place]
        if chips >= stack:
            chips = stack
            self._able &= ~(1 << place)
        self._stacks[place] = stack - chips
        self._bets[place] += chips
        self._put[place] += chips
        return chips

    # -- the end ----------------------------------------------------------------------------------------------------

    def strength(self, place: int, part: Part, board: int = 0) -> int:
        """How the hand at that place ranks for that part of the pot on that board; 0 is no hand."""
        return part.strength(self._cards[place], self._boards[board])

    def _finish(self) -> None:
        place, chips = uncalled(self._put)
        if chips and (not self._folded[place] or place in self._beaten):
            self._put[place] -= chips
            self._stacks[place] += chips
            self._events.append(("uncalled", self._numbers[place], chips, (), ()))
        self._closing = None
        self._need = 0
        self._shared = share_out(self)


def replay(start: Start, deck: Deck, decisions: Iterable[Decision]) -> Hand:
    """The hand after those decisions, each the answer to the first ask open at its time.

    Raises what `Hand` and `Hand.answer` raise.
    """
    hand = Hand(start, deck)
    answer = hand.answer
    for decision in decisions:
        ask = hand._ask
        if ask is None:
            raise ClosedAsk("the hand is over, and there are decisions left", open=[])
        answer(ask[0], decision)
    return hand
