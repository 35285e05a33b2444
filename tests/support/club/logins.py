"""Logins of members and staff, and their browsers after they came in by password."""

from __future__ import annotations

from django.test import Client
from django.utils import timezone

from club.models import User
from club.people import people, roles

PASSWORD = "a long enough password"


def person(name: str, role: str = "") -> User:
    """A member with a login, in that role if one is named."""
    user = User.objects.create_user(name, f"{name}@example.test", password=PASSWORD)
    people.enrol(name, user=user, now=timezone.now())
    if role:
        roles.give_role(user, role)
    return user


def come_in(name: str) -> Client:
    """The browser of somebody who came in by password."""
    client = Client()
    assert client.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302
    return client
