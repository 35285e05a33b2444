"""Who of the staff acts at which table, when and from where, and the row that is kept of each act."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from club.cashier import cashier
from club.house import audit_log
from club.house.rights import has_right
from club.models import Player, Transfer, User
from tables.cash import sittings
from tables.core.errors import Refused
from tables.models import Sitting, StaffAct, Table

SELLS = "cashier.serve"


@dataclass(frozen=True)
class Acting:
    """A locked table, and who of the staff acts at it; `key` is the request's own."""

    table: Table
    by: User
    now: datetime
    source: str
    key: str

    def keep(self, kind: StaffAct.Kind, decision: str, *, player: Player | None, **fields: Any) -> StaffAct:
        """Write the act, and put it on record as that decision; empty: it is on record already."""
        act = StaffAct.objects.create(table=self.table, kind=kind, player=player, by=self.by, at=self.now, **fields)
        if not decision:
            return act
        told = {"player": None if player is None else player.pk, "act": act.pk, "chips": act.chips, **act.after}
        audit_log.record(
            decision,
            by=self.by,
            subject=f"table:{self.table.pk}",
            why=act.why,
            before=act.before or None,
            after={name: value for name, value in told.items() if value is not None},
            source=self.source,
            now=self.now,
        )
        return act

    def sitting_of(self, player: Player) -> Sitting:
        """Where the player sits here. Raises `Refused`."""
        for sitting in sittings.seated_at(self.table):
            if sitting.player_id == player.pk:
                return sitting
        words = _("%(name)s is not seated at this table.") % {"name": player.nickname}
        raise Refused("not_seated", words, 409, player=player.pk)

    def sell(self, player: Player, chips: int) -> Transfer:
        """Chips for money that was taken at the table, into the player's wallet. Raises `ClubError`."""
        self._check_sells()
        return cashier.buy_chips(player, chips, **self._how("sold"))

    def pay_out(self, player: Player, chips: int) -> Transfer:
        """Money for chips of the player's wallet. Raises `ClubError`."""
        self._check_sells()
        return cashier.cash_out(player, chips, **self._how("paid-out"))

    def _how(self, what: str) -> dict[str, Any]:
        key = f"table:{self.table.pk}:{what}:{self.by.pk}:{self.key}"
        return {"key": key, "by": self.by, "now": self.now, "source": self.source}

    def _check_sells(self) -> None:
        if not has_right(self.by, SELLS):
            words = _("Money for chips is taken and paid by whoever serves at the desk: have it done there.")
            raise Refused("no_cashier", words, 403)
