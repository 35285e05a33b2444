"""What the admin calls fields whose models give them no name for people, in the reader's language.

Models name what people fill in; keys, digests and the like go by the name they have in Python. The tables of failed logins
are a library's, which knows no Japanese.
"""

from __future__ import annotations

from django.apps import apps
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

OURS = ("club", "tables", "tournaments")
NAMES = {
    "account": pgettext_lazy("field", "account"),
    "asked": pgettext_lazy("field", "key of the request"),
    "before_deal": pgettext_lazy("field", "before the deal"),
    "begins_at": pgettext_lazy("field", "begins at"),
    "busy_until": pgettext_lazy("field", "busy until"),
    "cashier": pgettext_lazy("field", "cashier"),
    "choosing": pgettext_lazy("field", "choice of the game"),
    "closed_by": pgettext_lazy("field", "closed by"),
    "closing_total": pgettext_lazy("field", "closing total"),
    "decided_by": pgettext_lazy("field", "decided by"),
    "delivery": pgettext_lazy("field", "message"),
    "digest": pgettext_lazy("field", "digest"),
    "ends_at": pgettext_lazy("field", "ends at"),
    "entry": pgettext_lazy("field", "entry"),
    "hand": pgettext_lazy("field", "hand"),
    "is_demo": pgettext_lazy("field", "of the demo"),
    "key": pgettext_lazy("field", "key"),
    "later": pgettext_lazy("field", "later deadlines"),
    "league": pgettext_lazy("field", "league"),
    "looks_as": pgettext_lazy("field", "what the name looks like"),
    "main": pgettext_lazy("field", "main table"),
    "opening_total": pgettext_lazy("field", "opening total"),
    "pin": pgettext_lazy("field", "PIN, hashed"),
    "pin_failures": pgettext_lazy("field", "wrong PINs"),
    "pin_locked_until": pgettext_lazy("field", "PIN locked until"),
    "play_at": pgettext_lazy("field", "computer plays at"),
    "player": pgettext_lazy("field", "player"),
    "proposed_by": pgettext_lazy("field", "proposed by"),
    "report": pgettext_lazy("field", "report"),
    "request_key": pgettext_lazy("field", "key of the request"),
    "reverses": pgettext_lazy("field", "reverses"),
    "rule_set": pgettext_lazy("field", "house rules"),
    "secret": pgettext_lazy("field", "secret"),
    "seed": pgettext_lazy("field", "seed"),
    "seq": pgettext_lazy("field", "last line"),
    "shift": pgettext_lazy("field", "shift"),
    "snapshot": pgettext_lazy("field", "snapshot"),
    "sorts_as": pgettext_lazy("field", "sorted as"),
    "structure": pgettext_lazy("field", "structure"),
    "table": pgettext_lazy("field", "table"),
    "template": pgettext_lazy("field", "recurring event"),
    "ticket": pgettext_lazy("field", "ticket"),
    "tournament": pgettext_lazy("field", "tournament"),
    "transfer": pgettext_lazy("field", "transfer"),
    "turn": pgettext_lazy("field", "turn of the mix"),
    "user": pgettext_lazy("field", "login"),
    "values": pgettext_lazy("field", "values"),
    "version": pgettext_lazy("field", "version"),
    "webhook": pgettext_lazy("field", "webhook"),
}
# Models that have no name for people either: one, and many.
MODELS = {
    "RuleSet": (
        pgettext_lazy("model", "version of the house rules"),
        pgettext_lazy("model", "versions of the house rules"),
    )
}
# As the library writes them.
OF_LOGINS = (
    *(gettext_noop("access attempt"), gettext_noop("access attempts")),
    *(gettext_noop("access log"), gettext_noop("access logs")),
    *(gettext_noop("access failure"), gettext_noop("access failures")),
    *(gettext_noop("Attempt Time"), gettext_noop("Logout Time"), gettext_noop("Failed Logins")),
    *(gettext_noop("User Agent"), gettext_noop("HTTP Accept"), gettext_noop("Path"), gettext_noop("Access lock out")),
    *(gettext_noop("GET Data"), gettext_noop("POST Data"), gettext_noop("Session key hash (sha256)")),
)


def give() -> None:
    """Give every field of ours that has no name for people its name, and the library's part of the admin a title."""
    apps.get_app_config("axes").verbose_name = gettext_lazy("Logins")
    for label in OURS:
        for model in apps.get_app_config(label).get_models():
            if "verbose_name" not in model._meta.original_attrs and model.__name__ in MODELS:
                model._meta.verbose_name, model._meta.verbose_name_plural = MODELS[model.__name__]
            for field in model._meta.fields:
                # A name that its model gives stays; this one is the admin's alone, and no part of a migration.
                if field._verbose_name is None and field.name in NAMES:  # type: ignore[attr-defined]  # Django tells them apart by it
                    field.verbose_name = NAMES[field.name]
