"""Whatever stands behind the question mark of an address, no page and no endpoint breaks: it is refused in words, or left alone.

What an address reads of its query is not listed here: it is watched, and a parameter that is new tomorrow is asked as well.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar
from urllib.parse import quote

import pytest
from django.core.handlers import wsgi
from django.db import transaction
from django.http import QueryDict
from django.test import Client

from tests.rights import STATED, logged_in
from tests.support.budget import FEWEST, budget, choose_sample, is_ci, sweep
from tests.support.world import World, world

__all__ = ["world"]
pytestmark = [pytest.mark.django_db, pytest.mark.slow]
# Those that tell by 503 that no worker has beaten, as none does here.
TELL_OF_WORKERS = ("/healthz/workers",)
ADDRESSES = sorted({address for method, address in STATED if method == "GET" and address not in TELL_OF_WORKERS})

NUMBERS = ("-1", "0", "1e9", "1.5", "NaN", "²", "9" * 19, "9" * 5_000)
DAYS = ("2026-13-45", "9999-12-31", "0001-01-01", "9999-12", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00")
TEXTS = ("", "日本", "'", "%", "[]", "a,b,,", "../x", "a\r\nX: y", "x" * 9_000)
# As they come, in no encoding that there is: NUL, half a sign, no UTF-8, an escape that is none.
BYTES = ("%00", "%ED%A0%80", "%ff", "%u0041%", "x&{name}=y", "x&{name}")


class Watched(QueryDict):
    """A query that tells what of it is read."""

    read: ClassVar[set[str]] = set()

    def __getitem__(self, key: str) -> Any:
        Watched.read.add(str(key))
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        Watched.read.add(str(key))
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        Watched.read.add(str(key))
        return super().get(key, default)

    def getlist(self, key: str, default: Any = None) -> Any:
        Watched.read.add(str(key))
        return super().getlist(key, default)


@pytest.fixture
def owner(world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Client:
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(wsgi, "QueryDict", Watched)
    return logged_in(world, "owner")


def queries(name: str) -> Iterator[str]:
    """Odd values of a parameter, as they stand in an address."""
    for value in (*NUMBERS, *DAYS, *TEXTS):
        yield f"{quote(name)}={quote(value)}"
    for raw in BYTES:
        yield f"{quote(name)}={raw.format(name=quote(name))}"


def some(values: list[str], name: str) -> list[str]:
    """As many of the values as a law has examples in this run, in the CI the fewest; others for each name."""
    count = FEWEST if is_ci() else budget(len(values))
    return Random(f"{choose_sample()} {name}").sample(values, count)


def status(client: Client, path: str, query: str) -> int:
    """What is answered, read to its end; what it did is taken back."""
    before = transaction.savepoint()
    answer: Any = client.get(f"{path}?{query}")
    if answer.streaming:
        b"".join(answer)
    transaction.savepoint_rollback(before)
    return int(answer.status_code)


# In the CI a third of the addresses, every night all.
@sweep("address", ADDRESSES[::3] if is_ci() else ADDRESSES, one_of=12)
def test_law_no_query_breaks_an_address(world, owner, address):
    path = world.filled(address, world.me)
    Watched.read.clear()
    broken = [query for query in ("", "%00=1&a=%ff&=&&", "page=-1&page=x") if status(owner, path, query) >= 500]
    asked = {"a"}
    while names := Watched.read - asked:
        name = min(names)
        asked.add(name)
        odd = some([*queries(name)], f"{address} {name}")
        broken += [query[:80] for query in odd if status(owner, path, query) >= 500]
    every = "&".join(next(iter(queries(name))) for name in sorted(asked))
    broken += [every] if status(owner, path, every) >= 500 else []
    assert not broken, path


@pytest.mark.parametrize("address", ["/api/schema/", "/api/docs/", "/api/reference/"])
def test_a_problem_is_json_where_an_endpoint_answers_in_something_else(owner, address):
    answer = owner.get(address, {"format": "xx"})
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == "not_found"


def test_what_an_address_reads_of_its_query_is_found_by_watching_it(world, owner):
    Watched.read.clear()
    status(owner, "/people/", "q=x")
    status(owner, "/api/v1/house-rules/", "")
    assert {"q", "scope"} <= Watched.read
