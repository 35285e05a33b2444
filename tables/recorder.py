"""A betting hand with real cards, entered by the floor as it is played: who acts, for how much, which cards are seen.

The hand is a hand like any other: its start, and one decision for every answer. Hole cards that nobody has seen are dealt
as unknown by themselves, so the floor enters what everybody sees: up-cards, boards, actions, and at the showdown who shows
what. When the hand is over it is settled in the same transaction. Chinese rows are `tables.scoresheet`'s.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from club import audit_log
from club.models import User
from engine import positions
from engine.cards import UNKNOWN
from engine.catalogue import AnyAsk, AnyHand, find_game, parse_for, start_of
from engine.errors import EngineError
from engine.games import Game
from engine.hand import Ask, Stakes
from engine.hand import Decision as Answer
from engine.hand import Hand as Betting
from engine.start import Positions, Seat, Start
from tables import locks, resolve, rules, seating, starts
from tables.errors import ClosedAsk, IllegalAction, Refused
from tables.history import carried_to, rebuilt
from tables.models import Decision, Hand, HandSeat, Sitting, Table


def is_kept_for(table: Table) -> bool:
    """True if betting hands are entered at this table: real cards, chips of the club, a game with betting."""
    return table.kind == Table.Kind.RECORDED and table.takes_chips and isinstance(find_game(table.game), Game)


def current(table: Table) -> Hand | None:
    """The hand that is being entered at the table, or None."""
    return Hand.objects.filter(table=table, state=Hand.State.PLAYING).order_by("-number").first()


def asked(row: Hand) -> list[dict[str, Any]]:
    """The open asks of the hand as JSON, the dealer's too; none once it is over."""
    return [] if row.state != Hand.State.PLAYING else [ask.as_json() for ask in rebuilt(row).asks]


def begin(table_id: int, *, number: int, button: int | None = None, by: User, now: datetime, source: str = "") -> Hand:
    """Begin hand `number` of the table for those who sit there with chips; `button` is a seat, by default the next one.

    The same number again finds the hand that was begun. Raises `UnknownTable`, `Refused` (no betting hands are entered
    here, fewer than two can play, a hand is in progress, a wrong number or button) and `IllegalAction`.
    """
    with transaction.atomic(durable=True):
        table = locks.lock_table(table_id)
        _check(table)
        begun = Hand.objects.filter(table=table, number=number).first()
        if begun is not None and begun.state != Hand.State.VOID:
            return begun
        if current(table) is not None:
            raise Refused("hand_in_progress", _("A hand is in progress here; it must be settled before the next one."))
        if number != table.next_hand:
            raise Refused("wrong_number", _("The next hand here is number %(next)s.") % {"next": table.next_hand})
        sittings = _playing(table)
        row = _write_start(table, _start(table, sittings, button), sittings, now)
        audit_log.record("hand.begun", by=by, subject=row.reference, source=source, now=now)
        _go_on(table, row, rebuilt(row), [], by, now, source)
        return row


