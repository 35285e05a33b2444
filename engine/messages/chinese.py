"""Chinese poker: what cannot be placed, set, compared or settled."""

from engine.messages.message import Text, _


class ChineseStartText(Text):
    RULES = _("{game} is played by the house rules of Chinese games")
    POINTS = _("{game} is settled in points: it has no {limit} limit")
    NO_POSTS = _("{game} has no bets: nobody owes a post")
    MULTIPLE = _("{name} must be a multiple of the smallest chip, {unit}, not {chips}")
    FANTASYLAND = _("fantasyland is carried as cards by seat, not {told}")
    FANTASYLAND_CARDS = _("fantasyland is carried as {least} to {most} cards by seat, not {seat}: {cards}")


class PlacingText(Text):
    ROOM = _("the {row} takes {room} more cards, not {count}")
    ROW = _("the {row} takes {room} cards, not {count} ({cards})")
    COUNT = _("{count} cards are to be set, not {given}: {offers}")
    NOT_DEALT = _("{cards} is not among the cards dealt: {held}")
    TWICE = _("{cards} is there twice; the cards dealt are: {held}")
    DISCARDS_UNNAMED = _("{count} of {held} are discarded: name them too")
    MOST_DISCARDS = _("at most {most} cards were discarded, not {count}")
    UNSEEN = _("a card in a row is seen by everybody: name it; leave out discards that nobody saw")
    NOT_IN_DECK = _("{cards} is not in the deck of this hand")
    ELSEWHERE = _("{cards} is elsewhere in the hand")
    SURRENDER_ALONE = _("to surrender takes no cards and no amount")
    PARTED = _("{amount} does not say how {count} cards are parted among the rows: give a digit a row")
    NO_SETTING = _("{text} is no setting: write front / middle / back, and / discards after them if there are")
    NO_PLACE = _("{text} does not say where a card goes: write {form}, each once at most")


class RoyaltyText(Text):
    NO_LINE = _(
        "{text} is no line of a table of royalties for the {row}: write a label and points, as in {example}; the labels "
        "are {labels}; or name a table: {known}"
    )
    TWICE = _("the table of royalties for the {row} lists {label} twice")
    POINTS = _("the royalty of {label} must be a whole number of 0 to {most} points, not {points}")


class ArrangerText(Text):
    COUNT = _("a hand of {least} to {most} cards can be set, not of {count}")
    TWICE = _("{cards} is there twice; a deck has every card once")
    AIM = _("the aim is {known}, not {aim}")
    EITHER = _("{one} or {other}")
    POINTS = _(
        "the aim points is for thirteen cards of a game without fantasyland and without a low middle, where a joker "
        "stands for any card; the aim royalties is for every hand"
    )
    WORTH = _("a fantasyland is worth 0 to {most} points, not {worth}")
    UNKNOWN_CARD = _("all cards of a hand must be known before it can be set")
    ROOM = _("{keep} of {count} cards cannot be set: the rows have room for {room}")
    NATURAL = _("{natural}: a natural, {points} points")
    EVERY_SETTING_FOULED = _("every setting is fouled; in this one: {why}")
    ROW = _("{row} {words}")
    ROW_WITH_POINTS = _("{row} {words} ({points})")
    ROYALTIES = _("{made}: {points} points of royalties")
    FANTASYLAND = _("{made}: {points} points of royalties; fantasyland of {cards} cards")
    STREETS = _("the streets to come must fill the rows, which will lack {room} cards")


class RowsText(Text):
    NO_BOARD = _("{text} is no board: write front / middle / back, 3, 5 and 5 cards")
    PLAYERS = _("{least} to {most} players can compare hands, not {count}")
    TWICE = _("{name}: {cards} is there twice; a deck has every card once")
    SIZE = _("{name}: the {row} needs {size} cards, not {count} ({cards})")
    NO_CARD = _("{name}: {card} in the {row} is no card")
    UNKNOWN_CARD = _("{name}: the {row} has a card that nobody knows; all thirteen must be known")


