"""Flights: how they end, what is bagged, one pool and one list of places, and Day 2 drawn with the stacks that were carried."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from club.base.errors import ClubError
from club.ledger import audit, ledger
from club.models import Player
from club.people import suspensions
from tests.support.tournaments.entries import set_rule
from tests.support.tournaments.series import LEVELS, Series
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.api import event_as_seen, event_history
from tournaments.desk import registration
from tournaments.endings import bagging_by_hand
from tournaments.entries import alternates
from tournaments.flights import flight_summary, last_hands
from tournaments.floor import clock_by_hand, floor_view, real_card_tables, reported_knockouts
from tournaments.log import flight_places
from tournaments.log.events.flights import FlightMerged, MergeUndone
from tournaments.log.flight_places import MergedFlight
from tournaments.log.prize_state import PrizeState
from tournaments.log.replay import Line, apply, replay
from tournaments.log.state import BAGGED, FINISHED, RUNNING, State
from tournaments.models import Entry, Result, Ticket, Tournament
from tournaments.prizes import bounty_awards, prize_pool, prizes_by_place
from tournaments.running import event_start, runner
from tournaments.setup import changed_fields

AT = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)


def refusal(act: Any, *given: Any, **named: Any) -> ClubError:
    with pytest.raises(ClubError) as refused:
        act(*given, **named)
    return refused.value


# -- places as values -------------------------------------------------------------------------------------------------


def lines(policy: str, flights: list[tuple[int, int]]) -> State:
    """A Day 2 that has gathered flights of so many entries, of whom so many survived."""
    told, entry = [], 0
    for number, (entered, through) in enumerate(flights, 1):
        numbers = list(range(entry + 1, entry + entered + 1))
        entry += entered
        fallen = dict(zip(numbers[through:], range(through + 1, entered + 1), strict=True))
        told.append(MergedFlight(number, entered, 3, policy, tuple(numbers[:through]), fallen))
    return replay(Line(FlightMerged.from_json({**one.as_json(), "event": "", "n": 0}), AT) for one in told)


def test_the_fallen_of_flights_are_placed_by_the_share_that_was_left():
    state = lines("share", [(4, 1), (8, 2)])
    # Of 4: out 2nd, 3rd, 4th (1/2, 3/4, 4/4); of 8: 3rd to 8th (3/8 to 8/8). Three go on, places 4 to 12.
    places = {entry: (place.best, place.worst) for entry, place in state.entries.items() if place.is_out}
    assert places == {
        7: (4, 4), 2: (5, 6), 8: (5, 6), 9: (7, 7), 3: (8, 9), 10: (8, 9), 11: (10, 10), 4: (11, 12), 12: (11, 12),
    }  # fmt: skip


def test_they_are_placed_by_how_many_were_left_or_share_the_last_places():
    by_left = lines("left", [(4, 1), (5, 1)]).entries
    assert [(by_left[entry].best, by_left[entry].worst) for entry in (2, 6, 3, 7, 9)] == [
        (3, 4), (3, 4), (5, 6), (5, 6), (9, 9),
    ]  # fmt: skip
    together = lines("day-two", [(4, 1), (5, 1)]).entries
    assert {(place.best, place.worst) for place in together.values() if place.is_out} == {(3, 9)}


@given(
    st.sampled_from(sorted(flight_places.POLICIES)),
    st.lists(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))), min_size=1, max_size=4),
)
def test_every_place_below_day_two_is_given_once_and_no_flight_is_turned_round(policy, flights):
    state = lines(policy, flights)
    alive, out = len(state.alive), [place for place in state.entries.values() if place.is_out]
    assert alive == sum(through for _entered, through in flights)
    filled = sorted(place for best, worst in {(one.best, one.worst) for one in out} for place in range(best, worst + 1))
    assert filled == list(range(alive + 1, len(state.entries) + 1))
    for one in state.merged_flights:
        ranks = [
            state.entries[entry].best for entry, _place in sorted(one.eliminated.items(), key=lambda pair: pair[1])
        ]
        assert ranks == sorted(ranks)
    assert State.from_json(state.as_json()) == state
    # A flight that is taken back leaves no trace.
    before = lines(policy, flights[:-1])

    undone = MergeUndone(flight=state.merged_flights[-1].flight, event="", why="")
    assert apply(state, Line(undone, AT)).entries == before.entries


# -- one event --------------------------------------------------------------------------------------------------------


def test_two_flights_meet_in_day_two_with_their_stacks_one_pool_and_one_list_of_places(evening: Evening) -> None:
    series = Series(evening, payout="half-field", guarantee=7000)
    players = evening.computers(9)
    one, two = series.flight(players[:5]), series.flight(players[5:], bags_at_players=None, bags_at_percent=50)
    assert held(series.day_two.owner, "escrow") == 9000
    assert held(one.owner, "escrow") == 0
    assert refusal(event_start.start, series.day_two.pk, now=evening.now).code == "flights_open"
    assert refusal(event_start.cancel, series.day_two.pk, now=evening.now, by=None, why="").code == "flights_open"
    first = series.play_flight(one)
    assert sum(first.bags.values()) == 5000
    assert not runner.direct(series.day_two.pk, now=evening.now)
    second = series.play_flight(two)
    assert sum(second.bags.values()) == 4000
    assert len(first.bags) == len(second.bags) == 2
    assert (held("cashier", "cashier", one.owner), held("cashier", "cashier", two.owner)) == (0, 0)
    assert held("cashier", "cashier", series.day_two.owner) == -9000
    waiting = series.stacks()
    assert sorted(waiting.values()) == sorted([*first.bags.values(), *second.bags.values()])
    assert prize_pool.entered(series.day_two) == 9
    assert prize_pool.pool(one) == prize_pool.pool(series.day_two)
    assert prize_pool.pool(one).total == 9000

    event_start.start(series.day_two.pk, now=evening.now)
    state = evening.state(series.day_two)
    assert series.stacks() == waiting
    assert sum(place.seat is not None for place in state.entries.values()) == 4
    state = evening.play(series.day_two)
    assert sorted(place.best for place in state.entries.values() if place.best and place.best < 5) == [1, 2, 3, 4]
    assert [entry for entry, place in state.entries.items() if place.best and place.best > 4] == [
        *first_fallen(one, series.day_two), *first_fallen(two, series.day_two),
    ]  # fmt: skip
    for row in (one, two, series.day_two):
        assert is_replay(row)
        assert held(row.owner, "escrow") == 0
        assert held("cashier", "cashier", row.owner) == 0
    assert audit.rebuild().ok
    assert sum(map(wallet, players)) == 9 * 10_000 - 9 * 100
    kept = Result.objects.filter(tournament=series.day_two)
    assert (kept.count(), sum(one.prize for one in kept), {one.spent for one in kept}) == (9, 9000, {1100})
    assert not Result.objects.exclude(tournament=series.day_two).exists()


def first_fallen(flight: Tournament, day_two: Tournament) -> list[int]:
    gone = Entry.objects.filter(tournament=day_two, came_from__tournament=flight, came_from__is_out=True)
    return list(gone.order_by("number").values_list("number", flat=True))


def test_a_flight_ends_after_its_level_and_day_two_goes_on_at_the_next(evening: Evening) -> None:
    series = Series(evening)
    row = series.flight(evening.computers(4), bags_at_players=None, bags_after_level=1, late_until_level=1)
    event_start.start(row.pk, now=evening.now)
    assert evening.play_round(row).hands
    evening.now += timedelta(minutes=6)
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    assert (state.status, len(state.hands), sum(state.bags.values())) == (BAGGED, 0, 4000)
    assert refusal(registration.register, row.pk, evening.person("late"), now=evening.now).code == "registration_closed"
    event_start.start(series.day_two.pk, now=evening.now)
    runner.direct(series.day_two.pk, now=evening.now)
    line = series.day_two.log.get(kind="level_changed")
    assert line.data["level"] == 2


def test_every_table_plays_its_last_hands_at_the_old_blinds_and_who_waits_goes_home(evening: Evening) -> None:
    series = Series(evening, starting_chips=50_000)
    told = {"bags_after_level": 1, "bags_after_hands": 2, "late_until_level": 1, "max_players": 6}
    row = series.flight(evening.computers(6), bags_at_players=None, starting_chips=50_000, **told)
    late = alternates.join(row.pk, evening.person("late"), now=evening.now)
    event_start.start(row.pk, now=evening.now)
    evening.play_round(row)
    runner.direct(row.pk, now=evening.now)
    evening.now += timedelta(minutes=6)
    runner.direct(row.pk, now=evening.now)  # the hands in play do not count
    state = evening.state(row)
    assert (state.status, len(state.hands), state.clock.held) == (RUNNING, 2, evening.now)
    assert refusal(last_hands.order, row.pk, 0, now=evening.now, by=series.boss).code == "flight_over"
    before, dealt = state.played, row.log.filter(kind="dealt").count()
    for _round in range(4):
        state = evening.play_round(row)
    assert (state.status, state.played - before) == (BAGGED, 6)
    assert list(row.log.filter(kind="dealt").values_list("data__level", flat=True))[dealt:] == [1] * 4
    assert row.log.get(kind="bagged").data["level"] == 2
    late.refresh_from_db()
    assert (late.outcome, late.why) == ("passed", "The flight is over.")
    bagging_by_hand.undo(row.pk, why="a stack was counted twice", now=evening.now, by=series.boss)
    late.refresh_from_db()
    assert late.outcome == "waits"
    assert is_replay(row)
    clock_by_hand.resume(row.pk, now=evening.now, by=series.boss)
    runner.direct(row.pk, now=evening.now)
    assert (evening.state(row).status, evening.state(row).played) == (BAGGED, state.played)


def test_the_floor_orders_the_last_hands_and_takes_them_back(evening: Evening) -> None:
    series = Series(evening, starting_chips=50_000)
    row = series.flight(evening.computers(4), starting_chips=50_000)
    event_start.start(row.pk, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    before, how = evening.state(row), {"now": evening.now, "by": series.boss}
    assert refusal(last_hands.order, row.pk, 0, **how).code == "so_already"
    last_hands.order(row.pk, 3, **how)
    row.refresh_from_db()
    (told, *_earlier) = event_history.history(row)
    assert told["back"] == {"act": "last-hands", "fields": {"hands": 0}, "words": "Play on after all"}
    last_hands.order(row.pk, 0, **how)
    assert evening.state(row) == before
    last_hands.order(row.pk, 1, **how)
    for _round in range(3):
        state = evening.play_round(row)
    assert (state.status, state.played) == (BAGGED, 4)
    assert is_replay(row)


@pytest.mark.parametrize(("stacks", "left"), [("best", 1500), ("all", 2400)])
def test_who_survives_twice_carries_the_best_stack_or_all(evening: Evening, stacks: str, left: int) -> None:
    series = Series(evening, flight_stacks=stacks, enters_again=True, cards="physical", table_size=9)
    players = evening.computers(5)
    amounts = []
    for group, chips in ((players[:2], 900), ((players[0], players[2]), 1500), ((players[0], *players[3:]), 600)):
        row = series.flight(list(group), cards="physical")
        event_start.start(row.pk, now=evening.now)
        state = evening.state(row)
        rest = (1000 * len(group) - chips) // (len(group) - 1)
        counts = [chips if entry == 1 else rest for entry in state.alive]
        series.bag(row, entries=state.alive, stacks=counts)
        amounts.append(series.stacks()["Machine 1"])
    assert amounts == ([900, 1500, 1500] if stacks == "best" else [900, 2400, 3000])
    assert amounts[1] == left
    assert prize_pool.entered(series.day_two) == 7
    assert len(evening.state(series.day_two).alive) == 5
    assert held("cashier", "cashier", series.day_two.owner) == -sum(series.stacks().values())
    for row in series.day_two.flights.all():
        assert is_replay(row)
    # Everything that was entered is one player's cost in the results.
    event_start.start(series.day_two.pk, now=evening.now)
    for entry in range(2, 6):
        reported_knockouts.knock_out(series.day_two.pk, [entry], now=evening.now, by=series.boss)
    real_card_tables.finish(series.day_two.pk, now=evening.now, by=series.boss)
    spent = {one.player.nickname: one.spent for one in Result.objects.filter(tournament=series.day_two)}
    assert spent == {"Machine 1": 3300, **{f"Machine {n}": 1100 for n in range(2, 6)}}
    assert held(series.day_two.owner, "escrow") == 0
    assert audit.rebuild().ok


def test_physical_bags_must_come_to_the_chips_that_were_given_out_or_say_why_not(evening: Evening) -> None:
    series = Series(evening, cards="physical")
    row = series.flight(evening.computers(3), cards="physical")
    event_start.start(row.pk, now=evening.now)
    before = evening.state(row)
    assert refusal(series.bag, row, entries=[1, 2], stacks=[1000, 1000]).code == "stack_not_counted"
    refused = refusal(series.bag, row, entries=[1, 2, 3], stacks=[1000, 1000, 900])
    assert (refused.code, refused.params["difference"]) == ("bag_difference", -100)
    refused = refusal(series.bag, row, entries=[1, 2, 3], stacks=[1000, 1000, 900], difference=-100)
    assert refused.code == "reason_missing"
    assert evening.state(row) == before
    series.bag(row, entries=[1, 2, 3], stacks=[1000, 1000, 900], difference=-100, why="a chip is lost")
    assert sorted(series.stacks().values()) == [900, 1000, 1000]
    event_start.start(series.day_two.pk, now=evening.now)
    state = evening.state(series.day_two)
    assert sorted(state.orders.counts.values()) == [900, 1000, 1000]
    assert held(series.day_two.owner, "stack", series.day_two.owner) == 2900
    for entry in (3, 2):
        reported_knockouts.knock_out(series.day_two.pk, [entry], now=evening.now, by=series.boss)
    real_card_tables.finish(series.day_two.pk, now=evening.now, by=series.boss)
    assert is_replay(series.day_two)
    assert held(series.day_two.owner, "escrow") == 0
    assert audit.rebuild().ok


def test_bags_are_taken_back_until_day_two_begins_the_last_flight_first(evening: Evening) -> None:
    series = Series(evening)
    players = evening.computers(6)
    one, two = series.flight(players[:3]), series.flight(players[3:])
    series.play_flight(one)
    waiting, gathered = series.stacks(), evening.state(series.day_two).entries
    series.play_flight(two)
    bags, before = evening.state(two).bags, evening.state(two)
    assert refusal(bagging_by_hand.undo, one.pk, why="x", now=evening.now, by=series.boss).code == "bagged_since"
    bagging_by_hand.undo(two.pk, why="wrong seat", now=evening.now, by=series.boss)
    assert series.stacks() == waiting
    assert evening.state(series.day_two).entries == gathered
    state = evening.state(two)
    assert (state.status, state.alive) == (RUNNING, before.alive)
    assert {place.seat is not None for place in state.entries.values() if not place.is_out} == {True}
    own = Entry.objects.filter(tournament=two, is_out=False).select_related("account")
    assert {entry.number: ledger.balance(entry.account) for entry in own if entry.account} == bags
    assert not runner.direct(two.pk, now=evening.now)  # the clock stands until the floor starts it
    clock_by_hand.resume(two.pk, now=evening.now, by=series.boss)
    runner.direct(two.pk, now=evening.now)
    assert evening.state(two).bags == bags
    assert len(evening.state(series.day_two).alive) == 4
    for row in (one, two, series.day_two):
        assert is_replay(row)
    event_start.start(series.day_two.pk, now=evening.now)
    assert refusal(bagging_by_hand.undo, two.pk, why="x", now=evening.now, by=series.boss).code == "day_two_began"
    evening.play(series.day_two)
    assert held(series.day_two.owner, "escrow") == 0
    assert audit.rebuild().ok


def test_who_may_enter_which_flight_and_day_two_itself(evening: Evening) -> None:
    series = Series(evening, late_until_level=3, reentries=1)
    players = evening.computers(4)
    one = series.flight(players[:3])
    two = series.flight([])
    code = lambda row, player: registration.verdict(row, player, now=evening.now).code  # noqa: E731  # said often here
    assert code(two, players[0]) == "in_another_flight"
    assert code(series.day_two, players[0]) == "in_another_flight"
    state = series.play_flight(one)
    series.day_two.refresh_from_db()
    survivors = [players[entry - 1] for entry in state.bags]
    (gone,) = [player for player in players[:3] if player not in survivors]
    assert {code(two, player) for player in survivors} == {"survived_already"}
    assert {code(series.day_two, player) for player in survivors} == {"already_registered"}
    assert refusal(registration.unregister, series.day_two.pk, survivors[0], now=evening.now).code == "came_from_flight"
    assert code(two, gone) == ""
    registration.register(series.day_two.pk, gone, now=evening.now)
    assert code(two, gone) == "in_day_two"
    registration.register(series.day_two.pk, players[3], now=evening.now)
    event_start.cancel(two.pk, now=evening.now, by=None, why="nobody")
    event_start.start(series.day_two.pk, now=evening.now)
    assert len(evening.state(series.day_two).alive) == 4
    assert prize_pool.entered(series.day_two) == 5
    assert held("cashier", "cashier", series.day_two.owner) == -5000
    evening.play(series.day_two)
    assert (held(series.day_two.owner, "escrow"), audit.rebuild().ok) == (0, True)


def test_only_day_two_is_paid_where_the_event_says_so(evening: Evening) -> None:
    series = Series(evening, payout="half-field", flight_ranking="day-two")
    row = series.flight(evening.computers(9), bags_at_players=1, cards="physical", table_size=9)
    assert len(prizes_by_place.prizes(row)) > 1
    event_start.start(row.pk, now=evening.now)
    for entry in range(2, 10):
        reported_knockouts.knock_out(row.pk, [entry], now=evening.now, by=series.boss)
    series.bag(row, entries=[1], stacks=[9000])
    series.day_two.refresh_from_db()
    assert prizes_by_place.prizes(series.day_two) == (9000,)
    event_start.start(series.day_two.pk, now=evening.now)  # one survivor: there is nothing left to play for
    runner.direct(series.day_two.pk, now=evening.now)
    state = evening.state(series.day_two)
    assert state.status == FINISHED
    assert {place.best for place in state.entries.values()} == {1, 2}
    assert held(series.day_two.owner, "escrow") == 0


def flown(series: Series, players: list[Player], out: list[int], stacks: list[int], **fields: Any) -> Tournament:
    """A flight with real cards in which these fell in their order, each by the first entry's hand, and the others bagged so."""
    row = series.flight(players, cards="physical", **fields)
    event_start.start(row.pk, now=series.evening.now)
    for entry in out:
        eliminators = [1] if row.bounty else []
        reported_knockouts.knock_out(row.pk, [entry], eliminators=eliminators, now=series.evening.now, by=series.boss)
    series.bag(row, entries=series.evening.state(row).alive, stacks=stacks)
    return row


