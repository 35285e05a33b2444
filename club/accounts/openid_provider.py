"""Google, LINE and any other provider by OpenID Connect: django-allauth's, with what that leaves out.

A nonce for each visit, PKCE, the signature of every ID token, the issuer of the provider's own document, and of userinfo only
what is said of the same subject. Google and LINE are such providers like another; their addresses stand in
`club.project.sign_in_providers`.
"""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import requests
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialToken
from allauth.socialaccount.providers.base import ProviderAccount
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from club.accounts import openid_tokens
from club.accounts.openid_tokens import BadToken, Expected
from club.base.mail_addresses import check_address
from club.http import safe_http

WELL_KNOWN = "/.well-known/openid-configuration"
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
ASKED = ("token_endpoint", "jwks_uri", "userinfo_endpoint")  # by this server itself, inside the club's network
TEXTS = ("name", "preferred_username", "email")
KEPT = ("name", "email")  # of what a provider tells, beside who it is: by these its owner knows the account again
LONGEST_KEPT = 200  # characters
LONGEST_ADDRESS = 254  # characters of an e-mail address (RFC 5321)
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class NotBelieved(OAuth2Error):  # type: ignore[misc]  # allauth has no types
    """What a provider answered is not believed. The text is for the log alone, and holds nothing that was sent."""


def is_safe(address: object, issuer: str) -> bool:
    """Whether it is an address with TLS; or one of this very machine, where the issuer is of it too: no provider elsewhere sends
    the club to what listens inside."""
    try:
        parts = urlsplit(address) if isinstance(address, str) else urlsplit("")
    except ValueError:
        return False
    is_here = parts.hostname in LOOPBACK and urlsplit(issuer).hostname in LOOPBACK
    return bool(parts.hostname) and (parts.scheme == "https" or (parts.scheme == "http" and is_here))


def document_of(issuer: str) -> str:
    """Where a provider's document is (OpenID Connect Discovery 1.0, 4)."""
    return issuer.rstrip("/") + WELL_KNOWN


