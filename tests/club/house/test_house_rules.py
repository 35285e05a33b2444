"""House rules: set for a scope, inherited, versioned, refused with the reason; over the API and in the pages."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from club.base.errors import ClubError
from club.house import house_rules
from club.house.club_rules import ClubRules
from club.models import AuditEntry, RuleValue, User
from club.people.roles import give_role
from club.web_owner import club_pages
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.games.play_rules import PlayRules
from engine.house_rules import PRESETS, declared, preset
from tables.breaking_and_closing import closing_tables
from tables.core.table_rules import TableRules
from tests.support.club.club_api import login, problem
from tests.support.club.members import open_table
from tests.support.messages import said_in

pytestmark = pytest.mark.django_db


def standing(full: str, scope: str = "club") -> house_rules.Standing:
    return next(one for group in house_rules.standing(scope) for one in group.standings if one.full == full)


def put(client, values: dict, scope: str = "club", why: str = ""):
    return client.put("/api/v1/house-rules/", {"scope": scope, "values": values, "why": why}, format="json")


@pytest.fixture
def owner():
    return login("olga", "owner")


@pytest.fixture
def browser() -> Client:
    user = User.objects.create_user("rita", password="correct horse")
    give_role(user, "owner")
    client = Client()
    client.force_login(user)
    return client


def test_a_game_inherits_from_the_club_until_it_has_its_own_value_and_again_when_that_is_given_back(owner):
    assert put(owner, {"PlayRules.raise_cap": 3}).status_code == 200
    assert put(owner, {"PlayRules.raise_cap": 5}, "game:razz").status_code == 200
    razz, omaha = standing("PlayRules.raise_cap", "game:razz"), standing("PlayRules.raise_cap", "game:omaha8")
    assert (razz.value, razz.scope, razz.own, razz.wider) == (5, "game:razz", 5, 3)
    assert (omaha.value, omaha.scope, omaha.own) == (3, "club", None)
    assert house_rules.resolve(PlayRules, ("game:razz",)).raise_cap == 5
    put(owner, {"PlayRules.raise_cap": None}, "game:razz")
    assert standing("PlayRules.raise_cap", "game:razz").value == 3


def test_every_change_is_a_version_with_who_when_and_why_and_the_same_value_is_none(owner):
    put(owner, {"PlayRules.raise_cap": 3}, why="as in the old club")
    put(owner, {"PlayRules.raise_cap": 3}, why="again")
    put(owner, {"PlayRules.raise_cap": 5})
    last, first = house_rules.history("club", "PlayRules.raise_cap")
    assert (first.version, first.value, first.by.username, first.why) == (1, 3, "olga", "as in the old club")
    assert (last.version, last.value) == (2, 5)
    on_record = AuditEntry.objects.filter(kind="house_rule.set").order_by("pk")
    assert [(one.before, one.after) for one in on_record] == [(None, 3), (3, 5)]


@pytest.mark.parametrize(
    ("values", "scope", "status", "code"),
    [
        ({"PlayRules.raise_cap": 7}, "club", 422, "bad_house_rule"),
        ({"PlayRules.raise_cap": "4"}, "club", 422, "bad_house_rule"),
        ({"PlayRules.wild_cards": "Z9"}, "club", 422, "bad_house_rule"),
        ({"PlayRules.no_such_rule": 1}, "club", 422, "unknown_house_rule"),
        ({"PlayRules.raise_cap": 3}, "game:whist", 404, "unknown_scope"),
        ({"PlayRules.raise_cap": 3}, "table:99999", 404, "unknown_scope"),
        ({"TableRules.min_buy_in": 300}, "club", 422, "house_rules_conflict"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason_and_nothing_of_it_is_kept(owner, values, scope, status, code):
    together = {"PlayRules.rake_percent": 5, **values}
    assert problem(put(owner, together, scope), status, code)["detail"]
    assert not RuleValue.objects.exists()
    assert not AuditEntry.objects.filter(kind="house_rule.set").exists()


EXCLUDE = [
    ({"TableRules.min_buy_in": 300}, "最小バイイン（300）が最大バイイン（200）を超えています"),
    ({"PlayRules.rake_cap": 5, "PlayRules.rake_cap_short": 10}, "10が全体の上限5を超えています"),
    ({"PlayRules.rake_cap": 5, "PlayRules.rake_cap_two": 6}, "6がそれより多い人数の上限5を超えています"),
    ({"PlayRules.rake_cap_short": 5, "PlayRules.rake_cap_two": 6}, "6がそれより多い人数の上限5を超えています"),
    ({"ChineseRules.rake_cap": 5, "ChineseRules.rake_floor": 6}, "最低レーキ6が上限5を超えています"),
    ({"MixRules.rotation": "own"}, "独自のリスト"),
    ({"ClubRules.expire_days": 10}, "10日で失効"),
]


@pytest.mark.parametrize(("values", "meant"), EXCLUDE)
def test_values_that_exclude_each_other_are_refused_with_the_reason_in_both_languages(owner, values, meant):
    told = problem(put(owner, values), 422, "house_rules_conflict")["detail"]
    assert told.isascii()
    with pytest.raises(ClubError) as refused:
        house_rules.change(values, by=None, now=timezone.now())
    assert meant in said_in("ja", refused.value)
    assert not RuleValue.objects.exists()


@pytest.mark.parametrize(
    "values",
    [
        {"PlayRules.rake_cap": 10, "PlayRules.rake_cap_short": 5, "PlayRules.rake_cap_two": 5},
        {"PlayRules.rake_cap_two": 6},  # 0 elsewhere is no cap
        {"ChineseRules.rake": "flat", "ChineseRules.rake_cap": 5, "ChineseRules.rake_floor": 6},  # neither is asked
        {"MixRules.rotation": "own", "MixRules.is_dealers_choice": True},  # the list is not asked
        {"ClubRules.expiry_notice_days": 300},  # nothing expires
    ],
)
def test_values_of_which_one_says_nothing_stand_together(owner, values):
    assert put(owner, values).status_code == 200


@pytest.mark.parametrize(
    ("values", "english", "japanese"),
    [
        ({"PlayRules.raise_cap": 7}, "one of 0, 3, 4, 5, not “7”", "0, 3, 4, 5"),
        ({"PlayRules.raise_cap": "4"}, "write a whole number, not “4”", "整数"),
        ({"PlayRules.rake_percent": 21}, "a whole number from 0 to 20, not 21", "0から20まで"),
        ({"PlayRules.wild_cards": "1"}, "neither a rank", "数字（23456789TJQKA）"),
        ({"PlayRules.straddle": "all"}, "one of none, under the gun, button", "アンダー・ザ・ガン"),
        ({"PlayRules.burns": "yes"}, "choose yes or no", "はい・いいえ"),
        ({"ClubRules.time_zone": "Mars"}, "“Mars” is no time zone", "タイムゾーンではありません"),
        ({"ClubRules.time_zone": 9}, "write a text, not “9”", "文字"),
        ({"ClubRules.chip_set": "red"}, "“red” is no chip", "色と額面"),
        ({"ClubRules.chip_set": "red 5, red 10"}, "two chips of a set", "同じ色"),
        ({"ClubRules.unit_name": "x" * 21}, "at most 20 characters", "20文字まで"),
        ({"ConductRules.languages": "x" * 2001}, "at most 2000 characters", "2000文字まで"),
        ({"MixRules.choice_games": "whist"}, "there is no game", "ゲームはありません"),
        ({"MixRules.rotation_games": "razz,, holdem"}, "must be a game and its limit", "ゲームとリミット"),
    ],
)
def test_a_value_that_a_rule_cannot_have_is_refused_in_both_languages(values, english, japanese):
    for language, meant in (("en", english), ("ja", japanese)):
        with pytest.raises(ClubError) as refused:
            house_rules.change(values, by=None, now=timezone.now())
        assert refused.value.code == "bad_house_rule"
        assert meant in said_in(language, refused.value)
    of_ours = said_in("ja", refused.value).replace("razz fixed", "")  # names of games are typed
    assert not re.search("[a-z]+ [a-z]+ [a-z]+", of_ours)


def test_a_wider_value_that_a_narrower_scope_cannot_stand_with_is_refused_by_the_scopes_name(owner):
    table = open_table()
    assert put(owner, {"TableRules.max_buy_in": 50}, f"table:{table.pk}").status_code == 200
    assert put(owner, {"TableRules.max_buy_in": 90}, "game:razz").status_code == 200
    told = problem(put(owner, {"TableRules.min_buy_in": 60}), 422, "house_rules_conflict")
    assert told["detail"].startswith("T, which keeps to these rules as well: The smallest buy-in, 60")
    assert house_rules.resolve(TableRules).min_buy_in == 40
    assert put(owner, {"TableRules.min_buy_in": 60}, "game:razz").status_code == 200  # the table plays hold'em
    problem(put(owner, {"TableRules.min_buy_in": 60}, "game:holdem"), 422, "house_rules_conflict")
    closing_tables.close_table(table.pk, by=None, now=timezone.now())
    assert put(owner, {"TableRules.min_buy_in": 60}).status_code == 200


def test_values_that_could_not_stand_one_after_the_other_can_be_set_together(owner):
    values = {"TableRules.min_buy_in": 300, "TableRules.max_buy_in": 400}
    assert put(owner, values).status_code == 200
    assert house_rules.resolve(TableRules).min_buy_in == 300


@pytest.mark.parametrize("role", ["admin", "director", "dealer", "cashier", "player"])
def test_only_those_with_the_right_set_rules_and_everybody_reads_them(role):
    client = login("uma", role)
    told = client.get("/api/v1/house-rules/").json()
    assert {group["name"] for group in told["groups"]} >= {"Rules of play", "Tables"}
    answer = put(client, {"PlayRules.raise_cap": 3})
    assert answer.status_code == (200 if role == "admin" else 403)


@pytest.mark.parametrize("name", PRESETS)
def test_a_ready_made_set_is_all_there_is_of_its_groups_afterwards_and_the_clubs_own_rules_stay(browser, name):
    now = timezone.now()
    own = {"ClubRules.is_amusement_room": True, "ClubRules.least_age": 18, "ClubRules.chip_price": 10}
    own |= {"ClubRules.chip_set": "black 100, red 500", "ClubRules.time_zone": "Asia/Tokyo"}
    own |= {"ClubRules.name": "Northside", "ClubRules.address": "4 Dock Road", "ClubRules.colour": "#1d5c4a"}
    other = {"TableRules.max_buy_in": 300, "SeatingRules.halt_short": 2, "ClubRules.player_transfers": "desk"}
    house_rules.change({"PlayRules.rake_percent": 7, **other, **own}, by=None, now=now)
    page = browser.get("/house-rules/preset/", {"preset": name, "scope": "club"}).content.decode()
    assert "7" in re.findall(r"<td>Rake \(per cent\)</td>\s*<td>(.*?)</td>", page)
    assert "Price of a chip" not in page
    assert house_rules.resolve(PlayRules).rake_percent == 7  # looking changes nothing
    browser.post("/house-rules/preset/", {"preset": name, "scope": "club", "why": "fresh start"})
    expected = {rule.key: rule.default for rule in declared(PlayRules)} | preset(PlayRules, name)
    resolved = house_rules.resolve(PlayRules)
    assert {key: getattr(resolved, key) for key in expected} == expected
    assert {full: standing(full).own for full in own} == own
    assert {standing(full).own for full in other} == {None}
    assert house_rules.preview(house_rules.preset(name)) == []


def test_no_ready_made_set_says_how_the_club_is_called_and_looks():
    """All that is asked on the club's own page."""
    facts = {rule.key for rule in declared(ClubRules) if rule.is_fact}
    assert set(club_pages.FIELDS) <= facts


