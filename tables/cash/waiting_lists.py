"""Waiting lists of cash tables: of one table, or of a game or a mix whatever the table. Who is first in line is called first.

Whoever is called has a seat kept until an instant; then the next in line is called. Lines are kept under the lock of the
table whose seats are given away; those of a game are shared by its tables, so their rows are locked too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from club.base.phrases import gettext as _
from club.database.prepared_queries import Lines, read
from club.house import audit_log
from club.models import Player, User
from club.people import eligibility
from engine.errors import EngineError
from engine.mixes.rotation import Rotation
from engine.notation.game_names import key_of
from engine.play.any_game import find_game
from tables.cash import mixed_games
from tables.core import admission, table_rules
from tables.core.due_times import APART, is_too_far
from tables.core.errors import IllegalAction, Refused
from tables.core.locks import bump, lock_table
from tables.models import Sitting, Table, Wait

_LENGTHS = Lines("""
    SELECT count(*) FILTER (WHERE state = 'waiting' AND (
            table_id = %s OR table_id IS NULL AND kind = %s AND game = %s AND mix = %s::jsonb
        )),
        count(*) FILTER (WHERE state = 'called' AND called_to_id = %s)
    FROM tables_wait WHERE state IN ('waiting', 'called')
""")
OPEN = (Wait.State.WAITING, Wait.State.CALLED)


def join(
    player: Player,
    *,
    table_id: int | None = None,
    game: str = "",
    kind: str = Table.Kind.DEALT,
    now: datetime,
    source: str = "",
) -> Wait:
    """Get in line for a table, or for a game at any cash table of that kind. Harmless if repeated: one keeps one's place.

    Raises `UnknownTable`, `IllegalAction` for an unknown game, `Refused` (not a cash table, seated there already), and
    `ClubError` for one who may not play.
    """
    if table_id is None:
        game = _key_of(game)
    else:
        admission.check_table(table_id, player)
    with transaction.atomic(durable=True):
        tables = [lock_table(table_id)] if table_id is not None else _of_game(game, kind)
        if table_id is not None:
            return get_in_line(tables[0], player, by=player.user, now=now, source=source)
        eligibility.check_may_play(player, now)
        mine = Wait.objects.filter(player=player, kind=kind, game=game, mix={}, state__in=OPEN, table=None)
        line = mine.first() or _enter(player, tables, by=player.user, now=now, source=source, kind=kind, game=game)
    line.refresh_from_db()
    return line


def get_in_line(table: Table, player: Player, *, by: User | None, now: datetime, source: str = "") -> Wait:
    """`join` the line of a locked table, as done by that login."""
    eligibility.check_may_play(player, now)
    if not table.is_cash or table.status != Table.Status.OPEN:
        raise Refused("not_a_cash_table", _("There is a waiting list at open cash tables only."))
    if _seated(table).filter(player=player).exists():
        raise Refused("seated_already", _("You are seated at this table already."))
    mine = Wait.objects.filter(player=player, table=table, kind=table.line_kind, game="", mix={}, state__in=OPEN)
    line = mine.first()
    if line is None:
        line = _enter(player, [table], by=by, now=now, source=source, table=table, kind=table.line_kind)
        line.refresh_from_db()
    return line


def leave(player: Player, wait_id: int, *, now: datetime, source: str = "") -> None:
    """Get out of a line; a seat that was kept is given to the next. Raises `Refused` for a line one does not stand in."""
    with transaction.atomic(durable=True):
        line = Wait.objects.filter(pk=wait_id, player=player).first()
        if line is None:
            raise Refused("not_waiting", _("You do not stand in this line."), 404)
        tables = [lock_table(pk) for pk in sorted({line.table_id or 0, line.called_to_id or 0} - {0})]
        get_out(line, tables, by=player.user, now=now, source=source)


def get_out(line: Wait, tables: Sequence[Table], *, by: User | None, now: datetime, source: str = "") -> bool:
    """`leave` that line, the tables of it locked, as done by that login; false if the place was given up before."""
    is_open = Wait.objects.filter(pk=line.pk, state__in=OPEN).update(state=Wait.State.LEFT) > 0
    if is_open:
        subject = f"player:{line.player_id}"
        audit_log.record("wait.left", by=by, subject=subject, before=_told(line), source=source, now=now)
    for table in tables:
        call(table, now)
        bump(table)
    return is_open


def call_now(line: Wait, table: Table, now: datetime) -> None:
    """Call somebody in line to the locked table, whoever else is before; a call that stands is given its time anew.

    Raises `Refused` for a place that was given up, or in another line, and where no seat is free for one more.
    """
    is_here = line.called_to_id == table.pk and line.state == Wait.State.CALLED
    if not is_here and not Wait.objects.filter(_of_line(table), pk=line.pk).exists():
        raise Refused("not_waiting", _("Nobody stands in that place of this table's line."), 404)
    others = Wait.objects.filter(called_to=table, state=Wait.State.CALLED).exclude(pk=line.pk).count()
    if table.seats <= _seated(table).count() + others:
        raise Refused("no_seat_free", _("No seat is free here for one more: the others are taken, or kept."))
    seconds = table_rules.of_table(table, table.game).call_seconds
    line.state, line.called_to, line.answer_by = Wait.State.CALLED, table, now + timedelta(seconds=seconds)
    line.save(update_fields=["state", "called_to", "answer_by"])


def in_line(table: Table, *, since: datetime) -> list[Wait]:
    """Who waits for the table or was called to it, in the order of the line; then those who did not answer a call here
    since that instant."""
    called = Q(called_to=table, state=Wait.State.CALLED)
    missed = Q(called_to=table, state=Wait.State.MISSED, answer_by__gt=since)
    found = Wait.objects.filter(_of_line(table) | called | missed).select_related("player")
    return sorted(found, key=lambda line: (line.state == Wait.State.MISSED, line.joined_at, line.pk))


def _enter(
    player: Player, tables: Sequence[Table], *, by: User | None, now: datetime, source: str, **line_of: Any
) -> Wait:
    line = Wait.objects.create(player=player, joined_at=now, **line_of)
    subject = f"player:{player.pk}"
    audit_log.record("wait.joined", by=by, subject=subject, after=_told(line), source=source, now=now)
    for table in tables:
        call(table, now)
        bump(table)
    return line


def call(table: Table, now: datetime) -> int:
    """Give the free seats of the locked table to those first in line; how many were called.

    Whoever did not answer in time loses the place first.
    """
    if not table.is_cash or table.status != Table.Status.OPEN or table.is_breaking:
        return 0
    if must_come(table).exists():
        return 0  # its seats are for those who must move
    calls = Wait.objects.filter(called_to=table, state=Wait.State.CALLED)
    calls.filter(answer_by__lte=now).update(state=Wait.State.MISSED)
    if not _line(table).exists():
        return 0
    free = table.seats - _seated(table).count() - calls.count()
    if free <= 0:
        return 0
    waiting = _wanting(table).order_by("joined_at", "pk")
    seconds = table_rules.of_table(table, table.game).call_seconds
    # One seat a player, who may stand in the table's line and in the game's; whoever may not play now keeps the place.
    first: dict[int, Wait] = {}
    for one in waiting.select_for_update(skip_locked=True, of=("self",)):
        if len(first) < free and one.player_id not in first and may_play(one, now):
            first[one.player_id] = one
    called = list(first.values())
    for one in called:
        one.state, one.called_to, one.answer_by = Wait.State.CALLED, table, now + timedelta(seconds=seconds)
        one.save(update_fields=["state", "called_to", "answer_by"])
    return len(called)


def must_come(table: Table) -> QuerySet[Sitting]:
    """The seats at the table's feeders whose players must move here; not of those who leave, or sit here already."""
    fed = Sitting.objects.filter(table__main=table, table__status=Table.Status.OPEN)
    fed = fed.exclude(state__in=[Sitting.State.LEFT, Sitting.State.LEAVING])
    return fed.exclude(player__in=_seated(table).values("player"))


