"""What a tournament means for one player: may they enter, buy, wait, and why not. Besides, what the desk sees."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from club.models import Player
from tournaments.desk import registration
from tournaments.entries import alternates, entries, purchases
from tournaments.entries.eligibility import FULL, Condition
from tournaments.log import tournament_rules
from tournaments.log.state import REGISTERING, RUNNING, Place, State
from tournaments.models import Alternate, Entry, Purchase, Tournament
from tournaments.terms import late_registration_and_rebuy_periods


def told(tournament: Tournament, state: State, player: Player, *, now: datetime) -> dict[str, Any]:
    """Everything the tournament means for the player, as the page and the API tell it."""
    entry = entries.last_entry(tournament, player)
    found = registration.verdict(tournament, player, now=now)
    place = Place() if entry is None else state.entries[entry.number]
    waiting = alternates.place_of(tournament, player)
    price = entries.price(tournament, is_reentry=entry is not None and entry.is_out)
    return {
        "is_registered": entry is not None,
        "entry": None if entry is None else entry.number,
        "may_register": found.accepted,
        "may_unregister": entry is not None and state.status == REGISTERING and not entry.came_from_id,
        "code": found.code,
        "why": found.why,
        "when": found.when,
        "cost": sum(price),
        "needs_code": bool(tournament.entry_code),
        "conditions": [_condition(one) for one in found.conditions],
        "may_wait": waiting is None and [one.code for one in found.conditions if not one.is_met] == [FULL],
        "waiting": waiting,
        "table": state.tables.get(place.table) if place.table is not None else None,
        "seat": place.seat,
        "place": place.best,
        "move": _own_move(state, entry),
        **_buys(tournament, state, entry, now),
    }


def _own_move(state: State, entry: Entry | None) -> dict[str, Any] | None:
    """Where the player is called to; None if nowhere, and None again once it is made."""
    called = None if entry is None else state.orders.called.get(entry.number)
    if entry is None or called is None:
        return None
    return {"entry": entry.number, "to_table": called.table, "to_seat": called.seat, "is_seen": called.is_seen}


def _buys(tournament: Tournament, state: State, entry: Entry | None, now: datetime) -> dict[str, Any]:
    """What the entry may buy now, and until when one without chips may decide."""
    is_in = entry is not None and state.status == RUNNING and not state.entries[entry.number].is_out
    if entry is None or not is_in:
        return {"rebuy": None, "add_on": None, "decides_until": None, "may_give_up": False}
    deciding = state.deciding.get(entry.number)
    may_enter_again = (
        bool(tournament.reentries) and late_registration_and_rebuy_periods.reentry(tournament, state, now).is_open
    )
    return {
        "rebuy": _offer(tournament, state, entry, purchases.REBUY, now) if tournament.rebuys else None,
        "add_on": _offer(tournament, state, entry, purchases.ADD_ON, now) if tournament.addons else None,
        "decides_until": None if deciding is None else deciding.until,
        "may_give_up": may_enter_again
        and tournament_rules.in_force(tournament, state.level_began).forfeits_for_reentry,
    }


def _offer(tournament: Tournament, state: State, entry: Entry, kind: str, now: datetime) -> dict[str, Any]:
    found = purchases.judged(tournament, state, entry, kind, now)
    paid, fee, chips = purchases.price(tournament, kind)
    missing = next((one for one in found if not one.is_met), None)
    left = tournament.rebuys - purchases.standing(entry, kind)
    return {
        "may_buy": missing is None,
        "code": "" if missing is None else missing.code,
        "why": "" if missing is None else missing.why,
        "cost": paid + fee,
        "chips": chips,
        "at_once": max(1, min(tournament.rebuys_at_once, left)) if kind == purchases.REBUY else 1,
        "conditions": [_condition(one) for one in found],
    }


def _condition(one: Condition) -> dict[str, Any]:
    return {
        "title": one.title,
        "is_met": one.is_met,
        "code": "" if one.is_met else one.code,
        "why": "" if one.is_met else one.why,
        "when": None if one.is_met else one.when,
        "closes_at": one.closes_at,
    }


def desk(tournament: Tournament) -> dict[str, Any]:
    """What the desk sees besides: who waits, who has not come, what was bought, and whether registration is closed by hand."""
    state = State.from_json(tournament.snapshot)
    live = Entry.objects.filter(tournament=tournament, is_withdrawn=False, is_out=False).select_related("player")
    bought = Purchase.objects.filter(entry__tournament=tournament, taken_back_at=None).select_related("entry__player")
    waits = Alternate.objects.filter(tournament=tournament, outcome=Alternate.Outcome.WAITS).select_related("player")
    return {
        "entries": list(live.order_by("number")),
        "absent": list(live.filter(checked_in_at=None).order_by("number")) if tournament.needs_check_in else [],
        "purchases": list(bought.order_by("-pk")[:50]),
        "waiting": list(waits.order_by("pk")),
        "is_closed": state.is_closed,
        "is_open": tournament.status == REGISTERING,
        "may_withdraw": tournament.status == RUNNING
        and tournament_rules.in_force(tournament, None).withdraws_after_start,
        "is_running": tournament.status == RUNNING,
    }
