"""The knock-outs of a round played hand for hand at real cards are one event, however they are tapped (TDA RP-8)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from club.house import house_rules
from tests.support.budget import sweep
from tests.support.tournaments.felt import Felt
from tests.support.tournaments.tournament_api import is_problem
from tests.tournaments.conftest import Evening, is_replay
from tournaments.entries import eliminations
from tournaments.log import tournament_log
from tournaments.models import LogEntry
from tournaments.running import hand_for_hand, settled_hands
from tournaments.seating.places_of_knockouts import Bust, RoundRank, in_round, places

PRIZES = [3000, 1500, 1000, 800, 700, 600, 400]


@pytest.fixture
def felt(evening: Evening) -> Felt:
    """Eight at three tables, seven are paid, hand for hand."""
    made = Felt(evening, 8, table_size=3)
    made.did("lock-prizes", prizes=PRIZES)
    made.did("hand-for-hand", is_on=True)
    assert hand_for_hand.paid(made.row) == 7
    return made


def two(felt: Felt) -> tuple[int, int]:
    """One of each of two tables."""
    return felt.at(1)[0], felt.at(2)[0]


def place(felt: Felt, entry: int) -> tuple[int | None, int | None]:
    return felt.state.entries[entry].best, felt.state.entries[entry].worst


def close(felt: Felt) -> None:
    for number in sorted(felt.state.tables):
        felt.did("hand-played", table=felt.state.tables[number])


@pytest.mark.parametrize("is_larger_first", [True, False])
def test_the_larger_stack_finishes_higher_whichever_is_tapped_first(felt: Felt, is_larger_first: bool) -> None:
    larger, smaller = two(felt)
    taps = [(larger, 1500), (smaller, 900)]
    for entry, chips in taps if is_larger_first else reversed(taps):
        felt.did("bust", entries=[entry], stacks=[chips])
        felt.direct()
    assert (place(felt, larger), place(felt, smaller)) == ((7, 7), (8, 8))
    assert "start_stacks" not in felt.due()
    state = felt.direct()
    assert state.orders.hand_for_hand is not None, "no table has reported its hand"
    assert (state.orders.called, felt.due().count("hand")) == ({}, 3)
    close(felt)
    state = felt.direct()
    assert state.orders.hand_for_hand is None
    assert list(felt.row.log.filter(data__closes=True).values_list("data__seconds", flat=True)) == [120]
    assert {state.entries[entry].table for entry in state.orders.called} == {3}  # six fit at two tables


def test_equal_stacks_of_one_round_tie_and_so_do_unknown_ones_until_they_are_told(felt: Felt) -> None:
    one, other = two(felt)
    felt.did("bust", entries=[one], stacks=[1200])
    felt.did("bust", entries=[other], stacks=[1200])
    assert place(felt, one) == place(felt, other) == (7, 8)
    for line in felt.row.log.filter(kind="knocked_out").order_by("-seq"):
        felt.did("undo", line=line.seq)
    felt.did("bust", entries=[one])
    assert "start_stacks" not in felt.due()
    felt.did("bust", entries=[other])
    assert place(felt, one) == place(felt, other) == (7, 8)
    assert "start_stacks" in felt.due()
    is_problem(felt.post("start-stacks", entries=[felt.at(3)[0]], stacks=[100]), 409, "not_in_round")
    is_problem(felt.post("start-stacks", entries=[one], stacks=[]), 422, "bad_stacks")
    line = felt.did("start-stacks", entries=[one, other], stacks=[800, 900])
    assert (place(felt, one), place(felt, other)) == ((8, 8), (7, 7))
    assert "start_stacks" not in felt.due()
    felt.did("undo", line=line)
    assert place(felt, one) == place(felt, other) == (7, 8)
    felt.did("redo", line=line)
    assert place(felt, one) == (8, 8)


def test_a_stack_that_was_counted_is_not_asked_for(felt: Felt) -> None:
    one, other = two(felt)
    felt.did("count", entries=[one, other], stacks=[700, 2000])
    felt.did("bust", entries=[other])
    felt.did("bust", entries=[one])
    assert "start_stacks" not in felt.due()
    assert (place(felt, one), place(felt, other)) == ((8, 8), (7, 7))


def test_the_prizes_wait_for_a_stack_that_decides_them(felt: Felt) -> None:
    one, other = two(felt)
    felt.did("bust", entries=[one])
    felt.did("bust", entries=[other])
    close(felt)
    felt.direct()
    felt.did("bust", entries=felt.state.alive[:-1])
    is_problem(felt.post("finish"), 409, "prizes_held")
    assert {"prizes_held", "start_stacks"} <= set(felt.due())
    felt.did("start-stacks", entries=[one, other], stacks=[800, 900])
    felt.did("finish")
    assert felt.state.status == "finished"


def test_where_the_house_says_so_those_of_different_tables_tie_and_need_no_stacks(felt: Felt) -> None:
    house_rules.change(
        {"TournamentRules.across_tables": "tie"}, scope=felt.row.owner, by=None, why="x", now=felt.evening.now
    )
    felt.did("level", level=2)
    felt.direct()
    one, other = two(felt)
    felt.did("bust", entries=[one])
    felt.did("bust", entries=[other])
    assert place(felt, one) == place(felt, other) == (7, 8)
    assert "start_stacks" not in felt.due()


def test_all_of_a_round_is_undone_and_done_again_the_closing_report_too(felt: Felt) -> None:
    one, other = two(felt)
    states, lines = [felt.state], list[int]()
    for entry, chips in ((one, 1500), (other, 900)):
        felt.did("bust", entries=[entry], stacks=[chips])
        lines.append(felt.row.log.filter(kind="knocked_out").latest("seq").seq)
        states.append(felt.state)
    for number in sorted(felt.state.tables):
        lines.append(int(LogEntry.objects.filter(tournament=felt.row).latest("seq").seq) + 1)
        felt.did("hand-played", table=felt.state.tables[number])
        states.append(felt.state)
    assert felt.state.orders.hand_for_hand is None
    assert felt.state.orders.called != {}
    for line, before in reversed(list(zip(lines, states[:-1], strict=True))):
        felt.did("undo", line=line)
        was, now = before, felt.state
        assert (now.entries, now.tables, now.orders.hand_for_hand, now.orders.called) == (
            was.entries, was.tables, was.orders.hand_for_hand, was.orders.called,
        )  # fmt: skip
    given_back = felt.row.log.filter(kind="undone", data__order__reopens__isnull=False)
    assert list(given_back.values_list("data__order__seconds", flat=True)) == [-120]
    for line, after in zip(lines, states[1:], strict=True):
        felt.did("redo", line=line)
        assert (felt.state.entries, felt.state.orders.hand_for_hand) == (after.entries, after.orders.hand_for_hand)
    assert is_replay(felt.row)


def test_a_knock_out_is_undone_after_its_round_was_closed_and_tables_were_broken(felt: Felt) -> None:
    one, other = two(felt)
    felt.did("bust", entries=[one], stacks=[1500])
    felt.did("bust", entries=[other], stacks=[900])
    close(felt)
    felt.did("confirm-table", table=felt.state.tables[3])
    assert set(felt.state.tables) == {1, 2}
    for entry in (one, other):
        line = felt.row.log.filter(kind="knocked_out", data__entry=entry).get().seq
        felt.did("undo", line=line)
        assert not felt.state.entries[entry].is_out
    assert len(felt.state.alive) == 8
    assert "bubble" in felt.due()


def test_a_second_round_ranks_above_the_first(felt: Felt) -> None:
    one, other = two(felt)
    felt.did("undo", line=felt.did("bust", entries=[one], stacks=[5]) and knock_out(felt))
    close(felt)
    felt.did("bust", entries=[other], stacks=[3000])
    close(felt)
    assert felt.state.orders.hand_for_hand is None
    felt.did("hand-for-hand", is_on=True)
    felt.did("bust", entries=[one], stacks=[100])
    assert (place(felt, one), place(felt, other)) == ((7, 7), (8, 8))


# -- while rebuys are open --------------------------------------------------------------------------------------------


@pytest.fixture
def asked(evening: Evening) -> Felt:
    """Eight at three tables, hand for hand, and everybody may buy again once."""
    made = Felt(evening, 8, table_size=3, rebuys=1, rebuy_price=500, rebuy_chips=800, late_until_level=2)
    made.did("hand-for-hand", is_on=True)
    return made


@sweep("is_larger_first", [True, False], one_of=2)
@pytest.mark.parametrize(("stacks", "expected"), [((1500, 900), ((7, 7), (8, 8))), ((900, 900), ((7, 8), (7, 8)))])
def test_places_follow_the_stacks_in_whatever_order_rebuys_are_declined(
    asked: Felt, is_larger_first: bool, stacks: tuple[int, int], expected: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    larger, smaller = two(asked)
    for entry, chips in zip((larger, smaller), stacks, strict=True):
        asked.did("bust", entries=[entry], stacks=[chips])
    assert set(asked.state.deciding) == {larger, smaller}
    close(asked)
    for entry in (larger, smaller) if is_larger_first else (smaller, larger):
        asked.did("no-rebuy", entry=entry)
    assert (place(asked, larger), place(asked, smaller)) == expected
    lines = [asked.row.log.get(kind="knocked_out", data__entry=entry).seq for entry in (larger, smaller)]
    before = asked.state
    for line in lines:
        asked.did("undo", line=line)
    assert set(asked.state.deciding) == {larger, smaller}, "both are asked again"
    assert asked.due().count("rebuy") == 2
    for line in lines:
        asked.did("redo", line=line)
    assert asked.state.entries == before.entries
    assert asked.state.deciding == {}


def test_who_buys_again_leaves_the_place_to_the_others_of_the_round(asked: Felt) -> None:
    larger, smaller = two(asked)
    asked.did("bust", entries=[smaller])
    asked.did("bust", entries=[larger])
    asked.did("sell", entry=smaller, kind="rebuy")
    asked.did("no-rebuy", entry=larger)
    assert place(asked, larger) == (8, 8)
    line = asked.row.log.get(kind="knocked_out").seq
    asked.did("undo", line=line)
    asked.did("sell", entry=larger, kind="rebuy")
    assert is_problem(asked.post("redo", line=line), 409, "changed_since")
    asked.did("bust", entries=[larger])  # no rebuy is left
    asked.did("bust", entries=[smaller])
    assert place(asked, larger) == place(asked, smaller) == (7, 8)
    assert "start_stacks" in asked.due()


def test_who_is_out_of_chips_where_the_server_deals_is_ranked_with_whom_the_floor_reports(evening: Evening) -> None:
    felt = Felt(evening, 8, table_size=3, cards="mixed", physical_tables=[1], pace=0.0)
    felt.did("hand-for-hand", is_on=True)
    real, dealt = felt.at(1)[0], felt.at(2)[0]
    felt.did("bust", entries=[real], stacks=[700])
    with transaction.atomic():
        log = tournament_log.open_log(felt.row.pk)
        busts = [Bust(dealt, 2, 300)]
        made = places(busts, len(log.state.alive))
        eliminations.eliminate(log, made, {}, settled_hands.in_round(log, busts), now=evening.now)
        log.close()
    assert (place(felt, real), place(felt, dealt)) == ((7, 7), (8, 8))
    assert is_replay(felt.row)


def test_in_rounds_hand_for_hand_is_refused_with_its_reason(evening: Evening) -> None:
    felt = Felt(evening, 6, format="shoot-out")
    answer = felt.post("hand-for-hand", is_on=True)
    assert is_problem(answer, 409, "in_rounds")
    assert "a place is that of the own table" in answer.json()["detail"]


def knock_out(felt: Felt) -> int:
    return int(felt.row.log.filter(kind="knocked_out").latest("seq").seq)


FALLS = st.dictionaries(
    st.integers(1, 12), st.tuples(st.integers(1, 4), st.integers(1, 5), st.integers(1, 9)), min_size=1
)


@given(FALLS, st.sampled_from(["stack", "table_then_tie"]))
def test_law_reported_one_by_one_with_stacks_places_are_those_of_one_event(
    told: dict[int, tuple[int, int, int]], policy: str
) -> None:
    falls = {
        entry: RoundRank(1, 0, 20, table, tap, 0, policy, chips, True) for entry, (table, chips, tap) in told.items()
    }
    groups, wanted = in_round(falls)
    assert wanted == []
    made: dict[int, Any] = {}
    worst = 20
    for group in groups:
        made |= dict.fromkeys(group, (worst - len(group) + 1, worst))
        worst -= len(group)
    assert made == places([Bust(entry, table, chips) for entry, (table, chips, _tap) in told.items()], 20, policy)
