"""Programs that play: each sits down over HTTP at a table of its own with another, and one hand is dealt to them."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connections
from django.utils import timezone

from club.accounts import api_tokens
from engine.betting.hand import Stakes
from tables import tasks
from tables.dealing import settlement
from tables.models import Decision, Hand, Sitting, Table, Word
from tests.patience import PATIENCE
from tests.tables.conftest import House

GAMES: list[dict[str, Any]] = [{}, {"game": "ofc-pineapple", "stakes": Stakes(limit="points", point=5)}]
Line = Callable[[str, Table, int], Sequence[str]]


def play_out(lines: Sequence[Line], environment: dict[str, str] | None = None, *, words: int = 0) -> None:
    """Have programs play a hand with betting and a Chinese one to their ends.

    lines: what is run at each seat, given a token, the table and the seat's number; two for each game.
    words: how many words for the shuffle are there before hands are dealt; a program may say one once it sits.
    """
    house = House(timezone.now())
    tables = [house.table(pause=3600.0, min_buy_in=100, max_buy_in=9_000, **game) for game in GAMES]
    people = [house.person(name) for name in ("anna", "ben", "chika", "dai")]
    programs = []
    for number, (player, line) in enumerate(zip(people, lines, strict=True)):
        token = api_tokens.make(player.user, "bot", now=timezone.now())
        run = line(token, tables[number // 2], number % 2 + 1)
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        programs.append(subprocess.Popen(run, env=environment, **pipes))
    said = _work_until_over(programs, words)
    assert [one.returncode for one in programs] == [0] * len(people), said
    _check(tables, said)


def _work_until_over(programs: Sequence[subprocess.Popen[str]], words: int) -> list[str]:
    is_over = threading.Event()

    def work() -> None:
        """What workers and sweeps do in a running club."""
        while not is_over.wait(0.2) and (Sitting.objects.count() < len(programs) or Word.objects.count() < words):
            pass
        while not is_over.wait(0.2):  # one hand, as soon as all are here; the next is an hour away
            Table.objects.filter(next_hand=1, deal_at__isnull=False).update(deal_at=timezone.now())
            tasks.sweep()
            over = Hand.objects.filter(state="over").values_list("pk", flat=True)
            settlement.resolve_all(over, now=timezone.now())
        connections.close_all()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        return [one.communicate(timeout=2 * PATIENCE)[0] for one in programs]
    finally:
        is_over.set()
        worker.join()
        for one in programs:
            one.kill()


def _check(tables: Sequence[Table], said: Sequence[str]) -> None:
    for at, table in enumerate(tables):
        first = Hand.objects.filter(table=table).order_by("pk").first()
        assert first is not None
        words = said[2 * at : 2 * at + 2]
        assert all(re.match(rf"hand {first.pk} is over after \d+ events", text) for text in words), words
        assert first.state == Hand.State.SETTLED
        assert set(Decision.objects.filter(hand=first).values_list("source", flat=True)) == {"player"}
    assert not Sitting.objects.filter(state="active").exists()
