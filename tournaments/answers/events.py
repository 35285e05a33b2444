"""Answers about events: their list, an event as one sees it, what it means for oneself, its history and its floor."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Chips, Id, Instant, MaybeChips, MaybeInstant, Told, one_of
from tournaments.answers.clock import Clock, ClosingTime, ColourUp, EventStatus, Item, MoveCalled, Prize
from tournaments.models import Tournament as TournamentRow

StartsWhen = Annotated[str, one_of("StartsWhen", TournamentRow.StartsWhen.values)]
EventFormat = Annotated[str, one_of("EventFormat", TournamentRow.Format.values)]
EntryNumber = Annotated[int, Told("The entry's number in its event.")]
MaybeEntry = Annotated[int | None, Told("The entry's number in its event.")]
TableNumber = Annotated[int | None, Told("The table's number in its event.")]
Fields = Annotated[dict[str, Any], Told("What to send to the act's endpoint.")]


class EventLine(TypedDict):
    """A line of the list of events."""

    id: Id
    name: str
    version: Annotated[int, Told("Grows with every change.")]
    game_name: str
    is_chinese: bool
    status: EventStatus
    status_words: str
    starts_at: MaybeInstant
    buy_in: Chips
    fee: Chips
    cost: Annotated[int, Told("Chips in all.")]
    starting_chips: Annotated[int, Told("Tournament chips.")]
    prize_pool: Chips
    guarantee: Chips
    overlay: Annotated[int, Told("Chips that the house adds to the guarantee.")]
    staff_share: Chips
    bounty: Chips
    bounty_words: str
    ticket_value: Chips
    ticket_for: Annotated[int | None, Told("The event that its tickets are for.")]
    entries: int
    players_left: int
    seats: Annotated[int, Told("Of a table.")]
    max_players: Annotated[int | None, Told("Null: no limit.")]
    starts_when: StartsWhen
    format: EventFormat
    format_words: str
    flight_of: Annotated[int | None, Told("The Day 2 that it leads to.")]


class EventLines(TypedDict):
    """The events: open and running first."""

    tournaments: list[EventLine]


class EventAnnounced(EventLine):
    """An event that was announced."""

    warnings: Annotated[list[str], Told("What to look at twice in its structure.")]


class DayTwo(TypedDict):
    """The day that a flight leads to."""

    id: Id
    name: str
    entries: int


class Flight(TypedDict):
    """A flight of an event."""

    id: Id
    name: str
    status: EventStatus
    status_words: str
    starts_at: MaybeInstant
    entries: int
    left: int
    ends: Annotated[str, Told("When it ends, in words.")]
    chips: Annotated[int, Told("Chips of its bags in all.")]


class Level(Item):
    """A level or break of the event's sheet."""

    is_now: bool


class EventTable(TypedDict):
    """A table of the event."""

    id: Id
    number: int
    name: str
    seated: int
    seats: int


class RoundPlayer(TypedDict):
    """A player of a round's table."""

    entry: EntryNumber
    name: str
    is_through: bool
    is_out: bool


class RoundTable(TypedDict):
    """A table of a round."""

    players: list[RoundPlayer]
    is_bye: bool


class Round(TypedDict):
    """A round of a shoot-out or a bracket."""

    number: int
    is_final: bool
    tables: list[RoundTable]


class CalledOff(TypedDict):
    """Why the event was called off."""

    why: str
    how_words: Annotated[str, Told("What became of its money; empty where it had not begun.")]


class Entrant(TypedDict):
    """An entry of the event."""

    entry: EntryNumber
    name: str
    is_you: bool
    state_words: str
    chips: Annotated[int | None, Told("Tournament chips; null where they are not known, or it is out.")]
    table: Annotated[int | None, Told("The table's number of all tables.")]
    table_name: str
    table_number: TableNumber
    seat: int | None
    place: Annotated[str | None, Told("Such as `3` or `3–5`; null while it is in.")]
    prize: MaybeChips
    is_out: bool
    bounty: Annotated[int | None, Told("Chips on its head.")]
    bounties: Annotated[int | None, Told("Chips it has won in bounties.")]


class Condition(TypedDict):
    """A condition of entering or buying."""

    title: str
    is_met: bool
    code: Annotated[str, Told("As a problem's `code`; empty where it is met.")]
    why: str
    when: Annotated[datetime | None, Told("When it will be met, where that is known.")]
    closes_at: MaybeInstant


class PurchaseOffer(TypedDict):
    """A rebuy or an add-on."""

    may_buy: bool
    code: str
    why: str
    cost: Chips
    chips: Annotated[int, Told("Tournament chips.")]
    at_once: Annotated[int, Told("How many at once.")]
    conditions: list[Condition]


class OwnMove(TypedDict):
    """Where you are called to."""

    entry: EntryNumber
    to_table: int
    to_seat: int
    is_seen: bool


