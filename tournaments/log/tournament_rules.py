"""The house rules of tournaments, and those in force in one of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from club.house import house_rules
from engine.house_rules import BadRule, rule
from tournaments.formulas.deal_methods import METHODS
from tournaments.log import rule_scopes
from tournaments.messages.payouts import PrizeDealText
from tournaments.models import Tournament
from tournaments.seating.chip_race import METHODS as METHODS_OF_COLOUR_UP

# What is kept as a house rule, and which policy of `tournaments.seating.places_of_knockouts` it is.
ACROSS_TABLES = {"larger stack": "stack", "tie": "table_then_tie"}


WAITS, CALLED_OFF, GOES_ON, AT_THE_CLOSE = TOO_FEW = ("waits", "called off", "goes on", "called off at the close")
DEALS = (*METHODS, "custom")


def read_methods(text: str) -> tuple[str, ...]:
    """Methods of deals with commas between. Raises `BadRule` for one there is not."""
    found = tuple(word for word in text.replace(",", " ").split())
    strange = [word for word in found if word not in DEALS]
    if strange:
        raise BadRule(PrizeDealText.UNKNOWN(key=strange[0], known=[*DEALS]))
    return found


@dataclass(frozen=True)
class TournamentRules:
    """How this club runs its tournaments."""

    across_tables: str = rule(
        "larger stack",
        title=_("Knocked out at two tables in one hand"),
        help=_(
            "Players of different tables who are knocked out in the same round of hands: the larger stack at its start "
            "finishes higher, or they tie and share. At one table the larger stack always finishes higher."
        ),
        choices=tuple(ACROSS_TABLES),
        source="TDA RP-8; WSOP 2011 (tie); PokerStars (larger stack)",
        settles=_("the place of those who are knocked out at once at different tables"),
        presets={"tda-2024": "tie"},
    )
    too_few: str = rule(
        "waits",
        title=_("Too few players at the hour"),
        help=_(
            "An event whose fewest players have not entered when its hour comes: it waits until they have, or is called off and "
            "everybody is paid back, or goes on with those who have entered, two or more. Or it begins with them, and is called "
            "off and everybody paid back if the fewest have not entered when its registration closes."
        ),
        choices=TOO_FEW,
        source="poker.chips (called off), razz1 (goes on); house",
        settles=_("what becomes of an event that too few have entered"),
    )
    rebuy_when: str = rule(
        "below the starting stack",
        title=_("Rebuys: with how many chips"),
        help=_("Who may buy again in an event with rebuys; the chips of a rebuy that are on their way count."),
        choices=("below the starting stack", "at most the starting stack", "without chips"),
        source="BARGE; house",
        settles=_("who may buy a rebuy"),
    )
    rebuy_chips_behind: bool = rule(
        True,
        title=_("Rebuys declared during a hand"),
        help=_(
            "A rebuy may be declared while a hand is played: it binds, and the chips come behind the stack, into play after "
            "the hand. Otherwise only between two hands."
        ),
        source="TDA 2024, rule 27",
    )
    rebuy_seat: str = rule(
        "same seat",
        title=_("Seat after a rebuy"),
        help=_("Whoever buys again without chips keeps the seat, or draws a new one."),
        choices=("same seat", "new seat"),
        source="house",
    )
    rebuy_bounty: str = rule(
        "the bounty grows",
        title=_("The bounty of a player who buys again"),
        help=_(
            "In an event with bounties, when somebody without chips buys again: what the rebuy brings for bounties is put onto "
            "the bounty, or whoever took the last chips is paid the bounty then, and it begins anew with what the rebuy brings."
        ),
        choices=("the bounty grows", "the eliminator is paid"),
        source="house",
        settles=_("whether a bounty is won when its player buys again"),
    )
    forfeits_for_reentry: bool = rule(
        False,
        title=_("Giving up the stack to enter again"),
        help=_("Whether a player with chips may give them up and enter again; the chips leave play."),
        source="TDA 2024, rule 8-B; house",
    )
    late_pause: bool = rule(
        True,
        title=_("No heads-up while registration is open"),
        help=_("With two players left while others may still enter, no hand is dealt; the clock runs."),
        source="house",
    )
    absent_minutes: int = rule(
        0,
        title=_("Who never comes is removed after (minutes)"),
        help=_(
            "In an event with check-in, whoever has not come so many minutes after the start leaves, and the chips leave "
            "play. 0: they are blinded off."
        ),
        choices=range(601),
        source="TDA 2024, rule 30; house",
    )
    barred_entry: str = rule(
        "returned",
        title=_("Entry of a player who may not play when seats are drawn"),
        help=_(
            "Whoever is suspended or has excluded themselves by then is not drawn a seat: the price returns, or a ticket of its "
            "worth is held for later. A survivor of a flight leaves the Day 2 with the chips, and what was paid in the flight "
            "returns or is held; where bounties are played for survivors are drawn, and the floor is told of them."
        ),
        choices=("returned", "held as a ticket"),
        source="house",
        settles=_("what becomes of a barred player's entry"),
    )
    cancelled_tickets: str = rule(
        "good for any event",
        title=_("Tickets for an event that is called off"),
        help=_(
            "Tickets that were won, or are still to be won in its satellites: good for any event whose price they cover, or their "
            "worth is paid to the winner. What the house gave away is good for any event, never chips."
        ),
        choices=("good for any event", "refunded"),
        source="house",
        settles=_("what a ticket for a cancelled event is worth"),
    )
    unused_tickets: str = rule(
        "good for any event",
        title=_("Tickets for an event that is over, and that nobody used"),
        help=_(
            "Good for any event whose price they cover; or their worth is paid to whoever won them, and what the house gave "
            "away is good for any event; or their worth is the house's."
        ),
        choices=("good for any event", "refunded", "expire"),
        source="house",
        settles=_("what a ticket is worth that was not used"),
    )
    colour_up: str = rule(
        METHODS_OF_COLOUR_UP[0],
        title=_("How small chips go out of play"),
        help=_(
            "Where a break takes chips out: odd ones are raced for with a card each, the highest cards win; or every "
            "fraction of a larger chip is rounded up; or half a chip and more. Nobody is left without a chip."
        ),
        choices=METHODS_OF_COLOUR_UP,
        source="TDA 24; JOPT, Amagasaki (round up)",
        settles=_("what odd chips come to"),
    )

    rest_minutes: int = rule(
        0,
        title=_("Break of all tournaments at one time (minutes)"),
        help=_(
            "Every tournament that runs has a break of so many minutes at the same minute of each hour, besides those of "
            "its structure; the level goes on after it. 0: breaks are those of the structure alone."
        ),
        choices=range(31),
        source="mb2; house",
        settles=_("when there is a break"),
    )
    rest_at: int = rule(
        55,
        title=_("At which minute of the hour that break begins"),
        help=_("In the club's time zone, such as 55."),
        choices=range(60),
        source="mb2; house",
    )

    deal_methods: str = rule(
        "icm, chip_chop, custom",
        title=_("Deals that are allowed"),
        help=_(
            "How players may share the prizes that are left: icm, chip_chop, proportional, even, custom, with commas "
            "between; empty: none."
        ),
        source="maynetee/MTT",
        parse=read_methods,
    )

    chat: str = rule(
        "players",
        title=_("Chat of a tournament"),
        help=_(
            "Off; for whoever is entered, out or not; or for spectators as well, who are apart: players never read what they say. "
            "The floor may always say something where there is a chat, reads all of it, hides lines and silences players."
        ),
        choices=("off", "players", "players and spectators"),
        source="house",
    )
    chat_days: int = rule(
        30,
        title=_("What is said in a tournament's chat is kept (days)"),
        help=_("Lines of a chat are forgotten after so many days."),
        choices=range(1, 366),
        source="house",
    )

    withdraws_after_start: bool = rule(
        False,
        title=_("An entry may be taken back after the start"),
        help=_(
            "By the desk, of a player who has been dealt no hand: the seat is free again, the chips leave play, and the price goes "
            "back, the fee with it. Where nobody enters the hands the desk has to know that none was played."
        ),
        choices=(True, False),
        source="JOPT (never); house",
    )
    called_off: str = rule(
        "refund",
        title=_("An event called off while it runs"),
        help=_(
            "Refund: every entry, rebuy and add-on goes back to who paid it, the fee with it, and bounties that were won are "
            "taken back. Or the prizes that are left are shared among those still in, by chips (the lowest prize left for each, "
            "the rest by stacks) or by ICM: prizes already won are paid, bounties stay with who won them, fees with the house. "
            "A flight is always refunded: its pool is that of all flights."
        ),
        choices=("refund", "by chips", "by ICM"),
        source="house",
        settles=_("where the money of an event goes that cannot be played to its end"),
    )

    @property
    def deals_allowed(self) -> tuple[str, ...]:
        """The methods of deals that may be proposed."""
        return read_methods(self.deal_methods)

    @property
    def knockout_policy(self) -> str:
        """The policy for `places_of_knockouts.places`."""
        return ACROSS_TABLES[self.across_tables]


# Marked for the catalogue: a choice is kept as it stands, and said in the reader's language.
CHOICES = (
    pgettext_lazy("choice", "larger stack"),
    pgettext_lazy("choice", "tie"),
    pgettext_lazy("choice", "waits"),
    pgettext_lazy("choice", "called off"),
    pgettext_lazy("choice", "goes on"),
    pgettext_lazy("choice", "called off at the close"),
    pgettext_lazy("choice", "below the starting stack"),
    pgettext_lazy("choice", "at most the starting stack"),
    pgettext_lazy("choice", "without chips"),
    pgettext_lazy("choice", "same seat"),
    pgettext_lazy("choice", "new seat"),
    pgettext_lazy("choice", "the bounty grows"),
    pgettext_lazy("choice", "the eliminator is paid"),
    pgettext_lazy("choice", "refund"),
    pgettext_lazy("choice", "by chips"),
    pgettext_lazy("choice", "by ICM"),
    pgettext_lazy("choice", "returned"),
    pgettext_lazy("choice", "held as a ticket"),
    pgettext_lazy("choice", "good for any event"),
    pgettext_lazy("choice", "refunded"),
    pgettext_lazy("choice", "race"),
    pgettext_lazy("choice", "round up"),
    pgettext_lazy("choice", "round half"),
)


def in_force(tournament: Tournament, at: datetime | None) -> TournamentRules:
    """The rules by which this tournament is run in the level that began at that instant (`State.level_began`); None: now."""
    return house_rules.resolve(TournamentRules, rule_scopes.chain_of(tournament), at=at)
