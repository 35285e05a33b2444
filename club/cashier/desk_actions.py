"""What is done at the desk, each action once: its fields, who may, and what happens. API and pages are made from this list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext_noop
from rest_framework import serializers

from club.answers import desk
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import age_checks, approvals, cashier, chip_accounts, chip_runs, credit, shifts, tips_and_jackpots
from club.house.club_rules import in_force
from club.ledger import ledger, statements
from club.models import AwaitedChips, Player, Proposal, Shift, Slip, Transfer, TrayMove, User


class Act(Protocol):
    """Do an action with fields that were checked. Raises `ClubError`; then nothing has changed."""

    def __call__(self, given: dict[str, Any], *, key: str, by: User, now: datetime, source: str) -> dict[str, Any]: ...


@dataclass(frozen=True)
class DeskAction:
    """One thing done at the desk: its name in addresses, its right (none: anybody signed in), its fields, its words."""

    name: str
    right: str
    fields: type[serializers.Serializer[Any]]
    act: Act
    answer: type[Any]  # of the API
    done: str
    needs_key: bool = True


# -- fields -----------------------------------------------------------------------------------------------------------


def player_of_number(number: int) -> Player:
    """The player of that number. Raises `ClubError` if there is none."""
    found = Player.objects.filter(pk=number).first()
    if found is None:
        raise ClubError("unknown_player", _("There is no player %(n)d.") % {"n": number}, 404)
    return found


class _Unit(serializers.Serializer[Any]):
    unit = serializers.CharField(
        required=False, allow_blank=True, max_length=40, help_text="The club's chips, if said."
    )

    def validate_unit(self, said: str) -> str:
        rules = in_force()
        if said and said not in (ledger.CHIPS, rules.unit_name, rules.unit_symbol):
            words = _("The desk moves %(unit)s only, not %(other)s.") % {"unit": rules.unit_name, "other": said}
            raise ledger.WrongUnit("wrong_unit", words, 422)
        return said


class Amount(_Unit):
    """Chips and whose."""

    player = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    chips = serializers.IntegerField(min_value=1, max_value=ledger.LARGEST)


class Passing(_Unit):
    giver = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    taker = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    chips = serializers.IntegerField(min_value=1, max_value=ledger.LARGEST)


class Gift(_Unit):
    taker = serializers.CharField(max_length=60, help_text="The nickname of who is given the chips.")
    chips = serializers.IntegerField(min_value=1, max_value=ledger.LARGEST)


class Limit(serializers.Serializer[Any]):
    player = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    limit = serializers.IntegerField(min_value=0, max_value=ledger.LARGEST)
    why = serializers.CharField(max_length=300)


class Adjustment(_Unit):
    player = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    chips = serializers.IntegerField(min_value=-ledger.LARGEST, max_value=ledger.LARGEST, help_text="More, or fewer.")
    why = serializers.CharField(max_length=300)


class Reversal(serializers.Serializer[Any]):
    slip = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    why = serializers.CharField(max_length=300)


class Awaited(serializers.Serializer[Any]):
    awaited = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="Of the shift's `awaited`.")


class Reopening(serializers.Serializer[Any]):
    shift = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="The shift's number.")
    why = serializers.CharField(max_length=300)


class Decision(serializers.Serializer[Any]):
    proposal = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    why = serializers.CharField(max_length=300, required=False, allow_blank=True)


class Age(serializers.Serializer[Any]):
    player = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    age = serializers.IntegerField(min_value=1, max_value=130)


class Count(serializers.Serializer[Any]):
    counts = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=10**9), help_text="How many of each value: {'25': 40}."
    )
    why = serializers.CharField(max_length=300, required=False, allow_blank=True)

    def validate_counts(self, counts: dict[str, int]) -> dict[int, int]:
        if len(counts) > 100 or not all(value.isdecimal() and len(value) <= 10 for value in counts):
            raise serializers.ValidationError(_("Name each chip by its value."))
        by_value = {int(value): number for value, number in counts.items()}
        if len(by_value) < len(counts):  # "1" and "01": one count would go for nothing
            raise serializers.ValidationError(_("Name each chip by its value."))
        return by_value


class Balancing(Count):
    """A count at an end of a shift: the tray's chips, and the drawer's cash if there is one."""

    cash = serializers.IntegerField(
        min_value=0,
        max_value=shifts.MOST_CASH,
        required=False,
        help_text="In the currency's smallest unit. Left out: the shift has no cash drawer.",
    )


class TrayAndDrawer(Count):
    """What is moved between the bank and the desk: the tray's chips, the drawer's cash, or both."""

    cash = serializers.IntegerField(
        min_value=0, max_value=shifts.MOST_CASH, default=0, help_text="In the currency's smallest unit."
    )


class Tip(Amount):
    pass


class Payment(_Unit):
    chips = serializers.IntegerField(min_value=1, max_value=ledger.LARGEST)
    why = serializers.CharField(max_length=300)


class Feeding(_Unit):
    jackpot = serializers.CharField(max_length=30)
    chips = serializers.IntegerField(min_value=1, max_value=ledger.LARGEST)
    origin = serializers.ChoiceField(choices=("rake", "cashier"))


class Win(Amount):
    jackpot = serializers.CharField(max_length=30)
    why = serializers.CharField(max_length=300)


# -- answers ----------------------------------------------------------------------------------------------------------


def slip(made: Transfer, player: Player | None = None) -> dict[str, Any]:
    """A transfer of the desk for the API: its slip, and the player's balance after it."""
    numbered = Slip.objects.filter(transfer=made).first()
    told: dict[str, Any] = {"slip": None if numbered is None else numbered.number}
    if numbered is not None and numbered.cash < 0:
        told["warnings"] = shifts.warnings(numbered.shift)
    if player is not None:
        told |= statements.account(chip_accounts.wallet(player))
    return told


