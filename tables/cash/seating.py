"""Cash tables: sitting down, topping up, standing up, until the table is closed: where wallets meet seats.

Locks: tables by primary key, then accounts (the ledger's own).
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log
from club.ledger import ledger
from club.models import Player, Transfer, User
from club.people import eligibility
from tables.cash import between_hands, missed_blinds, sittings, waiting_lists
from tables.cash.rat_holing import taken_away
from tables.core.errors import Refused
from tables.core.locks import lock_table
from tables.hand.hand_in_play import Play
from tables.models import Hand, Sitting, Table
from tables.sessions import session_tables


def sit_down(
    table_id: int,
    player: Player,
    seat: int,
    buy_in: int,
    *,
    key: str,
    now: datetime,
    source: str = "",
    post: bool = False,
) -> Sitting:
    """Take a seat at a cash table with `buy_in` chips from the wallet.

    `key` is the request's own; the same request again finds the sitting it made. The player is dealt in from the next
    hand; at a table that plays by posting if `post` is true, else (by house rule) with the big blind.

    Raises `UnknownTable`, `Refused` (not a cash table, seat taken or not there, seated already, buy-in outside the
    limits, key used for something else), `ClubError` for one who may not play, and the ledger's `NotEnoughChips`.
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        session_tables.check_not_by_oneself(table)
        own_key = f"{player.pk}:{key}"
        made = Sitting.objects.filter(buy_in_key=own_key).select_related("account").first()
        if made is not None:
            if (made.table_id, made.seat) != (table.pk, seat):
                raise Refused("key_reused", _("This Idempotency-Key was used for another request."))
            _buy_in(table, made, buy_in, player.user)  # the ledger knows the amount that was asked for
            return made
        sitting, _moved = seat_player(table, player, seat, buy_in, now=now, by=player.user, own_key=own_key, post=post)
        on_record("seat.taken", sitting, now, source, after={"seat": seat, "buy_in": buy_in})
        return sitting


def seat_player(
    table: Table,
    player: Player,
    seat: int,
    buy_in: int,
    *,
    now: datetime,
    by: User | None,
    own_key: str | None = None,
    post: bool = False,
) -> tuple[Sitting, Transfer]:
    """`sit_down` at a locked table, as done by that login: the sitting, and the transfer of the buy-in."""
    check_cash(table)
    if table.is_breaking:
        raise Refused("table_breaks", _("This table is being broken: no other hand begins here."))
    eligibility.check_may_play(player, now)
    sittings.check_seat(table, seat, player)
    waiting_lists.check_seat_is_free(table, player)
    _check_buy_in(table, buy_in, 0, taken=taken_away(table, player, now))
    sitting = sittings.give_seat(table, seat, player, now)
    sitting.bank_seconds, sitting.bank_hand = _bank_before(table, player)
    if not table.is_session:
        sitting.account = ledger.open_account(f"sitting:{sitting.pk}", "stack", table.unit)
    sitting.buy_in_key = own_key or f"sitting:{sitting.pk}"
    missed_blinds.enter(table, sitting, post=post)
    sitting.brought = buy_in
    sitting.save(update_fields=["account", "brought", "buy_in_key", "bank_seconds", "bank_hand", *missed_blinds.ENTRY])
    moved = _buy_in(table, sitting, buy_in, by)
    waiting_lists.take_seat(table, player)
    between_hands.go_on(table, now)
    return sitting, moved


def top_up(table_id: int, player: Player, amount: int, *, key: str, now: datetime, source: str = "") -> Sitting:
    """Bring `amount` more chips from the wallet, between hands, up to the largest buy-in.

    The key makes it happen once. Raises `UnknownTable`, `Refused`, and the ledger's `NotEnoughChips` and `KeyReused`.
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        check_cash(table)
        session_tables.check_not_by_oneself(table)
        sitting = sittings.own_sitting(table, player)
        has = sittings.stack_of(sitting).balance
        is_new = not ledger.is_posted(_top_up_key(sitting, key))
        add_chips(table, sitting, amount, key=key, now=now, by=player.user)
        if is_new:
            on_record("seat.topped-up", sitting, now, source, before=has, after=has + amount)
        return sitting


def add_chips(table: Table, sitting: Sitting, amount: int, *, key: str, now: datetime, by: User | None) -> Transfer:
    """`top_up` at a locked table, as done by that login: the transfer."""
    check_cash(table)
    player, account = sitting.player, sittings.chips_in_front(table, sitting)
    ledger_key = _top_up_key(sitting, key)
    is_new = not ledger.is_posted(ledger_key)
    if is_new:
        if sittings.is_in_hand(table, player):
            raise Refused("hand_in_progress", _("Chips may be added between hands only; try again after this one."))
        eligibility.check_may_play(player, now)
        _check_top_up(table, amount, account.balance)
    moved = sittings.move_chips(sittings.wallet_of(player, table), account, amount, ledger_key, "top-up", sitting, by)
    if is_new:
        sitting.brought += amount
        sitting.save(update_fields=["brought"])
    between_hands.go_on(table, now)
    return moved


def stand_up(table_id: int, player: Player, *, now: datetime, source: str = "") -> Sitting:
    """Leave a cash table with all chips: at once, or, for one who is in the hand, when the hand is settled.

    Until then the hand is checked or folded for the one who left; asked again meanwhile, nothing more is done.
    Raises `UnknownTable` and `Refused` (not seated here, as once one has left; not a cash table).
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        check_cash(table)
        session_tables.check_not_by_oneself(table)
        sitting = sittings.own_sitting(table, player)
        if sitting.state == Sitting.State.LEAVING:
            return sitting
        on_record("seat.left", sitting, now, source, before={"seat": sitting.seat})
        stand_player_up(table, sitting, now=now)
        return sitting


