"""The API of what is said in a tournament."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_view

from tables.chat.chat_api import ChatLineView, ChatView

OF_TOURNAMENTS = extend_schema(tags=["tournaments"])


@extend_schema_view(get=OF_TOURNAMENTS, post=OF_TOURNAMENTS)
class TournamentChatView(ChatView):
    """What is said in a tournament."""


@extend_schema_view(post=extend_schema(tags=["tournaments"], operation_id="tournaments_chat_act"))
class TournamentChatLineView(ChatLineView):
    """A line that was said there."""


urlpatterns = [
    path("tournaments/<int:tournament_id>/chat/", TournamentChatView.as_view(), name="api-tournament-chat"),
    path(
        "tournaments/<int:tournament_id>/chat/<int:line_id>/",
        TournamentChatLineView.as_view(),
        name="api-tournament-chat-line",
    ),
]
