"""A page of what there is not says so: no page breaks, and none refuses without a word."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from tests.rights import STATED, logged_in
from tests.support.budget import sampled
from tests.support.world import World, world

__all__ = ["world"]
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.sweep]

NUMBER = re.compile(r"<int:\w+>")
NUMBERED = sorted(
    {
        address
        for method, address in STATED
        if method == "GET" and NUMBER.search(address) and not address.startswith("/api/")
    }
)
ALERT = re.compile(r'<(p|div|section)\b[^>]*\brole="alert"[^>]*>(.*?)</\1>', re.DOTALL)


def test_law_a_page_of_a_number_that_nothing_has_says_so(world: World) -> None:
    owner = logged_in(world, "owner")
    wrong = []
    for address in sampled(NUMBERED, "unknown numbers", one_of=4):
        path = world.filled(NUMBER.sub("999999999", address), world.me)
        answer = owner.get(path)
        silent = [found[0] for found in ALERT.finditer(_text(answer)) if not strip_tags(found[2]).strip()]
        if answer.status_code >= 500 or silent:
            wrong.append((path, answer.status_code, silent))
    assert not wrong


def _text(answer: object) -> str:
    return "" if getattr(answer, "streaming", False) else getattr(answer, "content", b"").decode(errors="replace")
