"""Prizes: how a pool is shared by places. A new payout is one entry of `PAYOUTS`. Values in, values out."""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from club.base.errors import ClubError
from engine.messages.message import Message, _
from tournaments.messages.payouts import PayoutText
from tournaments.seating.places_of_knockouts import tie_share

_DATA = Path(__file__).parent / "data" / "payouts.json"
WHOLE = 10_000  # basis points
LARGEST = "largest"
ROUNDINGS = (LARGEST, "first", "last", "nearest")
# Names in the file of tables that are said in the reader's language; the others are proper names.
NAMES = (_("vegaspoker247, small buy-ins"), _("vegaspoker247, larger buy-ins"))
Player = TypeVar("Player", bound=Hashable)


Row = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Payout:
    """A way to share a pool: `shares(entries)` are weights by place, the first place first."""

    key: str
    name: str
    source: str
    shares: Callable[[int], tuple[int, ...]]
    rows: tuple[Row, ...] = ()


def _by_table(rows: Sequence[Row]) -> Callable[[int], tuple[int, ...]]:
    def shares(entries: int) -> tuple[int, ...]:
        for low, high, points in rows:
            if low <= entries <= high:
                return points
        return rows[0][2] if entries < rows[0][0] else rows[-1][2]

    return shares


def _load() -> list[Payout]:
    tables = json.loads(_DATA.read_text(encoding="utf-8"))["tables"]
    made = []
    for table in tables:
        rows = tuple((row["entries"][0], row["entries"][1], tuple(row["basis_points"])) for row in table["rows"])
        made.append(Payout(table["key"], table["name"], table["source"], _by_table(rows), rows))
    return made


# -- the generated curve ----------------------------------------------------------------------------------------------

# (up to so many places, the first prize in basis points) as maynetee/MTT has them; beyond, the last.
FIRST_SHARES = ((1, 10_000), (2, 6_500), (3, 5_000), (5, 4_000), (9, 3_000), (27, 2_500), (10**9, 2_000))


@cache
def curve(places: int) -> tuple[int, ...]:
    """Weights by place that fall as place^−a, a being such that the first prize has its share of the pool.

    Weights are whole, a billionth of the pool each. Raises `ClubError` for less than one place.
    """
    if places < 1:
        raise _refused(PayoutText.NO_PLACES(), field="places")
    first = next(share for most, share in FIRST_SHARES if places <= most) / WHOLE
    low, high = 0.0, 64.0  # the first share rises with a, from 1 / places to all
    for _each in range(100):
        middle = (low + high) / 2
        if 1 / math.fsum(place**-middle for place in range(1, places + 1)) < first:
            low = middle
        else:
            high = middle
    return tuple(max(1, round(10**9 * first * place**-high)) for place in range(1, places + 1))


