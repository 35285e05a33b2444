"""Chinese poker with real cards: the floor enters each player's rows, sees what they come to, and posts the hand.

A posted hand is a hand like any other: its start, one decision a player, and a settlement under the ledger's key
`hand:<id>:settle`. A correction reverses that by a linked transfer and calls the hand off; the rows are entered anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from club import audit_log, ledger
from club.models import Transfer, User
from engine import positions
from engine.catalogue import AnyHand, begin, holds_button, parse_for, start_of
from engine.chinese.games import CHINESE_GAMES
from engine.errors import EngineError
from engine.hand import Decision as Answer
from engine.hand import Deck, Positions, Seat, Stakes
from engine.start import Start
from tables import locks, resolve, rules, seating
from tables.engine_words import in_words
from tables.errors import IllegalAction, Refused
from tables.history import carried_to
from tables.models import Decision, Hand, HandSeat, Sitting, Table

SURRENDER = "surrender"


def is_kept_for(table: Table) -> bool:
    """True if hands are scored at this table: real cards, a Chinese game, chips of the club."""
    return table.kind == Table.Kind.RECORDED and table.takes_chips and table.game in CHINESE_GAMES


def foresee(table_id: int, rows: Mapping[int, str], *, button: int | None = None) -> dict[str, Any]:
    """What these rows come to, nothing being written. `rows` are texts by seat: ``Ks Kh 4d / … / …`` or ``surrender``.

    `button` is the seat that has it, by default the next after the last hand's.

    `view` is the engine's, of the rows that can be; `refused` says for the other seats what is wrong; `result` is None
    until every row is there. Raises `UnknownTable`, and `Refused` if nothing can be scored here.
    """
    table = Table.objects.filter(pk=table_id).first() or locks.lock_table(table_id)
    sittings = _playing(table)
    hand, refused = _told(_start(table, sittings, button), rows)
    refused |= {seat: str(refusal.message) for seat, refusal in _strangers(rows, sittings).items()}
    return {
        "number": table.next_hand,
        "seats": {str(sitting.seat): sitting.player.nickname for sitting in sittings},
        "refused": {str(seat): words for seat, words in refused.items()},
        "view": hand.view(None),
        "result": None if hand.result is None else hand.result.as_json(),
    }


def post(
    table_id: int,
    rows: Mapping[int, str],
    *,
    number: int,
    button: int | None = None,
    by: User,
    now: datetime,
    source: str = "",
) -> Hand:
    """Score the rows as hand `number` of the table and move the chips, in one transaction.

    The same rows for the same number again find the hand that was posted. Raises `UnknownTable`, `Refused` (nothing can
    be scored here, a row is missing, the number is taken) and `IllegalAction` for rows that cannot be.
    """
    with transaction.atomic(durable=True):
        table = locks.lock_table(table_id)
        posted = Hand.objects.filter(table=table, number=number).first()
        if posted is not None and posted.state == Hand.State.VOID:
            raise Refused(
                "hand_void",
                _("Hand %(number)s was taken back; its rows are entered anew as hand %(next)s.")
                % {"number": number, "next": table.next_hand},
            )
        if posted is not None:
            if _rows_of(posted) == {seat: _canonical(text) for seat, text in rows.items() if text.strip()}:
                return posted
            raise Refused(
                "hand_posted", _("Hand %(number)s was posted with other rows; correct it instead.") % {"number": number}
            )
        if number != table.next_hand:
            raise Refused("wrong_number", _("The next hand here is number %(next)s.") % {"next": table.next_hand})
        return _post(table, rows, button, by, now, source)


def _post(table: Table, rows: Mapping[int, str], button: int | None, by: User, now: datetime, source: str) -> Hand:
    sittings = _playing(table)
    for refusal in _strangers(rows, sittings).values():
        raise refusal
    start = _start(table, sittings, button)
    hand = begin(start, Deck.recorded())
    rule_set, _play, _table = rules.in_force(table, table.game)
    row = Hand.objects.create(
        table=table,
        number=table.next_hand,
        is_recorded=True,
        start=start.as_json(),
        engine_version=engine.__version__,
        rule_set=rule_set,
        state=Hand.State.OVER,
        started_at=now,
        ended_at=now,
    )
    decisions: list[Decision] = []
    for ask in hand.asks:
        text = rows.get(ask.seat or 0, "")
        if not text.strip():
            raise Refused("row_missing", _("The rows of seat %(seat)s are missing.") % {"seat": ask.seat}, 422)
        try:
            answer = parse_for(ask, _plain(text))
            hand.answer(ask.number, answer)
        except EngineError as wrong:
            raise IllegalAction(wrong, ask) from wrong
        decisions.append(
            Decision(
                hand=row,
                seq=len(decisions),
                ask=ask.number,
                seat=ask.seat,
                text=str(answer),
                source=Decision.Source.STAFF,
                user=by,
                device=source[:200],
                at=now,
            )
        )
    Decision.objects.bulk_create(decisions)
    HandSeat.objects.bulk_create(
        HandSeat(hand=row, seat=sitting.seat, player_id=sitting.player_id, account_id=sitting.account_id)
        for sitting in sittings
    )
    table.button, table.small_blind, table.big_blind = start.positions.button, None, None
    table.next_hand += 1
    resolve.settle({table.pk: table}, [row], now)
    row.refresh_from_db()
    seating.release_leavers(table, now)
    audit_log.record("hand.scored", by=by, subject=row.reference, after=_rows_of(row), source=source, now=now)
    locks.bump(table, "button", "small_blind", "big_blind", "next_hand")
    return row


def correct(hand_id: int, *, by: User, why: str, now: datetime, source: str = "") -> Hand:
    """Take a posted hand back: its chips return by a transfer that names the first, and the hand is void.

    Raises `UnknownHand`; `Refused` without a reason, for a hand that was not posted here or is taken back already, and
    where later hands depend on what it left; and what the ledger raises if the chips are no longer there.
    """
    if not why.strip():
        raise Refused("reason_missing", _("Say why the hand is taken back."), 422)
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id)
        if not is_kept_for(table) or row.state != Hand.State.SETTLED:
            raise Refused("not_posted", _("Only a hand whose rows were posted here can be taken back."))
        if Hand.objects.filter(table=table, number__gt=row.number, state=Hand.State.SETTLED).exists():
            raise Refused("later_hands", _("Take back the later hands first: they were dealt on what this one left."))
        posted = Transfer.objects.filter(key=f"{row.reference}:settle").first()
        if posted is not None:
            ledger.reverse(posted, key=f"{row.reference}:reversed", by=by, why=why, now=now)
        row.state = Hand.State.VOID
        row.save(update_fields=["state"])
        audit_log.record(
            "hand.taken-back", by=by, subject=row.reference, why=why, before=_rows_of(row), source=source, now=now
        )
        locks.bump(table)
        return row


# -- the pieces -------------------------------------------------------------------------------------------------------


def _playing(table: Table) -> list[Sitting]:
    if not is_kept_for(table) or table.status != Table.Status.OPEN:
        raise Refused("no_scores_here", _("Rows are entered at open tables of Chinese poker with real cards."))
    found = Sitting.objects.filter(table=table, state=Sitting.State.ACTIVE).select_related("player", "account")
    sittings = [one for one in found.order_by("seat") if one.account is not None and one.account.balance > 0]
    if len(sittings) < 2:
        raise Refused("too_few_players", _("Two players with chips are needed for a hand."), players=len(sittings))
    return sittings


def _start(table: Table, sittings: list[Sitting], button: int | None) -> Start:
    live = {sitting.seat for sitting in sittings}
    if button is not None and button not in live:
        raise Refused(
            "no_such_button", _("The button is at a seat that plays: %(seats)s.") % {"seats": sorted(live)}, 422
        )
    _rule_set, play, _running = rules.in_force(table, table.game)
    carried = carried_to(table, sittings)
    if button is None:
        button = _next_button(table, live, is_held=holds_button(play, carried, live))
    seats = tuple(Seat(one.seat, one.account.balance) for one in sittings if one.account is not None)
    try:
        return start_of(
            table.game,
            Stakes.from_json(table.stakes),
            seats,
            Positions(button),
            play,
            carried,
        )
    except EngineError as wrong:
        raise IllegalAction(wrong) from wrong


def _next_button(table: Table, live: set[int], *, is_held: bool) -> int:
    """Where the button is unless the floor says otherwise: it moves hand by hand, but not for a hand that is entered
    anew, and not where the house holds it for fantasyland (RULES.md S3.10)."""
    if table.button is None:
        return positions.first(live, table.seats).button
    last = Hand.objects.filter(table=table).order_by("-number").first()
    is_anew = last is not None and last.state == Hand.State.VOID and last.start["positions"][0] == table.button
    if (is_held or is_anew) and table.button in live:
        return table.button
    return positions.advance(Positions(table.button), live, table.seats).button


def _strangers(rows: Mapping[int, str], sittings: list[Sitting]) -> dict[int, Refused]:
    """What is wrong with rows of seats that nobody plays at."""
    live = [sitting.seat for sitting in sittings]
    return {
        seat: Refused(
            "no_such_seat",
            _("Nobody plays at seat %(seat)s; rows are of seats %(seats)s.")
            % {"seat": seat, "seats": ", ".join(map(str, live))},
            422,
        )
        for seat, text in rows.items()
        if text.strip(" /") and seat not in live
    }


def _told(start: Start, rows: Mapping[int, str]) -> tuple[AnyHand, dict[int, str]]:
    """The hand with those rows that can be, and for the others what is wrong."""
    hand = begin(start, Deck.recorded())
    refused: dict[int, str] = {}
    for ask in hand.asks:
        text = rows.get(ask.seat or 0, "")
        if not text.strip(" /"):
            continue
        try:
            hand.answer(ask.number, parse_for(ask, _plain(text)))
        except EngineError as wrong:
            refused[ask.seat or 0] = in_words(wrong)
    return hand, refused


def _plain(text: str) -> str:
    """The rows as the engine stores them: ``set …``, or ``surrender``."""
    said = " ".join(text.split())
    if said.lower() == SURRENDER:
        return SURRENDER
    return said if said.lower().startswith("set ") else f"set {said}"


def _canonical(text: str) -> str:
    """The text as it would be stored; as it is, if it is no rows."""
    try:
        return str(Answer.parse(_plain(text)))
    except EngineError:
        return text


def _rows_of(row: Hand) -> dict[int, str]:
    """The rows that were posted, by seat."""
    return {one.seat or 0: one.text for one in Decision.objects.filter(hand=row).order_by("seq")}
