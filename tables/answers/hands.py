"""Answers about hands: what one may see of a hand of any game, how it stands in lists, its proof."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Cards, Chips, Id, Instant, MaybeInstant, Message, Named, Told, one_of
from tables.answers.asks import BettingAsk, ChineseAsk
from tables.answers.results import BettingResult, ChineseResult, HandOutcome, Result
from tables.models import Hand as HandRow

HandState = Annotated[str, one_of("HandState", HandRow.State.values)]
EventKind = Annotated[
    str,
    one_of(
        "HandEventKind",
        "ante,small blind,big blind,post,kill,straddle,pass,bring-in,street,down,up,unseen,open pair,board,reshuffle,bet,"
        "complete,raise,call,check,fold,draw,discard,agree,runs,beaten,show,muck,uncalled,win,rake,front,middle,back,set,"
        "surrender,foul,natural,royalties,points,pay,fantasyland".split(","),
        "What happened. For `bet`, `complete` and `raise` the amount is what it comes to in the round; of `street` and "
        "`board` the index, of `draw`, `discard` and `fantasyland` a number of cards, of `agree` and `runs` a number of "
        "boards, of `royalties` and `points` points; elsewhere the chips that moved.",
    ),
]
MaybeSeat = Annotated[int | None, Told("A seat; null: none.")]
Made = Annotated[list[Message], Told("What the hand makes, for each board and part of the pot.")]
GameRules = Annotated[
    dict[str, bool | int | str], Told("The house rules that are other than usual, by key, such as `raise_cap`.")
]
Boards = Annotated[list[list[str]], Told("The cards of each board.")]
Flags = Annotated[list[bool], Told("Which of `cards` everybody may see.")]
HiddenCards = Annotated[list[str], Told("Cards such as `As`; `??` for one you may not see.")]


class HandEvent(TypedDict):
    """One thing that happened in a hand."""

    kind: EventKind
    seat: MaybeSeat
    amount: int
    cards: HiddenCards


class Pot(TypedDict):
    """A pot; the first is the main pot."""

    amount: Chips
    seats: Annotated[list[int], Told("Who can win it.")]


class BettingSeat(TypedDict):
    """A seat of a betting hand."""

    seat: int
    stack: Chips
    bet: Annotated[int, Told("Chips in front, of this round.")]
    folded: bool
    all_in: bool
    cards: HiddenCards
    up: Flags
    words: Annotated[str | None, Told("What the hand makes, in words; null where that is not to be seen.")]
    made: Made


class BettingView(TypedDict):
    """A betting hand as one may see it."""

    game: Annotated[str, Told("A key of `/games/`.")]
    limit: Literal["no", "pot", "fixed", "spread"]
    rules: GameRules
    street: str
    over: bool
    boards: Boards
    pot: Chips
    pots: list[Pot]
    button: MaybeSeat
    small_blind: MaybeSeat
    big_blind: MaybeSeat
    to_act: Annotated[list[int], Told("The seats that are asked.")]
    seats: list[BettingSeat]
    asks: list[BettingAsk]
    events: list[HandEvent]
    result: Annotated[BettingResult | None, Told("Null until the hand is over.")]
    outcome: Annotated[HandOutcome | None, Told("Null until the hand is over.")]


class Rows(TypedDict):
    """The cards of three rows."""

    front: list[str]
    middle: list[str]
    back: list[str]


class RowsMade(TypedDict):
    """What each row makes; null while it lacks cards."""

    front: Message | None
    middle: Message | None
    back: Message | None


class Royalties(TypedDict):
    """Points of each row; null while it lacks cards, or a joker's meaning is open."""

    front: int | None
    middle: int | None
    back: int | None


class Foul(TypedDict):
    """Why rows are fouled, or in danger of it."""

    why: str
    is_certain: Annotated[bool, Told("False while cards to come may still mend it.")]
    words: str


class ChineseSeat(TypedDict):
    """A seat of a Chinese hand."""

    seat: int
    stack: Chips
    bet: Annotated[int, Told("0: nobody bets.")]
    folded: Annotated[bool, Told("True: surrendered.")]
    all_in: bool
    cards: Annotated[list[str], Told("Cards that have no place yet; `??` for each of another's.")]
    up: Flags
    rows: Rows
    discards: HiddenCards
    set: Annotated[bool, Told("All cards are placed.")]
    fantasyland: Annotated[int, Told("Cards of the fantasyland this hand is played in; 0: none.")]
    points: Annotated[int | None, Told("Points won, below zero lost; null until the hand is over.")]
    words: Annotated[str | None, Told("What the rows make, in words.")]
    made: Made
    row_made: RowsMade
    royalties: Royalties
    foul: Foul | None
    natural: Annotated[str, Told("Its name, or empty.")]
    next_fantasyland: Annotated[int, Told("Cards of the next fantasyland; 0: none.")]
    read: Annotated[Rows | None, Told("The rows as jokers were read; null where there is none.")]


