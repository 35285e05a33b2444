"""What may be read of a tournament's money, and of tickets. Nothing here writes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from tournaments.log.state import RUNNING, State
from tournaments.models import Ticket, Tournament
from tournaments.prizes import bounty_awards, payout_settlement, prize_pool, prizes_by_place


def money_of(tournament: Tournament) -> dict[str, Any]:
    """The prizes, their lock, whether it is stale and by how much, what holds up the payment, and the bounties."""
    state = State.from_json(tournament.snapshot)
    stale, lock, deal = prizes_by_place.stale(tournament, state), state.prize_state.lock, state.prize_state.deal
    pool = prize_pool.pool(tournament)
    return {
        "pool": pool.total,
        "overlay": pool.overlay,
        "prizes": list(prizes_by_place.prizes(tournament, state)),
        "worked_out": list(prizes_by_place.worked_out(tournament)),
        "is_locked": lock is not None,
        "is_deal": deal is not None and deal.is_binding,
        "stale": None
        if stale is None
        else {
            "entries_then": stale.entries_then,
            "entries": stale.entries,
            "pool_then": stale.pool_then,
            "pool": stale.pool,
            "difference": stale.difference,
        },
        "holds": payout_settlement.holds(tournament, state) if state.status == RUNNING else [],
        "bounties": bounties_of(tournament, state),
    }


def bounties_of(tournament: Tournament, state: State) -> dict[str, Any] | None:
    """The bounties, what was won, and the envelopes left; None where there are no bounties."""
    if not tournament.bounty:
        return None
    left = state.prize_state.envelopes
    return {
        "kind": tournament.bounty_kind,
        "kind_words": tournament.get_bounty_kind_display(),
        "bounty": tournament.bounty,
        "bounties": [
            {"entry": entry, "bounty": chips}
            for entry, chips in sorted(bounty_awards.open_bounties(tournament, state).items())
        ],
        "won": [
            {"entry": entry, "won": chips} for entry, chips in sorted(bounty_awards.won(tournament, state).items())
        ],
        "undecided": bounty_awards.undecided(tournament, state),
        "envelopes": None if left is None else list(left),
        "envelopes_wait": bounty_awards.envelopes_wait(tournament, state),
    }


def ticket(held: Ticket, now: datetime) -> dict[str, Any]:
    """One ticket: what it is worth, for what, until when, and where it is from."""
    is_late = held.state == Ticket.State.HELD and held.expires_at is not None and held.expires_at <= now
    if held.tournament is not None:
        where = held.tournament.name
    else:
        where = held.event or _("any tournament it pays in full")
    return {
        "id": held.pk,
        "player": held.player_id,
        "name": held.player.nickname,
        "value": held.value,
        "tournament": held.tournament_id,
        "event": held.event,
        "where": where,
        "state": Ticket.State.EXPIRED if is_late else held.state,
        "state_words": str(Ticket.State.EXPIRED.label if is_late else held.get_state_display()),
        "is_good": held.state == Ticket.State.HELD and not is_late,
        "is_waiting": held.state == Ticket.State.WAITING,
        "won_in": None if held.won_in is None else held.won_in.name,
        "why": held.why,
        "issued_at": held.issued_at,
        "expires_at": held.expires_at,
    }
