"""What is asked of the floor, and how it answers."""

from __future__ import annotations

from tables.dealing import player_decisions
from tables.hand.hand_replay import rebuilt


def asked(row):
    ask = rebuilt(row).asks[0]
    return ask, row.seats.get(seat=ask.seat).player


def say(row, words, now):
    ask, player = asked(row)
    player_decisions.decide(row.table_id, row.pk, ask.number, words, by=player, now=now)
