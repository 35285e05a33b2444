"""What a provider of identities answers may be strange, huge, slow or hostile: it lets nobody in, ends soon, and breaks nothing."""

from __future__ import annotations

import json
import threading
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from club.accounts import openid_provider, provider_answers
from club.http import safe_http
from club.models import User
from tests.support.club.logins import PASSWORD, come_in, person
from tests.support.fake_openid import FakeOpenID
from tests.support.hostile_answers import BODIES, DOCUMENTS, sent
from tests.support.provider_visits import GO, bent, house, is_in, leave, linked_to, visit

pytestmark = pytest.mark.django_db
SIGN_UP = "/accounts/3rdparty/signup/"
DEEP = json.loads("[" * 900 + "]" * 900)
PLACES = ("/.well-known/openid-configuration", "/token", "/keys", "/userinfo")
NO_NUMBERS = (float("nan"), float("inf"), float("-inf"), 10**400, "soon", [1], True)

CLAIMS = {
    **{f"{name} {str(value)[:6]}": {name: value} for name in ("exp", "iat", "nbf") for value in NO_NUMBERS},
    "half a sign for a subject": {"sub": "\ud800", "email": "a@club.test"},
    "clients in a list": {"azp": ["club"]},
    "an audience of objects": {"aud": {"club": 1}},
    "a list for a nonce": {"nonce": ["x"]},
    "nested": {"more": DEEP},
}


@pytest.mark.parametrize("how", CLAIMS)
def test_claims_that_are_none_let_nobody_in(provider, how):
    linked_to(person("mika"), provider)
    provider.bend = bent(**CLAIMS[how])
    client = Client()
    assert visit(client, provider).status_code == 401
    assert not is_in(client)


TEXTS = {
    "a null character": "a\x00b",
    "half a sign": "\ud800",
    "lines": "a\r\nBcc: b@club.test",
    "a list": ["x"],
    "an object": {"a": 1},
    "no text": None,
    "long": "x" * 20_000,
    "markup": '"><script>alert(1)</script>',
}


@pytest.mark.parametrize("how", TEXTS)
def test_a_strange_name_or_address_breaks_neither_form_nor_record(provider, how):
    house("open")
    given = TEXTS[how]
    address = f"{given}@club.test" if isinstance(given, str) else given
    provider.person |= {"name": given, "preferred_username": given, "email": address, "email_verified": True}
    client = Client()
    assert visit(client, provider)["Location"] == SIGN_UP
    page = client.get(SIGN_UP)
    assert "<script>alert" not in page.content.decode()
    assert page.context["form"].initial["email"] == ""
    assert client.post(SIGN_UP, {"username": "mika"}).status_code == 302
    assert (User.objects.get().username, User.objects.get().email) == ("mika", "")
    assert visit(Client(), provider)["Location"] == "/"
    assert client.get("/accounts/3rdparty/").status_code == 200


TOKENS = {
    "a life that is no number": ({"expires_in": "abc"}, 302),
    "a life without end": ({"expires_in": 10**30}, 302),
    "lines in the access token": ({"access_token": "a\r\nX-Evil: 1"}, 401),
    "another alphabet": ({"access_token": "日本"}, 401),
    "no ID token": ({"id_token": None}, 401),
    "nested": ({"more": DEEP}, 401),
}


@pytest.mark.parametrize("how", TOKENS)
def test_strange_answers_for_the_code_break_nothing(provider, how):
    linked_to(person("mika"), provider)
    plain, (more, status) = provider._token, TOKENS[how]
    provider._token = lambda sent: _with(plain(sent), more)
    client = Client()
    assert visit(client, provider).status_code == status
    assert is_in(client) == (status == 302)


