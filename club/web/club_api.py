"""The API of the club itself: who am I, my chips and every line behind them, the cashier's desk."""

from __future__ import annotations

from typing import Any, cast

from allauth.mfa.utils import is_mfa_enabled
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.authtoken.views import ObtainAuthToken
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.accounts import api_tokens, demanded_factors
from club.answers import house, ledger, members
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import house_rules
from club.house.audit_log import source_of
from club.house.rights import needs, rights_of, roles_of
from club.http.problems import Problem, problems
from club.http.text_validation import PlainJSONParser
from club.ledger import statements
from club.models import User
from club.people.people import player_of


class Token(ObtainAuthToken):
    """A token for a login, to be sent as ``Authorization: Token …``."""

    throttle_classes = ()
    parser_classes = (FormParser, MultiPartParser, PlainJSONParser)

    def get_serializer_context(self) -> dict[str, Any]:
        """Django's own request: on it the throttle leaves its mark, for its middleware to find."""
        return {**super().get_serializer_context(), "request": self.request._request}

    @extend_schema(responses={200: members.TokenMade, **dict.fromkeys((400, 403, 429), Problem)}, operation_id="token")
    def post(self, request: Request, *arguments: Any, **named: Any) -> Response:
        """Exchange username and password for a token; a login with a second factor gets none this way."""
        given = self.get_serializer(data=request.data)
        given.is_valid(raise_exception=True)
        if is_mfa_enabled(given.validated_data["user"]):
            words = _("This login has a second factor, which a token would pass by: use the pages.")
            raise ClubError("second_factor", words, 403)
        if demanded_factors.is_missing(given.validated_data["user"]):
            words = _("This login's role asks for a second factor: take one on the pages.")
            raise ClubError("second_factor_missing", words, 403)
        text = api_tokens.make_by_password(given.validated_data["user"], now=timezone.now())
        return Response({"token": text})


class Me(APIView):
    """Who the caller is."""

    @extend_schema(responses={200: members.Me, **problems()}, operation_id="me")
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

    @extend_schema(responses={200: ledger.Accounts, **problems()}, operation_id="my_chips")
    def get(self, request: Request) -> Response:
        """Every account of the caller, with its balance: the wallet, and the stacks in play."""
        return Response(
            {"accounts": [statements.account(one) for one in statements.accounts_of(player_of(request.user))]}
        )


class MyEntries(APIView):
    """The lines behind one balance."""

    @extend_schema(
        parameters=[OpenApiParameter("before", int, description="Lines older than this line number.")],
        responses={200: ledger.AccountLines, **problems(404)},
        operation_id="my_entries",
    )
    def get(self, request: Request, account_id: int) -> Response:
        """The lines of one of the caller's accounts, newest first, fifty at a time; `next` is the `before` to go on with."""
        mine = {one.pk: one for one in statements.accounts_of(player_of(request.user))}
        if account_id not in mine:
            raise ClubError("unknown_account", _("You have no such account."), 404)
        text = request.query_params.get("before", "")
        if text and not (text.isdecimal() and len(text) <= 18):
            raise ClubError("bad_cursor", _("before must be a line number."), 400)
        return Response(statements.page(mine[account_id], before=int(text) if text else None))


class HouseRules(APIView):
    """The house rules: read by everybody who is signed in, set by those who may."""

    class Change(serializers.Serializer[Any]):
        scope = serializers.CharField(default=house_rules.CLUB, max_length=60)
        values = serializers.DictField(child=serializers.JSONField(allow_null=True))
        why = serializers.CharField(default="", allow_blank=True, max_length=300)

    def get_permissions(self) -> list[Any]:
        """To read them a login is enough."""
        permissions = list(super().get_permissions())
        return [*permissions, needs("house_rules.set")()] if self.request.method == "PUT" else permissions

    @extend_schema(
        parameters=[OpenApiParameter("scope", str, description="club (the default), or such as game:razz or table:7.")],
        responses={200: house.HouseRules, **problems(404)},
        operation_id="house_rules",
    )
    def get(self, request: Request) -> Response:
        """Every rule as it stands for a scope: its value, where it was set, its default, choices and source."""
        scope = request.query_params.get("scope", house_rules.CLUB)
        house_rules.check_found(scope, request.user)
        groups = house_rules.standing(scope)
        return Response({"groups": [_group(group) for group in groups]})

    @extend_schema(
        request=Change,
        responses={200: house.HouseRulesChanged, **problems(400, 404, 422)},
        operation_id="set_house_rules",
    )
    def put(self, request: Request) -> Response:
        """Set rules by full name, such as `PlayRules.raise_cap`; null gives one back to the wider scope. All or none."""
        given = self.Change(data=request.data)
        given.is_valid(raise_exception=True)
        made = house_rules.change(
            given.validated_data["values"],
            scope=given.validated_data["scope"],
            by=cast(User, request.user),
            why=given.validated_data["why"],
            source=source_of(request),
            now=timezone.now(),
        )
        return Response({"changed": {row.key: {"value": row.value, "version": row.version} for row in made}})


def _group(group: house_rules.Group) -> dict[str, Any]:
    return {
        "name": _(group.name),
        "rules": [
            {
                "rule": one.full,
                "title": _(one.rule.title),
                "help": _(one.rule.help),
                "value": one.value,
                "set_for": one.scope or None,
                "default": one.rule.default,
                "choices": _choices(one.rule.choices),
                "source": one.rule.source,
                "settles": _(one.rule.settles) if one.rule.settles else "",
                "presets": dict(one.rule.presets),
            }
            for one in group.standings
        ],
    }


def _choices(choices: Any) -> Any:
    if isinstance(choices, range):
        return {"least": choices[0], "most": choices[-1]}
    return None if choices is None else list(choices)


urlpatterns = [
    path("token/", Token.as_view(), name="api-token"),
    path("me/", Me.as_view(), name="api-me"),
    path("me/chips/", MyChips.as_view(), name="api-my-chips"),
    path("me/chips/<int:account_id>/entries/", MyEntries.as_view(), name="api-my-entries"),
    path("house-rules/", HouseRules.as_view(), name="api-house-rules"),
]
