"""The words of the house rules that the engine declares: it knows no language but English, so they are marked here.

One entry a rule: its title, its help, the conflict it settles if it does, and its choices that are words. A test holds
these lists against the declarations, so that no rule is forgotten.
"""

from __future__ import annotations

from tables.rule_words import chinese, floor, mixes, play

WORDS = {
    "PlayRules": play.RULES,
    "ChineseRules": chinese.RULES,
    "FloorRules": floor.RULES,
    "MixRules": mixes.RULES,
}
