"""A body longer than any door takes is refused before anything of it is read."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from club.http.problems import CONTENT_TYPE, body

LARGEST_BODY = 10_000_000  # bytes: a photograph of the largest size, and the form around it


def refuse_the_huge(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: refuse such a body (413) by its length."""

    def handle(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > 18 or int(length) > LARGEST_BODY:
            words = _("This request is too large: at most %(most)d MB.") % {"most": LARGEST_BODY // 1_000_000}
            if request.path.startswith("/api/"):
                told = body(413, "too_large", words, request.path)
                return JsonResponse(told, status=413, content_type=CONTENT_TYPE)
            return HttpResponse(words, status=413, content_type="text/plain; charset=utf-8")
        return get_response(request)

    return handle
