"""Whether a hand of PokerStars text comes out of its play as its lines and its summary tell."""

from __future__ import annotations

from engine.betting.hand import Hand
from engine.messages.message import Quoted
from engine.messages.records import StarsText
from engine.notation.phh import BrokenRecord, exact, written_out
from engine.notation.pokerstars.record import Story


def check(story: Story, hand: Hand) -> None:
    """Hold what the lines and the summary tell against the play. Raises `BrokenRecord`."""
    returned = dict.fromkeys(hand.seats, 0)
    for event in hand.events:
        if event.kind == "uncalled" and event.seat is not None:
            returned[event.seat] += event.amount
    odd = _odd_chips(story, hand)
    for seat in hand.seats:
        _check_returned(story, seat, returned[seat])
        _check_left(story, seat, hand.stacks[seat], odd.get(seat, 0))
    _check_summary(story, hand)


def _check_returned(story: Story, seat: int, played: int) -> None:
    told = story.sums.returned[seat]
    if told == played:
        return
    name, player = story.told.name, Quoted(story.told.names[seat])
    raise BrokenRecord(
        StarsText.UNCALLED(hand=name, player=player, told=_words(story, told), played=_words(story, played)), hand=name
    )


def _check_left(story: Story, seat: int, played: int, odd: int) -> None:
    sums = story.sums
    left = story.chips(story.told.stacks[seat]) - sums.put[seat] + sums.returned[seat] + sums.taken[seat]
    if abs(left - played) <= odd:
        return
    name, player = story.told.name, Quoted(story.told.names[seat])
    raise BrokenRecord(
        StarsText.STACKS(hand=name, player=player, told=_words(story, left), played=_words(story, played)), hand=name
    )


def _odd_chips(story: Story, hand: Hand) -> dict[int, int]:
    """By how many chips a winner's part may differ where several win: rooms have rules of their own for odd chips."""
    pots = hand.result.pots if hand.result is not None else ()
    winners = {
        seat for pot in pots for _by, shares in pot.shares for seat, chips in shares.items() if chips
    } & story.sums.taken.keys()
    return dict.fromkeys(winners, 2 * len(pots)) if len(winners) > 1 else {}


def _check_summary(story: Story, hand: Hand) -> None:
    told = story.told
    total = sum(pot.amount for pot in hand.result.pots) if hand.result is not None else 0
    if told.total and story.chips(told.total) != total:
        raise _other(story, "Total", told.total, _words(story, total))
    for seat, chips in told.won.items():
        if story.chips(chips) != story.sums.taken[seat]:
            raise _other(story, told.names.get(seat, ""), chips, _words(story, story.sums.taken[seat]))
    if told.board and told.board != story.board:
        raise _other(story, "Board", told.board, story.board)
    for seat in told.folded & set(told.names):
        if not hand.state.folded[hand.state.place_of[seat]]:
            raise _other(story, told.names[seat], "folded", "live")


def _other(story: Story, what: str, said: str, played: str) -> BrokenRecord:
    name = story.told.name
    words = StarsText.SUMMARY(hand=name, told=Quoted(said), played=Quoted(played), text=Quoted(what))
    return BrokenRecord(words, hand=name)


def _words(story: Story, chips: int) -> str:
    return written_out(exact(chips, story.per))
