"""Tickets: the right to enter, won in a satellite or given by the desk, whose worth lies in an escrow until it is used.

A ticket pays first of an entry's price (`escrow.moves_of`); what is taken back gives it back; one that has expired, or is
cancelled, leaves its worth to the house. Not a chip is lost: the escrow holds what the good and the waiting tickets are worth.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.cashier import no_self_service
from club.house import amounts, audit_log, club_rules
from club.ledger import ledger
from club.models import Player, User
from tournaments.base.errors import Refused
from tournaments.log import tournament_rules
from tournaments.log.state import BAGGED, CANCELLED, FINISHED, State
from tournaments.models import Entry, Ticket, Tournament
from tournaments.prizes import escrow

GOOD, WAITING = Ticket.State.HELD, Ticket.State.WAITING
REOPENED = "reopened"  # the reason of a ticket whose satellite was reopened
OVER = (Tournament.Status.CANCELLED, Tournament.Status.FINISHED)
REFUNDED, EXPIRE = "refunded", "expire"


# -- who holds what ---------------------------------------------------------------------------------------------------


def good_for(tournament: Tournament) -> Q:
    """Tickets that let one into that tournament: those for it, for its name, and those for any that they pay in full."""
    price = tournament.buy_in + tournament.fee
    anywhere = Q(tournament=None, event="", value__gte=price)
    return Q(tournament=tournament) | Q(tournament=None, event=tournament.name) & ~Q(event="") | anywhere


def held(player: Player, tournament: Tournament | None = None, *, now: datetime) -> QuerySet[Ticket]:
    """The good tickets of a player, those for a tournament if one is given; the one that expires first comes first."""
    found = Ticket.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), player=player, state=GOOD)
    if tournament is not None:
        found = found.filter(good_for(tournament))
    # For the very tournament before one that is good elsewhere too.
    return found.order_by("tournament", "expires_at", "pk")


def of(player: Player) -> QuerySet[Ticket]:
    """All tickets of a player, the latest first."""
    return Ticket.objects.filter(player=player).select_related("tournament", "won_in").order_by("-pk")


# -- used and given back ----------------------------------------------------------------------------------------------


def take(player: Player, tournament: Tournament, number: int | None, *, now: datetime) -> Ticket | None:
    """Use a ticket for an entry: that of the number, or the first that is good; None if there is none.

    Locks it. The chips move with the entry's price. Raises `Refused` for a number that is no good here.
    """
    found = held(player, tournament, now=now).select_for_update(of=("self",))
    ticket = found.first() if number is None else found.filter(pk=number).first()
    if ticket is None:
        if number is None:
            return None
        raise Refused("ticket_not_good", _("You hold no such ticket that is good for this tournament."), ticket=number)
    ticket.state = Ticket.State.USED
    ticket.save(update_fields=["state"])
    return ticket


def give_back(entry: Entry) -> None:
    """An entry was taken back: its ticket is good again, even if it would have expired by now."""
    if entry.ticket_id is not None:
        Ticket.objects.filter(pk=entry.ticket_id, state=Ticket.State.USED).update(state=GOOD)


# -- issued and taken back --------------------------------------------------------------------------------------------


def is_target_over(satellite: Tournament, *, locked: bool = False) -> bool:
    """True if the event that a satellite's tickets are for is called off or over, so that nobody could use one there.

    locked: it cannot be called off before the caller's transaction ends.
    """
    if satellite.ticket_for_id is None:
        return False
    found = Tournament.objects.filter(pk=satellite.ticket_for_id)
    found = found.select_for_update(no_key=True, of=("self",)) if locked else found
    return found.values_list("status", flat=True).get() in OVER


def is_refunded(tournament: Tournament) -> bool:
    """True if the house pays the worth of tickets that were won for an event that is called off."""
    return tournament_rules.in_force(tournament, None).cancelled_tickets == REFUNDED


def release(tournament: Tournament, *, by: User | None, now: datetime) -> None:
    """The event is called off: no ticket for it alone stays good for nothing (`TournamentRules.cancelled_tickets`)."""
    _release(tournament, tournament_rules.in_force(tournament, None).cancelled_tickets, by, now)


def release_unused(tournament: Tournament, *, by: User | None, now: datetime) -> None:
    """The event is over, or a flight bagged: what becomes of tickets that nobody used (`TournamentRules.unused_tickets`)."""
    _release(tournament, tournament_rules.in_force(tournament, None).unused_tickets, by, now)


def on_lines(*, tournament: Tournament, state: State, by: User | None, now: datetime, **_more: Any) -> None:
    """Lines of a log were written: with an event that ends, its tickets are let go."""
    if state.status == tournament.status:
        return
    if state.status == CANCELLED:
        release(tournament, by=by, now=now)
    elif state.status in (FINISHED, BAGGED):
        release_unused(tournament, by=None, now=now)


def _left(tournament: Tournament) -> QuerySet[Ticket]:
    return Ticket.objects.filter(tournament=tournament, state__in=(GOOD, WAITING)).order_by("pk")


def _release(tournament: Tournament, how: str, by: User | None, now: datetime) -> None:
    for ticket in _left(tournament).select_related("player").select_for_update(of=("self",)):
        if how == REFUNDED and ticket.won_in_id is not None:
            _refund(ticket, by, now)
            ticket.state = Ticket.State.CANCELLED
            what = "refunded"
        elif how == EXPIRE:
            if ticket.state == GOOD:
                to_house(ticket, "ticket-expired", by, now)
            ticket.state = Ticket.State.EXPIRED
            what = "expired"
        else:
            ticket.tournament = None
            what = "converted"
        ticket.save(update_fields=["tournament", "state"])
        on_record(what, ticket, by=by, now=now, source="")


def _refund(ticket: Ticket, by: User | None, now: datetime) -> None:
    wallet = ledger.open_account(_owner(ticket), "wallet").pk
    moves = {escrow.ticket_escrow().pk: -ticket.value, wallet: ticket.value}
    key = f"ticket:{ticket.pk}:gone"
    ledger.post(key, moves, purpose="ticket-refunded", reference=_owner(ticket), by=by, now=now)


def warnings(tournament: Tournament) -> list[str]:
    """What calling the event off would mean for tickets, in words: those that are held for it, and the satellites still played."""
    found = list(_left(tournament).values_list("value", "won_in"))
    pays, told = is_refunded(tournament), []
    won = [value for value, won_in in found if won_in is not None and pays]
    if won:
        words = _("Tickets won for it: %(n)d, worth %(chips)s chips. Called off, their worth is paid to the winners.")
        told.append(words % {"n": len(won), "chips": amounts.written(sum(won))})
    if len(found) > len(won):
        words = _(
            "Tickets held for it: %(n)d, worth %(chips)s chips. Called off, each is good for any event that it covers."
        )
        told.append(
            words
            % {"n": len(found) - len(won), "chips": amounts.written(sum(value for value, _won_in in found) - sum(won))}
        )
    live = (Tournament.Status.REGISTERING, Tournament.Status.RUNNING)
    names = Tournament.objects.filter(ticket_for=tournament, status__in=live).order_by("starts_at", "pk")
    if listed := ", ".join(names.values_list("name", flat=True)):
        words = _("Satellites still play for it: %(names)s. Called off, they pay tickets good for any event.")
        if pays:
            words = _("Satellites still play for it: %(names)s. Called off, they pay what a ticket is worth.")
        told.append(words % {"names": listed})
    return told


def win(satellite: Tournament, entry: Entry, key: str, now: datetime, *, is_anywhere: bool = False) -> Ticket:
    """The ticket that an entry of a satellite has won; its worth is moved with the prizes. A key is one ticket. is_anywhere: for
    any event that it covers, since the one it was for is off."""
    made = Ticket.objects.create(
        player=entry.player,
        value=satellite.ticket_value,
        tournament=None if is_anywhere else satellite.ticket_for,
        won_in=satellite,
        key=key,
        issued_at=now,
    )
    on_record("won", made, by=None, now=now, source="")
    return made


def hold(tournament: Tournament, entry: Entry, now: datetime) -> Ticket | None:
    """What an entry that was taken back cost its player's wallet, as a ticket for any event that it covers; None if that was
    nothing. Posted after the price has returned."""
    wallet = ledger.open_account(entry.player.owner, "wallet")
    chips = -escrow.moves_of(entry).get(wallet.pk, 0)
    if chips <= 0:
        return None
    key = f"held:{tournament.owner}:{entry.number}"
    made = Ticket.objects.create(player=entry.player, value=chips, key=key, why=tournament.name, issued_at=now)
    moves = {wallet.pk: -chips, escrow.ticket_escrow().pk: chips}
    ledger.post(f"ticket:{made.pk}:issued", moves, purpose="ticket-issued", reference=_owner(made), now=now)
    on_record("issued", made, by=None, now=now, source="")
    return made


def issue(
    player: Player,
    value: int,
    *,
    tournament: Tournament | None = None,
    event: str = "",
    expires_at: datetime | None = None,
    why: str,
    key: str,
    by: User,
    now: datetime,
    source: str = "",
) -> Ticket:
    """Give a player a ticket, on the house. With more worth than one person may adjust alone it waits for another.

    It is good until the club's business day is over to which the instant `expires_at` belongs: no evening has it expire.
    Raises `Refused` without a reason, for no worth, for an expiry that is past, and for a key that stands for another;
    `ClubError` (403) for a ticket of one's own.
    """
    if shows_nothing(why):
        raise Refused("reason_missing", _("Say why: it is kept beside the ticket."), 422, field="why")
    if type(value) is not int or not 0 < value <= ledger.LARGEST:
        raise Refused("bad_amount", _("A ticket is worth a whole number of chips, 1 or more."), 422, field="value")
    if expires_at is not None and expires_at <= now:
        raise Refused("bad_expiry", _("A ticket cannot have expired before it is issued."), 422, field="expires_at")
    if tournament is not None and event:
        raise Refused("bad_ticket", _("A ticket is for one tournament or for a name, not both."), 422, field="event")
    no_self_service.check_not_own(by, [player.owner])
    expires_at = expires_at and _end_of_day(expires_at)
    told = {"player": player, "value": value, "tournament": tournament, "event": event.strip()}
    with transaction.atomic():
        needs_second = value > club_rules.in_force().adjust_alone
        made, is_new = Ticket.objects.get_or_create(
            key=f"issued:{by.pk}:{key}",
            defaults={
                **told,
                "state": WAITING if needs_second else GOOD,
                "expires_at": expires_at,
                "why": why,
                "issued_by": by,
                "issued_at": now,
            },
        )
        if not is_new:
            if any(getattr(made, name) != one for name, one in told.items()):
                raise ledger.KeyReused("key_reused", _("This key was used for another request."), 422)
            return made
        on_record("issued", made, by=by, now=now, source=source)
        if not needs_second:
            _fund(made, by, now)
    return made


def approve(number: int, *, by: User, now: datetime, source: str = "") -> Ticket:
    """Let a ticket pass that waits for a second person. Raises `Refused` to the one who issued it, `ClubError` (403) to the one
    who holds it."""
    with transaction.atomic():
        ticket = locked_ticket(number)
        if ticket.state != WAITING:
            raise Refused("not_waiting", _("This ticket does not wait for anybody."))
        if ticket.issued_by_id == by.pk:
            raise Refused("second_person_needed", _("Somebody else must approve what you proposed."), 403)
        no_self_service.check_not_own(by, [ticket.player.owner])
        ticket.state = GOOD
        ticket.save(update_fields=["state"])
        _fund(ticket, by, now)
        on_record("approved", ticket, by=by, now=now, source=source)
    return ticket


def cancel(number: int, *, why: str, by: User, now: datetime, source: str = "") -> Ticket:
    """Take back a ticket that is not used; its worth goes to the house. More than one may adjust alone is not taken back by
    the one who issued it. Raises `Refused`."""
    if shows_nothing(why):
        raise Refused("reason_missing", _("Say why: it is kept beside the ticket."), 422, field="why")
    with transaction.atomic():
        ticket = locked_ticket(number)
        if ticket.state not in (GOOD, WAITING):
            raise Refused("ticket_not_held", _("Only a ticket that is still good is taken back."))
        is_large = ticket.value > club_rules.in_force().adjust_alone
        if ticket.state == GOOD and is_large and ticket.issued_by_id == by.pk:
            raise Refused("second_person_needed", _("Somebody else must take back what you issued."), 403)
        if ticket.state == GOOD:
            to_house(ticket, "ticket-cancelled", by, now)
        ticket.state = Ticket.State.CANCELLED
        ticket.save(update_fields=["state"])
        on_record("cancelled", ticket, by=by, now=now, source=source, why=why)
    return ticket


def unwin(satellite: Tournament, *, why: str, by: User | None, now: datetime, source: str = "") -> None:
    """Take the tickets back that were won in a satellite; their worth goes back with its prizes.

    Raises `Refused`, naming whose, if one is no longer good: used, expired or taken back.
    """
    won = Ticket.objects.select_for_update(of=("self",)).select_related("player").filter(won_in=satellite)
    listed = list(won.exclude(state=Ticket.State.CANCELLED, issued_by=None, why=REOPENED).order_by("pk"))
    gone = [f"{one.player.nickname} ({one.get_state_display()})" for one in listed if one.state != GOOD]
    if gone:
        words = _(
            "Tickets that were won here are no longer good: %(names)s. An entry made with one is taken back first."
        )
        raise Refused("ticket_used", words % {"names": ", ".join(gone)})
    for one in listed:
        one.state, one.why = Ticket.State.CANCELLED, REOPENED
        one.save(update_fields=["state", "why"])
        on_record("cancelled", one, by=by, now=now, source=source, why=why)


def _end_of_day(instant: datetime) -> datetime:
    """The instant at which the business day ends that holds the moment before: the end of a day is that day's."""
    calendar = club_rules.in_force().calendar
    return calendar.begin_of(calendar.day_of(instant - timedelta(microseconds=1)) + timedelta(days=1))


