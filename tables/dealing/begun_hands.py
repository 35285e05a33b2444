"""What a table remembers of a hand that begins, dealt or entered: its button and blinds, its game, what a misdeal restores."""

from __future__ import annotations

from datetime import datetime

from tables.cash import missed_blinds, mixed_games, time_charge
from tables.cash.next_hand import Prepared
from tables.hand import misdeals
from tables.models import Hand, Table

FIELDS = ("button", "small_blind", "big_blind", "button_cards", "next_hand", "deal_at", "time_due", "before_deal")


def keep(table: Table, row: Hand, dealt: Prepared, now: datetime) -> None:
    """Save with the table that this hand begins; the caller holds the table's lock and has counted `next_hand`."""
    table.before_deal = misdeals.remember(table, row, dealt.sittings)
    missed_blinds.count_blinds(table, dealt)
    # Blinds that a bomb pot leaves unposted are the next hand's: they pass nobody.
    is_passed = not dealt.is_bomb or dealt.running.bomb_every == 1
    if is_passed:
        table.button, table.small_blind, table.big_blind = dealt.where
    table.deal_at = table.button_cards = None
    time_charge.start(table, dealt.running, now)
    table.save(update_fields=FIELDS)
    if dealt.turn is not None:
        mixed_games.take_turn(table, dealt.turn if is_passed else mixed_games.held(table, dealt.turn))
