"""How a hand cannot begin: stakes, seats, positions, games, decks."""

from engine.messages.message import Text, _


class StakesText(Text):
    WHOLE_CHIPS = _("{name} must be a whole number of chips, 0 or more, not {value}")
    LIMIT = _("limit must be one of {known}, not {value}")
    ANTE_KIND = _("ante_kind must be one of {known}, not {value}")
    UNIT = _("unit, the smallest chip, must be 1 or more")
    SMALL_BLIND_ABOVE_BIG = _("the small blind {small} is above the big blind {big}")
    FIXED_BETS = _("{limit} limit needs 0 < small_bet ≤ big_bet, not {small} and {big}")
    SPREAD_BETS = _("spread limit needs 0 < min_bet ≤ small_bet ≤ big_bet, not {least}, {small} and {big}")
    BRING_IN_ABOVE_BET = _("the bring-in {bring_in} is above the small bet {least}")
    UNKNOWN_MEMBER = _("stakes have no {names}")
    POINT_WITHOUT_POINTS = _("a point is worth chips in games settled in points, not at {limit} limit")
    POINT_IN_WHOLE_UNITS = _("a point must be worth whole smallest chips, {unit} or more, not {point}")
    A_POINT = _("{chips} a point")
    NO_BETS_IN_POINTS = _("nobody bets in games settled in points: leave out {name}")


class StartText(Text):
    TWO_PLAYERS = _("a hand needs two players or more")
    SAME_SEAT = _("two stacks have the same seat number")
    SEAT_OF_WHOLE_NUMBERS = _("seat {seat} needs whole numbers, not {stack}, {live}, {dead}")
    SEAT_OF_ONE_OR_MORE = _("seat {seat} needs a number and a stack of 1 or more")
    BIG_BLIND_NOT_DEALT_IN = _("the big blind is at seat {seat}, which is not dealt in")
    BOTH_BLINDS = _("seat {seat} cannot be both small and big blind")
    POSITIONS = _("positions are seat numbers, a button and blinds or none, not {positions}")
    ANTE_WITHOUT_BIG_BLIND = _("the big blind pays the ante, but there is no big blind")
    BOARDS = _("a hand has 1 to {most} boards, not {boards}")
    BOMB_POT = _("a bomb pot is a whole number of chips, 0 or more, not {bomb}")
    NEEDS = _("a start needs {names}")
    UNKNOWN_MEMBER = _("a start has no {names}")
    NO_START = _("this is no start of a hand: {why}")
    NO_OBJECT = _("{type} where an object should be")
    NO_GAME = _("a game is named by its key, not by {value}")
    NO_SEATS = _("{value} where seats should be")
    NO_SEAT = _("{value} where a seat should be")
    CARRIED_SEAT = _("{name} is carried as a seat's number")
    CARRIED = _("{name} is carried as a whole number, or as one for each seat")
    GAME_BY_KEY = _("a game is named by its key")
    TOO_MANY_SEATS = _("{game} seats at most {most}, not {count}")
    OTHER_LIMITS = _("{game} is played {known} limit, not {limit}")
    NO_BOARD = _("{game} has no board: it has no double board and no bomb pot")
    NOBODY_POSTS_BIG_BLIND = _("stakes have a big blind, but no seat posts it")
    NEEDS_BLINDS_OR_ANTE = _("nobody has to bet: {game} needs blinds or an ante")
    NO_BLINDS = _("{game} has no blinds, so nobody posts a live bet")
    NO_LIVE_POST_IN_BOMB_POT = _("in a bomb pot nobody posts a live bet")
    BIG_BLIND_ABOVE_BET = _("the big blind {big} is above the small bet {small}")
    NEEDS_BRING_IN = _("{game} needs a bring-in")
    NEEDS_ANTE = _("nobody has to bet: {game} needs an ante")
    TOO_FEW_CARDS = _("{deck} cards are too few for {count} players of {game}: at most {most}")
    OTHER_DECK = _("{game} is dealt from {deck} different cards; these are {count}, {different} of them different")
    WILD_CARDS = _("wild cards: {why}")
    NO_WILD_CARDS = _("the ranking {ranking} cannot have wild cards, or has them already")
    STRANGE_WILD_CARDS = _("wild cards are cards of the deck or jokers, not {cards}")
    ALL_WILD = _("with every card wild there is nothing to rank")
    NO_SUCH_SEAT = _("seat {seat} is not one of 1 to {seats}")
    NO_CARD_FOR_BUTTON = _("nobody was dealt a card for the button")
    OTHER_RULES = _("{game} is not played by {rules}")


class GameText(Text):
    UNKNOWN = _("there is no game {game}; there are {known}")
    AMBIGUOUS = _("{game} may be any of {known}: say which")
    MIX = _("{game} is a mix of games, not one: give it as the games of a rotation, such as {mix}")
    UNKNOWN_CHINESE = _("there is no Chinese game {game}; there are {known}")
    NO_QUESTION = _("{value} is no question of a hand")
    NO_HAND = _("{value} is no hand")


class TreeText(Text):
    USAGE = _(
        "to count a tree takes a game, a limit, stacks, stakes, and perhaps rules and a depth: holdem no 4,4 "
        "small_blind=1,big_blind=2 - full"
    )
    DEPTH = _("the depth is a number of decisions or {full}, not {depth}")
    STACKS = _("stacks are whole numbers with commas between, not {stacks}")
    PAIR = _("{piece} is no name=value with a whole number")
    ROW = _("line {line} is no row of counts: game, limit, stacks, stakes, rules, depth and three numbers")