def test_day_two_is_bagged_too_and_day_three_has_one_pool_and_every_place(evening: Evening) -> None:
    series = Series(evening, cards="physical", payout="half-field", guarantee=9000)
    last = series.day_two
    ends = {"day_two": last, "format": "day-two", "cards": "physical", "bags_at_players": 2, "starts_at": None}
    series.day_two = day_two = evening.tournament(structure=series.sheet, **ends)
    code = refusal(evening.tournament, structure=series.sheet, **ends, guarantee=5000).code
    assert code == "of_day_two"
    players = evening.computers(7)
    one = flown(series, players[:4], [4, 3], [2500, 1500])
    flown(series, players[4:], [3], [2000, 1000])
    assert held(last.owner, "escrow") == prize_pool.pool(one).overlay * -1 + 9000 == 7000
    assert refusal(event_start.start, last.pk, now=evening.now).code == "flights_open"
    event_start.start(day_two.pk, now=evening.now)
    through = sorted(evening.state(day_two).alive)
    for entry in through[2:]:
        reported_knockouts.knock_out(day_two.pk, [entry], now=evening.now, by=series.boss)
    before = evening.state(last)
    series.bag(day_two, entries=through[:2], stacks=[4000, 3000])
    assert refusal(bagging_by_hand.undo, one.pk, why="x", now=evening.now, by=series.boss).code == "day_two_began"
    bagged = evening.state(last)
    bagging_by_hand.undo(day_two.pk, why="one hand more", now=evening.now, by=series.boss)
    assert evening.state(last).entries == before.entries
    clock_by_hand.resume(day_two.pk, now=evening.now, by=series.boss)
    series.bag(day_two, entries=through[:2], stacks=[4000, 3000])
    assert len(evening.state(last).alive) == len(bagged.alive) == 2
    seen = flight_summary.told(Tournament.objects.get(pk=day_two.pk), evening.state(day_two))
    assert (seen["day_two"]["id"], [line["left"] for line in seen["flights"]]) == (last.pk, [2, 2])
    event_start.start(last.pk, now=evening.now)
    (loser, _winner) = evening.state(last).alive
    reported_knockouts.knock_out(last.pk, [loser], now=evening.now, by=series.boss)
    real_card_tables.finish(last.pk, now=evening.now, by=series.boss)
    kept = Result.objects.filter(tournament=last).order_by("best", "entry__number")
    assert [one.best for one in kept] == [
        1,
        2,
        3,
        4,
        5,
        6,
        6,
    ]  # 3rd of 4 is before 4th of 4 and 3rd of 3
    assert {(one.spent, one.entry.first.paid) for one in kept} == {(1100, 1000)}
    assert sum(one.prize for one in kept) == 9000
    for row in Tournament.objects.all():
        assert is_replay(row)
        assert held(row.owner, "escrow") == held("cashier", "cashier", row.owner) == 0
    assert audit.rebuild().ok


