"""The pieces of a chip set: starting stacks made of them, and what takes the place of chips that go."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.base.errors import ClubError
from tests.support.budget import budget
from tournaments.structures import chip_plan, generator
from tournaments.structures.chip_plan import plan, read, stack_of, written
from tournaments.structures.generator import Asked, sheet

SETS = [(25, 100, 500, 1000, 5000), (5, 25, 100, 500, 1000), (100, 500, 1000, 5000, 25_000), (1, 5, 10, 25, 100)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("25 x 300, 100 x 300", {25: 300, 100: 300}),
        ("１００×３００、２５", {25: None, 100: 300}),  # as people type in Japan
        ("500*20,100 X 40", {100: 40, 500: 20}),
        ("", {}),
    ],
)
def test_chips_are_read_as_people_write_them(text: str, found: dict[int, int | None]) -> None:
    assert read(text) == found
    assert read(written(found)) == found


@pytest.mark.parametrize("text", ["25 x", "x 300", "25 x 0", "25 300", "0 x 5", "red 25", "25, 25 x 3"])
def test_what_is_no_chip_is_refused(text: str) -> None:
    with pytest.raises(ClubError) as refused:
        read(text)
    assert (refused.value.code, refused.value.params["field"]) == ("bad_plan", "chips")


@given(
    st.sampled_from(SETS),
    st.integers(2, 60),
    st.integers(1, 200),
    st.lists(st.one_of(st.none(), st.integers(1, 2000)), min_size=5, max_size=5),
)
@settings(max_examples=budget(200))
def test_law_a_stack_is_worth_what_it_should_be_and_no_chip_is_used_that_is_not_there(
    values: tuple[int, ...], players: int, large: int, counts: list[int | None]
) -> None:
    pieces = dict(zip(values, counts, strict=True))
    stack = large * values[-1]
    found = stack_of(stack, pieces, players)
    if found is None:
        # Nothing but the largest would do as well, where there are enough of it.
        assert pieces[values[-1]] is not None
        assert large * players > pieces[values[-1]]
        return
    assert sum(value * count for value, count in found.items()) == stack
    assert all(had is None or found[value] * players <= had for value, had in pieces.items())


def test_a_club_set_makes_stacks_that_can_pay_and_change() -> None:
    pieces = {25: 300, 100: 300, 500: 200, 1000: 200, 5000: 100}
    assert stack_of(20_000, pieces, 30) == {25: 8, 100: 8, 500: 6, 1000: 6, 5000: 2}
    assert stack_of(20_000, {**pieces, 25: 120}, 30) == {25: 4, 100: 9, 500: 6, 1000: 6, 5000: 2}
    assert stack_of(1_010, pieces, 30) is None  # no chip of 10


@given(st.sampled_from(SETS), st.integers(6, 60), st.integers(0, 20))
@settings(max_examples=budget(40))
def test_law_what_goes_comes_back_as_larger_chips(values: tuple[int, ...], players: int, rebuys: int) -> None:
    asked = Asked(players=players, stack=4 * values[-1], minutes=240, level_minutes=20, break_every=40, chips=values)
    made = sheet(asked)
    found = plan(made, dict.fromkeys(values), players=players, extra=rebuys * asked.stack)
    assert found is not None
    assert not found.missing
    total = sum(value * count for value, count in found.together.items())
    assert total == (players + rebuys) * asked.stack
    removed = [chip for item in made["items"] for chip in item.get("remove", ())]
    assert [one.chip for one in found.colour_ups] == removed
    for one in found.colour_ups:
        worth = sum(value * count for value, count in one.into.items())
        assert 0 <= worth - one.chip * one.pieces < (min(one.into) if one.into else 1)  # the odd part is raced off
        assert not one.missing


def test_too_few_pieces_are_named() -> None:
    asked = Asked(players=30, stack=20_000, minutes=240, level_minutes=20, chips=(25, 100, 500, 1000, 5000))
    pieces = {25: 300, 100: 250, 500: 180, 1000: 180, 5000: 65}
    found = plan(sheet(asked), pieces, players=30, extra=10 * 20_000)
    assert found is not None
    assert found.missing == {5000: 35}  # 60 in the stacks, 40 for ten rebuys
    late = plan(sheet(asked), {**pieces, 5000: 60}, players=30)  # every piece but ten of 100 is in the stacks
    assert late is not None
    assert [(one.chip, dict(one.missing)) for one in late.colour_ups] == [(25, {100: 50}), (100, {500: 60})]


def test_the_pieces_of_the_generator_are_of_chips_in_play() -> None:
    asked = Asked(players=20, stack=10_000, minutes=240, level_minutes=20, chips=(1, 25, 100, 500))
    made = sheet(asked)
    found = chip_plan.plan(made, dict.fromkeys(asked.chips), players=20)
    assert found is not None
    assert set(found.stack) == set(made["chips"]) <= set(asked.chips)
    assert generator.blinds(asked).total_chips == 200_000
