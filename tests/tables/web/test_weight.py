"""What a browser loads for the first table: its page, its scripts and its sheets, as they go over the wire."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath

import pytest

pytestmark = pytest.mark.django_db
MOST = 100_000  # bytes
LINKED = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg))"')
IMPORTED = re.compile(r'from "(\.[^"]+)"')


def test_the_first_table_weighs_less_than_a_picture(house, client):
    people = [house.person(name) for name in ("anna", "ben")]
    table = house.seated(*people, pause=60.0)
    client.force_login(people[0].user)
    weights: dict[str, int] = {}
    waiting = [f"/tables/{table.pk}/"]
    while waiting:
        address = waiting.pop()
        if address in weights:
            continue
        weights[address] = len(_body(client.get(address, headers={"Accept-Encoding": "gzip"})))
        text = _body(client.get(address)).decode()
        found = LINKED.findall(text) if address.startswith("/tables/") else IMPORTED.findall(text)
        waiting += [normpath(join(dirname(address), one)) for one in found]
    assert len(weights) > 20, "scripts and sheets are found"
    assert sum(weights.values()) < MOST, weights


def test_answers_are_compressed_where_the_browser_takes_it(house, client):
    player = house.person("anna")
    client.force_login(player.user)
    plain, packed = client.get("/tables/"), client.get("/tables/", headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert len(packed.content) < len(plain.content) / 2


def _body(answer) -> bytes:
    assert answer.status_code == 200, answer
    return b"".join(answer.streaming_content) if answer.streaming else answer.content
