"""The house rules of play: what a club may choose about a hand.

Each is declared once, here, and obeyed by the engine. `presets` are three sets to start from: `standard` (the
defaults), `documents` (as the club's own documents write it) and `tda-2024`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from engine.cards import parse_ranks_and_cards
from engine.house_rules import rule
from engine.messages.house_rules import RuleText
from engine.messages.message import Message, _, pgettext

CHIPS = range(1_000_000_001)


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules a hand is played by. A hand once begun keeps those it began with."""

    # -- betting ------------------------------------------------------------------------------------------------------
    raise_cap: int = rule(
        4,
        title=_("Raises a round in fixed and spread limit"),
        help=_("How many raises, the bet not counted, a betting round may see; 0 is no cap."),
        choices=(0, 3, 4, 5),
        source="S0.12",
    )
    cap_heads_up: str = rule(
        "lifted",
        title=_("The cap with two players"),
        help=_(
            "Lifted: two players left in the hand may go on raising. Event: only when the event is down to two, "
            "that is when two were dealt in. Kept: the cap always holds."
        ),
        choices=(pgettext("choice", "lifted"), pgettext("choice", "event"), pgettext("choice", "kept")),
        source="S0.12; TDA 48",
        settles=_("whether the cap on raises ends with two players in the hand or only when the event is down to two"),
        presets={"tda-2024": "event"},
    )
    short_all_in_reopens: str = rule(
        "half a bet",
        title=_("A short all-in in fixed limit"),
        help=_("How large an all-in raise must be for those who have acted to raise again: half a bet, or a full one."),
        choices=(pgettext("choice", "half a bet"), pgettext("choice", "full bet")),
        source="TDA 47-B",
    )
    short_all_in_raise: str = rule(
        "added to",
        title=_("The raise after a short all-in in fixed limit"),
        help=_(
            "What the next raise comes to after an all-in raise of less than half a bet. Added to: a whole bet more than "
            "the all-in. Completed: a whole bet more than what stood before it."
        ),
        choices=(pgettext("choice", "added to"), pgettext("choice", "completed")),
        source="S0.13; WSOP 129",
        settles=_("whether a raise after a short all-in in fixed limit is a whole bet more than it, or completes it"),
    )
    pot_before_flop: str = rule(
        "full blinds",
        title=_("The pot in pot limit before the flop"),
        help=_(
            "Full blinds: a dead or short blind counts in full and antes are left out until the next round. "
            "Chips: what has been put in is what counts."
        ),
        choices=(pgettext("choice", "full blinds"), pgettext("choice", "chips")),
        source="TDA 54; S0.12",
        settles=_("whether a dead small blind or an ante changes the largest raise before the flop"),
        presets={"documents": "chips"},
    )
    big_blind_ante: str = rule(
        "blind first",
        title=_("A short big blind with a big-blind ante"),
        help=_("What a player pays first who cannot pay both: the blind, or the ante."),
        choices=(pgettext("choice", "blind first"), pgettext("choice", "ante first")),
        source="TDA RP-11",
        settles=_("the order of blind and ante for a short stack"),
    )
    ante_halved_at: int = rule(
        0,
        title=_("One ante for the table is half with so many players or fewer"),
        help=_(
            "The big blind's or the button's ante for everybody, in a hand dealt to so many or fewer, is half of the "
            "level's, rounded up to whole smallest chips; 0: it is never less."
        ),
        choices=(0, 2, 3, 4, 5, 6),
        source="TDA RP-11; BARGE",
        settles=_("whether a big-blind ante stays as it is at a short table"),
    )
    straddle: str = rule(
        "none",
        title=_("Straddle"),
        help=_("Who may post twice the big blind before the cards are dealt, and then acts last of the first round."),
        choices=(pgettext("choice", "none"), pgettext("choice", "under the gun"), pgettext("choice", "button")),
        source="house",
    )
    kill: str = rule(
        "none",
        title=_("Kill pots in fixed limit"),
        help=_(
            "After a kill the stakes of the next hand are raised by a half or doubled, and its winner posts a blind."
        ),
        choices=(pgettext("choice", "none"), pgettext("choice", "half"), pgettext("choice", "full")),
        source="house",
    )
    kill_when: str = rule(
        "two in a row",
        title=_("What makes a kill"),
        help=_("One player wins two whole pots in a row, or scoops a pot that is shared between high and low."),
        choices=(pgettext("choice", "two in a row"), pgettext("choice", "scoop")),
        source="house",
    )
    kill_least: int = rule(
        0,
        title=_("Smallest pot that counts for a kill (chips)"),
        help=_("A pot below this counts for nothing; 0: every pot counts."),
        choices=CHIPS,
        source="house",
    )
    # -- stud ---------------------------------------------------------------------------------------------------------
    bring_in_may_open: bool = rule(
        True,
        title=_("The bring-in may open in full"),
        help=_("Whether the player who must bring it in may open for the full small bet instead."),
        source="S2.2",
        settles=_("the stud document says both that no other size is allowed and that the full bet is"),
    )
    completion: str = rule(
        "no raise",
        title=_("Completing the bring-in"),
        help=_("Whether a completion counts against the cap on raises."),
        choices=(pgettext("choice", "no raise"), pgettext("choice", "raise")),
        source="S2.3",
    )
    broke_bring_in: str = rule(
        "next player",
        title=_("A bring-in who is all-in from the ante"),
        help=_("Who opens then: the next player clockwise may check or bet, or the next lowest card brings it in."),
        choices=(pgettext("choice", "next player"), pgettext("choice", "next low card")),
        source="TDA RP-10",
    )
    board_tie: str = rule(
        "left of the dealer",
        title=_("Who opens when boards tie"),
        help=_("The player nearest to the dealer's left, or the one with the higher suit."),
        choices=(pgettext("choice", "left of the dealer"), pgettext("choice", "higher suit")),
        source="S2.4; TDA RP-10",
        settles=_("who opens a stud round when the best boards are equal"),
        presets={"tda-2024": "higher suit"},
    )
    suit_order: str = rule(
        "spades high",
        title=_("Order of the suits"),
        help=_(
            "Which suit is the higher where suits decide who acts: the first dealer, the bring-in, boards that tie. Spades, "
            "hearts, diamonds, clubs; or the other way round."
        ),
        choices=(pgettext("choice", "spades high"), pgettext("choice", "clubs high")),
        source="S0.15; S2.2",
    )
    stud_doubles: str = rule(
        "fifth street",
        title=_("Where the bet doubles in stud"),
        help=_("The street from which the big bet is bet."),
        choices=(pgettext("choice", "fifth street"), pgettext("choice", "sixth street")),
        source="S2.5",
        settles=_("the stud document doubles from the fourth deal, nearly every room from the third"),
        presets={"documents": "sixth street"},
    )
    open_pair: str = rule(
        "small bet",
        title=_("An open pair on fourth street"),
        help=_("In seven-card stud for high, whether an open pair lets everybody bet the big bet."),
        choices=(pgettext("choice", "small bet"), pgettext("choice", "small or big bet")),
        source="TDA RP-10",
        settles=_("cash rooms allow the double bet, tournaments do not"),
    )
    five_card_opening: str = rule(
        "best board",
        title=_("Who opens five-card stud"),
        help=_("The best board, and it may check; or the lowest card brings it in."),
        choices=(pgettext("choice", "best board"), pgettext("choice", "bring-in")),
        source="S2.12",
    )
    burns: bool = rule(
        False,
        title=_("Burn cards that the server deals"),
        help=_("Whether a card is burned before each deal after the first."),
        source="S2.6",
        presets={"documents": True, "tda-2024": True},
    )
    shortage: str = rule(
        "burns for the rest",
        title=_("Too few cards for the last street of stud"),
        help=_(
            "Burns for the rest: all but the last card are dealt, it and the burns serve the others. Mixed at once: the stub "
            "and the burns are shuffled before the deal, if that leaves one card over. Else one card serves everybody."
        ),
        choices=(pgettext("choice", "burns for the rest"), pgettext("choice", "mixed at once")),
        source="S2.8; TDA RP-10",
        settles=_("what is dealt when a full table of stud runs out of cards"),
        presets={"tda-2024": "mixed at once"},
    )
    hidden_four: bool = rule(
        False,
        title=_("Baseball: a card for a hidden four"),
        help=_("Whether a four dealt face down also gives another card, face down."),
        source="S2.13",
    )
    # -- which cards --------------------------------------------------------------------------------------------------
    wild_cards: str = rule(
        "",
        title=_("Wild cards"),
        help=_("Ranks and cards that are wild, such as '2', '3 9' or 'Jh Js'; empty: those of the game itself."),
        source="S0.4",
        parse=parse_ranks_and_cards,
    )
    jokers: int = rule(
        0,
        title=_("Jokers in the deck"),
        help=_("How many jokers are added to the deck, as wild cards."),
        choices=(0, 1, 2),
        source="S0.1; S0.4",
    )
    wild_is: str = rule(
        "any card",
        title=_("What a wild card is"),
        help=_("Any card; or the bug: an ace, or the card that completes a straight or a flush."),
        choices=(pgettext("choice", "any card"), pgettext("choice", "bug")),
        source="S0.4",
    )
    short_deck_order: str = rule(
        "flush first",
        title=_("Short deck: flush and full house"),
        help=_("Which of the two beats the other with 36 cards."),
        choices=(pgettext("choice", "flush first"), pgettext("choice", "full house first")),
        source="house",
    )
    archie_pair: str = rule(
        "nines",
        title=_("Archie: the pair that may win high"),
        help=_("The lowest pair that may win the high half."),
        choices=(pgettext("choice", "sixes"), pgettext("choice", "nines")),
        source="house",
    )
    nobody_qualifies: str = rule(
        "split",
        title=_("When nobody has a hand for any part of the pot"),
        help=_("Those at the showdown split it, or the best high hand takes it."),
        choices=(pgettext("choice", "split"), pgettext("choice", "best high")),
        source="house",
    )
    run_it: int = rule(
        1,
        title=_("Most times the board may be run"),
        help=_(
            "When all bets are in, those in the hand may agree to deal the rest of the board so many times; 1: never."
        ),
        choices=(1, 2, 3, 4),
        source="house",
    )
    # -- showdown and pots --------------------------------------------------------------------------------------------
    losers: str = rule(
        "muck",
        title=_("Losing hands at showdown"),
        help=_(
            "Muck: a hand that cannot win is mucked unseen, but not when somebody is all-in. "
            "Always muck: then too. Show: every hand is shown."
        ),
        choices=(pgettext("choice", "muck"), pgettext("choice", "always muck"), pgettext("choice", "show")),
        source="S1.5; TDA 16, 17",
        settles=_("whether a losing hand must be shown in an all-in pot"),
        presets={"documents": "always muck"},
    )
    cards_to_win: str = rule(
        "all",
        title=_("Cards shown to win"),
        help=_("At a recorded table: a hand wins only with all its cards shown, or with those that make it."),
        choices=(pgettext("choice", "all"), pgettext("choice", "winning ones")),
        source="S1.5; TDA 13",
    )
    odd_chip_stud: str = rule(
        "high card",
        title=_("Odd chips in stud"),
        help=_(
            "To the highest card by suit in the winning hand, to the same with the suits reversed, or clockwise from "
            "the dealer's left."
        ),
        choices=(
            pgettext("choice", "high card"),
            pgettext("choice", "reversed suits"),
            pgettext("choice", "left of the dealer"),
        ),
        source="S2.7; TDA 20",
        settles=_("who has the odd chip of a split stud pot"),
        presets={"documents": "left of the dealer"},
    )
    odd_chip_board: str = rule(
        "left of the button",
        title=_("Odd chips in games with a button"),
        help=_("One each clockwise from the button's left, or from the player who acted first on the last round."),
        choices=(pgettext("choice", "left of the button"), pgettext("choice", "first to act")),
        source="TDA 20",
    )
    rake_percent: int = rule(
        0,
        title=_("Rake (per cent)"),
        help=_("The house's part of a pot that was played for."),
        choices=range(21),
        source="S3.7",
    )
    rake_flat: int = rule(
        0,
        title=_("Flat rake a hand (chips)"),
        help=_("What the house takes from every hand that was played for, besides the per cent; 0 is none."),
        choices=CHIPS,
        source="S3.7; rooms that rake by the hand",
    )
    rake_cap: int = rule(
        0,
        title=_("Most rake a hand (chips)"),
        help=_("The house takes no more than this from one hand; 0 is no cap."),
        choices=CHIPS,
        source="S3.7",
    )
    rake_cap_short: int = rule(
        0,
        title=_("Most rake a hand dealt to three or four (chips)"),
        help=_("0: as at a full table."),
        choices=CHIPS,
        source="S3.7",
    )
    rake_cap_two: int = rule(
        0,
        title=_("Most rake a hand dealt to two (chips)"),
        help=_("0: as with three or four."),
        choices=CHIPS,
        source="S3.7",
    )
    rake_rounding: str = rule(
        "down",
        title=_("Rounding of the rake"),
        help=_("To whole smallest chips: down, to the nearest, or up."),
        choices=(pgettext("choice", "down"), pgettext("choice", "nearest"), pgettext("choice", "up")),
        source="S3.7",
    )
    no_flop_no_drop: bool = rule(
        True,
        title=_("No flop, no drop"),
        help=_("A hand that ends before the flop, the first draw or fourth street pays no rake."),
        source="house",
    )

    def impossible(self) -> Message | None:
        """Why these values cannot stand together; None if they can."""
        most, short, two = self.rake_cap, self.rake_cap_short, self.rake_cap_two
        if most and short > most:
            return RuleText.SHORT_RAKE_ABOVE_MOST(short=short, most=most)
        if (short or most) and two > (short or most):
            return RuleText.TWO_HANDED_RAKE_ABOVE_MOST(two=two, most=short or most)
        return None


@cache
def chosen(rules: Any) -> dict[str, Any]:
    """The house rules, of whatever declaration, that differ from the defaults, by key. Not to be changed."""
    usual = asdict(type(rules)())
    return {key: value for key, value in asdict(rules).items() if value != usual[key]}
