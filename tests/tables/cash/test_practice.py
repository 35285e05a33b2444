"""Practice tables: computer players at a chosen level, play chips, and not a chip of the club moved."""

from __future__ import annotations

import pytest
from django.db.models import Sum

from club.base.errors import ClubError
from club.house import house_rules
from club.ledger import audit
from club.models import Account, ComputerLevel, Entry, Player
from engine.computers.levels import LEVELS
from tables.cash import seating
from tables.core import table_rules
from tables.core.errors import Refused
from tables.dealing import dealer, settlement
from tables.models import PRACTICE, Decision, Hand, Sitting
from tables.practice import practice_tables
from tests.support.tables.seat_requests import asked, say

pytestmark = pytest.mark.django_db(transaction=True)


def practising(house, *, chips=0, pace=0.0, **more):
    """A practice table with a person who has no chips of the club in seat 1."""
    anna = house.person("anna", chips=chips)
    table = house.table(unit=PRACTICE, pace=pace, pause=60.0, **more)
    seating.sit_down(table.pk, anna, 1, 4_000, key="sit", now=house.now)
    return anna, table


def play_a_hand(house, table, now):
    """The person checks and folds; computer players answer at once, and the hand is settled."""
    row = dealer.deal(table.pk, now=now)
    settlement.play_out(row.pk, now=now)
    row.refresh_from_db()
    while row.state == Hand.State.PLAYING:
        say(row, str(asked(row)[0].default), now)  # risks the blinds alone: two are left for the next hand
        row.refresh_from_db()
    house.settle()


def club_chips():
    """Every line of the club's chips, and what they come to."""
    return list(Entry.objects.filter(account__unit="chips").values_list("account__owner", "amount").order_by("pk"))


def test_levels_of_the_club_are_those_of_the_engine():
    assert list(ComputerLevel.values) == list(LEVELS)


def test_a_person_without_chips_plays_with_computer_players_and_no_chip_of_the_club_moves(house, now):
    anna, table = practising(house)
    before = club_chips()
    for level in ("loose", "solid"):
        practice_tables.seat_computer(table.pk, level, by=anna.user, now=now)
    computers = Player.objects.filter(is_computer=True)
    assert {one.computer_level for one in computers} == {"loose", "solid"}
    for _ in range(3):
        play_a_hand(house, table, now)
    assert Decision.objects.filter(source="computer").exists()
    assert club_chips() == before
    assert Account.objects.filter(unit=PRACTICE).aggregate(total=Sum("balance"))["total"] == 0
    assert audit.rebuild().ok


def test_play_chips_go_back_to_where_they_came_from(house, now):
    anna, table = practising(house)
    seating.top_up(table.pk, anna, 1_000, key="more", now=now)
    seating.stand_up(table.pk, anna, now=now)
    assert not Account.objects.filter(unit=PRACTICE).exclude(balance=0).exists()
    assert not Account.objects.filter(unit=PRACTICE, owner=anna.owner).exists()


def test_no_rake_and_no_time_charge_are_taken_there(house, now):
    house_rules.change({"PlayRules.rake_percent": 5, "TableRules.time_charge": 50}, by=None, now=now)
    _anna, table = practising(house)
    assert table_rules.of_play(table, "holdem").rake_percent == 0
    assert table_rules.of_play(house.table(), "holdem").rake_percent == 5
    table.refresh_from_db()
    practice_tables.seat_computer(table.pk, "steady", by=_anna.user, now=now)
    dealer.deal(table.pk, now=now)
    table.refresh_from_db()
    assert table.time_due is None


