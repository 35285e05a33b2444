"""What may be read of the tables, and by whom. Nothing here writes.

Every view of a hand goes through the engine's `view(seat)`, which knows what that seat may see; a viewer who holds no
cards in it sees what the rail sees.
"""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet

from club.models import Player
from engine.catalogue import CATALOGUE, find_game, record_of
from engine.hand import Stakes
from engine.mixes import standard_limit
from engine.notation import Record, write
from tables import mixed, rules, stakes, time_bank, waiting
from tables.errors import UnknownHand, UnknownTable
from tables.history import rebuilt
from tables.models import Hand, HandSeat, Sitting, Table

PUBLIC_VIEW_SECONDS = 60  # a view is found by its version, so an old one is never wrong, only unused


def lobby() -> QuerySet[Table]:
    """The open tables where people sit, each with `seated`, the number of players; cash tables first."""
    seated = Count("sittings", filter=~Q(sittings__state=Sitting.State.LEFT))
    dealt = Table.objects.filter(status=Table.Status.OPEN).exclude(kind=Table.Kind.RECORDED, unit="recorded")
    return dealt.annotate(seated=seated).order_by("owner", "name", "pk")


def table_of(table_id: int) -> Table:
    """The table. Raises `UnknownTable`."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        raise UnknownTable(table_id)
    return found


def in_lobby(table: Table) -> dict[str, Any]:
    """One line of the lobby; `table` comes from `lobby`, or its players are counted here."""
    seated = getattr(table, "seated", None)
    if seated is None:
        seated = table.sittings.exclude(state=Sitting.State.LEFT).count()
    return {
        "id": table.pk,
        "name": table.name,
        "kind": table.kind,
        "game": table.game,
        "game_name": find_game(table.game).name,
        "stakes": table.stakes,
        "mix": mixed.as_seen(table),
        "seats": table.seats,
        "seated": seated,
        "owner": table.owner,
        "unit": table.unit,
        "status": table.status,
        "min_buy_in": table.min_buy_in,
        "max_buy_in": table.max_buy_in,
        "action_seconds": table.action_seconds,
    }


def table_as_seen_by(table: Table, viewer: Player | None) -> dict[str, Any]:
    """The table with its players and its current, else its last, hand, as this viewer may see it.

    `version` grows with every change. `hand` is null before the first deal. `you` is the viewer's seat, or null.
    """
    seen = _public(table)
    if viewer is None:
        return seen
    own = next((sitting for sitting in seen["sittings"] if sitting["player"] == viewer.pk), None)
    seen["you"] = None if own is None else own["seat"]
    seen["your_state"] = None if own is None else own["state"]
    seen["your_wanted_seat"] = None if own is None else own["wants_seat"]
    seen["your_lines"] = [] if own is not None else _lines(table, viewer)
    seen["your_time_bank"] = 0 if own is None else _time_bank(table, viewer)
    seen["your_debts"] = own is not None and any(own["owes"].values())
    seen["your_entry"] = None if own is None else own["entry"]
    if seen["hand"] is not None and viewer.pk in seen["hand"]["players"].values():
        row = Hand.objects.get(pk=seen["hand"]["id"])
        seen["hand"] = hand_as_seen_by(row, viewer)
    return seen


def _time_bank(table: Table, viewer: Player) -> int:
    """The seconds left in the viewer's time bank."""
    sitting = Sitting.objects.filter(table=table, player=viewer).exclude(state=Sitting.State.LEFT).first()
    return 0 if sitting is None else time_bank.left(table, sitting, rules.of_table(table, table.game))


def _lines(table: Table, viewer: Player) -> list[dict[str, Any]]:
    """The lines in which the viewer waits for this table or its game, or was called to it."""
    found = waiting.of_player(viewer)
    return [one for one in found if table.pk in (one["table"], one["called_to"]) or one["game"] == table.game]


def _public(table: Table) -> dict[str, Any]:
    """What everybody may see; kept in the cache under the table's version."""
    # With the instant it opened, so that a database made anew never finds what was said of another's table.
    key = f"table:{table.pk}:{table.opened_at.timestamp()}:{table.version}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is not None:
        return kept
    seen = _look(table)
    if seen["version"] == table.version:  # nothing was written while we looked
        cache.set(key, seen, PUBLIC_VIEW_SECONDS)
    return seen