def test_a_flight_pays_a_share_of_its_own_field_and_day_two_the_rest(evening: Evening) -> None:
    series = Series(evening, cards="physical", payout="half-field", flight_paid_percent=50, flight_prize=1500)
    players = evening.computers(8)
    one = flown(series, players[:6], [6, 5, 4, 3], [4000, 2000])
    # Half of six are three places: two go on, the third is paid; in the other flight of two nobody fell among the paid.
    assert evening.state(one).entries[3].best == 3
    assert [wallet(player) for player in players[2:6]] == [10_400, 8_900, 8_900, 8_900]
    shown = event_as_seen.as_seen_by(one, None, now=evening.now)["entrants"]  # the flight's own page
    assert {line["entry"]: line["prize"] for line in shown if line["prize"]} == {3: 1500}
    assert (prize_pool.pool(one).total, prize_pool.left(one)) == (6000, 4500)
    bagging_by_hand.undo(one.pk, why="counted wrong", now=evening.now, by=series.boss)
    one.refresh_from_db()
    assert (wallet(players[2]), prize_pool.left(one)) == (8_900, 6000)
    clock_by_hand.resume(one.pk, now=evening.now, by=series.boss)
    series.bag(one, entries=[1, 2], stacks=[4000, 2000])
    flown(series, players[6:], [2], [2000])
    series.day_two.refresh_from_db()
    assert sum(prizes_by_place.prizes(series.day_two)) == 8000 - 1500
    assert len(prizes_by_place.prizes(series.day_two)) == 3
    event_start.start(series.day_two.pk, now=evening.now)
    for entry in evening.state(series.day_two).alive[1:]:
        reported_knockouts.knock_out(series.day_two.pk, [entry], now=evening.now, by=series.boss)
    real_card_tables.finish(series.day_two.pk, now=evening.now, by=series.boss)
    prizes = {one.best: one.prize for one in Result.objects.filter(tournament=series.day_two)}
    assert sum(prizes.values()) == 8000
    assert prizes[4] == 1500
    assert held(series.day_two.owner, "escrow") == 0
    assert audit.rebuild().ok


