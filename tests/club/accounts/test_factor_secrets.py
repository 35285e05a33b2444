"""Whoever reads the database makes no codes of second factors; a secret key is exchanged without locking anybody out."""

from __future__ import annotations

import json

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.db import connection
from django.test import Client
from django.utils import timezone

from club.accounts.factors import factor_secrets
from club.base.errors import ClubError
from club.operator import doctor
from club.tasks import seal_factors
from tests.support.desk import user_of

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"


@pytest.fixture
def factors():
    """A login with both: the secret of the clock's codes, and a recovery code."""
    user = user_of("mika")
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(user, secret)
    return user, secret, RecoveryCodes.activate(user).generate_codes()[0]


def rows() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT data::text FROM mfa_authenticator ORDER BY id")
        return "\n".join(row for (row,) in cursor.fetchall())


def code_of(secret: str) -> str:
    return totp.format_hotp_value(totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time())))


def is_let_in(code: str) -> bool:
    client = Client()
    client.post("/accounts/login/", {"login": "mika", "password": PASSWORD})
    return client.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 302


def test_no_secret_stands_in_the_database_and_both_kinds_of_codes_open_the_login(factors):
    _user, secret, recovery = factors
    assert secret not in rows()
    assert rows().count(factor_secrets.SEALED) == 2
    assert is_let_in(recovery)
    assert is_let_in(code_of(secret))


def test_two_secrets_that_are_the_same_are_not_seen_to_be(factors):
    assert factor_secrets.sealed("JBSWY3DP") != factor_secrets.sealed("JBSWY3DP")


def test_what_an_older_version_left_open_is_read_and_sealed_within_the_hour(factors):
    user, secret, recovery = factors
    seed = factor_secrets.opened(Authenticator.objects.get(type="recovery_codes").data["seed"])
    Authenticator.objects.filter(type="totp").update(data={"secret": secret})
    Authenticator.objects.filter(type="recovery_codes").update(data={"seed": seed, "used_mask": 0})
    assert is_let_in(recovery)
    key = Authenticator.objects.create(user=user, type="webauthn", data={"name": "key"})
    seal_factors()
    assert secret not in rows()
    assert seed not in rows()
    assert Authenticator.objects.get(pk=key.pk).data == {"name": "key"}
    assert factor_secrets.reseal() == 0
    key.delete()
    assert is_let_in(code_of(secret))
    assert not is_let_in(recovery), "what was used stays used"


def test_a_secret_key_is_exchanged_and_the_former_one_may_go(factors, settings):
    _user, secret, recovery = factors
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "quite another"
    assert is_let_in(recovery)
    assert factor_secrets.reseal() == 2
    settings.SECRET_KEY_FALLBACKS = []
    assert factor_secrets.unreadable() == 0
    assert is_let_in(code_of(secret))


def test_by_another_key_nobody_is_let_in_nothing_is_lost_and_it_is_told_what_to_do(factors, settings):
    _user, secret, _recovery = factors
    former, before = settings.SECRET_KEY, rows()
    settings.SECRET_KEY = "of another machine"
    client = Client()
    client.post("/accounts/login/", {"login": "mika", "password": PASSWORD})
    for code in (code_of(secret), "000000", "12345678"):
        answer = client.post("/accounts/2fa/authenticate/", {"code": code})
        assert (answer.status_code, "SECRET_KEY_FALLBACKS" in answer.content.decode()) == (200, True)
    assert client.get("/me/").status_code == 302
    with pytest.raises(ClubError, match="SECRET_KEY_FALLBACKS"):
        factor_secrets.opened(json.loads(before.splitlines()[0])["secret"])
    assert factor_secrets.reseal() == 0
    assert rows() == before
    found = [one.words for one in doctor.examine(now=timezone.now(), is_open=False)]
    assert any("2 second factors" in words for words in found)
    settings.SECRET_KEY = former
    assert is_let_in(code_of(secret))


@pytest.mark.parametrize(
    "address", ["/accounts/2fa/", "/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/download/"]
)
def test_pages_of_factors_that_no_key_opens_say_so(factors, settings, address):
    user, _secret, _recovery = factors
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [], "of another machine"
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer = client.get(address)
    assert (answer.status_code, "SECRET_KEY_FALLBACKS" in answer.content.decode()) == (409, True)
