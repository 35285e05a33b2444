"""Seats and chips of a cash table as staff gives them, counts them and takes them back.

Every function is called inside `act_list.do`, which holds the table's lock. Raises what `tables.cash.seating` raises, and
`Refused` with words for whoever stands at the table.
"""

from __future__ import annotations

from typing import Any

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.cashier import approvals, chip_runs
from club.models import Player, Transfer
from tables.cash import between_hands, missed_blinds, seat_changes, seating, sittings, time_charge, waiting_lists
from tables.core import table_rules
from tables.core.errors import Refused
from tables.models import Sitting, StaffAct, Table
from tables.staff import session_counts
from tables.staff.act_record import Acting

PRESENCE = ("state", "entry", "owes_big", "owes_small")


def usual_buy_in(table: Table) -> int:
    """What staff is offered as a buy-in, in chips: that of the last player seated, else half of the largest."""
    seated = StaffAct.objects.filter(table=table, kind=StaffAct.Kind.SEAT, taken_back_at=None)
    last = seated.order_by("-pk").values_list("chips", flat=True).first()
    return max(last or table.max_buy_in // 2, table.min_buy_in)


def seat(
    acting: Acting, player: Player, number: int | None, buy_in: int | None, *, is_paid: bool, post: bool
) -> StaffAct:
    """Seat a player with chips of the wallet, or with chips that are paid for now.

    `number` None: the first seat that is free. `buy_in` None: `usual_buy_in`.
    """
    table = acting.table
    number = _first_free(table) if number is None else number
    buy_in = usual_buy_in(table) if buy_in is None else buy_in
    sale = _have(acting, player, buy_in, is_paid)
    lines = waiting_lists.leading_to(table, player)
    sitting, moved = seating.seat_player(table, player, number, buy_in, now=acting.now, by=acting.by, post=post)
    return acting.keep(
        StaffAct.Kind.SEAT, "seat.taken", player=player, sitting=sitting, transfer=moved, sale=sale, chips=buy_in,
        before={"lines": lines} if lines else {}, after={"seat": number},
    )  # fmt: skip


def top_up(acting: Acting, player: Player, chips: int, *, is_paid: bool) -> StaffAct:
    """Add chips of the wallet to a stack, or chips that are paid for now."""
    sitting = acting.sitting_of(player)
    sale = _have(acting, player, chips, is_paid)
    key = f"{acting.by.pk}:{acting.key}"
    moved = seating.add_chips(acting.table, sitting, chips, key=key, now=acting.now, by=acting.by)
    return acting.keep(
        StaffAct.Kind.TOP_UP, "seat.topped-up", player=player, sitting=sitting, transfer=moved, sale=sale, chips=chips
    )


def stand_up(acting: Acting, player: Player, counted: int | None, *, why: str, is_paid_out: bool) -> StaffAct:
    """Stand a player up, the chips in front counted; somebody in a hand leaves when it is over, with no count.

    A count other than the books' is refused, unless `why` says how it came about: then the player leaves with the chips of
    the books, and the difference is proposed as an adjustment, which waits for a second person beyond the house's limit.
    At a session table the books know no stack: the count stands.
    """
    if acting.table.is_session:
        return session_counts.count_out(acting, player, counted, is_paid_out=is_paid_out)
    sitting = acting.sitting_of(player)
    before = {"seat": sitting.seat, "state": sitting.state}
    is_in_hand = sittings.is_in_hand(acting.table, player)
    if is_in_hand and (counted is not None or is_paid_out):
        words = _("%(name)s is in the hand: finish it or call it off, then count.") % {"name": player.nickname}
        raise Refused("hand_in_progress", words)
    booked = sittings.stack_of(sitting).balance
    if not is_in_hand and counted is None:
        words = _("Count the chips in front of %(name)s, and say how many.") % {"name": player.nickname}
        raise Refused("not_counted", words, 422, stack=booked)
    difference = 0 if counted is None else counted - booked
    if difference and shows_nothing(why):
        raise _differs(player, booked, booked + difference)
    moved = seating.stand_player_up(acting.table, sitting, now=acting.now, by=acting.by)
    after: dict[str, Any] = {} if counted is None else {"counted": counted}
    if difference:
        after["proposal"] = _propose(acting, player, difference, why)
        chip_runs.carry(difference, None, by=acting.by, now=acting.now)  # what was counted is what comes to the tray
    payable = min(booked, counted or 0)
    sale = acting.pay_out(player, payable) if is_paid_out and payable else None
    return acting.keep(
        StaffAct.Kind.STAND_UP, "seat.left", player=player, sitting=sitting, transfer=moved, sale=sale,
        chips=None if is_in_hand else booked, before=before, after=after, why=why.strip(),
    )  # fmt: skip


def set_presence(acting: Acting, player: Player, state: str, *, post: bool) -> StaffAct:
    """Have a player sit out, or come back, who then posts what is owed or waits for the big blind."""
    sitting = acting.sitting_of(player)
    before = _fields(sitting)
    seating.set_presence(acting.table, sitting, state, now=acting.now, post=post)
    return acting.keep(
        StaffAct.Kind.PRESENCE, "seat.presence", player=player, sitting=sitting, before=before, after=_fields(sitting)
    )


def set_blinds(acting: Acting, player: Player, *, owes_big: bool, owes_small: bool) -> StaffAct:
    """Say which blinds a player has missed, who posts them or waits for the big blind to come back into the game."""
    sitting = acting.sitting_of(player)
    before = _fields(sitting)
    sitting.owes_big, sitting.owes_small = owes_big, owes_small
    if sitting.state == Sitting.State.ACTIVE:
        missed_blinds.come_back(acting.table, sitting, post=False)
        if not (owes_big or owes_small):
            sitting.entry = Sitting.Entry.IN
    sitting.save(update_fields=[*missed_blinds.ENTRY])
    between_hands.go_on(acting.table, acting.now)
    return acting.keep(
        StaffAct.Kind.BLINDS, "seat.blinds", player=player, sitting=sitting, before=before, after=_fields(sitting)
    )


def move(acting: Acting, player: Player, number: int) -> StaffAct:
    """Have a player change to another seat, at once, or during a hand as soon as it is over and the seat is free."""
    sitting = acting.sitting_of(player)
    before = _fields(sitting) | {"seat": sitting.seat}
    taken = {one.seat: one.player.nickname for one in sittings.seated_at(acting.table) if one.pk != sitting.pk}
    if number in taken:
        words = _("Seat %(seat)s is taken by %(name)s.") % {"seat": number, "name": taken[number]}
        raise Refused("seat_taken", words, 409, seat=number)
    seat_changes.wish_seat(acting.table, sitting, number, now=acting.now)
    return acting.keep(
        StaffAct.Kind.MOVE, "seat.wanted", player=player, sitting=sitting, before=before, after={"seat": number}
    )


def take_time(acting: Acting, player: Player | None, chips: int | None) -> StaffAct:
    """Take the time charge between hands, from one stack or from all; `chips` None: as the house rule has it."""
    table = acting.table
    charge = table_rules.of_table(table, table.game).time_charge if chips is None else chips
    if not charge:
        raise Refused("no_time_charge", _("This house has no time charge: say how many chips a seat pays."), 422)
    here = sittings.seated_at(table) if player is None else [acting.sitting_of(player)]
    if table.is_session and here:
        return session_counts.take_time(acting, player, len(here), charge)
    busy = [one.player.nickname for one in here if sittings.is_in_hand(table, one.player)]
    if busy:
        raise Refused("hand_in_progress", _("The time charge is taken between hands: finish the hand first."))
    key = f"table:{table.pk}:time:{acting.by.pk}:{acting.key}"
    taken = time_charge.take(table, here, charge, key=key, by=acting.by)
    if taken is None:
        raise Refused("nothing_to_take", _("Nobody here has chips from which to take it."))
    between_hands.go_on(table, acting.now)
    moved, total = taken
    sitting = here[0] if player is not None else None
    return acting.keep(StaffAct.Kind.TIME, "time.charged", player=player, sitting=sitting, transfer=moved, chips=total)


# -- the pieces -------------------------------------------------------------------------------------------------------


def _first_free(table: Table) -> int:
    taken = {one.seat for one in sittings.seated_at(table)}
    free = next((number for number in range(1, table.seats + 1) if number not in taken), None)
    if free is None:
        raise Refused("table_full", _("Every seat is taken: put them in line."))
    return free


def _have(acting: Acting, player: Player, chips: int, is_paid: bool) -> Transfer | None:
    """Have those chips in the wallet: sold now if they are paid for; the sale. Raises `Refused` where there are fewer."""
    if is_paid:
        return acting.sell(player, chips)
    if sittings.wallet_of(player, acting.table).balance < chips:
        words = _("%(name)s's wallet holds fewer than %(chips)s chips: take the money now (paid now), or choose fewer.")
        told = {"name": player.nickname, "chips": f"{chips:,}"}
        raise Refused("wallet_too_small", words % told, 409, player=player.pk, chips=chips)
    return None


def _differs(player: Player, booked: int, counted: int) -> Refused:
    words = _(
        "The books say %(booked)s in front of %(name)s, and %(counted)s were counted. Count again, or correct the hand that "
        "was entered wrongly; or say why, and the difference waits for a second person."
    )
    told = {"name": player.nickname, "booked": f"{booked:,}", "counted": f"{counted:,}"}
    return Refused("count_differs", words % told, 409, booked=booked, counted=counted)


def _propose(acting: Acting, player: Player, difference: int, why: str) -> int:
    how: dict[str, Any] = {"by": acting.by, "now": acting.now, "source": acting.source}
    key = f"table:{acting.table.pk}:count:{acting.by.pk}:{acting.key}"
    return approvals.propose_adjustment(player, difference, why=why, key=key, **how).pk


def _fields(sitting: Sitting) -> dict[str, Any]:
    return {name: getattr(sitting, name) for name in PRESENCE}
