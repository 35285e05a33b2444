"""Private tables: who may open one, who comes in, and that nobody else finds anything of it."""

from __future__ import annotations

import contextlib
import json
import re
from datetime import timedelta

import pytest
from django.urls import get_resolver
from hypothesis import given
from hypothesis import strategies as st

from club.house import house_rules
from club.live import nudges, streams
from club.models import AuditEntry, User
from engine.betting.hand import Stakes
from tables.cash import seating
from tables.dealing import dealer
from tables.models import PrivateGuess, PrivateTable, Wait
from tables.private import let_in, private_tables
from tables.private.let_in import CHECKS
from tables.queries import rail_view

pytestmark = pytest.mark.django_db
STAKES = {"limit": "no", "small_blind": 5, "big_blind": 10}
PASSWORD = "fold pre-flop"


@pytest.fixture
def people(house, now):
    house_rules.change({"TableRules.private_tables": "members"}, by=None, now=now)
    return [house.person(name) for name in ("anna", "ben", "chika")]


def opens(house, player, *, stakes=STAKES, **more):
    told = {"name": "At Anna's", "game": "holdem", "stakes": stakes, **more}
    return house.client(player).post("/api/v1/tables/private/", told, format="json")


def enters(house, player, **told):
    return house.client(player).post("/api/v1/tables/private/enter/", told, format="json")


def acts(house, who, table, act, **more):
    return house.client(who).post(f"/api/v1/tables/{table}/private/", {"act": act, **more}, format="json")


def link_of(told):
    return told["link"].rstrip("/").rpartition("/")[2]


def sees(house, player, table):
    """Whether the table's own address and the lobby show it; both say the same."""
    at_all = house.client(player).get(f"/api/v1/tables/{table}/").status_code == 200
    listed = table in [one["id"] for one in house.client(player).get("/api/v1/tables/").json()]
    assert at_all == listed
    return at_all


def test_a_table_is_found_by_its_link_and_by_nobody_else(house, people):
    anna, ben, chika = people
    told = opens(house, anna).json()
    assert sees(house, anna, told["table"])
    assert not sees(house, ben, told["table"])
    assert enters(house, ben, link=link_of(told)).json()["id"] == told["table"]
    assert enters(house, ben, link=link_of(told)).status_code == 200, "harmless if repeated"
    assert sees(house, ben, told["table"])
    assert not sees(house, chika, told["table"])
    assert sees(house, house.person("floor", role="director"), told["table"])
    assert [one["name"] for one in acts(house, anna, told["table"], "renew").json()["guests"]] == ["ben"]


@pytest.mark.parametrize(
    ("role", "may_look"),
    [("owner", True), ("director", True), ("dealer", True), ("cashier", False), ("reception", False)],
)
def test_of_the_staff_those_look_who_rule_on_tables_and_no_others(house, people, role, may_look):
    told = opens(house, people[0]).json()
    assert sees(house, house.person("staff", role=role), told["table"]) is may_look
    assert enters(house, house.person("desk", role=role), link=link_of(told)).status_code == 200, "let in as anybody"


def addresses(resolver=None, prefix="/"):
    for pattern in (resolver or get_resolver()).url_patterns:
        address = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern, address)
        elif "int:table_id" in address or "int:hand_id" in address:
            yield address


