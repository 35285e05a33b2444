"""Phrases and reactions that are said by a tap, each read in the reader's own language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

PHRASES = {
    "hello": _("Hello!"),
    "good-luck": _("Good luck!"),
    "nice-hand": _("Nice hand!"),
    "well-played": _("Well played!"),
    "thanks": _("Thanks!"),
    "sorry": _("Sorry!"),
    "one-moment": _("One moment, please."),
    "good-game": _("Good game. Bye!"),
}
REACTIONS = {"thumb": "👍", "clap": "👏", "laugh": "😂", "surprise": "😮", "sad": "😢", "fire": "🔥"}
