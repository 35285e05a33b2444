"""What cannot be paid out: prizes, bounties, deals, pools, points of a season."""

from engine.messages.message import Text, _


class PayoutText(Text):
    NO_PLACES = _("A curve needs one place or more.")
    PERCENT = _("Between 1 and 100 per cent of the field are paid, not {percent}.")
    UNKNOWN = _("There is no payout {key}; there are {known}.")
    TOO_LITTLE = _("{name} must be {least} or more, not {amount}.")
    UNIT = _("The unit")
    FLOOR = _("What every paid place gets")
    MINIMUM = _("The least prize")
    NO_TABLE = _("A payout table has a key and a list of rows.")
    ENTRIES = _("Row {at}: entries must be two whole numbers, from and to.")
    ROW = _("{low} to {high} entries")
    BEGINS = _("{row}: the row should begin at {begins}.")
    BASIS_POINTS = _("{row}: basis_points must be whole numbers, 1 or more.")
    NOT_THE_WHOLE = _("{row}: the shares come to {percent} %, not to 100 %.")
    RISING = _("{row}: a lower place has a larger share.")
    NEXT_GROUP = _("The next group should begin at place {expected}, not {first}.")
    RISING_PLACE = _("Place {first} would get more than place {above}, or less than nothing.")
    TIE = _("{count} players cannot share the places {best} to {worst}.")


class BountyText(Text):
    WINNERS_OWN = _("The winner's own bounty goes to one of {known}, not {value}.")
    WITHIN_BUY_IN = _("A bounty is between 0 and the buy-in of {buy_in}, not {bounty}.")
    NO_BOUNTY = _("Entry {entry} has no bounty.")
    ELIMINATORS = _("A bounty is won by one or more of the others still in, not by entries {entries}.")
    PERCENT = _("Between 0 and 100 per cent of a bounty are paid, in units of 1 or more.")
    BOUNTIES_LEFT = _("These entries still have bounties: {entries}.")
    NO_POT = _("Entry {entry} had chips in none of these pots.")
    NOT_OUT = _("Entry {entry} has won some of the last pot and is not out.")
    ENVELOPES_LISTED = _("{listed} envelopes with weights of 1 or more are listed for {count} bounties.")
    EMPTY_ENVELOPES = _("{pool} in units of {unit} leave some of {count} envelopes empty.")
    ALL_OPENED = _("Every envelope has been opened.")
    NO_ELIMINATOR = _("An envelope is won by one player or more.")


class PrizeDealText(Text):
    KEEP = _("Between 0 and {pool} can be kept for the winner, not {keep}.")
    UNKNOWN = _("There is no deal {key}; there are {known}.")
    OVER_FIRST = _("A share above the first prize has one answer of {known}, not {value}.")
    ABOVE_FIRST = _("A share of {share} is more than the first prize, {first}.")
    SUM = _("The shares come to {shares}, but {left} is to be shared.")
    NO_PLAYERS = _("A deal needs one player or more.")
    TOO_MANY_PRIZES = _("{prizes} prizes are too many for {players} players.")
    WHOLE_NUMBERS = _("{name} must be whole numbers, 0 or more, not {value}.")
    STACKS = _("Stacks")
    PRIZES = _("Prizes")
    UNIT = _("The unit must be a whole number, 1 or more, not {value}.")


class IcmText(Text):
    NO_PLAYERS = _("ICM needs one player or more")
    STACK = _("a stack must be 0 or more and finite, not {value}")
    PRIZE = _("a prize must be 0 or more and finite, not {value}")
    UNIT = _("unit, the smallest chip or coin, must be 1 or more")
    SUM = _("the amounts come to {sum}, not to {total}")
    TOO_FAR_APART = _("the stacks are too far apart: the smallest is nothing beside the largest")


class PoolText(Text):
    FEE = _("The fee is between 0 and {most}, not {fee}.")
    STAFF = _("The staff's part is 0 to 10,000 basis points (100 %), not {part}.")
    BELOW_NOTHING = _("Neither the pool nor the guarantee can be below 0.")
    TICKET = _("A ticket is worth 1 or more, and nothing else is below 0.")


class PointsText(Text):
    DIVISION_BY_ZERO = _("{formula}: a division by zero.")
    TOO_LARGE = _("{formula}: the value is too large.")
    NO_VALUE = _("{formula}: there is no such value, as of the root of a number below 0, or the logarithm of 0.")
    NO_POINTS = _("{formula}: the value is no number of points up to {most}.")
    NO_EXPRESSION = _("A formula is an expression such as 10 * sqrt(players / place).")
    TOO_LONG = _("A formula has {most} characters at most, not {count}.")
    UNREADABLE_AT = _("This is no formula: look at character {at}.")
    UNREADABLE = _("This is no formula: it cannot be read.")
    TOO_DEEP = _("A formula has {most} operations inside one another at most.")
    ARITHMETIC_ALONE = _("A formula is arithmetic alone: no {part}.")
    NUMBERS_ALONE = _("A formula has numbers alone, not {value}.")
    NO_FUNCTION = _("There is no such function; there are {known}.")
    OTHER_NUMBER = _("{name} takes another number of values, such as {name}({example}).")
    UNKNOWN = _("There is no {key}; there are {known}.")
    RANK = _("a rank is one of 1 to {ranked}, not {rank}")


class SeasonText(Text):
    NO_TIE_BREAK = _("There is no tie-break {key}; there are {known}.")