@pytest.mark.parametrize(
    ("kind", "paid"), [("fixed", "once"), ("progressive", "once"), ("progressive", "end"), ("mystery", "once")]
)
def test_bounties_go_on_with_their_players(evening: Evening, kind: str, paid: str) -> None:
    told = {"bounty": 400, "bounty_kind": kind, "bounty_paid": paid}
    series = Series(evening, cards="physical", payout="winner-takes-all", **told)
    players = evening.computers(6)
    one = flown(series, players[:4], [4, 3], [2500, 1500])
    assert (one.bounty, one.bounty_kind) == (400, kind)
    wait = bounty_awards.envelopes_wait(one, evening.state(one))
    assert ("made in Day 2" in wait) == (kind == "mystery")
    brought = evening.state(series.day_two).prize_state
    bagging_by_hand.undo(one.pk, why="x", now=evening.now, by=series.boss)
    assert evening.state(series.day_two).prize_state == PrizeState()
    clock_by_hand.resume(one.pk, now=evening.now, by=series.boss)
    series.bag(one, entries=[1, 2], stacks=[2500, 1500])
    assert sum(evening.state(series.day_two).prize_state.won.values()) == sum(brought.won.values())
    flown(series, players[4:], [], [1000, 1000], bags_at_players=2)
    day_two = series.day_two
    won = {"fixed": 800, "progressive": 400, "mystery": 0}[kind]
    before = evening.state(day_two)
    own = Entry.objects.filter(tournament=day_two, is_withdrawn=False).order_by("player__pk")
    first, second, *fallen, fifth, sixth = own.values_list("number", flat=True)
    assert before.prize_state.won == ({first: won} if won else {})
    assert sorted(before.prize_state.settled) == fallen
    if kind != "mystery":
        assert bounty_awards.open_bounties(day_two, before)[first] == (800 if kind == "progressive" else 400)
        assert sum(bounty_awards.open_bounties(day_two, before).values()) == 2400 - won
    assert wallet(players[0]) == 8900 + (won if paid == "once" else 0)
    event_start.start(day_two.pk, now=evening.now)
    for entry in (second, fifth, sixth):
        reported_knockouts.knock_out(day_two.pk, [entry], eliminators=[first], now=evening.now, by=series.boss)
    real_card_tables.finish(day_two.pk, now=evening.now, by=series.boss)
    kept = {one.player.nickname: (one.bounty, one.hits) for one in Result.objects.filter(tournament=day_two)}
    assert kept["Machine 1"] == (2400, 5)
    assert held(f"{day_two.owner}:bounties", "escrow") == held(day_two.owner, "escrow") == 0
    assert wallet(players[0]) == 8900 + 6000
    assert is_replay(day_two)
    assert audit.rebuild().ok


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"bags_at_players": None}, "no_end_of_flight"),
        ({"guarantee": 5000}, "of_day_two"),
        ({"bounty": 500}, "of_day_two"),
        ({"flight_prize": 500}, "of_day_two"),
        ({"bags_after_hands": 3, "day_two": None}, "not_a_flight"),
        ({"format": "shoot-out"}, "flight_format"),
        ({"bags_after_level": 6}, "unknown_level"),
        ({"day_two": None}, "not_a_flight"),
    ],
)
def test_fields_that_do_not_go_with_flights_are_refused(evening: Evening, fields: dict, code: str) -> None:
    series = Series(evening)
    assert refusal(series.flight, [], **fields).code == code
    assert Tournament.objects.count() == 1


