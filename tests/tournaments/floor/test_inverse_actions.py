"""Every act of the floor is taken back: by undo, by an act of its own, or there is a reason why not; the pages offer it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from club.models import Player, User
from tests.support.tournaments.given_hands import given
from tests.tournaments.conftest import Evening, is_replay
from tournaments.acts import registry
from tournaments.api import event_history
from tournaments.base.errors import Refused
from tournaments.desk import check_in
from tournaments.floor import entered_hands, moves_and_knockouts, undo
from tournaments.log import tournament_log
from tournaments.log.events.draws_and_hands import Dealt, HandTaken
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.prizes import prize_lock
from tournaments.running import event_start, hand_for_hand, penalty_enforcement, runner


class Desk:
    """A tournament at real cards, and what its page offers to take back."""

    def __init__(self, evening: Evening, **fields: Any) -> None:
        self.evening = evening
        self.row = evening.entered(evening.computers(6), cards="physical", **fields)
        self.how = {"now": evening.now, "by": User.objects.create_user("boss")}

    @property
    def state(self) -> State:
        return self.evening.state(self.row)

    def offered(self) -> dict[str, Any]:
        """The newest line's act that takes it back, done."""
        self.row.refresh_from_db()
        back = event_history.history(self.row)[0]["back"]
        assert back is not None
        registry.ACTS[back["act"]].do(self.row.pk, back["fields"], **self.how, source="")
        assert is_replay(self.row)
        return back

    def undo(self) -> None:
        """The newest line undone, done again, and undone: as it was, and as it is."""
        after, line = self.state, self.row.seq
        undo.undo(self.row.pk, line, **self.how)
        before = self.state
        undo.redo(self.row.pk, line, **self.how)
        assert self.state == after
        undo.undo(self.row.pk, line, **self.how)
        assert self.state == before
        assert is_replay(self.row)


def test_a_hand_that_was_told_and_a_penalty_that_was_served_are_undone(evening: Evening) -> None:
    desk = Desk(evening)
    event_start.start(desk.row.pk, now=evening.now)
    hand_for_hand.declare(desk.row.pk, True, **desk.how)
    table, before = desk.state.tables[1], desk.state
    hand_for_hand.hand_played(desk.row.pk, table, **desk.how)
    desk.undo()
    assert desk.state == before
    given(evening, desk.row, 1, "missed-hand", 4)
    runner.direct(desk.row.pk, now=evening.now)
    before = desk.state
    penalty_enforcement.served(desk.row.pk, 1, 3, **desk.how)
    assert desk.state.orders.misses == {1: 1}
    desk.undo()
    assert desk.state == before


def test_a_table_that_was_switched_and_prizes_let_go_are_put_back_by_their_own_acts(evening: Evening) -> None:
    desk = Desk(evening)
    event_start.start(desk.row.pk, now=evening.now)
    before = desk.state
    entered_hands.record(desk.row.pk, desk.state.tables[1], has_starting_chips=True, **desk.how)
    assert desk.offered()["act"] == "record-table"
    assert (desk.state.orders.physical, desk.state.orders.recorded) == (before.orders.physical, frozenset())
    assert desk.offered()["fields"]["is_on"] == "true"
    assert desk.state.orders.recorded == {1}
    prize_lock.lock(desk.row.pk, prizes=[5000, 1000], **desk.how)
    locked = desk.state.prize_state
    prize_lock.unlock(desk.row.pk, **desk.how)
    assert desk.offered()["act"] == "lock-prizes"
    assert desk.state.prize_state == locked


@pytest.mark.parametrize("is_running", [False, True])
def test_who_was_checked_in_by_mistake_has_not_come(evening: Evening, is_running: bool) -> None:
    desk = Desk(evening, needs_check_in=True)
    if is_running:
        event_start.start(desk.row.pk, now=evening.now)
    check_in.check_in(desk.row.pk, "Machine 2", **desk.how)
    assert desk.offered() == {"act": "check-out", "fields": {"entry": 2, "why": "taken back"}, "words": "Has not come"}
    assert desk.row.entries.get(number=2).checked_in_at is None
    check_in.check_in(desk.row.pk, "Machine 2", **desk.how)
    assert desk.row.entries.get(number=2).checked_in_at is not None


