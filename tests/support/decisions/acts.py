"""The acts of the desk, the floor, the staff and the players: the fields of each, and the kind of its entry."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from club.house import house_rules
from club.people import conduct
from tables.cash import waiting_lists
from tables.models import Table
from tests.support.decisions.world import (
    MIKA,
    World,
    fields,
    ruled,
    with_,
)
from tests.support.desk import tray
from tournaments.endings import deal_proposals
from tournaments.floor import clock_by_hand, moves_and_knockouts, reported_knockouts, undo
from tournaments.log.seating_rules import SeatingRules
from tournaments.log.state import Place, State
from tournaments.models import Tournament
from tournaments.prizes import prize_lock
from tournaments.running import hand_for_hand, runner

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
    "receive": ("chips.received", fields(awaited=lambda w: w.awaited)),
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
        reported_knockouts.knock_out(made.pk, [one], now=world.now, by=None)
    return Tournament.objects.get(pk=made.pk)


def two_left(world: World) -> dict[str, Any]:
    busted(world, 1, 2)
    return {}


def one_left(world: World) -> dict[str, Any]:
    made = Tournament.objects.latest("pk")
    reported_knockouts.knock_out(made.pk, [1, 2, 3], now=world.now, by=None)
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
