"""A hand of ours written down as a published hand; `phh_to_hand` plays it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.betting.hand import Hand
from engine.cards import cards_text
from engine.games.announced_winners import AWARD
from engine.games.play_rules import chosen
from engine.notation.phh import AMOUNTS, Record, exact, written_out
from engine.notation.phh_to_hand import nominal
from engine.notation.seen_events import seen_events

_OF_THE_FILE = ("winnings",)  # amounts that `record_of` keeps as the file has them


def record_of(
    hand: Hand,
    *,
    name: str = "1",
    seat: int | None = None,
    everything: bool = False,
    source: Record | None = None,
) -> Record:
    """A hand as a PHH record: with every card, or as a seat (None: the rail) may see it.

    What PHH has no word for stands in fields with a leading underscore. `source` is the record the hand was read from:
    its players, event and whatever else it says of the hand are kept.
    """
    start, stakes = hand.start, hand.stakes
    count = hand.state.count
    numbers = list(hand.seats)
    of = {seat.number: seat for seat in start.seats}
    nominal_blinds, nominal_antes = nominal(stakes, start.positions, numbers, start.bomb)
    blinds = [chips + (0 if start.bomb else of[n].live) for n, chips in zip(numbers, nominal_blinds, strict=True)]
    antes = [chips + of[n].dead for n, chips in zip(numbers, nominal_antes, strict=True)]
    turn = slice(None, None, -1) if count == 2 else slice(None)
    code = hand.game.phh.get(stakes.limit, f"{hand.game.key}/{stakes.limit}")
    fields: dict[str, Any] = {"variant": code, "ante_trimming_status": stakes.ante_kind == "each", "antes": antes[turn]}
    if hand.game.has_blinds:
        fields["blinds_or_straddles"] = blinds[turn]
    if stakes.limit in ("fixed", "spread"):
        fields |= {"bring_in": stakes.bring_in} if stakes.bring_in else {}
        fields |= {"small_bet": stakes.small_bet, "big_bet": stakes.big_bet}
    if stakes.limit != "fixed":
        fields["min_bet"] = stakes.least_bet
    fields["starting_stacks"] = [place.stack for place in hand.start.places]
    fields["actions"] = _actions(hand, seat, everything=everything)
    fields["seats"] = numbers
    if hand.is_over:
        fields["finishing_stacks"] = list(hand.state.stacks)
    fields["_positions"] = [number or 0 for number in start.positions]
    fields["_stakes"] = stakes.as_json()
    fields["_rules"] = dict(chosen(start.rules))
    fields |= {"_boards": start.boards} if start.boards > 1 else {}
    fields |= {"_bomb": start.bomb} if start.bomb else {}
    fields |= {"_carried": dict(start.carried)} if start.carried else {}
    answers = list(_answers(hand))
    fields |= {"_answers": answers} if answers else {}
    if source is not None:
        fields |= {key: value for key, value in source.fields.items() if key not in fields}
    return Record(name, fields)


def in_chips(record: Record, per: int) -> Record:
    """A record of the smallest unit in the chips of the file that it came from, of which each is `per` of that unit.

    Only for what was read from a file without our own fields: they are left out, and are found again as they were then.
    """
    fields = {key: value for key, value in record.fields.items() if key not in ("_stakes", "_positions")}
    for name in AMOUNTS:
        if name in fields and name not in _OF_THE_FILE:
            value = fields[name]
            fields[name] = [exact(one, per) for one in value] if isinstance(value, list) else exact(value, per)
    fields["actions"] = [_in_chips(action, per) for action in fields["actions"]]
    return Record(record.name, fields, record.lines)


def _in_chips(action: str, per: int) -> str:
    said, is_bet, chips = action.partition(" cbr ")
    return f"{said} cbr {written_out(exact(int(chips), per))}" if is_bet else action


def _answers(hand: Hand) -> Iterator[str]:
    """The answers that PHH has no action for: straddles, runs of the board, and who has won if the dealer said it."""
    for event in hand.events:
        if event.kind in ("straddle", "pass"):
            yield event.kind
        elif event.kind == "agree":
            yield f"agree {event.amount}"
    if hand.state.award is not None:
        yield f"{AWARD} {hand.state.award}"


def _actions(hand: Hand, seat: int | None, *, everything: bool) -> list[str]:
    """The events as PHH actions. Cards dealt to one player in a row are one action, as in published hands."""
    actions: list[str] = []
    dealt: list[int] = []
    to: int | None = None

    def flush() -> None:
        nonlocal to
        if dealt and to is not None:
            actions.append(f"d dh p{hand.state.place_of[to] + 1} {cards_text(dealt).replace(' ', '')}")
            dealt.clear()
        to = None

    for event in seen_events(hand, seat, everything=everything):
        cards = event.cards
        if event.kind in ("down", "up"):
            if to != event.seat:
                flush()
            to = event.seat
            dealt.extend(cards)
            continue
        flush()
        packed = cards_text(cards).replace(" ", "")
        player = "" if event.seat is None else f"p{hand.state.place_of[event.seat] + 1}"
        said = {
            "board": f"d db {packed}",
            "fold": f"{player} f",
            "call": f"{player} cc",
            "check": f"{player} cc",
            "bet": f"{player} cbr {event.amount}",
            "complete": f"{player} cbr {event.amount}",
            "raise": f"{player} cbr {event.amount}",
            "bring-in": f"{player} pb",
            "draw": f"{player} sd {packed}".rstrip(),
            "discard": f"{player} sd {packed}",
            "show": f"{player} sm {packed}",
            "muck": f"{player} sm",
        }.get(event.kind)
        if said:
            actions.append(said)
    flush()
    return actions
