"""What a house has chosen reaches its events: seats, rebuys, hand for hand, prizes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from club.house import house_rules
from club.ledger import ledger
from tables.dealing import settlement
from tests.support.tournaments.entries import refused, set_rule, started
from tests.support.tournaments.purchases import REBUYS, broke, stack
from tests.tournaments.conftest import Evening, is_replay
from tournaments.base.errors import Refused
from tournaments.desk import rebuys_and_add_ons
from tournaments.floor import floor_view
from tournaments.log import seating_rules
from tournaments.models import Entry
from tournaments.prizes import prizes_by_place
from tournaments.running import event_start, hand_for_hand, runner
from tournaments.seating import balancing
from tournaments.seating.balancing import Seats


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("mover", ["cutoff", "lot", "moved longest ago", "same position"]),
        ("destination", ["same position", "last open"]),
        ("breaks", ["fewest players", "broken longest ago"]),
        ("reseat", ["least full table", "any free seat"]),
        ("least_apart", [3, 4]),
        ("halt_short", [0, 2]),
    ],
)
def test_an_event_is_seated_as_the_house_has_chosen(evening: Evening, name: str, choices: list[Any]) -> None:
    row = evening.entered(evening.computers(4), table_size=2)
    for choice in choices:
        house_rules.change({f"SeatingRules.{name}": choice}, scope=row.owner, by=None, now=evening.now)
        assert getattr(seating_rules.policy(row, evening.state(row)), name) == choice


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        ({}, 1),
        ({"least_apart": 3}, 0),
        ({"loose_tables": 2}, 1),
        ({"loose_tables": 2, "least_apart": 2, "more": True}, 0),
    ],
)
def test_tables_are_balanced_at_the_difference_the_house_has(
    evening: Evening, rules: dict[str, Any], moves: int
) -> None:
    counts = (9, 7, 8) if rules.pop("more", False) else (9, 7)  # three tables, or two
    row = evening.tournament()
    house_rules.change(
        {f"SeatingRules.{one}": to for one, to in rules.items()}, scope=row.owner, by=None, now=evening.now
    )
    policy = seating_rules.policy(row, evening.state(row))
    tables = [Seats(n, 9, {s: 100 * n + s for s in range(1, count + 1)}, 1, 2, 3) for n, count in enumerate(counts, 1)]
    assert len(balancing.plan(tables, 9, random.Random(1), policy)) == moves


def test_the_table_that_the_house_has_chosen_breaks(evening: Evening) -> None:
    row = evening.tournament()
    tables = [
        Seats(number, 9, {s: 100 * number + s for s in range(1, count + 1)}, 1, 2, 3, broken=broken)
        for number, count, broken in ((1, 3, 9), (2, 2, 8), (3, 4, 0), (4, 4, 7))
    ]
    found = []
    for choice in ("highest number", "fewest players", "broken longest ago"):
        house_rules.change({"SeatingRules.breaks": choice}, scope=row.owner, by=None, now=evening.now)
        found.append(balancing.next_break(tables, 9, seating_rules.policy(row, evening.state(row))))
    assert found == [4, 2, 3]


@pytest.mark.parametrize("reseat", ["two-step draw", "least full table", "any free seat"])
def test_players_of_a_broken_table_go_where_the_house_has_it(evening: Evening, reseat: str) -> None:
    row = evening.tournament()
    house_rules.change({"SeatingRules.reseat": reseat}, scope=row.owner, by=None, now=evening.now)
    policy = seating_rules.policy(row, evening.state(row))
    sizes = set()
    for seed in range(12):
        tables = [
            Seats(n, 9, {s: 100 * n + s for s in range(1, count + 1)}, 1, 2, 3) for n, count in ((1, 3), (2, 5), (3, 2))
        ]
        moves = [one for one in balancing.plan(tables, 9, random.Random(seed), policy) if one.table == 3][:2]
        assert all(bool(one.card) == (reseat == "two-step draw") for one in moves)
        sizes.add(sum(one.to_table == 1 for one in moves))
    assert (sizes == {2}) is (reseat != "any free seat"), sizes  # by lot of all seats it may be either table


@pytest.mark.parametrize(
    ("choice", "may"),
    [("below the starting stack", False), ("at most the starting stack", True), ("without chips", False)],
)
def test_who_may_buy_again_is_the_houses_choice(evening: Evening, choice: str, may: bool) -> None:
    set_rule(evening, rebuy_when=choice)
    first = evening.person("mika")
    row = started(evening, [first, *evening.computers(2)], **REBUYS)
    if may:  # with as many chips as at the start
        assert rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    else:
        refused("too_many_chips", lambda: rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now))
    short = Entry.objects.get(tournament=row, player=first)
    if choice != "at most the starting stack":
        moved = {"below the starting stack": True, "without chips": False}[choice]
        assert lose(evening, row, short, 100) is moved


def lose(evening: Evening, row: Any, entry: Entry, chips: int) -> bool:
    """Whether the player may buy again with so many chips fewer than at the start."""
    other = Entry.objects.filter(tournament=row).exclude(pk=entry.pk).first()
    ledger.post("x", {entry.account_id: -chips, other.account_id: chips}, purpose="hand", reference=row.owner)
    try:
        return bool(rebuys_and_add_ons.rebuy(row.pk, entry.player, now=evening.now))
    except Refused:
        return False


@pytest.mark.parametrize(("choice", "stays"), [("same seat", True), ("new seat", False)])
def test_whoever_buys_again_keeps_the_seat_or_draws_one(evening: Evening, choice: str, stays: bool) -> None:
    set_rule(evening, rebuy_seat=choice)
    first = evening.person("mika")
    row = started(evening, [first, *evening.computers(2)], **REBUYS, table_size=9)
    entry = broke(evening, row, first)
    was = evening.state(row).entries[entry.number]
    rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    now = evening.state(row).entries[entry.number]
    assert ((now.table, now.seat) == (was.table, was.seat)) is stays
    assert stack(row, first) == 800
    assert is_replay(row)


def test_a_hand_played_hand_for_hand_costs_what_the_house_has(evening: Evening) -> None:
    house_rules.change({"SeatingRules.hand_for_hand_minutes": 3}, by=None, now=evening.now)
    row = evening.entered(evening.computers(6), structure=evening.structure(starting_chips=100_000))
    event_start.start(row.pk, now=evening.now)
    hand_for_hand.declare(row.pk, True, now=evening.now, by=None)
    runner.direct(row.pk, now=evening.now)
    for hand in evening.state(row).hands.values():
        settlement.play_out(hand, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).clock.seconds(evening.now) == 180


@pytest.mark.parametrize("hides", [True, False])
def test_hand_for_hand_the_floor_is_told_to_keep_all_in_cards_down_where_the_house_has_it(evening, hides: bool) -> None:
    house_rules.change({"SeatingRules.hides_all_in_cards": hides}, by=None, now=evening.now)
    assert hides or not house_rules.resolve(seating_rules.SeatingRules).hides_all_in_cards
    row = evening.entered(evening.computers(6), cards="physical")
    event_start.start(row.pk, now=evening.now)
    hand_for_hand.declare(row.pk, True, now=evening.now, by=None)
    row.refresh_from_db()
    assert ("all_in" in [one["kind"] for one in floor_view.board(row, now=evening.now)["due"]]) is hides


@pytest.mark.parametrize(
    ("rounding", "prizes"),
    [
        ("largest", [2000, 1100, 700]),
        ("first", [2100, 1000, 700]),
        ("last", [1900, 1000, 900]),
        ("nearest", [1900, 1100, 800]),
    ],
)
def test_prizes_are_rounded_as_the_event_has_it(evening: Evening, rounding: str, prizes: list[int]) -> None:
    own = {"key": "o", "name": "O", "rows": [{"entries": [1, 100], "basis_points": [5200, 2800, 2000]}]}
    terms = {"payout_table": own, "payout_unit": 100, "payout_rounding": rounding}
    row = evening.entered(evening.computers(4), buy_in=950, **terms)
    made = prizes_by_place.prizes(row)
    assert sum(made) == 3800
    assert list(made) == prizes
