"""The words of the house rules that the engine declares: it knows no language but English, so they are marked here.

One entry a rule: its title, its help, the conflict it settles if it does, and its choices that are words. A test holds
these lists against the declarations, so that no rule is forgotten.
"""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

from tables.rule_words import chinese, floor, mixes, play

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
