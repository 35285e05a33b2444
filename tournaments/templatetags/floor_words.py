"""Words on the floor's buttons."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

register = template.Library()

# What the button of a thing to do says, by the kind that `tournaments.floor.floor_view` gives it.
DUE_BUTTONS = {
    "halt": gettext_lazy("Play on"),
    "finish": gettext_lazy("Pay"),
    "final_table": gettext_lazy("Draw"),
    "bubble": gettext_lazy("Begin"),
    "misses": gettext_lazy("Missed one"),
    "deal_stale": gettext_lazy("Call the deal off"),
    "rebuy": gettext_lazy("Rebuy"),
    "called_off": gettext_lazy("Call again"),
    "closing": gettext_lazy("Close registration"),
}


@register.filter
def due_button(kind: str) -> str:
    """What the button of a thing to do says."""
    return str(DUE_BUTTONS.get(kind) or _("Done"))
