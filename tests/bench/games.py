"""Every game that PokerKit knows, played to the end by both with random legal decisions: hands a second.

Both play by one policy, so that their hands are of a length: fold, call and raise equally likely where they may be, the
size of a raise and the cards drawn as well. Nobody folds where a check is free: PokerKit, as in a tournament, refuses it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np
import pokerkit

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.games.betting_games import BY_PHH
from engine.games.decisions import CALL, FOLD
from tests.bench import Figure, rates

STACK = 200
AUTOMATIC = tuple(one for one in pokerkit.Automation if one.name != "RUNOUT_COUNT_SELECTION")
_BLINDS = {"small_blind": 1, "big_blind": 2}
_BETS = {"small_bet": 2, "big_bet": 4}
_STUD = {"ante": 1, "bring_in": 1, **_BETS}

# PHH code: PokerKit's class, what stands between its antes and its stacks, our stakes, players.
GAMES = {
    "NT": ("NoLimitTexasHoldem", ((1, 2), 2), _BLINDS, 6),
    "FT": ("FixedLimitTexasHoldem", ((1, 2), 2, 4), {**_BLINDS, **_BETS}, 6),
    "NS": ("NoLimitShortDeckHoldem", ((1, 2), 2), _BLINDS, 6),
    "PO": ("PotLimitOmahaHoldem", ((1, 2), 2), _BLINDS, 6),
    "FO/8": ("FixedLimitOmahaHoldemHighLowSplitEightOrBetter", ((1, 2), 2, 4), {**_BLINDS, **_BETS}, 6),
    "F7S": ("FixedLimitSevenCardStud", (1, 2, 4), _STUD, 6),
    "F7S/8": ("FixedLimitSevenCardStudHighLowSplitEightOrBetter", (1, 2, 4), _STUD, 6),
    "FR": ("FixedLimitRazz", (1, 2, 4), _STUD, 6),
    "N2L1D": ("NoLimitDeuceToSevenLowballSingleDraw", ((1, 2), 2), _BLINDS, 6),
    "F2L3D": ("FixedLimitDeuceToSevenLowballTripleDraw", ((1, 2), 2, 4), {**_BLINDS, **_BETS}, 6),
    "FB": ("FixedLimitBadugi", ((1, 2), 2, 4), {**_BLINDS, **_BETS}, 6),
}


def ours(code: str, hands: int) -> Callable[[], int]:
    """So many hands in our engine; decks are shuffled inside the clock, as theirs are."""
    game, limit = BY_PHH[code]
    _name, _more, amounts, count = GAMES[code]
    rng = random.Random(1)
    positions = Positions(count, 1, 2) if game.has_blinds else Positions(count)
    start = Start(
        game.key, Stakes(limit=limit, **amounts), tuple(Seat(at, STACK) for at in range(1, count + 1)), positions
    )
    cards = np.array([game.deck] * hands)
    shuffler = np.random.default_rng(1)

    def run() -> int:
        for order in shuffler.permuted(cards, axis=1).tolist():
            hand = Hand(start, Deck.of(order))
            asks = hand.asks
            while asks:
                (ask,) = asks
                decision = ask.sample(rng)
                if decision is FOLD and not ask.call:
                    decision = CALL
                hand.answer(ask.number, decision)
                asks = hand.asks
        return hands

    return run


def theirs(code: str, hands: int) -> Callable[[], int]:
    """As many in PokerKit."""
    name, more, amounts, count = GAMES[code]
    create = getattr(pokerkit, name).create_state
    rng = random.Random(1)

    def run() -> int:
        for _ in range(hands):
            state = create(AUTOMATIC, True, amounts.get("ante", 0), *more, (STACK,) * count, count)
            while state.status:
                if state.can_stand_pat_or_discard():
                    held = list(state.hole_cards[state.stand_patter_or_discarder_index])
                    state.stand_pat_or_discard(tuple(rng.sample(held, rng.randint(0, len(held)))))
                    continue
                can_raise = state.can_complete_bet_or_raise_to()
                pick = rng.randrange(state.bring_in_status, 3 if can_raise else 2)
                if pick == 2:
                    low = state.min_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(rng.randint(low, state.max_completion_betting_or_raising_to_amount))
                elif state.bring_in_status:
                    state.post_bring_in()
                elif pick == 1 or not state.can_fold():
                    state.check_or_call()
                else:
                    state.fold()
        return hands

    return run


def played(codes: tuple[str, ...] = tuple(GAMES)) -> Iterator[Figure]:
    """Random hands of each game, six players."""
    from importlib.metadata import version

    peer = f"PokerKit {version('pokerkit')}"
    for code in codes:
        mine, other = rates(ours(code, 2000), theirs(code, 60))
        yield Figure(f"{BY_PHH[code][0].name} ({code}), random legal decisions", mine, other, peer, 25)
