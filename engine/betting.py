"""Forced bets, who acts, and how much may be bet (RULES.md S0.8–S0.14, S1.2, S1.3, S2.2–S2.4; TDA 43, 47, 48)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.cards import UNKNOWN, rank_of
from engine.decisions import BET, BRING_IN, Ask
from engine.errors import BadStart
from engine.games import Game, Share
from engine.start import Start

if TYPE_CHECKING:
    from engine.hand import Hand


def check_start(game: Game, start: Start) -> None:
    """Refuse a hand that this game cannot play. Raises `BadStart` with what would be right."""
    count = len(start.seats)
    if count > game.max_seats:
        raise BadStart(f"{game.name} seats at most {game.max_seats}, not {count}", field="seats", most=game.max_seats)
    stakes = start.stakes
    if stakes.limit not in game.limits:
        raise BadStart(f"{game.name} is played {', '.join(game.limits)} limit, not {stakes.limit}", field="limit")
    forced = stakes.big_blind or stakes.ante or stakes.bring_in or any(seat.live or seat.dead for seat in start.seats)
    if not forced:
        raise BadStart("nobody has to bet: stakes need blinds, an ante or a bring-in", field="stakes")
    if game.has_blinds and stakes.big_blind and start.positions.big_blind is None:
        raise BadStart("stakes have a big blind, but no seat posts it", field="positions")
    if not game.has_blinds and stakes.limit == "fixed" and not stakes.bring_in:
        raise BadStart(f"{game.name} needs a bring-in", field="bring_in")


# -- forced bets ------------------------------------------------------------------------------------------------------


def _ante(hand: Hand, place: int, chips: int, *, is_matched: bool) -> None:
    """Take an ante; a matched one can be won only by those who put in as much (a short ante contests only its part)."""
    paid = min(chips, hand._stacks[place])
    if not paid:
        return
    hand._stacks[place] -= paid
    if not hand._stacks[place]:
        hand._able &= ~(1 << place)
    if is_matched:
        hand._put[place] += paid
    else:
        hand._dead += paid
    hand._events.append(("ante", hand._numbers[place], paid, (), ()))


def post_antes(hand: Hand) -> None:
    """The antes that come before the blinds."""
    stakes, positions = hand.stakes, hand.start.positions
    if stakes.ante:
        if stakes.ante_kind == "each":
            for place in range(hand._count):
                _ante(hand, place, stakes.ante, is_matched=True)
        elif stakes.ante_kind == "button" and positions.button in hand._place:
            _ante(hand, hand._place[positions.button], stakes.ante, is_matched=False)
        elif hand.start.rules.big_blind_ante == "ante first":
            _post_big_blind_ante(hand)
    for seat in hand.start.seats:
        if seat.dead:
            _ante(hand, hand._place[seat.number], seat.dead, is_matched=False)


def _post_big_blind_ante(hand: Hand) -> None:
    """The big blind pays for everybody, where the stakes say so."""
    seat = hand.start.positions.big_blind
    if hand.stakes.ante_kind == "big_blind" and seat is not None:
        _ante(hand, hand._place[seat], hand.stakes.ante, is_matched=False)


def _post_blinds(hand: Hand) -> None:
    """Blinds, posts and straddles; the bet to call is the full one even if the poster is short (WSOP 150)."""
    stakes, positions = hand.stakes, hand.start.positions
    owed = [("post", seat.number, seat.live) for seat in hand.start.seats if seat.live]
    blinds = (
        ("small blind", positions.small_blind, stakes.small_blind),
        ("big blind", positions.big_blind, stakes.big_blind),
    )
    level, last = 0, hand._count - 1
    for kind, number, chips in (*blinds, *sorted(owed, key=lambda one: hand._place[one[1]])):
        if number not in hand._place or not chips:
            continue
        place = hand._place[number]
        paid = hand._pay(place, chips)
        hand._events.append((kind, number, paid, (), ()))
        if chips > level:
            level, last = chips, place
    if hand.start.rules.big_blind_ante != "ante first":
        _post_big_blind_ante(hand)
    hand._level = level
    hand._step = max(level, stakes.least_bet)
    hand._opened = level > 0
    hand._turn = last


# -- a round ----------------------------------------------------------------------------------------------------------


def begin_round(hand: Hand) -> None:
    """Set up the betting of the street: who must act, from where, and what there is to call."""
    count = hand._count
    hand._seen = [0] * count
    hand._acted = hand._raises = 0
    hand._last_raiser = -1
    hand._level, hand._step, hand._opened = 0, hand.stakes.least_bet, False
    if hand._street == 0 and hand.game.has_blinds:
        _post_blinds(hand)
    elif hand._street == 0:
        _ask_bring_in(hand)
        return
    elif hand.game.boards_by is not None:
        hand._turn = (_best_board(hand) - 1) % count
    else:
        hand._turn = count - 1
    hand._need = hand._able if _somebody_bets(hand) else 0


def _somebody_bets(hand: Hand) -> bool:
    """False if at most one player has chips and nothing is left to call."""
    able = hand._able
    if able & (able - 1):
        return True
    if not able:
        return False
    place = able.bit_length() - 1
    return hand._bets[place] < max(bet for at, bet in enumerate(hand._bets) if at != place)


def _ask_bring_in(hand: Hand) -> None:
    """S2.2: the bring-in is forced; its only choice is to open for the full small bet."""
    hand._need = hand._able if _somebody_bets(hand) else 0
    if not hand._need:
        return
    place = _bring_in_place(hand)
    hand._turn = hand._who = place
    if not hand._able >> place & 1:  # all-in from the ante: the next one acts, with nothing to call
        return
    stack = hand._stacks[place]
    to = min(hand.stakes.bring_in, stack)
    full = min(hand.stakes.small_bet or hand.stakes.least_bet, stack)
    hand._open(Ask(hand._asked, hand._numbers[place], BRING_IN, to, full if full > to else 0, full if full > to else 0))


def _bring_in_place(hand: Hand) -> int:
    """Who brings it in: the lowest up-card, clubs lowest; in razz the highest, the higher suit first (S2.2, S2.11)."""
    live = range(hand._count)
    if hand.game.opening == "low card":
        return min(live, key=lambda at: min(hand._ups[at]))
    # In razz the ace is low, the king high.
    return max(live, key=lambda at: max(((rank_of(card) + 1) % 13, card) for card in hand._ups[at]))


def _best_board(hand: Hand) -> int:
    """Who opens a later street: the best up-cards, on a tie the nearest to the button's left (S2.4)."""
    ranking = hand.game.boards_by
    assert ranking is not None
    live = [at for at in range(hand._count) if not hand._folded[at]]
    if any(UNKNOWN in hand._ups[at] for at in live):
        return live[0]
    return max(live, key=lambda at: (ranking.rank(hand._ups[at]), -at))


