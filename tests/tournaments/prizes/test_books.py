"""A tournament's chips in the books: what players put in comes out as prizes, and its own chips stay as many."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from club.base.registry import PURPOSES
from club.cashier import cashier, credit, tips_and_jackpots
from club.house import house_rules
from club.ledger import audit, ledger, statements
from club.models import Account, Transfer, User
from club.models import Entry as Line
from club.people import people, roles
from engine.betting.hand import Stakes
from engine.games.play_rules import PlayRules
from tables.breaking_and_closing import closing_tables
from tables.cash import new_tables, seating
from tables.dealing import dealer, settlement
from tables.models import Hand
from tests.support.budget import budget
from tests.tournaments.conftest import CHIPS, SHEET, Evening, held, wallet
from tournaments.desk import registration
from tournaments.log.state import FINISHED, RUNNING
from tournaments.models import Entry
from tournaments.structures import sheet_import

pytestmark = pytest.mark.django_db


@pytest.mark.invariant(21, "law")
@given(
    count=st.integers(2, 7),
    buy_in=st.integers(0, 1003),
    fee=st.integers(0, 97),
    chips=st.integers(300, 1500),
    withdrawn=st.booleans(),
    seed=st.binary(min_size=32, max_size=32),
)
@settings(max_examples=budget(6))
def test_escrow_ends_at_nothing_and_the_tournaments_chips_stay_the_same(
    count: int, buy_in: int, fee: int, chips: int, withdrawn: bool, seed: bytes
) -> None:
    evening = Evening()
    sheet = evening.structure(id=f"s{chips}", starting_chips=chips)
    tournament = evening.tournament(structure=sheet, buy_in=buy_in, fee=fee, seed=seed)
    unit = tournament.owner
    players = [people.enrol(f"{unit} {n}", is_computer=True, now=evening.now) for n in range(count)]
    for player in players:
        evening.give(player, CHIPS)
    for player in players:
        registration.register(tournament.pk, player, now=evening.now)
    if withdrawn and count > 2:
        registration.unregister(tournament.pk, players.pop(), now=evening.now)
    fees = held("house", "fees")
    assert held(unit, "escrow") == buy_in * len(players)
    for _round in range(400):
        state = evening.play_round(tournament)
        if state.status != RUNNING:
            break
        entries = Entry.objects.filter(tournament=tournament, is_withdrawn=False)
        assert sum(held(f"entry:{one.pk}", "stack", unit) for one in entries) == chips * len(players)
        assert held("cashier", "cashier", unit) == -chips * len(players)
    assert state.status == FINISHED
    assert held(unit, "escrow") == held("cashier", "cashier", unit) == 0
    prizes = Line.objects.filter(transfer__purpose="tournament-prize", transfer__reference=unit, amount__gt=0)
    assert sum(line.amount for line in prizes) == buy_in * len(players)
    assert held("house", "fees") == fees
    assert sum(wallet(player) for player in players) == len(players) * (CHIPS - fee)
    assert audit.rebuild().ok


def test_a_level_keeps_the_sheet_and_the_house_rules_it_began_with(evening: Evening) -> None:
    """A sheet taken in anew and rules changed while it runs: the levels stay, and new rules wait for the next."""
    tournament = evening.entered(evening.computers(3), structure=evening.structure(starting_chips=100_000))
    evening.play_round(tournament)
    doubled: list[dict[str, Any]] = [{**item, "sb": item["sb"] * 2, "bb": item["bb"] * 2} for item in SHEET["items"]]
    sheet_import.take_in({**SHEET, "items": doubled}, now=evening.now)
    house_rules.set_value(PlayRules, "raise_cap", 3, by=None, now=evening.now)
    for _round in range(6):
        evening.play_round(tournament)
    blinds = [hand.start["stakes"]["big_blind"] for hand in Hand.objects.order_by("started_at")]
    assert blinds == [50] * 5 + [100] * 2
    caps = [hand.rule_set.values["PlayRules"]["raise_cap"] for hand in Hand.objects.order_by("started_at")]
    assert caps == [PlayRules().raise_cap] * 5 + [3] * 2


@pytest.mark.invariant(18, "example")
def test_every_line_says_what_it_was_for_and_leads_somewhere(evening: Evening) -> None:
    """Chips of every kind: at the desk, at a table, in a tournament; each reference is a page, or names an account."""
    players, cara = evening.computers(3), User.objects.create_user("cara")
    roles.give_role(cara, "cashier")
    evening.play(evening.entered(players))
    registration.unregister(evening.entered(players[:1]).pk, players[0], now=evening.now)
    table = new_tables.open_table(
        new_tables.Opening(name="One", game="holdem", stakes=Stakes(limit="no", small_blind=5, big_blind=10), pace=0.0),
        by=cara,
        now=evening.now,
    )
    for seat, player in enumerate(players, start=1):
        seating.sit_down(table.pk, player, seat, 1000, key="sit", now=evening.now)
    row = dealer.deal(table.pk, now=evening.now)
    settlement.play_out(row.pk, now=evening.now)
    house_rules.change({"ClubRules.player_transfers": "desk"}, by=None, why="for this story", now=evening.now)
    closing_tables.close_table(table.pk, by=cara, now=evening.now)
    how: dict[str, Any] = {"by": cara, "now": evening.now}
    credit.set_credit_limit(players[0], 50, why="regular", **how)
    credit.give_credit(players[0], 50, key="credit", **how)
    credit.repay_credit(players[0], 50, key="repaid", **how)
    cashier.pass_on(players[0], players[1], 5, key="passed", at="desk", **how)
    cashier.cash_out(players[1], 5, key="out", **how)
    tips_and_jackpots.tip(players[0], 5, key="tip", **how)
    tips_and_jackpots.pay_tips(5, why="to Dai", key="tips", **how)
    tips_and_jackpots.feed_jackpot("royal", 9, origin="cashier", key="fed", **how)
    tips_and_jackpots.pay_jackpot("royal", players[2], 9, why="hand 1", key="won", **how)
    ledger.reverse(Transfer.objects.get(purpose="cash-out"), key="undo", by=cara, why="keyed twice")
    client = Client()
    client.force_login(cara)
    for transfer in Transfer.objects.all():
        assert transfer.purpose in PURPOSES, transfer
        assert statements.in_words(transfer.purpose)
        page = statements.address(transfer.reference)
        if page:
            assert client.get(page).status_code == 200, transfer.reference
        else:
            owner = transfer.reference.partition(">")[0]
            assert owner == "house" or Account.objects.filter(owner=owner).exists(), transfer.reference
    told = set(Transfer.objects.values_list("purpose", flat=True))
    assert told >= {"hand", "sit-down", "stand-up", "tournament-entry", "tournament-return", "tournament-prize", "tip"}
    assert audit.rebuild().ok
