"""A simulated club for the signs of dishonest play: evenings of cash tables by computer players, and cheats planted among them.

Everything follows from a seed. Honest players differ in level and pace; a plant changes what two of them (or one) do, and nothing
else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import NamedTuple

from engine.betting.hand import Deck, Hand
from engine.computers.levels import LEVELS, Level
from engine.games import dealer_button
from engine.games.decisions import BET, CALL, FOLD, Ask, Decision
from engine.games.hand_start import Positions, Seat, Stakes, Start
from engine.play.any_game import find_game
from engine.play.computer_players import choose
from tables.integrity.facts import Evening, Fact, HandFacts, Visit
from tables.integrity.hand_reading import About, Answered, bet_of, read
from tables.integrity.hand_strength import held, standing

FIRST = date(2026, 1, 1)
GIFTS = 0.15  # of the hands in which the giver holds less: those in which chips are given
DAYS_FROM_HOME = 0.6
NO_LIMIT, POT_LIMIT = Stakes(small_blind=1, big_blind=2), Stakes("pot", small_blind=1, big_blind=2)
FIXED = Stakes("fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)
STUD = Stakes("fixed", ante=1, bring_in=1, small_bet=4, big_bet=8)


@dataclass(frozen=True, slots=True)
class Play:
    """What is played at the tables of a club: a game at stakes, so many `seats` a table, `stack` chips at the start of a hand.

    gift: bets that a gift comes to, about; with fixed limits a hand takes less. level: of tournaments, the rounds of hands after
    which the blinds double; 0: cash. samples: so many deals at most from which a player judges a hand: fewer make unsteadier
    players, and quicker clubs.
    """

    game: str = "holdem"
    stakes: Stakes = NO_LIMIT
    seats: int = 6
    stack: int = 200
    gift: int = 25
    level: int = 0
    samples: int = 8

    def at(self, level: str) -> Level:
        """How somebody of that level plays here."""
        return replace(LEVELS[level], samples=min(self.samples, LEVELS[level].samples))


SIX = Play(samples=48)
PLAYS = {
    "holdem-six": SIX,
    "holdem-two": Play(seats=2),
    "holdem-three": Play(seats=3),
    "holdem-nine": Play(seats=9),
    "omaha-six": Play("omaha", POT_LIMIT),
    "stud-six": Play("seven-card-stud", STUD, stack=400, gift=16),
    "draw-six": Play("2-7-triple-draw", FIXED, gift=16),
    "tournament": Play(level=10),
}


@dataclass(frozen=True, slots=True)
class Plant:
    """Who cheats, and how: `way` is the key of a sign; the first of `players` gives to the second."""

    way: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """How large a simulated club is: players 1 … `players`, of whom `coming` come on each of `evenings`, for `hands` a table."""

    players: int = 24
    coming: int = 18
    evenings: int = 12
    hands: int = 60


@dataclass
class _Person:
    level: str
    pace: float  # mean of the logarithm of seconds
    spread: float
    home: str
    browser: str


@dataclass
class Club:
    """A club of that size and seed, with what is planted in it."""

    seed: int
    size: Size = field(default_factory=Size)
    plants: tuple[Plant, ...] = ()
    play: Play = SIX

    def __post_init__(self) -> None:
        rng = random.Random(f"people {self.seed}")
        self._people = {
            number: _Person(
                rng.choice(list(LEVELS)),
                rng.gauss(1.3, 0.3),
                rng.uniform(0.55, 0.9),
                f"home {max(number, 2)}",  # the first two are a couple, and honest
                f"browser {rng.randrange(6)}",
            )
            for number in range(1, self.size.players + 1)
        }
        self._hand = 0

    def facts(self) -> Iterator[Fact]:
        """All that happened in the club, evening by evening."""
        for number in range(self.size.evenings):
            yield from self.evening(number)

    def evening(self, number: int) -> Iterator[Fact]:
        """One evening: visits, where everybody sat, and the hands."""
        rng, day = random.Random(f"evening {self.seed} {number}"), FIRST + timedelta(days=number * 3)
        coming = sorted({*self._cheats(), *rng.sample(sorted(self._people), self.size.coming)})
        for player in coming:
            yield self._visit(player, day, rng)
        tables = self._seated(coming, rng)
        if self.play.level:  # seats of a tournament are drawn by lot: no evening on which somebody chose a table
            yield from self._tournament(tables, day, rng)
            return
        yield Evening(day, {table: frozenset(players) for table, players in tables.items()})
        for table, players in tables.items():
            if len(players) > 1:
                yield from self._played(table, players, day, rng)

    # -- who comes, and from where ------------------------------------------------------------------------------------

    def _cheats(self) -> set[int]:
        return {player for plant in self.plants for player in plant.players}

    def _planted(self, way: str) -> list[tuple[int, ...]]:
        return [plant.players for plant in self.plants if plant.way == way]

    def _visit(self, player: int, day: date, rng: random.Random) -> Visit:
        person, place = self._people[player], rng.random()
        address = "the club" if place < 0.3 else f"carrier {rng.randrange(40)}" if place < 0.5 else person.home
        for first, second in self._planted("shared-access"):
            if player in (first, second) and rng.random() < DAYS_FROM_HOME:
                address = f"home {first}"
        return Visit(player, day, address, person.browser)

    def _seated(self, coming: list[int], rng: random.Random) -> dict[int, list[int]]:
        drawn = rng.sample(coming, len(coming))
        seats = self.play.seats
        tables = {at: drawn[at * seats : (at + 1) * seats] for at in range((len(drawn) + seats - 1) // seats)}
        where = {player: table for table, players in tables.items() for player in players}
        # Whoever passes chips needs to sit together, so every plant of two does on most evenings.
        for plant in self.plants:
            if len(plant.players) == 2 and rng.random() < (0.95 if plant.way == "seats-together" else 0.6):
                self._bring(tables, where, plant.players, rng)
        return tables

    @staticmethod
    def _bring(tables: dict[int, list[int]], where: dict[int, int], pair: tuple[int, ...], rng: random.Random) -> None:
        first, second = pair
        if where[first] == where[second]:
            return
        here, there = tables[where[first]], tables[where[second]]
        others = [player for player in here if player != first]
        if not others:  # alone at the last table, where nobody can make room
            return
        other = rng.choice(others)
        here[here.index(other)], there[there.index(second)] = second, other
        where[second], where[other] = where[other], where[second]

    # -- play ---------------------------------------------------------------------------------------------------------

    def _played(self, table: int, players: list[int], day: date, rng: random.Random) -> Iterator[HandFacts]:
        seats, places = self.play.seats, dict(enumerate(players, 1))
        stacks, last = dict.fromkeys(players, self.play.stack), None
        for _number in range(self.size.hands):
            last = _next_button(last, set(places), seats, rng)
            told = self._one_hand(_Deal(places, stacks, self.play.stakes, last, table, day), rng)
            if told is not None:
                yield told

    def _tournament(self, tables: dict[int, list[int]], day: date, rng: random.Random) -> Iterator[HandFacts]:
        """One tournament until a player has all, a hand at each table a round; tables break as soon as the others have room."""
        stacks = {player: self.play.stack for players in tables.values() for player in players}
        last, stakes = dict[int, Positions](), self.play.stakes
        for number in range(1, 1_000):
            for table, players in tables.items():
                seated = dict(enumerate(players, 1))
                places = {seat: player for seat, player in seated.items() if stacks[player]}
                if len(places) < 2:
                    continue
                last[table] = _next_button(last.get(table), set(places), self.play.seats, rng)
                told = self._one_hand(_Deal(places, stacks, stakes, last[table], table, day), rng)
                if told is not None:
                    yield told
                    for seat in told.seats:
                        stacks[seat.player] += seat.net
            left = [player for player, chips in stacks.items() if chips]
            if len(left) == 1:
                return
            if len(left) <= self.play.seats * (len(tables) - 1):
                tables, last = _drawn_anew(left, self.play.seats, rng), {}
            if number % self.play.level == 0:
                stakes = replace(stakes, small_blind=2 * stakes.small_blind, big_blind=2 * stakes.big_blind)

    def _one_hand(self, deal: _Deal, rng: random.Random) -> HandFacts | None:
        self._hand += 1
        places = deal.places
        seats = tuple(Seat(seat, deal.stacks[player]) for seat, player in sorted(places.items()))
        start = Start(self.play.game, deal.stakes, seats, deal.positions)
        cards = list(find_game(self.play.game).deck)
        rng.shuffle(cards)
        hand, answers = Hand(start, Deck.of(cards)), list[Answered]()
        mood = _Mood(self, places, rng)
        while hand.asks:
            ask = hand.asks[0]
            assert ask.seat is not None
            player = places[ask.seat]
            decision = mood.cheated(hand, ask) or choose(
                hand.view(ask.seat), ask, rng, self.play.at(self.level(player))
            )
            seconds = mood.seconds(player, self._people[player]) if ask.kind == BET else None
            answers.append(Answered(ask.number, decision, seconds))
            hand.answer(ask.number, decision)
        return read(start, Deck.of(cards), answers, About(self._hand, deal.table, deal.day, places))

    def level(self, player: int) -> str:
        """The key of the level at which the player plays."""
        return self._people[player].level


class _Deal(NamedTuple):
    """Who sits where with how much (`stacks` by player), for which stakes, at which table."""

    places: Mapping[int, int]
    stacks: Mapping[int, int]
    stakes: Stakes
    positions: Positions
    table: int
    day: date


def _next_button(last: Positions | None, live: set[int], seats: int, rng: random.Random) -> Positions:
    return dealer_button.first(live, seats, rng=rng) if last is None else dealer_button.advance(last, live, seats)


def _drawn_anew(left: list[int], seats: int, rng: random.Random) -> dict[int, list[int]]:
    """Those who are left, drawn to as few tables as hold them, as even as can be."""
    drawn, count = rng.sample(left, len(left)), -(-len(left) // seats)
    return {at: drawn[at::count] for at in range(count)}


class _Mood:
    """What is planted in one hand."""

    def __init__(self, club: Club, places: Mapping[int, int], rng: random.Random) -> None:
        self._club, self._rng = club, rng
        self._places, self._seats = places, {player: seat for seat, player in places.items()}
        self._hardness = rng.gauss(0, 0.25)  # how hard the hand is for everybody
        self._shared = rng.gauss(0, 0.8)  # how slow a pair is that asks one person
        together = [p for p in club.plants if len(p.players) == 2 and all(one in self._seats for one in p.players)]
        self._ways = {p.way: (self._seats[p.players[0]], self._seats[p.players[1]]) for p in together}
        self._is_gift: bool | None = None  # not yet decided

    def seconds(self, player: int, person: _Person) -> float:
        """How long the player thinks."""
        ways = {plant.way for plant in self._club.plants if player in plant.players}
        if "steady-timing" in ways:
            return max(0.3, self._rng.gauss(2.0, 0.2))
        shared = self._shared if "paired-timing" in self._ways and "paired-timing" in ways else 0.0
        return float(self._rng.lognormvariate(person.pace + self._hardness + shared, person.spread))

    def cheated(self, hand: Hand, ask: Ask) -> Decision | None:
        """What a cheat does here; None: plays as anybody would."""
        if ask.kind != BET:
            return None
        for way, act in (
            ("chips-one-way", self._gives),
            ("chips-given", self._gives),
            ("soft-play", self._is_soft),
            ("folded-winners", self._folds),
        ):
            if way in self._ways and ask.seat in self._ways[way] and (said := act(hand, ask, *self._ways[way])):
                return said
        return None

    def _gives(self, hand: Hand, ask: Ask, giver: int, taker: int) -> Decision | None:
        """With the worse cards of the two the giver builds a pot of a gift's size with the taker, and folds to the last bet."""
        state = hand.state
        if self._is_gift is None:
            own, other = (standing(hand, held(hand, state.place_of[seat])) or 0.0 for seat in (giver, taker))
            self._is_gift = own < min(other, 0.5) and self._rng.random() < GIFTS
        if not self._is_gift or any(state.folded[state.place_of[seat]] for seat in (giver, taker)):
            return None
        put = state.put_in[state.place_of[ask.seat or 0]]
        gift = self._club.play.gift * bet_of(hand.start)
        if ask.seat == giver and put >= gift:
            return FOLD if ask.call else CALL
        if ask.hi and (put < gift or (ask.seat == taker and not ask.call)):
            return Decision("raise", max(ask.lo, min(ask.hi, gift // 2 + put // 2)))
        return CALL

    def _is_soft(self, hand: Hand, ask: Ask, _first: int, _second: int) -> Decision | None:
        """Alone, the two check."""
        state = hand.state
        pair = [state.place_of[seat] for seat in self._ways["soft-play"]]
        if state.left == 2 and state.street >= 1 and not any(state.folded[place] for place in pair) and not ask.call:
            return CALL
        return None

    def _folds(self, hand: Hand, ask: Ask, folder: int, bettor: int) -> Decision | None:
        """Alone with the other, the one bets half of the pot; whatever it bets, the other folds to it."""
        state = hand.state
        if (
            ask.seat == bettor
            and ask.hi
            and not ask.call
            and state.left == 2
            and not state.folded[state.place_of[folder]]
        ):
            return Decision("raise", max(ask.lo, min(ask.hi, state.pot // 2)))
        bets = [event for event in hand.events if event.kind in ("bet", "raise")]
        is_theirs = bool(bets) and bets[-1].seat == bettor
        return FOLD if ask.seat == folder and ask.call and is_theirs and self._rng.random() < 0.9 else None
