"""The event streams: a real process, a real Redis, real HTTP."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import time

import httpx
import pytest
import redis
from django.conf import settings

from clients.python import streams as listeners
from clients.python.streams import News
from club.live.nudges import channel as nudges
from club.live.streams import Viewer
from club.project.processes import program
from club.project.servers import free_port
from tests.patience import PATIENCE

DATABASE = f"streams_{os.getpid()}"  # which these streams never ask; nobody else tells its news


@pytest.fixture(scope="module")
def running():
    port = free_port()
    line = f"uvicorn --port {port} --log-level warning --timeout-graceful-shutdown 1 club.project.asgi:application"
    process = subprocess.Popen(
        program(line),
        env={**os.environ, "WEB_ORIGIN": "http://club.test", "DATABASE_URL": f"postgresql://127.0.0.1:1/{DATABASE}"},
    )
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            client.request("GET", "/healthz")
            assert client.getresponse().status == 200
            break
        except OSError:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
    yield port, process.pid
    process.terminate()
    process.wait(PATIENCE)


@pytest.fixture
def streams(running) -> int:
    return running[0]


def listen(port: int, path: str):
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    client.request("GET", path)
    return client.getresponse()


def next_event(answer, has: str = "version") -> dict:
    """The next event that says this; `look` says the channel alone."""
    while line := answer.readline().decode():
        if line.startswith("data: ") and has in (told := json.loads(line[6:])):
            return told
    raise AssertionError("the stream ended")


def tell(channel: str, version: int) -> None:
    client = redis.Redis.from_url(settings.REDIS_URL)
    deadline = time.monotonic() + PATIENCE
    while not client.publish(nudges(DATABASE), json.dumps({"channel": channel, "version": version})):
        assert time.monotonic() < deadline, "nobody has subscribed"
        time.sleep(0.05)


def test_who_watches_a_table_hears_its_versions_and_no_others(streams):
    answer = listen(streams, "/streams/table:7")
    assert answer.status == 200
    assert answer.getheader("Content-Type") == "text/event-stream"
    assert answer.getheader("Access-Control-Allow-Origin") == "http://club.test"
    assert answer.getheader("Access-Control-Allow-Credentials") == "true"
    tell("table:8", 99)
    tell("table:7", 12)
    assert next_event(answer) == {"version": 12, "channel": "table:7"}
    tell("table:7", 13)
    assert next_event(answer) == {"version": 13, "channel": "table:7"}


def test_who_comes_after_a_version_was_told_hears_it_first(streams):
    """What happens between a page and its stream is not missed."""
    before = listen(streams, "/streams/table:10")
    assert before.readline() == b"retry: 1000\n"
    assert [before.readline() for _line in range(3)] == [
        b"\n",
        b"event: look\n",
        b'data: {"channel":"table:10"}\n',
    ]  # nothing was told yet
    tell("table:10", 4)
    assert next_event(before) == {"version": 4, "channel": "table:10"}
    after = listen(streams, "/streams/table:10")
    assert next_event(after) == {"version": 4, "channel": "table:10"}


def test_many_watch_one_table(streams):
    answers = [listen(streams, "/streams/table:9") for _ in range(20)]
    tell("table:9", 5)
    assert [next_event(answer) for answer in answers] == [{"version": 5, "channel": "table:9"}] * 20


@pytest.mark.parametrize("path", ["/streams/", "/streams/wallet:1", "/streams/table:x", "/"])
def test_other_addresses_are_no_streams(streams, path):
    assert listen(streams, path).status == 404


def test_the_rail_of_the_same_process_asks_for_a_key(streams):
    answer = listen(streams, "/rail/table:7?key=table:7:1:9999999999:forged")
    assert (answer.status, json.loads(answer.read())["code"]) == (403, "rail_key")
    assert answer.getheader("Content-Type") == "application/problem+json"
    assert answer.getheader("Access-Control-Allow-Origin") == "http://club.test"
    assert listen(streams, "/rail/wallet:7").status == 404


def test_without_redis_the_streams_end_and_who_comes_back_is_told_again(running):
    """A page whose stream goes on in silence would be behind, and not know it."""
    port, pid = running
    answer = listen(port, "/streams/table:11")
    tell("table:11", 3)
    assert next_event(answer) == {"version": 3, "channel": "table:11"}
    client = redis.Redis.from_url(settings.REDIS_URL)
    [subscription] = [one for one in client.client_list() if one["name"] == f"streams-{pid}"]
    client.client_kill_filter(_id=subscription["id"])
    rest = answer.read().decode()
    assert "data:" not in rest
    again = listen(port, "/streams/table:11")
    assert again.status == 200
    assert b"event: look\n" in [again.readline() for _line in range(3)]  # what was told meanwhile is not known
    tell("table:11", 4)
    assert next_event(again) == {"version": 4, "channel": "table:11"}


def test_one_stream_tells_of_several_channels_and_of_no_other(streams):
    answer = listen(streams, "/streams/table:21,tournament:3,table:22,table:21")
    assert answer.status == 200
    looks = [next_event(answer, "channel") for _ in range(3)]
    assert [one["channel"] for one in looks] == ["table:21", "table:22", "tournament:3"]
    tell("table:23", 1)
    tell("tournament:3", 8)
    assert next_event(answer) == {"version": 8, "channel": "tournament:3"}
    tell("table:22", 2)
    assert next_event(answer) == {"version": 2, "channel": "table:22"}


@pytest.mark.parametrize(
    "channels", ["table:1,", ",table:1", "table:1,wallet:2", ",".join(["table:1"] * 41), "table:1" * 40]
)
def test_what_is_no_list_of_channels_is_no_stream(streams, channels):
    assert listen(streams, f"/streams/{channels}").status == 404


def test_news_that_overtake_each_other_leave_the_newest():
    viewer = Viewer()
    viewer.tell("table:1", 6)
    viewer.tell("table:1", 5)
    viewer.tell("table:2", 1)
    assert viewer.words().count(b"event: version") == 2
    assert viewer.versions == {"table:1": 6, "table:2": 1}
    assert b"still" in viewer.words(), "each is said once"


def test_the_listener_of_the_clients_hears_what_is_told(streams):
    tell("table:71", 4)
    found = listeners.news(f"http://127.0.0.1:{streams}", "table:71", "chat:71")
    assert {next(found), next(found)} == {News("table:71", 4), News("chat:71", None)}
    tell("chat:71", 9)
    assert next(found) == News("chat:71", 9)


def test_the_listener_of_the_clients_stops_at_channels_that_there_are_not(streams):
    with pytest.raises(httpx.HTTPStatusError):
        next(listeners.news(f"http://127.0.0.1:{streams}", "kitchen:7"))
