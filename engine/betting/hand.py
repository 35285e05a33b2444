"""The one interpreter of betting games: it deals, asks, bets, draws and shows down whatever a `Game` says.

A hand is changed by `answer` alone. What it knows is one value (`engine.betting.state`); the modules of this folder are
the steps that change it: forced bets, dealing, rounds of betting, the showdown, the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, SupportsIndex

from engine.betting import (
    betting_round,
    dealing,
    draws,
    forced_bets,
    rolled_cards,
    run_it_twice,
    showdown,
    straddles,
)
from engine.betting.events import Event
from engine.betting.pots_and_results.outcome import Outcome, outcome_of
from engine.betting.pots_and_results.results import PotResult, Result, finish, result_of
from engine.betting.seat_view import view_of
from engine.betting.state import BOARD, DOWN, HandState
from engine.deck.shuffle import Deck
from engine.errors import ClosedAsk, UnbalancedResult
from engine.games.betting_games import Game
from engine.games.compiled_game import Part, Plan
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
    SentDecision,
    is_whole,
    not_open,
    parse_for,
)
from engine.games.hand_start import Positions, Seat, Stakes, Start
from engine.messages.decisions import DecisionText

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


_CARDS_GO: Final = frozenset((DRAW, DISCARD))


class Hand:
    """One hand of a betting game, from the forced bets to the last chip.

    With `state` it is the hand that stands there (`of`). Raises `BadStart` or `UnknownGame` if it cannot begin.
    """

    __slots__ = ("_result", "state")

    def __init__(self, start: Start, deck: Deck, *, state: HandState | None = None) -> None:
        self._result: Result | None = None  # made when it is asked for
        if state is not None:
            self.state = state
            return
        self.state = HandState(start, deck)
        forced_bets.post(self.state)
        self._go_on()

    @classmethod
    def of(cls, state: HandState) -> Hand:
        """The hand that stands where `state` does, its forced bets posted."""
        return cls(state.start, state.deck, state=state)

    # -- what it tells ----------------------------------------------------------------------------------------------

    @property
    def start(self) -> Start:
        """What the hand began with."""
        return self.state.start

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.state.game

    @property
    def plan(self) -> Plan:
        """The game as this start plays it, worked out once."""
        return self.state.plan

    @property
    def stakes(self) -> Stakes:
        """The stakes that it is played for, in chips."""
        return self.state.stakes

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions; none when the hand is over."""
        ask = self.state.ask
        return () if ask is None else (ask,)

    @property
    def is_dealt_down(self) -> bool:
        """True if the dealer is asked for cards that go face down to a seat: nobody else can name them."""
        ask = self.state.ask
        return ask is not None and ask.kind == DEAL and self.state.steps[-1][0] == DOWN

    @property
    def is_board_due(self) -> bool:
        """True if the dealer is asked for cards of the board."""
        ask = self.state.ask
        return ask is not None and ask.kind == DEAL and self.state.steps[-1][0] == BOARD

    @property
    def is_over(self) -> bool:
        """True when every chip has found its owner."""
        return self.state.shared_pots is not None

    @property
    def result(self) -> Result | None:
        """What came of it, once it is over. Raises `UnbalancedResult` if the engine made or lost chips."""
        if self._result is None and self.state.shared_pots is not None:
            self._result = result_of(self.state, self.state.shared_pots)
        return self._result

    @property
    def outcome(self) -> Outcome | None:
        """Who took what of every pot, once the hand is over. Raises `UnbalancedResult` as `result` does."""
        result = self.result
        return None if result is None else outcome_of(self.state, result)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, as one who sees every card knows it. Show a seat its `view` instead."""
        return tuple([Event(*event) for event in self.state.events])

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat numbers, clockwise from the button's left."""
        return self.state.seats

    @property
    def stacks(self) -> dict[int, int]:
        """Chips behind, by seat number."""
        return dict(zip(self.state.seats, self.state.stacks, strict=True))

    @property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """The cards in the middle, board by board; one empty board where there are none."""
        return tuple([tuple(board) for board in self.state.boards])

    @property
    def pot(self) -> int:
        """Every chip put in so far, bets of this round included."""
        return self.state.pot

    @property
    def street(self) -> str:
        """The name of the street that is being played."""
        return self.state.street_name

    def strength(self, place: int, part: Part, board: int = 0) -> int:
        """How the hand at that place ranks for that part of the pot on that board; 0 is no hand."""
        return part.strength(self.state.cards[place], self.state.boards[board])

    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat may see, ready for JSON; None is the rail. Raises `KeyError` for a seat not dealt in.

        A hand that is over has no `result` if the engine refuses its own: whoever must settle it is to see it
        nevertheless.
        """
        try:
            result = self.result
        except UnbalancedResult:
            result = None
        return view_of(self.state, result, seat)

    # -- what changes it --------------------------------------------------------------------------------------------

    def answer(self, number: SupportsIndex, decision: SentDecision) -> None:
        """Answer the open ask of that number.

        Raises `ClosedAsk` or another `IllegalDecision`, and then nothing has changed.
        """
        state = self.state
        ask = state.ask
        if ask is None or type(number) is not int or ask.number != number:
            open_now = [] if ask is None else [ask.number]
            raise ClosedAsk(not_open(number, open_now), open=open_now)
        kind = ask.kind
        if kind == BET:
            betting_round.answer(state, ask, decision)
            if state.ask is not None:
                return
        elif kind in _CARDS_GO:
            draws.answer_draw(state, ask, decision)
            if state.ask is not None:
                return
        elif kind == DEAL:
            sent: Any = decision
            if not is_whole(sent) or sent.verb != "deal" or sent.amount or len(sent.cards) != ask.hi:
                ask.check(sent)
            dealing.answer(state, sent.cards)
        elif kind == SHOWDOWN:
            ask.check(decision)
            showdown.answer(state, state.asked, decision)
        elif kind == BRING_IN:
            if decision is not CALL:
                ask.check(decision)
            state.ask = None
            betting_round.answer_bring_in(state, state.asked, ask, decision)
        else:
            ask.check(decision)
            state.ask = None
            if kind == STRADDLE:
                straddles.answer(state, state.asked, decision)
            else:
                run_it_twice.answer_run(state, decision.amount)
        self._go_on()

    def _go_on(self) -> None:
        """Do everything that needs no answer, until an ask is open or the hand is over."""
        state = self.state
        plan = state.plan
        while state.ask is None and state.shared_pots is None:
            if state.steps:
                dealing.take_step(state)
            elif state.must_act:
                betting_round.ask_next(state)
            elif state.left == 1 and state.to_show is None:
                finish(state)
            elif state.street < plan.last_street:
                if not state.is_posted:
                    straddles.ask_next(state)
                elif not plan.may_run or state.runs or not run_it_twice.ask_runs(state):
                    dealing.begin_street(state)
            elif plan.has_roll:
                rolled_cards.roll(state)
            elif state.to_show is None:
                showdown.begin(state)
            else:
                showdown.show_next(state)


def replay(start: Start, deck: Deck, decisions: Iterable[Decision]) -> Hand:
    """The hand after those decisions, each the answer to the first ask open at its time.

    Raises what `Hand` and `Hand.answer` raise.
    """
    hand = Hand(start, deck)
    answer, state = hand.answer, hand.state
    for decision in decisions:
        ask = state.ask
        if ask is None:
            raise ClosedAsk(DecisionText.DECISIONS_LEFT(), open=[])
        answer(ask.number, decision)
    return hand
