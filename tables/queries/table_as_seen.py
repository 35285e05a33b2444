"""What may be read of the tables, and by whom. Nothing here writes.

Every view of a hand goes through the engine's `view(seat)`, which knows what that seat may see; a viewer who holds no
cards in it sees what the rail sees.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import Q

from club.database.prepared_queries import Lines, read
from club.models import Player
from engine.mixes.rotation import Turn
from tables.cash import time_bank, waiting_lists
from tables.core import spectator_delay, table_rules
from tables.core.errors import UnknownTable
from tables.dealing import refused_settlements
from tables.hand import fair_deals, preactions, voluntary_shows
from tables.hand.hand_in_play import SITTINGS, Play
from tables.live_cards import real_card_tables
from tables.models import Hand, HandSeat, PlayerNote, Sitting, Table
from tables.player_choices import player_notes, seat_switches
from tables.queries import hand_as_seen, lobby

# What the table keeps of a seat as it is now alone; spectators who lag behind are not told it.
UNKNOWN_THEN = {"is_away": False, "entry": "in", "wants_seat": None, "owes": {"big": False, "small": False}}
Asked = tuple[list[Any], list[Any]]
PUBLIC_VIEW_SECONDS = 60  # a view is found by its version, so an old one is never wrong, only unused


def table_of(table_id: int) -> Table:
    """The table. Raises `UnknownTable`."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        raise UnknownTable(table_id)
    return found


def table_as_seen_by(table: Table, viewer: Player | None, *, now: datetime, play: Play | None = None) -> dict[str, Any]:
    """The table with its players and its current, else its last, hand, as this viewer may see it.

    `version` grows with every change. `hand` is null before the first deal. `you` is the viewer's seat, or null. `next`
    is what was published of the next hand's pack; `settling` the hand that waits to be settled, whether it is shown or not,
    else null. `delay` is by how many seconds the viewer lags behind (`spectator_delay`).

    play: a visit to the table's live hand that has just been closed; what it knows is not read again.
    """
    asked: Asked | None = None
    notes: list[PlayerNote] | None = None
    if play is not None and viewer is not None:  # all that a visit has not read yet, at once
        players = [one.player_id for one in play.sittings]
        *others, notes = read(*_asks(play.table), player_notes.notes(viewer, players))
        asked = (others[0], others[1])
    seen = public_view(table, play, asked)
    own = None if viewer is None else next((one for one in seen["sittings"] if one["player"] == viewer.pk), None)
    until = None if own is not None else spectator_delay.sees_until(table, viewer, now)
    if until is not None:
        seen = _earlier(table, until, now)
    if viewer is None:
        return seen
    if own is not None:
        seen["you"], seen["your_state"], seen["your_entry"] = own["seat"], own["state"], own["entry"]
        seen["your_wanted_seat"], seen["your_debts"] = own["wants_seat"], any(own["owes"].values())
        here = _sittings(table) if play is None else play.sittings
        sitting = next((one for one in here if one.player_id == viewer.pk), None)
        seen["your_time_bank"] = _time_bank(table, sitting)
        seen["your_switches"] = {} if sitting is None else seat_switches.as_seen(table, sitting)
    else:
        seen["your_lines"] = _lines(table, viewer)
    if notes is None:
        seen["your_notes"] = player_notes.of_others(viewer, [one["player"] for one in seen["sittings"]])
    else:
        seen["your_notes"] = player_notes.told_notes(notes)
    if seen["hand"] is not None and viewer.pk in seen["hand"]["players"].values():
        row = Hand.objects.get(pk=seen["hand"]["id"]) if play is None else play.row
        seen["hand"] = hand_as_seen.shown_hand(row, viewer, None, play=play)
        seat, view = seen["hand"]["you"], seen["hand"]["view"]
        if row.state == Hand.State.PLAYING and not row.is_recorded:
            seen["your_preactions"] = preactions.offered(view, seat)
            held = HandSeat.objects.filter(hand=row, player=viewer).first() if play is None else play.seats[seat]
            seen["your_preaction"] = _preaction(held, view)
        played = None if play is None else play.hand
        seen["your_cards_to_show"] = voluntary_shows.offered(table, row, seat, played)
        seen["may_hunt"] = voluntary_shows.may_hunt(table, row, seat, played)
    return seen


