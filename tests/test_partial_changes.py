"""The law of partial changes: of a change in several parts, one that is refused leaves all others as they were.

Every PATCH of the API's schema is asked with a change that is good, and beside it each of its fields with values that are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.test import Client

from club.models import User
from club.people import roles
from tests.rights import STATED
from tests.support.answers import whole_schema
from tests.support.budget import sampled
from tests.support.world import World, world
from tournaments.api.recurring import USUAL

pytestmark = pytest.mark.django_db
__all__ = ["world"]
OWNER = "owner"
# By its path in the schema: a change that is taken, of more than one part where there is more than one.
GOOD: dict[str, dict[str, Any]] = {
    "/api/v1/me/notices/": {"mail": ["tournament-starts"]},
    "/api/v1/me/notices/devices/{device_id}/": {"kinds": ["seat"]},
    "/api/v1/players/{player_id}/": {"nickname": "another", "reading": "another", "notes": "likes tea"},
    "/api/v1/tables/{table_id}/sittings/mine/": {"state": "out", "post": False},
    "/api/v1/tournaments/{tournament_id}/": {"name": "Another", "max_players": 50, "fee": 10},
    "/api/v1/recurring/{template_id}/": {**USUAL, "name": "Another", "buy_in": 70, "days_ahead": 3},
    "/api/v1/webhooks/{webhook_id}/": {"events": ["tournament.announced"], "is_active": False},
    "/api/v1/seasons/{season_id}/": {"name": "Another", "best": 3, "tournaments": []},
}
# What hardly any field takes: of another kind, too long, too large, below nothing, of nobody.
BAD: tuple[Any, ...] = ("x" * 3_000, 10**30, [{"x": 1}], 987_654_321, None)


def patches() -> dict[str, tuple[str, list[str]]]:
    """Each PATCH of the schema: its address as `rights.txt` has it, and the fields of its body."""
    stated = {address for method, address in STATED if method == "PATCH"}
    found = {}
    schema = whole_schema()
    for path, methods in schema["paths"].items():
        if "patch" in methods:
            body = methods["patch"]["requestBody"]["content"]["application/json"]["schema"]
            told = schema["components"]["schemas"][body["$ref"].rpartition("/")[2]] if "$ref" in body else body
            [address] = [one for one in stated if _plain(one) == path]
            found[path] = (address, sorted(told.get("properties", {})))
    return found


def _plain(address: str) -> str:
    for kind in ("int", "slug", "str", "uuid"):
        address = address.replace(f"<{kind}:", "{")
    return address.replace(">", "}")


def digests(tables: Iterator[str] | list[str] | None = None) -> dict[str, str]:
    """What stands in each table (by itself: in all), as a digest."""
    with connection.cursor() as cursor:
        names = list(tables) if tables is not None else connection.introspection.table_names(cursor)
        parts = [
            f"SELECT '{name}', coalesce(md5(string_agg(one::text, '|' ORDER BY one::text)), '') FROM {name} one"
            for name in names
        ]
        cursor.execute(" UNION ALL ".join(parts))
        return dict(cursor.fetchall())


@pytest.fixture
def owner(world: World) -> Client:
    client = Client()
    me = world.me.user
    assert me is not None
    roles.give_role(me, OWNER)
    # Whose address is confirmed, as notices by e-mail want it.
    User.objects.filter(pk=me.pk).update(email="me@example.org")
    EmailAddress.objects.create(user=me, email="me@example.org", primary=True, verified=True)
    client.force_login(me)
    return client


def test_every_change_of_the_api_is_in_this_law() -> None:
    assert set(patches()) == set(GOOD)


@pytest.mark.sweep
@pytest.mark.parametrize("path", GOOD)
def test_law_a_part_that_is_refused_leaves_all_others_as_they_were(world: World, owner: Client, path: str) -> None:
    address, fields = patches()[path]
    target = world.filled(address, world.other if "player" in path else world.me)
    good = GOOD[path]

    def sent(body: dict[str, Any]) -> int:
        return owner.patch(target, body, content_type="application/json").status_code

    before = digests()
    place = transaction.savepoint()  # no block: some changes begin what must be the outermost one
    assert sent(good) == 200
    changed = [name for name, digest in digests().items() if digest != before[name]]
    transaction.savepoint_rollback(place)
    assert changed, "the good part changes something"
    refused = 0
    for field in sorted({*sampled(fields, path, one_of=8), *good}):
        for bad in BAD:
            body = {**good, field: bad}
            status = sent(body)
            if status >= 400:
                refused += 1
                assert status < 500, (body, status)
                assert digests(changed) == {name: before[name] for name in changed}, (body, status)
            transaction.savepoint_rollback(place)
    assert refused >= len(good)