@pytest.mark.parametrize("is_own", [True, False])
def test_a_check_in_is_judged_by_the_hands_at_the_table_where_one_sat_then(evening: Evening, is_own: bool) -> None:
    desk = Desk(evening, needs_check_in=True, table_size=4)
    event_start.start(desk.row.pk, now=evening.now)
    check_in.check_in(desk.row.pk, "Machine 2", **desk.how)
    here = desk.state.entries[2].table
    there = 3 - here
    with transaction.atomic():
        log = tournament_log.open_log(desk.row.pk)
        table = (here if is_own else there) or 0
        log.add(Dealt(table=table, hand=1, number=1, round=1, level=1), now=evening.now)
        log.add(HandTaken(table=table, hand=1, void=False), now=evening.now)
        log.close()
    free = ({1, 2, 3, 4} - desk.state.seated(there).keys()).pop()
    moves_and_knockouts.move(desk.row.pk, 2, desk.state.tables[there], free, why="x", **desk.how)
    if is_own:
        with pytest.raises(Refused, match="dealt a hand since"):
            check_in.take_back(desk.row.pk, 2, why="x", **desk.how)
    else:
        check_in.take_back(desk.row.pk, 2, why="x", **desk.how)
    assert (desk.row.entries.get(number=2).checked_in_at is not None) == is_own


def test_a_hand_that_a_table_reported_is_a_hand_that_one_was_dealt(evening: Evening) -> None:
    desk = Desk(evening, needs_check_in=True, table_size=4)
    event_start.start(desk.row.pk, now=evening.now)
    check_in.check_in(desk.row.pk, "Machine 2", **desk.how)
    here = desk.state.entries[2].table or 0
    hand_for_hand.declare(desk.row.pk, True, **desk.how)
    hand_for_hand.hand_played(desk.row.pk, desk.state.tables[here], **desk.how)
    line = Tournament.objects.get(pk=desk.row.pk).seq
    undo.undo(desk.row.pk, line, **desk.how)
    undo.redo(desk.row.pk, line, **desk.how)
    with pytest.raises(Refused, match="dealt a hand since"):
        check_in.take_back(desk.row.pk, 2, why="x", **desk.how)
    undo.undo(desk.row.pk, line, **desk.how)
    hand_for_hand.hand_played(desk.row.pk, desk.state.tables[3 - here], **desk.how)
    check_in.take_back(desk.row.pk, 2, why="x", **desk.how)
    assert desk.row.entries.get(number=2).checked_in_at is None


def test_an_absent_player_who_was_paid_back_enters_anew(evening: Evening) -> None:
    desk = Desk(evening, needs_check_in=True, is_absent_refunded=True, late_until_level=6)
    event_start.start(desk.row.pk, now=evening.now)
    check_in.remove(desk.row.pk, 3, why="never came", chips=1000, **desk.how)
    assert 3 not in desk.state.entries
    back = desk.offered()
    assert (back["act"], back["words"]) == ("register", "Has come: enter anew")
    assert desk.row.entries.filter(player__nickname="Machine 3", is_withdrawn=False).count() == 1
    assert len(desk.state.alive) == 6


def test_an_absent_player_who_was_taken_out_and_comes_after_all_has_the_seat_and_stack_again(evening: Evening) -> None:
    desk = Desk(evening, needs_check_in=True)
    event_start.start(desk.row.pk, now=evening.now)
    before = desk.state
    check_in.remove(desk.row.pk, 3, why="never came", chips=1000, **desk.how)
    line = Tournament.objects.get(pk=desk.row.pk).seq
    assert desk.state.entries[3].is_out
    undo.undo(desk.row.pk, line, **desk.how)
    assert desk.state.entries == before.entries
    runner.direct(desk.row.pk, now=evening.now)
    assert not desk.state.entries[3].is_out
    assert Player.objects.filter(entries__tournament=desk.row, entries__checked_in_at=None).count() == 5
    assert is_replay(desk.row)
