"""The tournaments' API as its users know it."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.tournaments.conftest import SHEET, Evening
from tournaments.models import Structure


@pytest.fixture
def boss(evening: Evening) -> APIClient:
    return evening.client(evening.person("boss", role="director", chips=0))


def announced(boss: APIClient, **changes: Any) -> int:
    """A tournament announced through the API; its id."""
    if not Structure.objects.exists():
        assert boss.post("/api/v1/structures/", SHEET).status_code == 201
    body = {"name": "Friday", "structure": "quick", "buy_in": 1000, "fee": 100, **changes}
    answer = boss.post("/api/v1/tournaments/", body)
    assert answer.status_code == 201, answer.data
    return answer.data["id"]


def is_problem(answer: Any, status: int, code: str) -> bool:
    """True for problem details of that status and code, in words."""
    told = answer.json()
    assert answer["Content-Type"].startswith("application/problem+json"), told
    assert (answer.status_code, told["status"], told["code"]) == (status, status, code), told
    return bool(told["detail"])
