"""What nothing could keep is refused at every door, and changes nothing."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.test import APIClient

from club import people
from club.models import RuleValue, User
from club.names import is_kana, sort_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    user = User.objects.create_user("olga")
    people.give_role(user, "owner")
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
    answer = client.put("/api/house-rules/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert not RuleValue.objects.exists()
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    answer = client.post("/house-rules/import/", {"file": SimpleUploadedFile("rules.json", body.encode())})
    assert answer.status_code == 302
    assert not RuleValue.objects.exists()


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/people/?q=%00", None),
        ("/house-rules/save/", {"why": "a\0"}),
        ("/desk/do/cash-in/", {"key": "a\0", "amount": "5"}),
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
