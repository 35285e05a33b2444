"""Adjustments, differences of counts, reversals and opening balances, and the second pair of eyes that large ones need;
variances of shifts.

What is small enough is posted at once, and counts towards the next: many small adjustments are a large one. The rest waits:
somebody else, with the right to approve, lets it pass or refuses it. The one who proposed it may withdraw it. A reversal,
opening balances and a shift opened again wait for nobody where there is nobody (`no_self_service.is_alone`); an adjustment waits
even then, since nothing else stands behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.db.models.functions import Abs

from club.base.errors import ClubError
from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.base.signals import desk_posted
from club.cashier import chip_price, desk_transfers, no_self_service, shifts, slips
from club.cashier.chip_accounts import cashier_account, wallet
from club.house import audit_log
from club.house.club_rules import ClubRules, in_force
from club.ledger import ledger
from club.models import Account, OpeningBalance, Player, Proposal, Shift, Transfer, User
from club.people import eligibility

ADJUSTS = ("adjustment", "difference")  # kinds that change the house's adjustments
# A hand or a tournament is put right by those who run it; a correction is not corrected, the transfer is made anew.
REVERSIBLE = (
    "buy-chips",
    "cash-out",
    "player-transfer",
    "credit-given",
    "credit-repaid",
    "adjustment",
    "opening",
    "tip",
    "tips-paid",
    "jackpot-fed",
    "jackpot-won",
    "expiry",
)


def propose_adjustment(
    player: Player, chips: int, *, why: str, key: str, by: User, now: datetime, source: str = ""
) -> Proposal:
    """Add chips to a wallet, or take them (a negative number), against the house's adjustments.

    Posted at once up to the house's amount. Raises `ClubError` without a reason, for no amount, for a key that stands for
    something else, and what the ledger raises.
    """
    if type(chips) is not int or not chips or abs(chips) > ledger.LARGEST:
        raise ClubError("bad_amount", _("Say how many chips more or fewer: a whole number other than 0."), 422)
    made = Proposal(kind="adjustment", key=key, player=player, amount=chips, why=why, proposed_by=by, proposed_at=now)
    return _propose(made, source)


def propose_difference(
    account: Account, chips: int, *, why: str, key: str, by: User, now: datetime, source: str = ""
) -> Proposal:
    """Post what a count found over (or, a negative number, short) in an account that is nobody's wallet, against the house's
    adjustments. As `propose_adjustment`: many differences of one account, or of one person in a shift, are a large one."""
    if type(chips) is not int or not chips or abs(chips) > ledger.LARGEST:
        raise ClubError("bad_amount", _("Say how many chips more or fewer: a whole number other than 0."), 422)
    made = Proposal(kind="difference", key=key, account=account, amount=chips, why=why, proposed_by=by, proposed_at=now)
    return _propose(made, source)


def propose_reversal(transfer: Transfer, *, why: str, key: str, by: User, now: datetime, source: str = "") -> Proposal:
    """Take back a transfer of the desk by its opposite. As `propose_adjustment`; the amount is the transfer's."""
    if transfer.purpose not in REVERSIBLE:
        raise ClubError("not_reversible", _("Only what was done at the desk is taken back here."), 409)
    amount = sum(entry.amount for entry in transfer.entries.all() if entry.amount > 0)
    made = Proposal(
        kind="reversal", key=key, reverses=transfer, amount=amount, why=why, proposed_by=by, proposed_at=now
    )
    return _propose(made, source)


