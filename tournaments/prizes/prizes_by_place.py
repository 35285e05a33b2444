"""What is played for, and paying it: the pool, its overlay and the staff's share, the prizes by the event's own fields.

Everything leaves the tournament's escrow, which ends at nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from club.base.phrases import gettext as _
from club.ledger import ledger
from tournaments.base.errors import Refused
from tournaments.formulas import guarantees_and_satellites, payout_tables
from tournaments.formulas.guarantees_and_satellites import Award
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.models import Tournament
from tournaments.prizes import prize_pool
from tournaments.terms import event_kinds, flight_tree


def check(chosen: Mapping[str, Any]) -> None:
    """The fields of an event that are about prizes. Raises `Refused`, or `ClubError` naming the row of a bad table."""
    table = chosen.get("payout_table")
    if table is not None:
        if not isinstance(table, dict):
            words = _("A payout table is an object with key and rows, each of entries and basis_points.")
            raise Refused("bad_payout", words, 422, field="payout_table")
        payout_tables.own_table(table)
    else:
        payout_tables.check_bands(str(chosen.get("payout") or payout_tables.DEFAULT), chosen.get("max_players"))
    staff = chosen.get("staff_basis_points") or 0
    if not isinstance(staff, int) or not 0 <= staff <= payout_tables.WHOLE:
        words = _("The staff's share is 0 to 100 % of what is paid in.")
        raise Refused("bad_staff_share", words, 422, field="staff_basis_points")


def _state(tournament: Tournament, state: State | None) -> State:
    if tournament.day_two is not None:  # the prizes of a flight are those of its last day
        return State.from_json(tournament.pot.snapshot)
    return State.from_json(tournament.snapshot) if state is None else state


def prizes(tournament: Tournament, state: State | None = None) -> tuple[int, ...]:
    """The prizes by place as they stand, first place first: those of a deal, those that are locked, or the event's own.

    They sum to the pool unless they are locked and the pool has changed since (see `stale`). state: that of the snapshot,
    by default.
    """
    prize_state = _state(tournament, state).prize_state
    if prize_state.deal is not None and prize_state.deal.is_binding:
        return prize_state.deal.prizes
    return prize_state.lock.prizes if prize_state.lock is not None else worked_out(tournament)


def worked_out(tournament: Tournament) -> tuple[int, ...]:
    """The prizes by the event's own fields and its entries so far. Of a satellite, the worth of the tickets and the rest."""
    tournament = tournament.pot
    found = prize_pool.satellite(tournament)
    if found is not None:
        rest = (found.rest,) if found.rest and found.tickets < prize_pool.entered(tournament) else ()
        return (*[found.value] * found.tickets, *rest)
    entries, total = prize_pool.entered(tournament), prize_pool.left(tournament)
    how: dict[str, Any] = {
        "floor": tournament.payout_floor,
        "minimum": tournament.payout_minimum,
        "rounding": tournament.payout_rounding,
    }
    most = _most_paid(tournament)
    if tournament.payout_table is None:
        return payout_tables.prizes(total, entries, tournament.payout, tournament.payout_unit, most=most, **how)
    if not total or not entries:
        return ()
    weights = payout_tables.own_table(tournament.payout_table).shares(entries)[:entries][:most]
    return payout_tables.share(total, weights, tournament.payout_unit, **how)


def _most_paid(tournament: Tournament) -> int | None:
    """The most places that are paid by place, where those of flights are not: all of Day 2, once its flights are over.

    None: any number.
    """
    is_day_two_alone = tournament.flight_ranking == Tournament.FlightRanking.DAY_TWO or tournament.flight_prize
    if not event_kinds.format_of(tournament).gathers or not is_day_two_alone:
        return None
    if Tournament.objects.filter(day_two=tournament, status__in=(REGISTERING, RUNNING)).exists():
        return None
    return max(1, flight_tree.reached(tournament))


@dataclass(frozen=True, slots=True)
class Stale:
    """Prizes that were locked before entries came or went: entries and pool in chips then, and now."""

    entries_then: int
    entries: int
    pool_then: int
    pool: int

    @property
    def difference(self) -> int:
        """The chips that the locked prizes leave over, or if below 0, that are missing."""
        return self.pool - self.pool_then


