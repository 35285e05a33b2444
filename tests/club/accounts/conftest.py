"""Ways in, each test with a throttle of its own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from tests.support.fake_openid import FakeOpenID


@pytest.fixture(autouse=True)
def _fresh_throttle(settings):
    """No test is throttled for what another did."""
    settings.CACHES = {"default": settings.CACHES["default"] | {"KEY_PREFIX": uuid.uuid4().hex}}


@pytest.fixture
def two(settings) -> Iterator[tuple[FakeOpenID, FakeOpenID]]:
    """Two providers that the club offers, `staff` and `city`, each with people of its own."""
    fakes = FakeOpenID(), FakeOpenID()
    settings.SIGN_IN_PROVIDERS = [
        fakes[0].app(key="staff", name="Staff ID"),
        fakes[1].app(key="city", name="City ID"),
    ]
    settings.ASKS_AGAIN = True
    yield fakes
    for fake in fakes:
        fake.server.shutdown()
        fake.server.server_close()


@pytest.fixture
def provider(settings) -> Iterator[FakeOpenID]:
    """A provider of identities that the club offers, and nothing else."""
    fake = FakeOpenID()
    settings.SIGN_IN_PROVIDERS = [fake.app()]
    settings.ASKS_AGAIN = True
    yield fake
    fake.server.shutdown()
    fake.server.server_close()
