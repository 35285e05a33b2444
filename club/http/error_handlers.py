"""What an error becomes: a problem below /api/, a page elsewhere."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from club.base.errors import ClubError
from club.base.phrases import Phrase
from club.base.phrases import gettext as _
from club.http import lock_timeouts, request_size
from club.http.problems import CONTENT_TYPE, body, refusal


def as_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error raised in an API view; None for one nobody foresaw, which becomes a 500."""
    request = context.get("request")
    instance = getattr(request, "path", "")
    if isinstance(error, ClubError):
        set_rollback()
        return _response(refusal(error, instance))
    if trouble := lock_timeouts.trouble_of(error):
        set_rollback()
        told = body(503, trouble, lock_timeouts.words_of(trouble), instance)
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
        told = body(status, _code(error), _detail(error, plain.data), instance)
    answer = _response(told)
    for name, value in headers.items():
        answer[name] = value
    return answer


class Problem(Response):
    """JSON whatever the endpoint answers in: those of the schema know YAML or HTML alone, and drew it so under this type."""

    @property
    def rendered_content(self) -> str:
        self["Content-Type"] = CONTENT_TYPE
        return JSONRenderer().render(self.data).decode()


def _response(told: dict[str, Any]) -> Response:
    return Problem(told, status=told["status"], content_type=CONTENT_TYPE)


def _code(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    return str(getattr(error, "default_code", "error")) if isinstance(error, APIException) else "error"


def _detail(error: Exception, data: Any) -> str:
    """What Django's own errors were raised with here keeps its text; the words of the framework's are its own."""
    if isinstance(error, Http404 | PermissionDenied) and error.args and isinstance(error.args[0], Phrase):
        return error.args[0]
    return str(data.get("detail", data)) if isinstance(data, dict) else str(data)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """An address that leads nowhere: a problem below /api/, a page elsewhere."""
    if request.path.startswith("/api/"):
        told = body(404, "not_found", _("There is nothing at this address; see /api/docs/."), request.path)
        return JsonResponse(told, status=404, content_type=CONTENT_TYPE)
    return defaults.page_not_found(request, exception or Http404())


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A request that is refused before any view reads it: a problem below /api/, words elsewhere."""
    if isinstance(exception, RequestDataTooBig):
        return request_size.too_large(request, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return request_size.refusal(request, 400, "bad_request", _("This request cannot be read."))


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours, said plainly and without its insides; a database that is busy outside any view is none."""
    answer = lock_timeouts.answer_to(request, sys.exc_info()[1])
    if answer is not None:
        return answer
    if request.path.startswith("/api/"):
        told = body(500, "fault", _("Something went wrong here; it has been noted."), request.path)
        return JsonResponse(told, status=500, content_type=CONTENT_TYPE)
    return defaults.server_error(request)
