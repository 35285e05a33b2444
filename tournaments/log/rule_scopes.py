"""Where the value of a house rule is looked for in a tournament."""

from __future__ import annotations

from club.http.request_cache import once
from tournaments.models import Tournament
from tournaments.structures import level_games_and_stakes
from tournaments.structures.sheet_games import BadSheet


def find(reference: str) -> Tournament | None:
    """The tournament of a reference such as ``tournament:3``, if there is one."""
    number = reference.partition(":")[2]
    return Tournament.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None


@once(lambda reference: reference)
def scope_chain(reference: str) -> tuple[str, ...]:
    """Where a house rule's value is looked for in a tournament: its own, then that of its game; the club comes last."""
    found = find(reference)
    return () if found is None else chain_of(found)


def chain_of(tournament: Tournament) -> tuple[str, ...]:
    """`scope_chain` of a tournament that is known."""
    try:
        return (tournament.owner, f"game:{level_games_and_stakes.game_of(tournament.sheet)[0]}")
    except BadSheet:  # a sheet of no game that is dealt here
        return (tournament.owner,)
