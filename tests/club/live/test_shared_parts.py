"""A part that all who only watch see alike: who has it from memory, by which words, and what is left to Django."""

from __future__ import annotations

import asyncio
import gzip
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from hypothesis import given
from hypothesis import strategies as st

from club.base import registry
from club.base.registry import SharedPart
from club.live import shared_parts
from club.live.page_parts import squeezed
from club.live.shared_parts import Drawn, Shared, SharedParts
from tests.support.club.door import ask_door, told_back
from tests.support.club.page_pieces import TAGS, Page

NOW = datetime(2026, 5, 1, 20, tzinfo=UTC)
PATH = "/boards/7/"
KEY = shared_parts.key("board", 7, "en", 5, now=NOW)


@pytest.fixture(autouse=True)
def _a_kind_of_part(monkeypatch):
    monkeypatch.setitem(registry.SHARED_PARTS, "board", SharedPart("/boards/{number}/", "nobody.draws"))


class Board:
    """What there is to be drawn, and how often it was."""

    def __init__(self, html: str = "<ol><li>one") -> None:
        self.version, self.html, self.looks, self.is_broken = 1, html, 0, False
        self.others: frozenset[int] = frozenset()

    async def look(self, name: str) -> tuple[int, Drawn | None]:
        self.looks += 1
        assert name == "board:7:en"
        if self.is_broken:
            raise OperationalError("away")
        return self.version, Drawn.of(Shared(self.html, self.others))


async def ask(parts: SharedParts, **headers: str):
    told = {"watching": KEY} | {name.replace("_", "-"): value for name, value in headers.items()}
    return await parts.answer(PATH, told, now=NOW)


@given(st.lists(st.lists(TAGS, min_size=1, max_size=30).map("".join), min_size=1, max_size=5), st.lists(st.booleans()))
def test_law_what_is_put_together_is_what_there_is_whoever_sent_it(drawn: list[str], turns: list[bool]) -> None:
    """Two processes, each of which was asked for some versions alone; a page may have missed any."""

    async def story() -> None:
        board, page = Board(), Page()
        processes = [SharedParts(board.look), SharedParts(board.look)]
        for at, html in enumerate(drawn):
            board.html, board.version = html, at + 1
            parts = processes[at < len(turns) and turns[at]]
            sent, body = await ask(parts, heard=str(board.version), x_pieces=page.asks)
            shown = page.take(HttpResponse(body)) if dict(sent)["content-type"].startswith("text/x") else body.decode()
            assert shown == squeezed(html)

    asyncio.run(story())


def test_a_crowd_causes_one_look_and_one_answer():
    async def story():
        board = Board()
        parts = SharedParts(board.look)
        answers = await asyncio.gather(*(ask(parts, accept_encoding="gzip", heard="1") for _ in range(50)))
        assert board.looks == 1
        assert {gzip.decompress(body) for _sent, body in answers} == {board.html.encode()}
        assert dict(answers[0][0]) == {
            "content-type": "text/html; charset=utf-8",
            "cache-control": "no-store",
            "x-content-type-options": "nosniff",
            "watching": KEY,
            "content-encoding": "gzip",
        }

    asyncio.run(story())


def test_a_page_that_may_have_missed_something_is_shown_what_is_looked_at_from_then_on():
    async def story():
        board = Board()
        parts = SharedParts(board.look)
        await ask(parts, heard="1")
        board.html, board.version = "<ol><li>two", 2
        assert (await ask(parts, heard="1"))[1] == b"<ol><li>one", "a moment old, and of the version that was heard of"
        both = await asyncio.gather(*(ask(parts, heard=heard) for heard in ("0", "", "x")))
        assert {body for _sent, body in both} == {b"<ol><li>two"}

    asyncio.run(story())


def test_whoever_sees_another_part_by_now_a_version_not_there_yet_and_a_database_away_are_left_to_django():
    async def story():
        board = Board()
        assert await ask(SharedParts(board.look), heard="2") is None
        board.others = frozenset([5])
        assert await ask(SharedParts(board.look)) is None
        board.others, board.is_broken = frozenset([6]), True
        assert await ask(SharedParts(board.look)) is None
        board.is_broken = False
        assert await ask(SharedParts(board.look)) is not None

    asyncio.run(story())


def test_what_pages_have_is_remembered_within_bounds(monkeypatch):
    monkeypatch.setattr(shared_parts, "MOST_REMEMBERED", 3)

    async def story():
        board = Board()
        parts, page = SharedParts(board.look), Page()
        for version in range(1, 9):
            board.html, board.version = f"<ol><li>{version}<li>same", version
            _sent, body = await ask(parts, heard=str(version), x_pieces=page.asks)
            assert page.take(HttpResponse(body)) == board.html
        assert len(parts._had) == 3

    asyncio.run(story())


@pytest.mark.parametrize(
    ("method", "path", "query", "key", "is_known"),
    [
        ("GET", PATH, "", KEY, True),
        ("GET", PATH, "suggest=1", KEY, False),
        ("POST", PATH, "", KEY, False),
        ("GET", "/boards/8/", "", KEY, False),
        ("GET", PATH, "", "board:7:en:5:9:forged", False),
        ("GET", PATH, "", "é" * 9_000, False),
        ("GET", PATH, "", shared_parts.key("unknown", 7, "en", 5, now=NOW), False),
    ],
)
def test_the_door_hands_on_what_is_known_and_has_django_answer_all_else(
    monkeypatch, method, path, query, key, is_known
):
    monkeypatch.setattr("club.project.rsgi.timezone", SimpleNamespace(now=lambda: NOW))
    monkeypatch.setattr(shared_parts, "look", lambda _name: (1, Drawn.of(Shared("<p>drawn"))))
    headers = [("watching", key), ("content-length", "0")]
    status, sent, body = ask_door(told_back, method=method, path=path, query_string=query, headers=headers)
    assert (status, sent.get("watching"), body == b"<p>drawn") == (200, KEY if is_known else None, is_known)
