"""Every page and endpoint × every role × one's own object and another's, through HTTP, by the one table of roles.

`tests/rights.txt` says which right each address needs; the addresses are those of the URL resolver, so that a new one
without a stated right fails here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from copy import copy
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from club import cashier, conduct, people
from club.models import ApiToken, Invitation, User
from club.registry import RIGHTS, ROLES
from engine.hand import Stakes
from tables import dealer, seating, study
from tests.tables.test_study import HAND
from tournaments import director, registration, sheets

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TABLE = Path(__file__).with_name("rights.txt")
STRANGER = "stranger"
OTHERS = ("accounts/", "admin/", "i18n/")  # whose pages are other people's; the admin has a test of its own
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
# Nobody but the floor reads these of somebody else; odd enough to be found in any page or answer.
CHIPS, NAME, NOTES = 73_519_064, "Quirinus Zöllner", "keeps a parrot under the hat"
PERSONAL = re.compile("player_id|account_id|<int:number>")
SECRETS = re.compile(f"{CHIPS}|{CHIPS:,}|{NAME}|{NOTES}")


def stated() -> dict[tuple[str, str], tuple[str, str]]:
    """By method and address: the right, `public` or `signed-in`; and `own` if only one's own object is shown."""
    found = {}
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            address, *words = line.split()
            whose = words.pop() if words[-1].startswith("own") else ""
            for word in words:
                methods, _equals, right = word.rpartition("=")
                for method in methods.split("|") if methods else ("GET", "POST"):
                    found[method, address] = (right, whose)
    return found


STATED = stated()


def addresses(resolver: URLResolver | None = None, prefix: str = "/") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every address of ours with its placeholders, and the methods it states itself (an endpoint does, a page does not)."""
    for pattern in (resolver or get_resolver()).url_patterns:
        address = prefix + str(pattern.pattern)
        if address.lstrip("/").startswith(OTHERS):
            continue
        if isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "view_class", None) or getattr(pattern.callback, "cls", None)
            yield address, tuple(one for one in METHODS if hasattr(view, one.lower()))
        else:
            yield from addresses(pattern, address)


def test_every_address_states_its_right():
    ours = dict(addresses())
    missing = sorted(set(ours) - {address for _method, address in STATED})
    assert not missing, "say in tests/rights.txt what right these need"
    assert not {address for _method, address in STATED} - set(ours), "these are no addresses any more"
    for address, methods in ours.items():
        if methods:
            assert {method for method, one in STATED if one == address} == set(methods), address
    assert {right for right, _whose in STATED.values()} <= {*RIGHTS, "public", "signed-in"}


class World:
    """One of everything, mine and another's."""

    def __init__(self) -> None:
        self.now = timezone.now()
        boss = User.objects.create(username="boss")
        people.give_role(boss, "owner")
        how: dict[str, Any] = {"by": boss, "now": self.now}
        self.me = people.enrol("me", user=User.objects.create(username="me"), now=self.now)
        self.other = people.enrol("other", user=User.objects.create(username="other"), now=self.now)
        self.other.real_name, self.other.notes = NAME, NOTES
        self.other.save()
        cashier.cash_in(self.me, 5_000, key="me", **how)
        cashier.cash_in(self.other, CHIPS + 5_000, key="other", **how)
        opening = seating.Opening(
            name="One", game="holdem", stakes=Stakes(limit="no", small_blind=5, big_blind=10), pace=600.0, pause=600.0
        )
        table = seating.open_table(opening, **how)
        for seat, player in enumerate((self.me, self.other), start=1):
            seating.sit_down(table.pk, player, seat, 1000, key="sit", now=self.now)
        hand = dealer.deal(table.pk, now=self.now)
        sheets.take_in_own(now=self.now)
        structure = sheets.Structure.objects.get(key=sheets.DEFAULT)
        begins = self.now + timedelta(hours=1)
        tournament = director.announce("Two", structure, buy_in=1000, fee=0, starts_at=begins, **how, seed=bytes(32))
        for player in (self.me, self.other):
            registration.register(tournament.pk, player, now=self.now)
        cashier.cash_in(self.other, 3_000, key="back to the odd number", **how)
        cashier.cash_out(self.other, 1_000, key="again", **how)
        assert cashier.wallet(self.other).balance == CHIPS + 5_000
        cashier.cash_out(self.other, 5_000, key="so", **how)
        incident = conduct.record(self.other.pk, "warning", "spoke to the parrot", key="incident", **how)
        invitation = Invitation.objects.create(digest="d", by=boss, made_at=self.now, expires_at=begins)
        self.fixed = {
            "table_id": table.pk,
            "hand_id": hand.pk,
            "tournament_id": tournament.pk,
            "invitation_id": invitation.pk,
            "incident_id": incident.pk,
            "key": sheets.DEFAULT,
            "month": "2026-10",
            "text": "2026-10",
            "form": "csv",
            "name": "cash-in",
            "act": "pause",
            "ask": 1,
            "hand": 1,
            "study_id": study.add(self.other, HAND, "theirs", now=self.now).pk,
            "token": ApiToken.objects.create(self.other.user, name="theirs")[0].number,
            "code": "a-code",
            "card": "a-card",
        }

    def filled(self, address: str, player: Any) -> str:
        """The address with the placeholders of that player's things."""
        account = cashier.wallet(player)
        theirs = {
            "player_id": player.pk,
            "account_id": account.pk,
            "number": account.entries.order_by("version").first().transfer.slip.number,
        }
        return re.sub(r"<\w+:(\w+)>", lambda place: str({**self.fixed, **theirs}[place[1]]), address)


