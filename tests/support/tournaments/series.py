"""Flights of an event that lead to a second day."""

from __future__ import annotations

from typing import Any

from club.models import Player
from tests.tournaments.conftest import Evening
from tournaments.desk import registration
from tournaments.endings import bagging_by_hand
from tournaments.log.state import BAGGED, State
from tournaments.models import Entry, Tournament
from tournaments.running import event_start

# Short stacks, so that an evening is a few hands.
LEVELS = [{"type": "level", "n": n, "minutes": 5, "sb": 100 * n, "bb": 200 * n} for n in range(1, 7)]


class Series:
    """A Day 2 and its flights, in few words."""

    def __init__(self, evening: Evening, **fields: Any) -> None:
        self.evening = evening
        self.boss = evening.person("boss", role="director").user
        self.sheet = evening.structure(items=LEVELS)
        self.day_two = evening.tournament(structure=self.sheet, format="day-two", starts_at=None, **fields)

    def flight(self, players: list[Player], **fields: Any) -> Tournament:
        told = {"day_two": self.day_two, "structure": self.sheet, "starts_at": None, "bags_at_players": 2, **fields}
        row = self.evening.tournament(**told)
        for player in players:
            registration.register(row.pk, player, now=self.evening.now)
        return row

    def play_flight(self, row: Tournament) -> State:
        """To its end by itself."""
        event_start.start(row.pk, now=self.evening.now)
        for _each in range(300):
            if self.evening.play_round(row).status == BAGGED:
                return self.evening.state(row)
        raise AssertionError("the flight does not end")

    def bag(self, row: Tournament, **told: Any) -> None:
        bagging_by_hand.bag(row.pk, now=self.evening.now, by=self.boss, **told)

    def stacks(self) -> dict[str, int]:
        """The chips that wait for Day 2, by nickname."""
        own = Entry.objects.filter(tournament=self.day_two, is_out=False, is_withdrawn=False)
        return {
            one.player.nickname: one.account.balance for one in own.select_related("player", "account") if one.account
        }