def places_paid(entries: int, percent: int = 10, most: int | None = None) -> int:
    """How many places that share of the field comes to, rounded up; one at least while anybody entered, `most` at most."""
    if not 0 < percent <= 100:
        raise _refused(PayoutText.PERCENT(percent=percent), field="percent")
    return min(-(-entries * percent // 100), entries if most is None else min(most, entries))


PAYOUTS: dict[str, Payout] = {
    payout.key: payout
    for payout in (
        *_load(),
        Payout("winner-takes-all", _("Winner takes all"), "house", lambda entries: (1,)),
        Payout(
            "half-field",
            _("One in three paid, falling by halves"),
            "house",
            lambda n: tuple(2**k for k in range(-(-n // 3)))[::-1],
        ),
        *(
            Payout(f"curve-{percent}", words, "maynetee/MTT", shares)
            for percent, words, shares in (
                (10, _("A curve over a tenth of the field"), lambda n: curve(places_paid(n, 10))),
                (15, _("A curve over 15 in 100 of the field"), lambda n: curve(places_paid(n, 15))),
                (20, _("A curve over a fifth of the field"), lambda n: curve(places_paid(n, 20))),
            )
        ),
    )
}
DEFAULT = "barge-2025"

# Other names of the same tables.
ALIASES = {"barge-unified-old": "barge-unified", "barge-2025-irata": "barge-2025"}


def find(key: str) -> Payout:
    """The payout of that key, or of another name for it. Raises `ClubError` for one nobody registered."""
    found = PAYOUTS.get(ALIASES.get(key, key))
    if found is None:
        raise ClubError("unknown_payout", PayoutText.UNKNOWN(key=key, known=[*PAYOUTS]), 422)
    return found


def check_bands(key: str, most: int | None) -> None:
    """Refuse a table for so many players at most (None: any number) where a band of it does not come to the whole.

    Raises `ClubError` naming the row.
    """
    for low, high, points in find(key).rows:
        if sum(points) != WHOLE and (most is None or most >= low):
            words = _not_whole(_entries(low, high), points)
            raise _refused(words, field="payout", row=f"{low}-{high}", max_players=low - 1)


def prizes(
    pool: int,
    entries: int,
    key: str = DEFAULT,
    unit: int = 1,
    *,
    floor: int = 0,
    minimum: int = 0,
    rounding: str = LARGEST,
    most: int | None = None,
) -> tuple[int, ...]:
    """The prizes by place, first place first; they sum to the pool exactly (see `share`).

    No more places are paid than there are entries, nor than `most` (1 or more), and none that would get nothing. Raises
    `ClubError` for a payout nobody registered.
    """
    payout = find(key)
    if pool <= 0 or entries <= 0:
        return ()
    return share(pool, payout.shares(entries)[:entries][:most], unit, floor=floor, minimum=minimum, rounding=rounding)


def share(
    pool: int,
    weights: Sequence[int],
    unit: int = 1,
    *,
    floor: int = 0,
    minimum: int = 0,
    rounding: str = LARGEST,
) -> tuple[int, ...]:
    """The pool by those weights (see `divide`), never rising downwards, without the places that would get nothing.

    floor: what each paid place gets before the rest is shared by weight, such as a buy-in; places whose floor the pool
    does not cover are not paid. minimum: the least a paid place may get; the last places are left out, and theirs shared
    by the others, until the last one has it. One place is paid always. rounding: one of `ROUNDINGS`; "largest" is by
    largest remainder (`divide`), the others as `divide_down` has them.
    Raises `ClubError` for a negative floor or minimum, or a unit below 1.
    """
    for name, amount, least in (("unit", unit, 1), ("floor", floor, 0), ("minimum", minimum, 0)):
        if amount < least:
            raise _refused(PayoutText.TOO_LITTLE(name=_named(name), least=least, amount=amount), field=name)
    floor = -(-floor // unit) * unit
    most = max(1, min(len(weights), pool // floor) if floor else len(weights))
    floor = floor if most * floor <= pool else 0
    # The fewer places, the more the last of them gets.
    count = max(
        1,
        bisect_left(range(1, most + 1), True, key=lambda n: _with_floor(pool, weights[:n], unit, floor)[-1] < minimum),
    )
    return tuple(prize for prize in _with_floor(pool, weights[:count], unit, floor, rounding) if prize)


def _with_floor(pool: int, weights: Sequence[int], unit: int, floor: int, rounding: str = LARGEST) -> list[int]:
    rest = pool - floor * len(weights)
    made = divide(rest, weights, unit) if rounding == LARGEST else divide_down(rest, weights, unit, rounding)
    return [floor + more for more in made]


def divide_down(pool: int, weights: Sequence[int], unit: int, rounding: str) -> list[int]:
    """The pool by those weights, falling, in multiples of `unit`; sums to the pool exactly and never rises downwards.

    rounding: "first" rounds each down, and the first has the rest; "last" gives it from the last place up, a unit to each
    that stays no better than the place above (DD Poker); "nearest" rounds each to the nearest unit, half up, and the first
    has the difference, as far as it is none less than the second, who bears what is missing then, and so on.
    """
    total, count = sum(weights), len(weights)
    up = total // 2 if rounding == "nearest" else 0
    units, below = divmod(pool, unit)
    shares = [(units * weight + up) // total for weight in weights]
    rest = units - sum(shares)
    for _each in range(abs(rest)):
        if rest > 0 and rounding == "last":
            place = next(place for place in reversed(range(count)) if not place or shares[place] < shares[place - 1])
        elif rest > 0:
            place = 0
        else:
            place = next(place for place in range(count) if place + 1 == count or shares[place] > shares[place + 1])
        shares[place] += 1 if rest > 0 else -1
    prizes = [one * unit for one in shares]
    prizes[0] += below
    return prizes


def divide(pool: int, weights: Sequence[int], unit: int = 1) -> list[int]:
    """The pool by those weights in multiples of `unit`, by largest remainder; sums to the pool exactly.

    Of equal remainders the better place has the odd unit; what is left below a unit goes to the first.
    """
    units, rest = divmod(pool, unit)
    total = sum(weights)
    shares = [units * weight // total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda at: (-(units * weights[at] % total), at))
    for at in by_remainder[: units - sum(shares)]:
        shares[at] += 1
    made = [share * unit for share in shares]
    made[0] += rest
    return made


# -- a club's own tables ----------------------------------------------------------------------------------------------


def own_table(data: Mapping[str, Any]) -> Payout:
    """A payout table as a club writes it: `key`, `name`, and `rows` of `entries` [from, to] and `basis_points` by place.

    Raises `ClubError`, naming the row, unless rows follow one another without gaps, shares never rise downwards and come
    to 10,000 basis points.
    """
    key, listed = data.get("key"), data.get("rows")
    if not isinstance(key, str) or not key or not isinstance(listed, list) or not listed:
        raise _refused(PayoutText.NO_TABLE(), field="rows")
    rows: list[Row] = []
    for at, row in enumerate(listed, 1):
        entries, points = (row.get("entries"), row.get("basis_points")) if isinstance(row, dict) else (None, None)
        rows.append(_own_row(at, entries, points, rows[-1][1] + 1 if rows else None))
    return Payout(key, str(data.get("name", key)), str(data.get("source", "house")), _by_table(rows))


def _own_row(at: int, entries: Any, points: Any, begins: int | None) -> Row:
    if not (_are_whole(entries, 1) and len(entries) == 2 and entries[0] <= entries[1]):
        raise _refused(PayoutText.ENTRIES(at=at), row=at, field="entries")
    told = _entries(*entries)
    if begins not in (None, entries[0]):
        raise _refused(
            PayoutText.BEGINS(row=told, begins=entries[0] if begins is None else begins), row=at, field="entries"
        )
    if not _are_whole(points, 1):
        raise _refused(PayoutText.BASIS_POINTS(row=told), row=at, field="basis_points")
    if sum(points) != WHOLE:
        raise _refused(_not_whole(told, points), row=at, field="basis_points")
    if list(points) != sorted(points, reverse=True):
        raise _refused(PayoutText.RISING(row=told), row=at, field="basis_points")
    return entries[0], entries[1], tuple(points)


def own_prizes(groups: Sequence[tuple[int, int, int]]) -> tuple[int, ...]:
    """Prizes as a published list has them: (from place, to place, the prize of each), to one for each place.

    Raises `ClubError` unless the groups follow one another from place 1 and never rise downwards.
    """
    made: list[int] = []
    for first, last, prize in groups:
        if first != len(made) + 1 or last < first:
            raise _refused(PayoutText.NEXT_GROUP(expected=len(made) + 1, first=first), place=first)
        if prize < 0 or (made and prize > made[-1]):
            raise _refused(PayoutText.RISING_PLACE(first=first, above=first - 1), place=first)
        made += [prize] * (last - first + 1)
    return tuple(made)


def _not_whole(row: Message, points: Sequence[int]) -> Message:
    return PayoutText.NOT_THE_WHOLE(row=row, percent=f"{sum(points) / 100:g}")


def _named(field: str) -> Message:
    return {"unit": PayoutText.UNIT(), "floor": PayoutText.FLOOR(), "minimum": PayoutText.MINIMUM()}[field]


def _entries(low: int, high: int) -> Message:
    return PayoutText.ROW(low=low, high=high)


def _are_whole(values: Any, least: int) -> bool:
    return (
        isinstance(values, list | tuple) and bool(values) and all(type(one) is int and one >= least for one in values)
    )


def _refused(message: Message, **params: Any) -> ClubError:
    return ClubError("bad_payout", message, 422, **params)


# -- who gets what ----------------------------------------------------------------------------------------------------


def by_player(prizes: Sequence[int], places: Mapping[Player, tuple[int, int]], unit: int = 1) -> dict[Player, int]:
    """What each gets, for places as (best, worst): who tie share the prizes of their places, odd units to the first listed.

    Only those who get something are in it. Raises `ClubError` if two share a place they are not both given, or a tie has
    more or fewer players than places.
    """
    listed = dict(enumerate(prizes, 1))
    groups: dict[tuple[int, int], list[Player]] = {}
    for player, place in places.items():
        groups.setdefault(place, []).append(player)
    next_best = 1
    won: dict[Player, int] = {}
    for (best, worst), players in sorted(groups.items()):
        if best < next_best or len(players) != worst - best + 1:
            raise _refused(PayoutText.TIE(count=len(players), best=best, worst=worst), best=best, worst=worst)
        next_best = worst + 1
        won |= dict(zip(players, tie_share(listed, best, worst, unit), strict=True))
    return {player: won[player] for player in places if won[player]}
