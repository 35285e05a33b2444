"""Shifts: the tray is counted when a cashier begins and ends, and what differs is said.

What should be in the tray is the opening count, and fills, less credits to the bank, and what the desk's slips moved: chips
that came from the bank or went out on credit have left the tray, chips that came back are in it. Chips that went from
player to player, or were adjusted, never touched it.

The drawer is counted beside the tray, if the shift began with a float in it: cash came for chips that were bought and went
for those that were taken back, at the price of a chip as the shift began. An amusement room has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q, Sum
from django.utils.translation import gettext as _

from club.base.errors import ClubError
from club.cashier import slips
from club.house import audit_log, chip_set
from club.house.club_rules import in_force
from club.models import Entry, Shift, Slip, TrayMove, User

TOUCH_THE_TRAY = ("cashier", "credit")  # kinds of accounts
PAID_IN_CASH = ("cash-in", "cash-out")  # purposes, and their corrections
MOST_CASH = 10**15


def open_shift(
    counts: Mapping[int, int], *, cash: int | None = None, by: User, now: datetime, source: str = ""
) -> Shift:
    """Begin a shift with a count of the tray (value → number) and the float in the drawer (None: there is no drawer).

    Cash is in the currency's smallest unit. Raises `ClubError` if one is open, for no count, or for cash in an amusement
    room.
    """
    with transaction.atomic():
        slips.lock()
        rules = in_force()
        total = chip_set.count(rules.chips, counts)
        _counted(cash)
        if cash is not None and rules.is_amusement_room:
            raise ClubError("no_cash_here", _("An amusement room has no cash drawer; leave the cash out."), 422)
        if slips.open_shift_of(by) is not None:
            raise ClubError("shift_is_open", _("Your shift is open already; close it first."), 409)
        shift = Shift.objects.create(
            number=(Shift.objects.aggregate(last=Max("number"))["last"] or 0) + 1,
            cashier=by,
            business_day=rules.calendar.day_of(now),
            chip_set=rules.chip_set,
            opened_at=now,
            opening=_kept(counts),
            opening_total=total,
            chip_price=rules.chip_price,
            cash_opening=cash,
        )
        subject, after = f"shift:{shift.number}", _told(total, cash)
        audit_log.record("shift.opened", by=by, subject=subject, after=after, source=source, now=now)
    return shift


def close_shift(
    counts: Mapping[int, int],
    *,
    cash: int | None = None,
    by: User,
    now: datetime,
    note: str = "",
    source: str = "",
) -> Shift:
    """End one's shift with a count of the tray, and of the drawer if it began with one; the two variances stand apart.

    Raises `ClubError` if none is open, or for no count.
    """
    with transaction.atomic():
        slips.lock()
        shift = _own(by)
        total = chip_set.count(chip_set.parse(shift.chip_set), counts)
        _counted(cash)
        if (cash is None) is not (shift.cash_opening is None):
            has_none = _("This shift began without a cash drawer; leave the cash out.")
            raise ClubError("bad_cash", has_none if cash is not None else _("Count the cash in the drawer too."), 422)
        shift.expected, shift.cash_expected = expected(shift), cash_expected(shift)
        shift.closing, shift.closing_total, shift.closed_at = _kept(counts), total, now
        shift.cash_closing, shift.note = cash, note[:300]
        shift.save()
        audit_log.record(
            "shift.closed",
            by=by,
            subject=f"shift:{shift.number}",
            why=note[:300],
            before=_told(shift.expected, shift.cash_expected),
            after=_told(total, cash),
            source=source,
            now=now,
        )
    return shift


def move_tray(
    kind: str, counts: Mapping[int, int], *, key: str, by: User, now: datetime, why: str = "", source: str = ""
) -> TrayMove:
    """A numbered ``fill`` of the tray, or ``credit`` to the bank. Raises `ClubError` without a shift or for no chips."""
    with transaction.atomic():
        slips.lock()
        standing = TrayMove.objects.filter(key=key).first()
        if standing is not None:
            if (standing.kind, standing.counts) != (kind, _kept(counts)):
                raise ClubError("key_reused", _("This key was used for another request."), 422)
            return standing
        shift = _own(by)
        total = chip_set.count(chip_set.parse(shift.chip_set), counts)
        if not total:
            raise ClubError("bad_count", _("Count the chips that are moved; there is none."), 422)
        if kind == "credit" and total > expected(shift):
            words = _("The tray should hold %(expected)d; %(total)d cannot leave it.")
            raise ClubError("not_in_the_tray", words % {"expected": expected(shift), "total": total}, 409)
        last = TrayMove.objects.filter(kind=kind).aggregate(last=Max("number"))["last"] or 0
        made = TrayMove.objects.create(
            kind=kind, number=last + 1, shift=shift, counts=_kept(counts), total=total, key=key, by=by, at=now, why=why
        )
        subject = f"{kind}:{made.number}"
        audit_log.record(f"shift.{kind}", by=by, subject=subject, why=why, after=total, source=source, now=now)
    return made


def expected(shift: Shift) -> int:
    """What should be in the tray now, in chips; for a closed shift, what should have been at its end."""
    if shift.expected is not None:
        return shift.expected
    moved = Entry.objects.filter(transfer__slip__shift=shift, account__kind__in=TOUCH_THE_TRAY, account__unit="chips")
    totals = dict(shift.moves.values_list("kind").annotate(total=Sum("total")))
    by_slips = moved.aggregate(total=Sum("amount"))["total"] or 0
    return int(shift.opening_total + totals.get("fill", 0) - totals.get("credit", 0) + by_slips)


def cash_expected(shift: Shift) -> int | None:
    """What should be in the drawer now, in the currency's smallest unit; None in a shift without one."""
    if shift.cash_expected is not None or shift.cash_opening is None:
        return shift.cash_expected
    paid = Entry.objects.filter(
        Q(transfer__purpose__in=PAID_IN_CASH) | Q(transfer__corrects__purpose__in=PAID_IN_CASH),
        transfer__slip__shift=shift,
        account__kind="cashier",
        account__unit="chips",
    )
    return int(shift.cash_opening - shift.chip_price * (paid.aggregate(total=Sum("amount"))["total"] or 0))


def paid_in_cash(slip: Slip) -> int | None:
    """What was paid for a slip's chips, below 0 if the desk paid; None if no drawer was open or no cash changed hands."""
    made = slip.transfer
    purpose = made.purpose if made.corrects is None else made.corrects.purpose
    if slip.shift is None or slip.shift.cash_opening is None or purpose not in PAID_IN_CASH:
        return None
    out = made.entries.filter(account__kind="cashier").aggregate(total=Sum("amount"))["total"] or 0
    return int(-out * slip.shift.chip_price)


def _counted(cash: int | None) -> None:
    if cash is not None and (type(cash) is not int or not 0 <= cash <= MOST_CASH):
        raise ClubError("bad_cash", _("Count the cash: a whole number, 0 or more, in the smallest unit."), 422)


def _told(total: int | None, cash: int | None) -> object:
    """A count in the record of decisions: chips alone, or chips and cash."""
    return total if cash is None else {"chips": total, "cash": cash}


def _own(by: User) -> Shift:
    shift = slips.open_shift_of(by)
    if shift is None:
        raise ClubError("no_shift", _("Count your tray and open a shift first."), 409)
    return shift


def _kept(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(value): number for value, number in sorted(counts.items()) if number}
