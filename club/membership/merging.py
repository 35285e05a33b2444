"""Two memberships of one person become one; every line of the ledger stays where it was written."""

from __future__ import annotations

from datetime import datetime

from allauth.socialaccount.models import SocialAccount
from django.db import transaction

from club.base.errors import ClubError
from club.base.lookalikes import shows_nothing, without_unseen
from club.base.phrases import gettext as _
from club.base.registry import MERGES
from club.cashier import credit, no_self_service
from club.house import audit_log
from club.ledger import ledger
from club.models import Account, Player, PlayerPhoto, User
from club.notifications import web_push
from club.people import people, roles


def merge(duplicate_id: int, into_id: int, *, why: str, by: User | None, source: str = "", now: datetime) -> Player:
    """Merge a duplicate into the player who stays, who is returned.

    Each balance moves by one transfer, and the emptied account is closed; its lines stay, and are shown with the kept
    player's; so is it with age checks. The kept player's own particulars and photograph stand; gaps are filled from the
    duplicate's. A login goes along if the kept player has none, else it is closed, and stays with the duplicate so that an
    erasure finds it. A bar (suspension, self-exclusion) of either holds for the one who stays, and so does what the apps hold
    for or against the duplicate (`MERGES`), such as a silence in chats.
    Locks: players by primary key, then accounts. Raises `ClubError`: for the same player or a computer player (422); for
    whoever would merge a membership of their own, since it moves their chips (403); for one who has left, a duplicate that
    is seated or entered somewhere, a login with roles that would be closed, or a debt beyond the kept player's credit limit
    (409); and the ledger's errors.
    """
    if duplicate_id == into_id:
        raise ClubError("same_player", _("A player is merged into another one."), 422)
    if shows_nothing(why):
        raise ClubError("reason_missing", _("Say why."), 422, field="why")
    with transaction.atomic():
        both = {number: people.locked(number) for number in sorted((duplicate_id, into_id))}
        duplicate, kept = both[duplicate_id], both[into_id]
        no_self_service.check_not_own(by, [duplicate.owner, kept.owner])
        _check(duplicate, kept)
        _check_debt(duplicate, kept)
        moved = _move_balances(duplicate, kept, by, why, now)
        _hand_over(duplicate, kept)
        for hand_over in MERGES.values():
            hand_over(duplicate, kept)
        audit_log.record(
            "player.merged",
            by=by,
            subject=kept.owner,
            why=why.strip()[:300],
            before={"duplicate": duplicate.owner, "member_number": duplicate.member_number},
            after=moved,
            source=source,
            now=now,
        )
    return kept


def _check(duplicate: Player, kept: Player) -> None:
    for player in (duplicate, kept):
        if player.is_computer:
            raise ClubError("computer_player", _("Computer players are not merged."), 422)
        if player.merged_into_id is not None or player.erased_at is not None:
            words = _("%(name)s has been merged or erased before.") % {"name": player.nickname}
            raise ClubError("gone_already", words, 409)
    if duplicate.user is not None and kept.user is not None and roles.held_roles(duplicate.user):
        raise ClubError("holds_roles", _("This login holds roles: take them back first."), 409)
    ties = people.ties_of(duplicate)
    if ties:
        words = _("%(name)s cannot be merged now: %(why)s.") % {"name": duplicate.nickname, "why": "; ".join(ties)}
        raise ClubError("tied", words, 409, ties=ties)


def _check_debt(duplicate: Player, kept: Player) -> None:
    """Refuse a debt that the kept player's credit limit has no room for."""
    owes, free = credit.owed(duplicate), credit.limit_of(kept) - credit.owed(kept)
    if owes > max(free, 0):
        words = _(
            "%(name)s owes %(owed)d on credit, and the credit limit of %(kept)s has room for %(free)d: have the debt repaid, "
            "or raise that limit by %(more)d, then merge."
        )
        told = {"name": duplicate.nickname, "kept": kept.nickname, "owed": owes, "free": free, "more": owes - free}
        raise ClubError("owes_credit", words % told, 409, owed=owes, free=free)


def _move_balances(duplicate: Player, kept: Player, by: User | None, why: str, now: datetime) -> dict[str, int]:
    """Empty and close each account of the duplicate; the amounts moved, by kind and unit."""
    moved = {}
    for account in Account.objects.filter(owner=duplicate.owner, closed_at__isnull=True).order_by("pk"):
        target = ledger.open_account(kept.owner, account.kind, account.unit)
        balance = Account.objects.select_for_update(no_key=True).get(pk=account.pk).balance
        if balance:
            ledger.post(
                f"merge:{duplicate.pk}:{account.pk}",
                {account.pk: -balance, target.pk: balance},
                purpose="merge",
                reference=f"merge:{duplicate.pk}:{kept.pk}",
                by=by,
                why=why.strip()[:300],
                now=now,
            )
            moved[f"{account.kind} {account.unit}"] = balance
        ledger.close_account(account, now=now)
    return moved


def _hand_over(duplicate: Player, kept: Player) -> None:
    login = duplicate.user
    if login is not None and kept.user is None:
        duplicate.user = None
    duplicate.merged_into, duplicate.card, duplicate.pin = kept, None, ""
    for name in ("real_name", "reading"):
        if not getattr(kept, name):  # one that is older than the check of names comes without what nobody sees
            setattr(kept, name, without_unseen(getattr(duplicate, name)))
    kept.notes = "\n".join(filter(None, (kept.notes, duplicate.notes)))[:2000]
    kept.admitted_at = kept.admitted_at or duplicate.admitted_at
    _carry_bars(duplicate, kept)
    _carry_photo(duplicate, kept)
    web_push.hand_over(duplicate, kept)
    duplicate.save()
    if login is not None and kept.user is None:
        kept.user = login
    elif login is not None:
        login.is_active = False
        login.save(update_fields=["is_active"])
        SocialAccount.objects.filter(user=login).delete()  # whom they belong to links them to the login that stays
    kept.save()
    # Who was merged into the duplicate before is now merged into the one who stays.
    Player.objects.filter(merged_into=duplicate).update(merged_into=kept)


def _carry_photo(duplicate: Player, kept: Player) -> None:
    """One photograph stays: the kept player's, else the duplicate's."""
    photo = PlayerPhoto.objects.filter(player=duplicate)
    if PlayerPhoto.objects.filter(player=kept).exists():
        photo.delete()
    else:
        photo.update(player=kept)


def _carry_bars(duplicate: Player, kept: Player) -> None:
    """The longer self-exclusion and the longer suspension hold."""
    ends = [one.excluded_until for one in (duplicate, kept) if one.excluded_until is not None]
    kept.excluded_until = max(ends, default=None)
    if duplicate.suspended_at is None:
        return
    is_longer = duplicate.suspended_until is None or (
        kept.suspended_until is not None and duplicate.suspended_until > kept.suspended_until
    )
    if kept.suspended_at is None or is_longer:
        kept.suspended_at, kept.suspended_until = duplicate.suspended_at, duplicate.suspended_until
        kept.suspended_why = duplicate.suspended_why
