"""What whoever is at the door may do for a player: enter for an event that is open, sell a rebuy or an add-on."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from django.utils import timezone

from club.base.registry import Panel
from club.cashier import chip_accounts
from club.house.rights import has_right
from club.models import Player, Slip, User
from tournaments.desk import rebuys_and_add_ons, registration
from tournaments.desk.reception_sales import ENTER
from tournaments.entries import eligibility, entries, purchases
from tournaments.entries.eligibility import Condition
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.models import Entry, Tournament

MOST_EVENTS = 12
MONEY = "not_enough_chips"


class What(Enum):
    """What is sold at the door."""

    ENTRY = "entry"
    REBUY = "rebuy"
    ADD_ON = "add-on"


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may be sold to a player: its price in chips, whether the wallet would pay it, or `why` it may not."""

    what: What
    price: int
    has_chips: bool = False
    why: str = ""

    @property
    def is_open(self) -> bool:
        return not self.why


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in an event: the entry that is in, and what may be sold."""

    event: Tournament
    entry: Entry | None
    offers: tuple[Offer, ...]


def events() -> list[Tournament]:
    """What may be entered or is played now, the running first, then by when it starts."""
    found = Tournament.objects.filter(status__in=(REGISTERING, RUNNING)).order_by("starts_at", "pk")
    return sorted(found, key=lambda row: row.status != RUNNING)[:MOST_EVENTS]


def waiting(row: Tournament, *, now: datetime) -> list[tuple[Player, Standing]]:
    """Who is out of chips in that event and may buy again, in the order in which they were, with what may be sold to each."""
    state = State.from_json(row.snapshot)
    asked = sorted(state.deciding, key=lambda one: state.deciding[one].elimination_number)
    held = Entry.objects.filter(tournament=row, number__in=asked).select_related("player")
    players = {entry.number: entry.player for entry in held}
    return [(players[one], standing(row, players[one], now=now)) for one in asked if not players[one].is_computer]


def standing(row: Tournament, player: Player, *, now: datetime) -> Standing:
    """How a player stands in an event, in words for the desk."""
    state = State.from_json(row.snapshot)
    entry = entries.live_entry(row, player)
    place = None if entry is None else state.entries.get(entry.number)
    if entry is None or (place is not None and place.is_out):
        question = eligibility.asked(row, state, player, now=now, name=player.nickname)
        offers = [_offer(What.ENTRY, eligibility.price(question), eligibility.judged(question))]
        return Standing(row, None, tuple(offers))
    offers = []
    for what, most in ((What.REBUY, row.rebuys), (What.ADD_ON, row.addons)):
        if most and row.status == RUNNING:
            kind = purchases.REBUY if what is What.REBUY else purchases.ADD_ON
            found = purchases.judged(row, state, entry, kind, now, player.nickname)
            offers.append(_offer(what, sum(purchases.price(row, kind)[:2]), found))
    return Standing(row, entry, tuple(offers))


def _offer(what: What, price: int, found: Sequence[Condition]) -> Offer:
    """What stands in the way besides the money, which is taken at the door, is why it is not sold."""
    unmet = [one for one in found if not one.is_met]
    why = next((one.why for one in unmet if one.code != MONEY), "")
    return Offer(what, price, has_chips=not unmet, why=why)


def sell(
    tournament_id: int, player: Player, what: What, *, paid: bool, key: str, by: User, now: datetime, source: str
) -> Slip | None:
    """Sell that for cash (`paid`) or from the wallet; the slip of the cash, if any. Raises what entering and buying raise."""
    how: dict[str, Any] = {"paid": paid, "key": key, "now": now, "by": by, "source": source}
    if what is What.ENTRY:
        registration.enter_at_desk(tournament_id, player, **how)
    else:
        kind = purchases.REBUY if what is What.REBUY else purchases.ADD_ON
        entry = Entry.objects.filter(tournament_id=tournament_id, player=player, is_withdrawn=False, is_out=False)
        number = entry.order_by("-number").values_list("number", flat=True).first()
        rebuys_and_add_ons.buy_at_desk(tournament_id, number or 0, kind, **how)
    if not paid:
        return None
    mine = Slip.objects.filter(transfer__by=by, transfer__entries__account=chip_accounts.wallet(player))
    return mine.filter(transfer__key__contains=key).order_by("-number").first()


def panel(user: Any, player: Player) -> list[Panel]:
    """The desk's part of a player's page: every event that is on, for those who enter people."""
    if not has_right(user, ENTER) or player.is_computer:
        return []
    now = timezone.now()
    found = [standing(row, player, now=now) for row in events()]
    if not found:
        return []
    shown = {"player": player, "standings": found, "key": uuid.uuid4().hex}
    return [Panel("tournaments/_reception_events.html", shown)]
