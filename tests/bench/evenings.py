"""Evenings played hand by hand by the engine's computer players, beside the forecast's model of them.

What `night` plays through workers and books is played here by the same rules, balancing and players on values alone, so
that a dozen evenings take a minute. `forecast.BET` and `forecast.SPREAD` are read off these rows: they are right where the
played evenings and the model end in the same level and lose their players at the same pace.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.betting.hand import Deck, Hand, Seat, Start
from engine.computers.levels import LEVELS
from engine.games import dealer_button
from engine.games.betting_games import Game
from engine.games.hand_start import Positions, Stakes
from engine.play.any_game import find_game
from engine.play.computer_players import choose
from tests.bench import Remark, Row
from tournaments.seating import balancing, seat_draw
from tournaments.seating.balancing import Seats
from tournaments.structures import forecast, level_games_and_stakes, levels_and_breaks, sheet_import
from tournaments.structures.levels_and_breaks import Level

SHEET = "club-evening"
SAMPLES = ((9, 12), (18, 6), (27, 4))  # players, evenings
MODELLED = 400


@dataclass(frozen=True, slots=True)
class Played:
    """One evening: its minutes, the number of the level it ended in, and the players left at the end of each level."""

    minutes: float
    level: int
    left: tuple[int, ...]


@dataclass
class _Table:
    seats: dict[int, int]  # seat → entry
    last: Positions | None = None


@dataclass
class _Room:
    """An evening in play. The rounds are those of `night`: a hand at every table, then knock-outs and balancing."""

    game: Game
    size: int
    rng: random.Random
    stacks: dict[int, int]
    tables: dict[int, _Table] = field(default_factory=dict)

    def draw(self) -> None:
        self.tables = {}
        for entry, table, seat in seat_draw.draw(sorted(self.stacks), self.size, self.rng):
            self.tables.setdefault(table, _Table({})).seats[seat] = entry

    def round(self, stakes: Stakes) -> None:
        for table in self.tables.values():
            if len(table.seats) > 1:
                self._hand(table, stakes)
        self.stacks = {entry: chips for entry, chips in self.stacks.items() if chips}
        for table in self.tables.values():
            table.seats = {seat: entry for seat, entry in table.seats.items() if entry in self.stacks}
        self._balance()

    def _hand(self, table: _Table, stakes: Stakes) -> None:
        live = set(table.seats)
        if table.last is None:
            table.last = dealer_button.first(live, self.size, rng=self.rng)
        else:
            table.last = dealer_button.advance(table.last, live, self.size)
        seats = tuple(Seat(seat, self.stacks[table.seats[seat]]) for seat in sorted(live))
        cards = list(self.game.deck)
        self.rng.shuffle(cards)
        hand = Hand(Start(self.game.key, stakes, seats, table.last), Deck.of(cards))
        while hand.asks:
            ask = hand.asks[0]
            hand.answer(ask.number, choose(hand.view(ask.seat), ask, self.rng, LEVELS["loose"]))
        assert hand.result is not None
        for seat, net in hand.result.net.items():
            self.stacks[table.seats[seat]] += net

    def _balance(self) -> None:
        if balancing.is_final(len(self.stacks), len(self.tables), self.size):
            self.draw()
            return
        there = []
        for number, table in sorted(self.tables.items()):
            last = table.last or Positions(self.size)
            there.append(Seats(number, self.size, table.seats, last.button, last.small_blind, last.big_blind))
        for move in balancing.plan(there, self.size, self.rng):
            seats = self.tables[move.table].seats
            del seats[next(seat for seat, entry in seats.items() if entry == move.entry)]
            self.tables[move.to_table].seats[move.to_seat] = move.entry
        self.tables = {number: table for number, table in self.tables.items() if table.seats}


def play(sheet: Mapping[str, Any], players: int, seed: int, *, size: int = 9) -> Played:
    """Play a sheet of one game with blinds to its end, at the forecast's pace; the same seed gives the same evening."""
    items = levels_and_breaks.items(sheet)
    game = find_game(level_games_and_stakes.game_of(sheet)[0])
    assert isinstance(game, Game)
    room = _Room(game, size, random.Random(seed), dict.fromkeys(range(1, players + 1), sheet["starting_chips"]))
    room.draw()
    levels = [item for item in items if isinstance(item, Level)]
    clock, due, left = 0.0, 0.0, list[int]()
    for item in items:
        due += item.minutes or 0
        if not isinstance(item, Level):
            clock += item.minutes or 0
            continue
        stakes = level_games_and_stakes.stakes(sheet, item)
        while len(room.stacks) > 1 and (clock < due or item is levels[-1]):
            room.round(stakes)
            clock += 60 / forecast.HANDS_PER_HOUR
        left.append(len(room.stacks))
        if len(room.stacks) == 1:
            return Played(clock, item.number, tuple(left + [1] * (len(levels) - len(left))))
    raise AssertionError("the last level lasts until somebody has won")


@dataclass(frozen=True, slots=True)
class Beside:
    """Played evenings beside the model's, each a pair (played, forecast): the mean of minutes and of the level's number at the
    end, and after each level the mean part of the players that is left."""

    minutes: tuple[float, float]
    levels: tuple[float, float]
    left: tuple[tuple[float, float], ...]

    @property
    def furthest(self) -> float:
        """By how much the parts that are left differ at most, 0 to 1."""
        return max(abs(ours - theirs) for ours, theirs in self.left)


def beside(sheet: Mapping[str, Any], players: int, seeds: Sequence[int], *, size: int = 9) -> Beside:
    """Evenings of those seeds beside `MODELLED` ones of the model."""
    items = levels_and_breaks.items(sheet)
    ran = [play(sheet, players, seed, size=size) for seed in seeds]
    model = forecast.play(items, players, sheet["starting_chips"], 1, evenings=MODELLED, seats=size)
    going_on = [statistics.fmean(alive > 1 for alive in row) for row in model.left]  # the part of evenings, by level
    left = tuple(
        (statistics.fmean(one.left[at] for one in ran) / players, statistics.fmean(row) / players)
        for at, row in enumerate(model.left)
    )
    return Beside(
        (statistics.fmean(one.minutes for one in ran), statistics.fmean(model.minutes)),
        (statistics.fmean(one.level for one in ran), 1 + sum(going_on)),
        left,
    )


def measured() -> Iterator[Row]:
    """A row for each number of players, and the players left by level."""
    sheet = next(dict(one) for one in sheet_import.read(sheet_import.OWN) if one["id"] == SHEET)
    yield Remark(f"forecast: bets of {forecast.BET} big blinds, spread {forecast.SPREAD}, against evenings played out")
    for players, evenings in SAMPLES:
        seen = beside(sheet, players, range(1, evenings + 1))
        ours, theirs = seen.minutes
        level, modelled = seen.levels
        yield Remark(
            f"{players} players, {evenings} evenings: played {ours:.0f} min, forecast {theirs:.0f} ({theirs / ours - 1:+.0%}); "
            f"level at the end {level:.1f}, forecast {modelled:.1f} ({modelled - level:+.1f})"
        )
        least = 1 / players
        shown = [pair for pair in seen.left if max(pair) > least]
        told = " ".join(f"{100 * one:.0f}/{100 * other:.0f}" for one, other in shown)
        yield Remark(f"  per cent left by level, played/forecast: {told}; at most {seen.furthest:.0%} apart")
