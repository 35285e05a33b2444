"""What a page needs in several places is read from the database once a request.

Only for requests that read (GET and HEAD): within one that writes, an answer may change.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

P = ParamSpec("P")
R = TypeVar("R")
READING = ("GET", "HEAD")
_answers: ContextVar[dict[Hashable, Any] | None] = ContextVar("answers of this request", default=None)


def keep_answers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: functions marked with `once` answer from memory until the request is answered."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        token = _answers.set({} if request.method in READING else None)
        try:
            return get_response(request)
        finally:
            _answers.reset(token)

    return answer


def once(key: Callable[P, Hashable]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Ask the function once a request for the same `key` of its arguments; outside of a request that reads, every time.

    What it returns is shared by all who ask, so it must not be changed.
    """

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def asked(*args: P.args, **named: P.kwargs) -> R:
            answers = _answers.get()
            if answers is None:
                return function(*args, **named)
            place = (asked, key(*args, **named))
            if place not in answers:
                answers[place] = function(*args, **named)
            kept: R = answers[place]
            return kept

        return asked

    return mark
