"""Whether a hand of PokerStars text comes out of its play as its lines and its summary tell."""

from __future__ import annotations

from collections import Counter

from engine.betting.hand import Hand
from engine.cards import UNKNOWN, cards_text, parse_cards
from engine.messages.message import Quoted
from engine.messages.records import StarsText
from engine.notation.phh import BrokenRecord, exact, written_out
from engine.notation.pokerstars.record import BETS, Story

_PLAYED = frozenset(("bet", "complete", "raise", "call", "check", "fold", "bring-in"))


def check(story: Story, hand: Hand) -> None:
    """Hold what the lines and the summary tell against the play. Raises `BrokenRecord`."""
    _check_bets(story, hand)
    if hand.state.left > 1 and all(step.kind != "showdown" for step in story.told.steps):
        raise BrokenRecord(StarsText.NO_SHOWDOWN(hand=story.told.name), hand=story.told.name)
    returned: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for event in hand.events:
        if event.kind == "uncalled" and event.seat is not None:
            returned[event.seat] += event.amount
    pots = hand.result.pots if hand.result is not None else ()
    for pot in pots:
        for _by, shares in pot.shares:
            won.update(shares)
    odd = _odd_chips(story, won, len(pots) * len(hand.boards))
    for seat in hand.seats:
        _check_returned(story, seat, returned[seat])
        _check_left(story, seat, hand.stacks[seat], won[seat], odd)
    _check_summary(story, hand)
    _check_shown(story, hand)


def _check_bets(story: Story, hand: Hand) -> None:
    """Raise `BrokenRecord` for a bet of another amount than the play has there, such as a call of more than there is to call."""
    played = [event for event in hand.events if event.kind in _PLAYED]
    told = [step for step in story.told.steps if step.kind in BETS]
    for step, event in zip(told, played, strict=False):
        chips = story.chips(step.amounts[-1]) if step.amounts else 0
        if (step.seat, chips) != (event.seat, event.amount):
            words = StarsText.BET(
                hand=story.told.name, line=step.line, told=_words(story, chips), played=_words(story, event.amount)
            )
            raise BrokenRecord(words, hand=story.told.name, line=step.line)


def _check_shown(story: Story, hand: Hand) -> None:
    """Raise `BrokenRecord` for cards shown when the hand was over that somebody else has, or that lie on the board."""
    known = [{card for card in cards if card != UNKNOWN} for cards in hand.state.cards]
    board = {card for one in hand.boards for card in one}
    for told in story.shown:
        player, _space, packed = told.partition(" ")
        at, cards = int(player[1:]) - 1, parse_cards(packed)
        others = board.union(*(held for place, held in enumerate(known) if place != at))
        unseen = hand.state.cards[at].count(UNKNOWN)
        if len({*cards}) < len(cards) or others & {*cards} or len({*cards} - known[at]) > unseen:
            raise BrokenRecord(StarsText.SHOWN(hand=story.told.name, cards=cards_text(cards)), hand=story.told.name)
        known[at] |= {*cards}


def _check_returned(story: Story, seat: int, played: int) -> None:
    told = story.sums.returned[seat]
    if told == played:
        return
    name, player = story.told.name, Quoted(story.told.names[seat])
    raise BrokenRecord(
        StarsText.UNCALLED(hand=name, player=player, told=_words(story, told), played=_words(story, played)), hand=name
    )


def _check_left(story: Story, seat: int, played: int, won: int, odd: int) -> None:
    """What was put in must be exactly what the play comes to; what was won may differ by the odd chips."""
    sums = story.sums
    left = story.chips(story.told.stacks[seat]) - sums.put[seat] + sums.returned[seat]
    if left == played - won and abs(sums.taken[seat] - won) <= (odd if won and sums.taken[seat] else 0):
        return
    name, player = story.told.name, Quoted(story.told.names[seat])
    told = _words(story, left + sums.taken[seat])
    raise BrokenRecord(StarsText.STACKS(hand=name, player=player, told=told, played=_words(story, played)), hand=name)


def _odd_chips(story: Story, won: Counter[int], pots: int) -> int:
    """By how many chips a winner's part may differ where several win: rooms have rules of their own for odd chips."""
    return 2 * pots if len([seat for seat in won if won[seat] and story.sums.taken[seat]]) > 1 else 0


def _check_summary(story: Story, hand: Hand) -> None:
    told = story.told
    total = sum(pot.amount for pot in hand.result.pots) if hand.result is not None else 0
    if told.total and story.chips(told.total) != total:
        raise _other(story, "Total", told.total, _words(story, total))
    taken = sum(story.sums.taken.values())
    parts, rake = sum(map(story.chips, told.parts)), sum(map(story.chips, told.rakes))
    if told.parts and parts not in (total, total - rake):
        raise _other(story, "Pots", _words(story, parts), _words(story, total - rake))
    if told.total and taken + rake != total:
        raise _other(story, "Rake", _words(story, rake), _words(story, total - taken))
    for seat, won in told.won.items():
        if sum(map(story.chips, won)) != story.sums.taken[seat]:
            raise _other(story, told.names.get(seat, ""), ", ".join(won), _words(story, story.sums.taken[seat]))
    for at, board in told.boards.items():
        if board != story.boards[max(at - 1, 0)]:
            raise _other(story, "Board", board, story.boards[max(at - 1, 0)])
    shown = {step.seat: step.cards for step in told.steps if step.kind == "show"}
    for seat, cards in told.showed.items():
        if shown.get(seat) != cards:
            raise _other(story, told.names[seat], cards, shown.get(seat, ""))
    for seat in told.folded & set(told.names):
        if not hand.state.folded[hand.state.place_of[seat]]:
            raise _other(story, told.names[seat], "folded", "live")


def _other(story: Story, what: str, said: str, played: str) -> BrokenRecord:
    name = story.told.name
    words = StarsText.SUMMARY(hand=name, told=Quoted(said), played=Quoted(played), text=Quoted(what))
    return BrokenRecord(words, hand=name)


def _words(story: Story, chips: int) -> str:
    return written_out(exact(chips, story.per))
