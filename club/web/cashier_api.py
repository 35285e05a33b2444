"""The API of the cashier's desk: one endpoint an action, and what there is to read: shifts, proposals, reports."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from django.http.response import HttpResponseBase
from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.answers import desk
from club.answers import ledger as answers_of_ledger
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.books import days_and_months, month_closing, statement_files
from club.cashier import (
    chip_accounts,
    chip_expiry,
    chip_runs,
    credit,
    desk_actions,
    tips_and_jackpots,
)
from club.cashier.desk_actions import DESK_ACTIONS, DeskAction
from club.house.audit_log import source_of
from club.house.business_day import read_instant
from club.house.rights import needs
from club.http.problems import problems
from club.ledger import ledger, statements
from club.ledger.idempotency import IDEMPOTENCY_KEY, key_of
from club.models import Account, Proposal, Shift, User
from club.people.people import player_of

SHOWN = 100
FILES = {(200, form.partition(";")[0]): OpenApiTypes.BINARY for form in statement_files.FORMS.values()}


def _endpoint(action: DeskAction) -> Any:
    """The view of an action, with its own fields in the schema."""

    class Done(APIView):
        if action.right:
            permission_classes = (needs(action.right),)

        @extend_schema(
            request=action.fields,
            parameters=[IDEMPOTENCY_KEY] if action.needs_key else [],
            responses={200: action.answer, **problems(400, 404, 409, 422)},
            summary=action.name.replace("-", " ").capitalize(),
            operation_id=f"desk_{action.name}".replace("-", "_"),
            description=action.done,
        )
        def post(self, request: Request) -> Response:
            given = action.fields(data=request.data)
            given.is_valid(raise_exception=True)
            told = action.act(
                given.validated_data,
                key=key_of(request, action.name) if action.needs_key else "",
                by=cast(User, request.user),
                now=timezone.now(),
                source=source_of(cast(Any, request)),
            )
            return Response(told)

    return Done.as_view()


class Money(APIView):
    """One player's chips, as the desk sees them."""

    permission_classes = (needs("cashier.serve"),)

    @extend_schema(responses={200: desk.DeskPlayer, **problems(404)}, operation_id="desk_player")
    def get(self, request: Request, player_id: int) -> Response:
        """Accounts, what is owed and may be owed, and when chips expire."""
        player = desk_actions.player_of_number(player_id)
        notice = chip_expiry.notice_for(chip_accounts.wallet(player))
        return Response(
            {
                "player": player.pk,
                "nickname": player.nickname,
                "accounts": [statements.account(one) for one in statements.accounts_of(player)],
                "owed": credit.owed(player),
                "credit_limit": credit.limit_of(player),
                "expires_at": None if notice is None else notice.due_at,
            }
        )


class Shifts(APIView):
    """The shifts of the desk."""

    permission_classes = (needs("books.read"),)

    @extend_schema(responses={200: desk.Shifts, **problems()}, operation_id="desk_shifts")
    def get(self, request: Request) -> Response:
        """The last hundred shifts, latest first; `awaited`: chips of tables that have closed, still to be carried to a tray."""
        found = Shift.objects.select_related("cashier").order_by("-number")[:SHOWN]
        shifts, awaited = map(desk_actions.shift, found), map(desk_actions.awaited, chip_runs.awaited())
        return Response({"shifts": list(shifts), "awaited": list(awaited)})


class Proposals(APIView):
    """Adjustments, differences of counts and reversals."""

    permission_classes = (needs("books.read"),)

    @extend_schema(responses={200: desk.Proposals, **problems()}, operation_id="desk_proposals")
    def get(self, request: Request) -> Response:
        """The last hundred, those that wait first."""
        found = Proposal.objects.select_related("account", "proposed_by", "decided_by").order_by("-status", "-pk")[
            :SHOWN
        ]
        return Response({"proposals": [desk_actions.proposal(one) for one in found]})


class HouseMoney(APIView):
    """Tips and jackpots."""

    permission_classes = (needs("books.read"),)

    @extend_schema(responses={200: desk.HouseHeld, **problems()}, operation_id="desk_house_money")
    def get(self, request: Request) -> Response:
        """What the house holds for others."""
        held = {name: account.balance for name, account in tips_and_jackpots.jackpots()}
        return Response({"tips": tips_and_jackpots.tips_account().balance, "jackpots": held})


class Months(APIView):
    """A month of the books."""

    permission_classes = (needs("books.read"),)

    @extend_schema(responses={200: desk.Month, **problems(422)}, operation_id="month")
    def get(self, request: Request, month: str) -> Response:
        """The report of a month written as 2026-11."""
        return Response(days_and_months.report(days_and_months.read_month(month)))


class CloseMonth(APIView):
    """The closing of a month."""

    permission_classes = (needs("books.close"),)

    @extend_schema(request=None, responses={200: desk.MonthClosed, **problems(409, 422)}, operation_id="month_close")
    def post(self, request: Request, month: str) -> Response:
        """Close the month; closing again is harmless."""
        closed = month_closing.close(
            days_and_months.read_month(month),
            by=cast(User, request.user),
            now=timezone.now(),
            source=source_of(cast(Any, request)),
        )
        return Response({"month": month, "closed_at": closed.closed_at, "report": closed.report})


def mine(request: Request, account_id: int) -> Account:
    """One of the caller's own accounts. Raises `ClubError` for another's, as for none."""
    for one in statements.accounts_of(player_of(request.user)):
        if one.pk == account_id:
            return one
    raise ClubError("unknown_account", _("You have no such account."), 404)


class BalanceAt(APIView):
    """A balance of the past."""

    @extend_schema(
        parameters=[OpenApiParameter("at", datetime, required=True, description="An instant with its offset.")],
        responses={200: answers_of_ledger.BalanceAt, **problems(404, 422)},
        operation_id="my_balance_at",
    )
    def get(self, request: Request, account_id: int) -> Response:
        """The balance after every line recorded up to that instant."""
        account = mine(request, account_id)
        instant = read_instant(request.query_params.get("at", ""))
        return Response({"at": instant, "balance": ledger.balance_at(account, instant)})


class Statement(APIView):
    """An account's lines as a file."""

    @extend_schema(
        parameters=[
            OpenApiParameter("begin", str, description="The first business day, 2026-11-01."),
            OpenApiParameter("end", str, description="The last business day."),
        ],
        responses={**FILES, **problems(404, 422)},
        operation_id="my_statement",
    )
    def get(self, request: Request, account_id: int, form: str) -> HttpResponseBase:
        """The statement as `csv`, `xlsx` or `pdf`."""
        asked = request.query_params
        return statement_files.statement(mine(request, account_id), form, asked.get("begin", ""), asked.get("end", ""))


urlpatterns = [
    *(
        path(f"cashier/{action.name}/", _endpoint(action), name=f"api-{action.name}")
        for action in DESK_ACTIONS.values()
    ),
    path("cashier/players/<int:player_id>/", Money.as_view(), name="api-desk-player"),
    path("cashier/shifts/", Shifts.as_view(), name="api-shifts"),
    path("cashier/proposals/", Proposals.as_view(), name="api-proposals"),
    path("cashier/house/", HouseMoney.as_view(), name="api-house-money"),
    path("books/<str:month>/", Months.as_view(), name="api-month"),
    path("books/<str:month>/close/", CloseMonth.as_view(), name="api-month-close"),
    path("me/chips/<int:account_id>/balance/", BalanceAt.as_view(), name="api-balance-at"),
    path("me/chips/<int:account_id>/statement.<str:form>", Statement.as_view(), name="api-statement"),
]
