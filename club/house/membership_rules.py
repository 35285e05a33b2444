"""The house rules of membership: how people join, and how they come in without a password."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from engine.house_rules import rule


@dataclass(frozen=True)
class MembershipRules:
    """How people join the club and come in."""

    sign_up: str = rule(
        "approval",
        title=_("Joining the club"),
        help=_(
            "Open: whoever signs up may play. Approval: the floor admits each new member. Invitation: only with one."
        ),
        choices=("open", "approval", "invitation"),
        source="house",
    )
    invitation_days: int = rule(
        14,
        title=_("Days an invitation is good"),
        help=_("An invitation lets one person in; after these days it lets nobody in."),
        choices=range(1, 366),
        source="house",
    )
    card_login: str = rule(
        "with PIN",
        title=_("Coming in by the member's card"),
        help=_(
            "Without a password: with the card or the member number, and the PIN; by the card alone; or not at all."
        ),
        choices=("with PIN", "card alone", "off"),
        source="house",
    )


# The choices, for the catalogue.
CHOICES = (
    pgettext_lazy("choice", "open"),
    pgettext_lazy("choice", "approval"),
    pgettext_lazy("choice", "invitation"),
    pgettext_lazy("choice", "with PIN"),
    pgettext_lazy("choice", "card alone"),
    pgettext_lazy("choice", "off"),
)
