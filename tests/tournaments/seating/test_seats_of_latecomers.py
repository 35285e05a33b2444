"""Seats of whoever comes in, as the house draws them; when a further table is opened, and when its players are dealt in."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from club.base.errors import ClubError
from club.house import house_rules
from tables.models import Hand, Sitting
from tests.tournaments.conftest import Evening, is_replay
from tournaments.desk import registration
from tournaments.floor import floor_view, held_seats_and_break_order, moves_and_knockouts
from tournaments.log.state import RUNNING
from tournaments.models import Tournament
from tournaments.running import event_start, runner
from tournaments.seating import balancing
from tournaments.seating.balancing import Policy, Seats
from tournaments.seating.seat_draw import Draw, draw

pytestmark = pytest.mark.django_db


def rule(evening: Evening, **values: object) -> None:
    house_rules.change({f"SeatingRules.{name}": value for name, value in values.items()}, by=None, now=evening.now)


def place(evening: Evening, row, entry: int) -> tuple[int, int]:
    found = evening.state(row).entries[entry]
    return found.table, found.seat


def test_a_house_fills_the_least_full_table_or_its_lowest_seat(evening: Evening) -> None:
    rule(evening, seats="least full, lowest seat")
    row = evening.entered(evening.computers(7), table_size=6, late_until_level=3)
    event_start.start(row.pk, now=evening.now)
    state = evening.state(row)
    assert {number: sorted(seats) for number, seats in state.room().items()} == {1: [1, 2, 3, 4], 2: [1, 2, 3]}
    late = registration.register(row.pk, evening.person("late"), now=evening.now)
    assert place(evening, row, late.number) == (2, 4)
    assert is_replay(row)


def test_by_lot_of_the_least_full_table_whoever_comes_late_sits_there(evening: Evening) -> None:
    rule(evening, seats="least full table")
    row = evening.entered(evening.computers(7), table_size=6, late_until_level=3)
    event_start.start(row.pk, now=evening.now)
    (fewest,) = [number for number, seats in evening.state(row).room().items() if len(seats) == 3]
    late = registration.register(row.pk, evening.person("late"), now=evening.now)
    assert place(evening, row, late.number)[0] == fewest


@pytest.mark.parametrize(("above", "tables"), [(0, [1, 1]), (4, [1, 2])])
def test_a_further_table_is_opened_above_so_many_players_while_somebody_may_enter(evening, above, tables) -> None:
    rule(evening, opens_above=above)
    row = evening.entered(evening.computers(4), table_size=6, late_until_level=3)
    event_start.start(row.pk, now=evening.now)
    seen = [len(evening.state(row).tables)]
    registration.register(row.pk, evening.person("late"), now=evening.now)
    seen.append(len(evening.state(row).tables))
    evening.play_round(row)
    evening.play_round(row)
    sizes = sorted(len(seats) for seats in evening.state(row).room().values())
    assert (seen, len(evening.state(row).tables)) == (tables, tables[-1]), sizes
    assert sizes == ([5] if tables[-1] == 1 else [2, 3])
    assert is_replay(row)


def test_one_table_may_fill_further_before_there_is_a_second(evening: Evening) -> None:
    rule(evening, opens_above=4, opens_above_alone=5)
    row = evening.entered(evening.computers(4), table_size=6, late_until_level=3)
    event_start.start(row.pk, now=evening.now)
    seen = []
    for name in ("one", "two"):
        registration.register(row.pk, evening.person(name), now=evening.now)
        seen.append(len(evening.state(row).tables))
    assert seen == [1, 2]


def test_the_first_draw_keeps_to_it_too_and_one_table_may_fill_further() -> None:
    tak = Draw(above=7, alone=8)  # more than eight at one table, then more than seven
    counts = {
        players: len({one[1] for one in draw(range(players), 9, random.Random(1), tak)}) for players in (8, 9, 14, 15)
    }
    assert counts == {8: 1, 9: 2, 14: 2, 15: 3}
    assert Draw(above=7, most=2).tables(18, 9) == 2


@pytest.mark.parametrize("values", [{"opens_above_alone": 8}, {"opens_above_alone": 6, "opens_above": 7}])
def test_one_table_alone_is_said_with_the_others_and_holds_no_fewer(evening: Evening, values) -> None:
    with pytest.raises(ClubError, match="single table"):
        rule(evening, **values)


@pytest.mark.parametrize(("choice", "may"), [("like everybody's", True), ("another seat", False)])
def test_a_re_entry_may_draw_the_seat_that_was_lost_or_never_does(evening: Evening, choice: str, may: bool) -> None:
    rule(evening, reentry_seat=choice, seats="least full, lowest seat")
    players = evening.computers(4)
    row = evening.entered(players, table_size=6, late_until_level=3, reentries=3)
    event_start.start(row.pk, now=evening.now)
    lost = place(evening, row, 1)
    moves_and_knockouts.knock_out(row.pk, 1, why="out", now=evening.now, by=None)
    again = registration.register(row.pk, players[0], now=evening.now)
    assert (place(evening, row, again.number) == lost) is may


@pytest.mark.parametrize(("choice", "entry"), [("next hand", "in"), ("big blind", "waits"), ("posts", "posts")])
def test_whoever_comes_late_is_dealt_in_as_the_house_has_it(evening: Evening, choice: str, entry: str) -> None:
    rule(evening, dealt_in=choice)
    row = evening.entered(evening.computers(3), table_size=9, late_until_level=3, starting_chips=100_000)
    runner.direct(row.pk, now=evening.now)
    late = evening.person("late")
    registration.register(row.pk, late, now=evening.now)
    assert Sitting.objects.get(player=late).entry == entry
    paid = []
    for _hand in range(8):
        evening.play_round(row)
        hand = Hand.objects.order_by("pk").last()
        mine = hand.seats.filter(player=late).first()
        if mine is None:
            continue
        seats = {seat[0]: seat for seat in hand.start["seats"]}
        posts = len(seats[mine.seat]) > 2 and seats[mine.seat][2]
        paid.append("big blind" if hand.start["positions"][2] == mine.seat else "posts" if posts else "free")
        break
    assert paid[-1] in {"in": {"free", "big blind"}, "waits": {"big blind"}, "posts": {"posts", "big blind"}}[entry]
    assert Sitting.objects.get(player=late).entry == "in"


@pytest.mark.parametrize(("apart", "moves"), [(2, 1), (3, 0), (4, 0)])
def test_tables_are_balanced_from_the_difference_the_house_has(apart: int, moves: int) -> None:
    tables = [Seats(n, 9, {s: 100 * n + s for s in range(1, count + 1)}, 1, 2, 3) for n, count in ((1, 9), (2, 7))]
    assert len(balancing.plan(tables, 9, random.Random(1), Policy(least_apart=apart))) == moves


def test_the_table_broken_longest_ago_breaks_first() -> None:
    tables = [
        Seats(number, 9, {s: 100 * number + s for s in (1, 2, 3)}, 1, 2, 3, broken=broken)
        for number, broken in ((1, 40), (2, 20), (3, 60))
    ]
    policy = Policy(breaks="broken longest ago")
    assert balancing.next_break(tables, 9, policy) == 2
    assert balancing.next_break([*tables, Seats(4, 9, {1: 401}, 1, 2, 3)], 9, policy) == 4  # never broken


@pytest.mark.parametrize(
    ("choice", "entered", "deals"),
    [
        ("two players", 2, True),
        ("half its seats, or three there", 2, False),
        ("half its seats, or three there", 3, True),
    ],
)
def test_a_table_begins_with_as_many_as_the_house_has_it(evening: Evening, choice: str, entered: int, deals) -> None:
    rule(evening, begins_with=choice)
    house_rules.change({"TournamentRules.late_pause": False}, by=None, now=evening.now)
    row = evening.entered(evening.computers(entered), table_size=9, late_until_level=3)
    runner.direct(row.pk, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    assert bool(evening.state(row).hands) is deals


def test_half_the_seats_are_enough_whoever_is_there_and_then_it_goes_on_with_fewer(evening: Evening) -> None:
    rule(evening, begins_with="half its seats, or three there")
    house_rules.change({"TournamentRules.late_pause": False}, by=None, now=evening.now)
    row = evening.entered(evening.computers(2), table_size=4, late_until_level=3, needs_check_in=True)
    runner.direct(row.pk, now=evening.now)
    assert evening.play_round(row).status == RUNNING
    assert Hand.objects.filter(table__owner=row.owner).exists()


def due(row: Tournament, now: datetime) -> list[str]:
    row.refresh_from_db()
    return [one["kind"] for one in floor_view.board(row, now=now)["due"]]


def test_it_is_told_to_the_floor_and_let_go_on_by_the_director_or_when_nobody_may_enter(evening: Evening) -> None:
    rule(evening, begins_with="half its seats, or three there")
    house_rules.change({"TournamentRules.late_pause": False}, by=None, now=evening.now)
    rows = [
        evening.entered(
            [evening.person(f"a{n}"), evening.person(f"b{n}")], table_size=9, late_until_level=1, cards=cards
        )
        for n, cards in enumerate(("dealt", "physical"))
    ]
    for row in rows:
        event_start.start(row.pk, now=evening.now)
        assert due(row, evening.now).count("begins") == 1
    runner.direct(rows[0].pk, now=evening.now)
    assert not evening.state(rows[0]).hands
    held_seats_and_break_order.waive_halt(rows[0].pk, evening.state(rows[0]).tables[1], True, now=evening.now, by=None)
    runner.direct(rows[0].pk, now=evening.now)
    assert evening.state(rows[0]).hands
    late = evening.now + timedelta(minutes=5)
    assert "begins" not in due(rows[1], late)
    assert is_replay(rows[0])
