"""The law of the room over every kind of event: bounties, rebuys, penalties, colour-ups, rounds, satellites, flights and their
Day 2, both ends.

A few seeded evenings in the suite, many by `just floor` (`FLOOR_RUNS=500`).
"""

from __future__ import annotations

import os
import random
from datetime import timedelta
from typing import Any

import pytest

from club.house import house_rules
from club.ledger import audit
from club.people import conduct, suspensions
from tables.dealing import settlement
from tests.support.budget import sampled
from tests.support.tournaments.called_off import WAYS, Due, pots, stacks_of, two
from tests.support.tournaments.floor_evenings import ACTS, CARDS, Floor, refusal, tried
from tests.tournaments.conftest import CHIPS, held, wallet
from tournaments.desk import rebuys_and_add_ons, registration
from tournaments.endings import bagging_by_hand, requests_to_call_off_or_reopen
from tournaments.floor import clock_by_hand, floor_view, moves_and_knockouts, real_card_tables, reported_knockouts
from tournaments.log import entry_places
from tournaments.log.state import BAGGED, CANCELLED, FINISHED, RUNNING
from tournaments.log.tournament_rules import TournamentRules
from tournaments.models import Entry, Purchase, Tournament
from tournaments.prizes import bounty_awards
from tournaments.running import colour_up, event_start, hand_for_hand, penalty_enforcement, runner

RUNS = int(os.environ.get("FLOOR_RUNS", "3"))
FOUND = (9, 11, 52, 89, 91, 146)  # seeds that have found something: they are always tried
STEPS = 14
WIDE = """bounty_won bounty_won disqualify rebuy rebuy no_rebuy no_rebuy add_on take_back penalty served later later colour request
    finish reopen final bag unbag called_off""".split()
LEVELS: list[dict[str, Any]] = [
    {"type": "level", "n": 1, "minutes": 5, "sb": 25, "bb": 50},
    {"type": "break", "minutes": 2, "remove": [25]},
    *({"type": "level", "n": n, "minutes": 60, "sb": 100, "bb": 200} for n in (2, 3)),
]
BUYING = {"late_until_level": 2, "rebuys": 2, "rebuy_price": 500, "rebuy_chips": 100_000}
BUYING |= {"addons": 1, "addon_price": 300, "addon_chips": 50_000, "addon_until_level": 2, "reentries": 1}
KINDS: list[dict[str, Any]] = [
    {"cards": "physical", **BUYING},
    {"cards": "dealt", **BUYING},
    {"cards": "mixed", "physical_tables": [2, 3], **BUYING},
    {"cards": "physical", "format": "shoot-out", "advance": 1, "round_stacks": "fresh"},
    {"cards": "dealt", "format": "bracket"},
    {"cards": "physical", "ticket_value": 2200},
    {"cards": "physical", "is_flight": True, **BUYING},
]


