"""What a hand comes to: recomputed from its start and decisions, and its chips moved, exactly once.

Called by workers, by sweeps and by commands, any number of times and at once: the table's lock lets one through, the
hand's state turns the others away, and the ledger's key `hand:<id>:settle` stands behind both.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction

from club.ledger import ledger
from engine.errors import EngineError
from engine.play.any_game import AnyHand, AnyResult
from tables.core import locks
from tables.dealing import after_hands, refused_settlements, run_out_pause
from tables.dealing.entered_results import entered_result
from tables.hand import statistics
from tables.hand.hand_in_play import Play
from tables.hand.hand_replay import rebuilt
from tables.hand.statistics import Counted
from tables.jackpots import found_wins, jackpot_rules
from tables.jackpots.jackpot_rules import JackpotRules
from tables.models import Decision, DeckSeed, Hand, HandSeat, Table

log = logging.getLogger(__name__)
TOGETHER = 50  # hands settled in one transaction, whose tables wait for it


def resolve(hand_id: int, *, now: datetime, wait: bool = True) -> bool:
    """Settle a hand that is over; true if this call did it, false if there was nothing to do.

    One transaction: the ledger's batch, the result and the state stand together or not at all.
    Raises `UnknownHand`, `TableBusy` if `wait` is false and somebody else holds the table's lock, and what the ledger
    raises if the chips are not there.
    """
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id, wait=wait)
        return bool(settle({table.pk: table}, [row], now))


def resolve_over(*, now: datetime, most: int = TOGETHER) -> int:
    """Settle hands that are over, wherever nobody works at the table, many in one transaction; returns how many it settled.

    So a worker with many hands before it settles them for a part of what each would cost alone.
    """
    try:
        with transaction.atomic(durable=True):
            return len(settle(*locks.lock_over(most), now))
    except Exception:
        log.exception("hands that are over could not be settled together; trying them one by one")
    return one_by_one([hand for hand, _table in locks.over_first(most)], now=now, wait=False)


def resolve_refused(*, now: datetime, most: int = TOGETHER) -> int:
    """Try those again whose settlement was refused, a transaction each: the books may take them now; how many it settled."""
    refused = Hand.objects.filter(state=Hand.State.OVER, result__isnull=False).order_by("ended_at", "pk")
    return one_by_one(list(refused.values_list("pk", flat=True)[:most]), now=now, wait=False)


def resolve_all(hand_ids: Iterable[int], *, now: datetime) -> int:
    """`resolve` for many hands in one transaction; returns how many it settled.

    If one of them cannot be settled, they are taken one by one, and that one is told to the floor (`refused_settlements`).
    """
    wanted = list(hand_ids)
    try:
        with transaction.atomic(durable=True):
            return len(settle(*locks.lock_hands(wanted), now))
    except Exception:
        log.exception("%s hands could not be settled together; trying them one by one", len(wanted))
    return one_by_one(wanted, now=now, wait=True)


def one_by_one(hand_ids: Iterable[int], *, now: datetime, wait: bool) -> int:
    """`resolve` for many hands, a transaction each; returns how many it settled. What is refused is told to the floor."""
    settled = 0
    for hand_id in hand_ids:
        try:
            settled += resolve(hand_id, now=now, wait=wait)
        except locks.TableBusy:
            continue
        except refused_settlements.PASSING as fault:
            log.warning("hand %s could not be settled now: %s", hand_id, fault)
        except Exception as fault:
            _refuse(hand_id, fault, now)
    return settled


def _refuse(hand_id: int, fault: Exception, now: datetime) -> None:
    try:
        refused_settlements.mark(hand_id, fault, now=now)
    except Exception:  # the next sweep finds it again
        log.exception("that hand %s is refused could not be kept", hand_id)


def play_out(hand_id: int, *, now: datetime) -> bool:
    """Have the computer players decide until a person is asked, whatever the pace; true if the hand was settled.

    A hand they finish is settled in the same transaction; if that is refused, what they decided stands, and the floor is
    told. Harmless run twice or at once. Raises `UnknownHand`.
    """
    try:
        return _play_out(hand_id, now, is_settled_here=True)
    except refused_settlements.PASSING:
        raise
    except Exception:  # in playing, which then raises again, or in settling
        _play_out(hand_id, now, is_settled_here=False)
        return bool(one_by_one([hand_id], now=now, wait=True))


def _play_out(hand_id: int, now: datetime, *, is_settled_here: bool) -> bool:
    with transaction.atomic(durable=True):
        table, row = locks.lock_hand(hand_id)
        if row.state == Hand.State.PLAYING and not row.is_recorded:
            play = Play(table, row, now)
            play.answer_by_computers(whole=True)
            if play.new:
                play.close(settled_here=is_settled_here)
        return is_settled_here and bool(settle({table.pk: table}, [row], now))


@dataclass(frozen=True)
class Settled:
    """A hand's result; by the id of each seat's row its net chips, and what statistics count of it; by account its moves."""

    row: Hand
    result: AnyResult
    nets: dict[int, int]
    counted: dict[int, Counted]
    moves: dict[int, int]
    seats: list[HandSeat]
    hand: AnyHand | None = None  # as it was played; None where a result was entered


def settle(tables: dict[int, Table], rows: Sequence[Hand], now: datetime) -> list[Settled]:
    """`resolve` for a caller who holds the locks of the tables and read the hands after them; those it settled."""
    over = [row for row in rows if row.state == Hand.State.OVER]
    texts: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    answers = Decision.objects.filter(hand__in=over).order_by("hand", "seq").values_list("hand", "ask", "text")
    for hand_id, ask, text in answers:
        texts[hand_id].append((ask, text))
    seats: defaultdict[int, list[HandSeat]] = defaultdict(list)
    for seat in HandSeat.objects.filter(hand__in=over):
        seats[seat.hand_id].append(seat)
    packs = DeckSeed.objects.filter(hand__in=[row.pk for row in over if not row.is_recorded])
    seeds = {hand_id: bytes(seed) for hand_id, seed in packs.values_list("hand_id", "seed")}
    settled = []
    for row in over:
        if (entered := entered_result(row)) is not None:
            settled.append(_settled(row, entered, {}, seats[row.pk]))
            continue
        hand = _played(tables[row.table_id], row, texts[row.pk], seeds.get(row.pk), now)
        if hand is not None and hand.result is not None:
            settled.append(_settled(row, hand.result, statistics.count(hand), seats[row.pk], hand))
            run_out_pause.lengthen(tables[row.table_id], hand, now)
    jackpots = jackpot_rules.in_force() if any(one.result.rake for one in settled) else None
    _post(settled, tables, jackpots)
    _store(settled)
    for one in settled:
        if jackpots is not None and one.hand is not None:
            found_wins.notice(jackpots, tables[one.row.table_id], one.row, one.hand, one.seats, now)
    # Nobody waits at a table of imported hands, however many of them are settled at once; elsewhere it is one hand a table.
    played = [one.row for one in settled if not tables[one.row.table_id].is_of_imports]
    after_hands.after_hands({row.table_id: tables[row.table_id] for row in played}, played, now)
    return settled


def _played(
    table: Table, row: Hand, decisions: Sequence[tuple[int, str]], seed: bytes | None, now: datetime
) -> AnyHand | None:
    """The hand, over; None for an imported one that is no legal hand, which is kept with the reason."""
    hand, is_import = None, row.is_recorded and table.is_of_imports
    try:
        hand = rebuilt(row, decisions, seed=seed)
        told = {"refused": "unfinished", "why": "the record ends before the hand does"}
    except EngineError as error:
        if not is_import:
            raise
        told = refused_settlements.reason_of(error)
    if hand is None or hand.result is None:
        if not is_import:
            raise RuntimeError(f"{row.reference} is marked over, but its decisions leave it open")
        row.state, row.ended_at, row.result = Hand.State.VOID, now, told
        row.save(update_fields=["state", "ended_at", "result"])
    return hand


def _settled(
    row: Hand,
    result: AnyResult,
    counted: Mapping[int, Counted],
    seats: Collection[HandSeat],
    hand: AnyHand | None = None,
) -> Settled:
    """What the hand comes to, seat by seat."""
    moves: dict[int, int] = {}
    nets: dict[int, int] = {}
    told: dict[int, Counted] = {}
    for seat in seats:
        told[seat.pk] = counted.get(seat.seat, statistics.NOTHING)
        nets[seat.pk] = net = result.net.get(seat.seat, 0)
        if net and seat.account_id is not None:
            moves[seat.account_id] = moves.get(seat.account_id, 0) + net
    return Settled(row, result, nets, told, moves, [*seats], hand)


def _post(settled: Sequence[Settled], tables: Mapping[int, Table], jackpots: JackpotRules | None) -> None:
    """Move the chips of each hand between the stacks, and its rake to the house and the jackpots that it feeds: a transfer a
    hand, one statement for all."""
    house: dict[str, int] = {}
    transfers = []
    for one in settled:
        moves, unit = dict(one.moves), tables[one.row.table_id].unit
        if one.result.rake:
            if unit not in house:
                house[unit] = ledger.open_account("house", "rake", unit).pk
            fed = {} if jackpots is None else found_wins.drops(jackpots, tables[one.row.table_id], one.result.rake)
            moves |= found_wins.moves(fed)
            if one.result.rake > sum(fed.values()):
                moves[house[unit]] = one.result.rake - sum(fed.values())
        if moves:
            reference = one.row.reference
            transfers.append(ledger.Posting(f"{reference}:settle", moves, purpose="hand", reference=reference))
    ledger.post_all(transfers)


_STORE = """
WITH hands AS (
    UPDATE tables_hand SET state = %s, result = told.result::jsonb
    FROM unnest(%s::bigint[], %s::text[]) AS told(id, result) WHERE tables_hand.id = told.id
)
UPDATE tables_handseat SET net = told.net, put_in = told.put_in, raised = told.raised, went_on = told.went_on,
    showed_down = told.showed_down, won = told.won
FROM unnest(%s::bigint[], %s::bigint[], %s::bool[], %s::bool[], %s::bool[], %s::bool[], %s::bool[])
    AS told(id, net, put_in, raised, went_on, showed_down, won)
WHERE tables_handseat.id = told.id
"""


def _store(settled: Sequence[Settled]) -> None:
    """Mark the hands settled: one statement however many they are. A result holds no cards."""
    if not settled:
        return
    for one in settled:
        one.row.state, one.row.result = Hand.State.SETTLED, one.result.as_json()
    nets = {seat: net for one in settled for seat, net in one.nets.items()}
    counted = {seat: told for one in settled for seat, told in one.counted.items()}
    with connection.cursor() as cursor:
        cursor.execute(
            _STORE,
            [
                Hand.State.SETTLED.value,
                [one.row.pk for one in settled],
                [json.dumps(one.row.result) for one in settled],
                list(nets),
                list(nets.values()),
                *([getattr(counted[seat], name) for seat in nets] for name in statistics.FIELDS),
            ],
        )
