"""Sits down at a table, plays one hand of any game, and leaves: `python one_hand.py CLUB TOKEN TABLE SEAT BUY_IN [STREAMS]`.

It never folds for nothing, calls what is cheap and stands pat; in Chinese games it puts the highest cards at the back. With the
address of the event streams it waits for news instead of asking twice a second.
"""

from __future__ import annotations

import sys
import time
import uuid
from collections.abc import Iterator

from cardhouse_client import AuthenticatedClient
from cardhouse_client.api.hands import hands_retrieve
from cardhouse_client.api.tables import (
    tables_decisions_create,
    tables_retrieve,
    tables_sittings_create,
    tables_sittings_mine_destroy,
)
from cardhouse_client.models import (
    AmountOffer,
    BettingAsk,
    ChineseAsk,
    GivenDecision,
    Hand,
    HandNews,
    PlainOffer,
    Problem,
    RangeOffer,
    SitDown,
    Table,
)
from cardhouse_client.streams import news
from cardhouse_client.types import Unset

RANKS = "23456789TJQKA"
Offer = AmountOffer | PlainOffer | RangeOffer
Ask = BettingAsk | ChineseAsk


def must(answer: Table | Hand | HandNews | Problem | None) -> Table:
    """The table that was answered; a refusal ends the program with what would be right."""
    if not isinstance(answer, Table):
        raise SystemExit(answer.detail if isinstance(answer, Problem) else "no answer")
    return answer


def lay(ask: ChineseAsk) -> str:
    """Cards into the rows, the highest at the back; what is left over is discarded."""
    assert not isinstance(ask.cards, Unset)
    assert not isinstance(ask.room, Unset)
    cards = sorted(ask.cards, key=lambda card: RANKS.find(card[0]))
    keep = len(cards) - (0 if isinstance(ask.discard, Unset) else ask.discard)
    rows: dict[str, list[str]] = {"front": [], "middle": [], "back": []}
    for row, room in (("back", ask.room.back), ("middle", ask.room.middle), ("front", ask.room.front)):
        while len(rows[row]) < room and keep:
            rows[row].append(cards.pop())
            keep -= 1
    if ask.kind == "set":
        pieces = ["".join(cards) for cards in rows.values()] + (["".join(cards)] if cards else [])
        return "set " + " / ".join(pieces)
    told = {**rows, "discard": cards}
    return "place " + " ".join(f"{row}={''.join(cards)}" for row, cards in told.items() if cards)


def choose(offers: list[Offer], own: list[str], pot: int) -> str:
    """Check or call what is cheap, else fold; keep the cards; show."""
    for offer in offers:
        if isinstance(offer, AmountOffer) and offer.verb == "call":
            return "fold" if offer.amount * 3 > pot and offers[0].verb == "fold" else "call"
        if isinstance(offer, RangeOffer) and offer.verb == "discard":
            return " ".join(["discard", *own[: offer.lo]])
        if isinstance(offer, RangeOffer) and offer.verb == "agree":
            return "agree 1"
        if offer.verb in ("draw", "show", "pass"):
            return offer.verb
    return offers[0].verb


def answers(hand: Hand) -> Iterator[GivenDecision]:
    """A decision for each ask of the hand that is ours."""
    for ask in hand.view.asks:
        if ask.seat != hand.you or isinstance(ask.offers, Unset):
            continue
        own = next(seat for seat in hand.view.seats if seat.seat == hand.you)
        words = lay(ask) if isinstance(ask, ChineseAsk) else choose(ask.offers, own.cards, hand.view.pot)
        yield GivenDecision(hand=hand.id, ask=ask.number, decision=words)


def looks(club: AuthenticatedClient, table: int, streams: str) -> Iterator[Table]:
    """The table, again and again: at each of its news, or twice a second."""
    yield must(tables_retrieve.sync(table, client=club))
    for _news in news(streams, f"table:{table}") if streams else iter(lambda: time.sleep(0.5), 0):
        yield must(tables_retrieve.sync(table, client=club))


def play(club: AuthenticatedClient, table: int, seat: int, buy_in: int, streams: str) -> int:
    """Play one hand, and say which."""
    sitting = SitDown(seat=seat, buy_in=buy_in)
    must(tables_sittings_create.sync(table, client=club, body=sitting, idempotency_key=uuid.uuid4().hex))
    played = 0
    for seen in looks(club, table, streams):
        hand = seen.hand
        if hand is None or hand.you is None:
            continue
        if played and (hand.id != played or hand.state in ("settled", "void")):
            break
        for said in answers(hand) if hand.state == "playing" else ():
            played = hand.id
            tables_decisions_create.sync(
                table, client=club, body=said
            )  # a 409 says that things have gone on: look again
    return played


def main() -> None:
    address, token, table, seat, buy_in, *streams = sys.argv[1:]
    with AuthenticatedClient(address, token=token, prefix="Token", timeout=60) as club:  # type: ignore[arg-type]
        played = play(club, int(table), int(seat), int(buy_in), *streams or [""])
        told = hands_retrieve.sync(played, client=club, after=0)
        assert isinstance(told, HandNews)
        print(f"hand {played} is over after {len(told.events)} events")
        tables_sittings_mine_destroy.sync(int(table), client=club)


if __name__ == "__main__":
    main()
