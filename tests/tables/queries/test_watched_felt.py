"""Who only watches has the felt from memory: what Django would have shown, for all who see no more than everybody."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from club.house import house_rules
from club.live import page_parts, shared_parts
from club.live.shared_parts import SharedParts
from club.people import roles
from tables.core.table_rules import TableRules
from tables.models import PlayerNote, Sitting, Table
from tests.support.budget import sweep
from tests.support.club.page_pieces import Page
from tests.support.watched import GAMES, dealt

pytestmark = pytest.mark.django_db

# What each page is sent of its own: as good in one as in another.
OWN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>|(?<=name="key" value=")[^"]*|data-now="\d+"')
RAIL = "spectator"


def browser(player, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(player.user)
    return client


def memory() -> SharedParts:
    """One process's memory, which looks on the test's own connection."""
    return SharedParts(sync_to_async(shared_parts.draw))


def asked(parts: SharedParts, table: Table, key: str, *, path: str = "", now=None, **headers: str):
    told = {"watching": key} | {name.replace("_", "-"): value for name, value in headers.items()}
    return async_to_sync(parts.answer)(path or f"/tables/{table.pk}/felt/", told, now=now or timezone.now())


def bare(html: str) -> str:
    return re.sub(r"\s+", " ", OWN.sub("", html)).replace(" >", ">")


@sweep("game", GAMES, one_of=9)
def test_law_memory_hands_on_what_django_would_show(house, game):
    watched = dealt(house, game)
    watcher = watched.others[RAIL]
    readers = {language: browser(watcher, language) for language in ("en", "ja")}
    parts, is_on, count = memory(), True, 0
    while is_on:
        language = ("en", "ja")[count % 2]
        by_django = readers[language].get(f"/tables/{watched.table.pk}/felt/")
        version = re.search(rb'data-version="(\d+)"', by_django.content)[1].decode()
        sent, body = asked(parts, watched.table, by_django["Watching"], heard=version)
        assert bare(body.decode()) == bare(by_django.content.decode())
        watched.check(body.decode(), watched.known()[None], "memory")
        assert dict(sent)["watching"] == by_django["Watching"]
        is_on = watched.decide()
        count += 1


@pytest.mark.parametrize("game", ["holdem"])
def test_pieces_from_memory_make_the_same_page_whichever_process_sends_them(house, game):
    watched = dealt(house, game)
    reader, page, is_on = browser(watched.others[RAIL]), Page(), True
    processes, sizes = [memory(), memory()], []
    while is_on:
        by_django = reader.get(f"/tables/{watched.table.pk}/felt/")
        version = re.search(rb'data-version="(\d+)"', by_django.content)[1].decode()
        for parts in processes if len(sizes) % 3 else processes[:1]:
            sent, body = asked(parts, watched.table, by_django["Watching"], heard=version, x_pieces=page.asks)
            assert dict(sent)["content-type"].startswith("text/x-parts")
            sizes.append(len(body))
            assert bare(page.take(HttpResponse(body))) == bare(page_parts.squeezed(by_django.content.decode()))
        is_on = watched.decide()
    assert min(sizes[2:]) < sizes[0] / 4, "nothing was left out"


def test_whoever_sees_more_is_given_no_key_and_none_from_before_holds(house):
    watched = dealt(house, "holdem")
    table, parts = watched.table, memory()
    address = f"/tables/{table.pk}/felt/"
    for name in ("owner", "admin", "director", "seat 1", "stranger"):
        player = watched.seats[1] if name == "seat 1" else watched.others[name]
        if player is not None:
            assert "Watching" not in browser(player).get(address), name
    watcher = house.person("late")
    key = browser(watcher).get(address)["Watching"]
    assert asked(parts, table, key) is not None
    PlayerNote.objects.create(writer=watcher, about=watched.seats[1], mark="red", text="calls", at=house.now)
    assert asked(memory(), table, key) is None
    assert "Watching" not in browser(watcher).get(address)
    PlayerNote.objects.all().delete()
    assert asked(memory(), table, key) is not None
    Sitting.objects.create(
        table=table, player=watcher, seat=3, sat_down_at=house.now, account=None, state=Sitting.State.ACTIVE
    )
    assert asked(memory(), table, key) is None, "the own cards would not be seen"
    assert "Watching" not in browser(watcher).get(address)


def test_a_right_given_takes_the_key(house):
    watched = dealt(house, "holdem")
    watcher = house.person("risen")
    assert "Watching" in browser(watcher).get(f"/tables/{watched.table.pk}/felt/")
    roles.give_role(watcher.user, "director")
    assert "Watching" not in browser(watcher).get(f"/tables/{watched.table.pk}/felt/")


def test_what_is_not_to_be_had_from_memory_is_left_to_django(house):
    watched = dealt(house, "holdem")
    table, watcher = watched.table, watched.others[RAIL]
    other = house.seated(house.person("carl"), house.person("dora"))
    key = browser(watcher).get(f"/tables/{table.pk}/felt/")["Watching"]
    assert asked(memory(), table, "") is None
    assert asked(memory(), table, key + "x") is None
    assert asked(memory(), table, key, path=f"/tables/{other.pk}/felt/") is None
    assert asked(memory(), table, key, path=f"/tables/{table.pk}/") is None
    assert asked(memory(), table, key, now=timezone.now() + timedelta(minutes=6)) is None
    assert asked(memory(), table, key, heard=str(Table.objects.get(pk=table.pk).version + 1)) is None
    assert asked(memory(), table, key, heard="9" * 30) is not None, "no number, so nothing was heard"
    gone = shared_parts.key("felt", 99_999, "en", 1, now=timezone.now())
    assert async_to_sync(memory().answer)("/tables/99999/felt/", {"watching": gone}, now=timezone.now()) is None
    house_rules.set_value(TableRules, "spectator_delay", 300, by=None, now=house.now)
    assert asked(memory(), table, key) is None
    assert "Watching" not in browser(watcher).get(f"/tables/{table.pk}/felt/")


def test_what_was_heard_of_is_never_older_and_one_look_serves_many(house, django_assert_num_queries):
    watched = dealt(house, "holdem")
    parts = memory()
    key = browser(watched.others[RAIL]).get(f"/tables/{watched.table.pk}/felt/")["Watching"]
    first = asked(parts, watched.table, key, heard="1")
    with django_assert_num_queries(0):
        assert asked(parts, watched.table, key, heard="1") == first
    watched.decide()
    newest = Table.objects.get(pk=watched.table.pk).version
    assert f'data-version="{newest}"' in asked(parts, watched.table, key, heard=str(newest))[1].decode()


def test_it_is_sent_packed_to_whom_can_unpack_it(house):
    watched = dealt(house, "holdem")
    parts = memory()
    key = browser(watched.others[RAIL]).get(f"/tables/{watched.table.pk}/felt/")["Watching"]
    plain, packed = asked(parts, watched.table, key), asked(parts, watched.table, key, accept_encoding="gzip, br")
    assert dict(packed[0])["content-encoding"] == "gzip"
    assert len(packed[1]) < len(plain[1]) / 3
