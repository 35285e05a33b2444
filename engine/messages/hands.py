"""What hands are called; ranks are named beside them."""

from engine.messages.message import Text, _

RANK_ONE = (
    _("Deuce"), _("Three"), _("Four"), _("Five"), _("Six"), _("Seven"), _("Eight"), _("Nine"), _("Ten"), _("Jack"),
    _("Queen"), _("King"), _("Ace"),
)  # fmt: skip
RANK_MANY = (
    _("Deuces"), _("Threes"), _("Fours"), _("Fives"), _("Sixes"), _("Sevens"), _("Eights"), _("Nines"), _("Tens"),
    _("Jacks"), _("Queens"), _("Kings"), _("Aces"),
)  # fmt: skip


class HandText(Text):
    NO_HAND = _("No hand")
    NO_LOW = _("No low")
    HIGH_CARD = _("{one} high")
    PAIR = _("Pair of {many}")
    TWO_PAIR = _("Two pair, {many} and {many2}")
    TRIPS = _("Three of a kind, {many}")
    STRAIGHT = _("Straight, {one} high")
    FLUSH = _("Flush, {one} high")
    FULL_HOUSE = _("{many} full of {many2}")
    QUADS = _("Four of a kind, {many}")
    STRAIGHT_FLUSH = _("Straight flush, {one} high")
    ROYAL_FLUSH = _("Royal flush")
    FIVE_OF_A_KIND = _("Five of a kind, {many}")
    LOW = _("{ranks} low")
    BADUGI = _("{count}-card badugi, {ranks}")
