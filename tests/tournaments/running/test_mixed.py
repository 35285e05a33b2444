"""Mixed events at dealt tables: whose turn which game is, for what, where the button stands, and who chooses."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from club.house import house_rules
from club.ledger import audit
from engine.mixes.mixes import READY_MADE, ready_made
from tables.core.errors import Refused
from tables.dealing import dealer, settlement, time_outs
from tables.models import Hand, Table
from tests.support.budget import sampled, sweep
from tests.support.shared import needs_shared, shared
from tests.support.tournaments.mixed_sheets import mix
from tests.tournaments.conftest import Evening, is_replay, wallet
from tournaments.floor import clock_by_hand, moves_and_knockouts
from tournaments.log.state import FINISHED
from tournaments.models import LogEntry
from tournaments.running import runner
from tournaments.structures import level_games_and_stakes, levels_and_breaks, sheet_gaps

SHEETS = {sheet["id"]: sheet for sheet in shared("data/structures.json").get("structures", [])}
STUD = ("razz", "seven-card-stud", "stud8")


def dealt(tournament: Any) -> list[Hand]:
    return list(Hand.objects.filter(table__owner=tournament.owner).order_by("pk"))


@sweep("name", ["horse", "8-game"], one_of=2)
def test_a_full_evening_of_a_mix_runs_to_its_end(evening: Evening, name: str) -> None:
    players = evening.computers(8)
    tournament = evening.entered(players, structure=evening.structure(**mix(name), starting_chips=600))
    state = evening.play(tournament, rounds=900)
    assert state.status == FINISHED
    assert is_replay(tournament)
    assert audit.rebuild().ok
    assert sum(wallet(player) for player in players) == 8 * (10_000 - 100)
    hands = [hand for hand in dealt(tournament) if hand.table.name.endswith("1")]
    wanted = [(leg.game, leg.limit) for leg in ready_made(name)]
    for at, hand in enumerate(hands):
        assert (hand.start["game"], hand.start["stakes"].get("limit", "no")) == wanted[at // 2 % len(wanted)]
    lines = {line.data["hand"]: line.data["level"] for line in LogEntry.objects.filter(kind="dealt")}
    items = {
        item.number: item
        for item in levels_and_breaks.items(tournament.sheet)
        if isinstance(item, levels_and_breaks.Level)
    }
    for hand in dealt(tournament):
        leg = next(
            one
            for one in ready_made(name)
            if one.game == hand.start["game"] and (one.limit == hand.start["stakes"].get("limit", "no"))
        )
        assert hand.start["stakes"] == level_games_and_stakes.stakes_of(leg, items[lines[hand.pk]]).as_json()


def test_the_button_is_frozen_in_stud_and_the_big_blind_goes_round(evening: Evening) -> None:
    players = evening.computers(4)
    sheet = evening.structure(**mix("horse", every=3), starting_chips=100_000)
    tournament = evening.entered(players, structure=sheet)
    for _each in range(18):
        evening.play_round(tournament)
    told = [(hand.start["game"], hand.start["positions"]) for hand in dealt(tournament)]
    bigs = [where[2] for game, where in told if game not in STUD]
    seats = sorted(set(bigs))
    assert len(seats) == 4
    turns = [seats.index(seat) for seat in bigs]
    assert all(after == (before + 1) % 4 for before, after in pairwise(turns))
    frozen = [where[0] for game, where in told if game in STUD]
    assert len(frozen) == 9
    assert len(set(frozen)) == 1


def test_the_game_goes_on_at_the_drawn_final_table_from_a_button_dealt_anew(evening: Evening) -> None:
    sheet = evening.structure(**mix(["LHE", "Omaha 8", "Razz", "Stud"], every=5), starting_chips=1_000)
    tournament = evening.entered(evening.computers(7), structure=sheet, table_size=5)
    final = None
    for _round in range(600):
        evening.play_round(tournament)
        final = LogEntry.objects.filter(tournament=tournament, kind="final_table").first()
        if final is not None and Hand.objects.filter(table=final.data["id"]).count() >= 6:
            break
    assert final is not None
    earlier = LogEntry.objects.filter(tournament=tournament, seq__lt=final.seq, kind="dealt").order_by("-seq")
    lowest = min(Hand.objects.get(pk=one.data["hand"]).table_id for one in earlier[:2])
    played = Hand.objects.filter(table__in=[lowest, final.data["id"]]).order_by("table", "number")
    wanted = ["holdem", "omaha8", "razz", "seven-card-stud"]
    assert [hand.start["game"] for hand in played] == [wanted[at // 5 % 4] for at in range(len(played))]
    assert Hand.objects.filter(table=final.data["id"]).earliest("number").button_cards, "one card to each seat"


@pytest.mark.parametrize(("restarts", "game"), [(False, "razz"), (True, "holdem")])
def test_whether_a_mix_begins_anew_at_the_final_table_is_the_houses_choice(
    evening: Evening, restarts: bool, game: str
) -> None:
    rules = {"SeatingRules.restarts_mix": restarts, "SeatingRules.final_players": 4}
    house_rules.change(rules, by=None, now=evening.now)
    sheet = evening.structure(**mix(["LHE", "Omaha 8", "Razz"], every=1), starting_chips=100_000)
    tournament = evening.entered(evening.computers(6), structure=sheet, table_size=5)
    for _hand in range(2):  # hold'em and Omaha are played, razz is next
        evening.play_round(tournament)
    for entry in (1, 2):
        moves_and_knockouts.knock_out(tournament.pk, entry, why="x", now=evening.now, by=None)
    evening.play_round(tournament)
    final = LogEntry.objects.get(tournament=tournament, kind="final_table")
    assert Hand.objects.filter(table=final.data["id"]).earliest("number").start["game"] == game
    assert is_replay(tournament)


@sweep(("unit", "every"), [("minutes", 5), ("level", 1), ("orbit", 1)], one_of=3)
def test_games_change_by_the_unit_of_the_sheet(evening: Evening, unit: str, every: int) -> None:
    sheet = evening.structure(**mix(["LHE", "Omaha 8", "Razz"], unit, every), starting_chips=100_000)
    tournament = evening.entered(evening.computers(4), structure=sheet)
    for _each in range(24):
        evening.play_round(tournament)
    runs: list[list[Any]] = []
    for hand in dealt(tournament):
        if not runs or runs[-1][0] != hand.start["game"]:
            runs.append([hand.start["game"], 0])
        runs[-1][1] += 1
    assert [game for game, _count in runs[:4]][:3] == (["holdem", "omaha8", "razz"])
    expected = {"minutes": 5, "level": 10, "orbit": 4}[unit]
    assert [count for _game, count in runs[:2]] == [expected, expected]


def test_a_pause_takes_no_minutes_from_a_game(evening: Evening) -> None:
    sheet = evening.structure(**mix(["LHE", "Omaha 8"], "minutes", 5), starting_chips=100_000)
    tournament = evening.entered(evening.computers(3), structure=sheet)
    for _each in range(2):
        evening.play_round(tournament)
    clock_by_hand.pause(tournament.pk, now=evening.now, by=None)
    evening.now += timedelta(minutes=30)
    clock_by_hand.resume(tournament.pk, now=evening.now, by=None)
    for _each in range(4):
        evening.play_round(tournament)
    games = [hand.start["game"] for hand in dealt(tournament)]
    assert games == ["holdem"] * 5 + ["omaha8"]


def test_the_player_whose_choice_it_is_chooses_or_the_time_runs_out(evening: Evening) -> None:
    people = [evening.person(name) for name in ("ann", "bo", "cy")]
    sheet = evening.structure(
        **mix(["LHE", "Razz", "NL 2-7 Single Draw"], "orbit", 1, chooser="button, then clockwise"),
        starting_chips=100_000,
    )
    tournament = evening.entered(people, structure=sheet)
    runner.direct(tournament.pk, now=evening.now)
    runner.direct(tournament.pk, now=evening.now)
    assert dealt(tournament) == []
    table = Table.objects.get(owner=tournament.owner)
    asked = table.choosing
    chooser = next(player for player in people if player.pk == asked["player"])
    other = next(player for player in people if player.pk != asked["player"])
    with pytest.raises(Refused):
        _choose(table, "razz", other, evening)
    _choose(table, "razz fixed", chooser, evening)
    runner.direct(tournament.pk, now=evening.now)
    (hand,) = dealt(tournament)
    assert hand.start["game"] == "razz"
    table.refresh_from_db()
    assert table.deal_at is None

    # Nobody answers the next question: the game goes on as it was.
    for _each in range(3):
        evening.now += timedelta(minutes=1)
        for row in dealt(tournament):
            if row.is_live:
                _fold_out(row, evening)
        runner.direct(tournament.pk, now=evening.now)
    table.refresh_from_db()
    assert table.choosing is not None
    assert table.choosing["player"] != chooser.pk
    evening.now += timedelta(minutes=2)
    runner.direct(tournament.pk, now=evening.now)
    assert [row.start["game"] for row in dealt(tournament)] == ["razz"] * 4


def test_a_choice_that_a_wrong_clock_left_open_until_tomorrow_holds_up_no_table(evening: Evening) -> None:
    people = [evening.person(name) for name in ("ann", "bo", "cy")]
    sheet = evening.structure(**mix(["LHE", "Razz"], "orbit", 1, chooser="button, then clockwise"))
    tournament = evening.entered(people, structure=sheet)
    evening.now += timedelta(days=1)
    runner.direct(tournament.pk, now=evening.now)
    assert Table.objects.get(owner=tournament.owner).choosing is not None
    evening.now -= timedelta(days=1)
    runner.direct(tournament.pk, now=evening.now)
    assert len(dealt(tournament)) == 1


def _choose(table: Table, words: str, player: Any, evening: Evening) -> None:
    dealer.choose_game(table.pk, words, by=player, now=evening.now)


def _fold_out(row: Hand, evening: Evening) -> None:
    """Let the clock answer until the hand is over, and settle it."""
    for _each in range(200):
        row.refresh_from_db()
        if row.state != Hand.State.PLAYING:
            break
        evening.now += timedelta(seconds=60)
        time_outs.time_out(row.pk, now=evening.now)
    settlement.play_out(row.pk, now=evening.now)


def test_computer_players_choose_among_all_that_is_on_offer(evening: Evening) -> None:
    sheet = evening.structure(
        **mix(["LHE", "Razz", "NL 2-7 Single Draw", "PLO"], "hands", 1, chooser="button"), starting_chips=100_000
    )
    tournament = evening.entered(evening.computers(3), structure=sheet)
    for _each in range(25):
        evening.play_round(tournament)
    played = Counter(hand.start["game"] for hand in dealt(tournament))
    assert set(played) == {"holdem", "razz", "2-7-single-draw", "omaha"}


@needs_shared
@pytest.mark.sweep
@pytest.mark.parametrize(
    "key", sampled([key for key in SHEETS if not sheet_gaps.missing(SHEETS[key])], "sheets", one_of=8)
)
def test_every_published_sheet_is_scheduled_and_played(evening: Evening, key: str) -> None:
    sheet = SHEETS[key]
    structure = evening.structure(**sheet)
    assert structure.sheet == {**sheet}
    tournament = evening.entered(evening.computers(9), structure=structure)
    for _each in range(14):
        evening.play_round(tournament)
    hands = dealt(tournament)
    assert len(hands) >= 14
    assert {hand.state for hand in hands} == {Hand.State.SETTLED}
    rotation = sheet.get("rotation")
    if rotation and rotation["unit"] == "hands":
        at_one = [hand.start["game"] for hand in hands if hand.table_id == hands[0].table_id]
        assert len(set(at_one[: 2 * rotation["every"]])) == 2
    assert is_replay(tournament)


def test_more_seats_than_a_game_has_are_refused(evening: Evening) -> None:
    from tournaments.base.errors import Refused as NotAnnounced

    sheet = evening.structure(**{**mix(["LHE", "2-7 Triple Draw"]), "table_size": 9})
    assert evening.tournament(structure=sheet).table_size == 6
    with pytest.raises(NotAnnounced, match="at most 6"):
        evening.tournament(structure=sheet, table_size=9)


def test_every_ready_made_mix_can_be_scheduled() -> None:
    for name in READY_MADE:
        assert sheet_gaps.missing({**mix(name.upper()), "starting_chips": 1000}) == (), name
