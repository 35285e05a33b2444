"""What is said in a tournament: who may, who reads it and when, and how the floor keeps order."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from club.house import house_rules
from club.models import AuditEntry
from tables.chat import chat_lines
from tables.models import ChatLine
from tests.tournaments.conftest import Evening
from tournaments.chat.tournament_chat import TournamentChat
from tournaments.desk import registration
from tournaments.floor import moves_and_knockouts
from tournaments.running import event_start

pytestmark = pytest.mark.django_db


@pytest.fixture
def now(evening):
    evening.now = timezone.now()
    return evening.now


@pytest.fixture
def people(evening, now):
    return [evening.person(name) for name in ("anna", "ben", "cleo")]


@pytest.fixture
def row(evening, people, now):
    row = evening.tournament()
    for player in people:
        registration.register(row.pk, player, now=now)
    return row


def say(evening: Evening, player, row, text="hi", kind="words"):
    address = f"/api/v1/tournaments/{row.pk}/chat/"
    return evening.client(player).post(address, {"kind": kind, "text": text}, format="json")


def seen(evening, player, row):
    return evening.client(player).get(f"/api/v1/tournaments/{row.pk}/chat/").json()


def read(evening, player, row):
    return [line["text"] for line in seen(evening, player, row)["lines"]]


def do(evening, player, row, line, act):
    return evening.client(player).post(f"/api/v1/tournaments/{row.pk}/chat/{line}/", {"act": act}, format="json")


def test_who_is_entered_speaks_before_the_start_and_after_being_out(evening, people, row, now):
    rail = evening.person("rail")
    assert say(evening, people[0], row, "Good luck").status_code == 201
    assert read(evening, rail, row) == ["Good luck"]
    assert say(evening, rail, row).json()["code"] == "players_only"
    event_start.start(row.pk, now=now, by=None)
    moves_and_knockouts.knock_out(row.pk, 1, now=now, by=None, why="lost it")
    out = next(player for player in people if row.entries.get(player=player).number == 1)
    assert say(evening, out, row, "Well played").status_code == 201
    told = seen(evening, people[1], row)
    assert (told["table"], told["tournament"], told["channel"]) == (None, row.pk, f"tournament-chat:{row.pk}")


def test_players_never_read_what_spectators_say(evening, people, row, now):
    house_rules.change({"TournamentRules.chat": "players and spectators"}, by=None, now=now)
    rail, wall = evening.person("rail"), evening.person("wall")
    say(evening, rail, row, "He has aces")
    assert read(evening, wall, row) == ["He has aces"]
    assert read(evening, people[0], row) == []
    line = ChatLine.objects.get()
    assert do(evening, people[0], row, line.pk, "report").status_code == 404


def test_one_tournament_may_be_silent_where_the_club_is_not(evening, people, row, now):
    house_rules.change({"TournamentRules.chat": "off"}, by=None, scope=row.owner, now=now)
    assert say(evening, people[0], row).json()["code"] == "chat_off"
    page = evening.client(people[0]).get(f"/tournaments/{row.pk}/").content.decode()
    assert "data-chat=" not in page
    other = evening.tournament()
    registration.register(other.pk, people[0], now=now)
    assert say(evening, people[0], other).status_code == 201


def test_nothing_is_said_in_a_tournament_that_was_called_off(evening, people, row, now):
    say(evening, people[0], row, "See you")
    event_start.cancel(row.pk, now=now, by=None, why="too few")
    assert say(evening, people[0], row).json()["code"] == "chat_closed"
    assert read(evening, people[0], row) == ["See you"]


def test_a_spectator_reads_the_players_as_late_as_the_tables_are_seen(evening, people, row, now):
    house_rules.change({"TableRules.spectator_delay": 300}, by=None, now=now - timedelta(hours=2))
    rail, began = evening.person("rail"), now - timedelta(hours=1)
    event_start.start(row.pk, now=began, by=None)
    place = TournamentChat(type(row).objects.get(pk=row.pk))
    for text, at in (("early", now - timedelta(minutes=10)), ("late", now - timedelta(minutes=1))):
        chat_lines.say(place, people[0], "words", text, now=at)
    assert [line["text"] for line in chat_lines.as_seen_by(place, rail, now=now)["lines"]] == ["early"]
    assert [line["text"] for line in chat_lines.as_seen_by(place, people[1], now=now)["lines"]] == ["early", "late"]


def test_the_floor_keeps_order_in_it_and_has_what_was_reported_on_its_one_list(evening, people, row):
    floor = evening.person("dora", role="director", chips=0)
    say(evening, people[0], row, "rude")
    line = ChatLine.objects.get()
    assert do(evening, people[1], row, line.pk, "report").status_code == 200
    (reported,) = evening.client(floor).get("/api/v1/chat/reports/").json()["lines"]
    assert (reported["table"], reported["tournament"]) == (None, row.pk)
    assert (reported["place_name"], reported["place_path"]) == (row.name, f"/tournaments/{row.pk}/")
    assert do(evening, people[1], row, line.pk, "hide").status_code == 403
    settled = evening.client(floor).post(f"/api/v1/chat/reports/{line.pk}/", {"act": "hide"}, format="json")
    assert settled.json()["lines"] == []
    assert read(evening, people[1], row) == []
    record = AuditEntry.objects.filter(kind__startswith="chat.").order_by("pk")
    assert [(one.kind, one.subject) for one in record] == [("chat.hidden", row.owner), ("chat.settled", row.owner)]
    assert do(evening, floor, row, line.pk, "show").status_code == 200
    assert read(evening, people[1], row) == ["rude"]


def test_a_line_of_another_tournament_or_table_is_none_of_this_one(evening, people, row, now):
    other = evening.tournament()
    say(evening, people[0], row)
    line = ChatLine.objects.get()
    assert do(evening, people[1], other, line.pk, "report").status_code == 404
    assert evening.client(people[1]).post(f"/api/v1/tournaments/{row.pk}9/chat/", {"text": "x"}).status_code == 404


def test_lines_are_forgotten_after_the_days_of_their_tournament(evening, people, row, now):
    house_rules.change({"TournamentRules.chat_days": 2}, by=None, scope=row.owner, now=now - timedelta(days=9))
    place = TournamentChat(row)
    for text, at in (("old", now - timedelta(days=3)), ("new", now)):
        chat_lines.say(place, people[0], "words", text, now=at)
    assert chat_lines.prune(now=now) == 1
    assert [line.text for line in ChatLine.objects.all()] == ["new"]


def test_the_page_says_it_without_scripts_too(evening, people, row):
    client = Client()
    assert "data-chat=" not in client.get(f"/tournaments/{row.pk}/").content.decode(), "a visitor"
    client.force_login(people[0].user)
    assert f'hx-get="/tournaments/{row.pk}/chat/"' in client.get(f"/tournaments/{row.pk}/").content.decode()
    answer = client.post(f"/tournaments/{row.pk}/chat/say/", {"words": "hello there"})
    assert (answer.status_code, answer["Location"]) == (302, f"/tournaments/{row.pk}/")
    page = client.get(f"/tournaments/{row.pk}/chat/").content.decode()
    assert "hello there" in page
    assert f'action="/tournaments/{row.pk}/chat/say/"' in page
    assert client.get("/tournaments/999999/chat/").status_code == 404