def test_no_address_of_the_table_or_its_hands_answers_who_was_not_let_in(house, people, now, client):
    anna, ben, chika = people
    told = opens(house, anna).json()
    enters(house, ben, link=link_of(told))
    for seat, player in enumerate((anna, ben), start=1):
        seating.sit_down(told["table"], player, seat, 1000, key="sit", now=now)
    hand = dealer.deal(told["table"], now=now)
    client.force_login(chika.user)
    asked = 0
    for address in addresses():
        if address.startswith("/admin/"):
            continue
        path = address.replace("<int:table_id>", str(told["table"])).replace("<int:hand_id>", str(hand.pk))
        for name in ("line_id", "player_id", "sitting_id", "act_id", "wait_id", "tournament_id"):
            path = path.replace(f"<int:{name}>", "1")
        for rule in ("<slug:what>", "<str:what>", "<slug:act>", "<slug:name>"):
            path = path.replace(rule, "x")
        for method in ("get", "post"):
            answer = getattr(client, method)(path)
            asked += 1
            assert answer.status_code in (403, 404, 405), (method, address, answer.status_code)
            assert "At Anna" not in answer.content.decode()
    assert asked > 60
    assert house.client(chika).get("/api/v1/tables/").json() == []
    assert house.client(chika).post("/api/v1/waiting/", {"table": told["table"]}, format="json").status_code == 404
    assert house.client(ben).get(f"/api/v1/hands/{hand.pk}/").status_code == 200


def test_the_gate_knows_every_name_by_which_an_address_tells_a_table_or_a_hand():
    assert {"table_id", "hand_id"} == set(CHECKS)


def test_nobody_waiting_for_the_game_is_called_to_a_private_table(house, people):
    _anna, ben, _chika = people
    house.client(ben).post("/api/v1/waiting/", {"game": "holdem"}, format="json")
    opens(house, people[0])
    assert [one["state"] for one in house.client(ben).get("/api/v1/waiting/").json()] == ["waiting"]


def test_a_password_is_asked_for_beside_the_link_and_lets_in_by_the_number(house, people):
    anna, ben, chika = people
    told = opens(house, anna, password=PASSWORD).json()
    assert told["has_password"] is True
    assert PASSWORD not in PrivateTable.objects.get().password
    for password in ({}, {"password": ""}):
        missing = enters(house, ben, link=link_of(told), **password)
        assert (missing.status_code, missing.json()["code"]) == (422, "password_missing")
    assert not PrivateGuess.objects.exists(), "what nobody has tried is no guess"
    assert enters(house, ben, link=link_of(told), password="x" * 6).json()["code"] == "wrong_password"
    assert enters(house, ben, link=link_of(told), password=PASSWORD).status_code == 200
    assert enters(house, chika, table=told["table"], password=PASSWORD).status_code == 200
    acts(house, anna, told["table"], "password", password="")
    assert enters(house, house.person("dai"), table=told["table"], password="").status_code == 409


def test_wrong_passwords_are_counted_and_tell_nothing_of_which_tables_there_are(house, people, now):
    anna, ben, _chika = people
    told = opens(house, anna, password=PASSWORD).json()
    wrong = [enters(house, ben, table=number, password="x" * 6) for number in (told["table"], 10**9)]
    assert [(one.status_code, one.json()["code"]) for one in wrong] == [(409, "wrong_password")] * 2
    assert wrong[0].json()["detail"] == wrong[1].json()["detail"]
    for _time in range(private_tables.GUESSES - 2):
        enters(house, ben, table=told["table"], password="y" * 6)
    assert enters(house, ben, table=told["table"], password=PASSWORD).status_code == 429, "the right one, too late"
    assert private_tables.prune(now=now) == 0
    assert private_tables.prune(now=now + timedelta(hours=1)) == private_tables.GUESSES
    assert enters(house, ben, table=told["table"], password=PASSWORD).status_code == 200
    assert not PrivateGuess.objects.exists()


def test_a_link_that_was_taken_away_or_renewed_lets_nobody_in(house, people):
    anna, ben, chika = people
    told = opens(house, anna).json()
    enters(house, ben, link=link_of(told))
    renewed = acts(house, anna, told["table"], "renew").json()
    assert link_of(renewed) != link_of(told)
    assert enters(house, chika, link=link_of(told)).status_code == 404
    assert acts(house, anna, told["table"], "revoke").json()["link"] == ""
    assert enters(house, chika, link=link_of(renewed)).status_code == 404
    assert enters(house, chika, link="").status_code in (400, 404)
    assert sees(house, ben, told["table"]), "whoever was let in stays so"
    kinds = set(AuditEntry.objects.filter(kind__startswith="private").values_list("kind", flat=True))
    assert kinds == {"private.link"}


