"""How `tests/rights.txt` is asked through HTTP: every address × every role × one's own object and another's.

The file says which right each address needs; the addresses are those of the URL resolver, so that a new one without a
stated right fails. `test_rights_of_pages` and `test_rights_of_endpoints` share the addresses between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from club.base.registry import ROLES
from club.models import User
from club.people import conduct, roles
from club.web_owner import manual_pages
from tests.support.budget import sampled
from tests.support.world import SECRETS, World
from tournaments.acts.registry import LIST

TABLE = Path(__file__).with_name("rights.txt")
STRANGER = "stranger"
EVERYBODY = [STRANGER, *ROLES]
OTHERS = ("accounts/", "admin/", "i18n/")  # whose pages are other people's; the admin has a test of its own
# Pages whose “?” opens the manual's first page: the front door, the manual itself, and what engineers use.
OF_NO_CHAPTER = ("/manual/", "/webhooks/")
HELP = re.compile(r'class="help-mark"\s+href="([^"]+)"')
UNWORDED = re.compile(r"\b(Term|Message|Quoted)\(\w+=")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


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
    return found | of_acts()


def of_acts() -> dict[tuple[str, str], tuple[str, str]]:
    """The endpoints of the acts on a tournament, by the rights that the acts say."""
    place = "/api/v1/tournaments/<int:tournament_id>/"
    return {("POST", place + act.address): (act.right or "signed-in", "") for act in LIST}


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


def may(role: str, right: str) -> bool:
    """By the one table."""
    if right == "public":
        return True
    return role != STRANGER and (right == "signed-in" or right in ROLES[role])


def logged_in(world: World, role: str) -> Client:
    """A browser of mine in that role; of nobody for a stranger."""
    client = Client(raise_request_exception=False)
    if role != STRANGER:
        login = User.objects.get(pk=world.me.user_id)  # read again: the tests before took their roles back
        roles.give_role(login, role)
        client.force_login(login)
    return client


def faults(world: World, role: str, *, of_api: bool) -> list[str]:
    """What a role is told and may do against the table, over all endpoints or all pages, in words."""
    browser = logged_in(world, role)
    cookies = copy(browser.cookies)
    found: list[str] = []
    seen: set[str] = set()
    mine = [(stated, right) for stated, right in STATED.items() if stated[1].startswith("/api/") is of_api]
    for (method, address), (right, whose) in sampled(mine, f"{role} {of_api}", one_of=8):
        if method == "POST" and not of_api and address in seen and role not in (STRANGER, "player"):
            continue  # a page has one right for all that is done there
        for player in (world.me, world.other) if world.is_personal(address) else (world.other,):
            answer, told = asked(browser, cookies, method, world.filled(address, player))
            if answer.status_code != 405:
                seen.add(address)
            fault = judged(role, address, right, whose, player is world.me, answer, told) or of_page(
                address, answer, told
            )
            if fault:
                whom = "own" if player is world.me else "another's"
                found.append(f"{method} {address} as {role}, {whom}: {answer.status_code} {fault}")
    return found


def asked(client: Client, cookies: SimpleCookie, method: str, path: str) -> tuple[Any, str]:
    """The answer to a request that asks for nothing, and its text; whatever it did is taken back, also in the browser.

    The browser is one for all requests: a new one would set up every middleware anew, which takes longer than most answers.
    """
    client.cookies = copy(cookies)
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


def of_page(address: str, answer: Any, told: str) -> str:
    """What is wrong with a page whoever reads it: a message that was never put into words, a “?” that does not open the manual at
    the chapter about it; empty if nothing is."""
    if raw := UNWORDED.search(told):
        return f"shows {raw[0]}…"
    opened = HELP.search(told)
    if opened is None or answer.status_code != 200:
        return ""
    chapter = manual_pages.chapter_of(answer.wsgi_request.path)
    if chapter == "index" and address != "/" and not address.startswith(OF_NO_CHAPTER):
        return "has no chapter of the manual"
    right = "/manual/" if chapter == "index" else f"/manual/{chapter}/"
    return "" if opened[1] == right else f"opens the manual at {opened[1]}"


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