def locked_ticket(number: int) -> Ticket:
    found = Ticket.objects.select_for_update(of=("self",)).select_related("player").filter(pk=number).first()
    if found is None:
        raise Refused("unknown_ticket", _("There is no such ticket."), 404)
    return found


def _fund(ticket: Ticket, by: User | None, now: datetime) -> None:
    moves = {escrow.fees().pk: -ticket.value, escrow.ticket_escrow().pk: ticket.value}
    ledger.post(f"ticket:{ticket.pk}:issued", moves, purpose="ticket-issued", reference=_owner(ticket), by=by, now=now)


def to_house(ticket: Ticket, purpose: str, by: User | None, now: datetime) -> None:
    moves = {escrow.ticket_escrow().pk: -ticket.value, escrow.fees().pk: ticket.value}
    ledger.post(f"ticket:{ticket.pk}:gone", moves, purpose=purpose, reference=_owner(ticket), by=by, now=now)


def _owner(ticket: Ticket) -> str:
    return ticket.player.owner


def on_record(what: str, ticket: Ticket, *, by: User | None, now: datetime, source: str, why: str = "") -> None:
    after = {"ticket": ticket.pk, "chips": ticket.value, "tournament": ticket.tournament_id, "event": ticket.event}
    audit_log.record(
        f"ticket.{what}", by=by, subject=_owner(ticket), why=why or ticket.why, after=after, source=source, now=now
    )
