import importlib

from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy


class ClubConfig(AppConfig):
    name = "club"
    verbose_name = gettext_lazy("People, chips and house rules")

    def ready(self) -> None:
        from club.base.registry import register
        from club.database import lookups, sql_files
        from club.house import admin_labels
        from club.registration import REGISTRATION

        importlib.import_module("club.project.celery")  # whoever hands work to the workers knows where they listen
        importlib.import_module("club.accounts.login_signals")
        lookups.register()
        admin_labels.give()
        checks.register(sql_files.check, checks.Tags.database)
        register(REGISTRATION)
