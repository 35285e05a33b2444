"""The drift of a soak: a slope is told as it is, and the interval holds the true one about as often as it says."""

from __future__ import annotations

import random

import pytest

from tests.bench.drift import drift, growing, quantile

SECONDS = [5.0 * at for at in range(240)]


def of(values: list[float]):
    return drift("memory", "MiB", SECONDS[: len(values)], values)


def test_a_line_has_its_own_slope_and_no_doubt():
    found = of([500 + 36 * at / 3600 for at in SECONDS])
    assert (found.slope, found.low, found.high) == pytest.approx((36, 36, 36))
    assert found.is_missed
    assert "grows" in str(found)


def test_what_is_flat_or_falls_is_not_missed():
    assert not of([500.0] * 240).is_missed
    assert not of([500 - at / 3600 for at in SECONDS]).is_missed


@pytest.mark.parametrize("memory", [0.0, 0.6], ids=["independent readings", "readings that lean on each other"])
def test_the_interval_holds_the_true_slope_in_about_ninety_five_of_a_hundred_soaks(memory):
    rng, held, soaks = random.Random(1), 0, 1000
    for _soak in range(soaks):
        noise, values = 0.0, []
        for at in SECONDS:
            noise = memory * noise + rng.gauss(0, 1)
            values.append(10 * at / 3600 + noise)
        found = of(values)
        held += found.low <= 10 <= found.high
    assert 0.92 <= held / soaks <= 0.97


def test_of_many_flat_figures_one_is_named_in_one_soak_of_twenty_and_what_grows_is():
    rng, named, soaks = random.Random(2), 0, 400
    for _soak in range(soaks):
        named += bool(growing([of([rng.gauss(0, 1) for _at in SECONDS]) for _figure in range(25)]))
    assert named / soaks <= 0.05
    lines = [of([36 * at / 3600 + rng.gauss(0, 0.1) for at in SECONDS]) for _figure in range(25)]
    assert growing(lines) == lines


def test_of_few_readings_the_interval_is_wider_and_holds_the_true_slope_as_often():
    rng, held, soaks = random.Random(3), 0, 1000
    for _soak in range(soaks):
        found = of([10 * at / 3600 + rng.gauss(0, 1) for at in SECONDS[:11]])
        held += found.low <= 10 <= found.high
    assert 0.92 <= held / soaks <= 0.98
    assert found.freedom == 3


def test_too_few_readings_say_so():
    with pytest.raises(ValueError, match="too few"):
        of([1.0] * 9)


@pytest.mark.parametrize(("freedom", "wanted"), [(3, 3.182), (5, 2.571), (10, 2.228), (60, 2.000)])
def test_students_quantile_is_that_of_the_tables(freedom, wanted):
    assert quantile(freedom) == pytest.approx(wanted, abs=0.02)


def test_students_quantile_far_out_is_that_of_the_tables():
    assert quantile(10, 0.998) == pytest.approx(4.144, abs=0.03)
