"""The endpoints of all acts on an event: one for each in the registry, with its own fields and right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.house.audit_log import source_of
from club.http.problems import problems
from club.models import User
from tournaments.acts import registry
from tournaments.acts.act import Act, Place
from tournaments.answers import events
from tournaments.api import event_as_seen, event_list
from tournaments.api.requests_and_rights import check, fields_of, playing


class Acting(APIView):
    """One act of the staff."""

    act: Act
    answer: Any = events.EventLine

    def post(self, request: Request, tournament_id: int) -> Response:
        """Do it, on record."""
        by, act = check(request, self.act.right), self.act
        act.do(tournament_id, fields_of(request, act.serializer), now=timezone.now(), by=by, source=source_of(request))
        return Response(event_list.in_list(event_as_seen.tournament_of(tournament_id)))


class OwnEntry(APIView):
    """One act of a player about the own entry."""

    act: Act
    answer: Any = events.OwnEntry

    def post(self, request: Request, tournament_id: int) -> Response:
        """Do it for the caller; the answer is what the tournament now means for them."""
        player, by, now = playing(request), cast(User, request.user), timezone.now()
        given = fields_of(request, self.act.serializer)
        self.act.do(tournament_id, given, now=now, by=by, source=source_of(request), player=player)
        tournament = event_as_seen.tournament_of(tournament_id)
        return Response(event_as_seen.as_seen_by(tournament, player, now=timezone.now())["you"])


def endpoint(act: Act) -> URLPattern:
    """The endpoint of an act."""
    view: Any = OwnEntry if act.place is Place.OWN else Acting
    words = act.name.replace("-", " ")
    told = extend_schema(
        request=act.serializer,
        responses={200: view.answer, **problems(400, 404, 409, 422)},
        summary=words.capitalize(),
        operation_id=act.endpoint.removeprefix("api-").replace("-", "_"),
        description=f"{view.post.__doc__} Needs the right {act.right}." if act.right else view.post.__doc__,
    )
    kind = type(f"{view.__name__} {words}".title().replace(" ", ""), (view,), {"act": act, "__doc__": view.__doc__})
    made: Any = extend_schema_view(post=told)(kind)
    found: URLPattern = path(f"tournaments/<int:tournament_id>/{act.address}", made.as_view(), name=act.endpoint)
    return found


def endpoints(acts: Iterable[Act]) -> list[URLPattern]:
    """The endpoints of those acts."""
    return [endpoint(act) for act in acts]


urlpatterns = endpoints(registry.LIST)
