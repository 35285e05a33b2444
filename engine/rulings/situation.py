"""The betting as the floor finds it: what the player faces, has in front and behind, and what may be bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.games.decisions import BET, BRING_IN, Ask
from engine.messages.floor import SituationText
from engine.messages.message import Quoted

if TYPE_CHECKING:
    from engine.betting.hand import Hand

LIMITS = ("no", "pot", "fixed", "spread")
_RAISES = ("raise", "complete")
_ACTIONS = ("fold", "check", "call", "bet", *_RAISES)
_FORCED = ("small blind", "big blind", "post", "straddle", "bring-in")


class BadSituation(EngineError):
    """A state of the betting that cannot be; the message says what would be right."""

    code = "bad_situation"


@dataclass(frozen=True, slots=True)
class Situation:
    """What stands when a player acts; all amounts are chips, and bets are totals of this round.

    limit: one of `LIMITS`. stack: behind, not counting `bet`, which is in front of the player in this round. level:
    what a call comes to, never more than bet and stack. step: the largest bet or raise of the round, by which a raise
    must raise at least (0: `least_bet`, which is what a bring-in is completed to). least_bet: the least opening bet;
    in fixed limit the size of this street's bet. most_bet: the most in spread limit. pot: every chip bet so far,
    those of this round included. chip: the smallest chip in play. may_raise: False where the cap is reached or the
    betting is not open again (S0.12; TDA 47). window: the least and the most a raise may come to, where they are
    known; else the limit gives them. spacing: how far apart the sizes within are; 0: any.

    is_heads_up: two players are left in the hand. is_opening_bet: the bet to call is the first of the round, the big blind
    before the flop included (TDA 51-B). is_bring_in: the player must bring it in for `level` (S2.2). may_complete: that
    bring-in stands and may be completed (S2.3). front: the chips that lie in front, where it matters which they are and
    whether they come to more than `bet` (TDA 46); empty: one chip of `bet`.

    Raises `BadSituation`.
    """

    stack: int
    limit: str = "no"
    bet: int = 0
    level: int = 0
    step: int = 0
    least_bet: int = 1
    most_bet: int = 0
    pot: int = 0
    chip: int = 1
    may_raise: bool = True
    window: tuple[int, int] | None = None
    spacing: int = 0
    is_heads_up: bool = False
    is_opening_bet: bool = False
    is_bring_in: bool = False
    may_complete: bool = False
    front: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name in ("stack", "bet", "level", "step", "least_bet", "most_bet", "pot", "spacing", "chip"):
            value = getattr(self, name)
            least = 1 if name in ("stack", "chip", "least_bet") else 0
            if type(value) is not int or value < least:
                raise BadSituation(SituationText.WHOLE_CHIPS(name=name, least=least, value=Quoted(value)), field=name)
        for field in fields(self):
            if field.type == "bool" and type(getattr(self, field.name)) is not bool:
                raise BadSituation(SituationText.TRUE_OR_FALSE(name=field.name), field=field.name)
        if self.limit not in LIMITS:
            raise BadSituation(SituationText.LIMIT(known=[*LIMITS], value=Quoted(self.limit)), field="limit")
        if self.level < self.bet:
            raise BadSituation(SituationText.LEVEL(level=self.level, bet=self.bet), field="level")
        if self.limit == "spread" and self.window is None and self.most_bet < self.least_bet:
            raise BadSituation(SituationText.MOST_BET(least=self.least_bet), field="most_bet")
        if self.pot and self.pot < self.bet:
            raise BadSituation(SituationText.POT(pot=self.pot, bet=self.bet), field="pot")
        if any(type(chip) is not int or chip < 1 for chip in self.front) or (self.front and sum(self.front) < self.bet):
            raise BadSituation(SituationText.FRONT(bet=self.bet), field="front")
        # A call is never for more than the stack.
        object.__setattr__(self, "level", min(self.level, self.all_in))
        self._check_window()

    def _check_window(self) -> None:
        if self.window is None:
            object.__setattr__(self, "window", self._limits())
            return
        if len(self.window) != 2 or any(type(end) is not int for end in self.window):
            raise BadSituation(SituationText.WINDOW(), field="window")
        lo, hi = self.window
        if (lo, hi) != (0, 0) and not self.level < lo <= hi <= self.all_in:
            raise BadSituation(
                SituationText.OUTSIDE_WINDOW(level=self.level, most=self.all_in, least=lo, greatest=hi),
                field="window",
            )

    def _limits(self) -> tuple[int, int]:
        """What the limit allows (S0.12, S0.13), never more than all-in."""
        if not self.may_raise or self.all_in <= self.level:
            return 0, 0
        lo = self.level + self.least_raise
        is_opening = self.is_bring_in or self.may_complete
        most = {
            "no": self.all_in,
            "pot": self.pot if self.is_bring_in else self.level + self.pot + self.price,
            "fixed": lo,
            "spread": max(self.most_bet, lo) if is_opening else self.level + max(self.most_bet, self.least_raise),
        }[self.limit]
        hi = min(max(lo, most), self.all_in)
        return min(lo, hi), hi

    @property
    def all_in(self) -> int:
        """What the bet comes to with every chip in."""
        return self.bet + self.stack

    @property
    def price(self) -> int:
        """What a call costs; 0: a check."""
        return self.level - self.bet

    @property
    def least_raise(self) -> int:
        """By how much a raise must raise at least; over the bring-in the first is to the least bet, not that much more (S2.3)."""
        if not self.step and (self.is_bring_in or self.may_complete) and self.least_bet > self.level:
            return self.least_bet - self.level
        return self.step or self.least_bet

    @property
    def lo(self) -> int:
        """The least a raise may come to; 0: none may be made."""
        assert self.window is not None
        return self.window[0]

    @property
    def hi(self) -> int:
        """The most a raise may come to; 0: none may be made."""
        assert self.window is not None
        return self.window[1]

    @property
    def in_front(self) -> int:
        """The worth of the chips that lie in front, change still due to the player included."""
        return sum(self.front) if self.front else self.bet

    @property
    def ask(self) -> Ask:
        """The same as a hand's question: what is legal here."""
        kind = BRING_IN if self.is_bring_in else BET
        return Ask(0, None, kind, self.price, self.lo, self.hi, step=self.spacing)

    @classmethod
    def of(cls, hand: Hand) -> Situation:
        """What faces the player whose turn it is in that hand. Raises `BadSituation` if nobody is asked to bet."""
        ask = next((one for one in hand.asks if one.kind in (BET, BRING_IN)), None)
        if ask is None:
            raise BadSituation(SituationText.NOBODY_ASKED())
        view = hand.view(None)
        mine = next(one for one in view["seats"] if one["seat"] == ask.seat)
        events = _round(view["events"])
        kinds = [event["kind"] for event in events]
        bet, level, stack = mine["bet"], mine["bet"] + ask.call, mine["stack"]
        is_whole = ask.lo and ask.lo < bet + stack  # the least raise is not cut by the stack
        return cls(
            stack=stack,
            limit=view["limit"],
            bet=bet,
            level=level,
            step=ask.lo - level if is_whole else _largest(events, hand.stakes.least_bet),
            least_bet=hand.stakes.least_bet,
            pot=view["pot"],
            chip=hand.stakes.unit,
            window=(ask.lo, ask.hi),
            spacing=ask.step,
            is_heads_up=sum(not one["folded"] for one in view["seats"]) == 2,
            is_opening_bet=level > 0 and not any(kind in _RAISES for kind in kinds),
            is_bring_in=ask.kind == BRING_IN,
            may_complete="bring-in" in kinds and not any(kind in ("bet", *_RAISES) for kind in kinds),
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Situation:
        """A situation as JSON has it: its fields by name. Raises `BadSituation`, naming the fields there are."""
        known = [field.name for field in fields(cls)]
        strange = sorted(set(data) - set(known))
        if strange:
            raise BadSituation(SituationText.UNKNOWN_MEMBER(names=[*strange], known=[*known]), field=strange[0])
        if "stack" not in data:
            raise BadSituation(SituationText.STACK(), field="stack")
        values = dict(data)
        for name in ("window", "front"):
            if isinstance(values.get(name), list):
                values[name] = tuple(values[name])
        return cls(**values)


def _round(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was bet in this round: what followed the last card dealt, and in the first round the forced bets."""
    bets = (*_ACTIONS, *_FORCED)
    began = 1 + max((at for at, event in enumerate(events) if event["kind"] not in bets), default=-1)
    before, now = events[:began], events[began:]
    if not any(event["kind"] in _ACTIONS for event in before):
        now = [event for event in before if event["kind"] in _FORCED] + now
    return now


def _largest(events: list[dict[str, Any]], least: int) -> int:
    """The largest bet or raise of the round, a short all-in not counted (TDA 43, 47)."""
    level, step = 0, least
    for event in events:
        kind, amount = event["kind"], event["amount"]
        if kind in _FORCED:
            level = max(level, amount)
        elif kind in ("bet", *_RAISES):
            step = max(step, amount - level)
            level = amount
        if kind in _FORCED and kind != "bring-in":
            step = max(step, amount)
    return step
