"""The words of the rules of mixed games, marked for the catalogue."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

RULES: dict[str, tuple[str | Promise, ...]] = {
    "rotation": (
        _("Games of a mixed table"),
        _("A mix that has a name, or own: the list below."),
        pgettext_lazy("choice", "horse"),
        pgettext_lazy("choice", "hose"),
        pgettext_lazy("choice", "hoe"),
        pgettext_lazy("choice", "torse"),
        pgettext_lazy("choice", "triple-stud"),
        pgettext_lazy("choice", "8-game"),
        pgettext_lazy("choice", "9-game"),
        pgettext_lazy("choice", "10-game"),
        pgettext_lazy("choice", "horse-badacey"),
        pgettext_lazy("choice", "tesla"),
        pgettext_lazy("choice", "own"),
    ),
    "rotation_games": (
        _("Own list of games"),
        _("Games with their limits in the order they are played, such as: holdem no, razz fixed, badugi fixed."),
    ),
    "rotation_change": (
        _("The game changes by"),
        _("Hands, orbits of the button (in stud as many hands as players), minutes, or levels."),
        pgettext_lazy("choice", "hands"),
        pgettext_lazy("choice", "orbit"),
        pgettext_lazy("choice", "minutes"),
        pgettext_lazy("choice", "level"),
    ),
    "rotation_every": (
        _("The game changes every"),
        _("After how many hands, orbits, minutes or levels the next game comes."),
    ),
    "rotation_ends": (
        _("After the last game of the list"),
        _("Again: the list begins again. Once: the table stays with its last game."),
        pgettext_lazy("choice", "again"),
        pgettext_lazy("choice", "once"),
    ),
    "is_button_frozen": (
        _("The button is frozen in stud"),
        _("From a game with blinds to stud the button goes to its next place and stays there until blinds return."),
    ),
    "is_dealers_choice": (
        _("Dealer's choice"),
        _("The dealer picks each game from the list on offer; the choice passes to the next player every time."),
    ),
    "choice_games": (
        _("Games on offer"),
        _("Games with their limits, such as: omaha pot, razz fixed. Empty: every betting game, at its usual limit."),
    ),
    "choice_change": (
        _("A chosen game lasts by"),
        _("Hands, orbits of the button (in stud as many hands as players), minutes, or levels."),
        pgettext_lazy("choice", "hands"),
        pgettext_lazy("choice", "orbit"),
        pgettext_lazy("choice", "minutes"),
        pgettext_lazy("choice", "level"),
    ),
    "choice_every": (
        _("A chosen game lasts"),
        _("How many hands, orbits, minutes or levels a chosen game is played."),
    ),
    "choice_on_time_out": (
        _("A chooser who does not answer"),
        _("Same: the last game goes on. First: the first game on offer that can seat everybody."),
        pgettext_lazy("choice", "same"),
        pgettext_lazy("choice", "first"),
    ),
}
