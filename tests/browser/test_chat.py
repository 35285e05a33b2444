"""What is said at a table comes to the others at once, marks what was not read, and keeps the keys of the table out of it."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.people.people import player_of
from tables.chat import chat_lines
from tables.chat.table_chat import TableChat
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.browser.playing import rich, seat_at
from tests.support.tournaments.announced import an_event
from tournaments.chat.tournament_chat import TournamentChat
from tournaments.desk import registration

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_line_is_read_at_once_and_marked_until_it_was(open_page, person, open_table, streams):
    table = open_table()
    people = [rich(player_of(person(name))) for name in ("mika", "ben")]
    for seat, player in enumerate(people, 1):
        seat_at(table, player, seat)
    mine = open_page(f"/tables/{table.pk}/", login="mika")
    other = open_page(f"/tables/{table.pk}/", login="ben", size=PHONE)
    expect(other.locator("#chat")).to_contain_text("Nothing was said yet.")
    mine.locator(".chat > summary").click()
    mine.get_by_label("Say something").press_sequentially("nice fold, c u")
    mine.keyboard.press("Enter")
    expect(mine.locator("#chat")).to_contain_text("nice fold, c u")
    expect(mine.get_by_label("Say something")).to_be_focused()
    expect(mine.get_by_label("Say something")).to_have_value("")
    expect(other.locator("[data-unread]")).to_be_visible()
    other.locator(".chat > summary").click()
    expect(other.locator("#chat")).to_contain_text("nice fold, c u")
    expect(other.locator("[data-unread]")).to_be_hidden()
    assert_fits(other)
    shoot(other, "chat-390")
    other.get_by_label("Say something").fill("half a")
    chat_lines.say(TableChat(table), people[0], "phrase", "thanks", now=timezone.now())
    expect(other.locator("[data-chat-log]")).to_contain_text("Thanks!")
    expect(other.get_by_label("Say something")).to_have_value("half a")
    other.get_by_label("About this line").first.click()
    other.get_by_role("button", name="Read no more of this player").first.click()
    expect(other.locator("[data-chat-log]")).not_to_contain_text("Thanks!")


def test_the_sheet_of_a_table_with_a_long_name_opens_onto_the_page(open_page, person, open_table):
    table = open_table(name="Limit hold'em for whoever has the evening")
    seat_at(table, rich(player_of(person("mika"))), 1)
    page = open_page(f"/tables/{table.pk}/", login="mika")
    for width in (760, 900, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.locator(".chat > summary").click()
        box = page.locator(".chat .menu-sheet").bounding_box()
        assert box is not None
        assert box["x"] >= 0, width
        assert box["x"] + box["width"] <= width, width
        page.locator(".chat > summary").click()


@pytest.mark.parametrize(("locale", "size"), [("en-GB", DESKTOP), ("ja-JP", PHONE)])
def test_on_an_events_page_a_line_comes_to_the_others_at_once(open_page, person, streams, locale, size):
    row = an_event()
    people = [rich(player_of(person(name))) for name in ("mika", "ben")]
    for player in people:
        registration.register(row.pk, player, now=timezone.now())
    page = open_page(f"/tournaments/{row.pk}/", login="mika", locale=locale, size=size)
    expect(page.locator("#chat [data-chat-log]")).to_be_attached()
    chat_lines.say(TournamentChat(row), people[1], "words", "Good luck all", now=timezone.now())
    expect(page.locator("[data-unread]")).to_be_visible()
    page.locator(".chat > summary").click()
    expect(page.locator("[data-chat-log]")).to_contain_text("Good luck all")
    expect(page.locator("[data-unread]")).to_be_hidden()
    page.locator(".chat-say input[name=words]").fill("Thanks, and to you")
    page.keyboard.press("Enter")
    expect(page.locator("[data-chat-log]")).to_contain_text("Thanks, and to you")
    assert_fits(page)
    box = page.locator(".chat .menu-sheet").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    shoot(page, f"event-chat-{locale}-{size['width']}")
    page.locator(".chat-say input[name=words]").focus()
    page.keyboard.press("Escape")
    expect(page.locator("[data-chat-log]")).to_be_hidden()
    expect(page.locator(".chat > summary")).to_be_focused()
