"""The sets that come with Cardhouse, in the form in which clubs share theirs; signed by nobody, since they come from nowhere else.

Those of house rules hold what their sources say and nothing besides; `sources` names them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop as _

from club.house import house_rules
from engine.text_limits import read_json
from tournaments.base.errors import Refused
from tournaments.gallery.signed_files import SharedSet, checked
from tournaments.messages.gallery import GalleryText
from tournaments.structures import sheet_import

DATA = Path(__file__).parent / "data" / "ready_sets.json"  # rules and sheets by the name of their set
_MADE = {"author": "Cardhouse", "club": "Cardhouse", "licence": "CC0-1.0", "date": "2026-11-28"}
# Title and sources of each set, in English, marked for the catalogue.
WORDS = {
    "wsop": (
        _("WSOP 2024 rules"),
        _(
            "WSOP Live Action Rules 2024, rules 126, 129 and 149, and Tournament Rules 2024, rules 73, 96 and 100-b; at "
            "several tables as at the WSOP 2011."
        ),
    ),
    "tda-2024": (_("TDA 2024 rules"), _("The rules of the Poker TDA of 2024, where they differ from the defaults.")),
    "documents": (_("House documents"), _("The written rules of clubs, where they differ from the defaults.")),
    "jopt": (
        _("Japanese tournament rooms"),
        _(
            "JOPT: fractions of chips are rounded up without a race (so Amagasaki too), a new table deals once half its seats or "
            "three players are there, nobody withdraws after the start."
        ),
    ),
    "apt": (
        _("Asian Poker Tour"),
        _(
            "APT Tournament Rules: those of the Poker TDA of 2024; before, by cards for the button of the first hand and after "
            "redraws (2017). Besides, APT Manila 2024: a stack may be given up to enter again; APT Da Nang 2022: nine at the final "
            "table, tables differ by two above six tables."
        ),
    ),
    "apt-manila-2024": (
        _("APT Manila 2024 Zodiac Classic, levels 1 to 13"),
        _(
            "The event's page at theasianpokertour.com, of its first day; the later levels are not there, so the sheet is a part."
        ),
    ),
    "wsop-2019": (
        _("WSOP Main Event 2019, levels 1 to 6"),
        _("An article of PocketFives; the later levels are not known, so the sheet is a part."),
    ),
    "club-structures": (_("Club structures"), _("The structures with which Cardhouse begins.")),
}
_PRESETS = ("tda-2024", "documents")


@cache
def ready_sets() -> dict[str, SharedSet]:
    """Every set that comes with Cardhouse, by its name."""
    contents: dict[str, dict[str, Any]] = read_json(DATA.read_text(encoding="utf-8"))
    for name in _PRESETS:
        contents[name] = {
            "rules": {full: rule.presets[name] for full, rule in house_rules.all_rules() if name in rule.presets}
        }
    contents["apt"]["rules"] = contents["tda-2024"]["rules"] | contents["apt"]["rules"]
    contents["club-structures"] = {"structures": sheet_import.read(sheet_import.OWN)}
    return {
        name: checked({**_MADE, "title": title, "sources": sources, **contents[name]})
        for name, (title, sources) in WORDS.items()
    }


def ready_set(name: str) -> SharedSet:
    """The set of that name. Raises `Refused` (404)."""
    found = ready_sets().get(name)
    if found is None:
        raise Refused("unknown_set", GalleryText.NO_SET(name=name[:60], known=[*ready_sets()]), 404)
    return found