def proposal(one: Proposal) -> dict[str, Any]:
    """A proposal for API and pages."""
    return {
        "proposal": one.pk,
        "kind": one.kind,
        "player": one.player_id,
        "place": None if one.account is None else one.account.owner,
        "shift": None if one.shift is None else one.shift.number,
        "chips": one.amount,
        "why": one.why,
        "status": one.status,
        "needs_second": one.needs_second,
        "proposed_by": str(one.proposed_by),
        "proposed_at": one.proposed_at,
        "decided_by": str(one.decided_by or ""),
    }


def shift(one: Shift) -> dict[str, Any]:
    """A shift for API and pages."""
    return {
        "shift": one.number,
        "cashier": str(one.cashier),
        "business_day": one.business_day,
        "opened_at": one.opened_at,
        "opening": one.opening,
        "opening_total": one.opening_total,
        "expected": shifts.expected(one),
        "closed_at": one.closed_at,
        "closing": one.closing,
        "closing_total": one.closing_total,
        "variance": one.variance,
        "chip_price": one.chip_price,
        "cash_opening": one.cash_opening,
        "cash_expected": shifts.cash_expected(one),
        "cash_closing": one.cash_closing,
        "cash_variance": one.cash_variance,
        "note": one.note,
        "status": "open" if one.closed_at is None else "waiting" if _waits(one) else "closed",
    }


def awaited(one: AwaitedChips) -> dict[str, Any]:
    """Chips to be carried to a tray, for the API."""
    told = {"player": one.player_id, "place": one.place, "chips": one.chips, "since": one.since}
    return {"awaited": one.pk, **told}


def _waits(one: Shift) -> bool:
    return one.proposals.filter(kind=Proposal.Kind.VARIANCE, status=Proposal.Status.WAITING).exists()


def tray_move(one: TrayMove) -> dict[str, Any]:
    """A fill or credit for API and pages."""
    return {
        "kind": one.kind,
        "number": one.number,
        "counts": one.counts,
        "total": one.total,
        "cash": one.cash,
        "at": one.at,
    }


# -- acts -------------------------------------------------------------------------------------------------------------


