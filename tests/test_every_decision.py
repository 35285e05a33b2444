"""Every writing page and endpoint puts what a person decided on record: who, from where, what. Walked from the addresses."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from PIL import Image
from rest_framework.test import APIClient

from club.accounts import api_tokens
from club.base.registry import DECISIONS
from club.cashier import approvals, cashier, credit, shifts, tips_and_jackpots
from club.cashier.desk_actions import DESK_ACTIONS
from club.house import house_rules
from club.membership import joining
from club.models import AuditEntry, Delivery, Player, Slip, User, Webhook
from club.people import conduct, people, roles, suspensions
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating, waiting_lists
from tables.dealing import dealer, settlement
from tables.hand.chinese_entry import Sheet
from tables.live_cards import score_sheet
from tables.models import Table
from tables.staff import act_list
from tables.staff.act_list import ACTS as STAFF_ACTS
from tests.support.club.members import member, open_table
from tests.support.desk import tray
from tests.support.tables.scoresheets import ROWS, ROWS_TYPED
from tournaments.acts import act, registry
from tournaments.desk import check_in, rebuys_and_add_ons, registration
from tournaments.endings import bagging_by_hand, deal_proposals, end_requests
from tournaments.entries import alternates, eliminations, entries
from tournaments.floor import clock_by_hand, moves_and_knockouts, real_card_tables, undo
from tournaments.log import tournament_log
from tournaments.log.seating_rules import SeatingRules
from tournaments.log.state import Place, State
from tournaments.log.tournament_rules import TournamentRules
from tournaments.models import League, Season, Structure, Tournament
from tournaments.prizes import prize_lock, tickets
from tournaments.results import seasons
from tournaments.running import event_start, hand_for_hand, runner
from tournaments.structures import sheet_import
from tournaments.structures.sheet_drafts import Draft

pytestmark = pytest.mark.django_db
ADDRESS = "https://93.184.215.14/hook"  # outside, and never asked here
SEASON = {"name": "S", "begins": date(2026, 1, 1), "ends": date(2026, 6, 30), "formula": "td_default"}
TYPED = {**SEASON, "belongs": "dates", "overall": "sum", "entries": "best", "attendance": 0, "drop": 0}
TYPED |= {"decimals": 2, "least_events": 0}
DEVICE = "Floor tablet 7"
HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 QdQh', 'p2 f']
"""


