"""A look over the hands of the database, what whoever runs the club sees of it, and what is noted; nobody is accused."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
import time_machine
from axes.models import AccessLog
from django.test import Client
from django.utils import timezone

from club.base.registry import ROLES
from club.membership import erasing, merging
from club.models import AuditEntry
from club.people import roles
from engine.betting.hand import Stakes
from tables.dealing import dealer, player_decisions, settlement, time_outs
from tables.integrity.facts import Evening, HandFacts, Visit
from tables.integrity_desk import evening_facts, hand_facts, looks, marks, visit_facts
from tables.integrity_desk.findings_as_seen import told
from tables.models import PRACTICE, Decision, Hand, HandSeat, IntegrityFinding, IntegrityLook, Table
from tables.tasks import look_over_play_nightly
from tests.support.tables.scoresheets import ROWS
from tests.support.tables.seat_requests import asked, say
from tests.tables.conftest import House

pytestmark = pytest.mark.django_db
GIFTS = 34  # hands, each of four bets
DAY = timedelta(days=1)


@pytest.fixture
def players(house):
    return [house.person(name, chips=40_000) for name in ("anna", "ben")]


@pytest.fixture
def owner(house):
    return house.person("olga", role="owner", chips=0)


@pytest.fixture
def given(house, players, now):
    """Hands enough to be found, in which anna gives four bets each to ben, two days ago; the look is over the days until
    yesterday."""
    return gifts(house, players, GIFTS, now)


@pytest.fixture
def few(house, players, now):
    """Two such hands, of which nothing is found."""
    return gifts(house, players, 2, now)


def gifts(house, players, number, now):
    table = house.seated(*players, buy_in=20_000, action_seconds=600)
    for _hand in range(number):
        give(table, players[0], now)
    Hand.objects.update(ended_at=now - 2 * DAY, started_at=now - 2 * DAY)
    return table


def give(table, giver, now):
    """The giver comes in for four bets, is raised and folds; the other raises and goes on."""
    row = dealer.deal(table.pk, now=now)
    while Hand.objects.get(pk=row.pk).state == "playing":
        ask, player = asked(row)
        if player == giver:
            say(row, "fold" if ask.call > 100 else "raise 400", now)
        else:
            say(row, "raise 1200" if ask.call > 100 else "call", now)
    settlement.resolve(row.pk, now=now)
    return row


def finding_of(sign, *players):
    day, figures = date(2026, 1, 3), {"count": 5, "of": 5, "usual": 0.5, "chance": 1e-7}
    first, second = (*players, None)[:2]
    return IntegrityFinding.objects.create(
        sign=sign, first=first, second=second, last_day=day, found_at="2026-01-04T00:00Z", **figures
    )


def test_chips_that_go_one_way_are_found_with_the_hands_they_went_in(given, players, now):
    look = looks.look_over(now=now)
    assert (look.hands, look.players, look.left_out) == (GIFTS, 2, 0)
    found = IntegrityFinding.objects.get(sign="chips-one-way")
    assert (found.first, found.second, found.of) == (*players, GIFTS)
    nets = HandSeat.objects.filter(hand__table=given, player=players[1])
    assert found.count == round(sum(seat.net for seat in nets) / 100)
    for one in found.evidence:
        assert nets.get(hand=one["hand"]).net == one["chips"]


def test_the_same_rows_give_the_same_findings(given, now):
    looks.look_over(now=now)
    before = list(IntegrityFinding.objects.values())
    looks.look_over(now=now)
    assert list(IntegrityFinding.objects.values()) == before
    assert IntegrityLook.objects.count() == 1


def test_a_day_that_is_not_over_is_not_looked_at(few, now):
    assert looks.look_over(now=now).hands == 2
    Hand.objects.update(ended_at=now)
    assert looks.look_over(now=now).hands == 0
    assert not IntegrityFinding.objects.exists()


def test_each_night_one_look_by_the_worker(few):
    look_over_play_nightly()
    first = IntegrityLook.objects.get()
    look_over_play_nightly()
    assert IntegrityLook.objects.get().at == first.at


def test_cards_are_known_to_the_look_and_told_to_nobody(given, owner, house, now):
    looks.look_over(now=now)
    sent = json.dumps(house.client(owner).get("/api/v1/integrity/").json())
    assert IntegrityFinding.objects.exists()
    assert {key for one in told(owner.user)["findings"] for each in one["evidence"] for key in each} == {
        "day",
        "hand",
        "table",
        "number",
        "chips",
        "seconds",
    }
    assert "cards" not in sent


def test_only_whoever_runs_the_club_sees_it(house, owner, players):
    assert {role for role in ROLES if "integrity.see" in ROLES[role]} == {"owner", "admin"}
    director = house.person("dan", role="director", chips=0)
    assert house.client(owner).get("/api/v1/integrity/").status_code == 200
    for other in (director, players[0]):
        assert house.client(other).get("/api/v1/integrity/").status_code == 403


def test_who_looks_is_on_record_once_a_business_day(house, owner, players):
    def looked():
        return list(AuditEntry.objects.filter(kind="integrity.seen").values_list("by__username", flat=True))

    house.client(players[0]).get("/api/v1/integrity/")
    assert looked() == [], "who may not look has seen nothing"
    page = Client()
    page.force_login(owner.user)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _time in range(2):
            assert page.get("/integrity/").status_code == 200
            assert house.client(owner).get("/api/v1/integrity/").status_code == 200
        assert looked() == ["olga"]
        clock.shift(DAY)
        house.client(owner).get("/api/v1/integrity/")
        assert looked() == ["olga", "olga"]


def test_whoever_is_named_neither_sees_nor_marks_it(house, owner, players, now):
    roles.give_role(players[0].user, "owner")
    row = finding_of("soft-play", *players)
    assert [one["id"] for one in told(owner.user)["findings"]] == [row.pk]
    assert told(players[0].user)["findings"] == []
    body = {"act": "look-into", "note": "nothing here"}
    answer = house.client(players[0]).post(f"/api/v1/integrity/findings/{row.pk}/", body, format="json")
    assert answer.status_code == 404


def test_of_own_hands_nothing_is_told_that_tells_of_cards(few, house, owner, players, now):
    seat = HandSeat.objects.filter(hand__table=few).first()
    row = finding_of("folded-winners", *players)
    row.evidence = [{"day": "2026-01-02", "hand": seat.hand_id, "chips": 5, "seconds": None}]
    row.save()
    assert len(told(owner.user)["findings"][0]["evidence"]) == 1
    HandSeat.objects.create(hand=seat.hand, seat=7, player=owner)
    assert told(owner.user)["findings"][0]["evidence"] == []


def test_a_note_stands_on_record_without_its_words_and_is_taken_back(house, owner, players):
    row = finding_of("soft-play", *players)
    door = f"/api/v1/integrity/findings/{row.pk}/"
    client = house.client(owner)
    assert client.post(door, {"act": "look-into"}, format="json").status_code == 422
    seen = client.post(door, {"act": "look-into", "note": "They are a couple."}, format="json").json()["findings"]
    assert (seen[0]["is_open"], seen[0]["note"], seen[0]["looked_by"]) == (False, "They are a couple.", "olga")
    entry = AuditEntry.objects.get(kind="integrity.looked-into")
    assert entry.after == {"sign": "soft-play", "players": [one.pk for one in players]}
    assert "couple" not in f"{entry.why} {entry.before} {entry.after}"
    seen = client.post(door, {"act": "take-back"}, format="json").json()["findings"]
    assert (seen[0]["is_open"], seen[0]["note"]) == (True, "")
    assert AuditEntry.objects.filter(kind="integrity.look-taken-back").count() == 1


def test_more_evidence_since_opens_it_again(owner, players, now):
    row = finding_of("soft-play", *players)
    marks.mark(row.pk, "look-into", "seen", by=owner.user, now=now)
    row.refresh_from_db()
    row.evidence = [{"day": "2026-01-09", "hand": None, "chips": None, "seconds": None}]
    row.save()
    assert told(owner.user)["findings"][0]["is_open"]


def test_what_is_found_no_longer_goes_unless_something_was_noted_of_it(owner, players, now):
    kept, gone = finding_of("soft-play", *players), finding_of("folded-winners", *players)
    marks.mark(kept.pk, "look-into", "seen", by=owner.user, now=now)
    IntegrityFinding.objects.update(last_day=now.date() - 100 * DAY)
    looks.look_over(now=now)
    assert set(IntegrityFinding.objects.values_list("pk", flat=True)) == {kept.pk} != {gone.pk}
    IntegrityFinding.objects.update(last_day=now.date() - 190 * DAY)
    looks.look_over(now=now)
    assert not IntegrityFinding.objects.exists()


def test_a_second_look_within_minutes_is_refused(house, owner, now):
    IntegrityLook.objects.create(first_day="2026-01-01", last_day="2026-01-31", at=now, hands=0, players=0)
    assert house.client(owner).post("/api/v1/integrity/look/").status_code == 409
    IntegrityLook.objects.update(at=now - DAY)
    assert house.client(owner).post("/api/v1/integrity/look/").status_code == 202
    assert AuditEntry.objects.filter(kind="integrity.asked").count() == 1


def test_who_is_forgotten_or_merged_has_no_findings(house, players, now):
    anna, ben = players
    third = house.person("cho", chips=0)
    finding_of("soft-play", anna, third)
    erasing.erase(third.pk, by=None, now=now)
    assert not IntegrityFinding.objects.exists()
    double = house.person("anna2", chips=0)
    finding_of("soft-play", ben, double)
    merging.merge(double.pk, anna.pk, why="one person", by=None, now=now)
    assert not IntegrityFinding.objects.exists()


def test_hands_of_a_duplicate_count_for_the_member_who_stays(given, house, players, now):
    stays = house.person("anna1", chips=0)
    HandSeat.objects.filter(player=players[0]).update(player=house.person("anna2", chips=0))
    double = HandSeat.objects.exclude(player=players[1]).first().player
    merging.merge(double.pk, stays.pk, why="one person", by=None, now=now)
    looks.look_over(now=now)
    assert IntegrityFinding.objects.get(sign="chips-one-way").first == stays


# -- rows as facts ----------------------------------------------------------------------------------------------------


def span(now):
    calendar = looks.in_force().calendar
    return (*calendar.span(calendar.day_of(now) - 41 * DAY, calendar.day_of(now) - DAY), calendar)


@pytest.fixture
def decided(now):
    """A hand of two days ago whose decisions came two seconds after one another, from one address, the last by the clock."""
    then = now - 2 * DAY
    house = House(then)
    table = house.seated(house.person("cho"), house.person("dai"), action_seconds=600)
    row = dealer.deal(table.pk, now=then)
    ask, player = asked(row)
    how = {"by": player, "device": "page 203.0.113.9 Safari 17", "now": then + timedelta(seconds=2)}
    player_decisions.decide(table.pk, row.pk, ask.number, "call", **how)
    time_outs.time_out(row.pk, now=then + timedelta(hours=1), wait=True)
    while Hand.objects.get(pk=row.pk).state == "playing":
        say(row, "check" if not asked(row)[0].call else "fold", then + timedelta(hours=1, minutes=1))
    settlement.resolve(row.pk, now=then + timedelta(hours=1, minutes=1))
    return Hand.objects.get(pk=row.pk), player


def test_seconds_are_those_of_players_on_the_screen_alone(decided, now):
    *instants, calendar = span(now)
    row, player = decided
    facts = next(iter(hand_facts.facts(hand_facts.hands(*instants), calendar, hand_facts.members())))
    assert isinstance(facts, HandFacts)
    assert facts.hand == row.pk
    seconds = {seat.player: seat.seconds for seat in facts.seats}
    assert seconds[player.pk][0] == 2.0
    by_clock = Decision.objects.filter(hand=row, source="clock").count()
    assert by_clock > 0
    betting = [
        one for one in Decision.objects.filter(hand=row, source="player") if one.text in ("call", "check", "fold")
    ]
    assert sum(map(len, seconds.values())) == len(betting)


def test_visits_are_sign_ins_and_decisions_by_address_and_browser(decided, players, now):
    *instants, calendar = span(now)
    AccessLog.objects.create(username="Anna", ip_address="203.0.113.7", user_agent="Firefox", path_info="/")
    AccessLog.objects.update(attempt_time=now - 2 * DAY)
    day = calendar.day_of(now - 2 * DAY)
    assert set(visit_facts.visits(*instants, calendar, hand_facts.members())) == {
        Visit(players[0].pk, day, "203.0.113.7", "Firefox"),
        Visit(decided[1].pk, day, "203.0.113.9", "Safari 17"),
    }


def test_an_evening_holds_the_tables_of_one_game_and_its_stakes(house, players, now):
    *instants, calendar = span(now)
    tables = [
        house.seated(*players),
        house.seated(house.person("cho")),
        house.seated(house.person("dai"), game="omaha"),
    ]
    for table in tables:
        table.sittings.update(sat_down_at=now - 2 * DAY)
    known = hand_facts.members()
    found = list(evening_facts.evenings(*instants, calendar, known))
    assert sorted(len(one.tables) for one in found if isinstance(one, Evening)) == [1, 2]


# -- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_in_both_languages(given, owner, now):
    looks.look_over(now=now)
    hand = IntegrityFinding.objects.get(sign="chips-one-way").evidence[0]["hand"]
    for language, words in (("en", "nobody is accused"), ("ja", "だれかを責めるものでもありません")):
        client = Client(HTTP_ACCEPT_LANGUAGE=language)
        client.force_login(owner.user)
        page = client.get("/integrity/").content.decode()
        assert words in page
        assert f"/hands/{hand}/" in page


def test_a_note_by_the_page(owner, players):
    row = finding_of("soft-play", *players)
    client = Client()
    client.force_login(owner.user)
    assert client.post(f"/integrity/{row.pk}/", {"act": "look-into", "note": " "}).status_code == 422
    client.post(f"/integrity/{row.pk}/", {"act": "look-into", "note": "A couple"})
    assert "A couple" in client.get("/integrity/").content.decode()
    client.post(f"/integrity/{row.pk}/", {"act": "take-back"})
    row.refresh_from_db()
    assert (row.note, row.looked_at) == ("", None)


def all_facts(now):
    *instants, calendar = span(now)
    return list(hand_facts.facts(hand_facts.hands(*instants), calendar, hand_facts.members()))


def nets(fact):
    return {seat.player: seat.net for seat in fact.seats}


def test_a_hand_of_which_only_the_result_is_known_counts_for_its_flows(floor, table, people, now):
    url = f"/api/v1/tables/{table.pk}/recorded-hands/result/"
    told = {"number": 1, "stacks": {"1": 5_700, "2": 4_400, "3": 4_900}, "button": 1}
    assert floor.post(url, told, format="json").status_code == 201
    Hand.objects.update(ended_at=now - 2 * DAY)
    (fact,) = all_facts(now)
    assert nets(fact) == dict(zip([one.pk for one in people], (700, -600, -100), strict=True))
    assert (fact.losses, fact.duels, [seat.seconds for seat in fact.seats]) == ((), (), [(), (), ()])


def test_rows_of_chinese_poker_count_for_its_flows(house, floor, people, now):
    stakes = Stakes(limit="points", point=5)
    table = house.seated(*people[:2], kind=Table.Kind.RECORDED, game="chinese", stakes=stakes, buy_in=1_000)
    answer = floor.post(f"/api/v1/tables/{table.pk}/scores/", {"number": 1, "rows": ROWS, "button": 1}, format="json")
    assert answer.status_code == 201, answer.json()
    Hand.objects.update(ended_at=now - 2 * DAY)
    (fact,) = all_facts(now)
    assert fact.bet == 5
    assert sum(nets(fact).values()) == 0 != max(nets(fact).values())


def test_play_for_play_chips_is_not_looked_at(few, now):
    assert len(all_facts(now)) == 2
    Table.objects.update(unit=PRACTICE)
    assert all_facts(now) == []


def test_computer_players_are_in_no_fact(few, house, players, now):
    assert len(all_facts(now)) == 2
    HandSeat.objects.filter(player=players[1]).update(player=house.computer("rob"))
    assert all_facts(now) == []
