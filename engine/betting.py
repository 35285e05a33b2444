"""Forced bets, who acts, and how much may be bet (RULES.md S0.8–S0.14, S1.2, S1.3, S2.2–S2.5; TDA 43, 47, 48, 54)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import UNKNOWN, rank_of
from engine.decisions import BET, BRING_IN, STRADDLE, Ask, Decision

if TYPE_CHECKING:
    from engine.hand import Hand

# -- forced bets ------------------------------------------------------------------------------------------------------


def _ante(hand: Hand, place: int, chips: int, *, is_matched: bool) -> None:
    """Take an ante; a matched one can be won only by those who put in as much (a short ante contests only its part)."""
    stack = hand._stacks[place]
    paid = chips if chips < stack else stack
    if not paid:
        return
    hand._stacks[place] = stack - paid
    if paid == stack:
        hand._able &= ~(1 << place)
    if is_matched:
        hand._put[place] += paid
    else:
        hand._dead += paid
    hand._events.append(("ante", hand._numbers[place], paid, (), ()))


def post(hand: Hand) -> None:
    """Antes and blinds; who may straddle is asked afterwards."""
    stakes, positions, start = hand.stakes, hand.start.positions, hand.start
    if start.bomb:
        for place in range(hand._count):
            _ante(hand, place, start.bomb, is_matched=True)
    if stakes.ante and not start.bomb:
        if stakes.ante_kind == "each":
            for place in range(hand._count):
                _ante(hand, place, stakes.ante, is_matched=True)
        elif stakes.ante_kind == "button" and positions.button in hand._place:
            _ante(hand, hand._place[positions.button], stakes.ante, is_matched=False)
        elif start.rules.big_blind_ante == "ante first":
            _post_big_blind_ante(hand)
    for number, _stack, _live, dead in start.seats:
        if dead:
            _ante(hand, hand._place[number], dead, is_matched=False)
    if not start.bomb:
        if hand.plan.is_fixed and start.carried:
            _raise_stakes(hand)
        if hand.plan.opening == "blinds":
            _post_blinds(hand)
    hand._posted = not hand._straddlers


def _post_big_blind_ante(hand: Hand) -> None:
    """The big blind pays for everybody, where the stakes say so."""
    seat = hand.start.positions.big_blind
    if hand.stakes.ante_kind == "big_blind" and seat is not None:
        _ante(hand, hand._place[seat], hand.stakes.ante, is_matched=False)


def _kill_blind(hand: Hand) -> tuple[str, int | None, int]:
    """What the killer posts: the small bet at the raised stakes."""
    return ("kill", hand.start.carried.get("kill"), hand._sizes[0])


def _raise_stakes(hand: Hand) -> None:
    """A kill pot plays for half as much again, or for double, in whole smallest chips."""
    kill = hand.start.rules.kill
    if kill == "none" or hand.start.carried.get("kill") not in hand._place:
        return
    unit = hand.stakes.unit
    parts = 3 if kill == "half" else 4
    hand._sizes = tuple(-(-size * parts // (2 * unit)) * unit for size in hand._sizes)


def _post_blinds(hand: Hand) -> None:
    """Blinds, posts and kills; the bet to call is the full one even if the poster is short (WSOP 150)."""
    stakes, positions, place_of = hand.stakes, hand.start.positions, hand._place
    owed: list[tuple[str, int | None, int]] = [
        ("small blind", positions[1], stakes.small_blind),
        ("big blind", positions[2], stakes.big_blind),
    ]
    posts: list[tuple[str, int | None, int]] = [("post", seat[0], seat[2]) for seat in hand.start.seats if seat[2]]
    if hand._sizes is not hand.plan.sizes:
        posts.append(_kill_blind(hand))
    if posts:
        owed += sorted(posts, key=lambda one: place_of[one[1] or 0])
    level, last, total = 0, hand._count - 1, 0
    full: dict[int, int] = {}  # what each has posted, had it the chips
    for kind, number, chips in owed:
        place = place_of.get(number, -1)  # type: ignore[arg-type]  # a dead blind is at nobody's seat
        if kind == "kill":  # a blind that the killer pays anyway counts towards it
            chips = max(0, chips - full.get(place, 0))
        total += chips
        if not chips or place < 0:
            continue
        paid = hand._pay(place, chips)
        hand._events.append((kind, number, paid, (), ()))
        sofar = full[place] = full.get(place, 0) + chips
        if sofar > level:
            level, last = sofar, place
    if hand.start.rules.big_blind_ante != "ante first":
        _post_big_blind_ante(hand)
    if hand.plan.limit == "pot" and hand.start.rules.pot_before_flop == "full blinds":
        hand._off = total - hand.pot
    hand._level = level
    least = stakes.least_bet
    hand._step = level if level > least else least
    hand._opened = level > 0
    hand._turn = last
    if hand.start.rules.straddle != "none":
        hand._straddlers = _straddlers(hand)


def _straddlers(hand: Hand) -> list[int]:
    """Who may straddle: one player, with three or more dealt in, who can pay twice the big blind."""
    rules, positions = hand.start.rules, hand.start.positions
    if hand._count < 3 or not hand.stakes.big_blind or positions.big_blind is None:
        return []
    if rules.straddle == "button":
        place = hand._place.get(positions.button, -1)
    else:
        place = (hand._place[positions.big_blind] + 1) % hand._count
    if place < 0 or hand._bets[place] or hand._stacks[place] < 2 * hand.stakes.big_blind:
        return []
    return [place]


def go_on_posting(hand: Hand) -> None:
    """Ask the next who may straddle, or find that everything is posted."""
    if not hand._straddlers:
        hand._posted = True
        return
    chips = 2 * hand.stakes.big_blind
    hand._open(hand._straddlers.pop(0), STRADDLE, 0, chips, chips)


def answer_straddle(hand: Hand, place: int, decision: Decision) -> None:
    """Post the straddle: a blind of twice the big one, whose owner acts last."""
    if decision.verb != "straddle":
        hand._events.append(("pass", hand._numbers[place], 0, (), ()))
        return
    chips = 2 * hand.stakes.big_blind
    hand._pay(place, chips)
    hand._events.append(("straddle", hand._numbers[place], chips, (), ()))
    hand._level = hand._step = chips
    hand._turn = place


# -- a round ----------------------------------------------------------------------------------------------------------


def begin_round(hand: Hand) -> None:
    """Set up the betting of the street: who must act, from where, and what there is to call."""
    count, plan, street = hand._count, hand.plan, hand._street
    hand._seen = [0] * count
    hand._acted = hand._raises = 0
    hand._last_raiser = -1
    hand._two_sizes = False
    if street == 0:
        if plan.opening != "blinds":
            hand._level, hand._step, hand._opened = 0, hand.stakes.least_bet, False
            if plan.opening != "best board":
                _ask_bring_in(hand)
                return
            hand._turn = (best_board(hand) - 1) % count
    else:
        hand._level, hand._step, hand._opened, hand._off = 0, hand.stakes.least_bet, False, 0
        if plan.boards_by is not None:
            hand._turn = (best_board(hand) - 1) % count
        else:
            hand._turn = count - 1
        if street == 1 and plan.game.has_open_pair:
            hand._two_sizes = plan.is_fixed and plan.rules.open_pair == "small or big bet" and _shows_pair(hand)
    hand._first = (hand._turn + 1) % count
    able = hand._able
    hand._need = able if able & (able - 1) or _somebody_bets(hand) else 0


def begin_roll_round(hand: Hand, place: int) -> None:
    """The round after a player has turned up the best cards: that player opens (S2.14)."""
    hand._seen = [0] * hand._count
    hand._bets = [0] * hand._count
    hand._acted = hand._raises = 0
    hand._last_raiser = -1
    hand._level, hand._step, hand._opened = 0, hand.stakes.least_bet, False
    hand._turn = (place - 1) % hand._count
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


def _shows_pair(hand: Hand) -> bool:
    for at, ups in enumerate(hand._ups):
        ranks = [rank_of(card) for card in ups]
        if not hand._folded[at] and len(set(ranks)) < len(ranks):
            return True
    return False


def _ask_bring_in(hand: Hand) -> None:
    """S2.2: the bring-in is forced; its only choice is to open for the full small bet."""
    hand._need = hand._able if _somebody_bets(hand) else 0
    if not hand._need:
        return
    place = _bring_in_place(hand, range(hand._count))
    if not hand._able >> place & 1:
        if hand.plan.rules.broke_bring_in == "next player":  # who acts with nothing to call
            hand._turn = place
            return
        place = _bring_in_place(hand, [at for at in range(hand._count) if hand._able >> at & 1])
    hand._turn = place
    hand._first = place
    stack = hand._stacks[place]
    to = min(hand.stakes.bring_in, stack)
    lo = hi = 0
    if hand.plan.rules.bring_in_may_open and stack > to:
        lo, hi = _opening_window(hand, stack)
    hand._open(place, BRING_IN, to, lo, hi)


def _opening_window(hand: Hand, stack: int) -> tuple[int, int]:
    """The sizes for which a hand may be opened instead of brought in."""
    plan = hand.plan
    least = hand._sizes[0] if plan.is_fixed else hand.stakes.least_bet
    most = {"fixed": hand._sizes[0], "spread": hand._sizes[0], "pot": max(hand.pot, least), "no": stack}[plan.limit]
    lo, hi = min(least, stack), min(most, stack)
    return (lo, hi) if hi > hand.stakes.bring_in else (0, 0)


def _known(hand: Hand, places: Sequence[int]) -> Sequence[int]:
    """Those whose up-cards are known, if there are any: a record may lack some, and the rest decide as far as they can."""
    if hand._order is not None:
        return places
    return [at for at in places if UNKNOWN not in hand._ups[at]] or places


def _bring_in_place(hand: Hand, places: Sequence[int]) -> int:
    """Who brings it in: the lowest up-card, clubs lowest; in razz the highest, the higher suit first (S2.2, S2.11).

    A wild card counts as the highest of all.
    """
    wild, ace_low = hand.plan.wild, hand.game.is_ace_low

    def worth(card: int) -> tuple[int, int]:
        rank = rank_of(card)
        return (14 if card in wild else (rank + 1) % 13 if ace_low else rank, card)

    places = _known(hand, places)
    if hand.plan.opening == "low card":
        return min(places, key=lambda at: worth(min(hand._ups[at], key=worth)))
    return max(places, key=lambda at: worth(max(hand._ups[at], key=worth)))


def best_board(hand: Hand) -> int:
    """Who opens a later street: the best up-cards; on a tie the nearest to the button's left, or the higher suit (S2.4)."""
    ranking = hand.plan.boards_by
    assert ranking is not None
    live = _known(hand, [at for at in range(hand._count) if not hand._folded[at]])
    if UNKNOWN in hand._ups[live[0]]:
        return live[0]
    rank = ranking.rank
    values = [rank(hand._ups[at]) for at in live]
    best = max(values)
    tied = [at for at, value in zip(live, values, strict=True) if value == best]
    if len(tied) > 1 and hand.plan.rules.board_tie == "higher suit":
        return max(tied, key=lambda at: _suits(hand._ups[at]))
    return tied[0]


