"""A random evening of the floor: what it may do, and how it is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from club.base.errors import ClubError
from club.people import people
from tables.dealing import settlement
from tests.tournaments.conftest import CHIPS, Evening, is_replay
from tournaments.desk import registration
from tournaments.floor import (
    floor_view,
    held_seats_and_break_order,
    moves_and_knockouts,
    real_card_tables,
    reported_knockouts,
    tables_opened_and_broken,
    undo,
)
from tournaments.log import tournament_log
from tournaments.log.events.undo_and_redo import UNDOABLE
from tournaments.log.state import RUNNING, State
from tournaments.models import LogEntry, Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, event_start, hand_for_hand, runner

SIZE = 4


ACTS = """bust bust bust two late late confirm confirm confirm_table call_off open_table hold move undo undo redo hand_for_hand
    hand_played hand_played direct close open button count""".split()


CARDS: list[dict[str, Any]] = [{"cards": "physical"}, {"cards": "dealt"}, {"cards": "mixed", "physical_tables": [2, 3]}]


class Floor:
    """An evening that a seed makes, and what is done on its floor."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.evening = Evening()
        self.row: Tournament = self.announced()
        for _each in range(self.random.randint(5, 14)):
            self.come()
        event_start.start(self.row.pk, now=self.evening.now)

    def announced(self) -> Tournament:
        """The event, open for registration."""
        cards = CARDS[self.seed % len(CARDS)]
        fields = {"late_until_level": 6} if self.random.random() < 0.6 else {}
        structure = self.evening.structure(table_size=SIZE, starting_chips=100_000)
        return self.evening.tournament(
            seed=self.random.randbytes(32), structure=structure, table_size=SIZE, reentries=2, **cards, **fields
        )

    @property
    def state(self) -> State:
        return self.evening.state(self.row)

    @property
    def how(self) -> dict[str, Any]:
        return {"now": self.evening.now, "by": None}

    def come(self) -> None:
        player = people.enrol(f"{self.row.owner} {self.random.getrandbits(40)}", is_computer=True, now=self.evening.now)
        self.evening.give(player, CHIPS)
        registration.register(self.row.pk, player, now=self.evening.now)

    def bust(self, many: int) -> None:
        state = self.state
        entries = self.random.sample(state.alive, min(many, len(state.alive)))
        if state.entries[entries[0]].table in state.orders.physical:
            reported_knockouts.knock_out(self.row.pk, entries, **self.how)
        else:
            moves_and_knockouts.knock_out(self.row.pk, entries[0], why="left", **self.how)

    def turn(self, kind: str) -> None:
        acts = [act for act in undo.acts_of(self.row).values() if act.is_standing == (kind == "undo")]
        if acts:
            line = self.random.choice(acts[-6:]).line.seq
            (undo.undo if kind == "undo" else undo.redo)(self.row.pk, line, **self.how)

    def act(self, name: str) -> None:
        pick, state, pk, how = self.random.choice, self.state, self.row.pk, self.how
        tables, called = sorted(state.tables.items()), sorted(state.orders.called)
        number, table = pick(tables)
        if name in ("bust", "two"):
            self.bust(1 if name == "bust" else 2)
        elif name == "late":
            self.come()
        elif name in ("confirm", "call_off") and called:
            (real_card_tables.confirm if name == "confirm" else tables_opened_and_broken.call_off)(
                pk, pick(called), **how
            )
        elif name == "confirm_table":
            real_card_tables.confirm_table(pk, table, **how)
        elif name == "open_table":
            tables_opened_and_broken.open_table(pk, **how)
        elif name == "hold":
            seat = self.random.randint(1, SIZE)
            entry = None if seat in state.orders.held.get(number, {}) else 0
            held_seats_and_break_order.hold_seat(pk, number, seat, entry, **how)
        elif name == "move":
            moves_and_knockouts.move(pk, pick(state.alive), table, self.random.randint(1, SIZE), chips=100_000, **how)
        elif name in ("undo", "redo"):
            self.turn(name)
        elif name == "hand_for_hand":
            hand_for_hand.declare(pk, state.orders.hand_for_hand is None, **how)
        elif name == "hand_played":
            hand_for_hand.hand_played(pk, table, **how)
        elif name == "direct":
            runner.direct(pk, now=self.evening.now)
        elif name in ("close", "open"):
            (registration.close if name == "close" else registration.reopen)(pk, **how)
        elif name == "button":
            real_card_tables.tell_button(pk, table, self.random.randint(1, SIZE), **how)
        elif name == "count":
            real_card_tables.count(pk, [pick(state.alive)], [self.random.randint(1, 90) * 1000], **how)

    # -- what has to hold -----------------------------------------------------------------------------------------

    def is_sound(self) -> None:
        """One player a seat, and nobody called where another sits or is called, or where a seat is held for nobody."""
        assert is_replay(self.row)
        state = self.state
        seats = [(place.table, place.seat) for place in state.entries.values() if place.seat is not None]
        coming = [(move.table, move.seat) for move in state.orders.called.values()]
        assert len({*seats, *coming}) == len(seats) + len(coming)
        assert {table for table, _seat in coming} <= set(state.tables)
        held = {(table, seat) for table, those in state.orders.held.items() for seat in those}
        assert not held & set(coming)
        assert not set(state.orders.called) - set(state.alive)
        breaking = () if state.orders.is_round_open else state.orders.called.items()
        for number in {state.entries[entry].table for entry, move in breaking if move.breaks}:
            left = {entry for entry in state.alive if state.entries[entry].table == number}
            stays = left - {*state.orders.called, *state.orders.off, *state.deciding}
            assert not stays, "nobody stays at a table that breaks"

    def is_taken_back(self, before: State, seq: int) -> None:
        """Every act since that line is undone at once: the same players are in, where cards are real in their seats."""
        lines = LogEntry.objects.filter(tournament=self.row, seq__gt=seq, kind__in=UNDOABLE, data__floor=True)
        for line in reversed(lines.order_by("seq").values_list("seq", flat=True)):
            undo.undo(self.row.pk, line, **self.how)
        after = self.state
        assert set(after.alive) == set(before.alive)
        if self.row.cards == Tournament.Cards.PHYSICAL:
            broken = LogEntry.objects.filter(tournament=self.row, seq__gt=seq, kind="table_broken")
            closed = set(broken.values_list("data__table", flat=True))
            stay = {
                entry for entry, place in before.entries.items() if place.table not in closed
            }  # the others sit elsewhere
            assert {entry: after.entries[entry] for entry in stay} == {entry: before.entries[entry] for entry in stay}
        self.is_sound()

    def obey(self) -> bool:
        """Do one thing of what the list says is to do now, or what the server does by itself; false if nothing is left."""
        if self.state.orders.hand_for_hand is not None and not self.state.hands:
            hand_for_hand.declare(self.row.pk, False, **self.how)
        for hand in self.state.hands.values():
            settlement.play_out(hand, now=self.evening.now)
        seq = self.row.seq
        runner.direct(self.row.pk, now=self.evening.now)
        self.row.refresh_from_db()
        if self.state.status != RUNNING:
            return False
        state = self.state
        for one in floor_view.board(self.row, now=self.evening.now)["due"]:
            given = one["fields"]
            if one["kind"] == "move":
                real_card_tables.confirm(self.row.pk, given["entry"], **self.how)
            elif one["kind"] == "button":
                number = next(number for number, pk in state.tables.items() if pk == one["table"])
                real_card_tables.tell_button(self.row.pk, one["table"], min(state.seated(number)), **self.how)
            elif one["kind"] == "called_off":
                undo.undo(self.row.pk, given["line"], **self.how)
            elif one["kind"] == "hand" and state.orders.is_round_open:
                hand_for_hand.hand_played(self.row.pk, given["table"], **self.how)
            elif one["kind"] == "final_table":
                real_card_tables.draw_final_table(self.row.pk, **self.how)
            elif one["kind"] == "count":
                wanted = [entry for entry in state.orders.called if entry not in state.orders.counts]
                real_card_tables.count(self.row.pk, wanted[:1], [1000], **self.how)
            else:
                continue
            return True
        return bool(self.row.seq != seq and any(not key.startswith("dealt") for key in self._kinds(seq)))

    def _kinds(self, seq: int) -> list[str]:
        quiet = ("dealt", "hand_taken", "hand_played", "level_changed")  # play goes on: nothing is left to do
        lines = LogEntry.objects.filter(tournament=self.row, seq__gt=seq).exclude(kind__in=quiet)
        return list(lines.values_list("kind", flat=True))

    def leads_to_order(self) -> None:
        """Who does what the list says comes to a room where nobody waits for a move, nor sits alone while there is a place."""
        for _act in range(60):
            if not self.obey():
                break
            self.is_sound()
        else:
            raise AssertionError([one["words"] for one in floor_view.board(self.row, now=self.evening.now)["due"]])
        state = self.state
        if state.status != RUNNING or len(state.alive) < 2:
            return
        assert state.orders.called == {}
        if state.stage is not None:
            return  # tables play down for themselves
        with transaction.atomic():
            log = tournament_log.open_log(self.row.pk)
            free, sizes = (
                tournament_tables.free_seats(log),
                {number: len(seated) for number, seated in state.room().items()},
            )
            is_kept = balancing_moves.kept_open(state)
        for number, players in sizes.items():
            others = [one for one in sizes if one != number and sizes[one] and free[one]]
            assert players != 1 or not others or not free[number], (sizes, free, state.orders.held)
            assert players or number in is_kept
        held = any(state.orders.held.values())
        # An opened table stays empty as long as who goes there first would sit alone.
        filled = [players for players in sizes.values() if players or len(state.alive) >= 2 * len(sizes)]
        assert held or max(filled) - min(filled) <= 1, sizes


@contextmanager
def tried() -> Iterator[None]:
    """What is done in it is taken back by the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def refusal(made: Floor, name: str) -> str:
    """Do it; the code of the refusal, or nothing."""
    try:
        with transaction.atomic():
            made.act(name)
    except ClubError as error:
        return str(error.code)
    return ""
