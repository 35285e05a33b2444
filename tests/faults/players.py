"""Scripted players who play over HTTP and never give up: a request that got no answer is sent again, word for word."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LOOK_SECONDS = 0.5
AGAIN_SECONDS = 0.1
FEW_CHIPS = 500
ROWS = {"back": 5, "middle": 5, "front": 3}


@dataclass
class Told:
    """What the server acknowledged to one player, and what was asked of it."""

    user: int = 0
    since: int = 0  # hands before that one were played by somebody else with this login
    decisions: dict[tuple[int, int], str] = field(default_factory=dict)  # (hand, ask): the words that were accepted
    asked: dict[tuple[int, int], set[str]] = field(default_factory=dict)  # whatever was said to that ask
    top_ups: set[str] = field(default_factory=set)  # keys that were accepted
    asked_top_ups: set[str] = field(default_factory=set)
    repeated: int = 0  # requests that were sent more than once
    faults: list[str] = field(default_factory=list)  # answers that no request should get
    troubles: Counter[str] = field(default_factory=Counter)  # what the server said was wrong with it (503)


class Client(threading.Thread):
    """One player at one table, with a connection of its own."""

    def __init__(self, port: int, token: str, table: int, told: Told, seed: str, stop: threading.Event) -> None:
        super().__init__(daemon=True, name=seed)
        self.port, self.token, self.table = port, token, table
        self.rng = random.Random(seed)
        self.stopped = stop
        self.told = told
        self._connection: http.client.HTTPConnection | None = None
        self._keys = 0

    def run(self) -> None:
        while not self.stopped.is_set():
            seen = self._ask("GET", f"/api/v1/tables/{self.table}/")
            if seen is not None:
                self._act(seen[1])
            self.stopped.wait(LOOK_SECONDS)

    def _act(self, seen: Mapping[str, Any]) -> None:
        hand = seen.get("hand")
        if seen.get("your_state") == "out":
            self._ask("PATCH", f"/api/v1/tables/{self.table}/sittings/mine/", {"state": "active", "post": True})
        elif hand and hand["you"] and hand["state"] == "playing":
            for ask in hand["view"]["asks"]:
                if ask["seat"] == hand["you"]:
                    self._decide(hand, ask)
                    return
        elif (stack := _own_stack(seen)) < FEW_CHIPS:
            self._top_up(5_000 - stack)
        elif self.rng.random() < 0.2:
            self._top_up(1)

    def _decide(self, hand: Mapping[str, Any], ask: Mapping[str, Any]) -> None:
        words = answer_to(hand, ask, self.rng)
        body = {"hand": hand["id"], "ask": ask["number"], "decision": words}
        place = (hand["id"], ask["number"])
        self.told.asked.setdefault(place, set()).add(words)
        answer = self._ask("POST", f"/api/v1/tables/{self.table}/decisions/", body)
        if answer is None:
            return
        status, problem = answer
        if status == 200:
            self.told.decisions[place] = words
        elif status != 409:  # things have gone on
            self.told.faults.append(f"{status} to {body}: {problem.get('detail')}")

    def _top_up(self, amount: int) -> None:
        self._keys += 1
        key = f"{self.name}:{self._keys}:{time.monotonic_ns()}"
        self.told.asked_top_ups.add(key)
        answer = self._ask("POST", f"/api/v1/tables/{self.table}/sittings/mine/", {"amount": amount}, key)
        if answer is not None and answer[0] == 200:
            self.told.top_ups.add(key)
        elif answer is not None and answer[0] not in (409, 422):
            self.told.faults.append(f"{answer[0]} to a top-up: {answer[1].get('detail')}")

    def _ask(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, key: str = ""
    ) -> tuple[int, dict[str, Any]] | None:
        """The status and body of the answer; a request without one, or answered by a fault, is sent again until the end."""
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body)
        is_first = True
        while is_first or not self.stopped.is_set():
            if not is_first:
                self.told.repeated += 1
            is_first = False
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
                self._connection.request(method, path, data, headers)
                answer = self._connection.getresponse()
                content = answer.read()
                if answer.status < 500:
                    return answer.status, json.loads(content)
                self._note(f"{method} {path}", answer.status, content)
            except (OSError, http.client.HTTPException, ValueError):
                self.close()
            self.stopped.wait(AGAIN_SECONDS)
        return None

    def _note(self, asked: str, status: int, content: bytes) -> None:
        """Whatever is the matter, the server says what: a bare 500 is a fault."""
        if status == 503:
            self.told.troubles[str(json.loads(content)["code"])] += 1
        else:
            self.told.faults.append(f"{status} to {asked}: {content[:200]!r}")

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._connection.close()
        self._connection = None


def answer_to(hand: Mapping[str, Any], ask: Mapping[str, Any], rng: random.Random) -> str:
    """A legal answer, seldom a fold, and now and then a bet of everything."""
    offer = rng.choice(ask["offers"])
    verb = offer["verb"]
    own = next(place for place in hand["view"]["seats"] if place["seat"] == hand["you"])
    if verb == "fold" and any(one["verb"] == "call" for one in ask["offers"]) and rng.random() < 0.8:
        verb = "call"
    if verb in ("draw", "discard"):
        return " ".join([verb, *rng.sample(own["cards"], rng.randint(offer["lo"], min(2, offer["hi"]) or offer["lo"]))])
    if verb == "raise":
        lo, hi, step = offer["lo"], offer["hi"], offer.get("step") or 1
        return f"raise {rng.choice([lo, lo, lo, lo + (hi - lo) // 8 // step * step, hi])}"
    if verb in ("place", "set"):
        return _placed(verb, own, offer["lo"])
    return "agree 1" if verb == "agree" else str(verb)


def _placed(verb: str, own: Mapping[str, Any], keep: int) -> str:
    """The first cards to the back, the next to the middle, and what is left over thrown away."""
    cards, rows = list(own["cards"]), {}
    for row, size in ROWS.items():
        room = min(size - len(own["rows"][row]), keep)
        rows[row], cards, keep = cards[:room], cards[room:], keep - room
    if verb == "set":
        return "set " + " / ".join(
            [" ".join(one) for one in (rows["front"], rows["middle"], rows["back"], cards) if one]
        )
    return " ".join(["place", *[f"{row}={''.join(one)}" for row, one in [*rows.items(), ("discard", cards)] if one]])


def _own_stack(seen: Mapping[str, Any]) -> int:
    """The chips of the viewer's seat; plenty for one who has none."""
    return next((one["stack"] for one in seen["sittings"] if one["seat"] == seen["you"]), FEW_CHIPS)


class Listener(threading.Thread):
    """Somebody who keeps a table's event stream open, and opens it again a second after it broke, as browsers do."""

    def __init__(self, port: int, table: int, stop: threading.Event) -> None:
        super().__init__(daemon=True, name=f"listener {table}")
        self.port, self.table, self.stopped = port, table, stop
        self.heard = 0.0  # when the latest news came, by the monotonic clock

    def run(self) -> None:
        while not self.stopped.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                self._listen()
            self.stopped.wait(1.0)

    def _listen(self) -> None:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request("GET", f"/streams/table:{self.table}")
            answer = connection.getresponse()
            while answer.status == 200 and not self.stopped.is_set() and (line := answer.readline()):
                if line.startswith(b"data: "):
                    self.heard = time.monotonic()