def test_a_level_that_day_two_does_not_have_is_refused_when_flights_are_set_up(evening: Evening) -> None:
    """Flights of six levels, a Day 2 of three: it would begin in the last of its own."""
    series = Series(evening)
    short = evening.structure(id="short", items=LEVELS[:3])
    day_two = evening.tournament(structure=short, format="day-two", starts_at=None)
    told = refusal(series.flight, [], day_two=day_two)
    assert (told.code, told.params["field"]) == ("level_not_carried", "day_two")
    assert refusal(series.flight, [], day_two=day_two, bags_after_level=3).code == "level_not_carried"
    flight = series.flight([], day_two=day_two, bags_after_level=2)  # to level 3 at most
    for fields in ({"bags_after_level": 3}, {"bags_after_level": None}):
        told = refusal(changed_fields.change, flight.pk, now=evening.now, by=None, **fields)
        assert (told.code, told.params["field"]) == ("level_not_carried", "bags_after_level")
    changed_fields.change(day_two.pk, now=evening.now, by=None, restart_level=2)
    changed_fields.change(flight.pk, now=evening.now, by=None, bags_after_level=None)
    told = refusal(changed_fields.change, day_two.pk, now=evening.now, by=None, restart_level=None)
    assert (told.code, told.params["field"]) == ("level_not_carried", "restart_level")
    day_two.refresh_from_db()
    series.flight([], day_two=day_two)  # of any length, since Day 2 says where it goes on


