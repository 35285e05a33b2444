from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = gettext_lazy("Tournaments")

    def ready(self) -> None:
        from club.base.registry import register
        from club.base.signals import player_barred
        from tables.chat import chat_places
        from tables.core.signals import hand_entered, hand_refused, hand_resolved
        from tables.tournament_seats import event_told, table_owner
        from tournaments.chat import tournament_chat
        from tournaments.entries import barred_players
        from tournaments.floor import entered_hands
        from tournaments.floor.forecast_jobs import forecast_asked
        from tournaments.log import start_and_move_notifications, webhook_events
        from tournaments.log.events.endings import Finished
        from tournaments.log.events.registry import CLASSES
        from tournaments.log.tournament_log import lines_written
        from tournaments.models import log_kinds
        from tournaments.prizes import tickets
        from tournaments.registration import REGISTRATION
        from tournaments.results import hands_told, tournament_results
        from tournaments.tasks import after_hand, look_again, on_forecast

        register(REGISTRATION)
        chat_places.KINDS["tournament"] = tournament_chat.find
        log_kinds.KINDS |= {line.kind: gettext_lazy(line.title or line.decision or line.kind) for line in CLASSES}
        webhook_events.BESIDES[Finished] = tournament_results.for_webhook
        for listener in (
            webhook_events.send,
            start_and_move_notifications.on_lines,
            tickets.on_lines,
            tournament_results.on_lines,
        ):  # in this order
            lines_written.connect(listener, dispatch_uid=listener.__module__)
        table_owner.HOLDERS["tournament"] = entered_hands.holding
        event_told.TELLERS["tournament"] = hands_told.of_hands
        hand_resolved.connect(after_hand, dispatch_uid="tournaments")
        player_barred.connect(barred_players.on_barred, dispatch_uid="tournaments")
        forecast_asked.connect(on_forecast, dispatch_uid="tournaments")
        for waits in (hand_entered, hand_refused):
            waits.connect(look_again, dispatch_uid="tournaments")
