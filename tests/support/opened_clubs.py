"""Clubs that a test or a measurement opens: their environment, their commands, their address."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from club.project import processes, servers

ROOT = Path(__file__).parents[2]
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
OWNER, PASSWORD = "owner", "a long night of cards"


def environment(var: Path) -> dict[str, str]:
    """What a user's shell would have: none of the addresses that the suite itself runs on."""
    ours = {
        "DATABASE_URL",
        "DATABASE_OWNER_URL",
        "REDIS_URL",
        "CARDHOUSE_TESTING",
        "CARDHOUSE_EMBEDDED",
        "SECRET_KEY",
        processes.MARK,
    }
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    # No phone that shows codes is at hand, and a machine that is measured is slow.
    return kept | {"CARDHOUSE_VAR": str(var), "FACTOR_ROLES": "none", "REAUTHENTICATION_MINUTES": "60"}


@contextmanager
def opened(var: Path, *arguments: str) -> Iterator[str]:
    """The address of a club that is open inside the block."""
    port = str(servers.free_port())
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", port, "--workers", "1", *arguments],
        cwd=ROOT,
        env=environment(var),
        stdout=subprocess.PIPE,
        text=True,
    )
    said = process.stdout
    assert said is not None
    try:
        for line in said:
            if found := re.search(r"The club is open: (\S+)/", line):
                # What it says later is read too: a pipe that nobody empties would stop the club.
                threading.Thread(target=said.read, daemon=True).start()
                yield found[1]
                return
        raise SystemExit(f"the club did not open: {process.wait()}")
    finally:
        process.terminate()
        process.wait()


def manage(var: Path, *arguments: str) -> None:
    """A command of that club."""
    named = environment(var) | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=named, check=True)


def chromium(playwright: Playwright) -> Browser:
    """The browser of this machine."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
