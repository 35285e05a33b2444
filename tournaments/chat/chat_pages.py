"""The chat of a tournament on its page."""

from __future__ import annotations

from tables.chat.chat_pages import pages_below

urlpatterns = pages_below("tournaments/<int:tournament_id>/", "tournament-chat")
