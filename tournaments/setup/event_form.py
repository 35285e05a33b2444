"""The form on which an event is announced or changed: every field of it, in groups, with presets, and what the sheet says itself.

A template of recurring events keeps what the same form takes, so that both are checked in one place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.text_limits import whole
from tournaments.formulas import payout_tables
from tournaments.models import Structure, Tournament

# Groups in their order: key, title, fields. A field of the event that stands in none is found by a test.
GROUPS: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("event", _("Event"), ("name", "starts_at", "must_end_at", "min_players", "max_players")),
    ("price", _("Price"), ("buy_in", "fee", "fee_basis_points", "fee_unit", "fee_rounding", "staff_basis_points")),
    (
        "play",
        _("Play"),
        ("starting_chips", "table_size", "action_seconds", "pace", "cards", "physical_tables", "chip_colours"),
    ),
    ("kind", _("Kind"), ("starts_when", "reopens", "format", "advance", "round_stacks", "round_clock")),
    (
        "flights",
        _("Flights and Day 2"),
        ("day_two", "bags_after_level", "bags_at_percent", "bags_at_players", "bags_after_hands", "flight_stacks", "enters_again",
         "restart_level", "flight_ranking", "flight_paid_percent", "flight_prize"),
    ),
    (
        "entry",
        _("Registration"),
        ("opens_at", "late_until_level", "is_break_late", "late_minutes", "late_until", "on_time_chips", "late_loss_percent",
         "max_entries", "max_tables", "entry_code",
         "is_ticket_only", "min_age", "min_member_days", "min_finished", "needs_check_in", "absentees", "is_absent_refunded"),
    ),
    ("reentry", _("Re-entry"), ("reentries", "reentry_until_level", "reentry_buy_in", "reentry_fee")),
    (
        "rebuy",
        _("Rebuys and add-ons"),
        ("rebuys", "rebuys_at_once", "rebuy_price", "rebuy_fee", "rebuy_bounty", "rebuy_chips", "rebuy_until_level",
         "rebuy_seconds", "computers_buy",
         "addons", "addon_price", "addon_fee", "addon_chips", "addon_until_level", "is_addon_in_break"),
    ),
    (
        "prizes",
        _("Prizes"),
        ("payout", "payout_table", "guarantee", "payout_unit", "payout_rounding", "payout_floor", "payout_minimum",
         "disqualified_prize"),
    ),
    (
        "bounty",
        _("Bounties"),
        ("bounty", "bounty_kind", "bounty_paid_percent", "bounty_final", "bounty_paid", "mystery_level",
         "mystery_shares"),
    ),
    ("satellite", _("Satellite"), ("ticket_for", "ticket_value", "tickets_guaranteed")),
)  # fmt: skip
BOUGHT = (("rebuys", "rebuy_price", "rebuy_chips"), ("addons", "addon_price", "addon_chips"))  # how many, price, chips
FROM_SHEET = ("starting_chips", "table_size")  # where they are left empty, the sheet's
NAMES = tuple(field.name for field in Tournament._meta.fields)
FIELDS = tuple(name for _key, _title, names in GROUPS for name in names if name != "entry_code")  # a hash in the row
LARGEST = 10**15
MOST_TABLES = 10_000


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual kind of event: its name for people, and the fields that make it. `halves` are half of the buy-in."""

    name: Any
    fields: Mapping[str, Any]
    halves: tuple[str, ...] = ()


PRESETS: dict[str, Preset] = {
    "freeze-out": Preset(_("Freeze-out"), {"reentries": 0, "rebuys": 0, "addons": 0, "late_until_level": None}),
    "re-entry": Preset(_("Re-entry"), {"reentries": 2, "late_until_level": 6, "is_break_late": True}),
    "rebuy": Preset(
        _("Rebuys and add-on"),
        {"rebuys": 3, "rebuy_until_level": 4, "late_until_level": 4, "addons": 1, "addon_until_level": 4},
    ),
    "sit-and-go": Preset(_("Sit-and-go"), {"starts_when": "full", "max_players": 9, "late_until_level": None}),
    "shoot-out": Preset(_("Shoot-out"), {"format": "shoot-out", "late_until_level": None}),
    "bracket": Preset(_("Heads-up bracket"), {"format": "bracket", "late_until_level": None}),
    "day-two": Preset(_("Day 2 of flights"), {"format": "day-two", "late_until_level": None}),
    "flight": Preset(_("Flight of a Day 2"), {"bags_at_percent": 15, "late_until_level": 6, "reentries": 1}),
    "turbo": Preset(_("Turbo"), {"action_seconds": 12, "rebuy_seconds": 30, "late_until_level": 4}),
    "bounty": Preset(_("Bounty"), {"bounty_kind": "progressive", "late_until_level": 4}, ("bounty",)),
    "satellite": Preset(_("Satellite"), {"late_until_level": 4, "tickets_guaranteed": 1}),
}


