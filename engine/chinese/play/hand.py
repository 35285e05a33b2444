"""The interpreter of Chinese games: it deals, asks where cards go, and when all are set compares and settles.

It answers the same calls as `engine.betting.hand.Hand`. Players outside fantasyland are dealt and set in turn from the button's
left, street by street (S3.9). Whoever is dealt everything at once, in fantasyland or in the classic game, is asked at
the beginning and may answer at any time; those rows lie face down until everybody has set (S3.10).

Inside, players have places 0, 1, 2 … clockwise from the button's left; outside they have seat numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.betting.events import Event
from engine.chinese.play.hand_start import ChineseStart
from engine.chinese.play.seat_view import view
from engine.chinese.play.showdown import conclude
from engine.chinese.play.state import WHOLE, Answer, ChineseState
from engine.deck.shuffle import Deck
from engine.errors import ClosedAsk
from engine.games.decisions import Decision, not_open
from engine.games.row_layout import PLACE, ROWS, SURRENDER, Board, layout_of


class ChineseHand(ChineseState):
    """One hand of a Chinese game, from the first card to the last chip.

    From a recorded deal nothing is dealt: the rows of every player are asked for at once, and lie open.
    Raises `BadStart` or `UnknownGame` if it cannot begin.
    """

    __slots__ = ()

    def __init__(self, start: ChineseStart, deck: Deck) -> None:
        super().__init__(start, deck)
        self._begin()
        self._go_on()

    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat may see, ready for JSON; None is the rail. Raises `KeyError` for a seat not dealt in."""
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


def replay(start: ChineseStart, deck: Deck, answers: Iterable[tuple[int, Decision]]) -> ChineseHand:
    """The hand after those answers, each with the number of the ask it answers.

    Raises what `ChineseHand` and `ChineseHand.answer` raise.
    """
    hand = ChineseHand(start, deck)
    for number, decision in answers:
        hand.answer(number, decision)
    return hand
