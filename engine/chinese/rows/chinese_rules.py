"""The house rules of Chinese poker: what a club may choose about scoring, jokers, fantasyland and payment (RULES.md S3)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import RANKS
from engine.chinese.rows.royalties import Tables
from engine.house_rules import rule
from engine.messages.house_rules import RuleText
from engine.messages.message import Message, _, pgettext

POINTS = range(1001)
CHIPS = range(1_000_000_001)
FANTASYLAND_CARDS = range(13, 18)


@dataclass(frozen=True, slots=True)
class ChineseRules:
    """How hands set in three rows are scored and paid. A hand once begun keeps the rules it began with."""

    # -- rows ---------------------------------------------------------------------------------------------------------
    row_points: int = rule(
        1,
        title=_("Points for a row"),
        help=_(
            "What a row won is worth. The 1-6 game is 1 a row and 3 for the scoop; 2-4 is 1 a row and 1 for most rows."
        ),
        choices=POINTS,
        source="S3.2",
    )
    majority_points: int = rule(
        0,
        title=_("Points for most rows"),
        help=_("Added for winning two or three of the three rows, as the 2-4 game does; 0 is none."),
        choices=POINTS,
        source="S3.2; classic thirteen-card rooms",
    )
    scoop_points: int = rule(
        3,
        title=_("Points for the scoop"),
        help=_("Added for winning all three rows. A tied row bars it."),
        choices=POINTS,
        source="S3.2",
    )
    opponents: str = rule(
        "every pair",
        title=_("Who plays whom"),
        help=_("Every pair of players compares hands, or each with the left neighbour only; each pair once."),
        choices=(pgettext("choice", "every pair"), pgettext("choice", "left neighbour")),
        source="S3.3",
        presets={"documents": "left neighbour"},
        settles=_("whether four players compare six pairs of hands or four; for two and three it is the same"),
    )
    equal_rows: str = rule(
        "legal",
        title=_("Equal rows of one hand"),
        help=_("Whether a middle as strong as the back, or a front as strong as the middle, is legal or a foul."),
        choices=(pgettext("choice", "legal"), pgettext("choice", "foul")),
        source="S3.1",
        presets={"documents": "foul"},
        settles=_("the strict order of the document against the custom of most rooms"),
    )
    foul_costs: str = rule(
        "scoop",
        title=_("What a foul costs"),
        help=_("Scoop: three rows and the scoop. Rows: three rows, no scoop. Flat: a flat sum, and nothing besides."),
        choices=(pgettext("choice", "scoop"), pgettext("choice", "rows"), pgettext("choice", "flat")),
        source="S3.1",
    )
    foul_points: int = rule(
        6,
        title=_("The flat sum for a foul (points)"),
        help=_("What a fouled hand pays each opponent where a foul costs a flat sum."),
        choices=POINTS,
        source="S3.1",
    )
    foul_pays_royalties: bool = rule(
        True,
        title=_("A foul pays the opponent's royalties"),
        help=_("Whether a fouled hand also pays what the opponent's rows earn; never beside a flat sum."),
        source="S3.1",
    )

    # -- royalties ----------------------------------------------------------------------------------------------------
    royalties: str = rule(
        "always",
        title=_("Royalties"),
        help=_("Always, unless fouled; only for the rows that are won; or none."),
        choices=(pgettext("choice", "always"), pgettext("choice", "won rows"), pgettext("choice", "none")),
        source="S3.5",
        settles=_("the document's formula (rows won) against its worked example (always)"),
    )
    front_royalties: str = rule(
        "standard",
        title=_("Royalties in front"),
        help=_("The name of a table, or the table itself: 66 1, 77 2, …, AAA 22. What is not listed earns nothing."),
        choices=Tables("front"),
        source="S3.4",
    )
    middle_royalties: str = rule(
        "standard",
        title=_("Royalties in the middle"),
        help=_("The name of a table, or the table itself: trips 2, straight 4, …, royal flush 50."),
        choices=Tables("middle"),
        source="S3.4",
    )
    back_royalties: str = rule(
        "standard",
        title=_("Royalties at the back"),
        help=_("The name of a table, or the table itself: straight 2, flush 4, …, royal flush 25."),
        choices=Tables("back"),
        source="S3.4",
    )
    low_royalties: str = rule(
        "standard",
        title=_("Royalties of a deuce-to-seven middle"),
        help=_("The name of a table, or the table itself: 9 1, 8 2, 7 4, wheel 8."),
        choices=Tables("low"),
        source="rooms that deal 2-7 Pineapple",
    )
    low_qualifier: str = rule(
        "T",
        title=_("Worst deuce-to-seven middle"),
        help=_(
            "The highest card that a deuce-to-seven middle may hold; a worse one, a pair, a straight or a flush fouls."
        ),
        choices=tuple(RANKS[5:]),
        source="rooms that deal 2-7 Pineapple",
    )

    # -- jokers -------------------------------------------------------------------------------------------------------
    jokers: int = rule(
        0,
        title=_("Jokers in the deck"),
        help=_("How many jokers are added to the deck; each stands for any card that is not in its own row."),
        choices=range(3),
        source="S3.8",
    )
    joker_reading: str = rule(
        "best legal",
        title=_("How jokers are read"),
        help=_(
            "Best legal: so that the hand is not fouled, and as strong as that allows. Row maximum: always the best "
            "of the row, even if the hand is then fouled."
        ),
        choices=(pgettext("choice", "best legal"), pgettext("choice", "row maximum")),
        source="S3.8",
        settles=_("whether a joker may foul the hand it is in"),
    )
    joker_cards: str = rule(
        "any",
        title=_("What a joker may stand for"),
        help=_("Any card that is not in its own row; or only a card that is not visible in any hand."),
        choices=(pgettext("choice", "any"), pgettext("choice", "not visible")),
        source="S3.8",
    )
    joker_priority: str = rule(
        "fantasyland",
        title=_("What jokers go for first"),
        help=_("Where two jokers want the same unseen card: fantasyland before royalties, or royalties first."),
        choices=(pgettext("choice", "fantasyland"), pgettext("choice", "royalties")),
        source="S3.8; rooms whose jokers stand for unseen cards",
    )

    # -- the classic game: naturals and surrender ---------------------------------------------------------------------
    natural_dragon: int = rule(
        0,
        title=_("Natural: dragon (points)"),
        help=_("One card of each rank. 0: not played as a natural."),
        choices=POINTS,
        source="classic thirteen-card rooms",
    )
    natural_one_colour: int = rule(
        0,
        title=_("Natural: thirteen of one colour (points)"),
        help=_("All cards red, or all black. 0: not played as a natural."),
        choices=POINTS,
        source="classic thirteen-card rooms",
    )
    natural_twelve_of_one_colour: int = rule(
        0,
        title=_("Natural: twelve of one colour (points)"),
        help=_("All cards but one, or all, of one colour. 0: not played as a natural."),
        choices=POINTS,
        source="classic thirteen-card rooms",
    )
    natural_five_pairs_and_trips: int = rule(
        0,
        title=_("Natural: five pairs and trips (points)"),
        help=_("Three of a rank and pairs besides; four of a rank are two pairs. 0: not played as a natural."),
        choices=POINTS,
        source="classic thirteen-card rooms",
    )
    natural_six_pairs: int = rule(
        0,
        title=_("Natural: six pairs (points)"),
        help=_("Six pairs and an odd card; four of a rank are two pairs. 0: not played as a natural."),
        choices=POINTS,
        source="classic thirteen-card rooms",
    )
    natural_three_straights: int = rule(
        0,
        title=_("Natural: three straights (points)"),
        help=_("Each row a straight as it was set, three cards in front. 0: not played as a natural."),
        choices=POINTS,
        source="classic thirteen-card rooms",
    )
    natural_three_flushes: int = rule(
        0,
        title=_("Natural: three flushes (points)"),
        help=_("Each row of one suit as it was set, three cards in front. 0: not played as a natural."),
        choices=POINTS,
        source="classic thirteen-card rooms",
    )
    surrender_points: int = rule(
        0,
        title=_("Surrender (points)"),
        help=_("What a player who surrenders pays each opponent who does not; no royalties, no scoop. 0: nobody may."),
        choices=POINTS,
        source="classic thirteen-card rooms",
    )

    # -- fantasyland --------------------------------------------------------------------------------------------------
    fantasyland: bool = rule(
        True,
        title=_("Fantasyland"),
        help=_("Whether a strong front earns the next hand's cards all at once."),
        source="S3.10",
    )
    fantasyland_pair: str = rule(
        "Q",
        title=_("Least pair for fantasyland"),
        help=_("The pair in front that earns fantasyland, or a higher one. 2-7 Pineapple is mostly played with kings."),
        choices=tuple(RANKS),
        source="S3.10",
    )
    fantasyland_trips: bool = rule(
        True, title=_("Trips earn fantasyland"), help=_("Whether three of a kind in front do."), source="S3.10"
    )
    fantasyland_cards_queens: int = rule(
        14,
        title=_("Cards for queens"),
        help=_("Cards dealt in fantasyland for a pair of queens in front, or for a lower pair where that is enough."),
        choices=FANTASYLAND_CARDS,
        source="S3.10",
    )
    fantasyland_cards_kings: int = rule(
        15,
        title=_("Cards for kings"),
        help=_("Cards dealt in fantasyland for a pair of kings in front."),
        choices=FANTASYLAND_CARDS,
        source="S3.10",
    )
    fantasyland_cards_aces: int = rule(
        16,
        title=_("Cards for aces"),
        help=_("Cards dealt in fantasyland for a pair of aces in front."),
        choices=FANTASYLAND_CARDS,
        source="S3.10",
    )
    fantasyland_cards_trips: int = rule(
        17,
        title=_("Cards for trips"),
        help=_("Cards dealt in fantasyland for three of a kind in front."),
        choices=FANTASYLAND_CARDS,
        source="S3.10",
    )
    fantasyland_wheel: bool = rule(
        False,
        title=_("The deuce-to-seven wheel earns fantasyland"),
        help=_("Whether 7-5-4-3-2 in a deuce-to-seven middle does."),
        source="rooms that deal 2-7 Pineapple",
    )
    fantasyland_cards_wheel: int = rule(
        14,
        title=_("Cards for the wheel"),
        help=_("Cards dealt in fantasyland for a wheel in a deuce-to-seven middle."),
        choices=FANTASYLAND_CARDS,
        source="rooms that deal 2-7 Pineapple",
    )
    fantasyland_cards_both: int = rule(
        15,
        title=_("Cards for front and wheel"),
        help=_("Cards dealt in fantasyland when the front and a deuce-to-seven wheel both earn it."),
        choices=FANTASYLAND_CARDS,
        source="rooms that deal 2-7 Pineapple",
    )
    stay_front_trips: bool = rule(
        True,
        title=_("Staying: trips in front"),
        help=_("Whether three of a kind in front keep a player in fantasyland."),
        source="S3.11",
    )
    stay_middle_full_house: bool = rule(
        False,
        title=_("Staying: full house in the middle"),
        help=_("Whether a full house or better in the middle keeps a player in fantasyland."),
        source="S3.11",
    )
    stay_back_quads: bool = rule(
        True,
        title=_("Staying: quads at the back"),
        help=_("Whether four of a kind or better at the back keep a player in fantasyland."),
        source="S3.11",
    )
    stay_middle_wheel: bool = rule(
        False,
        title=_("Staying: deuce-to-seven wheel"),
        help=_("Whether 7-5-4-3-2 in a deuce-to-seven middle keeps a player in fantasyland."),
        source="S3.11",
    )
    stay_front_again: bool = rule(
        False,
        title=_("Staying: what earned it"),
        help=_("Whether a front that would earn fantasyland from outside also keeps a player in it."),
        source="S3.11",
    )
    stay_cards: str = rule(
        "same",
        title=_("Cards on staying"),
        help=_("As many as this time; always the same number; or by the front again, queens where it would earn none."),
        choices=(pgettext("choice", "same"), pgettext("choice", "always"), pgettext("choice", "by the front")),
        source="S3.11",
        settles=_("how many cards a repeated fantasyland deals, which the document leaves open"),
    )
    stay_cards_always: int = rule(
        14,
        title=_("Cards on staying, where always the same number"),
        help=_("Cards dealt in every repeated fantasyland."),
        choices=FANTASYLAND_CARDS,
        source="S3.11",
    )

    fantasyland_room: str = rule(
        "fewer cards",
        title=_("When the deck is too small for fantasyland"),
        help=_(
            "Fewer cards: fantasyland is dealt what the others leave, the largest first cut, and 13 at least. Wait: "
            "whoever it has no room for plays this hand as the others do and keeps fantasyland for the next."
        ),
        choices=(pgettext("choice", "fewer cards"), pgettext("choice", "wait")),
        source="S3.10; four players have room for 13 cards each",
        settles=_("what four players do with a fantasyland of 14 cards and more"),
    )
    fantasyland_button: str = rule(
        "held",
        title=_("The button in fantasyland"),
        help=_(
            "Held: the button does not move for a hand in which somebody is in fantasyland. Moving: it always moves."
        ),
        choices=(pgettext("choice", "held"), pgettext("choice", "moving")),
        source="S3.10; rooms differ",
        settles=_("whether a hand of fantasyland counts as a turn of the button"),
    )

    # -- payment ------------------------------------------------------------------------------------------------------
    payment: str = rule(
        "net",
        title=_("Table stakes"),
        help=_(
            "Nobody loses more than the stake. Net: debts are netted, and what losers can pay is shared by what winners "
            "are owed. Position: pair by pair from the button's left, stacks changing as they go. Win cap: the same, and "
            "nobody wins more from one opponent than the stack held then. Bust: the same as position, and who has lost "
            "all receives no more. Credit: debts are paid in full, whatever the stack."
        ),
        choices=(
            pgettext("choice", "net"),
            pgettext("choice", "position"),
            pgettext("choice", "win cap"),
            pgettext("choice", "bust"),
            pgettext("choice", "credit"),
        ),
        source="S3.6; TonyBet (win cap), PCA 2013 (bust)",
        settles=_("who is paid first when a stack runs out"),
    )
    rake: str = rule(
        "per cent",
        title=_("Rake"),
        help=_("A part of what winners receive, a sum for each point won, or a flat sum from everyone dealt in."),
        choices=(pgettext("choice", "per cent"), pgettext("choice", "per point"), pgettext("choice", "flat")),
        source="S3.7",
    )
    rake_hundredths: int = rule(
        0,
        title=_("Rake (hundredths of a per cent)"),
        help=_("The house's part of what winners receive, where the rake is per cent: 500 is 5 %. 0 is no rake."),
        choices=range(10_001),
        source="S3.7",
    )
    rake_chips: int = rule(
        0,
        title=_("Rake (chips)"),
        help=_(
            "Chips for each point won, or from everyone dealt in, where the rake is per point or flat. 0 is no rake."
        ),
        choices=CHIPS,
        source="S3.7",
    )
    rake_cap: int = rule(
        0,
        title=_("Most rake (chips)"),
        help=_("Of one hand; of one winner where each winner is raked apart. Not of a flat rake. 0 is no cap."),
        choices=CHIPS,
        source="S3.7",
    )
    rake_floor: int = rule(
        0,
        title=_("Least rake (chips)"),
        help=_("Of a hand, or of a winner, where chips moved and a rake is taken; never more than was won."),
        choices=CHIPS,
        source="S3.7",
    )
    rake_rounding: str = rule(
        "down",
        title=_("Rounding of the rake"),
        help=_("To whole chips: down, up, or to the nearest (a half goes up)."),
        choices=(pgettext("choice", "down"), pgettext("choice", "nearest"), pgettext("choice", "up")),
        source="S3.7",
    )
    rake_payers: str = rule(
        "winners",
        title=_("Who pays the rake"),
        help=_(
            "Winners: one rake on all that was won, shared by what each won. Each winner: raked apart. Everyone: one "
            "rake, shared evenly by all dealt in. A flat rake is everyone's."
        ),
        choices=(pgettext("choice", "winners"), pgettext("choice", "each winner"), pgettext("choice", "everyone")),
        source="S3.7",
    )

    def impossible(self) -> Message | None:
        """Why these values cannot stand together; None if they can."""
        if self.rake != "flat" and self.rake_cap and self.rake_floor > self.rake_cap:
            return RuleText.LEAST_RAKE_ABOVE_MOST(least=self.rake_floor, most=self.rake_cap)
        return None
