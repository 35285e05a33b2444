"""The words of the house rules that the engine declares: it knows no language but English, so they are marked here.

One entry a rule: its title, its help, the conflict it settles if it does, and its choices that are words. A test holds
these lists against the declarations, so that no rule is forgotten.
"""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

from tables.rule_words import chinese, floor, mixes, play

# Where rules come from, as far as it is no name and no number.
SOURCES = (
    pgettext_lazy("source", "house"),
    pgettext_lazy("source", "rooms differ"),
    pgettext_lazy("source", "classic thirteen-card rooms"),
    pgettext_lazy("source", "rooms that deal 2-7 Pineapple"),
    pgettext_lazy("source", "rooms whose jokers stand for unseen cards"),
    pgettext_lazy("source", "four players have room for 13 cards each"),
)
# The ready-made sets of values.
PRESETS = (
    pgettext_lazy("choice", "standard"),
    pgettext_lazy("choice", "documents"),
    pgettext_lazy("choice", "tda-2024"),
)
WORDS = {
    "PlayRules": play.RULES,
    "ChineseRules": chinese.RULES,
    "FloorRules": floor.RULES,
    "MixRules": mixes.RULES,
}
