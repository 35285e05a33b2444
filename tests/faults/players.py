"""Scripted players who play over HTTP and never give up: a request that got no answer is sent again, word for word."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LOOK_SECONDS = 0.25
AGAIN_SECONDS = 0.1


@dataclass
class Told:
    """What the server acknowledged to one player, and what was asked of it."""

    decisions: dict[tuple[int, int], str] = field(default_factory=dict)  # (hand, ask): the words that were accepted
    top_ups: set[str] = field(default_factory=set)  # keys that were accepted
    asked_top_ups: set[str] = field(default_factory=set)
    repeated: int = 0  # requests that were sent more than once
    faults: list[str] = field(default_factory=list)  # answers that no request should get


class Client(threading.Thread):
    """One player at one table, with a connection of its own."""

    def __init__(self, port: int, token: str, table: int, seed: str, stop: threading.Event) -> None:
        super().__init__(daemon=True, name=seed)
        self.port, self.token, self.table = port, token, table
        self.rng = random.Random(seed)
        self.stopped = stop
        self.told = Told()
        self._connection: http.client.HTTPConnection | None = None
        self._keys = 0

    def run(self) -> None:
        while not self.stopped.is_set():
            seen = self._ask("GET", f"/api/tables/{self.table}/")
            if seen is not None:
                self._act(seen[1])
            self.stopped.wait(LOOK_SECONDS)

    def _act(self, seen: Mapping[str, Any]) -> None:
        hand = seen.get("hand")
        if seen.get("your_state") == "out":
            self._ask("PATCH", f"/api/tables/{self.table}/sittings/mine/", {"state": "active", "post": True})
        elif hand and hand["you"] and hand["state"] == "playing":
            for ask in hand["view"]["asks"]:
                if ask["seat"] == hand["you"]:
                    self._decide(hand, ask)
                    return
        elif self.rng.random() < 0.2:
            self._top_up()

    def _decide(self, hand: Mapping[str, Any], ask: Mapping[str, Any]) -> None:
        words = self._words(hand, ask)
        body = {"hand": hand["id"], "ask": ask["number"], "decision": words}
        answer = self._ask("POST", f"/api/tables/{self.table}/decisions/", body)
        if answer is None:
            return
        status, problem = answer
        if status == 200:
            self.told.decisions[hand["id"], ask["number"]] = words
        elif status != 409:  # things have gone on
            self.told.faults.append(f"{status} to {body}: {problem.get('detail')}")

    def _words(self, hand: Mapping[str, Any], ask: Mapping[str, Any]) -> str:
        offer = self.rng.choice(ask["offers"])
        verb = offer["verb"]
        by_verb = {one["verb"] for one in ask["offers"]}
        if verb == "fold" and "call" in by_verb and self.rng.random() < 0.8:
            verb = "call"
        if verb in ("draw", "discard"):
            own = next(place for place in hand["view"]["seats"] if place["seat"] == hand["you"])
            thrown = self.rng.sample(own["cards"], self.rng.randint(offer["lo"], min(2, offer["hi"])))
            return " ".join([verb, *thrown])
        if verb in ("raise", "bet"):
            return f"{verb} {offer['lo']}"
        return "agree 1" if verb == "agree" else str(verb)

    def _top_up(self) -> None:
        self._keys += 1
        key = f"{self.name}:{self._keys}:{time.monotonic_ns()}"
        self.told.asked_top_ups.add(key)
        answer = self._ask("POST", f"/api/tables/{self.table}/sittings/mine/", {"amount": 1}, key)
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
            except (OSError, http.client.HTTPException, ValueError):
                self.close()
            self.stopped.wait(AGAIN_SECONDS)
        return None

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._connection.close()
        self._connection = None
