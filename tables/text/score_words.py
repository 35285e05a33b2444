"""What the score sheet says whose script draws it: rows and royalties, or points; the script fills the places."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS = {
    "front": _("Front"),
    "middle": _("Middle"),
    "back": _("Back"),
    "order": _("%(row)s: tap the players from the best"),
    "earns": _("%(row)s of %(name)s earns"),
    "done": _("Every row is entered"),
    "tie": _("Tie with the last"),
    "scoops": _("Scoops"),
    "foul": _("Foul"),
    "surrenders": _("Surrenders"),
    "natural": _("Natural"),
    "playing": _("In fantasyland with"),
    "next": _("Earns fantasyland with"),
    "not": pgettext_lazy("fantasyland", "none"),
    "auto": pgettext_lazy("fantasyland", "by the rows"),
    "back_to_rows": _("Back to the rows"),
    "points": _("Points won"),
    "missing": _("Missing or too many: %(n)s"),
    "post": _("Post the hand"),
    "clear": _("Begin anew"),
    "fantasyland": _("Fantasyland, %(n)s cards"),
    "no_network": _("No network. The sheet is kept on this device; post it again when the network is back."),
    "why_missing": _("Say why the hand is corrected."),
}

# What earns royalties, as a key says it; a front says it itself, as QQ.
KINDS = {
    "pair": _("Pair"),
    "two pair": _("Two pair"),
    "trips": _("Trips"),
    "straight": _("Straight"),
    "flush": _("Flush"),
    "full house": _("Full house"),
    "quads": _("Quads"),
    "straight flush": _("Straight flush"),
    "royal flush": _("Royal flush"),
    "wheel": _("Wheel"),
}


def label_in_words(labels: list[str]) -> str:
    """What earns the points of a key: the one thing that does, or from which to which; nothing where that is no royalty."""
    listed = [str(KINDS.get(label, label)) for label in labels if label]
    if "" in labels or not listed:
        return ""
    return listed[0] if len(listed) == 1 else f"{listed[0]}–{listed[-1]}"
