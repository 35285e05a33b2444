"""Who may play no longer leaves the table, though word of it was lost; a merge and a seat never both happen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from club.base.errors import ClubError
from club.base.signals import player_barred
from club.ledger import audit
from club.membership import merging
from club.models import Player, User
from club.people import people, roles, suspensions
from tables.cash import seating
from tables.models import Sitting
from tables.players import barred_players
from tables.tasks import sweep_barred
from tests.support.races import at_once
from tests.tables.conftest import wallet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def word_is_lost():
    player_barred.disconnect(dispatch_uid="tables")
    yield
    player_barred.connect(barred_players.on_barred, dispatch_uid="tables")


def seated(player: Player) -> bool:
    return Sitting.objects.filter(player=player).exclude(state=Sitting.State.LEFT).exists()


@pytest.mark.parametrize("how", ["suspended", "suspended for a day", "self-excluded"])
def test_the_sweep_lets_go_whom_the_signal_missed(house, now, word_is_lost, how):
    anna, ben = house.person("anna"), house.person("ben")
    house.seated(anna, ben)
    end = None if how == "suspended" else now + timedelta(days=1)
    if how == "self-excluded":
        suspensions.exclude_oneself(anna.pk, end, by=anna.user, now=now)
    else:
        suspensions.suspend(anna.pk, until=end, why="x", by=None, now=now)
    assert seated(anna)
    sweep_barred()
    assert (seated(anna), seated(ben), wallet(anna)) == (False, True, 10_000)


def test_a_bar_that_is_over_lets_nobody_go(house, now, word_is_lost):
    anna, ben = house.person("anna"), house.person("ben")
    house.seated(anna, ben)
    suspensions.suspend(anna.pk, until=now + timedelta(hours=1), why="x", by=None, now=now)
    assert barred_players.sweep_barred(now=now + timedelta(hours=1)) == 0
    assert barred_players.sweep_barred(now=now + timedelta(minutes=59)) == 1
    assert barred_players.sweep_barred(now=now + timedelta(minutes=59)) == 0


def test_a_duplicate_is_merged_or_sits_down_but_never_both(house, now):
    results = set()
    for n in range(12):
        kept, double, table = house.person(f"kept {n}"), house.person(f"double {n}"), house.table()
        merged, sat = at_once(
            lambda double=double, kept=kept: merging.merge(double.pk, kept.pk, why="one", by=None, now=now),
            lambda double=double, table=table: seating.sit_down(table.pk, double, 1, 5000, key="k", now=now),
        )
        refused = [one for one in (merged, sat) if isinstance(one, Exception)]
        assert len(refused) == 1, (merged, sat)
        assert isinstance(refused[0], ClubError)
        assert refused[0].code in ("tied", "merged")
        double.refresh_from_db()
        assert seated(double) == (double.merged_into is None) == (refused[0] is merged)
        results.add(refused[0].code)
    assert audit.run(now=now).ok
    assert results


def test_a_line_of_a_statement_leads_to_its_table(house, now):
    anna, ben = house.person("anna"), house.person("ben")
    table = house.seated(anna, ben)
    browser = Client()
    browser.force_login(anna.user)
    lines = browser.get("/chips/").context["entries"]
    (line,) = [one for one in lines if one["purpose"] == "sit-down"]
    assert line["url"] == f"/tables/{table.pk}/"
    assert browser.get(line["url"]).status_code == 200


def test_the_desk_finds_a_player_by_nickname_name_reading_number_and_card(house, now):
    yuki = people.enrol("Yuki", real_name="佐藤 雪", reading="サトウ ユキ", now=now)
    people.enrol("Ben", now=now)
    cashier = User.objects.create_user("cara")
    roles.give_role(cashier, "cashier")
    browser = Client()
    browser.force_login(cashier)
    for said in (
        "yuk",
        "佐藤",
        "さとう",
        yuki.member_number,
        f"http://testserver/card/{yuki.card}/",
        yuki.card,
        yuki.pk,
    ):
        assert yuki in browser.get("/desk/", {"q": said}).context["players"], said
        assert "Ben" not in {one.nickname for one in browser.get("/desk/", {"q": said}).context["players"]}, said
    assert browser.get("/desk/", {"q": "nobody"}).context["players"] == []
