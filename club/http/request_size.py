"""A body longer than any door takes is refused before anything of it is read."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse

from club.base.phrases import gettext as _
from club.http.problems import CONTENT_TYPE, body

LARGEST_BODY = 10_000_000  # bytes: a photograph of the largest size, and the form around it


def refuse_the_huge(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: refuse such a body (413) by its length."""

    def handle(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > 18 or int(length) > LARGEST_BODY:
            return too_large(request, LARGEST_BODY)
        return get_response(request)

    return handle


def too_large(request: HttpRequest, most: int) -> HttpResponse:
    """The refusal (413) of more than `most` bytes."""
    words = _("This request is too large: at most %(most)s MB.") % {"most": most // 1_000_000 or most / 1_000_000}
    return refusal(request, 413, "too_large", words)


def refusal(request: HttpRequest, status: int, code: str, words: str) -> HttpResponse:
    """What a request is told that no view reads: a problem below /api/, the plain words elsewhere."""
    if request.path.startswith("/api/"):
        return JsonResponse(body(status, code, words, request.path), status=status, content_type=CONTENT_TYPE)
    return HttpResponse(words, status=status, content_type="text/plain; charset=utf-8")
