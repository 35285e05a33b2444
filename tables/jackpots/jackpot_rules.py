"""The house rules of jackpots."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from club.house import house_rules
from engine.house_rules import rule
from engine.messages.message import Message
from engine.play.jackpot_hands import LEAST
from tables.text.rule_texts import TableRuleText

HANDS = tuple(LEAST)


@dataclass(frozen=True)
class JackpotRules:
    """What feeds the club's jackpots, which hands win them, and what is paid."""

    bad_beat_drop: int = rule(
        0,
        title=_("Bad-beat jackpot: from each raked hand (chips)"),
        help=_(
            "What goes from the rake of a hand at a cash table into the jackpot, as far as the rake goes. 0: there is none."
        ),
        choices=range(1_000_001),
        source="house",
    )
    bad_beat_least: str = rule(
        "four of a kind",
        title=_("Bad-beat jackpot: the least hand that is beaten"),
        help=_(
            "At a showdown of hold'em or Omaha with one board; in hold'em both hole cards play, of the loser and of the winner."
        ),
        choices=HANDS,
        source="house",
    )
    bad_beat_paid: int = rule(
        75,
        title=_("Bad-beat jackpot: what is paid of it (per cent)"),
        help=_("The rest begins the next jackpot."),
        choices=range(1, 101),
        source="house",
    )
    bad_beat_loser: int = rule(
        50,
        title=_("Bad-beat jackpot: to whose hand was beaten (per cent)"),
        help=_("Of what is paid; the beaten, the winner and the others who were dealt in share it whole."),
        choices=range(101),
        source="house",
    )
    bad_beat_winner: int = rule(
        25,
        title=_("Bad-beat jackpot: to who won the hand (per cent)"),
        help=_("What is left goes to the others who were dealt in, in equal parts."),
        choices=range(101),
        source="house",
    )
    high_hand_drop: int = rule(
        0,
        title=_("High-hand jackpot: from each raked hand (chips)"),
        help=_(
            "What goes from the rake of a hand at a cash table into the jackpot, as far as the rake goes. 0: there is none."
        ),
        choices=range(1_000_001),
        source="house",
    )
    high_hand_least: str = rule(
        "full house",
        title=_("High-hand jackpot: the least hand"),
        help=_("The best hand of a showdown in each period wins; of two alike, the first."),
        choices=HANDS,
        source="house",
    )
    high_hand_minutes: int = rule(
        60,
        title=_("High-hand jackpot: how long a period is (minutes)"),
        help=_("Periods follow one another, counted from midnight of the universal time."),
        choices=range(5, 1441),
        source="house",
    )
    high_hand_prize: int = rule(
        1000,
        title=_("High-hand jackpot: the prize (chips)"),
        help=_("What the best hand of a period is paid, as far as the jackpot goes."),
        choices=range(1, 1_000_000_001),
        source="house",
    )
    jackpot_players: int = rule(
        4,
        title=_("Jackpots: players dealt in, at least"),
        help=_("Hands of fewer players win no jackpot, nor do hands without rake or with computer players in them."),
        choices=range(2, 12),
        source="house",
    )

    def impossible(self) -> Message | None:
        """Why these values cannot stand together; None if they can."""
        if self.bad_beat_loser + self.bad_beat_winner > 100:
            return TableRuleText.JACKPOT_PARTS(loser=self.bad_beat_loser, winner=self.bad_beat_winner)
        return None

    @property
    def is_on(self) -> bool:
        """True where any jackpot is fed."""
        return bool(self.bad_beat_drop or self.high_hand_drop)


# Marked for the catalogue.
CHOICES = (
    pgettext_lazy("choice", "full house"),
    pgettext_lazy("choice", "full house, aces"),
    pgettext_lazy("choice", "four of a kind"),
    pgettext_lazy("choice", "four of a kind, tens"),
    pgettext_lazy("choice", "straight flush"),
)


def in_force() -> JackpotRules:
    """The club's."""
    return house_rules.resolve(JackpotRules)
