"""What staff does at session tables, where nobody enters hands: players are counted out, tips and the drop are counted and
taken off, the table is counted, and at the end it is closed.

Every function is called inside `act_list.do`, which holds the table's lock. No count is spread over players or guessed: what a
count of the whole table finds over or short is posted as a difference with its reason, by a second person beyond the house's
limit (`ClubRules.adjust_alone`).
"""

from __future__ import annotations

from typing import Any

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.cashier import approvals, chip_runs, no_self_service
from club.ledger import ledger
from club.models import Account, Player, Proposal, Transfer
from tables.breaking_and_closing import closing_tables
from tables.cash import seating, sittings
from tables.core.errors import Refused
from tables.models import StaffAct
from tables.sessions import session_tables
from tables.staff.act_record import Acting

Kind = StaffAct.Kind


def count_out(acting: Acting, player: Player, counted: int | None, *, is_paid_out: bool) -> StaffAct:
    """Let a player go with the chips counted in front, which may be more than the player brought.

    Raises `Refused` for more than must be on the table, and for whoever counts the own stack.
    """
    no_self_service.check_not_own(acting.by, [player.owner])
    sitting = acting.sitting_of(player)
    before = {"seat": sitting.seat, "state": sitting.state}
    _check_there(acting, counted or 0)
    moved = seating.stand_player_up(acting.table, sitting, now=acting.now, by=acting.by, counted=counted)
    sale = acting.pay_out(player, counted) if is_paid_out and counted else None
    return acting.keep(
        Kind.STAND_UP, "seat.left", player=player, sitting=sitting, transfer=moved, sale=sale, chips=counted,
        before=before, after={"counted": counted},
    )  # fmt: skip


def take_time(acting: Acting, player: Player | None, seats: int, charge: int) -> StaffAct:
    """Take the time charge of so many seats off the table, into its box, as at other tables; `player`: whose, if it is of
    one alone."""
    fees = ledger.open_account("house", "fees", acting.table.unit)
    return _take_off(acting, Kind.TIME, "time.charged", fees, charge * seats, "time", player=player)


def take_tips(acting: Acting, chips: int) -> StaffAct:
    """Take tips off the table, counted, and bring them to the desk: they are held for the staff."""
    tips = ledger.open_account("house", "tips", acting.table.unit)
    return _bring(acting, Kind.TIPS, "table.tips", tips, chips, "table-tips")


def take_drop(acting: Acting, chips: int) -> StaffAct:
    """Take the drop off the table, counted, after a down or at the end, and bring it to the desk: the house's rake."""
    rake = ledger.open_account("house", "rake", acting.table.unit)
    return _bring(acting, Kind.DROP, "table.drop", rake, chips, "drop")


def count(acting: Acting, counted: int, why: str) -> StaffAct:
    """A count of all chips on the table. Where it is not what must be there, `why` says how that came about, and the
    difference is posted, or waits for a second person. Raises `Refused` without it."""
    must = _must_be_there(acting)
    if counted == must:
        return acting.keep(Kind.COUNT, "table.counted", player=None, chips=counted, before={"must": must})
    _check_no_difference_waits(acting)
    if shows_nothing(why):
        words = _(
            "%(must)s must be on the table and %(counted)s were counted. Count again; look for a buy-in, add-on, drop or count "
            "that is missing or wrong; or say why, and the difference goes on record."
        )
        told = {"must": f"{must:,}", "counted": f"{counted:,}"}
        raise Refused("count_differs", words % told, 409, must=must, counted=counted)
    proposal = _propose(acting, counted - must, why.strip())
    is_waiting = proposal.status == Proposal.Status.WAITING
    return acting.keep(
        Kind.COUNT, "table.counted", player=None, transfer=proposal.transfer, chips=counted, before={"must": must},
        after={"proposal": proposal.pk, "difference": counted - must, "waits": is_waiting}, why=why.strip(),
    )  # fmt: skip


