from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = gettext_lazy("Tables")

    def ready(self) -> None:
        from club.base.registry import register
        from club.base.signals import player_barred
        from tables.cash import player_ties
        from tables.registration import REGISTRATION

        register(REGISTRATION)
        player_barred.connect(player_ties.on_barred, dispatch_uid="tables")
