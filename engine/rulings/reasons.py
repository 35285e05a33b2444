"""What the floor rules, and why: message ids with parameters and the rules they cite, so that a page can say them anew.

`MESSAGES` is the English of every reason, and the list from which catalogues are made; `CITED` the rules behind it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from engine.games.decisions import Decision, Offer
from engine.messages.message import _

_REASONS: dict[str, tuple[str, str]] = {
    # What was done.
    "fold": (_("A fold."), "S0.9"),
    "cards_forward": (_("Cards pushed forward face down are a fold."), "S1.4"),
    "check": (_("A check."), "S0.8"),
    "tap": (_("A tap of the table is a check."), "S1.4, TDA 3"),
    "call": (_("A call of {price}."), "S0.9, TDA 41"),
    "exact_call": (_("The chips put in make the call of {price}."), "TDA 41"),
    "all_in_call": (_("A call with every chip, {price}."), "S0.14"),
    "all_in": (_("All-in for {to} in all."), "S0.14"),
    "all_in_most": (_("All-in, but the limit allows {to} at most."), "S0.12, S0.14"),
    "complete": (_("The bring-in is completed to {to}."), "S2.3"),
    "bring_in_forced": (_("The bring-in is forced: {price}."), "S2.2"),
    "bet_chips": (_("With no bet standing, chips put in without a word are a bet of all of them, {total}."), "S1.4, TDA 44"),
    "bet_amount": (_("A bet of {total} was said."), "S1.4, TDA 40"),
    "raise_to": (_("A raise to {total} was said."), "S1.4, TDA 43-B"),
    "raise_by": (_("A raise by {by} was said: to {total}."), "S1.4"),
    "raise_number": (_("A bare number after “raise” is the whole bet here: {total}."), "S1.4, TDA 43-B"),
    "raise_number_by": (_("A bare number after “raise” is the raise alone here: by {by}, to {total}."), "S1.4"),
    "raise_can_only_be_by": (_("{by} cannot be the whole bet, so it is the raise: to {total}."), "TDA 43-B, TDA 57"),
    "amount_said": (_("An amount said alone is as good as chips put in: {total} in all."), "TDA 40-C"),
    "call_said": (_("The amount said is the call of {price}."), "TDA 40-C, TDA 41"),
    "raise_least": (_("The least was said: {total}."), "S0.13"),
    "raise_most": (_("The most was said: {total}."), "S0.12"),
    "pot_bet": (_("The pot was said: the most, {total}."), "S0.12, TDA 54-A"),
    "pot_sized": (_("In this house “pot” is an amount in no limit too: {total}."), "TDA 54-D"),
    "pot_binds": (_("“Pot” is no amount here, but it binds to a bet or raise, of {lo} at least."), "TDA 54-D"),
    "meaning": (_("“{said}” means {meant}: of all that it could be, the most that the pot covers, else the least."), "TDA 57"),
    "meaning_by_chips": (_("The chips put in show that “{said}” means {meant}."), "TDA 57"),
    # Chips without words, facing a bet.
    "oversized": (_("One chip of {chip} put in without a word is a call of {price}."), "S1.4, TDA 44"),
    "all_needed": (_("Without the smallest chip, {chip}, the chips would not make the call of {price}: a call."), "TDA 45-A"),
    "below_half": (_("{over} beyond the call is less than half of a raise of {step}: a call."), "TDA 43-A, TDA 45-B"),
    "from_half": (_("{over} beyond the call is half of a raise of {step} or more: a raise, made up to {lo}."),
                  "TDA 43-A, TDA 45-B"),
    "last_chips": (_("The last chips, and not all of them needed for the call: all-in."), "TDA 45-B"),
    "all_count": (_("Chips put in without a word all count: {total} in all."), "S1.4"),
    "chips_reach": (_("The chips come to {total}: a raise."), "TDA 45-B"),
    "prior_chips": (_("With chips of the earlier bet that cover the call or were partly taken back, all chips count together: "
                    "{total}."), "TDA 46-C"),
    "raise_one_chip": (_("“Raise” and one chip: as large as that chip allows, {total}."), "S1.4, TDA 44"),
    "raise_chips": (_("“Raise”, and the chips of one motion say how much: {total}."), "TDA 42"),
    "raise_all_motions": (_("“Raise”, and all the chips that followed say how much: {total}."), "S1.4"),
    # Into what is legal.
    "least_bet": (_("The least bet is {lo}: it is made up to that."), "S1.3, TDA 52-A"),
    "least_raise": (_("“Raise” was said: it is made up to the least raise, to {lo}."), "S0.13, TDA 43-A"),
    "made_up": (_("More than a call and less than a raise: made up to the least raise, to {lo}."), "S0.13, TDA 52-A"),
    "cut_to_most": (_("The limit allows {hi} at most."), "S0.12, TDA 52-B"),
    "no_more_than_stack": (_("The player has no more than {hi}: all-in."), "S0.14"),
    "whole_chips": (_("The smallest chip in play is {chip}: {total} cannot be put in, {to} can."), "house"),
    "two_sizes": (_("Only {lo} or {hi} may be bet here: the lower is."), "S0.12"),
    "may_not_raise": (_("The player may not raise now."), "S0.12, TDA 47, TDA 48"),
    "undercall": (_("Less than the call with two players left, or of the opening bet, is a full call of {price}."), "TDA 51-B"),
    "undercall_full": (_("Less than the call is a full call of {price} in this house."), "TDA 51-B"),
    "undercall_floor": (_("{put} is less than the call of {price}: the floor decides between a full call and a fold that gives "
                        "the chips up."), "TDA 41, TDA 51-B"),
    "undercall_back": (_("{put} is less than the call of {price}: it is taken back, and the player acts."), "TDA 51-B"),
    "accepted": (_("Who puts in the {told} they were told has accepted the whole bet, {price}."), "TDA 49"),
    "call_unfaced": (_("“Call” with nothing to call is a check."), "TDA 55"),
    "raise_unfaced": (_("“Raise” with no bet standing is a bet."), "TDA 55"),
    "check_faced": (_("“Check” is no answer to a bet: the player may call {price} or fold, and may not raise."), "S0.8, TDA 55"),
    "check_then_chips": (_("“Check” was no answer to the bet and bars a raise: the chips put in are a call of {price}."), "TDA 55"),
    "fold_unfaced": (_("It was free to check; the fold stands, and may be penalised."), "TDA 58"),
    # Which of several things counts.
    "voice_first": (_("What is said goes before the chips."), "S1.4, TDA 40-A"),
    "string_words": (_("Words after the chips cannot make the action larger: that is a string bet."), "S1.4, TDA 56"),
    "words_late": (_("The chips came first; words after them do not count."), "TDA 40-A"),
    "words_unreasonable": (_("What was said with the chips is no action here, so the chips count."), "TDA 40-A"),
    "first_word": (_("The first action said binds; “{then}” came after it."), "TDA 40-A, TDA 51-A"),
    "string": (_("Only the first motion counts; chips of later ones go back."), "S1.4, TDA 42, TDA 56"),
    "words_unclear": (_("The words name no action: the chips count."), "TDA 40-A"),
    # Somebody has to say more.
    "how_much": (_("The player has to bet or raise, and says how much: from {lo} to {hi}."), "S1.4, TDA 51-A"),
    "say_what": (_("“{text}” is no action: say fold, check, call, bet, raise (to or by how much), all-in or pot."), "S1.4, TDA 3"),
    "nothing_done": (_("Nothing was said or done yet."), "S0.8"),
    "question": (_("“{text}” is a question, no action."), "TDA 3"),
    "condition": (_("“{text}” speaks of a later action: it does not bind."), "TDA 59-A"),
    "condition_floor": (_("“{text}” speaks of a later action: the floor decides whether it binds."), "TDA 59-A"),
    "doubtful": (_("“{text}” does not say clearly what is done."), "TDA 2, TDA 57"),
    "pulled_back": (_("Who takes back chips of the earlier bet must call or raise."), "TDA 46-B"),
    "check_sign": (_("A check is not given that way in this house: {sign}."), "S1.4"),
    "cards_gone": (_("The cards went forward, but “{text}” was said: the floor decides."), "TDA 1, TDA 65"),
    # Out of turn.
    "out_of_turn": (_("Out of turn: play goes back; it binds if the action to the player does not change."), "TDA 53-A"),
    "unchanged": (_("Out of turn, and the action has not changed: it binds, and may be penalised."), "TDA 53-A"),
    "changed": (_("Out of turn, and the action has changed: the player has every choice again."), "TDA 53-A"),
    "fold_out_of_turn": (_("A fold out of turn binds, and may be penalised."), "TDA 53-A, TDA 58"),
    "turn_never_binds": (_("Out of turn, which binds nobody in this house: the player acts when the turn comes."), "TDA 53"),
}  # fmt: skip

MESSAGES = {key: english for key, (english, _rules) in _REASONS.items()}
CITED = {key: tuple(rules.split(", ")) for key, (_english, rules) in _REASONS.items()}
NEEDED = {
    key: tuple(dict.fromkeys(name for _text, name, _spec, _conversion in Formatter().parse(english) if name))
    for key, english in MESSAGES.items()
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason of a verdict: a message of `MESSAGES`, and what fills it."""

    id: str
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it follows from: numbers of RULES.md, of the TDA's rules of 2024, or "house"."""
        return CITED[self.id]

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        return {"id": self.id, "params": self.params, "text": str(self), "rules": list(self.rules)}

    def __str__(self) -> str:
        return MESSAGES[self.id].format(**self.params)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the action was, in chips; or, where `decision` is None, who has to say more and what they may choose.

    decision: what the hand is told; None if somebody must speak first. action: the word for it (fold, check, call, bet,
    raise, complete, bring-in). asks: "player" to act or say how much, "floor" to decide, "turn" to wait for the player's turn;
    empty with a decision. options: what may be chosen then, all of it legal. to: what the player's bet of the round comes
    to. Of the chips on the table `returned` go back, `owed` must be added, and `held` lie until it is decided:
    chips in front + pushed − taken back + owed = to + returned + held.
    """

    decision: Decision | None
    action: str
    asks: str
    options: tuple[Offer, ...]
    to: int
    returned: int
    owed: int
    held: int
    is_all_in: bool
    why: tuple[Reason, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule cited, once."""
        return tuple(dict.fromkeys(rule for reason in self.why for rule in reason.rules))

    def as_json(self) -> dict[str, Any]:
        """For API, pages and the command line."""
        return {
            "decision": None if self.decision is None else str(self.decision),
            "action": self.action,
            "asks": self.asks,
            "options": [offer.as_json() for offer in self.options],
            "to": self.to,
            "returned": self.returned,
            "owed": self.owed,
            "held": self.held,
            "all_in": self.is_all_in,
            "why": [reason.as_json() for reason in self.why],
        }
