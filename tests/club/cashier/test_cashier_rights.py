"""Every endpoint of the desk and the books × every role, through HTTP: whoever lacks the right is told so, and no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from club.base.registry import ROLES
from club.cashier.desk_actions import DESK_ACTIONS
from club.models import Transfer
from tests.support.club.cashier_rights import MAY
from tests.support.desk import login, problem, somebody

pytestmark = pytest.mark.django_db

READ = {
    "/api/v1/cashier/players/{player}/": "cashier.serve",
    "/api/v1/cashier/shifts/": "books.read",
    "/api/v1/cashier/proposals/": "books.read",
    "/api/v1/cashier/house/": "books.read",
    "/api/v1/books/2026-11/": "books.read",
    "/api/v1/audits/": "ledger.audit",
}


def test_the_rights_of_the_desk_are_those_written_here():
    for right, roles in MAY.items():
        if right:
            assert {role for role in ROLES if right in ROLES[role]} == roles, right


@pytest.mark.parametrize("role", sorted(ROLES))
def test_a_role_does_at_the_desk_what_it_may_and_nothing_else(role):
    client = login("who", *([role] if role != "player" else []))
    for action in DESK_ACTIONS.values():
        answer = client.post(f"/api/v1/cashier/{action.name}/", {}, format="json", headers={"Idempotency-Key": "x"})
        if role in MAY[action.right]:
            problem(answer, 400, "invalid")  # let in, and asked for the fields
        else:
            problem(answer, 403, "permission_denied")
    assert not Transfer.objects.exists()


@pytest.mark.parametrize("role", sorted(ROLES))
def test_a_role_reads_what_it_may_and_nothing_else(role):
    client, player = login("who", *([role] if role != "player" else [])), somebody("Paul")
    for address, right in READ.items():
        answer = client.get(address.format(player=player.pk))
        if role in MAY[right]:
            assert answer.status_code == 200, address
        else:
            problem(answer, 403, "permission_denied")
    to_come = timezone.now() + timedelta(days=40)
    answer = client.post(f"/api/v1/books/{to_come:%Y-%m}/close/")
    problem(answer, *((409, "month_not_over") if role in MAY["books.close"] else (403, "permission_denied")))


def test_a_stranger_is_asked_to_log_in_everywhere():
    player = somebody("Paul")
    for action in DESK_ACTIONS.values():
        problem(APIClient().post(f"/api/v1/cashier/{action.name}/", {}, format="json"), 401, "not_authenticated")
    for address in READ:
        problem(APIClient().get(address.format(player=player.pk)), 401, "not_authenticated")


@pytest.mark.parametrize("name", [name for name, action in DESK_ACTIONS.items() if action.needs_key])
def test_what_moves_chips_needs_a_key(name):
    client, player = login("owen", "owner"), somebody("Paul")
    everything = {"player": player.pk, "giver": player.pk, "taker": player.pk, "chips": 5, "why": "why", "slip": 1}
    more = {"counts": {}, "jackpot": "one", "origin": "rake", "shift": 1}
    problem(client.post(f"/api/v1/cashier/{name}/", everything | more, format="json"), 400, "idempotency_key_missing")
