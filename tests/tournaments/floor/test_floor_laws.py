"""Laws of a tournament's floor over random evenings: whatever is done, bought, taken back and undone, by the log and the books."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from club.base.errors import ClubError
from club.ledger import audit, ledger
from club.models import Player, User
from club.models.conduct import Incident
from club.people import conduct, people
from tables.models import Hand
from tests.support.budget import budget
from tests.support.tournaments.balancing import fewest
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay
from tournaments.desk import rebuys_and_add_ons, registration
from tournaments.entries import eliminations
from tournaments.floor import clock_by_hand, moves_and_knockouts, undo
from tournaments.log import tournament_log
from tournaments.log.state import FINISHED, RUNNING, State
from tournaments.models import Entry, Purchase, Tournament
from tournaments.running import balancing_moves, event_start, final_table, settled_hands
from tournaments.seating import balancing

NAMES = """knock_out move pause resume level adjust undo redo undo play play rebuy add_on enter_again take_back penalty
    forgive""".split()
ACTS = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 10**6)), min_size=4, max_size=18)
BOUGHT: dict[str, Any] = {
    "rebuys": 2, "rebuy_price": 500, "rebuy_fee": 50, "rebuy_chips": 300, "addons": 1, "addon_price": 400, "addon_fee": 40,
    "addon_chips": 500, "reentries": 1, "late_until_level": 3,
}  # fmt: skip


@pytest.mark.django_db
@given(acts=ACTS, seed=st.binary(min_size=32, max_size=32))
@settings(max_examples=budget(3), phases=[Phase.explicit, Phase.reuse, Phase.generate])  # an evening is slow to shrink
def test_law_whatever_the_floor_does_the_log_is_the_state_and_chips_are_conserved(
    acts: list[tuple[str, int]], seed: bytes
) -> None:
    """Random acts, purchases, re-entries, penalties, undos and hands; after each: replay is the state, chips as many as given
    out, places without gaps, and an undo with its redo changes nothing. Tables differ by one at most once balanced, with the
    fewest moves; the big blind goes round."""
    evening = Evening()
    row = evening.tournament(seed=seed, starting_chips=300, **BOUGHT)
    for n in range(7):
        player = people.enrol(f"{row.owner} {n}", is_computer=True, now=evening.now)
        ledger_wallet = ledger.open_account(player.owner, "wallet")
        evening.give(player, CHIPS)
        assert ledger.balance(ledger_wallet) == CHIPS
        registration.register(row.pk, player, now=evening.now)
    event_start.start(row.pk, now=evening.now)
    for act, number in acts:
        state = evening.state(row)
        if state.status == FINISHED:
            break
        try:
            _do(evening, row, state, act, number)
        except ClubError:
            assert evening.state(row) == state
        evening.now += timedelta(seconds=7)
        _is_sound(evening, row)
    for _round in range(400):
        if evening.state(row).status == FINISHED:
            break
        if evening.state(row).clock.paused is not None:
            clock_by_hand.resume(row.pk, now=evening.now, by=None)
        _play(evening, row)
    _is_sound(evening, row)
    assert evening.state(row).status == FINISHED
    assert held(row.owner, "escrow") == held("cashier", "cashier", row.owner) == 0
    assert audit.rebuild().ok
    _big_blinds_went_round(row)


def _play(evening: Evening, row: Tournament) -> None:
    """A round of hands. Before it the tables are balanced: within one of each other, with the fewest moves that come to that."""
    with transaction.atomic():  # what the director does first, so that what is left to it is to move
        log = tournament_log.open_log(row.pk)
        if log.state.status == RUNNING:
            settled_hands.take_hands(log, evening.now)
            eliminations.expire(log, now=evening.now)
        tables, is_final = balancing_moves.tables_of(log, evening.now), final_table.is_final_due(log)
        log.close()
    before, clock = evening.state(row), evening.state(row).clock
    seq = row.seq
    is_dealt = evening.play_round(row).status == RUNNING and before.status == RUNNING and clock.paused is None
    lines = list(row.log.filter(seq__gt=seq).values_list("kind", flat=True))
    sizes = [len(table.players) for table in tables]
    waits = any(balancing.destination(table) is None for table in tables if len(table.players) < table.size)
    if not is_dealt or is_final or waits or set(lines) & {"table_broken", "knocked_out", "hands_to_miss"}:
        return
    after = [len(seats) for seats in evening.state(row).room().values()]
    assert max(after) - min(after) <= 1, (sizes, after)
    assert lines.count("moved") == (fewest(sizes) if balancing.must_move(sizes) else 0), (sizes, after)


def _big_blinds_went_round(row: Tournament) -> None:
    """At each table the big blind goes to the next player clockwise: never twice running to one, and past nobody (TDA 32, 35)."""
    played = Hand.objects.filter(table__owner=row.owner).exclude(state=Hand.State.VOID).order_by("table", "number")
    last: dict[int, int] = {}
    for hand in played.select_related("table"):
        seats, big = [seat for seat, *_more in hand.start["seats"]], hand.start["positions"][2]
        if hand.table_id in last:
            assert big == balancing.clockwise(last[hand.table_id], seats, hand.table.seats)[0], (hand.pk, last, seats)
        last[hand.table_id] = big


def _do(evening: Evening, row: Tournament, state: State, act: str, number: int) -> None:
    how: dict[str, Any] = {"now": evening.now, "by": None}
    entry = number % 7 + 1
    turnable = sorted(undo.acts_of(row).values(), key=lambda one: one.line.seq)
    player = Entry.objects.filter(tournament=row).order_by("number")[number % 7].player
    if act == "play":
        _play(evening, row)
    elif act == "rebuy":
        rebuys_and_add_ons.rebuy(row.pk, player, now=evening.now)
    elif act == "add_on":
        rebuys_and_add_ons.add_on(row.pk, player, now=evening.now)
    elif act == "enter_again":
        registration.register(row.pk, player, now=evening.now)
    elif act == "take_back":
        bought = Purchase.objects.filter(entry__tournament=row, taken_back_at=None).order_by("pk").first()
        if bought is not None:
            rebuys_and_add_ons.take_back(row.pk, bought.pk, why="x", **how)
    elif act in ("penalty", "forgive"):
        _penal(evening, row, player, act, number)
    elif act == "knock_out":
        moves_and_knockouts.knock_out(row.pk, entry, why="x", **how)
    elif act == "move":
        tables = sorted(state.tables.values())
        moves_and_knockouts.move(row.pk, entry, tables[number % len(tables)], number % 3 + 1, **how)
    elif act == "level":
        clock_by_hand.set_level(row.pk, number % 6 + 1, **how)
    elif act == "adjust":
        clock_by_hand.adjust(row.pk, number % 500 - 250, **how)
    elif act in ("pause", "resume"):
        (clock_by_hand.pause if act == "pause" else clock_by_hand.resume)(row.pk, **how)
    elif turnable:
        one = turnable[number % len(turnable)]
        with transaction.atomic():  # as every act of the floor begins: the hands that are settled are taken
            log = tournament_log.open_log(row.pk)
            settled_hands.take_hands(log, evening.now)
            log.close()
        state = evening.state(row)
        (undo.undo if act == "undo" else undo.redo)(row.pk, one.line.seq, **how)
        if act == "redo":
            return
        undone = evening.state(row)
        try:
            undo.redo(row.pk, one.line.seq, **how)
        except ClubError:
            return
        assert evening.state(row) == state
        undo.undo(row.pk, one.line.seq, **how)
        assert evening.state(row) == undone


def _penal(evening: Evening, row: Tournament, player: Player, act: str, number: int) -> None:
    by, _made = User.objects.get_or_create(username="penal")
    how: dict[str, Any] = {"by": by, "now": evening.now}
    if act == "penalty":
        kind, many = ("missed-hand", number % 3 + 1) if number % 5 else ("disqualification", 0)
        conduct.record(player.pk, kind, "late", amount=many, place=row.owner, key=f"{row.seq}", **how)
        return
    given = Incident.objects.filter(place=row.owner).exclude(kind=Incident.Kind.WITHDRAWAL).order_by("-pk").first()
    if given is not None:
        conduct.withdraw(given.pk, "a mistake", **how)


def _is_sound(evening: Evening, row: Tournament) -> None:
    state = evening.state(row)
    assert is_replay(row)
    stacks = [held(f"entry:{one.pk}", "stack", row.owner) for one in Entry.objects.filter(tournament=row)]
    assert sum(stacks) == -held("cashier", "cashier", row.owner)
    sold = Purchase.objects.filter(entry__tournament=row, taken_back_at=None)
    kept = Entry.objects.filter(tournament=row, is_withdrawn=False)
    if state.status != FINISHED:
        paid = sum(one.paid for one in kept) + sum(one.paid for one in sold)
        assert held(row.owner, "escrow") == paid
    if state.status != FINISHED:
        live = {number for number, place in state.entries.items() if not place.is_out} - set(state.deciding)
        out = {one.number for one in Entry.objects.filter(tournament=row, account__balance=0)}
        assert state.hands or not live & out
    places = [place for place in state.entries.values() if place.best is not None]
    covered = [n for place in places for n in range(place.best or 0, (place.worst or 0) + 1)]
    assert set(covered) == set(range(len(state.alive) + 1, len(state.entries) + 1))
