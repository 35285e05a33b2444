"""Rebuys and add-ons: offered, bought, declined, taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tournaments.base.json_fields import Fields
from tournaments.log.entry_places import without
from tournaments.log.events.log_event import Change, Kept, LogEvent, Standing, Undoable
from tournaments.log.state import Deciding, State
from tournaments.seating.places_of_knockouts import RoundRank


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Fields):
    """A rebuy that is offered. elimination_number: of the knock-out if there is none; eliminators: who wins the
    bounty then, as entries, None where the hand does not tell. round: how the knock-out is ranked with the others of a round
    played hand for hand, in which the chips were lost; None: in none."""

    elimination_number: int
    eliminators: tuple[int, ...] | None = None
    round: RoundRank | None = None


def question(asked: Deciding) -> Question:
    """What somebody who decides was asked."""
    return Question(elimination_number=asked.elimination_number, eliminators=asked.eliminators, round=asked.round)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Question):
    """The question, and until when it is answered."""

    until: datetime

    def put_to(self, state: State, entry: int) -> State:
        """The entry decides; it has no chips that count."""
        deciding = {
            **state.deciding,
            entry: Deciding(self.until, self.elimination_number, self.eliminators, self.round),
        }
        last = self.elimination_number if self.round is None else self.round.base + self.round.room
        orders = state.orders.without_count(entry)
        return replace(state, deciding=deciding, eliminations=max(state.eliminations, last), orders=orders)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Asked):
    """The question put to an entry."""

    entry: int

    def put_into(self, state: State) -> State:
        """The entry decides."""
        return self.put_to(state, self.entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferPut(Change):
    """The question is as it was (None: nobody is asked), or is asked again."""

    entry: int
    offer: Offer | None

    def apply(self, state: State, at: datetime) -> State:
        """The entry decides, or does not."""
        if self.offer is not None:
            return self.offer.put_into(state)
        return replace(state, deciding=without(state.deciding, self.entry))


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuyOffered(Offer, Undoable):
    """One who lost the last chip may buy again. The seat is kept."""

    kind = "rebuy_offered"
    narration = _("%(name)s is out of chips and may buy again")
    title = _("Player out of chips, who may buy again")
    no_inverse = "undone, nobody is asked; but the number of the knock-out stays given, and the stack is counted anew"
    Back = Again = OfferPut
    why: str | None = None
    floor: bool = False

    def apply(self, state: State, at: datetime) -> State:
        """The entry decides."""
        return self.put_into(state)

    def back(self) -> Change:
        """Nobody is asked."""
        return OfferPut(entry=self.entry, offer=None)

    def again(self) -> Change:
        """The same question; the time to answer is given anew."""
        offer = Offer(
            entry=self.entry,
            until=self.until,
            elimination_number=self.elimination_number,
            eliminators=self.eliminators,
            round=self.round,
        )
        return OfferPut(entry=self.entry, offer=offer)

    def is_as_left(self, state: State, standing: Standing) -> bool:
        """True if the question stands, or nobody is asked."""
        offered = state.deciding.get(self.entry)
        if not standing.is_standing:
            return offered is None and not state.entries[self.entry].is_out
        return offered is not None and offered.elimination_number == self.elimination_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Question):
    """The question that a rebuy answered. won: the line of the bounty that the rebuy paid, None where none was."""

    won: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebought(LogEvent):
    """A rebuy. purchase: its primary key; question: what it answered, None where chips were left."""

    kind = "rebought"
    narration = _("%(name)s bought a rebuy (purchase %(purchase)s)")
    decision = _("Rebuy bought")
    no_inverse = "the purchase is taken back by `purchase_taken_back`, and who has no chips then is asked anew"
    entry: int
    purchase: int
    question: Answered | None = None

    def apply(self, state: State, at: datetime) -> State:
        """The entry decides no more."""
        return replace(state, deciding=without(state.deciding, self.entry))


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuyDeclined(Kept):
    """Who was asked does not buy again; the knock-out follows."""

    kind = "rebuy_declined"
    narration = _("%(name)s does not buy again")
    decision = _("Rebuy declined")
    no_inverse = "the knock-out that follows is undone instead"
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedOn(Kept):
    """An add-on."""

    kind = "added_on"
    narration = _("%(name)s bought the add-on (purchase %(purchase)s)")
    decision = _("Add-on bought")
    entry: int
    purchase: int

    def inverse(self, before: State) -> LogEvent:
        """The purchase taken back."""
        return PurchaseTakenBack(entry=self.entry, purchase=self.purchase, why="")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsIssued(Kept):
    """The chips of a purchase were put before the player."""

    kind = "chips_issued"
    title = _("Chips of a purchase handed out")
    no_inverse = "the chips go back with the purchase, by `purchase_taken_back`"
    entry: int
    purchase: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseTakenBack(Kept):
    """A purchase by mistake: price and chips have gone back."""

    kind = "purchase_taken_back"
    narration = _("Purchase %(purchase)s of %(name)s taken back")
    decision = _("Purchase taken back")
    no_inverse = "it is sold anew, as another purchase"
    entry: int
    purchase: int
    why: str
