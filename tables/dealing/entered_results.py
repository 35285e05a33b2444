"""Hands of which only the result was entered (who won and lost what, or a score sheet without cards): read, and shown."""

from __future__ import annotations

from typing import Any

from engine.betting.pots_and_results.results import Result
from engine.chinese.play.hand_start import ChineseStart
from engine.play.any_game import AnyResult, stored_start
from tables.chinese_hands.chinese_entry import Sheet
from tables.models import Hand


def entered_result(row: Hand) -> AnyResult | None:
    """What a hand comes to of which only the result was entered, or a score sheet without cards; None for any other."""
    if not row.is_result_only:
        return None
    told: dict[str, Any] = row.expected or {}
    if "sheet" in told:
        start = stored_start(row.start)
        assert isinstance(start, ChineseStart)
        return Sheet.from_json(told["sheet"]).result(start)
    return Result({int(seat): chips for seat, chips in told["net"].items()}, told["rake"], ())


def view_of_entered(row: Hand, view: dict[str, Any]) -> dict[str, Any]:
    """The engine's view of how such a hand began, as one of a hand that is over: what it came to, and nothing else."""
    told = entered_result(row)
    assert told is not None
    result = row.result if row.state == Hand.State.SETTLED else None
    began = {seat: stack for seat, stack, *_posts in row.start["seats"]}
    nothing: dict[str, Any] = {"boards": [], "pots": [], "to_act": [], "asks": [], "events": []}
    seats = [
        place
        | {"stack": began[place["seat"]] + told.net[place["seat"]], "bet": 0, "all_in": False, "cards": [], "up": []}
        for place in view["seats"]
    ]
    return view | nothing | {"street": "", "over": True, "pot": 0, "seats": seats, "result": result}
