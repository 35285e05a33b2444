"""Coming in by another provider: the way there and back, and one's own linked logins."""

from __future__ import annotations

from typing import Any

from allauth.account.utils import get_request_param
from allauth.core import ratelimit
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal.flows.signup import clear_pending_signup
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.providers.oauth2.views import OAuth2LoginView
from allauth.socialaccount.views import SignupView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from club.accounts import provider_logins
from club.accounts.openid_provider import Adapter, Callback
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.people import ended_access, recent_proof
from club.text.messages import on_page
from club.web_people.member_pages import attempt, login_of
from engine import text_limits


@never_cache
@require_http_methods(["GET", "POST"])
def go(request: HttpRequest, provider_id: str) -> HttpResponse:
    """On to a provider (POST), or the question whether to (GET). To link an account one is asked again who one is."""
    adapter = _adapter(request, provider_id)
    if request.method == "POST" and not ratelimit.consume(request, action="provider_login"):
        words = _("Too many tries from here. Wait a minute.")
        return render(request, "club/locked_out.html", {"words": words}, status=429)
    if get_request_param(request, "process") == AuthProcess.CONNECT:
        if not request.user.is_authenticated:
            return redirect("account_login")
        try:
            recent_proof.demand()
        except ClubError as refusal:
            messages.error(request, on_page(refusal))
            return redirect("socialaccount_connections")
    answer: HttpResponse = OAuth2LoginView.adapter_view(adapter)(request)
    if answer.status_code != 302:
        return answer
    # Not by a redirect: the policy of pages (form-action) lets no form lead out of the club.
    told = {"address": answer["Location"], "name": adapter.get_provider().name}
    return render(request, "club/on_to_provider.html", told)


@never_cache
@require_GET
def back(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Somebody comes back from a provider."""
    answer: HttpResponse = Callback.adapter_view(_adapter(request, provider_id))(request)
    return answer


@never_cache
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """allauth's page for somebody new who came back; they begin anew where the club no longer offers the provider."""
    try:
        answer: HttpResponse = SignupView.as_view()(request)
    except SocialApp.DoesNotExist:
        clear_pending_signup(request)
        return redirect("account_login")
    return answer


def _adapter(request: HttpRequest, provider_id: str) -> Adapter:
    adapter = Adapter(request, provider_id)
    try:
        adapter.get_provider()
    except SocialApp.DoesNotExist:
        raise Http404 from None
    return adapter


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def linked(request: HttpRequest) -> HttpResponse:
    """By which providers I come in, and by which I could; by POST one (`account`) is taken off."""
    user = login_of(request)
    if request.method == "POST":
        attempt(request, lambda: _unlink(request), _("You no longer come in by it."))
        return redirect("socialaccount_connections")
    held = provider_logins.told(user)
    names = {one["provider"] for one in held}
    offered = [one for one in get_adapter().list_providers(request) if one.app.provider_id not in names]
    context: dict[str, Any] = {"held": held, "offered": offered, "ends_access": ended_access.is_open(user)}
    return render(request, "club/linked_logins.html", context)


def _unlink(request: HttpRequest) -> None:
    user = login_of(request)
    provider_logins.unlink(
        user,
        text_limits.whole(request.POST.get("account", "")) or 0,
        ends_access=bool(request.POST.get("ends_access")),
        source=source_of(request),
        now=timezone.now(),
    )
    ended_access.keep_session(request, user)


urlpatterns = [
    path("accounts/oidc/<slug:provider_id>/login/", go, name="openid_connect_login"),
    path("accounts/oidc/<slug:provider_id>/login/callback/", back, name="openid_connect_callback"),
    path("accounts/3rdparty/signup/", sign_up, name="socialaccount_signup"),
    path("accounts/3rdparty/", linked, name="socialaccount_connections"),
]
