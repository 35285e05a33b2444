"""The buttons of the director's remote: each is an act of the floor, on record and undone like any other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from club.models import User
from engine.text_limits import whole
from tournaments.base.errors import Refused
from tournaments.floor import clock_by_hand, undo
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.screens import director_message
from tournaments.structures import levels_and_breaks
from tournaments.structures.clock import level_at, moment

A_MINUTE = 60


def press(tournament: Tournament, told: Mapping[str, Any], *, now: datetime, by: User | None, source: str) -> None:
    """Press a button: pause, resume, end-break, next, previous, plus, minus, message (`words`), undo (`line`).

    Raises `Refused` for a button that is none, and what the act itself refuses.
    """
    how: dict[str, Any] = {"now": now, "by": by, "source": source}
    button = str(told.get("button", ""))
    plain = {
        "pause": clock_by_hand.pause,
        "resume": clock_by_hand.resume,
        "end-break": clock_by_hand.end_break,
    }
    if button in plain:
        plain[button](tournament.pk, **how)
    elif button in ("next", "previous"):
        clock_by_hand.set_level(tournament.pk, _level(tournament, now) + (1 if button == "next" else -1), **how)
    elif button in ("plus", "minus"):
        clock_by_hand.adjust(tournament.pk, A_MINUTE if button == "plus" else -A_MINUTE, **how)
    elif button == "message":
        director_message.show(tournament.pk, str(told.get("words", "")), **how)
    elif button == "undo" and (line := whole(str(told.get("line", "")), 9)) is not None:
        undo.undo(tournament.pk, line, **how)
    else:
        raise Refused("unknown_button", _("There is no such button."), 422)


def _level(tournament: Tournament, now: datetime) -> int:
    """The number of the level that is on; in a break that of the level before it."""
    items = levels_and_breaks.items(tournament.sheet)
    return level_at(items, moment(items, State.from_json(tournament.snapshot).clock, now).index).number
