"""Deals in play and prizes that are locked: proposed, agreed to, binding, stale, called off, paid from escrow (T16)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from club.house import house_rules
from club.ledger import audit
from club.models import Player
from tests.support.tournaments.tournament_api import is_problem
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.base.errors import Refused
from tournaments.desk import registration
from tournaments.endings import deal_proposals
from tournaments.floor import clock_by_hand, floor_view, moves_and_knockouts, undo
from tournaments.formulas import payout_tables
from tournaments.log.state import FINISHED
from tournaments.log.tournament_rules import TournamentRules
from tournaments.models import LogEntry, Tournament
from tournaments.prizes import prize_lock, prizes_by_place
from tournaments.running import event_start, runner
from tournaments.setup import changed_fields

pytestmark = pytest.mark.django_db
THREE = {"key": "three", "rows": [{"entries": [1, 99], "basis_points": [5000, 3000, 2000]}]}


def running(evening: Evening, count: int = 4, **fields: Any) -> tuple[Tournament, list[Player]]:
    players = [evening.person(f"p{n}") for n in range(1, count + 1)]
    row = evening.entered(players, **{"fee": 0, "table_size": 9, "payout_table": THREE, **fields})
    event_start.start(row.pk, now=evening.now)
    return Tournament.objects.get(pk=row.pk), players


def propose(row: Tournament, evening: Evening, method: str = "even", **how: Any) -> None:
    deal_proposals.propose(row.pk, method=method, now=evening.now, by=None, **how)


def refused(code: str, act: Any, *given: Any, **how: Any) -> None:
    with pytest.raises(Refused) as found:
        act(*given, **how)
    assert found.value.code == code


@pytest.fixture
def all_methods(evening: Evening) -> None:
    rule = "TournamentRules.deal_methods"
    house_rules.change({rule: "icm, chip_chop, proportional, even, custom"}, by=None, now=evening.now)


@pytest.mark.usefixtures("all_methods")
def test_a_deal_that_leaves_nothing_to_play_for_ends_the_tournament(evening: Evening) -> None:
    row, players = running(evening)
    moves_and_knockouts.knock_out(row.pk, 1, now=evening.now, by=None, why="x")
    propose(row, evening)
    assert evening.state(row).clock.paused == evening.now
    clients = [evening.client(player) for player in players]
    address = f"/api/v1/tournaments/{row.pk}/deal/"
    assert clients[0].get(address).status_code == 403  # who is out has no part in it
    assert is_problem(clients[0].put(f"{address}agreement/"), 403, "not_in_deal")
    for client in clients[1:]:
        assert held(row.owner, "escrow") == 4000
        assert client.put(f"{address}agreement/").status_code == 200
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == FINISHED
    assert sorted(wallet(player) - CHIPS for player in players) == [-1000, 333, 333, 334]
    assert held(row.owner, "escrow") == 0
    assert is_replay(row)
    assert audit.rebuild().ok


@pytest.mark.usefixtures("all_methods")
def test_what_is_kept_is_the_winners_and_the_deal_may_be_called_off_until_it_is_paid(evening: Evening) -> None:
    row, players = running(evening, 3)
    before = prizes_by_place.prizes(row)
    propose(row, evening, keep=300)
    for entry in (1, 2, 3):
        deal_proposals.consent(row.pk, entry, now=evening.now, by=None, why="at the table")
    refused("deal_stands", propose, row, evening)
    refused("deal_stands", prize_lock.lock, row.pk, now=evening.now, by=None)
    deal_proposals.call_off(row.pk, now=evening.now, by=None, why="a mistake")
    assert evening.state(row).prize_state.deal is None
    assert prizes_by_place.prizes(row) == before
    propose(row, evening, keep=300)
    for entry in (1, 2, 3):
        deal_proposals.consent(row.pk, entry, now=evening.now, by=None)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == "running"
    for entry in (2, 3):
        moves_and_knockouts.knock_out(row.pk, entry, now=evening.now, by=None, why="x")
    runner.direct(row.pk, now=evening.now)
    assert [wallet(player) - CHIPS for player in players] == [200, -100, -100]
    assert held(row.owner, "escrow") == 0
    refused("not_running", deal_proposals.call_off, row.pk, now=evening.now, by=None, why="x")


def test_who_was_out_before_a_deal_that_stands_does_not_come_back_into_it(evening: Evening) -> None:
    row, players = running(evening)
    moves_and_knockouts.knock_out(row.pk, 4, now=evening.now, by=None, why="x")
    line = LogEntry.objects.get(tournament=row, kind="knocked_out").seq
    propose(row, evening, "chip_chop", keep=300)
    for player in players[:3]:
        deal_proposals.agree(row.pk, player, now=evening.now, by=None)
    before = evening.state(row)
    refused("deal_stands", undo.undo, row.pk, line, now=evening.now, by=None)
    assert evening.state(row) == before
    deal_proposals.call_off(row.pk, now=evening.now, by=None, why="a wrong knock-out")
    undo.undo(row.pk, line, now=evening.now, by=None)
    assert evening.state(row).alive == [1, 2, 3, 4]


@pytest.mark.usefixtures("all_methods")
def test_a_deal_says_that_a_share_is_more_than_the_first_prize_or_less_than_the_last(evening: Evening) -> None:
    row, players = running(evening, 3)
    address, client = f"/api/v1/tournaments/{row.pk}/deal/", evening.client(players[0])
    propose(row, evening)
    assert client.get(address).json()["doubts"] == []
    propose(row, evening, "custom", shares=[1600, 1000, 400])
    assert [words[:11] for words in client.get(address).json()["doubts"]] == ["Look twice:"] * 2
    assert players[0].user is not None
    client.force_login(players[0].user)
    assert client.get(f"/tournaments/{row.pk}/deal/").content.decode().count("Look twice:") == 2


def test_a_deal_is_stale_when_a_player_busts_in_between(evening: Evening) -> None:
    row, players = running(evening)
    propose(row, evening, "icm")
    deal_proposals.agree(row.pk, players[1], now=evening.now, by=None)
    moves_and_knockouts.knock_out(row.pk, 1, now=evening.now, by=None, why="x")
    assert deal_proposals.is_stale(evening.state(row))
    assert deal_proposals.seen(row, evening.state(row))["is_stale"]
    refused("deal_stale", deal_proposals.agree, row.pk, players[2], now=evening.now, by=None)
    propose(row, evening, "icm")
    assert evening.state(row).prize_state.deal.waits_for == [2, 3, 4]  # type: ignore[union-attr]  # it was proposed just now


def test_a_hand_that_is_played_in_between_makes_it_stale_too(evening: Evening) -> None:
    players = evening.computers(3)
    row = evening.entered(players, fee=0, payout_table=THREE, structure=evening.structure(starting_chips=100_000))
    event_start.start(row.pk, now=evening.now)
    propose(row, evening, "icm")
    clock_by_hand.resume(row.pk, now=evening.now, by=None)
    evening.play_round(row)
    runner.direct(row.pk, now=evening.now)
    assert deal_proposals.is_stale(evening.state(row))
    refused("hands_in_play", propose, row, evening, "icm")


def test_who_declines_ends_the_talk(evening: Evening) -> None:
    row, players = running(evening)
    refused("no_deal", deal_proposals.agree, row.pk, players[0], now=evening.now, by=None)
    propose(row, evening, "chip_chop")
    client = evening.client(players[0])
    assert client.delete(f"/api/v1/tournaments/{row.pk}/deal/agreement/").status_code == 204
    assert evening.state(row).prize_state.deal is None
    line = LogEntry.objects.filter(tournament=row, kind="deal_off").get()
    assert (line.by, line.data["entry"]) == (players[0].user, 1)


def test_own_amounts_come_to_the_prizes_and_are_shown_beside_the_others(evening: Evening) -> None:
    row, _players = running(evening, 3)
    with pytest.raises(Exception, match="come to 2999"):
        propose(row, evening, "custom", shares=[1000, 1000, 999])
    refused("bad_deal", propose, row, evening, "custom", shares=[3000])
    propose(row, evening, "custom", shares=[1500, 900, 600])
    seen = deal_proposals.seen(row, evening.state(row))
    told = {line["entry"]: (line["share"], {o["method"]: o["share"] for o in line["others"]}) for line in seen["lines"]}
    assert told[1] == (1500, {"icm": 1000, "chip_chop": 1000})
    assert [told[entry][0] for entry in (2, 3)] == [900, 600]


def test_the_house_says_which_deals_are_allowed(evening: Evening) -> None:
    row, _players = running(evening)
    assert TournamentRules().deals_allowed == ("icm", "chip_chop", "custom")
    refused("deal_not_allowed", propose, row, evening, "even")
    house_rules.change({"TournamentRules.deal_methods": ""}, by=None, now=evening.now)
    refused("deal_not_allowed", propose, row, evening, "icm")
    with pytest.raises(Exception, match="There is no deal coin"):
        house_rules.change({"TournamentRules.deal_methods": "coin"}, by=None, now=evening.now)


# -- locked prizes ----------------------------------------------------------------------------------------------------


def test_locked_prizes_stay_and_say_that_they_are_stale(evening: Evening) -> None:
    players = [evening.person(f"p{n}") for n in range(1, 5)]
    row = evening.entered(players[:3], fee=0, payout_table=THREE)
    boss: APIClient = evening.client(evening.person("boss", role="director", chips=0))
    address = f"/api/v1/tournaments/{row.pk}/"
    assert boss.post(f"{address}floor/lock-prizes/", {"prizes": [2000, 1000]}, format="json").status_code == 200
    told = boss.get(f"{address}prizes/").json()
    assert (told["prizes"], told["is_locked"], told["stale"]) == ([2000, 1000], True, None)
    registration.register(row.pk, players[3], now=evening.now)
    told = boss.get(f"{address}prizes/").json()
    stale = {"entries_then": 3, "entries": 4, "pool_then": 3000, "pool": 4000, "difference": 1000}
    assert (told["prizes"], told["worked_out"], told["stale"]) == ([2000, 1000], [2000, 1200, 800], stale)
    event_start.start(row.pk, now=evening.now)
    for entry in (1, 2, 3):
        moves_and_knockouts.knock_out(row.pk, entry, now=evening.now, by=None, why="x")
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == "running"  # not paid before somebody has decided
    assert boss.get(f"{address}prizes/").json()["holds"]
    prize_lock.lock(row.pk, prizes=[2500, 1500], now=evening.now, by=None)
    runner.direct(row.pk, now=evening.now)
    assert [wallet(player) - CHIPS for player in players] == [-1000, -1000, 500, 1500]
    assert held(row.owner, "escrow") == 0
    assert is_replay(row)


@pytest.mark.parametrize(
    ("prizes", "words"),
    [
        ([2000, 999], "come to 2,999, the pool is 3,000"),
        ([1000, 2000], "A lower place"),
        ([1000, 1000, 500, 500], "4 prizes for 3 entries"),
        ([3000, 0], "1 or more"),
        ([2900, 100], "below the least prize of this event, 200"),
    ],
)
def test_prizes_that_cannot_be_are_refused(evening: Evening, prizes: list[int], words: str) -> None:
    row = evening.entered([evening.person(f"p{n}") for n in range(3)], payout_minimum=200)
    with pytest.raises(Refused, match=words) as found:
        prize_lock.lock(row.pk, prizes=prizes, now=evening.now, by=None)
    assert found.value.status in (400, 422)
    assert evening.state(row).prize_state.lock is None
    refused("not_locked", prize_lock.unlock, row.pk, now=evening.now, by=None)


# -- the disqualified, rounding, fees ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "won"), [("none", [-1000, -200, 200, 1000]), ("placed", [-1000, -200, 200, 1000])])
def test_the_prize_of_the_disqualified(evening: Evening, rule: str, won: list[int]) -> None:
    """Out third: as placed, the third prize; with none, who went out fourth moves up to it."""
    row, players = running(evening, disqualified_prize=rule)
    moves_and_knockouts.knock_out(row.pk, 1, now=evening.now, by=None, why="x")
    moves_and_knockouts.knock_out(row.pk, 2, now=evening.now, by=None, why="cheated", is_disqualified=True)
    line = LogEntry.objects.filter(tournament=row, kind="knocked_out").latest("seq").seq
    undo.undo(row.pk, line, now=evening.now, by=None)
    assert not evening.state(row).prize_state.barred
    undo.redo(row.pk, line, now=evening.now, by=None)
    assert evening.state(row).prize_state.barred == {2}
    moves_and_knockouts.knock_out(row.pk, 3, now=evening.now, by=None, why="x")
    runner.direct(row.pk, now=evening.now)
    gained = [wallet(player) - CHIPS for player in players]
    assert gained == ([won[1], won[0], *won[2:]] if rule == "none" else won)
    assert held(row.owner, "escrow") == 0


@pytest.mark.parametrize(
    ("rounding", "prizes"),
    [("largest", (400, 400, 200)), ("first", (600, 300, 100)), ("last", (400, 300, 300)), ("nearest", (400, 400, 200))],
)
def test_ways_of_rounding(rounding: str, prizes: tuple[int, ...]) -> None:
    """430, 380 and 190 in hundreds."""
    assert payout_tables.share(1000, (4300, 3800, 1900), 100, rounding=rounding) == prizes


@given(
    pool=st.integers(1, 10**6),
    weights=st.lists(st.integers(1, 10**4), min_size=1, max_size=20).map(lambda found: sorted(found, reverse=True)),
    unit=st.sampled_from([1, 5, 25, 100]),
    rounding=st.sampled_from(payout_tables.ROUNDINGS),
)
def test_however_it_is_rounded_the_pool_is_shared_and_never_rises(
    pool: int, weights: list[int], unit: int, rounding: str
) -> None:
    made = payout_tables.share(pool, weights, unit, rounding=rounding)
    assert sum(made) == pool
    assert list(made) == sorted(made, reverse=True)
    assert all(prize % unit == 0 for prize in made[1:])


def test_the_fee_may_be_a_part_of_the_buy_in(evening: Evening) -> None:
    assert evening.tournament(buy_in=995, fee=0, fee_basis_points=1000).fee == 99
    with pytest.raises(Refused, match="not both"):
        evening.tournament(fee_basis_points=1000)


@pytest.mark.parametrize(
    ("rounding", "unit", "fee"),
    [("down", 1, 99), ("nearest", 1, 100), ("up", 50, 100), ("down", 50, 50), ("nearest", 200, 0)],
)
def test_a_fee_that_is_a_part_is_rounded_as_the_event_has_it(
    evening: Evening, rounding: str, unit: int, fee: int
) -> None:
    terms = {"fee_basis_points": 1000, "fee_rounding": rounding, "fee_unit": unit}
    row = evening.tournament(buy_in=995, fee=0, **terms)
    player = evening.person("paula")
    before = wallet(player)
    registration.register(row.pk, player, now=evening.now)
    assert before - wallet(player) == 995 + fee
    changed_fields.change(row.pk, buy_in=400, now=evening.now, by=None)  # the price changes, and the fee with it
    row.refresh_from_db()
    assert row.fee == {("up", 50): 50, ("nearest", 200): 0, ("down", 50): 0}.get((rounding, unit), 40)


def test_a_table_with_a_band_that_does_not_come_to_the_whole_is_refused_with_its_row(evening: Evening) -> None:
    with pytest.raises(Exception, match=r"66 to 100 entries: the shares come to 99\.1 %"):
        evening.tournament(payout="vegaspoker247-small")
    assert evening.tournament(payout="vegaspoker247-small", max_players=65).pk
    assert evening.tournament(payout="barge-unified-old").pk


# -- what the floor is told -------------------------------------------------------------------------------------------


def due(row: Tournament, evening: Evening) -> list[dict[str, Any]]:
    row.refresh_from_db()
    found = floor_view.board(row, now=evening.now)["due"]
    return [one for one in found if one["kind"].startswith("deal") or one["kind"] == "clock"]


def test_a_deal_that_waits_or_is_stale_and_the_clock_it_stopped_stand_in_what_to_do_now(
    evening: Evening, all_methods: None
) -> None:
    row, players = running(evening)
    assert due(row, evening) == []
    propose(row, evening)
    [waits] = due(row, evening)
    assert (waits["kind"], waits["act"]) == ("deal", "")
    assert "4" in waits["words"]
    moves_and_knockouts.knock_out(row.pk, 1, now=evening.now, by=None, why="x")
    [stale] = due(row, evening)
    assert (stale["kind"], stale["act"]) == ("deal_stale", "deal-off")
    deal_proposals.call_off(row.pk, now=evening.now, by=None, **stale["fields"])
    [stands] = due(row, evening)
    assert stands["kind"] == "clock"
    clock_by_hand.resume(row.pk, now=evening.now, by=None)
    assert due(row, evening) == []
    clock_by_hand.pause(row.pk, now=evening.now, by=None)  # stopped by hand, for whatever reason: not our matter
    assert due(row, evening) == []
    propose(row, evening)
    deal_proposals.decline(row.pk, players[1], now=evening.now, by=None)
    assert due(row, evening) == []  # it stood before the deal was proposed
