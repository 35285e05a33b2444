"""The API of a tournament's money: prizes and what has become of their lock, deals, tickets."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import has_right
from club.http.problems import problems
from club.models import Player, User
from club.people.people import player_of
from tournaments.api import money_queries, tournament_queries
from tournaments.api.requests_and_rights import check, playing
from tournaments.api.tournaments import RETRY_KEY, SEEN
from tournaments.base.errors import Refused
from tournaments.endings import deal_proposals
from tournaments.log import spectator_delay
from tournaments.log.state import State
from tournaments.prizes import tickets


class Prizes(APIView):
    @extend_schema(responses={200: SEEN, **problems(404)}, operation_id="tournament_prizes")
    def get(self, request: Request, tournament_id: int) -> Response:
        """The prizes as they stand, whether they are locked and stale, and what keeps them from being paid."""
        tournament = spectator_delay.seen_by(
            tournament_queries.tournament_of(tournament_id), request.user, now=timezone.now()
        )
        return Response(money_queries.money_of(tournament))


class Deal(APIView):
    @extend_schema(responses={200: SEEN, **problems(403, 404)}, operation_id="tournament_deal")
    def get(self, request: Request, tournament_id: int) -> Response:
        """The deal that is talked over, each share beside what the other methods give. For who is left, and the director."""
        tournament = tournament_queries.tournament_of(tournament_id)
        state = State.from_json(tournament.snapshot)
        if not deal_proposals.may_see(
            tournament, state, player_of(request.user), has_right(request.user, "tournaments.direct")
        ):
            raise Refused("not_in_deal", _("You have no part in this deal."), 403)
        return Response(deal_proposals.seen(tournament, state))


class Agreement(APIView):
    @extend_schema(request=None, responses={200: SEEN, **problems(403, 404, 409)}, operation_id="deal_agree")
    def put(self, request: Request, tournament_id: int) -> Response:
        """Agree to the deal as it stands. With the last of those who are left it is binding."""
        how: dict[str, Any] = {"now": timezone.now(), "by": cast(User, request.user), "source": source_of(request)}
        deal_proposals.agree(tournament_id, playing(request), **how)
        tournament = tournament_queries.tournament_of(tournament_id)
        return Response(deal_proposals.seen(tournament, State.from_json(tournament.snapshot)))

    @extend_schema(responses={204: None, **problems(403, 404, 409)}, operation_id="deal_decline")
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Decline: the proposal is off."""
        how: dict[str, Any] = {"now": timezone.now(), "by": cast(User, request.user), "source": source_of(request)}
        deal_proposals.decline(tournament_id, playing(request), **how)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MyTickets(APIView):
    @extend_schema(responses={200: SEEN, **problems()}, operation_id="my_tickets")
    def get(self, request: Request) -> Response:
        """The caller's tickets, the latest first."""
        now = timezone.now()
        return Response({"tickets": [money_queries.ticket(one, now) for one in tickets.of(playing(request))]})


class Issued(serializers.Serializer[Any]):
    player = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    value = serializers.IntegerField(min_value=1, max_value=10**15)
    tournament = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False, allow_null=True)
    event = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    expires_at = serializers.DateTimeField(required=False, allow_null=True)
    why = serializers.CharField(max_length=300)


class Tickets(APIView):
    @extend_schema(
        request=Issued,
        parameters=[RETRY_KEY],
        responses={201: SEEN, **problems(400, 404, 422)},
        operation_id="ticket_issue",
    )
    def post(self, request: Request) -> Response:
        """Give a player a ticket, on the house; one of more worth than may be adjusted alone waits for a second person.

        Needs the right tickets.issue.
        """
        by, now = check(request, "tickets.issue"), timezone.now()
        given = Issued(data=request.data)
        given.is_valid(raise_exception=True)
        key = request.headers.get("Idempotency-Key", "").strip()[:60]
        made = issue(dict(given.validated_data), key or f"{now.timestamp()}", by=by, now=now, source=source_of(request))
        return Response(money_queries.ticket(made, now), status=status.HTTP_201_CREATED)


def issue(told: dict[str, Any], key: str, **how: Any) -> Any:
    """Issue a ticket by validated fields. Raises `Refused` for a player or a tournament there is not."""
    player = Player.objects.filter(pk=told.pop("player"), erased_at=None).first()
    if player is None:
        raise Refused("unknown_player", _("There is no such player."), 404)
    number = told.pop("tournament", None)
    tournament = None if number is None else tournament_queries.tournament_of(number)
    return tickets.issue(player, told.pop("value"), tournament=tournament, key=key, **told, **how)


class TicketApproval(APIView):
    @extend_schema(request=None, responses={200: SEEN, **problems(403, 404, 409)}, operation_id="ticket_approve")
    def put(self, request: Request, ticket: int) -> Response:
        """Let a ticket pass that waits for a second person. Needs the right cashier.approve."""
        by, now = check(request, "cashier.approve"), timezone.now()
        return Response(money_queries.ticket(tickets.approve(ticket, by=by, now=now, source=source_of(request)), now))


class TicketCancel(APIView):
    class TicketCancelled(serializers.Serializer[Any]):
        why = serializers.CharField(max_length=300)

    @extend_schema(
        request=TicketCancelled, responses={200: SEEN, **problems(400, 403, 404, 409)}, operation_id="ticket_cancel"
    )
    def post(self, request: Request, ticket: int) -> Response:
        """Take back a ticket that is still good; its worth goes to the house. Needs the right tickets.issue."""
        by, now = check(request, "tickets.issue"), timezone.now()
        given = self.TicketCancelled(data=request.data)
        given.is_valid(raise_exception=True)
        made = tickets.cancel(ticket, why=given.validated_data["why"], by=by, now=now, source=source_of(request))
        return Response(money_queries.ticket(made, now))


urlpatterns = [
    path("tournaments/<int:tournament_id>/prizes/", Prizes.as_view(), name="api-tournament-prizes"),
    path("tournaments/<int:tournament_id>/deal/", Deal.as_view(), name="api-deal"),
    path("tournaments/<int:tournament_id>/deal/agreement/", Agreement.as_view(), name="api-deal-agreement"),
    path("me/tickets/", MyTickets.as_view(), name="api-my-tickets"),
    path("tickets/", Tickets.as_view(), name="api-tickets"),
    path("tickets/<int:ticket>/approval/", TicketApproval.as_view(), name="api-ticket-approval"),
    path("tickets/<int:ticket>/cancel/", TicketCancel.as_view(), name="api-ticket-cancel"),
]
