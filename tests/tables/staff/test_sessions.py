"""Session tables, where nobody enters hands: chips are counted as people leave and at the end, and the table as a whole
balances."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from club.cashier import approvals, shifts
from club.house import house_rules
from club.ledger import audit, ledger
from club.models import Account, AuditEntry, Player, Proposal
from club.people import people
from tables.breaking_and_closing import breaking_tables, closing_tables
from tables.cash import seating, waiting_lists
from tables.core.errors import Refused
from tables.models import Sitting, StaffAct, Table, Wait
from tables.players import barred_players
from tables.sessions import session_tables
from tests.support.budget import budget
from tests.support.staff import Staff
from tests.tables.conftest import wallet

pytestmark = pytest.mark.django_db
BUY_IN = 5_000


@pytest.fixture
def table(house) -> Table:
    return house.table(kind=Table.Kind.SESSION, seats=4)


@pytest.fixture
def director(house, table) -> Staff:
    return Staff(house, "director", table)


@pytest.fixture
def cashier(house, table) -> Staff:
    return Staff(house, "cashier", table)


@pytest.fixture
def abe(house) -> Player:
    return people.enrol("Abe", now=house.now)


@pytest.fixture
def endo(house) -> Player:
    return people.enrol("Endo", now=house.now)


def balance(table: Table) -> dict[str, int]:
    """What the balance says, without what is nothing."""
    told = session_tables.balance_of(table)
    lines = {name: getattr(told, name) for name in told.__dataclass_fields__}
    return {name: chips for name, chips in lines.items() if chips} | {"must": told.must_be_there}


def stay(player) -> Sitting:
    return Sitting.objects.filter(player=player).latest("pk")


def house_account(kind: str) -> int:
    return ledger.balance(ledger.open_account("house", kind))


def test_a_night_balances_and_closes_counted(cashier, director, table, abe, endo, client):
    for player in (abe, endo):
        cashier.done("seat", player=player.pk, buy_in=BUY_IN, paid=True)
    cashier.done("top-up", player=abe.pk, chips=3_000, paid=True)
    director.done("drop", chips=200)
    director.done("tips", chips=100)
    director.done("time", chips=50)
    told = {"buy_ins": 10_000, "add_ons": 3_000, "drop": 200, "tips": 100, "time": 100, "must": 12_600}
    assert balance(table) == told
    shown = director.get(f"/api/v1/tables/{table.pk}/staff/").json()["balance"]
    assert shown["must_be_there"] == 12_600 == session_tables.account_of(table).balance
    assert Sitting.objects.get(player=abe).account is None, "nobody knows how the chips are shared"
    cashier.done("stand-up", player=endo.pk, counted=9_000, paid_out=True)  # more than Endo brought: won from Abe
    assert (stay(endo).result, stay(endo).left_with, wallet(endo)) == (4_000, 9_000, 0)
    assert director.do("close", drop=0, tips=0).json()["code"] == "still_seated"
    cashier.done("stand-up", player=abe.pk, counted=3_300)
    assert (stay(abe).result, wallet(abe)) == (-4_700, 3_300)
    assert director.do("close").status_code in (400, 422), "no blank counts as nothing"
    assert director.do("close", drop=250, tips=0).json()["must"] == 50
    assert balance(table)["must"] == 300, "what is refused changes nothing"
    director.done("close", drop=250, tips=50)
    table.refresh_from_db()
    assert (table.status, balance(table)["must"]) == ("closed", 0)
    assert [house_account(kind) for kind in ("rake", "tips", "fees", "adjust")] == [450, 150, 100, 0]
    assert audit.run(now=table.closed_at).ok
    assert cashier.take_back(StaffAct.objects.filter(kind="stand-up").latest("pk").pk).json()["code"] == "table_closed"
    client.force_login(director.handler._force_user)
    page = client.get(f"/tables/{table.pk}/staff/").content.decode()
    assert "Counted and closed." in page
    assert "Endo left seat 2 with 9,000" in page
    assert f"/tables/{table.pk}/staff/seat/" not in page, "nothing is offered that would be refused"


def test_what_comes_to_the_desk_is_in_the_tray(cashier, house, table, abe, now):
    user = cashier.handler._force_user
    shift = shifts.open_shift({1: 0, 5: 0, 10: 0, 25: 0, 100: 1000}, cash=0, by=user, now=now)

    def moved() -> tuple[int, int]:
        return shifts.expected(shift) - 100_000, shifts.cash_expected(shift)

    cashier.done("seat", player=abe.pk, buy_in=BUY_IN, paid=True)
    assert moved() == (-BUY_IN, BUY_IN)
    drop = cashier.done("drop", chips=300)
    cashier.done("tips", chips=200)
    assert moved() == (-4_500, BUY_IN)
    cashier.done("stand-up", player=abe.pk, counted=4_000, paid_out=True)
    assert moved() == (-500, 1_000), "what is still on the table is missing in the tray"
    assert cashier.take_back(drop).status_code == 200
    assert moved() == (-800, 1_000)


def test_nobody_leaves_with_more_than_must_be_there(cashier, abe):
    cashier.done("seat", player=abe.pk, buy_in=BUY_IN, paid=True)
    assert cashier.do("stand-up", player=abe.pk).json()["code"] == "not_counted"
    over = cashier.do("stand-up", player=abe.pk, counted=BUY_IN + 1).json()
    assert (over["code"], over["must"]) == ("more_than_there", BUY_IN)
    assert (stay(abe).state, wallet(abe)) == ("active", 0)


def test_a_count_that_differs_needs_its_reason_and_is_posted_as_such(director, cashier, table, abe):
    cashier.done("seat", player=abe.pk, buy_in=BUY_IN, paid=True)
    assert director.do("count", counted=5_100).json()["code"] == "count_differs"
    counted = director.done("count", counted=5_100, why="two chips of an earlier night")
    assert (balance(table)["difference"], house_account("adjust")) == (100, -100)
    entry = AuditEntry.objects.get(kind="table.counted")
    assert (entry.why, entry.before["must"], entry.after["difference"]) == (
        "two chips of an earlier night",
        BUY_IN,
        100,
    )
    seated = StaffAct.objects.get(kind="seat").pk
    assert cashier.take_back(seated).json()["code"] == "not_the_last", "the count was of those chips too"
    assert director.take_back(counted).status_code == 200
    assert balance(table) == {"buy_ins": BUY_IN, "must": BUY_IN}
    assert audit.run(now=entry.at).ok


def test_a_large_difference_waits_for_a_second_person_and_the_table_with_it(director, cashier, house, table, abe, now):
    house_rules.change({"ClubRules.adjust_alone": 100}, by=None, now=now)
    cashier.done("seat", player=abe.pk, buy_in=BUY_IN, paid=True)
    cashier.done("stand-up", player=abe.pk, counted=4_000)
    waits = director.done("close", drop=0, tips=0, why="a rack is missing")
    table.refresh_from_db()
    proposal = Proposal.objects.get()
    assert (table.status, proposal.amount, proposal.status) == ("open", -1_000, "waiting")
    assert director.do("close", drop=0, tips=0, why="a rack is missing").json()["code"] == "difference_waits"
    assert director.take_back(waits).status_code == 200
    director.done("close", drop=0, tips=0, why="a rack is missing")
    proposal = Proposal.objects.get(status="waiting")
    with pytest.raises(Exception, match="Somebody else"):
        approvals.approve(proposal.pk, by=proposal.proposed_by, now=now)
    second = house.person("second", role="admin", chips=0).user
    approvals.approve(proposal.pk, by=second, now=now)
    counted = StaffAct.objects.get(kind="count", taken_back_at=None)
    assert director.take_back(counted.pk).json()["code"] == "difference_posted"
    director.done("close", drop=0, tips=0)
    table.refresh_from_db()
    assert (table.status, house_account("adjust")) == ("closed", 1_000)
    assert audit.run(now=now).ok


def test_the_auditor_finds_a_table_whose_account_is_not_what_its_acts_say(cashier, table, abe, now):
    cashier.done("seat", player=abe.pk, buy_in=BUY_IN, paid=True)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_staffact SET chips = chips - 1 WHERE kind = 'seat'")
    told = audit.run(now=now).differences
    assert [line for line in told if "session table" in line] == [
        f"session table {table.pk} (Table 1): 5000 lie on it, its acts make 4999"
    ]


def test_chips_come_and_go_by_staff_alone_and_it_is_neither_broken_nor_closed_uncounted(house, director, table, now):
    mia = house.person("mia")
    how = {"key": "k", "now": now}
    for act in (
        lambda: seating.sit_down(table.pk, mia, 1, BUY_IN, **how),
        lambda: breaking_tables.break_table(table.pk, by=None, why="late", now=now),
        lambda: closing_tables.close_table(table.pk, by=None, now=now),
    ):
        with pytest.raises(Refused):
            act()
    director.done("seat", player=mia.pk, buy_in=BUY_IN)
    for act in (
        lambda: seating.top_up(table.pk, mia, 100, **how),
        lambda: seating.stand_up(table.pk, mia, now=now),
    ):
        with pytest.raises(Refused):
            act()
    barred_players.barred(mia.pk, now=now)
    assert stay(mia).state == "active", "whoever may play no longer is counted out by staff"
    seen = house.client(mia).get(f"/api/v1/tables/{table.pk}/").json()
    assert seen["sittings"][0]["stack"] is None, "a stack that nobody counted is not told"


def test_nobody_counts_the_own_stack(house, table):
    dealer = Staff(house, "dealer", table)
    own = dealer.handler._force_user.player
    house._give(own, BUY_IN)
    dealer.done("seat", player=own.pk, buy_in=BUY_IN)
    assert dealer.do("stand-up", player=own.pk, counted=BUY_IN).json()["code"] == "own_account"


def test_a_dealer_opens_no_session_act_at_a_table_whose_hands_are_entered_nor_a_cashier_closes(house, cashier):
    entered = Staff(house, "dealer", house.table(kind=Table.Kind.RECORDED))
    assert entered.do("drop", chips=10).json()["code"] == "no_session"
    assert cashier.do("close", drop=0, tips=0).status_code == 403


def test_the_line_is_that_of_real_cards_and_is_called(cashier, house, table):
    names = [people.enrol(f"P{n}", now=house.now) for n in range(5)]
    for player in names[:4]:
        cashier.done("seat", player=player.pk, buy_in=BUY_IN, paid=True)
    cashier.done("join", player=names[4].pk)
    fan = house.person("fan")
    line = waiting_lists.join(fan, game="holdem", kind=Table.Kind.RECORDED, now=timezone.now())
    cashier.done("stand-up", player=names[0].pk, counted=0)
    assert Wait.objects.get(player=names[4]).state == "called"
    cashier.done("seat", player=names[4].pk, buy_in=BUY_IN, paid=True)
    cashier.done("stand-up", player=names[1].pk, counted=0)
    line.refresh_from_db()
    assert (line.state, line.called_to) == ("called", table)


def test_hours_and_result_stand_on_the_pages_of_the_member(cashier, house, table, client):
    mia = house.person("mia")
    act = cashier.done("seat", player=mia.pk, buy_in=BUY_IN)
    wrong = cashier.done("stand-up", player=mia.pk, counted=0)
    cashier.take_back(wrong)
    cashier.take_back(act)
    cashier.done("seat", player=mia.pk, buy_in=BUY_IN)
    cashier.done("stand-up", player=mia.pk, counted=BUY_IN)
    Sitting.objects.filter(player=mia, left_with=BUY_IN).update(
        left_with=7_500, sat_down_at=house.now, left_at=house.now + timedelta(minutes=130)
    )
    told = house.client(mia).get("/api/v1/me/sittings/").json()
    assert [(one["minutes"], one["result"], one["hands"]) for one in told] == [(130, 2_500, 0)]
    client.force_login(mia.user)
    assert "2:10" in client.get("/me/sittings/").content.decode()
    client.force_login(cashier.handler._force_user)
    page = client.get(f"/people/{mia.pk}/").content.decode()
    assert "2:10" in page
    assert "+2,500" in page


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["seat", "top-up", "stand-up", "time", "drop", "tips", "count", "take back"]),
        st.integers(0, 2),
        st.integers(0, 9),
    ),
    min_size=4,
    max_size=14,
)


class Room:
    """What lies where in the room, chip by chip, whatever is written down."""

    def __init__(self, players) -> None:
        self.stacks: dict[int, int] = {}
        self.players, self.taken = players, {"time": 0, "drop": 0, "tips": 0}

    @property
    def on_table(self) -> int:
        return sum(self.stacks.values())

    def take(self, kind: str, chips: int) -> int:
        """Take up to so many chips off the stacks, the largest first; how many they were."""
        left = chips
        for who in sorted(self.stacks, key=lambda one: -self.stacks[one]):
            part = min(left, self.stacks[who])
            self.stacks[who] -= part
            left -= part
        self.taken[kind] += chips - left
        return chips - left

    def play(self, number: int) -> None:
        """Chips go from one stack to another."""
        if len(self.stacks) > 1:
            loser, winner = sorted(self.stacks)[:: 1 if number % 2 else -1][:2]
            lost = self.stacks[loser] * number // 9
            self.stacks[loser] -= lost
            self.stacks[winner] += lost


@given(acts=ACTS)
@settings(max_examples=budget(40))
def test_random_nights_without_a_mistake_close_with_nothing_over_or_short(acts, night, now):
    """Law: whatever comes and goes, in any order, acts taken back among it, the balance shown is the ledger's and the room's;
    chips are conserved; and the table closes with no difference."""
    client, open_table, players = night
    table = client.table = open_table()
    room = Room(players)
    for name, who, number in acts:
        player, chips = players[who], 100 * number
        if name == "take back":
            _there_and_back(client, room, player, chips)
        elif name == "seat" and who not in room.stacks:
            client.done("seat", player=player.pk, buy_in=BUY_IN + chips, paid=True)
            room.stacks[who] = BUY_IN + chips
        elif name == "top-up" and who in room.stacks and chips:
            client.done("top-up", player=player.pk, chips=chips, paid=bool(number % 2))
            room.stacks[who] += chips
        elif name == "stand-up" and who in room.stacks:
            client.done("stand-up", player=player.pk, counted=room.stacks.pop(who), paid_out=bool(number % 2))
        elif name in ("drop", "tips") and (taken := room.take(name, chips)):
            client.done(name, chips=taken)
        elif name == "time" and room.stacks and (taken := min(min(room.stacks.values()), number)):
            client.done("time", chips=taken)
            for seated in room.stacks:
                room.stacks[seated] -= taken
        elif name == "count":
            client.done("count", counted=room.on_table)
        room.play(number)
        told = session_tables.balance_of(table)
        assert told.must_be_there == room.on_table == session_tables.account_of(table).balance
    for who, chips in room.stacks.items():
        client.done("stand-up", player=players[who].pk, counted=chips)
    client.done("close", drop=0, tips=0)
    table.refresh_from_db()
    assert table.status == "closed"
    assert house_account("adjust") == 0
    results = [one.result for one in Sitting.objects.filter(table=table) if one.result is not None]
    told = session_tables.balance_of(table)
    assert sum(results) == -(told.time + told.tips + told.drop), "what players lost is what the house took"
    assert sum(Account.objects.values_list("balance", flat=True)) == 0
    assert audit.run(now=now).ok


def _there_and_back(client, room: Room, player, chips: int) -> None:
    """Acts that were a mistake, taken back from the last to the first, leave the room as it is."""
    who = room.players.index(player)
    done = []
    if who in room.stacks:
        done.append(client.done("top-up", player=player.pk, chips=chips + 1, paid=True))
        done.append(client.done("stand-up", player=player.pk, counted=room.on_table // 2, paid_out=True))
    else:
        done.append(client.done("seat", player=player.pk, buy_in=BUY_IN, paid=True))
    if room.on_table // 2 > chips:
        done += [client.done("drop", chips=chips + 1), client.done("tips", chips=1)]
    for act in reversed(done):
        assert client.take_back(act).status_code == 200


@pytest.fixture
def night(house, table):
    rules = {"ClubRules.adjust_alone": 10**9, "TableRules.rat_hole_minutes": 0}
    house_rules.change(rules, by=None, now=house.now)
    players = [people.enrol(name, now=house.now) for name in ("Abe", "Endo", "Ito")]
    for player in players:
        house._give(player, 10**6)
    return Staff(house, "admin", table), lambda: house.table(kind=Table.Kind.SESSION, seats=4), players
