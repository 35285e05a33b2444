"""The words of the rules of Chinese poker, marked for the catalogue."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

RULES: dict[str, tuple[str | Promise, ...]] = {
    "row_points": (
        _("Points for a row"),
        _("What a row won is worth. The 1-6 game is 1 a row and 3 for the scoop; 2-4 is 1 a row and 1 for most rows."),
    ),
    "majority_points": (
        _("Points for most rows"),
        _("Added for winning two or three of the three rows, as the 2-4 game does; 0 is none."),
    ),
    "scoop_points": (
        _("Points for the scoop"),
        _("Added for winning all three rows. A tied row bars it."),
    ),
    "opponents": (
        _("Who plays whom"),
        _("Every pair of players compares hands, or each with the left neighbour only; each pair once."),
        _("whether four players compare six pairs of hands or four; for two and three it is the same"),
        pgettext_lazy("choice", "every pair"),
        pgettext_lazy("choice", "left neighbour"),
    ),
    "equal_rows": (
        _("Equal rows of one hand"),
        _("Whether a middle as strong as the back, or a front as strong as the middle, is legal or a foul."),
        _("the strict order of the document against the custom of most rooms"),
        pgettext_lazy("choice", "legal"),
        pgettext_lazy("choice", "foul"),
    ),
    "foul_costs": (
        _("What a foul costs"),
        _("Scoop: three rows and the scoop. Rows: three rows, no scoop. Flat: a flat sum, and nothing besides."),
        pgettext_lazy("choice", "scoop"),
        pgettext_lazy("choice", "rows"),
        pgettext_lazy("choice", "flat"),
    ),
    "foul_points": (
        _("The flat sum for a foul (points)"),
        _("What a fouled hand pays each opponent where a foul costs a flat sum."),
    ),
    "foul_pays_royalties": (
        _("A foul pays the opponent's royalties"),
        _("Whether a fouled hand also pays what the opponent's rows earn; never beside a flat sum."),
    ),
    "royalties": (
        _("Royalties"),
        _("Always, unless fouled; only for the rows that are won; or none."),
        _("the document's formula (rows won) against its worked example (always)"),
        pgettext_lazy("choice", "always"),
        pgettext_lazy("choice", "won rows"),
        pgettext_lazy("choice", "none"),
    ),
    "front_royalties": (
        _("Royalties in front"),
        _("The name of a table, or the table itself: 66 1, 77 2, …, AAA 22. What is not listed earns nothing."),
        pgettext_lazy("choice", "standard"),
        pgettext_lazy("choice", "eastern"),
        pgettext_lazy("choice", "nothing"),
    ),
    "middle_royalties": (
        _("Royalties in the middle"),
        _("The name of a table, or the table itself: trips 2, straight 4, …, royal flush 50."),
        pgettext_lazy("choice", "standard"),
        pgettext_lazy("choice", "eastern"),
        pgettext_lazy("choice", "nothing"),
    ),
    "back_royalties": (
        _("Royalties at the back"),
        _("The name of a table, or the table itself: straight 2, flush 4, …, royal flush 25."),
        pgettext_lazy("choice", "standard"),
        pgettext_lazy("choice", "eastern"),
        pgettext_lazy("choice", "nothing"),
    ),
    "low_royalties": (
        _("Royalties of a deuce-to-seven middle"),
        _("The name of a table, or the table itself: 9 1, 8 2, 7 4, wheel 8."),
        pgettext_lazy("choice", "standard"),
        pgettext_lazy("choice", "nothing"),
    ),
    "low_qualifier": (
        _("Worst deuce-to-seven middle"),
        _("The highest card that a deuce-to-seven middle may hold; a worse one, a pair, a straight or a flush fouls."),
    ),
    "jokers": (
        _("Jokers in the deck"),
        _("How many jokers are added to the deck; each stands for any card that is not in its own row."),
    ),
    "joker_reading": (
        _("How jokers are read"),
        _(
            "Best legal: so that the hand is not fouled, and as strong as that allows. Row maximum: always the "
            "best of the row, even if the hand is then fouled."
        ),
        _("whether a joker may foul the hand it is in"),
        pgettext_lazy("choice", "best legal"),
        pgettext_lazy("choice", "row maximum"),
    ),
    "joker_cards": (
        _("What a joker may stand for"),
        _("Any card that is not in its own row; or only a card that is not visible in any hand."),
        pgettext_lazy("choice", "any"),
        pgettext_lazy("choice", "not visible"),
    ),
    "joker_priority": (
        _("What jokers go for first"),
        _("Where two jokers want the same unseen card: fantasyland before royalties, or royalties first."),
        pgettext_lazy("choice", "fantasyland"),
        pgettext_lazy("choice", "royalties"),
    ),
    "natural_dragon": (
        _("Natural: dragon (points)"),
        _("One card of each rank. 0: not played as a natural."),
    ),
    "natural_one_colour": (
        _("Natural: thirteen of one colour (points)"),
        _("All cards red, or all black. 0: not played as a natural."),
    ),
    "natural_twelve_of_one_colour": (
        _("Natural: twelve of one colour (points)"),
        _("All cards but one, or all, of one colour. 0: not played as a natural."),
    ),
    "natural_five_pairs_and_trips": (
        _("Natural: five pairs and trips (points)"),
        _("Three of a rank and pairs besides; four of a rank are two pairs. 0: not played as a natural."),
    ),
    "natural_six_pairs": (
        _("Natural: six pairs (points)"),
        _("Six pairs and an odd card; four of a rank are two pairs. 0: not played as a natural."),
    ),
    "natural_three_straights": (
        _("Natural: three straights (points)"),
        _("Each row a straight as it was set, three cards in front. 0: not played as a natural."),
    ),
    "natural_three_flushes": (
        _("Natural: three flushes (points)"),
        _("Each row of one suit as it was set, three cards in front. 0: not played as a natural."),
    ),
    "surrender_points": (
        _("Surrender (points)"),
        _("What a player who surrenders pays each opponent who does not; no royalties, no scoop. 0: nobody may."),
    ),
    "fantasyland": (
        _("Fantasyland"),
        _("Whether a strong front earns the next hand's cards all at once."),
    ),
    "fantasyland_pair": (
        _("Least pair for fantasyland"),
        _("The pair in front that earns fantasyland, or a higher one. 2-7 Pineapple is mostly played with kings."),
    ),
    "fantasyland_trips": (
        _("Trips earn fantasyland"),
        _("Whether three of a kind in front do."),
    ),
    "fantasyland_cards_queens": (
        _("Cards for queens"),
        _("Cards dealt in fantasyland for a pair of queens in front, or for a lower pair where that is enough."),
    ),
    "fantasyland_cards_kings": (
        _("Cards for kings"),
        _("Cards dealt in fantasyland for a pair of kings in front."),
    ),
    "fantasyland_cards_aces": (
        _("Cards for aces"),
        _("Cards dealt in fantasyland for a pair of aces in front."),
    ),
    "fantasyland_cards_trips": (
        _("Cards for trips"),
        _("Cards dealt in fantasyland for three of a kind in front."),
    ),
    "fantasyland_wheel": (
        _("The deuce-to-seven wheel earns fantasyland"),
        _("Whether 7-5-4-3-2 in a deuce-to-seven middle does."),
    ),
    "fantasyland_cards_wheel": (
        _("Cards for the wheel"),
        _("Cards dealt in fantasyland for a wheel in a deuce-to-seven middle."),
    ),
    "fantasyland_cards_both": (
        _("Cards for front and wheel"),
        _("Cards dealt in fantasyland when the front and a deuce-to-seven wheel both earn it."),
    ),
    "stay_front_trips": (
        _("Staying: trips in front"),
        _("Whether three of a kind in front keep a player in fantasyland."),
    ),
    "stay_middle_full_house": (
        _("Staying: full house in the middle"),
        _("Whether a full house or better in the middle keeps a player in fantasyland."),
    ),
    "stay_back_quads": (
        _("Staying: quads at the back"),
        _("Whether four of a kind or better at the back keep a player in fantasyland."),
    ),
    "stay_middle_wheel": (
        _("Staying: deuce-to-seven wheel"),
        _("Whether 7-5-4-3-2 in a deuce-to-seven middle keeps a player in fantasyland."),
    ),
    "stay_front_again": (
        _("Staying: what earned it"),
        _("Whether a front that would earn fantasyland from outside also keeps a player in it."),
    ),
    "stay_cards": (
        _("Cards on staying"),
        _("As many as this time; always the same number; or by the front again, queens where it would earn none."),
        _("how many cards a repeated fantasyland deals, which the document leaves open"),
        pgettext_lazy("choice", "same"),
        pgettext_lazy("choice", "always"),
        pgettext_lazy("choice", "by the front"),
    ),
    "stay_cards_always": (
        _("Cards on staying, where always the same number"),
        _("Cards dealt in every repeated fantasyland."),
    ),
    "fantasyland_room": (
        _("When the deck is too small for fantasyland"),
        _(
            "Fewer cards: fantasyland is dealt what the others leave, the largest first cut, and 13 at least. "
            "Wait: whoever it has no room for plays this hand as the others do and keeps fantasyland for the "
            "next."
        ),
        _("what four players do with a fantasyland of 14 cards and more"),
        pgettext_lazy("choice", "fewer cards"),
        pgettext_lazy("choice", "wait"),
    ),
    "fantasyland_button": (
        _("The button in fantasyland"),
        _("Held: the button does not move for a hand in which somebody is in fantasyland. Moving: it always moves."),
        _("whether a hand of fantasyland counts as a turn of the button"),
        pgettext_lazy("choice", "held"),
        pgettext_lazy("choice", "moving"),
    ),
    "payment": (
        _("Table stakes"),
        _(
            "Nobody loses more than the stake. Net: debts are netted, and what losers can pay is shared by what "
            "winners are owed. Position: pair by pair from the button's left, stacks changing as they go. Win "
            "cap: the same, and nobody wins more from one opponent than the stack held then. Bust: the same as "
            "position, and who has lost all receives no more. Credit: debts are paid in full, whatever the stack."
        ),
        _("who is paid first when a stack runs out"),
        pgettext_lazy("choice", "net"),
        pgettext_lazy("choice", "position"),
        pgettext_lazy("choice", "win cap"),
        pgettext_lazy("choice", "bust"),
        pgettext_lazy("choice", "credit"),
    ),
    "rake": (
        _("Rake"),
        _("A part of what winners receive, a sum for each point won, or a flat sum from everyone dealt in."),
        pgettext_lazy("choice", "per cent"),
        pgettext_lazy("choice", "per point"),
        pgettext_lazy("choice", "flat"),
    ),
    "rake_hundredths": (
        _("Rake (hundredths of a per cent)"),
        _("The house's part of what winners receive, where the rake is per cent: 500 is 5 %. 0 is no rake."),
    ),
    "rake_chips": (
        _("Rake (chips)"),
        _("Chips for each point won, or from everyone dealt in, where the rake is per point or flat. 0 is no rake."),
    ),
    "rake_cap": (
        _("Most rake (chips)"),
        _("Of one hand; of one winner where each winner is raked apart. Not of a flat rake. 0 is no cap."),
    ),
    "rake_floor": (
        _("Least rake (chips)"),
        _("Of a hand, or of a winner, where chips moved and a rake is taken; never more than was won."),
    ),
    "rake_rounding": (
        _("Rounding of the rake"),
        _("To whole chips: down, up, or to the nearest (a half goes up)."),
        pgettext_lazy("choice", "down"),
        pgettext_lazy("choice", "nearest"),
        pgettext_lazy("choice", "up"),
    ),
    "rake_payers": (
        _("Who pays the rake"),
        _(
            "Winners: one rake on all that was won, shared by what each won. Each winner: raked apart. Everyone: "
            "one rake, shared evenly by all dealt in. A flat rake is everyone's."
        ),
        pgettext_lazy("choice", "winners"),
        pgettext_lazy("choice", "each winner"),
        pgettext_lazy("choice", "everyone"),
    ),
}
