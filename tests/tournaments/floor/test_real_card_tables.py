"""Tables with real cards through HTTP: what the floor reports, the moves that are called, the chips in one pool."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from club.base.errors import ClubError
from club.cashier import cashier
from club.house import house_rules
from club.ledger import audit, ledger
from club.models import AuditEntry, User
from club.people import people
from tables.models import Sitting
from tests.support.budget import budget
from tests.support.tournaments.felt import Felt
from tests.support.tournaments.tournament_api import is_problem
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.api import event_history
from tournaments.desk import registration
from tournaments.floor import (
    clock_by_hand,
    floor_view,
    held_seats_and_break_order,
    moves_and_knockouts,
    real_card_tables,
    reported_knockouts,
    seat_questions,
    undo,
)
from tournaments.log.state import FINISHED, RUNNING, State
from tournaments.models import Entry, Purchase, Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import event_start, runner


@pytest.fixture
def felt(evening: Evening) -> Felt:
    return Felt(evening)


def test_nothing_is_dealt_and_the_chips_are_one_pool(felt: Felt) -> None:
    state = felt.direct()
    assert (state.orders.physical, state.hands, felt.pool()) == ({1, 2}, {}, 6000)
    assert held("cashier", "cashier", felt.row.owner) == -6000
    assert [one["chips"] for one in felt.boss.get(f"/api/v1/tournaments/{felt.row.pk}/").json()["entrants"]] == [
        None
    ] * 6
    for pk in state.tables.values():
        assert felt.boss.get(f"/api/v1/tables/{pk}/").status_code == 200
    assert audit.rebuild().ok


def test_a_knock_out_is_undone_and_the_places_follow(felt: Felt) -> None:
    one, other = felt.at(1)[:2]
    first = felt.did("bust", entries=[one])
    felt.did("bust", entries=[other])
    assert [felt.state.entries[entry].best for entry in (one, other)] == [6, 5]
    assert felt.pool() == 6000  # whoever won the hand has them
    line = felt.row.log.filter(kind="knocked_out").order_by("seq").first()
    felt.did("undo", line=line.seq)
    assert (felt.state.entries[one].is_out, felt.state.entries[other].best) == (False, 6)
    felt.did("redo", line=line.seq)
    assert [felt.state.entries[entry].best for entry in (one, other)] == [6, 5]
    assert first >= line.seq


def test_t13_several_of_one_hand_by_their_stacks_or_the_larger_first(felt: Felt) -> None:
    a, b = felt.at(1)[:2]
    felt.did("bust", entries=[a, b])  # the larger stack first
    assert [felt.state.entries[one].best for one in (a, b)] == [5, 6]


def test_t13_equal_stacks_tie_at_one_table(felt: Felt) -> None:
    a, b = felt.at(1)[:2]
    felt.did("bust", entries=[a, b], stacks=[700, 700])
    assert {(felt.state.entries[one].best, felt.state.entries[one].worst) for one in (a, b)} == {(5, 6)}


def test_t14_three_on_the_announced_hand_share_the_last_place_that_is_paid(evening: Evening) -> None:
    """Five left at tables of three, three are paid: hand for hand, and three bust at three tables in the same hand."""
    felt = Felt(evening, 9, table_size=3)
    house_rules.change({"TournamentRules.across_tables": "tie"}, scope="club", by=None, why="x", now=evening.now)
    felt.did("hand-for-hand", is_on=True)
    assert felt.due() == [
        "hand",
        "hand",
        "hand",
        "all_in",
    ]  # TDA RP-8: all-in cards stay face down until all have played
    out = [felt.at(table)[0] for table in (1, 2, 3)]
    felt.did("bust", entries=out)
    assert {(felt.state.entries[one].best, felt.state.entries[one].worst) for one in out} == {(7, 9)}


def test_t7_a_move_is_called_when_the_button_is_told_and_made_in_one_tap(evening: Evening) -> None:
    felt = Felt(evening, 8, table_size=4)
    for entry in felt.at(2)[:2]:
        felt.did("bust", entries=[entry])
    assert felt.direct().orders.called == {}
    assert felt.due() == ["button", "button"]
    for number, pk in felt.state.tables.items():
        felt.did("button", table=pk, button=min(felt.state.seated(number)))
    ((entry, called),) = felt.state.orders.called.items()
    assert (felt.state.entries[entry].table, called.table) == (1, 2)
    seats = sorted(felt.state.seated(1))
    assert felt.state.entries[entry].seat == seats[3]  # the button first, then small, big, and who is next
    assert felt.due() == ["move"]
    felt.did("confirm-move", entry=entry)
    assert (felt.state.entries[entry].table, felt.state.orders.called) == (2, {})
    assert [len(felt.at(table)) for table in (1, 2)] == [3, 3]
    line = felt.row.log.filter(kind="moved").get()
    felt.did("undo", line=line.seq)
    assert felt.state.entries[entry].table == 1


def test_t11_a_table_breaks_its_players_draw_cards_and_it_closes_when_the_last_has_gone(evening: Evening) -> None:
    felt = Felt(evening, 9, table_size=4)
    house_rules.change(
        {"SeatingRules.is_final_redrawn": False}, scope=felt.row.owner, by=None, why="x", now=evening.now
    )
    felt.did("bust", entries=[felt.at(1)[0]])
    called = felt.state.orders.called
    assert {felt.state.entries[entry].table for entry in called} == {3}
    assert len({move.card for move in called.values()} - {""}) == len(called) == 3
    felt.did("confirm-table", table=felt.state.tables[3])
    assert (set(felt.state.tables), felt.state.orders.called) == ({1, 2}, {})
    assert [len(felt.at(table)) for table in (1, 2)] == [4, 4]


def test_t12_the_final_table_is_drawn_when_the_director_says_so(evening: Evening) -> None:
    felt = Felt(evening, 5, table_size=4)
    assert "final_table" not in felt.due()
    assert is_problem(felt.post("final-table"), 409, "not_final")
    felt.did("bust", entries=[felt.at(1)[0]])
    assert felt.due() == ["final_table"]
    felt.did("final-table")
    (number,) = felt.state.tables
    assert len(felt.at(number)) == 4
    assert felt.state.orders.physical == {number}


def test_counted_stacks_are_shown_and_no_more_than_there_are(felt: Felt) -> None:
    a, b = felt.at(1)[:2]
    line = felt.did("count", entries=[a, b], stacks=[2500, 900])
    shown = {
        one["entry"]: one["chips"] for one in felt.boss.get(f"/api/v1/tournaments/{felt.row.pk}/").json()["entrants"]
    }
    assert (shown[a], shown[b]) == (2500, 900)
    assert is_problem(felt.post("count", entries=[felt.at(2)[0]], stacks=[3000]), 422, "stack_impossible")
    felt.did("undo", line=line)
    assert felt.state.orders.counts == {}


def test_a_disqualified_stack_is_counted_before_it_leaves_play(felt: Felt) -> None:
    entry = felt.at(1)[0]
    assert is_problem(felt.post("knock-out", entry=entry, why="x"), 422, "stack_not_counted")
    line = felt.did("knock-out", entry=entry, why="x", chips=1500)
    assert (felt.pool(), held("cashier", "cashier", felt.row.owner)) == (4500, -4500)
    felt.did("undo", line=felt.row.log.get(kind="knocked_out").seq)
    assert felt.pool() == 6000
    felt.did("redo", line=felt.row.log.get(kind="knocked_out").seq)
    assert felt.pool() == 4500
    assert line


def test_the_last_one_wins_when_the_director_says_so(felt: Felt) -> None:
    everybody = sorted(felt.state.entries)
    felt.did("bust", entries=everybody[:-1])
    assert felt.direct().status == RUNNING
    assert felt.due()[0] == "finish"
    felt.did("finish")
    assert felt.state.status == FINISHED
    assert felt.state.entries[everybody[-1]].best == 1
    assert (felt.pool(), held(felt.row.owner, "escrow"), held("cashier", "cashier", felt.row.owner)) == (0, 0, 0)
    assert sum(wallet(player) for player in felt.players) == 6 * (CHIPS - 100)
    assert audit.rebuild().ok


def test_what_is_out_of_place_is_refused_and_changes_nothing(felt: Felt) -> None:
    table = felt.state.tables[1]
    seated = felt.at(1)
    before, lines = felt.state, felt.row.log.count()
    for act, body, status, code in [
        ("bust", {"entries": []}, 422, "bad_entries"),
        ("bust", {"entries": [seated[0], seated[0]]}, 422, "bad_entries"),
        ("bust", {"entries": [99]}, 404, "unknown_entry"),
        ("bust", {"entries": sorted(felt.state.entries)}, 409, "last_player"),
        ("bust", {"entries": seated[:2], "stacks": [5]}, 422, "bad_stacks"),
        ("bust", {"entries": "all"}, 400, "invalid"),
        ("confirm-move", {"entry": seated[0]}, 409, "not_called"),
        ("confirm-table", {"table": table}, 409, "not_called"),
        ("seen", {"entry": seated[0]}, 409, "not_called"),
        ("button", {"table": 10**6, "button": 1}, 404, "unknown_table"),
        ("button", {"table": table, "button": 9}, 422, "unknown_seat"),
        ("count", {"entries": seated[:1], "stacks": []}, 422, "bad_stacks"),
        ("finish", {}, 409, "not_over"),
        ("hand-played", {"table": table}, 409, "not_hand_for_hand"),
        ("hand-for-hand", {"is_on": False}, 409, "so_already"),
        ("hold-seat", {"table": 1, "seat": 4, "entry": 0}, 422, "unknown_seat"),
        ("break-order", {"tables": [7]}, 422, "bad_order"),
        ("served", {"entry": seated[0]}, 409, "no_penalty"),
    ]:
        assert is_problem(felt.post(act, **body), status, code), (act, body)
    assert (felt.state, felt.row.log.count()) == (before, lines)


def test_both_kinds_of_tables_carry_chips_between_pool_and_stacks(evening: Evening) -> None:
    felt = Felt(evening, 6, cards="mixed", physical_tables=[2], table_size=3, pace=0.0)
    assert felt.pool() == 3000
    felt.did("knock-out", entry=felt.at(1)[0], why="left")
    felt.did("knock-out", entry=felt.at(2)[0], why="left", chips=1000)
    dealt, real = felt.at(1)[0], felt.at(2)[0]
    free = min({1, 2, 3} - set(felt.state.seated(2)))
    there = felt.state.entries[dealt]
    felt.did("move", entry=dealt, table=felt.state.tables[2], seat=free)
    assert felt.pool() == 3000
    assert is_problem(
        felt.post("move", entry=real, table=felt.state.tables[1], seat=there.seat), 422, "stack_not_counted"
    )
    line = felt.did("move", entry=real, table=felt.state.tables[1], seat=there.seat, chips=1700)
    assert felt.pool() == 1300
    felt.did("undo", line=line)
    assert felt.pool() == 3000
    assert felt.state.entries[real].table == 2
    assert audit.rebuild().ok


STEP_KINDS = ["bust", "bust", "two", "button", "confirm", "move", "undo", "redo", "direct", "late", "again"]
STEP_KINDS += ["clock", "level", "adjust", "count", "turn", "turn"]
STEPS = st.lists(
    st.tuples(st.sampled_from(STEP_KINDS), st.integers(0, 10**6)),
    min_size=4,
    max_size=18,
)


@pytest.mark.django_db
@given(steps=STEPS, seed=st.binary(min_size=32, max_size=32))
@settings(max_examples=budget(6), phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_law_whatever_is_reported_the_log_is_the_state_and_no_chip_is_lost(
    steps: list[tuple[str, int]], seed: bytes
) -> None:
    """After each report: replay is the state, one player a seat, calls go to free seats, places without gaps, one pool.

    Players come late and again, levels and the clock are set, and every act may be undone; undone and done again it is as it was.
    """
    evening = Evening()
    row = evening.tournament(seed=seed, cards="physical", table_size=4, late_until_level=6, reentries=2)
    for n in range(11):
        player = people.enrol(f"{row.owner} {n}", is_computer=True, now=evening.now)
        evening.give(player, CHIPS)
        registration.register(row.pk, player, now=evening.now)
    event_start.start(row.pk, now=evening.now)
    for step, number in steps:
        before = evening.state(row)
        try:
            _step(evening, row, before, step, number)
        except ClubError:
            assert evening.state(row) == before
        _is_sound(row, evening.state(row))
    while len(evening.state(row).alive) > 1:
        reported_knockouts.knock_out(row.pk, [evening.state(row).alive[0]], now=evening.now, by=None)
    real_card_tables.finish(row.pk, now=evening.now, by=None)
    assert evening.state(row).status == FINISHED
    assert (
        held(row.owner, "escrow")
        == held("cashier", "cashier", row.owner)
        == ledger.balance(tournament_tables.pool(row))
        == 0
    )
    assert audit.rebuild().ok


def _step(evening: Evening, row: Tournament, state: State, step: str, number: int) -> None:
    how: dict[str, Any] = {"now": evening.now, "by": None}
    alive, tables = state.alive, sorted(state.tables.values())
    if step in ("bust", "two"):
        start = number % len(alive)
        reported_knockouts.knock_out(row.pk, (alive + alive)[start : start + (1 if step == "bust" else 2)], **how)
    elif step == "button":
        real_card_tables.tell_button(row.pk, tables[number % len(tables)], number % 4 + 1, **how)
    elif step == "confirm":
        called = sorted(state.orders.called)
        real_card_tables.confirm(row.pk, called[number % len(called)] if called else 1, **how)
    elif step == "move":
        moves_and_knockouts.move(
            row.pk, alive[number % len(alive)], tables[number % len(tables)], number % 4 + 1, **how
        )
    elif step == "direct":
        runner.direct(row.pk, now=evening.now)
    elif step == "late":
        player = people.enrol(f"{row.owner} {row.seq} late", is_computer=True, now=evening.now)
        evening.give(player, CHIPS)
        registration.register(row.pk, player, now=evening.now)
    elif step == "again":
        out = [entry for entry, place in state.entries.items() if place.is_out]
        if out:
            entry = Entry.objects.select_related("player").get(tournament=row, number=out[number % len(out)])
            registration.register(row.pk, entry.player, now=evening.now)
    elif step == "clock":
        [clock_by_hand.pause, clock_by_hand.resume][number % 2](row.pk, **how)
    elif step == "level":
        clock_by_hand.set_level(row.pk, number % 6 + 1, **how)
    elif step == "adjust":
        clock_by_hand.adjust(row.pk, number % 600 - 300, **how)
    elif step == "count":
        real_card_tables.count(row.pk, alive[:2], [number % 20 * 50 + 50, 700], **how)
    elif step == "turn":
        _turned_twice(evening, row, number)
    else:
        acts = sorted(undo.acts_of(row))
        if acts:
            (undo.undo if step == "undo" else undo.redo)(row.pk, acts[number % len(acts)], **how)


def _turned_twice(evening: Evening, row: Tournament, number: int) -> None:
    """An act that may be undone, undone and done again: who is where, the clock and the money are as they were."""
    lines = [one["line"] for one in event_history.history(row) if one["may_undo"]]
    if not lines:
        return
    line, how = lines[number % len(lines)], {"now": evening.now, "by": None}
    before, money = evening.state(row), held(row.owner, "escrow")
    undo.undo(row.pk, line, **how)
    assert is_replay(row)
    undo.redo(row.pk, line, **how)
    after = evening.state(row)
    assert (after.entries, after.tables, after.clock, after.status) == (
        before.entries, before.tables, before.clock, before.status,
    )  # fmt: skip
    assert held(row.owner, "escrow") == money


def _is_sound(row: Tournament, state: State) -> None:
    assert is_replay(row)
    seats = [(place.table, place.seat) for place in state.entries.values() if not place.is_out]
    assert len(set(seats)) == len(seats)
    assert (
        ledger.balance(tournament_tables.pool(row))
        == 1000 * len(state.entries)
        == -held("cashier", "cashier", row.owner)
    )
    coming = [(move.table, move.seat) for move in state.orders.called.values()]
    assert len(set(coming)) == len(coming)
    assert not set(state.orders.called) - set(state.alive)
    places = [place for place in state.entries.values() if place.best is not None]
    covered = {n for place in places for n in range(place.best or 0, (place.worst or 0) + 1)}
    assert covered == set(range(len(state.alive) + 1, len(state.entries) + 1))


def test_every_report_is_on_record(felt: Felt) -> None:
    felt.did("bust", entries=[felt.at(1)[0]], why="x")
    kinds = set(AuditEntry.objects.filter(subject=felt.row.owner, by__username="boss").values_list("kind", flat=True))
    assert "tournament.knocked_out" in kinds


def test_a_called_player_sees_it_on_the_own_page_and_says_so(evening: Evening) -> None:
    felt = Felt(evening, 5, table_size=4)
    mika = evening.person("mika")
    assert evening.client(mika).post(f"/api/v1/tournaments/{felt.row.pk}/move-seen/").status_code == 404
    row = evening.tournament(cards="physical", table_size=2, structure=felt.row.structure)
    for player in (mika, *felt.players[:3]):
        registration.register(row.pk, player, now=evening.now)
    house_rules.change({"SeatingRules.is_final_redrawn": False}, scope=row.owner, by=None, why="x", now=evening.now)
    event_start.start(row.pk, now=evening.now)
    here = evening.state(row).entries[1].table
    held_seats_and_break_order.set_break_order(row.pk, [here or 0], now=evening.now, by=None)
    mates = [entry for entry in evening.state(row).alive if entry != 1]
    out = [next(one for one in mates if evening.state(row).entries[one].table == table) for table in (1, 2)]
    for entry in out:
        reported_knockouts.knock_out(row.pk, [entry], now=evening.now, by=None)
    client = evening.client(mika)
    told = client.get(f"/api/v1/tournaments/{row.pk}/").json()["you"]["move"]
    assert (told["entry"], told["is_seen"]) == (1, False)
    assert client.post(f"/api/v1/tournaments/{row.pk}/move-seen/").status_code == 204
    assert client.get(f"/api/v1/tournaments/{row.pk}/").json()["you"]["move"]["is_seen"]
    real_card_tables.confirm(row.pk, 1, now=evening.now, by=None)
    assert is_problem(client.post(f"/api/v1/tournaments/{row.pk}/move-seen/"), 409, "not_called")


# -- rebuys, those who are missing, and coming again ---------------------------------------------------------------------

REBUYS: dict[str, Any] = {"late_until_level": 2, "rebuys": 1, "rebuy_price": 500, "rebuy_chips": 800}


def test_who_is_out_of_chips_is_asked_for_a_rebuy_and_the_floor_says_what_was_decided(evening: Evening) -> None:
    felt = Felt(evening, **REBUYS)
    one, other = felt.at(1)[:2]
    felt.did("bust", entries=[one, other])
    assert (set(felt.state.deciding), len(felt.state.alive)) == ({one, other}, 6)
    assert felt.due().count("rebuy") == 2
    is_problem(felt.post("bust", entries=[one]), 409, "decides")
    runner.direct(felt.row.pk, now=timezone.now() + timedelta(hours=1))  # no time runs out at real cards
    assert set(felt.state.deciding) == {one, other}
    felt.did("sell", entry=one, kind="rebuy")
    felt.did("no-rebuy", entry=other)
    assert (felt.state.deciding, felt.pool()) == ({}, 6800)
    assert [felt.state.entries[entry].best for entry in (one, other)] == [None, 6]
    is_problem(felt.post("no-rebuy", entry=one), 409, "not_asked")
    felt.did("bust", entries=[one])  # no rebuy is left
    assert felt.state.entries[one].best == 5
    line = felt.row.log.filter(kind="knocked_out", data__entry=other).get()
    felt.did("undo", line=line.seq)
    assert not felt.state.entries[other].is_out
    assert felt.state.entries[one].best == 6
    assert set(felt.state.deciding) == {other}, "the question of a rebuy that was declined is asked again"
    felt.did("sell", entry=other, kind="rebuy")
    assert audit.rebuild().ok


def test_a_rebuy_that_was_taken_back_is_sold_again_by_the_list_of_what_to_do(evening: Evening) -> None:
    felt = Felt(evening, **REBUYS)
    one = felt.at(1)[0]
    felt.did("bust", entries=[one])
    for _sale in range(2):
        felt.row.refresh_from_db()
        (due,) = [each for each in floor_view.board(felt.row, now=timezone.now())["due"] if each["kind"] == "rebuy"]
        felt.did("sell", **due["fields"])
        felt.did("sell", **due["fields"])  # tapped twice
        assert felt.state.deciding == {}
        (bought,) = Purchase.objects.filter(entry__tournament=felt.row, taken_back_at=None)
        felt.did("take-back", purchase=bought.pk, why="the wrong player")
        assert set(felt.state.deciding) == {one}
    assert felt.pool() == 6000


def test_a_wrong_report_of_who_is_out_of_chips_is_undone_and_done_again(evening: Evening) -> None:
    felt = Felt(evening, **REBUYS)
    one = felt.at(1)[0]
    seq = felt.did("bust", entries=[one])
    line = felt.row.log.filter(kind="rebuy_offered").get().seq
    assert line <= seq
    felt.did("undo", line=line)
    assert felt.state.deciding == {}
    felt.did("redo", line=line)
    assert set(felt.state.deciding) == {one}
    felt.did("sell", entry=one, kind="rebuy")
    is_problem(felt.post("undo", line=line), 409, "changed_since")


def test_the_button_that_was_told_and_a_message_are_undone(evening: Evening) -> None:
    felt = Felt(evening, 6)
    table = felt.state.tables[1]
    felt.did("button", table=table, button=1)
    felt.did("button", table=table, button=2)
    first, second = felt.row.log.filter(kind="button_told").order_by("seq").values_list("seq", flat=True)
    told = felt.state.orders.buttons
    felt.did("undo", line=second)
    assert felt.state.orders.buttons[1][0] == 1
    felt.did("undo", line=first)
    assert felt.state.orders.buttons == {}
    felt.did("redo", line=first)
    felt.did("redo", line=second)
    assert felt.state.orders.buttons == told
    felt.did("message", words="Dinner at eight")
    felt.did("undo", line=felt.row.log.filter(kind="message_shown").get().seq)
    assert felt.state.message == ""


def test_the_chips_of_one_who_never_came_leave_the_pool_as_they_were_counted(evening: Evening) -> None:
    felt = Felt(evening, 6, needs_check_in=True, **REBUYS)
    absent, other = felt.at(1)[:2]
    is_problem(felt.post("remove-absent", entry=absent, why="never came"), 422, "stack_not_counted")
    assert felt.pool() == 6000
    felt.did("remove-absent", entry=absent, why="never came", chips=700)
    assert (felt.state.entries[absent].is_out, felt.pool()) == (True, 5300)
    late = timezone.now() + timedelta(minutes=90)
    house_rules.change({"TournamentRules.absent_minutes": 60}, scope="club", by=None, why="x", now=evening.now)
    felt.did("check-in", card=felt.players[-1].nickname)
    runner.direct(felt.row.pk, now=late)
    assert not felt.state.entries[other].is_out  # nobody has counted
    felt.did("count", entries=[other], stacks=[400])
    runner.direct(felt.row.pk, now=late)
    assert (felt.state.entries[other].is_out, felt.pool()) == (True, 4900)
    assert audit.rebuild().ok


def test_who_comes_again_or_late_at_real_cards_brings_a_stack_into_the_pool(evening: Evening) -> None:
    felt = Felt(evening, 5, late_until_level=2, reentries=1)
    one = felt.at(1)[0]
    player = Entry.objects.get(tournament=felt.row, number=one).player
    felt.did("bust", entries=[one])
    felt.did("register", player=player.nickname)
    state = felt.state
    again = max(state.entries)
    assert state.entries[again].table in state.orders.physical
    assert (len(state.alive), felt.pool()) == (5, 6000)
    assert audit.rebuild().ok


def test_a_missing_player_at_real_cards_checks_in(evening: Evening) -> None:
    felt = Felt(evening, 6, needs_check_in=True, late_until_level=2)
    one = felt.at(1)[0]
    player = Entry.objects.get(tournament=felt.row, number=one).player
    seats = Sitting.objects.filter(player=player, table__in=felt.state.tables.values())
    assert seats.get().state == Sitting.State.OUT
    felt.did("check-in", card=player.nickname)
    assert seats.get().state == Sitting.State.ACTIVE
    assert felt.pool() == 6000


def test_what_undo_does_not_reach_says_which_act_takes_it_back(evening: Evening) -> None:
    felt = Felt(evening, 6, **REBUYS)

    def back(kind: str) -> dict[str, Any]:
        felt.row.refresh_from_db()
        found = next(one for one in event_history.history(felt.row) if one["kind"] == kind)
        assert not found["may_undo"]
        return dict(found["back"])

    felt.did("hand-for-hand", is_on=True)
    felt.did("sell", entry=felt.at(1)[0], kind="rebuy")
    felt.did("close-registration")
    felt.did("lock-prizes")
    for kind, act in (
        ("prizes_locked", "unlock-prizes"),
        ("registration_closed", "open-registration"),
        ("rebought", "take-back"),
        ("hand_for_hand", "hand-for-hand"),
    ):
        told = back(kind)
        assert told["act"] == act
        felt.did(act, **told["fields"])
    assert (felt.state.prize_state.lock, felt.state.is_closed, felt.state.orders.hand_for_hand) == (None, False, None)
    assert felt.pool() == 6000
    shown = {one["kind"]: one["back"] for one in event_history.history(felt.row)}
    assert shown["prizes_locked"] is None
    assert shown["rebought"] is None
    page = Client()
    page.force_login(User.objects.get(username="boss"))
    answer = page.get(f"/tournaments/{felt.row.pk}/floor/")
    assert answer.status_code == 200
    assert "Play hand for hand" in answer.content.decode()


# -- who won which bounty, and what is said of a rebuy ----------------------------------------------------------------

BUYING = {"rebuys": 2, "rebuy_price": 500, "rebuy_chips": 1000, "late_until_level": 3}


def test_of_several_out_in_one_hand_each_has_hunters_of_its_own(evening: Evening) -> None:
    felt = Felt(evening, 6, table_size=6, bounty=250)
    players = {entry.number: entry.player for entry in Entry.objects.filter(tournament=felt.row)}
    a, b, c, d, e, *_others = felt.at(1)
    before = {one: wallet(player) for one, player in players.items()}
    felt.did("bust", entries=[a, b], won=[[a, c], [b, c], [b, d]])
    assert {one: wallet(players[one]) - before[one] for one in (a, b, c, d)} == {a: 0, b: 0, c: 375, d: 125}
    is_problem(
        felt.post("bust", entries=[c], won=[[d, a]]), 422, "bad_eliminators"
    )  # who is not out has no bounty to lose
    form = {"entries": [c], "won": [f"{c}-{e}"]}
    browser = Client()
    browser.force_login(User.objects.get(username="boss"))
    assert browser.post(f"/tournaments/{felt.row.pk}/floor/bust/", form).status_code == 302
    assert wallet(players[e]) - before[e] == 250


def test_of_whom_nobody_said_who_won_the_bounty_the_list_has_a_key_that_asks(evening: Evening) -> None:
    felt = Felt(evening, 6, table_size=6, **BUYING, bounty=250)
    a, b, c, d, *_others = felt.at(1)
    felt.did("bust", entries=[a], answers=["out"], eliminators=[c])
    evening.now += timedelta(minutes=1)
    felt.did("bust", entries=[b])
    felt.did("no-rebuy", entry=b)
    browser = Client()
    browser.force_login(User.objects.get(username="boss"))
    floor, sheet = f"/tournaments/{felt.row.pk}/floor/", f"/tournaments/{felt.row.pk}/floor/bounty/{b}/"
    assert sheet in browser.get(floor).content.decode()
    page = browser.get(sheet).content.decode()
    assert [f'value="{one}"' in page for one in (a, c, d)] == [False, True, True], "who was out by then is not offered"
    answer = browser.post(f"{floor}bounty/", {"entry": b, "eliminators": [c, d], "why": "said after the hand"})
    assert answer.status_code == 302
    assert felt.state.prize_state.won == {c: 250 + 125, d: 125}
    assert sheet not in browser.get(floor).content.decode()
    assert browser.get(sheet).status_code == 404


def test_of_several_out_in_one_hand_no_smaller_stack_is_offered_as_who_won_the_bounty_of_a_larger(
    evening: Evening,
) -> None:
    felt = Felt(evening, 6, table_size=6, bounty=250)
    a, b, *others = felt.at(1)
    sheet = seat_questions.out_sheet(felt.row, [a, b], [], timezone.now())
    offered = [[one.entry for one in out.eliminators] for out in sheet.out]
    assert offered == [others, [a, *others]]


def test_a_rebuy_is_sold_with_the_report_once_and_who_buys_none_is_out_at_once(evening: Evening) -> None:
    felt = Felt(evening, 6, table_size=6, **BUYING)
    a, b, c, *_others = felt.at(1)
    for _twice in range(2):  # a second tap finds what the first has sold
        felt.post("bust", entries=[a], answers=["rebuy"], key="one")
    assert (felt.state.deciding, felt.state.entries[a].is_out) == ({}, False)
    assert Purchase.objects.filter(entry__tournament=felt.row).count() == 1
    felt.did("bust", entries=[b, c], answers=["undecided", "out"])
    assert (set(felt.state.deciding), felt.state.entries[c].is_out) == ({b}, True)
    is_problem(felt.post("bust", entries=[felt.at(1)[-1]], answers=["out", "out"]), 422, "bad_answers")
    line = felt.row.log.filter(kind="knocked_out").get()
    felt.did("undo", line=line.seq)
    assert not felt.state.entries[c].is_out


def test_a_rebuy_reported_by_the_floor_is_paid_in_cash_where_the_wallet_is_empty(
    evening: Evening, client: Client
) -> None:
    felt = Felt(evening, 6, table_size=6, **BUYING)
    a, *_others = felt.at(1)
    player = felt.row.entries.get(number=a).player
    held = ledger.balance(ledger.open_account(player.owner, "wallet"))
    cashier.cash_out(player, held, key="all of it", by=None, now=timezone.now())
    is_problem(felt.post("bust", entries=[a], answers=["rebuy"]), 409, "not_enough_chips")
    client.force_login(User.objects.get(username="boss"))
    sheet = client.get(f"/tournaments/{felt.row.pk}/floor/out/sheet/?entries={a}").content.decode()
    assert 'name="answers" value="paid"' in sheet
    for _twice in range(2):
        felt.post("bust", entries=[a], answers=["paid"], key="cash")
    assert (felt.state.deciding, felt.state.entries[a].is_out) == ({}, False)
    assert Purchase.objects.filter(entry__tournament=felt.row).count() == 1
    assert ledger.balance(ledger.open_account(player.owner, "wallet")) == 0


def test_no_rebuy_is_sold_with_a_report_where_none_can_be_bought(felt: Felt) -> None:
    before = felt.state
    is_problem(felt.post("bust", entries=[felt.at(1)[0]], answers=["rebuy"]), 409, "no_rebuy")
    assert felt.state == before
