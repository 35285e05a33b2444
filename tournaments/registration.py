"""Who may enter, and the chips of the entry: from the wallet into the tournament's escrow, the fee to the house."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from club import ledger, people
from club.models import Player, User
from tournaments import escrow, log, tickets
from tournaments.errors import Refused
from tournaments.models import Entry, Tournament
from tournaments.state import REGISTERING


@dataclass(frozen=True, slots=True)
class Verdict:
    """May this player register? If not, `code` and `why` say what stands in the way."""

    accepted: bool
    code: str = ""
    why: str = ""


ACCEPTED = Verdict(True)


def verdict(tournament: Tournament, player: Player, *, now: datetime, covered: int = 0) -> Verdict:
    """Whether the player may register now; `covered`: what a ticket pays of the price, in chips."""
    standing = people.may_take_part(player, now)
    if not standing.accepted:
        return Verdict(False, standing.code, standing.why)
    if tournament.status != REGISTERING:
        return Verdict(
            False, "registration_closed", _("Registration is closed: the tournament has started or is over.")
        )
    entered = Entry.objects.filter(tournament=tournament, is_withdrawn=False)
    if entered.filter(player=player).exists():
        return Verdict(False, "already_registered", _("You are registered already."))
    if tournament.max_players is not None and entered.count() >= tournament.max_players:
        return Verdict(False, "full", _("The tournament is full: %(n)d players.") % {"n": tournament.max_players})
    price = max(0, tournament.buy_in + tournament.fee - covered)
    held = ledger.balance(ledger.open_account(player.owner, "wallet"))
    if held < price:
        words = _("Your wallet holds %(held)d chips; the entry costs %(price)d.")
        return Verdict(False, "not_enough_chips", words % {"held": held, "price": price})
    return ACCEPTED


def register(
    tournament_id: int,
    player: Player,
    *,
    now: datetime,
    by: User | None = None,
    source: str = "",
    key: str = "",
    ticket: int | None = None,
) -> Entry:
    """Enter a player, with a ticket of that number or with chips. With a `key`, the same request again finds the entry it made.

    Raises `UnknownTournament`, and `Refused` with the verdict's reason.
    """
    with transaction.atomic():
        book = log.open_book(tournament_id)
        tournament = book.row
        asked = f"register:{player.pk}:{key}" if key else ""
        known = Entry.objects.filter(tournament=tournament, player=player, is_withdrawn=False).first()
        if asked and ledger.is_posted(f"{tournament.owner}:{asked}"):
            if known is not None:
                return known
            # Posting with the key again would move nothing, and the entry would be free.
            raise Refused("key_reused", _("This request's entry was taken back; send a new key to register again."))
        used = None if ticket is None else tickets.take(player, tournament, ticket, now=now)
        covered = 0 if used is None else used.value
        found = verdict(tournament, people.locked(player.pk), now=now, covered=covered)
        if not found.accepted:
            raise Refused(found.code, found.why, price=tournament.buy_in + tournament.fee)
        entry = Entry.objects.create(
            tournament=tournament,
            player=player,
            number=Entry.objects.filter(tournament=tournament).count() + 1,
            paid=tournament.buy_in,
            fee=tournament.fee,
            bounty=tournament.bounty,
            ticket=used,
            registered_at=now,
        )
        seq = book.add("registered", {"entry": entry.number, "player": player.pk}, now=now, by=by, source=source)
        _pay(tournament, entry, asked or f"{seq}:1", by, 1)
        book.close()
        return entry


def unregister(tournament_id: int, player: Player, *, now: datetime, by: User | None = None, source: str = "") -> Entry:
    """Take a player's entry back before the start; buy-in and fee return. Raises `UnknownTournament`, `Refused`."""
    with transaction.atomic():
        book = log.open_book(tournament_id)
        entry = Entry.objects.filter(tournament=book.row, player=player, is_withdrawn=False).first()
        if entry is None:
            raise Refused("not_registered", _("You are not registered for this tournament."), 404)
        if book.state.status != REGISTERING:
            raise Refused("started_already", _("The tournament has started: the entry stands."))
        entry.is_withdrawn = True
        entry.save(update_fields=["is_withdrawn"])
        seq = book.add("unregistered", {"entry": entry.number, "player": player.pk}, now=now, by=by, source=source)
        _pay(book.row, entry, f"{seq}:1", by, -1)
        tickets.give_back(entry)
        book.close()
        return entry


def _pay(tournament: Tournament, entry: Entry, key: str, by: User | None, sign: int) -> None:
    """Move the price from the wallet to escrow and house, or back."""
    moves = escrow.moves_of(entry, sign)
    if not moves:
        return  # a free-roll
    purpose = "tournament-entry" if sign > 0 else "tournament-return"
    ledger.post(f"{tournament.owner}:{key}", moves, purpose=purpose, reference=tournament.owner, by=by)
