"""What is refused leads to the rule that it comes from, on pages and in the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from club.base.errors import ClubError
from club.house import rulebook
from club.http.problems import refusal
from club.text.cited_rules import CITED, address, rule_of
from club.text.messages import on_page
from club.text.rule_texts import ClubRuleText, HouseRuleText
from engine.messages.decisions import DecisionText
from engine.messages.message import Quoted
from tests.support.messages import every_text

ROOT = Path(__file__).parents[1]
RAISED = re.compile(r'\w+\(\s*"([a-z_]+)"')


def codes() -> Iterator[str]:
    """The codes that refusals without an id are raised with."""
    for package in ("club", "tables", "tournaments"):
        for path in (ROOT / package).rglob("*.py"):
            yield from RAISED.findall(path.read_text())


def test_what_cites_a_rule_is_said_and_the_rule_is_written():
    said = {text.id for text in every_text()} | set(codes())
    assert [name for name in CITED if name not in said] == []
    assert {rule for rule in CITED.values() if rule not in rulebook.family_of()} == set()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_refusal_of_a_page_links_the_rule(language):
    low = ClubError("raise_too_small", DecisionText.LEAST_RAISE(least=200, most=950), 422)
    with translation.override(language):
        shown = on_page(low)
        assert shown.endswith(f' <a href="{reverse("rule", args=["S0.13"])}">S0.13</a>')
        assert on_page(ClubError("other", DecisionText.NO_SAMPLE())).count("<a") == 0
    assert "&lt;b&gt;" in on_page(ClubError("other", DecisionText.UNREADABLE(text=Quoted("<b>"), why="-")))


@pytest.mark.django_db
def test_a_problem_tells_its_message_and_its_rule_and_the_rule_has_a_page(client: Client):
    low = ClubError(
        "raise_too_small", DecisionText.LEAST_RAISE(least=200, most=950), 422, least=200, rule="x", params=3
    )
    told = refusal(low, "/api/")
    assert told["code"] == "raise_too_small"
    assert told["message_id"] == "decision.least_raise"
    assert told["params"] == {"least": 200, "most": 950}
    assert (told["rule"], told["type"]) == ("S0.13", address("S0.13"))
    assert told["least"] == 200
    assert client.get(told["type"], follow=True).status_code == 200


def test_a_message_within_a_refusal_cites_its_rule():
    why = ClubRuleText.NO_CHIP(part="red", set="white 1")
    assert rule_of(ClubError("bad_house_rule", HouseRuleText.UNREADABLE(rule="The chip set", why=why))) == "S0.7"


def test_a_refusal_in_words_of_a_view_has_a_code_and_no_id():
    told = refusal(ClubError("other", "Something else."), "/api/")
    assert (told["type"], told["detail"], told["code"]) == ("about:blank", "Something else.", "other")
    assert not {"message_id", "params", "rule"} & told.keys()
    assert rule_of(ValueError("x")) == ""
