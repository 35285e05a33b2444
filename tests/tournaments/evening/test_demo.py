"""The demo club: filled once, whatever is called how often; one tournament after another; balanced books."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth import authenticate
from django.db.models import F

from club.house.rights import has_right
from club.ledger import audit, ledger
from club.models import Account, Player, Transfer
from tables.models import Sitting, Table
from tests.tournaments.conftest import Evening, wallet
from tournaments import tasks
from tournaments.desk import registration
from tournaments.evening import demo
from tournaments.log.state import CANCELLED, REGISTERING
from tournaments.models import Tournament
from tournaments.running import event_start


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
    assert before[2:] == (3, 1)  # two cash tables and one for practice
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
    event_start.cancel(first.pk, now=evening.now, by=None, why="test")
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


def test_a_clubs_own_event_of_the_demos_name_is_no_demo(evening: Evening, django_assert_num_queries) -> None:
    own = evening.entered(evening.computers(2))
    Tournament.objects.filter(pk=own.pk).update(name=demo.NAME)
    event_start.cancel(own.pk, now=evening.now, by=None, why="test")
    with django_assert_num_queries(1):
        demo.keep_going(now=evening.now)
    assert list(Tournament.objects.all()) == [own]


def test_a_clubs_own_tables_are_left_alone_beside_the_demos_whatever_they_are_called(evening: Evening) -> None:
    demo.fill(now=evening.now)
    no_limit, limit, _practice = Table.objects.order_by("pk")
    Table.objects.filter(pk=no_limit.pk).update(is_demo=False)
    cashier = ledger.open_account("cashier", "cashier")
    for account in Account.objects.filter(pk__in=Sitting.objects.values("account")):
        ledger.post(f"lost {account.pk}", {account.pk: -account.balance, cashier.pk: account.balance}, purpose="hand")
    demo.keep_going(now=evening.now)
    assert {sitting.account.balance for sitting in no_limit.sittings.select_related("account")} == {0}
    assert 0 not in {sitting.account.balance for sitting in limit.sittings.select_related("account")}


def test_a_demo_goes_on_under_another_name(evening: Evening) -> None:
    demo.fill(now=evening.now)
    first = Tournament.objects.get()
    Tournament.objects.update(name="Tonight")
    event_start.cancel(first.pk, now=evening.now, by=None, why="test")
    demo.keep_going(now=evening.now)
    assert Tournament.objects.filter(is_demo=True).count() == 2


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