def _suits(ups: list[int]) -> list[int]:
    """The cards from the most telling down (pairs first, then by rank), so that the first difference is one of suit."""
    many = Counter(card >> 2 for card in ups)
    return sorted(ups, key=lambda card: (many[card >> 2], card), reverse=True)


def bring_in(hand: Hand, place: int, amount: int) -> None:
    """Post the bring-in, which is no raise and can be completed."""
    paid = hand._pay(place, amount)
    level = hand._level = hand.stakes.bring_in
    least = hand.stakes.least_bet
    hand._step = least - level if least > level else least
    hand._seen[place] = level
    hand._acted |= 1 << place
    hand._need = hand._able & ~(1 << place)
    hand._events.append(("bring-in", hand._numbers[place], paid, (), ()))


def ask_next(hand: Hand) -> None:
    """Open the ask of the next to act, or find that nobody has to."""
    need, at, count, able = hand._need, hand._turn, hand._count, hand._able
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
    level, stack = hand._level, hand._stacks[at]
    owed = level - hand._bets[at]
    if owed < 0:
        owed = 0
    lo = hi = step = 0
    if stack <= owed:
        owed = stack
    elif able & ~(1 << at):
        if hand.plan.limit == "no":
            # A short all-in does not give a player who has acted a second chance; short ones add up (TDA 47).
            if not hand._acted >> at & 1 or level - hand._seen[at] >= hand._step:
                hi = hand._bets[at] + stack
                lo = level + hand._step
                if lo > hi:
                    lo = hi
        elif _may_raise(hand, at):
            lo, hi, step = _raise_window(hand, at, owed)
    hand._ask = Ask(hand._asked, hand._numbers[at], BET, owed, lo, hi, (), None, step)
    hand._asked += 1


