"""The terms of entry of an event: its fields with what they may hold, checked when it is announced and when one is changed.

What was entered at a price keeps it. A field on which players have relied in joining is changed no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.hashers import make_password
from rest_framework import serializers

from club.base.phrases import gettext as _
from club.house import amounts
from tournaments.base.errors import Refused
from tournaments.models import EntryTerms, Tournament
from tournaments.structures import levels_and_breaks

LARGEST = 10**15
AMOUNTS = (
    "reentry_buy_in",
    "reentry_fee",
    "rebuy_price",
    "rebuy_fee",
    "rebuy_bounty",
    "rebuy_chips",
    "addon_price",
    "addon_fee",
    "on_time_chips",
)
FIELDS = tuple(field.name for field in EntryTerms._meta.fields if field.editable)
LEVELS = (
    "late_until_level", "reentry_until_level", "rebuy_until_level", "addon_until_level", "bags_after_level",
    "restart_level",
)  # fmt: skip
# Fields that make another kind of event of it when they come from nothing, or go to nothing.
KINDS = ("reentries", "rebuys", "addons")


class Terms(serializers.ModelSerializer[Tournament]):
    """The fields of entry; each may be left out."""

    entry_code = serializers.CharField(
        max_length=60,
        required=False,
        allow_blank=True,
        help_text="Asked of everybody who enters; empty: nobody is asked.",
    )

    class Meta:
        model = Tournament
        fields = [*FIELDS, "entry_code"]
        extra_kwargs = {
            **{name: {"max_value": LARGEST} for name in (*AMOUNTS, "addon_chips")},
            **{name: {"max_value": 200} for name in (*LEVELS, *KINDS, "min_age")},
            **{
                name: {"max_value": 10_000} for name in ("max_entries", "max_tables", "min_member_days", "min_finished")
            },
        }

    def get_field_names(self, declared_fields: Mapping[str, Any], info: Any) -> list[str]:
        """Those of the row, and whatever a serializer made of this one declares besides."""
        return list(dict.fromkeys((*self.Meta.fields, *declared_fields)))


def prepared(chosen: Mapping[str, object], sheet: Mapping[str, Any]) -> dict[str, object]:
    """The chosen fields, fit to be kept: the code is hashed. Raises `Refused` for fields that cannot be so."""
    made = dict(chosen)
    code = made.pop("entry_code", None)
    if code is not None:
        made["entry_code"] = make_password(str(code)) if code else ""
    _check(made, sheet)
    return made


def _check(told: Mapping[str, Any], sheet: Mapping[str, Any]) -> None:
    for many, chips in (("rebuys", "rebuy_chips"), ("addons", "addon_chips")):
        if told.get(many) and not told.get(chips):
            words = _("Say how many chips come with it.")
            raise Refused("chips_missing", words, 422, field=chips)
    if (told.get("rebuy_bounty") or 0) > (told.get("rebuy_price") or 0):
        words = _("The bounty is a part of the price of a rebuy: at most %(most)s.")
        most = told.get("rebuy_price") or 0
        raise Refused("bad_bounty", words % {"most": amounts.written(most)}, 422, field="rebuy_bounty")
    last = levels_and_breaks.last_level(sheet)
    for name in LEVELS:
        level = told.get(name)
        if level is not None and level > last:
            words = _("This structure has the levels 1 to %(last)d.")
            raise Refused("unknown_level", words % {"last": last}, 422, field=name, level=level)
    if told.get("bags_after_level") == last:
        words = _("The last level has no end: a flight ends after level %(most)d at the latest.")
        raise Refused("unknown_level", words % {"most": last - 1}, 422, field="bags_after_level", level=last)
