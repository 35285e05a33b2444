"""The one writer of a hand: deals it, takes the decisions, minds the clock, calls it off.

Every writing begins by locking the Table's row, so that at one table things happen one after another whatever the
number of processes. The uniqueness of (hand, ask) stands behind the lock as a second guard.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

import engine
from club.base import on_commit_tasks
from club.base.phrases import gettext as _
from club.house import audit_log, house_rules
from club.models import Player, User
from club.text.messages import in_words
from engine.betting.hand import Stakes
from engine.deck.sealed_deck import ALGORITHM
from engine.errors import EngineError
from engine.play.any_game import parse_for
from tables.cash import missed_blinds, mixed_games, next_hand, seating, time_charge
from tables.core import locks, seeds, table_rules
from tables.core.due_times import is_due, is_too_far
from tables.core.errors import ClosedAsk, IllegalAction, NotInThisHand, NotYourTurn, Refused
from tables.core.signals import hand_resolved
from tables.dealing import begun_hands, next_deal_times
from tables.hand import fair_deals, misdeals, presence
from tables.hand.hand_in_play import Play, visit
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, DeckSeed, Hand, HandSeat, Sitting, Table
from tables.player_choices import seat_switches

log = logging.getLogger(__name__)
TRY_AGAIN = timedelta(seconds=30)  # a table that cannot deal

# -- dealing ----------------------------------------------------------------------------------------------------------


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
        if mixed_games.put_choice(table, dealt_in(table), now, event, secret):
            locks.bump(table, "rotation", "level", "turn", "button_cards", "choosing")
            return None
        if mixed_games.is_waiting(table, now):
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
            seating.set_next_deal(table, now)
            locks.bump(table, *seating.NEXT)
            return None
        if table.rotation is not None and mixed_games.put_choice(
            table, missed_blinds.in_the_game(dealt_in(table)), now
        ):
            locks.bump(table, *seating.NEXT)  # the minutes of a chosen game ran out meanwhile
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
    dealt = next_hand.prepare(
        table, sittings, now=now, secret=pack.seed, game=game, stakes=stakes, rules_at=rules_at, event=event
    )
    row = Hand.objects.create(
        table=table,
        number=table.next_hand,
        start=dealt.start.as_json(),
        engine_version=engine.__version__,
        rule_set=house_rules.keep(dealt.play, dealt.running),
        commitment=pack.commitment,
        shuffle=ALGORITHM,
        words={sitting.seat: pack.words[sitting.player_id] for sitting in sittings if sitting.player_id in pack.words},
        button_cards=dealt.button_cards(table),
        started_at=now,
    )
    DeckSeed.objects.create(hand=row, seed=pack.seed)
    HandSeat.objects.bulk_create(
        HandSeat(hand=row, seat=sitting.seat, player_id=sitting.player_id, account_id=sitting.account_id)
        for sitting in dealt.sittings
    )
    table.next_hand += 1
    begun_hands.keep(table, row, dealt, now)
    play = Play(table, row, now)
    play.close()
    if row.play_at is not None and table.pace == 0:
        on_commit_tasks.send("tables.tasks.play_hand", row.pk)
    return row


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

    There some of them may still wait for the big blind (`tables.cash.blinds_owed`).
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
        chosen = mixed_games.choose(table, by.pk, missed_blinds.in_the_game(dealt_in(table)), words, now)
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
            locks.bump(table, *seating.NEXT)


# -- decisions --------------------------------------------------------------------------------------------------------


def decide(
    table_id: int, hand_id: int, ask: int, text: str, *, by: Player, now: datetime, device: str = ""
) -> Decision:
    """`answer`, for callers who want the decision alone."""
    return answer(table_id, hand_id, ask, text, by=by, now=now, device=device)[0]


def answer(
    table_id: int, hand_id: int, ask: int, text: str, *, by: Player, now: datetime, device: str = ""
) -> tuple[Decision, Play]:
    """Answer an ask of a hand with the player's decision, such as ``raise 600``; its row, and the hand as it was left.

    The same answer to the same ask again is answered by the same row. An overdue clock is settled first, and that
    stays written even if the decision then comes too late.

    Raises `UnknownTable`, `UnknownHand`, `NotInThisHand`, `NotYourTurn`, `ClosedAsk` (answered otherwise, or no longer
    open) and `IllegalAction` with what is legal.
    """
    try:
        with transaction.atomic(durable=True):
            play = visit(table_id, hand_id, now)
            outcome = _decide(play, ask, text, by, device)
    except IntegrityError:  # the second guard: somebody else's answer to this ask was written first
        raise ClosedAsk(ask, []) from None
    if isinstance(outcome, ClosedAsk):  # raised only here, so that what the clock decided is kept
        raise outcome
    return outcome, play


def _decide(play: Play, ask_number: int, text: str, by: Player, device: str) -> Decision | ClosedAsk:
    row, now = play.row, play.now
    if any(number == ask_number for number, _text in play.log):
        given = Decision.objects.get(hand=row, ask=ask_number)
        return given if _is_the_same(row, given, text, by) else ClosedAsk(ask_number, [])
    seat = play.seat_of(by)
    if seat is None:
        raise NotInThisHand
    if row.deadline is not None and row.deadline <= now:
        play.answer_by_clock()
        presence.sit_out_late(play.table, row, play.new)
        play.look_again()
    ask = play.open_ask(ask_number)
    if play.new and (ask is None or ask.seat != seat):
        play.close()
        return ClosedAsk(ask_number, [ask.number for ask in play.hand.asks if ask.seat == seat])
    if ask is None:
        raise ClosedAsk(ask_number, [ask.number for ask in play.hand.asks if ask.seat == seat])
    if ask.seat != seat:
        raise NotYourTurn(ask_number, seat, [ask.seat for ask in play.hand.asks if ask.seat is not None])
    try:
        play.answer(ask, parse_for(ask, text), Decision.Source.PLAYER, player=by, device=device)
    except EngineError as error:
        raise IllegalAction(error, ask) from error
    decided = play.new[-1]
    play.go_on_at_once()
    play.close()
    return decided


def _is_the_same(row: Hand, given: Decision, text: str, by: Player) -> bool:
    """True if this player gave this very answer before, in these or other words (``check`` is ``call``)."""
    if given.source != Decision.Source.PLAYER or given.user_id != by.user_id:
        return False
    earlier = Decision.objects.filter(hand=row, seq__lt=given.seq).order_by("seq")
    before = rebuilt(row, earlier.values_list("ask", "text"))
    ask = next(ask for ask in before.asks if ask.number == given.ask)
    try:
        return str(parse_for(ask, text)) == given.text
    except EngineError:
        return False


# -- what happens by itself -------------------------------------------------------------------------------------------


def play_on(hand_id: int, *, now: datetime, wait: bool = True) -> bool:
    """Have the computer players who have thought long enough decide; true if any did.

    At a table of pace 0 they go on until a person is asked or the hand is over. Harmless at any moment.
    Raises `UnknownHand`; `TableBusy` if `wait` is false and somebody else holds the table's lock.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id, wait=wait)
        if row.state != Hand.State.PLAYING or row.play_at is None:
            return False
        if not is_due(row.play_at, now, most=timedelta(seconds=table.pace)):
            return False
        play = Play(table, row, now)
        play.answer_by_computers(whole=table.pace == 0)
        if play.new:
            play.close()
        return bool(play.new)