def test_the_documents_set_plays_chinese_poker_as_its_document_does(browser):
    """S3.3 the left neighbour, S3.1 rows in strict order; S3.5, where the document contradicts itself, always."""
    browser.post("/house-rules/preset/", {"preset": "documents", "scope": "club"})
    rules = house_rules.resolve(ChineseRules)
    assert (rules.opponents, rules.equal_rows, rules.royalties) == ("left neighbour", "foul", "always")


def test_what_is_exported_can_be_taken_in_again(browser):
    now = timezone.now()
    house_rules.change({"PlayRules.raise_cap": 3, "PlayRules.wild_cards": "2"}, by=None, now=now)
    file = browser.get("/house-rules/export/?scope=club")
    assert "attachment" in file["Content-Disposition"]
    house_rules.change(
        {"PlayRules.raise_cap": 5, "PlayRules.jokers": 2, "PlayRules.wild_cards": None}, by=None, now=now
    )
    browser.post("/house-rules/import/", {"scope": "club", "file": SimpleUploadedFile("rules.json", file.content)})
    assert house_rules.export() == json.loads(file.content)


def test_a_file_gives_back_nothing_of_the_groups_it_does_not_name(browser):
    house_rules.change({"ClubRules.is_amusement_room": True, "PlayRules.jokers": 2}, by=None, now=timezone.now())
    file = b'{"kind": "cardhouse house rules", "values": {"PlayRules.raise_cap": 3}}'
    browser.post("/house-rules/import/", {"scope": "club", "file": SimpleUploadedFile("rules.json", file)})
    assert house_rules.export()["values"] == {"ClubRules.is_amusement_room": True, "PlayRules.raise_cap": 3}


