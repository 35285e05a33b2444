"""Whether cards went where the order of dealing sends them, found out from a hand's start and what everybody could follow.

The hand is played again by the interpreter itself, from its start and the events that one viewer saw: bets, folds, how
many cards were changed, rows that were set. Cards that the viewer did not see are stood in for by others of the deck,
which changes nothing in where cards go: that follows from what is public. So burns, draws, rolls, extra cards and runs
need no second account of the rules here. It is played up to the first reshuffle: of what came after it no place is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import parse_cards
from engine.chinese.play.hand import ChineseHand
from engine.chinese.play.placing import ChineseAsk
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.deck.shuffle import Deck
from engine.errors import EngineError
from engine.games.decisions import BET, BRING_IN, CALL, DISCARD, DRAW, FOLD, RUN_IT, SHOWDOWN, STRADDLE, Decision
from engine.games.row_layout import PLACE, SET, laid
from engine.messages.message import Message
from engine.messages.proofs import ReplayText
from engine.play.any_game import AnyAsk, AnyHand, begin, deck_of

if TYPE_CHECKING:
    from engine.betting.events import Event
    from engine.games.hand_start import Start

HIDDEN = "??"
# With one of these a hand is settled: no card is dealt any more.
_LAST = frozenset("show muck uncalled win rake surrender foul natural royalties points pay fantasyland".split())
_ROWS = ("front", "middle", "back")
_TURNED_UP = frozenset((*_ROWS, "surrender"))
_RAISES = ("bet", "raise", "complete")
_DEALT = ("down", "up", "board")
MOST_CARDS = 54  # of one event


class Told(NamedTuple):
    """An event as a viewer was told it: `size` cards, the first of which, `cards`, could be seen."""

    kind: str
    seat: int | None
    amount: int
    size: int
    cards: tuple[int, ...]

    def __str__(self) -> str:
        where = "" if self.seat is None else f" at seat {self.seat}"
        return f"{self.kind} {self.amount}{where}, {self.size} cards"


class NotSo(Exception):
    """The hand cannot have gone as it is told; the message, if there is one, says from where on."""

    def __init__(self, message: Message | None = None) -> None:
        super().__init__(message or "")
        self.message = message or ReplayText.OTHERWISE()


def told_event(data: object) -> Told:
    """An event of a proof, hidden cards last and none twice. Raises `ValueError` for what is none."""
    if not isinstance(data, Mapping):
        raise ValueError
    kind, seat, amount, cards = (data.get(name) for name in ("kind", "seat", "amount", "cards"))
    if not isinstance(kind, str) or type(amount) is not int or not (seat is None or type(seat) is int):
        raise ValueError
    if not isinstance(cards, list) or len(cards) > MOST_CARDS:
        raise ValueError
    if not all(isinstance(card, str) and len(card) == len(HIDDEN) for card in cards):
        raise ValueError
    named = [card for card in cards if card != HIDDEN]
    seen = parse_cards(" ".join(named))
    if cards[: len(named)] != named or len(set(seen)) < len(named):
        raise ValueError
    return Told(kind, seat, amount, len(cards), seen)


def replayed(
    start: Start, opened: Mapping[int, int], events: Sequence[Told], viewer: int | None
) -> tuple[AnyHand, tuple[int, ...]]:
    """The hand again, as far as the events go, and the order of the deck that it was dealt from.

    `opened` are the cards that are known, by their number in the order of the deck; `viewer` is the seat that was told
    the events, None the rail. Raises `NotSo`, and `BadStart` for a
    hand that cannot begin.
    """
    deck = _Deck(start, opened)
    while True:
        hand, stuck = begin(start, deck.dealt()), None
        try:
            _play(hand, deck, events)
        except NotSo as wrong:
            stuck = wrong
        strange = _first_difference(hand, events, viewer)
        if strange is None:
            if stuck:
                raise stuck
            return hand, deck.cards
        if not deck.brings(hand.events, events, strange):
            raise stuck if stuck and strange >= len(hand.events) else NotSo(_words(hand.events, events, strange))


# -- playing ----------------------------------------------------------------------------------------------------------


def _play(hand: AnyHand, deck: _Deck, events: Sequence[Told]) -> None:
    """Answer every question by the event that came of it, as far as there are any, and up to the first reshuffle."""
    while hand.asks:
        at = len(hand.events)
        if at >= len(events) or _is_reshuffled(hand):
            return
        asks = [ask for ask in hand.asks if ask.seat == events[at].seat]
        if not asks:
            raise NotSo(
                ReplayText.OTHER_SEAT(
                    number=at + 1, event=str(events[at]), asked=hand.asks[0].offered(), seat=str(hand.asks[0].seat)
                )
            )
        ask = asks[0]
        if ask.kind == SHOWDOWN:
            return
        try:
            decision = _placed(ask, events[at:]) if isinstance(ask, ChineseAsk) else _decided(ask, events[at], deck)
            hand.answer(ask.number, decision)
        except (EngineError, NotSo):
            raise NotSo(
                ReplayText.NO_ANSWER(number=at + 1, event=str(events[at]), seat=str(ask.seat), asked=ask.offered())
            ) from None


def _decided(ask: AnyAsk, event: Told, deck: _Deck) -> Decision:
    kind, verb = ask.kind, event.kind
    if kind in (BET, BRING_IN):
        if verb == "fold" and kind == BET:
            return FOLD
        if verb in ("call", "check", "bring-in"):
            return CALL
        if verb in _RAISES:
            return Decision("raise", event.amount)
    elif kind in (DRAW, DISCARD) and verb == kind:
        held: tuple[int, ...] = ask.cards  # type: ignore[attr-defined]  # a question about cards has them
        # Nobody saw which: of those not seen as far as they reach, for what was shown later was not thrown away.
        others = sorted((card for card in held if card not in event.cards), key=deck.is_opened)
        return Decision(kind, 0, (*event.cards, *others[: event.size - len(event.cards)]))
    elif kind == STRADDLE and verb in ("straddle", "pass"):
        return Decision(verb)
    elif kind == RUN_IT and verb == "agree":
        return Decision("agree", event.amount)
    raise NotSo


def _placed(ask: ChineseAsk, events: Sequence[Told]) -> Decision:
    """Cards set face up are told row by row; of those set face down only that they were."""
    seat, rows, gone = ask.seat, {}, Told("", None, 0, 0, ())
    for event in events:
        if event.seat != seat or event.kind not in (*_ROWS, "discard") or event.kind in rows or gone.kind:
            break
        if event.kind == "discard":
            gone = event
        else:
            rows[event.kind] = event.cards
    if ask.kind == PLACE:
        set_up = [rows.get(row, ()) for row in _ROWS]
        return _layout(PLACE, [*set_up, [card for card in ask.cards if card not in sum(set_up, ())]])
    if ask.kind != SET:
        raise NotSo
    if ask.may_surrender and not gone.kind and len(ask.cards) > ask.keep:
        return Decision("surrender")
    others = [card for card in ask.cards if card not in gone.cards]
    front, middle = ask.room[0], ask.room[0] + ask.room[1]
    kept = [others[:front], others[front:middle], others[middle : ask.keep]]
    return _layout(SET, [*kept, [*others[ask.keep :], *gone.cards]])


def _layout(verb: str, rows: Iterable[Iterable[int]]) -> Decision:
    layout = laid(*rows)
    return Decision(verb, layout.amount, layout.cards)


# -- comparing --------------------------------------------------------------------------------------------------------


def _first_difference(hand: AnyHand, events: Sequence[Told], viewer: int | None) -> int | None:
    """The number of the first event that is not as it was told, from 0; None if there is none before the settlement."""
    at_once = _set_at_once(hand)
    for at, (real, told) in enumerate(zip(hand.events, events, strict=False)):
        if told.kind in _LAST and real.kind in _LAST:
            return None
        if {told.kind, real.kind} <= _TURNED_UP and told.seat == real.seat and told.seat in at_once:
            return None  # what was set face down is turned up, or given up
        if (real.kind, real.seat, real.amount, len(real.cards)) != told[:4] or not _is_seen_so(real, told, viewer):
            return at
        if real.kind == "reshuffle":
            return None
    if len(events) < len(hand.events):
        return len(events)
    if not hand.is_over and len(events) > len(hand.events) and not _is_at_showdown(hand):
        return len(hand.events)
    return None


def _is_seen_so(real: Event, told: Told, viewer: int | None) -> bool:
    """Whether the viewer saw those cards of the event: in the order dealt, and as many as could be seen."""
    seen = real.cards if real.seat is not None and real.seat == viewer else real.public
    if real.kind in _DEALT:
        return told.cards == seen
    return len(told.cards) == len(seen) and set(told.cards) <= set(real.cards)


def _is_reshuffled(hand: AnyHand) -> bool:
    return any(event.kind == "reshuffle" for event in hand.events)


def _is_at_showdown(hand: AnyHand) -> bool:
    return bool(hand.asks) and hand.asks[0].kind == SHOWDOWN


def _set_at_once(hand: AnyHand) -> set[int]:
    if not isinstance(hand, ChineseHand):
        return set()
    return {seat for seat, cards in zip(hand.seats, hand.plan.dealt, strict=True) if cards}


def _words(real: Sequence[Event], events: Sequence[Told], at: int) -> Message:
    ours, told = real[at : at + 1], events[at : at + 1]
    comes = Told(*ours[0][:3], len(ours[0].cards), ()) if ours else None
    said = told[0] if told else None
    if comes and said and comes[:4] == said[:4]:
        return ReplayText.OTHER_CARDS(number=at + 1, event=str(said))
    return ReplayText.OTHER_EVENT(number=at + 1, event=_event(said), ours=_event(comes))


def _event(told: Told | None) -> str | Message:
    return str(told) if told else ReplayText.NOTHING()


class _Deck:
    """The deck with the cards that are known where they were, and others in the place of the rest."""

    def __init__(self, start: Start, opened: Mapping[int, int]) -> None:
        cards = deck_of(start)
        known = set(opened.values())
        self._extra = _extra_of(start)
        spare = iter(sorted((card for card in cards if card not in known), key=lambda card: card in self._extra))
        order = [opened[at] if at in opened else next(spare) for at in range(len(cards))]
        self._known = known
        self._brought: set[int] = set()  # cards that stand in for hidden ones that brought others
        self._opened = set(opened)
        self.cards = tuple(order)  # the order of the deck, card by card

    def dealt(self) -> Deck:
        """The deck as it is now, to be dealt from."""
        return Deck(self.cards)

    def is_opened(self, card: int) -> bool:
        """True if it is known where this card lay."""
        return card in self._known

    def brings(self, real: Sequence[Event], events: Sequence[Told], at: int) -> bool:
        """Have a card that nobody saw be one that brings another, if that is what is different; else False."""
        if not 0 < at < min(len(events), len(real) + 1) or not events[at].kind == real[at - 1].kind == "down":
            return False
        return events[at].seat == real[at - 1].seat and self._bring(real[at - 1].cards)

    def _bring(self, cards: Iterable[int]) -> bool:
        """Have one of those cards, which nobody saw, be one that brings another."""
        here = [card for card in cards if card not in self._known | self._extra]
        spare = [card for card in self.cards if card in self._extra - self._known - self._brought]
        if not here or not spare:
            return False
        self._brought.add(spare[0])
        return self._swap(here[0], spare[0])

    def _swap(self, one: int, other: int) -> bool:
        order = list(self.cards)
        here, there = order.index(one), order.index(other)
        if {here, there} & self._opened:
            return False
        order[here], order[there] = order[there], order[here]
        self.cards = tuple(order)
        return True


def _extra_of(start: Start) -> frozenset[int]:
    """The cards that bring another with them though nobody sees them (S2.13)."""
    from engine.games.compiled_game import plan_of

    if start.game in CHINESE_GAMES or not start.rules.hidden_four:
        return frozenset()
    return frozenset(plan_of(start).extra)
