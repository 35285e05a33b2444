"""A hand written down (PHH, or our form beside it) with the cards that its viewer may see."""

from __future__ import annotations

from datetime import datetime

from club.base.phrases import gettext as _
from club.house import club_rules
from club.models import Player
from engine.notation.phh import Record, write
from engine.play.any_game import AnyHand, record_of
from tables.core.errors import Refused
from tables.hand import voluntary_shows
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, HandSeat
from tables.queries import hand_as_seen


def record_as_seen_by(
    row: Hand, hand: AnyHand, held: dict[int, HandSeat], viewer: Player | None, until: datetime | None = None
) -> Record:
    """A replayed hand as a record, named by its id, with the cards this viewer may see, its table and its time.

    What was shown of one's own will after the hand (by `until`) is no action of it and stands apart, as ``_shown``.
    """
    record = record_of(hand, name=str(row.pk), seat=hand_as_seen.seat_of(held, viewer))
    began = row.started_at.astimezone(club_rules.in_force().calendar.zone)
    told = {
        "players": [hand_as_seen.name_of(held[seat]) for seat in record.fields["seats"]],
        "table": row.table.name,
        "hand": row.number,
        "year": began.year,
        "month": began.month,
        "day": began.day,
        "time": began.time().replace(microsecond=0, tzinfo=None),
        "time_zone": str(began.tzinfo),
    }
    shown = voluntary_shows.cards_shown(held, until) if hand.is_over else {}
    places = {seat: f"p{at}" for at, seat in enumerate(record.fields["seats"], 1)}
    after = {"_shown": [f"{places[seat]} {''.join(cards)}" for seat, cards in shown.items()]} if shown else {}
    return Record(record.name, {**record.fields, **told, **after})


def notation_as_seen_by(row: Hand, viewer: Player | None, *, now: datetime) -> str:
    """The hand in PHH, or in our form beside it, with the cards this viewer may see and ``??`` for the others.

    Raises `UnknownHand`.
    """
    until = hand_as_seen.seen_until(row, viewer, now)
    if row.is_result_only:
        raise Refused("result_only", _("Only the result of this hand was entered: there is nothing to write down."))
    hand = rebuilt(row, hand_as_seen.decisions_until(row, until))
    return write(record_as_seen_by(row, hand, hand_as_seen.seats_of(row), viewer, until))
