"""Practice tables: hands for play chips, with computer players at a level that is chosen when one is seated.

Play chips are a unit of their own. They come from the house's account of that unit when somebody sits down, and go back to it;
the ledger exchanges no unit for another, so no chip of the club moves here, and no rake or time charge is taken.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import datetime
from itertools import count

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.rights import has_right
from club.models import ComputerLevel, Player, User
from club.people.people import enrol, player_of
from tables.cash import seating, sittings
from tables.core.errors import Refused
from tables.core.locks import lock_table
from tables.models import PRACTICE, Sitting, Table

RIGHT = "tables.open"
NAMES = ("Aoi", "Birch", "Cedar", "Dune", "Ember", "Fern", "Grove", "Hana", "Iris", "Juniper", "Kumo", "Linden", "Momiji",
         "Nagi", "Olive", "Pine", "Quince", "Rowan", "Sumire", "Tsubaki")  # fmt: skip


def seat_computer(table_id: int, level: str, *, by: User, now: datetime, source: str = "") -> Sitting:
    """Seat a computer player of that level in the first free seat, with half of the largest buy-in.

    Raises `UnknownTable`; `Refused` at a table that is no practice table, where no seat is free, for a level there is not, or
    for somebody who neither sits there nor opens tables; what sitting down refuses.
    """
    if level not in ComputerLevel.values:
        raise Refused("unknown_level", _("Choose one of the levels there are."), 422, levels=ComputerLevel.values)
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        _check_may(table, by)
        taken = {one.seat for one in sittings.seated_at(table)}
        free = [seat for seat in range(1, table.seats + 1) if seat not in taken]
        if not free:
            raise Refused("table_full", _("No seat is free here."))
        player = _free_computer(level, now)
        buy_in = max(table.min_buy_in, table.max_buy_in // 2)
        sitting, _moved = seating.seat_player(table, player, free[0], buy_in, now=now, by=by)
        told = {"seat": free[0], "level": level}
        audit_log.record("computer.seated", by=by, subject=f"table:{table.pk}", after=told, source=source, now=now)
        return sitting


def send_computer_away(table_id: int, seat: int, *, by: User, now: datetime, source: str = "") -> Sitting:
    """Have the computer player in that seat leave, after the hand if it is in one.

    Raises as `seat_computer` does, and `Refused` where no computer player sits in that seat.
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        _check_may(table, by)
        found = [one for one in sittings.seated_at(table) if one.seat == seat and one.player.is_computer]
        if not found:
            raise Refused("no_computer_here", _("No computer player sits in seat %(seat)s.") % {"seat": seat}, 404)
        if found[0].state != Sitting.State.LEAVING:
            told = {"seat": seat}
            audit_log.record("computer.left", by=by, subject=f"table:{table.pk}", before=told, source=source, now=now)
            seating.stand_player_up(table, found[0], now=now, by=by)
        return found[0]


def keep_going(*, now: datetime) -> None:
    """At practice tables computer players who have lost their chips bring new ones; where no person sits any more, they leave."""
    person = Sitting.objects.filter(table=OuterRef("table"), player__is_computer=False).exclude(
        state=Sitting.State.LEFT
    )
    of_practice = (
        Sitting.objects.filter(table__unit=PRACTICE, state=Sitting.State.ACTIVE, player__is_computer=True)
        .annotate(has_company=Exists(person))
        .select_related("table", "player", "account")
    )
    for sitting in of_practice:
        with contextlib.suppress(ClubError):  # in a hand, or gone: the next round finds it again
            if not sitting.has_company:
                seating.stand_up(sitting.table_id, sitting.player, now=now)
            elif sitting.account is not None and not sitting.account.balance:
                chips, key = sitting.table.max_buy_in // 2, f"practice:{sitting.table.next_hand}"
                seating.top_up(sitting.table_id, sitting.player, chips, key=key, now=now)


def may_seat(table: Table, by: User) -> bool:
    """Whether that login may seat computer players here: whoever sits at the practice table, and who opens tables."""
    if not table.is_practice or table.status != Table.Status.OPEN:
        return False
    player = player_of(by)
    is_here = player is not None and any(one.player_id == player.pk for one in sittings.seated_at(table))
    return is_here or has_right(by, RIGHT)


def _check_may(table: Table, by: User) -> None:
    if not table.is_practice:
        raise Refused("no_practice_table", _("Computer players are seated at practice tables alone."))
    if not may_seat(table, by):
        raise Refused(
            "not_seated", _("Sit down first: who sits at a practice table seats computer players there."), 403
        )


def _free_computer(level: str, now: datetime) -> Player:
    """A computer player of that level who sits nowhere; a new one if all do."""
    sits = Sitting.objects.filter(player=OuterRef("pk")).exclude(state=Sitting.State.LEFT)
    found = _practising().filter(~Exists(sits), computer_level=level).order_by("pk").first()
    return found or _enrolled(level, now)


def _enrolled(level: str, now: datetime) -> Player:
    """A new computer player, by the first name that nobody has and that nobody takes for a member's."""
    names = _names(_practising().count())
    player = None
    while player is None:
        player = _called(next(names), now)
    player.computer_level = level
    player.save(update_fields=["computer_level"])
    return player


def _called(nickname: str, now: datetime) -> Player | None:
    """A computer player called so; None where somebody is called so already, or nearly."""
    try:
        with transaction.atomic():
            return enrol(nickname, is_computer=True, now=now)
    except ClubError:
        return None


def _names(first: int) -> Iterator[str]:
    """The names in their order, and again with a number, from the one at `first` on."""
    for at in count(first):
        number, name = divmod(at, len(NAMES))
        yield NAMES[name] if not number else f"{NAMES[name]} {number + 1}"


def _practising() -> QuerySet[Player]:
    """The computer players who have sat at a practice table."""
    sat = Sitting.objects.filter(player=OuterRef("pk"), table__unit=PRACTICE)
    return Player.objects.filter(Exists(sat), is_computer=True)