class Wide(Floor):
    """An evening of any kind, and what else is done on its floor."""

    def announced(self) -> Tournament:
        pick, fields = self.random.choice, dict(KINDS[self.seed % len(KINDS)])
        structure = self.evening.structure(table_size=4, starting_chips=100_000, items=LEVELS)
        fields |= {"structure": structure, "seed": self.random.randbytes(32)}
        if bounty := pick(["", "fixed", "progressive", "mystery"]):
            fields |= {"bounty": 200, "bounty_kind": bounty, "bounty_paid": pick(["once", "end"])}
        if fields.get("ticket_value"):
            fields |= {"fee": 0, "ticket_for": self.evening.tournament(buy_in=2000, fee=200, starts_at=None)}
        if fields.pop("is_flight", False):
            own = {name: value for name, value in fields.items() if name.startswith("bounty")}
            day_two = self.evening.tournament(
                structure=structure, format="day-two", cards="physical", starts_at=None, **own
            )
            fields |= {"day_two": day_two, "bags_at_players": 2, "starts_at": None}
        return self.evening.tournament(table_size=4, **fields)

    def bounty_won(self) -> None:
        state = self.state
        entry = self.random.choice(state.alive)
        others = [one for one in state.alive if one != entry and state.entries[one].table == state.entries[entry].table]
        eliminators = self.random.sample(others, min(len(others), self.random.randint(1, 2)))
        if state.entries[entry].table in state.orders.physical:
            reported_knockouts.knock_out(self.row.pk, [entry], eliminators=eliminators, **self.how)
        else:
            moves_and_knockouts.knock_out(self.row.pk, entry, why="left", eliminators=eliminators, **self.how)

    def act(self, name: str) -> None:
        pick, state, pk, how = self.random.choice, self.state, self.row.pk, self.how
        bought = list(
            Purchase.objects.filter(entry__tournament=self.row, taken_back_at=None).values_list("pk", flat=True)
        )
        deciding, owing = sorted(state.deciding), sorted(state.orders.owing & set(state.tables))
        if name == "bounty_won":
            self.bounty_won()
        elif name == "disqualify":
            entry = pick(state.alive)
            chips = 1000 if state.entries[entry].table in state.orders.physical else None
            moves_and_knockouts.knock_out(pk, entry, why="x", is_disqualified=True, chips=chips, **how)
        elif name == "rebuy" and deciding:
            rebuys_and_add_ons.buy_at_desk(pk, pick(deciding), "rebuy", **how)
        elif name == "no_rebuy" and deciding:
            rebuys_and_add_ons.decline_at_desk(pk, pick(deciding), **how)
        elif name == "add_on":
            rebuys_and_add_ons.buy_at_desk(pk, pick(state.alive), "add-on", **how)
        elif name == "take_back" and bought:
            rebuys_and_add_ons.take_back(pk, pick(bought), why="x", **how)
        elif name == "penalty":
            told = {"amount": 2, "place": self.row.owner, "key": f"{self.row.pk} {self.row.seq}"}
            player = self.row.entries.get(number=pick(state.alive)).player_id
            conduct.record(player, "missed-hand", "late", by=two()[0], now=self.evening.now, **told)
            runner.direct(pk, now=self.evening.now)
        elif name == "served" and state.orders.misses:
            penalty_enforcement.served(pk, pick(sorted(state.orders.misses)), 1, **how)
        elif name == "later":
            self.evening.now += timedelta(minutes=self.random.choice([1, 6]))
            runner.direct(pk, now=self.evening.now)
        elif name == "colour" and owing:
            colour_up.done(pk, state.tables[pick(owing)], **how)
        elif name == "request":
            requests_to_call_off_or_reopen.ask_to_call_off(pk, why="x", now=self.evening.now, by=two()[0])
            requests_to_call_off_or_reopen.withdraw(pk, why="x", now=self.evening.now, by=two()[0])
        elif name == "called_off":
            self.called_off()
        elif name == "finish":
            real_card_tables.finish(pk, **how)
        elif name == "reopen":
            requests_to_call_off_or_reopen.ask_to_reopen(pk, why="x", now=self.evening.now, by=two()[0])
            requests_to_call_off_or_reopen.approve(pk, now=self.evening.now, by=two()[1])
        elif name == "final":
            real_card_tables.draw_final_table(pk, **how)
        elif name == "bag" and self.row.day_two_id:
            stacks = {entry: state.orders.counts.get(entry, 1) for entry in state.alive}
            pool = held(self.row.owner, "stack", self.row.owner)
            told = {"entries": list(stacks), "stacks": list(stacks.values())}
            bagging_by_hand.bag(pk, difference=sum(stacks.values()) - pool, why="x", **told, **how)
        elif name == "unbag" and self.row.day_two_id:
            bagging_by_hand.undo(pk, why="x", **how)
        else:
            super().act(name)

    def called_off(self, how: str = "refund") -> None:
        """Two people call the event off: everybody has what was paid, or is owed by the rule; nothing is left in its pots or on
        its tables."""
        before = self.evening.now - timedelta(days=1)  # an event keeps the rules with which its level began
        house_rules.set_value(TournamentRules, "called_off", how, by=None, now=before)
        asking, approving = two()
        is_shared = how != "refund" and self.row.day_two_id is None
        if is_shared:
            self.say_what_is_missing()
        requests_to_call_off_or_reopen.ask_to_call_off(self.row.pk, why="x", now=self.evening.now, by=asking)
        self.row.refresh_from_db()
        due = Due(self.row, self.state, stacks_of(self.row, self.state), how) if is_shared else None
        requests_to_call_off_or_reopen.approve(self.row.pk, now=self.evening.now, by=approving)
        assert self.state.status == CANCELLED
        assert held(self.row.owner, "stack", self.row.owner) == 0
        assert not self.state.tables
        if due is not None:
            due.check()
            return
        flights = Tournament.objects.filter(day_two=self.row)
        played = Entry.objects.filter(tournament__in=[self.row, *flights])
        assert all(wallet(one.player) == CHIPS for one in played.select_related("player"))
        if self.row.day_two_id is None:
            assert pots(self.row) == (0, 0)

    def say_what_is_missing(self) -> None:
        """Before prizes are shared: rebuys, stacks and eliminators are said. Hands in play are voided."""
        pk, how, lot = self.row.pk, self.how, random.Random(self.seed)
        for entry in list(self.state.deciding):
            rebuys_and_add_ons.decline_at_desk(pk, entry, **how)
        state = self.state
        for entry in bounty_awards.undecided(self.row, state):
            bounty_awards.award(pk, entry, eliminators=[], why="x", **how)
        real = [entry for entry in state.alive if state.entries[entry].table in state.orders.physical]
        if real:
            most = held(self.row.owner, "stack", self.row.owner) // len(
                real
            )  # the pool of real cards bounds what is counted
            real_card_tables.count(pk, real, [lot.randint(1, most) for _one in real], **how)
        for entries in entry_places.stacks_wanted(self.state).values():
            hand_for_hand.tell_start_stacks(pk, entries, list(range(1, len(entries) + 1)), **how)

    def is_sound(self) -> None:
        super().is_sound()
        state, row = self.state, self.row
        assert set(state.deciding) <= set(state.alive)
        places = sorted((place.best, place.worst) for place in state.entries.values() if place.best is not None)
        assert all(best <= worst <= len(state.entries) for best, worst in places)  # type: ignore[operator]
        if row.bounty and row.bounty_kind != "mystery" and state.status == RUNNING and not row.day_two_id:
            owed = sum(bounty_awards.open_bounties(row, state).values()) + state.prize_state.unclaimed
            owed += sum(state.prize_state.won.values()) if row.bounty_paid == "end" else 0
            assert held(f"{row.owner}:bounties", "escrow") == owed

    def obey(self) -> bool:
        """As the list says, what is about rebuys, stacks, colour-ups and ends as well."""
        pk, how, did = self.row.pk, self.how, False
        if self.state.status == RUNNING and self.state.clock.paused is not None and self.state.request is None:
            clock_by_hand.resume(pk, **how)
        for hand in self.state.hands.values():
            settlement.play_out(hand, now=self.evening.now)
        runner.direct(pk, now=self.evening.now)
        self.row.refresh_from_db()
        for one in floor_view.board(self.row, now=self.evening.now)["due"]:
            given, did = one["fields"], True
            if one["kind"] == "rebuy":
                rebuys_and_add_ons.decline_at_desk(pk, given["entry"], **how)
            elif one["kind"] == "colour_up":
                colour_up.done(pk, given["table"], **how)
            elif one["kind"] == "prizes_held" and (left := bounty_awards.undecided(self.row, self.state)):
                bounty_awards.award(pk, left[0], eliminators=self.state.alive[:1], why="x", **how)
            elif one["kind"] == "finish":
                real_card_tables.finish(pk, **how)
            elif one["kind"] == "closing":
                registration.close(pk, **how)
            elif one["kind"] == "start_stacks":
                asked = [each["entry"] for each in one["asks"]]
                hand_for_hand.tell_start_stacks(pk, asked, list(range(1, len(asked) + 1)), **how)
            else:
                did = False
                continue
            return True
        return did or super().obey()


