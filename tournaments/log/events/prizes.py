"""Bounties, prizes that are locked, deals: what was decided of the event's money. Chips that moved are in the ledger."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments.log.events.log_event import LogEvent
from tournaments.log.prize_state import DealProposal, Lock, PrizeState, summed
from tournaments.log.state import State

Chips = tuple[tuple[int, int], ...]  # entry, chips


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeEvent(LogEvent):
    """A line that changes the prizes alone."""

    def apply(self, state: State, at: datetime) -> State:
        """The state with the prizes of then."""
        return replace(state, prize_state=self.next_prizes(state.prize_state))

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes after it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounty(PrizeEvent):
    """A bounty: chips `paid` and `added` onto bounties, by entry; `unclaimed` where nobody won it; the `envelope` that was drawn.

    eliminators: who won it. stays: it was won from one who bought again, and is not gone.
    """

    entry: int
    eliminators: tuple[int, ...]
    paid: Chips
    added: Chips
    unclaimed: int
    envelope: int | None = None
    stays: bool = False
    why: str | None = None

    def turned(self, prize_state: PrizeState, sign: int) -> PrizeState:
        """The prizes with it (`sign` 1), or without it again (-1)."""
        left, drawn = prize_state.envelopes, self.envelope
        if drawn is not None and left is not None:
            at = left.index(drawn) if sign > 0 else 0
            left = (*left[:at], *left[at + 1 :]) if sign > 0 else tuple(sorted((*left, drawn), reverse=True))
        one = frozenset() if self.stays else frozenset({self.entry})
        return replace(
            prize_state,
            added=summed(prize_state.added, self.added, sign),
            won=summed(prize_state.won, self.paid, sign),
            settled=prize_state.settled | one if sign > 0 else prize_state.settled - one,
            unclaimed=prize_state.unclaimed + sign * self.unclaimed,
            envelopes=left,
        )

    def parts(self) -> dict[str, Any]:
        """What a bounty and the undoing of it share, by their names."""
        return {one.name: getattr(self, one.name) for one in fields(Bounty)}


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyWon(Bounty):
    """A bounty was won, by a knock-out or at a rebuy."""

    kind = "bounty_won"
    narration = _("Bounty of %(name)s given")
    decision = _("Bounty given")

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes with it."""
        return self.turned(prize_state, 1)

    def inverse(self, before: State) -> LogEvent:
        """The bounty is as before."""
        return BountyTakenBack(**self.parts(), of=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyTakenBack(Bounty):
    """A bounty is as before, and what it paid has gone back. of: the line of it."""

    kind = "bounty_taken_back"
    narration = _("Bounty of %(name)s taken back")
    decision = _("Bounty taken back")
    of: int

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes without it."""
        return self.turned(prize_state, -1)

    def inverse(self, before: State) -> LogEvent:
        """The same bounty is won again."""
        return BountyWon(**self.parts())


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopesMade(PrizeEvent):
    """From now on envelopes are drawn: their chips, the best first."""

    kind = "envelopes_made"
    narration = _("From now on envelopes are drawn")
    title = _("From now on envelopes are drawn")
    no_inverse = "they are dropped by `envelopes_dropped` where knock-outs before their moment are undone"
    envelopes: tuple[int, ...]

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes with the envelopes."""
        return replace(prize_state, envelopes=self.envelopes)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopesDropped(PrizeEvent):
    """Envelopes of which none was opened are none: more players are in again than when their moment comes."""

    kind = "envelopes_dropped"
    narration = _("Envelopes are made later: players are in again")
    title = _("Envelopes are made later")
    no_inverse = "they are made again once their moment comes"
    envelopes: tuple[int, ...]

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes without envelopes."""
        return replace(prize_state, envelopes=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesLocked(PrizeEvent):
    """Prizes by place from the first, that stand whatever comes; of how many entries and what pool. own: chosen by hand."""

    kind = "prizes_locked"
    narration = _("Prizes locked")
    decision = _("Prizes locked")
    prizes: tuple[int, ...]
    entries: int
    pool: int
    own: bool
    why: str

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes locked."""
        return replace(prize_state, lock=Lock(self.prizes, self.entries, self.pool))

    def inverse(self, before: State) -> LogEvent:
        """The prizes unlocked, or locked as they were."""
        was = before.prize_state.lock
        if was is None:
            return PrizesUnlocked(prizes=self.prizes, why="")
        return PrizesLocked(prizes=was.prizes, entries=was.entries, pool=was.pool, own=True, why="")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesUnlocked(PrizeEvent):
    """Prizes follow the entries again; those that were locked."""

    kind = "prizes_unlocked"
    narration = _("Prizes no longer locked")
    decision = _("Prizes no longer locked")
    no_inverse = "they are locked again by hand, for the entries and the pool of then"
    why: str
    prizes: tuple[int, ...]

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes not locked."""
        return replace(prize_state, lock=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeBarred(PrizeEvent):
    """A disqualified player has no prize, or has one again."""

    kind = "prize_barred"
    decision = _("Prize of a disqualified player")
    entry: int
    is_barred: bool

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes with the entry barred, or not."""
        one = frozenset({self.entry})
        return replace(prize_state, barred=prize_state.barred | one if self.is_barred else prize_state.barred - one)

    def inverse(self, before: State) -> LogEvent:
        """As it was for the entry."""
        return PrizeBarred(entry=self.entry, is_barred=self.entry in before.prize_state.barred)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealProposed(PrizeEvent):
    """A deal is talked over; the fields are those of `DealProposal`."""

    kind = "deal_proposed"
    narration = _("Deal proposed")
    decision = _("Deal proposed")
    no_inverse = "it is called off; who had agreed to an earlier one is asked anew"
    method: str
    shares: Chips
    kept: int
    prizes: tuple[int, ...]
    played: int
    why: str

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes with the deal, to which nobody has agreed."""
        return replace(
            prize_state, deal=DealProposal(self.method, dict(self.shares), self.kept, self.prizes, self.played)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DealAgreed(PrizeEvent):
    """An entry agrees."""

    kind = "deal_agreed"
    narration = _("%(name)s agreed to the deal")
    decision = _("Deal agreed to")
    no_inverse = "consent is not taken back alone: the whole deal is called off"
    entry: int
    why: str

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes with the consent."""
        assert prize_state.deal is not None
        return replace(prize_state, deal=replace(prize_state.deal, agreed=prize_state.deal.agreed | {self.entry}))


@dataclass(frozen=True, slots=True, kw_only=True)
class DealMade(PrizeEvent):
    """All have agreed: the deal stands."""

    kind = "deal_made"
    narration = _("Everybody agreed: the deal stands")
    decision = _("Deal made")
    no_inverse = "the deal is called off as a whole"
    method: str
    kept: int

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes as the deal has them."""
        assert prize_state.deal is not None
        return replace(prize_state, deal=replace(prize_state.deal, is_binding=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOff(PrizeEvent):
    """The deal is off. entry: who takes part no longer, None: by the floor."""

    kind = "deal_off"
    narration = _("Deal called off")
    decision = _("Deal called off")
    no_inverse = "a deal is proposed anew, and all are asked again"
    why: str
    entry: int | None = None

    def next_prizes(self, prize_state: PrizeState) -> PrizeState:
        """The prizes without a deal."""
        return replace(prize_state, deal=None)
