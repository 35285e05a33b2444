"""Errors of the API as RFC 9457 problem details."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler


def as_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer for an error raised in a view."""
    return exception_handler(error, context)
