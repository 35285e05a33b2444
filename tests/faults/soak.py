"""The soak: run by run, a fault happens at a seeded moment, the club comes back, and everything must be as if it had not been."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from django.utils import timezone

from tests.faults import house
from tests.faults.club import Club
from tests.faults.kinds import BY_NAME
from tests.faults.layouts import one_machine, several
from tests.faults.players import Client, Listener, Told
from tests.faults.strikes import Fault

LATEST_SECONDS = 1.5  # the moment of the fault, from 0 on


@dataclass(frozen=True)
class Run:
    """What one run came to, in seconds. `killed`: how many processes or connections the fault met; `recovered`: from the end of
    its cause until what it hit works again; `stuck`: how long at most a table stood still from then on, until the next fault;
    `outage` from its begin on; `load`: the machine's, of one minute; `counted`: what was there and what was lost of it."""

    run: int
    kind: str
    at: float
    killed: int
    recovered: float
    stuck: float
    outage: float
    hands: int
    repeated: int
    load: float
    wrongs: tuple[str, ...]
    counted: Mapping[str, int]

    @property
    def is_good(self) -> bool:
        return not self.wrongs

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        words = (
            f"run {self.run:>4}  {self.kind:<18} at {self.at:4.2f} s ({self.killed} hit, {self.hands} hands in play)"
            f"  back after {self.recovered:5.2f} s  a table stood still {self.stuck:5.2f} s from then, {self.outage:5.2f} s in all"
            f"  load {self.load:.1f}"
        )
        if self.counted:
            words += "\n    " + ", ".join(f"{words} {number}" for words, number in self.counted.items())
        return "\n".join([words, *(f"    WRONG: {wrong}" for wrong in self.wrongs)])


def runs(
    directory: Path,
    *,
    count: int,
    first: int,
    seed: int,
    patience: float,
    kinds: Sequence[str],
    is_several: bool = False,
) -> Iterator[Run]:
    """The runs from number `first` on, in a club of that directory that is open all the while.

    patience: the most seconds that a table may stand still once all are back. kinds: names of faults, each once in so many runs.
    is_several: two of each program, as on several machines.
    """
    keys = house.prepare(timezone.now())
    layout = several(directory) if is_several else one_machine(directory)
    stopped = threading.Event()
    since = 1 + house.latest_hand()
    clients = [
        Client(
            layout.web[at % len(layout.web)],
            token,
            table,
            Told(user=user, since=since),
            f"{seed}:{first}:{at}",
            stopped,
        )
        for at, (table, user, token) in enumerate(keys)
    ]
    watched = sorted({table for table, _user, _token in keys})
    listeners = [Listener(port, table, stopped) for table in watched for port in layout.streams]
    opened = Club(layout, directory, clients, listeners, patience)
    began = timezone.now()
    try:
        layout.household.start()
        opened.wait(opened.is_whole, "the club does not open")
        for one in [*clients, *listeners]:
            one.start()
        opened.watch.recovered = time.monotonic()
        opened.wait(lambda: opened.is_playing(began), "the club does not play")
        opened.watch.begin()
        for number in range(first, count + 1):
            run = one_run(opened, number, random.Random(f"{seed}:{number}"), BY_NAME[kind_of(seed, number, kinds)])
            yield run if number < count else replace(run, wrongs=(*run.wrongs, *opened.close()))
    finally:
        stopped.set()
        for one in [*clients, *listeners]:
            if one.ident is not None:
                one.join(20)
        layout.household.stop()


def kind_of(seed: int, number: int, kinds: Sequence[str]) -> str:
    """What happens: every kind once in so many runs, in an order of the seed's."""
    turn, place = divmod(number - 1, len(kinds))
    order = list(kinds)
    random.Random(f"{seed}:order:{turn}").shuffle(order)
    return order[place]


def one_run(opened: Club, number: int, rng: random.Random, fault: Fault) -> Run:
    """Have the fault at the random moment, wait until all are back, every table goes on and every watcher hears of it, and look."""
    at = rng.uniform(0, LATEST_SECONDS)
    house.restock(number, timezone.now())
    opened.rest(at)
    wrongs = opened.too_long("before the fault")
    opened.watch.begin()
    hands: Sequence[int] = ()
    while not hands:  # nothing is shown by a fault between hands
        opened.wait(lambda: bool(house.patiently(house.live)), "no hand is dealt")
        hands = house.patiently(house.live) or ()
    opened.watch.recovered = float("inf")
    struck = fault.strike(opened, rng)
    begun = time.monotonic()
    # Supervised: by the household here, the servers by the outer process.
    opened.wait(struck.is_back, f"{fault.name}: the club does not come back")
    opened.watch.recovered = time.monotonic()
    wrongs += [*struck.wrongs, *opened.until_all_go_on()]
    stuck, outage = opened.watch.stuck, opened.watch.outage
    wrongs += opened.too_long("after all were back")
    wrongs += opened.look(since=min(hands, default=0))
    return Run(
        number,
        fault.name,
        round(at, 3),
        struck.count,
        round(opened.watch.recovered - begun, 2),
        round(stuck, 2),
        round(outage, 2),
        len(hands),
        sum(client.told.repeated for client in opened.clients),
        round(os.getloadavg()[0], 1),
        tuple(wrongs),
        struck.counted,
    )
