"""Rebuys and add-ons: who may buy, chips that lie behind until the hand is over, and the time to decide of one without chips.

The price goes into escrow when it is declared, which binds (TDA 27); the chips come from the tournament's own cashier, at
once between hands, after the hand otherwise. Whoever has lost the last chip and may buy again keeps the seat meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import User
from tables.core.due_times import is_due
from tables.tournament_seats import single_seats
from tournaments.entries import eligibility
from tournaments.entries.eligibility import Condition
from tournaments.log import stored_lines, tournament_rules
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.purchases import (
    Answered,
    ChipsIssued,
    PurchaseTakenBack,
    Question,
    Rebought,
    RebuyOffered,
    question,
)
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Purchase, Tournament
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables
from tournaments.seating.knockouts import RoundRank
from tournaments.terms import entry_windows

REBUY, ADD_ON = Purchase.Kind.REBUY, Purchase.Kind.ADD_ON


def standing(entry: Entry, kind: str) -> int:
    """How many of that kind the entry has bought and kept."""
    return Purchase.objects.filter(entry=entry, kind=kind, taken_back_at=None).count()


def stack(entry: Entry) -> int:
    """The chips of an entry, those behind with them; of a hand that is played, as it began."""
    held = 0 if entry.account is None else ledger.balance(entry.account)
    behind = Purchase.objects.filter(entry=entry, issued_at=None, taken_back_at=None)
    return held + sum(behind.values_list("chips", flat=True))


def is_in_hand(state: State, entry: Entry) -> bool:
    """True while a hand is played at the entry's table."""
    return state.entries[entry.number].table in state.hands


def price(tournament: Tournament, kind: str) -> tuple[int, int, int]:
    """What it costs and brings now: price, fee, chips."""
    if kind == REBUY:
        return tournament.rebuy_price, tournament.rebuy_fee, tournament.rebuy_chips
    return tournament.addon_price, tournament.addon_fee, tournament.addon_chips


def judged(
    tournament: Tournament, state: State, entry: Entry, kind: str, now: datetime, name: str = ""
) -> list[Condition]:
    """The conditions of one rebuy or add-on, each with its verdict; to the desk, of the player of that `name`."""
    is_rebuy = kind == REBUY
    most = tournament.rebuys if is_rebuy else tournament.addons
    place = state.entries[entry.number]
    is_in = state.status == RUNNING and not place.is_out and place.seat is not None
    made = [Condition(_("In play"), is_in, "not_in_play", _("You are not in play."))]
    if not most:
        words = _("This event has no rebuys.") if is_rebuy else _("This event has no add-ons.")
        return [*made, Condition(_("Sold here"), False, "not_sold", words)]
    found = entry_windows.rebuy(tournament, state, now) if is_rebuy else entry_windows.add_on(tournament, state, now)
    words = _("Rebuys are over.") if is_rebuy else _("The add-on is not sold now. %(words)s") % {"words": found.words}
    # Whoever is deciding was offered it in time.
    is_open = found.is_open or (is_rebuy and entry.number in state.deciding)
    made.append(Condition(_("Sold now"), is_open, "not_sold_now", words, closes_at=found.closes_at))
    had = standing(entry, kind)
    words = _("You have bought all you may: %(n)d.") % {"n": most}
    made.append(Condition(_("%(n)d of %(most)d bought") % {"n": had, "most": most}, had < most, "all_bought", words))
    # At real cards nobody records the stacks: the floor sees who may buy.
    if is_rebuy and is_in and place.table not in state.orders.physical:
        made.append(_by_stack(tournament, state, entry))
        made.append(_between_hands(tournament, state, entry))
    cost = sum(price(tournament, kind)[:2])
    made.append(eligibility.in_the_wallet(entry.player, cost, name))
    return made


def _by_stack(tournament: Tournament, state: State, entry: Entry) -> Condition:
    when, chips = tournament_rules.in_force(tournament, state.level_began).rebuy_when, stack(entry)
    title = {
        "below the starting stack": _("Fewer chips than at the start"),
        "at most the starting stack": _("No more chips than at the start"),
        "without chips": _("No chips left"),
    }[when]
    is_met = {
        "below the starting stack": chips < tournament.starting_chips,
        "at most the starting stack": chips <= tournament.starting_chips,
        "without chips": chips == 0,
    }[when]
    words = _("You have %(chips)s chips; a rebuy is for who has: %(limit)s.")
    return Condition(title, is_met, "too_many_chips", words % {"chips": f"{chips:,}", "limit": title.lower()})


def _between_hands(tournament: Tournament, state: State, entry: Entry) -> Condition:
    is_met = tournament_rules.in_force(tournament, state.level_began).rebuy_chips_behind or not is_in_hand(state, entry)
    words = _("A hand is in progress; declare it between two hands.")
    return Condition(_("Declared in time"), is_met, "hand_in_progress", words)


# -- the chips --------------------------------------------------------------------------------------------------------


def issue(log: TournamentLog, purchase: Purchase, *, now: datetime, by: User | None = None) -> None:
    """Put the bought chips before the entry, from the tournament's own cashier."""
    tournament, entry = log.tournament, purchase.entry
    is_physical = log.state.entries[entry.number].table in log.state.orders.physical
    stack_account = (
        tournament_tables.pool(tournament).pk if is_physical or entry.account_id is None else entry.account_id
    )
    seq = log.add(ChipsIssued(entry=entry.number, purchase=purchase.pk), now=now)
    cashier = ledger.open_account("cashier", "cashier", tournament.owner)
    moves = {cashier.pk: -purchase.chips, stack_account: purchase.chips}
    ledger.post(f"{tournament.owner}:{seq}:1", moves, purpose="tournament-stacks", reference=tournament.owner, by=by)
    purchase.issued_at = now
    purchase.save(update_fields=["issued_at"])


def issue_behind(log: TournamentLog, table: int, *, now: datetime) -> None:
    """After a hand at that table: the chips that were bought during it come before their players."""
    seated = log.state.seated(table).values()
    behind = Purchase.objects.filter(
        entry__tournament=log.tournament, entry__number__in=seated, issued_at=None, taken_back_at=None
    )
    for purchase in behind.select_related("entry").order_by("pk"):
        issue(log, purchase, now=now)


# -- eliminations -----------------------------------------------------------------------------------------------------


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
    if not tournament.rebuys or not numbers or not entry_windows.rebuy(tournament, log.state, now).is_open:
        return set()
    found = Entry.objects.filter(tournament=tournament, number__in=numbers).select_related("player")
    return {
        entry.number
        for entry in found
        if standing(entry, REBUY) < tournament.rebuys
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
