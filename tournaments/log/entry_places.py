"""Where entries are, changed: seats given, places counted. What the events of the log share. Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.log.flight_places import elimination_numbers
from tournaments.log.state import Place, State
from tournaments.seating.places_of_knockouts import RoundRank, in_round


class Draft(dict[int, Place]):
    """Entries that only one batch of lines can see: changed in place, where a copy a line would cost their number each time.

    is_unranked: somebody came back, in or out, and the places are to be counted anew once they are looked at (`counted`).
    """

    is_unranked = False


def put(entries: Mapping[int, Place], changed: Mapping[int, Place]) -> Mapping[int, Place]:
    """The same with those places."""
    if isinstance(entries, Draft):
        entries.update(changed)
        return entries
    return {**entries, **changed}


def dropped(entries: Mapping[int, Place], entry: int) -> Mapping[int, Place]:
    """The same without an entry."""
    if isinstance(entries, Draft):
        del entries[entry]
        return entries
    return without(entries, entry)


def without(mapping: Mapping[int, Any], key: int) -> dict[int, Any]:
    """The same without that key."""
    return {k: v for k, v in mapping.items() if k != key}


def ranked(state: State) -> State:
    """The same with the places counted anew, for when somebody has come back, or in: last out is best placed."""
    if not state.eliminations and not state.merged_flights:
        return state  # nobody is out yet
    if isinstance(
        state.entries, Draft
    ):  # once for all lines of the batch: ranked after each, rebuys would cost the square
        state.entries.is_unranked = True
        return state
    return _counted_anew(state)


def counted(state: State) -> State:
    """The same with every place as it is now."""
    if not isinstance(state.entries, Draft) or not state.entries.is_unranked:
        return state
    state.entries.is_unranked = False
    return _counted_anew(state)


def _counted_anew(state: State) -> State:
    groups: dict[int, list[int]] = {}
    for entry, place in state.entries.items():
        if place.elimination_number is not None:
            groups.setdefault(place.elimination_number, []).append(entry)
    placed, better = dict[int, Place](), len(state.alive)
    for elimination in sorted(groups, reverse=True):
        worst = better + len(groups[elimination])
        placed |= {
            entry: Place(best=better + 1, worst=worst, elimination_number=elimination) for entry in groups[elimination]
        }
        better = worst
    return replace(state, entries=put(state.entries, placed))


def round_ranked(state: State, number: int) -> State:
    """The same with the knock-outs of that round in the order that their stacks make."""
    ranks_then = state.orders.of_round(number)
    groups, _wanted = in_round(ranks_then)
    base = max((rank.base for rank in ranks_then.values()), default=0)
    order = {entry: base + at for at, group in enumerate(groups, 1) for entry in group}
    placed = {
        entry: replace(state.entries[entry], elimination_number=elimination) for entry, elimination in order.items()
    }
    return ranked(replace(state, entries=put(state.entries, placed)))


def eliminated_in_round(state: State, entry: int, rank: RoundRank) -> State:
    """The same once an entry is knocked out while play is hand for hand."""
    return round_ranked(
        replace(
            state,
            entries=put(state.entries, {entry: Place(best=1, worst=1, elimination_number=rank.base + 1)}),
            deciding=without(state.deciding, entry),
            eliminations=max(state.eliminations, rank.base + rank.room),
            orders=state.orders.without_stack(entry).ranked_in_round(entry, rank),
        ),
        rank.round,
    )


def flights_ranked(state: State) -> State:
    """The same with the places of those who are out in flights."""
    eliminated = {
        entry: Place(best=1, worst=1, elimination_number=elimination)
        for entry, elimination in elimination_numbers(state.merged_flights).items()
    }
    return ranked(replace(state, entries=put(state.entries, eliminated)))


def stacks_wanted(state: State) -> dict[int, list[int]]:
    """For each round whose places hang on stacks that nobody has said: its entries without one."""
    numbers = sorted({one.round for one in state.orders.round_ranks.values()})
    found = {number: in_round(state.orders.of_round(number))[1] for number in numbers}
    return {number: entries for number, entries in found.items() if entries}
