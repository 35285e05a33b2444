"""Visits to a provider of identities (`tests.support.fake_openid`) and back, as a browser makes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.socialaccount.models import SocialAccount
from django.test import Client
from django.utils import timezone

from club.house import house_rules
from club.house.membership_rules import MembershipRules
from club.models import User
from tests.support.club.logins import come_in
from tests.support.fake_openid import FakeOpenID

GO = "/accounts/oidc/openid/login/"


def house(sign_up: str) -> None:
    house_rules.set_value(MembershipRules, "sign_up", sign_up, by=None, now=timezone.now())


def leave(client: Client, *, key: str = "openid", **more: str) -> str:
    """Go off to the provider of that key; the address there."""
    page = client.post(GO.replace("openid", key), more)
    assert page.status_code == 200, page.status_code
    return str(page.context["address"])


def visit(client: Client, provider: FakeOpenID, **more: str) -> Any:
    """To the provider and back; what is answered then."""
    return client.get(provider.authorize(leave(client, **more)))


def sign_up(client: Client, provider: FakeOpenID, name: str, **fields: str) -> Any:
    """Visit as somebody new, and sign up under that name."""
    assert visit(client, provider)["Location"] == "/accounts/3rdparty/signup/"
    return client.post("/accounts/3rdparty/signup/", {"username": name, **fields})


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def linked_to(user: User, provider: FakeOpenID, *, key: str = "openid") -> None:
    client = come_in(user.username)
    visit(client, provider, key=key, process="connect")
    assert SocialAccount.objects.filter(user=user).exists()


def bent(**values: Any) -> Callable[[dict[str, Any]], None]:
    def bend(claims: dict[str, Any]) -> None:
        claims.update(values)
        for name in [name for name, value in values.items() if value is None]:
            del claims[name]

    return bend
