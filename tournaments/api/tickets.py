"""Tickets in the API: those of a player, issued, approved and taken back."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.http.problems import problems
from club.models import Player
from tournaments.answers import money as answers
from tournaments.api import event_as_seen, money_queries
from tournaments.api.requests_and_rights import check, playing
from tournaments.api.tournaments import RETRY_KEY
from tournaments.base.errors import Refused
from tournaments.prizes import tickets


class MyTickets(APIView):
    @extend_schema(responses={200: answers.Tickets, **problems()}, operation_id="my_tickets")
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
        responses={201: answers.Ticket, **problems(400, 404, 422)},
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
    tournament = None if number is None else event_as_seen.tournament_of(number)
    return tickets.issue(player, told.pop("value"), tournament=tournament, key=key, **told, **how)


class TicketApproval(APIView):
    @extend_schema(
        request=None, responses={200: answers.Ticket, **problems(403, 404, 409)}, operation_id="ticket_approve"
    )
    def put(self, request: Request, ticket: int) -> Response:
        """Let a ticket pass that waits for a second person. Needs the right cashier.approve."""
        by, now = check(request, "cashier.approve"), timezone.now()
        return Response(money_queries.ticket(tickets.approve(ticket, by=by, now=now, source=source_of(request)), now))


class TicketCancel(APIView):
    class TicketCancelled(serializers.Serializer[Any]):
        why = serializers.CharField(max_length=300)

    @extend_schema(
        request=TicketCancelled,
        responses={200: answers.Ticket, **problems(400, 403, 404, 409)},
        operation_id="ticket_cancel",
    )
    def post(self, request: Request, ticket: int) -> Response:
        """Take back a ticket that is still good; its worth goes to the house. Needs the right tickets.issue."""
        by, now = check(request, "tickets.issue"), timezone.now()
        given = self.TicketCancelled(data=request.data)
        given.is_valid(raise_exception=True)
        made = tickets.cancel(ticket, why=given.validated_data["why"], by=by, now=now, source=source_of(request))
        return Response(money_queries.ticket(made, now))


urlpatterns = [
    path("me/tickets/", MyTickets.as_view(), name="api-my-tickets"),
    path("tickets/", Tickets.as_view(), name="api-tickets"),
    path("tickets/<int:ticket>/approval/", TicketApproval.as_view(), name="api-ticket-approval"),
    path("tickets/<int:ticket>/cancel/", TicketCancel.as_view(), name="api-ticket-cancel"),
]