def propose_reopening(number: int, *, why: str, key: str, by: User, now: datetime, source: str = "") -> Proposal:
    """Have a closed shift opened again, which a second person has to approve, where there is one. Raises `ClubError`."""
    if shows_nothing(why):
        raise ClubError("reason_missing", _("Say why: it stays on record."), 422)
    with transaction.atomic():
        desk_transfers.lock()
        shift = Shift.objects.filter(number=number).first()
        if shift is None:
            raise ClubError("unknown_shift", _("There is no shift %(n)s.") % {"n": number}, 404)
        standing = Proposal.objects.filter(key=key).first()
        if standing is not None:
            if (standing.kind, standing.shift_id) != ("reopening", shift.pk):
                raise ledger.KeyReused("key_reused", _("This key was used for another request."), 422)
            return standing
        shifts.check_may_open_again(shift)
        made = Proposal.objects.create(
            kind="reopening", key=key, shift=shift, amount=shift.variance or 0, why=why, proposed_by=by, proposed_at=now,
            needs_second=not no_self_service.is_alone(by),
        )  # fmt: skip
        _on_record("proposed", made, by=by, now=now, source=source)
        if not made.needs_second:
            _pass(made, in_force(), by=by, now=now, source=source)
    return made


def propose_openings(
    chips: Mapping[Player, int], *, why: str, key: str, by: User, now: datetime, source: str = ""
) -> Proposal:
    """Bring what members had at hand when the club moved in (chips, 1 or more each) into their wallets, all in one transfer.

    They come from the bank, as all chips do, and move neither tray nor drawer: real chips are there already, and are counted
    when a shift opens. Posted at once up to the house's amount of an adjustment, what the same person brought before in the
    business day included. Raises `ClubError` without a reason, for one's own wallet, and what the ledger raises.
    """
    if shows_nothing(why):
        raise ClubError("reason_missing", _("Say where the balances come from: it stays on record."), 422, field="why")
    with transaction.atomic():
        desk_transfers.lock()
        made = Proposal(kind="opening", key=key, amount=sum(chips.values()), why=why, proposed_by=by, proposed_at=now)
        no_self_service.check_not_own(by, [player.owner for player in chips])
        made.needs_second = opening_needs_second(made.amount, by=by, now=now)
        made.save()
        rows = [OpeningBalance(proposal=made, player=player, chips=amount) for player, amount in chips.items()]
        OpeningBalance.objects.bulk_create(rows)
        _on_record("proposed", made, by=by, now=now, source=source)
        if not made.needs_second:
            _pass(made, in_force(), by=by, now=now, source=source)
    return made


def opening_needs_second(chips: int, *, by: User, now: datetime) -> bool:
    """Whether opening balances of so many chips wait for a second person."""
    rules = in_force()
    alone = Proposal.objects.filter(kind="opening", status="approved", needs_second=False, proposed_by=by)
    begun = rules.calendar.begin_of(rules.calendar.day_of(now))
    is_large = chips + _sum(alone.filter(proposed_at__gte=begun)) > rules.adjust_alone
    return is_large and not no_self_service.is_alone(by)


def _propose(made: Proposal, source: str) -> Proposal:
    if shows_nothing(made.why):
        raise ClubError("reason_missing", _("Say why: it is kept beside the transfer."), 422)
    with transaction.atomic():
        desk_transfers.lock()
        standing = Proposal.objects.filter(key=made.key).first()
        if standing is not None:
            if _body(standing) != _body(made):
                raise ledger.KeyReused("key_reused", _("This key was used for another request."), 422)
            return standing
        no_self_service.check_not_own(made.proposed_by, _owners(made))
        if made.player is not None and made.player.merged_into_id is not None:
            raise ClubError("merged", _("This membership was merged into another; play under that one."), 403)
        rules = in_force()
        # Whoever counts a table has no tray: a shift is asked of the desk alone.
        shift = shifts.open_shift_of(made.proposed_by) if made.account else shifts.shift_for(made.proposed_by, rules)
        if made.reverses is not None and hasattr(made.reverses, "corrected_by"):
            raise ClubError("corrected_already", _("This transfer has been taken back already."), 409)
        if made.player is not None and made.amount > 0:
            eligibility.check_old_enough(made.player)
        is_large = abs(made.amount) + _adjusted_alone(made, shift, rules) > rules.adjust_alone
        is_alone = is_large and made.kind == "reversal" and no_self_service.is_alone(made.proposed_by)
        made.needs_second = is_large and not is_alone
        made.save()
        _on_record("proposed", made, by=made.proposed_by, now=made.proposed_at, source=source)
        if not made.needs_second:
            _pass(made, rules, by=made.proposed_by, now=made.proposed_at, source=source)
    return made


