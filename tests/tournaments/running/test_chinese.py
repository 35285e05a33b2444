"""Tournaments of Chinese and open-face Chinese poker (RULES.md S3): sheets, plans, balancing, fantasyland and moves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.utils.translation import override

from club.house import house_rules
from club.text.messages import said
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from tables.core import table_rules
from tables.dealing import settlement
from tables.hand.hand_replay import rebuilt
from tables.models import Hand
from tests.support.tournaments.chinese_sheets import sheet
from tests.tournaments.conftest import Evening, held, is_replay
from tournaments.floor import moves_and_knockouts
from tournaments.models import LogEntry, Tournament
from tournaments.prizes.bounty_eliminators import _by_points
from tournaments.running import hand_for_hand, runner
from tournaments.seating import balancing
from tournaments.seating.balancing import Seats
from tournaments.structures import forecast, generator, level_games_and_stakes, levels_and_breaks, sheet_gaps
from tournaments.structures.generator import Asked
from tournaments.structures.sheet_games import leg_of
from tournaments.structures.sheet_lint import lint

# -- sheets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "game"),
    [
        *((game.name, key) for key, game in CHINESE_GAMES.items()), *((key, key) for key in CHINESE_GAMES),
        ("OFC", "ofc"), ("Pineapple OFC (progressive)", "ofc-pineapple"), ("OFC 2-7 Pineapple", "ofc-2-7-pineapple"),
        ("Turbo OFC", "ofc-turbo"), ("OFCP progressive", "ofc-pineapple"), ("13-card Chinese", "chinese"),
    ],
)  # fmt: skip
def test_what_sheets_call_the_chinese_games(name: str, game: str) -> None:
    assert str(leg_of(name, "fixed")) == f"{game} points"


@pytest.mark.parametrize("game", CHINESE_GAMES)
def test_a_level_says_what_a_point_is_worth(game: str) -> None:
    made = sheet(10, 20, game=game)
    assert sheet_gaps.missing(made) == ()
    second = levels_and_breaks.items(made)[1]
    assert isinstance(second, levels_and_breaks.Level)
    assert level_games_and_stakes.stakes(made, second).as_json() == {"limit": "points", "point": 20}
    assert level_games_and_stakes.most_seats(made) == CHINESE_GAMES[game].max_seats
    words, ante = levels_and_breaks.told(second)
    assert (str(words), ante) == ("20 a point", "")
    with override("ja"):
        assert said(words) == "1点＝20チップ"


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ({}, "how many chips a point is worth"),
        ({"point": 0}, "how many chips a point is worth"),
        ({"point": 10, "ante": 5}, "nobody bets in Chinese games; leave out Ante"),
        ({"sb": 5, "bb": 10}, "nobody bets in Chinese games; leave out Small blind"),
    ],
)
def test_a_level_without_a_point_or_with_bets_says_so(level: dict[str, int], words: str) -> None:
    (why,) = sheet_gaps.missing(sheet(items=[{"type": "level", "n": 1, "minutes": 20, **level}]))
    assert words in str(why)


def test_in_a_mix_a_point_follows_from_the_bets_unless_it_is_stated() -> None:
    told = {"small_bet": 100, "big_bet": 200, "sb": 50, "bb": 100, "ante": 20}
    mix = {"unit": "hands", "every": 3, "games": ["LHE", "OFC Pineapple", "Razz"]}
    for point, expected in ((40, 40), (0, 25)):
        level = {"type": "level", "n": 1, "minutes": 20, **told, **({"point": point} if point else {})}
        made = sheet(items=[level], game="mixed", rotation=mix, limit="fixed")
        assert sheet_gaps.missing(made) == ()
        (item,) = levels_and_breaks.items(made)
        assert isinstance(item, levels_and_breaks.Level)
        legs = level_games_and_stakes.rotation_at(made, item).legs
        assert [level_games_and_stakes.stakes_of(leg, item).point for leg in legs] == [0, expected, 0]
        assert level_games_and_stakes.most_seats(made) == 3
        assert level_games_and_stakes.is_mixed(made)
        assert not level_games_and_stakes.is_chinese(made)


def test_what_to_look_at_twice() -> None:
    found = [(one.level, one.kind) for one in lint(sheet(100, 250, 225, 240), (25,))]
    assert found == [(2, "steep"), (3, "falls"), (4, "not payable")]


# -- plans ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["ofc-pineapple", "chinese"])
def test_a_plan_that_is_made_rises_and_ends_about_where_the_rule_has_it(game: str) -> None:
    asked = Asked(players=27, stack=10_000, minutes=240, level_minutes=20, chips=(25, 100, 500, 1000), game=game)
    made = generator.sheet(asked)
    assert sheet_gaps.missing(made) == ()
    assert made["table_size"] == CHINESE_GAMES[game].max_seats
    assert [one for one in lint(made) if one.kind != "steep"] == []
    points = [item["point"] for item in made["items"] if item["type"] == "level"]
    assert points[0] == 100  # a hundredth of the stack
    assert points == sorted(set(points))
    items, swing = levels_and_breaks.items(made), forecast.swing_of(made)
    by_rule = forecast.finish(items, 270_000, swing=swing).minutes
    assert abs(by_rule - 240) <= 40
    ran = forecast.play(items, 27, 10_000, seed=3, evenings=12, seats=made["table_size"], swing=swing)
    assert abs(ran.at(0.5) - by_rule) < 0.25 * by_rule


@pytest.mark.parametrize("seed", range(20))
def test_chips_are_conserved_in_the_hands_of_a_forecast(seed: int) -> None:
    rng = random.Random(seed)
    stacks = [rng.randint(1, 300) for _ in range(7)]
    before = sum(stacks)
    forecast._points(stacks, 140.0, 3, rng)
    assert sum(stacks) == before
    assert min(stacks) >= 0


# -- balancing --------------------------------------------------------------------------------------------------------


def table(number: int, *seats: int, size: int = 3, fixed: tuple[int, ...] = (), vacated: int = 0) -> Seats:
    players = {seat: 10 * number + seat for seat in seats}
    since = {vacated: 9} if vacated else {}
    return Seats(number, size, players, 1, 2, 3, fixed=frozenset(fixed), vacated=since, stays=bool(fixed))


def test_the_last_seat_open_is_filled_and_who_is_in_fantasyland_is_passed_over() -> None:
    policy = balancing.Policy(destination="last open")
    full = table(1, 1, 2, 3, 4, size=4, fixed=(4,))
    (move,) = balancing.plan([full, table(2, 3, 4, size=4, vacated=1)], 4, random.Random(1), policy)
    assert (move.entry, move.to_table, move.to_seat) == (11, 2, 1)  # seat 4 would be the big blind next


def test_a_table_with_fantasyland_is_not_broken_before_it_is_played() -> None:
    tables = [table(1, 1), table(2, 1, 2, fixed=(2,))]
    assert balancing.next_break(tables, 3) is None
    assert balancing.plan(tables, 3, random.Random(1)) == []
    assert balancing.next_break([table(1, 1), table(2, 1, 2)], 3) == 2


def test_who_won_the_most_points_has_knocked_out() -> None:
    pairs = [{"a": 1, "b": 2, "net": 12}, {"a": 1, "b": 3, "net": -4}, {"a": 2, "b": 3, "net": -12}]
    assert _by_points({1: 11, 2: 12, 3: 13}, {"pairs": pairs}) == {12: (11, 13), 11: (13,)}


# -- fantasyland and moves --------------------------------------------------------------------------------------------


def after_a_hand(evening: Evening, players: int) -> tuple[Tournament, int]:
    """Two tables after a hand each, as if the first player of table 2 had earned fantasyland in it, and that entry."""
    tournament = evening.entered(evening.computers(players), structure=evening.structure(**sheet(1)))
    state = evening.play_round(tournament)
    seat, entry = sorted(state.seated(2).items())[0]
    for number, pk in state.hands.items():
        leave(pk, {"fantasyland": {str(seat): 15}} if number == 2 else {})
    return tournament, entry


def leave(hand: int, carried: dict[str, Any]) -> None:
    row = Hand.objects.get(pk=hand)
    assert row.result is not None
    row.result["carried"] = carried
    row.save(update_fields=["result"])


def cards_of(evening: Evening, tournament: Tournament, entry: int) -> tuple[int, int]:
    """At which table the entry plays, and with how many cards dealt at once."""
    state = evening.state(tournament)
    place = state.entries[entry]
    view = rebuilt(Hand.objects.get(pk=state.hands[place.table or 0])).view(place.seat)
    (own,) = [seat for seat in view["seats"] if seat["seat"] == place.seat]
    return place.table or 0, own["fantasyland"]


@pytest.mark.parametrize("policy", ["played first", "taken along"])
def test_whoever_is_in_fantasyland_plays_it_before_the_table_breaks_or_takes_it_along(
    evening: Evening, policy: str
) -> None:
    house_rules.change({"SeatingRules.fantasyland_moves": policy}, by=None, now=evening.now)
    tournament, entry = after_a_hand(evening, 4)
    out = evening.state(tournament).seated(1)
    moves_and_knockouts.knock_out(tournament.pk, next(iter(out.values())), why="gives up", now=evening.now, by=None)
    runner.direct(tournament.pk, now=evening.now)
    is_first = policy == "played first"
    assert set(evening.state(tournament).hands) == ({2} if is_first else {3})
    assert cards_of(evening, tournament, entry) == ((2, 15) if is_first else (3, 15))
    if is_first:
        (hand,) = evening.state(tournament).hands.values()
        settlement.play_out(hand, now=evening.now)
        leave(hand, {})
        runner.direct(tournament.pk, now=evening.now)
        assert set(evening.state(tournament).hands) == {3}
        assert cards_of(evening, tournament, entry) == (3, 0)
    assert held(tournament.owner, "stack", tournament.owner) == 0  # every stack is an entry's own
    assert is_replay(tournament)


def test_hand_for_hand_begins_once_fantasyland_is_played(evening: Evening) -> None:
    tournament, _entry = after_a_hand(evening, 6)
    hand_for_hand.declare(tournament.pk, True, now=evening.now, by=None)
    rounds = LogEntry.objects.filter(tournament=tournament, kind="hand_played")
    runner.direct(tournament.pk, now=evening.now)
    assert set(evening.state(tournament).hands) == {2}
    (hand,) = evening.state(tournament).hands.values()
    settlement.play_out(hand, now=evening.now)
    leave(hand, {})
    runner.direct(tournament.pk, now=evening.now)
    assert set(evening.state(tournament).hands) == {1, 2}
    assert not rounds.exists()  # the fantasyland is no round of its own
    evening.play_round(tournament)
    runner.direct(tournament.pk, now=evening.now)
    assert rounds.count() == 1
    assert is_replay(tournament)


def test_the_house_takes_no_rake_of_a_tournament_and_gives_no_credit(evening: Evening) -> None:
    changes = {"ChineseRules.payment": "credit", "ChineseRules.rake_hundredths": 500, "PlayRules.rake_percent": 5}
    house_rules.change(changes, by=None, now=evening.now)
    tournament = evening.entered(evening.computers(2), structure=evening.structure(**sheet(1)))
    runner.direct(tournament.pk, now=evening.now)
    (hand,) = evening.state(tournament).hands.values()
    row = Hand.objects.select_related("table").get(pk=hand)
    kept = rebuilt(row).plan.profile.rules  # type: ignore[union-attr]  # a Chinese hand
    assert (kept.payment, kept.rake_hundredths) == ("net", 0)
    assert table_rules.of_play(row.table, "holdem").rake_percent == 0  # type: ignore[union-attr]  # rules of a betting game
