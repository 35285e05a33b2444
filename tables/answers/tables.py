"""Answers about tables: the lobby, a table as one may see it, its waiting line, its chat, the games there are."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Chips, Id, Instant, Seconds, Told, one_of
from engine.games.hand_start import ANTE_KINDS, LIMITS
from engine.mixes.rotation import ORDERS, UNITS
from tables.answers.hands import Hand, HandState
from tables.models import ChatLine as ChatLineRow
from tables.models import PlayerNote, Sitting, Wait
from tables.models import Table as TableRow

Limit = Annotated[str, one_of("GameLimit", LIMITS, "How bets are limited; `points`: settled in points, nobody bets.")]
AnteKind = Annotated[str, one_of("AnteKind", ANTE_KINDS, "Who pays the ante.")]
TableKind = Annotated[
    str, one_of("TableKind", TableRow.Kind.values, "Dealt by the server; real cards, entered; real cards, counted.")
]
TableStatus = Annotated[str, one_of("TableStatus", TableRow.Status.values)]
SittingState = Annotated[str, one_of("SittingState", Sitting.State.values)]
SittingEntry = Annotated[str, one_of("SittingEntry", Sitting.Entry.values, "How somebody comes into the game.")]
WaitState = Annotated[str, one_of("WaitState", Wait.State.values, "`called`: a seat is kept.")]
MixOrder = Annotated[str, one_of("MixOrder", ORDERS)]
MixUnit = Annotated[str, one_of("MixUnit", UNITS, "By what the games change.")]
NoteMark = Annotated[str, one_of("NoteMark", PlayerNote.Mark.values)]
ChatKind = Annotated[str, one_of("ChatKind", ChatLineRow.Kind.values)]
ChatAudience = Annotated[str, one_of("ChatAudience", ChatLineRow.Audience.values)]
GameKey = Annotated[str, Told("A key of `/games/`.")]


class Stakes(TypedDict):
    """What is played for, in chips; whatever is 0, or usual, is left out."""

    limit: Limit
    small_blind: NotRequired[Chips]
    big_blind: NotRequired[Chips]
    ante: NotRequired[Chips]
    ante_kind: NotRequired[AnteKind]
    bring_in: NotRequired[Chips]
    small_bet: NotRequired[Chips]
    big_bet: NotRequired[Chips]
    min_bet: NotRequired[Chips]
    unit: NotRequired[Annotated[int, Told("The smallest chip in play.")]]
    point: NotRequired[Annotated[int, Told("Chips of a point.")]]


class MixChange(TypedDict):
    """When a mixed table changes its game."""

    unit: MixUnit
    every: int


class MixGame(TypedDict):
    """A game of a mix."""

    key: Annotated[str, Told("Such as `razz fixed`.")]
    game: GameKey
    game_name: str
    limit: Limit
    stakes: Stakes


class MixNow(TypedDict):
    """The game of the hand that was dealt last."""

    game: GameKey
    game_name: str
    limit: Limit
    hands: Annotated[int, Told("How many were dealt of it.")]
    of: Annotated[int | None, Told("Of so many; null where it does not change by hands.")]
    chooser: Annotated[
        int | None, Told("The seat whose choice it was, in its first hand; null: none, or a later hand.")
    ]
    is_default: Annotated[bool, Told("They did not choose in time.")]


class MixChoosing(TypedDict):
    """Who chooses the next game."""

    seat: int
    player: Annotated[int, Told("The player's number.")]
    by: Annotated[datetime, Told("Until when.")]
    offered: Annotated[list[str], Told("Such as `razz fixed`.")]
    chosen: Annotated[str | None, Told("What was chosen; null: nothing yet.")]
    default: Annotated[str, Told("What is played where nothing is chosen in time.")]


class TableMix(TypedDict):
    """What a mixed table plays."""

    name: str
    order: MixOrder
    change: MixChange
    games: list[MixGame]
    now: Annotated[MixNow | None, Told("Null before the first hand.")]
    choosing: Annotated[MixChoosing | None, Told("Null while nobody has to choose.")]


class TableLine(TypedDict):
    """A line of the lobby. Amounts are chips of the table's unit."""

    id: Id
    channel: Annotated[str, Told("Of the event streams: `table:7`; of a private table a secret name.")]
    name: str
    kind: TableKind
    game: GameKey
    game_name: str
    stakes: Stakes
    mix: Annotated[TableMix | None, Told("Null at a table of one game.")]
    seats: Annotated[int, Told("How many there are.")]
    seated: Annotated[int, Told("How many are taken.")]
    owner: Annotated[str, Told("Such as `tournament:3`; empty for a cash table.")]
    is_private: Annotated[bool, Told("Only its host, its guests and the floor find it in the lobby.")]
    unit: Annotated[str, Told("`chip` for the club's chips; else whose they are, such as `tournament:3`.")]
    is_practice: Annotated[bool, Told("Played for play chips; no chip of the club moves.")]
    status: TableStatus
    min_buy_in: Chips
    max_buy_in: Chips
    action_seconds: Annotated[int, Told("Seconds to decide in.")]


