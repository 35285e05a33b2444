"""The pictures of the operator's manual: `uv run python -m tests.manual_pictures` opens a club of its own and draws them anew.

An empty club first, for the first evening; then one with its demo, for the clock. Each page in both languages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from club.project import servers
from tests.support.opened_clubs import environment

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "manual" / "pictures"
LANGUAGES = ("en", "ja")
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
OWNER, PASSWORD = "owner", "a long night of cards"


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
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if found := re.search(r"The club is open: (\S+)/", line):
                yield found[1]
                return
        raise SystemExit(f"the club did not open: {process.wait()}")
    finally:
        process.terminate()
        process.wait()


def manage(var: Path, *arguments: str) -> None:
    named = environment(var) | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=named, check=True)


def draw(
    browser: Browser, address: str, path: str, name: str, size: dict[str, int], login: tuple[str, str] | None
) -> None:
    """One page in each language."""
    for language in LANGUAGES:
        context = browser.new_context(viewport=size, locale=language, base_url=address)  # type: ignore[arg-type]
        context.set_default_timeout(600_000)
        page = context.new_page()
        if login is not None:
            page.goto("/accounts/login/")
            page.fill("input[name=login]", login[0])
            page.fill("input[name=password]", login[1])
            page.click("main button[type=submit]")
            page.wait_for_url(lambda url: "login" not in url)
        context.add_cookies([{"name": "django_language", "value": language, "url": address}])
        page.goto(path)
        page.screenshot(path=PICTURES / f"{name}-{language}.png")
        context.close()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None),
            args=["--no-sandbox"],
        )
        empty, demo = Path(folder) / "empty", Path(folder) / "demo"
        with opened(empty) as address:
            manage(empty, "createsuperuser", "--noinput", "--username", OWNER, "--email", "owner@example.org")
            draw(browser, address, "/first-evening/", "first-evening", PHONE, (OWNER, PASSWORD))
        with opened(demo, "--demo") as address:
            draw(browser, address, "/tournaments/1/clock/", "clock", DESKTOP, None)
        browser.close()


if __name__ == "__main__":
    main()