def time_out(hand_id: int, *, now: datetime, wait: bool = True) -> bool:
    """Give the asks whose clock has run out their defaults; true if it had. Harmless at any moment.

    Clocks that would run longer than any can (the machine's own was wrong when they were set) begin anew.
    At a cash table whoever let the clock decide sits out from the next hand (a house rule).
    Raises `UnknownHand`; `TableBusy` if `wait` is false and somebody else holds the table's lock.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id, wait=wait)
        if row.state != Hand.State.PLAYING or row.deadline is None:
            return False
        if row.deadline > now:
            if not is_too_far(row.deadline, now, most=_longest_clock(table, row)):
                return False
            play = Play(table, row, now)
            play.begin_clocks_anew()
            play.close()
            return True
        play = Play(table, row, now)
        play.answer_by_clock()
        presence.sit_out_late(table, row, play.new)
        play.look_again()
        if table.pace == 0:
            play.answer_by_computers(whole=True)
        play.close()
        return True


def _longest_pause(table: Table) -> timedelta:
    """How far ahead a deal is set at most."""
    choosing = 0 if table.choosing is None else table_rules.of_table(table, table.game).choice_seconds
    return max(timedelta(seconds=table.pause), TRY_AGAIN) + timedelta(seconds=choosing)


def _longest_clock(table: Table, row: Hand) -> timedelta:
    """How long a player has for a decision at most, with the whole time bank and a grace."""
    running = table_rules.of_table(table, row.start["game"])
    return timedelta(seconds=table.action_seconds + running.time_bank + running.grace_seconds)


def void(hand_id: int, *, by: User | None, why: str, now: datetime, source: str = "", is_misdeal: bool = False) -> None:
    """Call the hand off: nobody wins or loses a chip, and what was posted to come in is owed again. Only until it is
    settled, since chips move then. The next hand is dealt from the same button and blinds, and of the same game
    (`tables.hand.misdeals`). A misdeal is no longer possible after substantial action (TDA 36); calling a hand off is.

    Raises `UnknownHand`; `Refused` if the hand is settled or void already, no reason is given, or play has gone on too
    far for a misdeal.
    """
    if not why.strip():
        raise Refused("reason_missing", _("Say why the hand is called off."), 422)
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id)
        if not row.is_live:
            raise Refused("hand_not_live", _("Only a hand that is not settled yet can be called off."))
        if is_misdeal:
            misdeals.check(row)
        _void(table, row, "hand.misdealt" if is_misdeal else "hand.voided", by, why, now, source)


def void_live(hand_ids: Iterable[int], *, by: User | None, why: str, now: datetime, source: str = "") -> None:
    """Call off those of the hands that are not settled yet, inside the caller's transaction. Unknown ids are left out."""
    tables, hands = locks.lock_hands(hand_ids)
    for row in hands:
        if row.is_live:
            _void(tables[row.table_id], row, "hand.voided", by, why, now, source)


