"""What a hand costs over the wire: all that a connected player's browser receives while nobody folds, the event stream too."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from django.utils import timezone
from playwright.sync_api import CDPSession, Page, expect

from club.models import Player
from club.people.people import enrol, player_of
from engine.games.decisions import BET
from engine.play.any_game import CATALOGUE
from tables.dealing import dealer, player_decisions, settlement
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, Table
from tests.browser.playing import NAMES, rich, seat_at
from tests.support.budget import sweep
from tests.support.real_hands import stakes_of

# Of each family of games the one that costs most, and what is played most: how many play.
HANDS = {
    "holdem": 6, "seven-card-stud": 6, "baseball": 6, "2-7-triple-draw": 6, "badacey": 6, "ofc": 4, "ofc-pineapple": 3,
}  # fmt: skip
# Bytes of what the page fetches, headers and all. With its events a hand is to cost under 20,000, the longest too, with three draws
# and nobody gone.
MOST = 16_300
MOST_OF_EVENTS = (
    4_000  # some 2,000 of the hand's, and what keeps the stream alive, the longer the slower the machine is
)
SLACK = 3  # felts: of a machine so slow that the page asks by itself


def received(page: Page) -> Counter[str]:
    """What the page receives from now on, in bytes by kind: answers with their headers, and `EventSource`."""
    counted: Counter[str] = Counter()
    kinds: dict[str, str] = {}
    wire: CDPSession = page.context.new_cdp_session(page)

    def begin(told: dict) -> None:
        kinds[told["requestId"]] = told["type"]

    def come(told: dict) -> None:
        if kinds.get(told["requestId"]) == "EventSource":
            counted["EventSource"] += max(told["encodedDataLength"], told["dataLength"])

    def end(told: dict) -> None:
        if kinds.get(told["requestId"]) != "EventSource":
            counted[kinds.get(told["requestId"], "other")] += round(told["encodedDataLength"])

    wire.on("Network.requestWillBeSent", begin)
    wire.on("Network.dataReceived", come)
    wire.on("Network.loadingFinished", end)
    wire.send("Network.enable")
    return counted


@sweep("game", HANDS, one_of=7)
def test_a_hand_costs_a_connected_player_little(open_page, person, open_table, streams, game):
    players = HANDS[game]
    mika = rich(player_of(person("mika")))
    table = open_table(game=game, stakes=stakes_of(game), seats=min(6, CATALOGUE[game].max_seats))
    seat_at(table, mika, 1)
    for seat, name in enumerate(NAMES[: players - 1], 2):
        seat_at(table, rich(enrol(name, now=timezone.now())), seat)
    Table.objects.filter(pk=table.pk).update(deal_at=None)
    page = open_page("/offline/", login="mika", shares_stream=False)
    counted, rng = received(page), random.Random(game)
    page.goto(f"/tables/{table.pk}/")
    up_to_date(page, table)
    play_a_hand(page, table, rng, taps=False)  # a player who stays connected has seen one before
    counted.clear()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answers = play_a_hand(page, table, rng)
    events, told = counted.pop("EventSource"), f"{counted} for {answers} answers"
    assert 0 < events < MOST_OF_EVENTS, told
    assert counted["XHR"] > 0, told
    assert answers >= players
    assert counted.total() < MOST, told
    felts = sum(url.endswith(("/felt/", "/decide/")) for url in asked)
    assert felts <= answers + 2 + SLACK, (
        "what a tap has answered is not asked again for the news that the tap has caused"
    )


def play_a_hand(page: Page, table: Table, rng: random.Random, *, taps: bool = True) -> int:
    """Deal and settle a hand that nobody leaves, the page seeing each step; mika taps where a tap answers. How many answered.

    Without taps the page sees but what is asked of mika, and the end.
    """
    mika = Player.objects.get(user__username="mika")
    hand = dealer.deal(table.pk, now=timezone.now(), seed=bytes(rng.choices(range(256), k=32)))
    answers = 0
    up_to_date(page, table)
    while not (play := rebuilt(hand)).is_over:
        ask = play.asks[0]
        who = Player.objects.get(hand_seats__hand=hand, hand_seats__seat=ask.seat)
        button = page.locator("[data-answer] .act.call")
        if who == mika and not taps:
            up_to_date(page, table)
        if who == mika and taps and button.count():
            button.click()
            expect(page.locator(f"[data-answer] input[name=ask][value='{ask.number}']")).to_have_count(0)
        else:
            player_decisions.answer(table.pk, hand.pk, ask.number, along(ask, rng), by=who, now=timezone.now())
        if taps:
            up_to_date(page, table)
        answers += 1
    settlement.resolve_all(Hand.objects.filter(pk=hand.pk).values_list("pk", flat=True), now=timezone.now())
    Table.objects.filter(pk=table.pk).update(deal_at=None)
    up_to_date(page, table)
    return answers


def along(ask: Any, rng: random.Random) -> str:
    """Nobody folds: whoever is asked checks or calls, stands pat, shows, sets cards somewhere."""
    if getattr(ask, "kind", "") == BET:
        return "call"
    return str(ask.default if ask.default.verb not in ("fold", "muck") else ask.sample(rng))


def up_to_date(page: Page, table: Table) -> None:
    version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
    expect(page.locator("#felt")).to_have_attribute("data-version", str(version))
