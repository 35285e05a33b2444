"""What is no structure sheet, what a sheet lacks, what to look at twice in it, and why none can be worked out."""

from collections.abc import Sequence

from engine.messages.message import Message, Text, Value, _


class SheetText(Text):
    NO_ITEMS = _("A structure needs a list of items: levels and breaks.")
    MOST_ROWS = _("A sheet has at most {most} rows.")
    NO_ITEM = _("Item {at} is no level and no break.")
    MINUTES = _("Item {at}: minutes must be a whole number, 1 to {most}.")
    TYPE = _("Item {at}: the type must be level or break.")
    NO_LEVELS = _("A structure needs one level at least.")
    REMOVE = _("Item {at}: remove must be a list of chips' values, such as [25, 100].")
    GAP = _("Item {at} is level {number}, but level {expected} comes next: there is a gap in the levels.")
    AMOUNT = _("Level {number}: {name} must be a whole number of chips, 0 or more.")
    ANTE_TYPE = _("Level {number}: whose the ante is (ante_type) must be one of {known}.")
    STARTING_CHIPS = _("The starting chips must be a whole number, 1 or more.")
    TABLE_SIZE = _("The table size must be a whole number, 2 to 10.")
    NO_MINUTES = _("Levels {first} to {last} have no minutes: say how long each lasts.")
    PARTIAL = _("The sheet is only a part: add the levels after {last}.")
    NO_STARTING_CHIPS = _("The starting chips are not stated.")
    ABOVE_STACK = _("Level {number}: {name} {ante} is above the starting chips, {chips}.")
    UNPLAYABLE = _("Level {number} cannot be played: {why}")
    NO_BETS_IN_CHINESE = _("Level {number}: nobody bets in Chinese games; leave out {name}.")
    NO_POINT = _("Level {number} does not say how many chips a point is worth: state the point.")
    NO_BETS = _("Level {number} has no bets: state the blinds.")
    BETS_AND_POINT = _("{bets} · {point}")
    NO_SUCH_GAME = _("The game {game} cannot be run as a tournament; games are named like {known}.")
    GAME = _("{game}: {why}")
    ROTATION = _("The rotation of a mixed sheet is an object with unit, every and games.")
    ROTATION_GAMES = _("A mixed sheet needs its games in rotation.games: a list of names, or a mix.")
    ROTATION_UNPLAYABLE = _("The rotation cannot be played: {why}")
    NO_ID = _("A sheet needs an id of letters, digits and hyphens.")
    PAGE_ID = _("The id {key} is the address of a page of structures; take another.")
    NO_NAME = _("A sheet needs a name.")
    LONG_NAME = _("The name of a sheet has at most {most} characters.")
    UNREADABLE = _("{path} cannot be read: {why}")
    UNKNOWN = _("There is no structure {key}; there are {known}.")
    NO_SHEETS = _("{path} holds no structure sheets.")
    MOST_SEATS = _("The games of this structure seat at most {most}.")
    AND_THEN = _("{first} {then}")


class EditText(Text):
    NUMBER = _("Item {at}: {name} must be a whole number, 0 or more, not {told}.")
    REMOVE = _("Item {at}: chips to remove are values with commas between, such as 25, 100.")
    REST_OF_ITEM = _("Item {at}: what has no field must be a JSON object.")
    REST = _("What has no field must be a JSON object.")
    WHOLE_NUMBER = _("{name} must be a whole number.")
    BEGUN = _("Item {at} has begun and stays as it is; what comes after it can be changed.")
    SAVED_MEANWHILE = _("Somebody saved this structure meanwhile: look at it again.")


