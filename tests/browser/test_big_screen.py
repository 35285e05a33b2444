"""The big screen with everything on it at once, at the sizes of televisions: nothing is cut, broken or too small to read.

Its templates are drawn without a club; the browser is given them and the files of `static/`.
"""

from __future__ import annotations

import mimetypes
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, Page, Route

from tests.browser.conftest import shoot
from tests.browser.playing import wait_for_state
from tests.support.budget import sweep
from tournaments.models import Tournament
from tournaments.screens import screen_layout

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
SMALLEST = 0.025  # of the height: what is read at eight metres
NOW = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
SOON = NOW + timedelta(minutes=17, seconds=42)

NAMES = ["Hasegawa Kentarō", "山田 花子", "Ben", "Christopher-Robin", "佐々木 健太郎", "Emi"]
CLOSINGS = {
    "en": [
        ("Late registration", "Until the end of level 6 and its break"),
        ("Rebuys", "Until the end of level 6"),
        ("Add-on", "In the break after level 6"),
    ],
    "ja": [
        ("レイトレジストレーション", "レベル6とその後の休憩の終わりまで"),
        ("リバイ", "レベル6の終わりまで"),
        ("アドオン", "レベル6の後の休憩中"),
    ],
}


def full(language: str, **changes: Any) -> dict[str, Any]:
    """A clock that has something in every cell."""
    titles = CLOSINGS[language]
    clock = {
        "version": 1, "status": "running", "status_words": "", "is_running": True, "is_break": False, "level": 14,
        "words": "10,000/20,000", "ante_words": "20,000 (BB)", "ends_at": SOON, "left_seconds": None, "span_seconds": 1200,
        "minutes": 20, "next_break_at": SOON + timedelta(minutes=40), "players_left": 112, "entries": 248,
        "all_entries": 1204, "average": 1_284_500, "average_bb": 64, "average_points": None, "chips": 1_143_868_000,
        "next": {"words": "15,000/30,000", "ante_words": "30,000 (BB)", "minutes": 20, "is_break": False},
        "prizes": [{"place": place, "amount": 12_500_000 // place} for place in range(1, 13)],
        "places_paid": 36, "next_prize": 1_250_000, "next_place": 27, "starts_at": None, "winner": "",
        "is_hand_for_hand": True, "last_hands": 3, "is_late": False, "is_rest": False,
        "message": "Dinner is served until nine." if language == "en" else "お食事は九時までです。",
        "colour_up": {
            "chips": "25, 100",
            "won": [{"name": name, "chip": 500, "cards": "K♠ 9♦", "table": 1, "is_saved": False} for name in NAMES],
        },
        "moves": [{"name": name, "to_table": 12, "to_seat": seat} for seat, name in enumerate(NAMES, 1)],
        "moved": [{"name": name, "table": "11", "seat": seat} for seat, name in enumerate(NAMES[:4], 1)],
        "closings": [
            {"title": titles[0][0], "words": titles[0][1], "closes_at": SOON, "is_open": True},
            {"title": titles[1][0], "words": titles[1][1], "closes_at": SOON, "is_open": True},
            {"title": titles[2][0], "words": titles[2][1], "closes_at": None, "is_open": True},
        ],
    }  # fmt: skip
    return {**clock, **changes}


LAYOUT = screen_layout.Layout(
    cells=screen_layout.USUAL,
    sounds=screen_layout.USUAL_SOUNDS,
    sponsor="Café Ōsaka — open until the last hand",
    picture=1,
    row=1,
)
PICTURE = Path(finders.find("club/mark.svg") or "").read_bytes


def drawn(language: str, clock: dict[str, Any], layout: screen_layout.Layout) -> str:
    name = "Sunday Main Event with Bounties" if language == "en" else "日曜メインイベント(バウンティ付き)"
    with translation.override(language):
        return render_to_string(
            "tournaments/clock.html",
            {
                "tournament": Tournament(pk=7, name=name, version=1),
                "clock": clock,
                "layout": layout,
                "signals": list(screen_layout.SIGNALS.items()),
                "server_now": int(NOW.timestamp() * 1000),
                "user": AnonymousUser(),
                "LANGUAGE_CODE": language,
            },
        )


@pytest.fixture
def screen(browser: Browser) -> Any:
    """Opens the screen at a size; closed after the test."""
    opened = []

    def show(size: tuple[int, int], language: str, clock: dict[str, Any], layout: Any = LAYOUT) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
        opened.append(context)
        html = drawn(language, clock, layout)

        def answer(route: Route) -> None:
            path = route.request.url.partition("club.test")[2].partition("?")[0]
            if path.startswith("/static/"):
                file = finders.find(path.removeprefix("/static/"))
                kind = mimetypes.guess_type(path)[0]
                route.fulfill(path=file, content_type=kind) if file else route.fulfill(status=404)
            elif path.startswith("/screens/pictures/"):
                route.fulfill(body=PICTURE(), content_type="image/svg+xml")
            elif path == "/":
                route.fulfill(body=html, content_type="text/html; charset=utf-8")
            else:
                route.fulfill(status=404)

        context.route("**/*", answer)
        page = context.new_page()
        page.goto("http://club.test/")
        wait_for_state(page, "document.querySelector('.countdown').textContent !== '--:--'")
        page.evaluate("document.fonts.ready")
        return page

    yield show
    for context in opened:
        context.close()


# Every piece of text that is seen, with its lines as rectangles and the size of its letters.
TEXTS = """() => {
  const BREAKING =
    "h1, h2, dt, li > span, .wall-message, .wall-sponsor, .wall-blinds.is-longest, .wall-level, .wall-next, .wall-ante";
  const seen = [];
  const walker = document.createTreeWalker(document.querySelector(".wall"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, box = text.parentElement;
    if (!text.textContent.trim() || box.closest(".hide-on-wall, .visually-hidden, [hidden]")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter((one) => one.width > 0.5);
    if (!lines.length) continue;
    seen.push({
      words: text.textContent.trim().replace(/\\s+/g, " "),
      size: parseFloat(getComputedStyle(box).fontSize),
      lines: lines.map((one) => [one.left, one.top, one.right, one.bottom]),
      mayBreak: Boolean(box.closest(BREAKING)),
    });
  }
  return seen;
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the screen: words too small, outside it, over each other, or broken where they may not be."""
    size = page.viewport_size
    assert size is not None
    texts, found = page.evaluate(TEXTS), []
    for text in texts:
        if text["size"] < SMALLEST * size["height"] - 0.05:
            found.append(f"too small ({text['size']:.1f} px): {text['words']}")
        if len({round(line[1]) for line in text["lines"]}) > 1 and not text["mayBreak"]:
            found.append(f"broken: {text['words']}")
        for left, top, right, bottom in text["lines"]:
            if left < -1 or top < -1 or right > size["width"] + 1 or bottom > size["height"] + 1:
                found.append(f"outside: {text['words']}")
    boxes = [(text["words"], line, text["size"]) for text in texts for line in text["lines"]]
    for at, (words, one, letters) in enumerate(boxes):
        for other_words, other, others in boxes[at + 1 :]:
            slack = 0.25 * min(letters, others) + 0.12 * max(
                letters, others
            )  # room above and below the letters of a line
            if (
                min(one[2], other[2]) - max(one[0], other[0]) > 2
                and min(one[3], other[3]) - max(one[1], other[1]) > slack
            ):
                found.append(f"over each other: {words} / {other_words}")
    if page.evaluate("document.documentElement.scrollHeight > innerHeight + 1"):
        found.append("the page scrolls")
    return found


def seen(page: Page) -> str:
    return " ".join(text["words"] for text in page.evaluate(TEXTS))


@pytest.mark.parametrize("language", ["en", "ja"])
@sweep("size", SIZES, one_of=3, ids=lambda size: f"{size[0]}x{size[1]}")
def test_with_every_cell_full_nothing_is_cut_and_all_is_readable(screen: Any, size: Any, language: str) -> None:
    page = screen(size, language, full(language))
    shoot(page, f"big-screen-{language}-{size[1]}")
    assert faults(page) == []
    words = seen(page)
    for needed in (
        "10,000/20,000",
        "20,000 (BB)",
        "15,000/30,000",
        "112",
        *(t for t, _w in CLOSINGS[language]),
    ):
        assert needed in words, needed
    for name in NAMES:  # whoever is to move reads it
        assert name in words


@pytest.mark.parametrize(
    "changes",
    [
        {"message": "The kitchen closes in ten minutes; the last orders are taken at the bar. " * 2 + "Good luck to all of you!"},
        {"ends_at": NOW + timedelta(hours=23, minutes=59), "words": "1,250,000/2,500,000", "message": ""},
        {"words": "No Limit Hold'em · 10,000/20,000 · Pot Limit Omaha", "colour_up": None},
        {"is_break": True, "moves": [], "colour_up": None, "is_hand_for_hand": False, "last_hands": None, "message": ""},
        {"status": "paused", "is_running": False, "ends_at": None, "left_seconds": 1062},
        {"moves": [{"name": name, "to_table": 12, "to_seat": 10} for name in NAMES * 2]},
    ],
    ids=["a long message", "long times", "long words", "a break", "stopped", "a table breaks"],
)  # fmt: skip
def test_whatever_is_long_has_room(screen: Any, changes: dict[str, Any]) -> None:
    page = screen(SIZES[0], "en", full("en", **changes))
    shoot(page, f"big-screen-{'-'.join(changes)}")
    assert faults(page) == []


def test_cells_stand_where_they_are_put(screen: Any) -> None:
    cells = {"left": ("prizes",), "right": ("players", "time", "sponsor"), "foot": ("average",)}
    layout = screen_layout.Layout(
        cells=cells, sounds={**screen_layout.USUAL_SOUNDS, "level": "horn"}, sponsor="Thank you"
    )
    page = screen(SIZES[1], "en", full("en", message="", moves=[], colour_up=None), layout)
    assert faults(page) == []
    assert page.locator(".wall-side").nth(0).locator(".wall-prizes").count() == 1
    assert "Players left" in page.locator(".wall-side").nth(1).inner_text()
    assert "Average stack" in page.locator(".wall-foot").inner_text()
    assert "Rebuys" not in seen(page)
    assert page.locator("[data-sound=level]").get_attribute("data-tones") == "horn"