@pytest.fixture
def world() -> World:
    return World()


def may(role: str, right: str) -> bool:
    """By the one table."""
    if right == "public":
        return True
    return role != STRANGER and (right == "signed-in" or right in ROLES[role])


@pytest.mark.parametrize("role", [STRANGER, *ROLES])
def test_every_address_answers_a_role_by_the_table(world, role, caplog):
    caplog.set_level(logging.CRITICAL)  # refusals by the hundred
    signed_in = Client(raise_request_exception=False)
    if role != STRANGER:
        people.give_role(world.me.user, role)
        signed_in.force_login(world.me.user)
    wrong: list[str] = []
    seen: set[str] = set()
    for (method, address), (right, whose) in STATED.items():
        is_page_seen = method == "POST" and not address.startswith("/api/") and (address in seen)
        if is_page_seen and role not in (STRANGER, "player"):
            continue  # a page has one right for all that is done there
        for player in (world.me, world.other) if PERSONAL.search(address) else (world.other,):
            client = Client(raise_request_exception=False)
            client.cookies = copy(signed_in.cookies)
            answer, told = asked(client, method, world.filled(address, player))
            if answer.status_code != 405:
                seen.add(address)
            fault = judged(role, address, right, whose, player is world.me, answer, told)
            if fault:
                whom = "own" if player is world.me else "another's"
                wrong.append(f"{method} {address} as {role}, {whom}: {answer.status_code} {fault}")
    assert not wrong, "\n".join(wrong)


def asked(client: Client, method: str, path: str) -> tuple[Any, str]:
    """The answer to a request that asks for nothing, and its text; whatever it did is taken back."""
    before = transaction.savepoint()  # and no block: what is durable may not be nested in one
    if path.startswith("/api/"):
        answer = client.generic(method, path, b"{}", "application/json", HTTP_IDEMPOTENCY_KEY="x")
    else:
        # What a dealer may note; by itself the form would record a penalty, which needs another right.
        fields = {"kind": sorted(conduct.NOTED)[0]} if path == "/conduct/record/" and method == "POST" else {}
        answer = getattr(client, method.lower())(path, fields)
    told = b"".join(answer) if answer.streaming else answer.content
    transaction.savepoint_rollback(before)
    return answer, told.decode(errors="replace")


def judged(role: str, address: str, right: str, whose: str, is_own: bool, answer: Any, told: str) -> str:
    """What is wrong with an answer; empty if nothing is."""
    is_api, status = address.startswith("/api/"), answer.status_code
    to_login = status == 302 and answer["Location"].startswith("/accounts/login/")
    if status == 500:
        return "breaks"
    if not (role != STRANGER and ("people.see" in ROLES[role] or "cashier.serve" in ROLES[role])) and SECRETS.search(
        told
    ):
        return f"tells {SECRETS.search(told)[0]}"
    if status == 405 or right == "public":
        return ""
    only_own = bool(whose) and not is_own and not may(role, whose.partition("/")[2] or "nobody's")
    if may(role, right):
        refused = to_login or status == 401 or (status == 403 and (not is_api or '"permission_denied"' in told))
        if only_own:
            return "" if status in (403, 404) else "lets somebody at another's"
        return "is refused what the table allows" if refused else ""
    if role == STRANGER:
        return "" if (status == 401 if is_api else to_login) else "does not ask a stranger to log in"
    return "" if status == 403 else "lets in whom the table does not"


@pytest.mark.parametrize("role", [STRANGER, *ROLES])
def test_the_admin_is_for_owners_and_admins(world, role, caplog):
    caplog.set_level(logging.CRITICAL)
    client = Client(raise_request_exception=False)
    if role != STRANGER:
        people.give_role(world.me.user, role)
        client.force_login(world.me.user)
    for model in admin.site._registry:
        address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        answer = client.get(address)
        if role in ("owner", "admin"):
            assert answer.status_code in (200, 403), (role, address)  # some are shown to nobody
        else:
            assert answer.status_code in (302, 403), (role, address)
            assert not SECRETS.search(answer.content.decode())
