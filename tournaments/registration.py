"""What the tournaments bring to the club's lists: house rules, rights, purposes of transfers, kinds of decisions, events.

Kinds of lines of the log that people decide are kinds of decisions on record, and words of the log's choices.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from club.base.registry import Place, Registration, ScopeKind
from tournaments import due_work
from tournaments.desk import reception
from tournaments.entries import personal_data, whereabouts
from tournaments.log import rule_scopes, webhook_events
from tournaments.log.events.registry import CLASSES
from tournaments.log.seating_rules import SeatingRules
from tournaments.log.tournament_rules import TournamentRules
from tournaments.running import tournament_gauges

RIGHTS = {
    "tournaments.direct": (_("Announce and run tournaments"), ["director"]),
    "tournaments.enter": (_("Enter players, and sell rebuys and add-ons"), ["director", "cashier", "reception"]),
    "tickets.issue": (_("Issue and take back tickets"), ["cashier", "director"]),
    "structures.import": (_("Take in structure sheets"), ["director"]),
    "leagues.manage": (_("Make leagues and seasons"), ["director"]),
}

PURPOSES = {
    "tournament-entry": _("Entry in a tournament"),
    "tournament-rebuy": _("Rebuy"),
    "tournament-add-on": _("Add-on"),
    "tournament-return": _("Entry returned"),
    "tournament-stacks": _("Tournament chips"),
    "tournament-colour-up": _("Colour-up"),
    "tournament-prize": _("Prize"),
    "tournament-overlay": _("Overlay of a guaranteed prize pool"),
    "tournament-bounty": _("Bounty"),
    "ticket-issued": _("Ticket issued"),
    "ticket-cancelled": _("Ticket taken back"),
    "ticket-expired": _("Ticket expired"),
    "ticket-refunded": _("Ticket refunded"),
    "tournament-staff": _("Staff's share of a prize pool"),
}

DECISIONS = {
    "structure.imported": _("Structure sheet taken in"),
    "gallery.shared": _("House rules and structures shared"),
    "gallery.taken-in": _("Shared set taken in"),
    "gallery.taken-back": _("Shared set taken back"),
    "gallery.key-accepted": _("Key of another club accepted"),
    "gallery.key-forgotten": _("Key of another club forgotten"),
    "tournament.announced": _("Tournament announced"),
    "ticket.won": _("Ticket won"),
    "ticket.issued": _("Ticket issued"),
    "ticket.approved": _("Ticket approved"),
    "ticket.cancelled": _("Ticket taken back"),
    "ticket.expired": _("Ticket expired"),
    "ticket.refunded": _("Ticket refunded"),
    "ticket.converted": _("Ticket good for any event"),
    "screen.arranged": _("Big screen arranged"),
    "template.made": _("Recurring event made"),
    "template.changed": _("Recurring event changed"),
    "league.made": _("League made"),
    "league.changed": _("League changed"),
    "season.made": _("Season made"),
    "season.changed": _("Season changed"),
    "season.closed": _("Season closed"),
} | {f"tournament.{line.kind}": line.decision for line in CLASSES if line.decision}

REGISTRATION = Registration(
    house_rules={_("Tournaments"): TournamentRules, _("Seats and tables"): SeatingRules},
    scopes=[ScopeKind(_("Tournament"), "tournament", whereabouts.open_places, rule_scopes.scope_chain)],
    places=[Place("tournament", whereabouts.name_of, whereabouts.places, whereabouts.open_places)],
    rights=RIGHTS,
    purposes=PURPOSES,
    decisions=DECISIONS,
    in_use=[whereabouts.is_used],
    ties={"tournaments": whereabouts.tie},
    knowledge={
        "tournaments": personal_data.known,
        "tickets": personal_data.tickets,
        "waited_for_tournaments": personal_data.waited,
    },
    desk_panels=[reception.panel],
    events=webhook_events.events(DECISIONS),
    sealed={"tournaments_logentry": "line of a tournament's log"},
    work={"tournaments.tasks.sweep": due_work.sweep},
    gauges=[tournament_gauges.gauges],
)
