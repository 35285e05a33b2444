"""No secret that stands in an address stands in the log, whatever becomes of the request."""

from __future__ import annotations

import logging
import logging.config

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver

from club.http.request_log import SECRETS

pytestmark = pytest.mark.django_db
SECRET = "Zq9SecretZq9Secret"


@pytest.fixture
def lines(monkeypatch):
    """All that the log tells, as the handler of the settings writes it."""
    told: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(f"{record.getMessage()} {getattr(record, 'path', '')}")

    handler = Kept()
    for name in settings.LOGGING["handlers"]["console"]["filters"]:
        handler.addFilter(
            logging.config.DictConfigurator(settings.LOGGING).configure_filter(settings.LOGGING["filters"][name])
        )
    root, requests = logging.getLogger(), logging.getLogger("club.requests")
    root.addHandler(handler)
    level, requests.level = requests.level, logging.INFO
    yield told
    requests.setLevel(level)
    root.removeHandler(handler)


@pytest.mark.parametrize(
    "address",
    [
        f"/calendar/{SECRET}.ics",
        f"/tables/enter/{SECRET}/",
        f"/join/{SECRET}/",
        f"/card/{SECRET}/",
        f"/accounts/password/reset/key/1-{SECRET}/",
        f"/accounts/confirm-email/{SECRET}/",
    ],
)
def test_a_secret_address_is_logged_without_its_secret(lines, address):
    Client(raise_request_exception=False).get(address)
    start = address.partition(SECRET)[0].rpartition("/")[0]
    assert [line for line in lines if start in line], "the request is logged"
    assert [line for line in lines if SECRET in line] == []


def test_every_name_of_a_secret_is_one_that_an_address_takes():
    def taken(resolver) -> set[str]:
        found: set[str] = set(resolver.pattern.converters) | set(resolver.pattern.regex.groupindex)
        return found.union(*(taken(one) for one in getattr(resolver, "url_patterns", ())))

    assert taken(get_resolver()) >= SECRETS
