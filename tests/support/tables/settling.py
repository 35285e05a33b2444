"""Hands played out and settled."""

from __future__ import annotations

from tables.dealing import dealer, player_decisions
from tables.models import Hand


def play_to_the_end(row, now):
    """Everybody calls and shows what they have to."""
    table = row.table
    for _ in range(60):
        row.refresh_from_db()
        if row.state != Hand.State.PLAYING:
            return
        from tables.hand.hand_replay import rebuilt

        ask = rebuilt(row).asks[0]
        player = row.seats.get(seat=ask.seat).player
        words = "call" if any(offer.verb == "call" for offer in ask.offers) else "show"
        player_decisions.decide(table.pk, row.pk, ask.number, words, by=player, now=now)
    raise AssertionError("the hand does not end")


def over(house, now):
    """A hand that is over, for 100 chips each of two players, and its table."""
    table = house.seated(house.person("anna"), house.person("ben"), pause=60.0)
    row = dealer.deal(table.pk, now=now, seed=b"s" * 32)
    play_to_the_end(row, now)
    assert row.state == Hand.State.OVER
    return table, row
