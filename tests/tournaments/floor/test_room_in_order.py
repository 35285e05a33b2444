"""A floor that goes wrong and is put right, at real cards: tables that break by mistake, entries that come meanwhile,
orders that are taken back."""

from __future__ import annotations

from typing import Any

from club.people import people
from tests.support.budget import sweep
from tests.support.tournaments.felt import Felt
from tests.support.tournaments.tournament_api import is_problem
from tests.tournaments.conftest import CHIPS, Evening, is_replay
from tournaments.desk import registration
from tournaments.floor import held_seats_and_break_order
from tournaments.log.state import State


def full_room(evening: Evening, players: int = 28, **changes: Any) -> Felt:
    return Felt(evening, players, **{"table_size": 9, "structure": evening.structure(table_size=9), **changes})


def comes_late(felt: Felt) -> int:
    """The entry of one who comes late."""
    player = people.enrol(f"late {felt.row.seq}", is_computer=True, now=felt.evening.now)
    felt.evening.give(player, CHIPS)
    registration.register(felt.row.pk, player, now=felt.evening.now)
    return max(felt.state.entries)


def knock_out_line(felt: Felt) -> int:
    return int(felt.row.log.filter(kind="knocked_out").latest("seq").seq)


def is_orderly(state: State, size: int = 9) -> bool:
    """Nobody sits or is called where another sits or is called, and everybody has a place once the calls are made."""
    seats = [(place.table, place.seat) for place in state.entries.values() if not place.is_out]
    coming = [(move.table, move.seat) for move in state.orders.called.values()]
    assert len({*seats, *coming}) == len(seats) + len(coming)
    assert {table for table, _seat in coming} <= set(state.tables)
    held = {(table, seat) for table, held in state.orders.held.items() for seat, entry in held.items() if not entry}
    assert not held & set(coming)
    after = {number: len(seated) for number, seated in state.room().items()}
    for entry, move in state.orders.called.items():
        after[state.entries[entry].table or 0] -= 1
        after[move.table] += 1
    return max(after.values()) <= size


# -- a wrong bust -----------------------------------------------------------------------------------------------------


def test_a_wrong_bust_undone_before_the_moves_withdraws_the_calls_that_it_made_wrong(evening: Evening) -> None:
    felt = full_room(evening)
    before = felt.state
    felt.did("bust", entries=[felt.at(1)[0]])
    assert len(felt.state.orders.called) == 7
    felt.did("undo", line=knock_out_line(felt))
    assert felt.state.orders.called == {}
    assert felt.state.entries == before.entries


def test_a_wrong_bust_undone_after_its_table_broke_opens_a_table_and_balancing_fills_it(evening: Evening) -> None:
    felt = full_room(evening)
    felt.did("bust", entries=[felt.at(1)[0]])
    felt.did("confirm-table", table=felt.state.tables[4])
    assert set(felt.state.tables) == {1, 2, 3}
    out, line = felt.state, knock_out_line(felt)
    felt.did("undo", line=line)
    assert set(felt.state.tables) == {1, 2, 3, 4} or set(felt.state.tables) == {1, 2, 3, 5}
    assert (len(felt.state.alive), is_orderly(felt.state)) == (28, True)
    assert "button" in felt.due()
    felt.did("redo", line=line)
    assert (felt.state.entries, felt.state.tables) == (out.entries, out.tables)
    felt.did("undo", line=line)
    for _call in range(12):
        for number in sorted(felt.state.tables):
            if len(felt.at(number)) > 1:
                felt.did("button", table=felt.state.tables[number], button=min(felt.state.seated(number)))
        if not felt.state.orders.called:
            break
        for entry in sorted(felt.state.orders.called):
            felt.did("confirm-move", entry=entry)
    assert sorted(len(felt.at(number)) for number in felt.state.tables) == [7, 7, 7, 7]


def test_a_wrong_bust_is_undone_though_every_table_that_may_be_open_is_full_again(evening: Evening) -> None:
    felt = full_room(evening, 6, table_size=3, max_tables=2, late_until_level=4)
    wrong = felt.at(1)[0]
    felt.did("bust", entries=[wrong])
    comes_late(felt)
    assert [len(felt.at(number)) for number in (1, 2)] == [3, 3]
    felt.did("undo", line=knock_out_line(felt))
    assert (len(felt.state.alive), len(felt.state.tables)) == (7, 3)
    assert not felt.state.entries[wrong].is_out
    assert is_orderly(felt.state, 3)
    assert is_replay(felt.row)


def test_a_bust_at_a_table_that_is_gone_opens_that_table_again(evening: Evening) -> None:
    felt = full_room(evening)
    felt.did("bust", entries=[felt.at(4)[0]])
    assert {felt.state.entries[entry].table for entry in felt.state.orders.called} == {4}
    felt.did("confirm-table", table=felt.state.tables[4])
    felt.did("undo", line=knock_out_line(felt))
    assert set(felt.state.tables) == {1, 2, 3, 4}
    assert len(felt.at(4)) == 1
    assert felt.state.orders.physical >= {1, 2, 3, 4}


