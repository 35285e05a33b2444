"""The example of docs/bot.md, word for word, plays a hand with betting and a Chinese one to their ends against a live server."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from club.accounts import api_tokens
from engine.betting.hand import Stakes
from tables import tasks
from tables.dealing import settlement
from tables.models import Decision, Hand, Sitting, Table
from tests.patience import PATIENCE
from tests.tables.conftest import House

DOCS = Path(__file__).parents[3] / "docs" / "bot.md"


def example() -> str:
    (found,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.S)
    return found


@pytest.mark.django_db(transaction=True)
def test_the_example_in_the_docs_plays_a_hand_to_its_end(live_server, tmp_path, settings):
    assert len(example().splitlines()) <= 60
    settings.ALLOWED_HOSTS = ["*"]
    house = House(timezone.now())
    points = Stakes(limit="points", point=5)
    games: list[dict[str, Any]] = [{}, {"game": "ofc-pineapple", "stakes": points}]
    tables = [house.table(pause=3600.0, min_buy_in=100, max_buy_in=9_000, **game) for game in games]
    people = [house.person(name) for name in ("anna", "ben", "chika", "dai")]
    program = tmp_path / "bot.py"
    program.write_text(example())
    programs = []
    for number, player in enumerate(people):
        token = api_tokens.make(player.user, "bot", now=timezone.now())
        table, seat = tables[number // 2], number % 2 + 1
        line = [sys.executable, str(program), live_server.url, token, str(table.pk), str(seat), "5000"]
        programs.append(subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
    is_over = threading.Event()

    def work() -> None:
        """What workers and sweeps do in a running club."""
        while not is_over.wait(0.2):
            if Sitting.objects.count() == len(people):  # one hand, as soon as all are here; the next is an hour away
                Table.objects.filter(next_hand=1, deal_at__isnull=False).update(deal_at=timezone.now())
                tasks.sweep()
                settlement.resolve_all(
                    Hand.objects.filter(state="over").values_list("pk", flat=True), now=timezone.now()
                )
        connections.close_all()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        said = [one.communicate(timeout=2 * PATIENCE)[0] for one in programs]
    finally:
        is_over.set()
        worker.join()
        for one in programs:
            one.kill()
    assert [one.returncode for one in programs] == [0] * len(people), said
    for table, words in zip(tables, (said[:2], said[2:]), strict=True):
        first = Hand.objects.filter(table=table).order_by("pk").first()
        assert all(re.match(rf"hand {first.pk} is over after \d+ events", text) for text in words), words
        assert first.state == Hand.State.SETTLED
        assert len(first.words) >= 1
        by = set(Decision.objects.filter(hand=first).values_list("source", flat=True))
        assert by == {"player"}
    assert not Sitting.objects.filter(state="active").exists()
