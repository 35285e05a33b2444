"""Slips: every transfer made at the desk has a number, without gaps, and belongs to a shift and a business day.

The desk works one transfer at a time: `lock` is taken before any account, so what a shift, a credit or a number depends
on cannot change between being looked at and being written. Hands and tournaments never wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Max, Q, QuerySet

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.club_rules import ClubRules
from club.ledger import ledger
from club.models import Player, Shift, Slip, Transfer, User

_LOCK = 0x6465736B


def lock() -> None:
    """Wait until no other desk is in the middle of a transfer; held to the end of the caller's transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def open_shift_of(user: User | None) -> Shift | None:
    """The shift in which that person serves now."""
    return None if user is None else Shift.objects.filter(cashier=user, closed_at=None).first()


def shift_for(user: User | None, rules: ClubRules) -> Shift | None:
    """`open_shift_of`; raises `ClubError` if the house serves in shifts only and there is none."""
    shift = open_shift_of(user)
    if shift is None and user is not None and rules.desk_needs_shift:
        raise ClubError("no_shift", _("Count your tray and open a shift first."), 409)
    return shift


def own_players(by: User) -> QuerySet[Player]:
    """The player of a login, and players merged into it."""
    return Player.objects.filter(Q(user=by) | Q(merged_into__user=by))


def check_not_own(by: User | None, owners: Iterable[str]) -> None:
    """Refuse (403) whoever has to do with one of those accounts: nobody serves, proposes or approves for the own pocket.

    `owners` are owners of accounts, such as ``player:7``. A login's are those of its player and of players merged into it.
    """
    if by is not None and {player.owner for player in own_players(by)} & set(owners):
        words = _("This moves chips of your own: somebody else must serve, propose or approve it.")
        raise ClubError("own_account", words, 403)


def has_drawer(shift: Shift | None, rules: ClubRules) -> bool:
    """True if cash changes hands at this desk: not in an amusement room, nor in a shift that began without a drawer."""
    return not rules.is_amusement_room and (shift is None or shift.cash_opening is not None)


def price_of(chips: int, *, shift: Shift | None, rules: ClubRules) -> int:
    """What so many chips cost here, in the currency's smallest unit; 0 where there is no drawer."""
    if not has_drawer(shift, rules):
        return 0
    return chips * (rules.chip_price if shift is None else shift.chip_price)


def issue(made: Transfer, *, shift: Shift | None, rules: ClubRules, cash: int = 0) -> Slip:
    """Number a transfer, for which so much cash went into the drawer (below 0: out of it). The caller holds `lock`."""
    last = Slip.objects.aggregate(last=Max("number"))["last"] or 0
    day = rules.calendar.day_of(made.recorded_at)
    return Slip.objects.create(number=last + 1, transfer=made, shift=shift, business_day=day, cash=cash)


def post(
    key: str,
    moves: dict[int, int],
    *,
    purpose: str,
    reference: str,
    rules: ClubRules,
    shift: Shift | None,
    by: User | None,
    now: datetime,
    source: str,
    why: str = "",
    after: object = None,
    paid: int = 0,
) -> Transfer:
    """Post a transfer of the desk, number it and put it on record. The caller is in a transaction and holds `lock`.

    paid: how many chips were paid for in cash; below 0: for how many the desk paid.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a slip is issued in the transaction that holds the desk's lock")
    is_new = not ledger.is_posted(key)
    made = ledger.post(key, moves, purpose=purpose, reference=reference, by=by, why=why, now=now)
    if is_new:
        issue(made, shift=shift, rules=rules, cash=price_of(paid, shift=shift, rules=rules))
        audit_log.record(f"cashier.{purpose}", by=by, subject=reference, why=why, after=after, source=source, now=now)
    return made
