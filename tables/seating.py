"""Opening tables; sitting down, topping up, standing up: where wallets meet seats.

The stack in front of a player is an account of its own, which belongs to the sitting (or, at a tournament, to the
entry), so that changing seats moves no chips. Locks: tables by primary key, then accounts (the ledger's own).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from club import audit_log, ledger, people
from club.models import Account, Player, User
from engine.catalogue import AnyGame, find_game
from engine.errors import EngineError
from engine.games import Game
from engine.hand import Stakes
from engine.mixes import MixedStakes
from engine.rotation import Rotation
from tables import entering, fair, mixed, requests, rules, starts, time_bank, waiting
from tables.errors import IllegalAction, Refused
from tables.locks import bump, lock_table
from tables.models import MAX_SEATS, Hand, Sitting, Table
from tables.play import Play

LIVE = [Hand.State.PLAYING, Hand.State.OVER]
NEXT = ("deal_at", "time_due", "turn", "choosing")  # the fields of a table that `set_next_deal` sets


@dataclass(frozen=True)
class Opening:
    """What a new table is to be. Buy-ins in chips; None takes the house rule's number of big blinds.

    Seats None: nine, or as many as the game has. A mixed table has a rotation, and a level for the games in it that have
    no stakes of their own, instead of a game and stakes. `secret` seals the table's packs; None has the system draw one.
    """

    name: str
    game: str = ""
    stakes: Stakes = Stakes()  # noqa: RUF009  # a frozen value
    rotation: Rotation | None = None
    level: MixedStakes | None = None
    seats: int | None = None
    min_buy_in: int | None = None
    max_buy_in: int | None = None
    action_seconds: int | None = None
    pace: float = 1.0
    pause: float = 4.0
    owner: str = ""
    unit: str = "chips"
    kind: str = Table.Kind.DEALT
    secret: bytes | None = field(default=None, repr=False)


def open_table(opening: Opening, *, by: User | None, now: datetime, source: str = "", key: str = "") -> Table:
    """Open a table. The caller has checked the right to do so.

    With a `key` of the request's own the same request again finds the table it opened. Raises `Refused` for a game that is
    not in the catalogue, stakes or seats that do not fit the game, a largest buy-in below the smallest, or a key that was
    used for another request.
    """
    with transaction.atomic():
        table = draft(opening, now)
        table.request_key = requests.key_of(by, key)
        made = requests.made_by(Table.objects.all(), table.request_key)
        if made is not None:
            requests.check_same(_as_asked(made, opening) == _as_asked(table, opening))
            return made
        table.save()
        if table.kind == Table.Kind.DEALT:
            fair.keep_secret(table, opening.secret)
        audit_log.record("table.opened", by=by, subject=f"table:{table.pk}", after=table.name, source=source, now=now)
    return table


def draft(opening: Opening, now: datetime) -> Table:
    """The table as it would be opened, not yet saved. Raises what `open_table` raises."""
    table = Table(
        kind=opening.kind,
        owner=opening.owner,
        unit=opening.unit,
        pace=opening.pace,
        pause=opening.pause,
        opened_at=now,
    )
    legs, table.seats = _playable(opening, table)
    (game, stakes), *_more = legs
    table.game, table.stakes, table.name = game.key, stakes.as_json(), opening.name.strip() or game.name
    if opening.rotation is not None:
        table.rotation, table.name = (
            opening.rotation.as_json(),
            opening.name.strip() or mixed.name_of(opening.rotation),
        )
        table.level = None if opening.level is None else opening.level.as_json()
    house = rules.of_table(table, game.key)
    bet = max(starts.bet_of(stakes) for _game, stakes in legs)
    table.action_seconds = opening.action_seconds or house.action_seconds
    table.min_buy_in = house.min_buy_in * bet if opening.min_buy_in is None else opening.min_buy_in
    table.max_buy_in = house.max_buy_in * bet if opening.max_buy_in is None else opening.max_buy_in
    if not 0 < table.min_buy_in <= table.max_buy_in:
        message = _("The smallest buy-in must be at least 1 and the largest no less than it.")
        raise Refused("buy_in_range", message, 422, min_buy_in=table.min_buy_in, max_buy_in=table.max_buy_in)
    return table


def _as_asked(table: Table, opening: Opening) -> list[object]:
    """What of a table the request has said itself; a mixed table's game changes as it is played."""
    told = ["kind", "pace", *(["rotation", "level"] if opening.rotation is not None else ["game", "stakes"])]
    told += ["name"] if opening.name.strip() else []
    chosen = ("seats", "min_buy_in", "max_buy_in", "action_seconds")
    return [getattr(table, name) for name in (*told, *(one for one in chosen if getattr(opening, one) is not None))]


