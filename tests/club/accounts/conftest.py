"""Ways in, each test with a throttle of its own."""

from __future__ import annotations

import uuid

import pytest


@pytest.fixture(autouse=True)
def _fresh_throttle(settings):
    """No test is throttled for what another did."""
    settings.CACHES = {"default": settings.CACHES["default"] | {"KEY_PREFIX": uuid.uuid4().hex}}