class World:
    """A club in which everything can be decided: made anew for each story."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.owner = User.objects.create_user("olga", password="correct horse")
        roles.give_role(self.owner, "owner")
        self.me = people.player_of(self.owner)
        cashier.buy_chips(self.me, 10_000, key="mine", by=None, now=self.now)
        self.mika = member("mika")
        self.other = User.objects.create_user("cara")
        self._keys = iter(range(1000))

    def key(self) -> str:
        return f"key {next(self._keys)}"

    @property
    def applicant(self) -> Player:
        return people.enrol("nora", is_admitted=False, now=self.now)

    @property
    def double(self) -> Player:
        return people.enrol("double", now=self.now)

    @property
    def factored(self) -> Player:
        Authenticator.objects.create(user=self.mika.user, type="totp", data={"secret": "x"})
        return self.mika

    @property
    def suspended(self) -> Player:
        return suspensions.suspend(self.mika.pk, until=None, why="x", by=None, now=self.now)

    @property
    def invitation(self) -> int:
        return joining.invite("", by=self.other, now=self.now)[0].pk

    @property
    def incident(self) -> int:
        key = self.key()
        return conduct.record(self.mika.pk, "warning", "x", key=key, by=self.other, now=self.now).pk

    @property
    def slip(self) -> int:
        cashier.buy_chips(self.mika, 50, key=self.key(), by=self.other, now=self.now)
        return Slip.objects.latest("number").number

    @property
    def proposal(self) -> int:
        how = {"why": "x", "key": self.key(), "by": self.other, "now": self.now}
        return approvals.propose_adjustment(self.mika, 5000, **how).pk

    @property
    def own_proposal(self) -> int:
        how = {"why": "x", "key": self.key(), "by": self.owner, "now": self.now}
        return approvals.propose_adjustment(self.mika, 5000, **how).pk

    @property
    def token(self) -> Any:
        api_tokens.make(self.owner, "bot", now=self.now)
        return api_tokens.tokens_of(self.owner, now=self.now)[0].number

    @property
    def webhook(self) -> Webhook:
        told = {"url": ADDRESS, "name": "W", "secret": "whsec_AAAA", "events": ["tournament.started"]}
        return Webhook.objects.create(**told, made_at=self.now)

    @property
    def message(self) -> Any:
        told = {"key": "k", "event": "tournament.started", "body": "{}", "due_at": self.now, "made_at": self.now}
        return Delivery.objects.create(webhook=self.webhook, state=Delivery.State.FAILED, **told).number

    @property
    def shift(self) -> None:
        shifts.open_shift({1: 0, 5: 0, 10: 0, 25: 0, 100: 50}, by=self.owner, now=self.now)

    @property
    def closed_shift(self) -> None:
        counts = {1: 0, 5: 0, 10: 0, 25: 0, 100: 50}
        shifts.open_shift(counts, by=self.owner, now=self.now)
        shifts.close_shift(counts, by=self.owner, now=self.now)

    def rule(self, **values: Any) -> None:
        changed = {f"ClubRules.{name}": value for name, value in values.items()}
        house_rules.change(changed, by=None, now=self.now)

    @property
    def credit(self) -> None:
        credit.set_credit_limit(self.mika, 500, why="x", by=self.other, now=self.now)

    @property
    def debt(self) -> None:
        credit.set_credit_limit(self.mika, 500, why="x", by=self.other, now=self.now)
        credit.give_credit(self.mika, 100, key=self.key(), by=self.other, now=self.now)

    @property
    def tips(self) -> None:
        tips_and_jackpots.tip(self.mika, 100, key=self.key(), by=self.other, now=self.now)

    @property
    def jackpot(self) -> None:
        how = {"origin": "cashier", "key": self.key(), "by": self.other, "now": self.now}
        tips_and_jackpots.feed_jackpot("royal", 500, **how)

    @property
    def old_month(self) -> str:
        """A month that is over."""
        return "2020-01"

    @property
    def table(self) -> Table:
        return open_table()

    @property
    def my_table(self) -> Table:
        made = open_table()
        seating.sit_down(made.pk, self.me, 1, 5000, key=self.key(), now=self.now)
        return made

    @property
    def hand(self) -> int:
        made = self.my_table
        seating.sit_down(made.pk, self.mika, 2, 5000, key=self.key(), now=self.now)
        return dealer.deal(made.pk, now=self.now).pk

    @property
    def sheet_table(self) -> Table:
        stakes = Stakes(limit="points", point=10)
        opening = new_tables.Opening(name="C", game="ofc-pineapple", stakes=stakes, kind=Table.Kind.RECORDED)
        made = new_tables.open_table(opening, by=None, now=self.now)
        for seat, player in enumerate((self.me, self.mika), start=1):
            seating.sit_down(made.pk, player, seat, 1000, key=self.key(), now=self.now)
        return made

    @property
    def cards_table(self) -> Table:
        """Real cards: the owner and mika sit there."""
        stakes = Stakes(limit="no", small_blind=5, big_blind=10)
        opening = new_tables.Opening(name="R", game="holdem", stakes=stakes, kind=Table.Kind.RECORDED)
        made = new_tables.open_table(opening, by=None, now=self.now)
        for seat, player in enumerate((self.me, self.mika), start=1):
            seating.sit_down(made.pk, player, seat, 1000, key=self.key(), now=self.now)
        return made

    @property
    def left_session_table(self) -> Table:
        """Nobody enters hands; mika came and went."""
        made = self.session_table
        self.staff("stand-up", made, counted=1000)
        return made

    @property
    def session_table(self) -> Table:
        """Nobody enters hands: mika sits there."""
        stakes = Stakes(limit="no", small_blind=5, big_blind=10)
        opening = new_tables.Opening(name="S", game="holdem", stakes=stakes, kind=Table.Kind.SESSION)
        made = new_tables.open_table(opening, by=None, now=self.now)
        self.staff("seat", made, buy_in=1000)
        return made

    def staff(self, name: str, made: Table | None = None, **given: Any) -> int:
        """An act of the staff for mika, at the table with real cards unless at that one."""
        made, wanted = made or self.cards_table, STAFF_ACTS[name]
        typed = wanted.fields(data={"player": self.mika.pk, **given})
        typed.is_valid(raise_exception=True)
        how = {"key": self.key(), "by": self.other, "now": self.now}
        return act_list.do(made.pk, name, typed.validated_data, **how).pk

    @property
    def staff_act(self) -> int:
        return self.staff("presence", state="out")

    @property
    def scored(self) -> int:
        made = self.sheet_table
        rows = {int(seat): text for seat, text in ROWS.items()}
        return score_sheet.post(made.pk, Sheet(rows), number=1, button=None, by=self.other, now=self.now).pk

    @property
    def settled_sheet(self) -> int:
        hand = self.scored
        settlement.resolve(hand, now=self.now)
        return hand

    @property
    def tournament(self) -> Tournament:
        sheet_import.take_in_own(now=self.now)
        structure = Structure.objects.get(key=sheet_import.DEFAULT)
        return event_start.announce("T", structure, buy_in=100, starts_at=None, seed=bytes(32), now=self.now)

    @property
    def entered(self) -> Tournament:
        made = self.tournament
        for player in (self.me, self.mika):
            registration.register(made.pk, player, now=self.now)
        return made

    @property
    def running(self) -> Tournament:
        made = self.entered
        event_start.start(made.pk, now=self.now)
        return made

    def played(self, *players: Player, **terms: Any) -> Tournament:
        """A tournament on those terms, with those players in it, that has started."""
        structure = self.tournament.structure
        made = event_start.announce("U", structure, buy_in=100, starts_at=None, seed=bytes(32), now=self.now, **terms)
        for player in players:
            registration.register(made.pk, player, now=self.now)
        if made.max_players is None:
            event_start.start(made.pk, now=self.now)
        return made

    @property
    def flying(self) -> Tournament:
        """A flight that runs."""
        structure = self.tournament.structure
        how = {"buy_in": 100, "starts_at": None, "seed": bytes(32), "now": self.now}
        day_two = event_start.announce("D", structure, format="day-two", **how)
        return self.played(self.me, self.mika, day_two=day_two, bags_at_players=1)

    @property
    def bagged(self) -> Tournament:
        made = self.flying
        bagging_by_hand.bag(made.pk, now=self.now, by=None)
        return made

    @property
    def of_others(self) -> Tournament:
        """One that runs, without an entry of the owner's."""
        return self.played(self.mika, member("nao"))

    @property
    def over(self) -> Tournament:
        """One that is over, without an entry of the owner's."""
        made = self.of_others
        moves_and_knockouts.knock_out(made.pk, 1, why="x", now=self.now, by=None)
        real_card_tables.finish(made.pk, now=self.now, by=None)
        return made

    def asked(self, by: User) -> Tournament:
        made = self.of_others
        end_requests.ask_to_call_off(made.pk, why="x", now=self.now, by=by)
        return made

    @property
    def own_request(self) -> Tournament:
        return self.asked(self.owner)

    @property
    def request(self) -> Tournament:
        return self.asked(self.other)

    @property
    def late(self) -> Tournament:
        """One that runs, where one may still enter, enter again, buy again and add on."""
        for key, value in {"rebuy_when": "at most the starting stack", "forfeits_for_reentry": True}.items():
            house_rules.set_value(TournamentRules, key, value, by=None, now=self.now)
        sold = {"rebuys": 1, "rebuy_chips": 9, "rebuy_price": 5, "addons": 1, "addon_chips": 9, "addon_price": 5}
        return self.played(self.me, self.mika, late_until_level=1, reentries=1, **sold)

    @property
    def sold(self) -> int:
        return rebuys_and_add_ons.rebuy(Tournament.objects.latest("pk").pk, self.mika, now=self.now)[0].pk

    @property
    def deciding(self) -> Tournament:
        made = self.late
        with transaction.atomic():
            log = tournament_log.open_log(made.pk)
            mine = entries.live_entry(made, self.me)
            entries.take_stack(made, mine, "played away", None)
            eliminations.ask_again(log, mine.number, None, now=self.now, by=None)
            log.close()
        return made

    @property
    def closed(self) -> Tournament:
        made = self.late
        registration.close(made.pk, now=self.now, by=None)
        return made

    @property
    def unseen(self) -> Tournament:
        return self.played(self.me, self.mika, needs_check_in=True)

    @property
    def seen(self) -> Tournament:
        made = self.unseen
        check_in.check_in(made.pk, "mika", now=self.now, by=None)
        return made

    @property
    def full(self) -> Tournament:
        return self.played(self.mika, member("nao"), max_players=2)

    @property
    def waited(self) -> Tournament:
        made = self.full
        alternates.join(made.pk, self.me, now=self.now)
        return made

    @property
    def felt(self) -> Tournament:
        """Real cards: four players at two tables of two."""
        sheet_import.take_in_own(now=self.now)
        structure = Structure.objects.get(key=sheet_import.DEFAULT)
        chosen = {"cards": "physical", "table_size": 2, "seed": bytes(32)}
        made = event_start.announce("F", structure, buy_in=0, starts_at=None, now=self.now, **chosen)
        more = [people.enrol(name, now=self.now) for name in ("nao", "ren")]
        for player in (self.me, self.mika, *more):
            registration.register(made.pk, player, now=self.now)
        event_start.start(made.pk, now=self.now)
        return made

    @property
    def talking(self) -> Tournament:
        made = self.running
        deal_proposals.propose(made.pk, method="icm", now=self.now, by=None)
        return made

    def _ticket(self, value: int) -> int:
        how = {"why": "x", "key": self.key(), "by": self.other, "now": self.now}
        return tickets.issue(self.mika, value, **how).pk

    @property
    def ticket(self) -> int:
        return self._ticket(50)

    @property
    def large_ticket(self) -> int:
        return self._ticket(5000)

    @property
    def league(self) -> League:
        return seasons.make_league("L", by=self.other, now=self.now)

    @property
    def season(self) -> Season:
        return seasons.make(self.league, SEASON, by=self.other, now=self.now)

    @property
    def paused(self) -> Tournament:
        made = self.running
        clock_by_hand.pause(made.pk, now=self.now, by=None)
        return made


