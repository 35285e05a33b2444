"""Signs find what was planted, say nothing of honest evenings, and judge everybody alike."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.integrity.facts import Evening, Fact, HandFacts, Visit
from tables.integrity.findings import Evidence, Finding
from tables.integrity.measured import MEASURED
from tables.integrity.sign_list import SIGNS, look
from tables.integrity.signs.flows import flows
from tables.integrity.signs.rates import PairRates
from tests.bench.integrity import COUPLE, PLANTS, most, plant_of
from tests.bench.integrity_club import PLAYS, Club, Size

SEED = 7501  # a club in which every plant is found; of how many it is, docs/integrity.md says


@cache
def honest() -> tuple[Fact, ...]:
    return tuple(Club(SEED).facts())


@cache
def with_cheats() -> tuple[Fact, ...]:
    return tuple(Club(SEED, Size(), PLANTS).facts())


@cache
def found() -> tuple[Finding, ...]:
    return tuple(look(with_cheats()))


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_finds_its_planted_cheat(sign):
    about = [set(one.players) for one in found() if one.sign == sign]
    assert set(plant_of(sign).players) in about


@pytest.mark.parametrize("sign", [sign for sign in SIGNS if SIGNS[sign].is_directed])
def test_who_gives_is_named_first(sign):
    assert plant_of(sign).players in [one.players for one in found() if one.sign == sign]


def test_nothing_is_found_on_honest_evenings_but_who_lives_together():
    assert {(one.sign, one.players) for one in look(honest())} <= {("shared-access", COUPLE)}


def test_no_honest_player_is_found_beside_cheats():
    cheats = {player for plant in PLANTS for player in plant.players}
    others = {(one.sign, one.players) for one in found() if not cheats & set(one.players)}
    assert others <= {("shared-access", COUPLE)}


def test_every_finding_says_what_is_rarer_than_its_threshold_and_shows_evidence():
    for one in found():
        assert 0.0 <= one.chance <= SIGNS[one.sign].threshold
        assert one.evidence, one
        assert len(one.evidence) <= 20
        weights = [each.weight for each in one.evidence]
        assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize("name", PLAYS)
def test_every_play_that_is_measured_is_played(name):
    """What is measured of other games is of hands that were really played: nobody wins what nobody lost, no seat too many."""
    play = replace(PLAYS[name], level=2 if PLAYS[name].level else 0)
    played = list(Club(3, Size(players=7, coming=7, evenings=1, hands=3), play=play).facts())
    hands = [fact for fact in played if isinstance(fact, HandFacts)]
    assert hands
    won = dict.fromkeys(range(1, 8), 0)
    for hand in hands:
        assert hand.play.startswith(f"{play.game} {play.stakes.limit} ")
        assert 2 <= len(hand.seats) <= play.seats
        assert sum(seat.net for seat in hand.seats) == 0
        for seat in hand.seats:
            won[seat.player] += seat.net
    if play.level:
        assert sorted(won.values()) == [-play.stack] * 6 + [6 * play.stack], "until one has all"


# -- laws -------------------------------------------------------------------------------------------------------------


def renamed(fact: Fact, names: dict[int, int]) -> Fact:
    """The fact with other numbers for players."""
    if isinstance(fact, Visit):
        return replace(fact, player=names[fact.player])
    if isinstance(fact, Evening):
        return replace(fact, tables={at: frozenset(names[one] for one in who) for at, who in fact.tables.items()})
    return replace(
        fact,
        seats=tuple(replace(one, player=names[one.player]) for one in fact.seats),
        losses=tuple(replace(one, giver=names[one.giver], taker=names[one.taker]) for one in fact.losses),
        duels=tuple(
            replace(one, first=min(pair), second=max(pair))
            for one in fact.duels
            for pair in [(names[one.first], names[one.second])]
        ),
        cheap_calls=tuple(replace(one, player=names[one.player], bettor=names[one.bettor]) for one in fact.cheap_calls),
    )


def plain(findings: list[Finding] | tuple[Finding, ...], names: dict[int, int] | None = None) -> set[tuple]:
    """Findings as they may be compared: by players in either order where the sign has no direction, and rounded figures."""
    told = set()
    for one in findings:
        players = [one_ if names is None else names[one_] for one_ in one.players]
        whom = tuple(players) if SIGNS[one.sign].is_directed else tuple(sorted(players))
        hands = tuple(sorted((each.day, each.hand or 0) for each in one.evidence))
        told.add((one.sign, whom, float(f"{one.count:.6g}"), one.of, f"{one.usual:.6g}", f"{one.chance:.3e}", hands))
    return told


@pytest.mark.parametrize("seed", [1, 2])
def test_other_numbers_for_the_players_change_nothing(seed):
    numbers = list(range(1, 25))
    names = dict(zip(numbers, random.Random(seed).sample(numbers, 24), strict=True))
    assert plain(look(renamed(fact, names) for fact in with_cheats())) == plain(found(), names)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_in_which_facts_come_changes_nothing(seed):
    shuffled = list(with_cheats())
    random.Random(seed).shuffle(shuffled)
    assert plain(look(shuffled)) == plain(found())


def test_an_honest_look_twice_is_the_same():
    assert look(with_cheats()) == list(found())


def test_chips_that_flow_are_what_was_won_and_lost():
    for fact in with_cheats():
        if isinstance(fact, HandFacts):
            assert sum(seat.net for seat in fact.seats) == 0  # no rake here
            moved = flows(fact)
            for seat in fact.seats:
                went = sum(chips for (loser, _winner), chips in moved.items() if loser == seat.player)
                came = sum(chips for (_loser, winner), chips in moved.items() if winner == seat.player)
                assert came - went == pytest.approx(seat.net)


@given(st.integers(0, 30), st.integers(1, 10**6))
def test_what_is_not_refuted_grows_with_the_alarms(alarms, of):
    assert most(alarms, of) > alarms / of
    assert most(0, of) == pytest.approx(2.9957 / of, rel=1e-3)


def test_what_the_page_says_of_each_sign_is_what_the_docs_have():
    page = (Path(__file__).parents[3] / "docs" / "integrity.md").read_text(encoding="utf-8")
    for key, sign in SIGNS.items():
        cells = [cell.strip() for cell in re.search(rf"^\| {key} \|(.*)\|$", page, re.MULTILINE)[1].split("|")]
        measured = MEASURED[key]
        whom = "players" if len(plant_of(key).players) == 1 else "pairs"
        assert (float(cells[0]), cells[1], cells[2]) == (
            sign.threshold,
            str(measured.alarms),
            f"{measured.honest:,} {whom}",
        )
        assert cells[3] == f"{most(measured.alarms, measured.honest):.1e}"
        assert cells[5] == f"{measured.found} of {measured.planted}"
        assert f"| {sign.name} |" in page


def told_of(rates, of, hits, pair, play, day=date(2026, 1, 1)):
    """So many occasions between the two, of which it happened in the first."""
    for at in range(of):
        rates.add(play, pair, Evidence(day, at) if at < hits else None)


def test_what_is_usual_is_asked_of_the_same_game_and_the_same_number_of_players():
    """In some games a quiet pot is twice as usual as in others: who plays those alone is no finding for that."""
    rates = PairRates("soft-play", 1e-6, 5, 0.1)
    for pair in ((1, 2), (3, 4), (5, 6)):
        told_of(rates, 1_000, 130, pair, "holdem none more")
    told_of(rates, 1_000, 260, (8, 9), "badugi fixed two")
    told_of(rates, 600, 160, (8, 10), "badugi fixed two")
    assert rates.findings() == []
    told_of(rates, 200, 130, (5, 6), "badugi fixed two")
    assert [one.players for one in rates.findings()] == [(5, 6)]


def test_what_nobody_else_plays_counts_for_nothing():
    rates = PairRates("soft-play", 1e-6, 5, 0.1)
    told_of(rates, 1_000, 130, (1, 2), "holdem none more")
    told_of(rates, 500, 500, (8, 9), "razz fixed two")
    assert rates.findings() == []
