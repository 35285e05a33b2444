"""A login's own tokens for the API in the browser: made, shown once, taken back."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth import authenticate
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.accounts import api_tokens
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.models import User
from club.text.messages import in_words, on_page
from club.web_people.member_pages import login_of


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """The tokens; by POST (`name`, `password`) a new one, whose text is on this one answer and nowhere else."""
    user, now, fresh, status = login_of(request), timezone.now(), "", 200
    if request.method == "POST":
        try:
            checked = _by_password(request, user)
            fresh = api_tokens.make(checked, request.POST.get("name", ""), source=source_of(request), now=now)
        except ClubError as refusal:
            messages.error(request, on_page(refusal))
            status = refusal.status
    context = {"tokens": api_tokens.tokens_of(user, now=now), "fresh": fresh}
    return render(request, "club/tokens.html", context, status=status)


def _by_password(request: HttpRequest, user: User) -> User:
    """The login, after asking again who it is: a token outlives the visit. Tries count for the throttle like those of coming in.

    Raises `ClubError` for a wrong password (422), and for a login without one (409), which sets one first.
    """
    if not user.has_usable_password():
        raise ClubError("no_password", _("This login has no password: set one first, then make a token."), 409)
    password = request.POST.get("password", "")
    found = authenticate(request, username=user.get_username(), password=password)
    if not isinstance(found, User) or found != user:
        raise ClubError("wrong_password", _("The password is not right."), 422, field="password")
    return found


@require_POST
@login_required
def take_back(request: HttpRequest, token: uuid.UUID) -> HttpResponse:
    """Make a token worthless."""
    try:
        api_tokens.take_back(login_of(request), token, source=source_of(request), now=timezone.now())
    except ClubError as refusal:
        raise Http404(in_words(refusal)) from refusal
    messages.success(request, _("The token is worth nothing now."))
    return redirect("my-tokens")


urlpatterns = [
    path("me/tokens/", tokens, name="my-tokens"),
    path("me/tokens/<uuid:token>/take-back/", take_back, name="my-token-back"),
]
