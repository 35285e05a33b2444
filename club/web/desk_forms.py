"""The forms of the desk, made from the list of desk actions: every field with its words, what is known already hidden."""

from __future__ import annotations

import unicodedata
import uuid
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_noop
from rest_framework import serializers

from club.base.phrases import at_field
from club.base.phrases import gettext as _
from club.cashier.desk_actions import DESK_ACTIONS, Balancing, DeskAction
from club.house.chip_set import Chip

LABELS = {
    "chips": gettext_noop("Chips"),
    "limit": gettext_noop("Limit (chips)"),
    "why": gettext_noop("Why"),
    "taker": gettext_noop("To whom (number)"),
    "player": gettext_noop("Player (number)"),
    "slip": gettext_noop("Slip"),
    "age": gettext_noop("At least (years)"),
    "cash": gettext_noop("Cash"),
    "counts": gettext_noop("Count"),
    "jackpot": gettext_noop("Jackpot"),
    "origin": gettext_noop("From"),
}
_KEPT = "refused_form"
ORIGINS = {"rake": gettext_noop("the rake"), "cashier": gettext_noop("the cashier")}


def form(name: str, title: str, *, chips: tuple[Chip, ...] = (), plain: bool = False, **known: Any) -> dict[str, Any]:
    """A form for an action: `known` fields are filled in and hidden, a count asks for each of `chips`."""
    action = DESK_ACTIONS[name]
    asked = [
        _field(key, field) for key, field in action.fields().fields.items() if key not in (*known, "unit", "counts")
    ]
    return {
        "action": name,
        "id": f"{name}-{next(iter(known.values()), '')}",
        "title": title,
        "known": known,
        "fields": asked,
        "chips": [{"colour": chip.colour, "value": chip.value} for chip in chips if "counts" in action.fields().fields],
        "is_whole": issubclass(action.fields, Balancing),
        "key": uuid.uuid4().hex,
        "plain": plain,
    }


def keep(request: HttpRequest, action: str, refused: str) -> None:
    """Keep what was typed into a form that was refused, for the page that shows the form again."""
    typed = {name: str(value)[:300] for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    request.session[_KEPT] = {"action": action, "typed": typed, "refused": refused}


def with_typed(request: HttpRequest, forms: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The forms, of which the one that was refused holds what was typed into it, and why it was."""
    kept = request.session.pop(_KEPT, None)
    for one in forms if kept else ():
        typed = kept["typed"]
        if one["action"] != kept["action"] or any(typed.get(key, "") != str(one["known"][key]) for key in one["known"]):
            continue
        one["refused"] = kept["refused"]
        for field in one["fields"]:
            field["value"] = typed.get(field["name"], "")
        one["chips"] = [chip | {"typed": typed.get(f"count-{chip['value']}", "")} for chip in one["chips"]]
    return forms


def _field(key: str, field: serializers.Field[Any, Any, Any, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"name": key, "label": _(LABELS[key]), "required": field.required}
    if isinstance(field, serializers.ChoiceField):
        told["choices"] = [(choice, _(ORIGINS[choice])) for choice in field.choices]
    elif isinstance(field, serializers.IntegerField):
        told["is_number"] = True
    return told


def read(action: DeskAction, sent: QueryDict) -> serializers.Serializer[Any]:
    """What was typed, by the action's own fields: full-width digits and commas between thousands are understood."""
    given: dict[str, Any] = {}
    for key, field in action.fields().fields.items():
        if key == "counts":
            typed = {
                name.removeprefix("count-"): _number(str(sent[name])) for name in sent if name.startswith("count-")
            }
            # At either end of a shift a blank is a chip that was not counted; in a fill it is none.
            is_whole = issubclass(action.fields, Balancing)
            given[key] = {value: number or "0" for value, number in typed.items() if number or not is_whole}
        elif key in sent:
            is_number = isinstance(field, serializers.IntegerField)
            typed_in = _number(str(sent[key])) if is_number else sent[key]
            if typed_in or field.required or not is_number:  # a number that may be left out was
                given[key] = typed_in
    return action.fields(data=given)


def _number(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace(",", "").replace("−", "-").strip()


def first_error(read_form: serializers.Serializer[Any]) -> str:
    """The first thing that is wrong with what was typed, in words, with the field's name."""
    key, said = next(iter(read_form.errors.items()))
    while isinstance(said, dict):
        said = next(iter(said.values()))
    words = said[0] if isinstance(said, list) else said
    return at_field(_(LABELS[key]) if key in LABELS else "", str(words))
