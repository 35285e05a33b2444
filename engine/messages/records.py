"""Files of hands that cannot be read, or that tell what cannot have been played."""

from engine.messages.message import Text, _


class RecordText(Text):
    NO_PHH = _("this is no PHH file: {why}")
    # xgettext: no-python-brace-format (Japanese leaves out what the reader of TOML says in English)
    AT_PLACE = _("{what} (at line {line}, column {column})")
    # xgettext: no-python-brace-format
    AT_END = _("{what} (at end of document)")
    EMPTY = _("the file is empty: a PHH file has at least {fields}")
    OUTSIDE = _("{name} stands outside any hand: a PHHS file has one [table] a hand, a PHH file a variant")
    CANNOT_BEGIN = _("hand {hand} cannot begin: {why}")
    AT_ACTION = _("hand {hand}, {where}: {action}: {why}")
    AT_SCALED_ACTION = _("hand {hand}, {where}: {action}: {why} (of these units {per} make a chip of the file)")
    AT_DECISION = _("hand {hand}: {decision}: {why}")
    LINE = _("line {line}")
    ACTION = _("action {number}")
    LACKS = _("hand {hand} has no {fields}")
    LIST = _("{field} of hand {hand} must be a list")
    TABLE = _("{field} of hand {hand} must be a table")
    KIND = _("{field} of hand {hand} must be {kind}")
    A_LIST = _("a list")
    A_TABLE = _("a table")
    A_NUMBER_OF_CHIPS = _("a whole number of chips")
    THREE_SEATS = _("three seat numbers: of the button and the blinds, 0 for none")
    NUMBERS = _("{field} of hand {hand} must list {count} numbers")
    NO_CHIPS = _("{field} holds {value}, which is no number of chips")
    NO_CHIPS_OF_HAND = _("{field} of hand {hand} holds {value}, which is no number of chips")
    NO_WHOLE_CHIPS = _("{field} holds {value}, which is no whole number of the smallest unit")
    NEGATIVE = _("{field} of hand {hand} holds a negative number")
    ACTIONS = _("every action of hand {hand} must be a text")
    UNSUPPORTED = _("unsupported: no game for the code {code}")
    UNSAYABLE = _("this notation has no word for {game} at this limit, or for its jokers: {limit}")
    UNSUPPORTED_CHINESE = _("unsupported: no Chinese game for the code {code}")
    BUTTON_FIRST = _("_positions of hand {hand} must begin with the button's seat")
    CLOCKWISE = _(
        "seats of hand {hand} must go clockwise from the left of the button at seat {button}: {right}, not {seats}"
    )
    NOT_IN_DECK = _("hand {hand} deals {cards}, which its deck does not have")
    ENDS_EARLY = _("hand {hand} ends before it is over; next would be: {offers}")


class ActionText(Text):
    NO_PLAYER = _("{word} is no player: they are p1 to p{count}")
    NAMES_NO_PLAYER = _("it names no player: they are p1 to p{count}")
    UNKNOWN = _("is no action of the notation")
    UNKNOWN_CHINESE = _("is no action of the notation: d dh, place, set or surrender")
    COMES_FIRST = _("{action} comes first")
    DEAL_COMES_FIRST = _("{offers} to {whom} comes first")
    THE_MIDDLE = _("the middle")
    TURN = _("it is p{player}'s turn: {offers}")
    TURN_OF = _("it is the turn of {players}")
    NO_BRING_IN = _("nobody has to bring it in now: {offers}")
    NO_AMOUNT = _("{amount} is no amount: at most 25 digits before the point and 15 after it")
    NO_WHOLE_AMOUNT = _("{amount} is no whole number of the smallest unit")
    HAND_IS_OVER = _("the hand is over")
    DEALT_TWICE = _("{cards} is dealt twice")
    NOBODY_DEALT = _("nobody is dealt a card here")
    OTHER_DEAL = _("p{player} is dealt {count} cards here")


class OhhText(Text):
    NO_JSON = _("this is no Open Hand History file: it cannot be read at line {line}, column {column}")
    NO_TEXT = _("this is no Open Hand History file: it has characters that cannot be read")
    NO_OHH = _("this is no Open Hand History file: each hand is an object whose member ohh is the hand")
    OBJECTS = _("a list of objects")
    PLAYERS = _("2 to {most} players, each with an id and a seat of its own")
    WHOLE = _("a whole number")
    UNITS = _("a whole number from 1 to {most}")
    AMOUNT = _("an amount of chips, 0 or more")
    CARDS = _("a list of at most {most} cards")
    UNSAID = _("a list of pairs: the number of an action, and a text")
    VARIANT = _("a text, the code of a game")
    ANTES = _("a list of amounts")
    BET_TYPE = _("an object whose bet_type is one of {types}, as the game is played")
    NO_PLAYER = _("hand {hand} names a player that is not in its list: {player}")
    NO_ACTION = _("hand {hand} has an action that the standard does not know: {action}")
    WHICH_GAME = _("hand {hand} does not say which game it is: {game}, with {cards} cards dealt at first")


class StarsText(Text):
    NO_HAND = _(
        "this is no PokerStars hand history in English, the only language read here: a hand begins with a line such as "
        "PokerStars Hand #1:"
    )
    NO_TEXT = _("this is no PokerStars hand history: it has characters that cannot be read")
    HEAD = _("hand {hand}: its first line does not say the game, the limit and the stakes: {line}")
    TOURNAMENT = _("hand {hand}: its first line does not say the tournament's game, limit and level: {line}")
    WHICH_GAME = _("hand {hand} is of a game that is not read here: {game}")
    NO_TABLE = _("hand {hand} has no line of its table in English, or none that names the seat of the button")
    LONG_LINE = _("hand {hand}, line {line}: a line has {most} characters at most")
    CURRENCIES = _("hand {hand} tells its amounts in more than one currency")
    ALL_IN = _("hand {hand}, line {line}: {player} is said to be all in, or not said to be, and has {left} left")
    NO_FATE = _("hand {hand}: its summary does not say what became of {player}")
    BET = _("hand {hand}, line {line}: {told} goes in as it is told, and by the play {played}")
    SHOWN = _("hand {hand}: these cards cannot have been shown, as others have them or the player has not: {cards}")
    PLAYERS = _("hand {hand} must have 2 to {most} players, each with a name and a seat of its own")
    BOARDS = _("hand {hand}: its boards are not told as first, second and third, or bets stand between the runs of one")
    NO_SHOWDOWN = _("hand {hand}: more than one player is left, and no line says that they show down")
    NOT_UNDERSTOOD = _("hand {hand}, line {line}: this is not understood: {text}")
    OTHER_BOARD = _("hand {hand}, line {line}: the board is {board}, not {told}")
    UNCALLED = _("hand {hand}: {told} are returned to {player} as not called, and by the play {played}")
    STACKS = _("hand {hand}: what the lines tell leaves {player} {told}, and the play leaves {played}")
    SUMMARY = _("hand {hand}: the summary says {told} where the play comes to {played}: {text}")