def test_a_move_that_was_not_made_is_undone_though_its_table_has_closed_since(evening: Evening) -> None:
    felt = full_room(evening)
    felt.did("bust", entries=[felt.at(1)[0]])
    seats = felt.state.seated(4)
    felt.did("confirm-table", table=felt.state.tables[4])
    after = felt.state
    lines = list(felt.row.log.filter(kind="moved").order_by("seq").values_list("seq", flat=True))
    felt.did("undo", line=lines[-1])
    felt.did("redo", line=lines[-1])
    assert (felt.state.entries, felt.state.tables) == (after.entries, after.tables)
    for line in reversed(lines):
        felt.did("undo", line=line)
    assert felt.state.seated(4) == seats
    felt.did("undo", line=knock_out_line(felt))
    assert (len(felt.state.alive), felt.state.orders.called) == (28, {})


# -- orders of the floor ----------------------------------------------------------------------------------------------


def test_the_floor_opens_a_table_that_stays_and_takes_it_back(evening: Evening) -> None:
    felt = full_room(evening, 18)
    before = felt.state
    line = felt.did("open-table", why="room for more")
    assert set(felt.direct().tables) == {1, 2, 3}
    assert felt.due().count("button") == 1  # where nobody sits there is none
    opened = felt.state
    felt.did("undo", line=line)
    assert felt.state == before
    felt.did("redo", line=line)
    assert set(felt.state.tables) == set(opened.tables)
    for number in (1, 2):
        felt.did("button", table=felt.state.tables[number], button=min(felt.state.seated(number)))
    assert {move.table for move in felt.state.orders.called.values()} == {3}
    first = min(felt.state.orders.called)
    felt.did("confirm-move", entry=first)
    assert is_problem(felt.post("undo", line=line), 409, "changed_since")
    felt.did("undo", line=felt.row.log.filter(kind="moved").latest("seq").seq)
    felt.did("undo", line=line)
    assert felt.state.orders.called == {}
    assert felt.state.entries == before.entries


def test_the_table_that_was_opened_is_filled_where_the_server_deals(evening: Evening) -> None:
    felt = Felt(evening, 6, cards="dealt", pace=0.0)
    felt.did("open-table")
    felt.did("knock-out", entry=felt.at(1)[0], why="left")  # somebody is out since: it is a table as any other
    assert set(felt.direct().tables) == {1, 2}
    line = felt.did("open-table")
    assert is_replay(felt.row)
    felt.did("undo", line=line)
    assert set(felt.state.tables) == {1, 2}


def test_no_move_is_made_within_the_act_that_calls_it_so_that_it_is_taken_back_at_once(evening: Evening) -> None:
    felt = Felt(evening, 8, cards="mixed", physical_tables=[2], table_size=5, pace=0.0)
    before = felt.state
    line = felt.did("open-table")
    opened = felt.row.log.get(kind="table_opened")
    assert {move.table for move in felt.state.orders.called.values()} == {3}
    assert felt.state.entries == before.entries
    felt.did("undo", line=opened.seq)
    assert (felt.state.entries, felt.state.tables, felt.state.orders.called) == (before.entries, before.tables, {})
    felt.did("redo", line=opened.seq)
    assert felt.row.seq > line
    assert felt.direct().seated(3)  # where the server deals, it makes the move by itself


def test_a_move_is_called_off_and_called_again_only_when_that_is_undone(evening: Evening) -> None:
    felt = full_room(evening)
    felt.did("bust", entries=[felt.at(1)[0]])
    entry = min(felt.state.orders.called)
    was = felt.state.orders.called[entry]
    line = felt.did("call-off-move", entry=entry, why="on a call of nature")
    assert entry not in felt.direct().orders.called
    assert "called_off" in felt.due()
    assert is_problem(felt.post("call-off-move", entry=entry), 409, "not_called")
    felt.did("undo", line=line)
    assert felt.state.orders.called[entry] == was
    felt.did("redo", line=line)
    assert (entry in felt.state.orders.called, set(felt.state.orders.off)) == (False, {entry})
    felt.did("undo", line=line)
    felt.did("confirm-table", table=felt.state.tables[4])
    assert set(felt.state.tables) == {1, 2, 3}


# -- entries while a table breaks ------------------------------------------------------------------------------------


@sweep("busts", [1, 2, 3], one_of=3)
def test_who_comes_while_a_table_breaks_gets_no_seat_that_another_is_called_to(evening: Evening, busts: int) -> None:
    felt = full_room(evening, late_until_level=6)
    for _out in range(busts):
        felt.did("bust", entries=[felt.at(1)[0]])
    for _late in range(5):
        comes_late(felt)
        assert is_orderly(felt.state)
        leaving = sorted(felt.state.orders.called)
        if leaving:
            felt.did("confirm-move", entry=leaving[0])
            assert is_orderly(felt.state)
    called = sorted(felt.state.orders.called)
    for entry in called:
        if entry in felt.state.orders.called:
            felt.did("confirm-move", entry=entry)
    felt.direct()
    assert is_orderly(felt.state)
    assert min(len(felt.at(number)) for number in felt.state.tables) > 1 or "button" in felt.due()


