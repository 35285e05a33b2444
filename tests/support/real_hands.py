"""A hand of any game with real cards, entered over HTTP by a client that knows no game: it reads what is asked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from rest_framework.test import APIClient

from engine.betting.hand import Stakes
from engine.cards import card_text
from engine.mixes.mixes import standard_limit
from engine.play.any_game import find_game
from tables import tasks

MOST_ENTRIES = 400


class FloorClient(APIClient):
    """A login of the floor that looks again once a worker has settled the hand it entered."""

    def post(self, *args: Any, **more: Any) -> Any:
        answer = super().post(*args, **more)
        told = answer.json() if answer.get("Content-Type", "").startswith("application/json") else None
        if isinstance(told, dict) and told.get("state") == "over":
            tasks.resolve_hand(told["id"])
            seen = told | self.get(f"/api/v1/hands/{told['id']}/").json()
            answer.json = lambda: seen
        return answer


def stakes_of(game: str, *, unit: int = 10) -> Stakes:
    """Every amount that any limit of any game may need; `unit` is the small blind, in chips."""
    limit = standard_limit(find_game(game))
    if limit == "points":
        return Stakes(limit=limit, point=unit)
    return Stakes(
        limit=limit, small_blind=unit, big_blind=2 * unit, ante=unit, bring_in=unit, min_bet=2 * unit,
        small_bet=2 * unit, big_bet=4 * unit,
    )  # fmt: skip


def enter_hand(client: APIClient, hand: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Enter actions and cards, in chance order, until nothing more is asked; the hand as it was then answered."""
    deck = list(find_game(hand["view"]["game"]).deck)
    rng.shuffle(deck)
    pack = [card_text(card) for card in deck]
    for _entry in range(MOST_ENTRIES):
        if not hand["asked"]:
            return hand
        ask = hand["asked"][0]
        entry = {"ask": ask["number"], "decision": _decision(ask, hand["view"]["seats"], pack, rng)}
        answer = client.post(f"/api/v1/hands/{hand['id']}/entries/", entry, format="json")
        assert answer.status_code == 200, (entry, answer.content)
        hand = answer.json()
    raise AssertionError(f"the hand does not end: {hand['asked']}")


def _decision(ask: dict[str, Any], seats: Sequence[dict[str, Any]], pack: list[str], rng: random.Random) -> str:
    """A legal answer that seldom folds; `pack` are the cards that nobody has seen yet, and loses those that are now."""
    offers = {offer["verb"]: offer for offer in ask["offers"]}
    if "deal" in offers:
        return " ".join(["deal", *(pack.pop() for _card in range(ask["offers"][0]["lo"]))])
    if "show" in offers:
        held = next(place["cards"] for place in seats if place["seat"] == ask["seat"])
        return " ".join(["show", *(pack.pop() if card == "??" else card for card in held)])
    verb = "draw" if "draw" in offers else "discard" if "discard" in offers else ""
    if verb:
        return f"{verb} {'??' * rng.randint(offers[verb]['lo'], offers[verb]['hi'])}".strip()
    if "raise" in offers and rng.random() < 0.3:
        return f"raise {offers['raise']['lo']}"
    return "fold" if "fold" in offers and rng.random() < 0.05 else "call" if "call" in offers else ask["default"]


def rows_of(game: str, seats: Sequence[int], rng: random.Random) -> dict[str, str]:
    """Thirteen cards in three rows for each seat of a Chinese game, as they fall."""
    deck = list(find_game(game).deck)
    rng.shuffle(deck)
    cards = iter(card_text(card) for card in deck)

    def row(count: int) -> str:
        return " ".join(next(cards) for _card in range(count))

    return {str(seat): f"{row(3)} / {row(5)} / {row(5)}" for seat in seats}
