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

CHIPS = range(1_000_000_001)


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules a hand is played by. A hand once begun keeps those it began with."""

    # -- betting ------------------------------------------------------------------------------------------------------
    raise_cap: int = rule(
        4,
        title="Raises a round in fixed and spread limit",
        help="How many raises, the bet not counted, a betting round may see; 0 is no cap.",
        choices=(0, 3, 4, 5),
        source="S0.12",
    )
    cap_heads_up: str = rule(
        "lifted",
        title="The cap with two players",
        help="Lifted: two players left in the hand may go on raising. Event: only when the event is down to two, "
        "that is when two were dealt in. Kept: the cap always holds.",
        choices=("lifted", "event", "kept"),
        source="S0.12; TDA 48",
        settles="whether the cap on raises ends with two players in the hand or only when the event is down to two",
        presets={"tda-2024": "event"},
    )
    short_all_in_reopens: str = rule(
        "half a bet",
        title="A short all-in in fixed limit",
        help="How large an all-in raise must be for those who have acted to raise again: half a bet, or a full one.",
        choices=("half a bet", "full bet"),
        source="TDA 47-B",
    )
    short_all_in_raise: str = rule(
        "added to",
        title="The raise after a short all-in in fixed limit",
        help="What the next raise comes to after an all-in raise of less than half a bet. Added to: a whole bet more than "
        "the all-in. Completed: a whole bet more than what stood before it.",
        choices=("added to", "completed"),
        source="S0.13; WSOP 129",
        settles="whether a raise after a short all-in in fixed limit is a whole bet more than it, or completes it",
    )
    pot_before_flop: str = rule(
        "full blinds",
        title="The pot in pot limit before the flop",
        help="Full blinds: a dead or short blind counts in full and antes are left out until the next round. "
        "Chips: what has been put in is what counts.",
        choices=("full blinds", "chips"),
        source="TDA 54; S0.12",
        settles="whether a dead small blind or an ante changes the largest raise before the flop",
        presets={"documents": "chips"},
    )
    big_blind_ante: str = rule(
        "blind first",
        title="A short big blind with a big-blind ante",
        help="What a player pays first who cannot pay both: the blind, or the ante.",
        choices=("blind first", "ante first"),
        source="TDA RP-11",
        settles="the order of blind and ante for a short stack",
    )
    straddle: str = rule(
        "none",
        title="Straddle",
        help="Who may post twice the big blind before the cards are dealt, and then acts last of the first round.",
        choices=("none", "under the gun", "button"),
        source="house",
    )
    kill: str = rule(
        "none",
        title="Kill pots in fixed limit",
        help="After a kill the stakes of the next hand are raised by a half or doubled, and its winner posts a blind.",
        choices=("none", "half", "full"),
        source="house",
    )
    kill_when: str = rule(
        "two in a row",
        title="What makes a kill",
        help="One player wins two whole pots in a row, or scoops a pot that is shared between high and low.",
        choices=("two in a row", "scoop"),
        source="house",
    )
    kill_least: int = rule(
        0,
        title="Smallest pot that counts for a kill (chips)",
        help="A pot below this counts for nothing; 0: every pot counts.",
        choices=CHIPS,
        source="house",
    )
    # -- stud ---------------------------------------------------------------------------------------------------------
    bring_in_may_open: bool = rule(
        True,
        title="The bring-in may open in full",
        help="Whether the player who must bring it in may open for the full small bet instead.",
        source="S2.2",
        settles="the stud document says both that no other size is allowed and that the full bet is",
    )
    completion: str = rule(
        "no raise",
        title="Completing the bring-in",
        help="Whether a completion counts against the cap on raises.",
        choices=("no raise", "raise"),
        source="S2.3",
    )
    broke_bring_in: str = rule(
        "next player",
        title="A bring-in who is all-in from the ante",
        help="Who opens then: the next player clockwise may check or bet, or the next lowest card brings it in.",
        choices=("next player", "next low card"),
        source="TDA RP-10",
    )
    board_tie: str = rule(
        "left of the dealer",
        title="Who opens when boards tie",
        help="The player nearest to the dealer's left, or the one with the higher suit.",
        choices=("left of the dealer", "higher suit"),
        source="S2.4; TDA RP-10",
        settles="who opens a stud round when the best boards are equal",
        presets={"tda-2024": "higher suit"},
    )
    suit_order: str = rule(
        "spades high",
        title="Order of the suits",
        help="Which suit is the higher where suits decide who acts: the first dealer, the bring-in, boards that tie. Spades, "
        "hearts, diamonds, clubs; or the other way round.",
        choices=("spades high", "clubs high"),
        source="S0.15; S2.2",
    )
    stud_doubles: str = rule(
        "fifth street",
        title="Where the bet doubles in stud",
        help="The street from which the big bet is bet.",
        choices=("fifth street", "sixth street"),
        source="S2.5",
        settles="the stud document doubles from the fourth deal, nearly every room from the third",
        presets={"documents": "sixth street"},
    )
    open_pair: str = rule(
        "small bet",
        title="An open pair on fourth street",
        help="In seven-card stud for high, whether an open pair lets everybody bet the big bet.",
        choices=("small bet", "small or big bet"),
        source="TDA RP-10",
        settles="cash rooms allow the double bet, tournaments do not",
    )
    five_card_opening: str = rule(
        "best board",
        title="Who opens five-card stud",
        help="The best board, and it may check; or the lowest card brings it in.",
        choices=("best board", "bring-in"),
        source="S2.12",
    )
    burns: bool = rule(
        False,
        title="Burn cards that the server deals",
        help="Whether a card is burned before each deal after the first.",
        source="S2.6",
        presets={"documents": True, "tda-2024": True},
    )
    shortage: str = rule(
        "burns for the rest",
        title="Too few cards for the last street of stud",
        help="Burns for the rest: all but the last card are dealt, it and the burns serve the others. Mixed at once: the stub "
        "and the burns are shuffled before the deal, if that leaves one card over. Else one card serves everybody.",
        choices=("burns for the rest", "mixed at once"),
        source="S2.8; TDA RP-10",
        settles="what is dealt when a full table of stud runs out of cards",
        presets={"tda-2024": "mixed at once"},
    )
    hidden_four: bool = rule(
        False,
        title="Baseball: a card for a hidden four",
        help="Whether a four dealt face down also gives another card, face down.",
        source="S2.13",
    )
    # -- which cards --------------------------------------------------------------------------------------------------
    wild_cards: str = rule(
        "",
        title="Wild cards",
        help="Ranks and cards that are wild, such as '2', '3 9' or 'Jh Js'; empty: those of the game itself.",
        source="S0.4",
        parse=parse_ranks_and_cards,
    )
    jokers: int = rule(
        0,
        title="Jokers in the deck",
        help="How many jokers are added to the deck, as wild cards.",
        choices=(0, 1, 2),
        source="S0.1; S0.4",
    )
    wild_is: str = rule(
        "any card",
        title="What a wild card is",
        help="Any card; or the bug: an ace, or the card that completes a straight or a flush.",
        choices=("any card", "bug"),
        source="S0.4",
    )
    short_deck_order: str = rule(
        "flush first",
        title="Short deck: flush and full house",
        help="Which of the two beats the other with 36 cards.",
        choices=("flush first", "full house first"),
        source="house",
    )
    archie_pair: str = rule(
        "nines",
        title="Archie: the pair that may win high",
        help="The lowest pair that may win the high half.",
        choices=("sixes", "nines"),
        source="house",
    )
    nobody_qualifies: str = rule(
        "split",
        title="When nobody has a hand for any part of the pot",
        help="Those at the showdown split it, or the best high hand takes it.",
        choices=("split", "best high"),
        source="house",
    )
    run_it: int = rule(
        1,
        title="Most times the board may be run",
        help="When all bets are in, those in the hand may agree to deal the rest of the board so many times; 1: never.",
        choices=(1, 2, 3, 4),
        source="house",
    )
    # -- showdown and pots --------------------------------------------------------------------------------------------
    losers: str = rule(
        "muck",
        title="Losing hands at showdown",
        help="Muck: a hand that cannot win is mucked unseen, but not when somebody is all-in. "
        "Always muck: then too. Show: every hand is shown.",
        choices=("muck", "always muck", "show"),
        source="S1.5; TDA 16, 17",
        settles="whether a losing hand must be shown in an all-in pot",
        presets={"documents": "always muck"},
    )
    cards_to_win: str = rule(
        "all",
        title="Cards shown to win",
        help="At a recorded table: a hand wins only with all its cards shown, or with those that make it.",
        choices=("all", "winning ones"),
        source="S1.5; TDA 13",
    )
    odd_chip_stud: str = rule(
        "high card",
        title="Odd chips in stud",
        help="To the highest card by suit in the winning hand, to the same with the suits reversed, or clockwise from "
        "the dealer's left.",
        choices=("high card", "reversed suits", "left of the dealer"),
        source="S2.7; TDA 20",
        settles="who has the odd chip of a split stud pot",
        presets={"documents": "left of the dealer"},
    )
    odd_chip_board: str = rule(
        "left of the button",
        title="Odd chips in games with a button",
        help="One each clockwise from the button's left, or from the player who acted first on the last round.",
        choices=("left of the button", "first to act"),
        source="TDA 20",
    )
    rake_percent: int = rule(
        0,
        title="Rake (per cent)",
        help="The house's part of a pot that was played for.",
        choices=range(21),
        source="S3.7",
    )
    rake_cap: int = rule(
        0,
        title="Most rake a hand (chips)",
        help="The house takes no more than this from one hand; 0 is no cap.",
        choices=CHIPS,
        source="S3.7",
    )
    rake_cap_short: int = rule(
        0,
        title="Most rake a hand dealt to three or four (chips)",
        help="0: as at a full table.",
        choices=CHIPS,
        source="S3.7",
    )
    rake_cap_two: int = rule(
        0,
        title="Most rake a hand dealt to two (chips)",
        help="0: as with three or four.",
        choices=CHIPS,
        source="S3.7",
    )
    rake_rounding: str = rule(
        "down",
        title="Rounding of the rake",
        help="To whole smallest chips: down, to the nearest, or up.",
        choices=("down", "nearest", "up"),
        source="S3.7",
    )
    no_flop_no_drop: bool = rule(
        True,
        title="No flop, no drop",
        help="A hand that ends before the flop, the first draw or fourth street pays no rake.",
        source="house",
    )

    def impossible(self) -> str:
        """Why these values cannot stand together; empty if they can."""
        most, short, two = self.rake_cap, self.rake_cap_short, self.rake_cap_two
        if most and short > most:
            return f"the most rake of a hand dealt to three or four, {short}, is above the most of any hand, {most}"
        if (short or most) and two > (short or most):
            return f"the most rake of a hand dealt to two, {two}, is above the most of a larger hand, {short or most}"
        return ""


@cache
def chosen(rules: Any) -> dict[str, Any]:
    """The house rules, of whatever declaration, that differ from the defaults, by key. Not to be changed."""
    usual = asdict(type(rules)())
    return {key: value for key, value in asdict(rules).items() if value != usual[key]}
