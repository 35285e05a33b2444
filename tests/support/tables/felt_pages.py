"""A table's page drawn from hands that the engine plays here: no database, no server, no luck.

Whoever looks at the felt alone (its layout, its motion) draws it so: any game, any number of seats, at moments of a hand with
the most on the table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page, Route

from engine.deck.shuffle import Deck
from engine.games.decisions import BET, CALL, FOLD, Decision
from engine.games.hand_start import Positions, Seat
from engine.play.any_game import AnyHand, begin, deck_of, find_game, rules_of, start_of
from tables.queries import felt_as_seen
from tables.text import stakes_words

ORIGIN = "http://felt.test"
# As wide as names come: nobody's may push anything onto anything.
NAMES = (
    "mika",
    "Konstantinos",
    "長谷川左衛門",
    "Wilhelmina",
    "Ben",
    "Aleksandra",
    "山田",
    "Maximilian",
    "Emi",
    "Bartholomew",
    "Yui",
)
STACK = 123_450
OWN = 1  # the seat whose player looks
# A stream that is open and says no more than that it is there: a page that heard nothing would warn that it may be out of date.
STREAM = """delete window.SharedWorker;
window.EventSource = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    super();
    setTimeout(() => this.onopen?.());
    setInterval(() => this.dispatchEvent(new Event("still")), 1000);
  }
  close() {}
};"""
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def moments(game: str, seats: int, seed: int = 1) -> Iterator[tuple[str, AnyHand]]:
    """A hand of the game in which nobody folds and every street is bet: as `name` and the hand as it then stands.

    The moments are the `first` question put to one's own seat, the last of each `street` while what was put in lies before the
    seats, every `ask` of another kind that is put to it, and the end, `over`. The hand goes on when the next is asked for.
    """
    hand = _dealt(game, seats, seed)
    rng = random.Random(seed)
    street, was_raised, is_first = "", False, True
    while not hand.is_over:
        view = hand.view(None)
        if view["street"] != street:
            street, was_raised = view["street"], False
        ask = next((one for one in hand.asks if one.seat == OWN), hand.asks[0])
        decision = _along(ask, was_raised or ask.seat == OWN, rng)
        is_bet = getattr(ask, "kind", "") == BET
        if ask.seat == OWN and is_first:
            yield "first", hand
            is_first = False
        elif ask.seat == OWN and not is_bet:
            yield "ask", hand
        elif is_bet and sum(seat["bet"] > 0 for seat in view["seats"]) >= seats - 1:
            yield "street", hand
        was_raised |= decision.verb == "raise"
        hand.answer(ask.number, decision)
    yield "over", hand


def whole_hand(game: str, seats: int, seed: int = 1) -> Iterator[AnyHand]:
    """A hand of the game from its deal to its end, as it stands after each decision: on every street one player bets, and the
    others call."""
    hand = _dealt(game, seats, seed)
    rng = random.Random(seed)
    street, was_raised = "", False
    yield hand
    while not hand.is_over:
        now = hand.view(None)["street"]
        street, was_raised = now, was_raised and now == street
        ask = hand.asks[0]
        decision = _along(ask, was_raised or ask.seat == OWN, rng)
        was_raised |= decision.verb == "raise"
        hand.answer(ask.number, decision)
        yield hand


def after_folds(game: str, seats: int, seed: int = 1) -> AnyHand:
    """A hand of the game in which all who were asked before one's own seat have folded."""
    hand = _dealt(game, seats, seed)
    while hand.asks[0].seat != OWN:
        hand.answer(hand.asks[0].number, FOLD)
    return hand


def _dealt(game: str, seats: int, seed: int) -> AnyHand:
    literal = find_game(game)
    limit = "points" if "points" in literal.limits else "fixed" if not getattr(literal, "has_board", False) else "no"
    stacks = tuple(Seat(number, STACK - 7 * number) for number in range(1, seats + 1))
    where = Positions(seats, seats if seats == 2 else 1, 1 if seats == 2 else 2)
    start = start_of(game, stakes_words.example(literal, limit), stacks, where, rules_of(game)())
    deck = list(deck_of(start))
    random.Random(f"{game} {seats} {seed}").shuffle(deck)
    return begin(start, Deck.of(deck, b"reshuffles"))


def _along(ask: Any, was_raised: bool, rng: random.Random) -> Decision:
    if getattr(ask, "kind", "") == BET:
        if ask.hi and not was_raised:
            return Decision("raise", ask.lo)
        return CALL
    return ask.default if ask.default.verb not in ("fold", "muck") else ask.sample(rng)


