"""A hand written down (PHH, our form beside it, Open Hand History, PokerStars text) with the cards that its viewer may see.

Every notation is written from the record of `record_as_seen_by` and from the events as the same seat saw them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from club.base.phrases import gettext as _
from club.house import club_rules
from club.models import Player
from engine.betting.hand import Hand as Betting
from engine.errors import EngineError
from engine.games.betting_games import Game
from engine.messages.message import Quoted
from engine.messages.records import RecordText
from engine.notation import ohh_words, pokerstars_words
from engine.notation.hand_to_ohh import Setting, ohh_of
from engine.notation.hand_to_pokerstars import pokerstars_of
from engine.notation.ohh import write_ohh
from engine.notation.phh import Record, write
from engine.notation.phh_to_hand import Unsupported
from engine.play.any_game import AnyHand, find_game, record_of
from tables.core.errors import IllegalAction, Refused
from tables.hand import voluntary_shows
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, HandSeat
from tables.queries import hand_as_seen
from tables.tournament_seats import event_told


def record_as_seen_by(
    row: Hand,
    hand: AnyHand,
    held: dict[int, HandSeat],
    viewer: Player | None,
    until: datetime | None = None,
    event: event_told.Told | None = None,
) -> Record:
    """A replayed hand as a record, named by its id, with the cards this viewer may see, its table and its time.

    `event` is what there is to tell of its event; it is looked up where it is not given.
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
    of_event = event_told.of_hands([row]).get(row.pk, {}) if event is None else event
    return Record(record.name, {**record.fields, **told, **of_event, **after})


def notation_as_seen_by(row: Hand, viewer: Player | None, notation: str = "phh", *, now: datetime) -> str:
    """The hand in one of the `notations`, with the cards this viewer may see.

    Raises `UnknownHand`; `Refused` where only its result is known, and but for PHH while the hand is played; `IllegalAction` for
    a game that the notation has no word for.
    """
    until = hand_as_seen.seen_until(row, viewer, now)
    if row.is_result_only:
        raise Refused("result_only", _("Only the result of this hand was entered: there is nothing to write down."))
    hand, held = rebuilt(row, hand_as_seen.decisions_until(row, until)), hand_as_seen.seats_of(row)
    record = record_as_seen_by(row, hand, held, viewer, until)
    if notation == "phh":
        return write(record)
    if not hand.is_over:
        raise Refused("hand_not_over", _("The hand is not over: it can be written so when it is."), 409)
    try:
        return NOTATIONS[notation].write(row, hand, record, hand_as_seen.seat_of(held, viewer))
    except EngineError as wrong:
        raise IllegalAction(wrong) from wrong


def notations_of(row: Hand) -> list[str]:
    """The notations that have words for the hand, by their keys."""
    game, limit = find_game(row.start["game"]), str(row.start["stakes"].get("limit", "no"))
    if not isinstance(game, Game):
        return ["phh"]
    jokers = int(row.start.get("rules", {}).get("jokers", 0))
    return [key for key, one in NOTATIONS.items() if one.is_sayable(game, limit, jokers)]


# -- notations --------------------------------------------------------------------------------------------------------


class Notation(NamedTuple):
    """A way to write hands: the end of a file's name, what is between two hands, and who writes one."""

    suffix: str
    between: str
    is_sayable: Callable[[Game, str, int], bool]
    write: Callable[[Hand, AnyHand, Record, int | None], str]


def _as_phh(_row: Hand, _hand: AnyHand, record: Record, _seat: int | None) -> str:
    return write([record])


def _as_ohh(row: Hand, hand: AnyHand, record: Record, seat: int | None) -> str:
    return write_ohh([ohh_of(_betting(hand), record, seat=seat, setting=Setting(seats=row.table.seats))])


def _betting(hand: AnyHand) -> Betting:
    if not isinstance(hand, Betting):
        raise Unsupported(RecordText.UNSUPPORTED(code=Quoted("Chinese")))
    return hand


def _as_pokerstars(row: Hand, hand: AnyHand, record: Record, seat: int | None) -> str:
    return pokerstars_of(_betting(hand), record, seat=seat, setting=Setting(seats=row.table.seats))


NOTATIONS = {
    "phh": Notation(".phhs", "\n", lambda _game, _limit, _jokers: True, _as_phh),
    "ohh": Notation(".ohh", "\n", ohh_words.is_sayable, _as_ohh),
    "pokerstars": Notation(".txt", "\n\n", pokerstars_words.is_sayable, _as_pokerstars),
}