def _with_player(act: Callable[..., Transfer]) -> Act:
    def done(given: dict[str, Any], **how: Any) -> dict[str, Any]:
        player = player_of_number(given["player"])
        return slip(act(player, given["chips"], **how), player)

    return done


def _pass_on(given: dict[str, Any], **how: Any) -> dict[str, Any]:
    giver, taker = player_of_number(given["giver"]), player_of_number(given["taker"])
    return slip(cashier.pass_on(giver, taker, given["chips"], at="desk", **how), giver)


def _give(given: dict[str, Any], *, by: User, **how: Any) -> dict[str, Any]:
    giver = Player.objects.filter(user=by).first()
    taker = Player.objects.filter(nickname__iexact=given["taker"]).first()  # no two are alike but for the case
    if giver is None or taker is None:
        raise ClubError("unknown_player", _("There is no player %(name)s.") % {"name": given["taker"]}, 404)
    return slip(cashier.pass_on(giver, taker, given["chips"], at="players", by=by, **how), giver)


def _set_limit(given: dict[str, Any], *, key: str, **how: Any) -> dict[str, Any]:
    player = player_of_number(given["player"])
    account = credit.set_credit_limit(player, given["limit"], why=given["why"], **how)
    return {"player": player.pk, "limit": given["limit"], "owed": -account.balance}


def _adjust(given: dict[str, Any], **how: Any) -> dict[str, Any]:
    player = player_of_number(given["player"])
    return proposal(approvals.propose_adjustment(player, given["chips"], why=given["why"], **how))


def _reverse(given: dict[str, Any], **how: Any) -> dict[str, Any]:
    wanted = Slip.objects.select_related("transfer").filter(number=given["slip"]).first()
    if wanted is None:
        raise ClubError("unknown_slip", _("There is no slip %(n)d.") % {"n": given["slip"]}, 404)
    return proposal(approvals.propose_reversal(wanted.transfer, why=given["why"], **how))


def _approve(given: dict[str, Any], *, key: str, **how: Any) -> dict[str, Any]:
    return proposal(approvals.approve(given["proposal"], **how))


def _refuse(given: dict[str, Any], *, key: str, **how: Any) -> dict[str, Any]:
    return proposal(approvals.refuse(given["proposal"], why=given.get("why", ""), **how))


def _withdraw(given: dict[str, Any], *, key: str, **how: Any) -> dict[str, Any]:
    return proposal(approvals.withdraw(given["proposal"], why=given.get("why", ""), **how))


def _check_age(given: dict[str, Any], *, key: str, **how: Any) -> dict[str, Any]:
    made = age_checks.check_age(player_of_number(given["player"]), given["age"], **how)
    return {"player": made.player_id, "age": made.age, "at": made.at}


def _receive(given: dict[str, Any], *, key: str, **how: Any) -> dict[str, Any]:
    return awaited(chip_runs.receive(given["awaited"], **how))


def _open(given: dict[str, Any], *, key: str, **how: Any) -> dict[str, Any]:
    return shift(shifts.open_shift(given["counts"], cash=given.get("cash"), **how))


def _close(given: dict[str, Any], *, key: str, **how: Any) -> dict[str, Any]:
    return shift(shifts.close_shift(given["counts"], cash=given.get("cash"), note=given.get("why", ""), **how))


def _reopen(given: dict[str, Any], **how: Any) -> dict[str, Any]:
    return proposal(approvals.propose_reopening(given["shift"], why=given["why"], **how))


def _move(kind: str) -> Act:
    def done(given: dict[str, Any], **how: Any) -> dict[str, Any]:
        cash = given.get("cash", 0)
        return tray_move(shifts.move_tray(kind, given["counts"], cash=cash, why=given.get("why", ""), **how))

    return done


def _pay_tips(given: dict[str, Any], **how: Any) -> dict[str, Any]:
    return slip(tips_and_jackpots.pay_tips(given["chips"], why=given["why"], **how))


def _feed(given: dict[str, Any], **how: Any) -> dict[str, Any]:
    return slip(tips_and_jackpots.feed_jackpot(given["jackpot"], given["chips"], origin=given["origin"], **how))