def _playable(opening: Opening, table: Table) -> tuple[list[tuple[AnyGame, Stakes]], int]:
    """The games with their stakes, and the seats, if they can be played so by the house's rules.

    The engine is shown a full table of each. In dealer's choice a game that seats fewer is offered to fewer.
    """
    try:
        legs = _legs(opening)
        most = min(MAX_SEATS, (max if _is_choice(opening) else min)(game.max_seats for game, _stakes in legs))
        seats = min(9, most) if opening.seats is None else opening.seats
        if not 2 <= seats <= most:
            message = _("%(game)s is played at 2 to %(most)s seats.")
            name = _(legs[0][0].name) if opening.rotation is None else mixed.name_of(opening.rotation)
            raise Refused("seats_out_of_range", message % {"game": name, "most": most}, 422, seats=seats)
        if opening.rotation is not None:
            opening.rotation.check(seats, opening.level)
    except EngineError as error:
        raise IllegalAction(error) from error
    for game, stakes in legs:
        play, filled = rules.of_play(table, game.key), min(seats, game.max_seats)
        try:
            starts.check_full_table(game, stakes, filled, play)
        except IllegalAction as refusal:
            fewer = refusal.params.get("most")
            if opening.seats is not None or not isinstance(fewer, int) or fewer < 2:
                raise
            starts.check_full_table(game, stakes, fewer, play)
            seats = fewer  # nobody asked for more, and the deck holds no more
    return legs, seats


def _legs(opening: Opening) -> list[tuple[AnyGame, Stakes]]:
    """What the table plays and for what.

    Raises what the engine raises, and `Refused` for a mix by levels, or of rows that would be recorded.
    """
    if opening.rotation is None:
        return [(find_game(opening.game), opening.stakes)]
    if opening.kind == Table.Kind.RECORDED and not opening.owner and _has_rows(opening.rotation):
        message = _(
            "Real cards are entered in mixes of betting games; a mix with Chinese poker is dealt on the screen."
        )
        raise Refused("rows_in_a_mix", message, 422)
    if opening.rotation.change.unit == "level" and not opening.owner:
        message = _("A cash table has no levels: its games change by hands, orbits or minutes.")
        raise Refused("no_levels", message, 422, units=["hands", "orbit", "minutes"])
    return [(find_game(leg.game), leg.stakes_at(opening.level)) for leg in opening.rotation.legs]


def _has_rows(rotation: Rotation) -> bool:
    return any(not isinstance(find_game(leg.game), Game) for leg in rotation.legs)


def _is_choice(opening: Opening) -> bool:
    return opening.rotation is not None and opening.rotation.is_choice


# -- cash -------------------------------------------------------------------------------------------------------------


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
        own_key = f"{player.pk}:{key}"
        made = Sitting.objects.filter(buy_in_key=own_key).select_related("account").first()
        if made is not None:
            if (made.table_id, made.seat) != (table.pk, seat):
                raise Refused("key_reused", _("This Idempotency-Key was used for another request."))
            _buy_in(table, made, player, buy_in)  # the ledger knows the amount that was asked for
            return made
        _check_cash(table)
        people.check_may_play(player, now)
        _check_seat(table, seat, player)
        waiting.check_seat_is_free(table, player)
        _check_buy_in(table, buy_in, 0, taken=_taken_away(table, player, now))
        sitting = _seat(table, seat, player, now)
        sitting.bank_seconds, sitting.bank_hand = _bank_before(table, player)
        sitting.account = ledger.open_account(f"sitting:{sitting.pk}", "stack", table.unit)
        sitting.buy_in_key = own_key
        entering.enter(table, sitting, post=post)
        sitting.save(update_fields=["account", "buy_in_key", "bank_seconds", "bank_hand", *entering.ENTRY])
        _buy_in(table, sitting, player, buy_in)
        waiting.take_seat(table, player)
        _on_record("seat.taken", sitting, now, source, after={"seat": seat, "buy_in": buy_in})
        set_next_deal(table, now)
        bump(table, *NEXT)
        return sitting