def check_seat_is_free(table: Table, player: Player) -> None:
    """Refuse a seat that is kept for somebody who was called, or must move here. The table is locked. Raises `Refused`."""
    if must_come(table).exclude(player=player).exists():
        raise Refused("seat_kept", _("The free seats are kept for the players of the feeder, who move here first."))
    kept = Wait.objects.filter(called_to=table, state=Wait.State.CALLED)
    if kept.filter(player=player).exists():
        return
    if kept.exists() and table.seats - _seated(table).count() <= kept.count():
        raise Refused("seat_kept", _("The free seats are kept for those who were called from the waiting list."))


def take_seat(table: Table, player: Player) -> None:
    """The player has sat down: every line for this table, and the call that was answered, are done with."""
    Wait.objects.filter(pk__in=leading_to(table, player)).update(state=Wait.State.SEATED)


def leading_to(table: Table, player: Player) -> list[int]:
    """The places in line that are done with when the player sits down at the table."""
    mine = Wait.objects.filter(player=player, state__in=OPEN)
    return list(mine.filter(Q(table=table) | Q(called_to=table)).values_list("pk", flat=True))


def stand_again(places: Sequence[int]) -> None:
    """Whoever was seated by mistake stands in those places again, unless the place was taken anew since."""
    for line in Wait.objects.filter(pk__in=places, state=Wait.State.SEATED):
        same = Wait.objects.filter(player=line.player_id, table=line.table_id, kind=line.kind, game=line.game)
        if not same.filter(mix=line.mix, state__in=OPEN).exists():
            line.state, line.called_to, line.answer_by = Wait.State.WAITING, None, None
            line.save(update_fields=["state", "called_to", "answer_by"])


