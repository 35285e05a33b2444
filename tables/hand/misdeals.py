"""What a hand that is called off goes back to: what was owed before it, its button and blinds, and its game.

Nothing was won or lost in it, so the next hand stands where this one stood: the same seats post again. A misdeal is an exact
re-deal, with the same button and limits (TDA 35); a hand called off later is not told apart from it, else whoever had the
big blind, with every chip back, would not have paid for this round.

Whoever writes here holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.mixes.rotation import Turn
from tables.models import Hand, Sitting, Table

PLACES = ("button", "small_blind", "big_blind", "turn", "game", "stakes", "choosing")


def remember(table: Table, row: Hand, sittings: Sequence[Sitting]) -> dict[str, Any]:
    """The table as it is just before the hand counts: its places, and what those who are dealt in owed."""
    return {"hand": row.pk, "owed": owed_by(sittings), **places_of(table)}


def places_of(table: Table) -> dict[str, Any]:
    """What of the table a hand changes, as it is now."""
    return {name: getattr(table, name) for name in PLACES}


def owed_by(sittings: Sequence[Sitting]) -> list[list[Any]]:
    """Who has to come in yet, or has missed blinds: sitting, entry, the big blind and the small blind missed or not."""
    return [
        [one.pk, one.entry, one.owes_big, one.owes_small]
        for one in sittings
        if one.entry != Sitting.Entry.IN or one.owes_big or one.owes_small
    ]


def restore(table: Table, row: Hand) -> None:
    """Have those who had come in, and those whom its blinds passed over, owe what they owed, and the next hand have this
    one's button, blinds and game (TDA 35).
    """
    kept = table.before_deal
    if kept is None or kept["hand"] != row.pk:
        return
    for pk, entry, big, small in kept["owed"]:
        Sitting.objects.filter(pk=pk).update(entry=entry, owes_big=big, owes_small=small)
    for pk, big, small in kept.get("passed", []):
        # Who owes nothing, neither posts nor waits: whoever came back since did so for the blinds of this hand alone.
        back = {} if big or small else {"entry": Sitting.Entry.IN}
        Sitting.objects.filter(pk=pk).update(owes_big=big, owes_small=small, **back)
    for name in PLACES:
        if name in kept:
            setattr(table, name, kept[name])
    first_button = row.start["positions"][0]
    if table.button is None:  # the button of the table's first hand was drawn: it is not drawn again
        table.before_deal = {**kept, "drawn": first_button}
    if table.rotation is not None and table.turn is None:
        table.turn = Turn.begin(first_button).as_json()
    table.save(update_fields=[*PLACES, "before_deal"])


def drawn_button(table: Table) -> int | None:
    """The button that was drawn for a first hand which was then called off; None if there is none."""
    return (table.before_deal or {}).get("drawn")
