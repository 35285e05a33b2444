"""The best setting of a Chinese hand, shown to the player who has to set it, where the house allows that.

A page can wait for it: the arranger sets seventeen cards in a few milliseconds.
"""

from __future__ import annotations

from typing import Any

from club.base.phrases import gettext as _
from club.models import Player
from engine.chinese.play.placing import ChineseAsk
from engine.chinese.rows.rows import row_text
from engine.chinese.scoring.scoring import score_hand
from engine.games.row_layout import ROWS, SET, layout_of
from tables.core.errors import Refused
from tables.hand.hand_replay import rebuilt
from tables.hand.open_question import dealt_hand, own_ask, seat_in
from tables.models import Hand


def suggest(hand_id: int, number: int, viewer: Player | None) -> dict[str, Any]:
    """What the player might answer to that ask of theirs: `decision` as it is given, and what it comes to.

    Nothing is written, and nobody else can see it. Raises `UnknownHand`, `NotInThisHand`, `NotYourTurn`, `ClosedAsk`,
    and `Refused` where the house allows no suggestions or the ask sets fewer than thirteen cards.
    """
    row = dealt_hand(hand_id)
    seat = seat_in(row, viewer)
    if not _is_allowed(row):
        message = _("This hand is played without suggestions: the house rule Suggested settings allows them.")
        raise Refused("no_suggestions", message, 403, rule="TableRules.suggests")
    hand = rebuilt(row)
    ask = own_ask(hand, seat, number)
    if not isinstance(ask, ChineseAsk) or ask.kind != SET:
        message = _(
            "Only thirteen cards that are set at once can be suggested, as in fantasyland and the classic game."
        )
        raise Refused("not_set_at_once", message, 422)
    return _best(ask, hand.view(seat))


def are_allowed(hand_id: int) -> bool:
    """Whether suggestions are allowed in that hand."""
    row = Hand.objects.select_related("rule_set").filter(pk=hand_id).first()
    return row is not None and _is_allowed(row)


def _is_allowed(row: Hand) -> bool:
    """As the rules say that the hand began with."""
    kept = {} if row.rule_set is None else row.rule_set.values
    return bool(kept.get("TableRules", {}).get("suggests", False))


def _best(ask: ChineseAsk, view: dict[str, Any]) -> dict[str, Any]:
    from engine.chinese.play.computer_players import best_setting  # with numpy, which other pages never need

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
