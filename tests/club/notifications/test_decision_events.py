"""Members, the desk and tables as programs are told of them: once, when it stands, and nothing that is not theirs to know."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from club.base.errors import ClubError
from club.base.registry import EVENTS
from club.cashier import approvals, cashier
from club.membership import erasing, joining, merging, roster
from club.models import Delivery, Player, User
from club.notifications import decision_events, webhooks
from club.people import people, roles
from tables.breaking_and_closing import closing_tables
from tables.cash import seating
from tables.core import table_events
from tables.models import Sitting, Table
from tests.support.club.members import client_of, member, open_table, sit
from tests.support.club.name_doors import DOORS, Doors

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def told(settings: Any) -> Any:
    """Everything is told to one program; gives what was told of a family, in order."""
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    webhooks.make("http://127.0.0.1:9/", "all", list(EVENTS), by=None, now=timezone.now())

    def of(family: str) -> list[dict[str, Any]]:
        rows = Delivery.objects.filter(event__startswith=family).order_by("pk")
        return [json.loads(one.body) for one in rows]

    return of


def owner() -> User:
    user = User.objects.create_user("olga")
    roles.give_role(user, "owner")
    return user


# -- members ----------------------------------------------------------------------------------------------------------


def test_a_member_is_told_by_number_and_nickname_alone(told):
    now, boss = timezone.now(), owner()
    fields = {"nickname": "Nora", "real_name": "Nora Smith", "notes": "owes a drink"}
    nora = people.enrol_at_the_door(fields, by=boss, now=now)
    Player.objects.filter(pk=nora.pk).update(admitted_at=None)
    joining.admit(nora.pk, by=boss, now=now)
    first, second = told("member.")
    assert (first["type"], second["type"]) == ("member.enrolled", "member.admitted")
    assert first["data"] == second["data"] == {"member": {"id": nora.pk, "nickname": "Nora"}}
    assert "Smith" not in str(told(""))
    assert "drink" not in str(told(""))


@pytest.mark.parametrize("door", sorted(set(DOORS) - {"edit_page", "edit_api", "own_page"}))
def test_every_door_by_which_somebody_becomes_a_member_is_told_once(told, settings, door):
    settings.ACCOUNT_RATE_LIMITS = False
    getattr(Doors(), door)("Quentin")
    assert [one["data"]["member"]["nickname"] for one in told("member.enrolled")] == ["Quentin"]


def test_a_file_that_is_not_taken_in_tells_of_nobody(told):
    with pytest.raises(ClubError):
        roster.take_in(b"nickname\nNora\nNora\n", by=owner(), now=timezone.now())
    assert told("") == []


def test_a_merge_names_both_and_an_erasure_nobody(told):
    now = timezone.now()
    mika, twice = people.enrol("Mika", now=now), people.enrol("Twice", now=now)
    merging.merge(twice.pk, mika.pk, why="one person", by=None, now=now)
    merged = told("member.")[-1]
    assert merged["data"] == {"member": {"id": mika.pk, "nickname": "Mika"}, "duplicate": {"id": twice.pk}}
    erasing.erase(mika.pk, by=None, now=now)
    erased = told("member.")[-1]
    assert erased == {"type": "member.erased", "timestamp": erased["timestamp"], "data": {"member": {"id": mika.pk}}}


def test_who_is_erased_is_named_in_no_message_any_more(told):
    now, boss = timezone.now(), owner()
    nora = people.enrol_at_the_door({"nickname": 'Nora "Q" \\ 野良'}, by=boss, now=now)
    twice = people.enrol_at_the_door({"nickname": "Eleonora"}, by=boss, now=now)
    mika = people.enrol_at_the_door({"nickname": "Mika"}, by=boss, now=now)
    merging.merge(twice.pk, nora.pk, why="one person", by=boss, now=now)
    assert "Nora" in str(told("member."))
    erasing.erase(nora.pk, by=boss, now=now)
    said = told("member.")
    assert not {"Nora", "野良", "Eleonora"} & set(str(said).replace('"', " ").split())
    assert "野良" not in str(said)
    assert [one["data"]["member"] for one in said[:3]] == [
        {"id": nora.pk, "nickname": ""},
        {"id": twice.pk, "nickname": ""},
        {"id": mika.pk, "nickname": "Mika"},
    ]


def test_what_does_not_stand_is_not_told(told):
    boss = owner()
    with transaction.atomic():
        people.enrol_at_the_door({"nickname": "Nora"}, by=boss, now=timezone.now())
        transaction.set_rollback(True)
    assert not Player.objects.exists()
    assert told("") == []


# -- the desk ---------------------------------------------------------------------------------------------------------


def test_a_transfer_of_the_desk_is_told_once_with_its_chips_and_no_balance(told):
    now, mika = timezone.now(), people.enrol("mika", now=timezone.now())
    for _each in range(2):
        cashier.buy_chips(mika, 12_345, key="x", by=None, now=now)
    cashier.cash_out(mika, 345, key="y", by=None, now=now)
    bought, out = told("ledger.")
    assert (bought["type"], out["type"]) == ("ledger.chips_given_out", "ledger.chips_taken_back")
    assert bought["data"]["amount"] == 12_345
    assert out["data"]["amount"] == 345
    assert bought["data"]["member"] == {"id": mika.pk, "nickname": "mika"}
    assert set(bought["data"]) == {"transfer", "amount", "at", "member"}
    assert "12000" not in str(told(""))


def test_an_adjustment_is_told_when_it_is_posted_and_its_reversal_too(told):
    now, olga, otto = timezone.now(), owner(), User.objects.create_user("otto")
    mika = people.enrol("mika", now=now)
    one = approvals.propose_adjustment(mika, 500_000, why="counted", key="a", by=otto, now=now)
    assert told("ledger.") == []
    approvals.approve(one.pk, by=olga, now=now)
    one.refresh_from_db()
    back = approvals.propose_reversal(one.transfer, why="wrong", key="b", by=otto, now=now)
    approvals.approve(back.pk, by=olga, now=now)
    assert [(each["type"], each["data"]["amount"]) for each in told("ledger.")] == [
        ("ledger.adjusted", 500_000),
        ("ledger.reversed", 500_000),
    ]


# -- tables -----------------------------------------------------------------------------------------------------------


def test_tables_and_seats_are_told_without_chips_or_cards(told):
    mika, table = member("mika"), open_table()
    assert sit(client_of(mika), table).status_code == 201
    seating.stand_up(table.pk, mika, now=timezone.now(), source="here")
    closing_tables.close_table(table.pk, by=None, now=timezone.now())
    kinds = [one["type"] for one in told("table.")]
    assert kinds == ["table.opened", "table.seat_taken", "table.seat_left", "table.closed"]
    taken = told("table.seat_taken")[0]["data"]
    assert taken == {
        "table": {"id": table.pk, "name": table.name, "game": table.game, "seats": table.seats},
        "seat": 1,
        "player": {"id": mika.pk, "nickname": "mika"},
    }
    assert not re.search(r"10000|stack|balance|cards|buy_in", str(told("table.")))


@pytest.mark.parametrize("change", [{"is_private": True}, {"unit": "practice"}])
def test_private_tables_and_practice_are_told_to_nobody(told, change):
    mika, table = member("mika"), open_table()
    Delivery.objects.all().delete()
    Table.objects.filter(pk=table.pk).update(**change)
    table.refresh_from_db()
    table_events.tell_table(table_events.CLOSED, table, now=timezone.now())
    sitting = Sitting(table=table, player=mika, seat=1, pk=1)
    table_events.tell_seat(table_events.TAKEN, sitting, now=timezone.now())
    assert told("table.") == []


def test_every_event_of_these_families_has_words_and_is_private_where_it_is_of_a_member():
    families = {kind.partition(".")[0] for kind in EVENTS}
    assert {"member", "ledger", "table"} <= families
    for kind in (*decision_events.OF_MEMBERS.values(), *decision_events.OF_DESK.values()):
        assert EVENTS[kind]
        assert kind.startswith(webhooks.PRIVATE)
