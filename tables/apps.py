from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = gettext_lazy("Tables")

    def ready(self) -> None:
        from club.base.registry import register
        from club.base.signals import player_barred
        from tables.chat import chat_places, table_chat
        from tables.players import barred_players
        from tables.registration import REGISTRATION

        register(REGISTRATION)
        chat_places.KINDS["table"] = table_chat.find
        player_barred.connect(barred_players.on_barred, dispatch_uid="tables")
