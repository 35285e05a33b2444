"""Chinese poker with real cards: the floor enters each player's rows, sees what they come to, and posts the hand.

A posted hand is a hand like any other: its start, one decision a player, and a settlement under the ledger's key
`hand:<id>:settle`. It is played at a table of its own, in its turn of a mix, or in a tournament (`tables.live_cards.real_cards`). A
correction reverses it by a linked transfer and calls the hand off; the rows are entered anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from club.house import audit_log
from club.models import User
from club.text.messages import in_words
from engine.betting.hand import Decision as Answer
from engine.betting.hand import Deck
from engine.errors import EngineError
from engine.games.start import Start
from engine.play.catalogue import AnyAsk, AnyHand, begin, parse_for
from tables.cash import table_owner
from tables.cash.starts import Prepared
from tables.cash.table_owner import Holder
from tables.core import locks
from tables.core.errors import IllegalAction, Refused
from tables.hand import misdeals
from tables.live_cards import corrections, real_cards
from tables.models import Decision, Hand, Sitting, Table

SURRENDER = "surrender"
KEPT = (Hand.State.OVER, Hand.State.SETTLED)


def is_kept_for(table: Table) -> bool:
    """True if rows are entered at this table: real cards, a Chinese game, alone or in a mix, and every stack on record."""
    return real_cards.takes_rows(table)


def preview(
    table_id: int,
    rows: Mapping[int, str],
    *,
    button: int | None = None,
    game: str = "",
    by: User,
    now: datetime,
    source: str = "",
) -> dict[str, Any]:
    """What these rows come to, nothing being written. `rows` are texts by seat: ``Ks Kh 4d / … / …`` or ``surrender``.

    `button` is the seat that has it, by default the next after the last hand's; `game` the answer of whoever chooses it.

    `view` is the engine's, of the rows that can be; `refused` says for the other seats what is wrong; `result` is None
    until every row is there. Raises `UnknownTable`, and `Refused` if nothing can be scored here.
    """
    with transaction.atomic():
        with table_owner.holding(table_id, by=by, now=now, source=source) as owner:
            table = Table.objects.filter(pk=table_id).first() or locks.lock_table(table_id)
            check(table)
            real_cards.check_free(table)
            sittings = real_cards.playing(table)
            dealt = _coming(table, sittings, owner, button, game, now)
        transaction.set_rollback(True)  # what its owner notes before a hand belongs to one that begins
    hand, refused = _told(dealt.start, rows)
    refused |= {seat: in_words(refusal) for seat, refusal in _strangers(rows, sittings).items()}
    return {
        "number": table.next_hand,
        "game": dealt.start.game,
        "stakes": dealt.start.stakes.as_json(),
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
    game: str = "",
    by: User,
    now: datetime,
    source: str = "",
) -> Hand:
    """Keep the rows as hand `number` of the table; a worker scores them and moves the chips.

    The same rows for the same number again find the hand that was posted. Raises `UnknownTable`, `Refused` (nothing can
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
            if _rows_of(posted) == {seat: _canonical(text) for seat, text in rows.items() if text.strip()}:
                return posted
            raise Refused(
                "hand_posted", _("Hand %(number)s was posted with other rows; correct it instead.") % {"number": number}
            )
        real_cards.check_number(table, number)
        return _post(table, rows, owner, button, game, by, now, source)


def _post(
    table: Table,
    rows: Mapping[int, str],
    owner: Holder,
    button: int | None,
    game: str,
    by: User,
    now: datetime,
    source: str,
) -> Hand:
    sittings = real_cards.playing(table)
    for refusal in _strangers(rows, sittings).values():
        raise refusal
    before = misdeals.places_of(table)
    dealt = _coming(table, sittings, owner, button, game, now)
    given = _answers(begin(dealt.start, Deck.recorded()), rows)
    row = real_cards.write(table, dealt, now, expected={"before": before})
    Decision.objects.bulk_create(
        real_cards.told(row, at, ask, answer, by, source, now) for at, (ask, answer) in enumerate(given)
    )
    owner.hear_begun(row)
    audit_log.record("hand.scored", by=by, subject=row.reference, after=_rows_of(row), source=source, now=now)
    real_cards.finish(table, row, now)
    return row


def correct(hand_id: int, *, by: User, why: str, now: datetime, source: str = "") -> Hand:
    """Take a posted hand back: its chips return by a transfer that names the first, and the hand is void.

    Raises `UnknownHand`; `Refused` for a hand that was not posted here or is taken back already, and what
    `corrections.step_back` raises.
    """
    table = Table.objects.get(pk=locks.table_of(hand_id))
    row = Hand.objects.get(pk=hand_id)
    if not is_kept_for(table) or not real_cards.is_of_rows(row) or row.state not in KEPT:
        raise Refused("not_posted", _("Only a hand whose rows were posted here can be taken back."))
    return corrections.step_back(hand_id, by=by, why=why, now=now, source=source)


def check(table: Table) -> None:
    """Raises `Refused` where no rows are entered."""
    if not is_kept_for(table) or table.status != Table.Status.OPEN:
        message = _("Rows are entered at open tables of Chinese poker with real cards and counted stacks.")
        raise Refused("no_scores_here", message)


# -- the pieces -------------------------------------------------------------------------------------------------------


def _coming(
    table: Table, sittings: Sequence[Sitting], owner: Holder, button: int | None, game: str, now: datetime
) -> Prepared:
    terms = owner.terms()
    return real_cards.coming(table, sittings, terms, button=button, game=game, now=now, is_of_rows=True)


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
