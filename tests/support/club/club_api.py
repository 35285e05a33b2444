"""The club's API as its users know it: logging in, and what a refusal looks like."""

from __future__ import annotations

from rest_framework.test import APIClient

from club.models import User
from club.people.roles import give_role


def login(name: str, *roles: str) -> APIClient:
    user = User.objects.create_user(name, password="correct horse")
    for role in roles:
        give_role(user, role)
    client = APIClient()
    answer = client.post("/api/v1/token/", {"username": name, "password": "correct horse"})
    client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    return client


def problem(answer, status: int, code: str):
    told = answer.json()
    assert answer.status_code == status, told
    assert answer["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "instance", "code"} <= set(told)
    assert (told["status"], told["code"]) == (status, code)
    assert told["detail"]
    return told
