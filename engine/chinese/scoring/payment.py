"""Payment: points into chips, with the stakes on the table and the house's rake (RULES.md S3.6, S3.7).

>>> debts = [(0, 1, 10), (0, 2, 40), (1, 2, -20)]
>>> settle(debts, stacks=[5, 10, 135], button=2, rules=ChineseRules(payment="win cap")).moved
(15, -10, -5)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.scoring.proportional_shares import share
from engine.chinese.scoring.rake import rakes_of
from engine.errors import EngineError
from engine.messages.chinese import SettlementText

Debt = tuple[int, int, int]  # seat a, seat b, what a wins from b (negative: loses)


class BadSettlement(EngineError):
    """Debts, stacks or a button that cannot be those of one deal."""

    code = "bad_settlement"


class Transfer(NamedTuple):
    """Chips that one seat pays another, rake not counted."""

    payer: int
    receiver: int
    chips: int


class Settlement(NamedTuple):
    """What a deal comes to in chips, by seat.

    `moved` is won or lost before rake and sums to zero; `rakes` is what each pays the house; `transfers` say who pays
    whom and add up to `moved`.
    """

    moved: tuple[int, ...]
    rakes: tuple[int, ...]
    transfers: tuple[Transfer, ...]

    @property
    def net(self) -> tuple[int, ...]:
        """The change of each stack; with the rake it sums to zero."""
        return tuple([moved - rake for moved, rake in zip(self.moved, self.rakes, strict=True)])


def settle(
    debts: Iterable[Debt], *, stacks: Sequence[int], button: int, rules: ChineseRules, point_value: int = 1
) -> Settlement:
    """Pay the debts of one deal by the house's order of payment, and take the rake.

    debts: (a, b, points) for each pair compared, what a wins from b. stacks: chips in front of each seat before the
    deal. button: the index of the seat that is served last; the seat after it is served first (where the button stands
    at an empty seat, the last seat before it). point_value: chips a point, 1 or more.
    Nobody pays more than the stack, unless the house gives credit. Raises `BadSettlement`.
    """
    owed = [(a, b, points * point_value) for a, b, points in debts]
    _check(owed, stacks, button, point_value)
    players = len(stacks)
    order = [(button + 1 + at) % players for at in range(players)]
    if rules.payment in ("net", "credit"):
        moved = _net(owed, stacks, order, gives_credit=rules.payment == "credit")
        transfers = who_pays_whom(moved, order)
    else:
        moved = [0] * players
        transfers = _in_turn(owed, stacks, order, rules.payment)
        for payer, receiver, chips in transfers:
            moved[payer] -= chips
            moved[receiver] += chips
    left = None if rules.payment == "credit" else [stack + won for stack, won in zip(stacks, moved, strict=True)]
    rakes = rakes_of(moved, left, order, rules, point_value)
    return Settlement(tuple(moved), tuple(rakes), tuple(transfers))


def _check(owed: Sequence[Debt], stacks: Sequence[int], button: int, point_value: int) -> None:
    players = len(stacks)
    if point_value < 1:
        raise BadSettlement(SettlementText.POINT(point=point_value))
    if not 0 <= button < players:
        raise BadSettlement(SettlementText.BUTTON(last=players - 1, button=button))
    for stack in stacks:
        if stack < 0:
            raise BadSettlement(SettlementText.STACK(stack=stack))
    seen = set()
    for a, b, _ in owed:
        if a == b or not (0 <= a < players and 0 <= b < players):
            raise BadSettlement(SettlementText.NO_PAIR(a=a, b=b, last=players - 1))
        if (a, b) in seen:
            raise BadSettlement(SettlementText.PAIR_TWICE(a=a, b=b))
        seen |= {(a, b), (b, a)}


def _net(owed: Sequence[Debt], stacks: Sequence[int], order: Sequence[int], *, gives_credit: bool) -> list[int]:
    """Debts netted first. If losers cannot pay all, what they have is shared by what the winners are owed."""
    net = [0] * len(stacks)
    for a, b, chips in owed:
        net[a] += chips
        net[b] -= chips
    if gives_credit or all(stack + won >= 0 for stack, won in zip(stacks, net, strict=True)):
        return net
    paid = [min(stack, max(0, -won)) for stack, won in zip(stacks, net, strict=True)]
    received = share(sum(paid), [max(0, won) for won in net], order)
    return [got - gave for got, gave in zip(received, paid, strict=True)]


def who_pays_whom(moved: Sequence[int], order: Sequence[int]) -> list[Transfer]:
    """Transfers that move those chips and no more: the losers, from the button's left, pay the winners in turn."""
    owing = [[seat, -moved[seat]] for seat in order if moved[seat] < 0]
    transfers = []
    for receiver in order:
        due = moved[receiver]
        while due > 0:
            payer = owing[0]
            chips = min(due, payer[1])
            transfers.append(Transfer(payer[0], receiver, chips))
            due -= chips
            payer[1] -= chips
            if not payer[1]:
                owing.pop(0)
    return transfers


def _in_turn(owed: Sequence[Debt], stacks: Sequence[int], order: Sequence[int], payment: str) -> list[Transfer]:
    """Pair by pair: the first from the button's left with each later seat, then the next; stacks change as they go."""
    place = {seat: at for at, seat in enumerate(order)}
    in_turn = sorted(owed, key=lambda debt: sorted((place[debt[0]], place[debt[1]])))
    held = list(stacks)
    transfers = []
    for a, b, chips in in_turn:
        payer, receiver = (b, a) if chips > 0 else (a, b)
        paid = min(abs(chips), held[payer])
        if payment == "win cap":
            paid = min(paid, held[receiver])
        elif payment == "bust" and not held[receiver]:
            paid = 0
        if paid:
            held[payer] -= paid
            held[receiver] += paid
            transfers.append(Transfer(payer, receiver, paid))
    return transfers
