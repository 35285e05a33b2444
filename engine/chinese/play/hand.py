"""The interpreter of Chinese games: it deals, asks where cards go, and when all are set compares and settles.

It answers the same calls as `engine.betting.hand.Hand`. Players outside fantasyland are dealt and set in turn from the button's
left, street by street (S3.9). Whoever is dealt everything at once, in fantasyland or in the classic game, is asked at
the beginning and may answer at any time; those rows lie face down until everybody has set (S3.10).

Inside, players have places 0, 1, 2 … clockwise from the button's left; outside they have seat numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.betting.events import Event
from engine.betting.pots import check_balance
from engine.chinese.play.placing import ChineseAsk, Elsewhere
from engine.chinese.play.results import ChineseResult, conclude
from engine.chinese.play.start import ChineseStart, plan_of
from engine.deck.shuffle import Deck
from engine.errors import BadStart, ClosedAsk
from engine.games.decisions import Decision, not_open
from engine.games.layout import PLACE, ROWS, SET, SURRENDER, Board, layout_of
from engine.messages.message import Term
from engine.messages.starts import StartText

WHOLE = 13  # cards that a player sets in all


class Answer(NamedTuple):
    """An answer as it was given: the ask's number, the place, the decision, and how many events there were before it."""

    number: int
    place: int
    decision: Decision
    at: int


class ChineseHand:
    """One hand of a Chinese game, from the first card to the last chip.

    From a recorded deal nothing is dealt: the rows of every player are asked for at once, and lie open.
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
        self._begin()
        self._go_on()

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

    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat may see, ready for JSON; None is the rail. Raises `KeyError` for a seat not dealt in."""
        from engine.chinese.play.view import view

        return view(self, seat)

    # -- what changes it ----------------------------------------------------------------------------------------------

    def answer(self, number: int, decision: Decision) -> None:
        """Answer the open ask of that number.

        Raises `ClosedAsk` or another `IllegalDecision`, and then nothing has changed.
        """
        place = self._open.get(number) if type(number) is int else None
        if place is None:
            open_now = list(self._open)
            raise ClosedAsk(not_open(number, open_now), open=open_now)
        self._ask(number, place).check(decision)
        self._answers.append(Answer(number, place, decision, len(self._events)))
        del self._open[number]
        if decision.verb == SURRENDER:
            self._surrendered[place] = True
        else:
            self._lay(place, decision)
        self._is_set[place] = self._surrendered[place] or sum(map(len, self._rows[place])) == WHOLE
        if self._is_set[place]:
            self._tell("set", place)
            if not self._is_face_down[place]:
                self._reveal(place)
        self._go_on()

    # -- the flow -----------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Deal to those who are dealt everything at once, in turn, and ask them; or ask for a recorded deal's rows."""
        self._events.append(Event("street", None, 0, (), ()))
        self._street = 0
        for place in range(self._count):
            if self._order is None:
                self._open_ask(place)
            elif self.plan.dealt[place]:
                self._deal(place, self.plan.dealt[place])

    def _go_on(self) -> None:
        """Deal to the next in turn unless somebody is in turn now; when everybody has set, conclude."""
        if any(not self.plan.dealt[place] for place in self._open.values()) and self._order is not None:
            return
        if self._turns:
            street, place = self._turns.pop()
            if street != self._street:
                self._street = street
                self._events.append(Event("street", None, street, (), ()))
            self._deal(place, self.game.streets[street].cards)
        elif not self._open and self._result is None:
            for place in range(self._count):
                if self._is_face_down[place]:
                    self._is_face_down[place] = False
                    self._reveal(place)
            self._result = conclude(self)

    def _deal(self, place: int, count: int) -> None:
        assert self._order is not None
        cards = self._order[self._next : self._next + count]
        self._next += count
        self._held[place] = cards
        self._events.append(Event("down", self.seats[place], 0, cards, ()))
        self._open_ask(place)

    def _open_ask(self, place: int) -> None:
        self._open[self._asked] = place
        self._asked += 1

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

    # -- cards --------------------------------------------------------------------------------------------------------

    def _lay(self, place: int, decision: Decision) -> None:
        """Set cards in the rows, where they stay, and put the discards away."""
        layout = layout_of(decision.amount, decision.cards)
        before = self._rows[place]
        self._rows[place] = Board(*[has + gets for has, gets in zip(before, layout.board, strict=True)])
        self._held[place] = ()
        if not self._is_face_down[place] and decision.verb == PLACE:
            self._show(place, layout.board)
        if layout.discard:
            self._discards[place] += layout.discard
            self._tell("discard", place, len(layout.discard), layout.discard)

    def _reveal(self, place: int) -> None:
        """Turn up what was set all at once."""
        if self._surrendered[place]:
            self._tell("surrender", place)
        elif self.plan.dealt[place] or self._order is None:
            self._show(place, self._rows[place])

    def _show(self, place: int, rows: Board) -> None:
        for name, cards in zip(ROWS, rows, strict=True):
            if cards:
                self._events.append(Event(name, self.seats[place], 0, cards, cards))

    def _tell(self, kind: str, place: int, amount: int = 0, cards: tuple[int, ...] = ()) -> None:
        self._events.append(Event(kind, self.seats[place], amount, cards, ()))


def _check_deck(name: str, deck: tuple[int, ...], order: tuple[int, ...]) -> None:
    """Refuse a deck that is not, card for card, the one this game is dealt from. Raises `BadStart`."""
    if len(order) != len(deck) or set(order) != set(deck):
        raise BadStart(
            StartText.OTHER_DECK(game=Term(name), deck=len(deck), count=len(order), different=len(set(order))),
            field="deck",
        )


def replay(start: ChineseStart, deck: Deck, answers: Iterable[tuple[int, Decision]]) -> ChineseHand:
    """The hand after those answers, each with the number of the ask it answers.

    Raises what `ChineseHand` and `ChineseHand.answer` raise.
    """
    hand = ChineseHand(start, deck)
    for number, decision in answers:
        hand.answer(number, decision)
    return hand