def _look(table: Table) -> dict[str, Any]:
    # The version first: what is written while we look then belongs to a later one, and is fetched again.
    current = Table.objects.get(pk=table.pk)
    sittings = (
        Sitting.objects.filter(table=table)
        .exclude(state=Sitting.State.LEFT)
        .select_related("player", "account")
        .order_by("seat")
    )
    seated = [
        {
            "seat": sitting.seat,
            "player": sitting.player_id,
            "name": sitting.player.nickname,
            "is_computer": sitting.player.is_computer,
            "stack": 0 if sitting.account is None else sitting.account.balance,
            "state": sitting.state,
            "entry": sitting.entry,
            "wants_seat": sitting.wants_seat,
            "owes": {"big": sitting.owes_big, "small": sitting.owes_small},
        }
        for sitting in sittings
    ]
    row = Hand.objects.filter(table=table).order_by("-number").first()
    hand = None if row is None or row.is_recorded else hand_as_seen_by(row, None)
    return {
        **in_lobby(current),
        "seated": len(seated),
        "version": current.version,
        "line": waiting.of_table(current),
        "button": current.button,
        "deal_at": None if current.deal_at is None else current.deal_at.isoformat(),
        "sittings": seated,
        "you": None,
        "your_state": None,
        "your_entry": None,
        "your_debts": False,
        "your_time_bank": 0,
        "your_wanted_seat": None,
        "your_lines": [],
        "hand": hand,
    }


def hand_as_seen_by(row: Hand, viewer: Player | None) -> dict[str, Any]:
    """A hand as this viewer may see it: its own cards and what was shown; `view` is the engine's."""
    held = {seat.seat: seat for seat in HandSeat.objects.filter(hand=row).select_related("player")}
    seat = _seat_of(held, viewer)
    return {
        "id": row.pk,
        "table": row.table_id,
        "number": row.number,
        "state": row.state,
        "commitment": row.commitment,
        "deadline": None if row.deadline is None else row.deadline.isoformat(),
        "started_at": row.started_at.isoformat(),
        "ended_at": None if row.ended_at is None else row.ended_at.isoformat(),
        "you": seat,
        "players": {str(number): place.player_id for number, place in held.items()},
        "names": {str(number): _name(place) for number, place in held.items()},
        "view": rebuilt(row).view(seat),
    }


def events_after(row: Hand, viewer: Player | None, after: int) -> list[dict[str, Any]]:
    """The hand's events from the `after`-th on (counted from 0), as this viewer may see them."""
    held = {seat.seat: seat for seat in HandSeat.objects.filter(hand=row)}
    events: list[dict[str, Any]] = rebuilt(row).view(_seat_of(held, viewer))["events"]
    return events[max(0, after) :]


def hands_at(table: Table) -> QuerySet[Hand]:
    """The table's hands, latest first."""
    return Hand.objects.filter(table=table).order_by("-number")


def hand_of(hand_id: int) -> Hand:
    """The hand. Raises `UnknownHand`."""
    found = Hand.objects.select_related("table").filter(pk=hand_id).first()
    if found is None:
        raise UnknownHand(hand_id)
    return found


def in_history(row: Hand) -> dict[str, Any]:
    """One line of a table's history of hands. It holds no cards."""
    return {
        "id": row.pk,
        "table": row.table_id,
        "number": row.number,
        "game": row.start["game"],
        "state": row.state,
        "is_recorded": row.is_recorded,
        "started_at": row.started_at.isoformat(),
        "ended_at": None if row.ended_at is None else row.ended_at.isoformat(),
        "result": row.result,
    }


def catalogue() -> list[dict[str, Any]]:
    """The games that can be played, each with its seats and its limits, the usual one, and stakes each could have."""
    return [
        {
            "key": game.key,
            "name": game.name,
            "limits": list(game.limits),
            "usual_limit": standard_limit(game),
            "stakes": {limit: stakes.example(game, limit).as_json() for limit in game.limits},
            "max_seats": game.max_seats,
        }
        for game in CATALOGUE.values()
    ]


def stakes_in_words(table: Table) -> dict[str, str]:
    """For pages: `words`, the table's stakes as a poker room writes them, and `limit`."""
    kept = Stakes.from_json(table.stakes)
    return {"words": stakes.in_words(kept), "limit": stakes.limit_in_words(kept)}


def _seat_of(held: dict[int, HandSeat], viewer: Player | None) -> int | None:
    if viewer is None:
        return None
    return next((seat for seat, place in held.items() if place.player_id == viewer.pk), None)


def _name(place: HandSeat) -> str:
    return place.player.nickname if place.player is not None else place.name


def notation_as_seen_by(row: Hand, viewer: Player | None) -> str:
    """The hand in PHH, or in our form beside it, with the cards this viewer may see and ``??`` for the others."""
    held = {seat.seat: seat for seat in HandSeat.objects.filter(hand=row).select_related("player")}
    record = record_of(rebuilt(row), name=str(row.number), seat=_seat_of(held, viewer))
    names = [_name(held[seat]) for seat in record.fields["seats"]]
    return write(Record(record.name, {**record.fields, "players": names}))
