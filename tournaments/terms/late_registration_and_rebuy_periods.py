"""Until when one may register, enter again, buy again or add on: by levels, by the breaks after them, by minutes or an instant.

Prizes that are locked, a deal that binds and the director's hand close all of it.

Clock arithmetic over the sheet and the fields of the event. Values in, values out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format

from club.base.phrases import gettext as _
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.models import Tournament
from tournaments.structures import clock, levels_and_breaks
from tournaments.structures.levels_and_breaks import Break, Item, Level
from tournaments.terms import event_kinds


class Window(NamedTuple):
    """Whether it is open now; when it opens or closes, where that is known; and what a page says of it."""

    is_open: bool
    words: str
    opens_at: datetime | None = None
    closes_at: datetime | None = None


class Until(NamedTuple):
    """What ends it, whichever comes first: a level, minutes on the clock since the start, an instant."""

    level: int | None = None
    minutes: int | None = None
    instant: datetime | None = None

    @property
    def is_told(self) -> bool:
        """False where nothing says that it goes on after the start."""
        return self != Until()


def late_until(tournament: Tournament) -> Until:
    """Until when registration goes on after the start, by the event's fields."""
    return Until(tournament.late_until_level, tournament.late_minutes, tournament.late_until)


def late_registration(tournament: Tournament, state: State, now: datetime) -> Window:
    """Registration: from its opening to the start, and on for those who come late."""
    if state.status == REGISTERING:
        if event_kinds.format_of(tournament).gathers and not late_until(tournament).is_told:
            return Window(False, _("Through its flights"))
        if tournament.opens_at is not None and now < tournament.opens_at:
            return Window(
                False, _("Opens %(when)s") % {"when": _shown(tournament.opens_at)}, opens_at=tournament.opens_at
            )
        return Window(True, _until_words(tournament, late_until(tournament)) or _("Until the start"))
    return _running(tournament, state, now, late_until(tournament))


def reentry(tournament: Tournament, state: State, now: datetime) -> Window:
    """Entering again: as late registration, or until a level of its own."""
    return _own(tournament, state, now, tournament.reentry_until_level)


def is_locked(tournament: Tournament, state: State) -> bool:
    """True once the prizes that are played for are locked: of a flight those of its last day."""
    if tournament.day_two is not None:
        return bool(tournament.pot.snapshot.get("prize_state", {}).get("lock"))
    return state.prize_state.lock is not None


def may_grow(tournament: Tournament, state: State, now: datetime) -> bool:
    """True while somebody may still enter, or enter again."""
    return late_registration(tournament, state, now).is_open or (
        bool(tournament.reentries) and reentry(tournament, state, now).is_open
    )


def rebuy(tournament: Tournament, state: State, now: datetime) -> Window:
    """Rebuys: as late registration, or until a level of their own."""
    return _own(tournament, state, now, tournament.rebuy_until_level)


def add_on(tournament: Tournament, state: State, now: datetime) -> Window:
    """Add-ons: in the break after a level, or any time until that break is over."""
    level = tournament.addon_until_level
    if level is None:
        return _own(tournament, state, now, None)
    found = _running(tournament, state, now, Until(level), has_break=True)
    if found.is_open and tournament.is_addon_in_break:
        items = levels_and_breaks.items(tournament.sheet)
        where = clock.moment(items, state.clock, now)
        if not isinstance(where.item, Break) or clock.level_at(items, where.index).number != level:
            return Window(False, _("In the break after level %(n)d") % {"n": level})
    return found


def is_settled(tournament: Tournament, state: State, now: datetime) -> bool:
    """True once nobody enters any more, nor buys anything: what is played for is known."""
    if may_grow(tournament, state, now):
        return False
    if tournament.rebuys and rebuy(tournament, state, now).is_open:
        return False
    return not tournament.addons or not _add_on_to_come(tournament, state, now)


def _add_on_to_come(tournament: Tournament, state: State, now: datetime) -> bool:
    """True until the last moment of the add-on is over, though it may not be open yet."""
    return _running(
        tournament,
        state,
        now,
        _of_add_on(tournament),
        has_break=None if tournament.addon_until_level is None else True,
    ).is_open


def _of_add_on(tournament: Tournament) -> Until:
    return late_until(tournament) if tournament.addon_until_level is None else Until(tournament.addon_until_level)


