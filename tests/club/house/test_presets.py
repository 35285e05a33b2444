"""The ready-made sets: `documents` is what the documents write, `standard` gives every default back, and each is shown first."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.utils import timezone

from club.base.registry import HOUSE_RULES
from club.house import house_rules
from club.models import RuleValue, User
from club.people.roles import give_role

pytestmark = pytest.mark.django_db

# Every rule that settles a conflict of which a document is one side (its source is a numbered rule): as the document has it.
WRITTEN = {
    "PlayRules.cap_heads_up": "lifted",  # S0.12
    "PlayRules.short_all_in_raise": "added to",  # S0.13
    "PlayRules.pot_before_flop": "chips",  # S0.12
    "PlayRules.bring_in_may_open": True,  # S2.2, which says both
    "PlayRules.board_tie": "left of the dealer",  # S2.4
    "PlayRules.stud_doubles": "sixth street",  # S2.5
    "PlayRules.shortage": "burns for the rest",  # S2.8
    "PlayRules.losers": "always muck",  # S1.5
    "PlayRules.odd_chip_stud": "left of the dealer",  # S2.7
    "ChineseRules.opponents": "left neighbour",  # S3.3
    "ChineseRules.equal_rows": "foul",  # S3.1
    "ChineseRules.royalties": "always",  # S3.5: by the worked example
    "FloorRules.voice_or_chips": "voice beats chips",  # S1.4
    "FloorRules.several_chips": "all count",  # S1.4
    "FloorRules.raise_number": "by",  # S1.4
    "FloorRules.short_raise": "least raise",  # S0.13
    "FloorRules.raise_motions": "first motion",  # S1.4
    "FloorRules.check_sign": "voice or two taps",  # S1.4
    "FloorRules.may_ask_to_see": "dealer",  # S1.5
    "FloorRules.phones": "when folded",  # S1.8
    "TableRules.button": "dead",  # S1.6
    "TableRules.heads_up_blinds": "both blinds",  # S1.7
}
# What no conflict is told of, and is not the default: S2.6.
WRITTEN_BESIDES = {"PlayRules.burns": True}
# The documents leave these open.
OPEN = {
    "ChineseRules.joker_reading",
    "ChineseRules.stay_cards",
    "ChineseRules.fantasyland_room",
    "ChineseRules.fantasyland_button",
    "ChineseRules.payment",
    "SeatingRules.final_button",
}


@pytest.fixture
def browser() -> Client:
    user = User.objects.create_user("rita", password="correct horse")
    give_role(user, "owner")
    client = Client()
    client.force_login(user)
    return client


def in_force() -> dict[str, object]:
    return {one.full: one.value for group in house_rules.standing() for one in group.standings}


def test_every_conflict_of_which_a_document_is_one_side_is_decided_as_the_document_has_it_or_is_left_open(browser):
    of_documents = {
        full for full, rule in house_rules.all_rules() if rule.settles and re.search(r"\bS\d\.\d", rule.source)
    }
    assert of_documents == {*WRITTEN, *OPEN}
    browser.post("/house-rules/preset/", {"preset": "documents", "scope": "club"})
    written = WRITTEN | WRITTEN_BESIDES
    found = in_force()
    assert {full: found[full] for full in written} == written
    elsewhere = {full for full, rule in house_rules.all_rules() if found[full] != rule.default}
    assert elsewhere <= set(written)  # nothing else is changed by it


@pytest.mark.parametrize("name", ["documents", "tda-2024", "standard"])
def test_a_set_shows_every_rule_that_it_will_change_and_changes_just_those(browser, name):
    now = timezone.now()
    odd = {
        "TableRules.button": "winner",
        "SeatingRules.opens_above": 7,
        "PlayRules.raise_cap": 3,
        "ChineseRules.scoop_points": 0,
    }
    house_rules.change(odd, by=None, now=now)
    before, versions = in_force(), RuleValue.objects.count()
    page = html.unescape(browser.get("/house-rules/preset/", {"preset": name, "scope": "club"}).content.decode())
    shown = set(re.findall(r"<tr>\s*<td>(.*?)</td>", page))
    assert (in_force(), RuleValue.objects.count()) == (before, versions)  # looking changes nothing
    browser.post("/house-rules/preset/", {"preset": name, "scope": "club"})
    after, rules = in_force(), dict(house_rules.all_rules())
    assert {rules[full].title for full in after if after[full] != before[full]} == shown
    assert len(shown) >= len(odd)
    if name == "standard":
        assert {full: value for full, value in after.items() if value != rules[full].default} == {}


def test_standard_gives_every_default_back_whatever_was_changed(browser):
    changed = {}
    for holder in HOUSE_RULES.values():
        for full, rule in house_rules.all_rules():
            is_word = isinstance(rule.choices, tuple) and rule.type is str
            if full.startswith(f"{holder.__name__}.") and not rule.is_fact and (rule.type is bool or is_word):
                others = [one for one in (rule.choices or (True, False)) if one != rule.default]
                if others:
                    changed[full] = others[0]
    changed |= {"MixRules.rotation_games": "holdem no, razz fixed"}
    house_rules.change(changed, by=None, now=timezone.now())
    assert len(changed) > 60
    browser.post("/house-rules/preset/", {"preset": "standard", "scope": "club"})
    assert house_rules.export()["values"] == {}
