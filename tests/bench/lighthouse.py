"""Lighthouse on the lobby, a table, a clock and one's account, as a phone and a desk: `just lighthouse`.

Opens a demo club of its own, logs in as one of its players, and prints the three scores (of 100), the bytes that came over the
wire and the layout shift, with the load of the machine, since the first score is of speed. Fails below `LEAST`; `--only /tables/`
looks at one page, `--full DIRECTORY` keeps the whole reports.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from club.project.servers import free_port
from tests.patience import PATIENCE
from tests.support.opened_clubs import CHROMIUM, ROOT, environment, opened

LEAST = 95
SCORES = ("performance", "accessibility", "best-practices")
FORMS = {"phone": (), "desk": ("--preset=desktop",)}
# Prints the player's cookie, and which table and tournament there are to look at.
LOGIN = """
import json
from django.conf import settings
from django.test import Client
from club.models import Player, User
from tables.models import Table
from tournaments.models import Tournament
user, _ = User.objects.get_or_create(username="lighthouse")
player = Player.objects.filter(user=None, is_computer=False).first() or Player.objects.first()
Player.objects.filter(pk=player.pk).update(user=user)
client = Client(); client.force_login(user)
cookie = client.cookies[settings.SESSION_COOKIE_NAME]
print("TOLD" + json.dumps({
    "cookie": f"{cookie.key}={cookie.value}",
    "table": Table.objects.filter(owner="").values_list("pk", flat=True).first(),
    "tournament": Tournament.objects.values_list("pk", flat=True).first(),
}))
"""


@dataclass(frozen=True)
class Found:
    """What Lighthouse says of a page; `why` names the audits that cost points."""

    scores: dict[str, int]
    bytes: int
    shift: float
    why: list[str]

    @property
    def is_enough(self) -> bool:
        """True if every score is at least `LEAST`, and nothing moved while the page came."""
        return min(self.scores.values()) >= LEAST and self.shift < 0.005


def read(report: dict[str, Any]) -> Found:
    """The figures of a report."""
    categories, audits = report["categories"], report["audits"]
    scores = {name: round(100 * (categories[name]["score"] or 0)) for name in SCORES}
    wanting = [
        ref["id"]
        for name in SCORES
        for ref in categories[name]["auditRefs"]
        if ref.get("weight") and (audits[ref["id"]]["score"] or 0) < 0.9 and audits[ref["id"]]["score"] is not None
    ]
    total = round(audits["total-byte-weight"].get("numericValue", 0))
    return Found(scores, total, audits["cumulative-layout-shift"].get("numericValue", 0.0), wanting)


@contextlib.contextmanager
def signed_in(cookie: str, club: str) -> Iterator[int]:
    """The debugging port of a browser of the player's, new: its own requests, and not the page's alone, carry the cookie."""
    chrome = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), "")
    name, _equals, value = cookie.partition("=")
    port = free_port()
    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--remote-debugging-port={port}"]
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        opened = playwright.chromium.launch_persistent_context(
            profile, executable_path=chrome, args=flags, timeout=1000 * PATIENCE
        )
        opened.add_cookies([{"name": name, "value": value, "url": club}])
        yield port
        opened.close()


def looked_at(club: str, path: str, cookie: str, form: str, kept: Path) -> Found:
    """Lighthouse's word on one page. Raises `CalledProcessError` where it could not look."""
    with signed_in(cookie, club) as port:
        command = [
            str(ROOT / "node_modules" / ".bin" / "lighthouse"),
            f"{club}{path}",
            *FORMS[form],
            f"--only-categories={','.join(SCORES)}",
            f"--port={port}",
            "--disable-storage-reset",
            "--output=json",
            f"--output-path={kept}",
            "--quiet",
        ]
        subprocess.run(command, check=True, cwd=ROOT)
    return read(json.loads(kept.read_text()))


def pages(var: Path) -> tuple[str, dict[str, str]]:
    """The player's cookie, and the addresses to look at by their names."""
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", LOGIN]
    said = subprocess.run(command, cwd=ROOT, env=environment(var), check=True, capture_output=True, text=True).stdout
    told = json.loads(said.partition("TOLD")[2])
    addresses = {"lobby": "/tables/", "table": f"/tables/{told['table']}/", "account": "/me/"}
    if told["tournament"] is not None:
        addresses["clock"] = f"/tournaments/{told['tournament']}/clock/"
    return told["cookie"], addresses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="PATH", help="the one page whose address begins so")
    parser.add_argument("--full", type=Path, metavar="DIRECTORY", help="keep the reports here")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        var, full = Path(temporary, "var"), chosen.full or Path(temporary)
        full.mkdir(parents=True, exist_ok=True)
        with opened(var, "--demo") as club:
            cookie, addresses = pages(var)
            is_enough = True
            print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            for name, path in addresses.items():
                for form in FORMS if path.startswith(chosen.only or "/") else ():
                    found = looked_at(club, path, cookie, form, full / f"{name}-{form}.json")
                    is_enough &= found.is_enough
                    scores = "  ".join(f"{score} {found.scores[score]:3}" for score in SCORES)
                    wire = f"{found.bytes / 1000:.0f} kB  shift {found.shift:.3f}"
                    print(f"{name:8} {form:5}  {scores}  {wire}  {' '.join(found.why)}", flush=True)
    raise SystemExit(0 if is_enough else f"below {LEAST}, or something moved")


if __name__ == "__main__":
    main()
