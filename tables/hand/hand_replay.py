"""From rows to the engine's hand: the stored start and decisions, replayed; and what one hand leaves to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Max, Q

from engine.betting.hand import Decision as Answer
from engine.betting.results import Result
from engine.chinese.play.hand_start import FANTASYLAND, ChineseStart
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.deck.shuffle import Deck
from engine.games.hand_start import Start
from engine.play.any_game import AnyHand, AnyResult, carried_on, replay, stored_start
from tables.hand import fair_deals
from tables.hand.chinese_entry import Sheet
from tables.models import Decision, DeckSeed, Hand, HandSeat, Sitting, Table


def deck_of(row: Hand, start: Start, seed: bytes | None = None) -> Deck:
    """The deck a hand was, or is being, dealt from; `seed` for a caller who has read it."""
    if row.is_recorded:
        return Deck.recorded()
    if seed is None:
        seed = bytes(DeckSeed.objects.values_list("seed", flat=True).get(pk=row.pk))
    return fair_deals.deck_of(row, start, seed)


def rebuilt(row: Hand, decisions: Iterable[tuple[int, str]] | None = None, *, seed: bytes | None = None) -> AnyHand:
    """The hand after decisions, each the number of its ask and its text; by default all that are stored.

    `seed` is the secret of its pack, for a caller who has read it.

    Replaying takes a fraction of a millisecond, less than the statement that reads the decisions, so nothing is kept
    between requests. Raises `engine.errors.EngineError` if the rows do not make a hand.
    """
    if decisions is None:
        decisions = Decision.objects.filter(hand=row).order_by("seq").values_list("ask", "text")
    start = stored_start(row.start)
    return replay(start, deck_of(row, start, seed), [(ask, Answer.parse(text)) for ask, text in decisions])


def told_result(row: Hand) -> AnyResult | None:
    """What a hand comes to of which only the result was entered, or a score sheet without cards; None for any other."""
    if not row.is_result_only:
        return None
    told: dict[str, Any] = row.expected or {}
    if "sheet" in told:
        start = stored_start(row.start)
        assert isinstance(start, ChineseStart)
        return Sheet.from_json(told["sheet"]).result(start)
    return Result({int(seat): chips for seat, chips in told["net"].items()}, told["rake"], ())


def as_told(row: Hand, view: dict[str, Any]) -> dict[str, Any]:
    """The engine's view of how such a hand began, as one of a hand that is over: what it came to, and nothing else."""
    told = told_result(row)
    assert told is not None
    result = row.result if row.state == Hand.State.SETTLED else None
    began = {seat: stack for seat, stack, *_posts in row.start["seats"]}
    nothing: dict[str, Any] = {"boards": [], "pots": [], "to_act": [], "asks": [], "events": []}
    seats = [
        place
        | {"stack": began[place["seat"]] + told.net[place["seat"]], "bet": 0, "all_in": False, "cards": [], "up": []}
        for place in view["seats"]
    ]
    return view | nothing | {"street": 0, "over": True, "pot": 0, "seats": seats, "result": result}


class _Left:
    """What a settled hand left, as its result was stored."""

    def __init__(self, result: Mapping[str, Any]) -> None:
        self.carried: Mapping[str, Any] = result.get("carried", {})


def carried_to(table: Table, sittings: Iterable[Sitting]) -> dict[str, Any]:
    """What the table's last settled hand leaves to the next: a kill, fantasyland (RULES.md S3.10).

    It belongs to the players, not to their seats: what a player who has gone had earned is not given to whoever sits
    there now. A player who is away for a hand keeps it, one who changes seats takes it along; in a tournament also from
    table to table, as long as the stack is the same.
    """
    here = list(sittings)
    left = _left_here(table, here)
    return _with_brought(table, here, left) if table.owner and plays_chinese(table) else left


def plays_chinese(table: Table) -> bool:
    """True where a Chinese game is played, alone or in a mix."""
    legs = [] if table.rotation is None else table.rotation.get("legs", [])
    return table.game in CHINESE_GAMES or any(leg["game"] in CHINESE_GAMES for leg in legs)


