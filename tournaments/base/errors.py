"""Refusals of the tournaments. Each says what would be right, and changes nothing."""

from __future__ import annotations

from typing import Any

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from engine.messages.message import Message


class Refused(ClubError):
    """Something that cannot be done as things stand."""

    def __init__(self, code: str, message: Message | str, status: int = 409, **params: Any) -> None:
        super().__init__(code, message, status, **params)


class UnknownTournament(ClubError):
    def __init__(self, tournament_id: object) -> None:
        super().__init__("unknown_tournament", _("There is no tournament %(id)s.") % {"id": tournament_id}, 404)
