"""Nobody serves, proposes or approves for the own pocket."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.models import Player, User


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
