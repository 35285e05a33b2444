"""A club's whole night, played in a browser from an empty club to its backup: `just whole-night`, `just whole-night --language ja`.

Owner, desk and floor work on phones of 390 × 844; nobody else has a login. Every part prints its taps, the seconds it took, and
both together at a tap a second, beside what is aimed at. What lies in the tray and in the drawer at the end is reckoned here, from
what the cashier gave and took, and not read from the page. Pictures of the pages go to `--pictures`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Response, expect, sync_playwright

from tests.manual_pictures import CHROMIUM, OWNER, PASSWORD, PHONE, ROOT, manage, opened

PATIENCE_MS = 20_000
SECOND_A_TAP = 1.0
CHIPS = "white 25, red 100, green 500, black 1000, purple 5000"
VALUES = (25, 100, 500, 1_000, 5_000)
FAMILIES = (
    ("Ito", "伊藤", "いとう"),
    ("Kato", "加藤", "かとう"),
    ("Endo", "遠藤", "えんどう"),
    ("Mori", "森", "もり"),
    ("Abe", "阿部", "あべ"),
)
GIVEN = (
    ("Ken", "健", "けん"),
    ("Yui", "結衣", "ゆい"),
    ("Sora", "空", "そら"),
    ("Mei", "芽衣", "めい"),
    ("Ren", "蓮", "れん"),
    ("Aoi", "葵", "あおい"),
)
MEMBERS = [(f"{f[0]} {g[0]}", f"{f[1]} {g[1]}", f"{f[2]} {g[2]}") for g in GIVEN for f in FAMILIES]
LOCALES = {"en": "en-GB", "ja": "ja-JP"}


@dataclass
class Part:
    """One part of the night, as it was played."""

    name: str
    taps: int
    seconds: float
    goal: str

    def __str__(self) -> str:
        total = self.seconds + self.taps * SECOND_A_TAP
        return f"{self.name:<52}{self.taps:>5} taps {self.seconds:>7.1f} s {total:>8.1f} s in all   goal: {self.goal or '–'}"


@dataclass
class Night:
    """The club's address, its pages by who uses them, and what was given and taken at the desk."""

    browser: Browser
    address: str
    language: str
    pictures: Path
    pages: dict[str, Page] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    taps: int = 0
    tray: int = 0
    drawer: int = 0
    shots: int = 0

    def page(self, who: str) -> Page:
        """The phone of somebody who is signed in; whatever the server fails at ends the night."""
        if who not in self.pages:
            context = self.browser.new_context(
                viewport=PHONE,  # type: ignore[arg-type]  # such a dictionary
                locale=LOCALES[self.language], base_url=self.address, is_mobile=True, has_touch=True, reduced_motion="reduce",
            )  # fmt: skip
            context.set_default_timeout(PATIENCE_MS)
            page = self.pages[who] = context.new_page()
            page.on("response", self._look_at)
            page.goto("/accounts/login/")
            page.fill("input[name=login]", who)
            page.fill("input[name=password]", PASSWORD)
            page.click("main button[type=submit]")
            page.wait_for_url(lambda url: "login" not in url)
        return self.pages[who]

    def _look_at(self, response: Response) -> None:
        if response.status >= 500:
            print(f"  {response.status} at {response.url}")

    def tap(self, found: Locator) -> None:
        """One tap; the page it leads to, if any, has come when the next is asked for."""
        found.first.click()
        self.taps += 1

    def send(self, found: Locator) -> None:
        """A tap after which another page comes. A refusal ends the night with its words."""
        page = found.page
        with page.expect_navigation(wait_until="load"):
            self.tap(found)
        refused = page.locator(".notice.error, .errorlist, .messages .error, .wrong")
        if refused.count():
            self.shoot(page, "refused")
            raise SystemExit(f"refused at {page.url}: {refused.all_inner_texts()}")

    def shoot(self, page: Page, name: str) -> None:
        """Keep a picture of a page, and say if it is wider than its screen."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.shots += 1
        page.screenshot(path=self.pictures / f"{self.language}-{self.shots:02}-{name}.png", full_page=True)
        wide, screen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        if wide > screen:
            print(f"  {name}: {wide} px wide on a screen of {screen}")

    @contextlib.contextmanager
    def part(self, name: str, goal: str = "") -> Iterator[None]:
        """Time and count what is done inside."""
        self.taps, begun = 0, time.monotonic()
        yield
        self.parts.append(Part(name, self.taps, time.monotonic() - begun, goal))
        print(self.parts[-1], flush=True)


def counted(total: int) -> dict[int, int]:
    """A heap of chips worth so much, the largest first."""
    heap = {}
    for value in reversed(VALUES):
        heap[value], total = divmod(total, value)
    assert total == 0
    return heap


# -- the owner's first evening


def first_evening(night: Night) -> None:
    page = night.page(OWNER)
    with night.part("first evening: name, chips, rules, staff", "empty club to clock under 180 s"):
        page.goto("/first-evening/")
        page.fill("#first-name", "Northside Card Club" if night.language == "en" else "北町カードクラブ")
        night.shoot(page, "first-evening")
        night.send(page.locator("form[action$='/club/'] button:not([name=later])"))
        night.tap(page.locator(f"input[name=chip_set][value='{CHIPS}']"))
        night.send(page.locator("form[action$='/chips/'] button:not([name=later])"))
        night.send(page.locator("button[name=preset][value=standard]"))
        for name, role in (("dora", "director"), ("cora", "cashier")):
            page.fill("#first-staff", name)
            page.select_option("#first-role", role)
            page.fill("#first-password", PASSWORD)
            night.send(page.locator("form[action$='/staff/'] button:not([name=later])"))
        night.shoot(page, "first-evening-staff")
    with night.part("30 members by CSV"):
        night.send(page.locator("form[action$='/staff/'] a.button"))
        night.send(page.locator("form[action$='/members/'] a.button"))
        lines = ["member_number,nickname,real_name,reading,language"]
        for number, (latin, kanji, reading) in enumerate(MEMBERS, 1):
            nickname = latin if night.language == "en" else kanji
            lines.append(f"{number:03},{nickname},{kanji},{reading},{night.language}")
        page.set_input_files(
            "#file", {"name": "members.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode()}
        )
        night.send(page.locator("form[enctype] button"))
        night.shoot(page, "members-imported")
    page.goto("/people/")
    night.shoot(page, "members")
    page.goto("/")
    night.shoot(page, "owner-front")


# -- the desk


def open_shift(night: Night) -> None:
    page = night.page("cora")
    with night.part("shift opened, counted"):
        page.goto("/desk/shift/")
        night.tray, night.drawer = 400_000, 100_000
        for value, count in counted(night.tray).items():
            page.fill(f"form[action$='/shift-open/'] [name=count-{value}]", str(count))
        page.fill("form[action$='/shift-open/'] [name=cash]", "100,000")
        night.send(page.locator("form[action$='/shift-open/'] > button"))
        night.shoot(page, "shift-open")


def close_shift(night: Night) -> None:
    page = night.page("cora")
    with night.part("shift closed, counted"):
        page.goto("/desk/shift/")
        night.shoot(page, "shift-before-closing")
        for value, count in counted(night.tray).items():
            page.fill(f"form[action$='/shift-close/'] [name=count-{value}]", str(count))
        page.fill("form[action$='/shift-close/'] [name=cash]", str(night.drawer))
        night.send(page.locator("form[action$='/shift-close/'] > button"))
        night.shoot(page, "shift-closed")
    row = page.locator("table.list tbody tr").first.locator("td")
    variance, cash = row.nth(5).inner_text().strip(), row.nth(6).inner_text().split()[0]
    print(f"  variance: chips {variance}, cash {cash}")
    if (variance, cash) != ("0", "0"):
        raise SystemExit("the shift closed with a variance")


def name_of(night: Night, number: int) -> str:
    return MEMBERS[number][0 if night.language == "en" else 1]


def open_table(night: Night, kind: str, name: str, *, game: str = "", seats: int = 9) -> int:
    """A new cash table; its number."""
    page = night.page("dora")
    page.goto("/tables/")
    night.send(page.locator("a[href$='/tables/open/']"))
    if game:
        with page.expect_response(lambda answer: "/tables/open/" in answer.url):
            page.select_option("#game", game)
        page.wait_for_selector("#point")
    page.select_option("#kind", kind)
    page.fill("#name", name)
    page.fill("#seats", str(seats))
    night.send(page.locator("form.open-table button.button:not(.small)"))
    night.shoot(page, f"table-{kind}")
    found = re.search(r"/tables/(\d+)/", page.url)
    assert found, page.url
    return int(found[1])


def seat(night: Night, table: int, number: int, buy_in: int) -> None:
    """Seat a member for cash, from the table's page of staff."""
    page = night.page("cora")
    if f"/tables/{table}/staff/" not in page.url:
        page.goto(f"/tables/{table}/staff/")
    page.fill("#who", name_of(night, number))
    page.fill("#for-buy-in", str(buy_in))
    night.send(page.locator("#found button[formaction*='/seat/'][formaction$='paid=1']"))
    night.tray -= buy_in
    night.drawer += buy_in


