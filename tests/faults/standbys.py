"""The primary PostgreSQL is gone, and its standby is promoted, as docs/deployment/standby.md says.

The club reaches whichever is primary by PgBouncer, which is told. The next run makes another standby of the new primary.
"""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Mapping

import psutil
from django.db import connection
from django.utils import timezone

from tests.faults import house, servers
from tests.faults.club import Club
from tests.faults.kills import killed
from tests.faults.layouts import POOLER, address_at
from tests.faults.standby_server import Standby, following
from tests.faults.strikes import Struck, well_since

ADDRESSES = ("DATABASE_URL", "DATABASE_OWNER_URL")
FOLLOWING_SECONDS = (0.5, 4.0)  # for which the standby follows before the primary is killed
BEHIND_SECONDS = (0.1, 1.5)  # for which it hears nothing any more
ACKNOWLEDGED = "acknowledged decisions and top-ups"


def promoted(opened: Club, rng: random.Random) -> Struck:
    """The primary is killed while a standby follows that every commit waits for; it is promoted, and PgBouncer is told."""
    with following(opened, is_waited_for=True) as standby:
        opened.rest(rng.uniform(*FOLLOWING_SECONDS))
        before = house.recorded(timezone.now())
        with opened.servers.starting():  # nobody else starts the primary again
            count = killed(opened.family("postgres"))
            standby.promote()
            _point_at(opened, standby)
        psutil.Process(opened.living()[POOLER]).send_signal(signal.SIGHUP)
    lost = house.lost(before)
    wrongs = tuple(f"{len(ids)} {words} that were committed are gone" for words, ids in lost.items() if ids)
    return Struck(count, well_since(opened), wrongs, _counted(opened, before, lost))


def promoted_behind(opened: Club, rng: random.Random) -> Struck:
    """The primary is killed after a standby that nothing waits for was cut off; it is promoted, and the club started anew.

    What it had not heard of is lost, as must be expected; it is counted, and the players forget it. Programs that know of it must
    not go on with it, so all of them end before, and Valkey is emptied.
    """
    with following(opened, is_waited_for=False) as standby:
        opened.rest(rng.uniform(*FOLLOWING_SECONDS))
        standby.stop_hearing()
        opened.rest(rng.uniform(*BEHIND_SECONDS))
        before = house.recorded(timezone.now())
        with opened.servers.starting():
            count = killed(opened.family("postgres"))
            opened.household.stop()
            standby.promote()
            _point_at(opened, standby)
    counted = _counted(opened, before, house.lost(before))
    counted[f"lost {ACKNOWLEDGED}"] = sum(house.forget_lost(client.told) for client in opened.clients)
    servers.emptied(opened, rng)
    begun = timezone.now()
    opened.household.start()
    return Struck(count, well_since(opened, begun), (), counted)


def _point_at(opened: Club, standby: Standby) -> None:
    """PgBouncer's settings, the addresses of this process, and of programs that are started from now on."""
    settings = opened.directory / "pgbouncer.ini"
    text, times = re.subn(r"(host=127\.0\.0\.1 port=)\d+", rf"\g<1>{standby.port}", settings.read_text())
    assert times == 1, f"{settings} names no server"
    settings.write_text(text)
    os.environ.update({name: address_at(os.environ[name], standby.port) for name in ADDRESSES})
    opened.household.tell({"DATABASE_DIRECT_URL": os.environ["DATABASE_URL"]})
    connection.close()
    connection.settings_dict["PORT"] = standby.port


def _counted(opened: Club, before: Mapping[str, set[int]], lost: Mapping[str, set[int]]) -> dict[str, int]:
    """What was there before, what was acknowledged, and what is gone."""
    told = [client.told for client in opened.clients]
    found = {words: len(ids) for words, ids in before.items()}
    found[ACKNOWLEDGED] = sum(len(one.decisions) + len(one.top_ups) for one in told)
    return found | {f"lost {words}": len(ids) for words, ids in lost.items()}
