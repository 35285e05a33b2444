"""What came of a hand: every chip that went in comes out (RULES.md S0.14, S2.7; TDA 20, 21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.pots import Pot, pots, split

if TYPE_CHECKING:
    from engine.hand import Hand


class PotResult(NamedTuple):
    """One pot: its chips before rake, the seats that could win it, and who won how many, by part of the pot."""

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[tuple[str, dict[int, int]], ...]  # the ranking's key, chips by seat
    rake: int = 0

    def as_json(self) -> dict[str, Any]:
        """For storage and API."""
        return {
            "amount": self.amount,
            "eligible": list(self.eligible),
            "rake": self.rake,
            "shares": [{"by": key, "chips": {str(seat): n for seat, n in won.items()}} for key, won in self.shares],
        }


@dataclass(frozen=True, slots=True)
class Result:
    """`net` chips by seat and `rake` sum to zero. `carried` goes into the next hand's start."""

    net: dict[int, int]
    rake: int
    pots: tuple[PotResult, ...]
    carried: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """For storage and API; seats are strings there."""
        return {
            "net": {str(seat): chips for seat, chips in self.net.items()},
            "rake": self.rake,
            "pots": [pot.as_json() for pot in self.pots],
            "carried": dict(self.carried),
        }


def share_out(hand: Hand) -> Result:
    """Share every pot among those who may win it, move the chips to their stacks, and say what came of it."""
    if hand._folded.count(False) == 1:  # S0.10: no showdown, no side pots: one takes it all
        place = hand._folded.index(False)
        amount = sum(hand._put) + hand._dead
        made = [Pot(amount, (place,))] if amount else []  # with no ante, an uncalled bring-in leaves no pot
        live = []
    else:
        live = [not folded for folded in hand._folded]
        made = pots(hand._put, live, hand._dead)
    rakes = _rakes(hand, made)
    strengths = _strengths(hand, live) if live else None
    results = []
    for pot, rake in zip(made, rakes, strict=True):
        shares = _shares(hand, pot, pot.amount - rake, strengths)
        named = []
        for key, won in shares:
            for place, chips in won:
                hand._stacks[place] += chips
                hand._events.append(("win", hand._numbers[place], chips, (), ()))
            named.append((key, {hand._numbers[place]: chips for place, chips in won}))
        results.append(PotResult(pot.amount, tuple(hand._numbers[at] for at in pot.eligible), tuple(named), rake))
    net = {
        number: stack - before
        for number, stack, before in zip(hand._numbers, hand._stacks, hand._starting, strict=True)
    }
    rake = sum(rakes)
    if rake:
        hand._events.append(("rake", None, rake, (), ()))
    return Result(net, rake, tuple(results))


def _rakes(hand: Hand, made: list[Pot]) -> list[int]:
    """The house's part of each pot: per cent and cap on the whole, so that it never depends on who wins."""
    rules = hand.start.rules
    percent, cap = rules.rake_percent, rules.rake_cap
    total = sum(pot.amount for pot in made)
    unseen = rules.no_flop_no_drop and hand.game.has_blinds and hand._street == 0
    if not percent or unseen:
        return [0] * len(made)
    rake = total * percent // 100
    rake = min(rake, cap) if cap else rake
    rake -= rake % hand.stakes.unit
    taken, rakes = 0, []
    passed = 0
    for pot in made:
        passed += pot.amount
        part = rake * passed // total - taken
        rakes.append(part)
        taken += part
    return rakes


def _strengths(hand: Hand, live: list[bool]) -> list[list[int]]:
    """For each part of the pot, how each place ranks; a hand that was not shown ranks as none."""
    return [
        [hand.strength(at, share) if live[at] and hand._shown[at] else 0 for at in range(hand._count)]
        for share in hand.game.wins
    ]


def _shares(
    hand: Hand, pot: Pot, amount: int, strengths: list[list[int]] | None
) -> list[tuple[str, list[tuple[int, int]]]]:
    """Who wins what of one pot, by place. Odd chips: the high half first, then from the button's left."""
    if strengths is None or len(pot.eligible) == 1:
        return [(hand.game.wins[0].ranking.key, [(pot.eligible[0], amount)])]
    keys = [share.ranking.key for share in hand.game.wins]
    winners = []
    for key, ranks in zip(keys, strengths, strict=True):
        best = max(ranks[at] for at in pot.eligible)
        if best:
            winners.append((key, [at for at in pot.eligible if ranks[at] == best]))
    if not winners:  # everybody who could win it mucked: it goes to those who stayed
        winners = [(keys[0], list(pot.eligible))]
    unit = hand.stakes.unit
    parts = split(amount, list(range(len(winners))), unit)
    return [
        (key, [(at, chips) for at, chips in zip(places, split(part, places, unit), strict=True) if chips])
        for (key, places), part in zip(winners, parts, strict=True)
    ]
