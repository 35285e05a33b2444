"""Lines of the log in the API's schema: of every kind one shape, made from its class, and every line that is told has its shape."""

from __future__ import annotations

import functools
import re
from typing import Any

import jsonschema
import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from rest_framework.renderers import JSONRenderer
from rest_framework.utils import json

from tests.support.answers import components, whole_schema
from tests.support.budget import sweep
from tests.support.tournaments.log_events import NOW, of_class, stored
from tests.tournaments.conftest import Evening
from tournaments.api import log_lines
from tournaments.floor import moves_and_knockouts, undo
from tournaments.log.events.entries import TermsChanged
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.registry import CLASSES
from tournaments.log.events.undo_and_redo import UNDOABLE
from tournaments.models import LogEntry
from tournaments.running import event_start


@functools.cache
def validator(name: str) -> Validator:
    """Of one component, made once: `jsonschema.validate` would check the whole schema again with each line."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": components()}}
    checked: Validator = validator_for(schema)(schema)
    return checked


def check(told: Any, name: str) -> None:
    validator(name).validate(told)


def test_the_log_is_a_union_told_apart_by_kind() -> None:
    union = components()["LogLine"]
    assert set(union["discriminator"]["mapping"]) == {cls.kind for cls in CLASSES}
    assert len(union["oneOf"]) == len(CLASSES)
    place = whole_schema()["paths"]["/api/v1/tournaments/{tournament_id}/log/"]["get"]["responses"]["200"]
    assert place["content"]["application/json"]["schema"]["$ref"].endswith("/LogLines")
    for turn in ("LogUndone", "LogRedone"):
        assert set(components()[turn]["discriminator"]["mapping"]) == set(UNDOABLE)


def told_line(event: LogEvent) -> tuple[LogEntry, Any]:
    line = LogEntry(seq=1, kind=event.kind, data=stored(event), source="", at=NOW)
    return line, json.loads(JSONRenderer().render(log_lines.LogLine().to_representation(log_lines.line_told(line))))


@sweep("cls", CLASSES, ids=lambda cls: cls.kind)
@settings(max_examples=2)  # each is held against the shapes of all kinds
@given(data=st.data())
def test_a_line_of_each_kind_is_one_of_the_union(cls: type[LogEvent], data: st.DataObject) -> None:
    _line, told = told_line(data.draw(of_class(cls)))
    check(told, "LogLine")


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.kind)
@given(data=st.data())
def test_law_every_line_is_told_in_the_shape_of_its_kind(cls: type[LogEvent], data: st.DataObject) -> None:
    event = data.draw(of_class(cls))
    line, told = told_line(event)
    assert told["data"] == line.data
    check(told, f"LogLine{cls.__name__}")
    if cls is not TermsChanged:  # whose fields are those of an event
        with pytest.raises(jsonschema.ValidationError):
            check({**told, "data": {**told["data"], "strange": 1}}, f"LogLine{cls.__name__}")


def test_the_log_of_an_evening_is_as_the_schema_says(evening: Evening) -> None:
    boss = evening.person("boss", role="director")
    row = evening.entered(evening.computers(6), cards="physical")
    event_start.start(row.pk, now=evening.now)
    moves_and_knockouts.knock_out(row.pk, 3, now=evening.now, by=boss.user, why="gave up", chips=1000)
    row.refresh_from_db()
    undo.undo(row.pk, row.seq, now=evening.now, by=boss.user)
    client = Client()
    assert boss.user is not None
    client.force_login(boss.user)
    told = client.get(f"/api/v1/tournaments/{row.pk}/log/").json()
    assert {line["kind"] for line in told["log"]} >= {"registered", "started", "knocked_out", "undone"}
    assert [line["data"] for line in told["log"]] == list(
        LogEntry.objects.filter(tournament=row).order_by("seq").values_list("data", flat=True)
    )
    check(told, "LogLines")


def test_a_line_that_another_names_by_its_number_is_found_on_a_phone_too(evening: Evening) -> None:
    """Where there is no room for a column of numbers."""
    boss = evening.person("boss", role="director")
    row = evening.entered(evening.computers(6), cards="physical")
    event_start.start(row.pk, now=evening.now)
    moves_and_knockouts.knock_out(row.pk, 3, now=evening.now, by=boss.user, why="gave up", chips=1000)
    row.refresh_from_db()
    undo.undo(row.pk, row.seq, now=evening.now, by=boss.user)
    client = Client()
    assert boss.user is not None
    client.force_login(boss.user)
    for path in ("", "floor/"):
        page = client.get(f"/tournaments/{row.pk}/{path}", headers={"accept-language": "en"}).content.decode()
        wide, narrow = (
            re.findall(mark, page) for mark in (r'<td class="n wide">(\d+)</td>', r'<small class="narrow">\s*(\d+) ·')
        )
        (named,) = re.findall(r"Line (\d+) undone", page)
        assert named in narrow == wide, path
