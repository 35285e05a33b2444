"""What happened in an event, in words, and what of it can be taken back. Nothing here writes."""

from __future__ import annotations

from typing import Any

from tournaments.floor import inverse_actions, undo
from tournaments.log.events.hand_for_hand import HandPlayed
from tournaments.log.events.registry import CLASSES, event_of
from tournaments.log.state import RUNNING, State
from tournaments.models import Entry, LogEntry, Tournament


def history(tournament: Tournament, *, limit: int = 100) -> list[dict[str, Any]]:
    """What happened in words, the latest first; acts of the floor say whether they can be undone or done again."""
    state = State.from_json(tournament.snapshot)
    acts = undo.acts_of(tournament)
    told_lines = LogEntry.objects.filter(tournament=tournament, kind__in=[one.kind for one in CLASSES if one.narration])
    told_lines = told_lines.exclude(kind=HandPlayed.kind, data__is_round=True)
    lines = told_lines.select_related("by").order_by("-seq")[:limit]
    held = Entry.objects.filter(tournament=tournament).values_list("number", "player__nickname")
    names = dict(held)  # of those who are out of it too
    made, kept, groups = [], inverse_actions.standing(tournament), set[str]()
    for line in lines:
        act, event = acts.get(line.seq), event_of(line)
        group = inverse_actions.group_of(event)
        may = act is not None and state.status == RUNNING and act.is_as_left(state)
        made.append(
            {
                "line": line.seq,
                "kind": line.kind,
                "words": event.in_words(names.get(event.whose or 0, "–")),
                "why": event.reason,
                "by": "" if line.by is None else line.by.get_username(),
                "at": line.at,
                "is_undone": act is not None and not act.is_standing,
                "may_undo": act is not None and may and act.is_standing,
                "may_redo": act is not None and may and not act.is_standing,
                "back": inverse_actions.counter(state, event, is_last=group not in groups, kept=kept),
            }
        )
        groups.add(group)
    return made