def close(acting: Acting, drop: int, tips: int, why: str) -> StaffAct:
    """Close the table: everybody was counted out, what is left of drop and tips is counted now, and nothing else may be there.

    What is short needs `why`, as in `count`. Where a second person has to approve it, drop and tips are taken, the difference
    waits, and the table is closed after that: the act is then the count. Raises `Refused`.
    """
    here = sittings.seated_at(acting.table)
    if here:
        names = ", ".join(one.player.nickname for one in here)
        raise Refused("still_seated", _("Count out first who sits here: %(names)s.") % {"names": names})
    _check_no_difference_waits(acting)
    for take, chips in ((take_drop, drop), (take_tips, tips)):
        if chips:
            take(acting, chips)
    missing = _must_be_there(acting)
    if missing:
        if shows_nothing(why):
            words = _(
                "%(chips)s more must be there. Count again; look for a count or a drop that is missing or wrong; or say why, and "
                "the difference goes on record."
            )
            raise Refused("count_differs", words % {"chips": f"{missing:,}"}, 409, must=missing, counted=0)
        counted = count(acting, 0, why)
        if counted.after["waits"]:
            return counted
    ledger.close_account(session_tables.account_of(acting.table), now=acting.now)
    closing_tables.end_table(acting.table, by=acting.by, now=acting.now, source=acting.source)
    return acting.keep(Kind.CLOSE, "", player=None, chips=drop + tips)


# -- the pieces -------------------------------------------------------------------------------------------------------


def _take_off(
    acting: Acting,
    kind: StaffAct.Kind,
    decision: str,
    to: Account,
    chips: int,
    purpose: str,
    *,
    player: Player | None = None,
) -> StaffAct:
    _check_there(acting, chips)
    moved = _move(acting, to, chips, purpose)
    return acting.keep(kind, decision, player=player, transfer=moved, chips=chips)


def _bring(acting: Acting, kind: StaffAct.Kind, decision: str, to: Account, chips: int, purpose: str) -> StaffAct:
    """Take chips off the table, and carry them to the desk's tray."""
    act = _take_off(acting, kind, decision, to, chips, purpose)
    chip_runs.carry(chips, act.transfer, by=acting.by, now=acting.now)
    return act


def _move(acting: Acting, to: Account, chips: int, purpose: str) -> Transfer:
    table = acting.table
    key = f"table:{table.pk}:{purpose}:{acting.by.pk}:{acting.key}"
    moves = {session_tables.account_of(table).pk: -chips, to.pk: chips}
    return ledger.post(key, moves, purpose=purpose, reference=f"table:{table.pk}", by=acting.by)


def _must_be_there(acting: Acting) -> int:
    return ledger.balance(session_tables.account_of(acting.table))


def _check_there(acting: Acting, chips: int) -> None:
    must = _must_be_there(acting)
    if chips > must:
        words = _(
            "%(must)s must be on the table, so %(chips)s cannot leave it. Count again; look for a buy-in or add-on that was not "
            "entered; or count the whole table, and say why it holds more."
        )
        told = {"must": f"{must:,}", "chips": f"{chips:,}"}
        raise Refused("more_than_there", words % told, 409, must=must, chips=chips)


def _check_no_difference_waits(acting: Acting) -> None:
    waits = session_tables.waiting_difference(acting.table)
    if waits is not None:
        words = _("A difference of %(chips)s waits for a second person: have it approved or refused at the desk first.")
        raise Refused("difference_waits", words % {"chips": f"{waits.amount:+,}"}, 409, proposal=waits.pk)


def _propose(acting: Acting, difference: int, why: str) -> Proposal:
    how: dict[str, Any] = {"by": acting.by, "now": acting.now, "source": acting.source}
    key = f"table:{acting.table.pk}:difference:{acting.by.pk}:{acting.key}"
    account = session_tables.account_of(acting.table)
    return approvals.propose_difference(account, difference, why=why, key=key, **how)
