"""The waiting list of a cash table as staff keeps it: who joins, is called, and leaves. Called inside `act_list.do`."""

from __future__ import annotations

from club.base.phrases import gettext as _
from club.models import Player
from tables.cash import between_hands, waiting_lists
from tables.core.errors import Refused
from tables.models import StaffAct, Table, Wait
from tables.staff.act_record import Acting


def join(acting: Acting, player: Player) -> StaffAct:
    """Put a player in the table's line. Raises `Refused` for one who sits here or stands there already."""
    table = acting.table
    _check_not_in_line(table, player)
    line = waiting_lists.get_in_line(table, player, by=acting.by, now=acting.now, source=acting.source)
    return acting.keep(StaffAct.Kind.JOIN, "", player=player, wait=line)


def call(acting: Acting, number: int) -> StaffAct:
    """Call somebody in line to a seat that is free, first or not; a call that stands is given its time anew."""
    line = _line(acting, number)
    before = {"state": line.state, "called_to": line.called_to_id}
    if line.state == Wait.State.MISSED:  # came after all
        _check_not_in_line(acting.table, line.player)
        line.state = Wait.State.CALLED
    waiting_lists.call_now(line, acting.table, acting.now)
    between_hands.go_on(acting.table, acting.now)
    return acting.keep(StaffAct.Kind.CALL, "wait.called", player=line.player, wait=line, before=before)


def leave(acting: Acting, number: int) -> StaffAct:
    """Take somebody out of the line."""
    line = _line(acting, number)
    before = {"state": line.state, "called_to": line.called_to_id}
    if not waiting_lists.get_out(line, [acting.table], by=acting.by, now=acting.now, source=acting.source):
        raise Refused("not_waiting", _("Nobody stands in that place of this table's line."), 404)
    return acting.keep(StaffAct.Kind.LEAVE, "", player=line.player, wait=line, before=before)


def _check_not_in_line(table: Table, player: Player) -> None:
    if Wait.objects.filter(player=player, table=table, state__in=waiting_lists.OPEN).exists():
        words = _("%(name)s stands in this line already.") % {"name": player.nickname}
        raise Refused("waits_already", words)


def _line(acting: Acting, number: int) -> Wait:
    """That place in the table's line, or in that of its game. Raises `Refused`."""
    found = Wait.objects.filter(pk=number).exclude(state=Wait.State.SEATED).select_related("player").first()
    is_here = found is not None and (
        acting.table.pk in (found.table_id, found.called_to_id)
        or (found.table_id is None and waiting_lists.shared_line(acting.table)["kind"] == found.kind)
    )
    if found is None or not is_here:
        raise Refused("not_waiting", _("Nobody stands in that place of this table's line."), 404)
    return found
