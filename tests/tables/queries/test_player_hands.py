"""A player's own hands: listed, filtered, replayed, written down with own cards alone, counted."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from club.house import house_rules
from engine.notation.phh import read, scale
from engine.play.any_game import play
from tables.cash import new_tables, seating
from tables.dealing import dealer, settlement
from tables.hand import statistics
from tables.models import Hand, HandSeat
from tests.support.tables.table_api import decide, look, own_ask
from tests.support.watched import cards_in, may_see

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)  # 21:00 in Tokyo


def gently(ask, rng):
    """An answer that leaves both players chips."""
    verbs = [offer["verb"] for offer in ask["offers"]]
    if "fold" in verbs and rng.random() < 0.15:
        return "fold"
    return next(verb for verb in ("call", "show", "draw", "muck") if verb in verbs)


def played(house, table, people, at, rng=random, words=None):
    """Deal and play a hand; `words`, decisions in order, else at random. Returns the settled row."""
    row = dealer.deal(table.pk, now=at)
    Hand.objects.filter(pk=row.pk).update(deadline=None)
    given = iter(words or ())
    for _ in range(300):
        for player in people:
            seen = look(house.client(player), table)
            if seen["hand"]["state"] != "playing":
                settlement.resolve(row.pk, now=at)
                row.refresh_from_db()
                return row
            ask = own_ask(seen)
            if ask is not None:
                answer = decide(house.client(player), table, seen, ask, next(given, None) or gently(ask, rng))
                assert answer.status_code == 200, answer.json()
                Hand.objects.filter(pk=row.pk).update(deadline=None)
    raise AssertionError("the hand does not end")


@pytest.fixture
def evening(house):
    """Two evenings of hands of two players at two tables."""
    anna, ben = house.person("anna", chips=40_000), house.person("ben", chips=40_000)
    rng = random.Random(5)
    house.now = EVENING
    first = house.seated(anna, ben, pause=9999.0)
    rows = [played(house, first, (anna, ben), EVENING + timedelta(minutes=n), rng) for n in range(3)]
    for player in (anna, ben):
        seating.stand_up(first.pk, player, now=EVENING + timedelta(hours=1))
    later = EVENING + timedelta(days=1)
    second = new_tables.open_table(
        new_tables.Opening(name="Stud", game="razz", stakes=house_stakes(), pause=9999.0), by=None, now=later
    )
    for seat, player in enumerate((anna, ben), 1):
        seating.sit_down(second.pk, player, seat, second.min_buy_in, key=f"second {seat}", now=later)
    rows.append(played(house, second, (anna, ben), later, rng))
    return anna, ben, rows


def house_stakes():
    from engine.play.any_game import CATALOGUE
    from tables.text.stakes_words import example

    return example(CATALOGUE["razz"], "fixed")


def ids(answer):
    assert answer.status_code == 200, answer.content
    return [line["id"] for line in answer.json()]


def test_hands_are_found_by_game_by_day_and_by_sitting(house, evening):
    anna, _ben, rows = evening
    mine = house.client(anna)
    every = [row.pk for row in reversed(rows)]
    assert ids(mine.get("/api/v1/me/hands/")) == every
    assert ids(mine.get("/api/v1/me/hands/?game=razz")) == every[:1]
    assert ids(mine.get("/api/v1/me/hands/?day=2026-11-21")) == every[1:]
    assert ids(mine.get("/api/v1/me/hands/?from=2026-11-22")) == every[:1]
    assert ids(mine.get("/api/v1/me/hands/?to=2026-11-20")) == []
    assert ids(mine.get(f"/api/v1/me/hands/?before={every[1]}")) == every[2:]
    razz, holdem = mine.get("/api/v1/me/sittings/").json()
    assert (razz["hands"], holdem["hands"]) == (1, 3)
    assert ids(mine.get(f"/api/v1/me/hands/?sitting={holdem['id']}")) == every[1:]
    lines = mine.get(f"/api/v1/me/hands/?sitting={holdem['id']}").json()
    assert holdem["result"] == sum(line["net"] for line in lines)
    assert razz["until"] is None
    assert house.client(house.person("chika")).get("/api/v1/me/hands/").json() == []


def test_the_days_are_the_clubs(house, evening):
    anna, _ben, rows = evening
    house_rules.change({"ClubRules.time_zone": "America/Los_Angeles"}, by=None, why="moved", now=EVENING)
    # 21:00 in Tokyo is 4:00 of the same day in Los Angeles, before the business day ends at 5:00.
    assert ids(house.client(anna).get("/api/v1/me/hands/?day=2026-11-20")) == [row.pk for row in reversed(rows[:3])]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("day=yesterday", 400, "not_a_date"),
        ("day=9999-12-31", 400, "not_a_date"),
        ("from=0001-01-01", 400, "not_a_date"),
        ("game=snap", 400, "unknown_game"),
        ("sitting=x", 400, "not_a_number"),
        ("sitting=999999", 404, "unknown_sitting"),
        ("from=2026-11-22&to=2026-11-21", 400, "days_out_of_order"),
        ("before=x", 400, "not_a_number"),
    ],
)
def test_a_question_that_has_no_answer_is_told_what_would(house, query, status, code):
    answer = house.client(house.person("anna")).get(f"/api/v1/me/hands/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_nobody_reaches_anothers_sitting(house, evening):
    anna, ben, _rows = evening
    (own, _other) = house.client(ben).get("/api/v1/me/sittings/").json()
    assert house.client(anna).get(f"/api/v1/me/hands/?sitting={own['id']}").status_code == 404
    assert house.client(anna).get(f"/api/v1/me/hands.phhs?sitting={own['id']}").status_code == 404


def test_the_file_holds_own_cards_and_shown_ones_and_can_be_read_again(house, evening):
    anna, _ben, rows = evening
    answer = house.client(anna).get("/api/v1/me/hands.phhs")
    text = b"".join(answer.streaming_content).decode()
    assert answer["Content-Disposition"].startswith('attachment; filename="hands-')
    records = read(text)
    assert [record.name for record in records] == [str(row.pk) for row in rows]
    hidden = 0
    for record, row in zip(records, rows, strict=True):
        seat = row.seats.get(player=anna).seat
        told = cards_in(" ".join(record.fields["actions"]))
        assert told <= may_see(row, seat)
        hidden += "??" in str(record.fields["actions"])
        assert set(record.fields["players"]) == {"anna", "ben"}
        assert (record.fields["year"], record.fields["table"]) == (2026, row.table.name)
        story = play(record, scale(records))
        assert story.hand.is_over or "??" in str(record.fields["actions"])
    assert hidden


def test_no_file_holds_more_hands_than_it_may(house, evening, monkeypatch):
    anna, _ben, _rows = evening
    monkeypatch.setattr("tables.queries.player_hands.MOST_EXPORTED", 2)
    answer = house.client(anna).get("/api/v1/me/hands.phhs")
    assert (answer.status_code, answer.json()["code"]) == (422, "too_many_hands")
    assert "choose a sitting" in answer.json()["detail"]


def test_a_replay_goes_from_the_deal_to_the_end_and_shows_no_more_than_was_seen_then(house, evening, client):
    anna, _ben, rows = evening
    client.force_login(anna.user)
    row = rows[0]
    last = row.decisions.count()
    first = client.get(f"/hands/{row.pk}/replay/").content.decode()
    assert f"0 / {last}" in first
    end = client.get(f"/hands/{row.pk}/replay/?step=9999").content.decode()
    assert f"{last} / {last}" in end
    for step in range(last + 1):
        page = client.get(f"/hands/{row.pk}/replay/?step={step}")
        assert page.status_code == 200
        assert f"{step} / {last}" in page.content.decode()
        drawn = client.get(f"/hands/{row.pk}/replay/picture.svg?step={step}")
        assert drawn["Content-Type"].startswith("image/svg+xml")
        ElementTree.fromstring(drawn.content)
    assert client.get(f"/hands/{row.pk}/replay/?step=x").status_code == 200


# -- statistics -------------------------------------------------------------------------------------------------------


def test_what_is_counted_of_a_hand(house):
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    table = house.seated(*people, pause=9999.0)
    # The button folds, the small blind raises, the big blind calls; checked to the river and shown down.
    words = ["fold", "raise 300", "call", *["check"] * 6]
    row = played(house, table, people, house.now, words=words)
    start = row.start
    button, small, big = start["positions"]
    counted = {seat.seat: seat for seat in HandSeat.objects.filter(hand=row)}
    names = ("put_in", "raised", "went_on", "showed_down")
    assert [getattr(counted[button], name) for name in names] == [False, False, False, False]
    assert [getattr(counted[small], name) for name in names] == [True, True, True, True]
    assert [getattr(counted[big], name) for name in names] == [True, False, True, True]
    assert counted[small].won or counted[big].won
    assert not counted[button].won


def test_a_walk_is_neither_played_nor_shown(house):
    people = [house.person(name) for name in ("anna", "ben", "chika")]
    table = house.seated(*people, pause=9999.0)
    row = played(house, table, people, house.now, words=["fold", "fold"])
    for seat in HandSeat.objects.filter(hand=row):
        assert (seat.put_in, seat.raised, seat.went_on, seat.showed_down) == (False, False, False, False)
    big = HandSeat.objects.get(hand=row, seat=row.start["positions"][2])
    assert big.won
    told = statistics.of(HandSeat.objects.filter(player=big.player))
    assert (told["hands"], told["vpip"], told["pfr"], told["went_to_showdown"], told["won_at_showdown"]) == (
        1, 0.0, 0.0, None, None,
    )  # fmt: skip
    assert told["results"] == {"chips": 50}


def test_statistics_over_the_api_and_on_the_page(house, evening, client):
    anna, _ben, rows = evening
    told = house.client(anna).get("/api/v1/me/statistics/").json()
    nets = [seat.net for seat in HandSeat.objects.filter(player=anna)]
    assert told["hands"] == len(rows)
    assert told["results"] == {"chips": sum(nets)}
    assert {line["game"]: line["hands"] for line in told["by_game"]} == {"holdem": 3, "razz": 1}
    assert 0 <= told["pfr"] <= told["vpip"] <= 1
    assert house.client(anna).get("/api/v1/me/statistics/?game=razz").json()["hands"] == 1
    client.force_login(anna.user)
    page = client.get("/me/statistics/").content.decode()
    assert "<svg" in page
    assert "The same as a table" in page
    assert "<script>" not in page[page.index("<svg") :].split("</svg>")[0]
    for address in ("/me/hands/", "/me/sittings/"):
        assert client.get(address).status_code == 200
    assert client.get("/me/hands.phhs?day=2026-11-21")["Content-Disposition"].endswith('"hands-2026-11-21.phhs"')


def test_a_bomb_pot_is_a_hand_without_choices_before_the_flop(house):
    house_rules.change({"TableRules.bomb_every": 1}, by=None, why="fun", now=house.now)
    people = [house.person(name) for name in ("anna", "ben")]
    table = house.seated(*people, pause=9999.0)
    row = played(house, table, people, house.now, words=["check"] * 6)
    seat = HandSeat.objects.filter(hand=row).first()
    assert row.start["bomb"]
    assert (seat.put_in, seat.showed_down) == (None, None)
    assert statistics.of(HandSeat.objects.filter(pk=seat.pk))["vpip"] is None
