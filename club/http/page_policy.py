"""What a browser may do with what we send it: the Content Security Policy (django-csp) and the headers beside it.

A script runs if it carries the page's nonce, and a page's own policy is that of the first of `OTHERS` that its address begins
with, or that of the settings. What is no page may do nothing at all. What a page takes in as a part of itself (style sheets,
scripts, pictures of dots, fonts, what htmx puts into it) goes by the policy of that page, and is sent without one of its own: some
forty files of a first visit, and each answer of a hand, would say a kilobyte that no browser reads.
"""

from __future__ import annotations

import logging
import re
from typing import Any
from urllib.parse import urlsplit

from csp.constants import HEADER, NONCE, NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE, Nonce
from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from club.http import browser_origins
from engine.text_limits import BeyondBounds, Limits, read_json

log = logging.getLogger(__name__)

REPORTS = "/csp-reports/"
LARGEST_REPORT, MOST_REPORTS = 20_000, 60  # bytes; kept in a minute
REPORT = Limits(size=LARGEST_REPORT, parts=2_000)
# Pages of packages, whose scripts are files of ours but carry no nonce. The admin's are put together from attributes (Alpine)
# and styled by them; the API's reference styles itself and works in a worker. None of them shows what somebody else wrote as
# anything but text.
OTHERS: dict[str, dict[str, list[str | Nonce]]] = {
    "/admin/": {"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]},
    "/accounts/": {"script-src": [SELF, NONCE]},
    "/api/docs/": {"script-src": [SELF], "style-src": [SELF, UNSAFE_INLINE]},
    "/api/reference/": {"script-src": [SELF], "style-src": [SELF, UNSAFE_INLINE], "worker-src": ["blob:"]},
}
# Files and data, opened by themselves: a picture (SVG) keeps the colours that it brings.
NO_PAGE = (
    f"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; report-uri {REPORTS}"
)
# A script may be that of a worker, which then goes by this policy: the service worker imports and fetches what is ours, the
# worker that pages share hears the event streams.
OF_A_SCRIPT = (
    "default-src 'none'; script-src 'self'; connect-src 'self' {streams}; base-uri 'none'; report-uri " + REPORTS
)
# Static files of these kinds can only be parts of a page. A picture in SVG, opened by itself, is a page; and so is a worker.
PARTS = ("text/css", "text/javascript", "application/javascript", "image/png", "image/webp", "image/x-icon", "font/")
_OF_A_WORKER = re.compile(r"_worker(\.[0-9a-f]+)?\.js$")  # their names, with a digest or without
# What the browser would read of an answer that is a page alone (`SecurityMiddleware` says it of every one).
OF_A_PAGE = ("Referrer-Policy", "Cross-Origin-Opener-Policy")
NOT_OF_PIECES = ("X-Frame-Options", "Expires", "Content-Language", "Vary")
PIECES = "text/x-parts"  # the kind of `club.live.page_parts`, which no browser shows by itself
# What pages use: sound, the whole screen and a screen that stays on (the big clock), a link put into the clipboard.
USED = ("autoplay", "clipboard-write", "fullscreen", "screen-wake-lock")
UNUSED = (
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "serial",
    "usb",
    "window-management",
    "xr-spatial-tracking",
)
PERMISSIONS = ", ".join([*(f"{name}=(self)" for name in USED), *(f"{name}=()" for name in UNUSED)])


OF_EVERYBODY = ("image/", "font/", "text/css", "text/javascript")  # which says for itself who may keep it


class PagePolicy(CSPMiddleware):
    """Each answer's policy."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.get("Content-Type", "").partition(";")[0]
        if kind == PIECES:
            return _as_pieces(request, response)
        if _is_personal(request, kind):
            response.setdefault("Cache-Control", "no-store")
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if _is_part(request, kind):
            for name in OF_A_PAGE:
                response.headers.pop(name, None)
            if kind == "text/html":  # kept nowhere, so that the way back never opens it as a page
                response.setdefault("Cache-Control", "no-store")
            return response
        response.setdefault("Permissions-Policy", PERMISSIONS)
        if kind == "text/html":
            return super().process_response(request, response)
        # of what is no page, no policy is put together
        response.setdefault(HEADER, _of_a_script(request) if kind.endswith("/javascript") else NO_PAGE)
        return response

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        own = next((own for begin, own in OTHERS.items() if request.path.startswith(begin)), {})
        parts.replace = {**own, "frame-ancestors": _frames(response)}
        parts.update = {"connect-src": [_streams(request)]}
        return parts


def _is_personal(request: HttpRequest, kind: str) -> bool:
    """True of what is said to whoever came in: it is kept in no browser, where whoever comes after them would find it."""
    brought = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    return brought and not request.path.startswith(settings.STATIC_URL) and not kind.startswith(OF_EVERYBODY)


def _is_part(request: HttpRequest, kind: str) -> bool:
    """True of what a browser takes in as a part of a page: what htmx asked for (no address that is opened carries its header), and
    static files of some kinds, though never a worker's script."""
    if kind == "text/html" and request.headers.get("HX-Request"):
        return True
    is_file = request.path.startswith(settings.STATIC_URL)
    return is_file and kind.startswith(PARTS) and not _OF_A_WORKER.search(request.path)


def _as_pieces(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Pieces go by the policy of their page, are asked for by a header that no other site's page may send, and are kept nowhere: no
    more need be said of them but that they are what they say. Whole pages keep the cookie against forgery alive (a year); a hand
    has dozens of pieces."""
    for header in [*OF_A_PAGE, *NOT_OF_PIECES]:
        response.headers.pop(header, None)
    response.headers["Cache-Control"] = "no-store"
    name = settings.CSRF_COOKIE_NAME
    if name in response.cookies and response.cookies[name].value == request.COOKIES.get(name):
        del response.cookies[name]
    return response


def _of_a_script(request: HttpRequest) -> str:
    return OF_A_SCRIPT.format(streams=_streams(request))


def _frames(response: HttpResponseBase) -> list[str]:
    """Who may have the page in a frame: the sites that its view has named (`club.live.embedding`), or as it says it to browsers
    that know no policy."""
    if (named := getattr(response, "frame_ancestors", None)) is not None:
        return list(named)
    is_ours = getattr(response, "xframe_options_exempt", False) or response.get("X-Frame-Options") == "SAMEORIGIN"
    return [SELF if is_ours else NONE]


def _streams(request: HttpRequest) -> str:
    """The origin of the event streams, at the host by which the page was reached."""
    try:
        host = request.get_host()
    except DisallowedHost:  # refused already
        host = ""
    parts = urlsplit(browser_origins.streams_url(host))
    return f"{parts.scheme}://{parts.netloc}"


@csrf_exempt
@require_POST
def report(request: HttpRequest) -> HttpResponse:
    """A browser says what it refused on a page of ours: into the log, up to so many a minute."""
    body = request.read(LARGEST_REPORT + 1)
    if len(body) <= LARGEST_REPORT and _is_among_the_first():
        for what in _refused(body):
            log.warning("a browser refused: %s", what)
    return HttpResponse(status=204)


def _is_among_the_first() -> bool:
    cache.add("csp-reports", 0, 60)
    try:
        return cache.incr("csp-reports") <= MOST_REPORTS
    except ValueError:  # it has just run out
        return True


def _refused(body: bytes) -> list[str]:
    """What was refused by which directive on which page, of either form of report; nothing of what is no report."""
    try:
        told: Any = read_json(body.decode(), REPORT)
        reports = told if isinstance(told, list) else [told["csp-report"]]
        bodies = [one.get("body", one) for one in reports[:10]]
        return [
            " ".join(repr(str(one.get(name) or one.get(old) or "")[:200]) for name, old in _TOLD.items())
            for one in bodies
        ]
    except (BeyondBounds, ValueError, KeyError, TypeError, AttributeError):
        return []


# Members of a report, as they are called now and as they were.
_TOLD = {
    "effectiveDirective": "effective-directive",
    "blockedURL": "blocked-uri",
    "documentURL": "document-uri",
    "sourceFile": "source-file",
}

urlpatterns = [path(REPORTS.lstrip("/"), report, name="csp-reports")]
