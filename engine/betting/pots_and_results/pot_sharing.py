"""Who wins what of each pot, to the odd chip (RULES.md S0.14, S2.7; TDA 20, 21)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.betting.pots_and_results.announced_winner_checks import winners_of
from engine.betting.pots_and_results.pots import Pot, Share, SharedPot, pots, split
from engine.betting.pots_and_results.rake import rakes_of
from engine.betting.state import HandState
from engine.games.compiled_game import Part, best_choices

_new = tuple.__new__  # as in `engine.betting.betting_round`


def share_out(state: HandState) -> list[SharedPot]:
    """Share every pot among those who may win it, and move the chips to their stacks."""
    plan = state.plan
    strengths, awarded = None, None
    if state.left == 1 and not state.beaten:  # S0.10: no showdown, no side pots: one takes it all
        place = state.folded.index(False)
        amount = sum(state.put_in) + state.dead_chips
        # With no ante, an uncalled bring-in leaves no pot.
        made = [_new(Pot, (amount, (place,)))] if amount else []
    else:
        live = [not folded for folded in state.folded]
        strengths = _rolled(state, live) if state.beaten else _strengths(state)
        made = pots(state.put_in, live, state.dead_chips)
        if state.beaten:
            made = _undivided(made, state.folded.index(False))
        awarded = None if state.award is None else winners_of(state, state.award, made)
    rakes = rakes_of(state, made) if plan.rules.rake_percent or plan.rules.rake_flat else [0] * len(made)
    numbers, stacks, events = state.seats, state.stacks, state.events
    shared = []
    shares: list[Share]
    for at, ((amount, places), rake) in enumerate(zip(made, rakes, strict=True)):
        if awarded is not None:
            shares = _awarded(state, awarded[at], amount - rake)
        elif strengths is None or len(places) == 1:
            shares = [(0, plan.parts[0].key, [(places[0], amount - rake)])]
        else:
            shares = _shares(state, places, amount - rake, strengths)
        for _board, _key, won in shares:
            for place, chips in won:
                stacks[place] += chips
                events.append(("win", numbers[place], chips, (), ()))
        shared.append(_new(SharedPot, (amount, places, rake, shares)))
    if any(rakes):
        events.append(("rake", None, sum(rakes), (), ()))
    return shared


def _awarded(state: HandState, groups: Sequence[Sequence[int]], amount: int) -> list[Share]:
    """A pot that goes to whom the dealer named: whole, or by board and part; odd chips as where the hands are known, but
    clockwise in stud too, where nobody knows the high card."""
    parts, unit = state.plan.parts, state.stakes.unit
    keys = [(board, part.key) for board in range(len(state.boards)) for part in parts]
    chips = [amount]
    if len(groups) > 1:
        by_board = split(amount, len(state.boards), unit)
        chips = [half for whole in by_board for half in split(whole, len(parts), unit)]
    shares: list[Share] = []
    for (board, key), places, half in zip(keys, groups, chips, strict=False):
        order = [*places]
        if state.game.has_blinds:
            order = _odd_order(state, parts[0], order, board)
        won = [(place, one) for place, one in zip(order, split(half, len(order), unit), strict=True) if one]
        shares.append((board, key, won))
    return shares


def _strengths(state: HandState) -> list[list[list[int]]]:
    """By board and part of the pot, how each place ranks; a hand that was not shown ranks as none."""
    if state.strengths is not None:  # of known cards only what cannot win is mucked
        return state.strengths
    shown = state.shown
    return [
        [
            [part.strength(state.cards[at], board) if shown[at] else 0 for at in range(state.count)]
            for part in state.plan.parts
        ]
        for board in state.boards
    ]


def _undivided(made: list[Pot], winner: int) -> list[Pot]:
    """Whoever beat all the others wins whatever he can in one pot, however much each of them had put in when beaten: only what
    is above his stack is a side pot."""
    won = [pot for pot in made if winner in pot.eligible]
    return [Pot(sum(pot.amount for pot in won), won[0].eligible), *made[len(won) :]] if len(won) > 1 else made


def _rolled(state: HandState, live: list[bool]) -> list[list[list[int]]]:
    """Where cards are turned up the last one in beats all; those he beat contest what he cannot win (S2.14, S0.14)."""
    ranks = [0] * state.count
    for at in state.beaten:
        live[at] = True
        ranks[at] = state.plan.parts[0].strength(state.up_cards[at], ())
    ranks[state.folded.index(False)] = 1 << 60
    return [[ranks]]


def _shares(state: HandState, eligible: tuple[int, ...], amount: int, strengths: list[list[list[int]]]) -> list[Share]:
    """Who wins what of one pot.

    The chips are parted by board, then between high and low, an odd one going to the first of them, then among the
    winners.
    """
    parts = state.plan.parts
    unit = state.stakes.unit
    shares = []
    by_board = split(amount, len(strengths), unit) if len(strengths) > 1 else [amount]
    for board, (ranked, chips) in enumerate(zip(strengths, by_board, strict=True)):
        winners = []
        for part, ranks in zip(parts, ranked, strict=True):
            best = max([ranks[at] for at in eligible])
            if best:
                winners.append((part, [at for at in eligible if ranks[at] == best]))
        if not winners:
            winners = [(parts[0], _unqualified(state, eligible, board))]
        halves = split(chips, len(winners), unit) if len(winners) > 1 else [chips]
        if len(winners) > 1 and len(winners[0][1]) > 1 and all(places == winners[0][1] for _, places in winners):
            shares += _evenly(state, winners, halves, board)
            continue
        for (part, places), half in zip(winners, halves, strict=True):
            if len(places) > 1:
                places = _odd_order(state, part, places, board) if half % (unit * len(places)) else places
                won = [(at, one) for at, one in zip(places, split(half, len(places), unit), strict=True) if one]
            else:
                won = [(places[0], half)] if half else []
            shares.append((board, part.key, won))
    return shares


def _evenly(state: HandState, winners: list[tuple[Part, list[int]]], halves: list[int], board: int) -> list[Share]:
    """The same players tie for every part: nobody has an odd chip more than another of both together (TDA 20-D)."""
    order = _odd_order(state, *winners[0], board)
    shares = []
    had, total = [0] * len(order), 0
    for (part, _), half in zip(winners, halves, strict=True):
        total += half
        have = split(total, len(order), state.stakes.unit)
        won = [(at, now - before) for at, now, before in zip(order, have, had, strict=True) if now > before]
        shares.append((board, part.key, won))
        had = have
    return shares


def _unqualified(state: HandState, eligible: Sequence[int], board: int) -> list[int]:
    """Nobody has a hand for any part: those who stayed and did not muck split it, or the best high hand takes it."""
    claims = [at for at in eligible if state.shown[at] is not False] or list(eligible)
    if state.plan.rules.nobody_qualifies == "best high" and all(state.shown[at] for at in claims):
        part = state.plan.parts[0]._replace(least=0)
        ranks = {at: part.strength(state.cards[at], state.boards[board]) for at in claims}
        best = max(ranks.values())
        claims = [at for at in claims if ranks[at] == best]
    return claims


def _odd_order(state: HandState, part: Part, places: list[int], board: int) -> list[int]:
    """In which order winners have the odd chips: by the high card in stud, else clockwise (S2.7; TDA 20)."""
    rules = state.plan.rules
    if state.game.has_blinds:
        first = state.opener if rules.odd_chip_board == "first to act" else 0
        return sorted(places, key=lambda at: (at - first) % state.count)
    if rules.odd_chip_stud == "left of the dealer":
        return places
    flip = 3 if rules.odd_chip_stud == "reversed suits" else 0
    is_low = part.key in ("ace-to-five", "eight-or-better", "badugi")

    def high_card(at: int) -> tuple[int, int]:
        cards = [*state.cards[at], *state.boards[board]]
        return max([max([_worth(card, is_low, flip) for card in five]) for five in best_choices(part, cards)])

    return sorted(places, key=high_card, reverse=True)


def _worth(card: int, is_low: bool, flip: int) -> tuple[int, int]:
    rank = card >> 2
    return ((rank + 1) % 13 if is_low and rank < 13 else rank, (card & 3) ^ flip)
