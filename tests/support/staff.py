"""Staff at a cash table with real cards, over the API."""

from __future__ import annotations

import itertools
from typing import Any

from rest_framework.test import APIClient

from tables.models import Table


class Staff(APIClient):
    """A login of the staff at one table; `house` is that of `tests/tables/conftest.py`."""

    def __init__(self, house: Any, role: str, table: Table) -> None:
        super().__init__()
        self.force_authenticate(house.person(f"staff-{role}", role=role, chips=0).user)
        self.table, self.keys = table, itertools.count()

    def do(self, act: str, **fields):
        key = f"k{next(self.keys)}"
        return self.post(
            f"/api/v1/tables/{self.table.pk}/staff/{act}/", fields, format="json", HTTP_IDEMPOTENCY_KEY=key
        )

    def done(self, act: str, **fields) -> int:
        answer = self.do(act, **fields)
        assert answer.status_code == 200, answer.content
        return answer.json()["act"]

    def take_back(self, act: int):
        return self.post(f"/api/v1/staff-acts/{act}/take-back/", {"why": "wrong"}, format="json")
