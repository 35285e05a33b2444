"""Members without a login or a phone at a table with real cards: staff seats them, and takes back what was a mistake."""

from __future__ import annotations

import pytest
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st

from club.cashier import cashier, chip_accounts
from club.house import house_rules
from club.ledger import audit
from club.models import Account, AuditEntry, Player, Proposal, User
from club.people import people
from tables.cash import waiting_lists
from tables.models import Sitting, StaffAct, Table, Wait
from tests.support.budget import budget
from tests.support.staff import Staff
from tests.tables.conftest import wallet

pytestmark = pytest.mark.django_db
BUY_IN = 5_000


@pytest.fixture
def table(house) -> Table:
    return house.table(kind=Table.Kind.RECORDED, seats=4)


@pytest.fixture
def dealer(house, table) -> Staff:
    return Staff(house, "dealer", table)


@pytest.fixture
def cashier_login(house, table) -> Staff:
    return Staff(house, "cashier", table)


@pytest.fixture
def ito(house):
    """Somebody without a login."""
    player = people.enrol("Ito", reading="いとう", member_number="M-7", now=house.now)
    Player.objects.filter(pk=player.pk).update(card="a-card-of-ito")
    return player


def sitting(player) -> Sitting:
    return Sitting.objects.filter(player=player).latest("pk")


@pytest.mark.parametrize("said", ["ito", "イトウ", "m-7", "https://club.test/c/a-card-of-ito/"])
def test_somebody_is_found_by_name_reading_number_or_card(dealer, ito, said):
    found = dealer.get("/api/v1/staff/people/", {"q": said}).json()
    assert [one["player"] for one in found] == [ito.pk]


def test_whoever_pays_at_the_table_is_seated_in_one_act_and_on_record(cashier_login, ito, table):
    cashier_login.done("seat", player=ito.pk, buy_in=BUY_IN, paid=True)
    assert (sitting(ito).seat, sitting(ito).account.balance, wallet(ito)) == (1, BUY_IN, 0)
    assert StaffAct.objects.get().sale.slip.number == 1
    entry = AuditEntry.objects.get(kind="seat.taken")
    assert (entry.by.username, entry.after["player"]) == ("staff-cashier", ito.pk)
    assert audit.run(now=entry.at).ok


def test_whoever_takes_back_a_seat_that_was_paid_for_is_told_that_the_money_waits(cashier_login, ito):
    cashier_login.done("seat", player=ito.pk, buy_in=BUY_IN, paid=True)
    page = Client(HTTP_ACCEPT_LANGUAGE="en")
    page.force_login(User.objects.get(username="staff-cashier"))
    answer = page.post(f"/staff-acts/{StaffAct.objects.get().pk}/take-back/", follow=True)
    assert "given back once a second person has approved it" in answer.content.decode()


def test_a_dealer_takes_no_money_and_is_told_what_helps(dealer, ito):
    assert dealer.do("seat", player=ito.pk, buy_in=BUY_IN, paid=True).json()["code"] == "no_cashier"
    short = dealer.do("seat", player=ito.pk, buy_in=BUY_IN)
    assert (short.json()["code"], short.status_code) == ("wallet_too_small", 409)
    assert not StaffAct.objects.exists()


def test_the_same_request_again_seats_once(cashier_login, ito, table):
    address, fields = f"/api/v1/tables/{table.pk}/staff/seat/", {"player": ito.pk, "buy_in": BUY_IN, "paid": True}
    for _time in range(2):
        assert cashier_login.post(address, fields, format="json", HTTP_IDEMPOTENCY_KEY="once").status_code == 200
    again = cashier_login.post(address, fields | {"buy_in": 6_000}, format="json", HTTP_IDEMPOTENCY_KEY="once")
    assert again.json()["code"] == "key_reused"
    assert (StaffAct.objects.count(), chip_accounts.cashier_account().balance) == (1, -BUY_IN)


def test_whoever_walked_off_is_stood_up_with_the_chips_counted(cashier_login, ito):
    cashier_login.done("seat", player=ito.pk, buy_in=BUY_IN, paid=True)
    assert cashier_login.do("stand-up", player=ito.pk).json()["code"] == "not_counted"
    differs = cashier_login.do("stand-up", player=ito.pk, counted=4_000)
    assert (differs.json()["code"], differs.json()["booked"]) == ("count_differs", BUY_IN)
    cashier_login.done("stand-up", player=ito.pk, counted=BUY_IN)
    assert (sitting(ito).state, sitting(ito).left_with, wallet(ito)) == ("left", BUY_IN, BUY_IN)