def _adjusted_alone(made: Proposal, shift: Shift | None, rules: ClubRules) -> int:
    """What the same person has adjusted without a second one, in chips: for this player (or of this account) in the business
    day, or for everybody in the shift, whichever is more. Chips added and taken count alike. A reversal stands alone: it is
    linked.
    """
    if made.kind not in ADJUSTS:
        return 0
    alone = Proposal.objects.filter(
        kind__in=ADJUSTS, status="approved", needs_second=False, proposed_by=made.proposed_by
    )
    calendar = rules.calendar
    begun = calendar.begin_of(calendar.day_of(made.proposed_at))
    sums = [_sum(alone.filter(player=made.player, account=made.account, proposed_at__gte=begun))]
    if shift is not None:
        sums.append(_sum(alone.filter(proposed_at__gte=shift.opened_at)))
    return max(sums)


def _sum(found: QuerySet[Proposal]) -> int:
    return int(found.aggregate(total=Sum(Abs("amount")))["total"] or 0)


def _owners(one: Proposal) -> list[str]:
    """Whose accounts a proposal moves chips of: of its player, or of everybody in the transfer that it takes back."""
    if one.reverses is not None:
        return list(one.reverses.entries.values_list("account__owner", flat=True))
    if one.kind == "opening":
        return [row.player.owner for row in one.openings.select_related("player")]
    if one.shift is not None:  # which moves nobody's chips
        return []
    return [_account(one).owner]


def _body(one: Proposal) -> tuple[object, ...]:
    return (one.kind, one.player_id, one.account_id, one.amount, one.reverses_id)


def _account(one: Proposal) -> Account:
    """The account that an adjustment or a difference changes."""
    if one.account is not None:
        return one.account
    assert one.player is not None  # an adjustment has its player: `propose_adjustment`
    return wallet(one.player.merged_into or one.player)


def approve(number: int, *, by: User, now: datetime, source: str = "") -> Proposal:
    """Let a proposal pass, and post it. Raises `ClubError` to the one who proposed it, and what the ledger raises."""
    with transaction.atomic():
        desk_transfers.lock()
        one = _waiting(number, "approved")
        if one.status == "approved":
            return one
        if one.proposed_by_id == by.pk:
            raise ClubError("second_person_needed", _("Somebody else must approve what you proposed."), 403)
        no_self_service.check_not_own(by, _owners(one))
        _pass(one, in_force(), by=by, now=now, source=source)
    return one


def withdraw(number: int, *, by: User, why: str, now: datetime, source: str = "") -> Proposal:
    """Refuse one's own proposal. Raises `ClubError` for another's, and what `refuse` raises."""
    if _waiting(number, "refused").proposed_by_id != by.pk:
        raise ClubError("not_your_proposal", _("Only what you proposed yourself can be withdrawn."), 403)
    return refuse(number, by=by, why=why, now=now, source=source)


def refuse(number: int, *, by: User, why: str, now: datetime, source: str = "") -> Proposal:
    """Refuse a proposal. Nothing is posted. Raises `ClubError` if it was decided otherwise."""
    with transaction.atomic():
        desk_transfers.lock()
        one = _waiting(number, "refused")
        if one.status == "waiting":
            one.status, one.decided_by, one.decided_at = "refused", by, now
            one.save(update_fields=["status", "decided_by", "decided_at"])
            _on_record("refused", one, by=by, now=now, source=source, why=why)
            if one.kind == "variance" and one.shift is not None:  # so it is counted again
                shifts.open_again(one.shift.pk, why=why or one.why, by=by, now=now, source=source)
    return one


