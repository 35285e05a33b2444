"""The end of an event by play: the last one wins, and what was played for leaves the escrows."""

from __future__ import annotations

from datetime import datetime

from club.ledger import ledger
from club.models import Account, User
from tables.breaking_and_closing import closing_tables
from tables.tournament_seats import single_seats
from tournaments.entries import entries
from tournaments.log.events.endings import Finished
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.tournament_log import TournamentLog
from tournaments.prizes import payout_settlement, prizes_by_place
from tournaments.rooms import tournament_tables
from tournaments.seating.places_of_knockouts import Bust, places


def finish(log: TournamentLog, now: datetime, *, by: User | None = None, source: str = "") -> None:
    """The last one wins; what was played for leaves the escrows, and the tournament's chips go out of play.

    Where several are left (a deal, tickets for all of them) the larger stack is placed higher, and equal ones tie.
    """
    tournament = log.tournament
    stacks = {entry.number: entry.account.balance if entry.account else 0 for entry in entries.entries_of(tournament)}
    stacks |= log.state.orders.counts
    ended = [Bust(entry, 0, stacks[entry]) for entry in log.state.alive]
    for entry, (best, worst) in sorted(places(ended, len(ended)).items(), key=lambda one: -one[1][1]):
        place = log.state.entries[entry]
        if place.seat is not None:
            single_seats.unseat(tournament_tables.sittings(log, place.table)[place.seat], now=now)
        log.add(KnockedOut(entry=entry, best=best, worst=worst), now=now)
    for number in sorted(log.state.tables):
        closing_tables.close_table(log.state.tables[number], by=None, now=now)
    paid = sorted(prizes_by_place.awards(tournament, log.state))
    seq = log.add(Finished(paid=tuple(paid)), now=now, by=by, source=source)
    payout_settlement.settle(tournament, log.state, f"{tournament.owner}:{seq}", now)
    held = Account.objects.filter(unit=tournament.owner, kind="stack", balance__gt=0)
    back = {account.pk: -account.balance for account in held}
    if back:
        back[ledger.open_account("cashier", "cashier", tournament.owner).pk] = -sum(back.values())
        ledger.post(f"{tournament.owner}:{seq}:2", back, purpose="tournament-stacks", reference=tournament.owner)
