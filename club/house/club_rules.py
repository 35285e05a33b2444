"""The club's own house rules: its day, its chips, and what its cashier may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from club.house import colours, house_rules
from club.house.business_day import Calendar, parse_zone
from club.house.chip_set import STANDARD, Chip
from club.house.chip_set import parse as parse_chips
from club.text.rule_texts import ClubRuleText
from engine.house_rules import BadRule, rule
from engine.messages.message import Message


def _short(text: object) -> None:
    if len(str(text)) > 20:
        raise BadRule(ClubRuleText.LONG_NAME())


def _line(most: int) -> Callable[[object], None]:
    def parse(text: object) -> None:
        said = str(text)
        if len(said) > most or not said.isprintable():
            raise BadRule(ClubRuleText.ONE_LINE(most=most))

    return parse


UNNAMED = "Cardhouse"  # how a club is called that has not said its name
# The languages of the pages, the one first that is spoken to visitors whose browser asks for neither.
LANGUAGES = {
    "English and Japanese": ("en", "ja"),
    "Japanese and English": ("ja", "en"),
    "English": ("en",),
    "Japanese": ("ja",),
}


@dataclass(frozen=True)
class ClubRules:
    """How this club is called and looks, and how it keeps its day and its chips."""

    name: str = rule(
        "",
        title=_("Name of the club"),
        help=_("Stands at the head of pages, receipts, statements, cards and e-mails, and on the clock."),
        source="house",
        parse=_line(40),
        is_fact=True,
    )
    address: str = rule(
        "",
        title=_("Address of the club"),
        help=_("Where it is and how it is reached, in one line; on the first page, receipts, statements and e-mails."),
        source="house",
        parse=_line(160),
        is_fact=True,
    )
    colour: str = rule(
        "",
        title=_("Colour of the club"),
        help=_("Of buttons, tables and the clock, such as #1d5c4a; light letters must be readable on it."),
        source="house",
        parse=colours.parse,
        is_fact=True,
    )
    languages: str = rule(
        "English and Japanese",
        title=_("Languages of the pages"),
        help=_("The first is spoken to visitors whose browser asks for neither."),
        choices=tuple(LANGUAGES),
        source="house",
        is_fact=True,
    )
    unit_name: str = rule(
        "chips",
        title=_("Name of the club's chips"),
        help=_("What the club calls them, on statements and receipts."),
        source="house",
        parse=_short,
        is_fact=True,
    )
    unit_symbol: str = rule(
        "",
        title=_("Symbol of the club's chips"),
        help=_("Stands before every amount, such as G; a club may do without."),
        source="house",
        parse=_short,
        is_fact=True,
    )
    chip_set: str = rule(
        STANDARD,
        title=_("The chip set"),
        help=_(
            "Colours and values, by which the cashier counts: white 1, red 5, … With the pieces there are, such as "
            "white 25 x 300, structures are made of them."
        ),
        source="S0.7",
        parse=parse_chips,
        is_fact=True,
    )
    time_zone: str = rule(
        "",
        title=_("Time zone"),
        help=_("The club's own, such as Asia/Tokyo. Empty: the server's."),
        source="house",
        parse=parse_zone,
        is_fact=True,
    )
    day_ends: int = rule(
        5,
        title=_("The business day ends at (hour)"),
        help=_("A night belongs to the day on which it began. Rules shifts, rake, reports and statements."),
        choices=range(13),
        source="house",
    )
    desk_needs_shift: bool = rule(
        False,
        title=_("The desk serves in a shift only"),
        help=_("A cashier counts the tray and opens a shift before chips go in or out."),
        source="house",
    )
    chip_price: int = rule(
        1,
        title=_("Price of a chip (smallest unit of the currency)"),
        help=_(
            "What a chip costs and is paid out at, in yen or cents: rules what should be in the cash drawer of a shift. "
            "A shift keeps the price it began with."
        ),
        choices=range(1, 1_000_001),
        source="house",
        is_fact=True,
    )
    player_transfers: str = rule(
        "no",
        title=_("Chips from player to player"),
        help=_("Not at all, at the cashier's desk, or by the players themselves too."),
        choices=("no", "desk", "players"),
        source="house",
    )
    adjust_alone: int = rule(
        1000,
        title=_("Adjustment without a second person (chips, at most)"),
        help=_(
            "An adjustment or a reversal of more is proposed by one person and approved by another. What somebody has "
            "adjusted alone for the player in the business day, or for anybody in the shift, counts with it."
        ),
        choices=range(1_000_000_001),
        source="house",
    )
    payout_asks_again: int = rule(
        100_000,
        title=_("Payout for which the password is asked again (chips, above)"),
        help=_(
            "Whoever pays out more than that at the desk has given the password, or a code of the second factor, within the "
            "last minutes. 0: for every payout."
        ),
        choices=range(1_000_000_001),
        source="house",
    )
    variance_alone: int = rule(
        1000,
        title=_("Variance of a shift without a second person (chips, at most)"),
        help=_(
            "A shift whose tray or drawer differs by more closes with a reason, and waits for somebody else, who lets it "
            "stand or has it counted again. Cash counts by the price of a chip."
        ),
        choices=range(1_000_000_001),
        source="house",
    )
    credit_first: bool = rule(
        True,
        title=_("Credit is repaid before chips go out"),
        help=_("Nobody takes chips out, or passes them on, that are needed to repay what they owe."),
        source="house",
    )
    is_amusement_room: bool = rule(
        False,
        title=_("Amusement room"),
        help=_("Chips are for play alone: nothing is paid out, and ages are checked."),
        source="house",
        is_fact=True,
    )
    least_age: int = rule(
        18,
        title=_("Least age (years)"),
        help=_("In an amusement room, whoever is given chips has shown to be that old."),
        choices=range(101),
        source="house",
        is_fact=True,
    )
    expire_days: int = rule(
        0,
        title=_("Chips expire after (days)"),
        help=_("A wallet that nothing moved for so long goes back to the house. 0: never."),
        choices=range(3651),
        source="house",
    )
    expiry_notice_days: int = rule(
        30,
        title=_("Notice before chips expire (days)"),
        help=_("So long before, the player is told; without notice nothing expires."),
        choices=range(1, 366),
        source="house",
    )

    def impossible(self) -> Message | None:
        """Why these values cannot stand together; None if they can."""
        if self.expire_days and self.expiry_notice_days > self.expire_days:
            return ClubRuleText.NOTICE_BEFORE_EXPIRY(days=self.expire_days, notice=self.expiry_notice_days)
        return None

    @property
    def called(self) -> str:
        """The club's name, or the product's until it has one."""
        return self.name or UNNAMED

    @property
    def tongues(self) -> tuple[str, ...]:
        """The codes of the languages of the pages, the first one first."""
        return LANGUAGES[self.languages]

    @property
    def calendar(self) -> Calendar:
        """The club's time zone and business day."""
        return Calendar(parse_zone(self.time_zone), self.day_ends)

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chip set, smallest value first."""
        return parse_chips(self.chip_set)


# Marked for the catalogue: a choice is kept as it stands, and said in the reader's language.
CHOICES = (
    pgettext_lazy("choice", "no"),
    pgettext_lazy("choice", "desk"),
    pgettext_lazy("choice", "players"),
    pgettext_lazy("choice", "English and Japanese"),
    pgettext_lazy("choice", "Japanese and English"),
    pgettext_lazy("choice", "English"),
    pgettext_lazy("choice", "Japanese"),
)


def in_force() -> ClubRules:
    """The club's rules as they stand."""
    return house_rules.resolve(ClubRules)