def top_up(table_id: int, player: Player, amount: int, *, key: str, now: datetime, source: str = "") -> Sitting:
    """Bring `amount` more chips from the wallet, between hands, up to the largest buy-in.

    The key makes it happen once. Raises `UnknownTable`, `Refused`, and the ledger's `NotEnoughChips` and `KeyReused`.
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        _check_cash(table)
        sitting = _own_sitting(table, player)
        account = _stack_of(sitting)
        ledger_key = f"sitting:{sitting.pk}:top-up:{key}"
        if not ledger.is_posted(ledger_key):
            if _is_in_hand(table, player):
                raise Refused("hand_in_progress", _("Chips may be added between hands only; try again after this one."))
            people.check_may_play(player, now)
            _check_buy_in(table, amount, account.balance)
            told = {"before": account.balance, "after": account.balance + amount}
            _on_record("seat.topped-up", sitting, now, source, **told)
        _move(_wallet(player, table), account, amount, ledger_key, "top-up", sitting, player)
        set_next_deal(table, now)
        bump(table, *NEXT)
        return sitting


def stand_up(table_id: int, player: Player, *, now: datetime, source: str = "") -> Sitting:
    """Leave a cash table with all chips: at once, or, for one who is in the hand, when the hand is settled.

    Until then the hand is checked or folded for the one who left. Harmless if repeated.
    Raises `UnknownTable` and `Refused` (not seated here, not a cash table).
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        _check_cash(table)
        sitting = _own_sitting(table, player)
        _on_record("seat.left", sitting, now, source, before={"seat": sitting.seat})
        if _is_in_hand(table, player):
            sitting.state = Sitting.State.LEAVING
            sitting.save(update_fields=["state"])
            _answer_for_leaver(table, now)
        else:
            let_go(table, sitting, now)
            set_next_deal(table, now)
        bump(table, *NEXT)
        return sitting


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
        sitting = _own_sitting(table, player)
        if sitting.state == Sitting.State.LEAVING:
            raise Refused("leaving", _("You have stood up; you leave when this hand is settled."))
        if state == Sitting.State.ACTIVE:
            people.check_may_play(player, now)
            if table.is_cash:
                entering.come_back(table, sitting, post=post)
        _on_record("seat.presence", sitting, now, source, before=sitting.state, after=state)
        sitting.state = state
        sitting.save(update_fields=["state", *entering.ENTRY])
        set_next_deal(table, now)
        bump(table, *NEXT)
        return sitting


