"""No secret that stands in an address stands in the log, whatever becomes of the request."""

from __future__ import annotations

import json
import logging
import logging.config
import re
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from club.http.request_log import SECRETS, _routes
from club.models import Player

pytestmark = pytest.mark.django_db
SECRET = "Zq9SecretZq9Secret"


@pytest.fixture
def lines(monkeypatch):
    """All that the log tells, as the handler of the settings writes it: in every form that it may have."""
    told: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.extend(formatter.format(record) for formatter in formatters)

    config = logging.config.DictConfigurator(settings.LOGGING)
    formatters = [config.configure_formatter(dict(one)) for one in settings.LOGGING["formatters"].values()]
    handler = Kept()
    for name in settings.LOGGING["handlers"]["console"]["filters"]:
        handler.addFilter(
            logging.config.DictConfigurator(settings.LOGGING).configure_filter(settings.LOGGING["filters"][name])
        )
    root, requests = logging.getLogger(), logging.getLogger("club.requests")
    root.addHandler(handler)
    level = requests.level
    requests.setLevel(logging.INFO)
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
        f"/notices/stop/{SECRET}/",
        # no addresses of ours, as somebody types or cuts them
        f"/calendar/{SECRET}",
        f"/tables/enter/{SECRET}",
        f"/join/{SECRET}",
        f"/Join/{SECRET}/",
        f"/join/{SECRET}/more",
        f"/card/{SECRET}",
        f"/accounts/password/reset/key/1-{SECRET}",
        f"/accounts/confirm-email/{SECRET}",
        f"/notices/stop/{SECRET}",
    ],
)
def test_a_secret_address_is_logged_without_its_secret(lines, address):
    Client(raise_request_exception=False).get(address)
    start = address.partition(SECRET)[0].rpartition("/")[0]
    assert [line for line in lines if start in line], "the request is logged"
    assert [line for line in lines if SECRET in line] == []


def test_the_row_that_an_error_was_about_is_not_logged(lines):
    """A name, or whatever else was to be unique."""
    name = "Mika Unforgettable"
    for _ in range(2):
        try:
            with transaction.atomic():
                Player.objects.create(nickname=name, joined_at=timezone.now())
        except IntegrityError as error:
            logging.getLogger("club").exception("it failed")
            logging.getLogger("club").error("it failed: %s", error)
    told = [line for line in lines if "it failed" in line]
    assert len(told) == 4
    assert all("duplicate key" in line for line in told)
    assert len([line for line in told if "IntegrityError" in line and "test_request_log" in line]) == 2, (
        "where it was raised"
    )
    assert [line for line in told if "Unforgettable" in line] == []


@pytest.mark.parametrize("method", ["GET", "TRACE"])
def test_every_line_about_a_request_has_its_number_and_says_when_in_which_zone(lines, method):
    answer = Client(raise_request_exception=False).generic(method, "/no-such-address/")
    told = [json.loads(line) for line in lines if line.startswith("{")]
    assert {line["logger"] for line in told} >= {"club.requests", "django.request"}
    assert {line["request"] for line in told} == {answer["X-Request-ID"]}
    assert {datetime.fromisoformat(line["at"]).utcoffset() for line in told} == {timedelta(0)}
    for line in lines:
        assert line.startswith("{") or re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} [A-Z]+ ", line)


def test_law_what_an_address_takes_as_text_is_a_secret_or_known_to_be_none():
    """Whoever adds an address that takes a text says whether it lets in whoever has it."""
    known = {
        "act",
        "answer",
        "app_label",
        "channels",
        "digest",
        "family",
        "form",
        "id",
        "key",
        "language",
        "month",
        "name",
    }
    known |= {"paper", "provider_id", "rule", "signature", "step", "text", "url", "what", "widget_kind"}
    taken = set()
    for route in _routes(get_resolver(), "/"):
        taken |= set(re.findall(r"<(?:(?:str|slug):)?(\w+)>", route))
    assert taken >= SECRETS
    assert taken - SECRETS - known == set(), "is it a secret? Then name it in SECRETS"


def test_every_name_of_a_secret_is_one_that_an_address_takes():
    def taken(resolver) -> set[str]:
        found: set[str] = set(resolver.pattern.converters) | set(resolver.pattern.regex.groupindex)
        return found.union(*(taken(one) for one in getattr(resolver, "url_patterns", ())))

    assert taken(get_resolver()) >= SECRETS