TAKEN_BACK = frozenset(
    """bust two confirm confirm_table call_off open_table hold move hand_for_hand hand_played button count bounty_won disqualify
    no_rebuy served colour final""".split()
)


def plays(made: Wide) -> None:
    """Random acts: after each all fits, is taken back, and leads to order."""
    for step in range(STEPS):
        before, name = made.state, made.random.choice([*ACTS, *WIDE])
        if before.status == BAGGED:
            name = "unbag"
        elif before.status == FINISHED:
            name = "reopen"
        elif before.status != RUNNING:
            break
        seq = made.row.seq
        refused = refusal(made, name)
        assert refused != "no_free_seat"
        assert not refused or made.state == before, (name, refused)
        made.evening.now += timedelta(seconds=7)
        made.is_sound()
        if made.state.status == RUNNING == before.status and name in TAKEN_BACK:
            with tried():
                made.is_taken_back(before, seq)
                assert set(made.state.deciding) == set(before.deciding), name
        made.row.refresh_from_db()
        if step % 5 == 4 and made.row.cards == Tournament.Cards.PHYSICAL:
            with tried():
                made.leads_to_order()
        made.row.refresh_from_db()
    if made.state.status == RUNNING:
        for way in WAYS:
            with tried():
                made.called_off(way)
            made.row.refresh_from_db()
        made.leads_to_order()
    assert audit.rebuild().ok


