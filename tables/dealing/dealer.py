"""The one writer of a hand: deals it, takes the decisions, minds the clock, calls it off.

Every writing begins by locking the Table's row, so that at one table things happen one after another whatever the
number of processes. The uniqueness of (hand, ask) stands behind the lock as a second guard.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

import engine
from club.base import on_commit_tasks
from club.base.phrases import gettext as _
from club.house import audit_log, house_rules
from club.models import Player
from club.text.messages import in_words
from engine.betting.hand import Stakes
from engine.deck.sealed_deck import ALGORITHM
from tables.cash import between_hands, dealers_choice, missed_blinds, mixed_games, next_hand
from tables.core import locks, seeds, table_rules
from tables.core.due_times import is_due
from tables.core.errors import IllegalAction, Refused
from tables.dealing import begun_hands, run_out_pause
from tables.hand import fair_deals
from tables.hand.hand_in_play import Play
from tables.models import DeckSeed, Hand, HandSeat, Sitting, Table
from tables.player_choices import seat_switches

log = logging.getLogger(__name__)
TRY_AGAIN = timedelta(seconds=30)  # a table that cannot deal


def deal(
    table_id: int,
    *,
    now: datetime,
    stakes: Stakes | None = None,
    game: str | None = None,
    seed: bytes | None = None,
    rules_at: datetime | None = None,
    durable: bool = True,
) -> Hand:
    """Deal the table's next hand, by default of the table's own game and stakes.

    `seed` is 32 secret bytes that seal another pack than the one announced; `rules_at`: by the house rules as they stood
    then. With `durable=False` the deal is part of the caller's transaction, which then must take its locks in the order
    tournament, tables, accounts.

    Raises `UnknownTable`, `Refused` if a hand is in progress, fewer than two can play, or the table is closed, and
    `IllegalAction` for a hand that cannot be played.
    """
    with transaction.atomic(durable=durable):
        table = locks.lock_table(table_id)
        return deal_here(table, now=now, stakes=stakes, game=game, seed=seed, rules_at=rules_at)


def deal_for(
    event: mixed_games.Event, table_id: int, *, now: datetime, rules_at: datetime | None = None
) -> Hand | None:
    """Deal the next hand of a tournament's mixed table; None while the player whose choice the game is, is asked.

    Part of the caller's transaction, like `deal` with ``durable=False``. Raises as `deal` does.
    """
    with transaction.atomic():
        table = locks.lock_table(table_id)
        mixed_games.follow(table, event)
        secret = fair_deals.next_pack(table).seed
        if dealers_choice.put_choice(table, dealt_in(table), now, event, secret):
            locks.bump(table, "rotation", "level", "turn", "button_cards", "choosing")
            return None
        if dealers_choice.is_waiting(table, now):
            return None
        return deal_here(table, now=now, rules_at=rules_at, event=event)


def deal_when_due(table_id: int, *, now: datetime, wait: bool = True) -> Hand | None:
    """Deal at a cash table whose pause is over; None if there is nothing to deal, or it cannot be dealt. Harmless at any moment.

    Raises `UnknownTable`; `TableBusy` if `wait` is false and somebody else holds the table's lock.
    """
    with transaction.atomic(durable=True):
        table = locks.lock_table(table_id, wait=wait)
        if table.deal_at is None or not is_due(table.deal_at, now, most=_longest_pause(table)):
            return None
        _leave_at_big_blind(table, now)
        if len(dealt_in(table)) < 2:
            between_hands.set_next_deal(table, now)
            locks.bump(table, *between_hands.NEXT)
            return None
        if table.rotation is not None and dealers_choice.put_choice(
            table, missed_blinds.in_the_game(dealt_in(table)), now
        ):
            locks.bump(table, *between_hands.NEXT)  # the minutes of a chosen game ran out meanwhile
            return None
        try:
            return deal_here(table, now=now)
        except IllegalAction as refusal:
            # House rules may come to ask for what this table cannot deal; they may change again.
            log.warning("table %s cannot deal: %s", table.pk, refusal)
            table.deal_at = now + TRY_AGAIN
            locks.bump(table, "deal_at")
            return None


def _leave_at_big_blind(table: Table, now: datetime) -> None:
    """Have those sit out whom the coming hand would ask for the big blind, and who said that they would rather sit out.

    The blind passes to the next, who may have said so too. Where nobody can say whom it falls on, nobody is sat out.
    """
    while (leaver := _leaving_big_blind(table, dealt_in(table), now)) is not None:
        seat_switches.sit_out_now(leaver)


def _leaving_big_blind(table: Table, seats: Sequence[Sitting], now: datetime) -> Sitting | None:
    """Who of those who leave at the big blind would have to post it in the coming hand."""
    leaving = {one.seat: one for one in seats if one.leaves_at_big_blind}
    if not leaving or len(seats) < 2:
        return None
    try:
        coming = next_hand.prepare(table, seats, now=now, secret=fair_deals.next_pack(table).seed)
    except IllegalAction:
        return None
    return leaving.get(coming.where.big_blind or 0) if coming.has_blinds else None


def deal_here(
    table: Table,
    *,
    now: datetime,
    stakes: Stakes | None = None,
    game: str | None = None,
    seed: bytes | None = None,
    rules_at: datetime | None = None,
    event: mixed_games.Event | None = None,
) -> Hand:
    """`deal` for a caller who holds the table's lock."""
    if table.status != Table.Status.OPEN or table.is_breaking or table.kind != Table.Kind.DEALT:
        raise Refused("table_closed", _("No hand is dealt here: the table is closed, or its hands are recorded."))
    if Hand.objects.filter(table=table, is_recorded=False, state__in=[Hand.State.PLAYING, Hand.State.OVER]).exists():
        raise Refused("hand_in_progress", _("A hand is in progress here; it must be settled before the next one."))
    sittings = dealt_in(table)
    if len(sittings) < 2:
        raise Refused("too_few_players", _("Two players with chips are needed for a hand."), players=len(sittings))
    pack = fair_deals.next_pack(table, seed)
    prepared = next_hand.prepare(
        table, sittings, now=now, secret=pack.seed, game=game, stakes=stakes, rules_at=rules_at, event=event
    )
    hand = Hand.objects.create(
        table=table,
        number=table.next_hand,
        start=prepared.start.as_json(),
        engine_version=engine.__version__,
        rule_set=house_rules.keep(prepared.play, prepared.running),
        commitment=pack.commitment,
        shuffle=ALGORITHM,
        words={sitting.seat: pack.words[sitting.player_id] for sitting in sittings if sitting.player_id in pack.words},
        button_cards=prepared.button_cards(table),
        started_at=now,
    )
    DeckSeed.objects.create(hand=hand, seed=pack.seed)
    HandSeat.objects.bulk_create(
        HandSeat(hand=hand, seat=sitting.seat, player_id=sitting.player_id, account_id=sitting.account_id)
        for sitting in prepared.sittings
    )
    table.next_hand += 1
    begun_hands.keep(table, hand, prepared, now)
    play = Play(table, hand, now)
    play.close()
    if hand.play_at is not None and table.pace == 0:
        on_commit_tasks.send("tables.tasks.play_hand", hand.pk)
    return hand


