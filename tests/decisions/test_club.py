"""What is decided in the club and at the desk is on record: who, from where, what."""

from __future__ import annotations

import pytest
from django.test import Client

from club.cashier import cashier
from club.models import AuditEntry
from tests.support.budget import sweep
from tests.support.decisions.endpoints import ENDPOINTS
from tests.support.decisions.pages import PAGES
from tests.support.decisions.record import TABLES, TOURNAMENTS, check_on_record, stories_of
from tests.support.decisions.world import (
    DEVICE,
    Story,
    World,
)

pytestmark = pytest.mark.django_db


@sweep(
    "story",
    [story for story in ENDPOINTS + PAGES if story not in stories_of(*TABLES, *TOURNAMENTS)],
    ids=lambda story: f"{story.door} {story.kind}",
)
def test_what_is_decided_is_on_record_with_who_and_from_where(story: Story) -> None:
    check_on_record(story)


def test_leaving_for_good_is_on_record():
    world = World()
    cashier.cash_out(world.mika, 10_000, key="out", by=None, now=world.now)
    client = Client(HTTP_USER_AGENT=DEVICE)
    client.force_login(world.mika.user)
    client.post("/me/erase/", {"nickname": "mika"})
    entry = AuditEntry.objects.get(kind="player.erased")
    assert (entry.by, entry.subject, DEVICE in entry.source) == (world.mika.user, world.mika.owner, True)
