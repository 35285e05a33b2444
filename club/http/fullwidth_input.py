"""Forms typed with the full-width keyboard left on are understood, on every page at once."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict

from club.base.names import keyed
from club.http.text_validation import is_impossible

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def understand_full_width(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a field that holds nothing but letters, digits and signs is read as if typed half-width.

    Text with kana or characters in it is left as it is, and so are passwords, which are hashed as typed. Text that
    nothing could keep (a NUL) is refused with 400, in an address too.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        if is_impossible(request.path_info):
            raise BadRequest("the address holds a NUL or half of a surrogate pair")
        if request.method == "POST" and request.content_type in FORMS:
            request.POST = _understood(request.POST)  # type: ignore[assignment]  # Django's own type is the immutable one
        if request.GET:
            request.GET = _understood(request.GET)  # type: ignore[assignment]
        return get_response(request)

    return handle


def _understood(given: QueryDict) -> QueryDict:
    if any(is_impossible(text) for name, texts in given.lists() for text in (name, *texts)):
        raise BadRequest("a field holds a NUL or half of a surrogate pair")
    if all(text.isascii() for _name, texts in given.lists() for text in texts):
        return given
    told = given.copy()
    for name, texts in told.lists():
        if "password" not in name:
            told.setlist(name, [keyed(text) for text in texts])
    told._mutable = False
    return told
