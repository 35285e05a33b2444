"""The operator's manual (docs/manual) as pages of the club, in the reader's language; the "?" of each page leads to its chapter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

CHAPTERS = (
    "index", "first-evening", "cash-table", "tournament", "chinese", "desk", "members", "house-rules", "mistakes", "phones",
    "backup", "upgrade", "moving",
)  # fmt: skip
# Where a page's "?" leads, by the beginning of its path; the longest that fits.
OF_PATHS = {
    "/tables/": "cash-table",
    "/hands/": "cash-table",
    "/jackpots/": "desk",
    "/integrity/": "members",
    "/chat/": "cash-table",
    "/rulings/": "mistakes",
    "/tournaments/": "tournament",
    "/structures/": "tournament",
    "/leagues/": "tournament",
    "/seasons/": "tournament",
    "/reception/": "tournament",
    "/desk/": "desk",
    "/books/": "desk",
    "/chips/": "desk",
    "/people/": "members",
    "/conduct/": "members",
    "/me/": "members",
    "/card/": "members",
    "/join/": "members",
    "/players/": "members",
    "/house-rules/": "house-rules",
    "/gallery/": "house-rules",
    "/rules/": "house-rules",
    "/audit-log/": "mistakes",
    "/staff-acts/": "mistakes",
    "/club/": "first-evening",
    "/club/sign-in/": "members",
    "/first-evening/": "first-evening",
    "/phones/": "phones",
    "/screens/": "phones",
}
# The same for pages whose chapter shows further on in their path.
OF_PATTERNS = (
    (re.compile(r"^/(tables/\d+/scores|hands/\d+/(correct|take-back))/"), "chinese"),
    (re.compile(r"^/tournaments/\d+/(clock|screen)/"), "phones"),
)
_HEADING = re.compile(r"<h1>(.*?)</h1>\s*", re.DOTALL)


@dataclass(frozen=True)
class Chapter:
    """One chapter in one language: its title, and the rest as HTML."""

    title: str
    body: SafeString


def folder() -> Path:
    """Where the manual stands: a folder for each language, and the pictures of both."""
    return Path(settings.BASE_DIR) / "docs" / "manual"


@cache
def chapters(language: str) -> dict[str, Chapter]:
    """Every chapter in that language, by name and in order."""
    return {name: _read(folder() / language / f"{name}.md") for name in CHAPTERS}


def chapter_of(address: str) -> str:
    """The chapter that speaks of the page at that path."""
    for pattern, chapter in OF_PATTERNS:
        if pattern.match(address):
            return chapter
    fitting = [one for one in OF_PATHS if address.startswith(one)]
    return OF_PATHS[max(fitting, key=len)] if fitting else "index"


def _read(file: Path) -> Chapter:
    from markdown_it import MarkdownIt  # which only pages of text need

    rendered = MarkdownIt("commonmark", {"html": False}).enable("table").render(file.read_text(encoding="utf-8"))
    title = _HEADING.search(rendered)
    body = _HEADING.sub("", rendered, count=1)
    body = re.sub(r'href="([\w-]+)\.md"', lambda found: f'href="{_address(found[1])}"', body)
    body = re.sub(r'src="\.\./pictures/([\w-]+\.png)"', lambda found: f'src="{_picture(found[1])}"', body)
    return Chapter(title[1] if title else file.stem, mark_safe(body))


def _address(name: str) -> str:
    return reverse("manual") if name == "index" else reverse("manual-chapter", args=[name])


def _picture(name: str) -> str:
    return reverse("manual-picture", args=[name])


@require_GET
def manual(request: HttpRequest, name: str = "index") -> HttpResponse:
    """A chapter of the manual."""
    language = get_language() or "en"
    found = chapters("ja" if language == "ja" else "en")
    if name not in found:
        raise Http404
    context = {
        "chapter": found[name],
        "name": name,
        "chapters": [(one, each.title, _address(one)) for one, each in found.items()],
    }
    return render(request, "club/manual.html", context)


@require_GET
def picture(request: HttpRequest, name: str) -> HttpResponseBase:
    """A picture of the manual."""
    file = folder() / "pictures" / name
    if not re.fullmatch(r"[\w-]+\.png", name) or not file.is_file():
        raise Http404
    return FileResponse(file.open("rb"), content_type="image/png", headers={"Cache-Control": "public, max-age=3600"})


urlpatterns = [
    path("manual/", manual, name="manual"),
    path("manual/<slug:name>/", manual, name="manual-chapter"),
    path("manual/pictures/<str:name>", picture, name="manual-picture"),
]
