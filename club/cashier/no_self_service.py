"""Nobody serves, proposes or approves for the own pocket; and whether there is a second person at all."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import ROLES
from club.house.rights import has_right
from club.models import Player, User

APPROVE, SETS_LIMITS = "cashier.approve", "house_rules.set"


def own_players(by: User) -> QuerySet[Player]:
    """The player of a login, and players merged into it."""
    return Player.objects.filter(Q(user=by) | Q(merged_into__user=by))


def check_not_own(by: User | None, owners: Iterable[str]) -> None:
    """Refuse (403) whoever has to do with one of those accounts: nobody serves, proposes or approves for the own pocket.

    `owners` are owners of accounts, such as ``player:7``. A login's are those of its player and of players merged into it.
    """
    if by is not None and {player.owner for player in own_players(by)} & set(owners):
        words = _("This moves chips of your own: somebody else must serve, propose or approve it.")
        raise ClubError("own_account", words, 403)


def is_alone(by: User) -> bool:
    """Whether nobody else in the club may approve, and this login could raise the house's limit and go on all the same.

    Then waiting for a second person guards nothing, and would keep what was keyed wrongly on the first evening for ever. Whoever
    is no owner or admin is never alone: somebody sets the house rules, and may approve.
    """
    may = [name for name, rights in ROLES.items() if APPROVE in rights]
    others = User.objects.filter(Q(groups__name__in=may) | Q(is_superuser=True), is_active=True).exclude(pk=by.pk)
    return has_right(by, SETS_LIMITS) and has_right(by, APPROVE) and not others.exists()
