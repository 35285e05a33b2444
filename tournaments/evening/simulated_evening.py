"""A whole evening by itself: computer players register, play every hand through the workers, and are paid.

Everything goes through the services a club uses; only the clock is the evening's own: it charges a fixed time a hand,
so an evening takes as long as its hands do. All tables play hand for hand and the director acts in table order, so the
same seed gives the same evening however the processes fare.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from club.base import on_commit_tasks
from club.cashier import cashier
from club.ledger import audit
from club.models import Player
from club.people.people import enrol
from engine.messages.message import Quoted
from tables.models import Hand
from tournaments.desk import registration
from tournaments.floor import clock_by_hand
from tournaments.log.state import FINISHED, REGISTERING, RUNNING, State
from tournaments.messages.structures import SheetText
from tournaments.models import Entry, Structure, Tournament
from tournaments.prizes import prizes_by_place
from tournaments.running import event_start, runner
from tournaments.structures import levels_and_breaks, sheet_import
from tournaments.structures.clock import moment
from tournaments.structures.levels_and_breaks import Break
from tournaments.structures.sheet_games import BadSheet

BEGINS = datetime(2026, 1, 3, 19, 0, tzinfo=UTC)
BUY_IN, FEE = 1000, 100
REBUYS_UNTIL = 4
SECONDS_A_HAND = 75
ASK_AGAIN_SECONDS = 3.0  # a message lost with a worker is sent again; the task is harmless run twice
LOOK_SECONDS = 0.01


def prepare(players: int, seed: int, structure: Structure, rebuys: int = 0) -> Tournament:
    """The evening's tournament with everybody registered: made, or found where an interrupted run left it.

    rebuys: how often each may buy the starting chips again, until the end of level `REBUYS_UNTIL`.
    """
    name = f"Night {seed}"
    tournament = Tournament.objects.filter(name=name).first()
    if tournament is None:
        tournament = event_start.announce(
            name,
            structure,
            buy_in=BUY_IN,
            fee=FEE,
            starts_at=BEGINS,
            seed=hashlib.sha256(f"night:{seed}".encode()).digest(),
            now=BEGINS,
            driver=Tournament.Driver.COMMAND,
            pace=0.0,
            min_players=players,
            **(_rebuys(structure, rebuys) if rebuys else {}),
        )
    for number in range(1, players + 1):
        player = Player.objects.filter(nickname=player_name(number)).first()
        if player is None:
            player = enrol(player_name(number), is_computer=True, now=BEGINS)
        cashier.buy_chips(player, (BUY_IN + FEE) * (1 + rebuys), key=f"night:buy-chips:{number}", by=None, now=BEGINS)
        if tournament.status == REGISTERING:
            registration.register(tournament.pk, player, now=BEGINS, key="night")
    return tournament


def _rebuys(structure: Structure, rebuys: int) -> dict[str, Any]:
    told = {"rebuys": rebuys, "rebuy_price": BUY_IN, "rebuy_fee": FEE, "rebuy_until_level": REBUYS_UNTIL}
    return {**told, "rebuy_chips": structure.sheet["starting_chips"], "computers_buy": True}


def player_name(number: int) -> str:
    """The nickname of the evening's player of that number."""
    return f"Player {number:02d}"


def present(tournament: Tournament) -> datetime:
    """The evening's own time: its beginning and a fixed charge for every hand that was dealt."""
    tournament.refresh_from_db()
    rounds = State.from_json(tournament.snapshot).rounds
    return BEGINS + timedelta(seconds=rounds * SECONDS_A_HAND + _breaks_taken(tournament, rounds))


def _breaks_taken(tournament: Tournament, rounds: int) -> float:
    """Seconds of the breaks that lie behind so many hands: nobody waits through them, the clock just passes them."""
    played, passed, taken = rounds * SECONDS_A_HAND, 0.0, 0.0
    for item in levels_and_breaks.items(tournament.sheet):
        if isinstance(item, Break):
            taken += (item.minutes or 0) * 60.0
        elif item.minutes is not None:
            passed += item.minutes * 60.0
            if passed > played:
                break
    return taken


def play(tournament: Tournament, *, after_round: Callable[[State], None], keep_alive: Callable[[], object]) -> None:
    """Play the tournament to its end. `after_round` is told the state after each round, `keep_alive` called while waiting."""
    while True:
        now = present(tournament)
        state = State.from_json(tournament.snapshot)
        if state.status == RUNNING:
            where = moment(levels_and_breaks.items(tournament.sheet), state.clock, now)
            if isinstance(where.item, Break) and where.left is None:
                clock_by_hand.end_break(tournament.pk, now=now, by=None)
        runner.direct(tournament.pk, now=now)
        tournament.refresh_from_db()
        state = State.from_json(tournament.snapshot)
        after_round(state)
        if state.status == FINISHED:
            return
        _wait_for(list(state.hands.values()), keep_alive)


def _wait_for(hands: list[int], keep_alive: Callable[[], object]) -> None:
    """Wait until the workers have settled those hands."""
    asked = time.monotonic()
    done = (Hand.State.SETTLED, Hand.State.VOID)
    while open_hands := list(Hand.objects.filter(pk__in=hands).exclude(state__in=done).values_list("pk", flat=True)):
        if time.monotonic() - asked > ASK_AGAIN_SECONDS:
            asked = time.monotonic()
            for hand in open_hands:
                with transaction.atomic():
                    on_commit_tasks.send("tables.tasks.play_hand", hand)
        keep_alive()
        time.sleep(LOOK_SECONDS)


def outcome(tournament: Tournament, seed: int) -> dict[str, Any]:
    """Standings, prizes and the audit, as `night --json` prints them."""
    tournament.refresh_from_db()
    state = State.from_json(tournament.snapshot)
    names = {
        entry.number: entry.player.nickname
        for entry in Entry.objects.filter(tournament=tournament).select_related("player")
    }
    won = prizes_by_place.won(tournament, state)
    placed = sorted(state.entries.items(), key=lambda one: (one[1].best or 0, one[0]))
    report = audit.rebuild()
    return {
        "seed": seed,
        "structure": "" if tournament.structure is None else tournament.structure.key,
        "players": len(state.entries),
        "hands": state.played,
        "standings": [
            {"place": place.best, "player": names[entry], "prize": won.get(entry, 0)} for entry, place in placed
        ],
        "audit": {"ok": report.ok, "differences": list(report.differences)},
    }


def structure_of(key: str) -> Structure:
    """The structure of that key, those that come with Cardhouse taken in first. Raises `ClubError`."""
    sheet_import.take_in_own(now=BEGINS)
    found = Structure.objects.filter(key=key).first()
    if found is None:
        known = ", ".join(Structure.objects.order_by("key").values_list("key", flat=True))
        raise BadSheet(SheetText.UNKNOWN(key=Quoted(key), known=known))
    return found
