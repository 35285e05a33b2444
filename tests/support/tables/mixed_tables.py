"""Tables at which games change."""

from __future__ import annotations

from engine.mixes.mixes import MixedStakes, parse_legs, ready_made
from engine.mixes.rotation import Change, Rotation
from tables.cash import seating
from tables.dealing import player_decisions
from tables.hand.hand_replay import rebuilt

TWO_HANDS = Change("hands", 2)


LEVEL = MixedStakes(small_bet=100, ante=20)


def mixed_table(house, *players, games="horse", change=TWO_HANDS, order="again", **more):
    legs = ready_made(games) if games == "horse" else parse_legs(games)
    table = house.table(
        game="", rotation=Rotation(legs, change, order), level=LEVEL, min_buy_in=1000, max_buy_in=9000, **more
    )
    for seat, player in enumerate(players, start=1):
        seating.sit_down(table.pk, player, seat, 5000, key=f"seat {seat}", now=house.now)
    table.refresh_from_db()
    return table


def give_up(house, row, now):
    """Everybody gives the hand up as soon as may be, and it is settled."""
    while (hand := rebuilt(row)).asks:
        ask = hand.asks[0]
        player = row.seats.get(seat=ask.seat).player
        player_decisions.decide(row.table_id, row.pk, ask.number, str(ask.default), by=player, now=now)
    house.settle()
