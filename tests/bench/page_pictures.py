"""Pictures of a club's pages, as owner, director, cashier, player and visitor, in both languages and both sizes, to be looked at.

`just page-pictures --backup night.tar` opens the club that a whole night has left (`just whole-night --keep night.tar`);
`--club http://127.0.0.1:8000` looks at one that is open, with the night's logins. Beside each page there are sheets of many
(`sheet-…png`). What fails, and what is wider than its screen, is printed.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext, Error, sync_playwright

from tests.support.opened_clubs import DESKTOP, OWNER, PASSWORD, PHONE, ROOT, chromium, manage, opened

LOCALES = {"en": "en-GB", "ja": "ja-JP"}
SIZES = {"phone": PHONE, "desk": DESKTOP}
TALLEST = 2400  # of a picture, in pixels
ON_A_SHEET = {"phone": (8, 260), "desk": (4, 520)}  # pictures side by side, and how wide each is drawn
PLAYER = "penny"
A_PLAYER = f"""
from club.models import Player, User
user, _ = User.objects.get_or_create(username="{PLAYER}")
user.set_password("{PASSWORD}"); user.save()
Player.objects.filter(pk=5).update(user=user)
"""
CHAPTERS = "first-evening cash-table tournament chinese desk members mistakes phones backup moving upgrade house-rules"
MANUAL = " ".join(f"/manual/{name}/" for name in CHAPTERS.split())
PAGES = {
    OWNER: MANUAL
    + """
/ /chips/ /club/ /first-evening/ /manual/ /phones/ /me/ /card/ /desk/ /desk/?q=ito /desk/players/5/ /desk/shift/
/desk/house/ /desk/tickets/ /books/ /books/audits/ /house-rules/ /rules/ /rules/S1.4/ /house-rules/edit/
/house-rules/edit/?q=ante /house-rules/history/ /house-rules/history/?rule=PlayRules.burns /people/ /people/?q=ito
/people/new/ /people/rights/ /people/invitations/ /people/files/ /people/cards/ /people/5/ /conduct/ /audit-log/ /integrity/
/tables/ /tables/open/ /tables/open-mix/ /tables/1/ /tables/1/staff/ /tables/2/ /tables/2/staff/ /tables/2/record/
/tables/3/ /rulings/ /hands/2/ /hands/2/replay/ /hands/3/ /me/hands/ /me/sittings/ /me/statistics/ /me/studies/
/me/tokens/ /me/tickets/ /reception/ /tournaments/ /tournaments/1/ /tournaments/1/clock/ /tournaments/1/screen/
/tournaments/1/floor/ /tournaments/1/floor-sheet/ /tournaments/1/money/ /tournaments/1/results/ /tournaments/1/forecast/
/tournaments/1/structure/ /tournaments/1/edit/ /tournaments/1/deal/ /tournaments/1/remote/ /tournaments/announce/
/tournaments/recurring/ /tournaments/recurring/new/ /structures/ /structures/generate/ /structures/paste/ /gallery/
/structures/club-turbo/ /screens/ /leagues/ /leagues/1/new/ /seasons/1/ /seasons/1/edit/ /webhooks/ /players/5/results/
/nothing-here/
""",
    "dora": """
/ /desk/ /house-rules/ /people/ /people/5/ /conduct/ /tables/ /tables/1/ /tables/1/staff/ /tables/2/record/ /reception/
/tournaments/ /tournaments/1/ /tournaments/1/floor/ /tournaments/1/money/ /structures/ /leagues/ /books/
""",
    "cora": """
/ /desk/ /desk/?q=ito /desk/players/5/ /desk/shift/ /desk/house/ /books/ /people/ /people/5/ /people/new/ /conduct/ /tables/
/tables/1/ /tables/1/staff/ /reception/ /tournaments/ /tournaments/1/ /audit-log/
""",
    PLAYER: """
/ /chips/ /me/ /card/ /house-rules/ /rules/ /tables/ /tables/1/ /tables/2/ /hands/2/ /hands/2/replay/ /me/hands/ /me/sittings/
/me/statistics/ /me/studies/ /me/tokens/ /me/tickets/ /tournaments/ /tournaments/1/ /tournaments/1/clock/ /leagues/ /seasons/1/
/players/5/results/ /desk/ /people/rights/ /manual/
""",
    "": """
