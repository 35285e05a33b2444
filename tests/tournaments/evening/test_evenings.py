"""A full evening of every kind of event through HTTP: announced, entered, played to its end, paid, read from the results.

Computer players at pace 0 are entered at the desk; one person enters, decides and buys by own requests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from club.ledger import audit
from tables.dealing import settlement
from tables.models import Hand
from tests.support.budget import sampled
from tests.tournaments.conftest import Evening, held, is_replay
from tournaments.log.state import FINISHED, REGISTERING, RUNNING, State
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.running import runner

SHEET: dict[str, Any] = {
    "id": "fast",
    "name": "Fast",
    "game": "NLHE",
    "starting_chips": 600,
    "table_size": 4,
    "items": [{"type": "level", "n": 1, "minutes": 600, "sb": 100, "bb": 200}],
}
HORSE: dict[str, Any] = {
    "id": "horse",
    "game": "mixed",
    "rotation": {"unit": "hands", "every": 1, "games": "horse"},
    "items": [
        {"type": "level", "n": 1, "minutes": 600, "small_bet": 200, "big_bet": 400, "sb": 100, "bb": 200, "ante": 50,
         "bring_in": 50}
    ],
}  # fmt: skip
OFC: dict[str, Any] = {
    "id": "ofc",
    "game": "OFC Pineapple",
    "table_size": 3,
    "items": [{"type": "level", "n": 1, "minutes": 600, "point": 150}],
}


class Night:
    """One evening through HTTP: a director at the desk, a person, and computer players."""

    def __init__(self, evening: Evening, count: int) -> None:
        self.evening = evening
        evening.now = timezone.now()
        self.boss = evening.client(evening.person("boss", role="director", chips=0))
        self.person = evening.person("Mika")
        self.mika = evening.client(self.person)
        self.machines = evening.computers(count - 1)
        self.number = 0

    def posted(self, client: APIClient, path: str, body: dict[str, Any] | None = None, status: int = 200) -> Any:
        answer = client.post(f"/api/v1/{path}", body or {}, format="json")
        assert answer.status_code == status, (path, answer.json())
        return answer.json()

    def announced(self, sheet: dict[str, Any], **fields: Any) -> int:
        told = {**SHEET, **sheet}
        self.posted(self.boss, "structures/", told, 201)
        body = {"name": "Evening", "structure": told["id"], "buy_in": 1000, "fee": 100, **fields}
        self.number = int(self.posted(self.boss, "tournaments/", body, 201)["id"])
        Tournament.objects.filter(pk=self.number).update(
            pace=0.0, seed=bytes(32), action_seconds=1_800
        )  # at once, with the same cards every time, and nobody's time runs out because the machine was busy
        return self.number

    def enter(self) -> None:
        self.posted(self.mika, f"tournaments/{self.number}/registration/", status=201)
        for player in self.machines:
            self.at_desk("register", player=player.nickname)

    def at_desk(self, act: str, **body: Any) -> Any:
        return self.posted(self.boss, f"tournaments/{self.number}/floor/{act}/", body)

    @property
    def row(self) -> Tournament:
        return Tournament.objects.get(pk=self.number)

    @property
    def state(self) -> State:
        return State.from_json(self.row.snapshot)

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self.boss.get(f"/api/v1/tournaments/{self.number}/").json()
        return found

    def play_hand(self, hand: int) -> None:
        """The workers play the computers, the person answers what is asked: all in, or the least there is."""
        for _each in range(40):
            settlement.play_out(hand, now=timezone.now())
            row = Hand.objects.get(pk=hand)
            if row.state != Hand.State.PLAYING:
                return
            asks = self.mika.get(f"/api/v1/hands/{hand}/").json()["view"]["asks"]
            (ask,) = [one for one in asks if "offers" in one]
            words = [offer["verb"] for offer in ask["offers"]]
            decision = next((word for word in ("call", "check") if word in words), None) or ask["default"]
            decision = "all-in" if "raise" in words else decision
            body = {"hand": hand, "ask": ask["number"], "decision": decision}
            self.posted(self.mika, f"tables/{row.table_id}/decisions/", body)
        raise AssertionError("the hand does not end")

    def play(self, heed: Callable[[Night], None] | None = None) -> State:
        """To the end, `heed` being told after every round of hands."""
        for _each in range(400):
            runner.direct(self.number, now=timezone.now())
            state = self.state
            if state.status == FINISHED:
                return state
            for hand in state.hands.values():
                self.play_hand(hand)
            if heed is not None:
                runner.direct(self.number, now=timezone.now())
                heed(self)
        raise AssertionError("the evening does not end")

    def out(self) -> list[Entry]:
        """Who is out, and has not entered again."""
        gone = Entry.objects.filter(tournament=self.row, is_out=True, is_withdrawn=False).select_related("player")
        back = set(Entry.objects.filter(tournament=self.row, is_out=False).values_list("player_id", flat=True))
        return [entry for entry in gone.order_by("number") if entry.player_id not in back]


def is_settled(night: Night) -> dict[str, Any]:
    """The books after an evening: everything paid, nothing left, the log tells the state; the results, as the API has them."""
    row, seen = night.row, night.seen()
    assert seen["status"] == "over"
    assert is_replay(row)
    assert held(row.owner, "escrow") == 0
    assert held(f"{row.owner}:bounties", "escrow") == 0
    assert not Entry.objects.filter(tournament=row, account__balance__gt=0).exists()
    assert audit.rebuild().ok
    results: dict[str, Any] = night.boss.get(f"/api/v1/tournaments/{row.pk}/results/").json()
    paid = [line["prize"] or 0 for line in results["results"]]
    assert sum(paid) == seen["prize_pool"]
    assert sum(entrant["prize"] or 0 for entrant in seen["entrants"]) == seen["prize_pool"]
    return results


# -- what happens besides on such an evening --------------------------------------------------------------------------


def nothing(night: Night) -> None:
    """Play alone."""


def enter_again(night: Night) -> None:
    """The first who are out enter again at the desk; then registration is closed by hand."""
    if night.state.status != RUNNING or night.state.is_closed:
        return
    for entry in night.out()[:2]:
        night.at_desk("register", player=entry.player.nickname)
    if Entry.objects.filter(tournament=night.row, is_reentry=True).exists():
        night.at_desk("close-registration", why="the break is over")


def buy_again(night: Night) -> None:
    """The person rebuys when asked, somebody else adds on at the desk; then both are closed."""
    state = night.state
    if state.status != RUNNING or state.is_closed:
        return
    entry = Entry.objects.get(tournament=night.row, player=night.person)
    if entry.number in state.deciding:
        night.posted(night.mika, f"tournaments/{night.number}/entry/rebuy/", {"count": 1})
    elif state.rounds < 4 and not state.entries[entry.number].is_out:
        return
    other = next(one for one in night.state.playing if one != entry.number)
    night.at_desk("sell", entry=other, kind="add-on")
    night.at_desk("close-registration")


@dataclass(frozen=True)
class Kind:
    """One kind of evening: the fields of its event, its sheet, how many play, what happens besides, lines its log has."""

    fields: dict[str, Any] = field(default_factory=dict)
    sheet: dict[str, Any] = field(default_factory=dict)
    count: int = 7
    heed: Callable[[Night], None] = nothing
    lines: tuple[str, ...] = ()
    pool: int | None = None
    is_started: bool = True  # by the director


LATE = {"late_until_level": 1}
REBUYS = {
    **LATE,
    "rebuys": 1,
    "rebuy_price": 500,
    "rebuy_chips": 600,
    "addons": 1,
    "addon_price": 500,
    "addon_chips": 900,
}
BOUNTY = {"bounty": 300}
KINDS = {
    "freeze-out": Kind(lines=("final_table",), pool=7000),
    "re-entry": Kind({**LATE, "reentries": 1}, heed=enter_again, lines=("reentered", "seated", "registration_closed")),
    "rebuy": Kind(REBUYS, heed=buy_again, lines=("added_on", "chips_issued")),
    "fixed bounty": Kind(BOUNTY, lines=("bounty_won",), pool=4900),
    "progressive bounty": Kind({**BOUNTY, "bounty_kind": "progressive"}, lines=("bounty_won",), pool=4900),
    "mystery bounty": Kind(
        {**BOUNTY, "bounty_kind": "mystery", "mystery_level": 1, "mystery_shares": [[5, 1], [1, 6]]},
        lines=("envelopes_made", "bounty_won"),
        pool=4900,
    ),
    "guarantee": Kind({"guarantee": 20_000}, pool=20_000),
    "free-roll": Kind({"buy_in": 0, "fee": 0, "guarantee": 700}, pool=700),
    "sit-and-go": Kind({"starts_when": "full", "max_players": 5, "reopens": True}, count=5, is_started=False),
    "shoot-out": Kind({"format": "shoot-out"}, count=8, lines=("round_drawn",), pool=8000),
    "bracket": Kind({"format": "bracket"}, count=6, lines=("round_drawn",), pool=6000),
    "mixed": Kind(sheet=HORSE, count=5, pool=5000),
    "open-face Chinese": Kind(BOUNTY, OFC, 5, lines=("final_table", "bounty_won"), pool=3500),
}


@pytest.mark.sweep
@pytest.mark.parametrize("name", sampled(KINDS, "evenings", one_of=12))
def test_an_evening_of_that_kind_through_http(evening: Evening, name: str) -> None:
    kind = KINDS[name]
    night = Night(evening, kind.count)
    night.announced(kind.sheet, **kind.fields)
    night.enter()
    assert night.state.status == (REGISTERING if kind.is_started else RUNNING)
    if kind.is_started:
        night.posted(night.boss, f"tournaments/{night.number}/start/")
    night.play(kind.heed)
    results = is_settled(night)
    assert len(results["results"]) == Entry.objects.filter(tournament=night.row).count()
    kinds = set(LogEntry.objects.filter(tournament=night.row).values_list("kind", flat=True))
    assert kinds >= {*kind.lines, "registered", "started", "dealt", "hand_taken", "knocked_out", "finished"}
    if kind.pool is not None:
        assert night.seen()["prize_pool"] == kind.pool
    assert (Tournament.objects.count() == 2) == bool(kind.fields.get("reopens"))


def test_a_satellite_through_http_pays_tickets(evening: Evening) -> None:
    night = Night(evening, 5)
    main = night.announced({}, name="Main", buy_in=2000, fee=200)
    night.announced({}, fee=0, ticket_for=main, ticket_value=2200)
    night.enter()
    night.posted(night.boss, f"tournaments/{night.number}/start/")
    state = night.play()
    is_settled(night)
    assert sorted(place.best or 0 for place in state.entries.values())[:2] == [1, 2]
    assert held("tickets", "escrow") == 2 * 2200


def test_an_evening_with_real_cards_through_http(evening: Evening) -> None:
    """The director does what the floor says is due, and reports a knock-out when nothing is."""
    night = Night(evening, 6)
    night.announced({"table_size": 3}, cards="physical")
    night.enter()
    night.posted(night.boss, f"tournaments/{night.number}/start/")
    for _each in range(60):
        if night.state.status == FINISHED:
            break
        floor = night.boss.get(f"/api/v1/tournaments/{night.number}/floor/").json()
        due = next((one for one in floor["due"] if one["act"] or one["kind"] == "button"), None)
        if due is None:
            night.at_desk("bust", entries=[night.state.alive[-1]])
        elif due["kind"] == "button":
            seated = next(table for table in floor["tables"] if table["id"] == due["table"])["seats"]
            night.at_desk("button", table=due["table"], button=next(one["seat"] for one in seated if one["entry"]))
        else:
            night.at_desk(due["act"], **due["fields"])
    results = is_settled(night)
    assert len(results["results"]) == 6
    assert not LogEntry.objects.filter(tournament=night.row, kind="dealt").exists()
