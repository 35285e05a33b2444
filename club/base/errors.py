"""Refusals of the club. Each has a code for programs, words for people, and the HTTP status the API answers with."""

from __future__ import annotations

from typing import Any


class ClubError(Exception):
    """Something that cannot be done: the message says what would be right, and nothing has changed."""

    def __init__(self, code: str, message: str, status: int = 409, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.params = params
