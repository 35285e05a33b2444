"""A player's own hands: found by sitting, date and game, listed, and written down with the player's own cards alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from club.base.phrases import gettext as _
from club.house import club_rules
from club.models import Player
from engine.errors import UnknownGame
from engine.notation.game_names import key_of
from engine.notation.phh_to_hand import Unsupported
from engine.play.any_game import CATALOGUE, find_game
from tables.core.errors import Refused
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, HandSeat, Sitting
from tables.queries import hand_as_seen, written_hands
from tables.sessions.stays import TAKEN_BACK
from tables.tournament_seats import event_told

PAGE = 50
MOST_EXPORTED = 2000  # hands in a file
CHUNK = 200


@dataclass(frozen=True)
class Wanted:
    """Which of a player's hands: of a game (its key), of business days `first` to `last`, of one sitting."""

    game: str = ""
    first: date | None = None
    last: date | None = None
    sitting: int | None = None

    @classmethod
    def parse(cls, given: dict[str, str]) -> Wanted:
        """What a query string asks for: `game`, `from`, `to` (dates such as 2026-11-21), `day`, `sitting`.

        Raises `Refused` (400) for what is none of these.
        """
        day = _day(given, "day")
        sitting = given.get("sitting", "")
        if sitting and (not sitting.isdecimal() or len(sitting) > 15):
            raise Refused("not_a_number", _("%(name)s must be a whole number.") % {"name": "sitting"}, 400)
        wanted = cls(
            _key(given.get("game", "")),
            day or _day(given, "from"),
            day or _day(given, "to"),
            int(sitting) if sitting else None,
        )
        if wanted.game and wanted.game not in CATALOGUE:
            words = _("There is no game %(game)s; /api/v1/games/ lists those there are.") % {"game": wanted.game}
            raise Refused("unknown_game", words, 400)
        if wanted.first and wanted.last and wanted.first > wanted.last:
            raise Refused("days_out_of_order", _("The first day is after the last."), 400)
        return wanted


def _key(name: str) -> str:
    """The key of a game told by key or by name; what is neither stays as it is."""
    try:
        return key_of(name) if name else ""
    except UnknownGame:
        return name


def _day(given: dict[str, str], name: str) -> date | None:
    text = given.get(name, "").strip()
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    # A business day ends on the next, in any time zone: the calendar's first and last year are none.
    if not date.min.year < day.year < date.max.year:
        raise Refused("not_a_date", _("%(name)s must be a date such as 2026-11-21.") % {"name": name}, 400)
    return day


def own(player: Player, wanted: Wanted | None = None) -> QuerySet[HandSeat]:
    """The seats the player held in hands, those wanted; in no order."""
    wanted = wanted or Wanted()
    found = HandSeat.objects.filter(player=player)
    if wanted.game:
        found = found.filter(hand__start__game=wanted.game)
    calendar = club_rules.in_force().calendar
    if wanted.first:
        found = found.filter(hand__started_at__gte=calendar.span(wanted.first, wanted.first)[0])
    if wanted.last:
        found = found.filter(hand__started_at__lt=calendar.span(wanted.last, wanted.last)[1])
    if wanted.sitting is not None:
        sitting = Sitting.objects.filter(pk=wanted.sitting, player=player).first()
        if sitting is None:
            raise Refused("unknown_sitting", _("You had no such sitting."), 404)
        found = found.filter(hand__table=sitting.table_id, account=sitting.account_id)
    return found


def page(seats: QuerySet[HandSeat], before: int | None = None) -> list[dict[str, Any]]:
    """Those hands, latest first, 50 of them, those before the hand with id `before`."""
    found = seats.select_related("hand__table").order_by("-hand_id")
    if before is not None:
        found = found.filter(hand_id__lt=before)
    return [_line(seat) for seat in found[:PAGE]]


def _line(seat: HandSeat) -> dict[str, Any]:
    row = seat.hand
    return {
        "id": row.pk,
        "table": row.table_id,
        "table_name": row.table.name,
        "number": row.number,
        "game": row.start["game"],
        "game_name": find_game(row.start["game"]).name,
        "unit": row.table.unit,
        "state": row.state,
        "is_result_only": row.is_result_only,
        "seat": seat.seat,
        "net": seat.net if row.state == Hand.State.SETTLED else None,
        "started_at": row.started_at.isoformat(),
        "ended_at": None if row.ended_at is None else row.ended_at.isoformat(),
    }


