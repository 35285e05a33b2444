"""Buying again and adding on: the doors of the players and of the desk, and taking back what was bought by mistake."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import Player, Transfer, User
from club.people import eligibility
from tournaments.base.errors import Refused
from tournaments.desk import reception_sales
from tournaments.entries import eliminations, entries, purchases, sales
from tournaments.entries.purchases import ADD_ON, REBUY
from tournaments.log.events.purchases import PurchaseTakenBack, RebuyDeclined
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, LogEntry, Purchase, Tournament
from tournaments.running import balancing_moves, settled_hands


def rebuy(
    tournament_id: int,
    player: Player,
    *,
    count: int = 1,
    key: str = "",
    now: datetime,
    by: User | None = None,
    source: str = "",
) -> list[Purchase]:
    """Buy chips again, `count` times at once where the event allows it. During a hand they come after it (TDA 27).

    With a `key`, the same request again finds what it bought. Raises `UnknownTournament`, and `Refused` with the reason.
    """
    return _buy(tournament_id, player, REBUY, count=count, key=key, now=now, by=by, source=source)


def add_on(
    tournament_id: int, player: Player, *, key: str = "", now: datetime, by: User | None = None, source: str = ""
) -> list[Purchase]:
    """Buy the add-on. As `rebuy`."""
    return _buy(tournament_id, player, ADD_ON, count=1, key=key, now=now, by=by, source=source)


def buy_at_desk(
    tournament_id: int,
    entry: int,
    kind: str,
    *,
    count: int = 1,
    paid: bool = False,
    key: str = "",
    now: datetime,
    by: User | None,
    source: str = "",
) -> list[Purchase]:
    """Sell an entry a rebuy or an add-on at the desk, from the player's wallet, or `paid` in cash with a slip of the desk.

    Raises as `rebuy`, in words for the desk, and for no such entry; what selling chips raises.
    """
    found = Entry.objects.filter(tournament_id=tournament_id, number=entry, is_withdrawn=False).first()
    if found is None:
        words = _("There is no entry %(entry)d in this tournament.")
        raise Refused("unknown_entry", words % {"entry": entry}, 404, entry=entry)
    key = key and f"desk:{key}"
    how: dict[str, Any] = {"now": now, "by": by, "source": source}
    return _buy(
        tournament_id, found.player, kind, count=count, key=key, is_paid=paid, name=found.player.nickname, **how
    )


def is_sold(row: Tournament, asked: Sequence[tuple[int, str]]) -> bool:
    """True if the desk has sold one of these: an entry, and the key with which it was asked for."""
    keys = [(entry, f"desk:{key}/0") for entry, key in asked]
    sold = Purchase.objects.filter(entry__tournament=row, asked__in=[key for _entry, key in keys])
    return any(one in keys for one in sold.values_list("entry__number", "asked"))


def _buy(
    tournament_id: int,
    player: Player,
    kind: str,
    *,
    count: int,
    key: str,
    now: datetime,
    by: User | None,
    source: str,
    is_paid: bool = False,
    name: str = "",
) -> list[Purchase]:
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        tournament = log.tournament
        if key:
            earlier_purchases = Purchase.objects.filter(
                entry__tournament=tournament, entry__player=player, asked__startswith=f"{key}/"
            )
            if earlier_purchases:
                return list(earlier_purchases)
        entry = entries.live_entry(tournament, player)
        if entry is None:
            words = _("%(name)s is not in play.") % {"name": name} if name else _("You are not in play.")
            raise Refused("not_in_play", words)
        eligibility.check_may_play(player, now)
        if is_paid:
            price = count * sum(purchases.price(tournament, kind)[:2])
            reception_sales.sell(
                tournament, player, price, f"{kind}:{key or log.next_line}", now=now, by=by, source=source
            )
        most_at_once = (
            min(tournament.rebuys_at_once, tournament.rebuys - purchases.standing(entry, REBUY)) if kind == REBUY else 1
        )
        unmet = next(
            (one for one in purchases.judged(tournament, log.state, entry, kind, now, name) if not one.is_met), None
        )
        if unmet is not None:
            raise Refused(unmet.code, unmet.why, when=unmet.when)
        if not 1 <= count <= most_at_once:
            raise Refused(
                "too_many_at_once", _("At most %(most)d at once.") % {"most": most_at_once}, 422, most=most_at_once
            )
        was_out = entry.number in log.state.deciding
        sold = []
        for index in range(count):
            asked = f"{key}/{index}" if key else ""
            sold.append(sales.sell(log, entry, kind, asked, now=now, by=by, source=source))
        if was_out:
            sales.give_seat(log, entry, now)
        log.close()
        return sold


def decline(tournament_id: int, player: Player, *, now: datetime, by: User | None = None, source: str = "") -> Entry:
    """Not buy again: out at once, in the place of the hand that took the last chip. Raises `Refused` for one not asked."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        entry = entries.live_entry(log.tournament, player)
        if entry is None or entry.number not in log.state.deciding:
            raise Refused("not_asked", _("Nobody waits for your decision on a rebuy."))
        log.add(RebuyDeclined(entry=entry.number), now=now, by=by, source=source)
        eliminations.let_fall(log, entry.number, now=now)
        log.close()
        return entry