def believed(document: dict[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """A provider's document, where it is that of the issuer that was asked. Raises `NotBelieved`."""
    issuer = settings["issuer"]
    if document.get("issuer") != issuer:
        raise NotBelieved("the document is of another issuer")
    found: dict[str, Any] = document | settings.get("endpoints", {})
    if not all(is_safe(found.get(name), issuer) for name in ENDPOINTS):
        raise NotBelieved("the document names an address without TLS, or lacks one")
    if leads_inside([str(found[name]) for name in ASKED if is_safe(found.get(name), issuer)], issuer):
        raise NotBelieved("the document names an address inside the club's own network")
    return found


def leads_inside(addresses: Iterable[str], issuer: str) -> bool:
    """Whether one of these is of a host inside the club's network, where the issuer's is on the open internet: nobody out there
    has this server ask its neighbours. A provider that stands inside itself names what it likes."""
    own = urlsplit(issuer).hostname or ""
    others = {urlsplit(one).hostname or "" for one in addresses} - {own}
    return bool(others) and safe_http.is_inside(own) is False and any(map(safe_http.is_inside, sorted(others)))


class Account(ProviderAccount):  # type: ignore[misc]  # allauth has no types
    """A provider's account as its owner sees it."""

    def get_user_data(self) -> dict[str, Any]:
        return dict(self.account.extra_data)


class Adapter(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]  # allauth has no types
    """The talk with a provider: its document, the token for a code, who that is."""

    nonce = ""  # of the visit that comes back

    @property
    def openid_config(self) -> dict[str, Any]:
        """The provider's document (OpenID Connect Discovery 1.0, 4.3). Raises `NotBelieved` if it is another's, or none."""
        if not hasattr(self, "_openid_config"):
            told = self.get_provider().app.settings
            self._openid_config = believed(_told(document_of(told["issuer"])), told)
        found: dict[str, Any] = self._openid_config
        return found

    @property
    def basic_auth(self) -> bool:
        """How the club proves itself: in the body if the provider takes that, else by HTTP Basic, which is the default."""
        told = self.openid_config.get("token_endpoint_auth_methods_supported")
        methods = told if isinstance(told, list) else ["client_secret_basic"]
        is_told: bool = self.get_provider().app.settings.get("secret_in_body", "client_secret_post" in methods)
        return not is_told

    def get_access_token_data(self, *words: Any, **named: Any) -> dict[str, Any]:
        """What is given for the code. Raises `NotBelieved` for what is no answer to that, and allauth's own errors."""
        try:
            found: dict[str, Any] = super().get_access_token_data(*words, **named)
        except (KeyError, ValueError, TypeError) as wrong:
            raise NotBelieved(f"token endpoint: {type(wrong).__name__}") from None
        token = found.get("access_token")
        if not isinstance(token, str) or not (token.isascii() and token.isprintable()):  # RFC 6749, A.12
            raise NotBelieved("no access token")
        return found

    def parse_token(self, data: dict[str, Any]) -> Any:
        """The token alone: how long it lasts, and how it is renewed, is asked of nobody."""
        return SocialToken(token=data["access_token"])

    def complete_login(self, request: HttpRequest, app: Any, token: Any, **named: Any) -> Any:
        """Who came. Raises `NotBelieved` for a token that is not right."""
        id_token = named["response"].get("id_token")
        if not isinstance(id_token, str):
            raise NotBelieved("no ID token")
        secret = app.secret if app.settings.get("signs_by_secret") else ""
        expected = Expected(issuer=app.settings["issuer"], client=app.client_id, nonce=self.nonce, secret=secret)
        keys = _told(self.openid_config["jwks_uri"])
        try:
            told = openid_tokens.claims(id_token, expected, keys, now=time.time())
        except BadToken as wrong:
            raise NotBelieved(f"ID token: {wrong}") from None
        told |= self._userinfo(told, token.token)
        return self.get_provider().sociallogin_from_response(request, _readable(told))

    def _userinfo(self, told: dict[str, Any], access_token: str) -> dict[str, Any]:
        """What is told of the same person elsewhere, where the token has no e-mail address (Core, 5.3.2)."""
        address = self.openid_config.get("userinfo_endpoint")
        if "email" in told or not is_safe(address, self.get_provider().app.settings["issuer"]):
            return {}
        found = _told(str(address), {"Authorization": f"Bearer {access_token}"})
        if found.get("sub") != told["sub"]:
            raise NotBelieved("userinfo is another person's")
        return {
            name: found[name] for name in ("name", "preferred_username", "email", "email_verified") if name in found
        }


def _readable(told: dict[str, Any]) -> dict[str, Any]:
    """What is told without names and addresses that are no text, or hold what no name has (control characters, halves of signs)."""
    strange = [name for name in TEXTS if name in told and not _is_text(told[name])]
    return {name: value for name, value in told.items() if name not in strange}


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in value)


def _told(address: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """An object of JSON from a provider's address; no redirect is followed."""
    with get_adapter().get_requests_session() as session:
        answer = session.get(address, headers=headers, allow_redirects=False)
    if answer.status_code != 200:
        raise NotBelieved(f"{urlsplit(address).path} answered {answer.status_code}")
    found: dict[str, Any] = answer.json()  # as `provider_answers` has seen to
    return found


class Provider(OpenIDConnectProvider):  # type: ignore[misc]  # allauth has no types
    """A provider of identities that the operator has named."""

    package = "allauth.socialaccount.providers.openid_connect"  # whose addresses are the frame of ours
    account_class = Account
    oauth2_adapter_class = Adapter
    pkce_enabled_default = True

    def serialize(self) -> dict[str, Any]:
        """By what a sign-up that waits finds it again: its key, since two providers may know the club by the same id."""
        return {"id": self.app.provider_id}

    def get_scope(self) -> list[str]:
        return list(self.app.settings.get("scope", self.get_default_scope()))

    def get_redirect_from_request_kwargs(self, request: HttpRequest) -> dict[str, Any]:
        """Where to go on afterwards, and whether an account is to be linked; a visitor changes nothing else of the request."""
        asked = super().get_redirect_from_request_kwargs(request)
        process = AuthProcess.CONNECT if asked["process"] == AuthProcess.CONNECT else AuthProcess.LOGIN
        kept = {"process": process, "scope": self.get_scope(), "auth_params": self.get_auth_params()}
        return kept | ({"next_url": asked["next_url"]} if "next_url" in asked else {})

    def redirect(self, request: HttpRequest, process: str, **named: Any) -> HttpResponse:
        """On to the provider, with a nonce for this visit."""
        nonce = secrets.token_urlsafe(24)
        named["auth_params"] = {**named.get("auth_params", {}), "nonce": nonce}
        try:
            answer: HttpResponse = super().redirect(request, process, nonce=nonce, **named)
        except (OAuth2Error, requests.RequestException) as wrong:
            answer = render_authentication_error(request, self, exception=wrong)
        return answer

    def extract_uid(self, data: dict[str, Any]) -> str:
        """Who it is, at this issuer: another one that is put in its place later knows none of its people."""
        return hashlib.sha256(f"{self.app.settings['issuer']}\n{data['sub']}".encode()).hexdigest()

    def extract_extra_data(self, data: dict[str, Any]) -> dict[str, Any]:
        """By what its owner knows the account; and who it is there, where the club writes to members there (LINE)."""
        found = {name: data[name][:LONGEST_KEPT] for name in KEPT if isinstance(data.get(name), str)}
        kept_as = self.app.settings.get("keeps_subject_as")
        return found | ({kept_as: data["sub"]} if kept_as else {})

    def extract_common_fields(self, data: dict[str, Any]) -> dict[str, Any]:
        named = data.get("preferred_username") or data.get("name")
        return {"username": named if isinstance(named, str) else "", "name": "", "email": None}

    def extract_email_addresses(self, data: dict[str, Any]) -> list[Any]:
        """The address, if the provider has checked it itself; "false" as a text is no yes."""
        told = data.get("email_verified")
        if not (told is True or told == "true") or not _is_address(data.get("email")):
            return []
        found: list[Any] = super().extract_email_addresses({"email": data["email"], "email_verified": True})
        return found


def _is_address(told: object) -> bool:
    if not isinstance(told, str) or len(told) > LONGEST_ADDRESS:
        return False
    try:
        check_address(told)
    except ValidationError:
        return False
    return True


class Callback(OAuth2CallbackView):  # type: ignore[misc]  # allauth has no types
    """Somebody comes back from a provider."""

    def dispatch(self, request: HttpRequest, *words: Any, **named: Any) -> HttpResponse:
        """allauth's; it takes it that the provider's document is still to be had."""
        try:
            answer: HttpResponse = super().dispatch(request, *words, **named)
        except (OAuth2Error, requests.RequestException) as wrong:
            answer = render_authentication_error(request, self.adapter.get_provider(), exception=wrong)
        return answer

    def _get_state(self, request: HttpRequest, provider: Any) -> Any:
        """The visit that comes back; an answer that names another issuer (RFC 9207) is none."""
        state, answer = super()._get_state(request, provider)
        if (
            state is not None
            and request.GET.get("iss", provider.app.settings["issuer"]) != provider.app.settings["issuer"]
        ):
            return None, render_authentication_error(
                request, provider, exception=NotBelieved("another issuer answered")
            )
        self.adapter.nonce = (state or {}).get("nonce", "")
        return state, answer


provider_classes = [Provider]