def bring_in(hand: Hand, place: int, amount: int) -> None:
    """Post the bring-in, which is no raise and can be completed."""
    paid = hand._pay(place, amount)
    hand._level = hand.stakes.bring_in
    hand._seen[place] = hand._level
    hand._acted |= 1 << place
    hand._need = hand._able & ~(1 << place)
    hand._events.append(("bring-in", hand._numbers[place], paid, (), ()))


def ask_next(hand: Hand) -> None:
    """Open the ask of the next to act, or find that nobody has to."""
    need, at, count = hand._need, hand._turn, hand._count
    able = hand._able
    if not able & (able - 1) and not _somebody_bets(hand):
        hand._need = 0
        return
    at += 1
    while True:
        if at >= count:
            at = 0
        if need >> at & 1:
            break
        at += 1
    hand._turn = hand._who = at
    level, bet, stack = hand._level, hand._bets[at], hand._stacks[at]
    owed = level - bet
    if owed < 0:
        owed = 0
    lo = hi = 0
    if stack > owed and able & ~(1 << at) and _may_raise(hand, at):
        lo, hi = _raise_window(hand, at, owed)
    hand._ask = Ask(hand._asked, hand._numbers[at], BET, owed if owed < stack else stack, lo, hi)
    hand._asked += 1


def _bet_size(hand: Hand) -> int:
    street = hand.game.streets[hand._street]
    return hand.stakes.big_bet if street.is_big else hand.stakes.small_bet


def _may_raise(hand: Hand, place: int) -> bool:
    """A short all-in does not give a player who has acted a second chance; short ones add up (TDA 47).

    In limit an all-in of half a bet or more counts as a full one (TDA 47-B). The cap is on raises, not on the bet, and
    is lifted when two players remain (S0.12; TDA 48 is the other choice).
    """
    acted = hand._acted >> place & 1
    fixed = hand.stakes.limit == "fixed"
    if not acted and not fixed:
        return True
    if acted:
        more = hand._level - hand._seen[place]
        if (more * 2 < _bet_size(hand)) if fixed else (more < hand._step):
            return False
    if not fixed:
        return True
    cap = hand.start.rules.raise_cap
    if cap and hand._raises >= cap:
        return hand.start.rules.cap_heads_up == "lifted" and hand._left() == 2
    return True


def _raise_window(hand: Hand, place: int, owed: int) -> tuple[int, int]:
    """The least and the most a raise may come to in the round (S0.12, S0.13)."""
    level = hand._level
    stack = hand._bets[place] + hand._stacks[place]
    limit = hand.stakes.limit
    if limit == "no":
        lo = level + hand._step
        return (lo if lo < stack else stack), stack
    if limit == "fixed":
        size = _bet_size(hand)
        lo = hi = level + size if hand._opened else max(size, level + 1)
    elif limit == "pot":
        lo, hi = level + hand._step, level + hand.pot + owed
    else:
        lo, hi = level + hand._step, level + hand.stakes.big_bet
    hi = min(hi, stack)
    return min(lo, hi), hi


def count_raise(hand: Hand, place: int, amount: int) -> None:
    """Note what a bet or raise to `amount` means for those who follow."""
    by = amount - hand._level
    kind = "raise" if hand._opened else ("complete" if hand._level else "bet")
    if hand.stakes.limit == "fixed":
        if by * 2 >= _bet_size(hand) or (not hand._level and amount * 2 >= _bet_size(hand)) or kind == "complete":
            hand._raises += hand._opened  # a bet or a completion is no raise (S2.3)
            hand._opened = True
    else:
        hand._opened = True
        if by >= hand._step:
            hand._step = by
    hand._level = amount
    hand._events.append((kind, hand._numbers[place], amount, (), ()))


def strength(share: Share, cards: list[int], board: list[int]) -> int:
    """The rank of the best hand that `cards` make with `board` under that share; 0 is none."""
    rank = share.ranking.rank
    if share.hole is None:
        return rank(cards + board)
    return max(
        rank([*mine, *shared])
        for mine in combinations(cards, share.hole)
        for shared in combinations(board, 5 - share.hole)
    )
