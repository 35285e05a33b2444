"""The API of the gallery: signed files of house rules and structures made, looked at, taken in and taken back."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.house.audit_log import source_of
from club.http.problems import problems
from club.text.messages import in_words, said
from engine.messages.message import Term
from tournaments.answers import gallery as answers
from tournaments.api.requests_and_rights import check, fields_of
from tournaments.gallery import keys, ready_sets, shared_sets, signed_files
from tournaments.gallery.signed_files import SharedSet, fingerprint
from tournaments.models import KnownKey, SharedSetImport

RIGHT = "house_rules.set"
SHOWN = 100


class SetAsked(serializers.Serializer[Any]):
    """A signed file as it came, or the name of a set that comes with Cardhouse."""

    file = serializers.DictField(required=False)
    set = serializers.CharField(required=False, max_length=60)


class SetTaking(SetAsked):
    accept = serializers.BooleanField(
        default=False, help_text="Remember an unknown key, whose fingerprint was compared."
    )


class SetSharing(serializers.Serializer[Any]):
    """What goes into a file of one's own."""

    title = serializers.CharField(max_length=signed_files.TEXTS["title"])
    author = serializers.CharField(max_length=signed_files.TEXTS["author"])
    licence = serializers.ChoiceField(choices=list(signed_files.LICENCES))
    rules = serializers.BooleanField(
        default=False, help_text="House rules that were set, but what the house is or has."
    )
    structures = serializers.ListField(
        child=serializers.CharField(max_length=80), default=list, max_length=signed_files.MOST_STRUCTURES
    )


class Gallery(APIView):
    @extend_schema(responses={200: answers.Gallery, **problems()}, operation_id="gallery")
    def get(self, request: Request) -> Response:
        """The sets that come along, keys that were accepted, and what was taken in. Needs the right house_rules.set."""
        check(request, RIGHT)
        own = keys.own_public()
        accepted = KnownKey.objects.order_by("name", "pk")
        taken = SharedSetImport.objects.select_related("by").order_by("-pk")[:SHOWN]
        return Response(
            {
                "fingerprint": fingerprint(own) if own else None,
                "sets": [
                    {"name": name, "title": one.title, "sources": one.sources}
                    for name, one in ready_sets.ready_sets().items()
                ],
                "keys": [
                    {"id": row.pk, "club": row.name, "fingerprint": fingerprint(bytes.fromhex(row.public)),
                     "accepted_at": row.accepted_at}
                    for row in accepted
                ],
                "imports": [_taken(row) for row in taken],
            }
        )  # fmt: skip


class Share(APIView):
    @extend_schema(
        request=SetSharing, responses={200: answers.SignedFile, **problems(400, 404, 422)}, operation_id="share_set"
    )
    def post(self, request: Request) -> Response:
        """Make a signed file of the club's own house rules, of structures, or of both. Needs the right house_rules.set."""
        by, told = check(request, RIGHT), _read(SetSharing, request)
        made = shared_sets.make(
            told["title"], told["author"], told["licence"], has_rules=told["rules"], structures=told["structures"], by=by,
            source=source_of(request), now=timezone.now(),
        )  # fmt: skip
        return Response(made)


class LookAt(APIView):
    @extend_schema(
        request=SetAsked, responses={200: answers.SetSeen, **problems(400, 404, 422)}, operation_id="look_at_set"
    )
    def post(self, request: Request) -> Response:
        """What a set would change here, and whose key signed it. Nothing is changed. Needs the right house_rules.set."""
        check(request, RIGHT)
        found = shared_sets.look(_shared(_read(SetAsked, request)), now=timezone.now())
        shared = found.shared
        return Response(
            {
                **{name: getattr(shared, name) for name in ("title", "author", "club", "licence", "date")},
                "signer": found.signer.standing,
                "fingerprint": found.signer.fingerprint,
                "changes": [
                    {"rule": one.standing.full, "title": said(Term(one.standing.rule.title)), "before": one.standing.value,
                     "after": one.after}
                    for one in found.changes
                ],
                "same": found.same,
                "refused": [{"name": full, "why": in_words(why)} for full, why in found.refused.items()],
                "structures": [
                    {"key": one.key, "name": one.name, "state": one.state, "why": in_words(one.why) if one.why else None}
                    for one in found.sheets
                ],
            }
        )  # fmt: skip


class Take(APIView):
    @extend_schema(
        request=SetTaking, responses={201: answers.TakenIn, **problems(400, 404, 409, 422)}, operation_id="take_set"
    )
    def post(self, request: Request) -> Response:
        """Take a set in: all of it or nothing. One of an unknown key is refused unless `accept` says that its fingerprint was
        compared, and is remembered then. Needs the right house_rules.set."""
        by, told = check(request, RIGHT), _read(SetTaking, request)
        made = shared_sets.take(
            _shared(told), is_accepted=told["accept"], by=by, source=source_of(request), now=timezone.now()
        )
        return Response(_taken(made), status=status.HTTP_201_CREATED)


class TakeBack(APIView):
    @extend_schema(
        request=None, responses={200: answers.PutBack, **problems(404, 409, 422)}, operation_id="take_back_set"
    )
    def post(self, request: Request, import_id: int) -> Response:
        """Put back what a set changed, but for what was changed since. Needs the right house_rules.set."""
        by = check(request, RIGHT)
        done = shared_sets.take_back(import_id, by=by, source=source_of(request), now=timezone.now())
        return Response({"undone": done.undone, "left": list(done.left)})


class OneKey(APIView):
    @extend_schema(responses={204: None, **problems(404)}, operation_id="forget_key")
    def delete(self, request: Request, key_id: int) -> Response:
        """Take the acceptance of a key back. Needs the right house_rules.set."""
        by = check(request, RIGHT)
        keys.forget(key_id, by=by, source=source_of(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


def _read(serializer: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    asked = serializer(data=fields_of(request, serializer))
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _shared(told: dict[str, Any]) -> SharedSet:
    """The set that is asked about. Raises `ClubError`."""
    if told.get("set"):
        return ready_sets.ready_set(told["set"])
    return signed_files.verified(told.get("file"))


def _taken(row: SharedSetImport) -> dict[str, Any]:
    return {
        "id": row.pk, "title": row.title, "club": row.club, "licence": row.licence, "at": row.at,
        "by": row.by and row.by.get_username(), "taken_back_at": row.taken_back_at,
    }  # fmt: skip


urlpatterns = [
    path("gallery/", Gallery.as_view(), name="api-gallery"),
    path("gallery/share/", Share.as_view(), name="api-gallery-share"),
    path("gallery/look/", LookAt.as_view(), name="api-gallery-look"),
    path("gallery/take/", Take.as_view(), name="api-gallery-take"),
    path("gallery/imports/<int:import_id>/take-back/", TakeBack.as_view(), name="api-gallery-take-back"),
    path("gallery/keys/<int:key_id>/", OneKey.as_view(), name="api-gallery-key"),
]
