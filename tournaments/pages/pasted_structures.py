"""The page on which a structure is pasted as text: each line with what was read in it, then the draft in the editor."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods

from club.base.errors import ClubError
from club.house.rights import page_needs
from club.text.messages import on_page
from tournaments.pages.structures import RIGHT, editor
from tournaments.structures import sheet_drafts
from tournaments.structures.pasted import plain_lines
from tournaments.structures.pasted.pasted_sheet import PastedSheet, read
from tournaments.structures.sheet_drafts import Draft

FIELDS = {"name": "", "game": "NLHE", "starting_chips": "", "table_size": "9", "text": ""}  # with what they begin with


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def paste(request: HttpRequest) -> HttpResponse:
    """A text read line by line; with `do` open what was read is a draft in the editor. Nothing is kept before it is saved."""
    typed = {name: str(request.POST.get(name, begun)) for name, begun in FIELDS.items()}
    pasted, error, status = None, "", 200
    if request.method == "POST":
        try:
            pasted = read(typed["text"])
            sheet = _sheet(pasted, typed)
            if request.POST.get("do") == "open":
                return editor(request, Draft.of(sheet))
        except ClubError as refusal:
            error, status = on_page(refusal), refusal.status
    context = {"typed": typed, "pasted": pasted, "error": error, "most": plain_lines.MOST_CHARACTERS}
    return render(request, "tournaments/paste.html", context, status=status)


def _sheet(pasted: PastedSheet, typed: dict[str, str]) -> dict[str, Any]:
    """The sheet of what was read and typed; what is typed goes before what the text states. Raises `ClubError`."""
    sheet = pasted.sheet()
    for name in ("starting_chips", "table_size"):
        value = sheet_drafts.whole(typed[name].strip().replace(",", ""), name)
        if value is not None:
            sheet[name] = value
    name = typed["name"].strip()
    return {"id": slugify(name)[:80], "name": name, "game": typed["game"].strip(), **sheet}


urlpatterns = [path("structures/paste/", paste, name="structure-paste")]
