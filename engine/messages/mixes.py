"""Mixes and rotations that cannot be, and choices that are not open."""

from engine.messages.message import Text, _


class MixText(Text):
    LEG = _("{text} must be a game and its limit, such as 'razz fixed'")
    GAME_BY_KEY = _("a game is named by its key, such as 'razz', not {game}")
    UNKNOWN = _("there is no mix {name}; there are {known}")
    BIG_BET_ANTE_KIND = _("big_bet_ante_kind must be one of {known}, not {value}")
    NEEDS_STAKES_OF_LEVEL = _("{name} has no stakes of its own: it needs those of a level")
    OTHER_STAKES = _("{name} has stakes of {limit} limit: they must be the same")
    NO_OBJECT = _("a stored {name} is an object with members, not {value}")
    UNKNOWN_MEMBER = _("{name} has no {member}; it has {known}")
    NEEDS = _("{name} needs {members}")
    UNIT = _("games change by {known}, not {unit}")
    EVERY = _("games change every 1 {unit} or more, not {every}")
    ONE_GAME = _("a rotation needs one game at least")
    ORDER = _("order must be one of {known}, not {value}")
    GAME_TWICE = _("the list on offer has a game twice at the same limit")
    ON_TIME_OUT = _("on_time_out must be one of {known}, not {value}")
    TWO_SEATS = _("a table needs two seats or more")
    TOO_MANY_SEATS = _("{games} cannot seat {seats}: take {most} seats or fewer, or leave it out")
    NO_LIST = _("the games of a rotation are a list, not {value}")
    NO_CHOICE = _("no game is to be chosen now")
    LIST_DECIDES = _("the list decides the game, not a player")
    NEEDS_TIME = _("a rotation by minutes needs the time, in seconds")
    NEEDS_LEVEL = _("a rotation by level needs the level, 1 or more, not {level}")
    POSITIONS = _("positions are seat numbers of button, small and big blind, not {places}")
    NOT_ON_OFFER = _("{chosen} is not on offer; on offer are {offered}")
    TOO_MANY_DEALT_IN = _("{game} seats at most {most}, and {count} are dealt in")
    ON_OFFER = _("{why}; on offer are {offered}")
    AT_LEG = _("{name}: {why}")
    LEG_AT_LIMIT = _("{game}, {limit} limit")
