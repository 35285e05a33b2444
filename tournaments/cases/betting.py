"""Cases of betting: what was said and pushed goes to the engine's floor, what was bet is played in one of its hands.

Actions are told as "A 600, B 1600; C all-in 2000, D call, BB calls, B silently 2x500 = 1000": letters are players in order of
their turns, SB and BB the blinds. Before the flop the letters sit left of the big blind, later from the button's left.
Whoever is passed over has folded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.betting.hand import Hand, Positions, Seat, Stakes, Start
from engine.games.decisions import BET, parse_for
from engine.games.play_rules import PlayRules
from engine.house_rules import preset, resolve
from engine.play.any_game import shuffled_deck
from engine.rulings import FloorRules, Motion, Situation, interpret
from tournaments.cases.compare import Check, NotACase, need

Case = Mapping[str, Any]
STREETS = ("flop", "turn", "river")
TDA = resolve(FloorRules, preset(FloorRules, "tda-2024"))
_DEEP = 1_000_000
_ACTION = re.compile(
    r"^(?P<who>[A-Z]{1,3}\d?)\s+(?:is |goes |moves )?"
    r"(?:silently (?:puts out |bets )?(?P<count>\d+)\s*[x×]\s*(?P<chip>\d+)(?:\s*=\s*\d+)?"
    r"|(?P<verb>all[- ]in|calls?|folds?|checks?|bets?|opens?|raises?)?\s*(?:for |of )?(?:(?P<way>to|by)\b\s*)?"
    r"(?P<amount>\d+)?(?:\s*(?:more )?(?:to|for a total of)\s+(?P<total>\d+))?)(?:\s+all[- ]in)?$"
)


@dataclass(frozen=True, slots=True)
class Action:
    """One of the actions told: who, a verb (empty: puts in so much), the total, or chips put in without a word."""

    who: str
    verb: str
    amount: int
    chips: tuple[int, ...]


def actions(text: str) -> list[Action]:
    """The actions of a line of text. Raises `NotACase`, naming the one that cannot be read."""
    made = []
    for part in filter(None, (one.strip() for one in re.split(r"[,;]", text))):
        read = _ACTION.match(part)
        if read is None:
            raise NotACase(f"{part!r} is no action such as 'A 600', 'B call', 'C all-in 125' or 'D raises to 300'")
        chips = (int(read["chip"]),) * int(read["count"]) if read["chip"] else ()
        verb = (read["verb"] or "").rstrip("s").replace(" ", "-")
        if part.endswith(("all-in", "all in")) and read["amount"]:
            verb = "all-in"
        if read["way"] == "by" and not read["total"]:
            verb = "raise by"
        made.append(Action(read["who"], verb, int(read["total"] or read["amount"] or 0), chips))
    return made


def check_betting(case: Case, earlier: Sequence[Case], check: Check) -> None:
    """One betting example. `earlier`: those before it in the file, which one that begins with `then` goes on from."""
    words = str(case.get("actions", ""))
    if {"silent_chips", "silent_total", "chips"} & set(case):
        _silent(case, check)
    elif "all_in_fraction_to_reopen" in case:
        _reopening(case, check)
    elif _pots_of(case):
        _pot(case, check)
    elif "said" in case:
        _said(case, check)
    elif "bet faced" in words or "facing a bet" in words:
        _one_chip(case, check)
    else:
        _played(case, earlier, check)


# -- what was said and pushed -----------------------------------------------------------------------------------------


_FACING = ("to_call", "opening_bet", "facing", "bet", "level")


def _silent(case: Case, check: Check) -> None:
    """Chips put in to a bet; silently, unless the case says what was `said`. Untold, the bet is the opening one."""
    level = next((case[name] for name in _FACING if name in case), None)
    if level is None:
        raise NotACase(f"the case does not say what is to be called: one of {', '.join(_FACING)}")
    if "silent_total" in case:
        total = case["silent_total"]
        chip = next(chip for chip in (1000, 500, 100, 25, 5, 1) if total % chip == 0 and total > chip)
        chips = [chip] * (total // chip)
    else:
        chips = case.get("silent_chips", case.get("chips"))
    least = case.get("blinds", [1, level or 1])[1]
    facing = Situation(
        stack=_DEEP, level=level, step=case.get("last_raise", level), least_bet=least, pot=3 * max(level, least)
    )
    _compare(case, facing, [Motion(said=str(case.get("said", "")), chips=tuple(chips))], check)


def _one_chip(case: Case, check: Check) -> None:
    words = str(case["actions"])
    chip = case.get("chip", 5000)
    level = 0 if "no bet" in words else case.get("to_call", 1000)
    facing = Situation(stack=_DEEP, level=level, step=level, least_bet=200, pot=max(2 * level, 600))
    said = "" if "silent" in words else "raise" if level else "bet"
    verdict = interpret(facing, [Motion(said=said, chips=(chip,))], TDA)
    if "chip" in str(case.get("result", "")):
        check.same("action", _action(str(case["result"])), verdict.action)
        check.same("to", chip, verdict.to)
    else:
        _compare(case, facing, [Motion(said=said, chips=(chip,))], check)


def _action(words: str) -> str:
    found = re.search(r"\b(fold|check|call|bet|raise)", words)
    if found is None:
        raise NotACase(f"the result {words!r} names no action: fold, check, call, bet or raise")
    return found[1]


def _compare(case: Case, facing: Situation, motions: list[Motion], check: Check) -> None:
    """A `result` such as "call", "call, 200 returned" or "raise to 2000"."""
    verdict = interpret(facing, motions, TDA)
    (told,) = need(case, "result")
    check.same("action", _action(str(told)), verdict.action)
    back, to = re.search(r"(\d+) returned", told), re.search(r"(?:to|=) (\d+)", told)
    if back:
        check.same("returned", int(back[1]), verdict.returned)
    if to:
        check.same("to", int(to[1]), verdict.to)
    check.notes.append("; ".join(str(reason) for reason in verdict.rules))


def _said(case: Case, check: Check) -> None:
    """A number said alone, for pots told in the names of the members: `pot_less_than_N`, `pot_N_or_more`."""
    (said,) = need(case, "said")
    least = case.get("blinds", [1, 2])[1]
    for name, expected in case.items():
        told = re.match(r"pot_(?:less_than_(\d+)|(\d+)_or_more)$", name)
        if told:
            pot = int(told[1]) - 1 if told[1] else int(told[2])
            verdict = interpret(Situation(stack=_DEEP, least_bet=least, pot=pot), [Motion(said=said)], TDA)
            check.same(name, expected, verdict.to)


_POTS = ("pot_bet", "max_raise_to", "max_to", "pot_raise_to", "pot_total")


def _pots_of(case: Case) -> list[str]:
    """What is expected of a pot bet: by its usual names, or any number of a case of TDA 54."""
    is_rule = str(case.get("rule", "")).startswith("54")
    return [name for name, value in case.items() if name in _POTS or (is_rule and type(value) is int)]


def _pot(case: Case, check: Check) -> None:
    """Pot limit: the most the first player may raise to, or the next one after the actions told; a dead small blind counts
    as if it were there (TDA 54)."""
    (blinds,) = need(case, "blinds")
    told = actions(str(case.get("actions", ""))) if _ACTION.match(str(case.get("actions", "")).split(",")[0]) else []
    is_dead = bool(case.get("dead_sb", "dead" in json.dumps(case).lower()))
    names = [*_names(told, None, ""), "?2"]  # whoever is next after the actions is no blind
    live = [name for name in names if name != "SB" or not is_dead]
    seats = tuple(Seat(names.index(name) + 1, _DEEP) for name in live)
    rules = PlayRules(pot_before_flop="full blinds")
    stakes = Stakes(limit="pot", small_blind=blinds[0], big_blind=blinds[1])
    button = len(names) if len(names) > 2 else 1
    hand = Hand(Start("holdem", stakes, seats, Positions(button, 1, 2), rules), shuffled_deck("holdem", b"pot"))
    for action in told:
        _fold_to(hand, names.index(action.who) + 1, action.who)
        _take(hand, action)
    for name in _pots_of(case):
        check.same(name, case[name], hand.asks[0].hi)


# -- what was bet -----------------------------------------------------------------------------------------------------


def _played(case: Case, earlier: Sequence[Case], check: Check) -> None:
    """`min_raise_to`, `X_may_raise` and `X_min_raise_to_before` in a hand of the engine."""
    told, blinds, street = _told(case, earlier)
    for name, expected in case.items():
        asked = re.match(r"(?:(?P<who>[A-Z]+)_)?(?:(?P<may>may_raise)|min_raise_to(?P<before>_before)?)$", name)
        if asked is None:
            continue
        who = asked["who"]
        steps = told
        if asked["before"]:
            last = max((at for at, action in enumerate(told) if action.who == who), default=-1)
            if last < 0:
                raise NotACase(f"{name}: {who} has not acted")
            steps = told[:last]
        lowest = _after(steps, told, blinds, street, who)
        check.same(name, expected, lowest > 0 if asked["may"] else lowest)


def _told(case: Case, earlier: Sequence[Case]) -> tuple[list[Action], Sequence[int], str]:
    then = actions(str(case.get("then", "")))
    before: Case = case
    if "then" in case and "actions" not in case:
        before = next((one for one in reversed(earlier) if "blinds" in one and "actions" in one), {})
    words, blinds = need(before, "actions", "blinds")
    street = str(before.get("street", "")).replace("post-flop", "flop").replace("postflop", "flop")
    told = actions(words)
    if then and told and then[0].who == told[-1].who:
        told.pop()  # the last to act does something else instead
    return [*told, *then], blinds, street if street in STREETS else ""


def _after(steps: Sequence[Action], told: Sequence[Action], blinds: Sequence[int], street: str, who: str | None) -> int:
    """The least that a player may raise to once those actions are taken; 0: may not raise."""
    names = _names(told, who, street)
    hand = _begin(told, names, blinds, street)
    seats = {name: at for at, name in enumerate(names, 1)}
    _walk_to(hand, street)
    began = hand.street
    for action in steps:
        _fold_to(hand, seats[action.who], action.who)
        _take(hand, action)
    if hand.is_over or hand.street != began:
        return 0  # the betting of the round is closed
    if who is not None:
        _fold_to(hand, seats[who], who)
        if hand.street != began:
            return 0
    return hand.asks[0].lo if hand.asks and hand.asks[0].kind == BET else 0


def _names(told: Sequence[Action], who: str | None, street: str) -> list[str]:
    """The players from seat 1 on: the blinds, then the others in the order in which they acted; then somebody more."""
    blinds = ["SB", "BB"]
    others = list(dict.fromkeys(action.who for action in told if action.who not in blinds))
    if who is not None and who not in [*others, *blinds]:
        raise NotACase(f"{who} has not acted")
    if not street:
        return [*blinds, *others, *(["?"] if not others else [])]
    # After the flop the letters are the first to act; those who are not told of act after them, and fold.
    return [*others, *(f"?{at}" for at in range(max(1, 3 - len(others))))]


def _begin(told: Sequence[Action], names: Sequence[str], blinds: Sequence[int], street: str) -> Hand:
    stacks = dict.fromkeys(names, _DEEP)
    before = blinds[1] if street else 0  # called before the flop
    stacks |= {action.who: before + action.amount for action in told if action.verb == "all-in" and action.amount}
    start = Start(
        "holdem",
        Stakes(small_blind=blinds[0], big_blind=blinds[1]),
        tuple(Seat(at, stacks[name]) for at, name in enumerate(names, 1)),
        Positions(len(names), 1, 2),
        PlayRules(),
    )
    return Hand(start, shuffled_deck("holdem", b"betting examples"))


def _walk_to(hand: Hand, street: str) -> None:
    """Everybody calls or checks until that street."""
    while street and hand.street != street:
        if hand.is_over:
            raise NotACase(f"the hand is over before the {street}: somebody is all-in already")
        hand.answer(hand.asks[0].number, parse_for(hand.asks[0], "call"))


def _fold_to(hand: Hand, seat: int, name: str) -> None:
    while not hand.is_over and hand.asks[0].seat != seat:
        ask = hand.asks[0]
        hand.answer(ask.number, parse_for(ask, "fold" if ask.call else "check"))
    if hand.is_over:
        raise NotACase(f"it is not the turn of {name}: nobody else is left to act")


def _take(hand: Hand, action: Action) -> None:
    ask = hand.asks[0]
    if action.chips:
        decision = interpret(Situation.of(hand), [Motion(chips=action.chips)], TDA).decision
        if decision is None:
            raise NotACase(f"what {action.who} put in needs a word first")
        hand.answer(ask.number, decision)
        return
    facing = Situation.of(hand)
    level = facing.level
    amount = level + action.amount if action.verb == "raise by" else action.amount
    if action.verb in ("fold", "check", "call", "all-in"):
        words = action.verb
    elif amount == level:
        words = "call"
    else:
        words = f"raise {amount}"
    hand.answer(ask.number, parse_for(ask, words))


def _reopening(case: Case, check: Check) -> None:
    """Limit: an all-in raise of that part of a bet lets those who have acted raise again, one chip less does not."""
    part = float(case["all_in_fraction_to_reopen"])
    bet = 200
    stakes = Stakes(limit="fixed", small_blind=bet // 2, big_blind=bet, small_bet=bet, big_bet=2 * bet)
    for short, may_raise in ((0, True), (1, False)):
        stacks = (_DEEP, _DEEP, _DEEP, round(bet * (1 + part)) - short)
        seats = tuple(Seat(at, stack) for at, stack in enumerate(stacks, 1))
        hand = Hand(
            Start("holdem", stakes, seats, Positions(4, 1, 2), PlayRules()), shuffled_deck("holdem", b"reopened")
        )
        for words in ("call", "all-in", "fold", "call"):
            hand.answer(hand.asks[0].number, parse_for(hand.asks[0], words))
        check.same(f"all-in for {stacks[3]}: the caller of {bet} may raise", may_raise, hand.asks[0].lo > 0)
