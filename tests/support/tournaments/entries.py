"""Tournaments with their entries, house rules, and how an entry is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from club.house import house_rules
from club.models import Player
from tests.tournaments.conftest import Evening
from tournaments.base.errors import Refused
from tournaments.log.tournament_rules import TournamentRules
from tournaments.models import Tournament
from tournaments.running import event_start

LATE = {"late_until_level": 2}


def set_rule(evening: Evening, **values: Any) -> None:
    for key, value in values.items():
        house_rules.set_value(TournamentRules, key, value, by=None, now=evening.now - timedelta(days=1))


def started(evening: Evening, players: list[Player], **terms_: Any) -> Tournament:
    row = evening.entered(players, **{**LATE, **terms_})
    event_start.start(row.pk, now=evening.now)
    return row


def refused(code: str, act: Any) -> Refused:
    with pytest.raises(Refused) as told:
        act()
    assert told.value.code == code, told.value
    return told.value
