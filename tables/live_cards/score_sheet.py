"""Chinese poker with real cards: the floor enters each player's rows, or who is best in each row and the royalties, or just the
points; sees what they come to, and posts the hand.

A posted hand is a hand like any other: its start, one decision a player, and a settlement under the ledger's key
`hand:<id>:settle`. It is played at a table of its own, in its turn of a mix, or in a tournament
(`tables.live_cards.real_card_tables`). A correction reverses it by a linked transfer and calls the hand off; the rows
are entered anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from club.text.messages import in_words
from engine.betting.hand import Decision as Answer
from engine.betting.hand import Deck
from engine.chinese.play.hand_start import FANTASYLAND, ChineseStart, earned_in, plan_of
from engine.chinese.rows.chinese_rules import FANTASYLAND_CARDS
from engine.chinese.scoring.score_lines import labels_of
from engine.errors import EngineError
from engine.games.hand_start import Start
from engine.play.any_game import AnyAsk, AnyHand, AnyResult, begin, parse_for
from tables.cash.next_hand import Prepared
from tables.chinese_hands.chinese_entry import Sheet
from tables.core import locks
from tables.core.errors import IllegalAction, Refused
from tables.hand import misdeals
from tables.live_cards import real_card_tables, taking_back_hands
from tables.models import Decision, Hand, Sitting, Table
from tables.tournament_seats import table_owner
from tables.tournament_seats.table_owner import Holder

SURRENDER = "surrender"
KEPT = (Hand.State.OVER, Hand.State.SETTLED)


def is_kept_for(table: Table) -> bool:
    """True if rows are entered at this table: real cards, a Chinese game, alone or in a mix, and every stack on record."""
    return real_card_tables.takes_rows(table)


def preview(
    table_id: int,
    sheet: Sheet,
    *,
    button: int | None = None,
    game: str = "",
    by: User,
    now: datetime,
    source: str = "",
) -> dict[str, Any]:
    """What the sheet comes to, nothing being written.

    `button` is the seat that has it, by default the next after the last hand's; `game` the answer of whoever chooses it.

    `view` is the engine's, of the rows that can be; `refused` says for the other seats what is wrong, `why` what is wrong with
    the sheet; `result` is None until all is there. `keys` are what may be entered in this game. Raises `UnknownTable`, and
    `Refused` if nothing can be scored here.
    """
    with transaction.atomic():
        with table_owner.holding(table_id, by=by, now=now, source=source) as owner:
            table = Table.objects.filter(pk=table_id).first() or locks.lock_table(table_id)
            check(table)
            real_card_tables.check_free(table)
            sittings = real_card_tables.playing(table)
            dealt = _coming(table, sittings, owner, button, game, now, sheet)
        transaction.set_rollback(True)  # what its owner notes before a hand belongs to one that begins
    start = _start_of(dealt)
    hand, refused = _told(start, sheet.rows or {})
    refused |= {seat: in_words(refusal) for seat, refusal in _strangers(sheet.rows or {}, sittings).items()}
    result, why = hand.result, ""
    if not sheet.is_of_cards:
        try:
            result = sheet.result(start)
        except EngineError as wrong:
            why = in_words(wrong)
            if isinstance(wrong.params.get("seat"), int):
                refused[wrong.params["seat"]], why = why, ""
    return {
        "number": table.next_hand,
        "game": dealt.start.game,
        "stakes": dealt.start.stakes.as_json(),
        "seats": {str(sitting.seat): sitting.player.nickname for sitting in sittings},
        "refused": {str(seat): words for seat, words in refused.items()},
        "why": why,
        "keys": keys_of(start),
        "view": hand.view(None),
        "result": None if result is None else result.as_json(),
    }


def post(
    table_id: int,
    sheet: Sheet,
    *,
    number: int,
    button: int | None = None,
    game: str = "",
    by: User,
    now: datetime,
    source: str = "",
) -> Hand:
    """Keep the sheet as hand `number` of the table; a worker scores it and moves the chips.

    The same sheet for the same number again find the hand that was posted. Raises `UnknownTable`, `Refused` (nothing can
    be scored here, a row is missing, the number is taken, a game that is missing or not to be chosen) and `IllegalAction`
    for rows that cannot be.
    """
    with (
        transaction.atomic(durable=True),
        table_owner.holding(table_id, by=by, now=now, source=source) as owner,
    ):
        table = locks.lock_table(table_id)
        check(table)
        posted = Hand.objects.filter(table=table, number=number).first()
        if posted is not None and posted.state == Hand.State.VOID:
            raise Refused(
                "hand_void",
                _("Hand %(number)s was taken back; its rows are entered anew as hand %(next)s.")
                % {"number": number, "next": table.next_hand},
            )
        if posted is not None:
            if is_same(posted, sheet):
                return posted
            raise Refused(
                "hand_posted", _("Hand %(number)s was posted with other rows; correct it instead.") % {"number": number}
            )
        real_card_tables.check_number(table, number)
        return _post(table, sheet, owner, button, game, by, now, source)


def _post(
    table: Table,
    sheet: Sheet,
    owner: Holder,
    button: int | None,
    game: str,
    by: User,
    now: datetime,
    source: str,
) -> Hand:
    sittings = real_card_tables.playing(table)
    for refusal in _strangers(sheet.rows or {}, sittings).values():
        raise refusal
    before = misdeals.places_of(table)
    dealt = _coming(table, sittings, owner, button, game, now, sheet)
    checked = check_sheet(_start_of(dealt), sheet)
    row = real_card_tables.write(table, dealt, now, expected={"before": before, **checked.expected})
    keep(table, row, checked, by=by, now=now, source=source)
    owner.hear_begun(row)
    audit_log.record("hand.scored", by=by, subject=row.reference, after=entered_in(row), source=source, now=now)
    return row


class Checked(NamedTuple):
    """A sheet that can be: the answers that are its rows, and what is kept of it besides."""

    answers: list[tuple[AnyAsk, Answer]]
    expected: dict[str, Any]
    result: AnyResult


def check_sheet(start: ChineseStart, sheet: Sheet) -> Checked:
    """The sheet, once it is found possible in the hand that begins so. Raises `Refused`, `IllegalAction`."""
    if not sheet.is_of_cards:
        try:
            return Checked([], {"sheet": sheet.as_json()}, sheet.result(start))
        except EngineError as wrong:
            raise IllegalAction(wrong) from wrong
    hand = begin(start, Deck.recorded())
    answers = _answers(hand, sheet.rows or {})
    assert hand.result is not None  # every seat has answered
    return Checked(answers, {}, hand.result)


def keep(table: Table, row: Hand, checked: Checked, *, by: User, now: datetime, source: str) -> None:
    """Write what was entered of the hand, and have it settled."""
    Decision.objects.bulk_create(
        real_card_tables.told(row, at, ask, answer, by, source, now) for at, (ask, answer) in enumerate(checked.answers)
    )
    real_card_tables.finish(table, row, now)


def is_same(row: Hand, sheet: Sheet) -> bool:
    """Whether the hand was posted with this very sheet."""
    if not sheet.is_of_cards:
        return entered_in(row) == sheet.as_json()
    return entered_in(row) == {seat: _canonical(text) for seat, text in (sheet.rows or {}).items() if text.strip()}


def entered_in(row: Hand) -> dict[Any, Any]:
    """What was posted of the hand: its rows by seat, or its sheet."""
    kept: dict[str, Any] | None = (row.expected or {}).get("sheet")
    return _rows_of(row) if kept is None else kept


def correct(hand_id: int, *, by: User, why: str, now: datetime, source: str = "") -> Hand:
    """Take a posted hand back: its chips return by a transfer that names the first, and the hand is void.

    Raises `UnknownHand`; `Refused` for a hand that was not posted here or is taken back already, and what
    `taking_back_hands.step_back` raises.
    """
    table = Table.objects.get(pk=locks.table_of(hand_id))
    row = Hand.objects.get(pk=hand_id)
    if not is_kept_for(table) or not real_card_tables.is_of_rows(row) or row.state not in KEPT:
        raise Refused("not_posted", _("Only a hand whose rows were posted here can be taken back."))
    return taking_back_hands.step_back(hand_id, by=by, why=why, now=now, source=source)


def check(table: Table) -> None:
    """Raises `Refused` where no rows are entered."""
    if not is_kept_for(table) or table.status != Table.Status.OPEN:
        message = _("Rows are entered at open tables of Chinese poker with real cards and counted stacks.")
        raise Refused("no_scores_here", message)


# -- the pieces -------------------------------------------------------------------------------------------------------


def _coming(
    table: Table, sittings: Sequence[Sitting], owner: Holder, button: int | None, game: str, now: datetime, sheet: Sheet
) -> Prepared:
    terms = owner.terms()
    dealt = real_card_tables.coming(table, sittings, terms, button=button, game=game, now=now, is_of_rows=True)
    if not sheet.playing:
        return dealt
    known = earned_in(dealt.start.carried)
    playing = {str(seat): cards for seat, cards in sorted({**known, **sheet.playing}.items()) if cards}
    try:
        start = replace(dealt.start, carried={**dealt.start.carried, FANTASYLAND: playing})
        begin(start, Deck.recorded())
    except EngineError as wrong:
        raise IllegalAction(wrong) from wrong
    return dealt._replace(start=start)


def _start_of(dealt: Prepared) -> ChineseStart:
    assert isinstance(dealt.start, ChineseStart)  # `real_card_tables.coming` lets only hands of rows by
    return dealt.start


def keys_of(start: ChineseStart) -> dict[str, Any]:
    """What may be entered in this game: `royalties` by row (points, and what earns them), `naturals`, `fantasyland` (numbers of
    cards, none where there is none), `jokers` and whether hands `may_surrender`."""
    profile = plan_of(start).profile
    return {
        "royalties": [
            [{"points": points, "labels": [*labels]} for points, labels in labels_of(profile, row).items()]
            for row in range(3)
        ],
        "naturals": [natural.name for _points, natural in profile.naturals],
        "fantasyland": [*FANTASYLAND_CARDS] if profile.has_fantasyland else [],
        "jokers": start.rules.jokers,
        "may_surrender": bool(profile.surrender_points),
    }


def _answers(hand: AnyHand, rows: Mapping[int, str]) -> list[tuple[AnyAsk, Answer]]:
    """Every ask of the hand with its rows, the hand being told them. Raises `Refused`, `IllegalAction`."""
    given: list[tuple[AnyAsk, Answer]] = []
    for ask in hand.asks:
        text = rows.get(ask.seat or 0, "")
        if not text.strip():
            raise Refused("row_missing", _("The rows of seat %(seat)s are missing.") % {"seat": ask.seat}, 422)
        try:
            answer = parse_for(ask, _plain(text))
            hand.answer(ask.number, answer)
        except EngineError as wrong:
            raise IllegalAction(wrong, ask) from wrong
        given.append((ask, answer))
    return given


def _strangers(rows: Mapping[int, str], sittings: Sequence[Sitting]) -> dict[int, Refused]:
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
