"""A Chinese hand as it stands: who holds and has set which cards, what is asked, what has happened. Nothing here changes it.

Inside, players have places 0, 1, 2 … clockwise from the button's left; outside they have seat numbers.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.betting.events import Event
from engine.betting.pots_and_results.pots import check_balance
from engine.chinese.play.hand_result import ChineseResult
from engine.chinese.play.hand_start import ChineseStart, plan_of
from engine.chinese.play.placing import ChineseAsk, Elsewhere
from engine.deck.shuffle import Deck
from engine.errors import BadStart
from engine.games.decisions import Decision
from engine.games.row_layout import PLACE, SET, Board
from engine.messages.message import Term
from engine.messages.starts import StartText

WHOLE = 13  # cards that a player sets in all


class Answer(NamedTuple):
    """An answer as it was given: the ask's number, the place, the decision, and how many events there were before it."""

    number: int
    place: int
    decision: Decision
    at: int


class ChineseState:
    """What a hand of a Chinese game is at one time; `ChineseHand` plays it, results and views are made of it.

    Raises `BadStart` or `UnknownGame` if it cannot begin.
    """

    __slots__ = (
        "_answers _asked _count _discards _events _held _is_face_down _is_set _next _open _order _result _rows _stacks _street "
        "_surrendered _turns game plan seats stakes start"
    ).split()

    def __init__(self, start: ChineseStart, deck: Deck) -> None:
        plan = self.plan = plan_of(start)
        self.start = start
        self.game = plan.game
        self.stakes = start.stakes
        self.seats = start.numbers  # clockwise from the button's left
        self._order = deck.order
        self._next = 0
        if deck.order is not None:
            _check_deck(plan.game.name, plan.deck, deck.order)
        places = range(len(start.places))
        self._count = len(places)
        self._stacks = [seat.stack for seat in start.places]
        self._held: list[tuple[int, ...]] = [() for _ in places]  # dealt and not yet set
        self._rows: list[Board] = [Board((), (), ()) for _ in places]
        self._discards: list[tuple[int, ...]] = [() for _ in places]
        self._is_set = [False] * self._count
        self._is_face_down = [deck.order is not None and cards > 0 for cards in plan.dealt]
        self._surrendered = [False] * self._count
        self._events: list[Event] = []
        self._open: dict[int, int] = {}  # the place that each open ask is put to, by the ask's number
        self._asked = 0
        self._answers: list[Answer] = []
        self._street = -1
        self._result: ChineseResult | None = None
        in_turn = [] if deck.order is None else [at for at in places if not plan.dealt[at]]
        # Who is dealt on which street, the next last.
        self._turns = [(street, at) for street in range(len(self.game.streets)) for at in in_turn][::-1]

    # -- what it tells ------------------------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[ChineseAsk, ...]:
        """The open questions, several where players set at once; none when the hand is over."""
        return tuple([self._ask(number, place) for number, place in self._open.items()])

    @property
    def is_over(self) -> bool:
        """True when every chip has found its owner."""
        return self._result is not None

    @property
    def result(self) -> ChineseResult | None:
        """What came of it, once it is over. Raises `UnbalancedResult` if the engine made or lost chips."""
        result = self._result
        if result is not None:
            check_balance(result.net.values(), result.rake)
        return result

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, as one who sees every card knows it. Show a seat its `view` instead."""
        return tuple(self._events)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer so far, in order: with the start and the deck all that the hand is."""
        return tuple(self._answers)

    @property
    def stacks(self) -> dict[int, int]:
        """Chips in front of each, by seat number: those of the start until the hand is over."""
        return dict(zip(self.seats, self._stacks, strict=True))

    @property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """One empty board: no cards are dealt to the middle."""
        return ((),)

    @property
    def rows(self) -> dict[int, Board]:
        """The rows of each, by seat number, as one who sees every card knows them."""
        return dict(zip(self.seats, self._rows, strict=True))

    @property
    def pot(self) -> int:
        """0: nobody bets; what is lost is paid when the hand is over."""
        return 0

    @property
    def street(self) -> str:
        """The name of the street that is being played."""
        return self.game.streets[max(self._street, 0)].name

    # -- what is asked ------------------------------------------------------------------------------------------------

    def _ask(self, number: int, place: int) -> ChineseAsk:
        plan = self.plan
        seat, profile, board, earned = self.seats[place], plan.profile, self._rows[place], plan.earned[place]
        surrender = bool(profile.surrender_points)
        if self._order is None:
            most = (plan.dealt[place] or plan.game.cards_each) - WHOLE
            return ChineseAsk(
                number, seat, SET, (), WHOLE, profile, board, earned, surrender, most, self._elsewhere(place)
            )
        held = self._held[place]
        if plan.dealt[place]:
            return ChineseAsk(
                number, seat, SET, held, WHOLE, profile, board, earned, surrender, visible=self._seen_by(place)
            )
        keep = plan.game.streets[self._street].keep
        return ChineseAsk(number, seat, PLACE, held, keep, profile, board, visible=self._seen_by(place))

    def _seen_by(self, place: int) -> frozenset[int]:
        """The cards in rows that a player sees, where a joker may stand for none of them (S3.8); else none."""
        rules = self.plan.profile.rules
        if rules.joker_cards != "not visible" or not rules.jokers:
            return frozenset()
        seen = [at for at in range(self._count) if at == place or not self._is_face_down[at]]
        return frozenset([card for at in seen for row in self._rows[at] for card in row])

    def _elsewhere(self, place: int) -> Elsewhere:
        """What cards that come from outside cannot be: not of the deck, or another player's."""
        others = [at for at in range(self._count) if at != place]
        taken = [card for at in others for row in (*self._rows[at], self._discards[at]) for card in row]
        return Elsewhere(frozenset(self.plan.deck), frozenset(taken))


def _check_deck(name: str, deck: tuple[int, ...], order: tuple[int, ...]) -> None:
    """Refuse a deck that is not, card for card, the one this game is dealt from. Raises `BadStart`."""
    if len(order) != len(deck) or set(order) != set(deck):
        raise BadStart(
            StartText.OTHER_DECK(game=Term(name), deck=len(deck), count=len(order), different=len(set(order))),
            field="deck",
        )
