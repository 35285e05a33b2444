"""Deals: how the players left agree to share the prizes left. Values in, values out.

A new way to share is one entry of `METHODS`. Whatever the way, the shares and what is kept back for the winner come to the
prizes that are left, to the last unit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from club.base.errors import ClubError
from engine.messages.message import Message, Quoted
from tournaments.formulas import icm
from tournaments.formulas.icm import Amount
from tournaments.messages.payouts import PrizeDealText


@dataclass(frozen=True, slots=True)
class Deal:
    """What was worked out: whole shares in the players' order, what stays for the winner, and what to look at twice.

    `exact` are the shares before rounding. `doubts` are keys of `DOUBTS`.
    """

    method: str
    shares: tuple[int, ...]
    kept: int
    exact: tuple[Amount, ...]
    doubts: tuple[str, ...] = ()


DOUBTS = {
    "above first": "somebody would get more than the first prize",
    "below last": "somebody would get less than the lowest prize left, which is certain already",
}
OVER_FIRST = ("warn", "cap", "refuse")


def left_for(prizes: Sequence[int], keep: int) -> list[int]:
    """The prizes to be shared when `keep` stays for the winner: taken from the first prize.

    Where that would put it below the next prize, those above bear it evenly, so that prizes never rise downwards.
    Raises `ClubError` if more is kept than there is.
    """
    pool = sum(prizes)
    if not 0 <= keep <= pool:
        raise _refused(PrizeDealText.KEEP(pool=pool, keep=keep), field="keep")
    left = sorted(prizes, reverse=True)
    rest = keep
    for count in range(1, len(left) + 1):
        floor = left[count] if count < len(left) else 0
        step = min(rest, (left[0] - floor) * count)
        each, odd = divmod(step, count)
        level = left[0] - each
        # The odd units are taken from the lower of the places that are level.
        left[:count] = [level - (at >= count - odd) for at in range(count)]
        rest -= step
        if not rest:
            break
    return left


def by_icm(stacks: Sequence[int], prizes: Sequence[int]) -> list[Amount]:
    """What the chips are worth in prizes (see `icm`)."""
    return list(icm.equities(stacks, prizes))


def by_chips(stacks: Sequence[int], prizes: Sequence[int]) -> list[Amount]:
    """The chip chop: the lowest prize left for each, the rest in proportion to the chips."""
    lowest, pool, chips = min(prizes), sum(prizes), sum(stacks)
    if not chips:
        return evenly(stacks, prizes)
    return [lowest + Fraction((pool - lowest * len(stacks)) * stack, chips) for stack in stacks]


def evenly(stacks: Sequence[int], prizes: Sequence[int]) -> list[Amount]:
    """The same for each."""
    return [Fraction(sum(prizes), len(stacks))] * len(stacks)


def by_chips_alone(stacks: Sequence[int], prizes: Sequence[int]) -> list[Amount]:
    """All of the prizes in proportion to the chips, with nothing certain for the short stacks."""
    pool, chips = sum(prizes), sum(stacks)
    return [Fraction(pool * stack, chips) for stack in stacks] if chips else evenly(stacks, prizes)


METHODS: dict[str, Callable[[Sequence[int], Sequence[int]], list[Amount]]] = {
    "icm": by_icm,
    "chip_chop": by_chips,
    "proportional": by_chips_alone,
    "even": evenly,
}


def propose(
    method: str,
    stacks: Sequence[int],
    prizes: Sequence[int],
    *,
    keep: int = 0,
    unit: int = 1,
    over_first: str = "warn",
) -> Deal:
    """The deal by a method of `METHODS`, for stacks in chips and the prizes that are left, the first first.

    keep: what stays for the winner to play for; it comes off the first prize. unit: shares are multiples of it, by largest
    remainder, equal ones as listed. over_first: what to do where a chip chop gives more than the first prize: "warn",
    "cap" (the rest of the chips share what is over), or "refuse".
    Raises `ClubError` for an unknown method, no players, more prizes than players, or amounts that cannot be.
    """
    if method not in METHODS:
        raise _refused(PrizeDealText.UNKNOWN(key=method, known=[*METHODS]), field="method")
    if over_first not in OVER_FIRST:
        raise _refused(PrizeDealText.OVER_FIRST(known=[*OVER_FIRST], value=over_first), field="over_first")
    full = _checked(stacks, prizes, unit)
    shared = left_for(full, keep)
    exact = METHODS[method](stacks, shared)
    if over_first != "warn" and max(exact) > _more_than(full[0]):
        if over_first == "refuse":
            raise _refused(PrizeDealText.ABOVE_FIRST(share=f"{float(max(exact)):g}", first=full[0]))
        exact = _capped(exact, full[0], stacks)
    shares = icm.in_whole_units(exact, sum(shared), unit)
    return Deal(method, tuple(shares), keep, tuple(exact), _doubts(exact, full))


def agree(shares: Sequence[int], prizes: Sequence[int], *, keep: int = 0) -> Deal:
    """A custom deal: the shares the players have named. Raises `ClubError` unless they come to the prizes left."""
    full = _checked(shares, prizes, 1)
    left = sum(left_for(full, keep))
    if sum(shares) != left:
        raise _refused(PrizeDealText.SUM(shares=sum(shares), left=left), field="shares", shares=sum(shares), left=left)
    exact = tuple(Fraction(share) for share in shares)
    return Deal("custom", tuple(shares), keep, exact, _doubts(exact, full))


def compare(stacks: Sequence[int], prizes: Sequence[int], *, keep: int = 0, unit: int = 1) -> dict[str, Deal]:
    """Every method side by side, as players ask to see them."""
    return {method: propose(method, stacks, prizes, keep=keep, unit=unit) for method in METHODS}


def doubts(shares: Sequence[int], prizes: Sequence[int]) -> tuple[str, ...]:
    """What to look at twice, as keys of `DOUBTS`, where players share those prizes so; prizes at most one for each."""
    return _doubts([Fraction(share) for share in shares], _checked(shares, prizes, 1))


def _checked(stacks: Sequence[int], prizes: Sequence[int], unit: int) -> list[int]:
    """The prizes in order, one for each player."""
    if not stacks:
        raise _refused(PrizeDealText.NO_PLAYERS(), field="stacks")
    if len(prizes) > len(stacks):
        raise _refused(PrizeDealText.TOO_MANY_PRIZES(prizes=len(prizes), players=len(stacks)), field="prizes")
    for name, called, amounts in (
        ("stacks", PrizeDealText.STACKS(), stacks),
        ("prizes", PrizeDealText.PRIZES(), prizes),
    ):
        wrong = [amount for amount in amounts if type(amount) is not int or amount < 0]
        if wrong:
            raise _refused(PrizeDealText.WHOLE_NUMBERS(name=called, value=Quoted(wrong[0])), field=name)
    if type(unit) is not int or unit < 1:
        raise _refused(PrizeDealText.UNIT(value=Quoted(unit)), field="unit")
    return sorted(prizes, reverse=True) + [0] * (len(stacks) - len(prizes))


def _refused(message: Message, **params: object) -> ClubError:
    return ClubError("bad_deal", message, 422, **params)


def _more_than(prize: int) -> float:
    """Beyond rounding."""
    return prize + max(prize, 1) * 1e-9


def _capped(exact: Sequence[Amount], most: int, stacks: Sequence[int]) -> list[Amount]:
    """Nobody above the first prize: what is over goes to the others in proportion to their chips, again and again."""
    made, at_most = list(exact), Fraction(most)
    capped: set[int] = set()
    while over := {at for at, share in enumerate(made) if at not in capped and share > at_most}:
        capped |= over
        spare = sum(Fraction(made[at]) - at_most for at in over)
        others = [at for at in range(len(made)) if at not in capped]
        chips = sum(stacks[at] for at in others)
        for at in over:
            made[at] = at_most
        for at in others:
            part = Fraction(stacks[at], chips) if chips else Fraction(1, len(others))
            made[at] = Fraction(made[at]) + spare * part
    return made


def _doubts(exact: Sequence[Amount], prizes: Sequence[int]) -> tuple[str, ...]:
    found = []
    if max(exact) > _more_than(prizes[0]):
        found.append("above first")
    if min(exact) < prizes[-1] - 1e-9 * max(prizes[-1], 1):
        found.append("below last")
    return tuple(found)
