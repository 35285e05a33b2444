"""Second factors in tests: taken as the page has it, and the codes of an app."""

from __future__ import annotations

from allauth.mfa.totp.internal import auth as totp
from django.test import Client


def code_of(secret: str) -> str:
    counter = next(iter(totp.yield_hotp_counters_from_time()))
    return str(totp.format_hotp_value(totp.hotp_value(secret, counter)))


def enrol(client: Client) -> str:
    """Take a factor as the page has it; its secret."""
    page = client.get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200, page["Location"]
    secret = page.context["form"].secret
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret), "ends_access": "on"})
    assert answer.status_code == 302, answer.context["form"].errors
    return str(secret)
