from django.apps import AppConfig
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = gettext_lazy("Tournaments")

    def ready(self) -> None:
        from club.base.registry import DECISIONS, Place, ScopeKind, register
        from club.base.signals import player_barred
        from tables.cash import table_owner
        from tables.core.signals import hand_refused, hand_resolved
        from tournaments.entries import membership
        from tournaments.floor import entered_hands
        from tournaments.log import webhook_events
        from tournaments.log.events.registry import CLASSES
        from tournaments.log.floor_rules import SeatingRules
        from tournaments.log.rules import TournamentRules
        from tournaments.models import log_kinds
        from tournaments.tasks import after_hand, on_refused

        register(
            house_rules={_("Tournaments"): TournamentRules, _("Seats and tables"): SeatingRules},
            scopes=[
                ScopeKind(_("Tournament"), "tournament", membership.open_places, membership.scope_chain),
            ],
            places=[Place("tournament", membership.name_of, membership.places, membership.open_places)],
            rights={
                "tournaments.direct": (_("Announce and run tournaments"), ["director"]),
                "tickets.issue": (_("Issue and take back tickets"), ["cashier", "director"]),
                "structures.import": (_("Take in structure sheets"), ["director"]),
            },
            purposes={
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
            },
            ties={"tournaments": membership.tie},
            knowledge={"tournaments": membership.known},
            decisions={
                "structure.imported": _("Structure sheet taken in"),
                "tournament.announced": _("Tournament announced"),
                "ticket.won": _("Ticket won"),
                "ticket.issued": _("Ticket issued"),
                "ticket.approved": _("Ticket approved"),
                "ticket.cancelled": _("Ticket taken back"),
                "ticket.expired": _("Ticket expired"),
                "ticket.refunded": _("Ticket refunded"),
                "ticket.converted": _("Ticket good for any event"),
            },
        )
        register(
            rights={"leagues.manage": (_("Make leagues and seasons"), ["director"])},
            decisions={
                "template.made": _("Recurring event made"),
                "template.changed": _("Recurring event changed"),
                "league.made": _("League made"),
                "league.changed": _("League changed"),
                "season.made": _("Season made"),
                "season.changed": _("Season changed"),
                "season.closed": _("Season closed"),
            },
        )
        log_kinds.KINDS |= {one.kind: gettext_lazy(one.title or one.decision or one.kind) for one in CLASSES}
        register(decisions={f"tournament.{one.kind}": one.decision for one in CLASSES if one.decision})
        register(events=webhook_events.events(DECISIONS))
        table_owner.HOLDERS["tournament"] = entered_hands.holding
        hand_resolved.connect(after_hand, dispatch_uid="tournaments")
        player_barred.connect(membership.on_barred, dispatch_uid="tournaments")
        hand_refused.connect(on_refused, dispatch_uid="tournaments")
