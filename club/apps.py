from django.apps import AppConfig
from django.utils.translation import gettext_noop as _


class ClubConfig(AppConfig):
    name = "club"
    verbose_name = "People, chips and house rules"

    def ready(self) -> None:
        from club.registry import register

        register(
            rights={
                "cashier.serve": (_("Give out and take back chips"), ["cashier"]),
                "ledger.audit": (_("Audit the ledger"), ["cashier"]),
                "house_rules.set": (_("Set house rules"), []),
            },
            purposes={
                "cash-in": _("Chips from the cashier"),
                "cash-out": _("Chips to the cashier"),
                "correction": _("Correction"),
            },
            decisions={
                "cashier.cash-in": _("Chips given out"),
                "cashier.cash-out": _("Chips taken back"),
                "house_rule.set": _("House rule set"),
            },
        )