def _with(answer: tuple[int, dict[str, Any]], more: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    return answer[0], answer[1] | more


@pytest.mark.parametrize("how", DOCUMENTS)
def test_a_strange_document_breaks_nothing(provider, how):
    linked_to(person("mika"), provider)
    provider.document, status = DOCUMENTS[how]
    assert Client().post(GO).status_code == status
    assert come_and_go(Client(), provider).status_code in (401, 302), "neither does the way back"


HOSTS = {
    "id.example.org": "8.8.8.8",
    "also.example.org": "8.8.4.4",
    "nas.example.org": "192.168.1.7",
    "here.example.org": "127.0.0.1",
}


@pytest.mark.parametrize("name", openid_provider.ASKED)
@pytest.mark.parametrize(
    ("issuer", "asked", "is_believed"),
    [
        ("id.example.org", "also.example.org", True),
        ("id.example.org", "unknown.example.org", True),
        ("id.example.org", "nas.example.org", False),
        ("id.example.org", "here.example.org", False),
        ("id.example.org", "10.0.0.7", False),
        ("id.example.org", "[fd00::7]", False),
        ("nas.example.org", "here.example.org", True),
        ("unknown.example.org", "nas.example.org", True),
    ],
)
def test_a_provider_out_there_sends_the_club_to_none_of_its_neighbours(monkeypatch, name, issuer, asked, is_believed):
    def looked_up(host: str, *_more: Any, **_named: Any) -> list[Any]:
        if host == "unknown.example.org":
            raise OSError
        return [(2, 1, 6, "", (HOSTS.get(host, host), 0))]

    monkeypatch.setattr(safe_http.socket, "getaddrinfo", looked_up)
    whole = {one: f"https://{issuer}/{one}" for one in (*openid_provider.ENDPOINTS, "userinfo_endpoint")}
    document = whole | {"issuer": f"https://{issuer}", name: f"https://{asked}:8443/{name}"}
    told = {"issuer": f"https://{issuer}"}
    if is_believed:
        assert openid_provider.believed(document, told) == document
    else:
        with pytest.raises(openid_provider.NotBelieved, match="inside"):
            openid_provider.believed(document, told)


def test_a_provider_elsewhere_sends_the_club_to_nothing_of_its_own_machine():
    for name in openid_provider.LOOPBACK:
        host = f"[{name}]" if ":" in name else name
        assert openid_provider.is_safe(f"http://{host}:6379/", "http://localhost:8080")
        assert not openid_provider.is_safe(f"http://{host}:6379/", "https://id.example.org")


KEYS: dict[str, Any] = {
    "none": {},
    "no list": {"keys": None},
    "numbers": {"keys": [1, 2]},
    "no numbers": {"keys": [{"kty": "RSA", "kid": "one", "n": 5, "e": 3}]},
    "no exponent": {"keys": [{"kty": "RSA", "kid": "one", "n": "AA", "e": "AA"}]},
    "no curve": {"keys": [{"kty": "EC", "crv": "P-256", "x": "A", "y": "A", "kid": "one"}]},
}


@pytest.mark.parametrize("how", KEYS)
def test_keys_that_are_none_let_nobody_in(provider, how):
    linked_to(person("mika"), provider)
    provider._keys = lambda: KEYS[how]
    assert visit(Client(), provider).status_code == 401


# -- as bytes ---------------------------------------------------------------------------------------------------------


def come_and_go(client: Client, provider: FakeOpenID) -> Any:
    """To the provider and back, as far as it goes."""
    answer = client.post(GO)
    return client.get(provider.authorize(answer.context["address"])) if answer.status_code == 200 else answer


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("how", BODIES)
def test_an_answer_that_is_no_object_of_json_is_none(provider, how, place):
    linked_to(person("mika"), provider)
    sent(provider, place, BODIES[how])
    client = Client()
    assert come_and_go(client, provider).status_code == 401
    assert not is_in(client)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("piece", [b" ", b" " * 65_536], ids=["slow", "huge"])
@pytest.mark.parametrize("begins", [b"HTTP/1.1 200 OK\r\n\r\n{", b"HTTP/1.1 200 OK\r\nX-A: "], ids=["body", "head"])
def test_an_answer_without_end_is_hung_up_on(provider, monkeypatch, place, piece, begins):
    monkeypatch.setattr(provider_answers, "WHOLE", 1.0)
    linked_to(person("mika"), provider)
    ended = threading.Event()

    def send(handler: Any) -> None:
        handler.wfile.write(begins)
        try:
            while True:
                handler.wfile.write(piece)
                threading.Event().wait(0.01 if len(piece) == 1 else 0)
        except OSError:
            ended.set()

    sent(provider, place, send)
    assert come_and_go(Client(), provider).status_code == 401
    assert ended.wait(60), "the provider's connection is at its end"


def test_a_provider_that_goes_away_half_way_is_told_in_words(provider):
    linked_to(person("mika"), provider)
    client = Client()
    address = provider.authorize(leave(client))
    provider.server.shutdown()
    provider.server.server_close()
    answer = client.get(address)
    assert answer.status_code == 401
    assert "did not work" in answer.content.decode()
    assert SocialAccount.objects.count() == 1


# -- whose visit it is ------------------------------------------------------------------------------------------------


def test_a_visit_to_one_provider_is_ended_by_no_other(provider, settings):
    """A provider that is hostile knows state, nonce and challenge of a visit to it, and could fetch a code of its own for them."""
    other = FakeOpenID()
    settings.SIGN_IN_PROVIDERS = [provider.app(), other.app() | {"provider_id": "google", "name": "Other"}]
    linked_to(person("mika"), provider)
    client = Client()
    address = str(client.post("/accounts/oidc/google/login/").context["address"])
    sent = parse_qs(urlsplit(address).query)
    code = urlsplit(provider.authorize(f"{provider.url}/authorize?{urlsplit(address).query}")).query
    assert client.get(f"{GO}callback/?{code}").status_code == 401
    assert sent["state"][0] in code
    assert not is_in(client)
    other.server.shutdown()
    other.server.server_close()


def test_a_visit_begun_by_one_login_links_nothing_to_the_next_one_here(provider):
    person("mika")
    nora = person("nora")
    client = come_in("mika")
    address = provider.authorize(leave(client, process="connect"))
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "nora", "password": PASSWORD})
    assert client.get(address).status_code == 401
    assert not SocialAccount.objects.exists()
    assert client.session["_auth_user_id"] == str(nora.pk)


def test_no_other_site_sends_somebody_off_to_a_provider(provider):
    careful = Client(enforce_csrf_checks=True)
    for process in ("login", "connect"):
        assert careful.post(GO, {"process": process}).status_code == 403
        assert "address" not in (careful.get(f"{GO}?process={process}").context or {})
    assert provider.asked == []


ELSEWHERE = ("//evil.example/", "https:evil.example", "/\\evil.example", "http:///evil.example", "javascript:alert(1)")


@pytest.mark.parametrize("where", [*ELSEWHERE, "https://testserver@evil.example/", "\t//evil.example"])
def test_nobody_is_led_off_the_club_afterwards(provider, where):
    linked_to(person("mika"), provider)
    client = Client()
    assert visit(client, provider, next=where)["Location"] == "/"
    assert is_in(client)
