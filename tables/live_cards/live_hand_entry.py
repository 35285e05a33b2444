"""A betting hand with real cards, entered by the floor as it is played: who acts, for how much, which cards are seen.

The hand is a hand like any other: its start, and one decision for every answer. Hole cards that nobody has seen are dealt
as unknown by themselves, so the floor enters what everybody sees: up-cards, boards, actions, and at the showdown who shows
what; or boards are dealt unseen too, and at the showdown it is said who has won.
When the hand is over a worker settles it, like any hand. Chinese rows are `tables.live_cards.score_sheet`'s.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from club.house import audit_log
from club.models import User
from engine.betting.hand import Decision as Answer
from engine.betting.hand import Hand as Betting
from engine.cards import UNKNOWN
from engine.errors import EngineError
from engine.play.any_game import AnyAsk, AnyHand, parse_for
from tables.core import locks
from tables.core.errors import ClosedAsk, IllegalAction
from tables.hand.hand_replay import rebuilt
from tables.live_cards import real_card_tables
from tables.models import Decision, Hand, Table
from tables.tournament_seats import table_owner


def asked(row: Hand) -> list[dict[str, Any]]:
    """The open asks of the hand as JSON, the dealer's too; none once it is over."""
    return [] if row.state != Hand.State.PLAYING else [ask.as_json() for ask in rebuilt(row).asks]


def begin(
    table_id: int,
    *,
    number: int,
    button: int | None = None,
    game: str = "",
    posting: Collection[int] = (),
    is_unseen: bool = False,
    by: User,
    now: datetime,
    source: str = "",
) -> Hand:
    """Begin hand `number` of the table for those who sit there with chips; `button` is a seat, by default the next one.

    `game` is the answer of whoever chooses the game, such as ``razz fixed``; `posting` are the seats of those who wait for
    the big blind and post instead; `is_unseen`: the board of a bomb pot is not entered.
    The same number again finds the hand that was begun. Raises `UnknownTable`, `Refused` (no betting hands are entered here,
    fewer than two can play, a hand is in progress, a wrong number or button, a game that is missing or not to be chosen) and
    `IllegalAction`.
    """
    with (
        transaction.atomic(durable=True),
        table_owner.holding(table_id, by=by, now=now, source=source) as owner,
    ):
        table = locks.lock_table(table_id)
        real_card_tables.check(table)
        begun = Hand.objects.filter(table=table, number=number).first()
        if begun is not None and begun.state != Hand.State.VOID:
            return begun
        real_card_tables.check_number(table, number)
        sittings = real_card_tables.playing(table)
        dealt = real_card_tables.coming(
            table, sittings, owner.terms(), button=button, game=game, posting=posting, now=now
        )
        row = real_card_tables.write(table, dealt, now)
        owner.hear_begun(row)
        audit_log.record("hand.begun", by=by, subject=row.reference, source=source, now=now)
        go_on(table, row, rebuilt(row), [], by, now, source, is_unseen=is_unseen)
        return row


def enter(
    hand_id: int,
    ask: int,
    text: str,
    *,
    is_unseen: bool = False,
    by: User,
    now: datetime,
    source: str = "",
    ruled: str = "",
) -> Hand:
    """Enter the answer to an ask of the hand: a player's (``raise 600``, ``show As Kd``) or the dealer's (``deal 2c 3d 4h``).

    The same answer to the same ask again is harmless. `is_unseen`: boards that come of it are not entered.
    `ruled` is what the floor ruled by, for the record of decisions.
    Raises `UnknownHand`, `Refused` (not entered here), `ClosedAsk`, and `IllegalAction` with what is legal.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id)
        real_card_tables.check(table)
        earlier = Decision.objects.filter(hand=row, ask=ask).first()
        if earlier is not None:
            if earlier.text == _canonical(text):
                return row
            raise ClosedAsk(ask, [])
        if row.state != Hand.State.PLAYING:
            raise ClosedAsk(ask, [])
        hand = rebuilt(row)
        question = next((one for one in hand.asks if one.number == ask), None)
        if question is None:
            raise ClosedAsk(ask, [one.number for one in hand.asks])
        new: list[Decision] = []
        try:
            _answer(row, hand, question, parse_for(question, text), new, by, now, source)
        except EngineError as wrong:
            raise IllegalAction(wrong, question) from wrong
        if ruled:
            audit_log.record(
                "action.ruled", by=by, subject=row.reference, why=ruled[:300], after=new[0].text, source=source, now=now
            )
        go_on(table, row, hand, new, by, now, source, is_unseen=is_unseen)
        return row


# -- the pieces -------------------------------------------------------------------------------------------------------


def _answer(
    row: Hand, hand: AnyHand, ask: AnyAsk, answer: Answer, new: list[Decision], by: User, now: datetime, source: str
) -> None:
    before = Decision.objects.filter(hand=row).count()
    hand.answer(ask.number, answer)
    new.append(real_card_tables.told(row, before + len(new), ask, answer, by, source, now))


def go_on(
    table: Table,
    row: Hand,
    hand: AnyHand,
    new: list[Decision],
    by: User,
    now: datetime,
    source: str,
    *,
    is_unseen: bool = False,
) -> None:
    """Deal what nobody sees, boards too if `is_unseen`, write the new answers, and have the hand settled if it is over."""
    while isinstance(hand, Betting) and (hand.is_dealt_down or (is_unseen and hand.is_board_due)):
        ask = hand.asks[0]
        _answer(row, hand, ask, Answer("deal", 0, (UNKNOWN,) * ask.lo), new, by, now, source)
    Decision.objects.bulk_create(new)
    if hand.is_over:
        real_card_tables.finish(table, row, now)
    else:
        locks.bump(table)


def is_unseen_deal(text: str) -> bool:
    """True for the text of a decision that dealt cards nobody has seen: it was entered by itself."""
    return text.startswith("deal") and not text.removeprefix("deal").replace(" ", "").replace("?", "")


def _canonical(text: str) -> str:
    """The text as it would be stored; as it is, if it is no decision."""
    try:
        return str(Answer.parse(text))
    except EngineError:
        return text
