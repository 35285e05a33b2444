"""What other programs are told of a tournament, and the lines that the sweep adds for levels."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from club.base.registry import EVENTS
from club.models import Delivery
from club.notifications import event_words, webhooks
from tests.tournaments.conftest import is_replay
from tournaments.floor import clock_by_hand, reported_knockouts, undo
from tournaments.log.events import registry
from tournaments.models import LogEntry, Result
from tournaments.running import event_start, runner

DOCUMENT = Path(__file__).parents[3] / "docs" / "webhooks.md"


@pytest.fixture
def told(evening, settings) -> Any:
    """Everything is told to one webhook; gives what was told, in order."""
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    webhooks.make("http://127.0.0.1:9/", "all", list(EVENTS), by=None, now=evening.now)
    of_tournaments = Delivery.objects.exclude(event__regex="^(table|member|ledger)[.]").order_by("pk")
    return lambda: [json.loads(one.body) for one in of_tournaments.all()]


def test_every_kind_of_line_but_the_hands_is_an_event():
    lines = {f"tournament.{kind}" for kind in set(registry.EVENTS) - {"dealt", "hand_taken"}}
    others = {kind for kind in EVENTS if kind.startswith(("table.", "member.", "ledger."))}
    assert set(EVENTS) == lines | others | {"heads.published", "tournament.announced", "season.closed"}


def test_the_document_lists_every_event_with_its_words():
    rows = re.findall(r"^\| `([a-z_.]+)` \| (.+?) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == sorted(EVENTS.items())


def test_an_evening_is_told_line_by_line_and_each_line_once(evening, told):
    row = evening.entered(evening.computers(4))
    evening.play(row)
    first, *rest = told()
    assert (first["type"], first["data"]["tournament"]["id"]) == ("tournament.announced", row.pk)
    kinds = [one["type"].removeprefix("tournament.") for one in rest]
    lines = LogEntry.objects.filter(tournament=row).exclude(kind__in=["dealt", "hand_taken"]).order_by("seq")
    assert kinds == [line.kind for line in lines]
    assert kinds[:5] == ["registered"] * 4 + ["started"]
    assert [one["data"]["line"] for one in rest] == [line.seq for line in lines]
    last = told()[-1]
    assert last["type"] == "tournament.finished"
    prizes = {one["place"]: one["prize"] for one in last["data"]["results"]}
    assert prizes == {one.best: one.prize for one in Result.objects.filter(tournament=row)}
    assert sum(prizes.values()) == 4000
    out = next(one for one in told() if one["type"] == "tournament.knocked_out")
    assert out["data"]["player"]["nickname"].startswith("Machine")
    count = Delivery.objects.count()
    runner.direct(row.pk, now=evening.now)
    assert Delivery.objects.count() == count


def test_a_level_is_noted_once_however_often_it_is_swept(evening, told):
    row = evening.entered(evening.computers(4))
    event_start.start(row.pk, now=evening.now)
    for minutes in (0, 1, 5, 5, 6, 11):
        runner.direct(row.pk, now=evening.now + timedelta(minutes=minutes))
    lines = LogEntry.objects.filter(tournament=row, kind="level_changed").order_by("seq")
    assert [(line.data["level"], line.data["words"]) for line in lines] == [(2, "50/100"), (3, "100/200")]
    clock_by_hand.set_level(row.pk, 1, now=evening.now + timedelta(minutes=12), by=None)
    for _each in range(2):
        runner.direct(row.pk, now=evening.now + timedelta(minutes=12))
    assert [line.data["level"] for line in lines.all()] == [2, 3, 1]
    assert [one["data"]["level"] for one in told() if one["type"] == "tournament.level_changed"] == [2, 3, 1]
    assert is_replay(row)


def test_a_break_is_noted_and_so_is_the_level_after_it(evening, told):
    items = [
        {"type": "level", "n": 1, "minutes": 5, "sb": 25, "bb": 50},
        {"type": "break", "minutes": 10},
        {"type": "level", "n": 2, "minutes": 5, "sb": 50, "bb": 100},
    ]
    row = evening.entered(evening.computers(3), structure=evening.structure(items=items))
    event_start.start(row.pk, now=evening.now)
    for minutes in (0, 5, 6, 15, 16):
        runner.direct(row.pk, now=evening.now + timedelta(minutes=minutes))
    found = LogEntry.objects.filter(tournament=row, kind__in=["level_changed", "break_began"]).order_by("seq")
    assert [line.kind for line in found] == ["break_began", "level_changed"]
    assert is_replay(row)


def test_what_is_undone_is_told_beside_the_number_of_the_line_that_undoes_it(evening, told):
    row = evening.entered(evening.computers(4), cards="physical")
    event_start.start(row.pk, now=evening.now)
    reported_knockouts.knock_out(row.pk, [1], now=evening.now, by=None)
    out = LogEntry.objects.get(tournament=row, kind="knocked_out").seq
    undo.undo(row.pk, out, now=evening.now, by=None)
    undo.redo(row.pk, out, now=evening.now, by=None)
    lines = list(LogEntry.objects.filter(tournament=row).order_by("seq").values_list("kind", "seq"))
    messages = [(one["type"].removeprefix("tournament."), one["data"]) for one in told()[1:]]
    assert [(kind, data["line"]) for kind, data in messages] == lines
    assert [data["of_line"] for kind, data in messages if kind in ("undone", "redone")] == [out, out]


def test_an_evening_is_worded_for_people_in_both_languages_from_the_same_messages(evening, told):
    row = evening.entered(evening.computers(4))
    evening.play(row)
    for message in told():
        english, japanese = (event_words.words(message, language) for language in ("en", "ja"))
        for headline, text in (english, japanese):
            assert headline.startswith(row.name)
            assert text.startswith(headline)
            assert text.endswith(f"/tournaments/{row.pk}/")
        assert english[0] != japanese[0]
    winner = Result.objects.get(tournament=row, best=1).player.nickname
    last = event_words.words(told()[-1], "en")[1]
    assert f"1. {winner}" in last


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_event_has_words_for_people_whatever_it_says(kind):
    message = {"type": kind, "timestamp": "2026-11-28T00:00:00+00:00", "data": {"table": [], "results": None}}
    assert event_words.words(message, "en")[0] != event_words.words(message, "ja")[0]
