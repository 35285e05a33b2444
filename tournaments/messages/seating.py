"""What cannot be done at the tables: colour-ups, penalties, draws."""

from engine.messages.message import Text, _


class ColourUpText(Text):
    COUNT = _("Seat {seat}: a number of chips is 0 or more, not {count}.")
    TOO_MANY_ODD = _("{count} odd chips at one table are more than there are cards.")
    CARDS = _("Seat {seat} has {count} odd chips and needs as many cards, not {cards}.")
    DEALT_TWICE = _("A card was dealt twice.")
    NO_MULTIPLE = _("A chip of {low} is exchanged for one worth several of it, not for {high}.")


class PenaltyText(Text):
    ROUNDS = _("A penalty is of one round or more, at a table with players.")
    CHARGE = _("A hand played hand for hand is charged 0 to {most} minutes.")


class SeatRuleText(Text):
    ALONE_WITHOUT_ABOVE = _(
        "A single table of up to {alone} players says when a second one is opened: say when further ones are, too."
    )
    ALONE_BELOW = _("A single table may hold no fewer than {above} players, as several do, not {alone}.")


class SeatDrawText(Text):
    TOO_FEW = _("A draw needs two players and tables of two seats or more.")
