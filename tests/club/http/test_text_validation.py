"""What nothing could keep is refused at every door, and changes nothing."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, get_resolver
from rest_framework.parsers import JSONParser
from rest_framework.test import APIClient

from club.base.name_order import sort_key
from club.base.names import is_kana
from club.http.text_validation import PlainJSONParser
from club.models import RuleValue, User
from club.people import people, roles

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    user = User.objects.create_user("olga")
    roles.give_role(user, "owner")
    return user


@pytest.mark.parametrize(
    "body",
    [
        '{"values": {"ClubRules.unit_name": "a\\u0000b"}, "why": "x"}',
        '{"values": {"ClubRules.unit_name": "\\ud800"}, "why": "x"}',
        '{"values": ' + "[" * 100_000 + "]" * 100_000 + "}",
    ],
)
def test_json_that_could_never_be_kept_is_refused(owner, body):
    client = APIClient(raise_request_exception=False)
    client.force_authenticate(owner)
    answer = client.put("/api/v1/house-rules/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert not RuleValue.objects.exists()
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    answer = client.post("/house-rules/import/", {"file": SimpleUploadedFile("rules.json", body.encode())})
    assert answer.status_code == 302
    assert not RuleValue.objects.exists()


@pytest.mark.parametrize(
    "body", [b"[" * 100_000, b'{"a":' * 2_000, b'{"username": "\\u0000"}', b"\xff", b"1" * 2_600_000]
)
def test_the_way_to_a_token_refuses_it_too(body):
    answer = APIClient(raise_request_exception=False).post("/api/v1/token/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "parse_error"


def endpoints(resolver):
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "view_class", None) or getattr(pattern.callback, "cls", None)
            if hasattr(view, "parser_classes"):
                yield view
        else:
            yield from endpoints(pattern)


def test_every_endpoint_reads_json_by_the_bounded_parser():
    views = list(endpoints(get_resolver()))
    assert len(views) > 100
    for view in views:
        for parser in view.parser_classes:
            assert not issubclass(parser, JSONParser) or issubclass(parser, PlainJSONParser), view


def addresses_with_words(resolver, before=""):
    """Every address that holds a word of the asker's, with what no database keeps in its place."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            yield from addresses_with_words(pattern, route)
        elif re.search("<(str|path):", route) and "(?" not in route:
            yield "/" + re.sub(r"<(\w+):\w+>", lambda found: "1" if found[1] == "int" else "%00", route)


def test_an_address_with_a_nul_is_refused(owner):
    found = [one for one in addresses_with_words(get_resolver()) if not one.startswith("/admin/")]
    assert "/calendar/%00.ics" in found
    client = Client(raise_request_exception=False)
    for login in (None, owner):
        if login is not None:
            client.force_login(login)
        for address in found:
            assert client.get(address).status_code == 400, address


@pytest.mark.parametrize("length", ["10000001", "9" * 30, "-1", "x"])
@pytest.mark.parametrize("address", ["/api/v1/token/", "/people/"])
def test_a_body_longer_than_any_door_takes_is_refused_by_its_length(client, address, length):
    answer = client.post(address, b"", content_type="application/json", headers={"Content-Length": length})
    assert answer.status_code == 413
    if address.startswith("/api/"):
        assert answer["Content-Type"] == "application/problem+json"


def test_what_is_refused_before_a_view_is_a_problem_below_the_api(client):
    answer = client.get("/api/v1/house-rules/?scope=%00")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("phh", ["a = " + "[" * 5_000 + "]" * 5_000, "a." * 12_000 + "a = 1"])
def test_a_deep_file_of_hands_is_refused_in_words(owner, phh):
    people.player_of(owner)
    client = APIClient(raise_request_exception=False)
    client.force_authenticate(owner)
    for address in ("/api/v1/me/studies/", "/api/v1/recorded-hands/"):
        answer = client.post(address, {"phh": phh, "name": "deep"}, format="json")
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json"), address
        assert answer.json()["code"] == "beyond_bounds"


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/people/?q=%00", None),
        ("/house-rules/save/", {"why": "a\0"}),
        ("/desk/do/buy-chips/", {"key": "a\0", "amount": "5"}),
    ],
)
def test_a_field_with_a_nul_is_refused(owner, address, fields):
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    answer = client.get(address) if fields is None else client.post(address, fields)
    assert answer.status_code == 400


@pytest.mark.parametrize("address", ["/chips/?before=²", "/chips/?before=" + "9" * 40, "/people/?from=" + "9" * 30])
def test_a_place_in_a_list_that_is_no_number_or_too_far_is_the_beginning(owner, address):
    people.player_of(owner)
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    assert client.get(address).status_code == 200


def test_a_reading_may_repeat_a_syllable_with_its_mark():
    assert is_kana("いすゞ")
    assert is_kana("ミスヾ")
    assert sorted(["いすわ", "いすゞ", "いすあ"], key=sort_key) == ["いすあ", "いすゞ", "いすわ"]