def heard(monkeypatch, act):
    """The channels that are told of an act."""
    told = []
    monkeypatch.setattr(nudges, "_client", lambda: Recorder(told))
    act()
    return {json.loads(message)["channel"] for message in told}


class Recorder:
    """Where nudges go, written down."""

    def __init__(self, told):
        self.told = told

    def pipeline(self, **_how):
        return contextlib.nullcontext(self)

    def publish(self, _channel, message):
        self.told.append(message)

    def execute(self):
        pass


def test_nobody_hears_that_a_private_table_lives_who_may_not_look_at_it(
    house, people, now, client, monkeypatch, django_capture_on_commit_callbacks
):
    anna, ben, _chika = people
    told = opens(house, anna).json()
    enters(house, ben, link=link_of(told))
    number = told["table"]

    def plays():
        with django_capture_on_commit_callbacks(execute=True):
            for seat, player in enumerate((anna, ben), 1):
                seating.sit_down(number, player, seat, 1_000, key=f"sit {seat}", now=now)
            dealer.deal(number, now=now)
            house.client(anna).post(f"/api/v1/tables/{number}/chat/", {"text": "hello"}, format="json")

    channels = heard(monkeypatch, plays)
    seen = [house.client(ben).get(f"/api/v1/tables/{number}/{part}").json()["channel"] for part in ("", "chat/")]
    assert channels == set(seen)
    client.force_login(ben.user)
    pages = [client.get(f"/tables/{number}/{part}").content.decode() for part in ("", "chat/")]
    for channel in channels:
        assert not channel.partition(":")[2].isdecimal()
        assert streams.PATH.match(f"/streams/{channel}"), "its watchers can ask for it"
        assert any(f'data-live="{channel}"' in page for page in pages), channel
    assert f"{number}.{'0' * 24}" not in str(channels)
    assert house.table().channel.removeprefix("table:").isdecimal(), "of a table of all"


def test_who_was_shown_out_comes_in_by_nothing_until_let_in_again(house, people, now):
    anna, ben, chika = people
    told = opens(house, anna, password=PASSWORD).json()
    table, link = told["table"], link_of(told)
    ways = ({"table": table, "password": PASSWORD}, {"link": link, "password": PASSWORD})
    assert enters(house, ben, **ways[0]).status_code == 200
    assert house.client(ben).post("/api/v1/waiting/", {"table": table}, format="json").status_code in (200, 201)
    assert acts(house, anna, table, "let-in", player=ben.pk).json()["code"] == "not_shown_out"
    shown = acts(house, anna, table, "show-out", player=ben.pk)
    assert [guest["is_shown_out"] for guest in shown.json()["guests"]] == [True]
    assert not Wait.objects.filter(player=ben, state__in=["waiting", "called"]).exists(), "no seat is kept"
    for way in ways:
        assert enters(house, ben, **way).json()["code"] == "shown_out"
        assert enters(house, chika, **way).status_code == 200
    assert not sees(house, ben, table)
    assert acts(house, anna, table, "show-out", player=ben.pk).json()["code"] == "no_such_guest"
    assert acts(house, anna, table, "let-in", player=ben.pk).status_code == 200
    assert sees(house, ben, table)
    kinds = list(AuditEntry.objects.filter(kind__startswith="private").order_by("pk").values_list("kind", flat=True))
    assert kinds == ["private.shown-out", "private.let-in-again"]


def test_the_password_is_taken_away_by_an_empty_one_alone(house, people):
    anna, _ben, _chika = people
    told = opens(house, anna, password=PASSWORD).json()
    assert acts(house, anna, told["table"], "password").json()["code"] == "password_missing"
    assert acts(house, anna, told["table"], "password", password="").json()["has_password"] is False


