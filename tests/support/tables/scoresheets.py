"""Rows as somebody writes them on a sheet."""

from __future__ import annotations

ROWS = {
    "1": "Qs Qh 4d / 9s 9d 9c 2h 3h / As Ks 7s 6s 5s",
    "2": "2s 3s 4c / 8s 8d Tc 2c 3c / Ah Kh 7h 6h 5h",
}
# The same as the fields of the page.
ROWS_TYPED = {
    f"{row}-{seat}": part
    for seat, text in ROWS.items()
    for row, part in zip(("front", "middle", "back"), text.split(" / "), strict=True)
}
