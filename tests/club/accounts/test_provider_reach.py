"""The page of providers: what is set, without a secret, and whether each can be reached, asked within bounds and never inside."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.test import Client

from club.accounts import provider_reach
from club.accounts.provider_reach import Reach
from club.http import safe_http
from club.models import AuditEntry, User
from club.people import roles
from tests.patience import PATIENCE
from tests.support.club.logins import person
from tests.support.fake_openid import SECRET
from tests.support.hostile_answers import BODIES, DOCUMENTS, sent
from tests.support.provider_visits import linked_to

pytestmark = pytest.mark.django_db
PAGE = "/club/sign-in/"
PLACE = "/.well-known/openid-configuration"


@pytest.fixture
def owner() -> Client:
    user = User.objects.create_user("olga")
    roles.give_role(user, "owner")
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def near(settings, monkeypatch) -> None:
    """The fakes are of this very machine, and answer in this very process."""
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    for name in ("CONNECT_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(safe_http, name, PATIENCE)


def of(provider: Any) -> Reach:
    return provider_reach.ask(provider.app()["settings"])


def test_the_page_shows_what_is_entered_where_and_no_secret(two, owner, settings):
    settings.WEB_ORIGIN = "https://club.example.org"
    linked_to(person("mika"), two[0], key="staff")
    linked_to(person("nora"), two[1], key="city")
    settings.SIGN_IN_PROVIDERS = settings.SIGN_IN_PROVIDERS[:1]
    page = owner.get(PAGE).content.decode()
    assert "https://club.example.org/accounts/oidc/staff/login/callback/" in page
    assert two[0].url in page
    assert "The club no longer lets anybody in by it." in page
    assert SECRET not in page
    assert two[0].asked.count(PLACE) == 2, "to look at the page asks nobody: these are of the link"


def test_where_none_is_set_the_page_says_so(owner, settings):
    settings.SIGN_IN_PROVIDERS = []
    assert "lets nobody in by an account elsewhere" in owner.get(PAGE).content.decode()
    assert owner.post(PAGE, {"provider": "openid"}).status_code == 404


@pytest.mark.usefixtures("near")
def test_one_is_asked_on_demand_and_the_other_is_not(two, owner):
    before = AuditEntry.objects.count()
    page = owner.post(PAGE, {"provider": "city"}).content.decode()
    assert page.count("It answers, and is who it says it is.") == 1
    assert (two[0].asked, two[1].asked) == ([], [PLACE])
    assert AuditEntry.objects.count() == before


@pytest.mark.usefixtures("near")
def test_what_is_found(provider):
    assert of(provider) is Reach.FINE
    provider.document = {"issuer": f"{provider.url}/"}
    assert of(provider) is Reach.NOT_BELIEVED
    assert provider_reach.ask({"issuer": f"{provider.url}/realms/none"}) is Reach.NO_DOCUMENT
    assert provider_reach.ask({"issuer": "https://nobody.invalid"}) is Reach.UNKNOWN
    provider.server.shutdown()
    provider.server.server_close()
    assert of(provider) is Reach.SILENT


@pytest.mark.usefixtures("near")
@pytest.mark.parametrize("how", [one for one, (_document, status) in DOCUMENTS.items() if status == 401])
def test_a_document_by_which_nobody_would_come_in_is_not_fine(provider, how):
    provider.document = DOCUMENTS[how][0]
    assert of(provider) is Reach.NOT_BELIEVED


@pytest.mark.usefixtures("near")
@pytest.mark.parametrize("how", BODIES)
def test_what_is_no_object_of_json_is_no_document(provider, how):
    sent(provider, PLACE, BODIES[how])
    assert of(provider) is not Reach.FINE


@pytest.mark.usefixtures("near")
def test_an_answer_without_end_is_hung_up_on(provider, monkeypatch):
    monkeypatch.setattr(safe_http, "READ_SECONDS", 1.0)
    ended = threading.Event()

    def send(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n{")
        try:
            while True:
                handler.wfile.write(b" " * 65_536)
        except OSError:
            ended.set()

    sent(provider, PLACE, send)
    assert of(provider) in (Reach.NO_DOCUMENT, Reach.SILENT)
    assert ended.wait(60), "the provider's connection is at its end"


@pytest.mark.usefixtures("near")
def test_nobody_is_followed_elsewhere(provider):
    def send(handler: Any) -> None:
        handler.send_response(302)
        handler.send_header("Location", f"{provider.url}/keys")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    sent(provider, PLACE, send)
    assert of(provider) is Reach.NO_DOCUMENT
    assert provider.asked == [PLACE]


@pytest.mark.parametrize(
    "issuer",
    ["https://127.0.0.1", "https://[::1]", "https://169.254.169.254", "https://10.0.0.7", "http://127.0.0.1:1"],
)
def test_nothing_is_asked_inside_the_clubs_network(issuer):
    assert provider_reach.ask({"issuer": issuer}) is Reach.INSIDE


def test_one_inside_is_said_to_be_there_and_nothing_is_asked(provider, owner):
    page = owner.post(PAGE, {"provider": "openid"}).content.decode()
    assert "in the club&#x27;s own network" in page
    assert provider.asked == []


def test_who_asks_too_often_waits(provider, owner, settings):
    settings.ACCOUNT_RATE_LIMITS = {"provider_reach": "2/m/user"}
    assert [owner.post(PAGE, {"provider": "openid"}).status_code for _each in range(3)] == [200, 200, 429]
