"""What a fault is: what is done to an open club, and when it is over."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from tests.faults.club import Club


@dataclass(frozen=True)
class Struck:
    """What was done. `count`: how many processes or connections it met; `is_back`: whether what was hit works again.

    `wrongs`: what was found wrong while it lasted; `counted`: what was there and what was lost, where something may be.
    """

    count: int
    is_back: Callable[[], bool]
    wrongs: tuple[str, ...] = ()
    counted: Mapping[str, int] = field(default_factory=dict)


def nothing() -> str:
    return ""


@dataclass(frozen=True)
class Fault:
    """A kind of fault. `strike` does it and takes its cause away; the club must then come back by itself.

    `lacks`: what this machine has not, and the fault needs; empty if it can be made here. `environment`: what the club's processes
    must have been started with.
    """

    name: str
    strike: Callable[[Club, random.Random], Struck]
    lacks: Callable[[], str] = nothing


def well_since(opened: Club, since: datetime | None = None) -> Callable[[], bool]:
    """Whether everything works that came after that instant, by itself: after now."""
    begun = since or timezone.now()
    return lambda: opened.is_well(begun)
