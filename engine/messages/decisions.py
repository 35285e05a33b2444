"""What may be answered, and why an answer is refused."""

from engine.messages.message import Text, _


class OfferText(Text):
    FOLD = _("fold")
    CHECK = _("check")
    CALL = _("call {amount}")
    RAISE_TO = _("raise to {amount}")
    RAISE_TO_EITHER = _("raise to {one} or {other}")
    RAISE_WITHIN = _("raise to {least}–{most}")
    DRAW = _("draw up to {count}")
    DISCARD = _("discard {count}")
    SHOW = _("show")
    MUCK = _("muck")
    STRADDLE = _("straddle {amount}")
    PASS = _("pass")
    AGREE = _("agree to {least}–{most} runs")
    DEAL = _("deal {count}")
    DEAL_WITHIN = _("deal {least}–{most}")
    PLACE = _("place {count}")
    PLACE_ONE_CARD = _("place 1 card")
    PLACE_CARDS = _("place {count} cards")
    PLACE_AND_DISCARD = _("place {count} cards and discard {gone}")
    SET = _("set {count}")
    SET_CARDS = _("set {count} cards")
    SET_AND_DISCARD = _("set {count} cards and discard {gone}")
    SURRENDER = _("surrender")
    AWARD = _("award the pots")


class DecisionText(Text):
    UNREADABLE = _("{text} is no decision: {why}")
    UNKNOWN = _(
        "{text} is no decision: say fold, call, raise AMOUNT, draw CARDS, discard CARDS, show, muck, award SEATS, straddle, pass, "
        "agree TIMES; in Chinese games place front=CARDS middle=CARDS back=CARDS discard=CARDS, set FRONT / MIDDLE / BACK or "
        "surrender"
    )
    NOT_OPEN = _("{decision} is not open here: {offers}")
    BET_TO_CALL = _("there is a bet of {bet} to call: {offers}")
    TAKES_NO_AMOUNT = _("to {verb} takes no amount, not {amount}")
    TAKES_NO_CARDS = _("to {verb} takes no cards")
    TAKES_WHOLE_NUMBER = _("to {verb} takes a whole number, not {amount}")
    LEAST_RAISE = _("the least raise is to {least}, the most to {most}")
    MOST_RAISE = _("the most that may be raised is to {most}, the least to {least}")
    RAISE_TO_EITHER = _("a raise may come to {one} or {other}, not to {amount}")
    MOST_RUNS = _("the board may be run 1 to {most} times, not {amount}")
    DECISIONS_LEFT = _("the hand is over, and there are decisions left")
    ASK_NOT_OPEN = _("question {number} is not open; {open} is")
    ASKS_NOT_OPEN = _("question {number} is not open; open are {open}")
    HAND_IS_OVER = _("question {number} is not open: the hand is over")
    NO_SAMPLE = _("cards from outside cannot be sampled")


class DealText(Text):
    NO_CARD = _("{card} is no card")
    COUNT = _("{count} cards are to be dealt")
    COUNT_OR_MORE = _("{count} cards are to be dealt, or up to {most} if unseen ones bring others")
    COUNT_UNLESS_UNSEEN = _("{count} cards are to be dealt: only one that is not seen may bring another with it")
    MOST_DRAWN = _("at most {most} cards may be drawn")
    GIVEN_UP = _("{count} of {cards} must be given up")
    NOT_HELD = _("{card} is not among {cards}")
    UP_CARD_UNNAMED = _("a card turned up is seen by everybody: name it")
    NOT_IN_DECK = _("{cards} is not in this deck")
    DEALT_ALREADY = _("{cards} has been dealt already")


class AwardText(Text):
    UNREADABLE = _(
        "{text} names no winners: write seats, such as award 3; award 3 5 where they share; award 3 / 1 pot by pot, the main "
        "pot first; award 3 & 5 part by part"
    )
    POTS = _("there are {pots} pots: name the winners of all, the main pot first, or once for all of them")
    PARTS = _("this pot is in {parts} parts: name the winners of all, or once for all of them")
    NOT_ELIGIBLE = _("seat {seat} cannot win pot {pot}: it is of seats {seats}")
    NOBODY = _("nobody named can win pot {pot}: it is of seats {seats}")


class ShowText(Text):
    BOARD_UNKNOWN = _("no hand can win by showing while a card of the board is unknown: say who has won")
    NOT_AMONG_DEALT = _("{cards} are not among the cards dealt: {held}")
    NOT_THE_DEALT = _("{cards} are not the cards dealt: {held}")
    COUNT = _("{count} cards are to be shown, not {shown}")
    RANGE = _("{least} to {most}")
    ALL_OR_NONE = _("a hand is shown with every card named, or mucked")
    ELSEWHERE = _("{cards} is elsewhere in the hand")


class ResultText(Text):
    UNBALANCED = _("the chips of this hand's result sum to {over} and not to 0")
