"""Who has forgotten the password: a mail where the club sends any, else what the desk can do; a mail is never promised in vain."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client

from club.models import User

pytestmark = pytest.mark.django_db
PAGES = ("/accounts/password/reset/", "/accounts/password/reset/done/")
CONSOLE = "django.core.mail.backends.console.EmailBackend"


@pytest.mark.parametrize(("language", "words"), [("en", "Ask at the desk"), ("ja", "受付にお尋ねください")])
@pytest.mark.parametrize("page", PAGES)
def test_a_club_without_mail_promises_none(settings, page, language, words):
    settings.EMAIL_BACKEND = CONSOLE
    told = Client(headers={"Accept-Language": language}).get(page).content.decode()
    assert words in told
    assert 'name="email"' not in told


def test_a_club_with_mail_sends_it():
    User.objects.create_user("mika", "mika@example.test", "a long password")
    client = Client()
    assert 'name="email"' in client.get(PAGES[0]).content.decode()
    assert client.post(PAGES[0], {"email": "mika@example.test"})["Location"] == PAGES[1]
    assert "sent" in client.get(PAGES[1]).content.decode()
    assert [one.to for one in mail.outbox] == [["mika@example.test"]]
