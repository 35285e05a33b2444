"""The cards that would have come: asked for with a tap after a hand, seen by everybody, and by nobody before."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.house import house_rules
from club.people.people import enrol, player_of
from engine.cards import card_text
from tables.hand.hand_replay import rebuilt
from tables.models import Hand
from tests.browser.conftest import PHONE, assert_fits, shoot
from tests.browser.playing import deal, deal_in, rich, seat_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_a_tap_turns_up_for_all_what_the_same_pack_would_have_dealt(
    open_page, person, open_table, streams, night_shift, locale
):
    house_rules.change({"FloorRules.rabbit_hunt": True}, by=None, now=timezone.now())
    table = open_table()
    people = [rich(player_of(person(name))) for name in ("mika", "ben")]
    for seat, player in enumerate(people, 1):
        seat_at(table, player, seat)
    deal(table)
    deal_in(table, people[0])
    rich(enrol("Guest", now=timezone.now()))
    pages = [
        open_page(f"/tables/{table.pk}/", login="mika", size=PHONE, locale=locale),
        open_page(f"/tables/{table.pk}/", login="ben", locale=locale),
    ]
    hunt = "form[hx-post$='rabbit-hunt/'], form[action$='rabbit-hunt/']"
    for page in pages:
        expect(page.locator(".plate").first).to_be_visible()
        assert page.locator(hunt).count() == 0, "nothing is offered while the hand is played"
    asked = next(page for page in pages if page.locator("[data-answer] .act").count())
    asked.locator("[data-answer] .act.fold").first.click()
    expect(pages[0].locator(".outcome")).to_be_visible()
    pages[0].locator(hunt).locator("button").click()
    row = Hand.objects.latest("pk")
    played = rebuilt(row)
    deck = played.state.order[played.state.next_card :]
    at = iter(deck)
    wanted = []
    for cards in (3, 1, 1):
        if played.state.plan.rules.burns:
            next(at)
        wanted += [card_text(next(at)) for _ in range(cards)]
    for page, name in zip(pages, ("phone", "desk"), strict=True):
        expect(page.locator(".would-have-come .card")).to_have_count(5)
        assert page.locator(hunt).count() == 0
        tops = {round(card.bounding_box()["y"]) for card in page.locator(".would-have-come .card").all()}
        assert len(tops) == 1, "one beside the other"
        assert_fits(page)
        shoot(page, f"rabbit-hunt-{name}-{locale[:2]}")
    assert Hand.objects.get(pk=row.pk).hunted_at is not None
    told = pages[1].request.get(f"/api/v1/hands/{row.pk}/").json()
    assert told["would_have_come"] == [wanted]
