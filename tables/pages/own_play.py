"""A player's own pages about play: hands, sittings, statistics, files of hands for study."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.models import Player
from club.people.people import player_of
from club.text.messages import on_page
from tables.core.errors import Refused
from tables.hand import statistics
from tables.pages.hands import refused, replayed, step_of
from tables.players import study_files
from tables.queries import player_hands
from tables.queries.player_hands import Wanted
from tables.sessions import stays
from tables.text import charts

DAYS_TOLD = 30  # of the table beside the chart
View = Callable[..., HttpResponseBase]


def players_only(view: View) -> View:
    """Call the view with the player who asks; a login that is no player's, and whatever the view refuses, gets a page."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, **named: Any) -> HttpResponseBase:
        try:
            player = player_of(request.user)
            if player is None:
                raise Refused("not_a_player", _("This login belongs to no player."), 403)
            return view(request, player, **named)
        except ClubError as refusal:
            return refused(request, refusal)

    return guarded


@require_GET
@players_only
def hands(request: HttpRequest, player: Player) -> HttpResponseBase:
    """My hands, by game, day and sitting."""
    given = request.GET.dict()
    wanted = Wanted.parse(given)
    seats = player_hands.own(player, wanted)
    lines = player_hands.page(seats, _before(request))
    asked = {name: given[name] for name in ("game", "from", "to", "day", "sitting") if given.get(name)}
    context = {
        "lines": _timed(lines),
        "games": player_hands.games_of(player),
        "wanted": wanted,
        "query": urlencode(asked),
        "next": urlencode(asked | {"before": lines[-1]["id"]}) if len(lines) == player_hands.PAGE else "",
    }
    return render(request, "tables/own_hands.html", context)


@require_GET
@players_only
def hands_file(request: HttpRequest, player: Player, notation: str = "phh") -> HttpResponseBase:
    """Those hands as a file, in the notation that its name says, with the cards I have seen."""
    wanted = Wanted.parse(request.GET.dict())
    return file_of_hands(player, wanted, notation)


def file_of_hands(player: Player, wanted: Wanted, notation: str) -> StreamingHttpResponse:
    """The player's hands as a file. Raises `Refused` for more than one file holds."""
    seats = player_hands.own(player, wanted)
    player_hands.check_exportable(seats)
    answer = StreamingHttpResponse(
        player_hands.exported(seats, player, notation), content_type="text/plain; charset=utf-8"
    )
    name = player_hands.file_name(wanted, timezone.localtime(timezone.now(), in_force().calendar.zone), notation)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_GET
@players_only
def sittings(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Where I sat, and what came of it."""
    lines = player_hands.sittings(player, _before(request))
    more = urlencode({"before": lines[-1]["id"]}) if len(lines) == player_hands.PAGE else ""
    context = {"lines": _timed(lines), "next": more, "together": stays.together(player)}
    return render(request, "tables/own_sittings.html", context)


@require_GET
@players_only
def numbers(request: HttpRequest, player: Player) -> HttpResponseBase:
    """My statistics, and my results over time."""
    wanted = Wanted.parse(request.GET.dict())
    seats = player_hands.own(player, wanted)
    told = statistics.of(seats)
    unit = request.GET.get("unit", "chips" if "chips" in told["results"] else next(iter(told["results"]), "chips"))
    running = statistics.running(seats, unit)
    calendar = in_force().calendar
    by_day = {calendar.day_of(at): total for at, total in running}
    context = {
        "told": told,
        "wanted": wanted,
        "games": player_hands.games_of(player),
        "unit": unit,
        "chart": charts.line([total for _at, total in running]) if len(running) > 1 else "",
        "days": list(by_day.items())[-DAYS_TOLD:][::-1],
    }
    return render(request, "tables/own_statistics.html", context)


def _before(request: HttpRequest) -> int | None:
    text = request.GET.get("before", "")
    return int(text) if text.isdecimal() and len(text) <= 15 else None


def _timed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines with their instants as instants, for the page to write in the club's time zone."""
    instants = ("started_at", "ended_at", "from", "until")
    return [
        line
        | {f"{name}_instant": parse_datetime(line[name]) for name in instants if line.get(name)}
        | {"played": None if line.get("minutes") is None else timedelta(minutes=line["minutes"])}
        for line in lines
    ]


# -- study ------------------------------------------------------------------------------------------------------------


@require_GET
@players_only
def studies(request: HttpRequest, player: Player) -> HttpResponseBase:
    """My files of hands."""
    context = {
        "files": study_files.files_of(player),
        "most_bytes": study_files.MOST_BYTES,
        "most_hands": study_files.MOST_HANDS,
    }
    return render(request, "tables/studies.html", context)


@require_POST
@players_only
def study_add(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Upload a file (`file`), or paste a text (`text`)."""
    file = request.FILES.get("file")
    try:
        if file is not None and (file.size or 0) > study_files.MOST_BYTES:
            words = _("A file for study has %(most)s bytes at most.") % {"most": study_files.MOST_BYTES}
            raise Refused("file_too_long", words, 422)
        text = request.POST.get("text", "").replace("\r\n", "\n") if file is None else _decoded(file.read())
        kept = study_files.add(player, text, file.name or "" if file is not None else "", now=timezone.now())
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return redirect("studies")
    return redirect("study", study_id=kept.pk)


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("not_utf8", _("A file of hands is text in UTF-8."), 422) from None


@require_GET
@players_only
def study_page(request: HttpRequest, player: Player, study_id: int) -> HttpResponseBase:
    """The hands of one of my files."""
    file = study_files.file_of(player, study_id)
    return render(request, "tables/study.html", {"file": file, "lines": study_files.contents(file)})


@require_GET
@players_only
def study_hand(request: HttpRequest, player: Player, study_id: int, hand: int) -> HttpResponseBase:
    """One hand of my file, step by step."""
    file = study_files.file_of(player, study_id)
    step = step_of(request)
    shown, last = study_files.hand_at_step(file, hand, step)
    return render(request, "tables/study_hand.html", {"file": file} | replayed(shown, min(step, last), last))


@require_GET
@players_only
def study_text(request: HttpRequest, player: Player, study_id: int) -> HttpResponseBase:
    """My file as I uploaded it."""
    file = study_files.file_of(player, study_id)
    answer = HttpResponse(file.text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="study-{file.pk}.phhs"'
    return answer


@require_POST
@players_only
def study_remove(request: HttpRequest, player: Player, study_id: int) -> HttpResponseBase:
    """Forget one of my files."""
    study_files.remove(player, study_id)
    messages.success(request, _("The file is forgotten."))
    return redirect("studies")


urlpatterns = [
    path("me/hands/", hands, name="my-hands"),
    path("me/hands.phhs", hands_file, name="my-hands-file"),
    path("me/hands.ohh", hands_file, {"notation": "ohh"}, name="my-hands-ohh"),
    path("me/hands.txt", hands_file, {"notation": "pokerstars"}, name="my-hands-pokerstars"),
    path("me/sittings/", sittings, name="my-sittings"),
    path("me/statistics/", numbers, name="my-statistics"),
    path("me/studies/", studies, name="studies"),
    path("me/studies/add/", study_add, name="study-add"),
    path("me/studies/<int:study_id>/", study_page, name="study"),
    path("me/studies/<int:study_id>/hands.phhs", study_text, name="study-text"),
    path("me/studies/<int:study_id>/remove/", study_remove, name="study-remove"),
    path("me/studies/<int:study_id>/<int:hand>/", study_hand, name="study-hand"),
]
