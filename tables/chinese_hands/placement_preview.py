"""What a placing would come to in a Chinese hand, told to the player who is about to answer. Nothing is written."""

from __future__ import annotations

from typing import Any

from club.base.phrases import gettext as _
from club.models import Player
from engine.chinese.play.hand import ChineseHand
from engine.chinese.play.placement_preview import weigh
from engine.chinese.play.placing import ChineseAsk
from engine.errors import EngineError
from engine.games.row_layout import PLACE, parse_layout
from tables.core.errors import IllegalAction, Refused
from tables.hand.hand_replay import rebuilt
from tables.hand.open_question import dealt_hand, own_ask, seat_in


def preview(hand_id: int, number: int, viewer: Player | None, words: str) -> dict[str, Any]:
    """What the viewer's rows make with cards placed by `words`, such as ``front=Ks back=2c3c``; not all need have a place.

    Raises `UnknownHand`, `NotInThisHand`, `ClosedAsk`, `NotYourTurn`, `Refused` where no cards are placed, and
    `IllegalAction` for a placing that cannot be.
    """
    row = dealt_hand(hand_id)
    seat = seat_in(row, viewer)
    hand = rebuilt(row)
    ask = own_ask(hand, seat, number)
    if not isinstance(ask, ChineseAsk) or not isinstance(hand, ChineseHand):
        raise Refused("no_placing", _("Only where cards are set in rows can it be foreseen what they make."), 422)
    try:
        return weigh(hand, ask, parse_layout(PLACE, words))
    except EngineError as error:
        raise IllegalAction(error, ask) from error