def test_no_table_breaks_for_the_last_seat_while_somebody_may_still_enter(evening: Evening) -> None:
    felt = full_room(evening, late_until_level=6)
    felt.did("bust", entries=[felt.at(1)[0]])
    assert felt.direct().orders.called == {}  # 27 would fill three tables, and the next one would sit alone
    felt.did("bust", entries=[felt.at(2)[0]])
    assert len(felt.state.orders.called) >= 6
    comes_late(felt)
    assert is_orderly(felt.state)


def test_a_seat_that_is_held_or_a_player_moved_by_hand_calls_others_elsewhere(evening: Evening) -> None:
    felt = full_room(evening)
    for table in (1, 2, 3):
        felt.did("bust", entries=[felt.at(table)[0]])
    called = felt.state.orders.called
    entry, move = min(called.items())
    held_seats_and_break_order.hold_seat(felt.row.pk, move.table, move.seat, 0, now=evening.now, by=None)
    assert is_orderly(felt.state)
    assert felt.state.orders.called[entry] != move
    other, there = max(felt.state.orders.called.items())
    mover = next(one for one in felt.at(4) if one not in (entry, other))
    felt.did("move", entry=mover, table=felt.state.tables[there.table], seat=there.seat)
    assert is_orderly(felt.state)
    assert {felt.state.entries[one].table for one in felt.state.orders.called} == {4}


# -- while entries are open ------------------------------------------------------------------------------------------


def test_the_final_table_waits_while_somebody_may_still_enter_and_balancing_goes_on(evening: Evening) -> None:
    felt = full_room(evening, 14, late_until_level=6)
    for table in (1, 1, 1, 1, 2):
        felt.did("bust", entries=[felt.at(table)[0]])
    assert len(felt.state.alive) == 9
    assert "final_table" not in felt.due()
    assert is_problem(felt.post("final-table"), 409, "not_final")
    assert felt.due().count("button") == 2
    for number in (1, 2):
        felt.did("button", table=felt.state.tables[number], button=min(felt.state.seated(number)))
    assert len(felt.state.orders.called) == 1
    felt.did("close-registration", why="enough")
    felt.direct()
    assert (felt.due()[0], felt.state.orders.called) == ("final_table", {})
    felt.did("final-table")
    assert [len(felt.at(number)) for number in felt.state.tables] == [9]


def test_the_last_one_is_not_offered_the_prize_while_somebody_may_still_enter(evening: Evening) -> None:
    felt = Felt(evening, 3, table_size=3, late_until_level=6)
    felt.did("bust", entries=felt.at(1)[:2])
    assert "finish" not in felt.due()
    assert "closing" in felt.due()
    felt.did("close-registration", why="enough")
    assert felt.due() == ["finish"]


# -- the final table -------------------------------------------------------------------------------------------------


@sweep("cards", [{"cards": "physical"}, {"cards": "mixed", "physical_tables": [2]}], one_of=2)
def test_the_draw_of_the_final_table_is_undone_done_again_and_drawn_anew(
    evening: Evening, cards: dict[str, Any]
) -> None:
    felt = Felt(evening, 5, table_size=4, pace=0.0, **cards)

    def stacks() -> list[int]:
        entries = felt.row.entries.order_by("number").select_related("account")
        return [felt.pool(), *(entry.account.balance if entry.account else 0 for entry in entries)]

    felt.did("knock-out", entry=felt.at(2)[0], why="left", chips=1000)
    assert felt.direct().hands == {}, "dealt tables wait for the draw"
    before, held = felt.state, stacks()
    felt.did("final-table")
    line, drawn, then = felt.row.log.get(kind="final_table").seq, felt.state, stacks()
    felt.did("undo", line=line)
    assert (felt.state.entries, felt.state.tables, felt.state.orders) == (before.entries, before.tables, before.orders)
    assert stacks() == held
    assert "final_table" in felt.due()
    felt.did("redo", line=line)
    assert (felt.state.entries, felt.state.tables, stacks()) == (drawn.entries, drawn.tables, then)
    felt.did("undo", line=line)
    assert stacks() == held
    felt.did("final-table")
    again = felt.row.log.filter(kind="final_table").latest("seq")
    assert again.data["seats"] != felt.row.log.get(seq=line).data["seats"], "another lot"
    felt.did("bust", entries=[felt.state.alive[0]])
    assert is_problem(felt.post("undo", line=again.seq), 409, "changed_since")
    felt.did("undo", line=knock_out_line(felt))
    felt.did("undo", line=again.seq)
    assert (felt.state.entries, stacks()) == (before.entries, held)