@dataclass(frozen=True)
class Story:
    """A decision through one door: the address and the fields, made from the world, and the kind of entry it must leave."""

    door: str
    kind: str
    path: Callable[[World], str]
    body: Callable[[World], dict[str, Any]] = field(default=lambda w: {})
    method: str = "post"


def recurring_event(world: World) -> dict[str, Any]:
    """The fields of one."""
    when = {"days": [4], "at": "19:00", "begins": "2030-01-01", "days_ahead": 7}
    return {"name": "R", "structure": world.tournament.structure.key, "buy_in": 5, **when}


def at(text: str, what: str = "") -> Callable[[World], str]:
    """An address with the id of something in the world."""
    return lambda world: text.format(_id(getattr(world, what)) if what else "")


def _id(thing: Any) -> Any:
    return getattr(thing, "pk", thing)


def fields(**values: Any) -> Callable[[World], dict[str, Any]]:
    return lambda world: {name: value(world) if callable(value) else value for name, value in values.items()}


def picture() -> SimpleUploadedFile:
    data = io.BytesIO()
    Image.new("RGB", (40, 40)).save(data, "PNG")
    return SimpleUploadedFile("me.png", data.getvalue(), "image/png")


def MIKA(world: World) -> int:
    return world.mika.pk


A_DAY = (timezone.now() + timedelta(days=9)).date().isoformat()
A_TIME = (timezone.now() + timedelta(days=9)).isoformat()


def with_(setting: str, **values: Any) -> Callable[[World], dict[str, Any]]:
    """Fields of a action for which something must be there first."""

    def made(world: World) -> dict[str, Any]:
        getattr(world, setting)
        return fields(**values)(world)

    return made


def ruled(rules: dict[str, Any], **values: Any) -> Callable[[World], dict[str, Any]]:
    def made(world: World) -> dict[str, Any]:
        world.rule(**rules)
        return fields(**values)(world)

    return made


# What is done at the desk: the fields of each action, and the kind of its entry.
DESK: dict[str, tuple[str, Callable[[World], dict[str, Any]]]] = {
    "buy-chips": ("cashier.buy-chips", fields(player=MIKA, chips=5)),
    "cash-out": ("cashier.cash-out", fields(player=MIKA, chips=5)),
    "pass-on": (
        "cashier.player-transfer",
        ruled({"player_transfers": "desk"}, giver=MIKA, taker=lambda w: w.double.pk, chips=5),
    ),
    "give": ("cashier.player-transfer", ruled({"player_transfers": "players"}, taker="mika", chips=5)),
    "credit": ("cashier.credit-given", with_("credit", player=MIKA, chips=5)),
    "credit-repay": ("cashier.credit-repaid", with_("debt", player=MIKA, chips=5)),
    "credit-limit": ("cashier.credit-limit", fields(player=MIKA, limit=500, why="x")),
    "adjust": ("cashier.adjustment", fields(player=MIKA, chips=5, why="x")),
    "reverse": ("proposal.proposed", fields(slip=lambda w: w.slip, why="x")),
    "approve": ("proposal.approved", fields(proposal=lambda w: w.proposal)),
    "withdraw": ("proposal.refused", fields(proposal=lambda w: w.own_proposal)),
    "refuse": ("proposal.refused", fields(proposal=lambda w: w.proposal)),
    "age": ("cashier.age-checked", fields(player=MIKA, age=20)),
    "shift-open": ("shift.opened", fields(counts=tray({"100": 5}))),
    "shift-close": ("shift.closed", with_("shift", counts=tray({"100": 50}))),
    "shift-reopen": ("proposal.proposed", with_("closed_shift", shift=1, why="x")),
    "drop": ("shift.drop", with_("shift", counts={"100": 5})),
    "fill": ("shift.fill", with_("shift", counts=tray({"100": 5}))),
    "to-bank": ("shift.credit", with_("shift", counts=tray({"100": 5}))),
    "tip": ("cashier.tip", fields(player=MIKA, chips=5)),
    "tips-pay": ("cashier.tips-paid", with_("tips", chips=5, why="x")),
    "jackpot-feed": ("cashier.jackpot-fed", fields(jackpot="royal", chips=5, origin="cashier")),
    "jackpot-pay": ("cashier.jackpot-won", with_("jackpot", player=MIKA, jackpot="royal", chips=5, why="x")),
}


def placed(made: Tournament) -> Mapping[int, Place]:
    """Who is where, by the numbers of the entries."""
    return State.from_json(made.snapshot).entries


def a_free_seat(world: World) -> int:
    taken = {place.seat for place in placed(Tournament.objects.latest("pk")).values()}
    return min(set(range(1, 4)) - taken)


def stopped(world: World) -> int:
    """The line of a stopped clock in the tournament that runs."""
    made = Tournament.objects.latest("pk")
    clock_by_hand.pause(made.pk, now=world.now, by=None)
    return Tournament.objects.get(pk=made.pk).seq


def undone(world: World) -> int:
    line = stopped(world)
    undo.undo(Tournament.objects.latest("pk").pk, line, now=world.now, by=None)
    return line


def its_table(world: World) -> int:
    return next(iter(Tournament.objects.latest("pk").snapshot["tables"].values()))


def busted(world: World, *tables: int) -> Tournament:
    """One knocked out at each of those tables."""
    made = Tournament.objects.latest("pk")
    entries = placed(made)
    for table in tables:
        one = min(entry for entry, place in entries.items() if place.table == table)
        real_card_tables.knock_out(made.pk, [one], now=world.now, by=None)
    return Tournament.objects.get(pk=made.pk)


def two_left(world: World) -> dict[str, Any]:
    busted(world, 1, 2)
    return {}


def one_left(world: World) -> dict[str, Any]:
    made = Tournament.objects.latest("pk")
    real_card_tables.knock_out(made.pk, [1, 2, 3], now=world.now, by=None)
    return {}


def called(world: World) -> dict[str, Any]:
    """The entry that is called to another table."""
    made = Tournament.objects.latest("pk")
    house_rules.set_value(SeatingRules, "is_final_redrawn", False, scope=made.owner, by=None, now=world.now)
    return {"entry": int(next(iter(busted(world, 1, 2).snapshot["orders"]["called"])))}


def called_table(world: World) -> dict[str, Any]:
    entry = called(world)["entry"]
    found = State.from_json(Tournament.objects.latest("pk").snapshot)
    return {"table": found.tables[found.entries[entry].table or 0]}


