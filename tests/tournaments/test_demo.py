"""The demo club: filled once, whatever is called how often; one tournament after another; balanced books."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth import authenticate
from django.db.models import F

from club import audit, ledger
from club.models import Player, Transfer
from club.rights import has_right
from tables.models import Sitting, Table
from tests.tournaments.conftest import Evening, wallet
from tournaments import demo, director, registration, tasks
from tournaments.models import Tournament
from tournaments.state import CANCELLED, REGISTERING


def test_a_demo_is_filled_once(evening: Evening) -> None:
    demo.fill(now=evening.now)
    before = (Player.objects.count(), Transfer.objects.count(), Table.objects.count(), Tournament.objects.count())
    demo.fill(now=evening.now + timedelta(seconds=5))
    assert before == (
        Player.objects.count(),
        Transfer.objects.count(),
        Table.objects.count(),
        Tournament.objects.count(),
    )
    assert before[2:] == (2, 1)
    assert audit.rebuild().ok


def test_the_demo_logins_work_and_have_their_rights(evening: Evening) -> None:
    demo.fill(now=evening.now)
    rights = {}
    for login in demo.LOGINS:
        user = authenticate(None, username=login.username, password=login.password)
        rights[login.username] = user is not None and has_right(user, "tournaments.direct")
    assert rights == {"director": True, "player": False, "admin": True}


def test_a_visitor_may_enter_the_demo_tournament(evening: Evening) -> None:
    demo.fill(now=evening.now)
    tournament = Tournament.objects.get()
    assert tournament.status == REGISTERING
    assert evening.now < tournament.starts_at < evening.now + timedelta(minutes=5)
    player = Player.objects.get(user__username="player")
    assert registration.verdict(tournament, player, now=evening.now).accepted


def test_the_next_tournament_opens_when_one_is_over_even_for_those_who_lost_everything(evening: Evening) -> None:
    demo.fill(now=evening.now)
    first = Tournament.objects.get()
    demo.keep_going(now=evening.now)
    assert Tournament.objects.count() == 1
    director.cancel(first.pk, now=evening.now, by=None, why="test")
    assert evening.state(first).status == CANCELLED
    unlucky = Player.objects.get(nickname=demo.COMPUTERS[-1])
    moves = {
        ledger.open_account(unlucky.owner, "wallet").pk: -wallet(unlucky),
        ledger.open_account("cashier", "cashier").pk: wallet(unlucky),
    }
    ledger.post("lost", moves, purpose="cash-out")
    demo.keep_going(now=evening.now)
    second = Tournament.objects.latest("pk")
    assert second != first
    assert second.entries.filter(player=unlucky).exists()
    assert audit.rebuild().ok


def test_a_stuck_demo_does_not_stop_the_club(evening: Evening, monkeypatch) -> None:
    tournament = evening.entered(evening.computers(3))
    Tournament.objects.update(starts_at=F("created_at"))

    def stuck(**_named: object) -> None:
        raise RuntimeError("stuck")

    monkeypatch.setattr(demo, "keep_going", stuck)
    tasks.sweep()
    assert len(evening.state(tournament).hands) == 1


def test_a_computer_player_who_lost_everything_at_a_cash_table_buys_in_again(evening: Evening) -> None:
    demo.fill(now=evening.now)
    broke = Sitting.objects.filter(table__name=demo.CASH_TABLES[0]).select_related("account", "player").first()
    cashier = ledger.open_account("cashier", "cashier")
    lost = broke.account.balance
    ledger.post("lost", {broke.account.pk: -lost, cashier.pk: lost}, purpose="hand")
    for _ in range(2):
        demo.keep_going(now=evening.now)
        assert ledger.balance(broke.account) == broke.table.max_buy_in // 2
    assert audit.rebuild().ok
