"""The API of members: the list, enrolment, particulars, standing, merging, erasing, invitations; and one's own data."""

from __future__ import annotations

from typing import Any, cast

from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.accounts import logins
from club.answers import members, own_copy
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import RIGHTS, ROLES
from club.house.audit_log import source_of
from club.house.rights import needs, roles_of
from club.http.problems import problems
from club.membership import erasing, joining, merging, personal_data_copy, pins
from club.models import Invitation, Player, User
from club.people import eligibility, ended_access, people, roles, search, suspensions
from club.people.people import player_of
from club.web_people.member_pages import PAGE, found
from engine import text_limits


def shown(player: Player) -> dict[str, Any]:
    """A member as the floor sees one."""
    verdict = eligibility.may_play(player, timezone.now())
    return {
        "id": player.pk,
        **{name: getattr(player, name) for name in people.EDITED},
        "is_computer": player.is_computer,
        "joined_at": player.joined_at,
        "admitted_at": player.admitted_at,
        "suspended_until": player.suspended_until,
        "is_suspended": eligibility.is_suspended(player, timezone.now()),
        "excluded_until": player.excluded_until,
        "merged_into": player.merged_into_id,
        "erased_at": player.erased_at,
        "may_play": verdict.accepted,
        "code": verdict.code or None,
        "has_login": player.user_id is not None,
        "roles": sorted(roles_of(player.user)) if player.user else [],
    }


def who(request: Request) -> dict[str, Any]:
    """Who decides, from where, and when: for the record."""
    return {"by": cast(User, request.user), "source": source_of(request._request), "now": timezone.now()}


