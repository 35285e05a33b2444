"""The API of a tournament's money: prizes and what has become of their lock, and deals."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import has_right
from club.http.problems import problems
from club.models import User
from club.people.people import player_of
from tournaments.answers import money as answers
from tournaments.api import event_as_seen, money_queries
from tournaments.api.requests_and_rights import playing
from tournaments.base.errors import Refused
from tournaments.endings import deal_proposals
from tournaments.log import spectator_delay
from tournaments.log.state import State


class Prizes(APIView):
    @extend_schema(responses={200: answers.Prizes, **problems(404)}, operation_id="tournament_prizes")
    def get(self, request: Request, tournament_id: int) -> Response:
        """The prizes as they stand, whether they are locked and stale, and what keeps them from being paid."""
        tournament = spectator_delay.seen_by(
            event_as_seen.tournament_of(tournament_id), request.user, now=timezone.now()
        )
        return Response(money_queries.money_of(tournament))


class Deal(APIView):
    @extend_schema(responses={200: answers.Deal, **problems(403, 404)}, operation_id="tournament_deal")
    def get(self, request: Request, tournament_id: int) -> Response:
        """The deal that is talked over, each share beside what the other methods give. For who is left, and the director."""
        tournament = event_as_seen.tournament_of(tournament_id)
        state = State.from_json(tournament.snapshot)
        if not deal_proposals.may_see(
            tournament, state, player_of(request.user), has_right(request.user, "tournaments.direct")
        ):
            raise Refused("not_in_deal", _("You have no part in this deal."), 403)
        return Response(deal_proposals.seen(tournament, state))


class Agreement(APIView):
    @extend_schema(request=None, responses={200: answers.Deal, **problems(403, 404, 409)}, operation_id="deal_agree")
    def put(self, request: Request, tournament_id: int) -> Response:
        """Agree to the deal as it stands. With the last of those who are left it is binding."""
        how: dict[str, Any] = {"now": timezone.now(), "by": cast(User, request.user), "source": source_of(request)}
        deal_proposals.agree(tournament_id, playing(request), **how)
        tournament = event_as_seen.tournament_of(tournament_id)
        return Response(deal_proposals.seen(tournament, State.from_json(tournament.snapshot)))

    @extend_schema(responses={204: None, **problems(403, 404, 409)}, operation_id="deal_decline")
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Decline: the proposal is off."""
        how: dict[str, Any] = {"now": timezone.now(), "by": cast(User, request.user), "source": source_of(request)}
        deal_proposals.decline(tournament_id, playing(request), **how)
        return Response(status=status.HTTP_204_NO_CONTENT)


urlpatterns = [
    path("tournaments/<int:tournament_id>/prizes/", Prizes.as_view(), name="api-tournament-prizes"),
    path("tournaments/<int:tournament_id>/deal/", Deal.as_view(), name="api-deal"),
    path("tournaments/<int:tournament_id>/deal/agreement/", Agreement.as_view(), name="api-deal-agreement"),
]
