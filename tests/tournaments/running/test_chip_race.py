"""Colour-up in a running tournament (TDA 24; T19): dealt stacks made whole chips, the floor told at real cards, undo."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from club.house import house_rules
from club.ledger import ledger
from club.models import Transfer
from tables.dealing import settlement
from tables.models import Hand
from tests.support.tournaments.felt import Felt
from tests.tournaments.conftest import Evening, held, is_replay
from tournaments.api import clock_face, event_history
from tournaments.floor import undo
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import colour_up, event_start, runner
from tournaments.structures import chips_in_play

SHEET = [
    {"type": "level", "n": 1, "minutes": 5, "sb": 25, "bb": 50},
    {"type": "break", "minutes": 10, "remove": [25]},
    *({"type": "level", "n": n, "minutes": 60, "sb": 100, "bb": 200} for n in (2, 3)),
]


def odd(evening: Evening, *stacks: int, **chosen: Any) -> Tournament:
    """A tournament of one table that has just started, with those stacks."""
    row = evening.entered(evening.computers(len(stacks)), structure=evening.structure(items=SHEET), **chosen)
    event_start.start(row.pk, now=evening.now)
    accounts = [entry.account_id for entry in Entry.objects.filter(tournament=row).order_by("number")]
    moves = {pk: chips - 1000 for pk, chips in zip(accounts, stacks, strict=True) if chips != 1000}
    spare = ledger.open_account("cashier", "cashier", row.owner)
    moves[spare.pk] = -sum(moves.values())
    ledger.post("odd", {pk: amount for pk, amount in moves.items() if amount}, purpose="tournament-stacks")
    return row


def stacks_of(row: Tournament) -> list[int]:
    entries = Entry.objects.filter(tournament=row).select_related("account").order_by("number")
    return [ledger.balance(entry.account) for entry in entries]


def to_the_break(evening: Evening, row: Tournament) -> None:
    evening.now += timedelta(minutes=6)
    runner.direct(row.pk, now=evening.now)


def test_t19_at_the_break_odd_chips_are_raced_for_told_and_posted_and_undone(evening: Evening) -> None:
    row = odd(evening, 1075, 1025, 1050)
    to_the_break(evening, row)
    assert sorted(stacks_of(row)) == [1000, 1100, 1100]  # 150 in odd chips: two of 100
    line = LogEntry.objects.get(tournament=row, kind="coloured_up")
    (race,) = line.data["races"]
    assert [len(race["cards"][one].replace(" ", "")) // 2 for one in ("1", "2", "3")] == [3, 1, 2]
    assert (race["low"], race["high"], len(race["won"]), race["saved"], line.data["change"]) == (25, 100, 2, [], 50)
    row.refresh_from_db()
    told = clock_face.clock_of(row, now=evening.now)["colour_up"]
    assert [(one["name"], one["chip"]) for one in told["won"]] == [(f"Machine {n}", 100) for n in race["won"]]
    assert held("cashier", "cashier", row.owner) == -sum(stacks_of(row))
    undo.undo(row.pk, line.seq, now=evening.now, by=None)
    runner.direct(row.pk, now=evening.now)  # and it is not done again by itself
    assert stacks_of(row) == [1075, 1025, 1050]
    assert is_replay(row)
    after = undo.redo, undo.undo, undo.redo
    for turn in after:
        turn(row.pk, line.seq, now=evening.now, by=None)
    assert sorted(stacks_of(row)) == [1000, 1100, 1100]
    assert is_replay(row)
    evening.now += timedelta(minutes=10)
    runner.direct(row.pk, now=evening.now)
    hand = Hand.objects.get()
    assert hand.start["stakes"]["unit"] == 100  # odd chips of a pot are of the smallest left
    row.refresh_from_db()
    assert not next(one for one in event_history.history(row) if one["line"] == line.seq)["may_undo"]
    assert Transfer.objects.filter(purpose="tournament-colour-up").count() == 1


@pytest.mark.parametrize(
    ("method", "after"), [("round up", [1100, 1100, 100, 2000]), ("round half", [1100, 1000, 100, 2000])]
)
def test_t19_rounded_by_the_house_and_nobody_is_left_without_a_chip(
    evening: Evening, method: str, after: list[int]
) -> None:
    house_rules.change({"TournamentRules.colour_up": method}, by=None, now=evening.now)
    row = odd(evening, 1050, 1025, 25, 2000, table_size=4)
    to_the_break(evening, row)
    assert stacks_of(row) == after


def test_no_hand_is_dealt_until_those_in_play_are_over_and_the_chips_have_gone(evening: Evening) -> None:
    row = odd(evening, 50_000, 50_025, 50_050, 50_000)  # two tables of two
    runner.direct(row.pk, now=evening.now)
    one, other = evening.state(row).hands.values()
    settlement.play_out(one, now=evening.now)
    evening.now += timedelta(minutes=20)  # the break has passed, and nobody looked
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    assert (colour_up.due(row, state), list(state.hands.values())) == ((25,), [other])
    settlement.play_out(other, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    assert (colour_up.due(row, state), len(state.hands)) == ((), 2)
    begun = [
        stack for hand in Hand.objects.filter(pk__in=state.hands.values()) for _s, stack, *_p in hand.start["seats"]
    ]
    assert all(stack % 100 == 0 for stack in begun)
    assert is_replay(row)


def test_several_chips_go_one_after_another() -> None:
    sheet = {"items": [{"type": "break", "remove": [100, 500]}, {"type": "break", "remove": [1000]}]}
    assert chips_in_play.chip_set(sheet)[:4] == (100, 500, 1000, 5000)
    assert [chips_in_play.removed(sheet, at) for at in (0, 1)] == [(100, 500), (100, 500, 1000)]
    assert [chips_in_play.smallest_chip(sheet, gone) for gone in ((), (100,), (100, 500, 1000))] == [100, 500, 5000]
    assert chips_in_play.smallest_chip({"items": [{"type": "break"}]}, ()) == 1


def test_at_real_cards_the_floor_is_told_which_chips_go_and_says_what_came_of_it(evening: Evening) -> None:
    felt = Felt(evening, 4, structure=evening.structure(items=SHEET), table_size=4)
    felt.did("level", level=2)
    felt.direct()
    assert felt.due() == ["colour_up"]
    (table,) = felt.state.tables.values()
    before = ledger.balance(tournament_tables.pool(felt.row))
    assert felt.post("colour-up", table=table, change=500).json()["code"] == "bad_change"
    assert felt.post("colour-up", table=table, entries=[9]).json()["code"] == "unknown_entry"
    line = felt.did("colour-up", table=table, entries=[2], change=50)
    assert (felt.due(), ledger.balance(tournament_tables.pool(felt.row))) == ([], before + 50)
    assert felt.post("colour-up", table=table).json()["code"] == "nothing_to_colour"
    felt.did("undo", line=line)
    assert (felt.due(), ledger.balance(tournament_tables.pool(felt.row))) == (["colour_up"], before)


def test_where_real_hands_are_entered_the_stacks_follow_from_who_won_the_race(evening: Evening) -> None:
    felt = Felt(evening, 4, structure=evening.structure(items=SHEET, starting_chips=1050), table_size=4)
    (table,) = felt.state.tables.values()
    felt.did("record-table", table=table, has_starting_chips=True)
    felt.did("level", level=2)
    felt.direct()
    assert (felt.due(), stacks_of(felt.row)) == (["colour_up"], [1050] * 4)
    line = felt.did("colour-up", table=table, entries=[1, 3])
    assert (felt.due(), stacks_of(felt.row)) == ([], [1100, 1000, 1100, 1000])
    felt.did("undo", line=line)
    assert stacks_of(felt.row) == [1050] * 4


def test_the_change_of_a_table_follows_from_its_stacks_and_not_from_who_says_it(evening: Evening) -> None:
    felt = Felt(evening, 4, structure=evening.structure(items=SHEET, starting_chips=1050), table_size=4)
    (table,) = felt.state.tables.values()
    felt.did("level", level=2)
    felt.direct()
    before = ledger.balance(tournament_tables.pool(felt.row))
    # Nobody has counted: what so many chips cannot have made is refused.
    for wrong in ({"change": 75}, {"entries": [1], "change": 100}, {"entries": [1], "change": 30}, {"change": -75}):
        assert felt.post("colour-up", table=table, **wrong).json()["code"] == "bad_change"
    felt.did("count", entries=[1, 2, 3, 4], stacks=[1075, 1050, 1025, 1050])
    assert felt.post("colour-up", table=table, entries=[1, 3], change=75).json()["code"] == "bad_change"
    for wrong in ({"entries": [1]}, {"entries": [1, 2, 3]}, {"entries": [1, 1]}):
        assert felt.post("colour-up", table=table, **wrong).json()["code"] == "bad_winners"
    felt.did("colour-up", table=table, entries=[1, 3])
    assert ledger.balance(tournament_tables.pool(felt.row)) == before  # 200 in odd chips, two of 100


def test_where_the_house_rounds_up_the_stacks_on_record_say_who_gains(evening: Evening) -> None:
    house_rules.change({"TournamentRules.colour_up": "round up"}, by=None, now=evening.now)
    felt = Felt(evening, 4, structure=evening.structure(items=SHEET, starting_chips=1050), table_size=4)
    (table,) = felt.state.tables.values()
    felt.did("record-table", table=table, has_starting_chips=True)
    felt.did("level", level=2)
    felt.direct()
    felt.did("colour-up", table=table)
    assert stacks_of(felt.row) == [1100] * 4
