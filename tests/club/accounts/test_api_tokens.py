"""Keys for programs: shown once, kept as a hash, good for what their login may do, and worthless when taken back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import serializers
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from club.accounts import api_tokens
from club.base.errors import ClubError
from club.models import ApiToken, AuditEntry, User
from tests.support.desk import user_of

pytestmark = pytest.mark.django_db


def browser(name: str) -> Client:
    client = Client()
    client.force_login(user_of(name))
    return client


def api(text: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
    return client


def made(client: Client, name: str = "my bot") -> str:
    page = client.post("/me/tokens/", {"name": name, "password": "correct horse"}).content.decode()
    return re.search(r'<code id="token">(\w{64})</code>', page).group(1)


def test_a_token_is_shown_once_and_opens_the_api():
    client = browser("anna")
    text = made(client)
    assert api(text).get("/api/v1/me/").json()["username"] == "anna"
    again = client.get("/me/tokens/").content.decode()
    assert "my bot" in again
    assert text not in again


def test_what_is_kept_of_a_token_is_not_enough_to_use_it():
    text = made(browser("anna"))
    kept = serializers.serialize("json", ApiToken.objects.all())
    assert text not in kept
    assert text[:15] in kept
    row = ApiToken.objects.get()
    for other in (row.digest, row.token_key, str(row.number), text[:-1] + ("0" if text[-1] != "0" else "1")):
        assert api(other).get("/api/v1/me/").status_code == 401
    assert text not in str(list(AuditEntry.objects.values()))


def test_a_token_that_was_taken_back_opens_nothing_and_both_are_on_record():
    client = browser("anna")
    text = made(client)
    row = ApiToken.objects.get()
    thief = browser("ben")
    assert thief.post(f"/me/tokens/{row.number}/take-back/").status_code == 404
    assert api(text).get("/api/v1/me/").status_code == 200
    assert client.post(f"/me/tokens/{row.number}/take-back/").status_code == 302
    assert api(text).get("/api/v1/me/").status_code == 401
    kinds = AuditEntry.objects.filter(subject=f"login:{row.user_id}").order_by("pk").values_list("kind", "after")
    assert list(kinds) == [("token.made", str(row.number)), ("token.taken-back", str(row.number))]


def test_a_token_ends_after_a_year_and_with_its_login():
    text, other = made(browser("anna")), made(browser("ben"))
    User.objects.filter(username="ben").update(is_active=False)
    assert api(other).get("/api/v1/me/").status_code == 401
    with time_machine.travel(timezone.now() + timedelta(days=364)):
        assert api(text).get("/api/v1/me/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=366)):
        assert api(text).get("/api/v1/me/").status_code == 401


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_a_token_needs_a_name(name):
    answer = browser("anna").post("/me/tokens/", {"name": name, "password": "correct horse"})
    assert answer.status_code == 422
    assert "Name the program" in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_a_login_has_so_many_tokens_and_no_more():
    anna, now = user_of("anna"), timezone.now()
    for number in range(api_tokens.MOST):
        api_tokens.make(anna, f"bot {number}", now=now)
    with pytest.raises(ClubError, match="20 tokens at most"):
        api_tokens.make(anna, "one more", now=now)
    first = api_tokens.make_by_password(user_of("ben"), now=now)
    for _ in range(api_tokens.MOST):
        last = api_tokens.make_by_password(user_of("ben"), now=now)
    assert ApiToken.objects.filter(user__username="ben").count() == api_tokens.MOST
    assert api(first).get("/api/v1/me/").status_code == 401
    assert api(last).get("/api/v1/me/").status_code == 200


def test_a_stranger_is_asked_to_come_in():
    assert Client().get("/me/tokens/").status_code == 302
    answer = APIClient().get("/api/v1/me/")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Token")