@pytest.mark.parametrize(
    "content", [b"", b"not json", b"[]", b'{"values": {}}', b'{"kind": "cardhouse house rules", "values": {"X.y": 1}}']
)
def test_a_file_that_is_no_export_changes_nothing(browser, content):
    house_rules.change({"PlayRules.raise_cap": 3}, by=None, now=timezone.now())
    answer = browser.post(
        "/house-rules/import/", {"scope": "club", "file": SimpleUploadedFile("rules.json", content)}, follow=True
    )
    assert [*answer.context["messages"]][-1].level_tag == "error"
    assert house_rules.export()["values"] == {"PlayRules.raise_cap": 3}


def test_a_form_sets_what_was_typed_full_width_digits_too_and_an_empty_field_gives_back(browser):
    fields = {"scope": "club", "why": "", "PlayRules.rake_percent": "５", "PlayRules.no_flop_no_drop": "no"}
    browser.post("/house-rules/save/", fields)
    resolved = house_rules.resolve(PlayRules)
    assert (resolved.rake_percent, resolved.no_flop_no_drop) == (5, False)
    browser.post("/house-rules/save/", {**fields, "PlayRules.rake_percent": ""})
    assert house_rules.resolve(PlayRules).rake_percent == 0
    answer = browser.post("/house-rules/save/", {"scope": "club", "PlayRules.rake_percent": "lots"})
    assert answer.context["refused"] == [
        ("PlayRules-rake_percent", "Rake (per cent): write a whole number, not “lots”.")
    ]


