"""How a table with real cards stands for the page on which hands are entered tap by tap: the hand that is entered, or the next.

The page draws this and reckons a few taps ahead of it (`betting_ahead.js`), while the network is slow or gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.models import User
from club.text.messages import in_words
from engine.betting.hand import Decision as Answer
from engine.betting.hand import Deck
from engine.betting.hand import Hand as Betting
from engine.betting.state import HandState
from engine.cards import UNKNOWN
from engine.play.any_game import AnyHand, begin
from tables.core.errors import Refused
from tables.dealing import refused_settlements
from tables.hand.hand_replay import rebuilt
from tables.live_cards import entry_taps, real_card_tables, taking_back_hands
from tables.models import Hand, Table
from tables.queries import hand_as_seen
from tables.text import hand_narration, outcome_words
from tables.tournament_seats import table_owner


class Coming(NamedTuple):
    """What the floor says of the next hand before its first tap, as `tables.live_cards.real_card_tables.coming` takes it."""

    button: int | None = None
    game: str = ""
    posting: tuple[int, ...] = ()


def state_of(table: Table, coming: Coming, *, by: User, now: datetime, source: str = "") -> dict[str, Any]:
    """As JSON: `version` of the table, `phase` (coming, playing, over: to be settled, or closed: no hand may be entered), `number`
    of the hand, `standing` of it (None if there is none), `last` hand and what it came to, `undo` (which entry would be taken back:
    number and ask), and `why` no hand may be entered.
    """
    version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
    state: dict[str, Any] = {"version": version, "number": table.next_hand, "standing": None, "why": ""}
    state |= {"last": _last(table), "undo": None}
    hand = real_card_tables.current(table) or real_card_tables.unsettled(table)
    if hand is not None:
        is_over = hand.state == Hand.State.OVER
        refused = refused_settlements.in_words(hand) if is_over and refused_settlements.why(hand) else ""
        state |= {"phase": "over" if is_over else "playing", "number": hand.number, "why": refused}
        if not hand.is_result_only and not real_card_tables.is_of_rows(hand):
            names = {seat: hand_as_seen.name_of(place) for seat, place in hand_as_seen.seats_of(hand).items()}
            state |= {"standing": standing_of(rebuilt(hand), names), "undo": _undo(hand)}
        return state
    try:
        state |= {"phase": "coming", "standing": _next(table, coming, by, now, source)}
    except ClubError as refusal:
        state |= {"phase": "closed", "why": in_words(refusal)}
    newest = Hand.objects.filter(table=table).exclude(state=Hand.State.VOID).order_by("-number").first()
    if (
        newest is not None
        and newest.is_recorded
        and not newest.is_result_only
        and not real_card_tables.is_of_rows(newest)
        and _can_be_taken_back(table, newest)
    ):
        state["undo"] = _undo(newest)
    return state


def _can_be_taken_back(table: Table, row: Hand) -> bool:
    """True while the table is open and whoever held the settled hand sits there with the chips."""
    try:
        real_card_tables.check(table)
        taking_back_hands.sittings_of(row, table)
    except Refused:
        return False
    return True


def _next(table: Table, coming: Coming, by: User, now: datetime, source: str) -> dict[str, Any]:
    """The table's next hand as it will stand before its first tap; nothing of it is written. Raises a `ClubError`."""
    with transaction.atomic():
        with table_owner.holding(table.pk, by=by, now=now, source=source) as owner:
            real_card_tables.check(table)
            real_card_tables.check_free(table)
            sittings = real_card_tables.playing(table)
            dealt = real_card_tables.coming(table, sittings, owner.terms(), now=now, **coming._asdict())
        transaction.set_rollback(True)  # what its owner notes before a hand belongs to one that begins
    hand = begin(dealt.start, Deck.recorded())
    while isinstance(hand, Betting) and hand.is_dealt_down:
        ask = hand.asks[0]
        hand.answer(ask.number, Answer("deal", 0, (UNKNOWN,) * ask.lo))
    return standing_of(hand, {one.seat: one.player.nickname for one in dealt.sittings})


def _undo(row: Hand) -> dict[str, int] | None:
    last = entry_taps.last_entry(row)
    return None if last is None else {"number": row.number, "ask": last.ask}


def _last(table: Table) -> dict[str, Any] | None:
    """The hand that was over last, and who won or lost what in it."""
    over = Hand.objects.filter(table=table, state=Hand.State.SETTLED).order_by("-number").first()
    if over is None or over.result is None:
        return None
    names = {seat: hand_as_seen.name_of(place) for seat, place in hand_as_seen.seats_of(over).items()}
    nets = [{"name": names[int(seat)], "net": net} for seat, net in over.result["net"].items() if net]
    told = {"number": over.number, "id": over.pk, "nets": sorted(nets, key=lambda one: -one["net"])}
    if over.is_result_only or real_card_tables.is_of_rows(over):
        return told | {"takes": []}
    view = rebuilt(over).view(None)
    takes = outcome_words.takes(view, {str(seat): name for seat, name in names.items()})
    said = [f"{take['name']} {take['words']}" for take in takes]
    return told | {"takes": said + outcome_words.unqualified(view)}


def standing_of(hand: AnyHand, names: Mapping[int, str]) -> dict[str, Any]:
    """The hand as the page draws it, each seat with its name; of a betting hand also what the page reckons ahead with."""
    view = hand.view(None)
    marks = hand_narration.last_actions(view["events"])
    seats = [
        {
            "seat": place["seat"],
            "name": names[place["seat"]],
            "mark": str(marks.get(place["seat"], "")),
            "cards": [card for card in place["cards"] if card != "??"],
            **{key: place[key] for key in ("stack", "bet", "folded", "all_in")},
        }
        for place in view["seats"]
    ]
    standing = {key: view[key] for key in ("button", "boards", "pot", "pots", "limit")} | {"seats": seats}
    asks = [ask.as_json() for ask in hand.asks]
    standing |= {"ask": asks[0] if asks else None, "net": None}
    if hand.result is not None:
        standing["net"] = hand.result.as_json()["net"]
    return standing | (_ahead(hand.state) if isinstance(hand, Betting) else {})


def _ahead(state: HandState) -> dict[str, Any]:
    """What the page needs to reckon ahead: who acts after the one who is asked, the bet to call, the least raise above it, how many
    boards each street still to come deals (none where more than boards is dealt), and the parts of a pot."""
    order = [(state.asked + at) % state.count for at in range(1, state.count)]
    streets = state.plan.streets[state.street + 1 :]
    is_plain = all(
        one.board and one.has_betting and not (one.down or one.up or one.draw or one.discard) for one in streets
    )
    several = len(state.boards) > 1
    return {
        "follow": [state.seats[at] for at in order if state.must_act >> at & 1],
        "level": state.level,
        "least_raise": state.least_raise,
        "least_bet": state.plan.least_bet,
        "unit": state.stakes.small_blind or state.stakes.unit,
        "streets": [len(state.boards)] * len(streets) if is_plain and state.game.has_blinds else None,
        "parts": [
            " ".join(
                filter(None, (_("Board %(number)s") % {"number": board + 1} if several else "", _part(part.key, state)))
            )
            for board in range(len(state.boards))
            for part in state.plan.parts
        ],
    }


def _part(key: str, state: HandState) -> str:
    """What a part of the pot is called; nothing where a pot has one part."""
    return "" if len(state.plan.parts) == 1 else outcome_words.part_name(key)
