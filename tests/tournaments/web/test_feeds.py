"""What programs take of the events: calendars, one's own by a secret address that can be taken away, results, a week."""

from __future__ import annotations

from datetime import timedelta
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from club.membership import calendar_keys, erasing
from club.models import AuditEntry, Player
from tests.tournaments.conftest import NOW
from tournaments.api import event_calendar
from tournaments.models import Result, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_the_evening():
    """The pages' own clock is that of the evening."""
    with time_machine.travel(NOW, tick=False):
        yield


def named(evening, name: str, **changes) -> Tournament:
    """An event of that name."""
    row = evening.tournament(**changes)
    Tournament.objects.filter(pk=row.pk).update(name=name)
    return row


def told(answer) -> dict[str, dict]:
    """The events of a calendar, by name."""
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    read = Calendar.from_ical(answer.content)
    return {str(one["SUMMARY"]): one for one in read.walk("VEVENT")}


def test_the_calendar_has_every_event_with_a_time_and_says_what_is_called_off(evening):
    friday = named(evening, "金曜", starts_at=NOW + timedelta(days=1))
    off = named(evening, "Off", starts_at=NOW + timedelta(days=2))
    Tournament.objects.filter(pk=off.pk).update(status="cancelled")
    named(evening, "Any time", starts_at=None)
    named(evening, "Long ago", starts_at=NOW - timedelta(days=90))
    events = told(Client().get("/tournaments/calendar.ics"))
    assert set(events) == {"金曜", "Off"}
    assert events["金曜"]["DTSTART"].dt == NOW + timedelta(days=1)
    assert str(events["金曜"]["URL"]) == f"http://testserver/tournaments/{friday.pk}/"
    assert (str(events["金曜"]["STATUS"]), str(events["Off"]["STATUS"])) == ("CONFIRMED", "CANCELLED")
    assert len({str(one["UID"]) for one in events.values()}) == 2


def test_an_event_is_the_same_by_whatever_address_its_calendar_was_asked_for(evening, settings):
    settings.ALLOWED_HOSTS, settings.WEB_ORIGIN = ["*"], "https://club.example:8443"
    row = named(evening, "Friday", starts_at=NOW + timedelta(days=1))
    before = timezone.now()
    by_host = [
        told(Client().get("/tournaments/calendar.ics", headers={"host": host})) for host in ("a.test", "10.0.0.2")
    ]
    assert {str(one["Friday"]["UID"]) for one in by_host} == {f"event-{row.pk}@club.example:8443"}
    assert all(one["Friday"]["DTSTAMP"].dt >= before.replace(microsecond=0) for one in by_host), (
        "of the file, RFC 5545 3.8.7.2"
    )


@pytest.mark.parametrize("is_own", [False, True])
def test_no_number_of_past_events_keeps_the_coming_ones_out_of_a_calendar(evening, monkeypatch, is_own):
    monkeypatch.setattr(event_calendar, "MOST_EVENTS", 4)
    player = evening.person("ania")
    hours = {"old": -80, "older": -90, "oldest": -100, "on": -1, "soon": 1, "late": 500}
    for name, after in hours.items():
        row = named(evening, name, starts_at=NOW + timedelta(hours=after))
        row.entries.create(player=player, number=1, paid=1, fee=0, registered_at=NOW)
    key = calendar_keys.make_anew(player.pk, by=None, now=NOW).calendar_key
    address = f"/calendar/{key}.ics" if is_own else "/tournaments/calendar.ics"
    assert list(told(Client().get(address))) == ["old", "on", "soon", "late"]


def test_ones_own_calendar_has_what_one_has_entered_at_an_address_that_can_be_taken_back(evening):
    row = named(evening, "Mine", starts_at=NOW + timedelta(days=1))
    named(evening, "Not mine", starts_at=NOW + timedelta(days=1))
    player = evening.person("ania")
    row.entries.create(player=player, number=1, paid=1, fee=0, registered_at=NOW)
    other = row.entries.create(
        player=evening.person("bo"), number=2, paid=1, fee=0, registered_at=NOW, is_withdrawn=True
    )
    browser = Client()
    browser.force_login(player.user)
    assert "You have no address" in browser.get("/me/calendar/").content.decode()
    assert browser.post("/me/calendar/", {"do": "make"}).status_code == 302
    key = Player.objects.get(pk=player.pk).calendar_key
    assert f"/calendar/{key}.ics" in browser.get("/me/calendar/").content.decode()
    assert set(told(Client().get(f"/calendar/{key}.ics"))) == {"Mine"}
    withdrawn = calendar_keys.make_anew(other.player_id, by=None, now=NOW).calendar_key
    assert told(Client().get(f"/calendar/{withdrawn}.ics")) == {}
    browser.post("/me/calendar/", {"do": "make"})
    anew = Player.objects.get(pk=player.pk).calendar_key
    assert Client().get(f"/calendar/{key}.ics").status_code == 404
    assert Client().get(f"/calendar/{anew}.ics").status_code == 200
    browser.post("/me/calendar/", {"do": "take-away"})
    assert Client().get(f"/calendar/{anew}.ics").status_code == 404
    assert AuditEntry.objects.filter(kind="player.calendar", subject=player.owner).count() == 3


def test_an_address_is_dead_when_its_login_is_closed_or_its_owner_erased(evening):
    player = evening.person("ania", chips=0)
    key = calendar_keys.make_anew(player.pk, by=None, now=NOW).calendar_key
    player.user.is_active = False
    player.user.save()
    assert Client().get(f"/calendar/{key}.ics").status_code == 404
    player.user.is_active = True
    player.user.save()
    assert Client().get(f"/calendar/{key}.ics").status_code == 200
    erasing.erase(player.pk, why="asked", by=None, now=NOW)
    assert Client().get(f"/calendar/{key}.ics").status_code == 404


def test_results_are_told_as_rss_and_json(evening):
    order = [evening.person(name) for name in ("ania", "bo & co", "chie")]
    row = evening.tournament(starts_at=None)
    Tournament.objects.filter(pk=row.pk).update(status="finished")
    for place, (player, prize) in enumerate(zip(order, (300, 100, 0), strict=True), 1):
        entry = row.entries.create(player=player, number=place, paid=100, fee=10, registered_at=NOW)
        place_of = {"player": player, "best": place, "worst": place, "spent": 110, "prize": prize, "at": NOW}
        Result.objects.create(tournament=row, entry=entry, **place_of)
    feed = ElementTree.fromstring(Client().get("/tournaments/results.rss").content)  # of our own
    (item,) = feed.findall("channel/item")
    assert item.findtext("link") == f"http://testserver/tournaments/{row.pk}/results/"
    assert item.findtext("description") == "1. ania 300 · 2. bo & co 100 · 3. chie 0"
    (event,) = Client().get("/tournaments/results.json").json()["events"]
    assert event == Client().get(f"/tournaments/{row.pk}/results.json").json()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_week_has_each_event_on_its_day(evening, language):
    named(evening, "Saturday", starts_at=NOW)
    named(evening, "Next", starts_at=NOW + timedelta(days=7))
    off = named(evening, "Off", starts_at=NOW)
    Tournament.objects.filter(pk=off.pk).update(status="cancelled")
    page = Client(headers={"accept-language": language}).get("/tournaments/week/").content.decode()
    assert "2026-03-02" in page
    assert "Saturday" in page
    assert "Next" not in page
    assert ">Off<" not in page
    assert "Next" in Client().get("/tournaments/week/?from=2026-03-11").content.decode()
    assert Client().get("/tournaments/week/?from=nonsense").status_code == 200
