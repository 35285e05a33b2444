"""What a house has chosen reaches its tables: the clock, what stud opens with, mixes, every rule of play; and what people keep."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.test import Client

from club.house import house_rules
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.games.play_rules import PlayRules
from engine.house_rules import declared
from engine.mixes.rotation import Change
from tables.cash import new_tables
from tables.dealing import dealer
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, Table
from tables.pages.mix_fields import rotation_from
from tests.support.tables.table_api import look

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("full", "value", "words"),
    [
        ("FloorRules.may_ask_to_see", "river callers", "river callers"),
        ("FloorRules.may_ask_to_see", "anyone dealt in", "anyone dealt in"),
        ("FloorRules.phones", "never", "never"),
        ("FloorRules.phones", "between decisions", "between decisions"),
        ("FloorRules.rabbit_hunt", True, "yes"),
        ("FloorRules.misdeals", "By the house.", "By the house."),
        ("ConductRules.conduct", "Speak up.", "Speak up."),
        ("ConductRules.languages", "Japanese", "Japanese"),
    ],
)
def test_what_people_keep_is_shown_to_players_as_the_house_has_it(now, full, value, words):
    house_rules.change({full: value}, by=None, now=now)
    rule = dict(house_rules.all_rules())[full]
    page = html.unescape(Client().get("/house-rules/").content.decode())
    shown = re.search(rf"<dt>{re.escape(rule.title)}.*?<dd[^>]*>(.*?)</dd>", page, re.DOTALL)
    assert shown is not None
    assert words.casefold() in shown[1].casefold()


def test_the_clock_and_the_bank_are_the_houses(house, people, now):
    bank = {"TableRules.time_bank": 10, "TableRules.time_bank_step": 5, "TableRules.time_bank_refill": 4}
    house_rules.change({"TableRules.action_seconds": 12, **bank}, by=None, now=now)
    table = house.seated(*people, action_seconds=None)
    assert table.action_seconds == 12
    row = dealer.deal(table.pk, now=now)
    assert row.deadline == now + timedelta(seconds=12)
    ask = rebuilt(row).asks[0]
    client = house.client(row.seats.get(seat=ask.seat).player)
    form = {"hand": row.pk, "ask": ask.number}
    seen = client.post(f"/api/v1/tables/{table.pk}/time-bank/", form, headers={"Idempotency-Key": "k"}).json()
    assert seen["your_time_bank"] == 5
    assert Hand.objects.get(pk=row.pk).deadline == now + timedelta(seconds=17)
    assert look(client, table)["your_time_bank"] == 5


def test_a_stud_table_opens_with_the_bring_in_and_ante_of_the_house(house, client, now):
    house_rules.change({"TableRules.bring_in_percent": 33, "TableRules.stud_ante_percent": 15}, by=None, now=now)
    client.force_login(house.person("dora", role="dealer", chips=0).user)
    page = client.get("/tables/open/", {"game": "seven-card-stud", "limit": "fixed"}).content.decode()
    asked = {name: re.search(rf'name="{name}"[^>]*value="(\d+)"', page) for name in ("ante", "bring_in")}
    assert {name: found and found[1] for name, found in asked.items()} == {"ante": "15", "bring_in": "33"}
    stakes = new_tables.Stakes(limit="fixed", small_bet=20, big_bet=40, ante=3)
    assert (
        house.table(game="seven-card-stud", stakes=stakes).stakes["bring_in"] == 7
    )  # a third of twenty, in whole chips


def test_a_mixed_table_has_the_bring_in_and_ante_of_the_house_for_its_stud_games(house, client, now):
    house_rules.change({"TableRules.bring_in_percent": 33, "TableRules.stud_ante_percent": 15}, by=None, now=now)
    client.force_login(house.person("dora", role="dealer", chips=0).user)
    page = client.get("/tables/open-mix/").content.decode()
    assert re.search(r'name="ante"[^>]*value="15"', page)
    form = {"games": "holdem no, razz fixed", "small_bet": "100", "ante": "15"}
    assert client.post("/tables/open-mix/", {**form, "name": "A"}).status_code == 302
    assert client.post("/tables/open-mix/", {**form, "name": "B", "bring_in": "20"}).status_code == 302
    assert Table.objects.get(name="A").level["bring_in"] == 33
    assert Table.objects.get(name="B").level["bring_in"] == 20


def test_the_page_that_opens_a_mix_begins_with_the_houses_own(house, client, now):
    own = {"MixRules.rotation": "own", "MixRules.rotation_games": "holdem no, razz fixed"}
    change = {"MixRules.rotation_change": "minutes", "MixRules.rotation_every": 20}
    house_rules.change(own | change, by=None, now=now)
    client.force_login(house.person("dora", role="dealer", chips=0).user)
    form = {"games": "house", "small_bet": "100", "ante": "20"}
    assert client.post("/tables/open-mix/", {**form, "name": "A"}).status_code == 302
    rotation = Table.objects.get(name="A").rotation
    assert [leg["game"] for leg in rotation["legs"]] == ["holdem", "razz"]
    assert rotation["change"] == {"unit": "minutes", "every": 20}
    choice = {"MixRules.is_dealers_choice": True, "MixRules.choice_games": "omaha pot"}
    house_rules.change(choice | {"MixRules.choice_change": "hands", "MixRules.choice_every": 3}, by=None, now=now)
    assert client.post("/tables/open-mix/", {**form, "name": "B"}).status_code == 302
    rotation = Table.objects.get(name="B").rotation
    assert (rotation["order"], [leg["game"] for leg in rotation["legs"]]) == ("choice", ["omaha"])
    assert rotation["change"] == {"unit": "hands", "every": 3}


def test_the_houses_own_mix_changes_by_every_unit(now):
    for unit in ("hands", "orbit", "minutes", "level"):
        house_rules.change({"MixRules.rotation_change": unit, "MixRules.rotation_every": 2}, by=None, now=now)
        assert rotation_from({}).change == Change(unit, 2)
    house_rules.change({"MixRules.is_dealers_choice": True}, by=None, now=now)
    for unit in ("minutes", "level", "hands", "orbit"):
        house_rules.change({"MixRules.choice_change": unit, "MixRules.choice_every": 3}, by=None, now=now)
        assert (rotation_from({}).order, rotation_from({}).change) == ("choice", Change(unit, 3))


def other(rule):
    """A value of that rule away from its default; the default where this test has none."""
    if rule.type is bool:
        return not rule.default
    if rule.choices is None or rule.key.endswith("royalties"):
        return rule.default
    if isinstance(rule.choices, range):
        return rule.choices[1] if rule.choices[1] != rule.default else rule.choices[2]
    return next(choice for choice in rule.choices if choice != rule.default)


@pytest.mark.parametrize(("holder", "game"), [(PlayRules, "holdem"), (ChineseRules, "ofc_pineapple")])
def test_a_hand_is_played_by_every_rule_the_house_has_changed(house, people, now, holder, game):
    values = {rule.key: other(rule) for rule in declared(holder)}
    changed = {f"{holder.__name__}.{key}": value for key, value in values.items()}
    if holder is PlayRules:
        changed |= {"PlayRules.rake_cap": 9, "PlayRules.rake_cap_short": 3, "PlayRules.rake_cap_two": 1}
    else:
        changed |= {"ChineseRules.front_royalties": "eastern", "ChineseRules.royalties": "none"}
    house_rules.change(changed, by=None, now=now)
    stakes = new_tables.Stakes(limit="no", small_blind=50, big_blind=100) if holder is PlayRules else None
    more = {"stakes": stakes or new_tables.Stakes(limit="points", point=10)}
    row = dealer.deal(
        house.seated(*people, game=game, buy_in=5_000 if holder is PlayRules else 2_000, **more).pk, now=now
    )
    kept = row.rule_set.values[holder.__name__]
    assert {key: kept[key] for key in (full.partition(".")[2] for full in changed)} == {
        full.partition(".")[2]: value for full, value in changed.items()
    }
    assert len([key for key, value in kept.items() if value != getattr(holder(), key)]) > 20
