"""What is said at tables: who may, who reads it, how the floor keeps order, and when it is forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from club.house import house_rules
from club.membership import erasing, merging
from club.models import AuditEntry, Player
from club.people import suspensions
from tables.chat import chat_lines
from tables.chat.table_chat import TableChat
from tables.models import ChatLine, ChatMute, ChatSilence, PlayerNote
from tests.tables.conftest import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(house):
    return [house.person(name) for name in ("anna", "ben")]


@pytest.fixture
def table(house, people):
    return house.seated(*people, pause=60.0)


def allow(chat, now):
    house_rules.change({"TableRules.chat": chat}, by=None, now=now)


def say(house: House, player, table, text="hi", kind="words"):
    return house.client(player).post(f"/api/v1/tables/{table.pk}/chat/", {"kind": kind, "text": text}, format="json")


def read(house, player, table):
    return [line["text"] for line in house.client(player).get(f"/api/v1/tables/{table.pk}/chat/").json()["lines"]]


def do(house, player, table, line, act):
    return house.client(player).post(f"/api/v1/tables/{table.pk}/chat/{line}/", {"act": act}, format="json")


def test_who_sits_there_speaks_and_everybody_reads_it_where_spectators_are_silent(house, people, table):
    rail = house.person("rail")
    assert say(house, people[0], table, "  Nice   river ").status_code == 201
    assert read(house, people[1], table) == ["Nice river"]
    assert read(house, rail, table) == ["Nice river"]
    refused = say(house, rail, table)
    assert (refused.status_code, refused.json()["code"]) == (403, "players_only")


def test_players_never_read_what_spectators_say(house, people, table, now):
    allow("players and spectators", now)
    one, other = house.person("rail"), house.person("wall")
    assert say(house, one, table, "He has aces").status_code == 201
    say(house, people[0], table, "Well")
    assert read(house, other, table) == ["He has aces", "Well"]
    assert read(house, people[0], table) == ["Well"]
    page = house.client(people[1]).get(f"/api/v1/tables/{table.pk}/chat/").content.decode()
    assert "aces" not in page
    line = ChatLine.objects.get(text="He has aces")
    assert do(house, people[0], table, line.pk, "report").status_code == 404, "not even by its number"


def test_a_spectator_who_sees_the_table_later_reads_the_players_later(house, people, table, now):
    house_rules.change({"TableRules.spectator_delay": 60}, by=None, now=now - timedelta(minutes=5))
    rail = house.person("rail")
    chat_lines.say(TableChat(table), people[0], "words", "before", now=now - timedelta(seconds=90))
    chat_lines.say(TableChat(table), people[0], "words", "now", now=now)
    told = chat_lines.as_seen_by(TableChat(table), rail, now=now)
    assert [line["text"] for line in told["lines"]] == ["before"]
    assert len(chat_lines.as_seen_by(TableChat(table), people[1], now=now)["lines"]) == 2


def test_who_keeps_order_and_plays_is_a_player_at_that_table(house, people, now):
    allow("players and spectators", now)
    dealer, rail = house.person("dora", role="dealer"), house.person("rail")
    table = house.seated(people[0], dealer, pause=60.0)
    say(house, rail, table, "Anna has aces")
    say(house, people[0], table, "Well")
    assert read(house, dealer, table) == ["Well"]
    line = ChatLine.objects.get(text="Well")
    assert do(house, dealer, table, line.pk, "hide").status_code == 200
    other = house.person("dan", role="dealer", chips=0)
    assert read(house, other, table) == ["Anna has aces", "Well"]


def test_who_is_suspended_says_nothing(house, people, table, now):
    allow("players and spectators", now)
    rail, owner = house.person("rail"), house.person("otto", role="owner", chips=0)
    suspensions.suspend(rail.pk, until=now + timedelta(days=1), why="rude", by=owner.user, now=now)
    refused = say(house, rail, table)
    assert (refused.status_code, refused.json()["code"]) == (403, "suspended")
    assert house.client(rail).get(f"/api/v1/tables/{table.pk}/chat/").json()["may_say"] is False
    chat_lines.say(TableChat(table), Player.objects.get(pk=rail.pk), "words", "back", now=now + timedelta(days=2))


def test_who_was_muted_is_read_again(house, people, table, client):
    say(house, people[0], table, "bla")
    line = ChatLine.objects.get()
    client.force_login(people[1].user)
    address = f"/tables/{table.pk}/chat/"
    assert f"{address}unmute/" not in client.get(address).content.decode()
    for again in (
        lambda: house.client(people[1]).delete("/api/v1/me/mutes/").status_code == 204,
        lambda: client.post(f"{address}unmute/").status_code == 302,
    ):
        do(house, people[1], table, line.pk, "mute")
        assert read(house, people[1], table) == []
        assert f"{address}unmute/" in client.get(address).content.decode()
        assert again()
        assert read(house, people[1], table) == ["bla"]


def test_off_is_off_for_everybody(house, people, table, now):
    say(house, people[0], table)
    allow("off", now)
    assert read(house, people[0], table) == []
    assert say(house, people[0], table).json()["code"] == "chat_off"


def test_phrases_and_reactions_are_read_in_ones_own_language(house, people, table, client):
    assert say(house, people[0], table, "nice-hand", "phrase").status_code == 201
    assert say(house, people[0], table, "fire", "reaction").status_code == 201
    assert say(house, people[0], table, "curse", "phrase").status_code == 422
    assert say(house, people[0], table, "nice-hand", "reaction").status_code == 422
    client.force_login(people[1].user)
    english = client.get(f"/tables/{table.pk}/chat/").content.decode()
    client.cookies["django_language"] = "ja"
    japanese = client.get(f"/tables/{table.pk}/chat/").content.decode()
    assert "Nice hand!" in english
    assert "🔥" in english
    assert "ナイスハンド！" in japanese


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 201,
        "a\u202eb",
        "a\x00b",
        "a\x07b",
        "\u3164",
        " \u115f \u1160",
        "\u034f",
        "\u0301\u0301",
        "\u2800",
    ],
)
def test_what_cannot_be_said_is_refused_and_nothing_is_kept(house, people, table, text):
    assert say(house, people[0], table, text).status_code in (400, 422)
    assert not ChatLine.objects.exists()


def test_marks_of_a_page_are_words(house, people, table, client):
    say(house, people[0], table, "<script>alert(1)</script>")
    client.force_login(people[1].user)
    page = client.get(f"/tables/{table.pk}/chat/").content.decode()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_much_at_once_is_refused(house, people, table):
    answers = [say(house, people[0], table, f"line {n}").status_code for n in range(chat_lines.AT_ONCE + 1)]
    assert answers == [201] * chat_lines.AT_ONCE + [429]


def test_a_player_who_is_muted_is_read_no_more_by_that_player_alone(house, people, table, now):
    say(house, people[0], table, "bla")
    line = ChatLine.objects.get()
    rail = house.person("rail")
    assert do(house, people[1], table, line.pk, "mute").status_code == 200
    assert read(house, people[1], table) == []
    assert read(house, rail, table) == ["bla"]
    assert do(house, people[0], table, line.pk, "mute").status_code == 422, "oneself"


def test_the_floor_sees_reports_hides_lines_and_silences(house, people, table, now):
    floor = house.person("dora", role="dealer", chips=0)
    say(house, people[0], table, "rude")
    line = ChatLine.objects.get()
    for _ in range(2):
        assert do(house, people[1], table, line.pk, "report").status_code == 200
    seen = house.client(floor).get(f"/api/v1/tables/{table.pk}/chat/").json()
    assert [(one["text"], one["reports"], one["is_hidden"]) for one in seen["lines"]] == [("rude", 1, False)]
    assert do(house, people[1], table, line.pk, "hide").status_code == 403
    version = seen["version"]
    assert do(house, floor, table, line.pk, "hide").json()["version"] > version
    assert read(house, people[1], table) == []
    assert do(house, floor, table, line.pk, "silence").status_code == 200
    assert say(house, people[0], table).json()["code"] == "silenced"
    assert say(house, people[1], table).status_code == 201
    assert list(AuditEntry.objects.filter(kind__startswith="chat.").values_list("kind", flat=True).order_by("pk")) == [
        "chat.hidden",
        "chat.silenced",
    ]
    assert say(house, floor, table, "Please").status_code == 201
    told = house.client(people[0]).get(f"/api/v1/tables/{table.pk}/chat/").json()["lines"][-1]
    assert (told["text"], told["is_floor"]) == ("Please", True)
    chat_lines.say(TableChat(table), people[0], "words", "again", now=now + timedelta(days=2))


def test_the_floor_shows_a_hidden_line_again_and_lifts_a_silence_on_record(house, people, table, now):
    floor = house.person("dora", role="dealer", chips=0)
    say(house, people[0], table, "not so rude")
    line = ChatLine.objects.get()
    for act in ("hide", "silence"):
        do(house, floor, table, line.pk, act)
    seen = house.client(floor).get(f"/api/v1/tables/{table.pk}/chat/").json()
    assert (seen["lines"][0]["is_hidden"], seen["silenced"]) == (True, [people[0].pk])
    for act in ("show", "lift-silence"):
        assert do(house, people[1], table, line.pk, act).status_code == 403
    version = seen["version"]
    assert do(house, floor, table, line.pk, "show").json()["version"] > version
    assert read(house, people[1], table) == ["not so rude"]
    assert say(house, people[0], table).json()["code"] == "silenced"
    assert do(house, floor, table, line.pk, "lift-silence").json()["silenced"] == []
    assert say(house, people[0], table).status_code == 201
    for act in ("show", "lift-silence"):
        do(house, floor, table, line.pk, act)  # again changes nothing
    kinds = AuditEntry.objects.filter(kind__startswith="chat.").values_list("kind", flat=True).order_by("pk")
    assert list(kinds) == ["chat.hidden", "chat.silenced", "chat.shown", "chat.silence-lifted"]
    assert "silenced" not in house.client(people[1]).get(f"/api/v1/tables/{table.pk}/chat/").json()


def test_a_line_of_a_merged_membership_silences_and_mutes_the_one_who_stays(house, people, table, now):
    floor = house.person("dora", role="dealer", chips=0)
    allow("players and spectators", now)
    twin, kept = house.person("twin"), house.person("kept")
    say(house, twin, table, "rude")
    line = ChatLine.objects.get()
    merging.merge(twin.pk, kept.pk, why="twice", by=None, now=now)
    assert do(house, floor, table, line.pk, "silence").json()["silenced"] == [twin.pk]
    kept.refresh_from_db()
    assert ChatSilence.objects.get().player == kept
    assert do(house, floor, table, line.pk, "lift-silence").json()["silenced"] == []
    assert not ChatSilence.objects.exists()
    rail = house.person("rail")
    assert do(house, rail, table, line.pk, "mute").status_code == 200
    assert ChatMute.objects.get().muted == kept
    assert read(house, rail, table) == []


def test_the_pages_of_the_floor_offer_what_takes_back(house, people, table):
    floor = house.person("dora", role="dealer", chips=0)
    say(house, people[0], table, "rude")
    line = ChatLine.objects.get()
    page = Client()
    page.force_login(floor.user)
    address = f"/tables/{table.pk}/chat/{line.pk}"
    for act, back in (("hide", "show"), ("silence", "lift-silence")):
        page.post(f"{address}/{act}/")
        assert f"{address}/{back}/" in page.get(f"/tables/{table.pk}/chat/").content.decode()
        page.post(f"{address}/{back}/")
        assert f"{address}/{act}/" in page.get(f"/tables/{table.pk}/chat/").content.decode()
    assert say(house, people[0], table).status_code == 201


def test_a_silence_goes_with_whoever_is_merged_and_so_does_what_others_do_not_read(house, people, table, now):
    floor = house.person("dora", role="dealer", chips=0)
    silent, kept, reader = (house.person(name, chips=0) for name in ("silent", "kept", "reader"))
    until = now + timedelta(hours=9)
    ChatSilence.objects.create(player=silent, until=until, by=floor.user)
    ChatSilence.objects.create(player=kept, until=now + timedelta(hours=1), by=floor.user)
    ChatMute.objects.create(player=reader, muted=silent)
    ChatMute.objects.create(player=kept, muted=silent)
    PlayerNote.objects.create(writer=reader, about=silent, text="talks", at=now)
    told = house.client(silent).get("/api/v1/me/data/").json()["tables"]
    assert len(told["silenced"]) == 1
    merging.merge(silent.pk, kept.pk, why="twice", by=None, now=now)
    assert [(one.player, one.until) for one in ChatSilence.objects.all()] == [(kept, until)]
    assert [(one.player, one.muted) for one in ChatMute.objects.all()] == [(reader, kept)]
    assert [(one.writer, one.about) for one in PlayerNote.objects.all()] == [(reader, kept)]
    allow("players and spectators", now)
    assert say(house, kept, table).json()["code"] == "silenced"
    erasing.erase(kept.pk, by=None, now=now)
    assert not ChatSilence.objects.exists()
    assert not ChatMute.objects.exists()


def test_a_line_of_another_table_is_none_of_this_one(house, people, table):
    say(house, people[0], table)
    other = house.table()
    line = ChatLine.objects.get()
    floor = house.person("dora", role="dealer", chips=0)
    for player, act in ((people[1], "report"), (floor, "hide")):
        assert do(house, player, other, line.pk, act).status_code == 404


def test_lines_are_kept_as_long_as_the_house_says_and_go_with_their_player(house, people, table, now):
    house_rules.change({"TableRules.chat_days": 2}, by=None, now=now - timedelta(days=9))
    chat_lines.say(TableChat(table), people[0], "words", "old", now=now - timedelta(days=3))
    chat_lines.say(TableChat(table), people[0], "words", "new", now=now)
    assert chat_lines.prune(now=now) >= 1
    assert [line.text for line in ChatLine.objects.all()] == ["new"]
    rail = house.person("gone", chips=0)
    allow("players and spectators", now)
    chat_lines.say(TableChat(table), rail, "words", "bye", now=now)
    erasing.erase(rail.pk, by=None, now=now)
    assert [line.text for line in ChatLine.objects.all()] == ["new"]


def test_the_page_says_it_without_scripts_too(house, people, table, client):
    client.force_login(people[0].user)
    assert client.post(f"/tables/{table.pk}/chat/say/", {"words": "hello there"}).status_code == 302
    fresh = client.post(f"/tables/{table.pk}/chat/say/", {"phrase": "thanks"}, headers={"HX-Request": "true"})
    assert "hello there" in fresh.content.decode()
    assert "Thanks!" in fresh.content.decode()
    line = ChatLine.objects.first()
    client.force_login(people[1].user)
    assert client.post(f"/tables/{table.pk}/chat/{line.pk}/report/").status_code == 302
    assert client.post(f"/tables/{table.pk}/chat/{line.pk}/hide/").status_code == 403
    assert 'data-chat="' in client.get(f"/tables/{table.pk}/").content.decode()