def test_a_count_that_differs_waits_for_a_second_person_with_its_reason(cashier_login, ito, now):
    house_rules.change({"ClubRules.adjust_alone": 0}, by=None, now=now)
    cashier_login.done("seat", player=ito.pk, buy_in=BUY_IN, paid=True)
    act = cashier_login.done("stand-up", player=ito.pk, counted=4_900, why="two chips fell", paid_out=True)
    proposal = Proposal.objects.get()
    assert (proposal.amount, proposal.status, proposal.why) == (-100, "waiting", "two chips fell")
    assert wallet(ito) == 100, "only what was counted is paid out"
    assert cashier_login.take_back(act).json()["code"] == "needs_second", "the payment is no longer one person's"


def test_a_full_table_has_a_line_that_staff_keeps(cashier_login, house, table):
    names = [people.enrol(f"P{n}", now=house.now) for n in range(6)]
    for player in names[:4]:
        cashier_login.done("seat", player=player.pk, buy_in=BUY_IN, paid=True)
    assert cashier_login.do("seat", player=names[4].pk, buy_in=BUY_IN, paid=True).json()["code"] == "table_full"
    joined = [cashier_login.done("join", player=player.pk) for player in names[4:]]
    assert cashier_login.do("join", player=names[4].pk).json()["code"] == "waits_already"
    cashier_login.done("stand-up", player=names[0].pk, counted=BUY_IN)
    line = cashier_login.get(f"/api/v1/tables/{table.pk}/staff/").json()["line"]
    assert [(one["name"], one["state"]) for one in line] == [("P4", "called"), ("P5", "waiting")]
    assert cashier_login.do("call", wait=line[1]["wait"]).json()["code"] == "no_seat_free"
    waiting_lists.sweep(now=Wait.objects.get(pk=line[0]["wait"]).answer_by)  # nobody has a phone: the call ran out
    assert Wait.objects.get(pk=line[1]["wait"]).state == "called"
    gone = cashier_login.done("leave", wait=line[1]["wait"])
    cashier_login.done("call", wait=line[0]["wait"])
    cashier_login.done("seat", player=names[4].pk, buy_in=BUY_IN, paid=True)
    assert Wait.objects.get(pk=line[0]["wait"]).state == "seated"
    assert cashier_login.take_back(gone).status_code == 200
    assert Wait.objects.get(pk=line[1]["wait"]).state == "waiting"
    assert cashier_login.take_back(joined[1]).status_code == 200
    assert Wait.objects.get(pk=line[1]["wait"]).state == "left"


def test_after_hands_a_seat_is_left_not_taken_back(cashier_login, house, floor, table):
    players = [people.enrol(name, now=house.now) for name in ("Abe", "Endo")]
    seated = [cashier_login.done("seat", player=one.pk, buy_in=BUY_IN, paid=True) for one in players]
    answer = floor.post(
        f"/api/v1/tables/{table.pk}/recorded-hands/result/", {"number": 1, "won": {"1": 100, "2": -100}}, format="json"
    )
    assert answer.status_code == 201, answer.content
    assert cashier_login.take_back(seated[0]).json()["code"] == "played_since"
    cashier_login.done("stand-up", player=players[0].pk, counted=5_100, paid_out=True)
    assert wallet(players[0]) == 0


def test_seat_presence_blinds_and_time_are_set_and_taken_back(cashier_login, ito):
    cashier_login.done("seat", player=ito.pk, buy_in=BUY_IN, paid=True)
    before = Sitting.objects.values("seat", "state", "entry", "owes_big", "owes_small", "account__balance").get()
    acts = [
        cashier_login.done("presence", player=ito.pk, state="out"),
        cashier_login.done("blinds", player=ito.pk, big=True, small=True),
        cashier_login.done("move", player=ito.pk, seat=3),
        cashier_login.done("time", chips=250),
        cashier_login.done("top-up", player=ito.pk, chips=300, paid=True),
    ]
    now = sitting(ito)
    assert (now.seat, now.state, now.owes_big, now.owes_small, now.account.balance) == (3, "out", True, True, 5_050)
    assert cashier_login.take_back(acts[0]).json()["code"] == "not_the_last"
    for act in reversed(acts):
        assert cashier_login.take_back(act).status_code == 200
    assert Sitting.objects.values(*before).get() == before
    assert cashier_login.take_back(acts[0]).status_code == 200, "again is harmless"