def body(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The request's body, checked. Raises DRF's `ValidationError`."""
    filled = form(data=request.data)
    filled.is_valid(raise_exception=True)
    return dict(filled.validated_data)


class Guarded(APIView):
    """A view whose methods need rights: `rights` by method."""

    rights: dict[str, str] = {}

    def get_permissions(self) -> list[Any]:
        """A login, and the right of the method."""
        right = self.rights.get(self.request.method or "")
        return [*super().get_permissions(), *([needs(right)()] if right else [])]


class Particulars(serializers.Serializer[Any]):
    """A member's own words; those left out stay as they are."""

    nickname = serializers.CharField(max_length=60)
    member_number = serializers.CharField(max_length=20, required=False, allow_blank=True)
    real_name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    reading = serializers.CharField(max_length=120, required=False, allow_blank=True)
    language = serializers.CharField(max_length=5, required=False)
    notes = serializers.CharField(max_length=2000, required=False, allow_blank=True)


class ChangedParticulars(Particulars):
    nickname = serializers.CharField(max_length=60, required=False)


class Players(Guarded):
    """The members."""

    rights = {"GET": "people.see", "POST": "people.edit"}

    @extend_schema(
        operation_id="players",
        parameters=[
            OpenApiParameter("q", str, description="A part of a name or reading, or a member number."),
            OpenApiParameter("only", str, enum=["applicants", "suspended"]),
            OpenApiParameter("after", int, description="Those after that player: the `next` of the answer before."),
            OpenApiParameter(
                "from", int, description="How many to pass over, which takes the longer the more: `after` does not."
            ),
        ],
        responses={200: members.Members, **problems()},
    )
    def get(self, request: Request) -> Response:
        """The people of the club, in the order of their readings, a hundred at a time; `next` is the `after` to go on with."""
        text = request.query_params.get("from", "")
        start = int(text) if text.isdecimal() and len(text) < 9 else 0
        wanted = found(request.query_params.get("q", "").replace("\x00", ""), request.query_params.get("only", ""))
        wanted = search.after(wanted, text_limits.whole(request.query_params.get("after", "")) or 0)
        listed = wanted.select_related("user").prefetch_related("user__groups")
        page = list(listed[start : start + PAGE])
        return Response({"players": [shown(one) for one in page], "next": page[-1].pk if len(page) == PAGE else None})

    @extend_schema(
        operation_id="enrol",
        request=Particulars,
        responses={201: members.Member, **problems(400, 409, 422)},
    )
    def post(self, request: Request) -> Response:
        """Enrol somebody, who may have no login; without a member number, the next one is given."""
        player = people.enrol_at_the_door(body(Particulars, request), **who(request))
        return Response(shown(player), status=201)


class OnePlayer(Guarded):
    """One member."""

    rights = {"GET": "people.see", "PATCH": "people.edit", "DELETE": "people.erase"}

    @extend_schema(operation_id="player", responses={200: members.Member, **problems(404)})
    def get(self, request: Request, player_id: int) -> Response:
        """What the floor knows of a member."""
        return Response(shown(people_one(player_id)))

    @extend_schema(
        operation_id="change_player",
        request=ChangedParticulars,
        responses={200: members.Member, **problems(400, 404, 409, 422)},
    )
    def patch(self, request: Request, player_id: int) -> Response:
        """Change particulars; the record keeps which, not what they said."""
        people.change(player_id, body(ChangedParticulars, request), **who(request))
        return Response(shown(people_one(player_id)))

    @extend_schema(
        operation_id="erase_player",
        parameters=[
            OpenApiParameter("gives_up_chips", bool, description="In an amusement room: chips go to the house.")
        ],
        responses={200: members.Member, **problems(404, 409)},
    )
    def delete(self, request: Request, player_id: int) -> Response:
        """Erase who the member is; accounts, hands and tournaments stay under a number."""
        gives_up = request.query_params.get("gives_up_chips", "").lower() in ("true", "1")
        erasing.erase(player_id, gives_up_chips=gives_up, **who(request))
        return Response(shown(people_one(player_id)))


def people_one(player_id: int) -> Player:
    """The player of that number; 404 if there is none."""
    return get_object_or_404(Player.objects.select_related("user"), pk=player_id)


class Admission(Guarded):
    """Whether an applicant is let in."""

    rights = {"PUT": "people.admit", "DELETE": "people.admit"}

    @extend_schema(operation_id="admit", request=None, responses={200: members.Member, **problems(404, 409)})
    def put(self, request: Request, player_id: int) -> Response:
        """Let an applicant play."""
        joining.admit(player_id, **who(request))
        return Response(shown(people_one(player_id)))

    @extend_schema(operation_id="turn_away", responses={200: members.Member, **problems(404, 409)})
    def delete(self, request: Request, player_id: int) -> Response:
        """Do not admit an applicant; what they told is erased."""
        joining.turn_away(player_id, **who(request))
        return Response(shown(people_one(player_id)))


class Suspension(Guarded):
    """A member's suspension."""

    rights = {"PUT": "people.suspend", "DELETE": "people.suspend"}

    class SuspensionGiven(serializers.Serializer[Any]):
        until = serializers.DateTimeField(required=False, allow_null=True, default=None)
        why = serializers.CharField(max_length=300)

    @extend_schema(
        operation_id="suspend", request=SuspensionGiven, responses={200: members.Member, **problems(400, 404, 422)}
    )
    def put(self, request: Request, player_id: int) -> Response:
        """Suspend a member until then; without an instant, until it is lifted."""
        given = body(self.SuspensionGiven, request)
        suspensions.suspend(player_id, until=given["until"], why=given["why"], **who(request))
        return Response(shown(people_one(player_id)))

    @extend_schema(operation_id="lift_suspension", responses={200: members.Member, **problems(404, 409)})
    def delete(self, request: Request, player_id: int) -> Response:
        """Lift the suspension."""
        suspensions.lift_suspension(player_id, why="", **who(request))
        return Response(shown(people_one(player_id)))


class Merge(Guarded):
    """Two memberships of one person."""

    rights = {"POST": "people.merge"}

    class MergeGiven(serializers.Serializer[Any]):
        into = serializers.IntegerField(min_value=1, max_value=2**62)
        why = serializers.CharField(max_length=300)

    @extend_schema(
        operation_id="merge_player", request=MergeGiven, responses={200: members.Member, **problems(400, 404, 409, 422)}
    )
    def post(self, request: Request, player_id: int) -> Response:
        """Merge this duplicate into another member, who is answered; no line of the ledger is lost."""
        given = body(self.MergeGiven, request)
        kept = merging.merge(player_id, given["into"], why=given["why"], **who(request))
        return Response(shown(people_one(kept.pk)))


class EndsAccess(serializers.Serializer[Any]):
    ends_access = serializers.BooleanField(
        default=False,
        help_text="Confirms that the login's sessions and API tokens end; without it 409 where it has any.",
    )


class Pin(Guarded):
    """A member's PIN."""

    rights = {"PUT": "people.edit"}

    class PinGiven(EndsAccess):
        pin = serializers.CharField(max_length=20, write_only=True)

    @extend_schema(
        operation_id="set_pin", request=PinGiven, responses={200: members.Member, **problems(400, 404, 409, 422)}
    )
    def put(self, request: Request, player_id: int) -> Response:
        """Set the PIN of a member who comes in by card."""
        player = pins.set_pin(player_id, **body(self.PinGiven, request), **who(request))
        ended_access.keep_session(request._request, player.user)
        return Response(shown(people_one(player_id)))


class SecondFactor(Guarded):
    """The second factor of a member's login, which somebody may have lost."""

    rights = {"POST": "roles.give"}

    class WhyOff(EndsAccess):
        why = serializers.CharField(max_length=300)

    @extend_schema(
        operation_id="take_off_second_factor",
        request=WhyOff,
        responses={200: members.Member, **problems(400, 404, 409, 422)},
    )
    def post(self, request: Request, player_id: int) -> Response:
        """Take a lost second factor off: the password alone lets in until another is taken. On record, with the reason."""
        player = people_one(player_id)
        if player.user is None:
            raise ClubError("no_login", _("This member has no login."), 409)
        logins.take_off_second_factor(player.user, **body(self.WhyOff, request), **who(request))
        ended_access.keep_session(request._request, player.user)
        return Response(shown(player))


class Role(Guarded):
    """A role of a member's login."""

    rights = {"PUT": "roles.give"}

    class RoleGiven(EndsAccess):
        role = serializers.ChoiceField(choices=[role for role in ROLES if role != "player"])
        held = serializers.BooleanField()
        why = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)

    @extend_schema(
        operation_id="set_role", request=RoleGiven, responses={200: members.Member, **problems(400, 404, 409)}
    )
    def put(self, request: Request, player_id: int) -> Response:
        """Give a role or take it. Only an owner names owners and admins."""
        given, player = body(self.RoleGiven, request), people_one(player_id)
        if player.user is None:
            raise ClubError("no_login", _("A role is given to a login; this member has none."), 409)
        how = {"ends_access": given["ends_access"], "why": given["why"], **who(request)}
        roles.change_role(player.user, given["role"], is_held=given["held"], **how)
        ended_access.keep_session(request._request, player.user)
        return Response(shown(people_one(player_id)))