def stand_player_up(
    table: Table, sitting: Sitting, *, now: datetime, by: User | None = None, counted: int | None = None
) -> Transfer | None:
    """`stand_up` at a locked table: the transfer of the chips, None where there are none or the hand is waited for.

    counted: the chips in front of the player, at a session table.
    """
    moved = None
    if sittings.is_in_hand(table, sitting.player):
        sitting.state = Sitting.State.LEAVING
        sitting.save(update_fields=["state"])
        _answer_for_leaver(table, now)
    else:
        moved = sittings.let_go(table, sitting, now, by=by, counted=counted)
    between_hands.go_on(table, now)
    return moved


def sit_out(table_id: int, player: Player, *, now: datetime, source: str = "") -> Sitting:
    """Be dealt no further hands, but keep the seat. Raises `UnknownTable` and `Refused` (not seated here)."""
    return _change_state(table_id, player, Sitting.State.OUT, now, source)


def come_back(table_id: int, player: Player, *, now: datetime, source: str = "", post: bool = False) -> Sitting:
    """Be dealt in again from the next hand; one who owes blinds posts them if `post` is true, else the big blind is
    waited for. A player who waits may so decide to post, and the other way round.

    Raises `UnknownTable`, `Refused` (not seated here), and `ClubError` for one who may not play.
    """
    return _change_state(table_id, player, Sitting.State.ACTIVE, now, source, post=post)


def _change_state(
    table_id: int, player: Player, state: str, now: datetime, source: str, *, post: bool = False
) -> Sitting:
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        sitting = sittings.own_sitting(table, player)
        before = sitting.state
        set_presence(table, sitting, state, now=now, post=post)
        on_record("seat.presence", sitting, now, source, before=before, after=state)
        return sitting


def set_presence(table: Table, sitting: Sitting, state: str, *, now: datetime, post: bool = False) -> None:
    """`sit_out` or `come_back` at a locked table."""
    if sitting.state == Sitting.State.LEAVING:
        raise Refused("leaving", _("You have stood up; you leave when this hand is settled."))
    if state == Sitting.State.ACTIVE:
        eligibility.check_may_play(sitting.player, now)
        if table.is_cash:
            missed_blinds.come_back(table, sitting, post=post)
    sitting.state = state
    sitting.save(update_fields=["state", *missed_blinds.ENTRY])
    between_hands.go_on(table, now)


def on_record(
    kind: str, sitting: Sitting, now: datetime, source: str, *, before: object = None, after: object = None
) -> None:
    """Put on record what a player decided. `source` is empty where nobody asked: a bar, a computer player, a table's end."""
    if source:
        subject = f"table:{sitting.table_id}"
        by = sitting.player.user
        audit_log.record(kind, by=by, subject=subject, before=before, after=after, source=source, now=now)


def check_cash(table: Table) -> None:
    """Raises `Refused` unless it is an open cash table."""
    if not table.is_cash:
        raise Refused("not_a_cash_table", _("One sits down and leaves by oneself at cash tables only."))
    if table.status != Table.Status.OPEN:
        raise Refused("table_closed", _("This table is closed."))


def _bank_before(table: Table, player: Player) -> tuple[int | None, int | None]:
    """What was left in the player's time bank here, and in which hand: whoever leaves and comes back finds it so."""
    here = Sitting.objects.filter(table=table, player=player, state=Sitting.State.LEFT, bank_seconds__isnull=False)
    last = here.order_by("-left_at", "-pk").values_list("bank_seconds", "bank_hand").first()
    return (None, None) if last is None else last


def _check_buy_in(table: Table, amount: int, has: int, taken: int = 0) -> None:
    """A buy-in (has = 0) or top-up must leave a stack within the table's limits; `taken` is what must come back."""
    least = max(table.min_buy_in, taken) if has == 0 else 1
    most = max(table.max_buy_in, taken) - has
    if not least <= amount <= most:
        if most < least:
            message = _("This stack has the largest buy-in (%(largest)s) already.") % {"largest": table.max_buy_in}
        elif least == taken and amount < least:
            message = _("Whoever took %(least)s chips away from here comes back with no fewer.") % {
                "least": f"{least:,}"
            }
        else:
            message = _("Bring between %(least)s and %(most)s chips.") % {"least": least, "most": most}
        raise Refused("buy_in_out_of_range", message, 422, amount=amount, least=least, most=most)


def _check_top_up(table: Table, amount: int, has: int) -> None:
    """A top-up must leave a stack within the table's limits; where nobody knows the stack, it is no more than a buy-in."""
    if not table.is_session:
        _check_buy_in(table, amount, has)
    elif not 1 <= amount <= table.max_buy_in:
        message = _("Bring between %(least)s and %(most)s chips.") % {"least": 1, "most": table.max_buy_in}
        raise Refused("buy_in_out_of_range", message, 422, amount=amount, least=1, most=table.max_buy_in)


def _buy_in(table: Table, sitting: Sitting, amount: int, by: User | None) -> Transfer:
    key = f"sitting:{sitting.pk}:sit-down"
    wallet, stack = sittings.wallet_of(sitting.player, table), sittings.chips_in_front(table, sitting)
    return sittings.move_chips(wallet, stack, amount, key, "sit-down", sitting, by)


def _top_up_key(sitting: Sitting, key: str) -> str:
    return f"sitting:{sitting.pk}:top-up:{key}"


def _answer_for_leaver(table: Table, now: datetime) -> None:
    """The hand does not wait for one who has left: if the leaver is asked, the default is given at once."""
    row = Hand.objects.filter(table=table, is_recorded=False, state=Hand.State.PLAYING).first()
    if row is not None:
        play = Play(table, row, now)
        play.answer_for_absent()
        if play.new:
            play.go_on_at_once()
            play.close()
