"""House rules of Chinese poker, of everything that is accepted."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.house_rules import declared


def values_of(rule):
    if rule.choices is None:
        return st.booleans()
    if isinstance(rule.choices, range):
        return st.integers(rule.choices[0], min(rule.choices[-1], rule.choices[0] + 700))
    return st.sampled_from(list(rule.choices))


@st.composite
def houses(draw, **fixed):
    """Any house: some of its rules are not the default."""
    changed = draw(st.lists(st.sampled_from(declared(ChineseRules)), max_size=12, unique_by=lambda rule: rule.key))
    return ChineseRules(**{rule.key: draw(values_of(rule)) for rule in changed} | fixed)
