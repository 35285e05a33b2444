from django.apps import AppConfig
from django.utils.translation import gettext_noop as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        from club.registry import Place, ScopeKind, register
        from tables.signals import hand_resolved
        from tournaments import membership
        from tournaments.rules import TournamentRules
        from tournaments.tasks import after_hand

        register(
            house_rules={_("Tournaments"): TournamentRules},
            scopes=[
                ScopeKind(_("Tournament"), "tournament", membership.open_places, membership.scope_chain),
            ],
            places=[Place("tournament", membership.name_of, membership.places, membership.open_places)],
            rights={
                "tournaments.direct": (_("Announce and run tournaments"), ["director"]),
                "structures.import": (_("Take in structure sheets"), ["director"]),
            },
            purposes={
                "tournament-entry": _("Entry in a tournament"),
                "tournament-return": _("Entry returned"),
                "tournament-stacks": _("Tournament chips"),
                "tournament-prize": _("Prize"),
                "tournament-overlay": _("Overlay of a guaranteed prize pool"),
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
                "tournament.moved": _("Moved by hand"),
                "tournament.knocked_out": _("Knocked out by hand"),
                "tournament.level_set": _("Level set"),
                "tournament.clock_adjusted": _("Clock adjusted"),
                "tournament.undone": _("Undone"),
                "tournament.redone": _("Done again"),
            },
        )
        hand_resolved.connect(after_hand, dispatch_uid="tournaments")
