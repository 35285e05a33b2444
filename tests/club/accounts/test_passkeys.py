"""A passkey opens a login by itself only if it has seen who holds it; a stolen key that asks nobody is one factor."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import pytest
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from club.house import house_rules
from club.house.club_rules import ClubRules
from club.models import User
from club.people import people, roles

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 7"
HOST = "cards.example.test"
HELD, SEEN, NEW = AuthenticatorData.FLAG.UP, AuthenticatorData.FLAG.UV, AuthenticatorData.FLAG.AT


@pytest.fixture(autouse=True)
def _host(settings):
    settings.ALLOWED_HOSTS = [HOST]
    settings.FACTOR_ROLES = ("dealer",)


@dataclass
class Key:
    """A key in somebody's pocket, which signs for whoever holds it."""

    name: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    secret: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def registration(self) -> dict[str, Any]:
        public = ES256.from_cryptography_key(self.secret.public_key())
        held = AttestedCredentialData.create(b"\0" * 16, self.name, public)
        data = AuthenticatorData.create(sha256(HOST.encode()), HELD | SEEN | NEW, 0, bytes(held))
        told = CollectedClientData.create("webauthn.create", b"any", f"https://{HOST}")
        response = {
            "clientDataJSON": websafe_encode(told),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        }
        return self._told(response)

    def answer(self, challenge: str, user: User, flags: AuthenticatorData.FLAG) -> str:
        data = AuthenticatorData.create(sha256(HOST.encode()), flags, 1)
        told = CollectedClientData.create("webauthn.get", challenge, f"https://{HOST}")
        response = {
            "clientDataJSON": websafe_encode(told),
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(self.secret.sign(data + told.hash, ec.ECDSA(SHA256()))),
            "userHandle": websafe_encode(user_pk_to_url_str(user).encode()),
        }
        return json.dumps(self._told(response))

    def _told(self, response: dict[str, str]) -> dict[str, Any]:
        name = websafe_encode(self.name)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def person(name: str, key: Key) -> User:
    user = User.objects.create_user(name, f"{name}@example.test", password=PASSWORD)
    people.enrol(name, user=user, now=timezone.now())
    data = {"name": "key", "credential": key.registration()}
    Authenticator.objects.create(user=user, type="webauthn", data=data)
    return user


def visitor() -> Client:
    return Client(SERVER_NAME=HOST)


def challenge_of_passkeys(client: Client) -> str:
    answer = client.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"})
    return str(answer.json()["request_options"]["publicKey"]["challenge"])


def come_in(client: Client, credential: str) -> bool:
    client.post("/accounts/2fa/webauthn/login/", {"credential": credential})
    return client.get("/me/").status_code == 200


def test_a_key_that_has_seen_who_holds_it_opens_the_login_with_both_factors():
    key = Key()
    mika = person("mika", key)
    roles.give_role(mika, "dealer")
    client = visitor()
    assert come_in(client, key.answer(challenge_of_passkeys(client), mika, HELD | SEEN))


def test_a_challenge_is_good_once():
    key = Key()
    mika = person("mika", key)
    client = visitor()
    credential = key.answer(challenge_of_passkeys(client), mika, HELD | SEEN)
    assert come_in(client, credential)
    client.logout()
    assert not come_in(client, credential)
    assert not come_in(visitor(), credential)


def test_a_key_that_has_seen_nobody_opens_nothing():
    key = Key()
    mika = person("mika", key)
    client = visitor()
    assert not come_in(client, key.answer(challenge_of_passkeys(client), mika, HELD))


def test_nor_does_it_with_the_challenge_of_a_second_factor():
    """The thief comes as far as the second factor of a login of their own: that challenge asks for no finger and no PIN."""
    stolen, own = Key(), Key()
    mika, thief = person("mika", stolen), person("thief", own)
    client = visitor()
    assert client.post("/accounts/login/", {"login": "thief", "password": PASSWORD}).status_code == 302
    page = client.get("/accounts/2fa/authenticate/")
    challenge = page.context["js_data"]["request_options"]["publicKey"]["challenge"]
    session = client.session
    session["account_login"]["initiated_at"] -= 3600  # the login that waited for it has run out; the challenge has not
    session.save()
    assert not come_in(client, stolen.answer(challenge, mika, HELD))
    assert client.post("/accounts/login/", {"login": "thief", "password": PASSWORD}).status_code == 302
    challenge = client.get("/accounts/2fa/authenticate/").context["js_data"]["request_options"]["publicKey"][
        "challenge"
    ]
    client.post("/accounts/2fa/authenticate/", {"credential": own.answer(challenge, thief, HELD)})
    assert client.get("/me/").status_code == 200, "as a second factor it is good"


def test_anothers_key_is_nobodys_passkey():
    own, key = Key(), Key()
    mika = person("mika", key)
    person("thief", own)
    client = visitor()
    assert not come_in(client, own.answer(challenge_of_passkeys(client), mika, HELD | SEEN))


def test_a_device_shows_a_passkey_under_the_clubs_name():
    house_rules.set_value(ClubRules, "name", "Club Hearts", by=None, now=timezone.now())
    mika = User.objects.create_user("mika", "mika@example.test", password=PASSWORD)
    client = visitor()
    client.post("/accounts/login/", {"login": "mika", "password": PASSWORD})
    told = client.get("/accounts/2fa/webauthn/add/").context["js_data"]["creation_options"]["publicKey"]
    assert told["rp"] == {"id": HOST, "name": "Club Hearts"}
    assert told["user"]["name"] == mika.email
