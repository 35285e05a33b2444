"""Chips read as an action, without words; and how any amount is brought into what is legal (S1.4; TDA 41–46, 51, 52)."""

from __future__ import annotations

from engine.games.decisions import CALL, Decision
from engine.rulings.floor_case import Case
from engine.rulings.reasons import Reason, Verdict

ANY = ("fold", "call", "raise")


def read_chips(case: Case) -> Verdict:
    """What the chips of the first motion are, said nothing. There must be some."""
    facing, chips = case.facing, case.seen.chips
    string = (case.why("string"),) if case.seen.is_string else ()
    if not facing.level:
        return bet(case, case.total, case.why("bet_chips", total=case.total), *string)
    needed = facing.level - case.kept
    is_partly_back = case.seen.taken_back > 0 and not case.seen.is_all_taken_back
    if case.total == facing.all_in == facing.level:
        return case.settle(CALL, case.why("all_in_call"), *string)
    if sum(chips) < needed:
        return undercall(case, sum(chips), *string)
    if needed <= 0 or is_partly_back:
        why = case.why("prior_chips", total=case.total)
        return _counted(case, why, *string)
    if sum(chips) == needed:
        return case.settle(CALL, case.why("exact_call"), *string)
    if len(chips) == 1:
        if case.rules.oversized_chip == "call" or facing.is_bring_in:
            return case.settle(CALL, case.why("oversized", chip=chips[0]), *string)
        return _counted(case, case.why("all_count", total=case.total), *string)
    if case.rules.several_chips == "half":
        if sum(chips) - min(chips) < needed:
            return case.settle(CALL, case.why("all_needed", chip=min(chips)), *string)
        if case.total == facing.all_in == facing.hi:
            return case.settle(Decision("raise", facing.hi), case.why("last_chips"), *string)
        is_raise = 0 < facing.lo <= case.total
        return beyond(case, case.total, *((case.why("chips_reach", total=case.total),) if is_raise else ()), *string)
    return _counted(case, case.why("all_count", total=case.total), *string)


def _counted(case: Case, *why: Reason) -> Verdict:
    """All the chips count: with those in front, a call, a raise, or a raise that is short."""
    if case.total == case.facing.level:
        return case.settle(CALL, *why)
    return beyond(case, case.total, *why)


def bet(case: Case, total: int, *why: Reason) -> Verdict:
    """A bet of so much with none standing; too little is made up to the least bet."""
    facing = case.facing
    if not facing.hi:
        return may_not_raise(case, *why)
    if total < facing.lo:
        return case.settle(Decision("raise", facing.lo), *why, case.why("least_bet"))
    return within(case, total, *why)


def beyond(case: Case, total: int, *why: Reason) -> Verdict:
    """More than a call, without the word "raise": a raise, a raise made up to the least, or a call (TDA 43-A, 45-B; S1.4)."""
    facing = case.facing
    if not facing.hi:
        return may_not_raise(case, *why)
    if total >= facing.lo:
        return within(case, total, *why)
    if case.rules.several_chips == "half" or facing.limit == "fixed":
        return by_half(case, total, *why)
    return case.settle(Decision("raise", facing.lo), *why, case.why("made_up"))


def by_half(case: Case, total: int, *why: Reason) -> Verdict:
    """Half of a raise beyond the call is made up to the least raise; less is a call (TDA 43-A)."""
    facing = case.facing
    over = total - facing.level
    if over * 2 >= facing.least_raise:
        return case.settle(Decision("raise", facing.lo), *why, case.why("from_half", over=over))
    return case.settle(CALL, *why, case.why("below_half", over=max(0, over)))


def within(case: Case, total: int, *why: Reason) -> Verdict:
    """A bet or raise to at least the least: no more than the limit and the stack allow, in chips that there are."""
    facing = case.facing
    if total > facing.hi:
        key = "no_more_than_stack" if facing.hi == facing.all_in else "cut_to_most"
        return case.settle(Decision("raise", facing.hi), *why, case.why(key))
    if facing.spacing:
        to = total - (total - facing.lo) % facing.spacing
        sizes = (case.why("two_sizes"),) if to != total else ()
        return case.settle(Decision("raise", to), *why, *sizes)
    short = (total - facing.bet) % facing.chip
    if short and total != facing.all_in:
        to = max(facing.lo, total - short)
        whole = case.why("whole_chips", chip=facing.chip, total=total, to=to)
        return case.settle(Decision("raise", to), *why, *((whole,) if to != total else ()))
    return case.settle(Decision("raise", total), *why)


def may_not_raise(case: Case, *why: Reason) -> Verdict:
    """A raise that is not open is a call, or a check (S0.12; TDA 47)."""
    return case.settle(CALL, *why, case.why("may_not_raise"))


def undercall(case: Case, put: int, *why: Reason) -> Verdict:
    """Chips, or an amount said, that fall short of the call (TDA 41, 49, 51-B)."""
    facing, house = case.facing, case.rules.undercall
    if facing.is_bring_in:
        return case.settle(CALL, case.why("bring_in_forced"), *why)
    if put and put == case.told:
        return case.settle(CALL, case.why("accepted", told=put), *why)
    if house == "full call":
        return case.settle(CALL, case.why("undercall_full"), *why)
    if house == "take back":
        return case.leave_open("player", ANY, case.why("undercall_back", put=put), *why, goes_back=True)
    if facing.is_heads_up or facing.is_opening_bet:
        return case.settle(CALL, case.why("undercall"), *why)
    return case.leave_open("floor", ("fold", "call"), case.why("undercall_floor", put=put), *why)
