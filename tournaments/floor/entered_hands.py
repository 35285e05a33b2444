"""Tables with real cards whose hands are entered: their stacks are counted once, and then follow from the hands.

Such a table has an account a player, as where the server deals, and its hands are begun, taken and acted on like dealt
ones; only that they are entered at the table (`tables.live_cards.live_hand_entry`, `tables.live_cards.result_entry`),
and that moves are called, not made. A table may be switched between hands: its chips go from the pool of uncounted
tables to accounts, or back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import User
from tables.models import Hand, HandSeat
from tables.tournament_seats import single_seats
from tables.tournament_seats.table_owner import Holder, Terms
from tournaments.base.errors import Refused
from tournaments.log import tournament_log
from tournaments.log.events.draws_and_hands import Dealt
from tournaments.log.events.floor_orders import TableRecorded
from tournaments.log.state import RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.rooms import mixed_games, tournament_tables
from tournaments.running import bracket_rounds, penalty_enforcement, settled_hands
from tournaments.structures import levels_and_breaks
from tournaments.structures.clock import level_at, moment

# -- switching --------------------------------------------------------------------------------------------------------


def record(
    tournament_id: int,
    table: int,
    is_on: bool = True,
    entries: Sequence[int] = (),
    stacks: Sequence[int] = (),
    has_starting_chips: bool = False,
    *,
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
) -> None:
    """From now on the hands of a table with real cards (its id) are entered; or, `is_on` false, no more.

    Its stacks are needed once: chips of each of `entries`, in the same order, else as they were counted last; with
    `has_starting_chips` whoever was never counted has the starting chips. Switched off, the stacks stay known as counted.
    Raises `Refused`: not running, no such table with real cards, so already, a hand in progress, a stack
     nobody has counted, or more chips than uncounted tables hold.
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        number = next((one for one, pk in log.state.tables.items() if pk == table), None)
        if number is None or number not in log.state.orders.real:
            raise Refused("unknown_table", _("This is no table of the tournament with real cards."), 404, table=table)
        if (number in log.state.orders.recorded) == is_on:
            raise Refused("so_already", _("It is so already."))
        if number in log.state.hands:
            raise Refused("hand_in_progress", _("A hand is in progress here; it must be settled before."))
        given = _given(log, number, entries, stacks) if is_on else {}
        counted = _to_accounts(log, number, given, has_starting_chips) if is_on else _to_pool(log, number)
        recorded = TableRecorded(table=number, id=table, is_on=is_on, why=why, stacks=dict(counted))
        log.add(recorded, now=now, by=by, source=source)
        log.close()


def _given(log: TournamentLog, number: int, entries: Sequence[int], stacks: Sequence[int]) -> dict[int, int]:
    """The stacks that were told, by entry. Raises `Refused`."""
    if len(entries) != len(stacks) or len(set(entries)) != len(entries):
        raise Refused("bad_stacks", _("Name each player once, and the chips of each."), 422)
    here = set(log.state.seated(number).values())
    for entry in entries:
        if entry not in here:
            raise Refused("not_at_table", _("This player does not sit at this table."), 422, entry=entry)
    return dict(zip(entries, stacks, strict=True))


def _to_accounts(log: TournamentLog, number: int, given: dict[int, int], has_starting_chips: bool) -> dict[int, int]:
    """Move the table's chips from the pool to an account a player; the stacks, of those who have any, by entry."""
    tournament, state = log.tournament, log.state
    known = {**state.orders.counts, **given}
    usual = tournament.starting_chips if has_starting_chips else None
    here = tournament_tables.sittings(log, number)
    held = {
        one.number: one for one in Entry.objects.filter(tournament=tournament, number__in=state.seated(number).values())
    }
    counted, moves = dict[int, int](), dict[int, int]()
    for seat, entry in sorted(state.seated(number).items()):
        stack = 0 if entry in state.deciding else known.get(entry, usual)
        if stack is None or (stack < 1 and entry not in state.deciding):
            words = _("Count the stack of seat %(seat)s: say how many chips it is.")
            raise Refused("stack_not_counted", words % {"seat": seat}, 422, entry=entry, seat=seat)
        one = held[entry]
        one.account = ledger.open_account(f"entry:{one.pk}", "stack", tournament.owner)
        one.save(update_fields=["account"])
        single_seats.give_stack(here[seat], one.account)
        if stack:
            counted[entry] = moves[one.account.pk] = stack
    most, together = ledger.balance(tournament_tables.pool(tournament)), sum(counted.values())
    if together > most:
        words = _("The tables with uncounted stacks hold %(most)s chips; these come to %(together)s. Count again.")
        told = {"most": f"{most:,}", "together": f"{together:,}"}
        raise Refused("stack_impossible", words % told, 422, most=most, together=together)
    moves[tournament_tables.pool(tournament).pk] = -together
    ledger.post(log.transfer_key(), moves, purpose=tournament_tables.PURPOSE, reference=tournament.owner)
    return counted