def decline_at_desk(tournament_id: int, entry: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Say for an entry without chips that it does not buy again. Raises `Refused` for one nobody waits for."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if entry not in log.state.deciding:
            raise Refused("not_asked", _("Nobody waits for this player's decision on a rebuy."), entry=entry)
        log.add(RebuyDeclined(entry=entry), now=now, by=by, source=source)
        eliminations.let_fall(log, entry, now=now, by=by, source=source)
        balancing_moves.rebalance(log, now)
        log.close()


def take_back(
    tournament_id: int, purchase: int, *, why: str, now: datetime, by: User | None, source: str = ""
) -> Purchase:
    """Undo a rebuy or an add-on that was bought by mistake: price and chips return by transfers that name the first.

    Whoever has no chips left then decides anew, in the place and with the eliminators of the question that stood. Raises
    `Refused`: no such purchase, taken back already, in a hand, the chips are no longer all there, or a bounty that the rebuy
    paid was won on.
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        tournament = log.tournament
        bought = (
            Purchase.objects.select_related("entry__account").filter(entry__tournament=tournament, pk=purchase).first()
        )
        if bought is None:
            raise Refused("unknown_purchase", _("There is no such purchase in this tournament."), 404)
        _check_returnable(log, bought)
        lines = LogEntry.objects.filter(tournament=tournament, data__purchase=bought.pk).order_by("seq")
        bought.taken_back_at = now
        bought.save(update_fields=["taken_back_at"])
        taken_back = PurchaseTakenBack(entry=bought.entry.number, purchase=bought.pk, why=why)
        seq = log.add(taken_back, now=now, by=by, source=source)
        for at, line in enumerate(lines, 1):
            posted = Transfer.objects.filter(key=f"{tournament.owner}:{line.seq}:1").first()
            if posted is not None:
                ledger.reverse(posted, key=f"{tournament.owner}:{seq}:{at}", by=by, why=why or _("taken back"), now=now)
        number = bought.entry.number
        is_dealt = log.state.entries[number].table not in log.state.orders.physical
        stood = eliminations.question_of(tournament, number, bought.pk) if bought.kind == REBUY else None
        # At real cards whose stacks nobody records only the question tells that there were no chips.
        is_broke = not purchases.stack(bought.entry) if is_dealt else stood is not None
        if is_broke and number not in log.state.deciding:
            eliminations.ask_again(log, number, stood, now=now, by=by)
        log.close()
        return bought


def _check_returnable(log: TournamentLog, bought: Purchase) -> None:
    if bought.taken_back_at is not None:
        raise Refused("taken_back_already", _("It is taken back already."))
    if log.state.entries[bought.entry.number].is_out:
        raise Refused("is_out", _("This player is out already."))
    if bought.issued_at is None:
        return  # the chips are behind still: only the price returns
    if purchases.is_in_hand(log.state, bought.entry):
        raise Refused("hand_in_progress", _("A hand is in progress; take it back between two hands."))
    if log.state.entries[bought.entry.number].table in log.state.orders.physical:
        return  # the chips are of one pool, from which they go back
    if bought.entry.account is None or ledger.balance(bought.entry.account) < bought.chips:
        raise Refused("chips_played", _("The player has lost some of these chips by now: the purchase stands."))
