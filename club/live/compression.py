"""Answers compressed by gzip, with bytes of chance in each, against guesses by length (BREACH)."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from club.http.page_policy import PIECES


class _OfPieces(GZipMiddleware):
    """Pieces of a page have fewer bytes of chance: a guess takes many answers, and no other site's page can have a browser ask for
    one (`club.live.page_parts` wants a header of its own)."""

    max_random_bytes = 32


class Compression:
    """The middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.whole, self.pieces = GZipMiddleware(get_response), _OfPieces(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        by = self.pieces if answer.get("Content-Type", "").startswith(PIECES) else self.whole
        return by.process_response(request, answer)
