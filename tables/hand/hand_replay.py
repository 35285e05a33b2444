"""From rows to the engine's hand: the stored start and decisions, replayed; and what one hand leaves to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.betting.hand import Decision as Answer
from engine.betting.pots_and_results.results import Result
from engine.chinese.play.hand_start import ChineseStart
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.deck.shuffle import Deck
from engine.games.hand_start import Start
from engine.play.any_game import AnyHand, AnyResult, replay, stored_start
from tables.hand import fair_deals
from tables.hand.chinese_entry import Sheet
from tables.models import Decision, DeckSeed, Hand, Table


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


def plays_chinese(table: Table) -> bool:
    """True where a Chinese game is played, alone or in a mix."""
    legs = [] if table.rotation is None else table.rotation.get("legs", [])
    return table.game in CHINESE_GAMES or any(leg["game"] in CHINESE_GAMES for leg in legs)
