"""Sittings: who sits where, with which stack, and in which hand; what every act on a seat is made of.

The stack in front of a player is an account of its own, which belongs to the sitting (or, at a tournament, to the
entry). Whoever writes here holds the table's lock.
"""

from __future__ import annotations

from datetime import datetime

from club.base.phrases import gettext as _
from club.cashier import chip_runs
from club.ledger import ledger
from club.models import Account, Player, Transfer, User
from tables.cash import time_bank
from tables.core import table_events, table_rules
from tables.core.errors import Refused
from tables.core.locks import bump, lock_table
from tables.models import Hand, Sitting, Table
from tables.sessions import session_tables

LIVE = [Hand.State.PLAYING, Hand.State.OVER]  # the states of a hand whose chips are not settled


def size_of(table_id: int) -> int:
    """How many seats a table has."""
    return Table.objects.values_list("seats", flat=True).get(pk=table_id)


def seats_of(player_id: int) -> list[Sitting]:
    """Every seat the player holds now, at cash tables and in tournaments."""
    held = Sitting.objects.filter(player_id=player_id).exclude(state=Sitting.State.LEFT)
    return list(held.select_related("table", "player"))


def seated_at(table: Table) -> list[Sitting]:
    """Who sits at the table, by seat, with their stacks; those who leave after this hand included."""
    live = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT)
    return list(live.select_related("account", "player").order_by("seat"))


def own_sitting(table: Table, player: Player) -> Sitting:
    """The player's seat at the table. Raises `Refused` (not seated here)."""
    for sitting in seated_at(table):
        if sitting.player_id == player.pk:
            return sitting
    raise Refused("not_seated", _("You are not seated at this table."))


def stack_of(sitting: Sitting) -> Account:
    """The account of the chips in front of the player. Raises `Refused` where nobody records them."""
    if sitting.account is None:
        raise Refused("no_stack", _("This seat has no stack of its own."))
    return sitting.account


def chips_in_front(table: Table, sitting: Sitting) -> Account:
    """Where the chips in front of a player lie: in the sitting's own account; at a session table in the table's, with
    everybody else's. Raises `Refused` where nobody records them."""
    return session_tables.account_of(table) if table.is_session else stack_of(sitting)


def wallet_of(player: Player, table: Table) -> Account:
    """The player's wallet in the table's unit; at a practice table the house's account of play chips, for everybody."""
    if table.is_practice:
        return ledger.open_account("house", "cashier", table.unit)
    return ledger.open_account(f"player:{player.pk}", "wallet", table.unit)


def is_hand_in_progress(table: Table) -> bool:
    """True from the deal until the hand is settled."""
    return Hand.objects.filter(table=table, state__in=LIVE).exists()


def is_in_hand(table: Table, player: Player) -> bool:
    """True for who was dealt into a hand that is not settled yet, folded or not."""
    return Hand.objects.filter(table=table, state__in=LIVE, seats__player=player).exists()


def check_seat(table: Table, seat: int, player: Player) -> None:
    """Raise `Refused` if the player sits here already, or the seat is taken or not there."""
    seated = seated_at(table)
    if any(sitting.player_id == player.pk for sitting in seated):
        raise Refused("seated_already", _("You are seated at this table already."))
    taken = {sitting.seat for sitting in seated}
    free = [number for number in range(1, table.seats + 1) if number not in taken]
    if not 1 <= seat <= table.seats:
        message = _("This table has the seats 1 to %(seats)s.") % {"seats": table.seats}
        raise Refused("unknown_seat", message, 422, seat=seat, free_seats=free)
    if seat in taken:
        raise Refused("seat_taken", _("Seat %(seat)s is taken.") % {"seat": seat}, seat=seat, free_seats=free)


def give_seat(
    table: Table,
    seat: int,
    player: Player,
    now: datetime,
    *,
    state: str = Sitting.State.ACTIVE,
    account_id: int | None = None,
) -> Sitting:
    """Write the player's sitting in that seat, from the table's next hand. The seat was checked."""
    sitting = Sitting.objects.create(
        table=table,
        seat=seat,
        player=player,
        account_id=account_id,
        state=state,
        joined_hand=table.next_hand,
        sat_down_at=now,
    )
    table_events.tell_seat(table_events.TAKEN, sitting, now=now)
    return sitting


