"""The API of the webhooks: making them, what they are told of, the messages and what became of them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, cast

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.answers import house
from club.base.phrases import gettext as _
from club.base.registry import EVENTS
from club.house.audit_log import source_of
from club.house.rights import needs
from club.http.problems import problems
from club.models import Delivery, User, Webhook
from club.notifications import webhooks
from club.notifications.receivers import Given

MANAGE = "webhooks.manage"
SHOWN = 100


def told(row: Webhook) -> dict[str, Any]:
    """A webhook without its secret; of a chat's address what is none."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "name": row.name,
        "url": row.url,
        "language": row.language,
        "events": row.events,
        "is_active": row.is_active,
    }


def message(one: Delivery) -> dict[str, Any]:
    """A message, and the tries at sending it, the latest first."""
    return {
        "number": one.number,
        "message_id": one.message_id,
        "event": one.event,
        "state": one.state,
        "state_words": str(one.get_state_display()),
        "tries": one.tries,
        "made_at": one.made_at,
        "due_at": one.due_at if one.state == Delivery.State.WAITING else None,
        "body": one.body,
        "history": [
            {"at": each.at, "status": each.status, "answer": each.answer}
            for each in sorted(one.history.all(), key=lambda each: -each.pk)
        ],
    }


def messages_of(row: Webhook) -> list[dict[str, Any]]:
    """Its last hundred messages, the latest first."""
    found = Delivery.objects.filter(webhook=row).prefetch_related("history").order_by("-pk")[:SHOWN]
    return [message(one) for one in found]


class Chosen(serializers.Serializer[Any]):
    events = serializers.ListField(child=serializers.CharField(max_length=60), max_length=200, required=False)
    is_active = serializers.BooleanField(required=False)


class NewWebhook(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Webhook.Kind.choices, required=False, default=Webhook.Kind.PROGRAM)
    url = serializers.CharField(
        max_length=500, required=False, allow_blank=True, default="", help_text="Of the program that is told."
    )
    secret = serializers.CharField(
        max_length=500,
        required=False,
        allow_blank=True,
        default="",
        write_only=True,
        help_text="Of a chat: LINE's channel access token, the address of Discord's or Slack's webhook, Slack's bot token.",
    )
    target = serializers.CharField(
        max_length=254,
        required=False,
        allow_blank=True,
        default="",
        help_text="To whom: LINE's id of a person or group, Slack's channel with a bot token, an e-mail address.",
    )
    language = serializers.CharField(
        max_length=8, required=False, allow_blank=True, default="", help_text="Of what people read; empty: the club's."
    )
    name = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    events = serializers.ListField(child=serializers.CharField(max_length=60), max_length=200)


def made(given: Mapping[str, Any], **how: Any) -> tuple[Webhook, str]:
    """A new one as it was asked for, and the secret by which a program checks its messages; empty for chats and mailboxes."""
    if given["kind"] == Webhook.Kind.PROGRAM:
        return webhooks.make(given["url"], given["name"], given["events"], **how)
    what = Given(given["secret"], given["target"])
    how["language"] = given["language"]
    return webhooks.make_for_people(given["kind"], what, given["name"], given["events"], **how), ""


class Webhooks(APIView):
    permission_classes = (needs(MANAGE),)

    @extend_schema(responses={200: house.Webhooks, **problems()}, operation_id="webhooks")
    def get(self, request: Request) -> Response:
        """The webhooks, and every event there is with its words."""
        rows = [told(row) for row in Webhook.objects.order_by("pk")]
        return Response({"webhooks": rows, "events": {kind: _(words) for kind, words in EVENTS.items()}})

    @extend_schema(request=NewWebhook, responses={201: house.WebhookMade, **problems()}, operation_id="make_webhook")
    def post(self, request: Request) -> Response:
        """Make one. Of a program's, `secret` is in this answer and nowhere else: each message is signed with it as the Standard
        Webhooks specification says (webhook-id, webhook-timestamp, webhook-signature). A chat or a mailbox is told in words;
        what was given as its secret is never answered."""
        given = NewWebhook(data=request.data)
        given.is_valid(raise_exception=True)
        how: dict[str, Any] = {"by": cast(User, request.user), "now": timezone.now(), "source": source_of(request)}
        row, secret = made(given.validated_data, **how)
        return Response({**told(row), "secret": secret}, status=status.HTTP_201_CREATED)


class OneWebhook(APIView):
    permission_classes = (needs(MANAGE),)

    @extend_schema(responses={200: house.WebhookWithMessages, **problems()}, operation_id="webhook")
    def get(self, request: Request, webhook_id: int) -> Response:
        """One, with its last messages and every try at each."""
        row = webhooks.found(webhook_id)
        return Response({**told(row), "messages": messages_of(row)})

    @extend_schema(request=Chosen, responses={200: house.Webhook, **problems()}, operation_id="change_webhook")
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Choose other events, or switch it off or on."""
        given = Chosen(data=request.data)
        given.is_valid(raise_exception=True)
        by = cast(User, request.user)
        row = webhooks.change(webhook_id, **given.validated_data, by=by, now=timezone.now(), source=source_of(request))
        return Response(told(row))


class Again(APIView):
    permission_classes = (needs(MANAGE),)

    @extend_schema(request=None, responses={200: house.WebhookMessage, **problems()}, operation_id="redeliver_message")
    def post(self, request: Request, message_number: uuid.UUID) -> Response:
        """Send a message once more; it keeps its id."""
        by = cast(User, request.user)
        row = webhooks.redeliver(message_number, by=by, now=timezone.now(), source=source_of(request))
        return Response(message(row))


urlpatterns = [
    path("webhooks/", Webhooks.as_view(), name="api-webhooks"),
    path("webhooks/<int:webhook_id>/", OneWebhook.as_view(), name="api-webhook"),
    path("webhooks/messages/<uuid:message_number>/again/", Again.as_view(), name="api-message-again"),
]
