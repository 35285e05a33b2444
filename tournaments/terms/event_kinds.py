"""Kinds of events as data: when one starts by itself, what its first draw is, how the tables of a round follow one another.

A new start is one entry of `STARTS`, a new format one of `FORMATS`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from tournaments.base.errors import Refused
from tournaments.log import tournament_rules
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.models.kinds import KindFields
from tournaments.seating import brackets
from tournaments.seating.brackets import Drawn, Stage
from tournaments.seating.seat_draw import Draw, draw, with_held

FIELDS = tuple(field.name for field in KindFields._meta.fields)
LEAST = 2  # players that any event needs
# What lets somebody in after the start, or in again: rounds have no seats for them.
LATE = ("late_until_level", "late_minutes", "late_until", "reentries", "rebuys", "addons", "max_tables")


Held = Mapping[int, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class First:
    """The first draw: seats, and the round they make where play is in rounds. Who has a bye is in the round alone."""

    seats: Drawn
    stage: Stage | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """How the tables of an event go on.

    first: the draw at the start, from the entries, the seats that are held, seats a table, how many go on, the lot, and how
    the house draws.
    following: the tables of the next round, from those who go on, seats a table and the lot; None: no rounds.
    """

    first: Callable[[Sequence[int], Held, int, int, random.Random, Draw], First]
    following: Callable[[Sequence[int], int, random.Random], tuple[tuple[int, ...], ...]] | None = None
    table_size: int | None = None
    carries: bool = True  # stacks may be carried to the next round
    gathers: bool = False  # it is the Day 2 of flights


def _one_field(entries: Sequence[int], held: Held, size: int, advance: int, rng: random.Random, how: Draw) -> First:
    return First(with_held(draw(entries, size, rng, how), held, size, rng))


def _tables(entries: Sequence[int], held: Held, size: int, advance: int, rng: random.Random, how: Draw) -> First:
    drawn = _one_field(entries, held, size, advance, rng, how).seats
    return First(drawn, Stage(1, brackets.by_table(drawn), advance))


def _survivors(entries: Sequence[int], held: Held, size: int, advance: int, rng: random.Random, how: Draw) -> First:
    if len(entries) == 1:
        return First([(entries[0], 1, 1)])  # a single survivor has won, and sits down for it
    return _one_field(entries, held, size, advance, rng, how)


def _matches(entries: Sequence[int], held: Held, size: int, advance: int, rng: random.Random, how: Draw) -> First:
    groups = brackets.bracket(entries, rng)
    return First(brackets.seats_of(groups, 2, rng), Stage(1, groups))


def _drawn_anew(entries: Sequence[int], size: int, rng: random.Random) -> tuple[tuple[int, ...], ...]:
    return brackets.by_table(draw(entries, size, rng))


def _next_matches(entries: Sequence[int], size: int, rng: random.Random) -> tuple[tuple[int, ...], ...]:
    return brackets.paired(entries)


FORMATS: dict[str, Format] = {
    KindFields.Format.FIELD: Format(_one_field),
    KindFields.Format.SHOOT_OUT: Format(_tables, _drawn_anew),
    KindFields.Format.BRACKET: Format(_matches, _next_matches, table_size=2, carries=False),
    KindFields.Format.DAY_TWO: Format(_survivors, gathers=True),
}


def _at_its_hour(tournament: Tournament, entered: int, now: datetime) -> bool:
    return _is_past_its_hour(tournament, now) and entered >= least_players(tournament, entered)


def _is_past_its_hour(tournament: Tournament, now: datetime) -> bool:
    return tournament.starts_at is not None and tournament.starts_at <= now


def least_players(tournament: Tournament, entered: int) -> int:
    """How many players the event needs to start, where so many have entered: fewer than its fewest if the house begins then."""
    if entered >= tournament.min_players:
        return tournament.min_players
    rule = tournament_rules.in_force(tournament, None).too_few
    begins = rule == tournament_rules.GOES_ON or (rule == tournament_rules.AT_THE_CLOSE and is_entered_late(tournament))
    return LEAST if begins else tournament.min_players


def is_entered_late(tournament: Tournament) -> bool:
    """True if registration goes on after the start, by the event's own fields."""
    return any(getattr(tournament, name) is not None for name in ("late_until_level", "late_minutes", "late_until"))


