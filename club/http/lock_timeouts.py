"""A database that is busy, away or out of room, at every door: 503 in words. What met a lock is tried again once before, where
nothing was kept yet.

PostgreSQL gives up on a lock, a statement or an idle transaction by the limits of `settings` (of processes that serve), and on
one of two transactions that wait for each other. The transaction is rolled back then; if it was the request's first, the whole
request may begin again as if it had just arrived.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import redis
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict

from club.base.phrases import gettext as _
from club.http import problems
from club.http.request_log import path_without_secrets

RETRY_SECONDS = {"busy": 1, "away": 1, "disk_full": 30}
DISK_FULL = ("53100", "58030")  # disk full, and what PostgreSQL could not write
# connection exceptions, shut down by an administrator or a crash, not accepting yet, no room for another connection
AWAY = ("08", "57P01", "57P02", "57P03", "53300")
# lock timeout, deadlock, serialization, idle in a transaction; what took too long as a statement takes as long again
AGAIN = ("55P03", "40P01", "40001", "25P03")
STATES = (*AGAIN, "57014", "57P05")
# without a state: the driver's own words for a connection that broke (`club.base.postgresql`)
BROKEN = (psycopg.OperationalError, psycopg.InternalError)
READING = ("SELECT", "EXECUTE READING")  # the second of `club.database.prepared_queries`
log = logging.getLogger(__name__)


def state_of(error: BaseException | None) -> str:
    """The SQLSTATE of the error that stands behind this one, if it is one of the busy ones; else an empty text."""
    for one in _chain(error):
        state = str(getattr(one, "sqlstate", None) or "")
        if state in STATES:
            return state
    return ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def is_busy(error: BaseException | None) -> bool:
    """True for an error of the database that says no more than that it is busy."""
    return any(isinstance(one, Error) for one in _chain(error)) and bool(state_of(error))


def trouble_of(error: BaseException | None) -> str:
    """What is the matter with the servers: ``busy``, ``away``, ``disk_full``; an empty text if it is none of these."""
    if is_busy(error):
        return "busy"
    for one in _chain(error):
        if isinstance(one, psycopg.Error):
            state = str(one.sqlstate or "")
            if state in DISK_FULL:
                return "disk_full"
            if state.startswith(AWAY) or (not state and isinstance(one, BROKEN)):
                return "away"
        if isinstance(one, redis.RedisError):
            return "away"
    return ""


def words_of(trouble: str) -> str:
    """What people are told of it."""
    if trouble == "disk_full":
        return _(
            "The club's disk is full: nothing more can be kept until there is room. What was confirmed before is kept."
        )
    if trouble == "away":
        return _("The club's servers do not answer just now; try again in a moment.")
    return _("The club is busy with this just now; try again.")


@dataclass
class _Kept:
    """Whether anything that a request did can have been kept: then it is not begun again."""

    is_kept: bool = False

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        connection = context["connection"]
        if not connection.in_atomic_block:
            self.is_kept = self.is_kept or not str(sql).lstrip().upper().startswith(READING)
        elif not any(self._note == hook[1] for hook in connection.run_on_commit):
            connection.on_commit(self._note)  # dropped if the transaction is rolled back
        return execute(sql, params, many, context)

    def _note(self) -> None:
        self.is_kept = True


class Patience:
    """Middleware: the answer to a busy database, and the second try."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, beginning again once if it met a lock before anything was kept."""
        if request.content_type == "application/json":
            len(request.body)  # read once, for both tries
        kept = _Kept()
        with connections[DEFAULT_DB_ALIAS].execute_wrapper(kept):
            answer = self.get_response(request)
        if getattr(answer, "busy_state", "") in AGAIN and not kept.is_kept:
            _begin_again(request)
            answer = self.get_response(request)
        return answer

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What a view's error becomes: 503 if the database is busy, away or out of room, else nothing of ours."""
        return answer_to(request, error)


def _begin_again(request: HttpRequest) -> None:
    connection = connections[DEFAULT_DB_ALIAS]
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    for name in ("_messages", "_cached_user", "_acached_user"):
        if hasattr(request, name):
            delattr(request, name)
    sent: Any = getattr(request, "_files", MultiValueDict())
    for _name, files in sent.lists():
        for file in files:
            file.seek(0)


def answer_to(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """503 with words and `Retry-After` for servers that are busy, away or out of room; None for any other error."""
    trouble = trouble_of(error)
    if not trouble:
        return None
    log.warning("%s: %s %s: %s", trouble, request.method, path_without_secrets(request), state_of(error) or error)
    words = words_of(trouble)
    answer: HttpResponse
    if request.path.startswith("/api/"):
        told = problems.body(503, trouble, words, request.path)
        answer = JsonResponse(told, status=503, content_type=problems.CONTENT_TYPE)
    elif request.headers.get("HX-Request"):
        answer = HttpResponse(words, status=503, content_type="text/plain; charset=utf-8")
    else:
        answer = HttpResponse(_page(request, words), status=503)
    mark(answer, error)
    return answer


def _page(request: HttpRequest, words: str) -> bytes:
    try:
        return render(request, "club/locked_out.html", {"words": words}).content
    except Error:  # the frame of a page asks the database too
        return words.encode()


def mark(answer: Any, error: BaseException | None) -> None:
    """Say on such an answer when to ask again, and to the middleware what it was, if the database was busy."""
    answer["Retry-After"] = str(RETRY_SECONDS[trouble_of(error)])
    answer.busy_state = state_of(error)
