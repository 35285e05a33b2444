"""Where PokerKit departs from the rules, and we do not: each difference is declared with the rule that settles it.

`test_differential` accepts a difference only if one of these explains it; `test_differences` has a test of each, by its
key, that shows on a hand made for it what the rule asks for, what we do and what PokerKit does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pokerkit import State

from engine.betting.hand import Hand
from engine.games.decisions import BRING_IN, Ask
from tests.support.peers import Offer


class Step(NamedTuple):
    """One decision as both engines see it. `aspect` is what differs: "call", "raise", "least", "most" or "fold"."""

    hand: Hand
    state: State
    ask: Ask
    ours: Offer
    theirs: Offer
    aspect: str = ""

    @property
    def place(self) -> int:
        return self.hand.state.place_of[self.ask.seat]

    @property
    def stack(self) -> int:
        """Chips the player has in this round, bet or behind."""
        return self.hand.state.bets[self.place] + self.hand.state.stacks[self.place]

    @property
    def is_first_street(self) -> bool:
        return self.hand.state.street == 0

    @property
    def is_only_ours(self) -> bool:
        return self.aspect == "raise" and bool(self.ours.hi)

    @property
    def is_only_theirs(self) -> bool:
        return self.aspect == "raise" and bool(self.theirs.hi)

    @property
    def more(self) -> int | None:
        """What a player who has acted, in the eyes of one of the engines, has to answer since; None for one who has not."""
        has_acted = self.hand.state.acted >> self.place & 1 or self.place in self.state.acted_player_indices
        return self.hand.state.level - self.hand.state.answered[self.place] if has_acted else None


class Difference(NamedTuple):
    """One way in which PokerKit is known to differ; `explains` says whether a step differs in that way.

    None: it shows in the course of a hand or in its result, not in what is offered.
    """

    key: str
    rule: str
    theirs: str
    explains: Callable[[Step], bool] | None = None


def is_forced_bet_short(hand: Hand) -> bool:
    """True if the big blind or the bring-in could not be paid in full."""
    owed = {"big blind": hand.stakes.big_blind, "bring-in": hand.stakes.bring_in}
    return any(event.amount < owed[event.kind] for event in hand.events if event.kind in owed)


def _short_forced_bet(step: Step) -> bool:
    hand, most = step.hand, max(step.hand.state.bets)
    if not step.is_first_street or not is_forced_bet_short(hand):
        return False
    if most < hand.state.level:
        return step.theirs.call == min(hand.state.stacks[step.place], max(most - hand.state.bets[step.place], 0))
    # The first raise was larger in their eyes, being over less.
    return step.theirs.call == step.ours.call and step.aspect in ("raise", "least")


def _reopened_by_too_little(step: Step) -> bool:
    more, hand = step.more, step.hand
    if more is None or not step.is_only_theirs:
        return False
    return more * 2 < hand.state.bet_size if hand.plan.is_fixed else more < hand.state.least_raise


def _short_all_ins_add_up(step: Step) -> bool:
    more, state = step.more, step.state
    pool = sum(state.consecutive_short_all_in_amounts)
    if more is None or not step.is_only_ours or step.hand.plan.is_fixed:
        return False
    return more >= step.hand.state.least_raise and 0 < pool < state.completion_betting_or_raising_amount


def _half_a_bet_reopens(step: Step) -> bool:
    more, size = step.more, step.hand.state.bet_size
    return step.is_only_ours and step.hand.plan.is_fixed and more is not None and more < size <= more * 2


def _completed(step: Step) -> bool:
    hand = step.hand
    if not hand.plan.is_fixed or step.aspect not in ("least", "most") or hand.state.is_opened:
        return False
    return step.theirs.lo == step.theirs.hi == min(max(hand.state.bets) + hand.state.bet_size, step.stack)


def _cap(step: Step) -> bool:
    if not step.hand.plan.is_fixed:
        return False
    wagers, raises = step.state.completion_betting_or_raising_count, step.hand.state.raises
    if step.is_only_theirs:
        return step.is_first_street and step.hand.game.has_blinds and wagers == raises == 3
    return step.is_only_ours and wagers == 4 and raises < 3


def _nobody_can_call(step: Step) -> bool:
    hand = step.hand
    others = [at for at in range(hand.state.count) if at != step.place and not hand.state.folded[at]]
    return step.is_only_ours and all(hand.state.bets[at] + hand.state.stacks[at] <= hand.state.level for at in others)


def _pot_before_flop(step: Step) -> bool:
    hand = step.hand
    if step.aspect != "most" or hand.plan.limit != "pot" or not hand.state.pot_difference or not step.is_first_street:
        return False
    return step.theirs.hi == min(step.stack, max(step.ours.lo, hand.state.level + hand.pot + step.ours.call))


def _straddle(step: Step) -> bool:
    hand = step.hand
    if not step.is_first_street or not any(event.kind == "straddle" for event in hand.events):
        return False
    largest = max(step.state.completion_betting_or_raising_amount, hand.stakes.big_blind)
    return step.aspect == "least" and largest < hand.state.least_raise and step.theirs.lo == hand.state.level + largest


def _completion_is_a_bet(step: Step) -> bool:
    hand = step.hand
    if step.aspect != "least" or not step.is_first_street or hand.game.has_blinds or hand.plan.is_fixed:
        return False
    largest = max(step.state.completion_betting_or_raising_amount, hand.stakes.min_bet)
    return largest < hand.state.least_raise and step.theirs.lo == hand.state.level + largest


def _opening_without_chips(step: Step) -> bool:
    return step.ask.kind == BRING_IN and step.is_only_theirs and step.theirs.hi <= step.hand.stakes.bring_in


def _fold_for_nothing(step: Step) -> bool:
    return step.aspect == "fold" and step.ours.may_fold and not step.ours.call


DIFFERENCES = (
    Difference("short forced bet", "S0.14; WSOP 150", "a short blind lowers the call", _short_forced_bet),
    Difference(
        "reopened by too little", "TDA 47", "a short all-in lets one who has acted raise", _reopened_by_too_little
    ),
    Difference("short all-ins add up", "TDA 47", "a raise is forgotten that short all-ins made", _short_all_ins_add_up),
    Difference("half a bet reopens", "TDA 47-B", "in limit only a full bet reopens", _half_a_bet_reopens),
    Difference("completed, not added", "S0.12; WSOP 129", "a bet is added to a short all-in", _completed),
    Difference("cap counts raises", "S0.12", "the bet counts, blinds do not, short all-ins do", _cap),
    Difference("raise nobody can call", "S0.14", "an all-in that nobody can call in full is refused", _nobody_can_call),
    Difference("pot before the flop", "TDA 54", "antes count, and what a short blind lacks does not", _pot_before_flop),
    Difference("straddle", "S0.13", "the first raise may be smaller than the straddle", _straddle),
    Difference("completion is a bet", "S0.13; S2.3", "only what it adds to the bring-in counts", _completion_is_a_bet),
    Difference("opening without chips", "S2.2", "one who cannot pay the bring-in may open", _opening_without_chips),
    Difference("fold for nothing", "S0.9", "in tournaments nobody may fold who could check", _fold_for_nothing),
    # In the course of the hand.
    Difference("broke bring-in", "TDA RP-10", "the next player has to bring it in"),
    Difference("too few cards", "S2.8", "folded cards are dealt again"),
    Difference("check to nobody", "S0.10", "who has nobody left to bet against is asked for a check"),
    # In the result; `shared_their_way` says what theirs comes to.
    Difference("odd chips", "S2.7; TDA 20", "all odd chips of a share go to one winner"),
    Difference("side pots apart", "S0.14; TDA 21", "pots are put together once the losers have mucked"),
    Difference("low of another pot", "S0.6; TDA 21", "a low in the main pot parts the side pot too"),
    # In what `test_differential` leaves out, because a choice of ours is the same as theirs, or for want of one.
    Difference("odd chip by suit", "S2.7; TDA 20", "in stud, too, it goes to the lowest seat"),
    Difference("cap lifted", "S0.12; TDA 48", "the cap holds for two players"),
    Difference("open pair", "TDA RP-10", "there is no double bet on an open pair"),
    Difference("rake by winner", "S3.7", "the rake depends on who wins"),
    Difference("fixed-limit Omaha", "S0.12", "the class of that name is pot limit"),
)


def explained(step: Step) -> str | None:
    """The key of the declared difference that explains what differs, or None."""
    return next((one.key for one in DIFFERENCES if one.explains and one.explains(step)), None)


# -- the end of a hand --------------------------------------------------------------------------------------------------


def shared_their_way(hand: Hand) -> list[int]:
    """The stacks by place if the pots were shared as PokerKit shares them.

    It gives every odd chip of a share to the first winner, makes one pot of two when the losers of the first are out of
    the way, and parts a pot between high and low because somebody has a low who has no claim to that pot.
    """
    assert hand.result is not None
    stacks = [hand.stacks[seat] for seat in hand.seats]
    if hand.state.left == 1:
        return stacks
    parts, boards = hand.plan.parts, range(len(hand.boards))
    ranks = [
        [
            [0 if hand.state.folded[at] else hand.strength(at, part, board) for at in range(hand.state.count)]
            for part in parts
        ]
        for board in boards
    ]
    pots = [(pot.amount, [hand.state.place_of[seat] for seat in pot.eligible]) for pot in hand.result.pots]
    for pot in hand.result.pots:
        for _key, won in pot.shares:
            for seat, chips in won.items():
                stacks[hand.state.place_of[seat]] -= chips
    alive = {
        at
        for _amount, places in pots
        for parted in ranks
        for one in parted
        for at in places
        if one[at] and one[at] == max(one[other] for other in places)
    }
    merged: list[tuple[int, list[int]]] = []
    for amount, places in pots:
        left = [at for at in places if at in alive]
        if merged and merged[-1][1] == left:
            amount += merged.pop()[0]
        merged.append((amount, left))
    for amount, places in merged:
        for board in boards:
            kinds = [one for one in ranks[board] if any(one[at] for at in alive)]
            chips = amount // len(boards) + (amount % len(boards) if not board else 0)
            for number, one in enumerate(kinds):
                share = chips // len(kinds) + (chips % len(kinds) if not number else 0)
                best = max(one[at] for at in places)
                winners = [at for at in places if one[at] == best]
                for at in winners:
                    stacks[at] += share // len(winners) + (share % len(winners) if at == winners[0] else 0)
    return stacks