def _preaction(held: HandSeat | None, view: dict[str, Any]) -> str:
    """What the viewer has chosen beforehand, if it can still come to be used."""
    streets = [event["amount"] for event in view["events"] if event["kind"] == "street"]
    return held.preaction if held is not None and held.preaction_street == max(streets, default=0) else ""


def _time_bank(table: Table, sitting: Sitting | None) -> int:
    """The seconds left in a player's time bank."""
    return 0 if sitting is None else time_bank.left(table, sitting, table_rules.of_table(table, table.game))


def _lines(table: Table, viewer: Player) -> list[dict[str, Any]]:
    """The lines in which the viewer waits for this table or its game, or was called to it."""
    found, shared = waiting_lists.of_player(viewer, at=table), (table.line_kind, table.game)
    return [
        one for one in found if table.pk in (one["table"], one["called_to"]) or shared == (one["kind"], one["game"])
    ]


def _asks(table: Table) -> tuple[tuple[Lines, list[Any]], tuple[Lines, list[Any]]]:
    """What is asked of the table's line and of its next pack."""
    return waiting_lists.lengths(table), fair_deals.announcement(table)


def public_view(table: Table, play: Play | None = None, asked: Asked | None = None) -> dict[str, Any]:
    """What everybody may see; kept in the cache under the table's version.

    asked: the answers to `_asks`, for a caller who has them.
    """
    # With the instant it opened, so that a database made anew never finds what was said of another's table.
    key = f"table:{table.pk}:{table.opened_at.timestamp()}:{table.version}"
    kept: dict[str, Any] | None = cache.get(key) if play is None else None
    if kept is not None:
        return kept
    seen = _look(table, play, asked)
    if seen["version"] == table.version:  # nothing was written while we looked
        cache.set(key, seen, PUBLIC_VIEW_SECONDS)
    return seen


def _look(table: Table, play: Play | None, asked: Asked | None) -> dict[str, Any]:
    # The version first: what is written while we look then belongs to a later one, and is fetched again.
    current = Table.objects.get(pk=table.pk) if play is None else play.table
    sittings = _sittings(table) if play is None else play.sittings
    seated = [_seated(one, _stack(current, one), one.state) for one in sittings]
    row = Hand.objects.filter(table=table).order_by("-number").first() if play is None else play.row
    is_shown = row is not None and (not row.is_recorded or real_card_tables.is_kept_for(current))
    hand = hand_as_seen.shown_hand(row, None, None, play=play) if row is not None and is_shown else None
    line, pack = asked or read(*_asks(current))
    return _framed(current, seated, hand, waiting_lists.told_lengths(line)) | {
        "button": current.button,
        "deal_at": None if current.deal_at is None else current.deal_at.isoformat(),
        "settling": None if row is None else _settling(row),
        "next": fair_deals.told_announcement(current, pack),
    }


def _settling(row: Hand) -> dict[str, Any] | None:
    """The hand, if it is over and its chips have not moved yet; no cards of it."""
    if row.state != Hand.State.OVER:
        return None
    since = None if row.ended_at is None else row.ended_at.isoformat()
    is_refused = bool(refused_settlements.why(row))
    return {"hand": row.pk, "number": row.number, "since": since, "is_refused": is_refused}


def _sittings(table: Table) -> list[Sitting]:
    return SITTINGS(table.pk)


def _stack(table: Table, sitting: Sitting) -> int | None:
    """The chips in front of a player; None at a session table, where nobody knows them between two counts."""
    if table.is_session:
        return None
    return 0 if sitting.account is None else sitting.account.balance


