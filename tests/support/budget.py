"""How much is tried: a little in everyday runs, by other examples each time; everything in thorough ones.

`pytest` runs the profile ``everyday``: other examples each time, in the CI the same ones. It takes

- every test that is not marked `sweep`;
- of a law an eighth of its examples, three at least;
- of a sweep (the same test over every game, page, endpoint, role, kind of event, size of screen) a sample: one case in two to
  nine, at least one, other cases each run. The header of the run names its sample; `CARDHOUSE_SAMPLE=NAME` takes it again.

The CI after its everyday run, and `just thorough` at night, run `--hypothesis-profile=thorough` over what differs: laws
(Hypothesis marks them) with all their examples and sweeps (`pytest.mark.sweep`) whole. In the CI, whose examples and samples
are the same every time, a thorough run has a seventh as many examples, the everyday run before it the fewest; and of a sweep it
goes through what the everyday run has left out, so that both together take all of it, once. `CARDHOUSE_PART=COMMIT/4`, which
`.ci/run` sets, takes one of four parts of that and of a law's cases, another at another commit: on a slow machine there are
more parts than on a quick one, since the CI has to end in half an hour.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Container, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import is_hypothesis_test, settings

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
IN_CI = 1 / 7  # of a thorough run's examples
SAMPLE = "CARDHOUSE_SAMPLE"  # which sample an everyday run takes: set once for all workers of a run
# Which part a thorough run of the CI takes of what it could go through, as COMMIT/PARTS; unset: all of it.
PART = "CARDHOUSE_PART"
FEWEST = 3  # examples of a law, unless a thorough run has fewer still


def is_ci() -> bool:
    """True where the same examples are tried every time, and an everyday run is followed by a thorough one."""
    return os.environ.get("CI") == "true"


def share_in_ci() -> float:
    """Of a thorough run's examples a seventh; of an everyday one's as few as may be, since the thorough run follows at once."""
    return {"everyday": 0.0, "thorough": IN_CI}.get(settings.get_current_profile_name(), 1.0)


def is_everyday() -> bool:
    """True unless the run was asked for more."""
    return settings.get_current_profile_name() == "everyday"


def is_search() -> bool:
    """True where all is to be tried that there is, for hours if need be."""
    return settings.get_current_profile_name() == "search"


def budget(examples: int) -> int:
    """How many examples this run tries where a thorough one tries so many."""
    share = SHARES.get(settings.get_current_profile_name(), 1.0) * (share_in_ci() if is_ci() else 1.0)
    return max(min(examples, FEWEST), round(examples * share))


def swept(whole: Iterable[T], everyday: Container[T]) -> list[T]:
    """What this run goes through of the whole: everyday only what is named. Its tests are marked `sweep`."""
    return [one for one in whole if not is_everyday() or one in everyday]


def choose_sample() -> str:
    """Which sample this run takes of what is too long for every day: in the CI the same one, elsewhere another each time."""
    return os.environ.setdefault(SAMPLE, "0" if is_ci() else secrets.token_hex(3))


def sampled(whole: Iterable[T], name: object, *, one_of: int = 4, again: bool = False) -> list[T]:
    """What this run goes through of the whole: everyday one of so many, others in each run. Its tests are marked `sweep`.

    name: tells one sample of a run from another, so that they do not leave out the same. At least one is taken.
    again: a thorough run of the CI takes what the everyday run took again, since it tries more examples of each.
    """
    every = list(whole)
    is_second = is_ci() and settings.get_current_profile_name() == "thorough"
    if not every or not (is_everyday() or is_second):
        return every
    if is_second and again:
        return _part(every, name)
    random = Random(f"{choose_sample()} {name}")
    taken = set(random.sample(range(len(every)), max(1, round(len(every) / one_of))))
    if is_second:
        return _part([each for at, each in enumerate(every) if at not in taken] or every, name)
    return [each for at, each in enumerate(every) if at in taken]


def _part(whole: list[T], name: object) -> list[T]:
    """One in so many of them, at least one, other ones at another commit; all where no part was asked for.

    Raises ValueError for a part that is not COMMIT/PARTS.
    """
    chosen = os.environ.get(PART)
    if chosen is None:
        return whole
    commit, _, parts = chosen.rpartition("/")
    if not commit or not parts.isdecimal() or not int(parts):
        raise ValueError(f"{PART}={chosen}: write it as COMMIT/PARTS, such as 1a2b3c/4")
    first = Random(f"{commit} {name}").randrange(max(int(parts), len(whole)))
    return whole[first % int(parts) :: int(parts)] or [whole[first % len(whole)]]


def sweep(
    names: str | Sequence[str],
    whole: Iterable[Any],
    *,
    one_of: int = 4,
    again: bool = False,
    ids: Sequence[str] | Callable[[Any], object] | None = None,
) -> Callable[[Callable[..., Any]], Any]:
    """`pytest.mark.parametrize`, of whose cases an everyday run takes one of so many, and a thorough one all.

    names, whole, ids: as `parametrize` takes them. Each test has a sample of its own. again: see `sampled`; a law of
    Hypothesis always goes through its cases again. Raises TypeError for a second sweep of a test: both runs of the CI
    together would leave cases out; sweep their product.
    """
    every = list(whole)
    cases = list(zip(every, ids, strict=True)) if isinstance(ids, Sequence) else [(case, None) for case in every]

    def marked(test: Callable[..., Any]) -> Any:
        name = f"{test.__module__} {test.__qualname__} {names}"
        if any(mark.name == "sweep" for mark in getattr(test, "pytestmark", ())):
            raise TypeError(f"{name}: one sweep of a test, over the product of its cases")
        chosen = sampled(cases, name, one_of=one_of, again=again or is_hypothesis_test(test))
        by_name = [name for _case, name in chosen] if isinstance(ids, Sequence) else ids
        of_each = pytest.mark.parametrize(names, [case for case, _name in chosen], ids=by_name)
        return pytest.mark.sweep(of_each(test))

    return marked
