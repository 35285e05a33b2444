"""Every request has a number that stands in each line logged meanwhile, in its own line, and in its answer, unless that is a static
file or pieces of a page, of which there are dozens a hand.

Addresses that are secrets themselves (a calendar's, a private table's link, a new password's) stand in no line.
"""

from __future__ import annotations

import logging
import re
import time
import traceback
import uuid
from collections.abc import Callable, Iterator
from functools import cache

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLResolver, get_resolver

from club.base.log_context import about, also, numbers_in
from club.http.page_policy import PIECES

HEADER = "X-Request-ID"
ITS_NUMBER = "cardhouse.request"  # in META, for what Django logs when the answer has left the middleware
NUMBER = re.compile(r"[A-Za-z0-9-]{8,64}")
STATIC = "/static/"  # files, which leave no line in which a number would be looked for
_TAKEN = re.compile(r"<(?:\w+:)?(\w+)>")  # what an address takes, as `path` and as `re_path` write it
_DETAIL = re.compile(r"\n(?:DETAIL|CONTEXT):  .*(?:\n(?!\n|Traceback|  File|HINT:).+)*")
SILENT = ("/healthz", "/metrics", STATIC)  # asked every few seconds by machines
# Names under which addresses take what lets in whoever has it.
SECRETS = frozenset(("calendar_key", "card", "code", "link", "stop_token", "uidb36"))
_IN_ACCOUNTS = frozenset(("key",))  # elsewhere the key of a structure
HIDDEN = "…"
log = logging.getLogger("club.requests")


def path_without_secrets(request: HttpRequest) -> str:
    """The request's path, with a sign where a secret stood.

    Of a path that is no address of ours, as one that was typed without its last sign, nothing is told that stands where an
    address takes a secret.
    """
    found, path = request.resolver_match, request.path
    if found is None:
        begins = next((one for one in _before_secrets() if path.lower().startswith(one)), None)
        return path if begins is None else path[: len(begins)] + HIDDEN
    names = SECRETS | _IN_ACCOUNTS if path.startswith("/accounts/") else SECRETS
    for name in names & found.kwargs.keys():
        path = path.replace(str(found.kwargs[name]), HIDDEN)
    return path


@cache
def _before_secrets() -> tuple[str, ...]:
    """What stands before the first secret of each address that takes one."""
    found = []
    for route in _routes(get_resolver(), "/"):
        names = SECRETS | _IN_ACCOUNTS if route.startswith("/accounts/") else SECRETS
        taken = [one.start() for one in _TAKEN.finditer(route) if one[1] in names]
        found += [route[: taken[0]].lower()] if taken else []
    return tuple(found)


def _routes(resolver: URLResolver, before: str) -> Iterator[str]:
    """Each address as it is written in the source, whether by `path` or as a regular expression."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern).removeprefix("^").replace("(?P<", "<")
        if isinstance(one, URLResolver):
            yield from _routes(one, route)
        else:
            yield route


class HideSecrets(logging.Filter):
    """Has lines about a request (`django.request`: not found, refused, broken) tell its path without secrets, and its number
    instead of itself, which would be written out with the whole path."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            if isinstance(record.args, tuple):
                path = path_without_secrets(request)
                record.args = tuple(path if one == request.path else one for one in record.args)
            record.__dict__["request"] = request.META.get(ITS_NUMBER, "")
        return True


class HideRows(logging.Filter):
    """Has what is told of an error leave out PostgreSQL's details of it: the row that it was about, which may name somebody."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            told = "".join(traceback.format_exception(record.exc_info[1])).rstrip("\n")
            record.exc_info, record.exc_text = None, _DETAIL.sub("", told)
        if _DETAIL.search(message := record.getMessage()):
            record.msg, record.args = _DETAIL.sub("", message), None
        return True


class RequestLog:
    """The middleware. A proxy's own number of the request is kept if it looks like one, so that both logs can be laid together."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        brought = request.headers.get(HEADER, "")
        number = brought if NUMBER.fullmatch(brought) else uuid.uuid4().hex
        request.META[ITS_NUMBER] = number
        begun = time.perf_counter()
        with about(request=number):
            answer = self.get_response(request)
            also(**_user(request))
            if not request.path.startswith(STATIC) and not answer.get("Content-Type", "").startswith(PIECES):
                answer.headers[HEADER] = number
            if not request.path.startswith(SILENT):
                taken = round(1000 * (time.perf_counter() - begun))
                path = path_without_secrets(request)
                fields = {"method": request.method, "path": path, "status": answer.status_code, "ms": taken}
                log.info("%s %s %s", request.method, path, answer.status_code, extra=fields)
        return answer

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], args: tuple[object, ...], named: dict[str, object]
    ) -> None:
        """Which tournament, table or hand is asked for is known only now."""
        also(**numbers_in(named))


def _user(request: HttpRequest) -> dict[str, object]:
    """The number of who asked, where the page knows it: nobody is looked up for the log's sake."""
    known = getattr(request, "_cached_user", None)
    return {"user": known.pk} if known is not None and known.pk else {}
