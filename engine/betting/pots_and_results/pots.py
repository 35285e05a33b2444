"""Pots: who may win what, to the last chip (RULES.md S0.14, S2.7; TDA 20, 21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.errors import UnbalancedResult
from engine.messages.decisions import ResultText


class Pot(NamedTuple):
    """A pot before it is shared: chips, and the places (clockwise from the button's left) that may win it."""

    amount: int
    eligible: tuple[int, ...]


# What is won of a pot for one of its parts: the board, the ranking's key, the chips by place.
Share = tuple[int, str, list[tuple[int, int]]]


class SharedPot(NamedTuple):
    """A pot as it was shared, by place: its chips before rake, who could win it, and who won what."""

    amount: int
    eligible: tuple[int, ...]
    rake: int
    shares: list[Share]


def uncalled(put: Sequence[int]) -> tuple[int, int]:
    """Whose last bet nobody called, and by how many chips: (place, chips), or (-1, 0)."""
    *_, second, most = (0, *sorted(put))
    return (put.index(most), most - second) if most > second else (-1, 0)


def pots(put: Sequence[int], live: Sequence[bool], dead: int = 0) -> list[Pot]:
    """The main pot and the side pots of what each place has put in; `dead` chips belong to the main pot.

    Whoever put in less can win from each opponent only as much. Uncalled chips must have been returned before. What
    somebody who folded has put in above all others stays in the last pot, though nobody left could match it (S1.2).
    """
    most = max(put)
    levels = {chips for chips, is_live in zip(put, live, strict=True) if is_live}
    if levels == {most}:  # one pot, as nearly always
        amount = sum(put) + dead
        return [Pot(amount, tuple([at for at, is_live in enumerate(live) if is_live]))] if amount else []
    made: list[Pot] = []
    below = 0
    top = max(levels)
    for level in sorted(levels):
        amount = sum(min(chips, level) - min(chips, below) for chips in put)
        eligible = tuple(at for at, chips in enumerate(put) if live[at] and chips >= level)
        if not made:
            amount += dead
        if level == top:
            amount += sum([chips - top for chips in put if chips > top])
        if amount:
            made.append(Pot(amount, eligible))
        below = level
    return made


def split(amount: int, count: int, unit: int) -> list[int]:
    """`count` even shares of `amount` in chips of `unit`; odd chips go one each to the first.

    What is no whole chip (a stack may hold less than the smallest chip) goes to the very first.
    """
    chips, rest = divmod(amount, unit)
    each, odd = divmod(chips, count)
    shares = [(each + (at < odd)) * unit for at in range(count)]
    shares[0] += rest
    return shares


def check_balance(net: Iterable[int], rake: int) -> None:
    """Raise `UnbalancedResult` unless what everybody won and lost and the rake sum to zero, in chips."""
    over = sum(net) + rake
    if over:
        raise UnbalancedResult(ResultText.UNBALANCED(over=over), over=over)
