"""The showdown: in which order hands are shown, and which may be mucked unseen (RULES.md S0.10, S1.5; TDA 13, 16, 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import UNKNOWN, cards_text
from engine.errors import WrongCards
from engine.games.decisions import SHOWDOWN, Decision

if TYPE_CHECKING:
    from engine.betting.hand import Hand
    from engine.games.compiled_game import Part


def begin(hand: Hand) -> None:
    """Show down in order: from the last to bet or raise; without a bet on the last street, from who opened it (TDA 17).

    Where the cards are known, losers muck what they may; in a recorded deal each is asked.
    """
    first, count, folded = hand._last_raiser, hand._count, hand._folded
    if first < 0 or folded[first]:
        first = hand._first
    closing = [at for at in (*range(first, count), *range(first)) if not folded[at]]
    if hand._order is None:
        hand._closing = closing
        return
    hand._strengths = [[_ranks(hand, part, board, closing) for part in hand.plan.parts] for board in hand._boards]
    must_show = _must_show(hand, closing)
    for place in closing:
        _reveal(hand, place, is_shown=must_show or _may_win(hand, place))
    hand._finish()


def _ranks(hand: Hand, part: Part, board: list[int], live: list[int]) -> list[int]:
    """How each place ranks for that part on that board; 0 where it has folded or has no hand."""
    cards = hand._cards
    ranks = [0] * hand._count
    if part.hole is None and not part.least:
        rank = part.ranking.rank
        for at in live:
            ranks[at] = rank(cards[at] + board)
    else:
        for at in live:
            ranks[at] = part.strength(cards[at], board)
    return ranks


def show_next(hand: Hand) -> None:
    """Ask the next in turn of a recorded deal to show or muck."""
    closing = hand._closing
    assert closing is not None
    if not closing or (len(closing) == 1 and not any(hand._shown)):
        hand._finish()  # where all others mucked, the last hand wins unseen
        return
    hand._open(closing[0], SHOWDOWN, 0, 0, 0, tuple(hand._cards[closing[0]]))


def _must_show(hand: Hand, live: list[int]) -> bool:
    """True where no hand may be mucked: by house rule, or because somebody is all-in (TDA 16)."""
    losers = hand.plan.rules.losers
    if losers != "muck":
        return losers == "show"
    return hand._able.bit_count() < len(live)


def _may_win(hand: Hand, place: int) -> bool:
    """True unless hands already shown leave this one no part of any pot: then it is mucked unseen (S1.5)."""
    shown = [at for at, is_shown in enumerate(hand._shown) if is_shown]
    if not shown:
        return True
    assert hand._strengths is not None
    put = hand._put
    rivals = [at for at in shown if put[at] >= put[place]]
    for parts in hand._strengths:
        is_worthless = True
        for ranks in parts:
            own = ranks[place]
            if own:
                is_worthless = False
                for at in rivals:
                    if ranks[at] > own:
                        break
                else:
                    return True
        if is_worthless:
            # Where nobody who contests a pot has a hand for any part of it, all who do have a claim.
            contesting = [at for at, chips in enumerate(put) if chips >= put[place]]
            if not any(ranks[at] for ranks in parts for at in contesting):
                return True
    return False


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
    if any(UNKNOWN in board for board in hand._boards):
        raise WrongCards("no hand can win by showing while a card of the board is unknown")
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
    least = max([part.hole or 1 for part in hand.plan.parts]) if may_show_some else len(held)
    if not least <= len(cards) <= len(held):
        wanted = f"{least} to {len(held)}" if least < len(held) else f"{len(held)}"
        raise WrongCards(f"{wanted} cards are to be shown, not {len(cards)}")
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
