"""No door that writes is left out: walked from the addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from club.cashier.desk_actions import DESK_ACTIONS
from tables.staff.act_list import ACTS as STAFF_ACTS
from tests.support.decisions.acts import (
    DESK,
    ENTRIES,
    FELT,
    FLOOR,
    OWN_ENTRY,
    SESSION,
    STAFF,
)
from tests.support.decisions.apart import APART
from tests.support.decisions.endpoints import ENDPOINTS
from tests.support.decisions.pages import PAGES
from tournaments.acts import act, registry

pytestmark = pytest.mark.django_db


def doors(resolver: Any, before: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every address of the club: its route, its name, its view."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace is None and not route.startswith(("admin/", "accounts/")):
                yield from doors(pattern, route)
        else:
            yield route, pattern.name, pattern.callback


def test_no_door_that_writes_is_left_out():
    told = {(story.door, story.method) for story in ENDPOINTS + PAGES}
    names = {story.door for story in ENDPOINTS + PAGES}
    missing = []
    for route, name, view in doors(get_resolver()):
        path = "/" + re.sub(r"<(\w+):\w+>", lambda found: "1" if found[1] == "int" else "x", route)
        if name in APART or "(" in route:
            continue
        if hasattr(view, "cls"):
            writes = [one for one in ("post", "put", "patch", "delete") if hasattr(view.cls, one)]
            missing += [(name, one) for one in writes if (name, one) not in told]
        elif Client().post(path).status_code != 405 and name not in names:
            missing.append((name, "post"))
    assert not missing, missing
    assert set(DESK_ACTIONS) == set(DESK)
    assert set(STAFF_ACTS) == {*STAFF, *SESSION}
    assert set(registry.at(act.Place.FLOOR)) == {*FLOOR, *FELT, *ENTRIES}
    assert set(registry.at(act.Place.OWN)) == set(OWN_ENTRY)
