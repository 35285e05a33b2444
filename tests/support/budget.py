"""How much is tried: a little in everyday runs, by other examples each time; everything in thorough ones.

`pytest` runs the profile ``everyday``: other examples each time, in the CI the same ones. The CI, and `just thorough` at
night, run `--hypothesis-profile=thorough` over what differs: laws (Hypothesis marks them) and sweeps
(`pytest.mark.sweep`). In the CI, whose examples are the same every time, a thorough run has half as many.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from typing import TypeVar

from hypothesis import settings

# One of each way in which cards are dealt, drawn, discarded, turned up or set; other games go through the same code.
KINDS = (
    "holdem",
    "omaha8",
    "crazy-pineapple",
    "2-7-triple-draw",
    "stud8",
    "baseball",
    "no-peek",
    "chinese",
    "ofc-pineapple",
    "ofc-pineapple in fantasyland",
)
T = TypeVar("T")

SHARES = {"everyday": 0.125, "thorough": 1.0, "search": 20.0}
IN_CI = 0.5  # of a thorough run's examples
FEWEST = 3  # examples of a law, unless a thorough run has fewer still


def is_everyday() -> bool:
    """True unless the run was asked for more."""
    return settings.get_current_profile_name() == "everyday"


def budget(examples: int) -> int:
    """How many examples this run tries where a thorough one tries so many."""
    profile = settings.get_current_profile_name()
    share = SHARES.get(profile, 1.0) * (IN_CI if profile == "thorough" and os.environ.get("CI") == "true" else 1.0)
    return max(min(examples, FEWEST), round(examples * share))


def swept(whole: Iterable[T], everyday: Container[T]) -> list[T]:
    """What this run goes through of the whole: everyday only what is named. Its tests are marked `sweep`."""
    return [one for one in whole if not is_everyday() or one in everyday]