class OwedBlinds(TypedDict):
    """Blinds that were missed."""

    big: bool
    small: bool


class SeatedPlayer(TypedDict):
    """Somebody who sits at the table."""

    seat: int
    player: Annotated[int, Told("The player's number.")]
    name: str
    is_computer: bool
    level: Annotated[str | None, Told("Of a computer player, from loose to solid; null: a person.")]
    stack: Annotated[int | None, Told("Chips; null at a session table, where nobody knows them between two counts.")]
    state: SittingState
    is_away: bool
    entry: SittingEntry
    wants_seat: Annotated[int | None, Told("The seat wanted instead.")]
    owes: OwedBlinds


class WaitingLength(TypedDict):
    """How many wait for a table, and for how many a seat is kept."""

    waiting: int
    called: int


class WaitingLine(TypedDict):
    """A line one stands in."""

    id: Id
    table: Annotated[int | None, Told("Null: a line for a game or a mix.")]
    table_name: str
    kind: TableKind
    game: Annotated[str, Told("A key of `/games/`, or empty.")]
    name: Annotated[str, Told("What the line is for: a table, a game, or a mix.")]
    state: WaitState
    place: Annotated[int, Told("From 1; 0 for one who is called.")]
    called_to: Annotated[int | None, Told("The table where a seat is kept.")]
    called_to_name: str
    answer_by: Annotated[datetime | None, Told("Until when it is kept.")]


class Note(TypedDict):
    """What you noted of another player."""

    mark: NoteMark
    text: str


class SeatSwitches(TypedDict):
    """What you have the server do at this seat; only what has a meaning at the table."""

    shows_losing: NotRequired[bool]
    straddles: NotRequired[bool]
    posts_always: NotRequired[bool]
    leaves_at_big_blind: NotRequired[bool]
    tops_up_to: NotRequired[Annotated[int | None, Told("Chips the stack is topped up to; null: never.")]]


class Settling(TypedDict):
    """A hand that is over and whose chips have not moved yet."""

    hand: Annotated[int, Told("The hand's number of all hands.")]
    number: Annotated[int, Told("At its table.")]
    since: Annotated[datetime | None, Told("When it was over.")]
    is_refused: Annotated[bool, Told("True: its chips cannot be moved as it stands; the floor knows.")]


class NextDeal(TypedDict):
    """What was published of the next hand's pack."""

    number: Annotated[int, Told("The hand's number at its table.")]
    algorithm: str
    commitment: str
    words: Annotated[dict[str, str], Told("Mixed into the shuffle, by the players' numbers.")]


class Table(TableLine):
    """A table as you may see it."""

    version: Annotated[int, Told("Grows with every change.")]
    line: WaitingLength
    button: Annotated[int | None, Told("The seat that has it.")]
    deal_at: Annotated[datetime | None, Told("When the next hand is dealt.")]
    sittings: list[SeatedPlayer]
    you: Annotated[int | None, Told("Your seat.")]
    your_state: SittingState | None
    your_entry: SittingEntry | None
    your_debts: Annotated[bool, Told("You owe a blind.")]
    your_time_bank: Seconds
    your_switches: SeatSwitches
    your_notes: Annotated[dict[str, Note], Told("By the players' numbers.")]
    your_wanted_seat: Annotated[int | None, Told("The seat you want instead.")]
    your_lines: list[WaitingLine]
    your_preaction: Annotated[str, Told("What you have chosen beforehand; empty: nothing.")]
    your_preactions: Annotated[list[str], Told("What you may choose beforehand, such as `call 200`.")]
    your_cards_to_show: Annotated[list[str], Told("Cards you may show after the hand.")]
    may_hunt: Annotated[bool, Told("You may have the cards turned up that would have come.")]
    hand: Annotated[Hand | None, Told("The current, else the last; null before the first deal.")]
    settling: Annotated[Settling | None, Told("Null: no chips wait to be moved.")]
    next: Annotated[NextDeal | None, Told("Null where the server deals no cards.")]
    delay: Annotated[int, Told("Seconds by which you lag behind.")]


