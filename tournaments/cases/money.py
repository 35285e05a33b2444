"""Cases of ICM, deals and bounties."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine import text_limits
from tournaments.cases.compare import Check, NotACase, need, numbers, rounded, scale_of, whole
from tournaments.formulas import bounty_shares, deal_methods, icm, payout_tables

Case = Mapping[str, Any]

# -- ICM --------------------------------------------------------------------------------------------------------------


def check_icm(case: Case, check: Check) -> None:
    """`expected` and `expected_exact` equities, and a `published` list with its tolerance."""
    stacks, prizes = numbers(case, "stacks"), numbers(case, "prizes")
    found = icm.equities(stacks, prizes)
    if "expected" in case:
        check.same("expected", case["expected"], found, case.get("tolerance"))
    if "expected_exact" in case:
        check.same("expected_exact", [float(Fraction(text)) for text in case["expected_exact"]], found, 0.0)
    if "published" in case:
        check.same("published", case["published"], found, case.get("published_tolerance", rounded(case["published"])))


def check_chances(case: Case, check: Check) -> None:
    """`p`: a row a place, a column a player; `published_percent` likewise."""
    stacks = numbers(case, "stacks")
    rows = case.get("p") or case.get("published_percent") or []
    found = icm.finish_chances(stacks, len(rows) or len(stacks))
    check.expected(case, {"p": found})
    check.expected(case, {"published_percent": [[100 * chance for chance in row] for row in found]}, 0.06)


def check_rounding(case: Case, check: Check) -> None:
    """Whole payouts in units of `unit` (default 1)."""
    stacks, prizes = numbers(case, "stacks"), numbers(case, "prizes")
    check.expected(case, {"expected": icm.payouts(stacks, prizes, case.get("unit", 1))})


# -- deals ------------------------------------------------------------------------------------------------------------

METHODS = {
    "icm": "icm",
    "chip_chop": "chip_chop",
    "chip_chop_min": "chip_chop",
    "chip": "chip_chop",
    "proportional": "proportional",
    "chip_chop_pure": "proportional",
    "even": "even",
    "equal": "even",
    "custom": "custom",
}
_KEPT = ("play_for", "keep", "kept", "keep_aside", "save")


def check_deal(case: Case, check: Check) -> None:
    """`exact` shares, `published` ones with the case's tolerance, and whole `expected` or `rounded` ones."""
    prizes = numbers(case, "prizes")
    method = METHODS.get(re.split(r"[ ,;(]", str(case.get("method", "chip_chop_min")).lower())[0])
    if method is None:
        raise NotACase(f"there is no method {case['method']!r}; there are {', '.join(METHODS)}")
    keep = next((case[name] for name in _KEPT if name in case), 0)
    scale = scale_of([*prizes, keep, *(case.get("shares", ()) if method == "custom" else ())])
    unit = case.get("unit", 1)
    paid, kept = whole(prizes, scale), whole([keep], scale)[0]
    if method == "custom":
        deal = deal_methods.agree(whole(numbers(case, "shares"), scale), paid, keep=kept)
    else:
        over = str(case.get("over_first", "warn"))
        stacks = numbers(case, "stacks")
        grain = scale_of(stacks)
        deal = deal_methods.propose(
            method, whole(stacks, grain), paid, keep=kept, unit=int(unit * scale), over_first=over
        )
    exact = [share / scale for share in deal.exact]
    check.expected(case, {"exact": exact})
    if "published" in case:
        least = case.get("published_tolerance", rounded(case["published"]))
        check.same("published", case["published"], exact, case.get("tolerance", least))
    shares = [Fraction(share, scale) for share in deal.shares]
    check.expected(case, {"expected": shares if _are_whole(case.get("expected")) else exact, "rounded": shares})
    if deal.doubts:
        check.notes.append("; ".join(deal_methods.DOUBTS[doubt] for doubt in deal.doubts))
    is_over = "above first" in deal.doubts
    check.expected(case, {"above_first": is_over, "warn": is_over})


def check_over_first(case: Case, check: Check) -> None:
    """A chip chop that gives more than the first prize: it has to say so."""
    check_deal(case, check)
    prizes = numbers(case, "prizes")
    scale = scale_of(prizes)
    deal = deal_methods.propose("chip_chop", numbers(case, "stacks"), whole(prizes, scale))
    check.same("warned", True, "above first" in deal.doubts)


def _are_whole(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int for value in values)


# -- bounties ---------------------------------------------------------------------------------------------------------

_BUSTS = re.compile(
    r"^(?P<hunters>\w+(?:(?:,| and|, and|\s*&)\s+\w+)*) (?:busts?|knocks? out|eliminates?) (?P<out>\w+)"
)
_SPLIT = re.compile(r"^(?P<hunters>.+?) split the pot that busts (?P<out>\w+)")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_CENTS = 100


