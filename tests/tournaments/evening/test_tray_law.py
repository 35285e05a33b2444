"""The law of the tray: what the desk says should be there is what lies there, whatever the evening does.

The room is a second, plain book: chips in the tray and cash in the drawer, moved by hand as docs/architecture/desk.md says.
The acts go through the API, as the desk, the tables' staff and the door send them.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from club.cashier import credit
from club.house import house_rules
from club.ledger import audit, ledger
from club.models import Player
from club.people import people
from engine.betting.hand import Stakes
from tables.cash import new_tables
from tables.models import Sitting, Table
from tests.support.budget import budget
from tests.support.desk import NIGHT, login
from tests.support.real_hands import FloorClient

PRICE = 10  # of a chip: chips are never mistaken for cash
BUY_IN, FEE = 1_000, 100
RULES = {"desk_needs_shift": True, "chip_price": PRICE, "adjust_alone": 10**6, "chip_set": "white 1, black 1000"}


@dataclass
class Room:
    """One cashier with a tray and a drawer, a table with real cards, a tournament, and members without a phone."""

    desk: APIClient
    floor: FloorClient
    table: Table
    event: int
    players: list[Player]
    tray: int = 0
    drawer: int = 0
    slips: list[tuple[int, int]] = field(default_factory=list)  # each with the cash that it brought
    acts: list[tuple[int, int, int]] = field(default_factory=list)  # of staff at the table, with tray and drawer
    hands: Any = field(default_factory=lambda: itertools.count(1))
    keys: Any = field(default_factory=itertools.count)

    def post(self, address: str, **fields: Any) -> dict[str, Any] | None:
        """What the product answers; None for what it refuses."""
        key = f"k{next(self.keys)}"
        answer = self.desk.post(f"/api/v1/{address}/", fields, format="json", HTTP_IDEMPOTENCY_KEY=key)
        assert answer.status_code in (200, 201, 204, 403, 404, 409, 422), (address, answer.content)
        return (answer.json() if answer.content else {}) if answer.status_code < 300 else None

    # -- acts: the product is asked, and if it agrees the room moves --------------------------------------------------

    def at_desk(self, name: str, *, tray: int = 0, drawer: int = 0, **fields: Any) -> None:
        done = self.post(f"cashier/{name}", **fields)
        if done is None:
            return
        self.tray, self.drawer = self.tray + tray, self.drawer + drawer
        if done.get("slip"):
            self.slips.append((done["slip"], drawer))

    def at_table(self, name: str, player: Player, *, tray: int = 0, drawer: int = 0, **fields: Any) -> None:
        done = self.post(f"tables/{self.table.pk}/staff/{name}", player=player.pk, **fields)
        if done is not None:
            self.tray, self.drawer = self.tray + tray, self.drawer + drawer
            self.acts.append((done["act"], tray, drawer))

    def do(self, name: str, who: int, chips: int) -> None:
        player = self.players[who]
        number = player.pk
        if name == "buy":
            self.at_desk("buy-chips", player=number, chips=chips, drawer=PRICE * chips)
        elif name == "cash out":
            self.at_desk("cash-out", player=number, chips=chips, drawer=-PRICE * chips)
        elif name == "marker":
            self.at_desk("credit", player=number, chips=chips)
        elif name == "marker repaid":
            self.at_desk("credit-repay", player=number, chips=chips)
        elif name == "tip":
            self.at_desk("tip", player=number, chips=chips)
        elif name == "tips paid":
            self.at_desk("tips-pay", chips=chips, why="Nora", drawer=-PRICE * chips)
        elif name == "adjust":
            self.at_desk("adjust", player=number, chips=chips - 1_000 or 1, why="law")
        elif name == "fill":
            self.at_desk("fill", counts={"1": chips}, cash=chips, tray=chips, drawer=chips)
        elif name == "to bank":
            self.at_desk("to-bank", counts={"1": chips}, cash=chips, tray=-chips, drawer=-chips)
        elif name == "drop":
            self.at_desk("drop", counts={"1": chips}, tray=chips)
        elif name == "reverse" and self.slips:
            slip, drawer = self.slips.pop(who % len(self.slips))
            self.at_desk("reverse", slip=slip, why="law", drawer=-drawer)
        else:
            self.away_from_the_desk(name, who, chips)

    def away_from_the_desk(self, name: str, who: int, chips: int) -> None:
        player = self.players[who]
        stack = self.stack_of(player)
        if name == "seat":
            self.at_table("seat", player, buy_in=chips, tray=-chips)
        elif name == "seat, paid":
            self.at_table("seat", player, buy_in=chips, paid=True, tray=-chips, drawer=PRICE * chips)
        elif name == "top-up":
            self.at_table("top-up", player, chips=chips, tray=-chips)
        elif name == "stand up":
            self.at_table("stand-up", player, counted=stack, tray=stack)
        elif name == "stand up short":
            self.at_table("stand-up", player, counted=max(stack - 7, 0), why="law", tray=max(stack - 7, 0))
        elif name == "stand up, paid":
            self.at_table("stand-up", player, counted=stack, paid_out=True, tray=stack, drawer=-PRICE * stack)
        elif name == "take back" and self.acts:
            act, tray, drawer = self.acts.pop()
            if self.desk.post(f"/api/v1/staff-acts/{act}/take-back/", {"why": "law"}, format="json").status_code == 200:
                self.tray, self.drawer = self.tray - tray, self.drawer - drawer
        elif name == "hand":
            self.play_a_hand(chips)
        elif name == "enter":
            self.post(f"tournaments/{self.event}/floor/register", player=player.nickname)
        elif name == "enter, paid":
            done = self.post(f"tournaments/{self.event}/floor/register", player=player.nickname, paid=True)
            self.drawer += 0 if done is None else PRICE * (BUY_IN + FEE)
        elif name == "unregister":
            self.post(f"tournaments/{self.event}/floor/unregister", entry=1 + who, why="law")
        elif name == "ticket":
            self.post("tickets", player=number_of(player), value=chips, why="law")

    def play_a_hand(self, chips: int) -> None:
        seats = Sitting.objects.filter(table=self.table).exclude(state="left").order_by("seat")
        stacks = [(one.seat, one.account.balance) for one in seats if one.account and one.account.balance]
        if len(stacks) >= 2:
            (first, most), (second, _least) = stacks[0], stacks[1]
            lost = min(chips, most)
            told = {"number": next(self.hands), "won": {str(first): -lost, str(second): lost}}
            self.floor.post(f"/api/v1/tables/{self.table.pk}/recorded-hands/result/", told, format="json")

    def stack_of(self, player: Player) -> int:
        sitting = Sitting.objects.filter(table=self.table, player=player).exclude(state="left").first()
        return 0 if sitting is None or sitting.account is None else ledger.balance(sitting.account)

    def open(self) -> None:
        self.tray, self.drawer = 100_000, 1_000_000
        assert self.post("cashier/shift-open", counts={"1": self.tray, "1000": 0}, cash=self.drawer) is not None

    def close(self, *, tray: int = 0, drawer: int = 0) -> tuple[int, int]:
        """Close the shift by what lies in the room, and what went wrong there: the variances of tray and drawer."""
        counted = {"1": self.tray + tray, "1000": 0}
        told = self.post("cashier/shift-close", counts=counted, cash=self.drawer + drawer, why="law")
        assert told is not None
        return told["variance"], told["cash_variance"]


def number_of(player: Player) -> int:
    return int(player.pk)


@pytest.fixture
def room(evening) -> Room:
    rules = {f"ClubRules.{name}": value for name, value in RULES.items()}
    house_rules.change(rules, by=None, now=NIGHT)
    desk = login("cara", "cashier", "director", "dealer")
    floor = FloorClient()
    floor.credentials(**desk._credentials)
    stakes = Stakes(limit="no", small_blind=5, big_blind=10)
    opening = new_tables.Opening(
        name="Main game", game="holdem", stakes=stakes, kind=Table.Kind.RECORDED, min_buy_in=1, max_buy_in=10**6
    )
    table = new_tables.open_table(opening, by=None, now=NIGHT)
    event = evening.tournament(buy_in=BUY_IN, fee=FEE, cards="physical", needs_check_in=True)
    players = [people.enrol(name, now=NIGHT) for name in ("Abe", "Endo", "Ito")]
    for player in players:
        credit.set_credit_limit(player, 5_000, by=None, why="", now=NIGHT)
    return Room(desk, floor, table, event.pk, players)


ACTS = (
    "buy", "cash out", "marker", "marker repaid", "tip", "tips paid", "adjust", "fill", "to bank", "drop", "reverse",
    "seat", "seat, paid", "top-up", "stand up", "stand up short", "stand up, paid", "take back", "hand",
    "enter", "enter, paid", "unregister", "ticket",
)  # fmt: skip
EVENING = st.lists(
    st.tuples(st.sampled_from(ACTS), st.integers(0, 2), st.sampled_from([1, 40, 300, 1_100, 2_500])), max_size=25
)
MISTAKE = st.sampled_from([0, 0, -1_000, -40, 1, 500])


@pytest.mark.django_db
@example(
    acts=[("buy", 0, 2_500), ("enter", 0, 1), ("seat, paid", 1, 300), ("tip", 0, 40), ("tips paid", 0, 40)],
    chips=0,
    cash=0,
)
@example(
    acts=[
        ("seat, paid", 0, 300),
        ("stand up short", 0, 1),
        ("seat, paid", 1, 300),
        ("take back", 0, 1),
        ("seat, paid", 2, 300),
        ("stand up, paid", 2, 1),
        ("take back", 0, 1),
    ],
    chips=1,
    cash=-40,
)
@example(acts=[("marker", 0, 2_500), ("seat", 0, 2_500), ("stand up", 0, 1), ("reverse", 0, 1)], chips=0, cash=500)
@given(acts=EVENING, chips=MISTAKE, cash=MISTAKE)
@settings(max_examples=budget(60))
def test_a_shift_closes_with_variance_zero_and_each_mistake_shows_as_its_amount(acts, chips, cash, room):
    room.open()
    for name, who, amount in acts:
        room.do(name, who, amount)
    assert room.close(tray=chips, drawer=cash) == (chips, cash)
    assert audit.run(now=NIGHT).ok
