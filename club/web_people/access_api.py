"""The API of coming in: proofs of who one is before something grave, and the sessions of a login."""

from __future__ import annotations

from typing import Any, cast

from allauth.mfa.base.forms import ReauthenticateForm
from django.contrib.auth import authenticate
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.accounts import sessions
from club.answers import members
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.http.problems import problems
from club.models import User
from club.people import recent_proof
from club.web_people.people_api import Guarded, body, people_one, who
from engine import text_limits

WHICH = OpenApiParameter(
    "session", int, description="The `id` of one session; left out: all, but for the one that asks."
)


class Reauthentication(APIView):
    """A proof of who asks."""

    class Given(serializers.Serializer[Any]):
        password = serializers.CharField(required=False, default="", allow_blank=True, trim_whitespace=False)
        code = serializers.CharField(
            required=False, default="", allow_blank=True, max_length=20, help_text="Of the second factor, instead."
        )

    @extend_schema(
        operation_id="reauthenticate",
        request=Given,
        responses={200: members.RecentProof, **problems(400, 422, 429)},
        tags=["mine"],
    )
    def post(self, request: Request) -> Response:
        """Say again who you are, by password or code; `proof` goes along as the header `Reauthentication` for some minutes."""
        given, user = body(self.Given, request), cast(User, request.user)
        if not (_is_password(request, user, given["password"]) if given["password"] else _is_code(user, given["code"])):
            raise ClubError("wrong_password", _("The password or the code is not right."), 422, field="password")
        return Response({"proof": recent_proof.proof_of(user)})


def _is_password(request: Request, user: User, password: str) -> bool:
    """Whether it is the login's password; tries count for the throttle like those of coming in."""
    return authenticate(request._request, username=user.get_username(), password=password) == user


def _is_code(user: User, code: str) -> bool:
    form = ReauthenticateForm(user=user, data={"code": code})
    if not form.is_valid():
        return False
    form.save()
    return True


class MySessions(APIView):
    """Where the caller's login is signed in."""

    @extend_schema(operation_id="my_sessions", responses={200: members.LoginSessions, **problems()}, tags=["mine"])
    def get(self, request: Request) -> Response:
        """Each session: device, address, since when, when seen last."""
        return _told(request, cast(User, request.user))

    @extend_schema(
        operation_id="end_my_sessions",
        parameters=[WHICH],
        responses={200: members.LoginSessions, **problems(404)},
        tags=["mine"],
    )
    def delete(self, request: Request) -> Response:
        """End one session, or all others."""
        return _end(request, cast(User, request.user))


class MemberSessions(Guarded):
    """Where a member's login is signed in."""

    rights = {"GET": "roles.give", "DELETE": "roles.give"}

    @extend_schema(operation_id="member_sessions", responses={200: members.LoginSessions, **problems(404)})
    def get(self, request: Request, player_id: int) -> Response:
        """Each session: device, address, since when, when seen last."""
        return _told(request, people_one(player_id).user)

    @extend_schema(
        operation_id="end_member_sessions",
        parameters=[WHICH],
        responses={200: members.LoginSessions, **problems(404, 409)},
    )
    def delete(self, request: Request, player_id: int) -> Response:
        """End one session of the member, or all."""
        return _end(request, people_one(player_id).user)


def _key(request: Request) -> str | None:
    return getattr(getattr(request._request, "session", None), "session_key", None)


def _told(request: Request, user: User | None) -> Response:
    found = [] if user is None else sessions.of(user)
    return Response({"sessions": [sessions.told(one, _key(request)) for one in found]})


def _end(request: Request, user: User | None) -> Response:
    if user is None:
        raise ClubError("no_login", _("This member has no login."), 409)
    said, how = request.query_params.get("session"), {**who(request), "now": timezone.now()}
    if said is not None:
        sessions.end(user, text_limits.whole(said) or 0, **how)
    else:
        sessions.end_all(user, but=_key(request) if user == request.user else None, **how)
    return _told(request, user)


urlpatterns = [
    path("reauthentication/", Reauthentication.as_view(), name="api-reauthentication"),
    path("me/sessions/", MySessions.as_view(), name="api-my-sessions"),
    path("players/<int:player_id>/sessions/", MemberSessions.as_view(), name="api-member-sessions"),
]
