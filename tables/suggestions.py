"""The best setting of a Chinese hand, shown to the player who has to set it, where the house allows that.

A page can wait for it: the arranger sets seventeen cards in a few milliseconds.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from club.models import Player
from engine.chinese.layout import SET, layout_of
from engine.chinese.placing import ChineseAsk
from engine.chinese.rows import ROWS, row_text
from engine.chinese.scoring import score_hand
from tables.errors import ClosedAsk, NotInThisHand, NotYourTurn, Refused, UnknownHand
from tables.history import rebuilt
from tables.models import Hand, HandSeat


def suggest(hand_id: int, number: int, viewer: Player | None) -> dict[str, Any]:
    """What the player might answer to that ask of theirs: `decision` as it is given, and what it comes to.

    Nothing is written, and nobody else can see it. Raises `UnknownHand`, `NotInThisHand`, `NotYourTurn`, `ClosedAsk`,
    and `Refused` where the house allows no suggestions or the ask sets fewer than thirteen cards.
    """
    row = Hand.objects.select_related("rule_set").filter(pk=hand_id, is_recorded=False).first()
    if row is None:
        raise UnknownHand(hand_id)
    held = None if viewer is None else HandSeat.objects.filter(hand=row, player=viewer).first()
    if held is None:
        raise NotInThisHand
    if not _is_allowed(row):
        message = _("This hand is played without suggestions: the house rule Suggested settings allows them.")
        raise Refused("no_suggestions", message, 403, rule="TableRules.suggests")
    hand = rebuilt(row)
    ask = next((ask for ask in hand.asks if ask.number == number), None)
    if ask is None:
        raise ClosedAsk(number, [ask.number for ask in hand.asks if ask.seat == held.seat])
    if ask.seat != held.seat:
        raise NotYourTurn(number, held.seat, [ask.seat for ask in hand.asks if ask.seat is not None])
    if not isinstance(ask, ChineseAsk) or ask.kind != SET:
        message = _(
            "Only thirteen cards that are set at once can be suggested, as in fantasyland and the classic game."
        )
        raise Refused("not_set_at_once", message, 422)
    return _best(ask, hand.view(held.seat))


def are_allowed(hand_id: int) -> bool:
    """Whether suggestions are allowed in that hand."""
    row = Hand.objects.select_related("rule_set").filter(pk=hand_id).first()
    return row is not None and _is_allowed(row)


def _is_allowed(row: Hand) -> bool:
    """As the rules say that the hand began with."""
    kept = {} if row.rule_set is None else row.rule_set.values
    return bool(kept.get("TableRules", {}).get("suggests", False))


def _best(ask: ChineseAsk, view: dict[str, Any]) -> dict[str, Any]:
    from engine.chinese.players import best_setting  # with numpy, which other pages never need

    decision = best_setting(view, ask)
    layout = layout_of(decision.amount, decision.cards)
    scored = score_hand(layout.board, ask.profile, ask.fantasyland, ask.visible)
    return {
        "ask": ask.number,
        "decision": str(decision),
        "rows": {row: row_text(cards) for row, cards in zip(ROWS, layout.board, strict=True)},
        "discards": row_text(layout.discard),
        "royalties": list(scored.royalties),
        "natural": scored.natural,
        "is_fouled": scored.is_fouled,
        "fantasyland": scored.fantasyland,
    }