class PasteText(Text):
    TOO_LONG = _("The text is too long: at most {most} characters are read.")
    TOO_MANY_LINES = _("The text has too many lines: at most {most} are read.")
    NOTHING = _("No level was found in the text.")
    REFUSED = _("Lines that could not be read: {count}. Correct them, or take them out of the text.")
    LONG_LINE = _("The line is too long: at most {most} characters.")
    NOT_READ = _("This is no level and no break: a level is such as “Level 3: 100/200 (200) 20 min”.")
    WHICH = _("Which number is which cannot be known: put a line with the names of the columns above.")
    VALUES = _("The line has {found} values, the heading names {columns} columns.")
    NO_AMOUNT = _("{name} must be a whole number of chips, not {told}.")
    NO_MINUTES = _("The minutes must be a whole number, 1 to {most}, not {told}.")
    TOO_MUCH = _("At most {most} chips, not {told}.")
    GAP = _("This is level {number}, but level {expected} comes next.")
    UNNUMBERED = _("The levels above have numbers, this one has none: level {expected} comes next.")
    NO_BETS = _("The level has no blinds and no bets.")
    TWO_IN_ONE = _("The column {column} holds what depends on the game: paste the levels of each game apart.")
    SMALL_ABOVE_BIG = _("The small blind {small} is above the big blind {big}.")
    ANTE_ABOVE_BIG = _("The ante {ante} is above the big blind {big}.")
    NO_ROOM = _("A sheet has at most {most} rows.")
    LEVEL = _("Level {number}: {bets}")
    LEVEL_WITH_ANTE = _("Level {number}: {bets}, ante {ante}")
    BREAK = _("Break")
    TIMED = _("{what}, {minutes} min")
    WITH_CHIPS = _("{what}, chips out: {chips}")
    HEADING = _("The names of the columns: {columns}")
    PASSED_OVER = _("Passed over: no number in it")
    PASSED_OVER_DATE = _("Passed over: a date")
    DATE_OR_BLINDS = _(
        "Is {told} a date? As blinds it does not fit the levels around it: take the line out, or correct it."
    )
    PASSED_OVER_WORDS = _("Passed over: about entries, not levels")
    STARTING_CHIPS = _("Starting chips: {chips}")
    MINUTES_OF_ALL = _("Minutes of each level that states none: {minutes}")
    MINUTES_OF_SOME = _("Minutes of levels {first} to {last}: {minutes}")
    COLUMN_NOT_READ = _("not read")
    COLUMN_LEVEL = _("Level")
    COLUMN_BLINDS = _("Blinds")
    COLUMN_LIMITS = _("Bets")
    COLUMN_BIG_BLIND_ANTE = _("Big-blind ante")


class FindingText(Text):
    NOT_PAYABLE = _("Level {level}: {field} {amount} cannot be paid in chips of {chip}, the smallest left.")
    FALLS = _("Level {level}: {field} {amount} is less than in the level before.")
    STEEP = _("Level {level}: {field} {amount} is more than twice that of the level before.")
    SMALL_ABOVE_BIG = _("Level {level}: the small blind {amount} is above the big blind.")
    ABOVE_STACK = _("Level {level}: {field} {amount} is above the starting chips and above the big blind.")
    CHIP_NOT_IN_PLAY = _("After level {level}: chips of {amount} are to be removed but are not in play.")


class GeneratorText(Text):
    END_FRACTION = _("The last big blind is a part of the chips: end_fraction is 1 to 1000, not {value}.")
    LADDER = _("A ladder has amounts from 1 to less than 10.")
    MOST_LEVELS = _("These would be more than {most} levels: make them longer.")
    TOO_HIGH = _("The blinds would rise above {most}: ask for fewer levels, or longer ones.")
    ANTE_PERCENT = _("An ante is 1 to {most} per cent of the big blind, not {value}.")
    NO_CHIPS = _("“{part}” is no chip: write its value, and how many there are, such as 25 x 300, 100 x 300.")
    NO_STACK = _("{stack} cannot be made of these chips for {players} players: {chips}.")
    FIRST_NOT_PAYABLE = _("The first blinds of {first} cannot be paid in chips of {chip}.")
    NO_AMOUNT_FOR_FIRST = _("No amount of the ladder can be paid in chips of half of {first}.")
    NO_AMOUNT = _("No amount of the ladder can be paid in the smallest chip.")
    WHOLE_NUMBER = _("{name} must be a whole number, {least} or more, not {value}.")
    ONE_OF = _("{name} must be one of {known}, not {value}.")


class ForecastText(Text):
    TOO_LITTLE = _("A forecast needs two players or more, chips, seats, hands and evenings.")
    NO_LEVELS = _("A forecast needs levels with minutes and bets.")
    LEVEL_LACKS = _("A forecast needs levels with minutes and bets: level {level} has none.")


class ClockText(Text):
    NO_ITEM = _("items are 0 to {most}, not {index}")
    SECONDS_LEFT = _("{left} seconds are left")
    NO_LEVELS = _("a structure without levels")


def all_of(messages: Sequence[Value]) -> Message:
    """Several sentences, one or more, as one message."""
    whole = messages[0]
    for one in messages[1:]:
        whole = SheetText.AND_THEN(first=whole, then=one)
    return whole if isinstance(whole, Message) else SheetText.AND_THEN(first=whole, then="")