def test_a_text_can_be_empty_in_a_narrower_scope(browser):
    browser.post("/house-rules/save/", {"scope": "club", "PlayRules.wild_cards": "2"})
    browser.post("/house-rules/save/", {"scope": "game:holdem", "PlayRules.wild_cards": "—"})
    assert house_rules.resolve(PlayRules, ("game:holdem",)).wild_cards == ""
    assert house_rules.resolve(PlayRules, ("game:razz",)).wild_cards == "2"


def test_the_pages_are_for_those_who_may_and_the_printed_one_for_all():
    stranger = Client()
    page = stranger.get("/house-rules/")
    assert page.status_code == 200
    assert b"Raises a round" in page.content
    assert stranger.get("/house-rules/edit/").status_code == 302
    player = Client()
    player.force_login(User.objects.create_user("paul"))
    for address in ("edit", "export", "history"):
        assert player.get(f"/house-rules/{address}/").status_code == 403
    for address in ("save", "preset", "import"):
        assert player.post(f"/house-rules/{address}/").status_code == 403


@pytest.mark.parametrize("full", ["ClubRules.is_amusement_room", "MembershipRules.sign_up"])
def test_what_holds_for_the_whole_club_is_set_for_nothing_narrower(owner, browser, full):
    rule = dict(house_rules.all_rules())[full]
    other = True if rule.type is bool else "open"
    for scope in ("game:razz", f"table:{open_table().pk}"):
        told = problem(put(owner, {"PlayRules.raise_cap": 3, full: other}, scope), 422, "club_only")
        assert "for the club alone" in told["detail"]
        with pytest.raises(ClubError) as refused:
            house_rules.change({full: other}, scope=scope, by=None, now=timezone.now())
        assert "クラブにだけ" in said_in("ja", refused.value)
        assert f'name="{full}"' not in browser.get(f"/house-rules/edit/?scope={scope}").content.decode()
        assert full not in {one.full for group in house_rules.standing(scope) for one in group.standings}
    assert not RuleValue.objects.exists()
    assert put(owner, {full: other}).status_code == 200


