"""A rebuy or an add-on sold: its price to where it lies, its chips to who bought it; and computer players who buy again.

Who may buy is for `purchases` to say, and who is asked for `rebuys_and_add_ons`.
"""

from __future__ import annotations

from datetime import datetime

from club.models import User
from club.people import eligibility
from tournaments.base.errors import Refused
from tournaments.entries import eliminations, entries, late_seating, purchases
from tournaments.entries.purchases import REBUY
from tournaments.log import tournament_rules
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.purchases import AddedOn, Answered, Rebought
from tournaments.log.events.seats import move_of
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Purchase
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables


def sell(
    log: TournamentLog,
    entry: Entry,
    kind: str,
    asked: str = "",
    *,
    now: datetime,
    by: User | None = None,
    source: str = "",
) -> Purchase:
    """Sell one rebuy or add-on, whose conditions are met; its chips come now, or after the hand. Raises what the ledger does."""
    paid, fee, chips = purchases.price(log.tournament, kind)
    bounty = log.tournament.rebuy_bounty if kind == REBUY and log.tournament.bounty else 0
    question = None
    if kind == REBUY and (stood := log.state.deciding.get(entry.number)) is not None:
        won = bounty_awards.pay_at_rebuy(log, entry.number, stood.eliminators or (), now, by)
        question = Answered(
            elimination_number=stood.elimination_number, eliminators=stood.eliminators, round=stood.round, won=won
        )
    bought = Purchase.objects.create(
        entry=entry, kind=kind, paid=paid, fee=fee, bounty=bounty, chips=chips, at=now, asked=asked
    )
    sold = _line(entry.number, bought, question)
    seq = log.add(sold, now=now, by=by, source=source)
    entries.pay(log.tournament, bought, f"{seq}:1", by, purpose=kind)
    if not purchases.is_in_hand(log.state, entry):
        purchases.issue(log, bought, now=now, by=by)
    return bought


def _line(entry: int, bought: Purchase, question: Answered | None) -> LogEvent:
    if bought.kind == REBUY:
        return Rebought(entry=entry, purchase=bought.pk, question=question)
    return AddedOn(entry=entry, purchase=bought.pk)


def give_seat(log: TournamentLog, entry: Entry, now: datetime) -> None:
    """A seat by lot for one who was out of chips, where the house has it so; the present one where no other is free."""
    if tournament_rules.in_force(log.tournament, log.state.level_began).rebuy_seat != "new seat":
        return
    place = log.state.entries[entry.number]
    try:
        number, seat = late_seating.draw_seat(log, entry.number, now=now)
    except Refused:
        return
    key = log.transfer_key()
    stack = tournament_tables.move_stack(log, entry.number, (number, seat), key=key, now=now)
    log.add(move_of(entry.number, place, (number, seat), stack), now=now)


def let_computers_decide(log: TournamentLog, now: datetime) -> None:
    """Computer players who may buy again do so at once, as long as every condition is met; else they are out."""
    if not log.tournament.computers_buy or not log.state.deciding:
        return
    asked = Entry.objects.filter(tournament=log.tournament, number__in=log.state.deciding, player__is_computer=True)
    for entry in asked.select_related("player", "account").order_by("number"):
        if log.state.entries[entry.number].table in log.state.orders.physical:
            continue  # there the floor says so
        judged = purchases.judged(log.tournament, log.state, entry, REBUY, now)
        if all(one.is_met for one in judged) and eligibility.may_take_part(entry.player, now).accepted:
            sell(log, entry, REBUY, now=now)
            give_seat(log, entry, now)
        else:
            eliminations.let_fall(log, entry.number, now=now)
