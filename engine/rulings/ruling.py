"""Whether words or chips count, and whether it was the player's turn (S1.4; TDA 40-A, 53, 56, 58, 59)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.games.decisions import CALL, FOLD, Decision, Offer
from engine.messages.floor import MotionText
from engine.messages.message import Quoted
from engine.rulings.floor_case import Case
from engine.rulings.floor_rules import FloorRules
from engine.rulings.motions import BadMotion, Motion, gather
from engine.rulings.pushed_chips import ANY, read_chips
from engine.rulings.reasons import Reason, Verdict
from engine.rulings.situation import Situation
from engine.rulings.verbal_declarations import fold, read_words

TURNS = ("in turn", "out of turn", "action unchanged", "action changed")
_STANDARD = FloorRules()
_TAPS = {"voice or tap": 1, "voice or two taps": 2}


def interpret(
    situation: Situation,
    motions: Sequence[Motion],
    rules: FloorRules = _STANDARD,
    *,
    turn: str = "in turn",
    told: int = 0,
) -> Verdict:
    """What the player has done, in the order of `motions`, and by which rules.

    turn: one of `TURNS`. "out of turn" while it is another's turn; when the turn has come, "action unchanged" or "action
    changed", with `situation` as it is then (TDA 53). told: what the player was told that a call costs, in chips; 0: nothing
    (TDA 49). The decision, and each of the options where there is none, is legal in `situation`. Raises `BadMotion`.
    """
    if turn not in TURNS:
        raise BadMotion(MotionText.TURN(known=[*TURNS], turn=Quoted(turn)), field="turn")
    if type(told) is not int or told < 0:
        raise BadMotion(MotionText.TOLD(told=Quoted(told)), field="told")
    case = Case(situation, gather(situation, motions), rules, told)
    verdict = _in_turn(case)
    return verdict if turn == "in turn" else _out_of_turn(case, verdict, turn)


def _in_turn(case: Case) -> Verdict:
    """Words or chips: which of them count (S1.4; TDA 40-A)."""
    seen = case.seen
    if not seen.said.is_clear:
        return _without_words(case)
    if seen.is_cards_forward and seen.said.verb != "fold":
        return case.leave_open("floor", ANY, case.why("cards_gone"))
    if not seen.chips and not seen.are_words_late:
        return read_words(case)
    is_first_binding = case.rules.voice_or_chips == "first binds"
    if seen.are_words_late:
        quiet, spoken = _without_words(case), read_words(case)
        if is_first_binding:
            return _because(quiet, case.why("words_late"))
        if _is_larger(spoken, quiet):
            return _because(quiet, case.why("string_words"))
        return _because(spoken, case.why("voice_first"))
    if is_first_binding and seen.are_words_with and seen.said.verb == "check" and case.facing.price:
        return _because(read_chips(case), case.why("words_unreasonable"))
    spoken = read_words(case)
    if spoken.decision is not None and spoken.to != case.on_table and not seen.said.needs_amount:
        return _because(spoken, case.why("voice_first"))
    return spoken


def _is_larger(spoken: Verdict, quiet: Verdict) -> bool:
    """True if words that came after a action would put in more than the action did."""
    if quiet.decision is None:
        return False
    return spoken.to > quiet.to or (spoken.decision is None and any(offer.verb == "raise" for offer in spoken.options))


def _because(verdict: Verdict, *why: Reason) -> Verdict:
    return replace(verdict, why=(*verdict.why, *why))


def _without_words(case: Case) -> Verdict:
    """Nothing was declared: cards, chips and taps speak, or somebody has to."""
    seen, facing = case.seen, case.facing
    has_words = bool(seen.said.text.strip()) and not seen.said.is_clear
    if seen.is_cards_forward:
        return fold(case, case.why("cards_forward"))
    if seen.chips:
        return _because(read_chips(case), *((case.why("words_unclear"),) if has_words else ()))
    if seen.taps:
        return _tap(case)
    if seen.taken_back and facing.price:
        return case.leave_open("player", ("call", "raise"), case.why("pulled_back"))
    if not has_words:
        return case.leave_open("player", ANY, case.why("nothing_done"))
    if seen.said.doubt == "condition":
        if case.rules.conditional == "floor decides":
            return case.leave_open("floor", ANY, case.why("condition_floor"))
        return case.leave_open("player", ANY, case.why("condition"))
    unclear = {"": "say_what", "question": "question"}.get(seen.said.doubt, "doubtful")
    return case.leave_open("player", ANY, case.why(unclear))


def _tap(case: Case) -> Verdict:
    """A tap is a check where the house has it so (S1.4); to a bet it is no answer (TDA 55)."""
    facing, sign = case.facing, case.rules.check_sign
    if facing.price or facing.is_bring_in:
        return case.leave_open("player", ("fold", "call"), case.why("check_faced"))
    if case.seen.taps < _TAPS.get(sign, case.seen.taps + 1):
        return case.leave_open("player", ANY, case.why("check_sign", sign=sign))
    return case.settle(CALL, case.why("tap"))


def _out_of_turn(case: Case, verdict: Verdict, turn: str) -> Verdict:
    """What becomes of an action before the player's turn (TDA 53-A, 58)."""
    if case.rules.out_of_turn == "never binding":
        asks = "turn" if turn == "out of turn" else "player"
        verbs = () if turn == "out of turn" else ANY
        return case.leave_open(asks, verbs, case.why("turn_never_binds"), goes_back=True)
    if verdict.decision == FOLD:
        return _because(verdict, case.why("fold_out_of_turn"))
    if turn == "action changed":
        return case.leave_open("player", ANY, case.why("changed"), goes_back=True)
    if turn == "action unchanged":
        return _because(verdict, case.why("unchanged"))
    if verdict.decision is None:
        return _because(verdict, case.why("out_of_turn"))
    waiting = case.leave_open("turn", (), case.why("out_of_turn"), *verdict.why)
    return replace(waiting, options=(_offer(case, verdict.decision),))


def _offer(case: Case, decision: Decision) -> Offer:
    """The one option that is left."""
    if decision.verb == "call":
        return Offer("call", case.facing.price, case.facing.price)
    return Offer(decision.verb, decision.amount, decision.amount)
