"""A person's own settings: how pages look and sound in this browser, and which devices are called for what."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club.base.errors import ClubError
from club.models import Player, PushDevice
from club.notifications import web_push
from club.notifications.personal import line_notices, mailed_notices
from club.people.people import player_of
from club.text.messages import on_page
from engine import text_limits

AUTO = "auto"
THEMES = {AUTO: _("As the device"), "light": _("Light"), "dark": _("Dark"), "felt": _("Felt")}


def theme_of(request: HttpRequest) -> str:
    """The look that was chosen in this browser; `AUTO` where none was, or none that there is."""
    chosen = request.COOKIES.get("theme", AUTO)
    return chosen if chosen in THEMES else AUTO


@require_GET
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """How I like it."""
    player = player_of(request.user)
    devices = [] if player is None else list(PushDevice.objects.filter(player=player).order_by("made_at"))
    context = {
        "themes": THEMES.items(),
        "may_be_called": player is not None,
        "devices": devices,
        "kinds": web_push.KINDS.items(),
        "push_key": web_push.public_key(),
        "is_mail_offered": player is not None and mailed_notices.is_offered(player),
        "must_confirm": player is not None and mailed_notices.must_confirm(player),
        "mailed": [(kind, web_push.KINDS[kind]) for kind in web_push.MAILED],
        "mailed_chosen": [] if player is None else mailed_notices.chosen(player),
        "line": None if player is None or not line_notices.is_on() else _by_line(player),
    }
    return render(request, "club/settings.html", context)


def _by_line(player: Player) -> dict[str, object]:
    """What is chosen by LINE, whether it reaches the player, and where the club's account is added as a friend."""
    found, account = line_notices.of(player), settings.LINE_ACCOUNT
    return {
        "is_offered": line_notices.is_offered(player),
        "chosen": [] if found is None else found.kinds,
        "unreachable_at": None if found is None else found.unreachable_at,
        "friend": f"https://line.me/R/ti/p/{quote(account)}" if account else "",
        "account": account,
    }


def _own_change(act: Callable[[HttpRequest, Player], object]) -> Callable[[HttpRequest], HttpResponse]:
    @require_POST
    @login_required
    def change(request: HttpRequest) -> HttpResponse:
        player = player_of(request.user)
        if player is None:
            raise Http404
        try:
            act(request, player)
        except ClubError as refusal:
            messages.error(request, on_page(refusal))
        return redirect("my-settings")

    return change


def _subscribe(request: HttpRequest, player: Player) -> None:
    web_push.subscribe(
        player,
        request.POST.get("endpoint", ""),
        request.POST.get("p256dh", ""),
        request.POST.get("auth", ""),
        kinds=request.POST.getlist("kind"),
        name=request.POST.get("name", ""),
        now=timezone.now(),
    )


def _choose(request: HttpRequest, player: Player) -> None:
    device = request.POST.get("device")
    which = None if device is None else text_limits.whole(device) or 0
    web_push.choose(player, request.POST.getlist("kind"), which)


def _forget(request: HttpRequest, player: Player) -> None:
    web_push.forget(player, text_limits.whole(request.POST.get("device", "")) or 0)


def _choose_mailed(request: HttpRequest, player: Player) -> None:
    mailed_notices.choose(player, request.POST.getlist("kind"), web_push.MAILED, now=timezone.now())


def _choose_by_line(request: HttpRequest, player: Player) -> None:
    line_notices.choose(player, request.POST.getlist("kind"), web_push.KINDS, now=timezone.now())


@csrf_exempt  # a mail program posts there by itself, at the wish of its reader (RFC 8058); the token is the secret
@require_http_methods(["GET", "POST"])
def stop_page(request: HttpRequest, stop_token: str) -> HttpResponse:
    """Hear no more by e-mail, without signing in: a page with one button, since whatever looks at links must change nothing."""
    try:
        player = (
            mailed_notices.stop(stop_token) if request.method == "POST" else mailed_notices.player_of_token(stop_token)
        )
    except ClubError as refusal:
        raise Http404(str(refusal)) from None
    context = {"is_stopped": request.method == "POST", "language": player.language}
    return render(request, "club/notices_stop.html", context)


urlpatterns = [
    path("me/notices/mail/", _own_change(_choose_mailed), name="my-notices-mail"),
    path("me/notices/line/", _own_change(_choose_by_line), name="my-notices-line"),
    path("notices/stop/<str:stop_token>/", stop_page, name="notices-stop"),
    path("me/settings/", settings_page, name="my-settings"),
    path("me/devices/add/", _own_change(_subscribe), name="my-device-add"),
    path("me/devices/choose/", _own_change(_choose), name="my-devices-choose"),
    path("me/devices/forget/", _own_change(_forget), name="my-device-forget"),
]