def test_house_rules_of_a_private_table_are_found_by_those_who_find_the_table(house, people, client):
    anna, ben, _chika = people
    table = opens(house, anna).json()["table"]
    floor = house.person("floor", role="director")
    for who, expected in ((anna, 200), (ben, 404), (floor, 200)):
        address = f"/api/v1/house-rules/?scope=table:{table}"
        assert house.client(who).get(address).status_code == expected
        client.force_login(who.user)
        assert client.get(f"/house-rules/?scope=table:{table}").status_code == expected
    client.logout()
    page, missing = (client.get(f"/house-rules/?scope=table:{number}") for number in (table, 99_999))
    assert page.status_code == missing.status_code == 404
    assert "Anna" not in page.content.decode()


def test_the_rail_has_no_key_to_a_private_table(house, people):
    anna, ben, _chika = people
    told = opens(house, anna).json()
    enters(house, ben, link=link_of(told))
    assert "Rail" in house.client(ben).get(f"/api/v1/tables/{house.table().pk}/").headers
    assert "Rail" not in house.client(ben).get(f"/api/v1/tables/{told['table']}/").headers
    assert rail_view.public(told["table"])[1] is None


@pytest.mark.parametrize("name", ["a\u202egnp.exe", "\u200b\u200b", "\u2060"], ids=["turned", "no width", "joiner"])
def test_a_name_that_nobody_can_read_is_refused(house, people, name):
    assert opens(house, people[0], name=name).json()["code"] == "unseen_character"


def test_only_the_host_and_the_floor_change_who_comes_in(house, people):
    anna, ben, chika = people
    told = opens(house, anna).json()
    enters(house, ben, link=link_of(told))
    assert acts(house, ben, told["table"], "renew").json()["code"] == "not_host"
    assert acts(house, chika, told["table"], "renew").status_code == 404
    assert acts(house, house.person("floor", role="director"), told["table"], "renew").status_code == 200


def test_the_host_closes_the_empty_table_and_may_then_open_another(house, people, now):
    anna, ben, _chika = people
    told = opens(house, anna).json()
    assert opens(house, anna).json()["code"] == "too_many_private"
    seating.sit_down(told["table"], anna, 1, 1000, key="sit", now=now)
    assert acts(house, anna, told["table"], "close").json()["code"] == "somebody_sits"
    seating.stand_up(told["table"], anna, now=now)
    assert acts(house, anna, told["table"], "close").json()["status"] == "closed"
    assert enters(house, ben, link=link_of(told)).status_code == 404
    assert opens(house, anna).status_code == 201


@pytest.mark.parametrize(("rule", "member", "floor"), [("off", 409, 409), ("floor", 409, 201), ("members", 201, 201)])
def test_the_house_says_who_opens_one(house, people, now, rule, member, floor):
    house_rules.change({"TableRules.private_tables": rule}, by=None, now=now + timedelta(seconds=1))
    assert opens(house, people[0]).status_code == member
    assert opens(house, house.person("floor", role="director")).status_code == floor


@given(
    name=st.sampled_from(["small_blind", "big_blind", "ante"]), amount=st.integers(11, 2000), below=st.integers(1, 10)
)
def test_no_amount_of_its_stakes_is_above_the_houses(name, amount, below):
    blinds = {"small_blind": min(10, amount), "big_blind": amount if name != "ante" else 10}
    stakes = Stakes(**{"limit": "no", **blinds, name: amount})
    assert private_tables.is_within(stakes, 0)
    assert private_tables.is_within(stakes, amount)
    assert not private_tables.is_within(stakes, amount - below)


def test_the_house_bounds_the_stakes_over_the_api(house, people, now):
    house_rules.change({"TableRules.private_most": 10}, by=None, now=now)
    assert opens(house, people[0], stakes=STAKES | {"ante": 11}).json()["code"] == "stakes_too_high"
    assert opens(house, people[0]).status_code == 201


