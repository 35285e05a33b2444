"""Motions and situations that a ruling cannot be given on."""

from engine.messages.message import Text, _


class MotionText(Text):
    SMALLEST_CHIP = _("the smallest chip in play is {chip}: there is none of {small}")
    TAKEN_BACK = _("only chips that lie in front can be taken back: {front}")
    MOST = _("the player has {most} to put in, not {pushed}")
    WORDS = _("said must be words, not {said}")
    LONG_WORDS = _("said must be {most} characters at most")
    TAPS = _("taps must be a whole number, 0 or more, not {taps}")
    CARDS_FORWARD = _("is_cards_forward must be true or false")
    UNKNOWN_MEMBER = _("a motion has no {names}; it has {known}")
    CHIP = _("a chip of {name} must be a whole number, 1 or more, not {chip}")
    CHIPS = _("{name} must be a list of chips, such as [500, 100]")
    TURN = _("turn must be one of {known}, not {turn}")
    TOLD = _("told must be a whole number of chips, 0 or more, not {told}")


class SituationText(Text):
    LIMIT = _("limit must be one of {known}, not {value}")
    LEVEL = _("level, {level}, is what a call comes to: {bet} or more")
    MOST_BET = _("spread limit needs most_bet, {least} or more")
    POT = _("pot, {pot}, holds every bet: {bet} or more")
    FRONT = _("front must be chips of 1 or more that come to {bet} or more")
    WINDOW = _("window must be the least and the most a raise may come to")
    OUTSIDE_WINDOW = _("a raise must come to more than {level} and to {most} at most, not {least} to {greatest}")
    NOBODY_ASKED = _("nobody is asked to bet in this hand now")
    UNKNOWN_MEMBER = _("a situation has no {names}; it has {known}")
    STACK = _("a situation needs at least a stack")
    WHOLE_CHIPS = _("{name} must be a whole number of chips, {least} or more, not {value}")
    TRUE_OR_FALSE = _("{name} must be true or false")


class RulingCaseText(Text):
    MEMBERS = _("a case is an object with {must}, and if need be {may}")
    OBJECTS = _("situation and rules are objects")
    MOTIONS = _("motions is a list of objects")
    NO_JSON = _("a case is JSON: {why}")
