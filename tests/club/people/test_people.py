"""Who the club's players are, and who may play: through the doors where a player comes in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from club.base.errors import ClubError
from club.base.name_order import sort_key
from club.base.names import keyed, plain
from club.house import house_rules
from club.house.club_rules import ClubRules
from club.ledger import ledger
from club.models import AuditEntry, Player
from club.people import eligibility, people, roles, suspensions
from tables.models import Sitting
from tests.support.club.members import client_of, member, open_table, sit

pytestmark = pytest.mark.django_db


def barred_until(player: Player, code: str) -> None:
    """Bring the player into the state of which `may_play` says that code."""
    now = timezone.now()
    if code == "suspended":
        suspensions.suspend(player.pk, until=now + timedelta(days=1), why="angle shooting", by=None, now=now)
    elif code == "self_excluded":
        suspensions.exclude_oneself(player.pk, now + timedelta(days=30), by=player.user, now=now)
    elif code == "not_admitted":
        Player.objects.filter(pk=player.pk).update(admitted_at=None)
    elif code == "age_not_checked":
        house_rules.set_value(ClubRules, "is_amusement_room", True, by=None, now=now)


BARS = ["suspended", "self_excluded", "not_admitted", "age_not_checked"]


@pytest.mark.parametrize("code", BARS)
def test_whoever_may_not_play_is_refused_a_seat_with_the_reason_and_keeps_every_chip(code):
    anna, table = member("anna"), open_table()
    barred_until(anna, code)
    answer = sit(client_of(anna), table)
    assert (answer.status_code, answer.json()["code"]) == (403, code)
    assert len(answer.json()["detail"]) > 20
    assert not Sitting.objects.exists()
    assert ledger.balance(ledger.open_account(anna.owner, "wallet")) == 10_000


@pytest.mark.parametrize("code", BARS)
def test_whoever_may_not_play_is_refused_at_a_tournaments_registration(code):
    from tests.tournaments.conftest import Evening

    evening = Evening()
    evening.now = timezone.now()
    anna, row = member("anna"), evening.tournament()
    barred_until(anna, code)
    client = client_of(anna)
    answer = client.post(f"/api/v1/tournaments/{row.pk}/registration/", headers={"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    seen = client.get(f"/api/v1/tournaments/{row.pk}/").json()
    assert not seen["you"]["may_register"]
    assert seen["you"]["why"] == answer.json()["detail"]


@pytest.mark.parametrize("role", ["admin", "director", "owner"])
def test_an_owner_is_suspended_by_an_owner_alone(role):
    boss, other = member("boss"), member("other")
    roles.give_role(boss.user, "owner")
    roles.give_role(other.user, role)
    answer = client_of(other).put(f"/api/v1/players/{boss.pk}/suspension/", {"why": "a row"}, format="json")
    assert (answer.status_code, answer.json().get("code")) == (
        (200, "suspended") if role == "owner" else (403, "owner_needed")
    )
    boss.refresh_from_db()
    assert eligibility.is_suspended(boss, timezone.now()) is (role == "owner")
    assert (
        client_of(other).put(f"/api/v1/players/{other.pk}/suspension/", {"why": "x"}, format="json").status_code == 200
    )


def test_a_suspension_ends_by_its_time_or_when_it_is_lifted():
    anna, now = member("anna"), timezone.now()
    suspensions.suspend(anna.pk, until=now + timedelta(hours=1), why="shouting", by=None, now=now)
    anna.refresh_from_db()
    assert not eligibility.may_play(anna, now + timedelta(minutes=59)).accepted
    assert eligibility.may_play(anna, now + timedelta(minutes=60)).accepted
    suspensions.suspend(anna.pk, until=None, why="again", by=None, now=now)
    anna.refresh_from_db()
    assert not eligibility.may_play(anna, now + timedelta(days=9999)).accepted
    suspensions.lift_suspension(anna.pk, why="apologised", by=None, now=now)
    anna.refresh_from_db()
    assert eligibility.may_play(anna, now).accepted
    kinds = AuditEntry.objects.filter(subject=anna.owner).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["cashier.buy-chips", "player.suspended", "player.suspended", "player.reinstated"]


def test_a_self_exclusion_is_made_longer_and_never_shorter():
    anna, now = member("anna"), timezone.now()
    suspensions.exclude_oneself(anna.pk, now + timedelta(days=30), by=anna.user, now=now)
    suspensions.exclude_oneself(anna.pk, now + timedelta(days=60), by=anna.user, now=now)
    with pytest.raises(ClubError) as refusal:
        suspensions.exclude_oneself(anna.pk, now + timedelta(days=59), by=anna.user, now=now)
    assert refusal.value.code == "exclusion_stands"
    anna.refresh_from_db()
    assert anna.excluded_until == now + timedelta(days=60)


@pytest.mark.django_db(transaction=True)
def test_whoever_is_suspended_while_seated_leaves_the_cash_tables_with_all_chips():
    anna, table = member("anna"), open_table()
    assert sit(client_of(anna), table).status_code == 201
    suspensions.suspend(anna.pk, until=None, why="cheating", by=None, now=timezone.now())
    assert Sitting.objects.get().state == Sitting.State.LEFT
    assert ledger.balance(ledger.open_account(anna.owner, "wallet")) == 10_000


def test_the_same_request_again_finds_the_seat_it_made_though_the_player_is_barred_since():
    anna, table = member("anna"), open_table()
    client = client_of(anna)
    first = sit(client, table)
    suspensions.suspend(anna.pk, until=None, why="cheating", by=None, now=timezone.now())
    assert first.status_code == sit(client, table).status_code == 201
    assert (sit(client, open_table(), key="other")).status_code == 403


def test_names_typed_full_width_are_the_plain_ones():
    player = people.enrol("Ｐａｕｌ　７", now=timezone.now())
    assert player.nickname == "Paul 7"
    with pytest.raises(ClubError) as refusal:
        people.enrol("Paul ７", now=timezone.now())
    assert refusal.value.code == "nickname_taken"
    assert (keyed("１２３４"), keyed("（株）"), plain("ﾔﾏﾀﾞ")) == ("1234", "（株）", "ヤマダ")


def test_players_are_sorted_by_the_reading_of_their_names():
    now = timezone.now()
    for nickname, reading in [
        ("渡辺", "わたなべ"),
        ("青木", "アオキ"),
        ("馬場", "ばば"),
        ("Zoe", ""),
        ("浜", "はま"),
        ("anna", ""),
    ]:
        people.enrol(nickname, reading=reading, now=now)
    in_order = list(Player.objects.order_by("sorts_as").values_list("nickname", flat=True))
    assert in_order == ["anna", "Zoe", "青木", "馬場", "浜", "渡辺"]
    assert sort_key("カトウ") > sort_key("かとう")


def test_a_reading_in_characters_is_refused():
    with pytest.raises(ClubError) as refusal:
        people.enrol("Taro", reading="山田", now=timezone.now())
    assert (refusal.value.code, refusal.value.params["field"]) == ("bad_reading", "reading")
    assert not Player.objects.exists()


def test_people_get_member_numbers_one_after_the_other_and_computers_none():
    now = timezone.now()
    first, second = people.enrol("a", now=now), people.enrol("b", member_number="０１２０", now=now)
    third, machine = people.enrol("c", now=now), people.enrol("m", is_computer=True, now=now)
    assert [one.member_number for one in (first, second, third, machine)] == ["0001", "0120", "0121", None]
    assert first.card != third.card
    assert machine.card is None


def test_the_list_of_members_asks_as_little_however_many_there_are():
    boss = member("boss")
    roles.give_role(boss.user, "owner")
    client = client_of(boss)

    def asked() -> int:
        with CaptureQueriesContext(connection) as statements:
            told = client.get("/api/v1/players/").json()["players"]
        assert next(one for one in told if one["nickname"] == "boss")["roles"] == ["owner", "player"]
        return len(statements)

    once = asked()
    for number in range(5):
        roles.give_role(member(f"member {number}").user, "cashier")
    assert asked() <= once
