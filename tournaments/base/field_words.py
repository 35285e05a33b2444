"""What the fields of a sheet, and of what a sheet is made from, are called: in forms, and where one is refused.

Programs are told the key beside it, as `field` of the refusal.
"""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop

FIELDS = {
    "players": gettext_noop("Players"),
    "stack": gettext_noop("Starting chips"),
    "starting_chips": gettext_noop("Starting chips"),
    "minutes": gettext_noop("Minutes"),
    "level_minutes": gettext_noop("Minutes a level"),
    "seats": gettext_noop("Seats a table"),
    "table_size": gettext_noop("Seats a table"),
    "chips": gettext_noop("Chips there are"),
    "speed": gettext_noop("Speed"),
    "game": gettext_noop("Game"),
    "break_every": gettext_noop("A break every so many minutes"),
    "break_minutes": gettext_noop("Minutes a break"),
    "rebuys": gettext_noop("Rebuys expected"),
    "rebuy_stack": gettext_noop("Chips of a rebuy"),
    "addons": gettext_noop("Add-ons expected"),
    "addon_stack": gettext_noop("Chips of an add-on"),
    "first_big_blind": gettext_noop("First big blind"),
    "ante_from": gettext_noop("Antes from level"),
    "sb": gettext_noop("Small blind"),
    "bb": gettext_noop("Big blind"),
    "ante": gettext_noop("Ante"),
    "small_bet": gettext_noop("Small bet"),
    "big_bet": gettext_noop("Big bet"),
    "bring_in": gettext_noop("Bring-in"),
    "big_bet_games_sb": gettext_noop("Small blind of big-bet games"),
    "big_bet_games_bb": gettext_noop("Big blind of big-bet games"),
    "big_bet_games_ante": gettext_noop("Ante of big-bet games"),
    "point": gettext_noop("Chips a point"),
}
# What is chosen from a list.
CHOICES = {
    "turbo": gettext_noop("Turbo"),
    "regular": gettext_noop("Regular"),
    "deep": gettext_noop("Deep stack"),
    "big_blind": gettext_noop("The big blind"),
    "per_player": gettext_noop("Every player"),
    "per_player_stud_only": gettext_noop("Every player, in stud alone"),
}


def named(field: str) -> str:
    """A field in the reader's language; its key where it has no words."""
    return gettext(FIELDS[field]) if field in FIELDS else field


def chosen(key: str) -> str:
    """What may be chosen, in the reader's language; its key where it has no words."""
    return gettext(CHOICES[key]) if key in CHOICES else key
