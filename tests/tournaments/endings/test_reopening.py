"""A finished event reopened by two people: its money goes back by linked transfers, and it ends anew."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from club.cashier import cashier
from club.ledger import audit
from club.models import AuditEntry, Transfer, User
from tests.support.tournaments.called_off import pots, two
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.acts import registry
from tournaments.api import event_history
from tournaments.base.errors import Refused
from tournaments.desk import registration
from tournaments.endings import requests_to_call_off_or_reopen
from tournaments.floor import floor_view, real_card_tables, reported_knockouts, undo
from tournaments.log.state import CANCELLED, FINISHED, RUNNING
from tournaments.models import LogEntry, Result, Ticket, Tournament
from tournaments.running import event_start, runner

pytestmark = pytest.mark.django_db


def played(evening: Evening, **fields: Any) -> Tournament:
    """At real cards: of four players 1 and 2 are out, then 3 by a wrong tap, and 4 has won."""
    chosen = {"cards": "physical", "table_size": 6, "payout": "half-field", "fee": 100, **fields}
    row = evening.entered(evening.computers(4), **chosen)
    event_start.start(row.pk, now=evening.now)
    for entry in (1, 2, 3):
        reported_knockouts.knock_out(row.pk, [entry], eliminators=[4], now=evening.now, by=two()[0])
    real_card_tables.finish(row.pk, now=evening.now, by=two()[0])
    return Tournament.objects.get(pk=row.pk)


def reopened(row: Tournament, evening: Evening) -> None:
    requests_to_call_off_or_reopen.ask_to_reopen(row.pk, why="the wrong player", now=evening.now, by=two()[0])
    requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=two()[1])


def last_out(row: Tournament, entry: int) -> int:
    return LogEntry.objects.filter(tournament=row, kind="knocked_out", data__entry=entry, data__floor=True).get().seq


@pytest.mark.parametrize("bounty", [0, 300])
def test_a_wrong_last_tap_is_put_right_and_the_prizes_are_paid_anew(evening: Evening, bounty: int) -> None:
    row = played(evening, bounty=bounty, guarantee=5000, staff_basis_points=500)
    dana, otto = two()
    players = [row.entries.get(number=number).player for number in (1, 2, 3, 4)]
    first = [wallet(player) for player in players]
    tips, fees = held("house", "tips"), held("house", "fees")
    requests_to_call_off_or_reopen.ask_to_reopen(row.pk, why="x", now=evening.now, by=dana)
    with pytest.raises(Refused, match="Somebody else must approve"):
        requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=dana)
    assert (evening.state(row).status, Result.objects.filter(tournament=row).count()) == (FINISHED, 4)
    requests_to_call_off_or_reopen.withdraw(row.pk, why="in my own words", now=evening.now, by=dana)
    reopened(row, evening)
    state = evening.state(row)
    assert (state.status, state.alive, state.is_reopened) == (RUNNING, [4], True)
    assert state.clock.paused is not None
    assert not Result.objects.filter(tournament=row).exists()
    assert pots(row)[0] == 4000 - 4 * bounty
    assert is_replay(row)
    assert audit.rebuild().ok
    backs = Transfer.objects.filter(key__startswith=f"{row.owner}:", key__contains=":back:")
    assert all(one.corrects is not None for one in backs)
    assert not runner.direct(row.pk, now=evening.now)
    assert [one["act"] for one in floor_view.board(row, now=evening.now)["due"]] == ["finish"]
    undo.undo(row.pk, last_out(row, 3), now=evening.now, by=dana)
    assert sorted(evening.state(row).alive) == [3, 4]
    reported_knockouts.knock_out(row.pk, [4], eliminators=[3], now=evening.now, by=dana)
    real_card_tables.finish(row.pk, now=evening.now, by=dana)
    assert evening.state(row).status == FINISHED
    second = [wallet(player) for player in players]
    assert second[:2] == first[:2]
    assert second[2] > first[2]
    assert second[3] < first[3]
    assert sum(second) == sum(first)
    assert {one.entry.number: one.best for one in Result.objects.filter(tournament=row)} == {1: 4, 2: 3, 3: 1, 4: 2}
    assert pots(row) == (0, 0)
    assert held("cashier", "cashier", row.owner) == 0
    assert (held("house", "tips"), held("house", "fees")) == (tips, fees)
    kinds = ["tournament.reopen_asked", "tournament.reopened"]
    told = AuditEntry.objects.filter(kind__in=kinds, subject=row.owner, why="the wrong player").order_by("pk")
    assert [(one.kind, one.by) for one in told] == list(zip(kinds, (dana, otto), strict=True))
    assert is_replay(row)
    assert audit.rebuild().ok
    reopened(row, evening)  # and once more
    assert evening.state(row).alive == [3]
    real_card_tables.finish(row.pk, now=evening.now, by=dana)
    assert [wallet(player) for player in players] == second
    assert audit.rebuild().ok


def test_a_prize_that_was_spent_is_named_and_nothing_has_changed(evening: Evening) -> None:
    row = played(evening)
    winner = row.entries.get(number=4).player
    cashier.cash_out(winner, wallet(winner) - 10, key="gone", by=None, now=evening.now)
    before = evening.state(row)
    requests_to_call_off_or_reopen.ask_to_reopen(row.pk, why="x", now=evening.now, by=two()[0])
    with pytest.raises(Refused, match=r"Machine 4 \(\d+\)"):
        requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=two()[1])
    assert evening.state(row).entries == before.entries
    assert evening.state(row).status == FINISHED
    requests_to_call_off_or_reopen.refuse(row.pk, why="x", now=evening.now, by=two()[1])
    assert evening.state(row) == before
    assert audit.rebuild().ok


@pytest.mark.parametrize("is_used", [False, True])
def test_tickets_that_were_won_go_back_unless_one_is_used(evening: Evening, is_used: bool) -> None:
    main = evening.tournament(buy_in=2000, fee=0, starts_at=None)
    row = played(evening, ticket_for=main, ticket_value=2000, fee=0)
    won = list(Ticket.objects.filter(won_in=row, state="held").select_related("player").order_by("pk"))
    assert won
    if is_used:
        registration.register(main.pk, won[0].player, now=evening.now, ticket=won[0].pk)
        with pytest.raises(Refused, match=f"no longer good: {won[0].player.nickname}"):
            reopened(row, evening)
        assert evening.state(row).status == FINISHED
        return
    reopened(row, evening)
    assert set(Ticket.objects.filter(won_in=row).values_list("state", flat=True)) == {"cancelled"}
    assert held("tickets", "escrow") == 0
    assert pots(row) == (4000, 0)
    real_card_tables.finish(row.pk, now=evening.now, by=two()[0])
    again = Ticket.objects.filter(won_in=row, state="held")
    assert again.count() == len(won)
    assert held("tickets", "escrow") == sum(one.value for one in again)
    assert audit.rebuild().ok


def test_a_dealt_event_that_is_reopened_ends_when_the_floor_says_so(evening: Evening) -> None:
    players = evening.computers(3)
    row = evening.entered(players)
    evening.play(row)
    wallets = [wallet(player) for player in players]
    reopened(row, evening)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == RUNNING
    assert sum(wallet(player) for player in players) == 3 * CHIPS - 3 * 1100
    fell = LogEntry.objects.filter(tournament=row, kind="knocked_out", data__elimination_number__isnull=False).latest(
        "seq"
    )
    with pytest.raises(Refused, match="came of a hand that is on record, and stands with it"):
        undo.undo(row.pk, fell.seq, now=evening.now, by=two()[0])
    real_card_tables.finish(row.pk, now=evening.now, by=two()[0])
    assert [wallet(player) for player in players] == wallets
    assert pots(row) == (0, 0)
    assert is_replay(row)
    assert audit.rebuild().ok


def test_the_floor_asks_for_it_and_the_list_of_acts_says_so(evening: Evening) -> None:
    row = played(evening)
    assert registry.ACTS["finish"].back.act == "reopen"
    registry.ACTS["reopen"].do(row.pk, {"why": "x"}, now=evening.now, by=two()[0], source="")
    assert event_history.history(row, limit=1)[0]["kind"] == "reopen_asked"
    with pytest.raises(Refused, match="waits for a second person already"):
        requests_to_call_off_or_reopen.ask_to_reopen(row.pk, why="x", now=evening.now, by=two()[0])
    running = evening.entered([row.entries.get(number=1).player, row.entries.get(number=2).player])
    with pytest.raises(Refused, match="Only a tournament that is over"):
        requests_to_call_off_or_reopen.ask_to_reopen(running.pk, why="x", now=evening.now, by=two()[0])


def test_in_a_club_of_one_the_owner_reopens_and_calls_off_alone(evening: Evening) -> None:
    owner = evening.person("owen", role="owner", chips=5000)
    row = played(evening)
    User.objects.filter(username="otto").update(is_active=False)
    client, browser = evening.client(owner), Client(headers={"accept-language": "en"})
    browser.force_login(owner.user)
    address = f"/api/v1/tournaments/{row.pk}"
    for act, status in (("reopen", RUNNING), ("call-off", CANCELLED)):
        assert client.post(f"{address}/floor/{act}/", {"why": "the wrong player"}, format="json").status_code == 200
        for is_active in (True, False):  # somebody else may approve, and then nobody else
            User.objects.filter(username="dana").update(is_active=is_active)
            page = browser.get(f"/tournaments/{row.pk}/floor/").content.decode()
            assert ("Waits for a second person" in page) is is_active
            answer = client.put(f"{address}/ending/", {"is_approved": True}, format="json")
            assert answer.status_code == (403 if is_active else 200), answer.content
        assert evening.state(row).status == status
    assert (pots(row), is_replay(row), audit.rebuild().ok) == ((0, 0), True, True)
