"""Sit-and-gos, shoot-outs and brackets: when they start, who goes on, the places of a round, the money."""

from __future__ import annotations

import itertools
import random
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.base.errors import ClubError
from club.ledger import audit, ledger
from tests.support.budget import sweep
from tests.tournaments.conftest import Evening, held, is_replay, wallet
from tournaments.desk import registration
from tournaments.floor import draw_sheet, moves_and_knockouts, reported_knockouts, undo
from tournaments.log.state import FINISHED, REGISTERING, RUNNING, State
from tournaments.models import LogEntry, Tournament
from tournaments.running import event_start, runner
from tournaments.seating import brackets
from tournaments.seating.brackets import Stage

FORMATS = ("shoot-out", "bracket")


def stacks(row: Tournament) -> list[int]:
    entries = row.entries.select_related("account").order_by("number")
    return [ledger.balance(entry.account) for entry in entries if entry.account is not None]


# -- sit-and-go -------------------------------------------------------------------------------------------------------


def test_a_sit_and_go_starts_with_its_last_entry_and_the_next_opens(evening: Evening) -> None:
    players = evening.computers(3)
    row = evening.tournament(starts_at=None, starts_when="full", max_players=3, reopens=True, payout="winner-takes-all")
    for player in players[:2]:
        registration.register(row.pk, player, now=evening.now)
    runner.direct(row.pk, now=evening.now + timedelta(days=3))
    assert evening.state(row).status == REGISTERING
    assert row in runner.waiting(evening.now)
    registration.register(row.pk, players[2], now=evening.now)
    assert evening.state(row).status == RUNNING
    other = Tournament.objects.exclude(pk=row.pk).get()
    assert (other.name, other.status, other.max_players, other.payout) == (row.name, REGISTERING, 3, "winner-takes-all")
    assert bytes(other.seed) != bytes(row.seed)
    assert other.snapshot == {}
    assert evening.play(row).status == FINISHED
    assert held(row.owner, "escrow") == 0
    assert audit.rebuild().ok
    assert Tournament.objects.count() == 2


def test_an_entry_taken_back_leaves_a_sit_and_go_waiting(evening: Evening) -> None:
    players = evening.computers(2)
    row = evening.tournament(starts_at=None, starts_when="full", max_players=2)
    registration.register(row.pk, players[0], now=evening.now)
    registration.unregister(row.pk, players[0], now=evening.now)
    registration.register(row.pk, players[1], now=evening.now)
    assert evening.state(row).status == REGISTERING
    registration.register(row.pk, players[0], now=evening.now)
    assert evening.state(row).status == RUNNING
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"starts_when": "full", "starts_at": None}, "no_most_players"),
        ({"starts_when": "full", "max_players": 6}, "has_hour"),
        ({"starts_when": "full", "max_players": 6, "starts_at": None, "needs_check_in": True}, "no_check_in"),
        ({"reopens": True}, "no_reopening"),
        ({"format": "shoot-out", "reentries": 1}, "not_in_rounds"),
        ({"format": "bracket", "late_until_level": 2}, "not_in_rounds"),
        ({"format": "bracket", "round_stacks": "carried"}, "not_in_rounds"),
        ({"format": "shoot-out", "cards": "mixed"}, "not_in_rounds"),
        ({"format": "shoot-out", "advance": 3}, "too_many_go_on"),
    ],
)
def test_fields_that_do_not_go_with_a_kind_are_refused(evening: Evening, fields: dict, code: str) -> None:
    with pytest.raises(ClubError) as refused:
        evening.tournament(**fields)
    assert refused.value.code == code
    assert not Tournament.objects.exists()


# -- rounds as values -------------------------------------------------------------------------------------------------


@given(st.integers(2, 70), st.integers(0, 10**6))
def test_a_bracket_comes_to_a_power_of_two_in_its_second_round(count: int, seed: int) -> None:
    groups = brackets.bracket(range(1, count + 1), random.Random(seed))
    assert sorted(entry for group in groups for entry in group) == list(range(1, count + 1))
    assert len(groups) & (len(groups) - 1) == 0
    assert {len(group) for group in groups} <= {1, 2}
    assert len(groups) < count <= 2 * len(groups)  # the fewest byes that do