def hand_for_hand_table(world: World) -> dict[str, Any]:
    made = Tournament.objects.latest("pk")
    hand_for_hand.declare(made.pk, True, now=world.now, by=None)
    return {"table": its_table(world)}


def out_hand_for_hand(world: World) -> dict[str, Any]:
    hand_for_hand.declare(Tournament.objects.latest("pk").pk, True, now=world.now, by=None)
    orders = busted(world, 1).snapshot["orders"]
    return {"entries": list(map(int, orders["round_ranks"])), "stacks": [100]}


def penalised(world: World) -> dict[str, Any]:
    made = Tournament.objects.latest("pk")
    conduct.record(world.me.pk, "missed-hand", "x", amount=2, place=made.owner, key="p", by=world.owner, now=world.now)
    runner.direct(made.pk, now=world.now)
    return {"entry": 1}


def with_chips_to_go(world: World) -> dict[str, Any]:
    """A table where chips of 25 are to be changed: its tournament is past a break that takes them out."""
    made = Tournament.objects.latest("pk")
    made.sheet["items"].insert(1, {"type": "break", "minutes": 5, "remove": [25]})
    made.save(update_fields=["sheet"])
    clock_by_hand.set_level(made.pk, 2, now=world.now, by=None)
    runner.direct(made.pk, now=world.now)
    return {"table": its_table(world), "change": 25}


# What is done where cards are real, likewise.
FELT: dict[str, tuple[str, Callable[[World], dict[str, Any]]]] = {
    "bust": ("tournament.knocked_out", fields(entries=[1])),
    "confirm-move": ("tournament.moved", called),
    "confirm-table": ("tournament.moved", called_table),
    "call-off-move": ("tournament.call_dropped", called),
    "open-table": ("tournament.table_opened", fields(why="x")),
    "seen": ("tournament.call_seen", called),
    "button": ("tournament.button_told", fields(table=its_table, button=1)),
    "count": ("tournament.stacks_counted", fields(entries=[1], stacks=[100])),
    "record-table": ("tournament.table_recorded", fields(table=its_table, has_starting_chips=True)),
    "final-table": ("tournament.final_table", two_left),
    "finish": ("tournament.finished", one_left),
    "hand-for-hand": ("tournament.hand_for_hand", fields(is_on=True)),
    "hand-played": ("tournament.hand_played", hand_for_hand_table),
    "start-stacks": ("tournament.start_stacks_told", out_hand_for_hand),
    "colour-up": ("tournament.table_coloured", with_chips_to_go),
    "served": ("tournament.hands_to_miss", penalised),
}


def a_victim(world: World) -> int:
    """Entry 1, out of a tournament with bounties."""
    made = Tournament.objects.latest("pk")
    Tournament.objects.filter(pk=made.pk).update(bounty=10)
    moves_and_knockouts.knock_out(made.pk, 1, now=world.now, by=None, why="x")
    return 1


def a_talker(world: World) -> int:
    deal_proposals.propose(Tournament.objects.latest("pk").pk, method="icm", now=world.now, by=None)
    return 1


def with_talk(world: World) -> dict[str, Any]:
    a_talker(world)
    return {"why": "x"}


def with_lock(world: World) -> dict[str, Any]:
    prize_lock.lock(Tournament.objects.latest("pk").pk, now=world.now, by=None)
    return {}


# What is done on the floor, likewise.
FLOOR: dict[str, tuple[str, Callable[[World], dict[str, Any]]]] = {
    "move": ("tournament.moved", fields(entry=1, table=its_table, seat=a_free_seat)),
    "knock-out": ("tournament.knocked_out", fields(entry=1, why="x")),
    "level": ("tournament.level_set", fields(level=2)),
    "adjust": ("tournament.clock_adjusted", fields(seconds=60)),
    "structure": ("tournament.structure_changed", lambda w: {"items": json.dumps(w.running.sheet["items"][:-1])}),
    "message": ("tournament.message_shown", fields(words="Dinner is served.")),
    "undo": ("tournament.undone", fields(line=stopped)),
    "redo": ("tournament.redone", fields(line=undone)),
    "hold-seat": ("tournament.seat_held", fields(table=1, seat=1, entry=0)),
    "fix-player": ("tournament.player_fixed", fields(entry=1, is_in=True)),
    "dealing": ("tournament.player_deals", fields(entry=1, is_in=True)),
    "break-order": ("tournament.break_order_set", fields(tables=[1])),
    "waive-halt": ("tournament.halt_waived", fields(table=its_table, is_in=True)),
    "bounty": ("tournament.bounty_won", fields(entry=a_victim, eliminators=[2], why="x")),
    "lock-prizes": ("tournament.prizes_locked", fields(why="x")),
    "unlock-prizes": ("tournament.prizes_unlocked", with_lock),
    "deal": ("tournament.deal_proposed", fields(method="icm")),
    "deal-consent": ("tournament.deal_agreed", fields(entry=a_talker)),
    "deal-off": ("tournament.deal_off", with_talk),
}
# What the desk does about entries: where, the kind of its entry, and the fields.
ENTRIES: dict[str, tuple[str, str, Callable[[World], dict[str, Any]]]] = {
    "register": ("tournament", "tournament.registered", fields(player="mika")),
    "unregister": ("entered", "tournament.unregistered", fields(entry=1, why="x")),
    "check-in": ("unseen", "tournament.checked_in", fields(card="mika")),
    "check-out": ("seen", "tournament.check_in_undone", fields(entry=2, why="x")),
    "remove-absent": ("unseen", "tournament.absent_removed", fields(entry=1, why="x")),
    "sell": ("late", "tournament.rebought", fields(entry=1, kind="rebuy")),
    "no-rebuy": ("deciding", "tournament.rebuy_declined", fields(entry=1)),
    "take-back": ("late", "tournament.purchase_taken_back", fields(purchase=lambda w: w.sold, why="x")),
    "close-registration": ("late", "tournament.registration_closed", fields(why="x")),
    "open-registration": ("closed", "tournament.registration_opened", fields(why="x")),
    "terms": ("tournament", "tournament.terms_changed", fields(reentries=2, why="x")),
    "last-hands": ("flying", "tournament.last_hands", fields(hands=3)),
    "bag": ("flying", "tournament.bagged", fields(why="x")),
    "unbag": ("bagged", "tournament.bag_undone", fields(why="x")),
    "call-off": ("of_others", "tournament.call_off_asked", fields(why="x")),
    "reopen": ("over", "tournament.reopen_asked", fields(why="x")),
    "withdraw-request": ("own_request", "tournament.request_refused", fields(why="x")),
}
# What players do about their own.
OWN_ENTRY: dict[str, tuple[str, str]] = {
    "rebuy": ("late", "tournament.rebought"),
    "add-on": ("late", "tournament.added_on"),
    "decline": ("deciding", "tournament.rebuy_declined"),
    "give-up": ("late", "tournament.reentered"),
    "wait": ("full", "tournament.queued"),
    "leave-list": ("waited", "tournament.left_list"),
}


def in_line(world: World) -> dict[str, Any]:
    """The place in line of somebody who waits for the table with real cards."""
    table = Table.objects.latest("pk")
    return {"wait": waiting_lists.join(world.double, table_id=table.pk, now=world.now, source="x").pk}


