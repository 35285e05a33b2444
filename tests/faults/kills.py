"""Processes that are killed: all of a program, one of them, the largest for want of memory, a server again and again."""

from __future__ import annotations

import contextlib
import os
import random
import signal
from collections.abc import Callable, Iterable
from datetime import datetime

import psutil
from django.utils import timezone

from tests.faults import house
from tests.faults.club import Club, answers
from tests.faults.strikes import Struck, well_since

POOLS = ("worker", "thinker", "web")  # programs that keep processes of their own


def kill(name: str) -> Callable[[Club, random.Random], Struck]:
    """SIGKILL for the processes of that program: all of them as if the machine had gone, or one with its supervisor."""

    def strike(opened: Club, rng: random.Random) -> Struck:
        family, since = opened.family(name), timezone.now()
        shot = family if rng.random() < 0.5 else [rng.choice(family)]
        if family[0] not in shot and name != "postgres":
            shot = [*shot, family[0]]  # a supervisor of its own would hide what a lost process does
        count = killed(shot)
        if name == "postgres":  # where one process of it dies, all the others are stopped by it and started again
            doomed = {process.pid for process in family[1:]}
            return Struck(count, lambda: opened.is_whole() and _is_new(opened, doomed))
        return Struck(
            count,
            lambda: (
                opened.is_whole()
                and opened.living().get(name, family[0].pid) != family[0].pid
                and _works(opened, name, since)
            ),
        )

    return strike


def _works(opened: Club, name: str, since: datetime) -> bool:
    """True if that program does what it is for: streams answer, a worker a ping, beat has sent a tick."""
    if name in opened.layout.nodes:
        return opened.pings(name)
    return all(map(answers, opened.layout.streams_of(name))) and (name != "beat" or opened.has_beaten(since))


def out_of_memory(opened: Club, rng: random.Random) -> Struck:
    """The largest process of a program is killed, as a system does that has no memory left; its supervisor lives."""
    name = rng.choice(POOLS)
    children, since = opened.family(name)[1:], timezone.now()
    largest = max(children, key=lambda one: one.memory_info().rss)
    count = killed([largest])
    is_well = well_since(opened, since)
    return Struck(count, lambda: is_well() and len(opened.family(name)) > len(children))


def in_a_loop(opened: Club, rng: random.Random) -> Struck:
    """PostgreSQL is killed as soon as it is there again, three to six times."""
    gone = set[int]()
    for _time in range(rng.randint(3, 6)):
        opened.wait(lambda: opened.living().get("postgres") not in {None, *gone}, "PostgreSQL does not come back")
        postmaster = opened.living()["postgres"]
        gone.add(postmaster)
        killed([psutil.Process(postmaster)])
        opened.rest(rng.uniform(0, 1))
    opened.wait(lambda: opened.living().get("postgres") not in {None, *gone}, "PostgreSQL does not come back")
    return Struck(len(gone), well_since(opened))


def killed(shot: Iterable[psutil.Process]) -> int:
    """SIGKILL for each of them; how many there were."""
    count = 0
    for process in shot:
        with contextlib.suppress(ProcessLookupError):  # a connection that was closed meanwhile
            os.kill(process.pid, signal.SIGKILL)
            count += 1
    return count


def _is_new(opened: Club, doomed: set[int]) -> bool:
    with contextlib.suppress(psutil.Error, KeyError):
        new = {process.pid for process in opened.family("postgres")[1:]}
        return not new & doomed and house.patiently(house.latest_hand) is not None
    return False
