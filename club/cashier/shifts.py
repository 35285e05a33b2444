"""Shifts: the tray is counted when a cashier begins and ends, and what differs is said.

What should be in the tray is the opening count, the moves of the tray (fills and drops, less credits to the bank), and what
was carried to tables and back (`chip_runs`). What should be in the drawer is the float, the cash of the slips, and the cash
that was moved with the tray; a shift that began without a float has no drawer, an amusement room never.
docs/architecture/desk.md says which act moves what.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Sum

from club.base.errors import ClubError
from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.cashier import desk_transfers
from club.house import audit_log, chip_set
from club.house.club_rules import ClubRules, in_force
from club.models import ClosedMonth, Proposal, Shift, TrayMove, User

MOST_CASH = 10**15


def open_shift(
    counts: Mapping[int, int], *, cash: int | None = None, by: User, now: datetime, source: str = ""
) -> Shift:
    """Begin a shift with a count of the tray (value → number) and the float in the drawer (None: there is no drawer).

    Cash is in the currency's smallest unit. Raises `ClubError` if one is open, for no count, or for cash in an amusement
    room.
    """
    with transaction.atomic():
        desk_transfers.lock()
        rules = in_force()
        total = chip_set.count(rules.chips, counts)
        chip_set.check_whole(rules.chips, counts)
        _counted(cash)
        if cash is not None and rules.is_amusement_room:
            raise ClubError("no_cash_here", _("An amusement room has no cash drawer; leave the cash out."), 422)
        if open_shift_of(by) is not None:
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

    With a variance beyond the house's limit the shift closes only with a `note` that says why, and waits for a second person
    (`approvals`), who lets it stand or has it counted again. Raises `ClubError` if none is open, and for no whole count.
    """
    with transaction.atomic():
        desk_transfers.lock()
        shift = Shift.objects.select_for_update(no_key=True).get(pk=_own(by).pk)  # no chip run while it closes
        chips = chip_set.parse(shift.chip_set)
        total = chip_set.count(chips, counts)
        chip_set.check_whole(chips, counts)
        _counted(cash)
        if (cash is None) is not (shift.cash_opening is None):
            has_none = _("This shift began without a cash drawer; leave the cash out.")
            raise ClubError("bad_cash", has_none if cash is not None else _("Count the cash in the drawer too."), 422)
        shift.expected, shift.cash_expected = expected(shift), cash_expected(shift)
        shift.closing, shift.closing_total, shift.closed_at = _kept(counts), total, now
        shift.cash_closing, shift.note = cash, note.strip()[:300]
        is_large = is_variance_large(shift, in_force())
        if is_large and shows_nothing(shift.note):
            raise _needs_reason(shift)
        shift.save()
        audit_log.record(
            "shift.closed",
            by=by,
            subject=f"shift:{shift.number}",
            why=shift.note,
            before=_told(shift.expected, shift.cash_expected),
            after=_told(total, cash),
            source=source,
            now=now,
        )
        if is_large:
            Proposal.objects.create(
                kind=Proposal.Kind.VARIANCE, key=f"variance:{shift.pk}:{now.isoformat()}", shift=shift,
                amount=shift.variance or 0, why=shift.note, proposed_by=by, proposed_at=now, needs_second=True,
            )  # fmt: skip
    return shift


def is_variance_large(shift: Shift, rules: ClubRules) -> bool:
    """True if tray or drawer of a closed shift differ by more than one person may let stand."""
    cash = abs(shift.cash_variance or 0)
    return abs(shift.variance or 0) > rules.variance_alone or cash > rules.variance_alone * shift.chip_price


def _needs_reason(shift: Shift) -> ClubError:
    words = _(
        "The tray differs by %(chips)s from what should be there. Count again, or say why: a second person decides."
    )
    if shift.cash_variance is not None:
        words = _(
            "The tray differs by %(chips)s and the drawer by %(cash)s from what should be there. Count again, or say why: a "
            "second person decides."
        )
    told = {"chips": f"{shift.variance:+,}", "cash": f"{shift.cash_variance or 0:+,}"}
    variances = {"variance": shift.variance, "cash_variance": shift.cash_variance}
    return ClubError("variance_needs_reason", words % told, 409, **variances)


def check_may_open_again(shift: Shift) -> None:
    """Raise `ClubError` unless that shift is closed, is its cashier's last, and belongs to no closed month."""
    if shift.closed_at is None:
        raise ClubError("shift_is_open", _("This shift is open."), 409)
    if Shift.objects.filter(cashier=shift.cashier_id, number__gt=shift.number).exists():
        raise ClubError(
            "not_the_last", _("Only a cashier's last shift is opened again: its tray has gone on since."), 409
        )
    if ClosedMonth.objects.filter(ends_at__gt=shift.opened_at).exists():
        raise ClubError("month_closed", _("The month of this shift is closed; its figures stand."), 409)


def open_again(number: int, *, why: str, by: User, now: datetime, source: str = "") -> None:
    """Take back that a shift was closed: it goes on, and is counted anew. Its first count at the end stays on record.

    The caller is in a transaction and holds the desk's lock. Raises what `check_may_open_again` raises.
    """
    shift = Shift.objects.select_for_update(no_key=True).get(pk=number)
    check_may_open_again(shift)
    audit_log.record(
        "shift.reopened",
        by=by,
        subject=f"shift:{shift.number}",
        why=why,
        before=_told(shift.closing_total, shift.cash_closing),
        after=_told(shift.expected, shift.cash_expected),
        source=source,
        now=now,
    )
    shift.closed_at = shift.closing = shift.closing_total = shift.expected = None
    shift.cash_closing = shift.cash_expected = None
    shift.note = ""
    shift.save()


