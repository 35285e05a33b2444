"""A club's whole night, played in a browser from an empty club to its backup: `just whole-night --language ja --size desk`.

Owner, desk and floor work on phones of 390 × 844, or at screens of 1280 × 800; nobody else has a login. Every part prints its
taps, the seconds it took, and both together at a tap a second, beside what is aimed at. What lies in the tray and in the drawer
at the end is reckoned here, from what the cashier gave and took, and not read from the page. Pictures of the pages go to
`--pictures`.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Response, expect, sync_playwright

from tests.support.opened_clubs import DESKTOP, OWNER, PASSWORD, PHONE, ROOT, chromium, manage, opened

PATIENCE_MS = 90_000
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
SIZES = {"phone": PHONE, "desk": DESKTOP}


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
    size: str
    pictures: Path
    pages: dict[str, Page] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    taps: int = 0
    tray: int = 0
    drawer: int = 0
    shots: int = 0

    def page(self, who: str) -> Page:
        """The phone or the screen of somebody who is signed in; whatever the server fails at ends the night."""
        if who not in self.pages:
            context = self.browser.new_context(
                viewport=SIZES[self.size],  # type: ignore[arg-type]  # such a dictionary
                locale=LOCALES[self.language], base_url=self.address, reduced_motion="reduce",
                is_mobile=self.size == "phone", has_touch=self.size == "phone",
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

    def wall(self) -> Page:
        """The screen on the wall, where nobody is signed in."""
        context = self.browser.new_context(viewport=DESKTOP, locale=LOCALES[self.language], base_url=self.address)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        return context.new_page()

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
        page.screenshot(path=self.pictures / f"{self.language}-{self.size}-{self.shots:02}-{name}.png", full_page=True)
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
    page.goto("/phones/")
    night.shoot(page, "phones")
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
    variance, cash = (re.sub(r"[^\d−-]", "", row.nth(at).inner_text().splitlines()[0]) for at in (5, 6))
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
    with night.part("mistake: its payment taken back by a second person", "1 tap"):
        owner = night.page(OWNER)
        owner.goto("/desk/")
        night.send(owner.locator("form[action$='/approve/'] button"))
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
    expect(page.locator("#entry-keys")).to_be_visible()
    night.shoot(page, "entry")
    with night.part("a hand entered: call, fold, fold", "3 taps, no page load"):
        for kind in ("call", "fold", "fold"):
            night.tap(page.locator(f"#entry-keys .act.{kind}"))
        expect(page.locator(".entry-last")).to_be_visible()
    night.shoot(page, "record")
    with night.part("mistake: a wrong hand taken back", "undo"):
        taken_back = page.locator("form[action$='/record/back/']")
        expect(taken_back).to_be_visible()
        taken_back.locator("[name=why]").fill("-")
        night.send(taken_back.locator("button"))
        expect(page.locator("#entry-keys")).to_be_visible()
    night.shoot(page, "hand-taken-back")
    with night.part("the same hand entered otherwise, to its flop", "nine-handed 20 s"):
        for kind in ("call", "size", "fold"):  # the big blind checks, bets the flop, and is not called
            night.tap(page.locator(f"#entry-keys .act.{kind}"))
        expect(page.locator(".entry-last")).to_be_visible()
    night.shoot(page, "hand-entered")
    with night.part("real-card table: three paid out"):
        page = night.page("cora")
        page.goto(f"/tables/{table}/staff/")
        stacks = {}
        for number in range(7, 10):
            place = page.locator("details.staff-seat", has_text=name_of(night, number))
            stacks[number] = int(place.locator(".stack").inner_text().replace(",", ""))
        rake = 15_000 - sum(stacks.values())
        print(f"  in front of the three: {list(stacks.values())}, rake {rake}")
        for number, chips in stacks.items():
            stand_up(night, table, number, chips)
    night.shoot(page, "real-card-table-over")


# -- Chinese


def chinese_table(night: Night) -> None:
    with night.part("Chinese table opened, three seated for cash"):
        table = open_table(night, "recorded", "Jade", game="ofc-pineapple", seats=3)
        for number in range(10, 13):
            seat(night, table, number, 5_000)
    page = night.page("dora")
    page.goto(f"/tables/{table}/scores/?way=lines")
    expect(page.locator(".score-key.is-player").first).to_be_visible()
    names = [name_of(night, number) for number in range(10, 13)]
    with night.part("Chinese: a hand by rows", "under 25 s"):
        for first, second in ((0, 1), (1, 0), (0, 2)):
            for one in (first, second):
                night.tap(page.locator(".score-key.is-player", has_text=names[one]))
        posting = page.locator("#score-sheet .button:not(.plain), #score-sheet button[type=submit]").last
        expect(posting).to_be_enabled()
        night.shoot(page, "chinese-sheet")
        night.send(posting)
        expect(page.locator("form[action$='/take-back/']")).to_be_visible(timeout=3 * PATIENCE_MS)
    night.shoot(page, "chinese-posted")
    with night.part("Chinese: three paid out"):
        page = night.page("cora")
        page.goto(f"/tables/{table}/staff/")
        for number in range(10, 13):
            place = page.locator("details.staff-seat", has_text=name_of(night, number))
            stand_up(night, table, number, int(place.locator(".stack").inner_text().replace(",", "")))
    night.shoot(page, "chinese-over")


# -- the tournament


ENTRANTS = range(12)
BUY_IN, BOUNTY, REBUY = 3_000, 500, 2_000


def league(night: Night) -> None:
    page = night.page(OWNER)
    with night.part("league and its season"):
        page.goto("/leagues/")
        page.fill("main #name", "League" if night.language == "en" else "リーグ")
        night.send(page.locator("main form[action$='/leagues/'] button"))
        night.send(page.locator("a[href$='/new/']"))
        page.fill("[name=name]", "2026")
        page.fill("[name=begins]", "2026-01-01")
        page.fill("[name=ends]", "2027-12-31")
        page.fill("[name=formula]", page.locator("#formulas option").first.get_attribute("value") or "")
        night.shoot(page, "season")
        night.send(page.locator("main form[method=post] .button"))


def tournament(night: Night) -> None:
    page = night.page("dora")
    with night.part("rebuy tournament announced"):
        page.goto("/tournaments/")
        night.send(page.locator("a[href$='/announce/']"))
        page.select_option("#begin-structure", "club-turbo")
        page.select_option("#begin-preset", "rebuy")
        night.send(page.locator("form[method=get] button"))
        page.fill("#event [name=name]", "Friday Rebuy" if night.language == "en" else "金曜リバイ")
        told = {
            "buy_in": BUY_IN,
            "rebuy_price": REBUY,
            "addon_price": REBUY,
            "rebuy_chips": 5_000,
            "addon_chips": 5_000,
        }
        for name, value in told.items():
            page.fill(f"#event [name={name}]", str(value))
        for name in ("bounty", "table_size", "cards"):
            box = page.locator(f"#event [name={name}]")
            if not box.is_visible():
                group = page.locator("details.event-group", has=page.locator(f"[name={name}]"))
                night.tap(group.locator("summary"))
        page.fill("#event [name=bounty]", str(BOUNTY))
        page.fill("#event [name=table_size]", "6")
        page.select_option("#event [name=cards]", "physical")
        night.shoot(page, "announce")
        night.send(page.locator("button[name=do][value=announce]"))
    night.shoot(page, "announced")
    found = re.search(r"/tournaments/(\d+)/", page.url)
    assert found, page.url
    number = int(found[1])
    _enter(night, number)
    _run(night, number)


def _sell(night: Night, event: int, member: int, what: str, price: int) -> None:
    page = night.page("cora")
    page.fill("#who", name_of(night, member))
    night.send(page.locator(f"#found button[formaction*='/{event}/reception/{what}/'][formaction$='paid=1']"))
    night.drawer += price


def _enter(night: Night, event: int) -> None:
    page = night.page("cora")
    with night.part("reception: one entered for cash", "3 taps"):
        page.goto("/reception/")
        _sell(night, event, ENTRANTS[0], "entry", BUY_IN)
    page.fill("#who", name_of(night, ENTRANTS[1]))
    expect(page.locator("#found .found-one")).to_have_count(1)
    night.shoot(page, "reception")
    with night.part("reception: eleven more"):
        for member in ENTRANTS[1:]:
            _sell(night, event, member, "entry", BUY_IN)


def _asked_for_its_button(page: Page) -> Locator | None:
    """The table of which the floor asks where its button is, before a player moves."""
    for line in page.locator(".due li:not(:has(form)) > span").all_inner_texts():
        for table in page.locator(".floor-table").all():
            name = table.locator("h3").inner_text().strip()
            if name in line:
                return table
    return None


def _run(night: Night, event: int) -> None:
    page = night.page("dora")
    page.goto(f"/tournaments/{event}/floor/")
    night.shoot(page, "floor-before")
    with night.part("tournament started, the clock on the wall"):
        night.send(page.locator("form[action$='/start/'] button"))
        expect(page.locator(".floor-table").first).to_be_visible()
    night.shoot(page, "floor")
    wall = night.wall()
    wall.goto(f"/tournaments/{event}/clock/")
    expect(wall.locator(".countdown").first).to_have_text(re.compile(r"\d:\d\d"))
    night.shoot(wall, "clock")
    wall.context.close()
    sheet = page.locator("dialog.seat-sheet")

    def out(seat: int, answer: str, eliminator: bool = True) -> str:
        tables = sorted(
            page.locator(".floor-table").all(), key=lambda one: -one.locator("a[href*='?entries=']").count()
        )
        place = tables[0].locator("li:not(.is-empty)", has=page.locator("a[href*='/out/sheet/']")).nth(seat)
        name = place.locator(".who a").inner_text()
        night.tap(place.locator("a[href*='/out/sheet/']"))
        if eliminator:
            pick = sheet.locator("label.pick").first
            if not pick.locator("input").is_checked():  # who alone can have won it is marked already
                night.tap(pick)
        night.send(sheet.locator(f"button[name=answers][value={answer}]"))
        return name

    with night.part("a knock-out with its bounty", "3 taps"):
        out(0, "out")
    with night.part("mistake: a wrong bust undone", "1 tap"):
        night.send(page.locator(".last-act button"))
    door = night.page("cora")
    door.goto("/reception/")
    with night.part("a rebuy, paid at the reception", "2 taps"):
        _sell(night, event, ENTRANTS[0], "rebuy", REBUY)
    with night.part("a rebuy, called by the floor, then paid at the reception", "2 taps"):
        night.send(page.locator(".floor-table button[name=answers][value=undecided]"))
        night.shoot(page, "floor-undecided")
        door.goto("/reception/")
        night.shoot(door, "reception-waiting")
        night.send(door.locator("#found button[formaction*='/rebuy/'][formaction$='paid=1']"))
        night.drawer += REBUY
        night.shoot(door, "rebuy-sold")
    page.goto(f"/tournaments/{event}/floor/")
    night.shoot(page, "floor-rebought")
    out(0, "out")
    with night.part("a player moved", "2 taps"):
        table = page.locator(".floor-table", has=page.locator("li.is-empty"))
        night.tap(table.locator("li:not(.is-empty) .who a"))
        night.send(sheet.locator("button[name=seat]"))
    night.shoot(page, "floor-moved")
    with night.part("played to the end, with bounties, moves and breaking"):
        for _act in range(80):
            if not page.locator(".floor-now").count():
                break
            due = page.locator(".due form:has(button):not(:has(input[type=number])) button")
            table = _asked_for_its_button(page)
            if due.count():
                night.send(due)
            elif table is not None:
                night.send(table.locator("li:not(.is-empty) form[action$='/button/'] button"))
            else:
                out(0, "out")
    night.shoot(page, "tournament-over")
    page.goto(f"/tournaments/{event}/")
    night.shoot(page, "tournament-results")
    page.goto("/seasons/1/")
    night.shoot(page, "season-table")


def prizes_paid(night: Night) -> None:
    """Everybody with chips in a wallet takes cash for them at the desk."""
    page = night.page("cora")
    with night.part("prizes and bounties paid in cash"):
        for member in ENTRANTS:
            page.goto(f"/desk/?q={name_of(night, member)}")
            if not re.search(r"/desk/players/\d+/", page.url):
                night.send(page.locator("main a[href*='/desk/players/']"))
            form = page.locator("form[action$='/cash-out/']")
            held = int(re.sub(r"\D", "", page.locator(".balance").first.inner_text()) or 0)
            if held:
                form.locator("[name=chips]").fill(str(held))
                night.send(form.locator("> button"))
                night.drawer -= held
    night.shoot(page, "desk-player")


def backup(var: Path, folder: Path) -> None:
    """The club is written to a file, put into an empty one, and both are audited."""
    begun = time.monotonic()
    manage(var, "backup", str(folder / "night.tar"))
    manage(folder / "restored", "restore", str(folder / "night.tar"))
    manage(var, "audit")
    manage(folder / "restored", "audit")
    print(f"backup, restore into an empty folder, both audited: {time.monotonic() - begun:.1f} s")


PARTS: dict[str, Callable[[Night], None]] = {
    "first-evening": first_evening,
    "shift": open_shift,
    "session": session_table,
    "entered": entered_table,
    "chinese": chinese_table,
    "league": league,
    "tournament": tournament,
    "prizes": prizes_paid,
    "close": close_shift,
}


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
    parser.add_argument("--size", choices=SIZES, default="phone")
    parser.add_argument("--pictures", type=Path, default=ROOT / "var" / "whole-night")
    parser.add_argument(
        "--club", help="the address of a club that is open, with the owner's login; else an empty one is opened"
    )
    parser.add_argument("--keep", type=Path, help="where the backup of the night is kept, for `just page-pictures`")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args()
    with contextlib.ExitStack() as opened_here:
        folder = Path(opened_here.enter_context(tempfile.TemporaryDirectory()))
        playwright = opened_here.enter_context(sync_playwright())
        browser = chromium(playwright)
        opened_here.callback(browser.close)
        expect.set_options(timeout=PATIENCE_MS)
        address = asked.club
        if address is None:
            address = opened_here.enter_context(opened(folder / "club"))
            manage(folder / "club", "createsuperuser", "--noinput", "--username", OWNER, "--email", "owner@example.org")
        play(Night(browser, address, asked.language, asked.size, asked.pictures), asked.parts)
        if asked.club is None:
            backup(folder / "club", folder)
            if asked.keep is not None:
                shutil.copy(folder / "night.tar", asked.keep)


if __name__ == "__main__":
    main()
