"""ICM: what chips are worth in prizes, for any number of players. Values in, values out.

The model (Malmuth–Harville): a player is first with probability stack / chips in play; the first taken out, the same
holds among the rest. Counting orders costs n!; but the model is a race of clocks, each ringing at a rate of its stack, and
given when a player's clock rings the others are independent. So a player's expected prize is one integral over time,

    ∫ a e^(−a t) Σ prize(k+1) · P(exactly k others have rung by t) dt,

whose inside costs players × prizes for all players together: the chances of k rings are built up player by player, the
prizes are carried back the same way, and where the two meet each player is left out without dividing. Everything added
is positive, so nothing cancels. The trapezoid rule under a double-exponential substitution doubles the true digits
with each halving of the step; halving goes on until the sums agree so well that the last are right to the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from club.base.errors import ClubError
from engine.messages.message import Message, Quoted
from tournaments.messages.payouts import IcmText

Amount = Fraction | float
Floats = npt.NDArray[np.float64]

_AGREED = 1e-7  # of two sums, relative: the finer is then right to about the square of it
_WHOLE = 1e-12  # how nearly all the players' equities must come to the prizes, relative: a check of its own
_HALVINGS = 8
_LEAST = 1e-280  # chances below are as good as none; doubles end at 1e-308
_ROOM = 2**23  # numbers held at once, 64 MiB
_NOTHING = 42.0  # e^−42 is below the last digit of a double


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
    paid = [float(prize) for prize in prizes[: len(stacks)]]
    paid += [0.0] * (len(stacks) - len(paid))
    live = sorted(float(stack) for stack in stacks if stack)
    broke = paid[len(live) :]
    worth = {0.0: math.fsum(broke) / len(broke)} if broke else {}
    worth |= dict(zip(live, _expected(live, paid[: len(live)]), strict=True))
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


# -- the integral -----------------------------------------------------------------------------------------------------


def _expected(stacks: list[float], prizes: list[float]) -> list[float]:
    """The integrals of players who have chips, in order of their stacks."""
    while prizes and not prizes[-1]:
        prizes = prizes[:-1]
    if not prizes:
        return [0.0] * len(stacks)
    top = max(prizes)
    # Scaled, so that neither huge stacks nor tiny prizes leave the range of a double.
    rates = np.array([stack / stacks[-1] for stack in stacks])
    if rates[0] < _LEAST:
        raise BadAmounts(IcmText.TOO_FAR_APART())
    rates /= rates.sum()
    worth = np.array([prize / top for prize in prizes])
    first, last = _ends(rates, len(prizes))
    # The more spread the count of those who have rung when the last place is taken, the narrower the integrand.
    spread = len(prizes) * (1.0 - len(prizes) / len(stacks))
    step = min(0.5, 1.0 / math.sqrt(max(spread, 1.0)))
    at = np.arange(first, last + step, step)
    total = step * _sum_at(at, rates, worth)
    for _ in range(_HALVINGS):
        coarse = total
        total = (coarse + step * _sum_at(at + step / 2, rates, worth)) / 2
        at = np.sort(np.concatenate([at, at + step / 2]))
        step /= 2
        is_whole = abs(total.sum() / worth.sum() - 1.0) < _WHOLE
        if is_whole and np.all(np.abs(total - coarse) <= _AGREED * total + _LEAST):
            return [float(share) * top for share in total]
    raise ArithmeticError("the sums do not agree")  # no stacks are known for which this happens


def _time(at: Floats) -> Floats:
    """The moment for each abscissa: as e^x to the right, vanishing twice as exponentially to the left."""
    return np.exp(at - np.exp(-at))


def _ends(rates: Floats, places: int) -> tuple[float, float]:
    """Where the integrals begin and end to matter, as abscissas.

    To the left a part of e^−42 of the first prize is left out. To the right nobody is left to ring, or it is as good as
    certain (Chernoff) that all paid places are taken.
    """
    grid = np.arange(0.0, math.log(_NOTHING / float(rates[0])) + 1.0, 0.05)
    rung = -np.expm1(-np.multiply.outer(_time(grid), rates)).sum(axis=1)
    beyond = np.maximum(rung - places, 0.0) ** 2 / (2 * np.maximum(rung, 1e-300)) > 60.0
    return -3.65, float(grid[int(np.argmax(beyond))]) if beyond.any() else float(grid[-1])


def _sum_at(at: Floats, rates: Floats, worth: Floats) -> Floats:
    """The sums over those abscissas, a few at a time so that they fit into memory; one for each player."""
    many = max(1, _ROOM // (len(rates) * len(worth)))
    total = np.zeros(len(rates))
    for start in range(0, len(at), many):
        total += _sum_of(at[start : start + many], rates, worth)
    return total


def _sum_of(at: Floats, rates: Floats, worth: Floats) -> Floats:
    players, places, count = len(rates), len(worth), len(at)
    when = _time(at)
    silent = np.exp(-np.multiply.outer(rates, when))  # player, moment: the clock has not rung
    rung = -np.expm1(-np.multiply.outer(rates, when))
    # chances[i][k]: exactly k of the players before i have rung; there are i of them.
    chances = np.empty((players, places, count))
    chances[0, 0] = 1.0
    for player in range(players - 1):
        known, more = min(player + 1, places), min(player + 2, places)
        np.multiply(chances[player, :known], silent[player], out=chances[player + 1, :known])
        chances[player + 1, known:more] = 0.0
        chances[player + 1, 1:more] += chances[player, : more - 1] * rung[player]
    # value[k]: the prize that awaits when k of the players before have rung, those after being counted in.
    value = np.repeat(worth[:, None], count, axis=1)
    inside = np.empty((players, count))
    for player in range(players - 1, -1, -1):
        known = min(player + 1, places)
        value = value[: min(player + 2, places)]
        np.einsum("kt,kt->t", chances[player, :known], value[:known], out=inside[player])
        later = value * silent[player]
        later[:-1] += value[1:] * rung[player]
        value = later
    weight = when * (1.0 + np.exp(-at))
    total: Floats = (rates[:, None] * silent * inside * weight).sum(axis=1)
    return total