def test_computer_players_come_and_go_by_who_sits_there_and_at_practice_tables_alone(house, now):
    anna, table = practising(house)
    passer_by = house.person("ben")
    with pytest.raises(ClubError) as refusal:
        practice_tables.seat_computer(table.pk, "steady", by=passer_by.user, now=now)
    assert refusal.value.code == "not_seated"
    with pytest.raises(Refused) as refused:
        practice_tables.seat_computer(table.pk, "grandmaster", by=anna.user, now=now)
    assert refused.value.code == "unknown_level"
    with pytest.raises(Refused) as refused:
        practice_tables.seat_computer(house.table().pk, "steady", by=anna.user, now=now)
    assert refused.value.code == "no_practice_table"
    made = practice_tables.seat_computer(table.pk, "loose", by=anna.user, now=now)
    with pytest.raises(Refused) as refused:
        practice_tables.send_computer_away(table.pk, 1, by=anna.user, now=now)
    assert refused.value.code == "no_computer_here"
    practice_tables.send_computer_away(table.pk, made.seat, by=anna.user, now=now)
    made.refresh_from_db()
    assert made.state in (Sitting.State.LEFT, Sitting.State.LEAVING)
    director = house.person("dora", role="director")
    assert practice_tables.may_seat(table, director.user)


def test_a_member_called_as_a_computer_player_would_be_keeps_nobody_from_being_seated(house, now):
    for name in ("aoi", "Birch", "CEDAR"):
        house.person(name)
    anna, table = practising(house)
    made = practice_tables.seat_computer(table.pk, "loose", by=anna.user, now=now)
    assert made.player.nickname == "Dune"


def test_the_same_computer_player_is_seated_again_once_free(house, now):
    anna, table = practising(house)
    one = practice_tables.seat_computer(table.pk, "loose", by=anna.user, now=now)
    other = practice_tables.seat_computer(table.pk, "loose", by=anna.user, now=now)
    assert one.player_id != other.player_id
    seating.top_up(table.pk, one.player, 1_000, key="more", now=now)
    seating.stand_up(
        table.pk, one.player, now=now
    )  # with more than is brought next: of play chips nothing is taken away
    assert practice_tables.seat_computer(table.pk, "loose", by=anna.user, now=now).player_id == one.player_id


def test_a_full_table_takes_no_computer_player(house, now):
    anna, table = practising(house, seats=2)
    practice_tables.seat_computer(table.pk, "loose", by=anna.user, now=now)
    with pytest.raises(Refused) as refused:
        practice_tables.seat_computer(table.pk, "loose", by=anna.user, now=now)
    assert refused.value.code == "table_full"


def test_computer_players_buy_again_in_company_and_leave_when_alone(house, now):
    anna, table = practising(house)
    sitting = practice_tables.seat_computer(table.pk, "loose", by=anna.user, now=now)
    sitting.refresh_from_db()
    practice_tables.keep_going(now=now)
    assert sitting.account.balance == table.max_buy_in // 2
    seating.stand_up(table.pk, anna, now=now)
    practice_tables.keep_going(now=now)
    sitting.refresh_from_db()
    assert sitting.state == Sitting.State.LEFT


def test_it_is_opened_and_filled_by_page_and_api(house, now, client):
    director = house.person("dora", role="director")
    api = house.client(director)
    told = {
        "name": "Study",
        "game": "razz",
        "stakes": {"limit": "fixed", "ante": 10, "bring_in": 20, "small_bet": 50, "big_bet": 100},
    }
    made = api.post("/api/v1/tables/", {**told, "practice": True, "pace": 60}, format="json")
    assert made.status_code == 201, made.json()
    assert (made.json()["unit"], made.json()["is_practice"]) == (PRACTICE, True)
    address = f"/api/v1/tables/{made.json()['id']}/computers/"
    seated = api.post(address, {"level": "solid"}, format="json")
    assert seated.status_code == 201, seated.json()
    (computer,) = seated.json()["sittings"]
    assert (computer["is_computer"], computer["level"]) == (True, "solid")
    assert api.delete(f"{address}{computer['seat']}/").status_code == 200
    client.force_login(director.user)
    form = {"game": "holdem", "limit": "no", "small_blind": 1, "big_blind": 2, "kind": PRACTICE, "name": "On the page"}
    page = client.post("/tables/open/", form, follow=True)
    assert page.context["table"].is_practice
    pk = page.context["table"].pk
    for language, word in (("en", "loose (beginner)"), ("ja", "ルース（初級）")):
        shown = client.post(f"/tables/{pk}/computers/", {"level": "loose"}, headers={"accept-language": language})
        assert word in shown.content.decode()
    left = client.post(f"/tables/{pk}/computers/leave/", {"seat": 1})
    assert left.status_code == 200