@given(st.integers(2, 40), st.integers(2, 6), st.integers(1, 5), st.integers(0, 10**6))
def test_a_round_always_ends_with_fewer_and_its_places_follow_the_ranks(
    count: int, size: int, advance: int, seed: int
) -> None:
    rng = random.Random(seed)
    entries = list(range(1, count + 1))
    rng.shuffle(entries)
    tables = -(-count // size)
    stage = Stage(1, tuple(tuple(entries[at::tables]) for at in range(tables)), advance)
    alive, lost = set(entries), {}
    while not stage.is_over(alive):
        group = rng.choice([one for one in stage.groups if not stage.is_done(one, alive)])
        entry = rng.choice([one for one in group if one in alive])
        lost[entry] = (
            stage.elimination_number(entry, alive),
            stage.places(entry, alive),
            sum(one in alive for one in group),
        )
        alive.discard(entry)
    assert 1 <= len(alive) < count
    assert len(alive) == sum(stage.quota(group) for group in stage.groups)
    taken: dict[tuple[int, int], int] = {}
    for fell, place, rank in lost.values():
        taken[place] = taken.get(place, 0) + 1
        for other, its, its_rank in lost.values():
            assert (fell < other) == (rank > its_rank) == (place > its)
    assert sorted(place for (best, worst) in taken for place in range(best, worst + 1)) == list(
        range(len(alive) + 1, count + 1)
    )
    assert all(n == worst - best + 1 for (best, worst), n in taken.items())


# -- rounds played ----------------------------------------------------------------------------------------------------


def test_a_shoot_out_plays_its_tables_down_and_draws_the_winners_anew(evening: Evening) -> None:
    players = evening.computers(9)
    row = evening.entered(players, format="shoot-out", payout="half-field")
    seen_rounds, tables = set(), set()
    for _each in range(500):
        state = evening.play_round(row)
        if state.status == FINISHED:
            break
        assert is_replay(row)
        assert state.stage is not None
        seen_rounds.add(state.stage.number)
        tables |= set(state.tables)
        assert sum(stacks(row)) == (9000 if state.stage.number == 1 else 3000)
    assert seen_rounds == {1, 2}
    assert tables == {1, 2, 3, 4}
    assert not LogEntry.objects.filter(tournament=row, kind__in=("moved", "table_broken", "final_table")).exists()
    places = sorted((place.best, place.worst) for place in state.entries.values())
    assert places == [(1, 1), (2, 2), (3, 3), *[(4, 6)] * 3, *[(7, 9)] * 3]
    # Who fell first at each table shares the last places; who went on is paid.
    first = next(iter(draw_sheet._stages(row)))
    for group in first.groups:
        ranked = sorted(group, key=lambda entry: state.entries[entry].best or 0)
        assert [state.entries[entry].best for entry in ranked[1:]] == [4, 7]
    assert is_replay(row)
    assert held(row.owner, "escrow") == 0
    assert audit.rebuild().ok
    assert sum(map(wallet, players)) == 9 * 10_000 - 9 * 100


def test_stacks_may_be_carried_and_the_clock_may_go_on(evening: Evening) -> None:
    row = evening.entered(
        evening.computers(6), format="shoot-out", advance=2, round_stacks="carried", round_clock="on", table_size=3
    )
    for _each in range(500):
        state = evening.play_round(row)
        if state.status == FINISHED:
            break
        assert sum(stacks(row)) == 6000
    drawn = list(LogEntry.objects.filter(tournament=row, kind="round_drawn").order_by("seq"))
    # Six at two tables, two go on from each: four, at two tables of two; then two at one.
    assert [len(line.data["stage"]["groups"]) for line in drawn] == [2, 1]
    assert all("clock" not in line.data and not line.data["is_fresh"] for line in drawn)
    assert is_replay(row)
    assert sorted(place.best for place in state.entries.values()) == [1, 2, 3, 3, 5, 5]


def test_a_round_with_a_clock_that_starts_again_begins_at_level_one(evening: Evening) -> None:
    row = evening.entered(evening.computers(6), format="shoot-out")
    evening.play(row)
    (line,) = LogEntry.objects.filter(tournament=row, kind="round_drawn")
    after = LogEntry.objects.filter(tournament=row, kind="dealt", seq__gt=line.seq).order_by("seq").first()
    before = LogEntry.objects.filter(tournament=row, kind="dealt", seq__lt=line.seq).order_by("seq").last()
    assert after is not None
    assert before is not None
    assert after.data["level"] == 1


@sweep("count", [2, 3, 5, 8])
def test_a_bracket_is_played_out_with_its_byes(evening: Evening, count: int) -> None:
    players = evening.computers(count)
    row = evening.entered(players, format="bracket", payout="winner-takes-all")
    assert row.table_size == 2
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    assert state.stage is not None
    size = len(state.stage.groups) * 2
    assert len(state.stage.byes) == (0 if count == 2 else size - count)
    assert all(state.entries[entry].seat is None for entry in state.stage.byes)
    sheet = draw_sheet.rounds(row, state, {})
    assert [len(one["tables"]) for one in sheet][-1] == 1
    state = evening.play(row)
    sheet = draw_sheet.rounds(row, state, {})
    assert [len(one["tables"]) for one in sheet] == [size // 2**n for n in range(1, size.bit_length())]
    for early, late in itertools.pairwise(sheet):
        winners = [one["entry"] for table in early["tables"] for one in table["players"] if one["is_through"]]
        assert winners == [one["entry"] for table in late["tables"] for one in table["players"]]
    (winner,) = [one["entry"] for one in sheet[-1]["tables"][0]["players"] if one["is_through"]]
    assert state.entries[winner].best == 1
    assert is_replay(row)
    assert held(row.owner, "escrow") == 0
    assert audit.rebuild().ok


def test_the_loser_of_every_match_of_a_round_shares_its_places(evening: Evening) -> None:
    row = evening.entered(evening.computers(8), format="bracket", payout="half-field")
    state = evening.play(row)
    assert sorted((place.best, place.worst) for place in state.entries.values()) == [
        (1, 1), (2, 2), (3, 4), (3, 4), *[(5, 8)] * 4,
    ]  # fmt: skip


def test_a_disqualified_player_falls_in_the_rank_of_the_own_table_and_comes_back_while_the_round_lasts(
    evening: Evening,
) -> None:
    boss = evening.person("boss", role="director").user
    row = evening.entered(evening.computers(6), format="shoot-out")
    event_start.start(row.pk, now=evening.now)
    before = evening.state(row)
    entry = before.seated(1)[min(before.seated(1))]
    moves_and_knockouts.knock_out(row.pk, entry, now=evening.now, by=boss, why="slow rolling")
    state = evening.state(row)
    assert state.stage is not None
    assert state.entries[entry].elimination_number == 1
    other = next(one for one in state.alive if state.entries[one].table == 1)
    with pytest.raises(ClubError) as refused:
        moves_and_knockouts.move(row.pk, other, state.tables[2], 1, now=evening.now, by=boss)
    assert refused.value.code == "in_rounds"
    line = LogEntry.objects.filter(tournament=row, kind="knocked_out").get()
    undo.undo(row.pk, line.seq, now=evening.now, by=boss)
    assert evening.state(row).entries == before.entries
    undo.redo(row.pk, line.seq, now=evening.now, by=boss)
    state = evening.play(row)
    assert is_replay(row)
    assert state.entries[entry].best == 5
    assert held(row.owner, "escrow") == 0
    assert audit.rebuild().ok


def test_the_page_shows_the_draw(evening: Evening) -> None:
    row = evening.entered(evening.computers(5), format="bracket")
    runner.direct(row.pk, now=evening.now)
    page = evening.client(None).get(f"/tournaments/{row.pk}/").content.decode()
    assert page.count("bye") >= 3
    assert "Round 1" in page
    assert "Final" in page
    assert isinstance(State.from_json(Tournament.objects.get(pk=row.pk).snapshot).stage, Stage)


@sweep(("kind", "stacks_of_next"), list(itertools.product(["shoot-out", "bracket"], ["fresh", "carried"])))
def test_a_wrong_last_tap_of_a_round_with_real_cards_takes_the_next_draw_back(
    evening: Evening, kind: str, stacks_of_next: str
) -> None:
    fields = {} if kind == "bracket" else {"round_stacks": stacks_of_next}
    row = evening.entered(evening.computers(5), format=kind, cards="physical", **fields)
    event_start.start(row.pk, now=evening.now)
    how: dict[str, Any] = {"now": evening.now, "by": None}
    wrong, before = 0, evening.state(row)
    while evening.state(row).stage == before.stage:
        before, chips = evening.state(row), held(row.owner, "stack", row.owner)
        numbers = [one["number"] for one in draw_sheet.rounds(row, before, {})]
        assert before.stage is not None
        going = (group for group in before.stage.groups if not before.stage.is_done(group, set(before.alive)))
        reported_knockouts.knock_out(row.pk, [one for one in next(going) if one in before.alive][:1], **how)
        wrong = LogEntry.objects.filter(tournament=row, kind="knocked_out").latest("seq").seq
        runner.direct(row.pk, now=evening.now)
    undo.undo(row.pk, wrong, **how)
    after = evening.state(row)
    assert (after.entries, after.tables, after.stage) == (before.entries, before.tables, before.stage)
    assert held(row.owner, "stack", row.owner) == chips
    assert is_replay(row)
    assert [one["number"] for one in draw_sheet.rounds(row, after, {})] == numbers
    with pytest.raises(ClubError, match="Only what the floor did"):
        undo.undo(row.pk, wrong + 1, **how)
    undo.redo(row.pk, wrong, **how)
    again = evening.state(row).stage
    assert again is not None
    assert again.number == 2
    assert is_replay(row)
    assert audit.rebuild().ok
