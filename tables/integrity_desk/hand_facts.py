"""Hands of the database as facts, a few at a time: replayed with every card, by workers alone."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db.models import QuerySet

from club.house.business_day import Calendar
from club.models import Player
from engine.betting.hand import Decision as Answer
from engine.errors import EngineError
from engine.play.any_game import stored_start
from tables.hand.hand_replay import deck_of
from tables.integrity.facts import HandFacts, SeatFacts
from tables.integrity.hand_reading import About, Answered, bet_of, read
from tables.models import PRACTICE, Decision, DeckSeed, Hand, HandSeat

log = logging.getLogger(__name__)
MOST_HANDS = 40_000  # in one look: the latest
CHUNK = 200
CHOSEN_BEFORE = ("preaction", "switch")  # devices of decisions that were given before they were asked for


def members() -> dict[int, int]:
    """By the number of each membership that of whoever it belongs to now: duplicates count for the member who stays. Computer
    players and the forgotten are left out."""
    known = Player.objects.filter(is_computer=False).values_list("pk", "merged_into_id", "erased_at")
    gone = {pk for pk, _kept, erased_at in known if erased_at is not None}
    return {pk: kept or pk for pk, kept, _at in known if (kept or pk) not in gone}


def hands(begins: datetime, ends: datetime) -> QuerySet[Hand]:
    """The settled hands of those instants, but for practice."""
    found = Hand.objects.filter(state=Hand.State.SETTLED, ended_at__gte=begins, ended_at__lt=ends)
    return found.exclude(table__unit=PRACTICE)


def facts(found: QuerySet[Hand], calendar: Calendar, known: Mapping[int, int]) -> Iterator[HandFacts]:
    """The latest `MOST_HANDS` of them as facts, the latest first."""
    numbers = list(found.order_by("-pk").values_list("pk", flat=True)[:MOST_HANDS])
    for at in range(0, len(numbers), CHUNK):
        yield from _chunk(numbers[at : at + CHUNK], calendar, known)


def _chunk(numbers: list[int], calendar: Calendar, known: Mapping[int, int]) -> Iterator[HandFacts]:
    rows = Hand.objects.filter(pk__in=numbers).select_related("table").order_by("-pk")
    seats, decisions = defaultdict[int, list[HandSeat]](list), defaultdict[int, list[Decision]](list)
    for seat in HandSeat.objects.filter(hand__in=numbers).order_by("seat"):
        seats[seat.hand_id].append(seat)
    for decision in Decision.objects.filter(hand__in=numbers).order_by("seq"):
        decisions[decision.hand_id].append(decision)
    seeds = {pk: bytes(seed) for pk, seed in DeckSeed.objects.filter(pk__in=numbers).values_list("pk", "seed")}
    for row in rows:
        told = _told(row, seats[row.pk], decisions[row.pk], seeds.get(row.pk), calendar, known)
        if told is not None:
            yield told


def _told(
    row: Hand,
    seats: list[HandSeat],
    decisions: list[Decision],
    seed: bytes | None,
    calendar: Calendar,
    known: Mapping[int, int],
) -> HandFacts | None:
    assert row.ended_at is not None  # it is settled
    players = {one.seat: known[one.player_id] for one in seats if one.player_id is not None and one.player_id in known}
    if len(set(players.values())) < 2:
        return None
    about = About(row.pk, row.table_id, calendar.day_of(row.ended_at), players)
    try:
        start = stored_start(row.start)
        if not row.is_result_only and (row.is_recorded or seed is not None):
            told = read(start, deck_of(row, start, seed), _answered(row, decisions), about)
            if told is not None:
                return told
    except EngineError as fault:  # such a hand cannot be settled again either; what it came to still counts
        log.warning("hand %s cannot be replayed: %s", row.pk, fault)
        return None
    bet = bet_of(start)
    won = tuple(SeatFacts(players[one.seat], one.net or 0) for one in seats if one.seat in players)
    return HandFacts(row.pk, row.table_id, about.day, bet, won)


def _answered(row: Hand, decisions: list[Decision]) -> Iterator[Answered]:
    asked_at = row.started_at
    for one in decisions:
        is_given = one.source == Decision.Source.PLAYER and one.device not in CHOSEN_BEFORE
        yield Answered(one.ask, Answer.parse(one.text), (one.at - asked_at).total_seconds() if is_given else None)
        asked_at = one.at
