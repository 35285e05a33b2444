"""Who wins the pots, as the dealer says it who has read the hands: by pot, and where it is parted, by part (RULES.md S0.14).

The text names seats, the main pot first: ``3`` is all that seat 3 can win, ``3 5`` an even share each, ``3 / 1`` the main pot
and a side pot. A pot that is parted may be told part by part, board by board: ``3 & 5`` is the high half and the low half.

>>> award = parse_award("3 / 1 5")
>>> award.pots, str(award)
((((3,),), ((1, 5),)), '3 / 1 5')
>>> award_of(award.amount) == award
True
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import BadAward
from engine.messages.decisions import AwardText
from engine.messages.message import Quoted
from engine.text_limits import whole

AWARD = "award"
_BITS = 12  # of a group: whether it begins another pot, and a bit for each of eleven seats
_MOST_SEATS = _BITS - 1
_MOST_GROUPS = 42  # as many as an amount has room for (`decisions.is_whole`)


class Award(NamedTuple):
    """By pot, the main pot first, and by part of the pot, the seats that win it, in ascending order."""

    pots: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def amount(self) -> int:
        """All of it as one whole number, which is what a decision holds."""
        groups = [(group, at == 0) for pot in self.pots for at, group in enumerate(pot)]
        return sum(
            (sum(1 << seat for seat in group) + is_new) << (_BITS * at) for at, (group, is_new) in enumerate(groups)
        )

    def __str__(self) -> str:
        return " / ".join(" & ".join(" ".join(map(str, group)) for group in pot) for pot in self.pots)


def award_of(amount: int) -> Award:
    """The award of a decision's number. Raises `BadAward` if it is that of none."""
    pots: list[list[tuple[int, ...]]] = []
    left = amount
    while left > 0:
        group, left = left & ((1 << _BITS) - 1), left >> _BITS
        if group & 1 or not pots:
            pots.append([])
        pots[-1].append(tuple([seat for seat in range(1, _MOST_SEATS + 1) if group >> seat & 1]))
    found = Award(tuple([tuple(pot) for pot in pots]))
    if amount <= 0 or found.amount != amount or not all(group for pot in pots for group in pot):
        raise BadAward(AwardText.UNREADABLE(text=Quoted(str(amount)[:40])))
    return found


def parse_award(text: str) -> Award:
    """The award that the text after ``award`` tells. Raises `BadAward`, saying how it is written."""
    pots = []
    for pot in text.split("/"):
        groups = []
        for words in pot.split("&"):
            seats = [whole(word, 2) for word in words.replace(",", " ").split()]
            if not seats or any(seat is None or not 1 <= seat <= _MOST_SEATS for seat in seats):
                raise BadAward(AwardText.UNREADABLE(text=Quoted(text.strip()[:40])))
            groups.append(tuple(sorted({seat for seat in seats if seat is not None})))
        pots.append(tuple(groups))
    if sum(map(len, pots)) > _MOST_GROUPS:
        raise BadAward(AwardText.UNREADABLE(text=Quoted(text.strip()[:40])))
    return Award(tuple(pots))


def text_of(amount: int) -> str:
    """The text of a decision's number, also of one that is no award."""
    try:
        return f"{AWARD} {award_of(amount)}"
    except BadAward:
        return f"{AWARD} as {amount!r}"
