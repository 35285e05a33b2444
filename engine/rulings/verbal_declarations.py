"""Words read as an action, with the chips that came along (S1.4; TDA 40–43, 51, 54, 55, 57)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from engine.games.decisions import CALL, FOLD, Decision
from engine.rulings.floor_case import Case
from engine.rulings.pushed_chips import ANY, bet, beyond, by_half, may_not_raise, undercall, within
from engine.rulings.reasons import Reason, Verdict
from engine.rulings.recognised_words import Said

SHORTHAND = (100, 1_000, 100_000, 1_000_000)  # what a player leaves out who says "five"
REASONABLE = 20  # an amount of so many least bets or raises is still a reasonable reading


def read_words(case: Case) -> Verdict:
    """What the declaration is. It must be clear."""
    said = case.seen.said
    why = (case.why("first_word", then=said.then),) if said.then else ()
    if said.verb in _PLAIN:
        return _PLAIN[said.verb](case, *why)
    if said.mode == "least":
        return _to_end(case, case.facing.lo, "raise_least", *why)
    if said.mode == "most":
        return _to_end(case, case.facing.hi, "raise_most", *why)
    if said.needs_amount:
        return _bet(case, *why) if said.verb == "bet" and case.facing.level else _unsized(case, *why)
    return _sized(case, said, *why)


# -- actions that need no amount --------------------------------------------------------------------------------------


def fold(case: Case, *why: Reason) -> Verdict:
    """A fold, said or by the cards; free or not it stands, but a bring-in is forced, and chips taken back bind (TDA 46-B)."""
    facing = case.facing
    if facing.is_bring_in:
        return case.settle(CALL, case.why("bring_in_forced"), *why)
    if case.seen.taken_back and facing.price:
        return case.leave_open("player", ("call", "raise"), case.why("pulled_back"), *why)
    return case.settle(FOLD, *why, *(() if facing.price else (case.why("fold_unfaced"),)))


def _fold(case: Case, *why: Reason) -> Verdict:
    return fold(case, case.why("fold"), *why)


def _check(case: Case, *why: Reason) -> Verdict:
    facing = case.facing
    if facing.is_bring_in:
        return case.settle(CALL, case.why("bring_in_forced"), *why)
    if not facing.price:
        return case.settle(CALL, case.why("check"), *why)
    if case.seen.chips and case.total >= facing.level:
        return case.settle(CALL, case.why("check_then_chips"), *why)
    verbs = ("call",) if case.seen.taken_back else ("fold", "call")
    return case.leave_open("player", verbs, case.why("check_faced"), *why)


def _call(case: Case, *why: Reason) -> Verdict:
    facing = case.facing
    if facing.is_bring_in:
        return case.settle(CALL, case.why("bring_in_forced"), *why)
    if not facing.price:
        return case.settle(CALL, case.why("call_unfaced"), *why)
    if case.told not in (0, facing.price):
        return case.settle(CALL, case.why("call"), case.why("accepted", told=case.told), *why)
    return case.settle(CALL, case.why("all_in_call" if facing.level == facing.all_in else "call"), *why)


def _all_in(case: Case, *why: Reason) -> Verdict:
    facing = case.facing
    if facing.hi:
        key = "all_in" if facing.hi == facing.all_in else "all_in_most"
        return case.settle(Decision("raise", facing.hi), case.why(key, to=facing.hi), *why)
    if facing.level == facing.all_in:
        return case.settle(CALL, case.why("all_in_call"), *why)
    return may_not_raise(case, *why)


def _complete(case: Case, *why: Reason) -> Verdict:
    """In stud a bring-in is completed; with blinds whoever completes calls, the small blind above all."""
    facing = case.facing
    if facing.is_bring_in or facing.may_complete:
        if not facing.hi:
            return may_not_raise(case, *why)
        return case.settle(Decision("raise", facing.lo), case.why("complete", to=facing.lo), *why)
    if facing.price:
        return _call(case, *why)
    return case.leave_open("player", ANY, case.why("doubtful"), *why)


def _pot(case: Case, *why: Reason) -> Verdict:
    facing = case.facing
    if not facing.hi:
        return may_not_raise(case, *why)
    if facing.limit == "pot":
        return _to_end(case, facing.hi, "pot_bet", *why)
    if facing.limit == "no" and case.rules.pot_in_no_limit == "size of the pot":
        size = max(facing.lo, facing.level + facing.pot + facing.price)
        return within(case, size, case.why("pot_sized", total=size), *why)
    binds = case.why("pot_binds")
    if case.seen.chips or facing.lo == facing.hi:
        return within(case, max(facing.lo, case.total), binds, *why)
    return case.leave_open("player", ("raise",), binds, *why)


_PLAIN: dict[str, Callable[..., Verdict]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "all-in": _all_in,
    "complete": _complete,
    "pot": _pot,
}

# -- bets and raises --------------------------------------------------------------------------------------------------


def _to_end(case: Case, to: int, key: str, *why: Reason) -> Verdict:
    """To the least or the most there may be."""
    if not case.facing.hi:
        return may_not_raise(case, *why)
    return case.settle(Decision("raise", to), case.why(key, total=to), *why)


def _bet(case: Case, *why: Reason) -> Verdict:
    """ "Bet" to a bet that stands is no standard word (TDA 57): with chips these count, without it means nothing yet."""
    if case.seen.chips and case.total > case.facing.level:
        return beyond(case, case.total, case.why("words_unclear"), *why)
    return case.leave_open("player", ANY, case.why("doubtful"), *why)


def _unsized(case: Case, *why: Reason) -> Verdict:
    """A bet or raise was said but not how much: the chips say it (S1.4; TDA 42, 44), else the player has to."""
    facing, seen = case.facing, case.seen
    if facing.level == 0 and seen.said.verb == "raise":
        why = (case.why("raise_unfaced"), *why)
    if not facing.hi:
        return may_not_raise(case, *why)
    if not seen.chips:
        if facing.lo == facing.hi:
            return _to_end(case, facing.lo, "raise_least", *why)
        return case.leave_open("player", ("raise",), case.why("how_much"), *why)
    if seen.is_string and case.rules.raise_motions == "every motion":
        total, key, more = case.on_table, "raise_all_motions", why
    else:
        total = case.total
        key = "raise_one_chip" if len(seen.chips) == 1 else "raise_chips"
        more = (*why, case.why("string")) if seen.is_string else why
    return _raise(case, total, case.why(key, total=total), *more)


def _raise(case: Case, total: int, *why: Reason) -> Verdict:
    """A raise, or a bet, was said: it is one, of at least the least (S0.13; TDA 43-A)."""
    facing = case.facing
    if not facing.level:
        return bet(case, total, *why)
    if not facing.hi:
        return may_not_raise(case, *why)
    if total >= facing.lo:
        return within(case, total, *why)
    if case.rules.short_raise == "half":
        return by_half(case, total, *why)
    return case.settle(Decision("raise", facing.lo), *why, case.why("least_raise"))


def _sized(case: Case, said: Said, *why: Reason) -> Verdict:
    """An amount was said, with or without "bet" or "raise"."""
    facing = case.facing
    is_raise = said.verb == "raise"
    amount, meant = _amount(case, said, is_raise=is_raise)
    if not amount:
        return case.leave_open("player", ANY, case.why("doubtful"), *why)
    if is_raise:
        total, key = _raise_total(case, said, amount)
        unfaced = () if facing.level else (case.why("raise_unfaced"),)
        return _raise(case, total, case.why(key, total=total, by=amount), *meant, *unfaced, *why)
    if not facing.level:
        return bet(case, amount, case.why("bet_amount", total=amount), *meant, *why)
    if amount in (facing.level, facing.price) or (amount >= facing.all_in == facing.level):
        return case.settle(CALL, case.why("call_said"), *meant, *why)
    if amount < facing.level:
        return undercall(case, amount, *meant, *why)
    return beyond(case, amount, case.why("amount_said", total=amount), *meant, *why)


def _raise_total(case: Case, said: Said, amount: int) -> tuple[int, str]:
    """What a raise of that number comes to, and the reason why."""
    facing = case.facing
    by = facing.level + amount
    if not facing.level or said.mode == "to":
        return amount, "raise_to"
    if said.mode == "by":
        return by, "raise_by"
    if case.rules.raise_number == "by":
        return by, "raise_number_by"
    if amount <= facing.level and by >= facing.lo:
        return by, "raise_can_only_be_by"
    return amount, "raise_number"


def _amount(case: Case, said: Said, *, is_raise: bool) -> tuple[int | None, tuple[Reason, ...]]:
    """The number said, in chips: as it stands, or what a player's shorthand means by it (TDA 57). None: no whole number."""
    facing, number = case.facing, said.amount
    assert number is not None

    def total(amount: int) -> int:
        return _raise_total(case, said, amount)[0] if is_raise else amount

    def is_sensible(amount: int) -> bool:
        """Neither less than the call nor not half of a bet, and no more than there may be."""
        to, most = total(amount), max(facing.hi, facing.level)
        if not facing.level:
            return facing.lo <= to * 2 and to <= most
        return (to > facing.level if is_raise else amount >= facing.price) and to <= most

    whole = number.numerator if number.denominator == 1 else None
    least = facing.lo - (facing.level if is_raise and said.mode != "to" else 0)
    if not is_raise and facing.price:
        least = facing.price
    if whole is not None and (not said.is_loose or whole * 2 >= least):
        return whole, ()
    most = max(facing.pot, REASONABLE * max(facing.lo, facing.level))
    meanings = [int(number * times) for times in SHORTHAND if (number * times).denominator == 1]
    meanings = [amount for amount in meanings if is_sensible(amount) and amount <= most]
    if not meanings:
        return whole, ()
    shown = [amount for amount in meanings if case.seen.chips and case.total == total(amount)]
    meant = shown[0] if shown else max((one for one in meanings if one <= facing.pot), default=meanings[0])
    return meant, (case.why("meaning_by_chips" if shown else "meaning", said=_plain(number), meant=meant),)


def _plain(number: Fraction) -> str:
    return str(float(number)) if number.denominator != 1 else str(number)
