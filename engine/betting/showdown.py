"""The showdown: in which order hands are shown, and which may be mucked unseen (RULES.md S0.10, S1.5; TDA 13, 16, 17)."""

from __future__ import annotations

from typing import Any

from engine.betting.pots_and_results.announced_winner_checks import check
from engine.betting.pots_and_results.results import finish
from engine.betting.state import HandState
from engine.cards import UNKNOWN, cards_text
from engine.errors import WrongCards
from engine.games.announced_winners import AWARD, award_of
from engine.games.compiled_game import Part
from engine.games.decisions import SHOWDOWN, SentDecision
from engine.messages.decisions import ShowText


def begin(state: HandState) -> None:
    """Show down in order: from the last to bet or raise; without a bet on the last street, from who opened it (TDA 17).

    Where the cards are known, losers muck what they may; in a recorded deal each is asked.
    """
    first, count, folded = state.last_raiser, state.count, state.folded
    if first < 0 or folded[first]:
        first = state.opener
    closing = [at for at in (*range(first, count), *range(first)) if not folded[at]]
    if state.order is None:
        state.to_show = closing
        return
    state.strengths = [[_ranks(state, part, board, closing) for part in state.plan.parts] for board in state.boards]
    must_show = _must_show(state, closing)
    for place in closing:
        _reveal(state, place, is_shown=must_show or _may_win(state, place))
    finish(state)


def _ranks(state: HandState, part: Part, board: list[int], live: list[int]) -> list[int]:
    """How each place ranks for that part on that board; 0 where it has folded or has no hand."""
    cards = state.cards
    ranks = [0] * state.count
    if part.hole is None and not part.least:
        rank = part.ranking.rank
        for at in live:
            ranks[at] = rank(cards[at] + board)
    else:
        for at in live:
            ranks[at] = part.strength(cards[at], board)
    return ranks


def show_next(state: HandState) -> None:
    """Ask the next in turn of a recorded deal to show or muck."""
    closing = state.to_show
    assert closing is not None
    if not closing or (len(closing) == 1 and not any(state.shown)):
        finish(state)  # where all others mucked, the last hand wins unseen
        return
    state.open_ask(closing[0], SHOWDOWN, 0, 0, 0, tuple(state.cards[closing[0]]))


def _must_show(state: HandState, live: list[int]) -> bool:
    """True where no hand may be mucked: by house rule, or because somebody is all-in (TDA 16)."""
    losers = state.plan.rules.losers
    if losers != "muck":
        return losers == "show"
    return state.able.bit_count() < len(live)


def _may_win(state: HandState, place: int) -> bool:
    """True unless hands already shown leave this one no part of any pot: then it is mucked unseen (S1.5)."""
    shown = [at for at, is_shown in enumerate(state.shown) if is_shown]
    if not shown:
        return True
    assert state.strengths is not None
    put = state.put_in
    rivals = [at for at in shown if put[at] >= put[place]]
    for parts in state.strengths:
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


def answer(state: HandState, place: int, decision: SentDecision) -> None:
    """Take a hand of a recorded deal as shown or mucked, or the dealer's word for who has won.

    Raises `WrongCards` or `BadAward`, and then nothing has changed.
    """
    if decision.verb == AWARD:
        award = award_of(decision.amount)
        check(state, award)
        state.ask, state.award = None, award
        finish(state)
        return
    if decision.verb == "show":
        sent: Any = decision  # no cards may be an empty list
        cards = sent.cards or tuple(state.cards[place])
        _check_shown(state, place, cards)
        state.cards[place] = list(cards)
    state.ask = None
    assert state.to_show is not None
    state.to_show.remove(place)
    _reveal(state, place, is_shown=decision.verb == "show")


def _check_shown(state: HandState, place: int, cards: tuple[int, ...]) -> None:
    if any(UNKNOWN in board for board in state.boards):
        raise WrongCards(ShowText.BOARD_UNKNOWN())
    held = state.cards[place]
    left = list(cards)
    may_show_some = state.plan.rules.cards_to_win == "winning ones"
    for card in held:
        if card in left:
            left.remove(card)
        elif card != UNKNOWN and not may_show_some:
            raise WrongCards(ShowText.NOT_THE_DEALT(cards=cards_text(cards), held=cards_text(held)))
    if len(left) > held.count(UNKNOWN):
        raise WrongCards(ShowText.NOT_AMONG_DEALT(cards=cards_text(left), held=cards_text(held)))
    least = max([part.hole or 1 for part in state.plan.parts]) if may_show_some else len(held)
    if not least <= len(cards) <= len(held):
        wanted = len(held) if least == len(held) else ShowText.RANGE(least=least, most=len(held))
        raise WrongCards(ShowText.COUNT(count=wanted, shown=len(cards)))
    if UNKNOWN in cards:
        raise WrongCards(ShowText.ALL_OR_NONE(), cards=cards_text(cards))
    # A folded hand's cards may have come back by a reshuffle.
    others = {card for at, other in enumerate(state.cards) if at != place and not state.folded[at] for card in other}
    others.update(*state.boards)
    twice = [card for card in cards if cards.count(card) > 1 or card in others]
    if twice:
        raise WrongCards(ShowText.ELSEWHERE(cards=cards_text(twice)), cards=cards_text(twice))


def _reveal(state: HandState, place: int, *, is_shown: bool) -> None:
    state.shown[place] = is_shown
    cards = tuple(state.cards[place])
    state.events.append(("show" if is_shown else "muck", state.seats[place], 0, cards, cards if is_shown else ()))
