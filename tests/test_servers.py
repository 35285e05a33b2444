"""The servers that the suite runs on are real ones."""

from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests import databases


@pytest.mark.django_db
def test_the_database_is_postgresql():
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        assert int(cursor.fetchone()[0]) >= 160000


def test_the_cache_is_a_redis_that_keeps_what_it_is_given():
    cache.set("word", "shuffle up and deal", 5)
    assert cache.get("word") == "shuffle up and deal"


def test_what_the_cache_keeps_belongs_to_one_database():
    here = cache.make_key("table:1")
    assert connection.settings_dict["NAME"] in here
    with patch.dict(connection.settings_dict, NAME="a club beside it"):
        assert cache.make_key("table:1") != here


@pytest.mark.django_db
def test_the_database_of_a_run_has_every_migration():
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.mark.parametrize("name", ["migrations/0001_initial.py", "models.py", "models/desk.py", "ledger/post.sql"])
def test_another_migration_model_or_function_makes_another_template(tmp_path, name):
    source = tmp_path / name
    source.parent.mkdir(exist_ok=True)
    told = {databases.digest([tmp_path])}
    for text in ("first", "other"):
        source.write_text(text)
        told.add(databases.digest([tmp_path]))
    assert len(told) == 3
