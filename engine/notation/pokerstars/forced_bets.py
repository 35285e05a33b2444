"""How a hand of PokerStars text begins: the stakes, the blinds, and what each has posted besides.

The text names amounts, not what they are paid for; so what everybody pays is an ante, and other antes are dead money.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.games.hand_start import Positions, Stakes
from engine.notation.pokerstars.told_hand import Step, Told

Chips = Callable[[str], int]
FORCED = ("ante", "small blind", "big blind", "both blinds", "dead", "straddle")


@dataclass(slots=True)
class Forced:
    """Stakes, positions and posts by seat, in the smallest unit; `places` are the seats clockwise from the button's left."""

    stakes: Stakes
    positions: Positions
    places: tuple[int, ...]
    live: dict[int, int] = field(default_factory=dict)
    dead: dict[int, int] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)


def forced_bets(told: Told, chips: Chips) -> Forced:
    """What the lines before the first cards come to. Raises `BadStart` for stakes that cannot be played."""
    steps = [step for step in told.steps if step.kind in FORCED]
    button = told.button or _last_place(told)
    places = tuple(sorted(told.names, key=lambda seat: (seat <= button, seat)))
    ante, dead = _antes(told, steps, chips)
    positions = Positions(button, *_blind_seats(told, steps)) if told.game.has_blinds else Positions(button)
    forced = Forced(_stakes(told, positions, ante, chips), positions, places, dead=dead)
    _post(forced, steps, chips)
    if any(step.kind == "straddle" for step in steps):
        forced.rules["straddle"] = _straddle(forced, steps)
    return forced


def _last_place(told: Told) -> int:
    """In games without a button, whom the first round of antes or cards comes to last."""
    for kind in ("ante", "dealt"):
        seats = list(dict.fromkeys(step.seat for step in told.steps if step.kind == kind))
        ordered = sorted(told.names)
        if len(seats) == len(ordered) and seats[0] in ordered:
            at = ordered.index(seats[0])
            if [*ordered[at:], *ordered[:at]] == seats:
                return seats[-1]
    return max(told.names)


def _antes(told: Told, steps: Sequence[Step], chips: Chips) -> tuple[int, dict[int, int]]:
    """The ante that everybody pays, 0 for none, and the dead money of each seat."""
    paid: dict[int, list[Step]] = {}
    for step in steps:
        if step.kind in ("ante", "dead"):
            paid.setdefault(step.seat, []).append(step)
    first = {seat: (chips(own[0].amounts[0]), own[0].is_all_in) for seat, own in paid.items()}
    ante = max([most for most, _is_all_in in first.values()], default=0)
    is_even = all(most == ante or is_all_in for most, is_all_in in first.values())
    if len(paid) < len(told.names) or not is_even:
        ante = 0
    dead = {seat: sum(chips(one.amounts[0]) for one in own[bool(ante) :]) for seat, own in paid.items()}
    return ante, {seat: most for seat, most in dead.items() if most}


def _blind_seats(told: Told, steps: Sequence[Step]) -> tuple[int | None, int | None]:
    """Who has the small and the big blind: by the summary, or where it names nobody's place who posts first."""
    if told.places.keys() & {"small blind", "big blind"}:
        small, big = (told.places.get(kind) for kind in ("small blind", "big blind"))
        return small if small in told.names else None, big if big in told.names else None
    found: list[int | None] = []
    for kind in ("small blind", "big blind"):
        posted = [step.seat for step in steps if step.kind == kind]
        found.append(posted[0] if posted else None)
    return found[0], found[1]


def _stakes(told: Told, positions: Positions, ante: int, chips: Chips) -> Stakes:
    low, high = map(chips, told.stakes)
    is_fixed = told.limit == "fixed"
    sizes: dict[str, Any] = {"small_bet": low, "big_bet": high} if is_fixed else {}
    if not told.game.has_blinds:
        bring_in = _bring_in(told, chips)
        least = 0 if is_fixed else _least(told, bring_in, chips)
        return Stakes(told.limit, ante=ante, bring_in=bring_in, min_bet=least, **sizes)
    if is_fixed:
        low, high = _posted_blinds(told, positions, low, chips)
    return Stakes(told.limit, low, high, ante, **sizes)


