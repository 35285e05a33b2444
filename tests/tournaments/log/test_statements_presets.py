"""Statements about the floor under each ready-made set of house rules that changes what comes of them.

Only a rule for which the sets differ can change an outcome: each of those is read by a statement here, or said to be read
by none of T1 to T23.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from club.base.registry import HOUSE_RULES
from engine.games.hand_start import Positions, Stakes
from engine.games.play_rules import PlayRules
from engine.house_rules import PRESETS, declared, preset, resolve
from engine.rulings import FloorRules, Motion, Situation, interpret
from tests.support.deals import begin
from tournaments.log.tournament_rules import TournamentRules
from tournaments.seating.places_of_knockouts import Bust, places, tie_share

Rules = TypeVar("Rules")
RAISED = Situation(stack=10_000, level=1100, step=600, least_bet=500, pot=2350)  # 1100 to call, raised by 600
BET = Situation(stack=10_000, level=1000, step=1000, least_bet=200, pot=2000)


def by(holder: type[Rules], name: str) -> Rules:
    return resolve(holder, preset(holder, name))


def fallen(name: str, left: int, *stacks: int) -> list[tuple[int, int]]:
    """The places of players with those stacks who are knocked out at tables of their own in one round of hands."""
    busts = [Bust(entry, entry, stack) for entry, stack in enumerate(stacks, 1)]
    made = places(busts, left, by(TournamentRules, name).knockout_policy)
    return [made[entry] for entry in sorted(made)]


def two_tables(name: str) -> list[tuple[int, int]]:
    return fallen(name, 10, 900, 500)


def hand_for_hand_declared(name: str) -> list[tuple[int, int]]:
    """52 are left and 50 are paid when three are knocked out in the hands that are being finished."""
    return fallen(name, 52, 900, 700, 500)


def last_prizes(name: str) -> dict[tuple[int, int], list[int]]:
    """What those three are paid, the 50th prize being 1,000."""
    return {place: tie_share({50: 1000}, *place) for place in hand_for_hand_declared(name)}


def odd_chips(name: str) -> tuple[str, str]:
    rules = by(PlayRules, name)
    return rules.odd_chip_board, rules.odd_chip_stud


def ruled(facing: Situation, motion: Motion, name: str) -> tuple[str, int | None, int]:
    verdict = interpret(facing, [motion], by(FloorRules, name))
    return verdict.action, verdict.to, verdict.returned


def several_chips(name: str) -> tuple[str, int | None, int]:
    """1,000 and three of 100 without a word, 1,100 to call after a raise of 600 (TDA 45)."""
    return ruled(RAISED, Motion(chips=(1000, 100, 100, 100)), name)


def a_number_said(name: str) -> tuple[str, int | None, int]:
    """A raise said with a number alone, 1,000 being bet (TDA 43)."""
    return ruled(BET, Motion(said="raise 3000"), name)


def the_pot(name: str) -> int:
    """The largest first raise at 100/200 with a dead small blind (TDA 54)."""
    stakes = Stakes(limit="pot", small_blind=100, big_blind=200)
    hand = begin(*[10_000] * 4, stakes=stakes, rules=by(PlayRules, name), positions=Positions(4, 9, 2))
    return hand.asks[0].hi


# What is shown, the rules it reads, and what comes of it by each set.
SHOWN: dict[str, tuple[Callable[[str], Any], tuple[str, ...], tuple[Any, Any, Any]]] = {
    "t13": (two_tables, ("TournamentRules.across_tables",), ([(9, 9), (10, 10)], [(9, 9), (10, 10)], [(9, 10)] * 2)),
    "t14": (
        hand_for_hand_declared,
        ("TournamentRules.across_tables",),
        ([(50, 50), (51, 51), (52, 52)], [(50, 50), (51, 51), (52, 52)], [(50, 52)] * 3),
    ),
    "t16": (
        last_prizes,
        ("TournamentRules.across_tables",),
        (
            {(50, 50): [1000], (51, 51): [0], (52, 52): [0]},
            {(50, 50): [1000], (51, 51): [0], (52, 52): [0]},
            {(50, 52): [334, 333, 333]},
        ),
    ),
    "t17": (
        odd_chips,
        ("PlayRules.odd_chip_stud",),
        (
            ("left of the button", "high card"),
            ("left of the button", "left of the dealer"),
            ("left of the button", "high card"),
        ),
    ),
    "t23 several chips": (
        several_chips,
        ("FloorRules.several_chips",),
        (("raise", 1700, 0), ("raise", 1700, 0), ("call", 1100, 200)),
    ),
    "t23 a number": (
        a_number_said,
        ("FloorRules.raise_number",),
        (("raise", 3000, 0), ("raise", 4000, 0), ("raise", 3000, 0)),
    ),
    "t23 the pot": (the_pot, ("PlayRules.pot_before_flop",), (700, 600, 700)),
}
# The sets differ in these too, and none of T1 to T23 is about them; they are told in the engine's rulebook.
READ_BY_NONE = {
    "PlayRules.cap_heads_up",
    "PlayRules.board_tie",
    "PlayRules.stud_doubles",
    "PlayRules.burns",
    "PlayRules.shortage",
    "PlayRules.losers",
    "FloorRules.voice_or_chips",
    "FloorRules.check_sign",
    "FloorRules.may_ask_to_see",
    "ChineseRules.opponents",
    "ChineseRules.equal_rows",
}


@pytest.mark.parametrize("statement", SHOWN)
@pytest.mark.parametrize(("at", "name"), list(enumerate(PRESETS)))
def test_t13_t14_t16_t17_t23_by_each_ready_made_set(statement: str, at: int, name: str) -> None:
    shown, _read, expected = SHOWN[statement]
    assert shown(name) == expected[at]


def test_every_rule_in_which_the_sets_differ_is_shown_by_a_statement_or_read_by_none() -> None:
    differ = {
        f"{holder.__name__}.{rule.key}"
        for holder in HOUSE_RULES.values()
        for rule in declared(holder)
        if len({repr(rule.presets.get(name, rule.default)) for name in PRESETS}) > 1
    }
    read = {full for _shown, rules, _expected in SHOWN.values() for full in rules}
    assert differ == read | READ_BY_NONE
    assert not read & READ_BY_NONE


@pytest.mark.parametrize("statement", SHOWN)
def test_a_statement_comes_out_otherwise_exactly_where_a_set_has_another_value(statement: str) -> None:
    _shown, read, expected = SHOWN[statement]
    rules = {f"{holder.__name__}.{rule.key}": rule for holder in HOUSE_RULES.values() for rule in declared(holder)}
    values = [[rules[full].presets.get(name, rules[full].default) for full in read] for name in PRESETS]
    assert [one == values[0] for one in values] == [one == expected[0] for one in expected]