def close_table(table_id: int, *, by: User | None, now: datetime, source: str = "") -> Table:
    """Close a table between hands; at a cash table every chip goes back to its wallet.

    Harmless if repeated. Raises `UnknownTable`, and `Refused` while a hand is in progress.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        if table.status == Table.Status.CLOSED:
            return table
        if _is_hand_in_progress(table):
            raise Refused("hand_in_progress", _("A hand is in progress here; close the table after it."))
        for sitting in _seated(table):
            if table.takes_chips:
                let_go(table, sitting, now)
            else:
                _end(sitting, now)
        waiting.end(table)
        table.status, table.closed_at, table.deal_at = Table.Status.CLOSED, now, None
        audit_log.record("table.closed", by=by, subject=f"table:{table.pk}", source=source, now=now)
        bump(table, "status", "closed_at", *NEXT)
        return table


def size_of(table_id: int) -> int:
    """How many seats a table has."""
    return Table.objects.values_list("seats", flat=True).get(pk=table_id)


def seats_of(player_id: int) -> list[Sitting]:
    """Every seat the player holds now, at cash tables and in tournaments."""
    held = Sitting.objects.filter(player_id=player_id).exclude(state=Sitting.State.LEFT)
    return list(held.select_related("table", "player"))


def barred(player_id: int, *, now: datetime) -> None:
    """Let a player who may no longer play leave every cash table, with all chips; a hand in progress is played out."""
    for sitting in seats_of(player_id):
        if sitting.table.is_cash and sitting.table.status == Table.Status.OPEN:
            stand_up(sitting.table_id, sitting.player, now=now)


def sweep_barred(*, now: datetime) -> int:
    """Let go whoever sits at a cash table and may play no longer, where the word of it was lost; how many there were."""
    stopped = Q(player__suspended_at__isnull=False, player__suspended_until=None)
    stopped |= Q(player__suspended_at__isnull=False, player__suspended_until__gt=now)
    here = Sitting.objects.filter(stopped | Q(player__excluded_until__gt=now), table__owner="")
    here = here.exclude(state__in=[Sitting.State.LEFT, Sitting.State.LEAVING])
    players = sorted(set(here.filter(table__kind=Table.Kind.DEALT).values_list("player_id", flat=True)))
    for number in players:
        barred(number, now=now)
    return len(players)


# -- tournaments ------------------------------------------------------------------------------------------------------


def seat_entry(table: Table, seat: int, player: Player, account_id: int | None, *, now: datetime) -> Sitting:
    """Seat a tournament's player whose stack is that account (None: nobody records it), inside the caller's transaction.

    The caller holds the tournament's lock; the table's is taken here. Raises `UnknownTable` and `Refused` (seat taken
    or not there, seated already).
    """
    locked = lock_table(table.pk)
    _check_seat(locked, seat, player)
    sitting = _seat(locked, seat, player, now, account_id=account_id)
    bump(locked)
    return sitting


def move_sitting(sitting: Sitting, to: Table, seat: int, *, now: datetime) -> Sitting:
    """Move a player, between hands, to a seat of another or the same table; the stack's account goes along untouched.

    Inside the caller's transaction. Both tables are locked by primary key. Raises `Refused` if the player is in a hand
    or the seat is taken or not there.
    """
    tables = {pk: lock_table(pk) for pk in sorted({sitting.table_id, to.pk})}
    origin, target = tables[sitting.table_id], tables[to.pk]
    if _is_in_hand(origin, sitting.player):
        raise Refused("hand_in_progress", _("A player moves between hands only."))
    state = sitting.state
    _end(sitting, now)
    _check_seat(target, seat, sitting.player)
    moved = _seat(target, seat, sitting.player, now, state=state, account_id=sitting.account_id)
    if sitting.owes_big or sitting.owes_small:  # missed blinds go along
        moved.owes_big, moved.owes_small = sitting.owes_big, sitting.owes_small
        moved.save(update_fields=["owes_big", "owes_small"])
    if sitting.bank_seconds is not None:  # and so does what is left of the time bank
        running = rules.of_table(origin, origin.game)
        moved.bank_seconds, moved.bank_hand = time_bank.left(origin, sitting, running), target.next_hand
        moved.save(update_fields=["bank_seconds", "bank_hand"])
    for table in tables.values():
        bump(table)
    return moved


def give_stack(sitting: Sitting, account: Account | None) -> None:
    """From now on this account is the stack in front of the player; None: nobody records it. The caller moves the chips."""
    sitting.account = account
    sitting.save(update_fields=["account"])


def mark_missing(table_id: int, seats: Collection[int]) -> None:
    """Whose next hands at a tournament's table are killed in turn, since they miss them under a penalty (TDA 71): those
    seats', nobody else's. Blinds and antes are posted all the same."""
    here = Sitting.objects.filter(table_id=table_id).exclude(state=Sitting.State.LEFT)
    here.filter(is_missing=True).exclude(seat__in=seats).update(is_missing=False)
    here.filter(is_missing=False, seat__in=seats).update(is_missing=True)


def unseat(sitting: Sitting, *, now: datetime) -> None:
    """Take a tournament's player off the table (knocked out, or removed), inside the caller's transaction.

    The stack's account is the tournament's to settle. Raises `Refused` if the player is in a hand.
    """
    table = lock_table(sitting.table_id)
    if _is_in_hand(table, sitting.player):
        raise Refused("hand_in_progress", _("A player leaves the table between hands only."))
    _end(sitting, now)
    bump(table)


# -- after a hand -----------------------------------------------------------------------------------------------------


def release_leavers(table: Table, now: datetime) -> None:
    """Let those go who stood up during the hand; at a cash table with their chips. The table is locked.

    Then those change seats who wished to and now can.
    """
    for sitting in _seated(table):
        if sitting.state == Sitting.State.LEAVING:
            let_go(table, sitting, now)
    change_seats(table)


def change_seats(table: Table) -> None:
    """Between hands, give free seats to those who want to change, in the order in which they asked."""
    wishes = [
        (one.wants_since, one.wants_seat, one)
        for one in _seated(table)
        if one.wants_since is not None and one.wants_seat is not None
    ]
    for _since, seat, sitting in sorted(wishes, key=lambda wish: wish[0]):
        if seat not in {one.seat for one in _seated(table)}:
            entering.change_seat(table, sitting, seat)


def want_seat(table_id: int, player: Player, seat: int | None, *, now: datetime, source: str = "") -> Sitting:
    """Change to another seat of the cash table: now, or between hands as soon as it is free; None: no more.

    Who asked first, changes first. Whoever goes where the big blind comes later, waits for it (and may then post). Raises
    `UnknownTable`, `Refused` (not seated here, no such seat).
    """
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        _check_cash(table)
        sitting = _own_sitting(table, player)
        if seat is not None and not 1 <= seat <= table.seats:
            message = _("This table has the seats 1 to %(seats)s.") % {"seats": table.seats}
            raise Refused("unknown_seat", message, 422, seat=seat)
        if seat == sitting.seat:
            seat = None
        if sitting.wants_seat != seat:
            _on_record("seat.wanted", sitting, now, source, before=sitting.wants_seat, after=seat)
            sitting.wants_seat, sitting.wants_since = seat, None if seat is None else now
            sitting.save(update_fields=["wants_seat", "wants_since"])
        if not _is_hand_in_progress(table):
            change_seats(table)
            set_next_deal(table, now)
        bump(table, *NEXT)
        return _own_sitting(table, player)


def set_next_deal(table: Table, now: datetime) -> None:
    """Set (not save: `NEXT`) when a cash table deals next: after its pause, if two can play and no hand is in progress.

    In dealer's choice the player whose choice it is, is asked, and the deal waits for the answer. Seats that have become
    free are given to those who wait for them.
    """
    waiting.call(table, now)
    if not table.is_cash or table.status != Table.Status.OPEN or table.is_breaking or _is_hand_in_progress(table):
        table.deal_at = table.choosing = None
        return
    active = [one for one in _seated(table) if one.state == Sitting.State.ACTIVE and not one.is_moving]
    ready = [one for one in active if _stack_of(one).balance > 0]
    if len(ready) < 2:
        table.deal_at = table.choosing = None
        return
    if table.deal_at is None:
        table.deal_at = now + timedelta(seconds=table.pause)
    if table.rotation is not None:
        mixed.put_choice(table, entering.in_the_game(ready), now)


# -- the pieces -------------------------------------------------------------------------------------------------------


def _seated(table: Table) -> list[Sitting]:
    live = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT)
    return list(live.select_related("account", "player").order_by("seat"))


def _own_sitting(table: Table, player: Player) -> Sitting:
    for sitting in _seated(table):
        if sitting.player_id == player.pk:
            return sitting
    raise Refused("not_seated", _("You are not seated at this table."))


def _stack_of(sitting: Sitting) -> Account:
    if sitting.account is None:
        raise Refused("no_stack", _("This seat has no stack of its own."))
    return sitting.account


def _wallet(player: Player, table: Table) -> Account:
    return ledger.open_account(f"player:{player.pk}", "wallet", table.unit)


def _on_record(
    kind: str, sitting: Sitting, now: datetime, source: str, *, before: object = None, after: object = None
) -> None:
    """Put on record what a player decided. `source` is empty where nobody asked: a bar, a computer player, a table's end."""
    if source:
        subject = f"table:{sitting.table_id}"
        by = sitting.player.user
        audit_log.record(kind, by=by, subject=subject, before=before, after=after, source=source, now=now)


