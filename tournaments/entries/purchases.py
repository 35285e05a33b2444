"""Rebuys and add-ons: who may buy, chips that lie behind until the hand is over, and the time to decide of one without chips.

The price goes into escrow when it is declared, which binds (TDA 27); the chips come from the tournament's own cashier, at
once between hands, after the hand otherwise. Whoever has lost the last chip and may buy again keeps the seat meanwhile.
"""

from __future__ import annotations

from datetime import datetime

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import User
from tournaments.entries import eligibility
from tournaments.entries.eligibility import Condition
from tournaments.log import tournament_rules
from tournaments.log.events.purchases import (
    ChipsIssued,
)
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Purchase, Tournament
from tournaments.rooms import tournament_tables
from tournaments.terms import late_registration_and_rebuy_periods

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
    found = (
        late_registration_and_rebuy_periods.rebuy(tournament, state, now)
        if is_rebuy
        else late_registration_and_rebuy_periods.add_on(tournament, state, now)
    )
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
