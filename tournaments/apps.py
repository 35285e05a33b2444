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
        from tournaments.log.floor_rules import SeatingRules
        from tournaments.log.rules import TournamentRules
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
                "tournament.registered": _("Registered"),
                "tournament.unregistered": _("Registration taken back"),
                "tournament.started": _("Tournament started"),
                "tournament.paused": _("Clock stopped"),
                "tournament.resumed": _("Clock started again"),
                "tournament.break_ended": _("Break ended"),
                "tournament.cancelled": _("Tournament called off"),
                "tournament.call_off_asked": _("Asked to call a running tournament off"),
                "tournament.reopen_asked": _("Asked to reopen a finished tournament"),
                "tournament.reopened": _("Finished tournament reopened"),
                "tournament.request_approved": _("Request about a tournament's end approved"),
                "tournament.request_refused": _("Request about a tournament's end refused or withdrawn"),
                "tournament.called_off": _("Running tournament called off"),
                "tournament.moved": _("Moved by hand"),
                "tournament.knocked_out": _("Knocked out by hand"),
                "tournament.level_set": _("Level set"),
                "tournament.structure_changed": _("Structure changed during play"),
                "tournament.clock_adjusted": _("Clock adjusted"),
                "tournament.undone": _("Undone"),
                "tournament.redone": _("Done again"),
                "tournament.hunted": _("Bounty given"),
                "tournament.hunt_undone": _("Bounty taken back"),
                "tournament.prize_barred": _("Prize of a disqualified player"),
                "tournament.prizes_locked": _("Prizes locked"),
                "tournament.prizes_unlocked": _("Prizes no longer locked"),
                "tournament.deal_proposed": _("Deal proposed"),
                "tournament.deal_agreed": _("Deal agreed to"),
                "tournament.deal_made": _("Deal made"),
                "tournament.deal_off": _("Deal called off"),
                "ticket.won": _("Ticket won"),
                "ticket.issued": _("Ticket issued"),
                "ticket.approved": _("Ticket approved"),
                "ticket.cancelled": _("Ticket taken back"),
                "ticket.expired": _("Ticket expired"),
                "ticket.refunded": _("Ticket refunded"),
                "ticket.converted": _("Ticket good for any event"),
                "tournament.call_seen": _("Move seen by the player"),
                "tournament.call_dropped": _("Call to another table dropped"),
                "tournament.table_opened": _("Table opened"),
                "tournament.button_told": _("Button told"),
                "tournament.stacks_counted": _("Stacks counted"),
                "tournament.table_recorded": _("Hands of a table with real cards entered, or no more"),
                "tournament.final_table": _("Final table drawn"),
                "tournament.last_hands": _("Last hands of a flight"),
                "tournament.bagged": _("Flight bagged"),
                "tournament.bag_undone": _("Bags of a flight taken back"),
                "tournament.gathered": _("Flight gathered by Day 2"),
                "tournament.gather_undone": _("Flight taken back from Day 2"),
                "tournament.finished": _("Tournament finished"),
                "tournament.seat_held": _("Seat held"),
                "tournament.player_fixed": _("Player keeps the seat"),
                "tournament.player_deals": _("Player deals"),
                "tournament.break_order_set": _("Order of breaking set"),
                "tournament.halt_waived": _("Short table plays on"),
                "tournament.hand_for_hand": _("Hand for hand"),
                "tournament.hand_played": _("Hand played, hand for hand"),
                "tournament.start_stacks_told": _("Stacks at the start of the hand told"),
                "tournament.hands_to_miss": _("Hands to miss"),
                "tournament.table_coloured": _("Small chips changed at a table"),
                "tournament.reentered": _("Entered again"),
                "tournament.checked_in": _("Checked in"),
                "tournament.check_in_undone": _("Check-in taken back"),
                "tournament.absent_removed": _("Absent player taken out"),
                "tournament.rebought": _("Rebuy bought"),
                "tournament.rebuy_declined": _("Rebuy declined"),
                "tournament.added_on": _("Add-on bought"),
                "tournament.purchase_taken_back": _("Purchase taken back"),
                "tournament.queued": _("Waits for a seat"),
                "tournament.left_list": _("Left the waiting list"),
                "tournament.registration_closed": _("Registration closed"),
                "tournament.registration_opened": _("Registration opened again"),
                "tournament.terms_changed": _("Fields of the event changed"),
            },
        )
        register(
            rights={"leagues.manage": (_("Make leagues and seasons"), ["director"])},
            decisions={
                "tournament.message_shown": _("Message put on the screens"),
                "template.made": _("Recurring event made"),
                "template.changed": _("Recurring event changed"),
                "league.made": _("League made"),
                "league.changed": _("League changed"),
                "season.made": _("Season made"),
                "season.changed": _("Season changed"),
                "season.closed": _("Season closed"),
            },
        )
        register(events=webhook_events.events(DECISIONS))
        table_owner.HOLDERS["tournament"] = entered_hands.holding
        hand_resolved.connect(after_hand, dispatch_uid="tournaments")
        player_barred.connect(membership.on_barred, dispatch_uid="tournaments")
        hand_refused.connect(on_refused, dispatch_uid="tournaments")