class UsableTicket(TypedDict):
    """A ticket of yours that is good here."""

    id: Id
    value: Chips


class OwnEntry(TypedDict):
    """What an event means for you."""

    is_registered: bool
    entry: MaybeEntry
    may_register: bool
    may_unregister: bool
    code: Annotated[str, Told("Why you may not register, as a problem's `code`.")]
    why: str
    when: Annotated[datetime | None, Told("When you may, where that is known.")]
    cost: Chips
    needs_code: bool
    conditions: list[Condition]
    may_wait: bool
    waiting: Annotated[int | None, Told("Your place on the waiting list.")]
    table: Annotated[int | None, Told("The table's number of all tables.")]
    seat: int | None
    place: int | None
    move: OwnMove | None
    rebuy: PurchaseOffer | None
    add_on: PurchaseOffer | None
    decides_until: Annotated[datetime | None, Told("Until when you may buy again.")]
    may_give_up: bool
    tickets: list[UsableTicket]


class EventWithoutClock(EventLine):
    """An event as you see it."""

    day_two: DayTwo | None
    ends: str
    flights: list[Flight] | None
    pays: Annotated[str, Told("What a flight pays, in words.")]
    stacks_words: NotRequired[str]
    enters_again: NotRequired[bool]
    goes_on_at: NotRequired[Annotated[int | None, Told("A level's number.")]]
    places_words: NotRequired[str]
    late_until_words: str
    closings: list[ClosingTime]
    is_break: bool
    levels: list[Level]
    prizes: list[Prize]
    tables: list[EventTable]
    rounds: list[Round]
    is_locked: Annotated[bool, Told("The prizes are locked.")]
    has_deal: bool
    is_deal: bool
    called_off: CalledOff | None
    entrants: list[Entrant]
    you: Annotated[OwnEntry | None, Told("What it means for you; null for a login that is no player's.")]
    delay: Annotated[int, Told("Seconds by which you lag behind.")]


class Event(EventWithoutClock):
    """An event as you see it, with its clock."""

    clock: Clock


class Registered(TypedDict):
    """An entry that was made."""

    entry: EntryNumber
    paid: Chips
    fee: Chips


class ActOffered(TypedDict):
    """An act that one tap does."""

    act: Annotated[str, Told("Its name in addresses.")]
    fields: Fields
    words: str


class HistoryLine(TypedDict):
    """Something that happened."""

    line: Annotated[int, Told("Its number in the log.")]
    kind: str
    words: str
    why: str
    by: str
    at: Instant
    is_undone: bool
    may_undo: bool
    may_redo: bool
    back: Annotated[ActOffered | None, Told("The act that takes it back where undo does not.")]


class History(TypedDict):
    """What happened, the latest first."""

    history: list[HistoryLine]


class FloorSeat(TypedDict):
    """A seat of a table of the event."""

    seat: int
    entry: MaybeEntry
    name: str
    chips: MaybeChips
    misses: Annotated[int, Told("Hands still to be missed.")]
    is_deciding: bool
    is_fixed: bool
    deals: bool
    is_called: bool
    coming: str
    is_held: bool
    held_for: str


class FloorTable(TypedDict):
    """A table of the event, for the floor."""

    id: Id
    number: int
    name: str
    is_physical: bool
    is_recorded: bool
    may_record: bool
    players: int
    button: int | None
    big_blind: int | None
    halts: bool
    waits: bool
    is_waived: bool
    is_pending: bool
    is_leaving: bool
    seats: list[FloorSeat]


class NameOfEntry(TypedDict):
    """Whose stack is asked."""

    entry: EntryNumber
    name: str


class Due(TypedDict):
    """Something to do now."""

    kind: str
    words: str
    act: Annotated[str, Told("The act that one tap does, by its name in addresses; may be empty.")]
    fields: Fields
    table: NotRequired[Annotated[int, Told("The table's number of all tables.")]]
    bounty_of: NotRequired[EntryNumber]
    second: NotRequired[ActOffered]
    asks: NotRequired[list[NameOfEntry]]


class SeatCard(TypedDict):
    """A card for a player in play."""

    entry: EntryNumber
    name: str
    table: int
    seat: int
    from_table: int | None
    from_seat: int | None
    is_called: bool


class Floor(TypedDict):
    """The floor of an event."""

    due: Annotated[list[Due], Told("The most pressing first.")]
    tables: list[FloorTable]
    moves: list[MoveCalled]
    colour_up: ColourUp | None
    is_hand_for_hand: bool
    last_hands: int | None
    has_real_cards: bool
    sells_rebuys: bool
    asks_when_out: bool
    may_hand_for_hand: bool
    counted: Annotated[int | None, Told("Chips that were counted.")]
    pool: Annotated[int | None, Told("Chips at tables with real cards.")]
    break_order: Annotated[list[int], Told("Tables' numbers in the order in which they are broken.")]
    seat_cards: list[SeatCard]