def why_not_dealt(table: Table, now: datetime) -> str:
    """Why no hand can be dealt to those who sit here, in the reader's language; empty if one can."""
    sittings = dealt_in(table)
    if len(sittings) < 2:
        return ""
    try:
        next_hand.prepare(table, sittings, now=now, secret=seeds.fresh())
    except IllegalAction as refusal:
        return in_words(refusal)
    return ""


def dealt_in(table: Table) -> list[Sitting]:
    """Who may get cards in the next hand, by seat: whoever has chips; at a cash table, only if not sitting out.

    There some of them may still wait for the big blind (`tables.cash.posting_to_come_in`).
    At a tournament table a player who is away is dealt in too, and blinded off.
    """
    states = [Sitting.State.ACTIVE] if table.is_cash else [Sitting.State.ACTIVE, Sitting.State.OUT]
    found = Sitting.objects.filter(table=table, state__in=states, is_moving=False).select_related("account", "player")
    return [sitting for sitting in found.order_by("seat") if next_hand.stack_of(sitting) > 0]


def choose_game(table_id: int, words: str, *, by: Player, now: datetime, device: str = "") -> None:
    """In dealer's choice, take the game that the player chooses for the next hand, such as ``razz fixed``.

    Raises `UnknownTable`, `Refused` for one who is not asked, `IllegalAction` for a game that is not on offer.
    """
    with transaction.atomic(durable=True):
        table = locks.lock_table(table_id)
        before = (table.choosing or {}).get("chosen")
        chosen = dealers_choice.choose(table, by.pk, missed_blinds.in_the_game(dealt_in(table)), words, now)
        if chosen != before:
            audit_log.record(
                "game.chosen",
                by=by.user,
                subject=f"table:{table.pk}",
                before=before,
                after=chosen,
                source=device,
                now=now,
            )
            locks.bump(table, *between_hands.NEXT)


def _longest_pause(table: Table) -> timedelta:
    """How far ahead a deal is set at most."""
    choosing = 0 if table.choosing is None else table_rules.of_table(table, table.game).choice_seconds
    pause = timedelta(seconds=table.pause) + run_out_pause.LONGEST
    return max(pause, TRY_AGAIN) + timedelta(seconds=choosing)
