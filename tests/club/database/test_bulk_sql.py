"""Many rows in one statement are the rows that the models would write one by one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DataError, transaction
from django.forms import model_to_dict

from club.database import bulk_sql
from club.ledger import ledger
from club.models import Account, AuditEntry

NOW = datetime(2026, 3, 7, 19, 0, 1, 234567, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def test_rows_are_written_as_the_model_writes_them_in_their_order() -> None:
    later = NOW + timedelta(microseconds=1)
    told = [("table:1", {"name": "卓 1", "at": NOW}, NOW), ('a "b" \\ % c', None, later), ("", [1, None, 2.5], NOW)]
    ids = bulk_sql.insert(AuditEntry, ("subject", "after", "at"), told, {"kind": "table.opened", "by_id": None})
    assert ids == sorted(ids)
    for pk, (subject, after, at) in zip(ids, told, strict=True):
        alike = AuditEntry.objects.create(kind="table.opened", by=None, subject=subject, after=after, at=at)
        alike.refresh_from_db()
        written = AuditEntry.objects.get(pk=pk)
        assert model_to_dict(written, exclude=["id"]) == model_to_dict(alike, exclude=["id"])


def test_what_a_column_refuses_is_not_cut() -> None:
    with pytest.raises(DataError), transaction.atomic():
        bulk_sql.insert(AuditEntry, ("subject",), [("x" * 81,)], {"kind": "table.opened", "at": NOW})


def test_a_field_that_is_none_is_named() -> None:
    with pytest.raises(TypeError, match="AuditEntry has no colour"):
        bulk_sql.insert(AuditEntry, ("subject",), [("x",)], {"colour": "red"})


def test_accounts_that_stand_are_found_and_the_others_opened() -> None:
    known = ledger.open_account("player:1", "wallet")
    found = ledger.open_account_ids(["player:1", "player:2"], "wallet")
    assert found["player:1"] == known.pk
    opened = Account.objects.get(pk=found["player:2"])
    assert (opened.floor, opened.balance, opened.version) == (0, 0, 0)
    assert ledger.open_account_ids(["player:2", "player:1"], "wallet") == found


def test_one_field_of_many_rows_is_set() -> None:
    one, other, left = (ledger.open_account(f"player:{n}", "credit") for n in (1, 2, 3))
    bulk_sql.set_each(Account, "floor", {one.pk: -5, other.pk: None})
    assert [Account.objects.get(pk=account.pk).floor for account in (one, other, left)] == [-5, None, 0]
