"""How the big screen is arranged: which cells stand where, the sponsor's line, a picture, and which tones warn.

An event has the club's layout until it is given one of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils.translation import gettext_lazy as _

from club.base import pictures
from club.base.phrases import gettext
from club.house import audit_log
from club.models import User
from tournaments.base.errors import Refused
from tournaments.models import ScreenLayout, Tournament

CELLS: Mapping[str, Any] = {
    "players": _("Players left"),
    "flights": _("Entries of all flights"),
    "paid": _("Places paid"),
    "jump": _("Next pay jump"),
    "average": _("Average stack"),
    "chips": _("Chips in play"),
    "moved": _("Moves"),
    "prizes": _("Prizes"),
    "picture": _("Picture"),
    "closings": _("Until when one may enter and buy"),
    "break": _("Next break"),
    "sponsor": _("Sponsor's line"),
    "time": _("Time of day"),
}
PLACES: Mapping[str, Any] = {"left": _("on the left"), "right": _("on the right"), "foot": _("at the foot")}
USUAL = {
    "left": ("players", "flights", "paid", "jump", "average", "chips"),
    "right": ("picture", "moved", "prizes"),
    "foot": ("closings", "break", "sponsor", "time"),
}
# By signal; the tones are those of `clock_warnings.js`.
SIGNALS: Mapping[str, Any] = {"level": _("End of level"), "minute": _("One minute left"), "break": _("Break over")}
TONES: Mapping[str, Any] = {
    "silent": _("silent"),
    "beeps": _("two beeps"),
    "rising": _("three rising tones"),
    "chime": _("chime"),
    "horn": _("horn"),
    "bell": _("bell"),
}
USUAL_SOUNDS = {"level": "rising", "minute": "beeps", "break": "chime"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What stands on a screen. cells: by place, in order; picture: the version of the picture, 0 if there is none."""

    cells: Mapping[str, tuple[str, ...]]
    sounds: Mapping[str, str]
    sponsor: str = ""
    picture: int = 0
    row: int = 0

    def place_of(self, cell: str) -> str:
        """The place of a cell; empty if it does not stand on the screen."""
        return next((place for place, cells in self.cells.items() if cell in cells), "")


DEFAULT = Layout(cells=USUAL, sounds=USUAL_SOUNDS)


def of(tournament: Tournament | None) -> Layout:
    """The layout of that event, else the club's, else the usual one. Of None: the club's."""
    has_picture = ExpressionWrapper(~Q(picture=b""), output_field=BooleanField())
    rows = ScreenLayout.objects.defer("picture").annotate(has_picture=has_picture)
    wanted = Q(tournament=None) if tournament is None else Q(tournament=None) | Q(tournament=tournament)
    found = {row.tournament_id: row for row in rows.filter(wanted)}
    row = found.get(None if tournament is None else tournament.pk) or found.get(None)
    return DEFAULT if row is None else _read(row, row.has_picture)  # type: ignore[attr-defined]  # annotated


def has_own(tournament: Tournament | None) -> bool:
    """True if the event, or the club, has a layout of its own."""
    return ScreenLayout.objects.filter(tournament=tournament).exists()


def picture(row: int) -> bytes:
    """The PNG of a layout; empty if there is none."""
    held = ScreenLayout.objects.filter(pk=row).values_list("picture", flat=True).first()
    return bytes(held or b"")


def arrange(
    tournament: Tournament | None,
    layout: Layout,
    *,
    file: IO[bytes] | None = None,
    drops_picture: bool = False,
    by: User | None,
    source: str = "",
    now: datetime,
) -> Layout:
    """Keep a layout, of an event or of the club; the picture stays unless another `file` is given or it is dropped.

    Raises `Refused` for a cell, a place, a signal or tones that there are not, a line too long, or a file that is no picture.
    """
    _check(layout)
    new_picture = None if file is None else pictures.as_png(pictures.read(file, "picture"), "picture")
    with transaction.atomic():
        stored = ScreenLayout.objects.select_for_update().filter(tournament=tournament).first()
        stored = stored or ScreenLayout(tournament=tournament)
        stored.cells = {place: list(cells) for place, cells in layout.cells.items()}
        stored.sounds, stored.sponsor, stored.changed_at = dict(layout.sounds), layout.sponsor.strip(), now
        stored.picture = b"" if drops_picture else bytes(stored.picture) if new_picture is None else new_picture
        stored.save()
        _record(
            tournament, {"cells": stored.cells, "sounds": stored.sounds, "sponsor": stored.sponsor}, by, source, now
        )
    return _read(stored, bool(stored.picture))


def give_back(tournament: Tournament | None, *, by: User | None, source: str = "", now: datetime) -> None:
    """Let go of a layout of its own: an event's is the club's then, the club's the usual one."""
    with transaction.atomic():
        count, _rows = ScreenLayout.objects.filter(tournament=tournament).delete()
        if count:
            _record(tournament, None, by, source, now)


def _record(tournament: Tournament | None, after: Any, by: User | None, source: str, now: datetime) -> None:
    subject = "club" if tournament is None else tournament.owner
    audit_log.record("screen.arranged", by=by, subject=subject, after=after, source=source, now=now)


def read(posted: Mapping[str, str]) -> Layout:
    """The layout of a form: of each cell its place (``cell-prizes``) and its order there (``order-prizes``), of each signal
    its tones (``sound-level``), and the sponsor's line."""
    order = {cell: _number(posted.get(f"order-{cell}", ""), at) for at, cell in enumerate(CELLS, 1)}
    asked = {cell: posted.get(f"cell-{cell}", "") for cell in CELLS}
    cells = {
        place: tuple(sorted((cell for cell in CELLS if asked[cell] == place), key=order.__getitem__))
        for place in PLACES
    }
    sounds = {signal: posted.get(f"sound-{signal}", usual) for signal, usual in USUAL_SOUNDS.items()}
    return Layout(cells=cells, sounds=sounds, sponsor=posted.get("sponsor", ""))


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else otherwise


def _read(row: ScreenLayout, has_picture: bool) -> Layout:
    """The layout of a row; cells and tones that there are no more are left out."""
    cells = {place: tuple(cell for cell in row.cells.get(place, ()) if cell in CELLS) for place in PLACES}
    sounds = {signal: row.sounds.get(signal, usual) for signal, usual in USUAL_SOUNDS.items()}
    version = int(row.changed_at.timestamp()) if has_picture else 0
    return Layout(cells=cells, sounds=sounds, sponsor=row.sponsor, picture=version, row=row.pk)


def _check(layout: Layout) -> None:
    named = [cell for cells in layout.cells.values() for cell in cells]
    strange = [cell for cell in named if cell not in CELLS] + [place for place in layout.cells if place not in PLACES]
    strange += [tones for tones in layout.sounds.values() if tones not in TONES]
    if strange or len(set(named)) != len(named) or set(layout.sounds) != set(SIGNALS):
        words = gettext("A screen has these cells, each once: %(known)s.")
        raise Refused("bad_screen", words % {"known": ", ".join(map(str, CELLS.values()))}, 422, field="cells")
    if len(layout.sponsor.strip()) > 120:
        raise Refused("bad_screen", gettext("The sponsor's line has at most %(most)d characters.") % {"most": 120}, 422)
