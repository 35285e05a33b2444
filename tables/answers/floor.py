"""Answers for the floor: what staff does, hands entered tap by tap, rulings, score sheets."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Chips, Id, Instant, MaybeChips, Named, Told, one_of
from tables.answers.asks import BettingAsk, ChineseAsk
from tables.answers.hands import Boards, ChineseView, HandView, MaybeSeat, Pot
from tables.answers.results import ChineseResult, ChipsBySeat
from tables.answers.tables import Limit, Stakes, WaitState
from tables.models import StaffAct as StaffActRow

StaffActKind = Annotated[str, one_of("StaffActKind", StaffActRow.Kind.values)]


class StaffAct(TypedDict):
    """What staff did at a table."""

    act: Annotated[int, Told("Its number.")]
    kind: StaffActKind
    player: Annotated[int | None, Told("The player's number.")]
    chips: MaybeChips
    wait: Annotated[int | None, Told("The place in a line it was about.")]
    before: Annotated[dict[str, Any] | None, Told("What was before; its form is the kind's own.")]
    after: Annotated[dict[str, Any] | None, Told("What is since; its form is the kind's own.")]
    why: str
    by: str
    at: Instant
    taken_back_at: Annotated[datetime | None, Told("Null: it stands.")]


class InLine(TypedDict):
    """Somebody who waits for a table."""

    wait: Annotated[int, Told("The place's number.")]
    player: Annotated[int, Told("The player's number.")]
    name: str
    state: WaitState
    may_play: Annotated[
        bool, Told("False: suspended, self-excluded or the like. The place is kept, and nobody is called to it.")
    ]
    joined_at: Instant
    answer_by: Annotated[datetime | None, Told("Until when a seat is kept.")]


class SessionBalance(TypedDict):
    """What came to a session table and left it."""

    buy_ins: Chips
    add_ons: Chips
    cash_outs: Chips
    time: Annotated[int, Told("Chips charged for time.")]
    tips: Chips
    drop: Chips
    difference: Annotated[int, Told("Chips that counts found over, below zero short.")]
    must_be_there: Chips


class TableStaff(TypedDict):
    """A table for its staff."""

    line: list[InLine]
    acts: Annotated[list[StaffAct], Told("The last thirty, latest first.")]
    balance: Annotated[SessionBalance | None, Told("Null but at a session table.")]


class FoundPlayer(TypedDict):
    """Somebody who may be meant."""

    player: Annotated[int, Told("The player's number.")]
    name: str
    member_number: str | None


class StandingSeat(TypedDict):
    """A seat of the hand that is entered."""

    seat: int
    name: str
    mark: Annotated[str, Told("What the player did last, in words.")]
    cards: list[str]
    stack: Chips
    bet: Chips
    folded: bool
    all_in: bool


class EntryStanding(TypedDict):
    """How the hand that is entered stands, and what a page reckons ahead with."""

    button: MaybeSeat
    boards: Boards
    pot: Chips
    pots: list[Pot]
    limit: Limit
    seats: list[StandingSeat]
    ask: BettingAsk | ChineseAsk | None
    net: Annotated[ChipsBySeat | None, Told("Null until the hand is over.")]
    follow: NotRequired[Annotated[list[int], Told("The seats that act after the one that is asked.")]]
    level: NotRequired[Annotated[int, Told("Chips of the bet to call.")]]
    least_raise: NotRequired[Chips]
    least_bet: NotRequired[Chips]
    unit: NotRequired[Chips]
    streets: NotRequired[Annotated[list[int] | None, Told("Boards that each street to come deals.")]]
    parts: NotRequired[Annotated[list[str], Told("The parts of a pot, in words.")]]


class NetOfName(TypedDict):
    """What somebody won or lost."""

    name: str
    net: Annotated[int, Told("Chips, below zero lost.")]


class LastHand(TypedDict):
    """The hand that was over last."""

    number: int
    id: Id
    nets: list[NetOfName]
    takes: Annotated[list[str], Told("Who took what, in words.")]


class UndoneNext(TypedDict):
    """Which entry would be taken back."""

    number: int
    ask: int


class EntryState(TypedDict):
    """How a table stands for whoever enters its hands."""

    version: int
    number: Annotated[int, Told("Of the hand, at its table.")]
    standing: EntryStanding | None
    why: Annotated[str, Told("Why no hand may be entered; may be empty.")]
    last: LastHand | None
    undo: UndoneNext | None
    phase: Literal["coming", "playing", "over", "closed"]


class RefusedTap(TypedDict):
    """Why a tap was refused."""

    code: str
    detail: Annotated[str, Told("What is refused and what would be right, in the reader's language.")]


class TapsTaken(TypedDict):
    """What became of taps."""

    done: Annotated[int, Told("So many of the taps are entered, now or before.")]
    refusal: Annotated[RefusedTap | None, Told("What refused the next one; those after it were not looked at.")]
    state: EntryState


class RulingReason(TypedDict):
    """Why an action is what it is."""

    id: str
    params: Annotated[dict[str, Any], Told("What fills the text, by its names.")]
    text: str
    rules: Annotated[list[str], Told("Such as `S1.4` and `TDA 44`.")]


class PlainOption(TypedDict):
    """Something that may be chosen as it stands."""

    verb: Literal["fold", "show", "muck", "pass"]
    words: str


class AmountOption(TypedDict):
    """A call of that many chips; of 0 a check."""

    verb: Literal["call"]
    amount: Chips
    words: str


class RangeOption(TypedDict):
    """A raise to between so many chips and so many."""

    verb: Literal["raise"]
    lo: Chips
    hi: Chips
    step: NotRequired[Chips]
    words: str


Option = Annotated[PlainOption | AmountOption | RangeOption, Named("RulingOption", "What may be chosen.", by="verb")]


class RulingEntry(TypedDict):
    """What to enter in the hand."""

    ask: int
    seat: int
    decision: str


class RulingSituation(TypedDict):
    """What the action was in; amounts are chips."""

    stack: Annotated[int, Told("Chips behind, not counting `bet`.")]
    limit: Limit
    bet: Annotated[int, Told("Chips in front, of this round.")]
    level: Annotated[int, Told("Chips that a call comes to.")]
    step: Annotated[int, Told("The largest bet or raise of the round, in chips.")]
    least_bet: Chips
    most_bet: Annotated[int, Told("Chips; 0: no most.")]
    pot: Chips
    chip: Annotated[int, Told("The smallest chip in play.")]
    may_raise: bool
    window: Annotated[list[int] | None, Told("The least and the most a raise may come to; null: as the limit says.")]
    spacing: Annotated[int, Told("How far apart sizes are, in chips; 0: any.")]
    is_heads_up: bool
    is_opening_bet: bool
    is_bring_in: bool
    may_complete: bool
    front: Annotated[list[int], Told("The chips that lie in front, where it matters which they are.")]


class Ruling(TypedDict):
    """What an action was."""

    decision: Annotated[str | None, Told("Null: somebody has to say more.")]
    action: str
    asks: Annotated[Literal["", "player", "floor", "turn"], Told("Who has to say more.")]
    options: list[Option]
    to: Annotated[int, Told("Chips the player's bet of the round comes to.")]
    returned: Chips
    owed: Chips
    held: Chips
    all_in: bool
    why: list[RulingReason]
    words: str
    entry: RulingEntry | None
    situation: RulingSituation


class RoyaltyKey(TypedDict):
    """A royalty that may be entered."""

    points: int
    labels: Annotated[list[str], Told("What earns it.")]


class SheetKeys(TypedDict):
    """What may be entered in a game."""

    royalties: Annotated[list[list[RoyaltyKey]], Told("Of front, middle and back.")]
    naturals: list[str]
    fantasyland: Annotated[list[int], Told("Numbers of cards; empty where there is none.")]
    jokers: int
    may_surrender: bool


class SheetPreview(TypedDict):
    """What a score sheet comes to."""

    number: Annotated[int, Told("The hand's number at its table.")]
    game: str
    stakes: Stakes
    seats: Annotated[dict[str, str], Told("The players' names by seat.")]
    refused: Annotated[dict[str, str], Told("What is wrong, by seat.")]
    why: Annotated[str, Told("What is wrong with the sheet; may be empty.")]
    keys: SheetKeys
    view: ChineseView
    result: Annotated[ChineseResult | None, Told("Null until all is there.")]


class StudyHand(TypedDict):
    """A hand of a file for study, with every card that the file tells."""

    number: Annotated[int, Told("In the file, from 1.")]
    name: str
    names: Annotated[dict[str, str], Told("By seat.")]
    scale: Annotated[int, Told("By what the file's amounts were multiplied to be whole.")]
    more: Annotated[dict[str, str], Told("Whatever else the file says of it.")]
    you: Annotated[int | None, Told("Null: nobody of this club played in it.")]
    view: HandView
    steps: Annotated[int, Told("How many decisions there are.")]
