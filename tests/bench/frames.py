"""Frames of a hand, one every 100 ms, to be looked at: `just frames`.

A hand of hold'em, stud, triple draw, open-face and Chinese poker is dealt, bet and shown on a phone and a desk, a decision every
half second, with its motion; the frames of each stand on a sheet (`frames-holdem-phone.png`), and what the browser counts as
layout shift is printed.
"""

from __future__ import annotations

import argparse
import io
import os
from pathlib import Path

from django.core.wsgi import get_wsgi_application
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.support.opened_clubs import DESKTOP, PHONE, ROOT, chromium

EVERY_MS, DECISION_MS = 100, 500
ACROSS = {"phone": 12, "desk": 6}
WIDE = {"phone": 150, "desk": 300}  # px of a frame on the sheet
SIZES = {"phone": PHONE, "desk": DESKTOP}
GAMES = {"holdem": 6, "seven-card-stud": 6, "2-7-triple-draw": 5, "ofc-pineapple": 3, "chinese": 4}


def recorded(browser: Browser, game: str, size: str) -> tuple[list[Image.Image], float]:
    """The frames of one hand, and the sum of its layout shifts."""
    from tests.support.tables import felt_pages, layout_shifts  # when Django stands

    visit = browser.new_context(viewport=SIZES[size])
    page = visit.new_page()
    layout_shifts.watch(page)
    frames: list[Image.Image] = []
    for at, hand in enumerate(felt_pages.whole_hand(game, GAMES[game])):
        told = felt_pages.context(hand, GAMES[game])
        (felt_pages.put_felt if at else felt_pages.open_felt)(page, told)
        for _frame in range(DECISION_MS // EVERY_MS):
            frames.append(_small(page.screenshot(type="jpeg", quality=60), WIDE[size]))
            page.wait_for_timeout(EVERY_MS)
    shift = sum(one["value"] for one in layout_shifts.seen(page))
    visit.close()
    return frames, shift


def _small(picture: bytes, wide: int) -> Image.Image:
    with Image.open(io.BytesIO(picture)) as whole:
        return whole.resize((wide, whole.height * wide // whole.width))


def sheet(frames: list[Image.Image], across: int) -> Image.Image:
    """All frames in rows, in their order."""
    wide, high = frames[0].size
    made = Image.new("RGB", (across * (wide + 4), -(-len(frames) // across) * (high + 4)), "gray")
    for at, frame in enumerate(frames):
        made.paste(frame, (at % across * (wide + 4), at // across * (high + 4)))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, default=ROOT / "var" / "frames")
    parser.add_argument("games", nargs="*", default=list(GAMES), help=f"of {', '.join(GAMES)}")
    asked = parser.parse_args()
    asked.pictures.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
    get_wsgi_application()
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for game in asked.games:
            for size in SIZES:
                frames, shift = recorded(browser, game, size)
                path = asked.pictures / f"frames-{game}-{size}.png"
                sheet(frames, ACROSS[size]).save(path)
                print(f"{game:16} {size:5}  {len(frames):4} frames  layout shift {shift:.4f}  {path}", flush=True)


if __name__ == "__main__":
    main()
