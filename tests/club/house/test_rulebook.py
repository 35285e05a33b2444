"""The numbered rules of play as pages, and every place that cites one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from club.base.registry import HOUSE_RULES
from club.house import rulebook
from engine.house_rules import declared

ROOT = Path(__file__).parents[3]
PACKAGES = ("engine", "club", "tables", "tournaments")


def cited() -> set[str]:
    """Every number of a rule that the source speaks of."""
    sources = (path.read_text() for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {number for text in sources for number in re.findall(r"\bS\d\.\d{1,2}\b", text)}


def test_every_rule_that_the_source_cites_is_written_down():
    assert len(cited()) > 40
    assert cited() <= set(rulebook.family_of())


def test_each_number_stands_once():
    numbers = [number for family in rulebook.families().values() for number in family.numbers]
    assert len(numbers) == len(set(numbers)) == 52


@pytest.mark.parametrize("family", rulebook.FAMILIES)
def test_a_family_has_a_page_in_which_each_number_can_be_reached(client, db, family):
    told = client.get(f"/rules/{family}/").content.decode()
    for number in rulebook.families()[family].numbers:
        assert f'id="{number}"' in told
        assert client.get(f"/rules/{number}/")["Location"] == f"/rules/{family}/#{number}"


def test_numbers_that_no_rule_has_have_no_page(client, db):
    assert [client.get(f"/rules/{wrong}/").status_code for wrong in ("S9.9", "S0.0", "../x", "poker")] == [404] * 4
    assert client.get("/rules/s0.14/")["Location"] == "/rules/general/#S0.14"


def test_a_text_links_its_rules_and_escapes_the_rest():
    told = rulebook.linked("S3.10; <b>rooms</b> differ, S9.9, TDA 48")
    assert told == '<a href="/rules/S3.10/">S3.10</a>; &lt;b&gt;rooms&lt;/b&gt; differ, S9.9, TDA 48'


def test_markdown_brings_in_no_tags_of_its_own(tmp_path):
    page = tmp_path / "odd.md"
    page.write_text("# Odd\n\n- **S8.1** <script>alert(1)</script> [x](javascript:alert(1))\n")
    body = rulebook._read(page).body
    assert "<script" not in body
    assert 'href="javascript' not in body


def test_the_house_rules_lead_to_the_rules_of_play_in_both_languages(client, db):
    rules = [one for declaring in HOUSE_RULES.values() for one in declared(declaring)]
    sources = {number for one in rules for number in rulebook.NUMBER.findall(one.source)}
    assert len(sources) > 10
    for language in ("en", "ja"):
        with override(language):
            told = client.get("/house-rules/", HTTP_ACCEPT_LANGUAGE=language).content.decode()
        assert 'href="/rules/"' in told
        assert set(re.findall(r'href="/rules/(S[\d.]+)/"', told)) == sources