def _may_raise(hand: Hand, place: int) -> bool:
    """Whether a limit that is not no limit lets this player raise.

    In fixed limit an all-in of half a bet or more counts as a full one (TDA 47-B, or the house asks for a full one). The
    cap is on raises, not on the bet, and is lifted when two players remain (S0.12; TDA 48 is the other choice).
    """
    plan = hand.plan
    if hand._acted >> place & 1:
        more = hand._level - hand._seen[place]
        if plan.is_fixed:
            size = hand._sizes[hand._street]
            if more < size and (more * 2 < size or plan.rules.short_all_in_reopens == "full bet"):
                return False
        elif more < hand._step:
            return False
    if plan.cap and hand._raises >= plan.cap:
        lifted = plan.rules.cap_heads_up
        return hand._left == 2 and (lifted == "lifted" or (lifted == "event" and hand._count == 2))
    return True


def _raise_window(hand: Hand, place: int, owed: int) -> tuple[int, int, int]:
    """The least and the most a raise may come to in the round, and how far apart its sizes are (S0.12, S0.13)."""
    level = hand._level
    stack = hand._bets[place] + hand._stacks[place]
    limit = hand.plan.limit
    step = 0
    if limit == "fixed":
        size = hand._sizes[hand._street]
        lo = hi = level + size if hand._opened else (size if size > level else level + 1)
        if hand._two_sizes:
            hi += hand.stakes.big_bet - size
            step = hi - lo
    elif limit == "pot":
        lo = level + hand._step
        hi = level + hand.pot + hand._off + owed
        hi = hi if hi > lo else lo
    else:
        lo, hi = level + hand._step, level + hand._sizes[hand._street]
        hi = hi if hi > lo else lo
    if hi >= stack:
        hi = stack
        lo = lo if lo < hi else hi
        step = hi - lo if step else 0
    return lo, hi, step


def count_raise(hand: Hand, place: int, amount: int) -> None:
    """Note what a bet or raise to `amount` means for those who follow."""
    level, opened = hand._level, hand._opened
    by = amount - level
    kind = "raise" if opened else ("complete" if level else "bet")
    if hand.plan.is_fixed:
        size = hand._sizes[hand._street]
        if by * 2 >= size or (not level and amount * 2 >= size) or kind == "complete":
            # A bet or a completion is no raise (S2.3).
            hand._raises += opened or (kind == "complete" and hand.plan.rules.completion == "raise")
            hand._opened = True
        if by > size:  # the big bet on an open pair: from now on there is no other
            hand._two_sizes = False
            hand._sizes = (*hand._sizes[: hand._street], hand.stakes.big_bet, *hand._sizes[hand._street + 1 :])
    else:
        hand._raises += opened
        hand._opened = True
        if not opened:
            by = amount
        if by >= hand._step:
            hand._step = by
    hand._level = amount
    hand._events.append((kind, hand._numbers[place], amount, (), ()))
