from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = gettext_lazy("Tournaments")

    def ready(self) -> None:
        from club.base.registry import register
        from club.base.signals import player_barred
        from tables.cash import table_owner
        from tables.core.signals import hand_refused, hand_resolved
        from tournaments.entries import player_ties
        from tournaments.floor import entered_hands
        from tournaments.log.events.registry import CLASSES
        from tournaments.models import log_kinds
        from tournaments.registration import REGISTRATION
        from tournaments.tasks import after_hand, on_refused

        register(REGISTRATION)
        log_kinds.KINDS |= {line.kind: gettext_lazy(line.title or line.decision or line.kind) for line in CLASSES}
        table_owner.HOLDERS["tournament"] = entered_hands.holding
        hand_resolved.connect(after_hand, dispatch_uid="tournaments")
        player_barred.connect(player_ties.on_barred, dispatch_uid="tournaments")
        hand_refused.connect(on_refused, dispatch_uid="tournaments")
