"""What a hand costs over the wire: all that a connected player's browser receives while six play, the event stream too."""

from __future__ import annotations

from collections import Counter

from django.utils import timezone
from playwright.sync_api import CDPSession, Page, expect

from club.people.people import enrol, player_of
from tables.dealing import dealer, player_decisions, settlement
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, Table
from tests.browser.playing import NAMES, rich, seat_at

MOST = 50_000  # bytes, headers and all; aimed at are 20,000


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


def test_a_hand_of_six_costs_a_connected_player_little(open_page, person, open_table, streams):
    mika = rich(player_of(person("mika")))
    table = open_table()
    seat_at(table, mika, 1)
    for seat, name in enumerate(NAMES, 2):
        seat_at(table, rich(enrol(name, now=timezone.now())), seat)
    Table.objects.filter(pk=table.pk).update(deal_at=None)
    page = open_page("/offline/", login="mika", shares_stream=False)
    counted = received(page)
    page.goto(f"/tables/{table.pk}/")
    up_to_date(page, table)
    counted.clear()
    hand = dealer.deal(table.pk, now=timezone.now())
    up_to_date(page, table)
    while not (play := rebuilt(hand)).is_over:
        ask = play.asks[0]
        who = hand.seats.get(seat=ask.seat).player
        if who == mika:
            page.locator("[data-answer] .act.call").click()
            expect(page.locator(f"[data-answer] input[name=ask][value='{ask.number}']")).to_have_count(0)
        else:
            player_decisions.answer(table.pk, hand.pk, ask.number, "call", by=who, now=timezone.now())
        up_to_date(page, table)
    settlement.resolve_all(Hand.objects.filter(pk=hand.pk).values_list("pk", flat=True), now=timezone.now())
    up_to_date(page, table)
    assert counted["EventSource"] > 0, counted
    assert counted["XHR"] > 0, counted
    assert counted.total() < MOST, counted


def up_to_date(page: Page, table: Table) -> None:
    version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
    expect(page.locator("#felt")).to_have_attribute("data-version", str(version))
