"""The tournament's page and its clock on the wall."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from club.cashier import cashier
from club.models import Player
from club.people.people import enrol, player_of
from club.people.roles import give_role
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.browser.playing import wait_for_state
from tests.support.budget import sweep
from tournaments.api import clock_face
from tournaments.desk import registration
from tournaments.models import Structure, Tournament
from tournaments.results import seasons
from tournaments.running import event_start
from tournaments.structures import sheet_import

pytestmark = pytest.mark.django_db(transaction=True)

PROJECTOR = {"width": 1920, "height": 1080}
COST = 550


@pytest.fixture
def announced(transactional_db) -> Tournament:
    """A tournament that takes registrations, with four computer players in it."""
    now = timezone.now()
    sheet_import.take_in_own(now=now)
    row = event_start.announce(
        "Friday Freeze-out",
        Structure.objects.get(key="club-turbo"),
        buy_in=500,
        fee=50,
        starts_at=now + timedelta(hours=1),
        seed=bytes(32),
        now=now,
    )
    for name in ("Aiko", "Ben", "Chiyo", "Daisuke"):
        registration.register(row.pk, rich(enrol(name, is_computer=True, now=now)), now=now, key=name)
    return row


def rich(player: Player | None) -> Player:
    assert player is not None
    cashier.buy_chips(player, 10_000, key=f"gift-{player.pk}", by=None, now=timezone.now())
    return player


def until(page: Page) -> datetime:
    """When the countdown that the page shows will have run out, as the page reads it."""
    return in_milliseconds(datetime.fromisoformat(page.locator(".countdown").get_attribute("data-until") or ""))


def in_milliseconds(at: datetime) -> datetime:
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


SHOWN_AT = """async (at) => {
  const { serverClock } = await import("/static/club/server_clock.js");
  const { tick } = await import("/static/club/live.js");
  serverClock.standing = at;
  tick();
  serverClock.standing = null;
  return [...document.querySelectorAll(".countdown, [data-clock]")].map((one) => one.textContent);
}"""


STAND_STILL = """async (at) => {
  const { serverClock } = await import("/static/club/server_clock.js");
  serverClock.standing = at;
}"""


SOUNDS = """async () => {
  const { speaker } = await import("/static/club/speaker.js");
  return speaker?.audio?.state === "running"; // there is none before the click has come to the page's script
}"""


def shown_at(page: Page, at: datetime | None = None) -> list[str]:
    """What the page's clocks show at that instant of the club's clock, or now, whenever that is looked at."""
    return page.evaluate(SHOWN_AT, at and round(1000 * at.timestamp()))


OUT_OF_STEP = """async () => {
  const { now, serverClock } = await import("/static/club/server_clock.js");
  let least = Infinity;
  for (let sample = 0; sample < 200; sample++) least = Math.min(least, Math.abs(now() - Date.now()));
  return [least, serverClock.trip];
}"""


def assert_knows_the_time(page: Page) -> None:
    """The page's idea of the club's time is as good as its best question to the server was quick; both run on one machine."""
    apart, trip = page.evaluate(OUT_OF_STEP)
    assert apart <= trip / 2 + 50, f"{apart} ms, by an answer that came after {trip} ms"


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_player_registers_and_takes_it_back_by_clicking(open_page, person, announced, streams, size):
    mika = rich(player_of(person("mika")))
    page = open_page("/tournaments/", size=size, login="mika")
    assert_fits(page)
    shoot(page, f"tournaments-{size['width']}")
    page.get_by_role("link", name="Register Friday Freeze-out").click()
    page.evaluate("window.isSamePage = true")
    page.get_by_role("button", name=f"Register for {COST}").click()
    expect(page.locator(".verdict.yes")).to_have_text("You are registered.")
    expect(page.locator("tr.is-you")).to_contain_text("mika")
    assert_fits(page)
    shoot(page, f"tournament-{size['width']}")
    page.get_by_role("button", name="Unregister").click()
    expect(page.get_by_role("button", name=f"Register for {COST}")).to_be_visible()
    expect(page.locator("tr.is-you")).to_have_count(0)
    assert page.evaluate("window.isSamePage")
    assert registration.verdict(announced, mika, now=timezone.now()).accepted


def test_who_cannot_register_is_told_why(open_page, person, announced, streams):
    person("broke")
    page = open_page(f"/tournaments/{announced.pk}/", login="broke")
    expect(page.locator(".verdict.no")).to_have_text(re.compile(r"\S"))
    expect(page.get_by_role("button", name=re.compile("^Register"))).to_have_count(0)


@sweep("size", [PROJECTOR, PHONE], one_of=2, ids=["projector", "phone"])
def test_the_clock_shows_the_level_and_counts_down(open_page, announced, streams, size):
    event_start.start(announced.pk, now=timezone.now())
    page = open_page(f"/tournaments/{announced.pk}/clock/", size=size)
    expect(page.locator(".wall-level")).to_have_text("Level 1")
    expect(page.locator(".countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))
    assert_knows_the_time(page)
    ends = until(page)
    assert ends == in_milliseconds(
        clock_face.clock_of(Tournament.objects.get(pk=announced.pk), now=timezone.now())["ends_at"]
    )
    for left, shown in (
        (61.0, "01:01"),
        (60.001, "01:01"),
        (60.0, "01:00"),
        (59.999, "01:00"),
        (0.001, "00:01"),
        (-5.0, "00:00"),
    ):
        at = ends - timedelta(seconds=left)
        assert shown_at(page, at) == [shown, f"{timezone.localtime(at):%H:%M}"], (
            "what is left, and the club's time of day"
        )
    before = shown_at(page)
    wait_for_state(page, "text => document.querySelector('.countdown').textContent !== text", arg=before[0])
    expect(page.locator(".wall-blinds")).to_have_text(re.compile(r"^[\d,]+/[\d,]+$"))
    expect(page.locator(".wall-side >> nth=0")).to_contain_text("4 / 4")
    assert_fits(page)
    shoot(page, f"clock-{size['width']}")


def test_before_the_start_the_clock_counts_down_to_it(open_page, announced, streams):
    page = open_page(f"/tournaments/{announced.pk}/clock/", locale="ja-JP")
    expect(page.locator(".wall-level")).to_have_text("開始まで")
    expect(page.locator(".countdown")).to_have_text(re.compile(r"^5\d:\d\d$"))
    expect(page.locator(".wall-side >> nth=0")).not_to_contain_text("平均スタック")


def test_screens_agree_whatever_their_own_clocks_say(open_page, announced, streams):
    event_start.start(announced.pk, now=timezone.now())
    right = open_page(f"/tournaments/{announced.pk}/clock/")
    wrong = open_page("/")
    wrong.add_init_script(
        "const origin = performance.timeOrigin;"
        "Object.defineProperty(Performance.prototype, 'timeOrigin', { get: () => origin + 3_600_000 });"
    )
    wrong.goto(f"/tournaments/{announced.pk}/clock/")
    assert wrong.evaluate("performance.timeOrigin - Date.now()") > 3_500_000
    assert until(right) == until(wrong)
    for page in (right, wrong):
        assert_knows_the_time(page)
    soon = timezone.now() + timedelta(seconds=7)
    assert shown_at(right, soon) == shown_at(wrong, soon)


def test_the_director_stops_the_clock_and_every_screen_stands_without_a_reload(open_page, person, announced, streams):
    give_role(person("floor"), "director")
    event_start.start(announced.pk, now=timezone.now())
    wall = open_page(f"/tournaments/{announced.pk}/clock/")
    expect(wall.locator(".countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))
    wall.evaluate("window.isSamePage = true")
    floor = open_page(f"/tournaments/{announced.pk}/", login="floor")
    floor.get_by_role("button", name="Stop the clock").click()
    expect(wall.locator(".wall-note")).to_have_text("The clock is stopped")
    stood, *_others = shown_at(wall)
    assert shown_at(wall, timezone.now() + timedelta(minutes=1))[0] == stood
    floor.get_by_role("button", name="Run the clock").click()
    expect(wall.locator(".wall-note")).to_have_count(0)
    assert wall.evaluate("window.isSamePage")


def test_the_front_door_shows_what_is_on_tonight(open_page, announced):
    page = open_page("/", size=PHONE, locale="ja-JP")
    expect(page.get_by_role("heading", name="今夜のトーナメント")).to_be_visible()
    expect(page.get_by_role("heading", name="Friday Freeze-out")).to_be_visible()
    assert_fits(page)


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("name", ["w" * 80, "金曜日の夜の大きな大会" * 7])
def test_a_name_as_long_as_names_come_leaves_the_price_on_a_phones_screen_of_the_week(
    open_page, announced, locale, name
):
    Tournament.objects.filter(pk=announced.pk).update(name=name, starts_at=timezone.now())
    page = open_page("/tournaments/week/", size=PHONE, locale=locale)
    box = page.locator("tr", has_text=name).locator("td.n").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]


def test_two_screens_change_their_digits_at_the_same_instant(open_page, announced, streams):
    """Even where the computer of one of them is an hour fast."""
    event_start.start(announced.pk, now=timezone.now())
    pages = [open_page("/"), open_page("/")]
    pages[1].add_init_script(
        "const origin = performance.timeOrigin;"
        "Object.defineProperty(Performance.prototype, 'timeOrigin', { get: () => origin + 3_600_000 });"
    )
    for page in pages:
        page.goto(f"/tournaments/{announced.pk}/clock/")
        page.wait_for_selector("body[data-in-step]")
        assert_knows_the_time(page)
    ends = until(pages[0])
    for left in (100, 99, 10):
        for late in (-1, 0, 1):
            at = ends - timedelta(seconds=left, milliseconds=late)
            first, second = [shown_at(page, at)[0] for page in pages]
            assert first == second
        assert shown_at(pages[0], at) != shown_at(pages[0], at + timedelta(milliseconds=2)), "they change just then"


def test_a_warning_is_given_a_minute_before_the_end_and_at_it(open_page, announced, streams):
    event_start.start(announced.pk, now=timezone.now())
    page = open_page(f"/tournaments/{announced.pk}/clock/", size=PROJECTOR)
    page.locator("#sounds summary").click()
    page.get_by_label("Sound on").check()
    wait_for_state(page, SOUNDS)
    # What was marked is noted, since a mark goes again by itself; and the page's clock stands where the test puts it.
    page.evaluate("""() => {
      window.marks = new Set();
      const note = () => document.body.classList.forEach((mark) => marks.add(mark));
      new MutationObserver(note).observe(document.body, { attributes: true });
    }""")
    for seconds, kind, mark in ((58, "minute", "is-minute"), (-1, "level", "is-end")):
        page.evaluate(STAND_STILL, 1000 * (until(page).timestamp() - seconds))
        wait_for_state(page, "(mark) => marks.has(mark)", arg=mark)
        assert page.locator("body").get_attribute("data-warned") == kind


@sweep("size", [PHONE, DESKTOP], one_of=2, ids=["phone", "desktop"])
def test_the_director_runs_the_clock_from_a_phone(open_page, person, announced, streams, size):
    give_role(person("floor"), "director")
    event_start.start(announced.pk, now=timezone.now())
    wall = open_page(f"/tournaments/{announced.pk}/clock/", size=PROJECTOR)
    page = open_page(f"/tournaments/{announced.pk}/remote/", size=size, login="floor")
    assert_fits(page)
    page.get_by_role("button", name="Next level").click()
    expect(wall.locator(".wall-level")).to_have_text("Level 2")
    expect(page.locator(".remote-clock")).to_contain_text("Level 2")
    before, countdown = until(page), page.locator(".countdown")
    stood = countdown.get_attribute("data-until") or ""
    page.get_by_role("button", name="+ 1 minute").click()
    expect(countdown).not_to_have_attribute("data-until", stood)
    assert until(page) == before + timedelta(minutes=1)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(countdown).to_have_attribute("data-until", stood)
    page.get_by_label("Message on the screens").fill("Dinner is served until nine.")
    page.get_by_role("button", name="Show").click()
    expect(wall.locator(".wall-message")).to_have_text("Dinner is served until nine.")
    expect(page.get_by_role("button", name="Take it away")).to_be_visible()
    assert_fits(page)
    assert_fits(wall)
    shoot(page, f"remote-{size['width']}")
    shoot(wall, "big-screen")
    low = [key.bounding_box()["height"] for key in page.locator(".remote-keys button").all()]
    assert min(low) >= 44
    page.get_by_role("button", name="Stop").click()
    expect(wall.locator(".wall-note")).to_be_visible()


def test_the_clock_is_in_the_players_pocket(open_page, person, announced, streams):
    registration.register(announced.pk, rich(player_of(person("mika"))), now=timezone.now())
    event_start.start(announced.pk, now=timezone.now())
    page = open_page(f"/tournaments/{announced.pk}/", size=PHONE, login="mika")
    expect(page.locator(".pocket")).to_contain_text("Level 1")
    expect(page.locator(".pocket")).to_contain_text("Your stack")
    assert_fits(page)
    shoot(page, "pocket")


def test_the_clock_stands_on_another_sites_page(client, announced):
    assert "X-Frame-Options" not in client.get(f"/tournaments/{announced.pk}/clock/")
    assert "X-Frame-Options" in client.get(f"/tournaments/{announced.pk}/")


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_season_is_made_with_a_formula_judged_while_it_is_written(open_page, person, announced, streams, size):
    give_role(person("floor"), "director")
    league = seasons.make_league("Friday League", by=None, now=timezone.now())
    page = open_page(f"/leagues/{league.pk}/new/", size=size, login="floor")
    page.get_by_label("Points", exact=True).fill("players - place +")
    expect(page.locator(".notice.error")).to_be_visible()
    page.get_by_label("Points", exact=True).fill("players - place + 1")
    expect(page.locator("[hx-get] table")).to_contain_text("40")
    assert_fits(page)
    shoot(page, f"season-form-{size['width']}")
    page.locator("#id_name").fill("Spring")
    page.locator("#id_begins").fill("2026-01-01")
    page.locator("#id_ends").fill("2026-12-31")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Friday League · Spring")).to_be_visible()
    assert_fits(page)
    shoot(page, f"season-{size['width']}")
