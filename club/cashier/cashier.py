"""The cashier's desk: chips come into the club and leave it here, go from player to player, and go out on credit.

Every function takes the request's `key` (the same key and amount is the same transfer, and is answered as such whatever
the rules have become), who serves (`by`; None for the program itself), `now`, and from where (`source`). All raise what
the ledger raises, and `ClubError` with a code and words for what the house does not allow; then nothing has moved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import slips
from club.house import amounts, audit_log
from club.house.club_rules import ClubRules, in_force
from club.ledger import ledger
from club.models import Account, AgeCheck, Player, Transfer, User
from club.people.eligibility import check_may_play


def buy_chips(
    player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "", why: str = ""
) -> Transfer:
    """Sell a player chips for cash, into the wallet; `why` says for what, such as the event that is entered."""

    def may(rules: ClubRules) -> None:
        if by is not None:
            check_may_play(player, now)

    moves = {cashier_account().pk: -chips, wallet(player).pk: chips}
    return _serve(player, chips, "buy-chips", moves, may, key=key, by=by, now=now, source=source, paid=chips, why=why)


def cash_out(player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "") -> Transfer:
    """Take a player's chips back. Raises `NotEnoughChips` if the wallet holds fewer."""

    def may(rules: ClubRules) -> None:
        if rules.is_amusement_room:
            raise ClubError("not_paid_out", _("Chips of an amusement room are for play; they are not paid out."), 403)
        check_repaid(player, chips, rules)

    moves = {cashier_account().pk: chips, wallet(player).pk: -chips}
    return _serve(player, chips, "cash-out", moves, may, key=key, by=by, now=now, source=source, paid=-chips)


def pass_on(
    giver: Player, taker: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "", at: str
) -> Transfer:
    """Chips from one player to another, `at` the ``desk`` or by the ``players`` themselves, if the house allows it."""

    def may(rules: ClubRules) -> None:
        allowed = {"no": (), "desk": ("desk",), "players": ("desk", "players")}[rules.player_transfers]
        if at not in allowed:
            raise ClubError("transfers_not_allowed", _("The house does not allow chips to be passed on so."), 403)
        if by is not None:
            for one in sorted((giver, taker), key=lambda one: one.pk):  # each is locked, in one order
                check_may_play(one, now)
        check_repaid(giver, chips, rules)

    if giver.pk == taker.pk:
        raise ClubError("same_player", _("Chips are passed on to somebody else."), 422)
    moves = {wallet(giver).pk: -chips, wallet(taker).pk: chips}
    reference = f"{giver.owner}>{taker.pk}"
    return _serve(
        giver,
        chips,
        "player-transfer",
        moves,
        may,
        key=key,
        by=by,
        now=now,
        source=source,
        reference=reference,
        at=at,
        owners=(giver.owner, taker.owner),
    )


# -- credit -----------------------------------------------------------------------------------------------------------


def give_credit(player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "") -> Transfer:
    """Give chips that the player owes for. Raises `ClubError` beyond the limit of this player."""

    def may(rules: ClubRules) -> None:
        if by is not None:
            check_may_play(player, now)
        free = limit_of(player) - owed(player)
        if chips > free:
            words = _("The credit limit leaves %(free)s; %(chips)s are too many.")
            words = words % {"free": amounts.written(free), "chips": amounts.written(chips)}
            raise ClubError("over_the_credit_limit", words, 409, free=free)

    moves = {credit_account(player).pk: -chips, wallet(player).pk: chips}
    return _serve(player, chips, "credit-given", moves, may, key=key, by=by, now=now, source=source)


def repay_credit(player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "") -> Transfer:
    """Take chips from the wallet for what is owed. Raises `ClubError` for more than that."""

    def may(rules: ClubRules) -> None:
        if chips > owed(player):
            words = _("%(owed)s are owed; no more can be repaid.") % {"owed": amounts.written(owed(player))}
            raise ClubError("owes_less", words, 409, owed=owed(player))

    moves = {credit_account(player).pk: chips, wallet(player).pk: -chips}
    return _serve(player, chips, "credit-repaid", moves, may, key=key, by=by, now=now, source=source)


