"""Refusals at the tables. Each says what would be right, and changes nothing."""

from __future__ import annotations

from typing import Any

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from engine.errors import EngineError
from engine.messages.message import Message, plain
from engine.play.any_game import AnyAsk
from engine.text_limits import BeyondBounds


class TableError(ClubError):
    """A refusal at a table."""


class UnknownTable(TableError):
    def __init__(self, table_id: object) -> None:
        super().__init__("unknown_table", _("There is no table %(table)s.") % {"table": table_id}, 404)


class UnknownHand(TableError):
    def __init__(self, hand_id: object) -> None:
        super().__init__("unknown_hand", _("There is no hand %(hand)s at this table.") % {"hand": hand_id}, 404)


class Refused(TableError):
    """Something that cannot be done as things stand: `code` names it, the message says what would be right."""

    def __init__(self, code: str, message: Message | str, status: int = 409, **params: Any) -> None:
        super().__init__(code, message, status, **params)


class ClosedAsk(TableError):
    """The question was answered otherwise, or the hand has gone on: look again."""

    def __init__(self, ask: int, open_asks: list[int]) -> None:
        message = _("Ask %(ask)s is no longer open; look at the table again.") % {"ask": ask}
        super().__init__("closed_ask", message, 409, ask=ask, open_asks=open_asks)


class NotYourTurn(TableError):
    """The ask belongs to another seat."""

    def __init__(self, ask: int, seat: int, to_act: list[int]) -> None:
        message = _("It is not your turn: ask %(ask)s is not put to seat %(seat)s.") % {"ask": ask, "seat": seat}
        super().__init__("not_your_turn", message, 409, ask=ask, seat=seat, to_act=to_act)


class NotInThisHand(TableError):
    """Whoever asks holds no cards in the hand."""

    def __init__(self) -> None:
        super().__init__("not_in_this_hand", _("You are not playing in this hand."), 403)


class IllegalAction(TableError):
    """The rules of play refuse the decision; `offers` lists what is legal."""

    def __init__(self, error: EngineError, ask: AnyAsk | None = None) -> None:
        params: dict[str, Any] = {key: plain(value) for key, value in error.params.items() if _is_plain(value)}
        if ask is not None:
            described = ask.as_json()
            params |= {"ask": ask.number, "offers": described["offers"]}
        status = 400 if isinstance(error, BeyondBounds) else 422  # too much to be looked at, or looked at and refused
        super().__init__(error.code, error.message, status, **params)


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | float | bool | list | tuple | dict) or value is None
