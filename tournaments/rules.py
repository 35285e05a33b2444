"""The house rules of tournaments, and those in force in one of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from club import house_rules
from engine.house_rules import rule
from tournaments.models import Tournament

# What is kept as a house rule, and which policy of `tournaments.knockouts` it is.
ACROSS_TABLES = {"larger stack": "stack", "tie": "table_then_tie"}


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

    @property
    def knockout_policy(self) -> str:
        """The policy for `knockouts.places`."""
        return ACROSS_TABLES[self.across_tables]


# Marked for the catalogue: a choice is kept as it stands, and said in the reader's language.
CHOICES = (pgettext_lazy("choice", "larger stack"), pgettext_lazy("choice", "tie"))


def in_force(row: Tournament) -> TournamentRules:
    """The rules by which this tournament is run now."""
    return house_rules.resolve(TournamentRules, house_rules.chain_of(row.owner)[:-1])