def set_credit_limit(
    player: Player, limit: int, *, by: User | None, why: str, now: datetime, source: str = ""
) -> Account:
    """How much that player may owe, in chips. Raises `BadAmount` for less than is owed."""
    with transaction.atomic():
        slips.lock()
        slips.check_not_own(by, [player.owner])
        account = credit_account(player)
        before = ledger.set_credit_limit(account, limit)
        if before != limit:
            audit_log.record(
                "cashier.credit-limit",
                by=by,
                subject=player.owner,
                why=why,
                before=before,
                after=limit,
                source=source,
                now=now,
            )
    account.refresh_from_db()
    return account


def limit_of(player: Player) -> int:
    """How much a player may owe, in chips."""
    account = _credit_if_any(player)
    return 0 if account is None else -(account.floor or 0)


def owed(player: Player) -> int:
    """How much a player owes, in chips."""
    account = _credit_if_any(player)
    return 0 if account is None else -account.balance


def _credit_if_any(player: Player) -> Account | None:
    return Account.objects.filter(owner=player.owner, kind="credit", unit=ledger.CHIPS).first()


# -- what all of it shares --------------------------------------------------------------------------------------------


def cashier_account() -> Account:
    """The bank, by which chips come into being: its balance is minus all chips that are out."""
    return ledger.open_account("cashier", "cashier")


def wallet(player: Player) -> Account:
    """A player's chips at hand."""
    return ledger.open_account(player.owner, "wallet")


def credit_account(player: Player) -> Account:
    """What a player owes, as a balance at or below zero."""
    return ledger.open_account(player.owner, "credit")


def positive(chips: int) -> int:
    """The amount, if it is one. Raises `ClubError` for another."""
    if type(chips) is not int or not 1 <= chips <= ledger.LARGEST:
        raise ClubError("bad_amount", _("Say a whole number of chips, 1 or more."), 422)
    return chips


def _serve(
    player: Player,
    chips: int,
    purpose: str,
    moves: dict[int, int],
    may: Callable[[ClubRules], None],
    *,
    key: str,
    by: User | None,
    now: datetime,
    source: str,
    reference: str = "",
    at: str = "desk",
    owners: Sequence[str] = (),
    paid: int = 0,
    why: str = "",
) -> Transfer:
    """Ask the house, then post. A request that stands already is answered without asking again."""
    positive(chips)
    with transaction.atomic():
        slips.lock()
        rules = in_force()
        shift = None
        if not ledger.is_posted(key):
            if at == "desk":
                shift = slips.shift_for(by, rules)
                slips.check_not_own(by, owners or [player.owner])
            may(rules)
        return slips.post(
            key,
            moves,
            purpose=purpose,
            reference=reference or player.owner,
            rules=rules,
            shift=shift,
            by=by,
            now=now,
            source=source,
            after=chips,
            paid=paid,
            why=why[:300],
        )


def check_repaid(player: Player, chips: int, rules: ClubRules) -> None:
    """Refuse what would leave less in the wallet than is owed."""
    owes, holds = owed(player), wallet(player).balance
    if rules.credit_first and owes and holds >= chips > holds - owes:
        words = _("%(owed)s are owed on credit, and are repaid first.") % {"owed": amounts.written(owes)}
        raise ClubError("owes_credit", words, 409, owed=owes)


def check_age(player: Player, age: int, *, by: User, now: datetime, source: str = "") -> AgeCheck:
    """Put on record that `by` saw a document: the player is at least `age` years old. Raises `ClubError` for no age."""
    if type(age) is not int or not 1 <= age <= 130:
        raise ClubError("bad_age", _("An age is a number of years from 1 to 130."), 422)
    with transaction.atomic():
        slips.check_not_own(by, [player.owner])
        made = AgeCheck.objects.create(player=player, age=age, by=by, at=now)
        audit_log.record("cashier.age-checked", by=by, subject=player.owner, after=age, source=source, now=now)
    return made
