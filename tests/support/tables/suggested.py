"""A hand of Chinese poker in which somebody is asked."""

from __future__ import annotations

from engine.betting.hand import Stakes
from tables.dealing import dealer
from tables.hand.hand_replay import rebuilt

POINTS = Stakes(limit="points", point=10)


def dealt(house, now, game="chinese", **more):
    players = [house.person(name) for name in ("anna", "ben")]
    table = house.seated(*players, game=game, stakes=POINTS, buy_in=1_000, **more)
    return players, dealer.deal(table.pk, now=now)


def ask_of(row, seat):
    (ask,) = [ask for ask in rebuilt(row).asks if ask.seat == seat]
    return ask
