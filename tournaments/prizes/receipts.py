"""Receipts on paper: of an entry, and of a prize with a line to sign."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import override

from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.ledger import statements
from tournaments.base.errors import Refused
from tournaments.formulas.guarantees_and_satellites import Award
from tournaments.log.state import FINISHED, Place, State
from tournaments.models import Entry, Tournament
from tournaments.prizes import bounty_awards, prizes_by_place
from tournaments.terms import flight_tree


def entry_of(tournament: Tournament, number: int) -> Entry:
    """The entry of that number, also one taken back. Raises `Refused`."""
    found = (
        Entry.objects.filter(tournament=tournament, number=number)
        .select_related("player", "ticket", "tournament")
        .first()
    )
    if found is None:
        raise Refused("unknown_entry", _("There is no entry %(entry)d in this tournament.") % {"entry": number}, 404)
    return found


def entry_receipt(entry: Entry, *, now: datetime) -> bytes:
    """What an entry cost, as a PDF of A6 in the player's language; of one in a Day 2 what it cost in its flight."""
    with override(entry.player.language):
        return _entry_receipt(entry, now)


def _entry_receipt(entry: Entry, now: datetime) -> bytes:
    from club.ledger import pdf_papers  # with what draws papers, which most processes never need

    rules, entry = in_force(), entry.first
    price = entry.paid + entry.fee
    facts = [
        *_head(entry),
        (_("Buy-in"), statements.written(entry.paid - entry.bounty, rules)),
        *([(_("Bounty"), statements.written(entry.bounty, rules))] if entry.bounty else []),
        (_("Fee"), statements.written(entry.fee, rules)),
        (_("Paid"), statements.written(price, rules)),
        *([(_("With a ticket"), statements.written(entry.ticket.value, rules))] if entry.ticket else []),
        (_("Registered"), local_time(entry.registered_at)),
        *([(_("Note"), _("Entry taken back"))] if entry.is_withdrawn else []),
    ]
    return pdf_papers.receipt(_("Receipt of an entry"), facts, foot=_printed(now))


def prize_receipt(entry: Entry, *, now: datetime) -> bytes:
    """What an entry has won, as a PDF of A6 with a line to sign, in the player's language. Raises `Refused` before the end, or
    if it won nothing.
    """
    tournament = entry.tournament
    state = State.from_json(tournament.snapshot)
    if state.status != FINISHED:
        raise Refused("not_over", _("Prizes are paid when the tournament is over."))
    award = prizes_by_place.awards(tournament, state).get(entry.number)
    bounty = bounty_awards.won(tournament, state).get(entry.number, 0)
    before = flight_tree.paid_of(state).get(entry.number, 0)
    if award is None and not bounty and not before:
        raise Refused("no_prize", _("This entry has won nothing."), 404)
    place = state.entries[entry.number]
    with override(entry.player.language):
        return _prize_receipt(entry, place, award, bounty, before, now)


def _prize_receipt(entry: Entry, place: Place, award: Award | None, bounty: int, before: int, now: datetime) -> bytes:
    from club.ledger import pdf_papers  # with what draws papers, which most processes never need

    tournament, rules = entry.tournament, in_force()
    facts = [
        *_head(entry),
        (_("Place"), str(place.best) if place.best == place.worst else f"{place.best}–{place.worst}"),
        *([(_("Prize"), statements.written(award.cash, rules))] if award and award.cash else []),
        *([(_("Prize of the flight"), statements.written(before, rules))] if before else []),
        *([(_("Ticket"), statements.written(tournament.ticket_value, rules))] if award and award.has_ticket else []),
        *([(_("Bounties"), statements.written(bounty, rules))] if bounty else []),
        (_("Signature"), "\u3000" * 12),
    ]
    return pdf_papers.receipt(_("Receipt of a prize"), facts, foot=_printed(now))


def _head(entry: Entry) -> list[tuple[str, str]]:
    return [
        (_("Tournament"), entry.tournament.name),
        (_("Entry"), str(entry.number)),
        (_("Player"), entry.player.real_name or entry.player.nickname),
    ]


def local_time(instant: datetime) -> str:
    return f"{instant.astimezone(in_force().calendar.zone):%Y-%m-%d %H:%M}"


def _printed(now: datetime) -> str:
    return _("Printed %(when)s") % {"when": local_time(now)}