def _win(given: dict[str, Any], **how: Any) -> dict[str, Any]:
    player = player_of_number(given["player"])
    made = tips_and_jackpots.pay_jackpot(given["jackpot"], player, given["chips"], why=given["why"], **how)
    return slip(made, player)


_SERVE = "cashier.serve"
_MOVED = gettext_noop("The chips are moved.")
_LIMIT_SET = gettext_noop("The limit is set.")
_RECEIVED = gettext_noop("The chips are in the tray.")
_OF_PLAYER = desk.DeskTransferOfPlayer

DESK_ACTIONS: dict[str, DeskAction] = {
    action.name: action
    for action in (
        DeskAction("buy-chips", _SERVE, Amount, _with_player(cashier.buy_chips), _OF_PLAYER, _MOVED),
        DeskAction("cash-out", _SERVE, Amount, _with_player(cashier.cash_out), _OF_PLAYER, _MOVED),
        DeskAction("pass-on", _SERVE, Passing, _pass_on, _OF_PLAYER, _MOVED),
        DeskAction("give", "", Gift, _give, _OF_PLAYER, _MOVED),
        DeskAction("credit", _SERVE, Amount, _with_player(credit.give_credit), _OF_PLAYER, _MOVED),
        DeskAction("credit-repay", _SERVE, Amount, _with_player(credit.repay_credit), _OF_PLAYER, _MOVED),
        DeskAction(
            "credit-limit",
            "cashier.credit_limit",
            Limit,
            _set_limit,
            desk.CreditLimit,
            _LIMIT_SET,
            False,
        ),
        DeskAction("adjust", _SERVE, Adjustment, _adjust, desk.Proposal, gettext_noop("It is on record.")),
        DeskAction("reverse", _SERVE, Reversal, _reverse, desk.Proposal, gettext_noop("It is on record.")),
        DeskAction("approve", "cashier.approve", Decision, _approve, desk.Proposal, gettext_noop("Approved."), False),
        DeskAction("withdraw", _SERVE, Decision, _withdraw, desk.Proposal, gettext_noop("Withdrawn."), False),
        DeskAction("refuse", "cashier.approve", Decision, _refuse, desk.Proposal, gettext_noop("Refused."), False),
        DeskAction("age", _SERVE, Age, _check_age, desk.AgeChecked, gettext_noop("The age is on record."), False),
        DeskAction(
            "shift-open", _SERVE, Balancing, _open, desk.CashierShift, gettext_noop("The shift is open."), False
        ),
        DeskAction(
            "shift-close", _SERVE, Balancing, _close, desk.CashierShift, gettext_noop("The shift is closed."), False
        ),
        DeskAction("shift-reopen", _SERVE, Reopening, _reopen, desk.Proposal, gettext_noop("It is on record.")),
        DeskAction("fill", _SERVE, TrayAndDrawer, _move("fill"), desk.TrayMove, gettext_noop("The tray is filled.")),
        DeskAction(
            "to-bank",
            _SERVE,
            TrayAndDrawer,
            _move("credit"),
            desk.TrayMove,
            gettext_noop("The chips are with the bank."),
        ),
        DeskAction("drop", _SERVE, Count, _move("drop"), desk.TrayMove, gettext_noop("The drop is in the tray.")),
        DeskAction(
            "receive",
            _SERVE,
            Awaited,
            _receive,
            desk.AwaitedChips,
            _RECEIVED,
            needs_key=False,
        ),
        DeskAction("tip", _SERVE, Tip, _with_player(tips_and_jackpots.tip), _OF_PLAYER, _MOVED),
        DeskAction("tips-pay", _SERVE, Payment, _pay_tips, desk.DeskTransfer, _MOVED),
        DeskAction("jackpot-feed", _SERVE, Feeding, _feed, desk.DeskTransfer, _MOVED),
        DeskAction("jackpot-pay", "cashier.approve", Win, _win, _OF_PLAYER, _MOVED),
    )
}
