"""The cache that clubs beside each other on one server share: each clears what is its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import connection

KEYS = [f"key-{number}" for number in range(1_500)]


@contextmanager
def of(database: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", database)
        yield


@pytest.mark.parametrize("name", ["cl*b", "cl?b", "cl[au]b", "cl\\ub", "", "another"])
def test_clearing_forgets_what_is_of_this_database_and_nothing_else(name: str) -> None:
    here = str(connection.settings_dict["NAME"])
    own, others = f"{here}.{name}", [f"{here}.{other}" for other in ("club", "clab", "another.1", "another2")]
    for database in (own, *others):
        with of(database):
            cache.set_many(dict.fromkeys(KEYS, database), 60)
    with of(own):
        cache.clear()
        assert cache.get_many(KEYS) == {}
    for database in others:
        with of(database):
            assert cache.get(KEYS[7]) == database
            cache.clear()
