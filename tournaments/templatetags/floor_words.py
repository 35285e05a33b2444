"""Words on the floor's buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext_lazy

from tournaments.acts.registry import ACTS

register = template.Library()

# Things to do (by the kind that `tournaments.floor.floor_view` gives them) whose button says another word than their act.
DUE_BUTTONS = {
    "bubble": gettext_lazy("Begin"),
    "rebuy": gettext_lazy("Rebuy"),
    "called_off": gettext_lazy("Call again"),
}


@register.filter
def due_button(one: Mapping[str, Any]) -> str:
    """What the button of a thing to do says."""
    return str(DUE_BUTTONS.get(one["kind"]) or button(one["act"]))


@register.filter
def button(act: str) -> str:
    """What the button of an act says."""
    return str(ACTS[act].button)