class Moment(forms.DateTimeInput):
    """An instant as browsers ask for it, in the club's time zone."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class OwnTable(forms.JSONField):
    """A payout table as JSON; empty where there is none."""

    def prepare_value(self, value: Any) -> Any:
        return "" if value is None else super().prepare_value(value)


class TableNumbers(forms.CharField):
    """The numbers of tables, with commas between."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        numbers = [part for part in re.split(r"[\s,、]+", str(value or "").strip("[] ")) if part]
        if not all(0 < (whole(part, 4) or 0) <= MOST_TABLES for part in numbers):
            raise forms.ValidationError(_("Numbers of tables with commas between, such as 1, 3."))
        return [int(part) for part in numbers]


class Percent(forms.Field):
    """A part in per cent, with two decimals at most; the event keeps it in basis points (hundredths of a per cent)."""

    widget = forms.NumberInput(attrs={"inputmode": "decimal", "min": "0", "max": "100", "step": "0.01"})

    def prepare_value(self, value: Any) -> Any:
        return f"{Decimal(value) / 100:f}" if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip()
        if not text:
            return None
        try:
            points = Decimal(text) * 100
            is_part = 0 <= points <= payout_tables.WHOLE and points == int(points)
        except ArithmeticError:  # no number, or none that compares
            is_part = False
        if not is_part:
            raise forms.ValidationError(_("Per cent from 0 to 100, with two decimals at most, such as 2.5."))
        return int(points)


# Fields that people read and write in per cent: label and help.
PERCENT: dict[str, tuple[Any, Any]] = {
    "fee_basis_points": (_("fee in % of the buy-in"), ""),
    "staff_basis_points": (_("staff's share"), _("In % of what is paid in.")),
}


def _formfield(field: models.Field[Any, Any], **named: Any) -> Any:
    """The field of the form: what has a default may be left empty."""
    if isinstance(field, models.DateTimeField):
        named["widget"] = Moment()
    if isinstance(field, models.PositiveBigIntegerField):
        named["max_value"] = LARGEST
    if field.name == "payout_table":
        named["form_class"] = OwnTable
    made: Any = field.formfield(**named)
    if made is None:
        return None
    if field.has_default() and not isinstance(field, models.BooleanField):
        made.required = False
    if field.name == "physical_tables":
        made = TableNumbers(label=made.label, required=False, help_text=made.help_text)
    if field.name in PERCENT:
        label, help_text = PERCENT[field.name]
        return Percent(label=label, required=False, help_text=help_text)
    if field.name == "payout":
        found = payout_tables.PAYOUTS.values()
        made = forms.ChoiceField(
            label=made.label,
            required=False,
            choices=[(one.key, _(one.name)) for one in found],
            initial=payout_tables.DEFAULT,
        )
    if isinstance(made.widget, forms.NumberInput):
        made.widget.attrs["inputmode"] = "decimal" if isinstance(field, models.FloatField) else "numeric"
    return made


# Generic for the checker alone.
if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Tournament]
else:
    _ModelForm = forms.ModelForm