def check_bounty(case: Case, check: Check) -> None:
    """A fixed bounty's pools, a knock-out's payments and heads, or one of the rules in words."""
    event = str(case.get("event", ""))
    if "buy_in" in case:
        _pools(case, check)
    elif case.get("id") == "mystery" or "mystery" in event or "50% of pool" in event:
        _mystery(case, check)
    elif "pots" in case or "LAST side pot" in event or "last side pot" in event:
        _side_pots(case, check)
    elif "receives the own head" in event or "winner" in case:
        _own_head(case, check)
    elif _BUSTS.match(event) or _SPLIT.match(event):
        _knock_out(case, check)
    else:
        raise NotACase("no bounty is told of: an event such as 'A busts B', or buy_in, bounty and entries")


def _pools(case: Case, check: Check) -> None:
    buy_in, bounty, entries = need(case, "buy_in", "bounty", "entries")
    scale = scale_of([buy_in, bounty])
    cost, head = whole([buy_in, bounty], scale)
    checks = []
    for policy in _policies(case):
        tried = Check()
        made = bounty_shares.pools(entries, cost, head, policy)
        found: dict[str, Any] = {"prize_pool": Fraction(made.prizes, scale), "bounties_paid": made.count}
        found["bounty_pool"] = Fraction(made.bounties, scale)
        tried.expected(case, found)
        if "places" in case:
            shares = case.get("p")
            if shares:
                paid = payout_tables.divide(made.prizes, whole(shares, scale_of(shares)), scale)
            else:
                paid = list(
                    payout_tables.prizes(made.prizes, entries, case.get("payout", payout_tables.DEFAULT), scale)
                )
            tried.same("places", case["places"], [Fraction(prize, scale) for prize in paid])
        if "policy" not in case:
            tried.notes.append(f"no policy is told: as the winner's own bounty goes to the {policy}")
        checks.append(tried)
    best = min(checks, key=lambda tried: len(tried.differences))
    check.compared, check.differences, check.notes = best.compared, best.differences, best.notes


def _policies(case: Case) -> tuple[str, ...]:
    """The winner's own bounty goes to the pool or to the winner; untold, the case may mean either."""
    words = str(case.get("policy", ""))
    if not words:
        return bounty_shares.WINNERS_OWN
    if re.search(r"(in|to|into) the (prize )?pool|^pool$", words):
        return ("pool",)
    if "winner" in words:
        return ("winner",)
    raise NotACase(f"the policy {words!r} is neither that the winner collects nor that it stays in the pool")


def _knock_out(case: Case, check: Check) -> None:
    """In the case's unit, if it has one; else exactly, or in cents with the odd ones as the rule has them."""
    found = _SPLIT.match(case["event"]) or _BUSTS.match(case["event"])
    assert found is not None
    hunters, out = _names(found["hunters"], found["out"]), found["out"]
    heads = dict(case.get("heads", {}))
    heads |= {name: case[f"head_{name}"] for name in [out, *hunters] if f"head_{name}" in case}
    if out not in heads:
        raise NotACase(f"the head of {out} is not told")
    heads = {name: heads.get(name, 0) for name in [*heads, *hunters]}
    percent = case.get("paid_percent", 100 if "fixed" in str(case.get("rule", "")) else bounty_shares.PROGRESSIVE)
    checks = []
    for unit in [case["unit"]] if "unit" in case else [None, Fraction(1, _CENTS)]:
        tried = Check()
        scale = scale_of([*heads.values(), str(unit or 1)], 1 if unit else 100 * len(hunters))
        made = _busted(heads, out, hunters, percent, scale, int(Fraction(str(unit)) * scale) if unit else 1)
        tried.expected(case, made)
        if "odd_cent" in case and unit:
            tried.notes.append("in cents, the odd one to the earliest position")
        checks.append(tried)
    best = min(checks, key=lambda tried: len(tried.differences))
    check.compared, check.differences, check.notes = best.compared, best.differences, best.notes


def _busted(
    heads: Mapping[str, Any], out: str, hunters: Sequence[str], percent: int, scale: int, unit: int
) -> dict[str, Any]:
    names = list(heads)
    owned = dict(enumerate(whole([heads[name] for name in names], scale)))
    places = [names.index(hunter) for hunter in hunters]
    made = bounty_shares.knock_out(owned, names.index(out), places, paid_percent=percent, unit=unit)
    paid = {name: Fraction(made.paid[names.index(name)], scale) for name in hunters}
    added = {name: Fraction(made.added[names.index(name)], scale) for name in hunters}
    after = {name: Fraction(head, scale) for at, head in made.bounties.items() for name in [names[at]]}
    told: dict[str, Any] = {"paid": paid[hunters[0]] if len(hunters) == 1 else sum(paid.values())}
    told |= {f"paid_to_{name}": amount for name, amount in paid.items()}
    told |= {f"head_{name}_after": amount for name, amount in after.items()}
    told |= {f"added_to_{name}": amount for name, amount in added.items()}
    told["heads_after"] = after
    if len(set(paid.values())) == 1 and len(set(added.values())) == 1:
        told |= {"each_paid": paid[hunters[0]], "each_head_added": added[hunters[0]]}
    else:
        told |= {"each_paid": list(paid.values()), "each_head_added": list(added.values())}
    return told