def sittings(player: Player, before: int | None = None) -> list[dict[str, Any]]:
    """The player's sittings, latest first, 50 of them, those before the sitting with id `before`; each with its hands and
    what they came to: at a session table by the chips brought and counted, None until then."""
    latest = Sitting.objects.filter(player=player).exclude(TAKEN_BACK).select_related("table").order_by("-pk")
    if before is not None:
        latest = latest.filter(pk__lt=before)
    rows = list(latest[:PAGE])
    played = {
        (counts["hand__table"], counts["account"]): (counts["hands"], counts["result"] or 0)
        for counts in HandSeat.objects.filter(player=player, hand__table__in={sitting.table_id for sitting in rows})
        .values("hand__table", "account")
        .annotate(hands=Count("pk"), result=Sum("net", filter=Q(hand__state=Hand.State.SETTLED)))
    }
    came_to = [played.get((sitting.table_id, sitting.account_id or 0), (0, 0)) for sitting in rows]
    return [
        {
            "id": sitting.pk,
            "table": sitting.table_id,
            "table_name": sitting.table.name,
            "unit": sitting.table.unit,
            "from": sitting.sat_down_at.isoformat(),
            "until": None if sitting.left_at is None else sitting.left_at.isoformat(),
            "minutes": None if sitting.played is None else int(sitting.played.total_seconds()) // 60,
            "hands": hands,
            "result": sitting.result if sitting.table.is_session else result,
        }
        for sitting, (hands, result) in zip(rows, came_to, strict=True)
    ]


def games_of(player: Player) -> list[tuple[str, str]]:
    """The games the player has played, as key and name."""
    keys = HandSeat.objects.filter(player=player).values_list("hand__start__game", flat=True).distinct()
    return sorted(((key, find_game(key).name) for key in keys), key=lambda one: one[1])


# -- written down -----------------------------------------------------------------------------------------------------


def check_exportable(seats: QuerySet[HandSeat]) -> None:
    """Refuse more hands than one file holds. Raises `Refused` (422)."""
    count = _written(seats).count()
    if count > MOST_EXPORTED:
        words = _("These are %(count)s hands; a file holds %(most)s at most: choose a sitting, a game or fewer days.")
        raise Refused("too_many_hands", words % {"count": count, "most": MOST_EXPORTED}, 422, most=MOST_EXPORTED)


def _written(seats: QuerySet[HandSeat]) -> QuerySet[HandSeat]:
    """Of hands that are over and can be written down: not those of which only the result is known."""
    over = seats.filter(hand__state__in=[Hand.State.OVER, Hand.State.SETTLED])
    return over.exclude(hand__expected__has_key="net")


def exported(seats: QuerySet[HandSeat], player: Player, notation: str = "phh") -> Iterator[str]:
    """Those hands that are over as a file, oldest first, a piece a hand, each with the cards the player may see.

    Hands that the notation has no word for are left out.
    """
    way = written_hands.NOTATIONS[notation]
    ended = _written(seats).order_by("hand_id")
    ids = iter(list(ended.values_list("hand_id", flat=True)))
    while chunk := list(islice(ids, CHUNK)):
        answers: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        told = Decision.objects.filter(hand__in=chunk).order_by("hand", "seq").values_list("hand", "ask", "text")
        for hand_id, ask, text in told:
            answers[hand_id].append((ask, text))
        held: defaultdict[int, dict[int, HandSeat]] = defaultdict(dict)
        for seat in HandSeat.objects.filter(hand__in=chunk).select_related("player"):
            held[seat.hand_id][seat.seat] = seat
        rows = list(Hand.objects.filter(pk__in=chunk).select_related("table").order_by("pk"))
        events = event_told.of_hands(rows)
        for row in rows:
            if notation not in written_hands.notations_of(row):
                continue
            hand = rebuilt(row, answers[row.pk])
            record = written_hands.record_as_seen_by(row, hand, held[row.pk], player, event=events.get(row.pk, {}))
            own_seat = hand_as_seen.seat_of(held[row.pk], player)
            with suppress(Unsupported):  # the notation has its game, but no line for something in this hand
                yield way.write(row, hand, record, own_seat) + way.between


def file_name(wanted: Wanted, now: datetime, notation: str = "phh") -> str:
    """What an export is called."""
    days = [day.isoformat() for day in dict.fromkeys((wanted.first, wanted.last)) if day is not None]
    parts = [
        "hands",
        *days,
        *([wanted.game] if wanted.game else []),
        *([f"sitting-{wanted.sitting}"] * bool(wanted.sitting)),
    ]
    return (
        "-".join(parts if len(parts) > 1 else [*parts, now.date().isoformat()])
        + written_hands.NOTATIONS[notation].suffix
    )
