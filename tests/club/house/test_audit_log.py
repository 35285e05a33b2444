"""The record of decisions: searched by who, kind, subject, time, text and from where; and nobody changes a line of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import ip_network

import pytest
from django.db import Error, connection, transaction
from django.test import Client

from club.base.registry import ROLES
from club.house import audit_log
from club.models import AuditEntry, User
from club.people.roles import give_role
from tests.support.club.club_api import login, problem

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 3, tzinfo=UTC)  # in Tokyo


@pytest.fixture
def entries():
    anna, ben = User.objects.create_user("anna"), User.objects.create_user("ben")
    for n, (kind, by, subject, why, before, after, source) in enumerate(
        (
            ("cashier.buy-chips", anna, "player:7", "", None, 500, "10.0.0.1 Firefox"),
            ("cashier.cash-out", anna, "player:8", "goes home", None, 200, "10.0.0.1 Firefox"),
            ("house_rule.set", ben, "club PlayRules.raise_cap", "座談会で決めた", 4, {"値": "五"}, "10.0.0.2 Safari"),
        )
    ):
        at = NOON + timedelta(days=n)
        audit_log.record(kind, by=by, subject=subject, why=why, before=before, after=after, source=source, now=at)


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("", ["house_rule.set", "cashier.cash-out", "cashier.buy-chips"]),
        ("by=ann", ["cashier.cash-out", "cashier.buy-chips"]),
        ("kind=cashier", ["cashier.cash-out", "cashier.buy-chips"]),
        ("kind=cashier.buy-chips", ["cashier.buy-chips"]),
        ("kind=cash", []),
        ("subject=player:7", ["cashier.buy-chips"]),
        ("text=home", ["cashier.cash-out"]),
        ("text=座談会", ["house_rule.set"]),
        ("text=五", ["house_rule.set"]),
        ("source=safari", ["house_rule.set"]),
        ("source=10.0.0.1&by=ben", []),
    ],
)
def test_the_record_is_searched_over_the_api_and_on_the_page(entries, query, kinds):
    api = login("olga", "owner")
    assert [one["kind"] for one in api.get(f"/api/v1/audit-log/?{query}").json()["decisions"]] == kinds
    browser = Client()
    browser.force_login(User.objects.get(username="olga"))
    assert [one["kind"] for one in browser.get(f"/audit-log/?{query}").context["rows"]] == kinds


def test_a_time_range_is_by_instants_over_the_api_and_by_days_of_the_club_on_the_page(entries):
    api = login("olga", "owner")
    told = api.get("/api/v1/audit-log/?begin=2026-11-22T00:00:00%2B09:00&end=2026-11-23T00:00:00%2B09:00").json()
    assert [one["kind"] for one in told["decisions"]] == ["cashier.cash-out"]
    for begin in ("yesterday", "2026-11-22T00:00:00", "2026-02-30T00:00:00Z", "0001-01-01T00:00:00%2B23:00"):
        problem(api.get(f"/api/v1/audit-log/?begin={begin}"), 422, "bad_instant")
    told = api.get("/api/v1/audit-log/?begin=2026-11-22T07:00:00%2B16:00&end=2026-11-23T00:00:00%2B09:00").json()
    assert [one["kind"] for one in told["decisions"]] == ["cashier.cash-out"]
    browser = Client()
    browser.force_login(User.objects.get(username="olga"))
    rows = browser.get("/audit-log/?begin=2026-11-22&end=2026-11-22").context["rows"]
    assert [one["kind"] for one in rows] == ["cashier.cash-out"]
    assert "Give the day as" in browser.get("/audit-log/?begin=soon").content.decode()


def test_before_and_after_are_shown_and_what_was_typed_is_escaped(entries):
    audit_log.record("player.suspended", by=None, why="<script>alert(1)</script>", before="<b>", now=NOON)
    login("olga", "owner")
    browser = Client()
    browser.force_login(User.objects.get(username="olga"))
    page = browser.get("/audit-log/").content.decode()
    assert "&quot;値&quot;: &quot;五&quot;" in page
    assert "<script>alert" not in page
    assert "&lt;b&gt;" in page


def test_a_long_record_is_read_to_its_end():
    for n in range(230):
        audit_log.record("player.changed", by=None, subject=f"player:{n}", now=NOON)
    api, seen, older = login("olga", "owner"), [], ""
    while True:
        told = api.get(f"/api/v1/audit-log/?kind=player.changed&older={older}").json()
        seen += [one["subject"] for one in told["decisions"]]
        if told["next"] is None:
            break
        older = told["next"]
    assert seen == [f"player:{n}" for n in reversed(range(230))]


@pytest.mark.parametrize("role", [*ROLES, ""])
def test_only_who_has_the_right_reads_it(role):
    user = User.objects.create_user("uma")
    if role:
        give_role(user, role)
    browser = Client()
    browser.force_login(user)
    may = bool(role) and "audit_log.read" in ROLES[role]
    assert may == (role in ("owner", "admin"))
    assert browser.get("/audit-log/").status_code == (200 if may else 403)


@pytest.mark.parametrize("statement", ["UPDATE club_auditentry SET why = ''", "DELETE FROM club_auditentry"])
@pytest.mark.usefixtures("by_the_owner")
def test_sql_changes_no_line_of_the_record(entries, statement):
    with pytest.raises(Error, match="Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.count() == 3


@pytest.mark.parametrize(
    ("proxies", "forwarded", "told"),
    [
        ("", "203.0.113.9", "10.0.0.1"),
        ("10.0.0.9", "203.0.113.9", "10.0.0.1"),
        ("10.0.0.1", "192.0.2.66, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.0/24", "192.0.2.66, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "192.0.2.66, 203.0.113.9, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9, nobody", "10.0.0.1"),
        ("10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "2001:db8::7", "2001:db8::7"),
    ],
)
def test_from_where_is_the_address_that_our_own_proxies_saw(rf, settings, proxies, forwarded, told):
    """What somebody writes before it themselves is not believed, nor what anybody says who is no proxy of ours."""
    settings.TRUSTED_PROXIES = tuple(ip_network(one) for one in proxies.split(",") if one)
    headers = {"X-Forwarded-For": forwarded, "User-Agent": "x"}
    assert audit_log.source_of(rf.get("/", headers=headers, REMOTE_ADDR="10.0.0.1")) == f"{told} x"
