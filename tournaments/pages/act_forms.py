"""The forms of acts: made from their fields, with what the event has to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.fields import empty

from club.base.phrases import gettext as _
from tournaments.acts import registry
from tournaments.acts.act import Act, Scene, Section
from tournaments.acts.act_fields import (
    BountyWinners,
    Choices,
    CountedChips,
    EntryNumbers,
    RequestKey,
    Several,
    Switch,
    TableNumbers,
)
from tournaments.log.state import State
from tournaments.models import Purchase, Tournament

Choice = tuple[object, str]  # what is sent, and its words


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """The event as forms need it: what decides which are shown, what may be chosen, and what stands in a field at first."""

    tournament: int
    scene: Scene
    seats: int
    form_key: str
    choices: Mapping[Choices, list[Choice]]
    values: Mapping[tuple[str, str], Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One input of a form. `kind`: select, number, text, checkbox or hidden."""

    id: str
    name: str
    label: str
    kind: str
    value: Any = ""
    help: str = ""
    choices: tuple[Choice, ...] = ()
    is_needed: bool = False
    least: int | None = None
    most: int | None = None
    longest: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The form of an act: the inputs in rows, and its buttons, each with the name and value it sends."""

    act: str
    url: str
    title: str
    help: str
    rows: list[list[Input]]
    buttons: list[dict[str, str]]
    is_main: bool


def floor_of(tournament: Tournament, seen: Mapping[str, Any], desk: Mapping[str, Any], form_key: str) -> Floor:
    """The event for its forms. seen: as `queries.as_seen_by` tells it; desk: as `own_entry.desk` does."""
    state = State.from_json(tournament.snapshot)
    entrants = [(one.number, one.player.nickname) for one in desk["entries"]]
    in_play = [
        (one["entry"], f"{one['name']} · {one['table_number']}-{one['seat']}" if one["seat"] else one["name"])
        for one in seen["entrants"]
        if not one["is_out"]
    ]
    return Floor(
        tournament=tournament.pk,
        scene=Scene(
            is_open=desk["is_open"],
            is_running=desk["is_running"],
            is_registration_closed=desk["is_closed"],
            may_withdraw=desk["may_withdraw"],
            has_real_cards=bool(state.orders.real),
            has_bounty=bool(tournament.bounty),
            needs_check_in=tournament.needs_check_in,
            has_absent=bool(desk["absent"]),
            sells=bool(tournament.rebuys or tournament.addons),
            has_sold=bool(desk["purchases"]),
        ),
        seats=tournament.table_size,
        form_key=form_key,
        choices={
            Choices.IN_PLAY: in_play,
            Choices.ENTERED: entrants,
            Choices.ABSENT: [(one.number, one.player.nickname) for one in desk["absent"]],
            Choices.SEAT_HOLDERS: [(0, _("nobody")), ("", _("let go")), *entrants],
            Choices.TABLES: [(one["id"], str(one["number"])) for one in seen["tables"]],
            Choices.TABLE_NUMBERS: [(one["number"], str(one["number"])) for one in seen["tables"]],
            Choices.LEVELS: [
                (one["number"], f"{_('Level %(level)s') % {'level': one['number']}} · {one['words']}")
                for one in seen["levels"]
                if one["number"]
            ],
            Choices.ON_SALE: [
                (kind.value, str(kind.label))
                for kind, most in ((Purchase.Kind.REBUY, tournament.rebuys), (Purchase.Kind.ADD_ON, tournament.addons))
                if most
            ],
            Choices.PURCHASES: [
                (one.pk, f"{one.entry.player.nickname} · {one.get_kind_display()} {one.chips:,}")
                for one in desk["purchases"]
            ],
        },
        values={
            ("message", "words"): state.message,
            ("break-order", "tables"): state.orders.order,
            ("level", "level"): next((one["number"] for one in seen["levels"] if one["is_now"]), ""),
        },
    )


def as_sent(floor: Floor, act: Act, sent: Mapping[str, str]) -> Floor:
    """The event for its forms, that of the act as it was sent: who was refused does not write it again."""
    single = (name for name, one in act.serializer().fields.items() if not isinstance(one, Several))
    return replace(floor, values={**floor.values, **{(act.name, name): sent[name] for name in single if name in sent}})


def forms(section: Section, floor: Floor, acts: Iterable[Act] = ()) -> list[Form]:
    """The forms of that section that are of use now. acts: those there are, by default all of them."""
    found = (act for act in acts or registry.LIST if act.section is section and act.shown(floor.scene))
    return [form(act, floor) for act in found if _has_choices(act, floor)]


def form(act: Act, floor: Floor) -> Form:
    """The form of an act."""
    fields = act.serializer().fields
    shown = {name: one for name, one in fields.items() if not isinstance(one, Switch) and _is_shown(one, floor)}
    lists = {name: one for name, one in shown.items() if isinstance(one, Several)}
    plain = [_input(act, name, one, floor) for name, one in shown.items() if name not in lists]
    beside = [[_input(act, name, one, floor, row) for name, one in lists.items()] for row in range(act.rows)]
    if len(lists) == 1:  # one list is one row
        beside = [[one for row in beside for one in row]]
    switch = next((name for name, one in fields.items() if isinstance(one, Switch)), None)
    return Form(
        act=act.name,
        url=reverse("floor-act", args=[floor.tournament, act.name]),
        title=str(act.title),
        help=str(act.help),
        rows=[row for row in beside if row] + [[one] for one in plain],
        buttons=_buttons(act, switch),
        is_main=act.is_main,
    )


def _has_choices(act: Act, floor: Floor) -> bool:
    """False for an act that needs one of what there is none of: a player, a table."""
    offered = (getattr(one, "offers", None) for one in act.serializer().fields.values() if one.required)
    return all(floor.choices.get(one) for one in offered if one is not None)


def _is_shown(one: serializers.Field[Any, Any, Any, Any], floor: Floor) -> bool:
    if isinstance(one, BountyWinners):
        return floor.scene.has_bounty
    return floor.scene.has_real_cards or not isinstance(one, CountedChips)


def _buttons(act: Act, switch: str | None) -> list[dict[str, str]]:
    if switch is None:
        return [{"words": str(act.button), "name": "", "value": ""}]
    yes = {"words": str(act.button), "name": switch, "value": "true"}
    return [yes, {"words": _("No more"), "name": switch, "value": "false"}]


def _input(
    act: Act, name: str, one: serializers.Field[Any, Any, Any, Any], floor: Floor, row: int | None = None
) -> Input:
    inner = one.child if isinstance(one, Several) else one
    first = "" if one.default is empty or callable(one.default) or row is not None else one.default
    made = Input(
        id=f"{act.name}-{name}" + ("" if row is None else f"-{row + 1}"),
        name=name,
        label=str(one.label or ""),
        kind=_kind(inner),
        value=floor.values.get((act.name, name), first),
        help=str(one.help_text or ""),
        is_needed=one.required and (row is None or act.rows == 1),
        least=getattr(inner, "min_value", None),
        most=_most(name, inner, floor),
        longest=getattr(inner, "max_length", None),
    )
    if isinstance(one, RequestKey):
        return replace(made, kind="hidden", value=floor.form_key)
    if isinstance(one, TableNumbers) and row is not None:
        before = list(floor.values.get((act.name, name), ()))
        made = replace(
            made, label=str(one.label) if row == 0 else str(row + 1), value=(before[row : row + 1] or [""])[0]
        )
    offers = getattr(one, "offers", None)
    choices = floor.choices.get(offers, []) if offers else list(getattr(inner, "choices", {}).items())
    if not (offers or choices):
        return made
    may_be_none = isinstance(one, EntryNumbers | TableNumbers) and act.rows > 1
    return replace(made, kind="select", choices=tuple([("", "–")] * may_be_none + choices))


def _kind(one: Any) -> str:
    if isinstance(one, serializers.BooleanField):
        return "checkbox"
    return "number" if isinstance(one, serializers.IntegerField) else "text"


def _most(name: str, one: Any, floor: Floor) -> int | None:
    most = getattr(one, "max_value", None)
    return floor.seats if name == "seat" else None if most is None or most > 10**6 else most


def in_words(wrong: serializers.ValidationError) -> str:
    """What is wrong with the fields of a form, in one line."""
    told = wrong.detail if isinstance(wrong.detail, dict) else {"": wrong.detail}
    return " ".join(f"{name}: {_flat(why)}" if name else _flat(why) for name, why in told.items())


def _flat(why: Any) -> str:
    """The sentences of an error, which of a list come by the number of the item: each once."""
    parts = list(why.values()) if isinstance(why, dict) else why if isinstance(why, list) else [str(why)]
    return " ".join(dict.fromkeys(map(_flat, parts))) if not isinstance(why, str) else str(why)
