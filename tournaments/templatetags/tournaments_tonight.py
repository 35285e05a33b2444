"""The tournaments of the night, for a page of another app."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from django import template
from django.utils import timezone

from tournaments.api import event_list
from tournaments.log import spectator_delay

register = template.Library()


@register.simple_tag(takes_context=True)
def tournaments_tonight(context: Mapping[str, Any], most: int) -> list[dict[str, Any]]:
    """So many tournaments that are open or running, as lines of their list."""
    now = timezone.now()
    found = spectator_delay.all_seen_by(event_list.listed(now=now), context.get("user"), now=now)
    lines = map(event_list.in_list, found)
    return list(islice((line for line in lines if line["status"] in ("open", "running", "paused")), most))
