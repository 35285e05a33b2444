"""The schema is made by one thread at a time."""

from __future__ import annotations

import threading
from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIRequestFactory, force_authenticate

from club.schema.schema_page import SchemaPage
from tests.patience import PATIENCE


def test_two_who_ask_at_once_are_answered_one_after_the_other(monkeypatch: Any) -> None:
    at_work, most, pause = [0], [0], threading.Event()

    def make(self: Any, request: Any = None, public: bool = False) -> dict[str, Any]:
        at_work[0] += 1
        most[0] = max(most[0], at_work[0])
        pause.wait(0.5)  # long enough for another thread to come in, were it let
        at_work[0] -= 1
        return {"openapi": "3.0.3"}

    monkeypatch.setattr(SchemaGenerator, "get_schema", make)
    statuses: list[int] = []

    def ask() -> None:
        request = APIRequestFactory().get("/api/schema/", HTTP_ACCEPT="application/json")
        force_authenticate(request, AnonymousUser())
        statuses.append(SchemaPage.as_view()(request).status_code)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert (statuses, most[0]) == ([200, 200, 200], 1)
