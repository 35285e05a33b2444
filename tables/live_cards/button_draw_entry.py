"""The cards dealt for the first button at a table with real cards (RULES.md S0.15)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from engine.cards import cards_text, parse_cards
from engine.errors import EngineError
from tables.core import locks
from tables.core.errors import IllegalAction, Refused
from tables.hand import first_button
from tables.live_cards import real_card_tables
from tables.models import Table
from tables.tournament_seats import table_owner


def enter(table_id: int, cards: Mapping[int, str], *, by: User, now: datetime, source: str = "") -> Table:
    """Keep one card for each seat that plays, such as ``{1: "Ks", 4: "9d"}``: the highest has the button of the table's first
    hand. Cards entered again replace them; none at all takes them back.

    Raises `UnknownTable`; `Refused` once the table has had a hand, where no hands are entered, for a seat that is missing or
    not there, for a card dealt twice; `IllegalAction` for what is no card.
    """
    with transaction.atomic(durable=True), table_owner.holding(table_id, by=by, now=now, source=source):
        table = locks.lock_table(table_id)
        real_card_tables.check(table)
        real_card_tables.check_free(table)
        if not may_be_entered(table):
            message = _("The button of this table is known: it moves on, or is told with the next hand.")
            raise Refused("button_known", message)
        before, table.button_cards = table.button_cards, _checked(table, cards) if cards else None
        if before != table.button_cards:
            subject = f"table:{table.pk}"
            audit_log.record(
                "button.dealt", by=by, subject=subject, before=before, after=table.button_cards, source=source, now=now
            )
            locks.bump(table, "button_cards")
        return table


def may_be_entered(table: Table) -> bool:
    """True until the first hand of the table."""
    return table.button is None and table.turn is None


def form(table: Table) -> dict[str, Any] | None:
    """For the page where they are entered: `places` (seat, name, card or nothing) and the `holder` of the button by them; None
    where there is nothing to enter."""
    here = real_card_tables.ready(table) if may_be_entered(table) else []
    if len(here) < 2:
        return None
    kept = table.button_cards or {}
    names = {one.seat: one.player.nickname for one in here}
    is_drawn = bool(first_button.cards_of(table, names))
    holder = names.get(first_button.draw(table, names, b"").button, "") if is_drawn else ""
    places = [(seat, name, kept.get(str(seat), "")) for seat, name in names.items()]
    return {"places": places, "holder": holder}


def _checked(table: Table, cards: Mapping[int, str]) -> dict[str, str]:
    seats = {one.seat for one in real_card_tables.ready(table)}
    if set(cards) != seats:
        message = _("One card for each of the seats %(seats)s.")
        told = ", ".join(str(seat) for seat in sorted(seats))
        raise Refused("button_cards_wanted", message % {"seats": told}, 422, seats=sorted(seats))
    try:
        dealt = {seat: parse_cards(text) for seat, text in sorted(cards.items())}
    except EngineError as error:
        raise IllegalAction(error) from error
    for seat, found in dealt.items():
        if len(found) != 1 or found[0] >= 52:
            message = _("Seat %(seat)s is dealt one card of the fifty-two, such as Ks.")
            raise Refused("one_card_wanted", message % {"seat": seat}, 422, seat=seat)
        if list(dealt.values()).count(found) > 1:
            message = _("The card %(card)s was dealt to one seat only.")
            raise Refused("card_twice", message % {"card": cards_text(found)}, 422, seat=seat)
    return {str(seat): cards_text(found) for seat, found in dealt.items()}
