"""A hand in play while its table is locked: replayed, answered, and written back in one piece."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any, NamedTuple

from club.base import on_commit_tasks
from club.database.prepared_queries import Lines, Rows, Writing, read
from club.house import house_rules
from club.live import nudges
from club.models import Player
from engine.betting.hand import Ask
from engine.betting.hand import Decision as Answer
from engine.chinese.play.placing import ChineseAsk
from engine.computers.levels import Level, level_of
from engine.games.decisions import BET
from engine.play.any_game import AnyAsk, AnyHand
from engine.play.computer_players import choose
from tables.core import locks, seeds, table_rules
from tables.core.errors import UnknownHand, UnknownTable
from tables.hand import preactions, presence, voluntary_shows
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, DeckSeed, Hand, HandSeat, Sitting, Table

_SEALED = Rows(DeckSeed, "WHERE own.hand_id = %s AND hand.table_id = %s", "hand")
_DECIDED = Lines("SELECT ask, text FROM tables_decision WHERE hand_id = %s ORDER BY seq")
# What a hand and its felt ask of a player; of the rest of a member they ask nothing.
_PLAYER = {"player": ("user", "nickname", "is_computer", "computer_level")}
_SEATS = Rows(HandSeat, "WHERE own.hand_id = %s ORDER BY own.seat", "player", only=_PLAYER)
SITTINGS = Rows(
    Sitting, "WHERE own.table_id = %s AND own.state <> 'left' ORDER BY own.seat", "player", "account", only=_PLAYER
)
_SAY = "INSERT INTO tables_decision (hand_id, seq, ask, seat, text, source, user_id, device, at) VALUES"
_SAID = "(%s::bigint, %s::int, %s::int, %s::int, %s::text, %s::text, %s::bigint, %s::text, %s::timestamptz)"
_WRITE = (
    "place AS (UPDATE tables_hand SET state = %s, ended_at = %s, deadline = %s, later = %s, play_at = %s WHERE id = %s)"
    ", shown AS (UPDATE tables_table SET version = %s WHERE id = %s)"
)


@cache
def _writing(decisions: int) -> Writing:
    """What writes so many decisions and where the hand and the table are after them."""
    if not decisions:
        return Writing(f"WITH {_WRITE} SELECT 1")
    said = ", ".join([_SAID] * decisions)
    return Writing(f"WITH said AS ({_SAY} {said} RETURNING id), {_WRITE} SELECT id FROM said ORDER BY id")


class Found(NamedTuple):
    """What is read for a visit: the secret of the pack (None for real cards), decisions as number of the ask and text, who
    holds the seats of the hand, who sits at the table, and the newest row of the house rules."""

    seed: bytes | None
    log: list[tuple[int, str]]
    seats: list[HandSeat]
    sittings: list[Sitting]
    newest_rule: list[tuple[int | None]]


def visit(table_id: int, hand_id: int, now: datetime) -> Play:
    """A visit to that hand of that table, whose row is locked by it. Raises `UnknownTable`, `UnknownHand`."""
    tables, sealed, *found = read(
        (locks.LOCKED, [table_id]), (_SEALED, [hand_id, table_id]), *_about(table_id, hand_id)
    )
    if not tables:
        raise UnknownTable(table_id)
    if sealed:
        return Play(tables[0], sealed[0].hand, now, found=Found(bytes(sealed[0].seed), *found))
    row = Hand.objects.filter(table_id=table_id, pk=hand_id).first()  # of real cards: the server has none
    if row is None:
        raise UnknownHand(hand_id)
    return Play(tables[0], row, now, found=Found(None, *found))


def look(row: Hand) -> Found:
    """What a visit to the hand needs, without locking or visiting it."""
    sealed, *found = read((_SEALED, [row.pk, row.table_id]), *_about(row.table_id, row.pk))
    return Found(bytes(sealed[0].seed) if sealed else None, *found)


def _about(table_id: int, hand_id: int) -> list[tuple[Lines | Rows[Any], list[int]]]:
    return [(_DECIDED, [hand_id]), (_SEATS, [hand_id]), (SITTINGS, [table_id]), (house_rules.NEWEST, [])]


class Play:
    """One visit to a live hand. Nothing is written before `close`, which writes all of it.

    The caller holds the lock of the table's row.
    """

    def __init__(self, table: Table, row: Hand, now: datetime, *, found: Found | None = None) -> None:
        """`found`: for a caller who has read it under the lock."""
        found = found or look(row)
        self.table = table
        self.row = row
        self.now = now
        self.log = found.log
        self.sittings = (
            found.sittings
        )  # by seat, with player and account; nobody comes or goes while the table is locked
        self.newest_rule = found.newest_rule[0][0]
        self.hand = rebuilt(row, self.log, seed=found.seed)
        self.new: list[Decision] = []
        self.seats: dict[int, HandSeat] = {held.seat: held for held in found.seats}
        self._waiting = {ask.number for ask in self.hand.asks}  # whose clocks run already
        self._absent: set[int] | None = None
        self._killed: set[int] = set()  # of the absent, those whose hand is folded as soon as they are asked
        self._lengthened: dict[int, datetime] = {}
        self._used_preactions: set[int] = set()  # rows of seats whose preaction is used up, or no longer holds
        self._seed = found.seed

    # -- who is asked -----------------------------------------------------------------------------------------------

    def seat_of(self, player: Player) -> int | None:
        """The seat whose cards this player holds in the hand, or None."""
        return next((seat for seat, held in self.seats.items() if held.player_id == player.pk), None)

    def open_ask(self, number: int) -> AnyAsk | None:
        """The open question of that number, or None."""
        return next((ask for ask in self.hand.asks if ask.number == number), None)

    def look_again(self) -> None:
        """See how those who sit at the table stand now, after some of them were changed in this visit."""
        self.sittings, self._absent = SITTINGS(self.table.pk), None

    def is_of_computer(self, ask: AnyAsk) -> bool:
        """True if a computer player has to answer."""
        held = None if ask.seat is None else self.seats[ask.seat]
        return held is not None and held.player is not None and held.player.is_computer

    def is_of_absent(self, ask: AnyAsk) -> bool:
        """True if nobody will answer: the player is leaving, is dealt in at a tournament while away, or misses the hand."""
        if self._absent is None:
            gone = {Sitting.State.LEAVING, Sitting.State.LEFT}
            if not self.table.is_cash:
                gone.add(Sitting.State.OUT)
            present = {one.player_id: (one.state, one.is_missing) for one in self.sittings}
            self._absent = set()
            for seat, held in self.seats.items():
                state, is_missing = present.get(held.player_id or 0, (Sitting.State.LEFT, False))
                if is_missing:
                    self._killed.add(seat)
                if state in gone or seat in self._killed:
                    self._absent.add(seat)
        return ask.seat in self._absent

    # -- answering --------------------------------------------------------------------------------------------------

    def answer(
        self, ask: AnyAsk, decision: Answer, source: str, *, player: Player | None = None, device: str = ""
    ) -> None:
        """Give the hand this answer. Raises what the engine raises, and then nothing has changed."""
        self.hand.answer(ask.number, decision)
        self.new.append(
            Decision(
                hand=self.row,
                seq=len(self.log) + len(self.new),
                ask=ask.number,
                seat=ask.seat,
                text=str(decision),
                source=source,
                user_id=None if player is None else player.user_id,
                device=device[:200],
                at=self.now,
            )
        )

    def clock_of(self, ask: int) -> datetime | None:
        """When the clock decides that ask; None where none runs."""
        if ask in self._lengthened:
            return self._lengthened[ask]
        later = self.row.later.get(str(ask))
        return self.row.deadline if later is None else datetime.fromisoformat(later)

    def lengthen(self, ask: int, seconds: int) -> None:
        """Give that ask so many seconds more, and no other."""
        ends = self.clock_of(ask)
        self._lengthened[ask] = (self.now if ends is None else ends) + timedelta(seconds=seconds)

    def begin_clocks_anew(self) -> None:
        """Have the clock of every person who is asked begin now."""
        ends = self.now + timedelta(seconds=self.table.action_seconds)
        self._lengthened = {ask.number: ends for ask in self.hand.asks if not self.is_of_computer(ask)}

    def answer_by_clock(self) -> None:
        """Give the asks of people whose clock has run out their defaults; who is away may have a grace first."""
        for ask in [ask for ask in self.hand.asks if not self.is_of_computer(ask)]:
            ends = self.clock_of(ask.number)
            if self.open_ask(ask.number) is None or (ends is not None and ends > self.now):
                continue
            seconds = presence.grace(self.table, self.row, self.seats.get(ask.seat or 0), self.now)
            if seconds:
                self._lengthened[ask.number] = self.now + timedelta(seconds=seconds)
            else:
                self.answer(ask, ask.default, Decision.Source.CLOCK)

    def answer_preactions(self) -> None:
        """Answer for those who chose beforehand, while it is still what they chose; else the choice is dropped."""
        while True:
            asks = [ask for ask in self.hand.asks if isinstance(ask, Ask) and ask.kind == BET and ask.seat is not None]
            chosen_before = [ask for ask in asks if self.seats[ask.seat or 0].preaction]
            if not chosen_before:
                return
            held = self.seats[chosen_before[0].seat or 0]
            answer, is_kept = preactions.answer_to(chosen_before[0], held, preactions.street_of(self.hand))
            if not is_kept:
                held.preaction = ""
                self._used_preactions.add(held.pk)
            if answer is not None:
                self.answer(chosen_before[0], answer, Decision.Source.PLAYER, player=held.player, device="preaction")

    def answer_straddles(self) -> None:
        """Straddle for those who have said once for all that they do."""
        sitting = {one.player_id: one for one in self.sittings}
        for ask in [ask for ask in self.hand.asks if isinstance(ask, Ask) and ask.seat is not None]:
            held = self.seats[ask.seat or 0]
            answer = preactions.answer_by_switch(ask, sitting.get(held.player_id or 0))
            if answer is not None:
                self.answer(ask, answer, Decision.Source.PLAYER, player=held.player, device="switch")

    def answer_for_absent(self) -> None:
        """Give the asks of those who are not there their defaults, until somebody present is asked."""
        while (ask := next((ask for ask in self.hand.asks if self.is_of_absent(ask)), None)) is not None:
            self.answer(ask, self._of_absent(ask), Decision.Source.CLOCK)

    def _of_absent(self, ask: AnyAsk) -> Answer:
        """The default; a killed hand is folded, even where a check would be free."""
        if ask.seat in self._killed and isinstance(ask, Ask) and any(offer.verb == "fold" for offer in ask.offers):
            return Answer("fold")
        return ask.default

    def answer_by_computers(self, *, whole: bool) -> None:
        """Have the computer players answer what they are asked now; if `whole`, go on until a person is asked."""
        self.answer_preactions()
        while computers := [ask for ask in self.hand.asks if self.is_of_computer(ask)]:
            for ask in computers:
                if self.open_ask(ask.number) is None or ask.seat is None:
                    continue
                randomness = seeds.randomness_for(self._secret(), f"player:{ask.seat}:{ask.number}")
                player = self.seats[ask.seat].player
                level = level_of("" if player is None else player.computer_level)
                samples = self._samples() if isinstance(ask, ChineseAsk) else 0
                self.answer(ask, _chosen(self.hand, ask, randomness, level, samples), Decision.Source.COMPUTER)
            self.answer_for_absent()
            self.answer_preactions()
            if not whole:
                return

    def go_on_at_once(self) -> None:
        """At a table of pace 0 have the computer players answer now; where they think long, have a worker do it."""
        if self.table.pace:
            return
        if not any(isinstance(ask, ChineseAsk) for ask in self.hand.asks):
            self.answer_by_computers(whole=True)
        elif any(self.is_of_computer(ask) for ask in self.hand.asks):
            on_commit_tasks.send("tables.tasks.play_hand", self.row.pk)

    def _samples(self) -> int:
        """How long the house has computer players of Chinese games think."""
        return table_rules.of_table(self.table, self.row.start["game"]).computer_samples

    def _secret(self) -> bytes:
        if self._seed is None:
            self._seed = bytes(DeckSeed.objects.values_list("seed", flat=True).get(pk=self.row.pk))
        return self._seed

    # -- writing ----------------------------------------------------------------------------------------------------

    def close(self, *, settled_here: bool = False) -> None:
        """Write the new decisions, set the clocks, and have watchers and workers told after the commit.

        settled_here: the caller settles a hand that is over in this transaction, so no worker is asked to.
        """
        before = -1
        while before != len(self.new):
            before = len(self.new)
            self.answer_for_absent()
            self.answer_straddles()
            self.answer_preactions()
        if self._used_preactions:
            HandSeat.objects.filter(pk__in=self._used_preactions).update(preaction="")
        if self.hand.is_over:
            self.row.state = Hand.State.OVER
            self.row.ended_at = self.now
            self.row.deadline = self.row.play_at = None
            self.row.later = {}
            voluntary_shows.show_losing(self.table, self.row, self.hand, self.seats.values(), self.sittings, self.now)
            if not settled_here:
                on_commit_tasks.send("tables.tasks.resolve_hand", self.row.pk)
        else:
            self.set_clocks()
        self._write()
        nudges.nudge(self.table.channel, self.table.version)

    def _write(self) -> None:
        """All of it in one statement: the decisions, where the hand is now, and the table's new version."""
        row = self.row
        told: list[Any] = [
            value
            for one in self.new
            for value in (row.pk, one.seq, one.ask, one.seat, one.text, one.source, one.user_id, one.device, one.at)
        ]
        self.table.version += 1
        values = [row.state, row.ended_at, row.deadline, json.dumps(row.later), row.play_at, row.pk, self.table.version]
        [written] = read((_writing(len(self.new)), [*told, *values, self.table.pk]))
        if self.new:
            for one, (pk,) in zip(self.new, written, strict=True):
                one.pk, one._state.adding = pk, False

    def set_clocks(self) -> None:
        """Set (not save) the clocks: a person's starts with the ask, and nothing others do stops or lengthens it."""
        of_computers = [ask.number for ask in self.hand.asks if self.is_of_computer(ask)]
        whole = self.now + timedelta(seconds=self.table.action_seconds)
        clocks = {
            ask.number: (self.clock_of(ask.number) if ask.number in self._waiting else None) or whole
            for ask in self.hand.asks
            if ask.number not in of_computers
        }
        self.row.deadline = min(clocks.values(), default=None)
        self.row.later = {str(ask): ends.isoformat() for ask, ends in clocks.items() if ends != self.row.deadline}
        if not of_computers:
            self.row.play_at = None
        elif self.row.play_at is None or not self._waiting & set(of_computers):
            self.row.play_at = self.now + timedelta(seconds=self.table.pace)


def _chosen(hand: AnyHand, ask: AnyAsk, randomness: Random, level: Level, samples: int) -> Answer:
    """What a computer player of that level, or in Chinese games of so many samples, answers, knowing its own view alone."""
    if isinstance(ask, Ask):
        return choose(hand.view(ask.seat), ask, randomness, level)
    if isinstance(ask, ChineseAsk):
        from engine.chinese.play import computer_players  # with numpy, which pages never need

        return computer_players.choose(hand.view(ask.seat), ask, randomness, samples)
    return ask.default