def test_the_same_request_again_finds_the_table_it_opened(house, people):
    client = house.client(people[0])
    told = {"name": "A", "game": "holdem", "stakes": STAKES}
    answers = [
        client.post("/api/v1/tables/private/", told, format="json", headers={"Idempotency-Key": "k"}) for _ in "xx"
    ]
    assert answers[0].json() == answers[1].json()


def test_the_pages_open_it_let_in_and_change_who_comes(house, people, client):
    anna, ben, _chika = people
    client.force_login(anna.user)
    form = {"game": "holdem", "limit": "no", "small_blind": 5, "big_blind": 10, "name": "Kitchen", "password": PASSWORD}
    assert b"private/open/" in client.get("/tables/private/").content
    key = re.search(r'name="key" value="([\w-]+)"', client.get("/tables/private/open/").content.decode())
    assert key is not None
    taps = [client.post("/tables/private/open/", form | {"key": key[1]}, follow=True) for _tap in range(2)]
    opened = taps[1]
    assert [tap.status_code for tap in taps] == [200, 200], "a second tap leads to the same table"
    link = PrivateTable.objects.get().link
    assert f"/tables/enter/{link}/" in opened.content.decode()
    table = PrivateTable.objects.get().table_id
    client.force_login(ben.user)
    assert client.get(f"/tables/{table}/").status_code == 404
    assert b"anna asks you" in client.get(f"/tables/enter/{link}/").content
    assert client.post(f"/tables/enter/{link}/", {"password": "wrong one"}).status_code == 409
    assert client.post(f"/tables/enter/{link}/", {"password": PASSWORD}).status_code == 302
    assert client.get(f"/tables/{table}/").status_code == 200
    assert b"Kitchen" in client.get("/tables/").content
    client.force_login(anna.user)
    page = client.post(f"/tables/{table}/private/", {"act": "show-out", "player": ben.pk}, follow=True)
    assert b"Let in again" in page.content
    assert f"/tables/{table}/private/" in client.get(f"/tables/{table}/").content.decode()
    client.logout()
    assert client.get(f"/tables/{table}/").status_code == 302


def test_who_was_shown_out_hears_the_last_of_it_and_those_who_stay_learn_the_new_channels(
    house, people, now, monkeypatch, django_capture_on_commit_callbacks
):
    anna, ben, chika = people
    told = opens(house, anna).json()
    number = told["table"]
    for guest in (ben, chika):
        enters(house, guest, link=link_of(told))

    def channels(player):
        return {house.client(player).get(f"/api/v1/tables/{number}/{part}").json()["channel"] for part in ("", "chat/")}

    def says():
        with django_capture_on_commit_callbacks(execute=True):
            seating.sit_down(number, anna, 1, 1_000, key="sit", now=now)
            house.client(anna).post(f"/api/v1/tables/{number}/chat/", {"text": "hello"}, format="json")

    def shows_out():
        with django_capture_on_commit_callbacks(execute=True):
            assert acts(house, anna, number, "show-out", player=chika.pk).status_code == 200

    known = channels(chika)
    versions = house.client(ben).get(f"/api/v1/tables/{number}/").json()["version"]
    assert known < heard(monkeypatch, shows_out) | {""}, "their watchers look once more"
    assert house.client(ben).get(f"/api/v1/tables/{number}/").json()["version"] > versions
    new = channels(ben)
    assert not new & known
    assert heard(monkeypatch, says) == new
    assert acts(house, anna, number, "let-in", player=chika.pk).status_code == 200
    assert channels(chika) == new


def test_where_a_table_is_open_to_all_who_asks_is_not_looked_up(house, django_assert_num_queries):
    login, table = User.objects.get(pk=house.person("anna").user_id), house.table()
    let_in.check(login, {"table_id": table.pk})
    with django_assert_num_queries(0):
        let_in.check(login, {"table_id": table.pk})
