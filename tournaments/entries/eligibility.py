"""The conditions of an entry, each with its verdict: whether it is met, if not why, and from when it may be.

Every one is told to the player, met or not. A new condition is one function in `CONDITIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.hashers import check_password

from club.base.phrases import gettext as _
from club.house import amounts
from club.ledger import ledger
from club.models import Player
from club.people import eligibility
from tournaments.entries import entries
from tournaments.log.state import BAGGED, CANCELLED, FINISHED, REGISTERING, RUNNING, State
from tournaments.models import Alternate, Entry, Tournament
from tournaments.models.kinds import KindFields
from tournaments.prizes import tickets
from tournaments.terms import event_kinds, flight_tree, late_registration_and_rebuy_periods


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: what it asks, whether it is met; if not `code` and `why`, and `when` it will be, where known.

    `closes_at` is the other end of a window, where known.
    """

    title: str
    is_met: bool
    code: str = ""
    why: str = ""
    when: datetime | None = None
    closes_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks to enter what, and when. `code` is the event's code as it was typed; None: nobody typed one yet."""

    tournament: Tournament
    state: State
    player: Player
    now: datetime
    last: Entry | None  # the player's latest entry
    code: str | None = None
    is_alternate: bool = False
    covered: int = 0  # what a ticket pays of the price, in chips
    name: str = ""  # of the player, where the desk asks; the player is told "you"

    @property
    def is_again(self) -> bool:
        """True for one who has been in already, and is out."""
        return self.last is not None and self.last.is_out


def asked(
    tournament: Tournament,
    state: State,
    player: Player,
    *,
    now: datetime,
    code: str | None = None,
    is_alternate: bool = False,
    covered: int = 0,
    name: str = "",
) -> Asked:
    """The question, with what the rows know of the player."""
    last = entries.last_entry(tournament, player)
    if tournament.is_ticket_only and last is None and not covered:  # the ticket is used by itself
        ticket = tickets.held(player, tournament, now=now).first()
        covered = 0 if ticket is None else ticket.value
    return Asked(tournament, state, player, now, last, code, is_alternate, covered, name)


def judged(question: Asked) -> list[Condition]:
    """Every condition of this event for this player, in the order in which they are told."""
    found = (condition(question) for condition in CONDITIONS)
    return [one for one in found if one is not None]


def _standing(ask: Asked) -> Condition | None:
    found = eligibility.may_take_part(ask.player, ask.now)
    when = {"suspended": ask.player.suspended_until, "self_excluded": ask.player.excluded_until}.get(found.code)
    return Condition(_("A member who may play"), found.accepted, found.code, found.why, when)


def _window(ask: Asked) -> Condition | None:
    tournament, state = ask.tournament, ask.state
    told = _("Registration is open")
    if state.status in (FINISHED, CANCELLED, BAGGED):
        return Condition(told, False, "registration_closed", _("Registration is closed: the tournament is over."))
    if ask.is_again and state.status != REGISTERING:  # before a Day 2, who is out in a flight enters as anybody does
        found = late_registration_and_rebuy_periods.reentry(tournament, state, ask.now)
    else:
        found = late_registration_and_rebuy_periods.late_registration(tournament, state, ask.now)
    if found.is_open:
        return Condition(told, True, closes_at=found.closes_at)
    if found.opens_at is not None:
        why = _("Registration is not open yet. %(words)s") % {"words": found.words}
        return Condition(told, False, "not_open_yet", why, found.opens_at)
    why = _("Registration is closed: the tournament has started.")
    if state.status == REGISTERING:
        why = _("Day 2 is entered through its flights.")
    return Condition(told, False, "registration_closed", why, closes_at=found.closes_at)


def _not_in(ask: Asked) -> Condition | None:
    tournament, told = ask.tournament, _("Not entered yet")
    if ask.last is None:
        return Condition(told, True)
    if not ask.last.is_out:
        words = _("%(name)s is registered already.") if ask.name else _("You are registered already.")
        return Condition(told, False, "already_registered", words % {"name": ask.name})
    if not tournament.reentries:
        words = _("This is a freeze-out: whoever is out cannot enter again.")
        return Condition(told, False, "no_reentry", words)
    had = Entry.objects.filter(tournament=tournament, player=ask.player, is_withdrawn=False, is_reentry=True).count()
    told = _("Re-entries left")
    if had >= tournament.reentries:
        words = _("You have used your re-entries: %(n)d.")
        if ask.name:
            words = _("%(name)s has used the re-entries: %(n)d.")
        words = words % {"name": ask.name, "n": tournament.reentries}
        return Condition(told, False, "reentries_used", words)
    return Condition(told, True)


