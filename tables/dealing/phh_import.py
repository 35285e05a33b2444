"""Published hands become recorded hands: stored as a start and decisions like any other, and resolved by the workers.

Their chips are of a unit of their own, so that what others once played for never mixes with the club's. Each hand
brings its own stacks: one account a seat, filled from that unit's cashier with what the record says it began with, so
that the balance after the settlement is the finishing stack.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db import transaction

import engine
from club.base import on_commit_tasks
from club.base.phrases import gettext as _
from club.house import audit_log, house_rules
from club.ledger import ledger
from club.models import Account, RuleSet, User
from engine.deck.shuffle import Deck
from engine.errors import EngineError
from engine.games.hand_start import Start
from engine.messages.records import RecordText
from engine.notation.hand_texts import read
from engine.notation.phh import Record, shown, units
from engine.play.any_game import AnyTranscript, begin, play
from engine.play.phh_replay import Outcome
from tables.core import idempotent_requests
from tables.core.errors import IllegalAction, Refused
from tables.models import MAX_SEATS, Decision, Hand, HandSeat, Table

UNIT = "recorded"
MOST_HANDS = 500  # in a text; `manage.py replay` takes files of any number


@dataclass(frozen=True)
class Imported:
    """A table of recorded hands, which wait to be resolved."""

    table: Table
    hands: list[Hand]


def import_text(text: str, name: str, *, by: User | None, now: datetime, source: str = "", key: str = "") -> Imported:
    """Keep the hands of a text in PHH, Open Hand History or PokerStars text, all or none, and have the workers resolve them.

    With a `key` of the request's own the same text again finds the hands that were kept. Raises `IllegalAction` (422), naming
    the line where it can, for a text that is none, a game that is not in the catalogue, or a hand that cannot have been
    played or does not end; `Refused` for too many hands, or a key that was used for another text.
    """
    records, stories = stories_of(text)
    with transaction.atomic():
        own_key = idempotent_requests.key_of(by, key)
        made = idempotent_requests.made_by(Table.objects.all(), own_key)
        if made is not None:
            kept = list(Hand.objects.filter(table=made).order_by("number"))
            told = json.loads(json.dumps([story.start.as_json() for story in stories]))
            idempotent_requests.check_same([hand.start for hand in kept] == told)
            return Imported(made, kept)
        table = open_record(name, stories[0].start, now=now, request_key=own_key)
        hands = keep(table, list(zip(records, stories, strict=True)), name, now=now)
        audit_log.record("hands.recorded", by=by, subject=f"table:{table.pk}", after=len(hands), source=source, now=now)
        on_commit_tasks.send("tables.tasks.resolve_hands", [row.pk for row in hands])
    return Imported(table, hands)


def stories_of(text: str) -> tuple[Sequence[Record], list[AnyTranscript]]:
    """The hands of a text, played to their ends. Raises `IllegalAction` and `Refused`, as `import_text` does."""
    try:
        records = read(text)
        if len(records) > MOST_HANDS:
            words = _("A file has %(most)s hands at most; this one has %(count)s.")
            raise Refused("too_many_hands", words % {"most": MOST_HANDS, "count": len(records)}, 422, most=MOST_HANDS)
        told = zip(records, units(records), strict=True)
        return records, [_whole(play(record, per), record) for record, per in told]
    except EngineError as error:
        raise IllegalAction(error) from error


class UnfinishedRecord(EngineError):
    """A record that ends before its hand does."""

    code = "unfinished_record"


def _whole(story: AnyTranscript, record: Record) -> AnyTranscript:
    if not story.hand.is_over:
        offers = story.hand.asks[0].offered()
        raise UnfinishedRecord(RecordText.ENDS_EARLY(hand=record.name, offers=offers), hand=record.name)
    return story


def open_record(name: str, start: Start, *, now: datetime, request_key: str | None = None) -> Table:
    """A table that holds recorded hands; nobody sits down at it."""
    return Table.objects.create(
        name=name[-80:],
        kind=Table.Kind.RECORDED,
        game=start.game,
        stakes=start.stakes.as_json(),
        seats=min(MAX_SEATS, max(2, *(seat.number for seat in start.seats))),
        unit=UNIT,
        opened_at=now,
        request_key=request_key,
    )


def keep(table: Table, stories: Sequence[tuple[Record, AnyTranscript]], file: str, *, now: datetime) -> list[Hand]:
    """Store those hands, with stacks in accounts of their own, as over and waiting to be settled.

    The caller's transaction holds it together.
    """
    rule_sets: dict[str, RuleSet] = {}
    hands = Hand.objects.bulk_create(
        Hand(
            table=table,
            number=table.next_hand + at,
            is_recorded=True,
            start=story.start.as_json(),
            engine_version=engine.__version__,
            rule_set=_rule_set(rule_sets, story.start),
            state=Hand.State.OVER,
            started_at=now,
            ended_at=now,
            expected=_expectations(record, story, file),
        )
        for at, (record, story) in enumerate(stories)
    )
    table.next_hand += len(hands)
    table.save(update_fields=["next_hand"])
    told = list(zip(hands, stories, strict=True))
    Decision.objects.bulk_create(
        (decision for row, (_record, story) in told for decision in _decisions(row, story, now)), batch_size=5000
    )
    accounts = _accounts(hands, [story for _record, story in stories])
    HandSeat.objects.bulk_create(
        HandSeat(hand=row, seat=seat.number, name=name[:80], account=accounts[row.pk, seat.number])
        for row, (record, story) in told
        for seat, name in zip(story.start.seats, _names(record, len(story.start.seats)), strict=True)
    )
    for row, (_record, story) in told:
        _fill(row, story.start, accounts)
    return hands


def _rule_set(kept: dict[str, RuleSet], start: Start) -> RuleSet:
    key = repr(start.rules)
    if key not in kept:
        kept[key] = house_rules.keep(start.rules)
    return kept[key]


def _expectations(record: Record, story: AnyTranscript, file: str) -> dict[str, object]:
    finishing = None if story.finishing is None else [str(chips) for chips in story.finishing]
    return {
        "file": file,
        "hand": record.name,
        "variant": str(record.fields["variant"]),
        "scale": story.scale,
        "seats": [seat.number for seat in story.start.seats],
        "finishing_stacks": finishing,  # exact fractions of the smallest unit, as text
    }


def _decisions(row: Hand, story: AnyTranscript, now: datetime) -> Iterable[Decision]:
    hand = begin(story.start, Deck.recorded())
    for seq, (number, decision) in enumerate(story.told):
        ask = next(ask for ask in hand.asks if ask.number == number)
        hand.answer(number, decision)
        yield Decision(
            hand=row,
            seq=seq,
            ask=ask.number,
            seat=ask.seat,
            text=str(decision),
            source=Decision.Source.RECORD,
            at=now,
        )


def _names(record: Record, count: int) -> list[str]:
    names = record.fields.get("players")
    if isinstance(names, list) and len(names) == count:
        return [str(name) for name in names]
    return [""] * count


def _accounts(hands: Sequence[Hand], stories: Sequence[AnyTranscript]) -> dict[tuple[int, int], Account]:
    """An account a seat, opened all at once."""
    owners = {
        f"recorded:{row.pk}:{seat.number}": (row.pk, seat.number)
        for row, story in zip(hands, stories, strict=True)
        for seat in story.start.seats
    }
    return {owners[account.owner]: account for account in ledger.open_accounts(owners, "stack", UNIT)}


def _fill(row: Hand, start: Start, accounts: dict[tuple[int, int], Account]) -> None:
    cashier = ledger.open_account("cashier", "cashier", UNIT)
    moves = {accounts[row.pk, seat.number].pk: seat.stack for seat in start.seats}
    moves[cashier.pk] = -sum(moves.values())
    ledger.post(f"{row.reference}:begin", moves, purpose="record", reference=row.reference)


# -- comparing --------------------------------------------------------------------------------------------------------


def outcomes(table: Table) -> Iterator[Outcome]:
    """What came of each hand of a table, in order: the balances of its stacks beside what the record says.

    A hand that is not settled yet counts as differing.
    """
    held: dict[int, dict[int, int]] = {}
    rows = HandSeat.objects.filter(hand__table=table).values_list("hand_id", "seat", "account__balance")
    for hand_id, seat, balance in rows:
        held.setdefault(hand_id, {})[seat] = balance
    for row in Hand.objects.filter(table=table).order_by("number"):
        yield _outcome(row, held.get(row.pk, {}))


def _outcome(row: Hand, balances: dict[int, int]) -> Outcome:
    told = row.expected or {}
    per = told["scale"]
    file, name, game = told["file"], told["hand"], told["variant"]
    if row.state != Hand.State.SETTLED:
        why = (row.result or {}).get("why", "not settled")
        return Outcome(file, name, game, None, False, why)
    stacks = [balances[seat] for seat in told["seats"]]
    ours = [shown(chips, per) for chips in stacks]
    if told["finishing_stacks"] is None:
        return Outcome(file, name, game, ours, None, "no finishing stacks recorded")
    recorded = [Fraction(text) for text in told["finishing_stacks"]]
    if recorded == stacks:
        return Outcome(file, name, game, ours, True, "")
    theirs = [float(chips / per) if (chips / per).denominator > 1 else int(chips / per) for chips in recorded]
    return Outcome(file, name, game, ours, False, f"recorded {theirs}, in the ledger {ours}")