def _posted_blinds(told: Told, positions: Positions, bet: int, chips: Chips) -> tuple[int, int]:
    """Blinds of fixed limit, which the first line does not name: as they were posted; a big one that was not is a bet."""
    blinds = {"small blind": 0, "big blind": _called(told, bet, chips)}
    for step in told.steps:
        seat = positions.small_blind if step.kind == "small blind" else positions.big_blind
        if step.kind in blinds and step.seat == seat:
            paid = chips(step.amounts[0])
            blinds[step.kind] = max(paid, blinds[step.kind]) if step.is_all_in else paid
            if step.kind == "small blind" and step.is_all_in:
                blinds[step.kind] = max(paid, bet // 2)
    return min(blinds["small blind"], blinds["big blind"]), blinds["big blind"]


def _called(told: Told, usual: int, chips: Chips) -> int:
    """What there was to call at first, by what was called, or raised in full, by who had posted nothing; else what is usual."""
    posted = {step.seat for step in told.steps if step.kind in FORCED and step.kind != "ante"}
    most = usual
    for step in told.steps:
        if step.kind == "raise" and not step.is_all_in and told.limit == "fixed":
            return max(chips(step.amounts[1]) - chips(told.stakes[0]), most)
        if step.kind in ("bet", "raise", "street", "pat", "discard"):
            break
        if step.kind == "call" and step.seat not in posted:
            if not step.is_all_in:
                return chips(step.amounts[0])
            most = max(most, chips(step.amounts[0]))
    return most


def _bring_in(told: Told, chips: Chips) -> int:
    """The bring-in of stud; where somebody opened in full instead, or had not as much, half a small bet at most."""
    usual = max(chips(told.stakes[0]) // 2, 1)
    for step in told.steps:
        if step.kind == "bring-in":
            paid = chips(step.amounts[0])
            return max(paid, _called(told, usual, chips)) if step.is_all_in else paid
        if step.kind in ("bet", "raise"):
            return max(min(usual, chips(step.amounts[-1]) - 1), 1)
    return usual


def _least(told: Told, bring_in: int, chips: Chips) -> int:
    """The smallest bet of stud without fixed sizes, which no line names: the smallest there was, a completion among them."""
    opened = [chips(step.amounts[-1]) for step in told.steps if step.kind in ("bet", "raise")][:1]
    made = [step for step in told.steps if step.kind == "bet"]
    in_full = [step for step in made if not step.is_all_in]  # all in one may bet less
    bets = [chips(step.amounts[0]) for step in in_full or made]
    return max(min([*opened, *bets], default=bring_in), bring_in)


def _post(forced: Forced, steps: Sequence[Step], chips: Chips) -> None:
    """What is posted besides the blinds: live as a bet, and dead."""
    _button, small, big = forced.positions
    taken: set[str] = set()
    for step in steps:
        paid = chips(step.amounts[0]) if step.amounts else 0
        if step.kind == "both blinds":
            live = min(paid, forced.stakes.big_blind)
            _add(forced.live, step.seat, live)
            _add(forced.dead, step.seat, paid - live)
        elif step.kind in ("small blind", "big blind"):
            is_blind = step.seat == (small if step.kind == "small blind" else big) and step.kind not in taken
            if is_blind:
                taken.add(step.kind)
            elif step.kind == "small blind":  # of another seat than the one whose turn it is: owed, and dead
                _add(forced.dead, step.seat, paid)
            else:
                _add(forced.live, step.seat, max(paid, forced.stakes.big_blind) if step.is_all_in else paid)


def _add(by: dict[int, int], seat: int, chips: int) -> None:
    if chips:
        by[seat] = by.get(seat, 0) + chips


def _straddle(forced: Forced, steps: Sequence[Step]) -> str:
    """Who may straddle where somebody has."""
    seat = next(step.seat for step in steps if step.kind == "straddle")
    big = forced.positions.big_blind
    after = forced.places[(forced.places.index(big) + 1) % len(forced.places)] if big in forced.places else 0
    return "under the gun" if seat == after else "button"
