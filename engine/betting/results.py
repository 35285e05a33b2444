"""What came of a hand: every chip that went in comes out (RULES.md S0.14, S2.7; TDA 20, 21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.betting.pots import Pot, Share, SharedPot, check_balance, pots, split, uncalled
from engine.betting.state import HandState
from engine.games.compiled_game import Part, best_choices
from engine.games.play_rules import PlayRules

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_new = tuple.__new__  # as in `engine.betting.betting_round`


class PotResult(NamedTuple):
    """One pot: its chips before rake, the seats that could win it, and who won how many, by part of the pot.

    `shares` go by board, then by part: the ranking's key, the chips by seat, and the board's index.
    """

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[tuple[str, Mapping[int, int]], ...]
    rake: int = 0
    boards: tuple[int, ...] = ()  # which board each share is of; empty where there is one

    def as_json(self) -> dict[str, Any]:
        """For storage and API."""
        shares: list[dict[str, Any]] = [
            {"by": key, "chips": {str(seat): chips for seat, chips in won.items()}} for key, won in self.shares
        ]
        for share, board in zip(shares, self.boards, strict=False):
            share["board"] = board
        return {"amount": self.amount, "eligible": list(self.eligible), "rake": self.rake, "shares": shares}


class Result(NamedTuple):
    """`net` chips by seat and `rake` sum to zero. `carried` goes into the next hand's start."""

    net: Mapping[int, int]
    rake: int
    pots: tuple[PotResult, ...]
    carried: Mapping[str, Any] = _NOTHING

    def as_json(self) -> dict[str, Any]:
        """For storage and API; seats are strings there."""
        return {
            "net": {str(seat): chips for seat, chips in self.net.items()},
            "rake": self.rake,
            "pots": [pot.as_json() for pot in self.pots],
            "carried": dict(self.carried),
        }


def finish(state: HandState) -> None:
    """End the hand: an uncalled bet goes back, and every other chip to who wins it."""
    place, chips = uncalled(state.put_in)
    if chips and (not state.folded[place] or place in state.beaten):
        state.put_in[place] -= chips
        state.stacks[place] += chips
        state.events.append(("uncalled", state.seats[place], chips, (), ()))
    state.to_show = None
    state.must_act = 0
    state.shared_pots = share_out(state)


def share_out(state: HandState) -> list[SharedPot]:
    """Share every pot among those who may win it, and move the chips to their stacks."""
    plan = state.plan
    strengths = None
    if state.left == 1 and not state.beaten:  # S0.10: no showdown, no side pots: one takes it all
        place = state.folded.index(False)
        amount = sum(state.put_in) + state.dead_chips
        # With no ante, an uncalled bring-in leaves no pot.
        made = [_new(Pot, (amount, (place,)))] if amount else []
    else:
        live = [not folded for folded in state.folded]
        strengths = _rolled(state, live) if state.beaten else _strengths(state)
        made = pots(state.put_in, live, state.dead_chips)
    rakes = _rakes(state, made) if plan.rules.rake_percent else [0] * len(made)
    numbers, stacks, events = state.seats, state.stacks, state.events
    shared = []
    for (amount, places), rake in zip(made, rakes, strict=True):
        if strengths is None or len(places) == 1:
            shares: list[Share] = [(0, plan.parts[0].key, [(places[0], amount - rake)])]
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


def result_of(state: HandState, shared: Sequence[SharedPot]) -> Result:
    """What came of a hand whose pots were shared so. Raises `UnbalancedResult` if chips were made or lost."""
    numbers = state.seats
    results = tuple([_told(pot, numbers) for pot in shared])
    places = zip(state.start.places, state.stacks, strict=True)
    net = {number: left - stack for (number, stack, _live, _dead), left in places}
    rake = sum([pot.rake for pot in shared])
    check_balance(net.values(), rake)
    carried = _carried(state, results) if state.plan.rules.kill != "none" else _NOTHING
    return Result(MappingProxyType(net), rake, results, carried)


def _told(pot: SharedPot, numbers: Sequence[int]) -> PotResult:
    shares = tuple(
        [(key, MappingProxyType({numbers[place]: chips for place, chips in won})) for _board, key, won in pot.shares]
    )
    boards = tuple([share[0] for share in pot.shares]) if pot.shares[-1][0] else ()
    return PotResult(pot.amount, tuple([numbers[at] for at in pot.eligible]), shares, pot.rake, boards)


# -- rake -------------------------------------------------------------------------------------------------------------


def rake_of(rules: PlayRules, total: int, dealt_in: int, unit: int) -> int:
    """The house's part of pots of `total` chips in a hand dealt to so many, in whole smallest chips of `unit` (S3.7).

    Per cent and cap; whether a hand that ended before the flop pays is for the caller to say.
    """
    part, whole = total * rules.rake_percent, 100 * unit
    rounded = {"down": part // whole, "up": -(-part // whole), "nearest": (2 * part + whole) // (2 * whole)}
    rake = rounded[rules.rake_rounding] * unit
    cap = _rake_cap(rules, dealt_in)
    if cap and rake > cap:
        rake = cap - cap % unit
    return min(rake, total)


def _rake_cap(rules: PlayRules, dealt_in: int) -> int:
    """The cap for so many players dealt in; 0 is none."""
    cap = rules.rake_cap
    if dealt_in <= 4:
        cap = rules.rake_cap_short or cap
    if dealt_in == 2:
        cap = rules.rake_cap_two or cap
    return cap


def _rakes(state: HandState, made: list[Pot]) -> list[int]:
    """The house's part of each pot: per cent and cap on the whole, so that it never depends on who wins."""
    rules = state.plan.rules
    total = sum([pot.amount for pot in made])
    if not total or (rules.no_flop_no_drop and state.street <= 0):
        return [0] * len(made)
    unit = state.stakes.unit
    rake = rake_of(rules, total, state.count, unit)
    taken, rakes, passed = 0, [], 0
    for pot in made:  # in whole chips, the last pot bearing what is left
        passed += pot.amount
        part = rake * passed // total // unit * unit - taken if passed < total else rake - taken
        part = min(part, pot.amount)
        rakes.append(part)
        taken += part
    for at, pot in enumerate(
        made
    ):  # where pots are smaller than a chip, what the last cannot bear goes to those before
        more = min(rake - taken, pot.amount - rakes[at])
        rakes[at] += more
        taken += more
    return rakes


# -- who wins what ----------------------------------------------------------------------------------------------------


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


# -- what the next hand begins with -----------------------------------------------------------------------------------


def _carried(state: HandState, results: Sequence[PotResult]) -> Mapping[str, Any]:
    """Who has won a whole pot, and whether the next one is a kill pot."""
    rules = state.plan.rules
    takers = {seat for pot in results for _key, won in pot.shares for seat in won}
    total = sum([pot.amount for pot in results])
    if len(takers) != 1 or total < rules.kill_least:
        return _NOTHING
    (seat,) = takers
    if rules.kill_when == "scoop":
        is_scoop = len(state.plan.parts) > 1 and state.left > 1
        return MappingProxyType({"kill": seat}) if is_scoop else _NOTHING
    if state.start.carried.get("leg") == seat:
        return MappingProxyType({"kill": seat, "leg": seat})
    return MappingProxyType({"leg": seat})
