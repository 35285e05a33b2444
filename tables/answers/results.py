"""Answers about what a hand came to: pots and who took them; points and payments of Chinese poker."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Cards, Chips, Message, Told

ChipsBySeat = Annotated[dict[str, int], Told("Chips by seat, below zero lost.")]
PointsBySeat = Annotated[dict[str, int], Told("Points by seat, below zero lost.")]
NumbersOfCards = Annotated[dict[str, int], Told("Cards of the next fantasyland, by seat.")]


class Carried(TypedDict):
    """What goes into the next hand's start."""

    kill: NotRequired[Annotated[int, Told("The seat that kills the next pot.")]]
    leg: NotRequired[Annotated[int, Told("The seat that won the last pot, whole.")]]
    fantasyland: NotRequired[NumbersOfCards]


class Share(TypedDict):
    """Who won what of a part of a pot."""

    by: Annotated[str, Told("The ranking's key.")]
    chips: ChipsBySeat
    board: NotRequired[Annotated[int, Told("From 0; left out where there is one board.")]]


class PotResult(TypedDict):
    """A pot and its shares."""

    amount: Annotated[int, Told("Chips before rake.")]
    eligible: Annotated[list[int], Told("The seats that could win it.")]
    rake: Chips
    shares: list[Share]


class BettingResult(TypedDict):
    """What a betting hand came to: `net` and `rake` sum to zero."""

    net: ChipsBySeat
    rake: Chips
    pots: list[PotResult]
    carried: Carried


class RowPoints(TypedDict):
    """Points of the three rows."""

    front: int
    middle: int
    back: int


class ChineseHandScore(TypedDict):
    """One player's Chinese hand as it was scored."""

    foul: bool
    surrender: bool
    natural: Annotated[str, Told("Its name, or empty.")]
    royalties: RowPoints
    fantasyland: Annotated[int, Told("Cards of the next fantasyland, 0 for none.")]


class ChinesePair(TypedDict):
    """What the hand at `a` wins from the hand at `b`."""

    a: Annotated[int, Told("From 0, in the order of seats.")]
    b: Annotated[int, Told("From 0, in the order of seats.")]
    rows: Annotated[RowPoints, Told("1 won, 0 tied, -1 lost.")]
    royalty: Annotated[int, Told("Points.")]
    scoop: Annotated[int, Told("Points.")]
    net: Annotated[int, Told("Points.")]


class ChinesePayment(TypedDict):
    """Who pays whom."""

    payer: Annotated[int, Told("A seat.")]
    receiver: Annotated[int, Told("A seat.")]
    chips: Chips


class ChineseResult(TypedDict):
    """What a Chinese hand came to: `net` and `rake` sum to zero, and so do `points`."""

    net: ChipsBySeat
    rake: Chips
    pots: Annotated[list[PotResult], Told("None: nobody bets.")]
    points: PointsBySeat
    hands: Annotated[dict[str, ChineseHandScore], Told("By seat.")]
    pairs: list[ChinesePair]
    payments: list[ChinesePayment]
    rakes: Annotated[dict[str, int], Told("What of the rake each seat pays, in chips.")]
    carried: Carried


Result = ChineseResult | BettingResult


class WinningHand(TypedDict):
    """A hand that won: what it makes, and the cards of it that play, at most five."""

    made: Message
    cards: Cards
    wild: Annotated[list[str], Told("Those of `cards` that are wild.")]


class Take(TypedDict):
    """Chips that a seat takes of a part of a pot, its own bets among them."""

    seat: int
    chips: Chips
    hand: Annotated[WinningHand | None, Told("Null where it was not shown, or nobody contested the pot.")]


class PartOutcome(TypedDict):
    """A board's part of a pot, or its high or low half."""

    board: Annotated[int | None, Told("From 0; null where boards do not part the pot.")]
    by: Annotated[str | None, Told("The ranking, such as `eight-or-better`; null for all of it.")]
    kind: Literal["win", "chop", "quarter"]
    takes: list[Take]


class UnqualifiedPart(TypedDict):
    """A part of a pot for which nobody had a hand, such as no low; its chips went to the other parts."""

    board: Annotated[int | None, Told("From 0; null where boards do not part the pot.")]
    by: Annotated[str, Told("The ranking, such as `eight-or-better`.")]


class PotOutcome(TypedDict):
    """A pot; the first is the main pot."""

    amount: Annotated[int, Told("Chips before rake.")]
    seats: Annotated[list[int], Told("Who could win it.")]
    rake: Chips
    parts: list[PartOutcome]
    unqualified: Annotated[
        list[UnqualifiedPart], Told("What nobody qualified for; empty where a dealer said who wins.")
    ]


class HandOutcome(TypedDict):
    """What a betting hand came to: all that is taken, given back and raked is what was put in."""

    pots: list[PotOutcome]
    returned: Annotated[dict[str, int], Told("Uncalled chips by seat.")]
    taken: Annotated[dict[str, int], Told("Chips taken of all pots, by seat.")]
    net: ChipsBySeat
    rake: Chips