# -- who may not play any more ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["dealt", "physical"])
@pytest.mark.parametrize("is_held", [False, True])
def test_a_survivor_who_may_not_play_is_left_out_of_day_two_and_has_the_price_back(
    evening: Evening, cards: str, is_held: bool
) -> None:
    if is_held:
        set_rule(evening, barred_entry="held as a ticket")
    series = Series(evening, cards=cards, payout="half-field")
    players = evening.computers(6)
    if cards == "physical":
        flown(series, players[:4], [4], [2000, 1000, 1000])
    else:
        series.play_flight(series.flight(players[:4], bags_at_players=3))
    day_two = series.day_two
    before = {
        one.number: one for one in Entry.objects.filter(tournament=day_two, is_out=False).select_related("player")
    }
    barred, *others = sorted(before)
    suspensions.suspend(
        before[barred].player_id, until=evening.now + timedelta(days=9), why="x", by=None, now=evening.now
    )
    event_start.start(day_two.pk, now=evening.now)
    state = evening.state(day_two)
    assert {entry for entry, place in state.entries.items() if place.seat is not None} == set(others)
    assert barred not in state.entries
    assert wallet(before[barred].player) == CHIPS - (1100 if is_held else 0)
    assert Ticket.objects.filter(player=before[barred].player, value=1100).count() == is_held
    assert prize_pool.entered(day_two) == 3
    assert prize_pool.pool(day_two).total == held(day_two.owner, "escrow") == 3000
    [line] = [one for one in event_history.history(day_two) if one["kind"] == "unregistered"]
    assert before[barred].player.nickname in line["words"]
    if cards == "physical":
        reported_knockouts.knock_out(day_two.pk, [others[1]], now=evening.now, by=series.boss)
        real_card_tables.finish(day_two.pk, now=evening.now, by=series.boss)
    else:
        evening.play(day_two)
    assert held(day_two.owner, "escrow") == held("cashier", "cashier", day_two.owner) == 0
    assert sorted(one.best for one in Result.objects.filter(tournament=day_two)) == [1, 2, 3]
    assert is_replay(day_two)
    assert audit.rebuild().ok


