"""A body is whole before a thread is taken, in bounds of size and time; what is answered is sent without one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from django.urls import get_resolver

from club.http import whole_bodies
from club.http.whole_bodies import BodyTooLarge, BodyTooSlow, TooManyBodies, Waiting
from tests.support.club.door import ask_door, coming, told_back


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Every address of the club, as it is written down."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        here = before + str(one.pattern)
        yield from routes(one.url_patterns, here) if hasattr(one, "url_patterns") else [here]


async def for_ever() -> AsyncIterator[bytes]:
    yield b"{"
    await asyncio.Event().wait()


@pytest.mark.parametrize("told", [None, 600_003])
def test_a_body_is_whole_whether_its_length_was_told_or_not_and_nothing_waits_afterwards(told):
    waiting = Waiting()
    with asyncio.run(waiting.whole(coming(b"abc", b"x" * 600_000), told=told, most=10**6)) as body:
        assert body.read() == b"abc" + b"x" * 600_000
    assert waiting.bytes == 0


@pytest.mark.parametrize("prefix", [prefix for prefix, _most in whole_bodies.LARGEST_AT])
def test_what_strangers_may_send_is_bounded_where_there_is_a_door(prefix):
    """An address that has moved would leave the bound behind at one that is not there."""
    addresses = [f"/{route}" for route in routes()]
    assert any(address.startswith(prefix) for address in addresses)


def test_what_is_longer_than_the_door_takes_is_refused_by_its_told_length_and_by_what_comes():
    for told in (101, 50, None):
        waiting = Waiting()
        with pytest.raises(BodyTooLarge):
            asyncio.run(waiting.whole(coming(b"x" * 60, b"x" * 60), told=told, most=100))
        assert waiting.bytes == 0


def test_a_body_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(whole_bodies, "GRACE_SECONDS", 0.0)
    waiting = Waiting()
    with pytest.raises(BodyTooSlow):
        asyncio.run(waiting.whole(for_ever(), told=1_000, most=10**6))
    assert waiting.bytes == 0


def test_a_process_keeps_no_more_than_so_many_bytes_of_bodies(monkeypatch):
    monkeypatch.setattr(whole_bodies, "WAITING_BYTES", 100)
    with pytest.raises(TooManyBodies):
        asyncio.run(Waiting().whole(coming(b"x" * 101), told=101, most=10**6))


def test_sizes_go_by_the_address_and_by_whether_files_are_sent():
    assert whole_bodies.largest("/csp-reports/", "application/json") == 20_000
    assert whole_bodies.largest("/api/v1/token/", "multipart/form-data; boundary=x") == 20_000
    assert whole_bodies.largest("/people/7/photo/", "multipart/form-data; boundary=x") == 10_000_000
    assert whole_bodies.largest("/api/v1/tables/1/decisions/", "application/json") == 2_500_000
    assert whole_bodies.seconds_for(10_000_000) == 515.0


def test_the_application_is_asked_as_pep_3333_has_it():
    headers = [("host", "club.example"), ("cookie", "a=1"), ("cookie", "b=2"), ("content-length", "4"),
               ("x-forwarded-for", "192.0.2.1"), ("x_forwarded_for", "forged")]  # fmt: skip
    status, sent, body = ask_door(told_back, b"bo", b"dy", path="/テーブル/", headers=headers)
    seen = json.loads(body)
    assert (status, sent) == (200, {"content-type": "application/json"})
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/テーブル/"
    assert (seen["REMOTE_ADDR"], seen["SERVER_PORT"], seen["wsgi.url_scheme"]) == ("192.0.2.7", "8000", "https")
    assert (seen["HTTP_COOKIE"], seen["HTTP_X_FORWARDED_FOR"]) == ("a=1; b=2", "192.0.2.1")
    assert (seen["CONTENT_LENGTH"], seen["body"]) == ("4", "body")


def test_a_body_of_no_told_length_has_one_when_it_is_whole():
    _status, _sent, body = ask_door(told_back, b"bo", b"dy", headers=[("transfer-encoding", "chunked")])
    assert (json.loads(body)["CONTENT_LENGTH"], json.loads(body)["body"]) == ("4", "body")
    assert "HTTP_TRANSFER_ENCODING" not in json.loads(body)


def test_a_long_answer_is_let_go_of_by_its_thread_before_it_is_sent():
    closed = []

    class Long:
        def __iter__(self):
            return iter([b"x" * 700_000] * 3)

        def close(self):
            closed.append(True)

    def application(_environ, start_response):
        start_response("200 OK", [])
        return Long()

    status, _sent, body = ask_door(application, method="GET")
    assert (status, body) == (200, b"x" * 2_100_000)
    assert closed == [True]


@pytest.mark.parametrize(("language", "words"), [("en", "too large"), ("ja", "大きすぎます")])
def test_a_refusal_is_a_problem_to_programs_and_words_to_people_in_their_language(language, words):
    headers = [("content-length", "20001"), ("accept-language", language)]
    status, sent, body = ask_door(told_back, path="/api/v1/token/", headers=headers)
    assert (status, sent["content-type"], sent["connection"]) == (413, "application/problem+json", "close")
    assert words in json.loads(body)["detail"]
    status, sent, body = ask_door(told_back, path="/csp-reports/", headers=headers)
    assert status == 413
    assert words in body.decode()