def sweep(*, now: datetime) -> int:
    """Call the next where somebody did not answer in time, or a main table's feeders hold up its line no longer; how many
    tables that were."""
    late = Wait.objects.filter(state=Wait.State.CALLED, answer_by__lte=now)
    _begin_anew(now)
    done = 0
    for pk in sorted({*late.values_list("called_to_id", flat=True), *_with_room(now)}):
        with transaction.atomic(durable=True):
            table = lock_table(pk)
            missed = late.filter(called_to=table).update(
                state=Wait.State.MISSED
            )  # also where nobody is called any more
            if call(table, now) or missed:
                bump(table)
                done += 1
    return done


def _begin_anew(now: datetime) -> None:
    """Whoever was called by a clock that was wrong, to answer tomorrow, has the time of a call from now on."""
    for one in Wait.objects.filter(state=Wait.State.CALLED, answer_by__gt=now + APART).select_related("called_to"):
        called_to = one.called_to
        if called_to is None or one.answer_by is None:
            continue
        most = timedelta(seconds=table_rules.of_table(called_to, called_to.game).call_seconds)
        if is_too_far(one.answer_by, now, most=most):
            Wait.objects.filter(pk=one.pk, answer_by=one.answer_by).update(answer_by=now + most)


def _with_room(now: datetime) -> list[int]:
    """The open cash tables with a seat that is neither taken nor kept, and somebody in line who may take it: whoever may not play
    now keeps the place, and has no table locked each time."""
    waiting = Wait.objects.filter(state=Wait.State.WAITING).order_by()
    wanted = Q(pk__in=waiting.filter(table__isnull=False).values("table"))
    for kind, game, mix in waiting.filter(table=None).values_list("kind", "game", "mix").distinct():
        wanted |= _playing(kind, game, mix)
    taken = Sitting.objects.filter(~Q(state=Sitting.State.LEFT), table=OuterRef("pk")).order_by().values("table")
    kept = Wait.objects.filter(state=Wait.State.CALLED, called_to=OuterRef("pk")).order_by().values("called_to")
    room = F("seats") - Coalesce(Subquery(taken.annotate(count=Count("pk")).values("count")), 0)
    room -= Coalesce(Subquery(kept.annotate(count=Count("pk")).values("count")), 0)
    found = Table.objects.filter(wanted, owner="", status=Table.Status.OPEN, is_breaking=False).alias(room=room)
    with_seats = found.filter(room__gt=0)
    return [table.pk for table in with_seats if _is_anybody_to_call(table, now) and not must_come(table).exists()]


def _is_anybody_to_call(table: Table, now: datetime) -> bool:
    return any(may_play(line, now) for line in _wanting(table))


def may_play(line: Wait, now: datetime) -> bool:
    """Whether who stands there may play now: nobody else is called."""
    return eligibility.may_take_part(line.player, now).accepted


def _wanting(table: Table) -> QuerySet[Wait]:
    """Who stands in line for the table, and neither sits there nor was called to it from another line."""
    asked = Wait.objects.filter(called_to=table, state=Wait.State.CALLED).values("player")
    here = _seated(table).values("player")
    return _line(table).exclude(player__in=here).exclude(player__in=asked).select_related("player")


def _playing(kind: str, game: str, mix: dict[str, Any]) -> Q:
    """The tables whose seats are given to that shared line (`shared_line`)."""
    one = Q(kind__in=_kinds(kind), is_private=False)
    if not mix:
        return one & Q(game=game, rotation__isnull=True)
    level = Q(level__isnull=True) if mix["level"] is None else Q(level=mix["level"])
    return one & Q(rotation=mix["rotation"]) & level


def end(table: Table) -> None:
    """The locked table closes: its line is over, and whoever was called to it from a shared line waits there again."""
    Wait.objects.filter(table=table, state__in=OPEN).update(state=Wait.State.LEFT)
    called = Wait.objects.filter(called_to=table, state=Wait.State.CALLED)
    called.update(state=Wait.State.WAITING, called_to=None, answer_by=None)


def of_table(table: Table) -> dict[str, Any]:
    """How many wait for this table, and for how many a seat is kept."""
    (found,) = read(lengths(table))
    return told_lengths(found)


