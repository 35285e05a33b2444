"""The house's part of a hand's pots: per cent, a flat sum, cap and rounding (RULES.md S3.7)."""

from __future__ import annotations

from engine.betting.pots_and_results.pots import Pot
from engine.betting.state import HandState
from engine.games.play_rules import PlayRules


def rake_of(rules: PlayRules, total: int, dealt_in: int, unit: int) -> int:
    """The house's part of pots of `total` chips in a hand dealt to so many, in whole smallest chips of `unit` (S3.7).

    Per cent, a flat sum and cap; whether a hand that ended before the flop pays is for the caller to say.
    """
    part, whole = total * rules.rake_percent, 100 * unit
    rounded = {"down": part // whole, "up": -(-part // whole), "nearest": (2 * part + whole) // (2 * whole)}
    rake = rounded[rules.rake_rounding] * unit + rules.rake_flat - rules.rake_flat % unit
    cap = _rake_cap(rules, dealt_in)
    if cap and rake > cap:
        rake = cap - cap % unit
    return min(rake, total)


def _rake_cap(rules: PlayRules, dealt_in: int) -> int:
    """The cap for so many players dealt in; 0 is none."""
    cap = rules.rake_cap
    if dealt_in <= 4:
        cap = rules.rake_cap_short or cap
    if dealt_in == 2:
        cap = rules.rake_cap_two or cap
    return cap


def rakes_of(state: HandState, made: list[Pot]) -> list[int]:
    """The house's part of each pot: per cent and cap on the whole, so that it never depends on who wins."""
    rules = state.plan.rules
    total = sum([pot.amount for pot in made])
    if not total or (rules.no_flop_no_drop and state.street <= 0):
        return [0] * len(made)
    unit = state.stakes.unit
    rake = rake_of(rules, total, state.count, unit)
    taken, rakes, passed = 0, [], 0
    for pot in made:  # in whole chips, the last pot bearing what is left
        passed += pot.amount
        part = rake * passed // total // unit * unit - taken if passed < total else rake - taken
        part = min(part, pot.amount)
        rakes.append(part)
        taken += part
    for at, pot in enumerate(
        made
    ):  # where pots are smaller than a chip, what the last cannot bear goes to those before
        more = min(rake - taken, pot.amount - rakes[at])
        rakes[at] += more
        taken += more
    return rakes