# What staff does at a table with real cards: the fields of each act, and the kind of its entry.
STAFF: dict[str, tuple[str, Callable[[World], dict[str, Any]]]] = {
    "seat": ("seat.taken", fields(player=lambda w: w.double.pk, seat=5, buy_in=1000, paid=True)),
    "top-up": ("seat.topped-up", fields(player=MIKA, chips=50)),
    "stand-up": ("seat.left", fields(player=MIKA, counted=1000)),
    "presence": ("seat.presence", fields(player=MIKA, state="out")),
    "move": ("seat.wanted", fields(player=MIKA, seat=5)),
    "blinds": ("seat.blinds", fields(player=MIKA, big=True)),
    "time": ("time.charged", fields(player=MIKA, chips=5)),
    "join": ("wait.joined", fields(player=lambda w: w.double.pk)),
    "call": ("wait.called", in_line),
    "leave": ("wait.left", in_line),
}
# The same at a session table, where the last has nobody left and no chips.
SESSION: dict[str, tuple[str, str, dict[str, Any]]] = {
    "drop": ("table.drop", "session_table", {"chips": 5}),
    "tips": ("table.tips", "session_table", {"chips": 5}),
    "count": ("table.counted", "session_table", {"counted": 1000}),
    "close": ("table.closed", "left_session_table", {"drop": 0, "tips": 0}),
}
NEW_TABLE = {"name": "N", "game": "holdem", "stakes": {"limit": "no", "small_blind": 1, "big_blind": 2}}
RECORDED = {"kind": "warning", "words": "x"}

ENDPOINTS = [
    *(Story(f"api-{name}", kind, at(f"/api/cashier/{name}/"), body) for name, (kind, body) in DESK.items()),
    *(
        Story(f"api-table-staff-{name}", kind, at(f"/api/tables/{{}}/staff/{name}/", "cards_table"), body)
        for name, (kind, body) in STAFF.items()
    ),
    *(
        Story(f"api-table-staff-{name}", kind, at(f"/api/tables/{{}}/staff/{name}/", table), fields(**body))
        for name, (kind, table, body) in SESSION.items()
    ),
    Story("api-staff-take-back", "staff.taken-back", at("/api/staff-acts/{}/take-back/", "staff_act")),
    Story("api-month-close", "month.closed", at("/api/books/{}/close/", "old_month")),
    Story(
        "api-house-rules", "house_rule.set", at("/api/house-rules/"), fields(values={"PlayRules.raise_cap": 3}), "put"
    ),
    Story("api-players", "player.enrolled", at("/api/players/"), fields(nickname="new")),
    Story("api-player", "player.changed", at("/api/players/{}/", "mika"), fields(notes="n"), "patch"),
    Story("api-player", "player.erased", at("/api/players/{}/", "double"), method="delete"),
    Story("api-admission", "player.admitted", at("/api/players/{}/admission/", "applicant"), method="put"),
    Story("api-admission", "player.turned-away", at("/api/players/{}/admission/", "applicant"), method="delete"),
    Story("api-suspension", "player.suspended", at("/api/players/{}/suspension/", "mika"), fields(why="x"), "put"),
    Story("api-suspension", "player.reinstated", at("/api/players/{}/suspension/", "suspended"), method="delete"),
    Story("api-merge", "player.merged", at("/api/players/{}/merge/", "double"), fields(into=MIKA, why="x")),
    Story("api-pin", "player.pin", at("/api/players/{}/pin/", "mika"), fields(pin="2718"), "put"),
    Story(
        "api-second-factor",
        "login.second-factor-off",
        at("/api/players/{}/second-factor/", "factored"),
        fields(why="lost the phone"),
    ),
    Story("api-role", "role.given", at("/api/players/{}/roles/", "mika"), fields(role="dealer", held=True), "put"),
    Story("api-invitations", "invitation.made", at("/api/invitations/")),
    Story("api-invitation", "invitation.revoked", at("/api/invitations/{}/", "invitation"), method="delete"),
    Story("api-my-exclusion", "player.self-excluded", at("/api/me/exclusion/"), fields(until=A_TIME), "put"),
    Story("api-webhooks", "webhook.made", at("/api/webhooks/"), fields(url=ADDRESS, events=["tournament.started"])),
    Story("api-webhook", "webhook.changed", at("/api/webhooks/{}/", "webhook"), fields(is_active=False), "patch"),
    Story("api-message-again", "webhook.redelivered", at("/api/webhooks/messages/{}/again/", "message")),
    Story("api-conduct", "conduct.recorded", at("/api/conduct/"), fields(player=MIKA, **RECORDED)),
    Story(
        "api-conduct-withdrawal", "conduct.withdrawn", at("/api/conduct/{}/withdrawal/", "incident"), fields(words="x")
    ),
    Story("api-tables", "table.opened", at("/api/tables/"), fields(**NEW_TABLE)),
    Story("api-sittings", "seat.taken", at("/api/tables/{}/sittings/", "table"), fields(seat=1, buy_in=5000)),
    Story("api-own-sitting", "seat.topped-up", at("/api/tables/{}/sittings/mine/", "my_table"), fields(amount=500)),
    Story(
        "api-own-sitting",
        "seat.presence",
        at("/api/tables/{}/sittings/mine/", "my_table"),
        fields(state="out"),
        "patch",
    ),
    Story("api-own-sitting", "seat.left", at("/api/tables/{}/sittings/mine/", "my_table"), method="delete"),
    Story("api-void", "hand.voided", at("/api/hands/{}/void/", "hand"), fields(why="x")),
    Story("api-recorded-hands", "hands.recorded", at("/api/recorded-hands/"), fields(phh=HAND, name="x")),
    Story("api-scores", "hand.scored", at("/api/tables/{}/scores/", "sheet_table"), fields(rows=ROWS, number=1)),
    Story("api-take-back", "hand.taken-back", at("/api/hands/{}/take-back/", "scored"), fields(why="x")),
    Story(
        "api-correct",
        "hand.corrected",
        at("/api/hands/{}/correct/", "settled_sheet"),
        fields(why="x", points={"1": 0, "2": 0}),
    ),
    Story(
        "api-structures", "structure.imported", at("/api/structures/"), lambda w: sheet_import.read(sheet_import.OWN)[0]
    ),
    Story(
        "api-structure-edit",
        "structure.imported",
        lambda w: f"/api/structures/{w.tournament.structure.key}/edit/",
        lambda w: {"version": 1, "edits": ["delete:2"]},
    ),
    Story(
        "api-tournaments",
        "tournament.announced",
        at("/api/tournaments/"),
        lambda w: {"name": "N", "structure": w.tournament.structure.key, "buy_in": 5},
    ),
    Story(
        "api-tournament",
        "tournament.terms_changed",
        at("/api/tournaments/{}/", "tournament"),
        lambda w: {"name": "M"},
        "patch",
    ),
    Story(
        "api-templates",
        "template.made",
        at("/api/recurring/"),
        recurring_event,
    ),
    Story("api-registration", "tournament.registered", at("/api/tournaments/{}/registration/", "tournament")),
    Story(
        "api-registration",
        "tournament.unregistered",
        at("/api/tournaments/{}/registration/", "entered"),
        method="delete",
    ),
    Story("api-start", "tournament.started", at("/api/tournaments/{}/start/", "entered")),
    Story("api-pause", "tournament.paused", at("/api/tournaments/{}/pause/", "running")),
    Story("api-resume", "tournament.resumed", at("/api/tournaments/{}/resume/", "paused")),
    *(
        Story(f"api-floor-{name}", kind, at(f"/api/tournaments/{{}}/floor/{name}/", "running"), body)
        for name, (kind, body) in FLOOR.items()
    ),
    *(
        Story(f"api-floor-{name}", kind, at(f"/api/tournaments/{{}}/floor/{name}/", "felt"), body)
        for name, (kind, body) in FELT.items()
    ),
    Story(
        "api-deal-agreement",
        "tournament.deal_agreed",
        at("/api/tournaments/{}/deal/agreement/", "talking"),
        method="put",
    ),
    Story(
        "api-deal-agreement",
        "tournament.deal_off",
        at("/api/tournaments/{}/deal/agreement/", "talking"),
        method="delete",
    ),
    Story("api-tickets", "ticket.issued", at("/api/tickets/"), fields(player=MIKA, value=5, why="x")),
    Story("api-ticket-approval", "ticket.approved", at("/api/tickets/{}/approval/", "large_ticket"), method="put"),
    Story("api-ticket-cancel", "ticket.cancelled", at("/api/tickets/{}/cancel/", "ticket"), fields(why="x")),
    Story("api-leagues", "league.made", at("/api/leagues/"), fields(name="L")),
    Story("api-league-seasons", "season.made", at("/api/leagues/{}/seasons/", "league"), fields(**SEASON)),
    Story("api-season", "season.changed", at("/api/seasons/{}/", "season"), fields(name="T"), "patch"),
    Story("api-season-close", "season.closed", at("/api/seasons/{}/close/", "season")),
    *(
        Story(f"api-floor-{name}", kind, at(f"/api/tournaments/{{}}/floor/{name}/", where), body)
        for name, (where, kind, body) in ENTRIES.items()
    ),
    *(
        Story(f"api-entry-{name}", kind, at(f"/api/tournaments/{{}}/entry/{name}/", where))
        for name, (where, kind) in OWN_ENTRY.items()
    ),
    Story("api-cancel", "tournament.cancelled", at("/api/tournaments/{}/cancel/", "entered")),
    Story(
        "api-ending",
        "tournament.called_off",
        at("/api/tournaments/{}/ending/", "request"),
        fields(is_approved=True),
        "put",
    ),
]


