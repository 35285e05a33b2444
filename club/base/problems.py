"""Errors of the API as RFC 9457 problem details: what is wrong, and what would be right."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from club.base.errors import ClubError

CONTENT_TYPE = "application/problem+json"
LARGEST_BODY = 10_000_000  # bytes: a photograph of the largest size, and the form around it
log = logging.getLogger(__name__)


class Problem(serializers.Serializer[Any]):
    """How every error looks; more members say what would be right."""

    type = serializers.CharField(default="about:blank")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    instance = serializers.CharField()


def body(status: int, code: str, detail: str, instance: str, **more: Any) -> dict[str, Any]:
    """The members of a problem; `more` are extension members."""
    kept = {key: value for key, value in more.items() if key not in ("type", "title", "status", "detail")}
    return {
        **kept,
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "instance": instance,
    }


def as_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error raised in an API view; None for one nobody foresaw, which becomes a 500."""
    from club.base import lock_timeouts  # which answers in the form of a problem

    request = context.get("request")
    instance = getattr(request, "path", "")
    if isinstance(error, ClubError):
        set_rollback()
        return _response(body(error.status, error.code, error.message, instance, **error.params))
    if lock_timeouts.is_busy(error):
        set_rollback()
        told = body(503, "busy", _("The club is busy with this just now; try again."), instance)
        answer = _response(told)
        lock_timeouts.mark(answer, error)
        return answer
    plain = exception_handler(error, context)
    if plain is None:
        return None
    status = plain.status_code
    headers = {name: plain[name] for name in ("WWW-Authenticate", "Retry-After", "Allow") if name in plain}
    if isinstance(error, ValidationError):
        told = body(status, "invalid", _("Some fields are not right; see errors."), instance, errors=plain.data)
    else:
        told = body(status, _code(error), _detail(plain.data), instance)
    answer = _response(told)
    for name, value in headers.items():
        answer[name] = value
    return answer


def _response(told: dict[str, Any]) -> Response:
    return Response(told, status=told["status"], content_type=CONTENT_TYPE)


def _code(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    return str(getattr(error, "default_code", "error")) if isinstance(error, APIException) else "error"


def _detail(data: Any) -> str:
    return str(data.get("detail", data)) if isinstance(data, dict) else str(data)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """An address that leads nowhere: a problem below /api/, a page elsewhere."""
    if request.path.startswith("/api/"):
        told = body(404, "not_found", _("There is nothing at this address; see /api/docs/."), request.path)
        return JsonResponse(told, status=404, content_type=CONTENT_TYPE)
    from django.views.defaults import page_not_found as as_page

    return as_page(request, exception or Http404())


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A request that is refused before any view reads it: a problem below /api/, a page elsewhere."""
    if request.path.startswith("/api/"):
        told = body(400, "bad_request", _("This request cannot be read."), request.path)
        return JsonResponse(told, status=400, content_type=CONTENT_TYPE)
    from django.views.defaults import bad_request as as_page

    return as_page(request, exception or BadRequest())


def refuse_the_huge(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a body longer than any door takes is refused (413) by its length, before anything of it is read."""

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


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours, said plainly and without its insides; a database that is busy outside any view is none."""
    from club.base import lock_timeouts

    answer = lock_timeouts.answer_to(request, sys.exc_info()[1])
    if answer is not None:
        return answer
    if request.path.startswith("/api/"):
        told = body(500, "fault", _("Something went wrong here; it has been noted."), request.path)
        return JsonResponse(told, status=500, content_type=CONTENT_TYPE)
    from django.views.defaults import server_error as as_page

    return as_page(request)


def problems(*statuses: int) -> dict[int, type[Problem]]:
    """The error answers of an operation, for the schema."""
    return dict.fromkeys((401, 403, *statuses), Problem)
