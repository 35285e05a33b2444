"""The pages of leagues, seasons, results and records."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import has_right, page_needs
from club.models import User
from club.text.messages import in_words, on_page
from tournaments.api import event_as_seen
from tournaments.api import seasons as season_api
from tournaments.formulas import league_points
from tournaments.formulas.season_standings import TIE_BREAKS
from tournaments.log import spectator_delay
from tournaments.log.state import FINISHED
from tournaments.models import League, Season, Tournament
from tournaments.results import result_files, seasons

MANAGE = season_api.MANAGE
# How an evening's points become a season's, in words.
OVERALL = {
    "sum": gettext_lazy("the sum of the points"),
    "mean": gettext_lazy("the mean of the points"),
    "td_overall": gettext_lazy("0 to 100 by the mean: 100 × (1 − e^−mean)"),
}
if TYPE_CHECKING:  # generic for the checker alone
    _Fields = forms.ModelForm[Season]
else:
    _Fields = forms.ModelForm


class SeasonForm(_Fields):
    tie_breaks = forms.MultipleChoiceField(
        label=gettext_lazy("Tie-breaks"),
        choices=[(key, gettext_lazy(key)) for key in TIE_BREAKS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    overall = forms.ChoiceField(
        label=gettext_lazy("Season's points"), choices=[(key, OVERALL.get(key, key)) for key in league_points.OVERALL]
    )

    class Meta:
        model = Season
        fields = (*seasons.FIELDS, "tournaments")
        widgets = {"begins": forms.DateInput({"type": "date"}), "ends": forms.DateInput({"type": "date"})}

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        field = cast("forms.ModelMultipleChoiceField[Tournament]", self.fields["tournaments"])
        field.queryset = Tournament.objects.order_by("-pk")
        field.label = gettext_lazy("Tournaments chosen")
        self.fields["formula"].widget.attrs["list"] = "formulas"

    def _post_clean(self) -> None:
        """What the fields come to together is judged by `seasons`; the row is not touched here."""


def _or_404(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def found(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *arguments, **named)
        except ClubError as refusal:
            if refusal.status != 404:
                raise
            raise Http404(in_words(refusal)) from refusal

    return found


@require_http_methods(["GET", "POST"])
def league_list(request: HttpRequest) -> HttpResponse:
    """The leagues; by POST a new one."""
    may = has_right(request.user, MANAGE)
    if request.method == "POST":
        return _new_league(request)
    rows = League.objects.prefetch_related("seasons").order_by("pk")
    return render(request, "tournaments/leagues.html", {"leagues": rows, "may_manage": may})


@page_needs(MANAGE)
def _new_league(request: HttpRequest) -> HttpResponse:
    try:
        how: dict[str, Any] = {"by": cast(User, request.user), "now": timezone.now(), "source": source_of(request)}
        seasons.make_league(request.POST.get("name", ""), request.POST.get("about", ""), **how)
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
    return redirect("leagues")


@require_GET
@_or_404
def season(request: HttpRequest, season_id: int) -> HttpResponse:
    """The table of a season, fit to be printed."""
    row = seasons.found(season_id)
    error, table = "", []
    try:
        table = seasons.table(row, spectator_delay.kept_back(now=timezone.now()))
    except ClubError as refusal:
        error = on_page(refusal)
    known = league_points.FORMULAS.get(row.formula)
    context = {
        "season": row,
        "table": table,
        "error": error,
        "expression": row.formula if known is None else known[0],
        "tournaments": seasons.counted(row, spectator_delay.kept_back(now=timezone.now())),
        "may_manage": has_right(request.user, MANAGE),
    }
    return render(request, "tournaments/season.html", context)


@require_GET
@_or_404
def season_tournament(request: HttpRequest, season_id: int, tournament_id: int) -> HttpResponse:
    """What one tournament gave in a season."""
    row, held = seasons.found(season_id), event_as_seen.tournament_of(tournament_id)
    context = {
        "season": row,
        "tournament": held,
        "points": seasons.points_of(row, held, spectator_delay.kept_back(now=timezone.now())),
    }
    return render(request, "tournaments/season_tournament.html", context)


@require_http_methods(["GET", "POST"])
@page_needs(MANAGE)
def season_new(request: HttpRequest, league_id: int) -> HttpResponse:
    """A new season of a league."""
    league = League.objects.filter(pk=league_id).first()
    if league is None:
        raise Http404
    return _season_form(request, Season(league=league))


@require_http_methods(["GET", "POST"])
@page_needs(MANAGE)
@_or_404
def season_edit(request: HttpRequest, season_id: int) -> HttpResponse:
    """Change a season that is open."""
    return _season_form(request, seasons.found(season_id))


def _season_form(request: HttpRequest, row: Season) -> HttpResponse:
    form = SeasonForm(request.POST or None, instance=row)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            told = dict(form.cleaned_data)
            chosen = [one.pk for one in told.pop("tournaments")]
            how: dict[str, Any] = {"by": cast(User, request.user), "now": timezone.now(), "source": source_of(request)}
            try:
                if row.pk is None:
                    made = seasons.make(row.league, told, chosen=chosen, **how)
                else:
                    made = seasons.change(row.pk, told, chosen=chosen, **how)
                messages.success(request, _("The season is kept."))
                return redirect("season", made.pk)
            except ClubError as refusal:
                form.add_error(None, in_words(refusal))
                status = refusal.status
    known = [(key, expression) for key, (expression, _source) in league_points.FORMULAS.items()]
    context = {"form": form, "season": row, "formulas": known, "variables": league_points.VARIABLES}
    return render(request, "tournaments/season_form.html", context, status=status)


@require_GET
@login_required
def formula_tried(request: HttpRequest) -> HttpResponse:
    """What a formula gives, at once, while it is written; nothing is refused before."""
    text = request.GET.get("formula", "").strip()
    try:
        context: dict[str, Any] = {"examples": seasons.examples(text) if text else []}
    except ClubError as refusal:
        context = {"error": on_page(refusal)}
    return render(request, "tournaments/_formula.html", context)


@require_POST
@page_needs(MANAGE)
@_or_404
def season_close(request: HttpRequest, season_id: int) -> HttpResponse:
    """Close a season."""
    try:
        how: dict[str, Any] = {"by": cast(User, request.user), "now": timezone.now(), "source": source_of(request)}
        seasons.close(season_id, **how)
        messages.success(request, _("The season is closed: its table stands."))
    except ClubError as refusal:
        if refusal.status == 404:
            raise
        messages.error(request, on_page(refusal))
    return redirect("season", season_id)


@require_GET
@_or_404
def results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The results of a tournament, fit to be printed."""
    tournament = spectator_delay.seen_by(event_as_seen.tournament_of(tournament_id), request.user, now=timezone.now())
    told = result_files.event(tournament)
    return render(
        request,
        "tournaments/results.html",
        {"tournament": tournament, **told, "is_over": tournament.status == FINISHED},
    )


