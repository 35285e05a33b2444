"""Pictures of a club's pages in both languages and both sizes, to be looked at: `just page-pictures --club http://127.0.0.1:8000`.

The club is one that `just whole-night` or `manage.py up --demo` has opened, with the login given. What fails, and what is wider
than its screen, is printed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, sync_playwright

from tests.support.opened_clubs import DESKTOP, OWNER, PASSWORD, PHONE, ROOT, chromium

LOCALES = {"en": "en-GB", "ja": "ja-JP"}
SIZES = {"phone": PHONE, "desk": DESKTOP}
TALLEST = 2400  # of a picture, in pixels
PAGES = """
/ /chips/ /club/ /first-evening/ /manual/ /manual/tournament/ /phones/ /me/ /card/ /desk/ /desk/players/5/ /desk/shift/ /desk/house/
/books/ /books/audits/ /house-rules/ /rules/ /house-rules/edit/ /house-rules/history/ /people/ /people/new/ /people/rights/
/people/invitations/ /people/files/ /people/cards/ /people/5/ /conduct/ /audit-log/ /tables/ /tables/open/
/tables/open-mix/ /tables/1/ /tables/1/staff/ /tables/2/ /tables/2/staff/ /tables/2/record/ /tables/3/scores/ /rulings/ /hands/2/
/hands/2/replay/ /me/hands/ /me/sittings/ /me/statistics/ /me/studies/ /me/tokens/ /me/tickets/ /reception/ /tournaments/
/tournaments/1/ /tournaments/1/clock/ /tournaments/1/screen/ /tournaments/1/floor/ /tournaments/1/floor-sheet/ /tournaments/1/money/
/tournaments/1/results/ /tournaments/1/forecast/ /tournaments/1/structure/ /tournaments/1/edit/ /tournaments/announce/
/tournaments/recurring/ /tournaments/recurring/new/ /structures/ /structures/generate/ /structures/edit/ /structures/club-turbo/
/screens/ /desk/tickets/ /leagues/ /leagues/1/new/ /leagues/points/ /seasons/1/ /webhooks/ /players/5/results/
""".split()


def walk(visit: BrowserContext, folder: Path, kind: str, paths: list[str]) -> None:
    """Keep a picture of each of the pages."""
    page = visit.new_page()
    page.on("pageerror", lambda error: print(f"  {kind} {page.url}: {error}", flush=True))
    for path in paths:
        try:
            answer = page.goto(path, wait_until="load")
        except Error as failed:
            print(f"  {kind} {path}: {failed.message}", flush=True)
            continue
        if answer is not None and answer.status != 200:
            print(f"  {kind} {path}: {answer.status}", flush=True)
        wide, screen, tall = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth, document.documentElement.scrollHeight]"
        )
        if wide > screen:
            print(f"  {kind} {path}: {wide} px wide on a screen of {screen}", flush=True)
        clip = {"x": 0, "y": 0, "width": screen, "height": min(tall, TALLEST)}
        name = path.strip("/").replace("/", "_") or "front"
        page.screenshot(path=folder / f"{kind}-{name}.png", full_page=True, clip=clip)  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--club", required=True)
    parser.add_argument("--login", default=OWNER)
    parser.add_argument("--password", default=PASSWORD)
    parser.add_argument("--languages", nargs="*", choices=LOCALES, default=list(LOCALES))
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=list(SIZES))
    parser.add_argument("--pictures", type=Path, default=ROOT / "var" / "pages")
    parser.add_argument("paths", nargs="*", default=PAGES)
    asked = parser.parse_args()
    asked.pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, chromium(playwright) as browser:
        for language in asked.languages:
            for size in asked.sizes:
                visit = browser.new_context(
                    viewport=SIZES[size],  # type: ignore[arg-type]  # such a dictionary
                    locale=LOCALES[language], base_url=asked.club, reduced_motion="reduce",
                    is_mobile=size == "phone", has_touch=size == "phone",
                )  # fmt: skip
                visit.set_default_timeout(120_000)
                page = visit.new_page()
                page.goto("/accounts/login/")
                page.fill("input[name=login]", asked.login)
                page.fill("input[name=password]", asked.password)
                page.click("main button[type=submit]")
                page.wait_for_url(lambda url: "login" not in url)
                walk(visit, asked.pictures, f"{language}-{size}", asked.paths)
                visit.close()


if __name__ == "__main__":
    main()
