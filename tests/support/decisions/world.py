"""A club in which everything can be decided, and what a decision through one door is."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import timezone
from PIL import Image

from club.accounts import api_tokens
from club.cashier import approvals, cashier, chip_runs, credit, shifts, tips_and_jackpots
from club.house import house_rules
from club.membership import joining
from club.models import Delivery, Player, Slip, User, Webhook
from club.people import conduct, people, roles, suspensions
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating
from tables.chinese_hands.chinese_entry import Sheet
from tables.dealing import dealer, settlement
from tables.live_cards import score_sheet
from tables.models import PRACTICE, IntegrityFinding, Table
from tables.practice import practice_tables
from tables.staff import act_list
from tables.staff.act_list import ACTS as STAFF_ACTS
from tests.support.club.members import member, open_table
from tests.support.tables.scoresheets import ROWS
from tournaments.desk import check_in, rebuys_and_add_ons, registration
from tournaments.endings import bagging_by_hand, deal_proposals, requests_to_call_off_or_reopen
from tournaments.entries import alternates, eliminations, entries
from tournaments.floor import clock_by_hand, moves_and_knockouts, real_card_tables
from tournaments.log import tournament_log
from tournaments.log.tournament_rules import TournamentRules
from tournaments.models import League, Season, Structure, Tournament
from tournaments.prizes import tickets
from tournaments.results import seasons
from tournaments.running import event_start
from tournaments.structures import sheet_import

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
    def finding(self) -> int:
        """Something worth a look, about two members."""
        day, figures = date(2026, 1, 3), {"count": 5, "of": 5, "usual": 0.5, "chance": 1e-7}
        told = {"sign": "soft-play", "first": self.mika, "second": self.double, "last_day": day, "found_at": self.now}
        return IntegrityFinding.objects.create(**told, **figures).pk

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
    def practice_table(self) -> Table:
        """For play chips: the owner sits there."""
        opening = new_tables.Opening(name="P", game="holdem", stakes=Stakes(limit="no", big_blind=10), unit=PRACTICE)
        made = new_tables.open_table(opening, by=None, now=self.now)
        seating.sit_down(made.pk, self.me, 1, made.max_buy_in, key=self.key(), now=self.now)
        return made

    @property
    def filled_practice_table(self) -> Table:
        """The same with a computer player in seat 2."""
        made = self.practice_table
        practice_tables.seat_computer(made.pk, "steady", by=self.owner, now=self.now)
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
    def awaited(self) -> int:
        """Chips of mika's that are still to be carried to the desk."""
        made = cashier.buy_chips(self.mika, 50, key=self.key(), by=self.other, now=self.now)
        chip_runs.expect(50, made, self.mika, "Table 1", now=self.now)
        return chip_runs.awaited()[0].pk

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
        requests_to_call_off_or_reopen.ask_to_call_off(made.pk, why="x", now=self.now, by=by)
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
