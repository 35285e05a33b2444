"""The draw sheet of an event in rounds: who met whom, who went on, and the matches to come. Nothing here writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.log.events.draws_and_hands import RoundDrawn, RoundTakenBack, Started
from tournaments.log.events.registry import event_of
from tournaments.log.state import State
from tournaments.models import LogEntry, Tournament
from tournaments.seating.brackets import Stage


def rounds(tournament: Tournament, state: State, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """The rounds in their order, each with its tables: {players: [{entry, name, is_through, is_out}], is_bye}.

    Of a bracket those that are not drawn yet too, without players. Empty for an event that is not played in rounds.
    """
    if state.stage is None:
        return []
    drawn = _stages(tournament)
    made = []
    for at, stage in enumerate(drawn):
        if at + 1 < len(drawn):
            through = {entry for group in drawn[at + 1].groups for entry in group}
        else:
            through = _through(stage, state)
        tables = [_table(group, through, state, names, is_bye=group[0] in stage.byes) for group in stage.groups]
        made.append({"number": stage.number, "is_final": stage.is_final, "tables": tables})
    if tournament.format == Tournament.Format.BRACKET:
        made += _to_come(drawn[-1])
    return made


def _stages(tournament: Tournament) -> list[Stage]:
    """The rounds as they were drawn, from the first; without one whose draw was taken back."""
    kinds = (Started.kind, RoundDrawn.kind, RoundTakenBack.kind)
    lines = LogEntry.objects.filter(tournament=tournament, kind__in=kinds).order_by("seq")
    if tournament.seen_until is not None:
        lines = lines.filter(at__lte=tournament.seen_until)
    drawn: list[Stage] = []
    for one in map(event_of, lines):
        if isinstance(one, RoundTakenBack):
            drawn.pop()
        elif isinstance(one, Started | RoundDrawn) and one.stage:
            drawn.append(one.stage)
    return drawn


def _through(stage: Stage, state: State) -> set[int]:
    """Who of the round being played goes on for certain, or has won."""
    alive = {entry for entry, place in state.entries.items() if not place.is_out or place.best == 1}
    done = [group for group in stage.groups if stage.is_done(group, alive)]
    return {entry for group in done for entry in group if entry in alive}


def _table(
    group: tuple[int, ...], through: set[int], state: State, names: Mapping[int, str], *, is_bye: bool
) -> dict[str, Any]:
    decided = any(entry in through for entry in group)
    players = [
        {
            "entry": entry,
            "name": names.get(entry, "–"),
            "is_through": entry in through,
            "is_out": decided and entry not in through,
        }
        for entry in group
    ]
    return {"players": players, "is_bye": is_bye}


def _to_come(stage: Stage) -> list[dict[str, Any]]:
    made, matches, number = [], len(stage.groups) // 2, stage.number + 1
    while matches:
        tables = [{"players": [], "is_bye": False} for _each in range(matches)]
        made.append({"number": number, "is_final": matches == 1, "tables": tables})
        matches, number = matches // 2, number + 1
    return made
