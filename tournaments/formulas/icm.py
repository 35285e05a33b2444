"""ICM: what chips are worth in prizes, for any number of players. Values in, values out.

The model (Malmuth–Harville): a player is first with probability stack / chips in play; the first taken out, the same
holds among the rest. Counting orders costs n!; but the model is a race of clocks, each ringing at a rate of its stack, and
given when a player's clock rings the others are independent. So a player's expected prize is one integral over time
(`icm_integral`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from club.base.errors import ClubError
from engine.messages.message import Message, Quoted
from tournaments.messages.payouts import IcmText

Amount = Fraction | float


class BadAmounts(ClubError, ValueError):
    """Chips, prizes or shares of which no worth can be told."""

    def __init__(self, message: Message) -> None:
        super().__init__("bad_amounts", message, 422)


def equities(stacks: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """Each player's expected prize, in the order of `stacks`; exact to 1e-12 relative.

    stacks: chips, 0 or more, in any unit. prizes: by place, the first first; places that are not listed get nothing, and
    prizes beyond the number of players are not won. Players without chips share the lowest places evenly. Equal stacks
    are worth the same to the last digit, in whatever order they are listed.
    Raises `BadAmounts` for no players, for chips or prizes that are negative or not finite, or for stacks that no
    double can compare.
    """
    if not stacks:
        raise BadAmounts(IcmText.NO_PLAYERS())
    for text, amounts in ((IcmText.STACK, stacks), (IcmText.PRIZE, prizes)):
        wrong = [amount for amount in amounts if not (amount >= 0 and math.isfinite(amount))]
        if wrong:
            raise BadAmounts(text(value=Quoted(wrong[0])))
    from tournaments.formulas.icm_integral import LEAST, expected_prizes  # with numpy, which most processes never need

    paid = [float(prize) for prize in prizes[: len(stacks)]]
    paid += [0.0] * (len(stacks) - len(paid))
    live = sorted(float(stack) for stack in stacks if stack)
    broke = paid[len(live) :]
    if any(paid[: len(live)]) and live[0] / live[-1] < LEAST:
        raise BadAmounts(IcmText.TOO_FAR_APART())
    worth = {0.0: math.fsum(broke) / len(broke)} if broke else {}
    worth |= dict(zip(live, expected_prizes(live, paid[: len(live)]), strict=True))
    return [worth[float(stack)] for stack in stacks]


def finish_chances(stacks: Sequence[float], places: int) -> list[list[float]]:
    """The chance of each player to finish in each of the first `places`: a row a place, the first place first.

    Raises `BadAmounts` as `equities` does.
    """
    return [equities(stacks, [0.0] * place + [1.0]) for place in range(min(places, len(stacks)))]


def in_whole_units(amounts: Sequence[Amount], total: int, unit: int = 1) -> list[int]:
    """Amounts that come to `total` as whole multiples of `unit`, by largest remainder; they come to the total exactly.

    Of equal remainders the first listed has the odd unit; what of the total lies below a unit goes to the first listed.
    Fractions are compared exactly, doubles up to their rounding.
    Raises `BadAmounts` if the amounts do not come to the total, or for a unit below 1.
    """
    if unit < 1:
        raise BadAmounts(IcmText.UNIT())
    is_exact = all(isinstance(amount, Fraction) for amount in amounts)
    off = abs(sum((Fraction(amount) for amount in amounts), Fraction(-total)))
    if off > (0 if is_exact else max(total * 1e-12, 1e-6)):
        raise BadAmounts(IcmText.SUM(sum=f"{math.fsum(amounts):g}", total=total))
    if not amounts:
        return []
    units, rest = divmod(total, unit)
    noise = 0.0 if is_exact else max(units, 1) * 2e-13
    # What lies below a unit is nobody's by share: it is taken out evenly, so that the shares come to the units there are.
    shares = [amount * units / total if total else amount * 0 for amount in amounts]
    whole = [math.floor(share + noise if noise else share) for share in shares]
    over = [share - one for share, one in zip(shares, whole, strict=True)]
    made = [one * unit for one in whole]
    for at in _largest_first(over, noise)[: units - sum(whole)]:
        made[at] += unit
    made[0] += rest
    return made


def payouts(stacks: Sequence[float], prizes: Sequence[int], unit: int = 1) -> list[int]:
    """The expected prizes in whole multiples of `unit`; they sum to the prizes that are won exactly.

    Raises `BadAmounts` as `equities` and `in_whole_units` do.
    """
    return in_whole_units(equities(stacks, prizes), sum(prizes[: len(stacks)]), unit)


def _largest_first(remainders: Sequence[Amount], noise: float) -> list[int]:
    """Their indices, the largest first; those that differ by rounding alone as they are listed."""
    order = sorted(range(len(remainders)), key=lambda at: -remainders[at])
    runs: list[list[int]] = []
    for at in order:
        if runs and remainders[runs[-1][0]] - remainders[at] <= noise:
            runs[-1].append(at)
        else:
            runs.append([at])
    return [at for run in runs for at in sorted(run)]
