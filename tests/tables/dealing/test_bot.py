"""The example of docs/bot.md, word for word, plays a hand with betting and a Chinese one to their ends against a live server."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tables.models import Hand
from tests.support.programs import play_out

DOCS = Path(__file__).parents[3] / "docs" / "bot.md"


def example() -> str:
    (found,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.S)
    return found


@pytest.mark.django_db(transaction=True)
def test_the_example_in_the_docs_plays_a_hand_to_its_end(live_server, tmp_path, settings):
    assert len(example().splitlines()) <= 60
    settings.ALLOWED_HOSTS = ["*"]
    program = tmp_path / "bot.py"
    program.write_text(example())
    run = [sys.executable, str(program), live_server.url]
    play_out([lambda token, table, seat: [*run, token, str(table.pk), str(seat), "5000"]] * 4, words=4)
    assert all(len(first.words) >= 1 for first in Hand.objects.filter(number=1))