class ChineseView(TypedDict):
    """A hand of Chinese poker as one may see it."""

    game: Annotated[str, Told("A key of `/games/`.")]
    limit: Literal["points"]
    point: Annotated[int, Told("Chips of a point.")]
    rules: GameRules
    street: str
    over: bool
    boards: Boards
    pot: Annotated[int, Told("0: nobody bets.")]
    pots: list[Pot]
    button: MaybeSeat
    small_blind: MaybeSeat
    big_blind: MaybeSeat
    to_act: Annotated[list[int], Told("The seats that are asked.")]
    seats: list[ChineseSeat]
    asks: list[ChineseAsk]
    events: list[HandEvent]
    result: Annotated[ChineseResult | None, Told("Null until the hand is over.")]
    outcome: Annotated[HandOutcome | None, Told("Null: betting hands have one.")]


HandView = Annotated[BettingView | ChineseView, Named("HandView", "A hand of any game as one may see it.", by="limit")]


class Hand(TypedDict):
    """A hand as you may see it."""

    id: Id
    table: Annotated[int, Told("The table's number.")]
    number: Annotated[int, Told("At its table, from 1.")]
    state: HandState
    commitment: Annotated[str, Told("What was published of the pack before the deal; empty: no pack of ours.")]
    shuffle: Annotated[str, Told("How the pack was sealed; may be empty.")]
    words: Annotated[dict[str, str], Told("The words mixed into the shuffle, by seat.")]
    button_cards: Annotated[dict[str, str] | None, Told("The cards dealt for the first button, by seat.")]
    deadline: Annotated[datetime | None, Told("When the clock answers for you, or whoever is asked.")]
    clocks: Annotated[dict[str, str], Told("When the clock answers, by seat of those who are asked.")]
    is_result_only: Annotated[bool, Told("True: only what it came to was entered.")]
    is_refused: Annotated[bool, Told("True: its chips cannot be moved as it stands; the floor knows.")]
    started_at: Instant
    ended_at: MaybeInstant
    you: Annotated[int | None, Told("Your seat in it.")]
    players: Annotated[dict[str, int | None], Told("The players' numbers by seat.")]
    names: Annotated[dict[str, str], Told("By seat.")]
    view: HandView
    would_have_come: Annotated[list[list[str]], Told("Cards turned up afterwards, by board.")]


class EnteredHand(Hand):
    """A hand that is entered, with its open asks in full."""

    asked: Annotated[list[BettingAsk | ChineseAsk], Told("The floor answers them all.")]


class HandNews(TypedDict):
    """The events of a hand from the `after`-th on."""

    id: Id
    after: int
    events: list[HandEvent]


class HandLine(TypedDict):
    """A line of a table's history; no cards."""

    id: Id
    table: Annotated[int, Told("The table's number.")]
    number: Annotated[int, Told("At its table, from 1.")]
    game: str
    state: HandState
    is_recorded: Annotated[bool, Told("Real cards.")]
    is_result_only: bool
    started_at: Instant
    ended_at: MaybeInstant
    result: Annotated[Result | None, Told("Null until its chips have moved.")]


class CorrectedHand(HandLine):
    """The hand that is entered instead of another."""

    warnings: Annotated[list[str], Told("What later hands were played on.")]


class ProvedCard(TypedDict):
    """A card of the pack, by its place."""

    place: Annotated[int, Told("From 0, the top.")]
    to: Annotated[str, Told("Where it went: a seat, a board, burned, or outside the game's pack.")]
    card: Annotated[str, Told("`??` for one you have not seen.")]
    salt: NotRequired[Annotated[str, Told("Hexadecimal; of a card that is told.")]]


class Proof(TypedDict):
    """What you may prove of a deal, for `python -m engine verify`."""

    algorithm: str
    commitment: str
    sealed: Annotated[list[str], Told("The seal of each place.")]
    words: Annotated[dict[str, str], Told("Mixed into the shuffle, by seat.")]
    game: str
    jokers: int
    seat: MaybeSeat
    cards: list[ProvedCard]
    is_reshuffled: bool
    start: Annotated[dict[str, Any], Told("The hand's start as the engine stores it.")]
    events: list[HandEvent]
    hand: Id


class HandImport(TypedDict):
    """Published hands that were taken over."""

    table: Annotated[int, Told("The table's number.")]
    hands: Annotated[list[int], Told("The hands' numbers.")]


class Suggestion(TypedDict):
    """A setting of a Chinese hand, and what it comes to."""

    ask: int
    decision: Annotated[str, Told("What to answer, as it stands.")]
    rows: Rows
    discards: Cards
    royalties: Annotated[list[int], Told("Points: front, middle, back.")]
    natural: Annotated[str, Told("Its name, or empty.")]
    is_fouled: Annotated[bool, Told("True only if every setting is fouled.")]
    fantasyland: Annotated[int, Told("Cards of the next fantasyland, 0 for none.")]


class PlacementPreview(TypedDict):
    """What rows come to."""

    words: Annotated[str | None, Told("What the rows make, in words.")]
    made: Made
    read: Annotated[Rows | None, Told("The rows as jokers were read; null where there is none.")]
    row_made: RowsMade
    royalties: Royalties
    foul: Foul | None
    natural: Annotated[str, Told("Its name, or empty.")]
    next_fantasyland: Annotated[
        int, Told("Cards of the next fantasyland, 0 for none; while rows lack cards, what the front alone earns.")
    ]
    placed: int
    keep: Annotated[int, Told("How many cards are to be placed.")]