def _is_hand_in_progress(table: Table) -> bool:
    return Hand.objects.filter(table=table, state__in=LIVE).exists()


def _is_in_hand(table: Table, player: Player) -> bool:
    return Hand.objects.filter(table=table, state__in=LIVE, seats__player=player).exists()


def _check_cash(table: Table) -> None:
    if not table.takes_chips:
        raise Refused("not_a_cash_table", _("One sits down and leaves by oneself at cash tables only."))
    if table.status != Table.Status.OPEN:
        raise Refused("table_closed", _("This table is closed."))


def _check_seat(table: Table, seat: int, player: Player) -> None:
    seated = _seated(table)
    if any(sitting.player_id == player.pk for sitting in seated):
        raise Refused("seated_already", _("You are seated at this table already."))
    taken = {sitting.seat for sitting in seated}
    free = [number for number in range(1, table.seats + 1) if number not in taken]
    if not 1 <= seat <= table.seats:
        message = _("This table has the seats 1 to %(seats)s.") % {"seats": table.seats}
        raise Refused("unknown_seat", message, 422, seat=seat, free_seats=free)
    if seat in taken:
        raise Refused("seat_taken", _("Seat %(seat)s is taken.") % {"seat": seat}, seat=seat, free_seats=free)


def _taken_away(table: Table, player: Player, now: datetime) -> int:
    """The chips the player has lately taken away from this game: from here, or from another open table of the same game
    and stakes. 0 if none or long ago; what is left at a table that the house has closed was not taken away."""
    minutes = rules.of_table(table, table.game).rat_hole_minutes
    alike = Q(table__game=table.game, table__stakes=table.stakes, table__rotation__isnull=True)
    if table.rotation is not None:
        alike = Q(table__rotation=table.rotation, table__level=table.level)
    same = Q(table=table) | alike & Q(table__owner="", table__unit=table.unit, table__status=Table.Status.OPEN)
    lately = Sitting.objects.filter(same, player=player, left_at__gt=now - timedelta(minutes=minutes))
    last = lately.exclude(left_with=None).order_by("-left_at").first()
    return 0 if last is None else last.left_with or 0


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
            message = _("You took %(least)s chips away from here; come back with no fewer.") % {"least": least}
        else:
            message = _("Bring between %(least)s and %(most)s chips.") % {"least": least, "most": most}
        raise Refused("buy_in_out_of_range", message, 422, amount=amount, least=least, most=most)