def stand_up(night: Night, table: int, number: int, chips: int) -> None:
    """Count a player out and pay for the chips."""
    page = night.page("cora")
    if f"/tables/{table}/staff/" not in page.url:
        page.goto(f"/tables/{table}/staff/")
    place = page.locator("details.staff-seat", has_text=name_of(night, number))
    if place.get_attribute("open") is None:
        night.tap(place.locator("summary"))
    place.locator("input[name=amount]").fill(f"{chips:,}")
    night.send(place.locator("button[formaction*='paid_out=1']"))
    night.tray += chips
    night.drawer -= chips


# -- cash tables


def session_table(night: Night) -> None:
    page = night.page("cora")
    with night.part("session table opened"):
        table = open_table(night, "session", "Red")
    with night.part("session table: one seated for cash", "2 taps and the name"):
        seat(night, table, 0, 5_000)
    with night.part("session table: five more seated"):
        for number in range(1, 6):
            seat(night, table, number, 5_000)
    with night.part("mistake: a wrong buy-in taken back", "undo: 1 tap"):
        seat(night, table, 6, 5_000)
        night.taps = 0
        night.send(page.locator(".staff-acts form button"))
        night.tray += 5_000
        night.drawer -= 5_000
    night.shoot(page, "session")
    with night.part("session table: drop and tips counted"):
        for chips, button in (
            (500, "form[action$='/drop/'] button >> nth=0"),
            (200, "form[action$='/drop/'] button >> nth=1"),
        ):
            page.fill("#off", str(chips))
            night.send(page.locator(button))
            night.tray += chips
    with night.part("session table: six counted out, closed"):
        for number, chips in enumerate((9_000, 8_000, 5_300, 4_000, 3_000, 0)):
            stand_up(night, table, number, chips)
        night.shoot(page, "session-counted-out")
        page = night.page("dora")
        page.goto(f"/tables/{table}/staff/")
        page.fill("#last-drop", "0")
        page.fill("#last-tips", "0")
        night.send(page.locator("form[action$='/close/'] button"))
        night.shoot(page, "session-closed")