def warnings(shift: Shift | None) -> list[str]:
    """What cannot be in an open shift's tray or drawer, in words: more has gone out than was in it."""
    if shift is None or shift.closed_at is not None:
        return []
    told, held, cash = [], expected(shift), cash_expected(shift)
    if held < 0:
        words = _("More chips have left the tray than were in it: %(n)s are missing. Fill it from the bank.")
        told.append(words % {"n": f"{-held:,}"})
    if cash is not None and cash < 0:
        words = _("More cash was paid out than was in the drawer: %(n)s is missing. Fill it from the bank.")
        told.append(words % {"n": f"{-cash:,}"})
    return told


def move_tray(
    kind: str,
    counts: Mapping[int, int],
    *,
    cash: int = 0,
    key: str,
    by: User,
    now: datetime,
    why: str = "",
    source: str = "",
) -> TrayMove:
    """A numbered ``fill`` of tray and drawer, ``credit`` to the bank, or ``drop``: the boxes of the tables emptied into the tray.

    Raises `ClubError` without a shift, for nothing moved, for more than there should be, and for cash without a drawer.
    """
    with transaction.atomic():
        desk_transfers.lock()
        standing = TrayMove.objects.filter(key=key).first()
        if standing is not None:
            if (standing.kind, standing.counts, standing.cash) != (kind, _kept(counts), cash):
                raise ClubError("key_reused", _("This key was used for another request."), 422)
            return standing
        shift = _own(by)
        total = chip_set.count(chip_set.parse(shift.chip_set), counts)
        _counted(cash)
        if not total and not cash:
            raise ClubError("bad_count", _("Count the chips that are moved; there is none."), 422)
        if cash and shift.cash_opening is None:
            raise ClubError("bad_cash", _("This shift began without a cash drawer; leave the cash out."), 422)
        held = cash_expected(shift) or 0
        if kind == "credit" and cash > held:
            words = _("The drawer should hold %(expected)s; %(total)s cannot leave it.")
            raise ClubError("not_in_the_drawer", words % {"expected": f"{held:,}", "total": f"{cash:,}"}, 409)
        if kind == "credit" and total > expected(shift):
            words = _("The tray should hold %(expected)s; %(total)s cannot leave it.")
            told = {"expected": f"{expected(shift):,}", "total": f"{total:,}"}
            raise ClubError("not_in_the_tray", words % told, 409)
        last = TrayMove.objects.filter(kind=kind).aggregate(last=Max("number"))["last"] or 0
        made = TrayMove.objects.create(
            kind=kind, number=last + 1, shift=shift, counts=_kept(counts), total=total, cash=cash, key=key, by=by, at=now,
            why=why,
        )  # fmt: skip
        subject, after = f"{kind}:{made.number}", _told(total, cash or None)
        audit_log.record(f"shift.{kind}", by=by, subject=subject, why=why, after=after, source=source, now=now)
    return made


def expected(shift: Shift) -> int:
    """What should be in the tray now, in chips; for a closed shift, what should have been at its end."""
    if shift.expected is not None:
        return shift.expected
    totals = dict(shift.moves.values_list("kind").annotate(total=Sum("total")))
    carried = shift.runs.aggregate(total=Sum("chips"))["total"] or 0
    into = totals.get("fill", 0) + totals.get("drop", 0)
    return int(shift.opening_total + into - totals.get("credit", 0) + carried)


def cash_expected(shift: Shift) -> int | None:
    """What should be in the drawer now, in the currency's smallest unit; None in a shift without one."""
    if shift.cash_expected is not None or shift.cash_opening is None:
        return shift.cash_expected
    paid = shift.slips.aggregate(total=Sum("cash"))["total"] or 0
    moved = dict(shift.moves.values_list("kind").annotate(total=Sum("cash")))
    return int(shift.cash_opening + paid + moved.get("fill", 0) - moved.get("credit", 0))


def _counted(cash: int | None) -> None:
    if cash is not None and (type(cash) is not int or not 0 <= cash <= MOST_CASH):
        raise ClubError("bad_cash", _("Count the cash: a whole number, 0 or more, in the smallest unit."), 422)


def _told(total: int | None, cash: int | None) -> object:
    """A count in the record of decisions: chips alone, or chips and cash."""
    return total if cash is None else {"chips": total, "cash": cash}


def _own(by: User) -> Shift:
    shift = open_shift_of(by)
    if shift is None:
        raise ClubError("no_shift", _("Count your tray and open a shift first."), 409)
    return shift


def _kept(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(value): number for value, number in sorted(counts.items()) if number}


def open_shift_of(user: User | None) -> Shift | None:
    """The shift in which that person serves now."""
    return None if user is None else Shift.objects.filter(cashier=user, closed_at=None).first()


def shift_for(user: User | None, rules: ClubRules) -> Shift | None:
    """`open_shift_of`; raises `ClubError` if the house serves in shifts only and there is none."""
    shift = open_shift_of(user)
    if shift is None and user is not None and rules.desk_needs_shift:
        raise ClubError("no_shift", _("Count your tray and open a shift first."), 409)
    return shift
