"""What is decided through a door is on record: walked by a story, and looked up."""

from __future__ import annotations

from typing import Any

from django.test import Client
from rest_framework.test import APIClient

from club.base.registry import DECISIONS
from club.models import AuditEntry
from tests.support.decisions.endpoints import ENDPOINTS
from tests.support.decisions.pages import PAGES
from tests.support.decisions.world import (
    DEVICE,
    Story,
    World,
)


def client_for(world: World, story: Story) -> Any:
    client: Any = APIClient() if story.door.startswith("api-") else Client()
    client.force_login(world.owner)
    client.defaults["HTTP_USER_AGENT"] = DEVICE
    if story.door.startswith("api-"):
        client.force_authenticate(world.owner)
    return client


def check_on_record(story: Story) -> None:
    """The decision leaves entries of its kind that say who, from where, and about what."""
    world = World()
    path, body = story.path(world), story.body(world)
    last = AuditEntry.objects.latest("pk").pk if AuditEntry.objects.exists() else 0
    client = client_for(world, story)
    if isinstance(client, APIClient):
        answer = getattr(client, story.method)(path, body, format="json", HTTP_IDEMPOTENCY_KEY="k")
    else:
        answer = getattr(client, story.method)(path, body)
    assert answer.status_code < 400, answer.content
    made = AuditEntry.objects.filter(pk__gt=last, kind=story.kind)
    assert made, AuditEntry.objects.filter(pk__gt=last).values_list("kind", flat=True)
    for entry in made:
        assert entry.by == world.owner
        assert DEVICE in entry.source
        assert "127.0.0.1" in entry.source
        assert entry.subject or story.kind in ("players.imported", "players.exported", "ledger.audit-asked")
    assert story.kind in DECISIONS


TOURNAMENTS = ("tournament.", "ticket.", "league.", "season.", "structure.", "template.", "screen.")
TABLES = ("table.", "seat.", "hand.", "hands.", "wait.", "staff.", "time.")


def stories_of(*families: str) -> list[Story]:
    """The stories whose entries are of those families of kinds."""
    return [story for story in ENDPOINTS + PAGES if story.kind.startswith(families)]
