"""The words of the rules of play, marked for the catalogue."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

RULES: dict[str, tuple[str | Promise, ...]] = {
    "raise_cap": (
        _("Raises a round in fixed and spread limit"),
        _("How many raises, the bet not counted, a betting round may see; 0 is no cap."),
    ),
    "cap_heads_up": (
        _("The cap with two players"),
        _(
            "Lifted: two players left in the hand may go on raising. Event: only when the event is down to two, "
            "that is when two were dealt in. Kept: the cap always holds."
        ),
        _("whether the cap on raises ends with two players in the hand or only when the event is down to two"),
        pgettext_lazy("choice", "lifted"),
        pgettext_lazy("choice", "event"),
        pgettext_lazy("choice", "kept"),
    ),
    "short_all_in_reopens": (
        _("A short all-in in fixed limit"),
        _("How large an all-in raise must be for those who have acted to raise again: half a bet, or a full one."),
        pgettext_lazy("choice", "half a bet"),
        pgettext_lazy("choice", "full bet"),
    ),
    "short_all_in_raise": (
        _("The raise after a short all-in in fixed limit"),
        _(
            "What the next raise comes to after an all-in raise of less than half a bet. Added to: a whole bet more than "
            "the all-in. Completed: a whole bet more than what stood before it."
        ),
        _("whether a raise after a short all-in in fixed limit is a whole bet more than it, or completes it"),
        pgettext_lazy("choice", "added to"),
        pgettext_lazy("choice", "completed"),
    ),
    "pot_before_flop": (
        _("The pot in pot limit before the flop"),
        _(
            "Full blinds: a dead or short blind counts in full and antes are left out until the next round. "
            "Chips: what has been put in is what counts."
        ),
        _("whether a dead small blind or an ante changes the largest raise before the flop"),
        pgettext_lazy("choice", "full blinds"),
        pgettext_lazy("choice", "chips"),
    ),
    "big_blind_ante": (
        _("A short big blind with a big-blind ante"),
        _("What a player pays first who cannot pay both: the blind, or the ante."),
        _("the order of blind and ante for a short stack"),
        pgettext_lazy("choice", "blind first"),
        pgettext_lazy("choice", "ante first"),
    ),
    "straddle": (
        _("Straddle"),
        _("Who may post twice the big blind before the cards are dealt, and then acts last of the first round."),
        pgettext_lazy("choice", "none"),
        pgettext_lazy("choice", "under the gun"),
        pgettext_lazy("choice", "button"),
    ),
    "kill": (
        _("Kill pots in fixed limit"),
        _("After a kill the stakes of the next hand are raised by a half or doubled, and its winner posts a blind."),
        pgettext_lazy("choice", "none"),
        pgettext_lazy("choice", "half"),
        pgettext_lazy("choice", "full"),
    ),
    "kill_when": (
        _("What makes a kill"),
        _("One player wins two whole pots in a row, or scoops a pot that is shared between high and low."),
        pgettext_lazy("choice", "two in a row"),
        pgettext_lazy("choice", "scoop"),
    ),
    "kill_least": (
        _("Smallest pot that counts for a kill (chips)"),
        _("A pot below this counts for nothing; 0: every pot counts."),
    ),
    "bring_in_may_open": (
        _("The bring-in may open in full"),
        _("Whether the player who must bring it in may open for the full small bet instead."),
        _("the stud document says both that no other size is allowed and that the full bet is"),
    ),
    "completion": (
        _("Completing the bring-in"),
        _("Whether a completion counts against the cap on raises."),
        pgettext_lazy("choice", "no raise"),
        pgettext_lazy("choice", "raise"),
    ),
    "broke_bring_in": (
        _("A bring-in who is all-in from the ante"),
        _("Who opens then: the next player clockwise may check or bet, or the next lowest card brings it in."),
        pgettext_lazy("choice", "next player"),
        pgettext_lazy("choice", "next low card"),
    ),
    "board_tie": (
        _("Who opens when boards tie"),
        _("The player nearest to the dealer's left, or the one with the higher suit."),
        _("who opens a stud round when the best boards are equal"),
        pgettext_lazy("choice", "left of the dealer"),
        pgettext_lazy("choice", "higher suit"),
    ),
    "suit_order": (
        _("Order of the suits"),
        _(
            "Which suit is the higher where suits decide who acts: the first dealer, the bring-in, boards that "
            "tie. Spades, hearts, diamonds, clubs; or the other way round."
        ),
        pgettext_lazy("choice", "spades high"),
        pgettext_lazy("choice", "clubs high"),
    ),
    "stud_doubles": (
        _("Where the bet doubles in stud"),
        _("The street from which the big bet is bet."),
        _("the stud document doubles from the fourth deal, nearly every room from the third"),
        pgettext_lazy("choice", "fifth street"),
        pgettext_lazy("choice", "sixth street"),
    ),
    "open_pair": (
        _("An open pair on fourth street"),
        _("In seven-card stud for high, whether an open pair lets everybody bet the big bet."),
        _("cash rooms allow the double bet, tournaments do not"),
        pgettext_lazy("choice", "small bet"),
        pgettext_lazy("choice", "small or big bet"),
    ),
    "five_card_opening": (
        _("Who opens five-card stud"),
        _("The best board, and it may check; or the lowest card brings it in."),
        pgettext_lazy("choice", "best board"),
        pgettext_lazy("choice", "bring-in"),
    ),
    "burns": (
        _("Burn cards that the server deals"),
        _("Whether a card is burned before each deal after the first."),
    ),
    "shortage": (
        _("Too few cards for the last street of stud"),
        _(
            "Burns for the rest: all but the last card are dealt, it and the burns serve the others. Mixed at "
            "once: the stub and the burns are shuffled before the deal, if that leaves one card over. Else one "
            "card serves everybody."
        ),
        _("what is dealt when a full table of stud runs out of cards"),
        pgettext_lazy("choice", "burns for the rest"),
        pgettext_lazy("choice", "mixed at once"),
    ),
    "hidden_four": (
        _("Baseball: a card for a hidden four"),
        _("Whether a four dealt face down also gives another card, face down."),
    ),
    "wild_cards": (
        _("Wild cards"),
        _("Ranks and cards that are wild, such as '2', '3 9' or 'Jh Js'; empty: those of the game itself."),
    ),
    "jokers": (
        _("Jokers in the deck"),
        _("How many jokers are added to the deck, as wild cards."),
    ),
    "wild_is": (
        _("What a wild card is"),
        _("Any card; or the bug: an ace, or the card that completes a straight or a flush."),
        pgettext_lazy("choice", "any card"),
        pgettext_lazy("choice", "bug"),
    ),
    "short_deck_order": (
        _("Short deck: flush and full house"),
        _("Which of the two beats the other with 36 cards."),
        pgettext_lazy("choice", "flush first"),
        pgettext_lazy("choice", "full house first"),
    ),
    "archie_pair": (
        _("Archie: the pair that may win high"),
        _("The lowest pair that may win the high half."),
        pgettext_lazy("choice", "sixes"),
        pgettext_lazy("choice", "nines"),
    ),
    "nobody_qualifies": (
        _("When nobody has a hand for any part of the pot"),
        _("Those at the showdown split it, or the best high hand takes it."),
        pgettext_lazy("choice", "split"),
        pgettext_lazy("choice", "best high"),
    ),
    "run_it": (
        _("Most times the board may be run"),
        _("When all bets are in, those in the hand may agree to deal the rest of the board so many times; 1: never."),
    ),
    "losers": (
        _("Losing hands at showdown"),
        _(
            "Muck: a hand that cannot win is mucked unseen, but not when somebody is all-in. Always muck: then "
            "too. Show: every hand is shown."
        ),
        _("whether a losing hand must be shown in an all-in pot"),
        pgettext_lazy("choice", "muck"),
        pgettext_lazy("choice", "always muck"),
        pgettext_lazy("choice", "show"),
    ),
    "cards_to_win": (
        _("Cards shown to win"),
        _("At a recorded table: a hand wins only with all its cards shown, or with those that make it."),
        pgettext_lazy("choice", "all"),
        pgettext_lazy("choice", "winning ones"),
    ),
    "odd_chip_stud": (
        _("Odd chips in stud"),
        _(
            "To the highest card by suit in the winning hand, to the same with the suits reversed, or clockwise "
            "from the dealer's left."
        ),
        _("who has the odd chip of a split stud pot"),
        pgettext_lazy("choice", "high card"),
        pgettext_lazy("choice", "reversed suits"),
        pgettext_lazy("choice", "left of the dealer"),
    ),
    "odd_chip_board": (
        _("Odd chips in games with a button"),
        _("One each clockwise from the button's left, or from the player who acted first on the last round."),
        pgettext_lazy("choice", "left of the button"),
        pgettext_lazy("choice", "first to act"),
    ),
    "rake_percent": (
        _("Rake (per cent)"),
        _("The house's part of a pot that was played for."),
    ),
    "rake_cap": (
        _("Most rake a hand (chips)"),
        _("The house takes no more than this from one hand; 0 is no cap."),
    ),
    "rake_cap_short": (
        _("Most rake a hand dealt to three or four (chips)"),
        _("0: as at a full table."),
    ),
    "rake_cap_two": (
        _("Most rake a hand dealt to two (chips)"),
        _("0: as with three or four."),
    ),
    "rake_rounding": (
        _("Rounding of the rake"),
        _("To whole smallest chips: down, to the nearest, or up."),
        pgettext_lazy("choice", "down"),
        pgettext_lazy("choice", "nearest"),
        pgettext_lazy("choice", "up"),
    ),
    "no_flop_no_drop": (
        _("No flop, no drop"),
        _("A hand that ends before the flop, the first draw or fourth street pays no rake."),
    ),
}
