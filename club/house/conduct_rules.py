"""The house rule of conduct at the table: the words that players read."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from club.text.rule_texts import ClubRuleText
from engine.house_rules import BadRule, rule

MOST = 2000


def pgettext(context: str, text: str) -> str:
    """Mark a text for the catalogue and leave it as it is: what a club has not rewritten is said in the reader's language."""
    return text


CONDUCT = pgettext(
    "choice",
    "Nobody speaks of a hand in play, not even one who has folded, and nobody proposes to check it down. Bets are put in "
    "front of the player, never splashed into the pot. Cards stay on the table, hidden, and each player protects their own. "
    "Nobody demands to see a hand at the showdown; the dealer asks. Act in turn and without delay: once play has moved on, "
    "nothing is taken back. The floor may warn, have hands or orbits missed, or disqualify.",
)


def _readable(text: object) -> None:
    if len(str(text)) > MOST:
        raise BadRule(ClubRuleText.TOO_LONG(most=MOST))


@dataclass(frozen=True)
class ConductRules:
    """How people behave at this club's tables."""

    conduct: str = rule(
        CONDUCT,
        title=_("Conduct at the table"),
        help=_("The club's own words, which players read here; the floor records incidents and penalties by them."),
        source="S1.8; TDA 66-71",
        parse=_readable,
        is_fact=True,
    )
    languages: str = rule(
        "",
        title=_("Languages at the table"),
        help=_("Those in which players may speak while a hand is in play, as the club posts them. Empty: any."),
        source="TDA 6",
        parse=_readable,
        is_fact=True,
    )
