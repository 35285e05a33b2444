"""Refusals of the club. Each has a code for programs, a message for people, and the HTTP status the API answers with."""

from __future__ import annotations

from typing import Any

from engine.messages.message import Message


class ClubError(Exception):
    """Something that cannot be done: the message says what would be right, and nothing has changed.

    A str instead of a message is in the reader's language already. `params` are further members of the API's problem:
    which field, what would be right. `club.text.messages` words it; str() is its English.
    """

    def __init__(self, code: str, message: Message | str, status: int = 409, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.params = params

    def __str__(self) -> str:
        return str(self.message)