def _flights(ask: Asked) -> Condition | None:
    """One flight at a time; and whoever has survived one plays another only where the event lets them."""
    tournament, told = ask.tournament, _("Not in another flight")
    if tournament.day_two_id is None and not event_kinds.format_of(tournament).gathers:
        return None
    live = Entry.objects.filter(player=ask.player, is_withdrawn=False, is_out=False).exclude(tournament=tournament)
    live = live.select_related("tournament").filter(
        tournament__in=[tournament.pot.pk, *flight_tree.flights_below(tournament.pot)]
    )
    # The flights first: what is bagged between the two questions is found by the second.
    playing = live.filter(tournament__status__in=(REGISTERING, RUNNING))
    is_flight = not event_kinds.format_of(tournament).gathers
    other = playing.exclude(tournament__format=KindFields.Format.DAY_TWO).first() if is_flight else playing.first()
    if other is not None:
        words = _("You are entered in %(name)s: enter here once you are out there.") % {"name": other.tournament.name}
        return Condition(told, False, "in_another_flight", words)
    survived = playing.filter(tournament__format=KindFields.Format.DAY_TWO).first() if is_flight else None
    if survived is not None and survived.came_from_id is None:
        words = _("You are entered in %(name)s directly.") % {"name": survived.tournament.name}
        return Condition(told, False, "in_day_two", words)
    if survived is not None and not survived.tournament.enters_again:
        words = _(
            "You have survived a flight: your stack goes on to %(name)s, and no other flight is entered after that."
        )
        return Condition(told, False, "survived_already", words % {"name": survived.tournament.name})
    return Condition(told, True)


def _seat(ask: Asked) -> Condition | None:
    left = entries.room_left(ask.tournament, ask.state)
    told = _("A seat is free")
    if left is None:
        return None
    waiting = 0 if ask.is_alternate else Alternate.objects.filter(tournament=ask.tournament, outcome="waits").count()
    if left > waiting:
        return Condition(told, True)
    if left:
        return Condition(told, False, "full", _("The free seats go to those who wait; join the waiting list."))
    return Condition(told, False, "full", _("The tournament is full: %(n)d players.") % {"n": len(ask.state.alive)})


def _entries_left(ask: Asked) -> Condition | None:
    most = ask.tournament.max_entries
    if most is None:
        return None
    made = Entry.objects.filter(tournament=ask.tournament, is_withdrawn=False, came_from=None).count()
    words = _("All entries are taken: %(n)d.") % {"n": most}
    return Condition(_("An entry is left"), made < most, "no_entries_left", words)


def _age(ask: Asked) -> Condition | None:
    least = ask.tournament.min_age
    if not least:
        return None
    checked = eligibility.age_checks_of(ask.player).first()
    shown = 0 if checked is None else checked.age
    words = _("Show the desk a document first: players are %(n)d or older here.") % {"n": least}
    return Condition(_("%(n)d years or older") % {"n": least}, shown >= least, "age_not_checked", words)


def _membership(ask: Asked) -> Condition | None:
    days = ask.tournament.min_member_days
    if not days:
        return None
    when = ask.player.joined_at + timedelta(days=days)
    words = _("This event is for members of %(n)d days or more.") % {"n": days}
    return Condition(_("A member for %(n)d days") % {"n": days}, when <= ask.now, "member_too_new", words, when)


def _finished(ask: Asked) -> Condition | None:
    least = ask.tournament.min_finished
    if not least:
        return None
    played = Entry.objects.filter(player=ask.player, is_withdrawn=False, tournament__status=FINISHED)
    count = played.values("tournament").distinct().count()
    words = _("This event is for players of %(n)d tournaments or more; you have played %(had)d.")
    title = _("%(n)d tournaments played") % {"n": least}
    return Condition(title, count >= least, "too_few_finished", words % {"n": least, "had": count})


def _ticket(ask: Asked) -> Condition | None:
    if not ask.tournament.is_ticket_only or ask.last is not None:
        return None
    words = _("This event is entered with a ticket; you hold none that is good here.")
    if ask.name:
        words = _("This event is entered with a ticket; %(name)s holds none that is good here.") % {"name": ask.name}
    return Condition(_("A ticket for this event"), bool(ask.covered), "no_ticket", words)


def _code(ask: Asked) -> Condition | None:
    if not ask.tournament.entry_code:
        return None
    title = _("The code of this event")
    if ask.is_alternate or ask.code is None:  # asked for when entering; who waits has told it
        return Condition(title, True)
    words = _("This is not the code of this event; ask whoever invited you.")
    return Condition(title, check_password(ask.code, ask.tournament.entry_code), "wrong_code", words)


def price(ask: Asked) -> int:
    """What the player pays for the entry, in chips: what no ticket covers."""
    return max(0, sum(entries.price(ask.tournament, is_reentry=ask.is_again)) - ask.covered)


def in_the_wallet(player: Player, price: int, name: str) -> Condition:
    """The condition of having the chips; told to the player, or to the desk of the player of that `name`."""
    held = ledger.balance(ledger.open_account(player.owner, "wallet"))
    words = _("Your wallet holds %(held)s chips; this costs %(price)s.")
    if name:
        words = _("%(name)s's wallet holds %(held)s chips: take %(price)s now?")
    told = {"name": name, "held": amounts.written(held), "price": amounts.written(price)}
    title = _("%(price)s chips in the wallet") % told
    return Condition(title, held >= price, "not_enough_chips", words % told)


def _chips(ask: Asked) -> Condition | None:
    cost = price(ask)
    return in_the_wallet(ask.player, cost, ask.name) if cost else None


CONDITIONS: list[Callable[[Asked], Condition | None]] = [
    _standing,
    _window,
    _not_in,
    _flights,
    _entries_left,
    _age,
    _membership,
    _finished,
    _ticket,
    _code,
    _seat,
    _chips,
]
"""In the order in which they are told; the first that is not met is why one cannot enter."""

FULL, CLOSED = "full", "registration_closed"
"""What keeps a player out for the moment, so that waiting makes sense; and what ends all waiting."""
