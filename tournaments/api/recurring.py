"""The API of recurring events."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, NotRequired, cast

from django.db import models
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from typing_extensions import TypedDict

from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.http.problems import problems
from club.schema.answers import Id, Told
from tournaments.api.requests_and_rights import check
from tournaments.api.tournaments import SEEN
from tournaments.base.errors import Refused
from tournaments.evening import recurring
from tournaments.evening.recurring import TemplateForm
from tournaments.models import Tournament, TournamentTemplate

RIGHT = "tournaments.direct"
# In a form a box that is not ticked says no; over the API what is left out is as usual.
USUAL = {
    "days_ahead": 7,
    "is_active": True,
    **{
        field.name: True
        for field in Tournament._meta.fields
        if isinstance(field, models.BooleanField) and field.get_default() is True
    },
}

# What an event's form takes, kept as it was sent.
Sent = Annotated[bool | int | float | str | list[int | str] | None, Told("As an event's field, as it was sent.")]
FIELDS = [name for name in TemplateForm.base_fields if name not in (*recurring.OWN, *recurring.NOT_RECURRING)]
RecurringEvent: Any = cast(Any, TypedDict)(  # its fields are those of the form
    "RecurringEvent",
    {
        **dict.fromkeys(FIELDS, NotRequired[Sent]),
        "id": Id,
        "name": str,
        "structure": Annotated[str, Told("The structure's key.")],
        "days": Annotated[list[int], Told("Days of the week, 0 is Monday.")],
        "at": Annotated[str, Told("As HH:MM:SS, in the club's time zone.")],
        "begins": date,
        "until": Annotated[date | None, Told("The last day; null: no end.")],
        "times": Annotated[int | None, Told("How many times; null: no end.")],
        "days_ahead": Annotated[int, Told("How many days before it is announced.")],
        "is_active": bool,
        "next": Annotated[list[datetime], Told("The next instants it falls on.")],
        "error": Annotated[str, Told("Why it could not be announced; may be empty.")],
    },
)


class RecurringEvents(TypedDict):
    """The recurring events."""

    recurring: list[RecurringEvent]


def told(row: TournamentTemplate) -> dict[str, Any]:
    """A recurring event, with the next instants it falls on and why it could not be announced, if so."""
    nearest = recurring.due(row, timezone.now()) if row.is_active else []
    return {"id": row.pk, **recurring.typed(row), "next": nearest, "error": row.error}


def _is_flat(value: Any) -> bool:
    """Whether it is what an event's field may be sent as (`Sent`)."""
    each = value if isinstance(value, list) else [value]
    return all(isinstance(one, int | float | str | None) for one in each)


def _save(request: Request, row: TournamentTemplate | None) -> TournamentTemplate:
    by = check(request, RIGHT)
    given = request.data if isinstance(request.data, dict) else {}
    if wrong := [name for name, value in given.items() if not _is_flat(value)]:  # which a form would take for true
        raise serializers.ValidationError({name: [gettext("Enter a valid value.")] for name in wrong})
    form = TemplateForm({**(USUAL if row is None else recurring.typed(row)), **given})
    if not form.is_valid():
        raise serializers.ValidationError({name: [str(one) for one in why] for name, why in form.errors.items()})
    return recurring.save(form, row, now=timezone.now(), by=by, source=source_of(request))


class Templates(APIView):
    @extend_schema(responses={200: RecurringEvents, **problems()}, operation_id="recurring_events")
    def get(self, request: Request) -> Response:
        """Every recurring event. Needs the right tournaments.direct."""
        check(request, RIGHT)
        rows = TournamentTemplate.objects.select_related("structure").order_by("pk")
        return Response({"recurring": [told(row) for row in rows]})

    @extend_schema(
        request=SEEN, responses={201: RecurringEvent, **problems(400, 409, 422)}, operation_id="make_recurring_event"
    )
    def post(self, request: Request) -> Response:
        """Make one: the fields of an event without its instants, and `days` (0 is Monday), `at` (HH:MM in the club's time
        zone), `begins`, `until`, `times`, `days_ahead`, `is_active`. Needs the right tournaments.direct."""
        return Response(told(_save(request, None)), status=status.HTTP_201_CREATED)


class Template(APIView):
    @extend_schema(responses={200: RecurringEvent, **problems(404)}, operation_id="recurring_event")
    def get(self, request: Request, template_id: int) -> Response:
        """One of them. Needs the right tournaments.direct."""
        check(request, RIGHT)
        return Response(told(_row(template_id)))

    @extend_schema(
        request=SEEN, responses={200: RecurringEvent, **problems(400, 404, 409, 422)}, operation_id="change_recurring"
    )
    def patch(self, request: Request, template_id: int) -> Response:
        """Change fields of it; what was announced stays as it is. Needs the right tournaments.direct."""
        check(request, RIGHT)
        return Response(told(_save(request, _row(template_id))))


def _row(template_id: int) -> TournamentTemplate:
    row = TournamentTemplate.objects.select_related("structure").filter(pk=template_id).first()
    if row is None:
        raise Refused("unknown_template", _("There is no such recurring event."), 404)
    return row


urlpatterns = [
    path("recurring/", Templates.as_view(), name="api-templates"),
    path("recurring/<int:template_id>/", Template.as_view(), name="api-template"),
]
