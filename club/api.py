"""The API of the club itself: who am I, my chips and every line behind them, the cashier's desk, the audit."""

from __future__ import annotations

from typing import Any, cast

from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.authtoken.views import ObtainAuthToken
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club import audit, cashier, ledger, statements
from club.audit_log import source_of
from club.errors import ClubError
from club.models import Account, Player, User
from club.people import player_of
from club.problems import Problem
from club.rights import needs, rights_of, roles_of

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, required=True, description="The same key is the same request."
)


def problems(*statuses: int) -> dict[int, type[Problem]]:
    """The error answers of an operation, for the schema."""
    return dict.fromkeys((401, 403, *statuses), Problem)


def key_of(request: Request, purpose: str) -> str:
    """The ledger key of a money request, in its user's own name space. Raises `ClubError` if the header is missing."""
    key = request.headers.get("Idempotency-Key", "").strip()
    if not 1 <= len(key) <= 100:
        raise ClubError("idempotency_key_missing", "Send an Idempotency-Key header of 1 to 100 characters.", 400)
    return f"{purpose}:{request.user.pk}:{key}"


class Token(ObtainAuthToken):
    """A token for a login, to be sent as ``Authorization: Token …``."""

    throttle_classes = ()

    @extend_schema(responses={200: OpenApiTypes.OBJECT, 400: Problem, 403: Problem}, operation_id="token")
    def post(self, request: Request, *arguments: Any, **named: Any) -> Response:
        """Exchange username and password for a token."""
        return super().post(request, *arguments, **named)


class Me(APIView):
    """Who the caller is."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT, **problems()}, operation_id="me")
    def get(self, request: Request) -> Response:
        """The caller's player, roles and rights."""
        player = player_of(request.user)
        return Response(
            {
                "username": request.user.get_username(),
                "player": None if player is None else {"id": player.pk, "nickname": player.nickname},
                "roles": sorted(roles_of(request.user)),
                "rights": sorted(rights_of(request.user)),
            }
        )


class MyChips(APIView):
    """The caller's accounts."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT, **problems()}, operation_id="my_chips")
    def get(self, request: Request) -> Response:
        """Every account of the caller, with its balance: the wallet, and the stacks in play."""
        return Response(
            {"accounts": [statements.account(one) for one in statements.accounts_of(player_of(request.user))]}
        )


class MyEntries(APIView):
    """The lines behind one balance."""

    @extend_schema(
        parameters=[OpenApiParameter("before", int, description="Lines older than this line number.")],
        responses={200: OpenApiTypes.OBJECT, **problems(404)},
        operation_id="my_entries",
    )
    def get(self, request: Request, account_id: int) -> Response:
        """The lines of one of the caller's accounts, newest first, fifty at a time; `next` is the `before` to go on with."""
        mine = {one.pk: one for one in statements.accounts_of(player_of(request.user))}
        if account_id not in mine:
            raise ClubError("unknown_account", "You have no such account.", 404)
        text = request.query_params.get("before", "")
        if text and not text.isdigit():
            raise ClubError("bad_cursor", "before must be a line number.", 400)
        return Response(statements.page(mine[account_id], before=int(text) if text else None))


class CashierDesk(APIView):
    """Chips in and out of the club."""

    permission_classes = (needs("cashier.serve"),)
    purpose = "cash-in"

    class Given(serializers.Serializer[Any]):
        player = serializers.IntegerField()
        chips = serializers.IntegerField(min_value=1, max_value=ledger.LARGEST)

    @extend_schema(
        request=Given,
        parameters=[IDEMPOTENCY_KEY],
        responses={200: OpenApiTypes.OBJECT, **problems(400, 404, 409, 422)},
    )
    def post(self, request: Request) -> Response:
        """Move chips between the cashier and a player's wallet."""
        given = self.Given(data=request.data)
        given.is_valid(raise_exception=True)
        player = get_object_or_404(Player, pk=given.validated_data["player"])
        act = cashier.cash_in if self.purpose == "cash-in" else cashier.cash_out
        act(
            player,
            given.validated_data["chips"],
            key=key_of(request, self.purpose),
            by=cast(User, request.user),
            now=timezone.now(),
            source=source_of(request),
        )
        wallet = Account.objects.get(owner=player.owner, kind="wallet", unit=ledger.CHIPS)
        return Response(statements.account(wallet))


class Audit(APIView):
    """Do the books balance?"""

    permission_classes = (needs("ledger.audit"),)

    @extend_schema(responses={200: OpenApiTypes.OBJECT, **problems()}, operation_id="audit")
    def get(self, request: Request) -> Response:
        """Rebuild every balance now; the differences in words."""
        report = audit.run(now=timezone.now())
        return Response({"ok": report.ok, "differences": list(report.differences)})


urlpatterns = [
    path("token/", Token.as_view(), name="api-token"),
    path("me/", Me.as_view(), name="api-me"),
    path("me/chips/", MyChips.as_view(), name="api-my-chips"),
    path("me/chips/<int:account_id>/entries/", MyEntries.as_view(), name="api-my-entries"),
    path("cashier/cash-in/", CashierDesk.as_view(purpose="cash-in"), name="api-cash-in"),
    path("cashier/cash-out/", CashierDesk.as_view(purpose="cash-out"), name="api-cash-out"),
    path("audit/", Audit.as_view(), name="api-audit"),
]