/ /tournaments/ /tournaments/1/ /tournaments/1/clock/ /house-rules/ /manual/ /phones/ /accounts/login/ /accounts/signup/
/accounts/password/reset/ /offline/ /tables/ /leagues/ /seasons/1/ /card/
""",
}


def walk(visit: BrowserContext, folder: Path, kind: str, paths: list[str]) -> list[Path]:
    """Keep a picture of each of the pages; the files."""
    page, files = visit.new_page(), []
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
        name = path.strip("/").translate(str.maketrans("/?=.", "____")) or "front"
        files.append(folder / f"{kind}-{name}.png")
        page.screenshot(path=files[-1], full_page=True, clip=clip)  # type: ignore[arg-type]
    return files


def sheets(files: list[Path], folder: Path, kind: str, size: str) -> None:
    """Pictures of many pages side by side, two rows a sheet, each with its name."""
    across, wide = ON_A_SHEET[size]
    for at in range(0, len(files), 2 * across):
        rows = [files[begin : begin + across] for begin in (at, at + across)]
        drawn = [[_small(file, wide) for file in row] for row in rows if row]
        heights = [max(one.height for one in row) for row in drawn]
        sheet = Image.new("RGB", (across * (wide + 6), sum(heights)), "gray")
        for number, row in enumerate(drawn):
            for place, one in enumerate(row):
                sheet.paste(one, (place * (wide + 6), sum(heights[:number])))
        sheet.save(folder / f"sheet-{kind}-{at // (2 * across):02}.png")


def _small(file: Path, wide: int) -> Image.Image:
    with Image.open(file) as picture:
        small = picture.convert("RGB").resize((wide, max(1, picture.height * wide // picture.width)))
    named = Image.new("RGB", (wide, min(small.height, 900) + 14), "white")
    named.paste(small, (0, 14))
    ImageDraw.Draw(named).text((2, 1), file.stem[-44:], fill="red")
    return named


def look(browser: Browser, club: str, who: str, language: str, size: str, folder: Path, paths: list[str]) -> None:
    """All pages of one login (empty: a visitor) in one language and size."""
    visit = browser.new_context(
        viewport=SIZES[size],  # type: ignore[arg-type]  # such a dictionary
        locale=LOCALES[language], base_url=club, reduced_motion="reduce",
        is_mobile=size == "phone", has_touch=size == "phone",
    )  # fmt: skip
    visit.set_default_timeout(120_000)
    if who:
        page = visit.new_page()
        page.goto("/accounts/login/")
        page.fill("input[name=login]", who)
        page.fill("input[name=password]", PASSWORD)
        page.click("main button[type=submit]")
        page.wait_for_url(lambda url: "login" not in url)
        with page.expect_navigation():  # a login keeps its own language, whatever the browser asks for
            page.click(f".tongue button[value={language}]")
    kind = f"{language}-{size}-{who or 'visitor'}"
    sheets(walk(visit, folder, kind, paths), folder, kind, size)
    visit.close()


@contextlib.contextmanager
def club_of(backup: Path) -> Iterator[str]:
    """The address of a club restored from a night's backup, with a login for one of its players."""
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder) / "club"
        manage(var, "restore", str(backup))
        with opened(var) as address:
            manage(var, "shell", "-c", A_PLAYER)
            yield address


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--club")
    where.add_argument("--backup", type=Path)
    parser.add_argument("--logins", nargs="*", choices=PAGES, default=list(PAGES), help="an empty one is a visitor")
    parser.add_argument("--languages", nargs="*", choices=LOCALES, default=list(LOCALES))
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=list(SIZES))
    parser.add_argument("--pictures", type=Path, default=ROOT / "var" / "pages")
    parser.add_argument("paths", nargs="*", help="instead of all pages of each login")
    asked = parser.parse_args()
    asked.pictures.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        browser = stack.enter_context(chromium(stack.enter_context(sync_playwright())))
        club = asked.club or stack.enter_context(club_of(asked.backup))
        for who in asked.logins:
            for language in asked.languages:
                for size in asked.sizes:
                    paths = asked.paths or PAGES[who].split()
                    look(browser, club, who, language, size, asked.pictures, paths)


if __name__ == "__main__":
    main()