def _to_pool(log: TournamentLog, number: int) -> dict[int, int]:
    """Move the table's chips back to the pool; the stacks, of those who have any, by entry."""
    tournament, entries = log.tournament, log.state.seated(number)
    counted, moves = dict[int, int](), dict[int, int]()
    for seat, sitting in tournament_tables.sittings(log, number).items():
        if sitting.account is not None and sitting.account.balance and seat is not None:
            counted[entries[seat]] = sitting.account.balance
            moves[sitting.account.pk] = -sitting.account.balance
        single_seats.give_stack(sitting, None)
    moves[tournament_tables.pool(tournament).pk] = sum(counted.values())
    if counted:
        ledger.post(log.transfer_key(), moves, purpose=tournament_tables.PURPOSE, reference=tournament.owner)
    return counted


# -- the hands --------------------------------------------------------------------------------------------------------


class Event:
    """The tournament of a table, for whoever enters its hands (`tables.tournament_seats.table_owner.Holder`)."""

    def __init__(self, log: TournamentLog, number: int, now: datetime) -> None:
        self._log, self._number, self._now = log, number, now
        items = levels_and_breaks.items(log.tournament.sheet)
        self._level = level_at(items, moment(items, log.state.clock, now).index)

    def terms(self) -> Terms:
        """By the level that is on; a hand that was dealt before a break is entered in it. Raises `Refused`."""
        log, tournament, orders = self._log, self._log.tournament, self._log.state.orders
        if self._number not in orders.recorded:
            words = _("The stacks of this table are not counted: switch it to entered hands on the floor's page first.")
            raise Refused("not_recorded", words)
        has_played = self._number in log.state.hands or not orders.is_pending(self._number)
        if self._number in bracket_rounds.resting(log):
            words = _("This table has played down: its players wait for the next round.")
            raise Refused("played_down", words)
        if orders.hand_for_hand is not None and has_played:
            raise Refused("waits", _("Play is hand for hand: this table has played its hand and waits for the others."))
        if orders.last_hands is not None and not orders.last_hands.left(self._number):
            raise Refused("waits", _("This table has played its last hands: the stacks are bagged next."))
        penalty_enforcement.mark(log, self._number)
        return mixed_games.terms_of(tournament, self._level, log.state, now=self._now)

    def hear_begun(self, row: Hand) -> None:
        """It is in play like a dealt one, until the director takes it."""
        at, this_round, level = self._number, self._log.state.rounds + 1, self._level.number
        dealt = Dealt(table=at, hand=row.pk, number=row.number, round=this_round, level=level)
        self._log.add(dealt, now=self._now)

    def check_take_back(self, row: Hand) -> None:
        """Not once somebody was knocked out in it, or may buy again after it: the floor brings that player back first."""
        state = self._log.state
        players = HandSeat.objects.filter(hand=row).values_list("player_id", flat=True)
        entered = Entry.objects.filter(tournament=self._log.tournament, player__in=players, is_withdrawn=False)
        for entry, name in entered.order_by("number").values_list("number", "player__nickname"):
            if entry in state.deciding or (entry in state.entries and self._fell_in(entry, row)):
                words = _(
                    "%(name)s lost the last chips in this hand. Leave the hand, and put the stacks right by counting."
                )
                raise Refused("knocked_out_in_it", words % {"name": name}, entry=entry)

    def _fell_in(self, entry: int, row: Hand) -> bool:
        held = Entry.objects.filter(tournament=self._log.tournament, number=entry)
        account = held.values_list("account", flat=True).first()
        was_in = account is not None and HandSeat.objects.filter(hand=row, account=account).exists()
        return was_in and self._log.state.entries[entry].is_out


@contextmanager
def holding(owner: str, table: int, by: User, now: datetime, source: str) -> Iterator[Holder]:
    """Lock the tournament that a table belongs to, its settled hands taken. Raises `Refused` unless it runs."""
    log = tournament_log.open_log(int(owner.partition(":")[2]))
    if log.state.status != RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    settled_hands.take_hands(log, now)
    number = next((one for one, pk in log.state.tables.items() if pk == table), None)
    if number is None:
        raise Refused("unknown_table", _("This is no table of the tournament."), 404, table=table)
    yield Event(log, number, now)
    log.close()
