"""A program that is called, in the club's own network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from club.http import safe_http
from tests.patience import PATIENCE
from tests.support.receiver import Receiver


@pytest.fixture
def receiver(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    for name in (
        "CONNECT_SECONDS",
        "READ_SECONDS",
    ):  # it answers in this very process, which may have to wait for its turn
        monkeypatch.setattr(safe_http, name, PATIENCE)
    made = Receiver()
    yield made
    made.server.shutdown()
    made.server.server_close()