def move_chips(
    origin: Account,
    target: Account,
    amount: int,
    key: str,
    purpose: str,
    sitting: Sitting,
    by: User | None,
    *,
    is_carried: bool = True,
) -> Transfer:
    """Post `amount` chips from one account to the other, as done by that login; the key makes it happen once.

    Between a wallet and a cash table with real cards the chips themselves are carried from the desk's tray, or to it; not
    is_carried: they still have to be, and the desk says when they are there.
    """
    moves = {origin.pk: -amount, target.pk: amount}
    moved = ledger.post(key, moves, purpose=purpose, reference=f"table:{sitting.table_id}", by=by)
    if sitting.table.has_real_chips and not is_carried:
        chip_runs.expect(amount, moved, sitting.player, sitting.table.name, now=moved.recorded_at)
    elif sitting.table.has_real_chips:
        into_the_tray = amount if target.kind == Account.Kind.WALLET else -amount
        chip_runs.carry(into_the_tray, moved, by=by, now=moved.recorded_at)
    return moved


def let_go(
    table: Table,
    sitting: Sitting,
    now: datetime,
    *,
    by: User | None = None,
    counted: int | None = None,
    is_carried: bool = True,
) -> Transfer | None:
    """Bring every chip of the stack back to the wallet, and free the seat; the transfer, None without chips.

    by: who of the staff did it; None: the player, or the table. counted: the chips of the stack, which at a session table
    nobody knows but whoever counts them; elsewhere left out, since the books know. is_carried: somebody brings the chips to the
    desk at once. Raises `Refused` where they are not
    counted, and `NotEnoughChips` for more than lie on the table.
    """
    account = chips_in_front(table, sitting)
    account.refresh_from_db()
    if table.is_session and counted is None:
        words = _("Count the chips in front of %(name)s, and say how many.") % {"name": sitting.player.nickname}
        raise Refused("not_counted", words, 422)
    sitting.left_with = account.balance if counted is None else counted
    moved = None
    if sitting.left_with:
        wallet = wallet_of(sitting.player, table)
        # Whoever was stood up by mistake sits again, and stands up once more: each time is a transfer of its own.
        key = f"sitting:{sitting.pk}:stand-up:{account.version}"
        who = by or sitting.player.user
        moved = move_chips(account, wallet, sitting.left_with, key, "stand-up", sitting, who, is_carried=is_carried)
    end(sitting, now)
    return moved


def end(sitting: Sitting, now: datetime) -> None:
    """Free the seat; the chips are the caller's to bring away."""
    sitting.state, sitting.left_at = Sitting.State.LEFT, now
    sitting.save(update_fields=["state", "left_at", "left_with", "brought"])
    table_events.tell_seat(table_events.LEFT, sitting, now=now)


def move_sitting(sitting: Sitting, to: Table, seat: int, *, now: datetime) -> Sitting:
    """Move a player, between hands, to a seat of another or the same table; the stack's account goes along untouched.

    Inside the caller's transaction. Both tables are locked by primary key. Raises `Refused` if the player is in a hand
    or the seat is taken or not there.
    """
    tables = {pk: lock_table(pk) for pk in sorted({sitting.table_id, to.pk})}
    origin, target = tables[sitting.table_id], tables[to.pk]
    if is_in_hand(origin, sitting.player):
        raise Refused("hand_in_progress", _("A player moves between hands only."))
    state = sitting.state
    brought, sitting.brought = sitting.brought, 0  # what was brought goes along with the chips
    end(sitting, now)
    check_seat(target, seat, sitting.player)
    moved = give_seat(target, seat, sitting.player, now, state=state, account_id=sitting.account_id)
    if brought:
        moved.brought = brought
        moved.save(update_fields=["brought"])
    if sitting.owes_big or sitting.owes_small:  # missed blinds go along
        moved.owes_big, moved.owes_small = sitting.owes_big, sitting.owes_small
        moved.save(update_fields=["owes_big", "owes_small"])
    if sitting.bank_seconds is not None:  # and so does what is left of the time bank
        running = table_rules.of_table(origin, origin.game)
        moved.bank_seconds, moved.bank_hand = time_bank.left(origin, sitting, running), target.next_hand
        moved.save(update_fields=["bank_seconds", "bank_hand"])
    for table in tables.values():
        bump(table)
    return moved
