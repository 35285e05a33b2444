"""The house rules of seats, tables and hand-for-hand play in tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from club.house import house_rules
from engine.house_rules import rule
from engine.messages.message import Message
from engine.play.any_game import find_game
from tables.core.table_rules import FIRST_BUTTONS
from tournaments.log import rule_scopes
from tournaments.log.state import State
from tournaments.messages.seating import SeatRuleText
from tournaments.models import Tournament
from tournaments.seating.balancing import DESTINATIONS, FROM_TABLES, HALT_SHORT, MOVE_AT, MOVERS, RESEATS, Policy
from tournaments.seating.penalty_hands_and_clock_charge import HAND_FOR_HAND_MINUTES, MOST_HAND_FOR_HAND_MINUTES
from tournaments.seating.seat_draw import SEAT_DRAWS, Draw
from tournaments.structures import level_games_and_stakes

AS_ELSEWHERE = "as at other tables"
REENTRY_SEATS = ("like everybody's", "another seat")
NEXT_HAND, BIG_BLIND, POSTS = DEALT_IN = ("next hand", "big blind", "posts")
TWO, HALF_OR_THREE = BEGINS_WITH = ("two players", "half its seats, or three there")


@dataclass(frozen=True)
class SeatingRules:
    """How this club draws seats, breaks and balances tables, draws the final table, and plays hand for hand."""

    seats: str = rule(
        SEAT_DRAWS[0],
        title=_("How seats are drawn"),
        help=_(
            "Any free seat of the room by lot. Or a seat by lot of the table with the fewest players. Or there the lowest that is "
            "free, so that tables fill from seat 1 up, from the first draw on."
        ),
        choices=SEAT_DRAWS,
        source="TDA 7, 8; MTT, kHoldem",
        settles=_("which seat falls to whoever comes in"),
    )
    reentry_seat: str = rule(
        REENTRY_SEATS[0],
        title=_("Seat of a re-entry"),
        help=_(
            "Drawn like everybody's, so that the seat that was lost may fall to its player again; or always another seat, as long "
            "as one is free."
        ),
        choices=REENTRY_SEATS,
        source="TDA 8; HPTM",
        settles=_("whether the lost seat is in the draw of whoever enters again"),
    )
    dealt_in: str = rule(
        DEALT_IN[0],
        title=_("When whoever comes late is dealt in"),
        help=_(
            "With the next hand, but not between the button and the small blind. Or with the big blind. Or by posting a big blind "
            "at once. Where the server deals, and for entries and re-entries; whoever is moved is dealt in as before."
        ),
        choices=DEALT_IN,
        source="TDA 8, 10-A; house",
        settles=_("from which hand on somebody who comes late plays, and what it costs"),
    )
    opens_above: int = rule(
        0,
        title=_("A further table is opened with more players a table than"),
        help=_(
            "While somebody may still enter: from the first draw on, no table is to have more players than this, as long as "
            "there may be more tables. 0: a table is opened when no seat is free."
        ),
        choices=(0, 4, 5, 6, 7, 8, 9, 10),
        source="TAK-1, razz1, JOPT",
        settles=_("when a new table is opened"),
    )
    opens_above_alone: int = rule(
        0,
        title=_("The same while there is one table"),
        help=_(
            "So the first table may fill further before there is a second one, such as eight, then seven. 0: as above."
        ),
        choices=(0, 4, 5, 6, 7, 8, 9, 10),
        source="TAK-1",
    )
    begins_with: str = rule(
        BEGINS_WITH[0],
        title=_("When a table plays its first hand"),
        help=_(
            "As soon as two are seated; or, while somebody may still enter, once half of its seats are filled or three players are "
            "there, whichever comes first. The director may let it begin before. Where cards are real the floor is told."
        ),
        choices=BEGINS_WITH,
        source="JOPT",
        settles=_("with how many players a table begins"),
    )
    least_apart: int = rule(
        MOVE_AT,
        title=_("Tables are balanced at a difference of (players)"),
        help=_("From the largest to the smallest table: two, so that they differ by one at most; or more."),
        choices=(2, 3, 4),
        source="TDA 11; maynetee/MTT",
        settles=_("when tables are balanced"),
    )
    mover: str = rule(
        MOVERS[0],
        title=_("Who moves to balance tables"),
        help=_(
            "Of the largest table: who would post the big blind next, the cutoff, one by lot, who moved longest ago, or who sits "
            "nearest to the position of a seat that is free at the other table. Players with a fixed seat, and those who deal, "
            "are passed over."
        ),
        choices=MOVERS,
        source="TDA 11-A",
        settles=_("who has to leave the table"),
    )
    destination: str = rule(
        DESTINATIONS[0],
        title=_("Which seat a moved player gets"),
        help=_(
            "The worst free seat, never the small blind; the seat nearest to the position the player left; or the seat that "
            "fell free last (stud)."
        ),
        choices=DESTINATIONS,
        source="TDA 11-A, 11-B",
        settles=_("which of several free seats is given"),
    )
    loose_tables: int = rule(
        0,
        title=_("Tables may differ by two above"),
        help=_(
            "With more tables than this, they may differ by two players before anybody moves; 0: always by one only."
        ),
        choices=(0, 2, 3, 4, 6, 8),
        source="TDA 11",
        settles=_("when tables are balanced"),
    )
    halt_short: int = rule(
        HALT_SHORT,
        title=_("A short table stops"),
        help=_(
            "A table with so many players fewer than the largest stops once its big blind would fall to an empty seat; 0: never. "
            "The director may waive it."
        ),
        choices=(0, 2, 3, 4, 5),
        source="TDA 11-D",
        settles=_("whether a short table plays on"),
    )
    breaks: str = rule(
        FROM_TABLES[0],
        title=_("Which table breaks first"),
        help=_("Tables that the director has put in an order break in that order, before any other."),
        choices=FROM_TABLES,
        source="TDA 11-C",
        settles=_("whose table is broken"),
    )
    reseat: str = rule(
        RESEATS[0],
        title=_("Where players of a broken table go"),
        help=_(
            "Two-step draw: the seats are mixed, each player draws a card, the highest takes the first seat. Or each goes to the "
            "least full table, or to any free seat."
        ),
        choices=RESEATS,
        source="TDA 10-B",
        settles=_("the seats of players whose table breaks"),
    )
    final_players: int = rule(
        0,
        title=_("Players at the final table"),
        help=_("0: nine from tables of nine and eight, seven from seven and six, else one full table."),
        choices=(0, 4, 5, 6, 7, 8, 9, 10, 11),
        source="TDA RP-9",
        settles=_("when the last tables are combined"),
    )
    is_final_redrawn: bool = rule(
        True,
        title=_("Seats drawn anew for the final table"),
        help=_("If not, the last table breaks as any other, and those who sit at the other stay."),
        choices=(True, False),
        source="TDA RP-9",
        settles=_("whether seats are kept at the final table"),
    )
    final_button: str = rule(
        AS_ELSEWHERE,
        title=_("First button of the final table"),
        help=_(
            "As at every other table; by cards drawn anew, of which the highest has the button; by lot; or at the first or the "
            "last seat that plays."
        ),
        choices=(AS_ELSEWHERE, *FIRST_BUTTONS),
        source="TDA RP-9; BARGE; S0.15",
        settles=_("what the high card is drawn for at the final table"),
    )
    restarts_mix: bool = rule(
        False,
        title=_("A mix begins anew at the final table"),
        help=_("With its first game; if not, the game that is played goes on."),
        choices=(True, False),
        source="TAK-1; house",
        settles=_("which game the final table of a mixed event begins with"),
    )
    hand_for_hand_minutes: int = rule(
        HAND_FOR_HAND_MINUTES,
        title=_("Minutes a hand played hand for hand costs"),
        help=_("Charged to the clock with every hand; levels still rise."),
        choices=tuple(range(MOST_HAND_FOR_HAND_MINUTES + 1)),
        source="TDA RP-8 (2; 3 at most)",
        settles=_("how the clock moves while play is hand for hand"),
    )
    fantasyland_moves: str = rule(
        "played first",
        title=_("Moving a player in fantasyland"),
        help=_(
            "Played first: whoever has earned fantasyland is not moved, and the table not broken, until it is played, and "
            "hand for hand begins after it. Taken along: it is played at the new table. In a mix, and where nobody is left "
            "to play with, it is always taken along."
        ),
        choices=("played first", "taken along"),
        source="TonyBet OFC rules",
        settles=_("what becomes of fantasyland when its player is to be moved"),
    )
    is_hand_for_hand: bool = rule(
        False,
        title=_("Hand for hand at the bubble by itself"),
        help=_(
            "When the next knock-out reaches the money and more than one table plays. If not, the director declares it."
        ),
        choices=(True, False),
        source="TDA RP-8",
        settles=_("who declares hand-for-hand play"),
    )
    hides_all_in_cards: bool = rule(
        True,
        title=_("Cards of all-in players stay face down, hand for hand"),
        help=_(
            "At tables with real cards, until every table has played its hand: the floor says so. Where the server deals "
            "they are shown at once, and the hands of a round are taken together."
        ),
        choices=(True, False),
        source="TDA RP-8",
        settles=_("when all-in cards are turned up near the money"),
    )

    def impossible(self) -> Message | None:
        """Why these values cannot stand together; None if they can."""
        if self.opens_above_alone and not self.opens_above:
            return SeatRuleText.ALONE_WITHOUT_ABOVE(alone=self.opens_above_alone)
        if self.opens_above_alone and self.opens_above_alone < self.opens_above:
            return SeatRuleText.ALONE_BELOW(alone=self.opens_above_alone, above=self.opens_above)
        return None


# Marked for the catalogue: a choice is kept as it stands, and said in the reader's language.
CHOICES = (
    pgettext_lazy("choice", "least full, lowest seat"),
    pgettext_lazy("choice", "like everybody's"),
    pgettext_lazy("choice", "another seat"),
    pgettext_lazy("choice", "next hand"),
    pgettext_lazy("choice", "big blind"),
    pgettext_lazy("choice", "posts"),
    pgettext_lazy("choice", "two players"),
    pgettext_lazy("choice", "half its seats, or three there"),
    pgettext_lazy("choice", "broken longest ago"),
    pgettext_lazy("choice", "next big blind"),
    pgettext_lazy("choice", "cutoff"),
    pgettext_lazy("choice", "lot"),
    pgettext_lazy("choice", "moved longest ago"),
    pgettext_lazy("choice", "worst"),
    pgettext_lazy("choice", "same position"),
    pgettext_lazy("choice", "last open"),
    pgettext_lazy("choice", "highest number"),
    pgettext_lazy("choice", "fewest players"),
    pgettext_lazy("choice", "two-step draw"),
    pgettext_lazy("choice", "least full table"),
    pgettext_lazy("choice", "any free seat"),
    pgettext_lazy("choice", "as at other tables"),
    pgettext_lazy("choice", "played first"),
    pgettext_lazy("choice", "taken along"),
)


def in_force(tournament: Tournament, at: datetime | None) -> SeatingRules:
    """The rules of seats in the level that began at that instant (`State.level_began`); None: as they stand now."""
    return house_rules.resolve(SeatingRules, rule_scopes.chain_of(tournament), at=at)


def draw_of(tournament: Tournament, state: State | None) -> Draw:
    """How seats are drawn in its level, and when a further table is opened; None: before the start."""
    house = in_force(tournament, None if state is None else state.level_began)
    return Draw(house.seats, house.opens_above, house.opens_above_alone, tournament.max_tables)


def policy(tournament: Tournament, state: State) -> Policy:
    """How its tables break and are balanced in this level. Where no game has blinds, the last seat open is filled (TDA 11-B)."""
    house = in_force(tournament, state.level_began)
    is_stud = (
        not level_games_and_stakes.is_mixed(tournament.sheet)
        and not find_game(level_games_and_stakes.game_of(tournament.sheet)[0]).has_blinds
    )
    is_stud = is_stud or level_games_and_stakes.is_chinese(tournament.sheet)
    return Policy(
        breaks=house.breaks,
        order=state.orders.order,
        mover=house.mover,
        destination="last open" if is_stud and house.destination == DESTINATIONS[0] else house.destination,
        reseat=house.reseat,
        loose_above=house.loose_tables,
        final=house.final_players,
        is_redrawn=house.is_final_redrawn,
        halt_short=house.halt_short,
        least_apart=house.least_apart,
    )
