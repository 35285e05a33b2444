"""The pictures of the operator's manual: `just pictures` plays a night in each language, as `just whole-night` does, and takes
the pages that the manual shows from it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.bench.whole_night import LOCALES, PARTS, PATIENCE_MS, Night, play
from tests.support.opened_clubs import OWNER, PHONE, ROOT, chromium, manage, opened

PICTURES = ROOT / "docs" / "manual" / "pictures"
# By the manual's name for it, the picture that is kept of a night.
SHOWN = {
    "first-evening": "first-evening",
    "shift": "shift-open",
    "staff": "session",
    "entry": "entry",
    "scores": "chinese-sheet",
    "reception": "reception",
    "floor": "floor",
    "clock": "clock",
    "desk-player": "desk-player",
}
COLOURS = 64


def take(night: Path, language: str) -> None:
    """Keep what the manual shows of the pictures of a night in that language: what a phone shows at once."""
    for name, shot in SHOWN.items():
        (file,) = night.glob(f"{language}-phone-??-{shot}.png")
        with Image.open(file) as picture:
            width, height = picture.size
            shown = picture.convert("RGB").crop((0, 0, width, min(height, PHONE["height"])))
            shown.quantize(COLOURS).save(PICTURES / f"{name}-{language}.png", optimize=True)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright, chromium(playwright) as browser:
        for language in LOCALES:
            with tempfile.TemporaryDirectory() as folder:
                club, night = Path(folder) / "club", Path(folder) / "pictures"
                with opened(club) as address:
                    manage(club, "createsuperuser", "--noinput", "--username", OWNER, "--email", "owner@example.org")
                    play(Night(browser, address, language, "phone", night), list(PARTS))
                take(night, language)


if __name__ == "__main__":
    main()
