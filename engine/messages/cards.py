"""Cards that are none, hands that cannot be compared, and texts too large to be read."""

from engine.messages.message import Text, _


class BoundsText(Text):
    TOO_LONG = _("the text is too long: at most {most} characters are read")
    TOO_DEEP = _("the text is nested too deeply: at most {most} levels are read")
    TOO_MANY_PARTS = _("the text has too many parts: at most {most} are read")
    TOO_MANY_NAMES = _("a key has too many names with dots between: at most {most} are read")
    LONG_WORD = _("a number or a bare word is too long: at most {most} characters are read")


class CardsText(Text):
    TOO_LONG = _("{piece} and more is no row of cards: at most {most} characters are read")
    NO_ROW = _("{text} is not a row of two-letter cards such as 'As Kd'")
    NO_CARD = _("{piece} is no card: write a rank of {ranks} and a suit of {suits}")
    NO_RANK_NOR_CARD = _("{piece} is neither a rank of {ranks} nor a card such as Jh")
    CANNOT_BE_RANKED = _("a hand with a card that nobody knows cannot be ranked")
    NO_ROWS_OF_HANDS = _("hands are rows of 1 to 12 cards in uint8, not {shape} of {type}")


class EquityText(Text):
    SAMPLES = _("an estimate needs one sample or more, not {samples}")
    TWO_HANDS = _("equity compares two hands or more, not {count}; ?? is a card that nobody knows")
    NEEDS_BOARD = _("there is no board to play: give an empty one if its cards are still to come")
    BOARD_TOO_LARGE = _("{board} is too much: {game} has {allowed}")
    BOARD_OF = _("a board of {count}")
    NO_BOARD = _("no board")
    TOO_FEW_LEFT = _("{needed} cards are still to come, but only {left} are left: take fewer hands or dead cards")
    NOT_IN_DECK = _("{card} ({place}) is not in the deck of {game}, which is {first} to {last}")
    TWICE = _("{card} stands twice, {first} and {second}: each card is in one place only")
    WRONG_SIZE = _(
        "hand {number} ({cards}) has {count} cards: {game} takes {right}, with ?? for a card that nobody knows"
    )
    WRONG_SIZE_KEPT = _(
        "hand {number} ({cards}) has {count} cards: {game} takes {right} once its discards are made, with ?? for a card "
        "that nobody knows"
    )
    RANGE = _("{least} to {most}")
    OR_MORE = _("{least} or more in the order dealt, up to the last street's")
    IN_HAND = _("in hand {number}")
    ON_BOARD_NUMBER = _("on board {number}")
    ON_BOARD = _("on the board")
    AMONG_DEAD = _("among the dead cards")