class EventForm(_ModelForm):
    """The fields of an event. `structure` is asked where it is announced."""

    structure = forms.ModelChoiceField(
        Structure.objects.filter(missing=[]).order_by("name"), label=_("Structure"), to_field_name="key"
    )
    entry_code = forms.CharField(
        label=_("Code to enter"),
        max_length=60,
        required=False,
        help_text=_("Asked of everybody who enters; empty: nobody is asked."),
    )

    class Meta:
        model = Tournament
        fields = FIELDS
        formfield_callback = _formfield

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.label_suffix = ""
        for name in FROM_SHEET:
            self.fields[name].required = False
            self.fields[name].help_text = _("Empty: as in the structure.")
        for _many, price, _chips in BOUGHT:
            self.fields[price].help_text = _("Empty: as much as the buy-in.")
        self.fields["starts_at"].help_text = _("In the club's time zone. Empty: when the director starts it.")
        if self.instance.pk is not None:
            del self.fields["structure"]
        else:
            open_ones = Tournament.objects.filter(status__in=("registering", "running"))
            self.fields["ticket_for"].queryset = open_ones
        day_twos = Tournament.objects.filter(format=Tournament.Format.DAY_TWO, status="registering")
        day_two: Any = self.fields["day_two"]
        day_two.queryset = day_twos.exclude(pk=self.instance.pk)

    def clean(self) -> dict[str, Any]:
        """A price of rebuys or add-ons that was left empty is the buy-in's; 0 is free."""
        told: dict[str, Any] = super().clean() or self.cleaned_data
        for many, price, _chips in BOUGHT:
            if told.get(many) and told.get(price) is None and price not in self.errors:
                told[price] = told.get("buy_in")
        return told

    def groups(self) -> list[tuple[str, Any, list[forms.BoundField], bool]]:
        """Key, title and fields of each group, and whether it is to be seen at once: it has an error, or says something."""
        made = []
        for at, (key, title, names) in enumerate(GROUPS):
            shown = [self[name] for name in (("structure", *names) if not at else names) if name in self.fields]
            made.append((key, title, shown, at < 2 or any(one.errors or self._says(one) for one in shown)))
        return made

    def _says(self, one: forms.BoundField) -> bool:
        if one.name not in NAMES:
            return bool(one.value())
        told, field = one.value(), Tournament._meta.get_field(one.name)
        plain = field.get_default() if isinstance(field, models.Field) and field.has_default() else None
        return told not in (None, "", [], "[]", "null") and str(told) != str(plain)

    def told(self) -> dict[str, Any]:
        """The fields that say something, as `event_start.announce` takes them. Only of a form that is valid."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value not in (None, "", []) or isinstance(value, bool)
        }

    def meant(self, tournament: Tournament) -> dict[str, Any]:
        """Every field with what it is to be, an empty one as its default (the chips and seats as they are in that row);
        without a code that was not typed."""
        made = {}
        for name, value in self.cleaned_data.items():
            if name == "entry_code":
                if value:
                    made[name] = value
                continue
            field = Tournament._meta.get_field(name)
            is_empty = value in (None, "", []) and not isinstance(value, bool)
            if is_empty and name in FROM_SHEET:
                value = getattr(tournament, name)
            elif is_empty and isinstance(field, models.Field):
                value = field.get_default() if field.has_default() else None
            was = getattr(tournament, name)
            if isinstance(value, datetime) and was is not None and value == was.replace(second=0, microsecond=0):
                value = was  # browsers are asked for minutes
            made[name] = value
        return made


# -- what the sheet and a preset fill in --------------------------------------------------------------------------------


def begun_with(structure: Structure | None, preset: str = "") -> dict[str, Any]:
    """What the form begins with: the preset's fields, and over them what the sheet says itself."""
    found = PRESETS.get(preset)
    made: dict[str, Any] = {} if found is None else dict(found.fields)
    if structure is not None:
        made |= {"structure": structure.key, **of_sheet(structure.sheet)[0]}
    if found is not None:
        made |= {name: made.get("buy_in", 0) // 2 for name in found.halves}
    for many, price, chips in BOUGHT:
        if made.get(many):  # as an entry, where the sheet says nothing else
            made.setdefault(price, None)
            if structure is not None and _whole(structure.sheet.get("starting_chips")):
                made.setdefault(chips, structure.sheet["starting_chips"])
    return made


def of_sheet(sheet: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The event's fields that a sheet states (buy-in, rebuys, late registration), and the keys of the sheet that state what
    no field can: they are told and left to the director."""
    made: dict[str, Any] = {}
    left: list[str] = []
    for key, read in (("buy_in", _amount), ("rebuy", _rebuy), ("addon", _addon), ("late_reg", _late)):
        if key in sheet:
            found, rest = read(sheet[key])
            made |= found
            left += [f"{key}.{one}" if one else key for one in rest]
    if type(sheet.get("max_reentries")) is int:
        made["reentries"] = sheet["max_reentries"]
    left += [key for key in ("lammers", "rules") if sheet.get(key)]
    return made, tuple(left)


def _whole(told: Any) -> bool:
    return type(told) is int and 0 <= told <= LARGEST


def _amount(told: Any) -> tuple[dict[str, Any], Iterable[str]]:
    return ({"buy_in": told}, ()) if _whole(told) else ({}, ("",))


MANY = 100  # rebuys of a sheet that says they are unlimited


def _rebuy(told: Any) -> tuple[dict[str, Any], Iterable[str]]:
    return _bought(told, "rebuy", "rebuys", MANY)


def _addon(told: Any) -> tuple[dict[str, Any], Iterable[str]]:
    return _bought(told, "addon", "addons", 1)


def _bought(told: Any, kind: str, count: str, many: int) -> tuple[dict[str, Any], Iterable[str]]:
    if not isinstance(told, Mapping):
        return {}, ("",)
    names = {"cost": f"{kind}_price", "chips": f"{kind}_chips", "until_after_level": f"{kind}_until_level"}
    made = {field: told[key] for key, field in names.items() if _whole(told.get(key))}
    made[count] = told["count"] if _whole(told.get("count")) else many
    return made, [key for key in told if key not in (*names, "count", "unlimited")]


def _late(told: Any) -> tuple[dict[str, Any], Iterable[str]]:
    """A level's number, or an object with one; other words are for the director to read."""
    level = told.get("until_after_level") if isinstance(told, Mapping) else told
    return ({"late_until_level": level}, ()) if _whole(level) and level else ({}, ("",))
