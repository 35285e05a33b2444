"""The club through HTTP only: who am I, my chips, the cashier's desk, and every refusal as a problem."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from club import tasks
from club.ledger import ledger
from club.models import AuditEntry, AuditRun, User
from club.people.people import enrol, player_of
from tests.support.club.club_api import login, problem

pytestmark = pytest.mark.django_db


def test_who_am_i():
    told = login("anna", "cashier").get("/api/v1/me/").json()
    assert told["username"] == "anna"
    assert told["roles"] == ["cashier", "player"]
    assert "cashier.serve" in told["rights"]
    assert "tournaments.direct" not in told["rights"]


def test_a_stranger_is_asked_to_log_in_and_a_wrong_password_says_so():
    problem(APIClient().get("/api/v1/me/"), 401, "not_authenticated")
    told = APIClient().post("/api/v1/token/", {"username": "nobody", "password": "x"})
    problem(told, 400, "invalid")


def test_the_cashier_gives_chips_once_a_key_and_the_player_sees_every_line():
    cashier, player = login("cara", "cashier"), login("paul")
    paul = player_of(User.objects.get(username="paul"))
    for _ in range(2):
        answer = cashier.post(
            "/api/v1/cashier/buy-chips/", {"player": paul.pk, "chips": 500}, headers={"Idempotency-Key": "slip 1"}
        )
        assert answer.json()["balance"] == 500
    cashier.post("/api/v1/cashier/cash-out/", {"player": paul.pk, "chips": 120}, headers={"Idempotency-Key": "slip 2"})
    (wallet,) = player.get("/api/v1/me/chips/").json()["accounts"]
    assert wallet["balance"] == 380
    page = player.get(f"/api/v1/me/chips/{wallet['id']}/entries/").json()
    assert [(line["amount"], line["balance_after"], line["purpose"]) for line in page["entries"]] == [
        (-120, 380, "cash-out"),
        (500, 500, "buy-chips"),
    ]
    assert page["next"] is None
    assert AuditEntry.objects.filter(kind="cashier.buy-chips", by__username="cara").count() == 1


def test_a_reused_key_with_another_body_is_refused():
    cashier, paul = login("cara", "cashier"), enrol("Paul", now=timezone.now())
    headers = {"Idempotency-Key": "slip 1"}
    cashier.post("/api/v1/cashier/buy-chips/", {"player": paul.pk, "chips": 500}, headers=headers)
    problem(
        cashier.post("/api/v1/cashier/buy-chips/", {"player": paul.pk, "chips": 5}, headers=headers), 422, "key_reused"
    )
    assert ledger.balance(ledger.open_account(paul.owner, "wallet")) == 500


@pytest.mark.parametrize("chips", [0, -5, "many", 1.5, 10**30])
def test_an_amount_that_is_none_is_refused(chips):
    cashier, paul = login("cara", "cashier"), enrol("Paul", now=timezone.now())
    answer = cashier.post(
        "/api/v1/cashier/buy-chips/", {"player": paul.pk, "chips": chips}, headers={"Idempotency-Key": "slip"}
    )
    assert "chips" in problem(answer, 400, "invalid")["errors"]


def test_more_than_the_wallet_holds_cannot_be_paid_out():
    cashier, paul = login("cara", "cashier"), enrol("Paul", now=timezone.now())
    answer = cashier.post(
        "/api/v1/cashier/cash-out/", {"player": paul.pk, "chips": 1}, headers={"Idempotency-Key": "x"}
    )
    told = problem(answer, 409, "not_enough_chips")
    assert (told["balance"], told["needed"]) == (0, 1)


def test_a_money_request_needs_its_key_and_a_right():
    paul = enrol("Paul", now=timezone.now())
    body = {"player": paul.pk, "chips": 1}
    problem(login("cara", "cashier").post("/api/v1/cashier/buy-chips/", body), 400, "idempotency_key_missing")
    problem(
        login("paula").post("/api/v1/cashier/buy-chips/", body, headers={"Idempotency-Key": "x"}),
        403,
        "permission_denied",
    )


def test_nobody_sees_anothers_lines():
    paul = enrol("Paul", now=timezone.now())
    wallet = ledger.open_account(paul.owner, "wallet")
    problem(login("paula").get(f"/api/v1/me/chips/{wallet.pk}/entries/"), 404, "unknown_account")


def test_an_address_that_leads_nowhere_and_a_wrong_method():
    client = login("anna")
    problem(client.get("/api/v1/nowhere/"), 404, "not_found")
    problem(client.post("/api/v1/me/"), 405, "method_not_allowed")
    problem(client.post("/api/v1/token/", "{", content_type="application/json"), 400, "parse_error")


def test_the_audit_is_for_those_who_may():
    cara = login("cara", "cashier")
    first = cara.get("/api/v1/audit/").json()
    assert (first["ok"], first["differences"], first["asked"]) == (True, [], None), "a new club's books are few"
    assert cara.get("/api/v1/audit/").json() == first, "it is the last one that is told"
    asked = cara.post("/api/v1/audit/")
    assert (asked.status_code, asked["Location"]) == (202, f"/api/v1/audits/asked/{asked.json()['id']}/")
    assert (asked.json()["state"], asked.json()["audit"]) == ("waiting", None)
    assert AuditRun.objects.count() == 1, "nobody waits for it in a request"
    tasks.audit_asked()
    told = cara.get(asked["Location"]).json()
    assert (told["state"], told["audit"]["ok"], told["audit"]["differences"]) == ("done", True, [])
    assert cara.get("/api/v1/audit/").json() == {**told["audit"], "asked": None}
    assert AuditEntry.objects.get(kind="ledger.audited").by.username == "cara"
    problem(cara.get("/api/v1/audits/asked/9999999/"), 404, "unknown_audit")
    for refused in (login("paula").get, login("pia").post):
        problem(refused("/api/v1/audit/"), 403, "permission_denied")


def test_the_schema_is_whole_and_served():
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", "/dev/null")
    assert APIClient().get("/api/schema/").status_code in (200, 401)
    assert login("anna").get("/api/schema/").status_code == 200
    assert login("ben").get("/api/docs/").status_code == 200


def test_the_admin_lets_nobody_write_the_ledger(client):
    User.objects.create_superuser("root", password="correct horse")
    client.login(username="root", password="correct horse")
    paul = enrol("Paul", now=timezone.now())
    cash = ledger.open_account("cashier", "cashier")
    wallet = ledger.open_account(paul.owner, "wallet")
    transfer = ledger.post("x", {cash.pk: -5, wallet.pk: 5}, purpose="buy-chips")
    for page in ("account", "transfer", "entry", "auditentry", "auditrun", "rulevalue"):
        assert client.get(f"/admin/club/{page}/").status_code == 200
        assert client.get(f"/admin/club/{page}/add/").status_code == 403
    for page, pk in (("account", wallet.pk), ("transfer", transfer.pk)):
        assert client.post(f"/admin/club/{page}/{pk}/change/", {"balance": 99}).status_code == 403
        assert client.post(f"/admin/club/{page}/{pk}/delete/", {"post": "yes"}).status_code == 403
    assert ledger.balance(wallet) == 5