class Invitations(Guarded):
    """Invitations to join."""

    rights = {"GET": "people.admit", "POST": "people.admit"}

    class InvitationGiven(serializers.Serializer[Any]):
        note = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)

    @extend_schema(operation_id="invitations", responses={200: members.Invitations, **problems()})
    def get(self, request: Request) -> Response:
        """The last hundred; their codes are not known any more."""
        return Response({"invitations": [_invitation(one) for one in Invitation.objects.order_by("-pk")[:PAGE]]})

    @extend_schema(
        operation_id="invite", request=InvitationGiven, responses={201: members.InvitationMade, **problems(400)}
    )
    def post(self, request: Request) -> Response:
        """Make one; `url` lets one person in, and is told this once."""
        made, code = joining.invite(body(self.InvitationGiven, request)["note"], **who(request))
        url = request.build_absolute_uri(reverse("invited", args=[code]))
        return Response(_invitation(made) | {"url": url}, status=201)


class OneInvitation(Guarded):
    """One invitation."""

    rights = {"DELETE": "people.admit"}

    @extend_schema(operation_id="revoke_invitation", responses={204: None, **problems(404, 409)})
    def delete(self, request: Request, invitation_id: int) -> Response:
        """Take it back."""
        joining.revoke(invitation_id, **who(request))
        return Response(status=204)


def _invitation(one: Invitation) -> dict[str, Any]:
    return {
        "id": one.pk,
        "note": one.note,
        "made_at": one.made_at,
        "expires_at": one.expires_at,
        "revoked_at": one.revoked_at,
        "used_at": one.used_at,
        "used_by": one.used_by_id,
    }


class MyData(APIView):
    """The caller's own copy."""

    @extend_schema(operation_id="my_data", responses={200: own_copy.OwnCopy, **problems()})
    def get(self, request: Request) -> Response:
        """All that the club keeps of the caller."""
        return Response(personal_data_copy.everything_about(_own(request)))


class MyExclusion(APIView):
    """The caller's self-exclusion."""

    class Until(serializers.Serializer[Any]):
        until = serializers.DateTimeField()

    @extend_schema(
        operation_id="exclude_myself", request=Until, responses={200: members.Excluded, **problems(400, 409, 422)}
    )
    def put(self, request: Request) -> Response:
        """Keep oneself from playing until then; it can be made longer, never shorter."""
        until = body(self.Until, request)["until"]
        player = suspensions.exclude_oneself(_own(request).pk, until, **who(request))
        return Response({"excluded_until": player.excluded_until})


def _own(request: Request) -> Player:
    player = player_of(request.user)
    if player is None:
        raise ClubError("not_a_player", _("This login belongs to no player."), 403)
    return player


class Rights(APIView):
    """The table of rights."""

    @extend_schema(operation_id="rights", responses={200: members.RightsTable, **problems()})
    def get(self, request: Request) -> Response:
        """Which role has which right."""
        return Response({"rights": dict(RIGHTS), "roles": {role: sorted(held) for role, held in ROLES.items()}})


urlpatterns = [
    path("players/", Players.as_view(), name="api-players"),
    path("players/<int:player_id>/", OnePlayer.as_view(), name="api-player"),
    path("players/<int:player_id>/admission/", Admission.as_view(), name="api-admission"),
    path("players/<int:player_id>/suspension/", Suspension.as_view(), name="api-suspension"),
    path("players/<int:player_id>/merge/", Merge.as_view(), name="api-merge"),
    path("players/<int:player_id>/pin/", Pin.as_view(), name="api-pin"),
    path("players/<int:player_id>/second-factor/", SecondFactor.as_view(), name="api-second-factor"),
    path("players/<int:player_id>/roles/", Role.as_view(), name="api-role"),
    path("invitations/", Invitations.as_view(), name="api-invitations"),
    path("invitations/<int:invitation_id>/", OneInvitation.as_view(), name="api-invitation"),
    path("me/data/", MyData.as_view(), name="api-my-data"),
    path("me/exclusion/", MyExclusion.as_view(), name="api-my-exclusion"),
    path("rights/", Rights.as_view(), name="api-rights"),
]
