"""Values that house rules cannot have."""

from engine.messages.message import Text, _


class RuleText(Text):
    TYPE = _("{rule} must be {type}, not {value}")
    CHOICES = _("{rule} must be one of {known}, not {value}")
    RANGE = _("{least} to {most}")
    UNREADABLE = _("{rule}: {why}")
    UNKNOWN = _("there is no house rule {rule}; there are {known}")
    UNKNOWN_PRESET = _("there is no preset {name}; there are {known}")
    SHORT_RAKE_ABOVE_MOST = _(
        "the most rake of a hand dealt to three or four, {short}, is above the most of any hand, {most}"
    )
    TWO_HANDED_RAKE_ABOVE_MOST = _(
        "the most rake of a hand dealt to two, {two}, is above the most of a larger hand, {most}"
    )
    LEAST_RAKE_ABOVE_MOST = _("the least rake, {least}, is above the most, {most}")
    NO_GAMES = _("an own list of games needs one game at least, such as 'razz fixed'")