def _void(table: Table, row: Hand, kind: str, by: User | None, why: str, now: datetime, source: str) -> None:
    before, row.state = row.state, Hand.State.VOID
    row.ended_at, row.deadline, row.play_at, row.later = now, None, None, {}
    row.save(update_fields=["state", "ended_at", "deadline", "later", "play_at"])
    audit_log.record(
        kind, by=by, subject=row.reference, why=why, before=before, after=row.state, source=source, now=now
    )
    misdeals.restore(table, row)
    after_hand(table, row, now)


def after_hand(table: Table, row: Hand, now: datetime) -> None:
    """What follows a hand that was settled or called off: leavers leave, the next deal is set, listeners hear of it.

    The caller holds the table's lock.
    """
    time_charge.collect(table, now)
    seating.release_leavers(table, now)
    seat_switches.top_up_seats(table, now)
    seating.set_next_deal(table, now)
    locks.bump(table, *seating.NEXT)
    tell_of_hand(table, row)


def after_hands(tables: Mapping[int, Table], rows: Sequence[Hand], now: datetime) -> None:
    """`after_hand` for hands at many locked tables, by id: few statements where nothing but the next deal follows."""
    quiet = next_deal_times.set_deals(tables.values(), now)
    for row in rows:
        if row.table_id in quiet:
            tell_of_hand(tables[row.table_id], row)
        else:
            after_hand(tables[row.table_id], row, now)


def tell_of_hand(table: Table, row: Hand) -> None:
    """Have listeners hear, after the commit, of a hand that was settled or called off."""
    hand_id, owner = row.pk, table.owner
    transaction.on_commit(lambda: hand_resolved.send(sender=Hand, hand_id=hand_id, owner=owner), robust=True)


def hands_in_play(table_ids: Sequence[int]) -> dict[int, int]:
    """The live hand of each of those tables that has one: table id to hand id."""
    found = Hand.objects.filter(table__in=table_ids, is_recorded=False, state__in=[Hand.State.PLAYING, Hand.State.OVER])
    return dict(found.values_list("table_id", "id"))