@require_GET
def results_file(request: HttpRequest, tournament_id: int, form: str) -> HttpResponseBase:
    """The results as a file."""
    try:
        tournament = spectator_delay.seen_by(
            event_as_seen.tournament_of(tournament_id), request.user, now=timezone.now()
        )
        return result_files.answer(tournament, form)
    except ClubError as refusal:
        raise Http404(in_words(refusal)) from refusal


@require_GET
@login_required
@_or_404
def player_results(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player's tournaments and places; what was spent and won only for the player and the floor."""
    player = season_api.player_found(player_id)
    is_private = season_api.may_see_money(request.user, player_id)
    told = seasons.record(
        player, () if is_private else spectator_delay.kept_back(now=timezone.now()), is_private=is_private
    )
    return render(request, "tournaments/player_results.html", {"record": told})


urlpatterns = [
    path("leagues/", league_list, name="leagues"),
    path("leagues/<int:league_id>/new/", season_new, name="season-new"),
    path("leagues/points/", formula_tried, name="formula-tried"),
    path("seasons/<int:season_id>/", season, name="season"),
    path("seasons/<int:season_id>/edit/", season_edit, name="season-edit"),
    path("seasons/<int:season_id>/close/", season_close, name="season-close"),
    path("seasons/<int:season_id>/tournaments/<int:tournament_id>/", season_tournament, name="season-tournament"),
    path("tournaments/<int:tournament_id>/results/", results, name="results"),
    path("tournaments/<int:tournament_id>/results.<str:form>", results_file, name="results-file"),
    path("players/<int:player_id>/results/", player_results, name="player-results"),
]