def _waiting(number: int, wanted: str) -> Proposal:
    rows = Proposal.objects.select_related("player__merged_into", "account", "reverses", "proposed_by", "shift")
    one = rows.filter(pk=number).first()
    if one is None:
        raise ClubError("unknown_proposal", _("There is no such proposal."), 404)
    if one.status not in ("waiting", wanted):
        words = _("This was decided before: %(status)s.") % {"status": one.get_status_display()}
        raise ClubError("decided_already", words, 409, decided=one.status)
    return one


def _pass(one: Proposal, rules: ClubRules, *, by: User, now: datetime, source: str) -> None:
    made = _post(one, rules, by=by, now=now, source=source) if one.shift is None else None
    if one.kind == "reopening" and one.shift is not None:
        waiting = Proposal.objects.filter(shift=one.shift, kind="variance", status="waiting")
        waiting.update(status="refused", decided_by=by, decided_at=now)  # of a count that no longer stands
        shifts.open_again(one.shift.pk, why=one.why, by=by, now=now, source=source)
    one.status, one.decided_by, one.decided_at, one.transfer = "approved", by, now, made
    one.save(update_fields=["status", "decided_by", "decided_at", "transfer"])
    _on_record("approved", one, by=by, now=now, source=source)


def _post(one: Proposal, rules: ClubRules, *, by: User, now: datetime, source: str) -> Transfer:
    key = f"proposal:{one.pk}"
    shift = shifts.open_shift_of(one.proposed_by)  # the tray that chips come back to is the proposer's
    if one.reverses is not None:
        made = ledger.reverse(one.reverses, key=key, by=by, why=one.why, now=now)
        slips.issue(made, shift=shift, rules=rules, cash=_cash_back(one.reverses, shift, rules))
        moves = dict(made.entries.values_list("account", "amount"))
        desk_posted.send(sender=Transfer, transfer=made, purpose="reversal", moves=moves, now=now)
    else:
        moves, reference = _openings(one) if one.kind == "opening" else _adjustment(one)
        made = desk_transfers.post(
            key,
            moves,
            purpose=one.kind,
            reference=reference,
            rules=rules,
            shift=None if one.kind == "opening" else shift,
            by=by,
            now=now,
            source=source,
            why=one.why,
            after=one.amount,
        )
    return made


def _adjustment(one: Proposal) -> tuple[dict[int, int], str]:
    """What an adjustment or a difference moves, and whose account it is."""
    house, account = ledger.open_account("house", "adjust"), _account(one)
    return {house.pk: -one.amount, account.pk: one.amount}, account.owner


def _openings(one: Proposal) -> tuple[dict[int, int], str]:
    """What opening balances move, and what they are called."""
    chips = {row.player.owner: row.chips for row in one.openings.select_related("player")}
    wallets = ledger.open_account_ids(chips, "wallet")
    return {cashier_account().pk: -one.amount, **{wallets[owner]: chips[owner] for owner in chips}}, "openings"


def _cash_back(made: Transfer, shift: Shift | None, rules: ClubRules) -> int:
    """The cash that goes back with a transfer: what was paid for it, where there is a drawer to pay from."""
    slip = getattr(made, "slip", None)
    return -slip.cash if slip is not None and chip_price.has_drawer(shift, rules) else 0


def _on_record(what: str, one: Proposal, *, by: User, now: datetime, source: str, why: str = "") -> None:
    after = {"proposal": one.pk, "kind": one.kind, "chips": one.amount, "transfer": one.transfer_id}
    if one.shift is not None:
        subject = f"shift:{one.shift.number}"
    else:
        subject = f"transfer:{one.reverses_id}" if one.reverses_id is not None else _subject(one)
    audit_log.record(
        f"proposal.{what}", by=by, subject=subject, why=why or one.why, after=after, source=source, now=now
    )


def _subject(one: Proposal) -> str:
    return "openings" if one.kind == "opening" else _account(one).owner
