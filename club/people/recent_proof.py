"""What is asked again before something grave: a password or a code of the second factor, given lately by whoever asks.

Before roles are changed, a second factor is taken off, a login is opened or given a password, and before payouts above the
house's limit. It is asked where the thing is done, so no door goes round it: pages lead to allauth's page and come back, the
API refuses (403) until a proof comes along (`HEADER`), which `/api/v1/reauthentication/` gives for a password or a code. Commands
and workers are nobody's request, and are asked nothing.
"""

from __future__ import annotations

import time

from allauth.account.internal.flows.login import get_authentication_records
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse, ReauthenticationRequired
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.models import User

HEADER = "Reauthentication"
METHODS = ("password", "mfa")
_SALT = "club.people.recent_proof"


def demand() -> None:
    """Let on only who has proved lately who they are; nobody's request passes.

    Raises `ClubError` (403) below /api/, else what leads to the page that asks, and back.
    """
    request: HttpRequest | None = getattr(context, "request", None)
    if request is None or not settings.ASKS_AGAIN or is_recent(request):
        return
    if request.path.startswith("/api/"):
        words = _("Say again who you are: ask /api/v1/reauthentication/ for a proof, and send it along as %(header)s.")
        raise ClubError("proof_needed", words % {"header": HEADER}, 403)
    _ask_on_page(request)


def demand_sign_in(request: HttpRequest) -> None:
    """Let on who has neither password nor factor, and so is asked for none, only soon after coming in; else they come in anew."""
    user = request.user
    if not settings.ASKS_AGAIN or not isinstance(user, User) or user.has_usable_password() or _has_factor(user):
        return
    since = time.time() - settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    if any(since < one.get("at", 0) for one in get_authentication_records(request, user)):
        return
    logout(request)
    messages.info(request, _("Come in again first: this is asked of whoever has no password."))
    raise ImmediateHttpResponse(redirect(f"{reverse('account_login')}?{urlencode({'next': request.path})}"))


def demand_for_payout(chips: int) -> None:
    """`demand`, for a payout of more chips than the house rule `payout_asks_again` has it."""
    if chips > in_force().payout_asks_again:
        demand()


def _ask_on_page(request: HttpRequest) -> None:
    user = request.user
    if isinstance(user, User) and not user.has_usable_password() and not _has_factor(user):
        words = _("Set a password first: before this you are asked for it.")
        raise ClubError("no_password", words, 409)
    address = f"{reverse('account_reauthenticate')}?{urlencode({'next': _back(request)})}"
    if request.headers.get("HX-Request"):
        raise ImmediateHttpResponse(HttpResponse(status=204, headers={"HX-Redirect": address}))
    if any("password" in name for name in request.POST):  # what is asked for is kept meanwhile; a password never is
        raise ImmediateHttpResponse(redirect(address))
    raise ReauthenticationRequired


def _has_factor(user: User) -> bool:
    return bool(user.authenticator_set.exists())  # type: ignore[attr-defined]  # allauth has no types


def _back(request: HttpRequest) -> str:
    """Where one goes on afterwards: the page that was asked for, or on which the form stands."""
    if request.method == "GET":
        return request.get_full_path()
    stands_on = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(stands_on, allowed_hosts={request.get_host()})
    return stands_on if is_ours else "/"


def is_recent(request: HttpRequest) -> bool:
    """Whether whoever asks has proved it lately: in this session, or by the proof that comes along."""
    user = request.user
    if not isinstance(user, User):
        return False
    records = get_authentication_records(request, user) if hasattr(request, "session") else []
    since = time.time() - settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    if any(one.get("method") in METHODS and since < one.get("at", 0) for one in records):
        return True
    return _is_proof(request.headers.get(HEADER, ""), user)


def proof_of(user: User) -> str:
    """A proof for a login that has just given its password or a code: good for minutes, and until its access is ended."""
    return signing.dumps([user.pk, user.get_session_auth_hash()], salt=_SALT)


def _is_proof(text: str, user: User) -> bool:
    try:
        told = signing.loads(text, salt=_SALT, max_age=settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)
    except signing.BadSignature:
        return False
    return bool(told == [user.pk, user.get_session_auth_hash()])
