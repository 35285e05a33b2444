"""A club with one of everything, mine and another's: what tests ask for that walk every page and endpoint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from club.cashier import cashier, chip_accounts
from club.live import embedding
from club.membership import calendar_keys
from club.models import ApiToken, AskedAudit, Delivery, Invitation, Player, PushDevice, User, Webhook
from club.people import conduct, people, roles
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating, waiting_lists
from tables.dealing import dealer
from tables.players import study_files
from tests.support.tables.phh_hands import HAND
from tournaments.desk import registration
from tournaments.models import Forecast, ScreenLayout, TournamentTemplate
from tournaments.prizes import tickets
from tournaments.results import seasons
from tournaments.running import event_start
from tournaments.structures import sheet_import

# Nobody but the floor reads these of somebody else; odd enough to be found in any page or answer.
CHIPS, NAME, NOTES = 73_519_064, "Quirinus Zöllner", "keeps a parrot under the hat"
SECRETS = re.compile(f"{CHIPS}|{CHIPS:,}|{NAME}|{NOTES}")


class World:
    """One of everything, mine and another's."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.places: dict[int, dict[str, Any]] = {}
        boss = User.objects.create(username="boss")
        roles.give_role(boss, "owner")
        how: dict[str, Any] = {"by": boss, "now": self.now}
        self.me = people.enrol("me", user=User.objects.create(username="me"), now=self.now)
        self.other = people.enrol("other", user=User.objects.create(username="other"), now=self.now)
        self.other.real_name, self.other.notes = NAME, NOTES
        self.other.save()
        cashier.buy_chips(self.me, 5_000, key="me", **how)
        cashier.buy_chips(self.other, CHIPS + 5_000, key="other", **how)
        opening = new_tables.Opening(
            name="One", game="holdem", stakes=Stakes(limit="no", small_blind=5, big_blind=10), pace=600.0, pause=600.0
        )
        table = new_tables.open_table(opening, **how)
        for seat, player in enumerate((self.me, self.other), start=1):
            seating.sit_down(table.pk, player, seat, 1000, key="sit", now=self.now)
        hand = dealer.deal(table.pk, now=self.now)
        sheet_import.take_in_own(now=self.now)
        structure = sheet_import.Structure.objects.get(key=sheet_import.DEFAULT)
        begins = self.now + timedelta(hours=1)
        tournament = event_start.announce("Two", structure, buy_in=1000, fee=0, starts_at=begins, **how, seed=bytes(32))
        for player in (self.me, self.other):
            registration.register(tournament.pk, player, now=self.now)
        cashier.buy_chips(self.other, 3_000, key="back to the odd number", **how)
        cashier.cash_out(self.other, 1_000, key="again", **how)
        assert chip_accounts.wallet(self.other).balance == CHIPS + 5_000
        cashier.cash_out(self.other, 5_000, key="so", **how)
        incident = conduct.record(self.other.pk, "warning", "spoke to the parrot", key="incident", **how)
        invitation = Invitation.objects.create(digest="d", by=boss, made_at=self.now, expires_at=begins)
        league = seasons.make_league("L", **how)
        told = {"name": "S", "begins": self.now.date(), "ends": self.now.date(), "formula": "participation"}
        webhook = Webhook.objects.create(
            url="https://203.0.113.9/", name="W", secret="whsec_AAAA", events=["tournament.started"], made_at=self.now
        )
        held = {"key": "k", "event": "tournament.started", "body": "{}", "due_at": self.now, "made_at": self.now}
        delivery = Delivery.objects.create(webhook=webhook, state=Delivery.State.FAILED, **held)
        when = {"days": [0], "at": "19:00", "begins": self.now.date(), "made_at": self.now}
        recurring = TournamentTemplate.objects.create(name="R", structure=tournament.structure, **when)
        foreseen = {"stacks": [], "sheet": structure.sheet}
        embedding.set_sites(["https://club.example"], **how)
        self.fixed = {
            "family": "general",
            "rule": "S0.14",
            "template_id": recurring.pk,
            "forecast_id": Forecast.objects.create(tournament=tournament, asked=foreseen, created_at=self.now).pk,
            "version": structure.version,
            "screen_id": ScreenLayout.objects.create(picture=b"x", changed_at=self.now).pk,
            "calendar_key": calendar_keys.make_anew(self.me.pk, by=None, now=self.now).calendar_key,
            "language": "en",
            "widget_kind": "clock",
            "about": 0,
            "signature": embedding.signature("clock", 0),
            "league_id": league.pk,
            "season_id": seasons.make(league, told, **how).pk,
            "webhook_id": webhook.pk,
            "message_number": delivery.number,
            "table_id": table.pk,
            "hand_id": hand.pk,
            "tournament_id": tournament.pk,
            "invitation_id": invitation.pk,
            "incident_id": incident.pk,
            "paper": "receipt",
            "answer": "agree",
            "step": "club",
            "what": "entry",
            "key": sheet_import.DEFAULT,
            "month": "2026-10",
            "text": "2026-10",
            "form": "csv",
            "name": "buy-chips",
            "act": "pause",
            "act_id": 1,
            "line_id": 1,
            "link": "nowhere",
            "digest": "0123456789abcdef",
            "win_id": 1,
            "import_id": 1,
            "key_id": 1,
            "finding_id": 1,
            "asked_id": AskedAudit.objects.create(by=boss, asked_at=self.now).pk,
            "seat": 1,
            "about_id": self.other.pk,
            "ask": 1,
            "hand": 1,
            "code": "a-code",
            "stop_token": "a-token",
            "card": "a-card",
            "channels": "table:1",
        }
        for number, player in enumerate((self.me, self.other), start=1):
            waiting_lists.join(player, game="razz", now=self.now, source="world")
            account = chip_accounts.wallet(player)
            self.places[player.pk] = {
                "player_id": player.pk,
                "account_id": account.pk,
                "number": account.entries.order_by("version").first().transfer.slip.number,
                "wait_id": waiting_lists.of_player(player)[0]["id"],
                "entry": number,
                "ticket": tickets.issue(player, 500, why="x", key=f"ticket {number}", **how).pk,
                "study_id": study_files.add(player, HAND, "kept", now=self.now).pk,
                "device_id": _device(player, self.now),
                "token": ApiToken.objects.create(player.user, name="kept")[0].number,
            }

    def filled(self, address: str, player: Any) -> str:
        """The address with the placeholders of that player's things."""
        theirs = {**self.fixed, **self.places[player.pk]}
        return re.sub(r"<\w+:(\w+)>", lambda place: str(theirs[place[1]]), address)

    def is_personal(self, address: str) -> bool:
        """True if the address is of something that I have and another has."""
        return any(f":{name}>" in address for name in self.places[self.me.pk])


def _device(player: Player, now: datetime) -> int:
    """A browser of the player's that is called."""
    endpoint = f"https://push.example/{player.pk}"
    return PushDevice.objects.create(player=player, endpoint=endpoint, public_key="k", auth="a", made_at=now).pk


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One club for all tests of a module, each of which takes back what it does (`django_db`); gone after the last."""
    with django_db_blocker.unblock():
        block = transaction.atomic()
        block._from_testcase = True  # type: ignore[attr-defined]  # as Django's own tests: what is durable may begin here
        with block:
            yield World()
            transaction.set_rollback(True)
