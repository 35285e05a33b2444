"""Changing the fields of an event that was announced, and which of them players rely on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from rest_framework import serializers

from club.base.phrases import gettext as _
from club.models import User
from tournaments.base.errors import Refused
from tournaments.log import tournament_log
from tournaments.log.events.entries import TermsChanged
from tournaments.log.state import REGISTERING, RUNNING
from tournaments.models import Entry, Purchase, Tournament
from tournaments.prizes import prize_pool
from tournaments.setup import entry_fields, event_checks, flight_terms
from tournaments.terms import event_kinds

FEE_PARTS = ("fee_basis_points", "fee_unit", "fee_rounding")  # what a fee follows from that is a part of the buy-in


class Changed(entry_fields.Terms):
    """The fields that may be changed after the announcement; those left out stay."""

    why = serializers.CharField(max_length=300, allow_blank=True, required=False)

    def __init__(self, *given: Any, **named: Any) -> None:
        told = named.get("data")
        if told is not None and hasattr(
            told, "getlist"
        ):  # of a form: what is left empty, or is no field of the form, stays as it is
            named["data"] = {name: value for name, value in told.items() if value != ""}
        super().__init__(*given, **named)

    class Meta(entry_fields.Terms.Meta):
        fields = [*entry_fields.Terms.Meta.fields, "buy_in", "fee", "starting_chips", "max_players", "why"]
        extra_kwargs = {
            **entry_fields.Terms.Meta.extra_kwargs,
            **{
                name: {"max_value": entry_fields.LARGEST, "required": False}
                for name in ("buy_in", "fee", "starting_chips")
            },
            "max_players": {"min_value": 2, "max_value": 10_000, "required": False},
        }


def change(
    tournament_id: int, *, why: str = "", now: datetime, by: User | None, source: str = "", **fields: Any
) -> None:
    """Change fields of the event; entries and purchases that were made keep their prices.

    Raises `Refused`: over, a field that is locked since players have joined, or one that cannot be so.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        tournament = log.tournament
        if log.state.status not in (REGISTERING, RUNNING):
            raise Refused("not_running", _("The tournament is over: its fields stand."))
        changes = {
            name: value for name, value in fields.items() if name == "entry_code" or getattr(tournament, name) != value
        }
        if not changes:
            return
        locked = event_checks.locked(tournament, log.state, changes)
        if Entry.objects.filter(tournament=tournament, is_withdrawn=False).exists():
            locked |= _relied_on(tournament, changes)
        _check_unlocked(tournament, locked)
        parts = {name: changes.get(name, getattr(tournament, name)) for name in FEE_PARTS}
        is_of_parts = bool(tournament.fee_basis_points) and bool({"buy_in", *FEE_PARTS} & set(changes))
        if "fee_basis_points" in changes or (is_of_parts and "fee" not in changes):
            price, own = changes.get("buy_in", tournament.buy_in), changes.get("fee", 0)
            changes["fee"] = prize_pool.fee(price, own, parts)
        elif changes.get("fee"):
            prize_pool.fee(tournament.buy_in, changes["fee"], {"fee_basis_points": tournament.fee_basis_points})
        standing = {
            field.name: getattr(tournament, field.name)
            for field in tournament._meta.fields
            if field.name != "entry_code"
        }
        for name, value in flight_terms.settled({**standing, **changes}).items():
            if standing[name] != value:
                changes[name] = value
        event_checks.check(
            {**standing, **changes}, changes.get("buy_in", tournament.buy_in), tournament.sheet, now=now, wanted=changes
        )
        settled = event_kinds.settled({**standing, **changes})
        changes |= {name: value for name, value in settled.items() if standing[name] != value}
        values_now = entry_fields.prepared(
            {**{name: standing[name] for name in entry_fields.FIELDS}, **changes}, tournament.sheet
        )
        for name in changes:
            setattr(tournament, name, values_now[name])
        tournament.save(update_fields=list(changes))
        logged = {name: values_now[name] for name in changes if name != "entry_code"}
        logged = {name: value.pk if isinstance(value, Tournament) else value for name, value in logged.items()}
        changed = TermsChanged(fields=logged, names=", ".join(sorted(changes)), why=why)
        log.add(changed, now=now, by=by, source=source)
        log.close()


def _relied_on(tournament: Tournament, wanted: Mapping[str, Any]) -> set[str]:
    locked = {
        name for name in entry_fields.KINDS if name in wanted and bool(wanted[name]) != bool(getattr(tournament, name))
    }
    locked |= {"starting_chips", "on_time_chips"} & set(wanted)
    if "buy_in" in wanted and bool(wanted["buy_in"]) != bool(tournament.buy_in):
        locked.add("buy_in")
    sold = Purchase.objects.filter(entry__tournament=tournament, taken_back_at=None)
    for kind, name in ((Purchase.Kind.REBUY, "rebuy_chips"), (Purchase.Kind.ADD_ON, "addon_chips")):
        if name in wanted and sold.filter(kind=kind).exists():
            locked.add(name)
    return locked


def _check_unlocked(tournament: Tournament, locked: set[str]) -> None:
    if locked:
        named = ", ".join(
            str(getattr(Tournament._meta.get_field(name), "verbose_name", name)) for name in sorted(locked)
        )
        if tournament.status == REGISTERING:
            words = _("Players have joined on these terms; this stays as it is: %(fields)s.")
        else:
            words = _("The tournament has begun with this, and it stays as it is: %(fields)s.")
        raise Refused("field_locked", words % {"fields": named}, fields=sorted(locked), field=sorted(locked)[0])
