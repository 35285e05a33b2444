"""An upgrade that is killed half way: `migrate` of a club as it once was, beside the club that plays."""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
from functools import partial
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings

from tests.faults.club import Club
from tests.faults.strikes import Struck, well_since
from tests.support.dumps import BALANCES, DUMPS

NAME = "cardhouse_upgrade"
APPLIED = "SELECT count(*) FROM django_migrations"
MOST = 4  # migrations that were applied when it is killed
LATEST_SECONDS = 0.5  # after the latest of them


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    return process.poll() is not None


def killed_half_way(opened: Club, rng: random.Random) -> Struck:
    """Restore a kept dump, kill `migrate` after some of its migrations, run it again; nothing is lost and the books balance."""
    addresses = {name: _there(os.environ[name]) for name in ("DATABASE_URL", "DATABASE_OWNER_URL")}
    owner = addresses["DATABASE_OWNER_URL"]
    _make_empty()
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(gzip.decompress(rng.choice(DUMPS).read_bytes()))
    before = _asked(owner, BALANCES)
    goal = len(_asked(owner, "SELECT 1 FROM django_migrations")) + rng.randint(0, MOST)
    first = _started(addresses, "migrate", "--no-input", "--verbosity", "0")
    opened.wait(lambda: first.poll() is not None or _asked(owner, APPLIED)[0][0] >= goal, "migrate does not go on")
    opened.rest(rng.uniform(0, LATEST_SECONDS))
    count = int(first.poll() is None)
    first.kill()
    first.wait()
    wrongs = []
    for command in (["migrate", "--no-input", "--verbosity", "0"], ["migrate", "--check"], ["audit"]):
        one = _started(addresses, *command)
        opened.wait(partial(_has_ended, one), f"{command[0]} does not end")
        if one.returncode:
            wrongs.append(f"{' '.join(command)} after an upgrade that was killed ended with {one.returncode}")
    if _asked(owner, BALANCES) != before:
        wrongs.append("an upgrade that was killed and run again has other balances")
    return Struck(count, well_since(opened), tuple(wrongs))


def _there(address: str) -> str:
    return urlunsplit(urlsplit(address)._replace(path=f"/{NAME}"))


def _make_empty() -> None:
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {NAME}")


def _asked(address: str, question: str) -> list[tuple[int, ...]]:
    with psycopg.connect(address) as connection:
        return connection.execute(question).fetchall()


def _started(addresses: dict[str, str], *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *words]
    return subprocess.Popen(command, env={**os.environ, **addresses}, stdout=subprocess.DEVNULL)