def in_fantasyland(tables: Iterable[Table]) -> dict[int, frozenset[int]]:
    """The seats at each of those tables, by its id, whose next hand is played in fantasyland; tables without any are left out."""
    rows = {table.pk: table for table in tables if plays_chinese(table)}
    seated: dict[int, list[Sitting]] = {}
    for sitting in Sitting.objects.filter(table__in=rows).exclude(state=Sitting.State.LEFT):
        seated.setdefault(sitting.table_id, []).append(sitting)
    found = {}
    for pk, here in seated.items():
        earned = carried_to(rows[pk], here).get(FANTASYLAND, {})
        if seats := frozenset(sitting.seat for sitting in here if str(sitting.seat) in earned):
            found[pk] = seats
    return found


def _with_brought(table: Table, sittings: Sequence[Sitting], left: dict[str, Any]) -> dict[str, Any]:
    """With the fantasyland that those have earned who came from other tables and have not played here since.

    What a player's own last hand says is still so: whoever misses a hand keeps it.
    """
    dealt = HandSeat.objects.filter(hand__table=table, hand__state=Hand.State.SETTLED).values_list("player")
    latest = dict(dealt.annotate(Max("hand__number")))
    came = {one.account_id: one.seat for one in sittings if latest.get(one.player_id, 0) < one.joined_hand}
    if not came:
        return left
    own = HandSeat.objects.filter(account__in=came, hand__table__owner=table.owner, hand__state=Hand.State.SETTLED)
    earned = {seat: cards for seat, cards in left.get(FANTASYLAND, {}).items() if int(seat) not in came.values()}
    for played in own.select_related("hand").order_by("account", "-hand__pk").distinct("account"):
        carried = carried_on(stored_start(played.hand.start), _Left(played.hand.result or {})).get(FANTASYLAND, {})
        if str(played.seat) in carried:
            earned[str(came[played.account_id])] = carried[str(played.seat)]
    rest = {key: value for key, value in left.items() if key != FANTASYLAND}
    return {**rest, FANTASYLAND: earned} if earned else rest


def _last_settled(table: Table) -> Hand | None:
    # What was entered instead of an earlier hand leaves nothing to the next: hands were played since.
    settled = Hand.objects.filter(Q(expected__isnull=True) | ~Q(expected__has_key="since"), state=Hand.State.SETTLED)
    return settled.filter(table=table).order_by("-number").first()


def winner_of_last(table: Table) -> int | None:
    """The seat that won the most chips in the table's last settled hand, of several the first left of its button; None if
    there was no hand."""
    last = _last_settled(table)
    if last is None or not last.result:
        return None
    net = {int(seat): chips for seat, chips in last.result["net"].items()}
    button = last.start["positions"][0]
    return min(net, key=lambda seat: (-net[seat], seat <= button, seat))


def _left_here(table: Table, sittings: Sequence[Sitting]) -> dict[str, Any]:
    last = _last_settled(table)
    if last is None or last.result is None:
        return {}
    carried = carried_on(stored_start(last.start), _Left(last.result))
    if not carried:
        return {}
    held = dict(
        HandSeat.objects.filter(hand__table=table)
        .order_by("seat", "-hand__number")
        .distinct("seat")
        .values_list("seat", "player")
    )
    seats = {sitting.player_id: sitting.seat for sitting in sittings}
    taken = {seat: player for player, seat in seats.items()}

    def seat_now(seat: int) -> int | None:
        """Where the player of that seat sits now; None for one who has gone."""
        player = held.get(seat)
        if player is not None and player in seats:
            return seats[player]
        return None if seat in taken else seat

    kept: dict[str, Any] = {}
    for key, value in carried.items():
        if isinstance(value, Mapping):
            found = {seat_now(int(seat)): earned for seat, earned in value.items()}
            kept[key] = {str(seat): earned for seat, earned in found.items() if seat is not None}
        else:
            kept[key] = seat_now(value)
    return {key: value for key, value in kept.items() if value}