def is_to_be_called_off(tournament: Tournament, state: State, now: datetime) -> bool:
    """True if the hour of the event has come, too few have entered, and the house calls it off then."""
    if tournament.starts_when != KindFields.StartsWhen.HOUR or not _is_past_its_hour(tournament, now):
        return False
    if len(state.entries) >= tournament.min_players:
        return False
    rule = tournament_rules.in_force(tournament, None).too_few
    closes_now = rule == tournament_rules.AT_THE_CLOSE and not is_entered_late(tournament)
    return rule == tournament_rules.CALLED_OFF or closes_now


def _when_full(tournament: Tournament, entered: int, now: datetime) -> bool:
    return tournament.max_players is not None and entered >= tournament.max_players


STARTS: dict[str, Callable[[Tournament, int, datetime], bool]] = {
    KindFields.StartsWhen.HOUR: _at_its_hour,
    KindFields.StartsWhen.FULL: _when_full,
}


def format_of(tournament: Tournament) -> Format:
    """How the tables of this event go on."""
    return FORMATS[tournament.format]


def is_due(tournament: Tournament, state: State, now: datetime) -> bool:
    """True if the event, open for registration, starts by itself now."""
    return STARTS[tournament.starts_when](tournament, len(state.entries), now)


def settled(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that follow from the kind of an event, whatever was typed."""
    made: dict[str, Any] = {}
    if chosen.get("starts_when") == KindFields.StartsWhen.FULL:
        made["min_players"] = chosen["max_players"]
    kind = FORMATS[str(chosen.get("format") or KindFields.Format.FIELD)]
    if kind.table_size is not None:
        made["table_size"] = kind.table_size
    return made


def check(chosen: Mapping[str, Any], size: int) -> None:
    """Refuse fields that do not go with the kind of an event of so many seats a table. Raises `Refused`."""
    if chosen.get("starts_when") == KindFields.StartsWhen.FULL:
        if not chosen.get("max_players"):
            words = _("A sit-and-go starts when it is full: state the most players.")
            raise Refused("no_most_players", words, 422, field="max_players")
        if chosen.get("starts_at") is not None:
            raise Refused("has_hour", _("A sit-and-go has no hour: leave it out."), 422, field="starts_at")
        if chosen.get("needs_check_in"):
            words = _("A sit-and-go starts with its last entry: nobody checks in.")
            raise Refused("no_check_in", words, 422, field="needs_check_in")
    elif chosen.get("reopens"):
        raise Refused("no_reopening", _("Only a sit-and-go opens again by itself."), 422, field="reopens")
    kind = FORMATS[str(chosen.get("format") or KindFields.Format.FIELD)]
    if kind.following is not None:
        _check_rounds(chosen, kind, size)


def _check_rounds(made: Mapping[str, Any], kind: Format, size: int) -> None:
    for name in LATE:
        if made.get(name):
            words = _("Shoot-outs and brackets are freeze-outs, without late registration.")
            raise Refused("not_in_rounds", words, 422, field=name)
    if made.get("needs_check_in"):
        words = _("The draw of rounds is of everybody who entered: nobody checks in.")
        raise Refused("not_in_rounds", words, 422, field="needs_check_in")
    if made.get("cards") == Tournament.Cards.MIXED:
        words = _("The tables of rounds are all dealt by the server, or all real.")
        raise Refused("not_in_rounds", words, 422, field="cards")
    if not kind.carries and made.get("round_stacks") == KindFields.RoundStacks.CARRIED:
        words = _("Every match of a bracket begins with equal stacks, since some have a bye.")
        raise Refused("not_in_rounds", words, 422, field="round_stacks")
    if kind.table_size is None and (made.get("advance") or 1) >= size:
        words = _("Fewer go on from a table than sit at it.")
        raise Refused("too_many_go_on", words, 422, field="advance")