def _seat(
    table: Table,
    seat: int,
    player: Player,
    now: datetime,
    *,
    state: str = Sitting.State.ACTIVE,
    account_id: int | None = None,
) -> Sitting:
    return Sitting.objects.create(
        table=table,
        seat=seat,
        player=player,
        account_id=account_id,
        state=state,
        joined_hand=table.next_hand,
        sat_down_at=now,
    )


def _move(
    origin: Account, target: Account, amount: int, key: str, purpose: str, sitting: Sitting, player: Player
) -> None:
    moves = {origin.pk: -amount, target.pk: amount}
    ledger.post(key, moves, purpose=purpose, reference=f"table:{sitting.table_id}", by=player.user)


def _buy_in(table: Table, sitting: Sitting, player: Player, amount: int) -> None:
    key = f"sitting:{sitting.pk}:sit-down"
    _move(_wallet(player, table), _stack_of(sitting), amount, key, "sit-down", sitting, player)


def let_go(table: Table, sitting: Sitting, now: datetime) -> None:
    """Bring every chip of the stack back to the wallet, and free the seat."""
    account = _stack_of(sitting)
    account.refresh_from_db()
    sitting.left_with = account.balance
    if account.balance:
        wallet = _wallet(sitting.player, table)
        _move(account, wallet, account.balance, f"sitting:{sitting.pk}:stand-up", "stand-up", sitting, sitting.player)
    _end(sitting, now)


def _end(sitting: Sitting, now: datetime) -> None:
    sitting.state, sitting.left_at = Sitting.State.LEFT, now
    sitting.save(update_fields=["state", "left_at", "left_with"])


def _answer_for_leaver(table: Table, now: datetime) -> None:
    """The hand does not wait for one who has left: if the leaver is asked, the default is given at once."""
    row = Hand.objects.filter(table=table, is_recorded=False, state=Hand.State.PLAYING).first()
    if row is not None:
        play = Play(table, row, now)
        play.answer_for_absent()
        if play.new:
            play.go_on_at_once()
            play.close()
