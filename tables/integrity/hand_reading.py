"""From a hand of the engine to facts about it: large losses, pots of two, cheap calls, the seconds of decisions.

A hand is replayed decision by decision, with every card known. Limits of what counts are here, in bets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from engine.betting.hand import Hand
from engine.deck.shuffle import Deck
from engine.games.decisions import BET, Ask, Decision
from engine.games.hand_start import Start
from engine.play.any_game import begin
from tables.integrity.facts import CheapCall, Duel, HandFacts, LargeLoss, SeatFacts
from tables.integrity.hand_strength import Held, ahead, held, standing

LARGE = 15  # bets: a loss from here on is large
MAIN_PART = 0.6  # of a loss, to whoever won the most, from which it is a loss to them
CHEAP = 0.45  # of the pot with the bet in it: a price up to this is small; a bet of the whole pot has 0.5
MUCH_IN = 0.4  # of the stack at the start: with so much put in it is late to fold
GOOD = 0.6  # standing from which a hand is better than most


@dataclass(frozen=True, slots=True)
class Answered:
    """One decision of the stored hand; `seconds` from the question to the answer, None unless a player gave it on the screen. Only
    decisions in betting are timed."""

    ask: int
    decision: Decision
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a hand besides its play; `players` by seat, those of computer players and strangers left out."""

    hand: int
    table: int
    day: date
    players: Mapping[int, int]


def read(start: Start, deck: Deck, answers: Iterable[Answered], about: About) -> HandFacts | None:
    """The facts of a hand that is over; None if fewer than two players of the club were in it, or it did not end. Raises
    `EngineError` for what is no hand."""
    if len(about.players) < 2:
        return None
    hand = begin(start, deck)
    watch = _Watch(hand, about) if isinstance(hand, Hand) else None
    seconds = dict[int, list[float]]()
    for one in answers:
        ask = next((ask for ask in hand.asks if ask.number == one.ask), None)
        seat = None if ask is None else ask.seat
        if watch is not None and isinstance(ask, Ask) and ask.kind == BET and seat is not None:
            watch.decides(ask, seat, one.decision)
            if one.seconds is not None:
                seconds.setdefault(seat, []).append(one.seconds)
        hand.answer(one.ask, one.decision)
    if hand.result is None:
        return None
    seats = tuple(
        SeatFacts(player, hand.result.net.get(seat, 0), tuple(seconds.get(seat, ())))
        for seat, player in sorted(about.players.items())
    )
    told = _Told() if watch is None else watch.told(hand.result.net)
    bet = bet_of(start)
    found = (told.losses, told.duels, told.cheap_calls)
    return HandFacts(about.hand, about.table, about.day, bet, seats, *found, _play_of(start))


def _play_of(start: Start) -> str:
    return f"{start.game} {start.stakes.limit} {'two' if len(start.seats) == 2 else 'more'}"


def bet_of(start: Start) -> int:
    """Chips of one bet; in games settled in points, of one point."""
    stakes = start.stakes
    return max(1, stakes.point if stakes.limit == "points" else stakes.least_bet)


@dataclass(frozen=True, slots=True)
class _Told:
    losses: tuple[LargeLoss, ...] = ()
    duels: tuple[Duel, ...] = ()
    cheap_calls: tuple[CheapCall, ...] = ()


class _Watch:
    """What is noted of a betting hand while it is replayed; measuring waits for its end, since most is never needed."""

    def __init__(self, hand: Hand, about: About) -> None:
        self._hand, self._players = hand, about.players
        self._last_paid: dict[int, Held] = {}  # what a seat held when it last put chips in, by seat
        self._bettor: int | None = None  # the seat that bet or raised last
        self._two: tuple[int, int] | None = None  # the seats that contest the pot alone
        self._two_decided: set[int] = set()
        self._two_bet = False
        self._two_held: dict[int, Held] = {}
        self._cheap: list[tuple[int, int, CheapCall, Held]] = []

    def decides(self, ask: Ask, seat: int, decision: Decision) -> None:
        """Note a decision in betting before it is given."""
        state = self._hand.state
        place = state.place_of[seat]
        if ask.call and decision.verb in ("call", "fold") and self._bettor is not None:
            self._look_at_price(ask, seat, place, decision)
        if state.left == 2 and state.street >= 1:
            self._look_at_two(seat, decision)
        if decision.verb == "raise" or (decision.verb == "call" and ask.call):
            self._last_paid[seat] = held(self._hand, place)
        if decision.verb == "raise":
            self._bettor = seat

    def _look_at_price(self, ask: Ask, seat: int, place: int, decision: Decision) -> None:
        state, bettor = self._hand.state, self._bettor
        assert bettor is not None
        pot, put = state.pot, state.put_in[place]
        is_much_in = put >= MUCH_IN * (put + state.stacks[place])
        if seat not in self._players or bettor not in self._players or not (ask.call <= CHEAP * pot or is_much_in):
            return
        own, other = held(self._hand, place), held(self._hand, state.place_of[bettor])
        if ahead(self._hand, own, other):
            fact = CheapCall(self._players[seat], self._players[bettor], ask.call, pot, put, decision.verb == "fold")
            self._cheap.append((seat, bettor, fact, own))

    def _look_at_two(self, seat: int, decision: Decision) -> None:
        state = self._hand.state
        if self._two is None:
            first, second = [number for number, place in state.place_of.items() if not state.folded[place]]
            if not all(state.stacks[state.place_of[one]] for one in (first, second)):
                return
            self._two = (first, second)
        self._two_decided.add(seat)
        self._two_bet = self._two_bet or decision.verb == "raise"
        for one in self._two:
            self._two_held[one] = held(self._hand, state.place_of[one])

    # -- at the end -------------------------------------------------------------------------------------------------

    def told(self, net: Mapping[int, int]) -> _Told:
        """What came of it."""
        return _Told(tuple(self._losses(net)), tuple(self._duels()), tuple(self._cheap_calls()))

    def _losses(self, net: Mapping[int, int]) -> Iterable[LargeLoss]:
        winner = max(net, key=lambda seat: (net[seat], -seat))
        if winner not in self._players:
            return
        for seat, player in self._players.items():
            lost = -net.get(seat, 0)
            if seat == winner or lost < LARGE * bet_of(self._hand.start) or net[winner] < MAIN_PART * lost:
                continue
            last = self._last_paid.get(seat)
            yield LargeLoss(player, self._players[winner], lost, None if last is None else standing(self._hand, last))

    def _duels(self) -> Iterable[Duel]:
        if self._two is None or self._two_decided != set(self._two):
            return
        first, second = (self._players.get(seat) for seat in self._two)
        stood = [standing(self._hand, self._two_held[seat]) for seat in self._two]
        if first is None or second is None or None in stood:
            return
        pair = sorted((first, second))
        yield Duel(pair[0], pair[1], self._hand.pot, not self._two_bet, max(one for one in stood if one is not None))

    def _cheap_calls(self) -> Iterable[CheapCall]:
        for _seat, _bettor, fact, own in self._cheap:
            stood = standing(self._hand, own)
            if stood is not None and stood >= GOOD:
                yield fact