def lengths(table: Table) -> tuple[Lines, list[Any]]:
    """The question of `of_table`, to be sent together with others (`club.database.prepared_queries.read`)."""
    shared = shared_line(table)
    return _LENGTHS, [table.pk, shared["kind"], shared["game"], json.dumps(shared["mix"]), table.pk]


def told_lengths(found: list[tuple[int, int]]) -> dict[str, int]:
    """The answer to it."""
    return {"waiting": found[0][0], "called": found[0][1]}


def of_player(player: Player, *, at: Table | None = None) -> list[dict[str, Any]]:
    """The lines the player stands in: the place in each, counted from 1, and where a seat is kept until when.

    A table's seats go to its own line and to its game's or mix's together, so both are counted. Whoever waits for a game
    is told the place at that table (`at`), or where it is best.
    """
    found = Wait.objects.filter(player=player, state__in=OPEN).select_related("table", "called_to").order_by("pk")
    return [_told(one) | {"place": _place(one, at)} for one in found]


def _line(table: Table) -> QuerySet[Wait]:
    return Wait.objects.filter(_of_line(table))


def _of_line(table: Table) -> Q:
    """Who waits for this table, and its game or mix. The games of a mixed table change: nobody waits for one of them."""
    wanted = Q(table=table) | Q(table=None, **shared_line(table))
    return wanted & Q(state=Wait.State.WAITING)


def shared_line(table: Table) -> dict[str, Any]:
    """What those wait for who would sit at any table that plays the same: its game, or its mix at these stakes, with real
    cards or on the screen. A private table's seats are for nobody who waits elsewhere: its kind is that of no line."""
    if table.is_private:
        return {"kind": "private", "game": table.game, "mix": {}}
    if table.rotation is None:
        return {"kind": table.line_kind, "game": table.game, "mix": {}}
    return {"kind": table.line_kind, "game": "", "mix": {"rotation": table.rotation, "level": table.level}}


def _key_of(game: str) -> str:
    """The key of a game told by key or by name. Raises `IllegalAction`."""
    try:
        return key_of(game)
    except EngineError as error:
        raise IllegalAction(error) from error


def _kinds(kind: str) -> list[str]:
    """The kinds of tables whose seats are given to a line of that kind (`Table.line_kind`)."""
    return [Table.Kind.DEALT] if kind == Table.Kind.DEALT else [Table.Kind.RECORDED, Table.Kind.SESSION]


def _of_game(game: str, kind: str) -> list[Table]:
    """The open cash tables of that game and kind, locked in order."""
    found = Table.objects.filter(
        game=game, rotation__isnull=True, owner="", kind__in=_kinds(kind), status=Table.Status.OPEN, is_private=False
    )
    return [lock_table(one.pk) for one in found.order_by("pk") if one.is_cash]


def _place(line: Wait, at: Table | None) -> int:
    if line.state == Wait.State.CALLED:
        return 0
    if line.table is not None:
        return _ahead(line, _of_line(line.table)) + 1
    wanted = {"kind": line.kind, "game": line.game, "mix": line.mix}
    open_ones = Table.objects.filter(owner="", kind__in=_kinds(line.kind), status=Table.Status.OPEN, is_breaking=False)
    alike = [table for table in open_ones if shared_line(table) == wanted]
    here = [table for table in alike if at is not None and table.pk == at.pk]
    return (
        min([_ahead(line, _of_line(table)) for table in here or alike], default=_ahead(line, Q(table=None, **wanted)))
        + 1
    )


def _ahead(line: Wait, wanted: Q) -> int:
    """How many others among those came before; whoever stands in two lines gets one seat."""
    others = Wait.objects.filter(wanted, state=Wait.State.WAITING).exclude(player_id=line.player_id)
    before = others.filter(Q(joined_at__lt=line.joined_at) | Q(joined_at=line.joined_at, pk__lt=line.pk))
    return before.values("player").distinct().count()


def _told(line: Wait) -> dict[str, Any]:
    return {
        "id": line.pk,
        "table": line.table_id,
        "table_name": "" if line.table is None else line.table.name,
        "kind": line.kind,
        "game": line.game,
        "name": _name(line),
        "state": line.state,
        "called_to": line.called_to_id,
        "called_to_name": "" if line.called_to is None else line.called_to.name,
        "answer_by": None if line.answer_by is None else line.answer_by.isoformat(),
    }


def _name(line: Wait) -> str:
    """What the line is for: the table's name, else the game's or the mix's, with real cards if so."""
    if line.table is not None:
        return line.table.name
    name = _(find_game(line.game).name) if line.game else mixed_games.name_of(Rotation.from_json(line.mix["rotation"]))
    return name if line.kind == Table.Kind.DEALT else _("%(game)s, real cards") % {"game": name}


def _seated(table: Table) -> QuerySet[Sitting]:
    return Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT)
