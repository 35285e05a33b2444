"""What is played for, in words: the pot, and the main pot and side pots it is parted into once somebody is all-in.

The felt shows it while bets come and while an all-in hand runs out, and who hears the table is told it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from club.base.phrases import gettext as _
from tables.text.outcome_words import pot_name


def parts(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The main pot and each side pot, `name` and `chips`, and what goes back uncalled; none while there is one pot, or nobody is
    all-in.

    A hand that is over is told as it ran out, when what nobody called had gone back.
    """
    told, is_over = view["pots"], view["over"]
    if len(told) < 2 or not (is_over or any(seat["all_in"] for seat in view["seats"])):
        return []
    found = [{"name": pot_name(at, len(told)), "chips": pot["amount"]} for at, pot in enumerate(told)]
    besides = 0 if is_over else view["pot"] - sum(pot["amount"] for pot in told)
    if besides and besides != sum(seat["bet"] for seat in view["seats"]):  # bets that lie there may still be called
        found.append({"name": _("Uncalled"), "chips": besides})
    return found


def aloud(view: Mapping[str, Any]) -> str:
    """The same as sentences."""
    told = [{"name": _("Pot"), "chips": view["pot"]}, *parts(view)]
    return " ".join(_("%(what)s.") % {"what": f"{one['name']} {one['chips']:,}"} for one in told)
