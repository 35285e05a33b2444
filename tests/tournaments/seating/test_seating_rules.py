"""Seats as the house has it: who moves and where to, which table breaks, seats held and players fixed (TDA 10, 11, RP-9)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.house import house_rules
from tables.models import Hand
from tests.support.tournaments.balancing import after, rooms
from tests.tournaments.conftest import Evening, is_replay
from tournaments.floor import held_seats_and_break_order, moves_and_knockouts, undo
from tournaments.log import seating_rules
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.running import event_start, runner
from tournaments.seating import balancing
from tournaments.seating.balancing import Policy, Seats
from tournaments.seating.seat_draw import draw, with_held


def table(number: int, *live: int, **more: Any) -> Seats:
    return Seats(number, 9, {seat: 100 * number + seat for seat in live}, 4, 5, 6, **more)


@pytest.mark.parametrize(
    ("mover", "seat"), [("next big blind", 8), ("cutoff", 3), ("moved longest ago", 1), ("lot", None)]
)
def test_who_moves_is_the_houses_choice(mover: str, seat: int | None) -> None:
    moved = {100 + one: 10 for one in (2, 3, 4, 5, 6, 8, 9)}
    source = table(1, 1, 2, 3, 4, 5, 6, 8, 9, moved=moved)
    found = balancing.mover(source, Policy(mover=mover), random.Random(1))
    assert found == seat or (seat is None and found in source.players)


def test_who_moves_may_be_who_sits_nearest_to_the_position_that_is_free() -> None:
    source = table(1, 1, 2, 3, 4, 5, 6, 8, 9)  # the button in seat 4; position 0 acts first after it
    policy = Policy(mover="same position", destination="same position")
    for free, seat in ((5, 5), (2, 3), (4, 4)):
        target = table(2, *({1, 2, 3, 4, 5, 6, 7, 8, 9} - {free}))
        assert balancing.mover(source, policy, None, target) == seat
    assert balancing.mover(replace(source, fixed=frozenset({5})), policy, None, table(2, 1, 2, 3, 4, 6, 7, 8, 9)) == 6


@pytest.mark.parametrize(
    ("rule", "chosen"),
    [("as at other tables", None), ("by cards", None), ("by lot", set), ("last seat", max), ("seat 1", min)],
)
def test_the_first_button_of_the_final_table_is_the_houses_choice(evening: Evening, rule: str, chosen: Any) -> None:
    house_rules.change({"SeatingRules.final_button": rule, "SeatingRules.final_players": 4}, by=None, now=evening.now)
    row = evening.entered(evening.computers(6), table_size=5)
    event_start.start(row.pk, now=evening.now)
    for entry in (1, 2):
        moves_and_knockouts.knock_out(row.pk, entry, why="x", now=evening.now, by=None)
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    ((number, pk),) = state.tables.items()
    hand = Hand.objects.get(pk=state.hands[number])
    assert hand.table_id == pk
    if chosen is None:  # by cards, as at every other table
        assert hand.button_cards
    elif chosen is set:
        assert hand.button_cards is None
        assert hand.start["positions"][0] in state.seated(number)
    else:
        assert (hand.start["positions"][0], hand.button_cards) == (chosen(state.seated(number)), None)
    assert is_replay(row)


def test_who_deals_or_has_a_fixed_seat_is_passed_over() -> None:
    assert balancing.mover(table(1, 1, 2, 8, 9, fixed=frozenset({8}))) == 9


@pytest.mark.parametrize(("destination", "seat"), [("worst", 7), ("last open", 3), ("same position", 2)])
def test_which_seat_is_given_is_the_houses_choice(destination: str, seat: int) -> None:
    target = table(1, 1, 4, 5, 6, 8, 9, vacated={2: 5, 3: 9, 7: 1})
    assert balancing.destination(target, 0, Policy(destination=destination), place=5) == seat


def test_tables_differ_by_two_while_there_are_many() -> None:
    policy = Policy(loose_above=4)
    assert [policy.least(tables) for tables in (3, 4, 5)] == [2, 2, 3]
    assert not balancing.must_move([8, 6], policy.least(5))
    assert balancing.must_move([8, 6], policy.least(4))


def test_t10_five_against_eight_stop_when_their_big_blind_would_be_an_empty_seat() -> None:
    plays_on, stops = table(1, 1, 4, 6, 7, 9), table(1, 1, 4, 6, 8, 9)
    assert [balancing.halts(one, 8) for one in (plays_on, stops)] == [False, True]
    assert not balancing.halts(stops, 7)
    assert not balancing.halts(stops, 8, Policy(halt_short=0))


def test_the_order_that_was_published_comes_before_the_houses() -> None:
    tables = [table(1, 1, 2, 3), table(2, 1, 2), table(3, 1, 2, 3, 4)]
    found = [balancing.next_break(tables, 9, policy) for policy in (
        Policy(), Policy(breaks="fewest players"), Policy(order=(1,)), Policy(breaks="fewest players", order=(3, 1)),
    )]  # fmt: skip
    assert found == [3, 2, 1, 3]


def test_tda_10b_each_draws_a_card_and_the_highest_has_the_first_seat_card() -> None:
    moves = balancing.plan([table(1, 1, 2, 3), table(2, 1, 2, 3, 4)], 9, random.Random(3))
    cards = [move.card for move in moves]
    worth = [balancing.RANKS.index(card[0]) * 4 + balancing.SUITS.index(card[1]) for card in cards]
    assert worth == sorted(worth, reverse=True)
    assert len(set(cards)) == 4


POLICIES = st.builds(
    Policy,
    breaks=st.sampled_from(balancing.FROM_TABLES),
    mover=st.sampled_from(balancing.MOVERS),
    destination=st.sampled_from(balancing.DESTINATIONS),
    reseat=st.sampled_from(balancing.RESEATS),
    loose_above=st.sampled_from([0, 2, 4]),
)


@given(rooms(least=3), POLICIES, st.randoms(use_true_random=False), st.data())
def test_law_by_any_policy_nobody_is_lost_and_held_seats_stay_free(
    room: tuple[int, list[Seats]], policy: Policy, rng: random.Random, data: st.DataObject
) -> None:
    size, tables = room
    made = []
    for one in tables:
        empty = [seat for seat in range(1, one.size + 1) if seat not in one.players]
        held = data.draw(st.sets(st.sampled_from(empty), max_size=1)) if empty else set()
        fixed = data.draw(st.sets(st.sampled_from(sorted(one.players)), max_size=2))
        made.append(replace(one, held=dict.fromkeys(held, 0), fixed=frozenset(fixed)))
    moves = balancing.plan(made, size, rng, policy)
    left = after(made, moves)
    everybody = sorted(entry for one in made for entry in one.players.values())
    assert sorted(entry for players in left.values() for entry in players.values()) == everybody
    broken = {number for number, players in left.items() if not players}
    for move in moves:
        place = next(one for one in made if one.table == move.to_table)
        assert move.to_seat not in place.held
    for one in made:
        if one.table not in broken:
            assert all(left[one.table].get(seat) == one.players[seat] for seat in one.fixed)


@given(st.integers(2, 40), st.integers(2, 9), st.integers(0, 2**32), st.data())
def test_law_a_draw_keeps_held_seats_and_gives_reserved_ones_to_their_players(
    players: int, size: int, seed: int, data: st.DataObject
) -> None:
    drawn = draw(range(1, players + 1), size, random.Random(seed))
    reserved = data.draw(st.integers(1, players))
    count = len({one[1] for one in drawn})
    place = (data.draw(st.integers(1, count)), data.draw(st.integers(1, size)))
    made = with_held(drawn, {place[0]: {place[1]: reserved}}, size, random.Random(seed))
    assert len({one[1:] for one in made}) == len(made) == players
    assert (reserved, *place) in made
    empty = with_held(drawn, {place[0]: {place[1]: 0}}, size, random.Random(seed))
    assert len({one[1:] for one in empty}) == players
    if players < count * size:
        assert place not in {one[1:] for one in empty}


# -- as rows ----------------------------------------------------------------------------------------------------------


def test_a_seat_reserved_before_the_start_is_drawn_for_its_player(evening: Evening) -> None:
    row = evening.entered(evening.computers(6))
    how: dict[str, Any] = {"now": evening.now, "by": None}
    held_seats_and_break_order.hold_seat(row.pk, 2, 3, 4, **how)
    event_start.start(row.pk, now=evening.now)
    place = evening.state(row).entries[4]
    assert (place.table, place.seat) == (2, 3)
    assert is_replay(row)


def test_an_order_of_the_floor_is_undone_and_done_again(evening: Evening) -> None:
    row = evening.entered(evening.computers(6))
    event_start.start(row.pk, now=evening.now)
    how: dict[str, Any] = {"now": evening.now, "by": None}
    before = evening.state(row)
    acts: list[tuple[Any, tuple[Any, ...]]] = [
        (held_seats_and_break_order.hold_seat, (1, 1, 0)),
        (held_seats_and_break_order.fix_player, (2, True)),
        (held_seats_and_break_order.set_dealing, (3, True)),
        (held_seats_and_break_order.set_break_order, ([2, 1],)),
        (held_seats_and_break_order.waive_halt, (before.tables[1], True)),
    ]
    for act, given_ in acts:
        act(row.pk, *given_, **how)
        ordered = evening.state(row)
        line = Tournament.objects.get(pk=row.pk).seq
        assert ordered != before
        undo.undo(row.pk, line, **how)
        assert evening.state(row) == before
        undo.redo(row.pk, line, **how)
        assert evening.state(row) == ordered
        undo.undo(row.pk, line, **how)
        assert is_replay(row)


def test_the_rules_make_the_policy(evening: Evening) -> None:
    row = evening.tournament()
    assert seating_rules.policy(row, State()) == Policy()
    house_rules.change({"SeatingRules.mover": "lot"}, scope=row.owner, by=None, why="x", now=evening.now)
    assert seating_rules.policy(row, State()).mover == "lot"
