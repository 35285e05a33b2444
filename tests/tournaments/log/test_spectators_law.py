"""Law: at the instant at which something happens in an event, no address sends a spectator anything else than before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from club.house import house_rules
from tables.models import Table
from tests.rights import STATED, addresses
from tests.support.budget import sampled
from tests.support.tournaments.entries import set_rule, started
from tests.support.tournaments.purchases import ANY, REBUYS
from tests.tournaments.conftest import Evening
from tournaments.desk import rebuys_and_add_ons, registration
from tournaments.floor import moves_and_knockouts
from tournaments.models import Tournament
from tournaments.running import hand_for_hand, runner

pytestmark = pytest.mark.django_db
DELAY = 20
PLACES = re.compile(r"<\w+:(\w+)>")
LISTS = ("/", "/tournaments/", "/tables/", "/clock/now/", "/api/v1/tournaments/", "/api/v1/tables/", "/api/v1/results/")
# What is another at every look, such as keys of forms, and the number of the news, which says only that there are some.
FRESH = re.compile(
    r'value="[0-9a-f]{32}"|csrf[^ >]* value="\w+"|X-CSRFToken": "\w+|[vV]ersion"?[:=] ?"?[0-9]+'
    r"|[0-9a-f]{8}-[0-9a-f-]{27}"
    r'|nonce="[^"]+"'
)


def open_to_all(row: Tournament, known: dict[str, list[int]]) -> Iterator[str]:
    """Every address that any login may read, of the event, its tables and two of its players."""
    for address, _methods in sampled(addresses(), "open to spectators", one_of=3):
        right, whose = STATED.get(("GET", address), ("", ""))
        if right not in ("public", "signed-in") or whose or address.startswith(("/me", "/api/v1/me")):
            continue
        names = PLACES.findall(address)
        if address in LISTS:
            yield address
        elif len(names) == 1 and names[0] in known:
            for pk in known[names[0]]:
                yield PLACES.sub(str(pk), address)
        elif names == ["tournament_id", "form"]:
            yield address.replace("<int:tournament_id>", str(row.pk)).replace("<str:form>", "csv")


def seen(client: Client, row: Tournament) -> dict[str, str]:
    """What each address sends."""
    known = {
        "tournament_id": [row.pk],
        "table_id": [*Table.objects.filter(owner=row.owner).values_list("pk", flat=True)],
        "player_id": [*row.entries.order_by("number").values_list("player", flat=True)[:2]],
    }
    sent = {}
    for address in open_to_all(row, known):
        answer = client.get(address)
        if answer.status_code == 405:
            continue
        assert answer.status_code < 500, address
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        sent[address] = f"{answer.status_code} {FRESH.sub('', body.decode(errors='replace'))}"
    return sent


def seen_whole(client: Client, row: Tournament) -> str:
    """What the API sends of the event."""
    return FRESH.sub("", client.get(f"/api/v1/tournaments/{row.pk}/").content.decode())


def knock_out(evening: Evening, row: Tournament, count: int) -> None:
    """So many who sit are out, said by the floor."""
    for entry in evening.state(row).playing[:count]:
        moves_and_knockouts.knock_out(row.pk, entry, now=evening.now, by=None, why="lost it")
    runner.direct(row.pk, now=evening.now)


ACTS: dict[str, Callable[[Evening, Tournament], object]] = {
    "a hand is played": lambda evening, row: evening.play_round(row),
    "one buys again": lambda evening, row: rebuys_and_add_ons.rebuy(
        row.pk, row.entries.get(number=1).player, now=evening.now
    ),
    "one enters late": lambda evening, row: registration.register(row.pk, evening.person("late"), now=evening.now),
    "a table breaks": lambda evening, row: knock_out(evening, row, 2),
    "hand for hand begins": lambda evening, row: hand_for_hand.declare(row.pk, True, now=evening.now, by=None),
}


@pytest.mark.sweep
def test_nothing_that_happens_is_told_to_spectators_at_once(evening: Evening) -> None:
    evening.now = timezone.now()
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=evening.now)
    set_rule(evening, rebuy_when=ANY)
    rail, boss = Client(), Client()
    rail.force_login(evening.person("rail").user)
    boss.force_login(evening.person("boss", role="director").user)
    row = started(evening, evening.computers(7), **REBUYS)
    with time_machine.travel(evening.now, tick=False) as clock:
        for name, act in ACTS.items():
            evening.now += timedelta(seconds=DELAY + 1)
            clock.move_to(evening.now)
            before, known = seen(rail, row), seen_whole(boss, row)
            act(evening, row)
            row.refresh_from_db()
            after = seen(rail, row)
            changed = {one: _difference(before[one], after[one]) for one in before if before[one] != after[one]}
            assert not changed, (name, *changed.items())
            assert seen_whole(boss, row) != known, "who runs it is told at once"


def _difference(before: str, after: str) -> str:
    """Both from where they differ."""
    at = next((at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), 0)
    return f"{before[max(0, at - 60) : at + 60]!r} became {after[max(0, at - 60) : at + 60]!r}"