def typed(body: Callable[[World], dict[str, Any]]) -> Callable[[World], dict[str, Any]]:
    """A action's fields as its form sends them."""

    def made(world: World) -> dict[str, Any]:
        given = body(world)
        counts = given.pop("counts", {})
        return {**given, **{f"count-{value}": number for value, number in counts.items()}, "key": world.key()}

    return made


def structure_form(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet as the editor's form sends it."""
    draft = Draft.of(sheet)
    rows = {f"{name}-{at}": value for at, row in enumerate(draft.rows, 1) for name, value in row.items()}
    return {**draft.fields, **rows, "rows": str(len(draft.rows)), "rest": draft.rest, "version": "0", "do": "save"}


OPENED = {"game": "holdem", "limit": "no", "small_blind": 1, "big_blind": 2}
MIX = {"games": "own", "own_games": "holdem no, razz fixed", "order": "choice", "unit": "orbit", "every": 1} | {
    "small_bet": 100,
    "ante": 20,
}
PAGES = [
    *(Story("desk-do", kind, at(f"/desk/do/{name}/"), typed(body)) for name, (kind, body) in DESK.items()),
    Story("audit-now", "ledger.audited", at("/books/audits/run/")),
    Story("month-close", "month.closed", at("/books/{}/close/", "old_month")),
    Story("house-rules-save", "house_rule.set", at("/house-rules/save/"), fields(**{"PlayRules.raise_cap": 3})),
    Story("house-rules-preset", "house_rule.set", at("/house-rules/preset/"), fields(preset="tda-2024")),
    Story(
        "house-rules-import",
        "house_rule.set",
        at("/house-rules/import/"),
        lambda w: {
            "file": SimpleUploadedFile(
                "r.json", b'{"kind": "cardhouse house rules", "values": {"PlayRules.raise_cap": 3}}'
            )
        },
    ),
    Story("member-enrol", "player.enrolled", at("/people/new/"), fields(nickname="new")),
    Story("invitations", "invitation.made", at("/people/invitations/")),
    Story("invitation-revoke", "invitation.revoked", at("/people/invitations/{}/revoke/", "invitation")),
    Story(
        "member-files",
        "players.imported",
        at("/people/files/"),
        lambda w: {"file": SimpleUploadedFile("members.csv", b"nickname\nnew\n")},
    ),
    Story("members-csv", "players.exported", at("/people/members.csv"), method="get"),
    Story("member-edit", "player.changed", at("/people/{}/edit/", "mika"), fields(notes="n")),
    Story("member-admit", "player.admitted", at("/people/{}/admit/", "applicant")),
    Story("member-turn-away", "player.turned-away", at("/people/{}/turn-away/", "applicant")),
    Story("member-suspend", "player.suspended", at("/people/{}/suspend/", "mika"), fields(why="x")),
    Story("member-lift", "player.reinstated", at("/people/{}/lift/", "suspended")),
    Story(
        "member-merge",
        "player.merged",
        at("/people/{}/merge/", "double"),
        fields(into=lambda w: w.mika.member_number, why="x"),
    ),
    Story("member-erase", "player.erased", at("/people/{}/erase/", "double"), fields(nickname="double")),
    Story(
        "member-second-factor",
        "login.second-factor-off",
        at("/people/{}/second-factor/", "factored"),
        fields(why="lost the phone"),
    ),
    Story("member-role", "role.given", at("/people/{}/role/", "mika"), fields(role="dealer", held="yes")),
    Story("member-pin", "player.pin", at("/people/{}/pin/", "mika"), fields(pin="2718")),
    Story("member-new-card", "player.card", at("/people/{}/new-card/", "mika")),
    Story("member-photo-set", "player.changed", at("/people/{}/photo-set/", "mika"), lambda w: {"photo": picture()}),
    Story("my-particulars", "player.changed", at("/me/particulars/"), fields(nickname="Olga", language="ja")),
    Story("my-photo-set", "player.changed", at("/me/photo-set/"), lambda w: {"photo": picture()}),
    Story("my-exclusion", "player.self-excluded", at("/me/exclusion/"), fields(until=A_DAY)),
    Story("my-pin", "player.pin", at("/me/pin/"), fields(pin="2718")),
    Story("my-new-card", "player.card", at("/me/new-card/"), fields(ends_access="yes")),
    Story("conduct-record", "conduct.recorded", at("/conduct/record/"), fields(player=MIKA, key="k", **RECORDED)),
    Story("conduct-withdraw", "conduct.withdrawn", at("/conduct/{}/withdraw/", "incident"), fields(words="x")),
    Story("webhooks", "webhook.made", at("/webhooks/"), fields(url=ADDRESS, events=["tournament.started"])),
    Story("webhook", "webhook.changed", at("/webhooks/{}/", "webhook"), fields(events=["tournament.started"])),
    Story("message-again", "webhook.redelivered", at("/webhooks/messages/{}/again/", "message")),
    Story("open-table", "table.opened", at("/tables/open/"), fields(**OPENED)),
    Story("open-mix", "table.opened", at("/tables/open-mix/"), fields(**MIX)),
    *(
        Story(
            "table-staff-act",
            kind,
            at(f"/tables/{{}}/staff/{name}/", "cards_table"),
            lambda w, body=body: body(w) | {"key": "k"},  # type: ignore[misc]  # mypy infers no default
        )
        for name, (kind, body) in STAFF.items()
    ),
    *(
        Story("table-staff-act", kind, at(f"/tables/{{}}/staff/{name}/", table), fields(**body, key="k"))
        for name, (kind, table, body) in SESSION.items()
    ),
    Story("staff-take-back", "staff.taken-back", at("/staff-acts/{}/take-back/", "staff_act")),
    Story("sit-down", "seat.taken", at("/tables/{}/sit-down/", "table"), fields(seat=1, buy_in=5000, key="k")),
    Story("top-up", "seat.topped-up", at("/tables/{}/top-up/", "my_table"), fields(amount=500, key="k")),
    Story("stand-up", "seat.left", at("/tables/{}/stand-up/", "my_table")),
    Story("sit-out", "seat.presence", at("/tables/{}/sit-out/", "my_table")),
    Story("come-back", "seat.presence", at("/tables/{}/come-back/", "my_table")),
    Story(
        "post-scores",
        "hand.scored",
        at("/tables/{}/scores/post/", "sheet_table"),
        lambda w: {"number": 1, **ROWS_TYPED},
    ),
    Story("take-back", "hand.taken-back", at("/hands/{}/take-back/", "scored"), fields(why="x")),
    Story(
        "correct-scores",
        "hand.corrected",
        at("/hands/{}/correct/", "settled_sheet"),
        lambda w: {"why": "x", **ROWS_TYPED},
    ),
    Story("first-evening-step", "setup.passed", at("/first-evening/members/"), fields(later="yes")),
    Story("club", "house_rule.set", at("/club/"), fields(name="Northside")),
    Story("club-screen", "screen.arranged", at("/screens/")),
    Story("screen", "screen.arranged", at("/tournaments/{}/screen/", "tournament")),
    Story("my-tokens", "token.made", at("/me/tokens/"), fields(name="bot", password="correct horse")),
    Story("my-token-back", "token.taken-back", at("/me/tokens/{}/take-back/", "token")),
    Story(
        "reception-sell",
        "tournament.registered",
        at("/tournaments/{}/reception/entry/", "tournament"),
        fields(player=MIKA, key="k"),
    ),
    Story("register", "tournament.registered", at("/tournaments/{}/register/", "tournament"), fields(key="k")),
    Story("unregister", "tournament.unregistered", at("/tournaments/{}/unregister/", "entered")),
    *(
        Story("floor-act", kind, at(f"/tournaments/{{}}/floor/{name}/", "running"), body)
        for name, (kind, body) in FLOOR.items()
    ),
    *(
        Story("floor-act", kind, at(f"/tournaments/{{}}/floor/{name}/", "felt"), body)
        for name, (kind, body) in FELT.items()
    ),
    Story(
        "announce",
        "tournament.announced",
        at("/tournaments/announce/"),
        lambda w: {"name": "N", "structure": w.tournament.structure.key, "buy_in": "5"},
    ),
    Story(
        "template-new",
        "template.made",
        at("/tournaments/recurring/new/"),
        recurring_event,
    ),
    Story(
        "edit-event",
        "tournament.terms_changed",
        at("/tournaments/{}/edit/", "tournament"),
        lambda w: {"name": "M", "buy_in": str(w.tournament.buy_in)},
    ),
    Story(
        "structure-edit",
        "structure.imported",
        at("/structures/edit/"),
        lambda w: structure_form({**sheet_import.read(sheet_import.OWN)[0], "id": "copy", "name": "A copy"}),
    ),
    Story(
        "tournament-structure",
        "tournament.structure_changed",
        at("/tournaments/{}/structure/", "running"),
        lambda w: structure_form({**w.running.sheet, "items": w.running.sheet["items"][:-1]}),
    ),
    Story("money-act", "tournament.prizes_locked", at("/tournaments/{}/money/lock-prizes/", "running")),
    Story("deal-answer", "tournament.deal_agreed", at("/tournaments/{}/deal/agree/", "talking")),
    Story("deal-answer", "tournament.deal_off", at("/tournaments/{}/deal/decline/", "talking")),
    Story("desk-tickets", "ticket.issued", at("/desk/tickets/"), fields(player=MIKA, value=5, why="x")),
    Story("ticket-turn", "ticket.approved", at("/desk/tickets/{}/approve/", "large_ticket")),
    Story("ticket-turn", "ticket.cancelled", at("/desk/tickets/{}/cancel/", "ticket"), fields(why="x")),
    Story("ending", "tournament.called_off", at("/tournaments/{}/ending/approve/", "request")),
    Story("ending", "tournament.request_refused", at("/tournaments/{}/ending/refuse/", "request"), fields(why="x")),
    Story("leagues", "league.made", at("/leagues/"), fields(name="L")),
    Story("season-new", "season.made", at("/leagues/{}/new/", "league"), fields(**TYPED)),
    Story("season-edit", "season.changed", at("/seasons/{}/edit/", "season"), fields(**TYPED)),
    Story("season-close", "season.closed", at("/seasons/{}/close/", "season")),
    Story("remote", "tournament.paused", at("/tournaments/{}/remote/", "running"), fields(button="pause")),
    *(
        Story("floor-act", kind, at(f"/tournaments/{{}}/floor/{name}/", where), body)
        for name, (where, kind, body) in ENTRIES.items()
    ),
    *(
        Story("own-entry", kind, at(f"/tournaments/{{}}/entry/{name}/", where))
        for name, (where, kind) in OWN_ENTRY.items()
    ),
    Story("direct", "tournament.started", at("/tournaments/{}/direct/start/", "entered")),
    Story("direct", "tournament.paused", at("/tournaments/{}/direct/pause/", "running")),
    Story("direct", "tournament.resumed", at("/tournaments/{}/direct/resume/", "paused")),
]

# Doors that decide nothing for the record, and why.
APART = {
    "api-token": "coming in: the throttle keeps its own record",
    "api-decisions": "play: the decision's own row keeps who, when and from where",
    "decide": "play, as above",
    "api-placement-preview": "writes nothing",
    "admin-own-password": "leads to the page where the login's owner sets it",
    "template": "tests/tournaments/evening/test_recurring.py tells it",
    "api-template": "as above",
    "forecast": "has an evening played by the workers, and decides nothing",
    "api-forecasts": "as above",
    "structure-generate": "makes a draft, and writes nothing",
    "api-structure-generate": "as above",
    "api-structure-lint": "looks a sheet over, and writes nothing",
    "placement-preview": "shows what cards placed so would make, and writes nothing",
    "api-scores-preview": "writes nothing",
    "scores": "shows what the typed rows come to, and writes nothing",
    "api-end-break": "the sheets that come along have no break without an end; tests/tournaments tells it",
    "api-time": "play: adds to a clock and decides nothing",
    "more-time": "as above",
    "api-break-table": "tests/tables/cash/test_floor.py tells it",
    "break-table": "as above",
    "api-main-table": "as above",
    "call-off": "as above",
    "feed-table": "as above",
    "api-own-move": "tests/tournaments/floor/test_real_card_tables.py tells it",
    "move-seen": "as above",
    "api-waiting": "tests/tables/cash/test_waiting_lists.py tells it",
    "api-wait": "as above",
    "api-wanted-seat": "as above",
    "wait": "as above",
    "wait-leave": "as above",
    "want-seat": "as above",
    "api-preaction": "play: used, it is a decision's row, which keeps who and when",
    "preaction": "as above",
    "api-own-switch": "tests/tables/player_choices/test_seat_switches.py tells it",
    "switch": "as above",
    "chat-say": "what is said stands there itself, with who and when",
    "chat-report": "as above",
    "chat-mute": "what one does not read concerns nobody else",
    "chat-hide": "tests/tables/chat/test_chat_lines.py tells it",
    "chat-silence": "as above",
    "api-chat": "what is said stands there itself, with who and when",
    "api-chat-line": "tests/tables/chat/test_chat_lines.py tells it",
    "note": "what one notes of others, nobody else sees",
    "api-my-note": "as above",
    "api-show": "tests/tables/cash/test_seats.py tells it",
    "show-cards": "as above",
    "here": "a sign of life",
    "api-button-cards": "tests/tables/hand/test_first_button.py tells it",
    "record-button-cards": "as above",
    "api-begin-recorded": "tests/tables/live_cards/test_live_hand_entry.py tells it",
    "record-begin": "as above",
    "api-recorded-result": "tests/tables/live_cards/test_result_entry.py tells it",
    "record-result": "as above",
    "api-entries": "as above: the decision's own row keeps who, when and from where",
    "record-enter": "as above",
    "api-entry-back": "as above",
    "api-entry": "tests/tables/live_cards/test_entry_taps.py tells it: each tap is one of the three above",
    "record-back": "as above",
    "api-rulings": "says what binds, and writes nothing",
    "record-ask": "as above",
    "rulings": "as above",
    "api-next-game": "a choice waits for its chooser: tests/tables/cash/test_mixed.py tells it",
    "choose-game": "as above",
    "api-word": "play: the hand's own row keeps who said which word",
    "add-word": "as above",
    "api-my-studies": "a file of one's own, which nobody else sees",
    "api-my-study": "as above",
    "study-add": "as above",
    "study-remove": "as above",
    "club-logo-set": "a picture: tests/club/web/test_club_pages.py tells it",
    "my-erasure": "told below: the login is gone afterwards",
    "card": "coming in",
    "card-enter": "coming in",
    "invited": "reads",
    "front-door": "reads",
    "my-device-add": "which of one's own browsers is called concerns nobody else",
    "my-devices-choose": "as above",
    "my-device-forget": "as above",
    "my-chips": "reads",
    "my-statement": "reads",
    "healthz": "reads",
    "healthz-workers": "reads",
    "set_language": "the language of a visit",
    "schema": "reads",
    "api-docs": "reads",
    "api-reference": "reads",
}


def client_for(world: World, story: Story) -> Any:
    client: Any = APIClient() if story.door.startswith("api-") else Client()
    client.force_login(world.owner)
    client.defaults["HTTP_USER_AGENT"] = DEVICE
    if story.door.startswith("api-"):
        client.force_authenticate(world.owner)
    return client


@pytest.mark.parametrize("story", ENDPOINTS + PAGES, ids=lambda story: f"{story.door} {story.kind}")
def test_what_is_decided_is_on_record_with_who_and_from_where(story):
    world = World()
    path, body = story.path(world), story.body(world)
    last = AuditEntry.objects.latest("pk").pk if AuditEntry.objects.exists() else 0
    client = client_for(world, story)
    if isinstance(client, APIClient):
        answer = getattr(client, story.method)(path, body, format="json", HTTP_IDEMPOTENCY_KEY="k")
    else:
        answer = getattr(client, story.method)(path, body)
    assert answer.status_code < 400, answer.content
    made = AuditEntry.objects.filter(pk__gt=last, kind=story.kind)
    assert made, AuditEntry.objects.filter(pk__gt=last).values_list("kind", flat=True)
    for entry in made:
        assert entry.by == world.owner
        assert DEVICE in entry.source
        assert "127.0.0.1" in entry.source
        assert entry.subject or story.kind in ("players.imported", "players.exported", "ledger.audited")
    assert story.kind in DECISIONS


def test_leaving_for_good_is_on_record():
    world = World()
    cashier.cash_out(world.mika, 10_000, key="out", by=None, now=world.now)
    client = Client(HTTP_USER_AGENT=DEVICE)
    client.force_login(world.mika.user)
    client.post("/me/erase/", {"nickname": "mika"})
    entry = AuditEntry.objects.get(kind="player.erased")
    assert (entry.by, entry.subject, DEVICE in entry.source) == (world.mika.user, world.mika.owner, True)


def doors(resolver: Any, before: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every address of the club: its route, its name, its view."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace is None and not route.startswith(("admin/", "accounts/")):
                yield from doors(pattern, route)
        else:
            yield route, pattern.name, pattern.callback


def test_no_door_that_writes_is_left_out():
    told = {(story.door, story.method) for story in ENDPOINTS + PAGES}
    names = {story.door for story in ENDPOINTS + PAGES}
    missing = []
    for route, name, view in doors(get_resolver()):
        path = "/" + re.sub(r"<(\w+):\w+>", lambda found: "1" if found[1] == "int" else "x", route)
        if name in APART or "(" in route:
            continue
        if hasattr(view, "cls"):
            writes = [one for one in ("post", "put", "patch", "delete") if hasattr(view.cls, one)]
            missing += [(name, one) for one in writes if (name, one) not in told]
        elif Client().post(path).status_code != 405 and name not in names:
            missing.append((name, "post"))
    assert not missing, missing
    assert set(DESK_ACTIONS) == set(DESK)
    assert set(STAFF_ACTS) == {*STAFF, *SESSION}
    assert set(registry.at(act.Place.FLOOR)) == {*FLOOR, *FELT, *ENTRIES}
    assert set(registry.at(act.Place.OWN)) == set(OWN_ENTRY)