class ScoreLineText(Text):
    MARK = _("{mark} is no mark of a hand: say foul or surrender, or leave it empty")
    NO_SURRENDER = _("nobody may surrender here: the house rules give it no points, or the game knows none")
    NO_NATURAL = _("no natural {natural} is played here; there are: {known}")
    NATURAL_AND_MARK = _("a natural is neither fouled nor surrendered")
    EARNS_NOTHING = _("a hand that is fouled or surrendered earns no royalties and no fantasyland")
    PLACE = _("say who is best in the {row}: a place from 1 to {last} for each player")
    ROYALTY = _("the {row} cannot earn {points} points; its table has {known}")
    BEHIND = _("in the {row} a hand that earns {more} points is ahead of one that earns {fewer}")
    OUT_OF_ORDER = _("rows that earn this would be a foul: a row in front would be stronger than the one behind it")
    FANTASYLAND = _("rows that earn this go on with fantasyland of {known} cards (0 is none), not {cards}")
    POINTS_SUM = _("points must sum to zero, not to {sum}")
    SEATS = _("a line for each of the seats {seats}, and for no other")
    FANTASYLAND_CARDS = _("fantasyland is {least} to {most} cards or none, not {cards}")


class SettlementText(Text):
    POINT = _("a point must be worth 1 chip or more, not {point}")
    BUTTON = _("the button must be one of the seats 0 to {last}, not {button}")
    STACK = _("a stack must be 0 chips or more, not {stack}")
    NO_PAIR = _("seats {a} and {b} are no pair of the seats 0 to {last}")
    PAIR_TWICE = _("seats {a} and {b} are there twice; each pair settles once")
    ANSWERS = _("{count} hands need {count} answers whether they surrender, not {answers}")
    NO_SURRENDER = _("no hand may be surrendered: the house rules give surrender no points, or the game knows none")
    NOT_SET = _("board {board} was not set and is not surrendered")


class CaseText(Text):
    NO_JSON = _("this is no JSON ({why})")
    NO_JSON_AT = _("line {line} column {column}: this is no JSON ({why})")
    FILE = _("a file of cases is one JSON object with 'hands' and 'money', not {kind}")
    SCHEMA = _("this file's schema is {schema}; {known} can be read")
    EMPTY = _("a file of cases has 'hands' or 'money' or both; this one has neither")
    BOARDS = _("a case has {least} to {most} boards, not {count}")
    FANTASYLAND = _("fl_in must be {count} numbers of cards, one a board, not {value}")
    ROWS = _("{name} must be an object with {rows}")
    CARDS = _("{name}: the {row} must be cards such as ['As', 'Kd'] or 'As Kd', not {value}")
    PAIR = _("an expected pair must be an object with seats 'a' and 'b', not {value}")
    PAIR_NETS = _("pair_nets holds what a pair's first seat wins, such as '0-1': 10, not {pair}: {points}")
    ONE_OF = _("{path} must be one of {known}, not {value}")
    SUM = _("deltas must sum to zero, not to {sum}")
    POINT_VALUE = _("rule.point_value must be a whole number of chips, 1 or more, not {value}")
    BUTTON = _("button must be one of the seats 0 to {last}, not {value}")
    MEMBER_OBJECT = _("{name}: {key} must be an object, not {kind}")
    MEMBER_LIST = _("{name}: {key} must be a list, not {kind}")
    NUMBERS = _("{key} must be a list of whole numbers, not {value}")
    RANK = _("{path} must be a rank of {ranks}, not {value}")
    NO_MEMBER = _("a profile has no {path}; it may have {known}")
    NO_NATURAL = _("there is no natural {name}; there are {known}")
    UNKNOWN_KEY = _("{name} has no {key}; it may have {known}")
    OBJECT = _("{path} must be an object, not {value}")
    SEQUENTIAL = _("rule.{key} goes with the mode sequential, not with {mode}")
