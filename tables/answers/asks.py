"""Answers about what is asked in a hand, and what may be answered."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Cards, Chips, Named, Told, one_of
from engine.games.decisions import BET, BRING_IN, DEAL, DISCARD, DRAW, RUN_IT, SHOWDOWN, STRADDLE
from engine.games.row_layout import PLACE, SET

AskNumber = Annotated[int, Told("What a decision names; grows within the hand.")]
AskSeat = Annotated[int | None, Told("Who is asked; null: the dealer.")]
BettingAskKind = Annotated[
    str, one_of("BettingAskKind", (BET, BRING_IN, DRAW, DISCARD, SHOWDOWN, DEAL, STRADDLE, RUN_IT))
]
ChineseAskKind = Annotated[str, one_of("ChineseAskKind", (PLACE, SET))]


class PlainOffer(TypedDict):
    """Something that may be answered as it stands."""

    verb: Literal["fold", "show", "muck", "award", "pass", "surrender"]


class AmountOffer(TypedDict):
    """A call or a straddle, of that many chips; a call of 0 is a check."""

    verb: Literal["call", "straddle"]
    amount: Chips


class RangeOffer(TypedDict):
    """An answer with a number: chips the bet is raised to, numbers of cards, or boards to be run."""

    verb: Literal["raise", "draw", "discard", "deal", "agree", "place", "set"]
    lo: Annotated[int, Told("The least.")]
    hi: Annotated[int, Told("The most.")]
    step: NotRequired[Annotated[int, Told("How far apart the sizes are; left out: any.")]]


Offer = Annotated[
    PlainOffer | AmountOffer | RangeOffer, Named("AskOffer", "One thing that may be answered.", by="verb")
]


class BettingAsk(TypedDict):
    """A question of a betting hand. Only whose it is sees more than its number and seat."""

    number: AskNumber
    seat: AskSeat
    kind: NotRequired[BettingAskKind]
    default: NotRequired[Annotated[str, Told("What the clock answers.")]]
    offers: NotRequired[list[Offer]]
    target: NotRequired[Annotated[int | None, Told("Of the dealer: the seat or board that the cards go to.")]]


class Room(TypedDict):
    """How many cards each row still takes."""

    front: int
    middle: int
    back: int


class ChineseAsk(TypedDict):
    """A question of a Chinese hand. Only whose it is sees more than its number and seat."""

    number: AskNumber
    seat: AskSeat
    kind: NotRequired[ChineseAskKind]
    default: NotRequired[Annotated[str | None, Told("What the clock answers; null: it is not told.")]]
    offers: NotRequired[list[Offer]]
    cards: NotRequired[Cards]
    discard: NotRequired[Annotated[int, Told("How many cards are to be discarded, or may be.")]]
    room: NotRequired[Room]
