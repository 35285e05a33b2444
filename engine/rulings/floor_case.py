"""A case before the floor: what the player faces, what was seen and heard, the house's rules; and the shapes of a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.games.decisions import Decision
from engine.rulings.floor_rules import FloorRules
from engine.rulings.motions import Evidence
from engine.rulings.reasons import NEEDED, Reason, Verdict
from engine.rulings.situation import Situation


@dataclass(frozen=True, slots=True)
class Case:
    """Everything a verdict follows from. `told`: what the player was told that a call costs, in chips; 0: nothing."""

    facing: Situation
    seen: Evidence
    rules: FloorRules
    told: int = 0

    @property
    def kept(self) -> int:
        """Chips of the earlier bet that still lie in front."""
        return self.facing.in_front - self.seen.taken_back

    @property
    def total(self) -> int:
        """What the bet comes to with the chips of the first motion."""
        return self.kept + sum(self.seen.chips)

    @property
    def on_table(self) -> int:
        """Every chip in front of the player now."""
        return self.kept + self.seen.pushed

    def why(self, key: str, **params: Any) -> Reason:
        """A reason; what it says of the situation is filled in."""
        facing = self.facing
        known = {
            "price": facing.price,
            "lo": facing.lo,
            "hi": facing.hi,
            "step": facing.least_raise,
            "text": self.seen.said.text,
            **params,
        }
        return Reason(key, {name: known[name] for name in NEEDED[key]})

    def settle(self, decision: Decision, *why: Reason) -> Verdict:
        """A verdict that binds."""
        facing = self.facing
        if decision.verb == "fold":
            to, action = facing.bet, "fold"
        elif decision.verb == "call":
            to, action = facing.level, "bring-in" if facing.is_bring_in else ("call" if facing.price else "check")
        else:
            is_bet = facing.is_bring_in or not facing.level
            to, action = decision.amount, "bet" if is_bet else ("complete" if facing.may_complete else "raise")
        return Verdict(
            decision=decision,
            action=action,
            asks="",
            options=(),
            to=to,
            returned=max(0, self.on_table - to),
            owed=max(0, to - self.on_table),
            held=0,
            is_all_in=action != "fold" and to == facing.all_in,
            why=why,
        )

    def leave_open(self, asks: str, verbs: tuple[str, ...], *why: Reason, goes_back: bool = False) -> Verdict:
        """A verdict that waits for `asks`. `verbs`: which of the legal answers are open then. `goes_back`: chips do."""
        bet = self.facing.bet
        spare = max(0, self.on_table - bet)
        return Verdict(
            decision=None,
            action="",
            asks=asks,
            options=tuple(offer for offer in self.facing.ask.offers if offer.verb in verbs),
            to=bet,
            returned=spare if goes_back else 0,
            owed=max(0, bet - self.on_table),
            held=0 if goes_back else spare,
            is_all_in=False,
            why=why,
        )
