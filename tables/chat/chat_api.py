"""The API of what is said at tables; tournaments give it addresses of their own."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.answers.tables import Chat
from tables.api.requests_and_rights import checked, device_of, login_of, need, playing, viewer_of
from tables.chat import chat_lines, chat_places
from tables.chat.chat_places import ChatPlace
from tables.models import ChatLine

ACTS = ("report", "mute")
OF_FLOOR = {
    "hide": chat_lines.hide,
    "show": chat_lines.show,
    "silence": chat_lines.silence,
    "lift-silence": chat_lines.lift_silence,
}


class Said(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=ChatLine.Kind.values, default=ChatLine.Kind.WORDS.value)
    text = serializers.CharField(max_length=200, help_text="Words, or the name of a phrase or a reaction.")


class Act(serializers.Serializer[Any]):
    act = serializers.ChoiceField(
        choices=[*ACTS, *OF_FLOOR],
        help_text="`hide`, `show`, `silence` (for a day) and `lift-silence` need the right chat.moderate.",
    )


class ChatView(APIView):
    """What is said at one kind of place, whose number is the address's."""

    @extend_schema(responses={200: Chat}, tags=["tables"])
    def get(self, request: Request, **place: int) -> Response:
        """The newest lines that you may read. Players and spectators are apart; news come on the answer's `channel`."""
        return _seen(request, chat_places.addressed(place))

    @extend_schema(request=Said, responses={201: Chat}, tags=["tables"])
    def post(self, request: Request, **place: int) -> Response:
        """Say something, where the house allows it."""
        given, where = checked(Said, request), chat_places.addressed(place)
        chat_lines.say(where, playing(request), given["kind"], given["text"], now=timezone.now())
        return _seen(request, where, status.HTTP_201_CREATED)


class ChatLineView(APIView):
    """A line that was said at one kind of place."""

    @extend_schema(request=Act, responses={200: Chat}, tags=["tables"], operation_id="tables_chat_act")
    def post(self, request: Request, line_id: int, **place: int) -> Response:
        """Report a line to the floor, or mute who said it; the floor hides or shows it, silences who said it, or lifts that."""
        act, now, where = checked(Act, request)["act"], timezone.now(), chat_places.addressed(place)
        if act in OF_FLOOR:
            need(request, chat_lines.RIGHT)
            OF_FLOOR[act](where, line_id, by=login_of(request), now=now, source=device_of(request))
        else:
            told = chat_lines.report if act == "report" else chat_lines.mute
            told(where, line_id, by=playing(request), now=now)
        return _seen(request, where)


class MutesView(APIView):
    @extend_schema(responses={204: None}, tags=["mine"], operation_id="me_mutes_forget")
    def delete(self, request: Request) -> Response:
        """Read everybody again whom you have muted, everywhere."""
        chat_lines.unmute_all(playing(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _seen(request: Request, place: ChatPlace, code: int = status.HTTP_200_OK) -> Response:
    return Response(chat_lines.as_seen_by(place, viewer_of(request), now=timezone.now()), status=code)


urlpatterns = [
    path("tables/<int:table_id>/chat/", ChatView.as_view(), name="api-chat"),
    path("me/mutes/", MutesView.as_view(), name="api-my-mutes"),
    path("tables/<int:table_id>/chat/<int:line_id>/", ChatLineView.as_view(), name="api-chat-line"),
]
