"""A running event called off: its hands voided, its seats freed, its money back to who paid, or shared among those still in.

By the house rule `TournamentRules.called_off`. Refunded, every transfer of an entry, a rebuy or an add-on is taken back by one
that names it, and so is every bounty that was paid. Shared, the event is settled as it would be by a deal of those still in. Either
way its escrows end at nothing. Who may ask for it, and who has to approve, is for `requests_to_call_off_or_reopen` to say.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from club.base.phrases import gettext as _
from club.base.phrases import joined
from club.house import amounts
from club.ledger import ledger
from club.models import Account, Transfer, User
from tables.dealing import called_off_hands
from tables.tournament_seats import bulk_seating
from tournaments.base.errors import Refused
from tournaments.endings import deal_proposals, reversed_transfers
from tournaments.entries import alternates, eliminations
from tournaments.formulas import deal_methods
from tournaments.log import stored_lines, tournament_rules
from tournaments.log.events.endings import CalledOff
from tournaments.log.events.entries import Reentered, Registered
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.purchases import AddedOn, Rebought
from tournaments.log.prize_state import DealProposal
from tournaments.log.replay import Line, apply_all
from tournaments.log.state import EndRequest, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Purchase, Tournament
from tournaments.prizes import bounty_awards, escrow, payout_settlement, prize_pool, prizes_by_place, tickets
from tournaments.rooms import tournament_tables
from tournaments.running import settled_hands
from tournaments.seating.places_of_knockouts import Bust, places
from tournaments.terms import flight_tree

REFUND = "refund"
SHARES = {
    "by chips": "chip_chop",
    "by ICM": "icm",
}  # the choice of the house, and which of `deal_methods.METHODS` it is
PAID_OUT = ("tournament-bounty", "tournament-prize")


def how_of(tournament: Tournament, state: State) -> str:
    """What becomes of the money, as a choice of `TournamentRules.called_off`: of a flight, whose pool is not its own, a refund."""
    return (
        REFUND
        if tournament.day_two_id is not None
        else tournament_rules.in_force(tournament, state.level_began).called_off
    )


def obstacles(tournament: Tournament, state: State, how: str) -> list[str]:
    """What has to be said before the prizes can be shared, in words; a refund needs nothing."""
    if how == REFUND:
        return []
    found = payout_settlement.holds(tournament, state)
    stacks = _stacks(tournament, state)
    if missing := sorted(set(state.alive) - stacks.keys()):
        named = Entry.objects.filter(tournament=tournament, number__in=missing).order_by("number")
        names = ", ".join(named.values_list("player__nickname", flat=True))
        found.append(_("Count the stacks first of: %(names)s.") % {"names": names})
    return found


def check(tournament: Tournament, state: State, how: str) -> None:
    """Whether the money can be moved so. Raises `Refused`."""
    if found := obstacles(tournament, state, how):
        raise Refused("not_to_be_shared", joined(found))


def comes_to(tournament: Tournament, state: State, how: str) -> dict[int, int]:
    """The chips that each entry is paid when the event is called off now, a ticket by its worth; those with none left out."""
    if how == REFUND:
        return _paid_in(tournament)
    ended = _ended(tournament, state, how)
    made = {entry: award.cash for entry, award in prizes_by_place.awards(tournament, ended).items()}
    for entry, chips in bounty_awards.final(tournament, ended)[0].items():
        made[entry] = made.get(entry, 0) + chips
    return {entry: chips for entry, chips in sorted(made.items()) if chips}


def carry_out(log: TournamentLog, asked: EndRequest, *, now: datetime, by: User | None, source: str = "") -> None:
    """Call the event off. Raises `Refused`, and what the ledger raises; then nothing has changed."""
    tournament, why, how = log.tournament, asked.why, asked.how
    called_off_hands.void_live(log.state.hands.values(), by=by, why=why, now=now, source=source)
    settled_hands.take_hands(log, now, is_last=True)
    if how != REFUND:
        for entry in sorted(log.state.deciding, key=lambda one: log.state.deciding[one].elimination_number):
            eliminations.let_fall(log, entry, now=now)
    state = log.state
    check(tournament, state, how)
    returned = comes_to(tournament, state, how)
    seats = [place for place in map(state.entries.__getitem__, state.alive) if place.seat is not None]
    bulk_seating.unseat_all([bulk_seating.Chair(state.tables[one.table or 0], one.seat or 0) for one in seats], now=now)
    bulk_seating.close_tables(list(state.tables.values()), by=by, now=now, source=source)
    waited = alternates.end_all(tournament, now, _("The tournament is called off."))
    called_off = CalledOff(how=how, why=why, returned=returned, waited=tuple(waited))
    seq = log.add(called_off, now=now, by=by, source=source)
    key = f"{tournament.owner}:{seq}"
    if how == REFUND:
        _refund(tournament, f"{key}:back", by, why, now)
    else:
        payout_settlement.settle(tournament, _ended(tournament, state, how), key, now)
    _take_chips(tournament, f"{key}:2", by)
    _check_empty(tournament)


# -- shared -----------------------------------------------------------------------------------------------------------


def _stacks(tournament: Tournament, state: State) -> dict[int, int]:
    """The chips of those still in, by entry; who was never seated has the starting chips, who may buy again has none."""
    found = deal_proposals.stacks_of(tournament, state, state.alive)
    for entry in state.alive:
        if entry in state.deciding:
            found[entry] = 0
        elif state.entries[entry].seat is None and not found.get(entry):
            found[entry] = tournament.starting_chips
    return found


def _ended(tournament: Tournament, state: State, how: str) -> State:
    """The state that an end by a deal would leave: everybody is out, those still in by their stacks, each with a share."""
    stacks, deal = _stacks(tournament, state), state.prize_state.deal
    entries, prizes = sorted(state.alive), list(prizes_by_place.prizes(tournament, state))
    is_deal = deal is not None and deal.is_binding
    if not is_deal and prizes:  # the rest of a satellite that has tickets for everybody is no prize of its own
        prizes[0] += prize_pool.left(tournament) - sum(prizes)
    parts = (deal.kept,) if deal is not None and is_deal else prizes[: len(entries)]
    shares = dict(deal.shares) if deal is not None and is_deal else {}
    if sum(parts):
        unit = tournament.payout_unit
        made = deal_methods.propose(SHARES[how], [stacks[entry] for entry in entries], parts, unit=unit).shares
    else:
        made = (0,) * len(entries)
    for entry, share in zip(entries, made, strict=True):
        shares[entry] = shares.get(entry, 0) + share
    agreed = DealProposal(SHARES[how], shares, 0, tuple(prizes), state.played, frozenset(shares), is_binding=True)
    began = replace(state, deciding={}, prize_state=replace(state.prize_state, deal=agreed))
    out = places([Bust(entry, 0, stacks[entry]) for entry in entries], len(entries))
    ordered = sorted(out.items(), key=lambda one: -one[1][1])
    at = state.clock.paused or tournament.created_at
    return apply_all(
        began,
        [Line(KnockedOut(entry=one, best=best, worst=worst), at) for one, (best, worst) in ordered],
    )


# -- refunded ---------------------------------------------------------------------------------------------------------


def _paid_in(tournament: Tournament) -> dict[int, int]:
    """What each entry of the event has paid, fees and purchases that were kept with it, in chips."""
    found: dict[int, int] = {}
    for one in Entry.objects.filter(tournament=tournament, is_withdrawn=False):
        found[one.number] = one.paid + one.fee
    kept = Purchase.objects.filter(entry__tournament=tournament, entry__is_withdrawn=False, taken_back_at=None)
    for bought in kept.select_related("entry"):
        found[bought.entry.number] += bought.paid + bought.fee
    return {entry: chips for entry, chips in sorted(found.items()) if chips}


def _refund(tournament: Tournament, key: str, by: User | None, why: str, now: datetime) -> None:
    """Take back what was paid out, then what was paid in: of a Day 2 in its flights too."""
    played = Tournament.objects.filter(pk__in=[tournament.pk, *flight_tree.flights_below(tournament)]).order_by("pk")
    owners = [one.owner for one in played]
    back = list(Transfer.objects.filter(reference__in=owners, purpose__in=PAID_OUT, corrected_by=None).order_by("pk"))
    for one in played:
        back += Transfer.objects.filter(key__in=_keys_paid(one)).order_by("pk")
    reversed_transfers.reverse_all(back, key=key, by=by, why=why, now=now)
    for entry in Entry.objects.filter(tournament__in=played, is_withdrawn=False).exclude(ticket=None):
        tickets.give_back(entry)


def _keys_paid(tournament: Tournament) -> list[str]:
    """The keys of the transfers by which the event's entries and purchases that stand were paid."""
    entered = {one.event.entry: one.seq for one in stored_lines.of_class(tournament, Registered)}
    entered |= {one.event.entry: one.seq for one in stored_lines.of_class(tournament, Reentered)}
    rebuys, add_ons = stored_lines.of_class(tournament, Rebought), stored_lines.of_class(tournament, AddedOn)
    bought = {one.event.purchase: one.seq for one in rebuys} | {one.event.purchase: one.seq for one in add_ons}
    standing = Entry.objects.filter(tournament=tournament, is_withdrawn=False, came_from=None)
    keys = [
        f"{tournament.owner}:{asked or f'{entered[number]}:1'}"
        for number, asked in standing.values_list("number", "asked")
    ]
    kept = Purchase.objects.filter(entry__tournament=tournament, entry__is_withdrawn=False, taken_back_at=None)
    return keys + [f"{tournament.owner}:{bought[pk]}:1" for pk in kept.values_list("pk", flat=True)]


def _take_chips(tournament: Tournament, key: str, by: User | None) -> None:
    """The tournament's own chips leave play."""
    stacks = Account.objects.filter(unit=tournament.owner, kind="stack", balance__gt=0)
    moves = {account.pk: -account.balance for account in stacks}
    if moves:
        moves[ledger.open_account("cashier", "cashier", tournament.owner).pk] = -sum(moves.values())
        ledger.post(key, moves, purpose=tournament_tables.PURPOSE, reference=tournament.owner, by=by)


def _check_empty(tournament: Tournament) -> None:
    """Nothing may stay behind in an event of its own; the escrow of a flight is that of all flights. Raises `Refused`."""
    if tournament.day_two_id is not None:
        return
    left = ledger.balance(escrow.prize_escrow(tournament)) + ledger.balance(escrow.bounty_escrow(tournament))
    if left:
        words = _("%(chips)s chips would stay in the event's escrow: its books have to be looked at first.")
        raise Refused("escrow_left", words % {"chips": amounts.written(left)})
