"""The pages of recurring events: the list, one made, one changed."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import User
from tournaments.evening import recurring
from tournaments.evening.recurring import TemplateForm
from tournaments.models import TournamentTemplate
from tournaments.pages.announcing import RIGHT, put_refusal


@require_GET
@page_needs(RIGHT)
def template_list(request: HttpRequest) -> HttpResponse:
    """Every recurring event, with the next days it falls on."""
    now = timezone.now()
    rows = TournamentTemplate.objects.select_related("structure").order_by("-is_active", "name")
    lines = [(row, recurring.due(row, now)[:3] if row.is_active else []) for row in rows]
    return render(request, "tournaments/templates.html", {"lines": lines})


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def template_page(request: HttpRequest, template_id: int = 0) -> HttpResponse:
    """Make a recurring event, or change one; what was announced stays as it is."""
    row = TournamentTemplate.objects.filter(pk=template_id).first()
    if template_id and row is None:
        raise Http404
    if request.method != "POST":
        begun: dict[str, Any] = {"begins": timezone.localdate()} if row is None else recurring.typed(row)
        return _show(request, TemplateForm(initial=begun), row)
    form = TemplateForm(request.POST)
    if not form.is_valid():
        return _show(request, form, row, 422)
    try:
        by = cast(User, request.user)
        recurring.save(form, row, now=timezone.now(), by=by, source=source_of(request))
    except ClubError as refusal:
        put_refusal(form, refusal)
        return _show(request, form, row, refusal.status)
    return redirect("templates")


def _show(request: HttpRequest, form: TemplateForm, row: TournamentTemplate | None, status: int = 200) -> HttpResponse:
    return render(request, "tournaments/template.html", {"form": form, "template": row}, status=status)


urlpatterns = [
    path("tournaments/recurring/", template_list, name="templates"),
    path("tournaments/recurring/new/", template_page, name="template-new"),
    path("tournaments/recurring/<int:template_id>/", template_page, name="template"),
]