class Game(TypedDict):
    """A game that can be played."""

    key: str
    name: str
    limits: list[Limit]
    usual_limit: Limit
    stakes: Annotated[dict[str, Stakes], Told("An example for each limit.")]
    max_seats: int


class ChatLine(TypedDict):
    """Something said at a table."""

    id: Id
    player: Annotated[int, Told("The player's number.")]
    name: str
    is_floor: bool
    is_own: bool
    audience: ChatAudience
    kind: ChatKind
    text: Annotated[str, Told("Words, or the name of a phrase or a reaction.")]
    at: Instant
    reports: NotRequired[Annotated[int, Told("How often it was reported; told to the floor.")]]
    is_hidden: NotRequired[Annotated[bool, Told("Told to the floor.")]]


class Chat(TypedDict):
    """The newest lines at a table or in a tournament that you may read, the oldest first."""

    table: Annotated[int | None, Told("The table's number; null in a tournament's chat.")]
    tournament: Annotated[int | None, Told("The tournament's number; null at a table.")]
    channel: Annotated[
        str, Told("Of the event streams: `chat:7`, `tournament-chat:7`; of a private table a secret name.")
    ]
    rule: Annotated[str, Told("What the house allows.")]
    version: int
    may_say: bool
    may_moderate: bool
    mutes: Annotated[int, Told("How many people you have muted.")]
    lines: list[ChatLine]
    silenced: NotRequired[Annotated[list[int], Told("Who of those may say nothing now; told to the floor.")]]


class FirstButtonCards(TypedDict):
    """The cards dealt for the first button."""

    cards: Annotated[dict[str, str], Told("A card for each seat; empty: none.")]


class OwnHand(TypedDict):
    """A hand you were dealt into."""

    id: Id
    table: Annotated[int, Told("The table's number.")]
    table_name: str
    number: Annotated[int, Told("At its table, from 1.")]
    game: GameKey
    game_name: str
    unit: str
    state: HandState
    is_result_only: bool
    seat: int
    net: Annotated[int | None, Told("Chips won, below zero lost; null until they have moved.")]
    started_at: Instant
    ended_at: Annotated[datetime | None, Told("Null while it is played.")]


# Not a class: `from` is a word of Python's own.
OwnSitting = TypedDict(
    "OwnSitting",
    {
        "id": Id,
        "table": Annotated[int, Told("The table's number.")],
        "table_name": str,
        "unit": str,
        "from": Instant,
        "until": Annotated[datetime | None, Told("Null: you still sit there.")],
        "minutes": Annotated[int | None, Told("How long you played.")],
        "hands": Annotated[int, Told("How many you were dealt into.")],
        "result": Annotated[int | None, Told("Chips won, below zero lost; null: not counted yet.")],
    },
)


class GameNumbers(TypedDict):
    """Your hands of a game."""

    game: GameKey
    game_name: str
    unit: str
    hands: int
    result: Annotated[int, Told("Chips won, below zero lost.")]


class Statistics(TypedDict):
    """Your hands in numbers; shares are of 0 to 1, null where there was no such hand."""

    hands: int
    vpip: float | None
    pfr: float | None
    went_to_showdown: float | None
    won_at_showdown: float | None
    results: Annotated[dict[str, int], Told("Chips won, below zero lost, by unit.")]
    by_game: Annotated[list[GameNumbers], Told("Most hands first.")]


class Study(TypedDict):
    """A file of hands for study."""

    id: Id
    name: str
    hands: Annotated[int, Told("How many are in it.")]
    added_at: Instant
