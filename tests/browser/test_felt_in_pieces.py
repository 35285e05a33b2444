"""A felt put together from pieces is the felt: over hands of ten games, with answers lost and late, pages loaded anew, two
devices, another language, sitting out and another login."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from playwright.sync_api import Browser, Page

from club.http.page_policy import PIECES
from club.live import page_parts
from tests.support.budget import sweep
from tests.support.club.shown_pages import ShownPages
from tests.support.tables.felt_pages import context, drawn, whole_hand

GAMES = (
    "holdem", "omaha8", "short-deck", "courchevel8", "seven-card-stud", "razz", "five-card-draw", "2-7-triple-draw",
    "badugi", "ofc-pineapple",
)  # fmt: skip
HANDS = 3  # of each game
TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')
# What htmx tells of a request, as `page_parts.js` hears it: what it would ask for, and what it makes of an answer.
PAGE = """<main data-pieces></main><script type="module">
  import { askForPieces } from "/static/club/page_parts.js";
  askForPieces(() => 0);
  const target = document.querySelector("main"), requests = new Map();
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  window.ask = (id) => {
    const xhr = { told: "", setRequestHeader(name, value) { this[name] = value; }, getResponseHeader: () => null };
    requests.set(id, xhr);
    tell("htmx:beforeSend", { target, xhr, requestConfig: { verb: "get" } });
    return xhr["X-Pieces"];
  };
  window.take = ([id, kind, text]) => {
    const told = { responseText: text, getResponseHeader: (name) => (name === "Content-Type" ? kind : null) };
    const detail = { target, xhr: Object.assign(requests.get(id), told), serverResponse: text };
    tell("htmx:beforeSwap", detail);
    return detail.serverResponse;
  };
</script>"""


class Device:
    """A browser whose page stays open: what it asked for and was not answered yet."""

    def __init__(self, page: Page) -> None:
        self.page, self.shown = page, ShownPages(page)
        self.under_way: list[tuple[int, str, HttpResponse]] = []
        self.numbers = count()
        self.load()

    def load(self) -> None:
        """The page anew; nothing of before is answered."""
        self.shown.show("/tables/1/", PAGE)
        self.page.wait_for_function("() => window.take")
        self.under_way.clear()

    def ask(self, whole: str, secret: str) -> None:
        """The club's answer is on its way: of this felt, to whom that secret of tokens belongs."""
        number = next(self.numbers)
        request = RequestFactory().get("/", headers={page_parts.HEADER: self.page.evaluate("id => ask(id)", number)})
        request.META["CSRF_COOKIE"] = secret
        self.under_way.append((number, whole, page_parts.answer(request, HttpResponse(whole))))

    def take(self, at: int) -> tuple[str, str, bool]:
        """One of the answers comes: what was whole, what the page makes of it, and whether it came in pieces."""
        number, whole, answer = self.under_way.pop(at)
        kind, text = answer["Content-Type"], answer.content.decode()
        return whole, self.page.evaluate("told => take(told)", [number, kind, text]), kind.startswith(PIECES)


@pytest.fixture
def devices(browser: Browser) -> Iterator[list[Device]]:
    """Two of one player."""
    visits = [browser.new_context() for _device in range(2)]
    yield [Device(visit.new_page()) for visit in visits]
    for visit in visits:
        visit.close()


def felts(rng: random.Random, secrets: list[str]) -> Iterator[str]:
    """Felts of an evening, one after each decision of each hand. `secrets` is of each felt its login, the newest last."""
    games = [game for game in GAMES for _hand in range(HANDS)]
    rng.shuffle(games)
    for number, game in enumerate(games):
        language, seats = rng.choice(("en", "ja")), rng.choice((2, 3) if game.startswith("ofc") else (2, 3, 5))
        more: dict[str, Any] = {"your_state": "out"} if rng.random() < 0.2 else {}
        if rng.random() < 0.1:
            secrets.append(f"login {number}")
        for version, hand in enumerate(whole_hand(game, seats, number)):
            told = context(hand, seats, rng.choice((1, 1, 1, 1, None)), version=version, **more)
            token = f"{len(secrets)}x{rng.randrange(10**9)}"
            yield drawn("_felt", told | {"csrf_token": token, "form_key": f"{rng.randrange(10**9)}"}, language)


@sweep("seed", range(3), one_of=3)
def test_law_a_felt_put_together_is_the_one_that_a_page_loaded_now_would_show(devices, seed):
    rng, secrets = random.Random(seed), ["first"]
    told = whole_ones = 0
    for felt in felts(rng, secrets):
        device = rng.choice(devices)
        if rng.random() < 0.01:
            device.load()
        device.ask(felt, secrets[-1])
        if rng.random() < 0.05:
            device.under_way.pop(rng.randrange(len(device.under_way)))  # lost on its way
        while device.under_way and rng.random() < 0.8:
            whole, shown, in_pieces = device.take(rng.randrange(len(device.under_way)))
            assert TOKEN.sub("", page_parts.squeezed(shown)) == TOKEN.sub("", page_parts.squeezed(whole))
            logins = [{token.partition("x")[0] for token in TOKEN.findall(text)} for text in (shown, whole)]
            assert logins[0] == logins[1], "every form has a token of this login"
            told, whole_ones = told + 1, whole_ones + (not in_pieces)
    assert told > 200
    assert whole_ones < told / 10