def _names(told: str, out: str) -> list[str]:
    """Names of those who bust another: told, or as many as are said, not the name of the one who is out."""
    counted = re.match(r"(\w+) players$", told)
    if counted:
        count = _COUNTS.get(counted[1].lower()) or text_limits.whole(counted[1], 3) or 0
        if not count:
            raise NotACase(f"how many are {told!r}?")
        return [f"hunter{at}" for at in range(1, count + 1)]
    return [name for name in re.split(r"(?:,| and|&)\s+|\s+and\s+", told) if name and name != out]


def _own_head(case: Case, check: Check) -> None:
    """Who wins has the own head: of the case's winner, and at the end of any tournament, nothing being left."""
    heads = case.get("heads", {})
    winner = case.get("winner")
    if winner is not None:
        scale = scale_of(heads.values())
        owned = {at: int(Fraction(str(head)) * scale) for at, head in enumerate(heads.values())}
        last = {at: head for at, head in owned.items() if list(heads)[at] == winner}
        if not last:
            raise NotACase(f"the winner, {winner}, has no head")
        received = Fraction(bounty_shares.winners_own(last, next(iter(last))), scale)
        check.expected(case, {"paid": received, f"paid_to_{winner}": received, "receives": received})
    rng = random.Random(7)
    for _ in range(50):
        owned = {entry: rng.randint(1, 100) for entry in range(rng.randint(2, 9))}
        total, paid = sum(owned.values()), 0
        while len(owned) > 1:
            out, *hunters = rng.sample(sorted(owned), min(len(owned), rng.randint(2, 3)))
            made = bounty_shares.knock_out(owned, out, hunters)
            paid += sum(made.paid.values())
            owned = dict(made.bounties)
        (last_one,) = owned
        check.same("all bounties and the winner's own head", total, paid + bounty_shares.winners_own(owned, last_one))
    check.notes.append("played out 50 times by lot: the winner's head is all that is left")


def _side_pots(case: Case, check: Check) -> None:
    """Who wins the last pot the busted player was in: of the case's pots, or of two worked hands."""
    if "pots" in case:
        busted = case.get("busted", case.get("out"))
        names = sorted({name for pot in case["pots"] for name in [*_of(pot, "eligible"), *_of(pot, "winners")]})
        number = {name: at for at, name in enumerate(names)}
        pots = [
            ([number[one] for one in _of(pot, "eligible")], [number[one] for one in _of(pot, "winners")])
            for pot in case["pots"]
        ]
        if busted not in number:
            raise NotACase("who is out (busted) is in none of the pots")
        found = [names[at] for at in bounty_shares.eliminators_of(number[busted], pots)]
        told = {"hunters": found, "expected": found, "bounty_to": found}
        told["winner"] = found[0] if len(found) == 1 else found
        check.expected(case, told)
        return
    # Seat 1 wins the main pot and seat 2 the side pot; seat 3 was in both, seat 4 in the main pot alone.
    worked = [((1, 2, 3, 4), (1,)), ((2, 3), (2,))]
    check.same("who was in both pots is the side pot's winner's", [2], bounty_shares.eliminators_of(3, worked))
    check.same("who was in the main pot alone is its winner's", [1], bounty_shares.eliminators_of(4, worked))
    check.same(
        "a split side pot has both",
        [2, 5],
        bounty_shares.eliminators_of(3, [((1, 2, 3, 5), (1,)), ((2, 3, 5), (2, 5))]),
    )
    check.notes.append("tried on hands with a main and a side pot")


def _of(pot: Mapping[str, Any], name: str) -> list[Any]:
    return list(need(pot, name)[0])


def _mystery(case: Case, check: Check) -> None:
    """Not a unit is lost: what was drawn and what was not come to the pool, whatever is drawn."""
    if "drawn" in case or "unopened" in case:
        drawn, unopened = case.get("drawn", []), case.get("unopened", [])
        found = sum(Fraction(str(one)) for one in [*drawn, *unopened])
        check.expected(case, {"pool": found, "bounty_pool": found, "leftover": sum(unopened)})
    percent = re.search(r"(\d+)\s*% of pool", str(case.get("event", "")))
    part = int(percent[1]) if percent else 50
    rng = random.Random(7)
    for _ in range(50):
        pool, count = rng.randint(100, 100_000) * part // 100 + 50, rng.randint(1, 40)
        unopened_now = bounty_shares.envelopes(pool, count, [(50, 1), (10, min(3, count - 1))] if count > 3 else [])
        drawn_sum = 0
        for _each in range(rng.randint(0, count)):
            won, unopened_now = bounty_shares.draw(unopened_now, rng)
            drawn_sum += sum(bounty_shares.share_envelope(won, (1, 2, 3)[: rng.randint(1, 3)]).values())
        check.same("drawn and unopened", pool, drawn_sum + sum(unopened_now))
    check.same("drawn before the bubble", False, bounty_shares.are_drawn(alive=11, paid=10))
    check.same("drawn after it", True, bounty_shares.are_drawn(alive=10, paid=10))
    check.same(
        "drawn at twice the places paid", [True, False], [bounty_shares.are_drawn(at, 10, 20) for at in (20, 21)]
    )
    check.notes.append("50 pools drawn by lot: nothing comes or goes; drawn from the bubble on, or earlier by rule")
