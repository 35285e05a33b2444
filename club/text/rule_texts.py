"""Values that the club's own house rules cannot have, and what cannot be set."""

from engine.messages.message import Text, _


class HouseRuleText(Text):
    NO_SCOPE = _("House rules are set for the club, a game, a table or a tournament; {scope} is none.")
    UNKNOWN = _("There is no house rule {key}.")
    CLUB_ALONE = _("{rule}: this holds for the whole club, and is set for the club alone.")
    WHOLE_NUMBER = _("{rule}: write a whole number, not “{value}”.")
    YES_OR_NO = _("{rule}: choose yes or no, not “{value}”.")
    A_TEXT = _("{rule}: write a text, not “{value}”.")
    UNREADABLE = _("{rule}: {why}")
    RANGE = _("{rule}: a whole number from {least} to {most}, not {value}.")
    ONE_OF = _("{rule}: one of {known}, not “{value}”.")
    OF_HEIR = _("{scope}, which keeps to these rules as well: {why}")
    NO_PRESET = _("There is no set of rules {name}; there are {known}.")
    NO_FILE = _("This is no file of house rules: export one to see its form.")


class ClubRuleText(Text):
    NO_CHIP = _("“{part}” is no chip; write a colour and a value, such as {set}")
    SAME_CHIPS = _("two chips of a set have neither the same colour nor the same value")
    UNKNOWN_CHIP = _("There is no chip of {value} in this set; there are {known}.")
    COUNT = _("Count the chips of each value: 0 or more.")
    NOT_COUNTED = _("Count every chip of the set; not counted: {chips}. Write 0 where there is none.")
    NO_ZONE = _("“{text}” is no time zone; write one such as Asia/Tokyo or Europe/Berlin")
    LONG_NAME = _("a name or a symbol of chips has at most 20 characters")
    TOO_LONG = _("at most {most} characters")
    ONE_LINE = _("write it in one line of at most {most} characters")
    NO_COLOUR = _("“{text}” is no colour; write one such as #1d5c4a")
    PALE_COLOUR = _(
        "light letters cannot be read on this colour (contrast {contrast}, at least 4.5); {colour} would do"
    )
    NOTICE_BEFORE_EXPIRY = _("Chips expire after {days} days, but notice of it comes {notice} days before.")
