"""Disqualification (TDA 71): the place that is lost, the chips that leave play, the prize that is barred."""

from __future__ import annotations

from datetime import datetime

from club.base.phrases import gettext as _
from club.models.conduct import Incident
from club.people import conduct
from tables.tournament_seats import single_seats
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.penalties_and_colour_ups import HandsToMiss
from tournaments.log.events.prizes import PrizeBarred
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables


def disqualify(log: TournamentLog, entry: int, incident: int, now: datetime) -> None:
    """Put an entry out between hands, in the place that is lost next; the chips leave play (TDA 8-B, 71)."""
    place, left = log.state.entries[entry], len(log.state.alive)
    orders = log.state.orders
    if left < 2 or place.table is None or place.table in log.state.hands:
        return
    if place.table in orders.physical and entry not in orders.counts:
        return  # somebody has to count the stack first: the floor is told
    chips = tournament_tables.stack_of(log, entry)
    single_seats.unseat(tournament_tables.sittings(log, place.table)[place.seat], now=now)
    out = KnockedOut(
        entry=entry, best=left, worst=left, elimination_number=log.state.eliminations + 1, table=place.table, seat=place.seat,
        physical=place.table in orders.physical, why=_("disqualified"), floor=True, incident=incident,
    )  # fmt: skip
    seq = log.add(out, now=now)
    log.add(HandsToMiss(entry=entry, hands=0, incident=incident), now=now)
    tournament_tables.take_stack(
        log, entry, chips, f"{log.tournament.owner}:{seq}:1", None, is_physical=place.table in orders.physical
    )
    bounty_awards.award_bounty(log, entry, (), now)
    log.add(PrizeBarred(entry=entry, is_barred=True), now=now)


def stack_wanted(log: TournamentLog) -> list[int]:
    """The entries that are disqualified at real cards and whose stacks have to be counted before they leave play."""
    orders, entries = log.state.orders, entries_by_player(log)
    found = []
    for one in conduct.in_force_at(log.tournament.owner):
        entry = entries.get(one.player)
        if one.kind != Incident.Kind.DISQUALIFICATION or one.incident in orders.enforced or entry is None:
            continue
        place = log.state.entries[entry]
        if not place.is_out and place.table in orders.physical and entry not in orders.counts:
            found.append(entry)
    return found


def entries_by_player(log: TournamentLog) -> dict[int, int]:
    """Player to entry, of those entered: the last of several."""
    rows = Entry.objects.filter(tournament=log.tournament, is_withdrawn=False).order_by("number")
    found = dict(rows.values_list("player_id", "number"))
    return {player: number for player, number in found.items() if number in log.state.entries}
