"""A moment of a hand as a picture to share: where everything stands on it. It holds what the viewer's view holds and no more."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

WIDTH, HEIGHT = 1200, 720
_MIDDLE_X, _MIDDLE_Y, _ACROSS, _DOWN = WIDTH / 2, 385, 470, 235
_CARD, _BOARD_CARD, _ROW_CARD = 44, 62, 30  # widths
_ROW = 44  # height of a row of a Chinese hand
_TALL = 90 / 64  # how much taller than wide a card is


def placed(ring: list[dict[str, Any]], boards: list[dict[str, Any]]) -> dict[str, Any]:
    """`seats` as `tables.templatetags.felt.around` gives them and `boards`, each card with `x`, `y` and `width` in the picture."""
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "seats": [_seat(place, len(ring)) for place in ring],
        "boards": [card for at, board in enumerate(boards) for card in _board(board, at, len(boards))],
    }


def _seat(place: dict[str, Any], count: int) -> dict[str, Any]:
    turn = 2 * pi * place["at"] / count
    x, y = _MIDDLE_X - _ACROSS * sin(turn), _MIDDLE_Y + _DOWN * cos(turn)
    width = min(_CARD, 300 // max(1, len(place["cards"])))
    at_x, at_y, is_above = round(x), round(y), y < _MIDDLE_Y
    rows = _rows(place, at_x, at_y + 30 if is_above else at_y - 34 - 3 * _ROW)
    top = at_y - 34 - round(width * _TALL) - (3 * _ROW if rows and not is_above else 0)
    return place | {"x": at_x, "y": at_y, "faces": [*_in_line(place["cards"], at_x, top, width), *rows]}


def _rows(place: dict[str, Any], x: int, y: int) -> list[dict[str, Any]]:
    """The rows of a Chinese hand, front first, below the name of who sits above the middle, else above it."""
    rows = list(((place["hand"] or {}).get("rows") or {}).values())
    if not any(rows):
        return []
    cards = [[{"text": text, "marks": ""} for text in row] for row in rows]
    return [card for at, row in enumerate(cards) for card in _in_line(row, x, y + at * _ROW, _ROW_CARD)]


def _board(board: dict[str, Any], at: int, count: int) -> list[dict[str, Any]]:
    width = _BOARD_CARD if count < 3 else 40
    top = _MIDDLE_Y - 60 - (count - 1) * 45 + at * (width * _TALL + 8)
    return _in_line(board["cards"], round(_MIDDLE_X), round(top), width)


def _in_line(cards: list[dict[str, Any]], x: int, y: int, width: int) -> list[dict[str, Any]]:
    left = x - len(cards) * (width + 4) / 2
    return [
        card | {"x": round(left + at * (width + 4)), "y": y, "width": width, "height": round(width * _TALL)}
        for at, card in enumerate(cards)
    ]
