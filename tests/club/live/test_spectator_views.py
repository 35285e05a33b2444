"""The rail's view from memory: one look for all, never older than what was told; keys that open one channel, for a while."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from club.live import newest_looks, spectator_tokens, spectator_views
from club.live.spectator_views import SpectatorAnswers
from tests.patience import PATIENCE

NOW = timezone.now()
TABLE = "table:7"


@pytest.fixture(autouse=True)
def kept(monkeypatch):
    """What was looked at is kept as long as a test lasts."""
    monkeypatch.setattr(spectator_views, "KEPT_SECONDS", PATIENCE)


class House:
    """Something to look at: each look takes as long as the test lets it, and is as old as when it began."""

    def __init__(self) -> None:
        self.version, self.looks = 1, 0
        self.is_broken = False
        self.gate = asyncio.Event()
        self.gate.set()

    async def look(self, channel: str) -> tuple[int, bytes | None]:
        self.looks += 1
        version = self.version
        await self.gate.wait()
        if self.is_broken:
            raise OperationalError("away")
        return version, b"%d" % version


def query(channel: str = TABLE, **more) -> str:
    return "&".join(
        [f"key={spectator_tokens.given(channel, 5, now=NOW)}", *(f"{name}={value}" for name, value in more.items())]
    )


def ask(crowd: SpectatorAnswers, text: str | None = None):
    return crowd.answer(TABLE, query() if text is None else text, now=NOW)


async def under_way() -> None:
    """Whatever was begun gets to where it waits."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_many_ask_and_one_looks():
    async def story():
        house, newest = House(), {}
        crowd = SpectatorAnswers(newest, house.look)
        house.gate.clear()
        asked = [asyncio.create_task(ask(crowd)) for _ in range(50)]
        await under_way()
        asked[0].cancel()  # whoever asked first goes away
        await under_way()
        house.gate.set()
        found = await asyncio.gather(*asked[1:])
        assert {(one.status, one.body) for one in found} == {(200, b"1")}
        assert (b"etag", b'"1"') in found[0].headers
        assert (await ask(crowd)).body == b"1"
        assert house.looks == 1

    asyncio.run(story())


def test_nobody_is_given_an_older_version_than_the_one_that_was_told():
    async def story():
        house, newest = House(), {}
        crowd = SpectatorAnswers(newest, house.look)
        house.gate.clear()
        early = asyncio.create_task(ask(crowd))
        await under_way()
        house.version, newest[TABLE] = 2, 2  # while the first look is under way
        late = [asyncio.create_task(ask(crowd)) for _ in range(10)]
        await under_way()
        house.gate.set()
        assert (await early).body == b"1", "it asked before there was any other"
        assert {one.body for one in await asyncio.gather(*late)} == {b"2"}
        assert house.looks == 2
        house.version = newest[TABLE] = 3
        assert (await ask(crowd)).body == b"3"

    asyncio.run(story())


def test_what_may_be_old_is_looked_at_again():
    async def story():
        house = House()
        crowd = SpectatorAnswers({}, house.look)
        await ask(crowd)
        house.version = 2
        assert (await ask(crowd)).body == b"1", "no nudge came, and it is young"
        crowd.forget()  # the subscription is lost
        assert (await ask(crowd)).body == b"2"
        house.gate.clear()
        crowd.forget()
        early = asyncio.create_task(ask(crowd))
        await under_way()
        crowd.forget()
        house.version = 3
        house.gate.set()
        await early
        assert (await ask(crowd)).body == b"3", "a look from before the loss is not kept"
        house.version = 4
        crowd.looks.seconds = 0.0  # a nudge is lost
        assert (await ask(crowd)).body == b"4"

    asyncio.run(story())


def test_a_version_that_only_others_know_of_and_a_database_that_is_away_are_no_news():
    async def story():
        house = House()
        crowd = SpectatorAnswers({}, house.look)
        answers = [await ask(crowd, query(version=2))]
        house.version = 2
        assert (await ask(crowd, query(version=2))).body == b"2"
        assert (await ask(crowd, query(version="x"))).status == 200
        house.is_broken = True
        crowd.forget()
        answers.append(await ask(crowd))
        for answer in answers:
            told = json.loads(answer.body)
            assert (answer.status, told["code"], dict(answer.headers)[b"retry-after"]) == (503, "no_news", b"1")
            assert "/api/v1/tables/7/" in told["detail"]
        house.is_broken = False
        assert (await ask(crowd)).body == b"2"

    asyncio.run(story())


def test_memory_is_bounded(monkeypatch):
    async def story():
        house = House()
        crowd = SpectatorAnswers({}, house.look)
        for number in (1, 2, 3, 1):
            channel = f"table:{number}"
            await crowd.answer(channel, query(channel), now=NOW)
        assert house.looks == 4, "the first was given up for the third"

    monkeypatch.setattr(newest_looks, "MOST_KEPT", 2)
    asyncio.run(story())


RIGHT = spectator_tokens.given(TABLE, 5, now=NOW)


@pytest.mark.parametrize(
    "key",
    [
        "",
        "table:7",
        RIGHT[:-1] + ("A" if RIGHT[-1] != "A" else "B"),
        RIGHT.replace("table:7", "table:8"),
        RIGHT.replace(":5:", ":6:"),
        spectator_tokens.given("table:70", 5, now=NOW),
        spectator_tokens.given(TABLE, 5, now=NOW - timedelta(seconds=spectator_tokens.MOST_SECONDS)),
    ],
    ids=["none", "unsigned", "signature", "table", "login", "other table", "run out"],
)
def test_a_key_that_is_wrong_for_another_table_or_run_out_opens_nothing(key):
    async def story():
        house = House()
        answer = await ask(SpectatorAnswers({}, house.look), f"key={key}")
        told = json.loads(answer.body)
        assert (answer.status, told["status"], told["code"], house.looks) == (403, 403, "rail_key", 0)
        assert "/api/v1/tables/7/" in told["detail"]

    asyncio.run(story())


def test_a_key_lasts_for_minutes_and_those_of_a_crowd_do_not_end_at_once():
    ends = set()
    for login in range(200):
        key = spectator_tokens.given(TABLE, login, now=NOW)
        lasting = [
            age for age in range(0, 400, 10) if spectator_tokens.is_open(key, TABLE, now=NOW + timedelta(seconds=age))
        ]
        assert spectator_tokens.LEAST_SECONDS - 10 <= lasting[-1] < spectator_tokens.MOST_SECONDS
        assert lasting == list(range(0, lasting[-1] + 10, 10))
        ends.add(lasting[-1])
    assert len(ends) >= 10


@given(st.text(min_size=1, max_size=50), st.integers(0, 2_000))
def test_law_a_key_that_a_stranger_sends_opens_nothing_and_takes_no_room(told, size):
    before = spectator_tokens._told.cache_info().currsize
    key = told * (size // len(told) + 1)
    assert spectator_tokens.opened(key, now=NOW) is None
    assert len(key) <= spectator_tokens.LONGEST or spectator_tokens._told.cache_info().currsize == before


def test_the_longest_key_that_is_given_opens():
    channel, login = f"{'c' * 20}:{2**63 - 1}:zh-hant", 2**63 - 1
    key = spectator_tokens.given(channel, login, now=NOW)
    assert spectator_tokens.opened(key, now=NOW) == (channel, login)