def _seated(sitting: Sitting, stack: int | None, state: str) -> dict[str, Any]:
    return {
        "seat": sitting.seat,
        "player": sitting.player_id,
        "name": sitting.player.nickname,
        "is_computer": sitting.player.is_computer,
        "level": sitting.player.computer_level if sitting.player.is_computer else None,
        "stack": stack,
        "state": state,
        "is_away": sitting.is_away,
        "entry": sitting.entry,
        "wants_seat": sitting.wants_seat,
        "owes": {"big": sitting.owes_big, "small": sitting.owes_small},
    }


def _framed(
    table: Table, seated: list[dict[str, Any]], hand: dict[str, Any] | None, line: dict[str, int]
) -> dict[str, Any]:
    return {
        **lobby.in_lobby(table, len(seated)),
        "version": table.version,
        "line": line,
        "button": None,
        "deal_at": None,
        "sittings": seated,
        "you": None,
        "your_state": None,
        "your_entry": None,
        "your_debts": False,
        "your_time_bank": 0,
        "your_switches": {},
        "your_notes": {},
        "your_wanted_seat": None,
        "your_lines": [],
        "your_preaction": "",
        "your_preactions": [],
        "your_cards_to_show": [],
        "may_hunt": False,
        "hand": hand,
        "settling": None,
        "next": None,
        "delay": 0,
    }


def _earlier(table: Table, until: datetime, now: datetime) -> dict[str, Any]:
    """The table as the rail saw it at that instant; one look a second serves everybody."""
    delay = round((now - until).total_seconds())
    until = until.replace(microsecond=0)
    key = f"table:{table.pk}:{table.opened_at.timestamp()}:until:{until.timestamp()}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is not None:
        return kept
    sat = Q(left_at__isnull=True) | Q(left_at__gt=until)
    sittings = list(
        Sitting.objects.filter(sat, table=table, sat_down_at__lte=until).select_related("player").order_by("seat")
    )
    stacks = spectator_delay.stacks_at([one.account_id for one in sittings if one.account_id], until)
    seated = [_seated(one, stacks.get(one.account_id or 0, 0), _state_then(one)) | UNKNOWN_THEN for one in sittings]
    row = Hand.objects.filter(table=table, is_recorded=False, started_at__lte=until).order_by("-number").first()
    hand = None if row is None else hand_as_seen.shown_hand(row, None, until)
    then = _played_then(table, row)
    then.status = Table.Status.OPEN if spectator_delay.is_open_at(then, until) else then.status
    seen = _framed(then, seated, hand, waiting_lists.of_table(then)) | {
        "button": None if hand is None else hand["view"]["button"],
        "delay": delay,
    }
    cache.set(key, seen, 2)
    return seen


def _played_then(table: Table, row: Hand | None) -> Table:
    """The table with game, stakes and mix as of that hand, its latest then (None: none yet). Nobody is asked to choose."""
    found = Table.objects.get(pk=table.pk)
    found.choosing = None
    if row is None:
        first = Hand.objects.filter(table=table, is_recorded=False).order_by("number").first()
        found.turn = None
        row = first
    if row is None or found.next_hand == row.number + 1:
        return found  # what is to be dealt next is not told by any of them
    found.game, found.stakes = row.start["game"], row.start["stakes"]
    if found.turn is not None:  # of how many hands of the game this was one is not kept
        limit = row.start["stakes"]["limit"]
        turn = Turn.from_json(found.turn)
        found.turn = replace(turn, game=found.game, limit=limit, hands=0).as_json()
    return found


def _state_then(sitting: Sitting) -> str:
    """Whether somebody sits out is not kept for yesterday; that they were going to leave is not told before they did."""
    gone = (Sitting.State.LEAVING, Sitting.State.LEFT)
    return str(Sitting.State.ACTIVE if sitting.state in gone else sitting.state)