def stale(tournament: Tournament, state: State | None = None) -> Stale | None:
    """What has changed since the prizes were locked; None if they are not, or nothing has."""
    lock = _state(tournament, state).prize_state.lock
    if lock is None:
        return None
    found = Stale(lock.entries, prize_pool.entered(tournament), lock.pool, prize_pool.left(tournament))
    return None if (found.entries, found.pool) == (lock.entries, lock.pool) else found


def places_for_prizes(tournament: Tournament, state: State) -> dict[int, tuple[int, int]]:
    """The place of each entry that is out, as (best, worst), by which it is paid.

    Where the disqualified get no prize they are left out, and whoever was placed below them moves up.
    """
    barred = state.prize_state.barred if tournament.disqualified_prize == Tournament.Disqualified.NONE else frozenset()
    groups: dict[tuple[int, int], list[int]] = {}
    for entry, place in sorted(state.entries.items()):
        if place.best is not None and place.worst is not None:
            groups.setdefault((place.best, place.worst), []).append(entry)
    made: dict[int, tuple[int, int]] = {}
    above = 0
    for (best, _worst), tied in sorted(groups.items()):
        kept = [entry for entry in tied if entry not in barred]
        best -= above
        made |= dict.fromkeys(kept, (best, best + len(kept) - 1))
        above += len(tied) - len(kept)
    return made


def awards(tournament: Tournament, state: State) -> dict[int, Award]:
    """What each entry has won by its place so far: a ticket, chips, or both; those who tie share (T16).

    Nobody wins anything in a flight: Day 2 pays.
    """
    if tournament.day_two_id is not None:
        return {}
    deal, places = state.prize_state.deal, places_for_prizes(tournament, state)
    found = prize_pool.satellite(tournament)
    is_deal = deal is not None and deal.is_binding
    first = next((entry for entry, place in sorted(places.items()) if place[0] == 1), None)
    if found is not None and not is_deal:
        made = dict(guarantees_and_satellites.awards(found, places, tournament.payout_unit))
    else:
        listed = prizes(tournament, state)
        chips = dict.fromkeys(places, 0)
        if deal is not None and is_deal:
            listed = (*[0] * len(deal.shares), *listed[len(deal.shares) :])
            chips |= {entry: share for entry, share in deal.shares.items() if entry in places}
        for entry, amount in payout_tables.by_player(listed, places, tournament.payout_unit).items():
            chips[entry] += amount
        made = {entry: Award(False, amount) for entry, amount in chips.items() if amount}
    if first is not None:  # it is over: what nobody has by place is the winner's, since escrow ends at nothing
        held = made.get(first, Award(False, 0))
        spare = sum(prizes(tournament, state)) - sum(
            one.cash + one.has_ticket * tournament.ticket_value for one in made.values()
        )
        made[first] = Award(held.has_ticket, held.cash + spare)
    return {entry: award for entry, award in made.items() if award.has_ticket or award.cash}


def won(tournament: Tournament, state: State) -> dict[int, int]:
    """What each entry has won by its place so far in chips, a ticket by its worth, and what its flight has paid it."""
    made = flight_tree.paid_of(state)
    for entry, award in awards(tournament, state).items():
        made[entry] = made.get(entry, 0) + award.cash + award.has_ticket * tournament.ticket_value
    return made


def pay(tournament: Tournament, wallets: Mapping[int, int], key: str) -> None:
    """Pay the prizes, by wallet, out of the escrow: the overlay comes in from the house, the staff's share goes to the tips.

    Each is a transfer of its own; a key stands for one payment. What goes to the escrow of tickets is among the wallets.
    """
    escrow, staff, overlay = (
        ledger.open_account(tournament.owner, "escrow").pk,
        prize_pool.taken(tournament).staff,
        prize_pool.pool(tournament).overlay,
    )
    if overlay and wallets:
        _post(
            f"{key}:overlay",
            {ledger.open_account("house", "fees").pk: -overlay, escrow: overlay},
            "overlay",
            tournament,
        )
    if staff:
        _post(f"{key}:staff", {escrow: -staff, ledger.open_account("house", "tips").pk: staff}, "staff", tournament)
    if wallets:
        _post(f"{key}:1", {**wallets, escrow: -sum(wallets.values())}, "prize", tournament)


def _post(key: str, moves: Mapping[int, int], purpose: str, tournament: Tournament) -> None:
    ledger.post(key, moves, purpose=f"tournament-{purpose}", reference=tournament.owner)
