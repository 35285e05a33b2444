"""By which accounts elsewhere members come in: what the operator has set, how many use it, and whether it can be reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.accounts import provider_logins, provider_reach
from club.accounts.provider_logins import Use
from club.accounts.provider_reach import Reach
from club.house.rights import page_needs

WORDS = {
    Reach.FINE: _("It answers, and is who it says it is."),
    Reach.SILENT: _("Nobody answers there in time over https with a certificate that counts."),
    Reach.UNKNOWN: _("There is no host of that name."),
    Reach.INSIDE: _(
        "It is in the club's own network: from this page nothing is asked there. Members may come in by it all the same; try it "
        "at the door."
    ),
    Reach.NO_DOCUMENT: _("Something answers, but it is no provider of OpenID Connect: look at its address."),
    Reach.NOT_BELIEVED: _(
        "It says that it is another issuer than the one that is set (the address must be the same to the last sign), or names "
        "addresses without https, or sends the club to its own network."
    ),
}


@dataclass(frozen=True)
class Shown:
    """A provider as the page shows it; never its secret."""

    key: str
    name: str
    issuer: str
    client_id: str
    redirect: str  # the address that is entered there
    use: Use


def _shown(provider: Mapping[str, Any], used: Mapping[str, Use]) -> Shown:
    key = provider["provider_id"]
    return Shown(
        key=key,
        name=provider["name"],
        issuer=provider["settings"]["issuer"],
        client_id=provider["client_id"],
        redirect=settings.WEB_ORIGIN + reverse("openid_connect_callback", args=[key]),
        use=used.get(key, Use(0, 0)),
    )


@never_cache
@require_http_methods(["GET", "POST"])
@page_needs("house_rules.set")
def sign_in_providers(request: HttpRequest) -> HttpResponse:
    """The providers that are on; by POST one of them (`provider`) is asked whether it can be reached."""
    providers = {one["provider_id"]: one for one in settings.SIGN_IN_PROVIDERS}
    asked, reach = request.POST.get("provider", ""), None
    if request.method == "POST":
        if asked not in providers:
            raise Http404
        if not ratelimit.consume(request, action="provider_reach", user=request.user):
            words = _("Too many tries from here. Wait a minute.")
            return render(request, "club/locked_out.html", {"words": words}, status=429)
        reach = provider_reach.ask(providers[asked]["settings"])
    used = provider_logins.use()
    context = {
        "providers": [_shown(one, used) for one in providers.values()],
        "gone": [(key, use) for key, use in sorted(used.items()) if key not in providers],
        "asked": asked,
        "is_fine": reach is Reach.FINE,
        "words": None if reach is None else WORDS[reach],
    }
    return render(request, "club/sign_in_providers.html", context)


urlpatterns = [path("club/sign-in/", sign_in_providers, name="sign-in-providers")]
