"""The house rules of the tables, and those in force at one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from club.house import house_rules
from club.models import RuleSet
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.games.dealer_button import HEADS_UP, MODES
from engine.games.play_rules import PlayRules
from engine.house_rules import rule
from engine.messages.message import Message
from engine.play.any_game import rules_of
from engine.text_limits import whole
from tables.models import Table
from tables.text.rule_texts import TableRuleText

# Who has the first button of a table.
BY_CARDS, BY_LOT, FIRST_SEAT, LAST_SEAT = FIRST_BUTTONS = ("by cards", "by lot", "seat 1", "last seat")


@dataclass(frozen=True)
class TableRules:
    """How tables are run in this club."""

    action_seconds: int = rule(
        30,
        title=_("Action clock (seconds)"),
        help=_("How long a person may think before the clock decides for them."),
        choices=range(5, 601),
        source="TDA 2024, rule 29",
    )
    min_buy_in: int = rule(
        40,
        title=_("Smallest buy-in (big blinds)"),
        help=_("What a player brings to a cash table at least, in big blinds (big bets where there are none)."),
        choices=range(1, 100_001),
        source="house",
    )
    max_buy_in: int = rule(
        200,
        title=_("Largest buy-in (big blinds)"),
        help=_("What a player brings to a cash table at most; a top-up goes no further either."),
        choices=range(1, 1_000_001),
        source="house",
    )
    sits_out_after_time_out: bool = rule(
        True,
        title=_("A time-out sits the player out"),
        help=_("At a cash table, whoever lets the clock decide is dealt no further hand until they return."),
        source="house",
    )
    time_outs: int = rule(
        1,
        title=_("Time-outs until a player sits out"),
        help=_("How many decisions in a row the clock takes for a player before that."),
        choices=range(1, 11),
        source="house",
    )
    grace_seconds: int = rule(
        30,
        title=_("Grace for a player whose connection is lost (seconds)"),
        help=_("What a player who gives no sign of life gets once more before the clock decides. 0: nothing."),
        choices=range(301),
        source="house",
    )
    grace_hands: int = rule(
        20,
        title=_("Grace once in so many hands"),
        help=_("How many hands later a player may have that grace again."),
        choices=range(1, 1001),
        source="house",
    )
    grace_at_tournaments: bool = rule(
        False,
        title=_("Grace at tournaments"),
        help=_("Whether that grace is given at tournament tables too."),
        source="house",
    )
    showing: str = rule(
        "any cards",
        title=_("Showing cards after a hand"),
        help=_(
            "Whether a player who won without showing, or mucked, may show cards until the next hand is dealt: any of them, "
            "the whole hand or nothing, or none."
        ),
        choices=("any cards", "whole hand", "nothing"),
        source="house",
    )
    first_button: str = rule(
        "by cards",
        title=_("First button"),
        help=_(
            "By cards: everybody is dealt one card, and the highest has the button; between equal ranks the suit decides. By "
            "lot: a seat is drawn. Or the first seat that plays has it, or the last."
        ),
        choices=FIRST_BUTTONS,
        source="S0.15; BARGE, PokerStars (seat 1)",
    )
    button: str = rule(
        "dead",
        title=_("Button when a blind has left"),
        help=_(
            "Dead: the button or small blind may fall on an empty seat. Moving: it goes to the next player. Winner: whoever "
            "won the last hand has it, and both blinds are always posted behind it."
        ),
        choices=MODES,
        source="S1.6; BARGE (winner)",
        settles=_("who pays the blinds after a player has left"),
    )
    heads_up_blinds: str = rule(
        "both blinds",
        title=_("First hand of two players after one of more"),
        help=_(
            "Both blinds: the button posts the small blind. Big blind alone: in this one hand nobody posts a small blind, and "
            "from the next on the button does."
        ),
        choices=HEADS_UP,
        source="S1.7; TDA 34-B",
        settles=_("what is posted when a table comes down to two players"),
    )

    computer_samples: int = rule(
        36,
        title=_("How long computer players of Chinese poker think (samples)"),
        help=_(
            "How often the cards to come are dealt to the placings that a computer player compares. More plays better and takes "
            "longer: a decision of open-face Pineapple about 40 ms of a processor's time at 36."
        ),
        choices=range(4, 401),
        source="house",
    )
    suggests: bool = rule(
        False,
        title=_("Suggested settings"),
        help=_(
            "In Chinese games, whether a player who sets thirteen cards at once may be shown the best setting, in "
            "fantasyland as in the classic game."
        ),
        source="house",
    )

    time_bank: int = rule(
        60,
        title=_("Time bank (seconds)"),
        help=_("What a player may add to the action clock in all. 0: nothing."),
        choices=range(601),
        source="house",
    )
    time_bank_step: int = rule(
        20,
        title=_("Time bank at a time (seconds)"),
        help=_("How many seconds a player adds at once."),
        choices=range(5, 301),
        source="house",
    )
    time_bank_refill: int = rule(
        2,
        title=_("Time bank refilled a hand (seconds)"),
        help=_("What comes back with every hand, until the bank is full."),
        choices=range(61),
        source="house",
    )
    bring_in_percent: int = rule(
        25,
        title=_("Bring-in of a stud table (per cent of the small bet)"),
        help=_("What a stud table is opened with where nobody says an amount, rounded up to whole smallest chips."),
        choices=range(10, 101),
        source="S2.2",
    )
    stud_ante_percent: int = rule(
        20,
        title=_("Ante of a stud table (per cent of the small bet)"),
        help=_("What the page that opens a stud table begins with, rounded up to whole smallest chips. 0: no ante."),
        choices=range(101),
        source="S2.1",
    )
    rat_hole_minutes: int = rule(
        60,
        title=_("Coming back with what was taken away (minutes)"),
        help=_(
            "Whoever leaves a cash table and sits down again within so many minutes, there or at another of the same game "
            "and stakes, brings at least the chips taken away. 0: no such rule."
        ),
        choices=range(1441),
        source="house",
    )
    call_seconds: int = rule(
        120,
        title=_("A seat is kept for one who is called (seconds)"),
        help=_("How long whoever is called from the waiting list has to sit down, before the next is called."),
        choices=range(15, 1801),
        source="house",
    )
    time_charge: int = rule(
        0,
        title=_("Time charge (chips a seat)"),
        help=_("What every seat of a cash table pays to the house each time. 0: none."),
        choices=range(1_000_000_001),
        source="house",
    )
    time_charge_minutes: int = rule(
        30,
        title=_("Time charge every (minutes)"),
        help=_("The charge is taken between two hands, so many minutes after the deal from which the time runs."),
        choices=range(5, 241),
        source="house",
    )
    newcomers: str = rule(
        "post or wait",
        title=_("Newcomers at a cash table"),
        help=_(
            "Post or wait: whoever sits down at a table that plays posts a big blind or waits until it comes. "
            "Free: they are dealt in at once."
        ),
        choices=("post or wait", "free"),
        source="house",
    )
    missed_blinds: str = rule(
        "both",
        title=_("Blinds missed while sitting out"),
        help=_(
            "What is posted on coming back, unless one waits for the big blind. Both: the big blind live and the small one "
            "dead. Big blind: that one alone. None: nothing."
        ),
        choices=("both", "big blind", "none"),
        source="house",
    )

    boards: int = rule(
        1,
        title=_("Boards"),
        help=_(
            "At cash tables, how many boards a hand is dealt in games that have one; each takes its part of every pot. "
            "Fewer where the deck is too small."
        ),
        choices=(1, 2, 3, 4),
        source="house",
    )
    bomb_every: int = rule(
        0,
        title=_("A bomb pot every so many hands"),
        help=_(
            "At cash tables, in games with a board: everybody puts chips in and the betting begins on the flop. 0: never."
        ),
        choices=range(1001),
        source="house",
    )
    bomb: int = rule(
        2,
        title=_("Bomb pot (big blinds)"),
        help=_("What everybody puts in for a bomb pot, in big blinds (big bets where there are none)."),
        choices=range(1, 101),
        source="house",
    )

    choice_seconds: int = rule(
        20,
        title=_("Time to choose the game (seconds)"),
        help=_("In dealer's choice, how long the next hand waits for the player who chooses its game."),
        choices=range(5, 121),
        source="S0.16",
    )
    chat: str = rule(
        "players",
        title=_("Chat at tables"),
        help=_(
            "Off; for who sits at the table; or for spectators as well, who are apart: players never read what spectators say. "
            "The floor may always say something where there is a chat, reads all of it, hides lines and silences players."
        ),
        choices=("off", "players", "players and spectators"),
        source="house",
    )
    chat_days: int = rule(
        30,
        title=_("What is said is kept (days)"),
        help=_("Lines of a chat are forgotten after so many days."),
        choices=range(1, 366),
        source="house",
    )
    private_tables: str = rule(
        "off",
        title=_("Private tables"),
        help=_(
            "Tables that are found by a link or a password and stand in nobody else's lobby: none; opened by the floor; or by "
            "members too. The floor always sees them."
        ),
        choices=("off", "floor", "members"),
        source="house",
    )
    private_most: int = rule(
        0,
        title=_("Largest amount of a private table's stakes (chips)"),
        help=_("No blind, ante or bet of its stakes is above it. 0: no such limit."),
        choices=range(1_000_000_001),
        source="house",
    )
    private_each: int = rule(
        1,
        title=_("Private tables a member has open at once"),
        help=_("Before another is opened one of them is closed."),
        choices=range(1, 21),
        source="house",
    )
    spectator_delay: int = rule(
        0,
        title=_("Spectators see the table later (seconds)"),
        help=_("Whoever holds no seat sees a dealt table as it was so long ago. 0: as it is."),
        choices=range(3601),
        source="house",
    )

    def impossible(self) -> Message | None:
        """Why these values cannot stand together; None if they can."""
        if self.min_buy_in > self.max_buy_in:
            return TableRuleText.BUY_INS(least=self.min_buy_in, most=self.max_buy_in)
        return None


# Marked for the catalogue: a choice is kept as it stands, and said in the reader's language.
CHOICES = (
    pgettext_lazy("choice", "by cards"),
    pgettext_lazy("choice", "by lot"),
    pgettext_lazy("choice", "seat 1"),
    pgettext_lazy("choice", "last seat"),
    pgettext_lazy("choice", "dead"),
    pgettext_lazy("choice", "moving"),
    pgettext_lazy("choice", "winner"),
    pgettext_lazy("choice", "both blinds"),
    pgettext_lazy("choice", "big blind alone"),
    pgettext_lazy("choice", "post or wait"),
    pgettext_lazy("choice", "free"),
    pgettext_lazy("choice", "both"),
    pgettext_lazy("choice", "big blind"),
    pgettext_lazy("choice", "none"),
    pgettext_lazy("choice", "any cards"),
    pgettext_lazy("choice", "whole hand"),
    pgettext_lazy("choice", "nothing"),
    pgettext_lazy("choice", "off"),
    pgettext_lazy("choice", "players"),
    pgettext_lazy("choice", "players and spectators"),
    pgettext_lazy("choice", "floor"),
    pgettext_lazy("choice", "members"),
)


def scopes(table: Table, game: str) -> tuple[str, ...]:
    """Where a rule's value is looked for, narrowest first."""
    narrow = (f"table:{table.pk}", *([table.owner] if table.owner else []))
    return (*narrow, f"game:{game}")