def closings(tournament: Tournament, state: State, now: datetime) -> list[dict[str, Any]]:
    """For pages and screens: what of registration, re-entry, rebuys and add-ons is open or to come, and until when.

    `what` late, re-entry, rebuy, add-on; `title` and `words` for people; `is_open` now; `closes_at` where the clock tells it.
    """
    found = [("late", _("Late registration"), late_registration(tournament, state, now))]
    if tournament.reentries:
        found.append(("re-entry", _("Re-entry"), reentry(tournament, state, now)))
    if tournament.rebuys:
        found.append(("rebuy", _("Rebuys"), rebuy(tournament, state, now)))
    if tournament.addons:
        found.append(("add-on", _("Add-on"), add_on(tournament, state, now)))
    made = []
    for what, title, window in found:
        is_told = window.is_open or (
            what == "add-on" and state.status == RUNNING and _add_on_to_come(tournament, state, now)
        )
        words = window.words
        if state.status == REGISTERING and what != "late":
            is_told, words = True, _planned(tournament, what)
        if is_told and words:
            told = {"what": what, "title": title, "words": words}
            made.append({**told, "is_open": window.is_open, "closes_at": window.closes_at})
    return made


def _planned(tournament: Tournament, what: str) -> str:
    """Before the start: until when it will be open; empty where the event does not say."""
    own = {
        "re-entry": tournament.reentry_until_level,
        "rebuy": tournament.rebuy_until_level,
        "add-on": tournament.addon_until_level,
    }[what]
    if own is None:
        return _until_words(tournament, late_until(tournament))
    if what == "add-on" and tournament.is_addon_in_break:
        return _("In the break after level %(n)d") % {"n": own}
    return _until_words(tournament, Until(own), has_break=True if what == "add-on" else None)


def _own(tournament: Tournament, state: State, now: datetime, level: int | None) -> Window:
    return _running(tournament, state, now, late_until(tournament) if level is None else Until(level))


def _running(
    tournament: Tournament,
    state: State,
    now: datetime,
    until: Until,
    *,
    has_break: bool | None = None,
) -> Window:
    with_break = tournament.is_break_late if has_break is None else has_break
    deal = state.prize_state.deal
    is_settled = state.is_closed or is_locked(tournament, state) or (deal is not None and deal.is_binding)
    if state.status != RUNNING or is_settled or not until.is_told:
        return Window(False, _("Closed") if state.status != REGISTERING else "")
    ends = [] if until.instant is None else [until.instant]
    for left in _seconds_left(tournament, state, until, now, with_break=with_break):
        if left <= 0:
            return Window(False, _("Closed"))
        if state.clock.paused is None:
            ends.append(now + timedelta(seconds=left))
    closes_at = min(ends, default=None)
    if closes_at is not None and closes_at <= now:
        return Window(False, _("Closed"), closes_at=closes_at)
    return Window(True, _until_words(tournament, until, has_break=has_break), closes_at=closes_at)


def _seconds_left(
    tournament: Tournament, state: State, until: Until, now: datetime, *, with_break: bool
) -> Iterator[float]:
    """What the clock still has to run by the level and by the minutes; nothing of a level that the director ends."""
    if until.level is not None:
        items = levels_and_breaks.items(tournament.sheet)
        left = left_of(items, state.clock, until.level, now, with_break=with_break)
        if left is not None:
            yield left
    if until.minutes is not None:
        yield until.minutes * 60 - state.clock.seconds(now)


def left_of(
    items: Sequence[Item], running: clock.Clock, level: int, now: datetime, *, with_break: bool
) -> float | None:
    """Seconds until that level is over (with the break after it); None where the director ends it, 0 or less if it is."""
    last = _last_item(items, level, with_break=with_break)
    where = clock.moment(items, running, now)
    if where.index > last:
        return 0.0
    total = where.left
    for index in range(where.index + 1, last + 1):
        length = clock.duration(items, running, index, 0.0)
        if total is None or length is None:
            return None
        total += length
    return total


def _last_item(items: Sequence[Item], level: int, *, with_break: bool) -> int:
    """The index of the level, or of the break after it; of the last item if there are not so many levels."""
    found = next((at for at, item in enumerate(items) if isinstance(item, Level) and item.number == level), None)
    if found is None:
        return len(items) - 1
    return found + 1 if with_break and found + 1 < len(items) and isinstance(items[found + 1], Break) else found


def _until_words(tournament: Tournament, until: Until, *, has_break: bool | None = None) -> str:
    words, level = [], until.level
    if level is not None:
        items = levels_and_breaks.items(tournament.sheet)
        with_break = tournament.is_break_late if has_break is None else has_break
        last = items[_last_item(items, level, with_break=with_break)]
        if isinstance(last, Break):
            words.append(_("Until the end of the break after level %(n)d") % {"n": level})
        else:
            words.append(_("Until the end of level %(n)d") % {"n": level})
    if until.minutes is not None:
        words.append(_("For %(n)d minutes from the start") % {"n": until.minutes})
    if until.instant is not None:
        words.append(_("Until %(when)s") % {"when": _shown(until.instant)})
    return " · ".join(words)


def _shown(at: datetime) -> str:
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")
