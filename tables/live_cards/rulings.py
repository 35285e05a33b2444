"""The floor's "what was that action?" at a table: the situation from the hand that is entered, or told; the house's rules;
and the ruling in the reader's language (`engine.rulings` rules, nothing here does)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from club.base.phrases import gettext
from club.house import house_rules
from club.models import User
from club.text.messages import said
from engine.betting.hand import Hand as Betting
from engine.errors import EngineError
from engine.rulings import FloorRules, Motion, Reason, Situation, Verdict, interpret
from engine.rulings.reasons import MESSAGES
from tables.core import table_rules
from tables.core.errors import IllegalAction, Refused, UnknownHand
from tables.hand.hand_replay import rebuilt
from tables.live_cards import live_hand_entry
from tables.models import Decision, Hand, Table

ACTIONS = {
    "fold": _("Fold"),
    "check": _("Check"),
    "call": _("Call"),
    "bet": _("Bet"),
    "raise": _("Raise to"),
    "complete": _("Complete to"),
    "bring-in": _("Bring-in"),
}
ASKED = {
    "player": _("The player has to say more."),
    "floor": _("The floor decides."),
    "turn": _("Nothing binds yet: wait for the player's turn."),
}


def situation_in(row: Hand) -> tuple[Situation, dict[str, Any]]:
    """What faces the player whose turn it is in the hand; and the ask: its number and seat.

    Raises `Refused` if nobody is asked to bet in it.
    """
    hand = rebuilt(row)
    asked = next((ask for ask in hand.asks if ask.kind in ("bet", "bring-in")), None)
    if not isinstance(hand, Betting) or asked is None:
        raise Refused("nobody_asked", gettext("Nobody is asked to bet in this hand now: tell the situation instead."))
    return Situation.of(hand), {"ask": asked.number, "seat": asked.seat}


def rule(
    motions: Sequence[Mapping[str, Any]],
    *,
    hand: Hand | None = None,
    situation: Mapping[str, Any] | None = None,
    turn: str = "in turn",
    told: int = 0,
    table: Table | None = None,
) -> dict[str, Any]:
    """The ruling on what was said and done, by the house's rules at that table (the club's where there is none).

    A hand is ruled by the rules that were in force when it began, whatever was changed since.
    `situation` has the fields of `engine.rulings.Situation`; without it, it is that of the hand. `motions` have those of
    `engine.rulings.Motion`, in order of time. The answer is the engine's verdict with `words`, and each reason with its text
    in the reader's language; `entry` is what to enter in the hand (`ask`, `decision`), null where the ruling leaves it open.
    Raises `Refused` and `IllegalAction`, saying what would be right.
    """
    open_ask: dict[str, Any] | None = None
    if hand is not None:
        table = hand.table
    try:
        if situation is not None:
            facing = Situation.from_json(situation)
        elif hand is not None:
            facing, open_ask = situation_in(hand)
        else:
            raise Refused("no_situation", gettext("Name the hand, or tell the situation: at least the stack."), 422)
        motions_seen = [Motion.from_json(motion) for motion in motions]
        scopes = () if table is None else table_rules.scopes(table, table.game)
        floor_rules = house_rules.resolve(FloorRules, scopes, at=None if hand is None else hand.started_at)
        verdict = interpret(facing, motions_seen, floor_rules, turn=turn, told=told)
    except EngineError as wrong:
        raise IllegalAction(wrong) from wrong
    except TypeError as wrong:
        raise Refused(
            "bad_situation", gettext("The situation or a motion holds something of a wrong kind."), 422
        ) from wrong
    entry = None
    if open_ask is not None and verdict.decision is not None:
        entry = open_ask | {"decision": str(verdict.decision)}
    verdict_json = verdict.as_json()
    reasons = [
        reason_json | {"text": in_words(reason)}
        for reason_json, reason in zip(verdict_json["why"], verdict.why, strict=True)
    ]
    options = [{**offer.as_json(), "words": said(offer.message)} for offer in verdict.options]
    return verdict_json | {
        "words": words_of(verdict),
        "why": reasons,
        "options": options,
        "entry": entry,
        "situation": asdict(facing),
    }


def words_of(verdict: Verdict) -> str:
    """The binding action in words, such as "Raise to 600", or who has to say more."""
    if verdict.decision is None:
        return str(ASKED[verdict.asks])
    said = str(ACTIONS[verdict.action])
    if verdict.action in ("fold", "check"):
        return said
    return pgettext("an action and its chips", "%(action)s %(chips)s") % {"action": said, "chips": f"{verdict.to:,}"}


def in_words(reason: Reason) -> str:
    """A reason in the reader's language."""
    params = dict(reason.params)
    if "sign" in params:
        params["sign"] = pgettext("choice", str(params["sign"]))
    return gettext(MESSAGES[reason.id]).format(**params)


def sources_of(ruling: Mapping[str, Any]) -> str:
    """Every rule a ruling cites, once, as it stands in the record of decisions: ``TDA 44, S1.4``."""
    return ", ".join(dict.fromkeys(one for reason in ruling["why"] for one in reason["rules"]))


def enter(
    hand_id: int,
    ask: int,
    decision: str,
    motions: Sequence[Mapping[str, Any]],
    *,
    turn: str = "in turn",
    told: int = 0,
    by: User,
    now: datetime,
    source: str = "",
) -> Hand:
    """Enter `decision` in the hand as the ruling on these motions; the record of decisions keeps the rules it cites.

    The same entry again is harmless. Raises what `rule` and `tables.live_cards.live_hand_entry.enter` raise, and
    `Refused` where the ruling is another one by now.
    """
    row = Hand.objects.select_related("table").filter(pk=hand_id).first()
    if row is None:
        raise UnknownHand(hand_id)
    cited = ""
    if not Decision.objects.filter(hand=row, ask=ask).exists():
        found = rule(motions, hand=row, turn=turn, told=told)
        if found["entry"] is None or (found["entry"]["ask"], found["entry"]["decision"]) != (ask, decision):
            message = gettext("The ruling is another one by now; look at it again.")
            raise Refused("ruling_differs", message, entry=found["entry"])
        cited = sources_of(found)
    return live_hand_entry.enter(hand_id, ask, decision, by=by, now=now, source=source, ruled=cited)
