"""The law of the room: whatever the floor does, everything fits and is in order, or the list of what to do now leads there.

A few seeded evenings in the suite, many by `just floor` (`FLOOR_RUNS=500`).
"""

from __future__ import annotations

import os
from datetime import timedelta

import pytest

from tests.support.budget import sampled
from tests.support.tournaments.floor_evenings import ACTS, Floor, refusal, tried
from tournaments.log.state import RUNNING
from tournaments.models import Tournament

RUNS = int(os.environ.get("FLOOR_RUNS", "3"))
FOUND = (14, 38, 43, 44, 51, 63, 69)  # seeds that have found something: they are always tried
STEPS = 12


@pytest.mark.django_db
@pytest.mark.sweep
@pytest.mark.parametrize("seed", sampled(sorted({*range(RUNS), *FOUND}), "orders", one_of=8))
def test_law_all_is_in_order_or_the_list_leads_there_and_every_mistake_is_taken_back(seed: int) -> None:
    made = Floor(seed)
    for step in range(STEPS):
        before, name = made.state, made.random.choice(ACTS)
        if before.status != RUNNING:
            break
        seq = made.row.seq
        refused = refusal(made, name)
        assert refused != "no_free_seat"
        assert not refused or made.state == before
        made.evening.now += timedelta(seconds=7)
        made.is_sound()
        if name not in ("redo", "undo", "direct", "late"):
            with tried():
                made.is_taken_back(before, seq)
        if (
            step % 4 == 3 and made.row.cards == Tournament.Cards.PHYSICAL
        ):  # no hand is settled within what is taken back
            with tried():
                made.leads_to_order()
        made.row.refresh_from_db()
    made.leads_to_order()
