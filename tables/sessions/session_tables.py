"""Session tables: real cards, and nobody enters hands. What comes to the table, what leaves it, and what must be there.

All chips of such a table lie in one account. They are counted when somebody leaves, when tips or the drop are taken off, and
at the end; between two counts nobody knows how they are shared, and nothing here guesses it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Sum
from django.db.models.functions import Coalesce

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import Account, Entry, Proposal
from tables.core.errors import Refused
from tables.models import Table


def account_of(table: Table) -> Account:
    """The account in which all chips of a session table lie."""
    return ledger.open_account(f"table:{table.pk}", "stack", table.unit)


@dataclass(frozen=True)
class Balance:
    """What came to the table and left it, in chips, each 0 or more; `difference` is what counts found over (below 0: short)."""

    buy_ins: int
    add_ons: int
    cash_outs: int
    time: int
    tips: int
    drop: int
    difference: int

    @property
    def came(self) -> int:
        """What came to the table with players."""
        return self.buy_ins + self.add_ons

    @property
    def must_be_there(self) -> int:
        """The chips that must lie on the table now."""
        return self.came + self.difference - self.cash_outs - self.time - self.tips - self.drop


def balance_of(table: Table) -> Balance:
    """The balance, from the lines of the table's account; what was taken back counts as if it had never been."""
    account = account_of(table)
    lines = Entry.objects.filter(account=account).values_list(
        Coalesce("transfer__corrects__purpose", "transfer__purpose")
    )
    sums = dict(lines.annotate(total=Sum("amount")).order_by())
    return Balance(
        buy_ins=sums.get("sit-down", 0),
        add_ons=sums.get("top-up", 0),
        cash_outs=-sums.get("stand-up", 0),
        time=-sums.get("time", 0),
        tips=-sums.get("table-tips", 0),
        drop=-sums.get("drop", 0),
        difference=sums.get("difference", 0),
    )


def waiting_difference(table: Table) -> Proposal | None:
    """The difference of a count that waits for a second person, or None."""
    found = Proposal.objects.filter(kind="difference", account=account_of(table), status="waiting")
    return found.order_by("-pk").first()


def check_none(table: Table) -> None:
    """Refuse at a session table what needs every stack on record. Raises `Refused`."""
    if table.is_session:
        words = _(
            "Nobody knows the stacks at this table: staff counts everybody out on its page, then closes it there."
        )
        raise Refused("closes_counted", words)


def check_not_by_oneself(table: Table) -> None:
    """Refuse at a session table what brings or takes chips without staff, who hands them out and counts. Raises `Refused`."""
    if table.is_session:
        raise Refused("staff_counts", _("Chips come to this table and leave it by its staff, who counts them."), 403)


# What the auditor asks: the account of a session table holds what its acts brought, less what they took away.
AUDIT = """
    SELECT 'session table ' || t.id || ' (' || t.name || '): ' || coalesce(a.balance, 0) || ' lie on it, its acts make '
           || coalesce(s.total, 0)
    FROM tables_table t
    LEFT JOIN club_account a ON a.owner = 'table:' || t.id AND a.kind = 'stack' AND a.unit = t.unit
    LEFT JOIN (
        SELECT act.table_id, sum(CASE
            WHEN act.kind IN ('seat', 'top-up') THEN act.chips
            WHEN act.kind IN ('stand-up', 'time', 'tips', 'drop') THEN -act.chips
            WHEN act.kind = 'count' AND p.status = 'approved' THEN p.amount
            ELSE 0 END) AS total
        FROM tables_staffact act LEFT JOIN club_proposal p ON p.id = (act.after->>'proposal')::bigint
        WHERE act.taken_back_at IS NULL GROUP BY act.table_id
    ) s ON s.table_id = t.id
    WHERE t.kind = 'session'
      AND (coalesce(a.balance, 0) <> coalesce(s.total, 0) OR t.status = 'closed' AND coalesce(a.balance, 0) <> 0)
    ORDER BY t.id
"""