def test_every_rule_is_on_the_page_with_its_history(browser):
    page = browser.get("/house-rules/edit/?scope=club").content.decode()
    for full, rule in house_rules.all_rules():
        assert f'name="{full}"' in page
        assert rule.title.replace("'", "&#x27;") in page
        assert browser.get(f"/house-rules/history/?rule={full}").status_code == 200


def test_a_scope_that_there_is_not_is_refused():
    with pytest.raises(ClubError, match="planet:mars"):
        house_rules.standing("planet:mars")


def test_a_mistake_in_one_field_keeps_the_other_edits_and_is_told_at_its_field(browser):
    typed = {
        "PlayRules.rake_percent": "lots",
        "PlayRules.raise_cap": "5",
        "ClubRules.unit_name": "gold",
        "why": "as agreed",
    }
    answer = browser.post("/house-rules/save/", {"scope": "club", **typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert RuleValue.objects.count() == 0
    assert page.count("write a whole number, not “lots”") == 2  # above, and at its field
    for stands in ('value="lots"', 'value="5"', 'value="gold"', 'value="as agreed"'):
        assert stands in page
    typed |= {"PlayRules.rake_percent": "5"}
    assert browser.post("/house-rules/save/", {"scope": "club", **typed}).status_code == 302
    assert (standing("PlayRules.raise_cap").value, standing("ClubRules.unit_name").value) == (5, "gold")


def test_what_is_unusual_stands_before_what_is_folded(browser):
    browser.post("/house-rules/save/", {"scope": "club", "PlayRules.rake_percent": "5"})
    for address in ("/house-rules/", "/house-rules/edit/"):
        page = browser.get(address).content.decode()
        group = re.search(r"<section[^>]*data-rule-group[^>]*>\s*<h2>Rules of play</h2>.*?</section>", page, re.DOTALL)[
            0
        ]
        shown, folded = group.split("<details", 1)
        assert re.findall(r"(?:<dt>|<label[^>]*>)([^<]*)", shown) == ["Rake (per cent)"]
        assert (shown + folded).count("data-rule>") + (shown + folded).count("data-rule ") == len(declared(PlayRules))


def test_every_source_of_a_rule_opens_a_text(client):
    page = client.get("/house-rules/").content.decode()
    sources = re.findall(r'<span class="source">(.*?)</span>', page, re.DOTALL)
    assert len(sources) == len([*house_rules.all_rules()])
    links = {link for source in sources for link in re.findall(r'href="([^"]*)"', source)}
    for link in links:
        path, _hash, anchor = link.partition("#")
        answer = client.get(path, follow=True)
        assert answer.status_code == 200, link
        assert not anchor or f'id="{anchor}"' in answer.content.decode(), link
    assert all("<a " in source for source in sources)