def enter(hand_id: int, ask: int, text: str, *, by: User, now: datetime, source: str = "", ruled: str = "") -> Hand:
    """Enter the answer to an ask of the hand: a player's (``raise 600``, ``show As Kd``) or the dealer's (``deal 2c 3d 4h``).

    The same answer to the same ask again is harmless. `ruled` is what the floor ruled by, for the record of decisions.
    Raises `UnknownHand`, `Refused` (not entered here), `ClosedAsk`, and `IllegalAction` with what is legal.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id)
        _check(table)
        given = Decision.objects.filter(hand=row, ask=ask).first()
        if given is not None:
            if given.text == _canonical(text):
                return row
            raise ClosedAsk(ask, [])
        if row.state != Hand.State.PLAYING:
            raise ClosedAsk(ask, [])
        hand = rebuilt(row)
        asked = next((one for one in hand.asks if one.number == ask), None)
        if asked is None:
            raise ClosedAsk(ask, [one.number for one in hand.asks])
        new: list[Decision] = []
        try:
            _answer(row, hand, asked, parse_for(asked, text), new, by, now, source)
        except EngineError as wrong:
            raise IllegalAction(wrong, asked) from wrong
        if ruled:
            audit_log.record(
                "action.ruled", by=by, subject=row.reference, why=ruled[:300], after=new[0].text, source=source, now=now
            )
        _go_on(table, row, hand, new, by, now, source)
        return row


def step_back(hand_id: int, *, by: User, why: str, now: datetime, source: str = "") -> Hand:
    """Take the last entry of a hand in progress back. What was entered is kept for ever: the hand is called off, and begins
    again under the next number with all of it but the last entry; that hand is returned.

    Raises `UnknownHand`; `Refused` without a reason, and for a hand that is over or has no entry.
    """
    if not why.strip():
        raise Refused("reason_missing", _("Say why the entry is taken back."), 422)
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id)
        _check(table)
        if row.state != Hand.State.PLAYING:
            raise Refused("hand_not_live", _("Only an entry of a hand in progress can be taken back."))
        log = list(Decision.objects.filter(hand=row).order_by("seq"))
        entered = [one.seq for one in log if not _is_unseen_deal(one.text)]
        if not entered:
            raise Refused("nothing_entered", _("Nothing was entered in this hand yet."))
        row.state, row.ended_at = Hand.State.VOID, now
        row.save(update_fields=["state", "ended_at"])
        sittings = {one.player_id: one for one in _seated(table)}
        held = list(HandSeat.objects.filter(hand=row).order_by("seat"))
        again = _write_start(table, row.start, [sittings[one.player_id] for one in held if one.player_id], now)
        kept = [one for one in log if one.seq < entered[-1]]
        Decision.objects.bulk_create(
            Decision(
                hand=again, seq=one.seq, ask=one.ask, seat=one.seat, text=one.text, source=one.source,
                user_id=one.user_id, device=one.device, at=one.at,
            )
            for one in kept
        )  # fmt: skip
        audit_log.record(
            "entry.taken-back", by=by, subject=row.reference, why=why, before=log[entered[-1]].text,
            after=again.reference, source=source, now=now,
        )  # fmt: skip
        _go_on(table, again, rebuilt(again), [], by, now, source)
        return again


# -- the pieces -------------------------------------------------------------------------------------------------------


def _check(table: Table) -> None:
    if not is_kept_for(table) or table.status != Table.Status.OPEN:
        message = _("Hands are entered action by action at open tables of a betting game with real cards.")
        raise Refused("no_hands_entered_here", message)


def _seated(table: Table) -> list[Sitting]:
    found = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT)
    return list(found.select_related("player", "account").order_by("seat"))


def _playing(table: Table) -> list[Sitting]:
    found = [one for one in _seated(table) if one.state == Sitting.State.ACTIVE and starts.stack_of(one) > 0]
    if len(found) < 2:
        raise Refused("too_few_players", _("Two players with chips are needed for a hand."), players=len(found))
    return found


def _start(table: Table, sittings: list[Sitting], button: int | None) -> dict[str, Any]:
    live = {one.seat for one in sittings}
    if button is not None and button not in live:
        message = _("The button is at a seat that plays: %(seats)s.") % {"seats": sorted(live)}
        raise Refused("no_such_button", message, 422)
    game = find_game(table.game)
    _rule_set, play, running = rules.in_force(table, table.game)
    try:
        if button is not None or table.button is None:
            where = positions.first(live, table.seats, button=button)
        else:
            before = Positions(table.button, table.small_blind, table.big_blind)
            where = positions.advance(before, live, table.seats, running.button)
        posting = where if game.has_blinds else Positions(where.button)
        seats = tuple(Seat(one.seat, starts.stack_of(one)) for one in sittings)
        start: Start = start_of(
            table.game, Stakes.from_json(table.stakes), seats, posting, play, carried_to(table, sittings)
        )
    except EngineError as wrong:
        raise IllegalAction(wrong) from wrong
    table.button, table.small_blind, table.big_blind = where
    return start.as_json()


def _write_start(table: Table, start: dict[str, Any], sittings: list[Sitting], now: datetime) -> Hand:
    rule_set, _play, _running = rules.in_force(table, table.game)
    row = Hand.objects.create(
        table=table,
        number=table.next_hand,
        is_recorded=True,
        start=start,
        engine_version=engine.__version__,
        rule_set=rule_set,
        started_at=now,
    )
    HandSeat.objects.bulk_create(
        HandSeat(hand=row, seat=one.seat, player_id=one.player_id, account_id=one.account_id) for one in sittings
    )
    table.next_hand += 1
    table.save(update_fields=["button", "small_blind", "big_blind", "next_hand"])
    return row


def _answer(
    row: Hand, hand: AnyHand, ask: AnyAsk, answer: Answer, new: list[Decision], by: User, now: datetime, source: str
) -> None:
    before = Decision.objects.filter(hand=row).count()
    hand.answer(ask.number, answer)
    new.append(
        Decision(
            hand=row,
            seq=before + len(new),
            ask=ask.number,
            seat=ask.seat,
            text=str(answer),
            source=Decision.Source.STAFF,
            user=by,
            device=source[:200],
            at=now,
        )
    )


def _go_on(table: Table, row: Hand, hand: AnyHand, new: list[Decision], by: User, now: datetime, source: str) -> None:
    """Deal what nobody sees, write the new answers, and settle the hand if it is over."""
    while isinstance(hand, Betting) and (ask := _unseen_deal(hand)) is not None:
        _answer(row, hand, ask, Answer("deal", 0, (UNKNOWN,) * ask.lo), new, by, now, source)
    Decision.objects.bulk_create(new)
    if hand.is_over:
        row.state, row.ended_at = Hand.State.OVER, now
        row.save(update_fields=["state", "ended_at"])
        resolve.settle({table.pk: table}, [row], now)
        seating.release_leavers(table, now)
    locks.bump(table)


def _unseen_deal(hand: Betting) -> Ask | None:
    """The open ask for cards that go face down to a seat, or None."""
    ask = next((one for one in hand.asks if one.kind == "deal" and one.target is not None), None)
    if ask is None:
        return None
    began, at_street = max((at, event.amount) for at, event in enumerate(hand.events) if event.kind == "street")
    street = hand.game.streets[at_street]
    if not street.up:
        return ask
    has_down = any(event.kind == "down" and event.seat == ask.target for event in hand.events[began:])
    return ask if street.down and not has_down else None


def _is_unseen_deal(text: str) -> bool:
    return text.startswith("deal") and not text.removeprefix("deal").replace(" ", "").replace("?", "")


def _canonical(text: str) -> str:
    """The text as it would be stored; as it is, if it is no decision."""
    try:
        return str(Answer.parse(text))
    except EngineError:
        return text
