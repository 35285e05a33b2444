"""What the fields of a sheet, and of what a sheet is made from, are called: in forms, and where one is refused.

Programs are told the key beside it, as `field` of the refusal.
"""

from __future__ import annotations

from engine.messages.message import Term, _

FIELDS = {
    "players": _("Players"),
    "stack": _("Starting chips"),
    "starting_chips": _("Starting chips"),
    "minutes": _("Minutes"),
    "level_minutes": _("Minutes a level"),
    "seats": _("Seats a table"),
    "table_size": _("Seats a table"),
    "chips": _("Chips there are"),
    "speed": _("Speed"),
    "game": _("Game"),
    "break_every": _("A break every so many minutes"),
    "break_minutes": _("Minutes a break"),
    "rebuys": _("Rebuys expected"),
    "rebuy_stack": _("Chips of a rebuy"),
    "addons": _("Add-ons expected"),
    "addon_stack": _("Chips of an add-on"),
    "first_big_blind": _("First big blind"),
    "ante_from": _("Antes from level"),
    "ante_type": _("Ante"),
    "ante_percent": _("Ante (per cent of the big blind)"),
    "sb": _("Small blind"),
    "bb": _("Big blind"),
    "ante": _("Ante"),
    "small_bet": _("Small bet"),
    "big_bet": _("Big bet"),
    "bring_in": _("Bring-in"),
    "big_bet_games_sb": _("Small blind of big-bet games"),
    "big_bet_games_bb": _("Big blind of big-bet games"),
    "big_bet_games_ante": _("Ante of big-bet games"),
    "point": _("Chips a point"),
}
# What is chosen from a list.
CHOICES = {
    "turbo": _("Turbo"),
    "regular": _("Regular"),
    "deep": _("Deep stack"),
    "big_blind": _("The big blind"),
    "per_player": _("Every player"),
    "per_player_stud_only": _("Every player, in stud alone"),
}


def named(field: str) -> Term:
    """What a field is called; its key where it has no words."""
    return Term(FIELDS.get(field, field))


def chosen(key: str) -> Term:
    """What may be chosen is called; its key where it has no words."""
    return Term(CHOICES.get(key, key))
