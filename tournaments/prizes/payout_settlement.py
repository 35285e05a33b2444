"""The end of an evening's money: bounties, prizes and tickets leave their escrows, or wait for what must be said first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from club.base.phrases import gettext as _
from club.house import amounts
from club.ledger import ledger
from tournaments.log import entry_places
from tournaments.log.state import State
from tournaments.models import Entry, Tournament
from tournaments.prizes import bounty_awards, escrow, prize_pool, prizes_by_place, tickets


def holds(tournament: Tournament, state: State) -> list[str]:
    """What keeps the prizes from being paid, in words: somebody has to decide, and nothing is changed silently."""
    found = []
    stale = prizes_by_place.stale(tournament, state)
    if stale is not None:
        words = _("The prizes were locked at %(then)d entries and a pool of %(pool)s; now it is %(now)d and %(more)s.")
        told = {
            "then": stale.entries_then,
            "pool": amounts.written(stale.pool_then),
            "now": stale.entries,
            "more": amounts.written(stale.pool),
        }
        found.append(words % told)
    if waiting := bounty_awards.undecided(tournament, state):
        found.append(ask_for_eliminators(tournament, waiting))
    unsaid = [one for entries in entry_places.stacks_wanted(state).values() for one in entries]
    if any((state.entries[one].best or 0) <= len(prizes_by_place.prizes(tournament, state)) for one in unsaid):
        names = ", ".join(_names(tournament, unsaid))
        found.append(_("Say the stacks at the start of the hand: %(names)s.") % {"names": names})
    return found


def ask_for_eliminators(tournament: Tournament, waiting: Sequence[int]) -> str:
    """Words for the director: of whom has to be said who knocked them out."""
    return _("Say who knocked out: %(names)s.") % {"names": ", ".join(_names(tournament, waiting))}


def _names(tournament: Tournament, numbers: Sequence[int]) -> list[str]:
    entries = Entry.objects.filter(tournament=tournament, number__in=numbers).order_by("number")
    return list(entries.values_list("player__nickname", flat=True))


def is_over(tournament: Tournament, state: State) -> bool:
    """True if nothing is left to play for: one player, as many as tickets, or a deal that keeps nothing for the winner.

    A flight is never over so: it is bagged.
    """
    if tournament.day_two_id is not None:
        return False
    left, deal = len(state.alive), state.prize_state.deal
    if deal is not None and deal.is_binding:
        return left <= 1 or not deal.kept
    if state.stage is not None and not state.stage.is_over(state.alive):
        return left <= 1  # who is left at other tables is still to be seen
    found = None if left <= 1 else prize_pool.satellite(tournament)
    return left <= (1 if found is None else max(1, found.tickets))


def settle(tournament: Tournament, state: State, key: str, now: datetime) -> None:
    """Pay everything that the state says, whose every entry is out: the escrows of the tournament end at nothing."""
    is_off = tickets.is_target_over(tournament, locked=True)
    pays = is_off and tickets.is_refunded(tournament)
    bounty_awards.settle(tournament, state, key)
    awards = prizes_by_place.awards(tournament, state)
    held = Entry.objects.filter(tournament=tournament, number__in=awards).select_related("player").order_by("number")
    moves: dict[int, int] = {}
    for entry in held:
        award = awards[entry.number]
        cash = award.cash + (tournament.ticket_value if award.has_ticket and pays else 0)
        if award.has_ticket and not pays:
            tickets.win(tournament, entry, f"{key}:{entry.number}", now, is_anywhere=is_off)
            pot = escrow.ticket_escrow().pk
            moves[pot] = moves.get(pot, 0) + tournament.ticket_value
        if cash:
            wallet = ledger.open_account(entry.player.owner, "wallet").pk
            moves[wallet] = moves.get(wallet, 0) + cash
    prizes_by_place.pay(tournament, moves, key)
