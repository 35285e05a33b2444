"""A club for the stories of the desk: logins by role, requests with keys, problems, house rules."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from club.house import house_rules
from club.house.club_rules import ClubRules
from club.ledger import ledger
from club.models import ApiToken, Player, User
from club.people.people import enrol
from club.people.roles import give_role

NIGHT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)  # 21:00 in Tokyo
_keys = itertools.count()


def tray(counts: dict[str, int]) -> dict[str, int]:
    """A whole count of the standard chip set: what is not named was counted, and is not there."""
    return dict.fromkeys(("1", "5", "10", "25", "100"), 0) | counts


def user_of(name: str, *roles: str) -> User:
    user, is_new = User.objects.get_or_create(username=name)
    if is_new:
        user.set_password("correct horse")
        user.save()
    for role in roles:
        give_role(user, role)
    return user


def login(name: str, *roles: str) -> APIClient:
    _token, text = ApiToken.objects.create(user_of(name, *roles))
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
    return client


def ask(client: APIClient, action: str, *, key: str | None = None, **fields: Any) -> Any:
    headers = {"Idempotency-Key": key or f"key {next(_keys)}"}
    return client.post(f"/api/v1/cashier/{action}/", fields, headers=headers, format="json")


def done(client: APIClient, action: str, *, key: str | None = None, **fields: Any) -> dict[str, Any]:
    answer = ask(client, action, key=key, **fields)
    assert answer.status_code == 200, answer.content
    return answer.json()


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    told = answer.json()
    assert (answer.status_code, told.get("code")) == (status, code), told
    assert answer["Content-Type"] == "application/problem+json"
    assert told["detail"]
    return told


def rule(**values: Any) -> None:
    house_rules.change(
        {f"ClubRules.{key}": value for key, value in values.items()}, by=None, why="for this story", now=timezone.now()
    )
    assert all(getattr(house_rules.resolve(ClubRules), key) == value for key, value in values.items())


def somebody(name: str, *, user: User | None = None) -> Player:
    return enrol(name, user=user, now=timezone.now())


def holds(player: Player) -> int:
    return ledger.balance(ledger.open_account(player.owner, "wallet"))
