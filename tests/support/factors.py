"""Second factors in tests: taken as the page has it, and the codes of an app."""

from __future__ import annotations

from allauth.mfa.totp.internal import auth as totp
from django.http import HttpResponse
from django.test import Client


def current_counter() -> int:
    """The number of the half minute in which a code is good."""
    return int(next(iter(totp.yield_hotp_counters_from_time())))


def give_code(client: Client, page: str, secret: str, **more: str) -> HttpResponse:
    """Give the code of that secret to a page; the next one, where the half minute of a code was over before it was read."""
    while True:
        counter = current_counter()
        code = totp.format_hotp_value(totp.hotp_value(secret, counter))
        answer: HttpResponse = client.post(page, {"code": code, **more})
        if answer.status_code == 302 or counter == current_counter():
            return answer


def enrol(client: Client) -> str:
    """Take a factor as the page has it; its secret."""
    page = client.get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200, page["Location"]
    secret = str(page.context["form"].secret)
    answer = give_code(client, "/accounts/2fa/totp/activate/", secret, ends_access="on")
    assert answer.status_code == 302, answer.context["form"].errors
    return secret