def context(
    hand: AnyHand, seats: int, viewer: int | None = OWN, *, total: int | None = None, **more: Any
) -> dict[str, Any]:
    """What the templates of a table are given for a viewer in that seat (None: a spectator)."""
    view = hand.view(viewer)
    game = find_game(view["game"])
    sittings = [
        {
            "seat": number,
            "player": number,
            "name": NAMES[number - 1],
            "stack": STACK,
            "state": "active",
            "is_away": False,
            "entry": "in",
            "wants_seat": None,
            "owes": {"big": False, "small": False},
        }
        for number in range(1, seats + 1)
    ]
    seen = {
        "id": 1,
        "seats": total or seats,
        "seated": seats,
        "game": game.key,
        "game_name": game.name,
        "min_buy_in": 2_000,
        "max_buy_in": 20_000,
        "action_seconds": 20,
        "mix": None,
        "version": 1,
        "delay": 0,
        "line": {"waiting": 0},
        "deal_at": None,
        "sittings": sittings,
        "you": viewer,
        "your_state": "active",
        "your_entry": "in",
        "your_debts": False,
        "your_time_bank": 30,
        "your_wanted_seat": None,
        "your_lines": [],
        "your_preaction": "",
        "your_preactions": [],
        "your_cards_to_show": [],
        "may_hunt": False,
        "settling": None,
        "next": None,
    } | more
    told = {
        "id": 1,
        "number": 7,
        "state": "resolved" if hand.is_over else "playing",
        "deadline": "2030-01-01T00:00:20+00:00",
        "clocks": {},
        "is_refused": False,
        "you": viewer,
        "names": {str(number): NAMES[number - 1] for number in range(1, seats + 1)},
        "button_cards": None,
        "view": view,
    }
    seen["hand"] = told
    asks = [] if hand.is_over else [ask for ask in view["asks"] if "offers" in ask and ask["seat"] == viewer]
    limits = hand.start.stakes
    return {
        "table": SimpleNamespace(
            pk=1,
            channel="table:1",
            name="Friday Game",
            stakes=limits.as_json(),
            is_cash=True,
            is_session=False,
            kind="dealt",
            owner="",
        ),
        "stakes": {"whole": stakes_words.game_in_words(game.name, limits)},
        "seen": seen,
        "hand": told,
        "view": view,
        "places": felt_as_seen.places_of(seen),
        "asks": asks,
        "suggested": None,
        "form_key": "key",
        "error": "",
        "cannot_deal": "",
        "user": SimpleNamespace(is_authenticated=True, is_staff=False, get_username="mika"),
        "may_sit": True,
        "club": SimpleNamespace(name="Cardhouse", theme="#1d5c4a", tongues=[("en", "English"), ("ja", "日本語")]),
        "chapter_of_page": "index",
        "server_now": 1_893_456_000_000,
    }


def drawn(name: str, told: dict[str, Any], language: str = "en") -> str:
    """A template of the tables as text: `table` is a whole page, `_felt` what changes of it."""
    with translation.override(language):
        return render_to_string(
            f"tables/{name}.html", told | {"LANGUAGE_CODE": language, "is_fragment": name == "_felt"}
        )


def open_felt(page: Page, told: dict[str, Any], language: str = "en", page_at: str | None = None) -> None:
    """Show the page of a table; whatever it asks for is answered from the files, and nothing else is.

    page_at: an address from which the page itself comes instead.
    """

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        if page_at and path == "/tables/1/":
            route.continue_(url=page_at)
            return
        if path in ("/tables/1/", "/tables/1/felt/"):
            name = "_felt" if path.endswith("/felt/") else "table"
            route.fulfill(body=drawn(name, told, language), content_type="text/html; charset=utf-8")
            return
        file = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
        if file is None:
            route.fulfill(status=204)
        else:
            route.fulfill(
                body=Path(str(file)).read_bytes(), content_type=TYPES.get(Path(str(file)).suffix, "text/plain")
            )

    page.add_init_script(STREAM)
    page.route(f"{ORIGIN}/**", answer)
    page.goto(f"{ORIGIN}/tables/1/")


def put_felt(page: Page, told: dict[str, Any], language: str = "en") -> None:
    """Exchange the felt of a page that is open, as an answer of the club does."""
    page.evaluate(
        """html => {
          const old = document.getElementById("felt");
          document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail: {
            target: old, requestConfig: { verb: "get", path: "" },
            xhr: { responseURL: location.href, responseText: "", status: 200 },
          } }));
          const fresh = document.createRange().createContextualFragment(html).querySelector("#felt");
          old.replaceWith(fresh);
          htmx.process(fresh);
          document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: { target: fresh } }));
          document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: { target: fresh } }));
        }""",
        drawn("_felt", told, language),
    )
