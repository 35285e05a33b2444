"""Entries without chips: given time to decide on a rebuy, knocked out, in which place, and asked again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from club.models import User
from tables.core.due_times import is_due
from tables.tournament_seats import single_seats
from tournaments.entries import purchases
from tournaments.log import stored_lines
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.purchases import (
    Answered,
    PurchaseTakenBack,
    Question,
    Rebought,
    RebuyOffered,
    question,
)
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables
from tournaments.seating.places_of_knockouts import RoundRank
from tournaments.terms import late_registration_and_rebuy_periods


def eliminate(
    log: TournamentLog,
    made: Mapping[int, tuple[int, int]],
    eliminators: Mapping[int, tuple[int, ...]],
    rounds: Mapping[int, RoundRank] | None = None,
    *,
    now: datetime,
) -> None:
    """Knock out those who lost their last chip, worst place first; who may buy again is given time to decide instead.

    eliminators: who won the bounty of whom, as the hand tells it; it is theirs when the place is lost. rounds: how each is ranked
    with the others of a round played hand for hand, where cards are real elsewhere.
    """
    ranked = rounds or {}
    groups: dict[tuple[int, int], list[int]] = {}
    for number, place in made.items():
        groups.setdefault(place, []).append(number)
    offered = may_buy_again(log, list(made), now)
    until = now + timedelta(seconds=log.tournament.rebuy_seconds)
    for place, tied in sorted(groups.items(), key=lambda one: -one[0][1]):
        elimination = log.state.eliminations + 1
        for number in sorted(tied):
            if number in offered:
                won, round_so = eliminators.get(number), ranked.get(number)
                offer = RebuyOffered(
                    entry=number, until=until, elimination_number=elimination, eliminators=won, round=round_so
                )
                log.add(offer, now=now)
            else:
                knock_out(log, number, place, elimination, eliminators.get(number), now, ranked.get(number))


def may_buy_again(log: TournamentLog, numbers: list[int], now: datetime) -> set[int]:
    """Who of those without chips is given time to decide. At dealt tables computers buy again where the event says so."""
    tournament, orders = log.tournament, log.state.orders
    if (
        not tournament.rebuys
        or not numbers
        or not late_registration_and_rebuy_periods.rebuy(tournament, log.state, now).is_open
    ):
        return set()
    found = Entry.objects.filter(tournament=tournament, number__in=numbers).select_related("player")
    return {
        entry.number
        for entry in found
        if purchases.standing(entry, purchases.REBUY) < tournament.rebuys
        and (
            not entry.player.is_computer
            or tournament.computers_buy
            or log.state.entries[entry.number].table in orders.physical
        )
    }


def knock_out(
    log: TournamentLog,
    number: int,
    place: tuple[int, int],
    elimination_number: int,
    eliminators: tuple[int, ...] | None,
    now: datetime,
    rank: RoundRank | None = None,
    declined: Question | None = None,
    **who: Any,
) -> None:
    """Take an entry off its table in that place (best, worst), and pay its bounty.

    elimination_number: counts the knock-outs. rank: its rank in a round played hand for hand. declined: the question
    that it has answered with no; the floor may take that back, and what was said of real cards.
    """
    where = log.state.entries[number]
    single_seats.unseat(tournament_tables.sittings(log, where.table)[where.seat], now=now)
    out = KnockedOut(
        entry=number,
        best=place[0],
        worst=place[1],
        elimination_number=elimination_number,
        round=rank,
        declined=declined,
    )
    is_physical = where.table in log.state.orders.physical
    if is_physical or declined is not None:
        out = replace(out, table=where.table, seat=where.seat, physical=is_physical, floor=True)
    log.add(out, now=now, **who)
    bounty_awards.award_of_hand(log, number, eliminators, now)


def expire(log: TournamentLog, *, now: datetime) -> None:
    """Knock out those whose time to decide is over. At real cards the floor asks them, and says what they decide."""
    state, most = log.state, timedelta(seconds=log.tournament.rebuy_seconds)
    for number, one in sorted(state.deciding.items(), key=lambda item: item[1].elimination_number):
        if is_due(one.until, now, most=most) and state.entries[number].table not in state.orders.physical:
            let_fall(log, number, now=now)


def let_fall(log: TournamentLog, number: int, *, now: datetime, **who: Any) -> None:
    """Knock out one who does not buy again, in the place of the hand that took the last chip."""
    state, asked = log.state, log.state.deciding[number]
    later = sum(
        one.elimination_number is not None and one.elimination_number > asked.elimination_number
        for one in state.entries.values()
    )
    same = sum(one.elimination_number == asked.elimination_number for one in state.entries.values())
    place = (len(state.alive) + later, len(state.alive) + later + same)
    knock_out(log, number, place, asked.elimination_number, asked.eliminators, now, asked.round, question(asked), **who)


def question_of(tournament: Tournament, number: int, purchase: int) -> Answered | None:
    """The question that the rebuys of an entry answered, of which that purchase is the last to be taken back: what the log
    says of it. None if another one since then is kept, or they answered none."""
    lines = list(stored_lines.lines(tournament, kind__in=(Rebought.kind, PurchaseTakenBack.kind), data__entry=number))
    back = {purchase}
    for event in (line.event for line in reversed(lines)):
        if isinstance(event, PurchaseTakenBack):
            back.add(event.purchase)
        elif not isinstance(event, Rebought) or event.purchase not in back:
            return None
        elif event.question is not None:
            return event.question
        else:
            back.discard(event.purchase)
            if not back:
                return None
    return None


def ask_again(log: TournamentLog, number: int, stood: Answered | None, *, now: datetime, by: User | None) -> None:
    """Give an entry that is left without chips time to decide: by the question that stood, or by a new one.

    Raises `Refused` where the bounty that was won by its rebuy has been won on.
    """
    until = now + timedelta(seconds=log.tournament.rebuy_seconds)
    offered = RebuyOffered(entry=number, until=until, elimination_number=log.state.eliminations + 1)
    if stood is not None:
        if stood.won is not None:
            bounty_awards.take_back_at_rebuy(log, stood.won, now, by)
        offered = replace(
            offered, elimination_number=stood.elimination_number, eliminators=stood.eliminators, round=stood.round
        )
    log.add(offered, now=now)
