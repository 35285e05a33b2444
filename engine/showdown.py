"""The showdown: in which order hands are shown, and which may be mucked unseen (RULES.md S0.10, S1.5; TDA 13, 16, 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import UNKNOWN, cards_text
from engine.decisions import SHOWDOWN, Decision
from engine.errors import WrongCards

if TYPE_CHECKING:
    from engine.hand import Hand


def begin(hand: Hand) -> None:
    """Fix the order: from the last to bet or raise; without a bet on the last street, from who opened it (TDA 17)."""
    first, count, folded = hand._last_raiser, hand._count, hand._folded
    if first < 0 or folded[first]:
        first = hand._first
    hand._closing = [at % count for at in range(first, first + count) if not folded[at % count]]
    if hand._order is not None:
        hand._strengths = [
            [
                [0 if folded[at] else part.strength(hand._cards[at], board) for at in range(count)]
                for part in hand.plan.parts
            ]
            for board in hand._boards
        ]


def show_next(hand: Hand) -> None:
    """The next in turn shows or mucks; from a recorded deal the record says which."""
    assert hand._closing is not None
    if not hand._closing:
        hand._finish()
        return
    place = hand._closing[0]
    if hand._order is None:
        if len(hand._closing) == 1 and not any(hand._shown):
            hand._closing.pop()  # all others mucked: the last hand wins unseen
            return
        hand._open(place, SHOWDOWN, 0, 0, 0, tuple(hand._cards[place]))
        return
    hand._closing.pop(0)
    _reveal(hand, place, is_shown=_must_show(hand) or _may_win(hand, place))


def _must_show(hand: Hand) -> bool:
    """True where no hand may be mucked: by house rule, or because somebody is all-in (TDA 16)."""
    losers = hand.plan.rules.losers
    if losers != "muck":
        return losers == "show"
    able = hand._able
    return any(not hand._folded[at] and not able >> at & 1 for at in range(hand._count))


def _may_win(hand: Hand, place: int) -> bool:
    """True unless hands already shown leave this one no part of any pot: then it is mucked unseen (S1.5)."""
    shown = [at for at in range(hand._count) if hand._shown[at]]
    if not shown:
        return True
    assert hand._strengths is not None
    own_chips, put = hand._put[place], hand._put
    is_worthless = True
    for parts in hand._strengths:
        for ranks in parts:
            own = ranks[place]
            if own:
                is_worthless = False
                if not any(put[at] >= own_chips and ranks[at] > own for at in shown):
                    return True
    # Where nobody has a hand for any part of the pot, all who stayed have a claim.
    return is_worthless and not any(rank for parts in hand._strengths for ranks in parts for rank in ranks)


def answer(hand: Hand, place: int, decision: Decision) -> None:
    """Take a hand of a recorded deal as shown or mucked. Raises `WrongCards`, and then nothing has changed."""
    if decision.verb == "show":
        cards = decision.cards or tuple(hand._cards[place])
        _check_shown(hand, place, cards)
        hand._cards[place] = list(cards)
    hand._ask = None
    assert hand._closing is not None
    hand._closing.remove(place)
    _reveal(hand, place, is_shown=decision.verb == "show")


def _check_shown(hand: Hand, place: int, cards: tuple[int, ...]) -> None:
    held = hand._cards[place]
    left = list(cards)
    may_show_some = hand.plan.rules.cards_to_win == "winning ones"
    for card in held:
        if card in left:
            left.remove(card)
        elif card != UNKNOWN and not may_show_some:
            raise WrongCards(f"{cards_text(cards)} are not the cards dealt: {cards_text(held)}")
    if len(left) > held.count(UNKNOWN):
        raise WrongCards(f"{cards_text(left)} are not among the cards dealt: {cards_text(held)}")
    if len(cards) != len(held) and not (may_show_some and 0 < len(cards) < len(held)):
        raise WrongCards(f"{len(held)} cards are held, {len(cards)} are shown")
    if UNKNOWN in cards:
        raise WrongCards("a hand is shown with every card named, or mucked", cards=cards_text(cards))
    # A folded hand's cards may have come back by a reshuffle.
    others = {card for at, other in enumerate(hand._cards) if at != place and not hand._folded[at] for card in other}
    others.update(*hand._boards)
    twice = [card for card in cards if cards.count(card) > 1 or card in others]
    if twice:
        raise WrongCards(f"{cards_text(twice)} is elsewhere in the hand", cards=cards_text(twice))


def _reveal(hand: Hand, place: int, *, is_shown: bool) -> None:
    hand._shown[place] = is_shown
    cards = tuple(hand._cards[place])
    hand._events.append(("show" if is_shown else "muck", hand._numbers[place], 0, cards, cards if is_shown else ()))
