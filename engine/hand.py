"""The one interpreter of betting games: it deals, asks, bets, draws and shows down whatever a `Game` says.

Inside, players have places 0, 1, 2 … clockwise from the button's left, so that the order of places is the order of
play and of odd chips; outside they have seat numbers. A hand is changed by `answer` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine import betting
from engine.cards import UNKNOWN, cards_text
from engine.decisions import (
    BET,
    BRING_IN,
    CALL,
    DEAL,
    DRAW,
    FOLD,
    MUCK,
    SHOW,
    SHOWDOWN,
    Ask,
    Decision,
    Offer,
    parse_for,
)
from engine.errors import ClosedAsk, WrongCards
from engine.events import Event
from engine.games import find_game
from engine.pots import uncalled
from engine.results import PotResult, Result, share_out
from engine.shuffle import Deck
from engine.start import Positions, Seat, Stakes, Start

__all__ = [
    "BET",
    "BRING_IN",
    "CALL",
    "DEAL",
    "DRAW",
    "FOLD",
    "MUCK",
    "SHOW",
    "SHOWDOWN",
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

BOARD = -1


class Hand:
    """One hand of a betting game, from the forced bets to the last chip.

    Raises `BadStart` or `UnknownGame` if it cannot begin.
    """

    __slots__ = (
        "_able _acted _ask _asked _bets _cards _closing _count _dead _deals _deck _events _folded "
        "_last_raiser _level _need _next _numbers _opened _order _out _pile _place _put _raises _reshuffles "
        "_result _seen _shown _stacks _starting _step _street _turn _ups _who boards game stakes start"
    ).split()

    def __init__(self, start: Start, deck: Deck) -> None:
        self.start = start
        self.game = find_game(start.game)
        self.stakes = start.stakes
        self._deck = deck
        betting.check_start(self.game, start)
        button = start.positions.button
        ordered = sorted(start.seats)
        seats = [seat for seat in ordered if seat[0] > button] + [seat for seat in ordered if seat[0] <= button]
        count = self._count = len(seats)
        self._numbers = [seat.number for seat in seats]
        self._place = {number: at for at, number in enumerate(self._numbers)}
        self._starting = [seat.stack for seat in seats]
        self._stacks = self._starting[:]
        self._bets = [0] * count  # in this round
        self._put = [0] * count  # in the hand, of what others must match
        self._dead = 0  # in the main pot, matched by nobody
        self._folded = [False] * count
        self._able = (1 << count) - 1  # places with chips behind that have not folded
        self._cards: list[list[int]] = [[] for _ in range(count)]
        self._ups: list[list[int]] = [[] for _ in range(count)]
        self._shown: list[bool | None] = [None] * count
        self.boards: list[list[int]] = [[]]
        self._events: list[tuple[Any, ...]] = []
        self._deals: list[tuple[int, int, bool]] = []
        self._order = deck.order
        self._next = 0
        self._pile: list[int] = []
        self._out = 0  # cards told from outside, as bits
        self._reshuffles = 0
        self._ask: Ask | None = None
        self._asked = 0
        self._need = 0
        self._acted = 0
        self._seen = [0] * count
        self._level = self._step = self._raises = 0
        self._opened = False
        self._turn = count - 1
        self._who = 0  # the place that the open ask is put to
        self._last_raiser = -1
        self._street = -1
        self._closing: list[int] | None = None
        self._result: Result | None = None
        betting.post_antes(self)
        self._begin_street()
        self._go_on()

    # -- what it tells ----------------------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions; none when the hand is over."""
        return () if self._ask is None else (self._ask,)

    @property
    def is_over(self) -> bool:
        """True when every chip has found its owner."""
        return self._result is not None

    @property
    def result(self) -> Result | None:
        """What came of it, once it is over."""
        return self._result

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, as one who sees every card knows it. Show a seat its `view` instead."""
        return tuple(Event(*event) for event in self._events)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat numbers, clockwise from the button's left."""
        return tuple(self._numbers)

    @property
    def stacks(self) -> dict[int, int]:
        """Chips behind, by seat number."""
        return dict(zip(self._numbers, self._stacks, strict=True))

    @property
    def pot(self) -> int:
        """Every chip put in so far, bets of this round included."""
        return sum(self._put) + self._dead

    @property
    def street(self) -> str:
        """The name of the street that is being played."""
        return self.game.streets[min(self._street, len(self.game.streets) - 1)].name

    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat may see, ready for JSON; None is the rail. Raises `KeyError` for a seat not dealt in."""
        from engine.view import view

        return view(self, seat)

    # -- what changes it --------------------------------------------------------------------------------------------

    def answer(self, number: int, decision: Decision) -> None:
        """Answer the open ask of that number.

        Raises `ClosedAsk` or another `IllegalDecision`, and then nothing has changed.
        """
        ask = self._ask
        if ask is None or ask.number != number:
            open_now = [] if ask is None else [ask.number]
            raise ClosedAsk(
                f"question {number} is not open" + (f"; {open_now[0]} is" if open_now else ": the hand is over"),
                open=open_now,
            )
        if ask.kind == BET:
            # The hot path: the checks of `Ask.check`, without a call.
            verb = decision[0]
            if verb == "call":
                self._ask = None
                self._call(self._who)
            elif verb == "fold":
                self._ask = None
                self._fold(self._who)
            else:
                ask.check(decision)
                self._ask = None
                self._raise_to(self._who, decision[1])
        elif ask.kind == DEAL:
            if decision[0] != "deal" or len(decision[2]) != ask.hi:
                ask.check(decision)
            self._check_new(decision[2])
            self._ask = None
            self._serve(self._deals.pop(0), decision[2])
        else:
            ask.check(decision)
            if ask.kind == BRING_IN:
                self._ask = None
                place = self._who
                if decision.verb == "call":
                    betting.bring_in(self, place, ask.call)
                else:
                    self._raise_to(place, decision.amount)
            elif ask.kind == DRAW:
                self._ask = None
                self._draw(self._who, decision.cards)
            else:
                self._answer_showdown(self._who, decision)
        self._go_on()

    # -- the flow ---------------------------------------------------------------------------------------------------

    def _open(self, ask: Ask) -> None:
        self._ask = ask
        self._asked += 1

    def _go_on(self) -> None:
        """Do everything that needs no answer, until an ask is open or the hand is over."""
        while self._ask is None and self._result is None:
            if self._deals:
                self._deal_next()
            elif self._need:
                betting.ask_next(self)
            elif self._closing is not None:
                self._show_next()
            elif self._left() == 1:
                self._finish()
            elif self._street + 1 < len(self.game.streets):
                self._begin_street()
            else:
                self._begin_showdown()

    def _left(self) -> int:
        return self._folded.count(False)

    def _begin_street(self) -> None:
        self._street += 1
        self._acted = 0
        street = self.game.streets[self._street]
        self._events.append(("street", None, self._street, (), ()))
        if street.draw:
            # Those who are all-in draw too (S0.14). The betting is set up when the last has drawn.
            self._deals = [(at, 0, False) for at in range(self._count) if not self._folded[at]]
        else:
            self._plan_deal(street.down, street.up, street.board)
        if self._street:
            self._bets = [0] * self._count
        if not self._deals:
            betting.begin_round(self)
        else:
            self._deals.append((BOARD, 0, False))  # the mark at which the round begins

    def _plan_deal(self, down: int, up: int, board: int) -> None:
        live = [at for at in range(self._count) if not self._folded[at]]
        if self._order is not None and not board and self._next + (down + up) * len(live) > len(self._order):
            # S2.8: too few cards for one each; a single card in the middle serves everybody.
            self._deals = [(BOARD, 1, True)]
            return
        deals = []
        if down or up:
            for at in live:
                if down:
                    deals.append((at, down, False))
                if up:
                    deals.append((at, up, True))
        if board:
            deals.append((BOARD, board, True))
        self._deals = deals

    def _deal_next(self) -> None:
        """Take the first of the planned deals: serve it, ask the dealer for it, or ask the seat that draws."""
        place, count, _ = self._deals[0]
        if count == 0:
            self._deals.pop(0)
            if place == BOARD:
                betting.begin_round(self)
            else:
                held = tuple(self._cards[place])
                most = min(self.game.streets[self._street].draw, len(held))
                self._who = place
                self._open(Ask(self._asked, self._numbers[place], DRAW, hi=most, cards=held))
        elif self._order is None:
            target = None if place == BOARD else self._numbers[place]
            self._ask = Ask(self._asked, None, DEAL, 0, 0, count, (), target)
            self._asked += 1
        else:
            self._serve(self._deals.pop(0), self._take(count, place))

    def _take(self, count: int, place: int) -> tuple[int, ...]:
        assert self._order is not None
        if self._next + count > len(self._order):
            rest = self._order[self._next :]
            again = self._deck.reshuffled(self._pile, self._reshuffles)
            self._pile = []
            self._reshuffles += 1
            self._order, self._next = rest + again, 0
            self._events.append(("reshuffle", None, len(again), (), ()))
        cards = self._order[self._next : self._next + count]
        self._next += count
        return cards

    def _serve(self, deal: tuple[int, int, bool], cards: tuple[int, ...]) -> None:
        place, _, is_up = deal
        if place == BOARD:
            self.boards[0].extend(cards)
            self._events.append(("board", None, 0, cards, cards))
            return
        self._cards[place].extend(cards)
        if is_up:
            self._ups[place].extend(cards)
        self._events.append(("up" if is_up else "down", self._numbers[place], 0, cards, cards if is_up else ()))

    def _check_new(self, cards: tuple[int, ...]) -> None:
        """Refuse cards from outside that cannot come now: dealt already, or not in this deck."""
        out = self._out
        for card in cards:
            bit = 1 << card
            if card != UNKNOWN and (out & bit or not self.game.deck_mask & bit):
                out = self._out = self._look_again(cards)
                break
            out |= bit
        self._out = out
        self._next += len(cards)

    def _look_again(self, cards: tuple[int, ...]) -> int:
        """A card that came before may come again only where the deck ran out and the discards were reshuffled."""
        strange = [card for card in cards if card != UNKNOWN and not self.game.deck_mask >> card & 1]
        if strange:
            raise WrongCards(f"{cards_text(strange)} is not in this deck", cards=cards_text(strange))
        gone = {card for held, out in zip(self._cards, self._folded, strict=True) if not out for card in held}
        gone.update(self.boards[0])
        if self._next + len(cards) <= len(self.game.deck):
            gone.update(self._pile, *(held for held in self._cards))
        fresh = [card for card in cards if card != UNKNOWN]
        twice = [card for card in fresh if card in gone or fresh.count(card) > 1]
        if twice:
            raise WrongCards(f"{cards_text(twice)} has been dealt already", cards=cards_text(twice))
        self._pile = [card for card in self._pile if card not in fresh]
        return sum(1 << card for card in {*gone, *self._pile, *fresh} - {UNKNOWN})

    # -- betting ----------------------------------------------------------------------------------------------------

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

    def _fold(self, place: int) -> None:
        self._folded[place] = True
        bit = 1 << place
        self._able &= ~bit
        self._need &= ~bit
        self._pile.extend(self._cards[place])
        self._events.append(("fold", self._numbers[place], 0, (), ()))
        if self._left() == 1:
            self._need = 0

    def _call(self, place: int) -> None:
        bit = 1 << place
        self._need &= ~bit
        self._acted |= bit
        self._seen[place] = self._level
        owed = self._level - self._bets[place]
        if owed > 0:
            paid = self._pay(place, owed)
            self._events.append(("call", self._numbers[place], paid, (), ()))
        else:
            self._events.append(("check", self._numbers[place], 0, (), ()))

    def _raise_to(self, place: int, amount: int) -> None:
        bit = 1 << place
        self._acted |= bit
        betting.count_raise(self, place, amount)
        self._pay(place, amount - self._bets[place])
        self._seen[place] = self._level
        self._need = self._able & ~bit
        self._last_raiser = place

    # -- drawing ----------------------------------------------------------------------------------------------------

    def _draw(self, place: int, cards: tuple[int, ...]) -> None:
        held = self._cards[place]
        for card in cards:
            held.remove(card)
        self._pile.extend(card for card in cards if card != UNKNOWN)
        self._events.append(("draw", self._numbers[place], len(cards), cards, ()))
        if cards:
            # Replacements come in turn when everybody has said how many.
            at = next((n for n, deal in enumerate(self._deals) if deal[0] == BOARD), len(self._deals))
            self._deals.insert(at, (place, len(cards), False))

    # -- the end ----------------------------------------------------------------------------------------------------

    def _begin_showdown(self) -> None:
        first = self._last_raiser if self._last_raiser >= 0 and not self._folded[self._last_raiser] else 0
        self._closing = [
            at % self._count for at in range(first, first + self._count) if not self._folded[at % self._count]
        ]

    def _show_next(self) -> None:
        """The next in turn shows or mucks; from a recorded deal the record says which."""
        assert self._closing is not None
        if not self._closing:
            self._finish()
            return
        place = self._closing[0]
        if self._order is None:
            self._who = place
            self._open(Ask(self._asked, self._numbers[place], SHOWDOWN, cards=tuple(self._cards[place])))
            return
        self._closing.pop(0)
        everybody = self._able.bit_count() <= 1 or self.start.rules.losers == "show"
        self._reveal(place, is_shown=everybody or self._may_win(place))

    def _may_win(self, place: int) -> bool:
        """True unless hands already shown leave this one no part of any pot: then it is mucked unseen (S1.5)."""
        shown = [at for at in range(self._count) if self._shown[at]]
        for share in self.game.wins:
            own = self.strength(place, share)
            if own and not any(self._put[at] >= self._put[place] and self.strength(at, share) > own for at in shown):
                return True
        return not shown

    def _answer_showdown(self, place: int, decision: Decision) -> None:
        if decision.verb == "show":
            cards = decision.cards or tuple(self._cards[place])
            self._check_shown(place, cards)
            self._cards[place] = list(cards)
        self._ask = None
        assert self._closing is not None
        self._closing.remove(place)
        self._reveal(place, is_shown=decision.verb == "show")

    def _check_shown(self, place: int, cards: tuple[int, ...]) -> None:
        held = self._cards[place]
        left = list(cards)
        for card in held:
            if card in left:
                left.remove(card)
            elif card != UNKNOWN:
                raise WrongCards(f"{cards_text(cards)} are not the cards dealt: {cards_text(held)}")
        if len(cards) != len(held):
            raise WrongCards(f"{len(held)} cards are held, {len(cards)} are shown")
        if UNKNOWN in cards:
            raise WrongCards("a hand is shown with every card named, or mucked", cards=cards_text(cards))
        # A folded hand's cards may have come back by a reshuffle.
        others = {
            card for at, other in enumerate(self._cards) if at != place and not self._folded[at] for card in other
        }
        others.update(self.boards[0])
        twice = [card for card in cards if cards.count(card) > 1 or card in others]
        if twice:
            raise WrongCards(f"{cards_text(twice)} is elsewhere in the hand", cards=cards_text(twice))

    def _reveal(self, place: int, *, is_shown: bool) -> None:
        self._shown[place] = is_shown
        cards = tuple(self._cards[place])
        self._events.append(("show" if is_shown else "muck", self._numbers[place], 0, cards, cards if is_shown else ()))

    def strength(self, place: int, share: Any) -> int:
        """How the hand at that place ranks for that part of the pot; 0 is no hand."""
        return betting.strength(share, self._cards[place], self.boards[0])

    def _finish(self) -> None:
        place, chips = uncalled(self._put)
        if chips and not self._folded[place]:
            self._put[place] -= chips
            self._stacks[place] += chips
            self._events.append(("uncalled", self._numbers[place], chips, (), ()))
        self._closing = None
        self._need = 0
        self._result = share_out(self)


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
        answer(ask.number, decision)
    return hand