def test_a_dealt_table_has_no_staff(house, cashier_login, ito):
    dealt = house.table()
    answer = cashier_login.post(
        f"/api/v1/tables/{dealt.pk}/staff/seat/", {"player": ito.pk}, format="json", HTTP_IDEMPOTENCY_KEY="x"
    )
    assert answer.json()["code"] == "no_staff_here"


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["seat", "top-up", "stand-up", "out", "active", "move", "blinds", "time", "join"]),
        st.integers(0, 2),
        st.integers(1, 4),
    ),
    min_size=1,
    max_size=12,
)


@example(acts=[("join", 2, 1), ("seat", 2, 1)])
@given(acts=ACTS)
@settings(max_examples=budget(40))
def test_whatever_staff_does_is_taken_back_to_where_it_was(acts, house_of_three, now):
    """Law: acts in any order, refused or not, taken back from the last to the first, leave seats, stacks and wallets as
    before; the books balance all the while."""
    client, players = house_of_three
    before, done = _standing(), []
    for name, who, number in acts:
        fields: dict[str, object] = {"player": players[who].pk}
        if name == "seat":
            fields |= {"seat": number, "buy_in": BUY_IN, "paid": bool(number % 2)}
        elif name == "top-up":
            fields |= {"chips": 100 * number}
        elif name == "stand-up":
            held = Sitting.objects.filter(player=players[who]).exclude(state="left").first()
            fields |= {"counted": 0 if held is None else held.account.balance, "paid_out": bool(number % 2)}
        elif name in ("out", "active"):
            fields |= {"state": name}
        elif name == "move":
            fields |= {"seat": number}
        elif name == "blinds":
            fields |= {"big": number > 2, "small": bool(number % 2)}
        elif name == "time":
            fields |= {"chips": 10 * number}
        answer = client.do("presence" if name in ("out", "active") else name, **fields)
        assert answer.status_code in (200, 403, 409, 422), answer.content
        if answer.status_code == 200:
            done.append(answer.json()["act"])
    for act in reversed(done):
        answer = client.take_back(act)
        assert answer.status_code == 200, answer.content
    assert _standing() == before
    assert audit.run(now=now).ok


@pytest.fixture
def house_of_three(house, table):
    house_rules.change({"ClubRules.adjust_alone": 10**9}, by=None, now=house.now)
    players = [people.enrol(name, now=house.now) for name in ("Abe", "Endo", "Ito")]
    for player in players[:2]:
        cashier.buy_chips(player, 20_000, key=f"c{player.pk}", by=None, now=house.now)
    client = Staff(house, "cashier", table)
    client.done("seat", player=players[0].pk, seat=1, buy_in=BUY_IN)
    return client, players


def _standing() -> tuple[object, ...]:
    """Who sits where with what, and every balance that is not nothing."""
    seated = Sitting.objects.exclude(state="left").order_by("seat")
    fields = ("player", "seat", "state", "entry", "owes_big", "owes_small", "wants_seat", "account__balance")
    balances = Account.objects.exclude(balance=0).order_by("pk").values_list("owner", "kind", "balance")
    waits = Wait.objects.filter(state__in=waiting_lists.OPEN).values_list("player", "state")
    return list(seated.values_list(*fields)), list(balances), list(waits)


def test_the_page_of_staff_shows_seats_line_and_acts(cashier_login, ito, table, client):
    cashier_login.done("seat", player=ito.pk, buy_in=BUY_IN, paid=True)
    client.force_login(cashier_login.handler._force_user)
    told = client.get(f"/tables/{table.pk}/staff/", {"q": "いとう", "seat": 3})
    assert told.status_code == 200
    assert "Ito sat down in seat 1 with 5,000" in told.content.decode()
    assert client.get(f"/tables/{table.pk}/").status_code == 200


def test_who_is_nobody_yet_is_enrolled_from_there_by_whoever_may(house, table, client):
    client.force_login(house.person("dina", role="director", chips=0).user)
    find = f"/tables/{table.pk}/staff/find/"
    assert "/people/new/?nickname=Nobody%20Yet" in client.get(find, {"q": "Nobody Yet"}).content.decode()
    assert 'value="Nobody Yet"' in client.get("/people/new/", {"nickname": "Nobody Yet"}).content.decode()
    assert "Seats and chips" in client.get(f"/tables/{table.pk}/felt/").content.decode()
    client.force_login(house.person("deal", role="dealer", chips=0).user)
    assert "/people/new/" not in client.get(find, {"q": "Nobody Yet"}).content.decode()