def of_club() -> TableRules:
    """The club's own, whatever a game or a table has of its own."""
    return house_rules.resolve(TableRules)


def of_table(table: Table, game: str, *, at: datetime | None = None) -> TableRules:
    """The rules by which this table is run now; `at`: as they stood then."""
    return house_rules.resolve(TableRules, scopes(table, game), at=at)


def of_play(table: Table, game: str, *, at: datetime | None = None) -> PlayRules | ChineseRules:
    """The rules by which a hand of that game would be played here now; `at`: as they stood then. Raises `UnknownGame`."""
    found: PlayRules | ChineseRules = house_rules.resolve(rules_of(game), scopes(table, game), at=at)
    return of_tournament(found) if table.owner or table.is_practice else found


def of_tournament(play: PlayRules | ChineseRules) -> PlayRules | ChineseRules:
    """Rules of play as a tournament or a practice table keeps them: no rake of its chips, and nobody loses more than the stack."""
    if isinstance(play, PlayRules):
        return replace(play, rake_percent=0, rake_flat=0) if play.rake_percent or play.rake_flat else play
    payment = ChineseRules().payment if play.payment == "credit" else play.payment
    if play.payment == payment and not (play.rake_hundredths or play.rake_chips):
        return play
    return replace(play, rake_hundredths=0, rake_chips=0, payment=payment)


def in_force(table: Table, game: str) -> tuple[RuleSet, PlayRules | ChineseRules, TableRules]:
    """What a hand dealt now keeps: the row of its rule set, the rules of play, and the table's."""
    play, running = of_play(table, game), of_table(table, game)
    return house_rules.keep(play, running), play, running


def chain_of(reference: str) -> tuple[str, ...]:
    """The scopes from a table outwards, the club left out; none if there is no such table."""
    number = reference.partition(":")[2]
    table = Table.objects.filter(pk=whole(number) or 0).first()
    return () if table is None else scopes(table, table.game)


def open_tables() -> list[tuple[str, str]]:
    """The tables for which rules may be set, as reference and name."""
    found = Table.objects.filter(status=Table.Status.OPEN, kind=Table.Kind.DEALT).order_by("name", "pk")
    return [(f"table:{table.pk}", table.name) for table in found[:200]]