def entered_table(night: Night) -> None:
    with night.part("real-card table opened"):
        table = open_table(night, "recorded", "Green")
    with night.part("real-card table: three seated for cash", "2 taps and the name each"):
        for number in range(7, 10):
            seat(night, table, number, 5_000)
    page = night.page("dora")
    page.goto(f"/tables/{table}/record/")
    expect(page.locator("#entry")).to_be_visible()
    with night.part("a hand entered: call, fold, fold", "3 taps, no page load"):
        for kind in ("call", "fold", "fold"):
            night.tap(page.locator(f"#entry-keys .act.{kind}"))
        expect(page.locator(".entry-last")).to_be_visible()
    night.shoot(page, "record")


PARTS: dict[str, Callable[[Night], None]] = {
    "first-evening": first_evening, "shift": open_shift, "session": session_table, "entered": entered_table,
    "close": close_shift,
}  # fmt: skip


def play(night: Night, parts: list[str]) -> None:
    try:
        for part in parts:
            PARTS[part](night)
    except Exception:
        for who, page in night.pages.items():
            print(f"  {who} is at {page.url}")
            night.shoot(page, f"stopped-{who}")
        raise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", choices=LOCALES, default="en")
    parser.add_argument("--pictures", type=Path, default=ROOT / "var" / "whole-night")
    parser.add_argument(
        "--club", help="the address of a club that is open, with the owner's login; else an empty one is opened"
    )
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args()
    with contextlib.ExitStack() as opened_here:
        folder = Path(opened_here.enter_context(tempfile.TemporaryDirectory()))
        playwright = opened_here.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None),
            args=["--no-sandbox"],
        )
        opened_here.callback(browser.close)
        expect.set_options(timeout=PATIENCE_MS)
        address = asked.club
        if address is None:
            address = opened_here.enter_context(opened(folder / "club"))
            manage(folder / "club", "createsuperuser", "--noinput", "--username", OWNER, "--email", "owner@example.org")
        play(Night(browser, address, asked.language, asked.pictures), asked.parts)


if __name__ == "__main__":
    main()