@pytest.mark.django_db
@pytest.mark.sweep
@pytest.mark.parametrize("seed", sampled(sorted({*range(RUNS), *FOUND}), "wide orders", one_of=8))
def test_law_whatever_the_event_all_is_in_order_and_every_mistake_is_taken_back(seed: int) -> None:
    plays(Wide(seed))


class DayTwo(Wide):
    """The last day of flights, one of whose survivors may be barred from playing by then."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        last = self.row.day_two
        assert last is not None
        self.bagged()
        if self.random.random() < 0.5:
            self.row = self.flight(last)
            for _each in range(self.random.randint(4, 9)):
                self.come()
            event_start.start(self.row.pk, now=self.evening.now)
            self.bagged()
        survived = Entry.objects.filter(tournament=last, is_withdrawn=False, is_out=False).order_by("number")
        if self.random.random() < 0.3 and len(survived) > 2:
            suspensions.suspend(survived[0].player_id, until=None, why="x", by=two()[0], now=self.evening.now)
        self.row = last
        event_start.start(last.pk, now=self.evening.now)
        assert self.state.status == RUNNING

    def announced(self) -> Tournament:
        self.fields: dict[str, Any] = {}
        if bounty := self.random.choice(["", "fixed", "progressive", "mystery"]):
            self.fields = {"bounty": 200, "bounty_kind": bounty, "bounty_paid": self.random.choice(["once", "end"])}
        self.fields["structure"] = self.evening.structure(table_size=4, starting_chips=100_000, items=LEVELS)
        cards = CARDS[self.seed % len(CARDS)]
        return self.flight(
            self.evening.tournament(format="day-two", table_size=4, starts_at=None, **cards, **self.fields)
        )

    def flight(self, last: Tournament) -> Tournament:
        """A flight with real cards, of that Day 2."""
        lot = {"seed": self.random.randbytes(32), "table_size": 4, "cards": "physical", "starts_at": None}
        return self.evening.tournament(day_two=last, bags_at_players=2, **lot, **self.fields)

    def bagged(self) -> None:
        """The flight is played until some are left, whose stacks are bagged; sometimes that is taken back once."""
        while len(self.state.alive) > self.random.randint(2, 5):
            entry, eliminator = self.random.sample(self.state.alive, 2)
            reported_knockouts.knock_out(self.row.pk, [entry], eliminators=[eliminator], **self.how)
        stacks = dict.fromkeys(self.state.alive, 1)
        stacks[self.random.choice(self.state.alive)] += held(self.row.owner, "stack", self.row.owner) - len(stacks)
        for _again in range(self.random.randint(1, 2)):
            if self.state.status == BAGGED:
                bagging_by_hand.undo(self.row.pk, why="x", **self.how)
            bagging_by_hand.bag(self.row.pk, entries=list(stacks), stacks=list(stacks.values()), **self.how)


@pytest.mark.django_db
@pytest.mark.sweep
@pytest.mark.parametrize("seed", sampled(range(RUNS), "Day 2", one_of=3))
def test_law_a_day_two_is_in_order_and_every_mistake_is_taken_back(seed: int) -> None:
    plays(DayTwo(seed))