def test_where_bounties_are_played_for_such_a_survivor_is_drawn_and_the_floor_is_told(evening: Evening) -> None:
    series = Series(evening, cards="physical", bounty=200)
    flown(series, evening.computers(4), [4], [2000, 1000, 1000])
    entry = Entry.objects.filter(tournament=series.day_two, is_out=False).earliest("number")
    suspensions.suspend(entry.player_id, until=evening.now + timedelta(days=9), why="x", by=None, now=evening.now)
    event_start.start(series.day_two.pk, now=evening.now)
    assert evening.state(series.day_two).entries[entry.number].seat is not None
    row = Tournament.objects.get(pk=series.day_two.pk)
    assert [one["kind"] for one in floor_view.board(row, now=evening.now)["due"]].count("barred") == 1


# -- through HTTP -----------------------------------------------------------------------------------------------------


def test_an_event_in_flights_is_announced_played_and_seen_through_http(evening: Evening) -> None:
    evening.now = timezone.now()
    evening.structure(items=LEVELS)
    mika, players = evening.person("Mika"), evening.computers(5)
    boss = evening.client(evening.person("boss", role="director", chips=0))

    def posted(path: str, status: int = 200, **body: Any) -> Any:
        answer = boss.post(f"/api/v1/tournaments/{path}", body, format="json")
        assert answer.status_code == status, answer.json()
        return answer.json()

    def announced(name: str, **body: Any) -> int:
        told = {"name": name, "structure": "quick", "buy_in": 1000, "fee": 100, **body}
        return int(posted("", 201, **told)["id"])

    day_two = announced("Main Event", format="day-two", restart_level=5, payout="winner-takes-all")
    refused = posted("", 422, name="1A", structure="quick", buy_in=1000, day_two=day_two)
    assert refused["field"] == "bags_after_level"
    ends = {"day_two": day_two, "bags_after_level": 3, "bags_at_percent": 50}
    one, two = announced("Day 1A", **ends), announced("Day 1B", **ends)
    for number, group in ((one, players[:3]), (two, players[3:])):
        for player in group:
            posted(f"{number}/floor/register/", player=player.nickname)
    person = evening.client(mika)
    assert person.post(f"/api/v1/tournaments/{two}/registration/").status_code == 201
    (met,) = [
        line["code"]
        for line in person.get(f"/api/v1/tournaments/{one}/").json()["you"]["conditions"]
        if line["title"] == "Not in another flight"
    ]
    assert met == "in_another_flight"
    assert boss.patch(f"/api/v1/tournaments/{day_two}/", {"format": "field"}, format="json").status_code == 409
    assert boss.get(f"/api/v1/tournaments/{day_two}/").json()["status_words"] == "Through its flights"
    for number in (one, two):
        posted(f"{number}/start/")
        assert posted(f"{number}/floor/lock-prizes/", 409)["code"] == "is_flight"
        seen = boss.get(f"/api/v1/tournaments/{number}/").json()
        assert (seen["prize_pool"], seen["entries"], seen["clock"]["all_entries"]) == (6000, 3, 6)
        assert seen["ends"] == "after level 3, or with 50 % of the entries left"
        assert posted(f"{number}/floor/bag/")["status"] == "bagged"
    posted(f"{two}/floor/unbag/", 400)
    posted(f"{two}/floor/unbag/", why="one hand more")
    assert boss.get(f"/api/v1/tournaments/{two}/").json()["status"] == "paused"
    assert "End the flight" in seen_page(evening, boss, f"{two}/floor/")
    posted(f"{two}/floor/bag/")
    seen = boss.get(f"/api/v1/tournaments/{day_two}/").json()
    assert [(line["status"], line["left"], line["chips"]) for line in seen["flights"]] == [("bagged", 3, 3000)] * 2
    assert (seen["entries"], seen["players_left"], seen["goes_on_at"]) == (6, 6, 5)
    assert [one["chips"] for one in seen["entrants"]] == [1000] * 6
    page = seen_page(evening, boss, f"{day_two}/")
    assert "Day 1A" in page
    assert "Day 2 goes on at level 5." in page
    assert "Bagged" in seen_page(evening, boss, f"{one}/clock/")
    posted(f"{day_two}/start/")
    seen = boss.get(f"/api/v1/tournaments/{day_two}/").json()
    assert (seen["status"], seen["clock"]["level"], len(seen["tables"])) == ("running", 5, 2)
    for row in Tournament.objects.order_by("pk"):
        assert is_replay(row)
    assert audit.rebuild().ok


def seen_page(evening: Evening, client: Any, path: str) -> str:
    """A page of the tournaments as the director sees it."""
    client.force_login(client.handler._force_user)
    answer = client.get(f"/tournaments/{path}")
    assert answer.status_code == 200
    return str(answer.content.decode())
