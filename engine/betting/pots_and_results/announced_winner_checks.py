"""What the dealer says of who has won, held against the pots that there are (RULES.md S0.14)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.betting.pots_and_results.pots import Pot, pots, uncalled
from engine.betting.state import HandState
from engine.errors import BadAward
from engine.games.announced_winners import Award
from engine.messages.decisions import AwardText

Groups = tuple[tuple[int, ...], ...]  # of one pot: the places that win it, once, or for each part of it


def check(state: HandState, award: Award) -> None:
    """Raises `BadAward` for winners who cannot be those of the pots as they stand."""
    put = state.put_in[:]
    place, chips = uncalled(put)
    if chips and not state.folded[place]:
        put[place] -= chips
    winners_of(state, award, pots(put, [not folded for folded in state.folded], state.dead_chips))


def winners_of(state: HandState, award: Award, made: Sequence[Pot]) -> list[Groups]:
    """The places that win each pot. A pot that one alone can win is that one's, and is not named. Raises `BadAward`."""
    contested = [pot for pot in made if len(pot.eligible) > 1]
    named = award.pots
    if len(named) not in (1, len(contested)):
        raise BadAward(AwardText.POTS(pots=len(contested)), pots=len(contested))
    found: list[Groups] = []
    at = 0
    for number, pot in enumerate(made, 1):
        if len(pot.eligible) == 1:
            found.append((pot.eligible,))
            continue
        groups = named[at] if len(named) > 1 else named[0]
        found.append(_winners(state, number, pot, groups, is_for_all=len(named) == 1))
        at += 1
    return found


def _winners(state: HandState, number: int, pot: Pot, named: Groups, *, is_for_all: bool) -> Groups:
    parts = len(state.boards) * len(state.plan.parts)
    if len(named) not in (1, parts):
        raise BadAward(AwardText.PARTS(parts=parts), parts=parts)
    seats = [state.seats[at] for at in pot.eligible]
    groups = []
    for group in named:
        strange = [seat for seat in group if seat not in seats]
        if strange and not (is_for_all and all(_is_in(state, seat) for seat in strange)):
            raise BadAward(
                AwardText.NOT_ELIGIBLE(seat=strange[0], pot=number, seats=seats), seat=strange[0], pot=number
            )
        winners = tuple(sorted([state.place_of[seat] for seat in group if seat in seats]))
        if not winners:
            raise BadAward(AwardText.NOBODY(pot=number, seats=seats), pot=number)
        groups.append(winners)
    return tuple(groups)


def _is_in(state: HandState, seat: int) -> bool:
    return seat in state.place_of and not state.folded[state.place_of[seat]]
