"""What an act on an event is: one value from which its form, its endpoint, its schema and its right are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from functools import cached_property
from typing import Any

from rest_framework import serializers

from club.models import Player, User
from tournaments.log.events.log_event import Undoable

DIRECT = "tournaments.direct"
ANY_PLAYER = ""  # whoever is signed in as a player, about the own entry

Fields = Mapping[str, serializers.Field[Any, Any, Any, Any]]


class Place(Enum):
    """Where an act has its address: in the API below that of the event, and by that name."""

    EVENT = ("", "api-")
    FLOOR = ("floor/", "api-floor-")
    OWN = ("entry/", "api-entry-")


class Section(Enum):
    """The part of the floor's page in which the form of an act stands."""

    BY_HAND = "by hand"
    CLOCK = "clock"
    ENTRIES = "entries"
    CHECK_IN = "check-in"
    PURCHASES = "purchases"
    SEATS = "seats"
    MONEY = "money"  # a page of its own, with forms of its own
    THERE = "there"  # no form: a button beside what it is about, or a form of its own with more than fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What decides which forms the floor's page shows."""

    is_open: bool = False
    is_running: bool = False
    is_registration_closed: bool = False
    may_withdraw: bool = False  # after the start
    has_real_cards: bool = False
    has_bounty: bool = False
    needs_check_in: bool = False
    has_absent: bool = False
    sells: bool = False
    has_sold: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """How an act is taken back: by undo of the lines it writes, by another act, or why it is not. Both of the first
    two where it writes lines of either kind."""

    lines: tuple[type[Undoable], ...] = ()
    act: str = ""
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Act:
    """One thing that is done to an event by hand.

    `does` is told the tournament's primary key, the fields by name, and `now`, `by`, `source`; an act of a player about
    the own entry also `player`. `fields` are typed (`act_fields`): the form and the serializer both come from them. Where they
    are those of a model, they are a serializer of their own. `button`, `title` and `help` are marked for translation.
    """

    name: str
    does: Callable[..., object]
    button: Any
    back: Back
    fields: Fields | type[serializers.Serializer[Any]] = field(default_factory=dict)
    right: str = DIRECT
    place: Place = Place.FLOOR
    section: Section = Section.THERE
    title: Any = ""
    help: Any = ""
    shown: Callable[[Scene], bool] = lambda scene: scene.is_running
    rows: int = 1  # how many rows its form has for fields that are lists
    is_main: bool = False  # its button stands out

    @cached_property
    def serializer(self) -> type[serializers.Serializer[Any]]:
        """The fields as the API reads them; its name is that of the act in the schema."""
        if isinstance(self.fields, type):
            return self.fields
        words = (self.place.name, *self.name.split("-"))
        told: Any = type("".join(word.title() for word in words), (serializers.Serializer,), dict(self.fields))
        return told  # type: ignore[no-any-return]

    @property
    def is_undoable(self) -> bool:
        """True if undo takes it back."""
        return bool(self.back.lines)

    @property
    def address(self) -> str:
        """Its address in the API, below that of the event."""
        return f"{self.place.value[0]}{self.name}/"

    @property
    def endpoint(self) -> str:
        """The name of that address."""
        return f"{self.place.value[1]}{self.name}"

    def do(
        self,
        tournament_id: int,
        given: Mapping[str, Any],
        *,
        now: datetime,
        by: User | None,
        source: str,
        player: Player | None = None,
    ) -> None:
        """Do it. Raises DRF's `ValidationError` for fields that are not right, and what the act refuses."""
        told = self.serializer(data=given)
        told.is_valid(raise_exception=True)
        who = {"player": player} if self.place is Place.OWN else {}
        self.does(tournament_id, **who, **told.validated_data, now=now, by=by, source=source)


def by_name(acts: Sequence[Act]) -> dict[str, Act]:
    """The acts by their names. Raises `ValueError` for a name that two of them have."""
    named = {act.name: act for act in acts}
    if len(named) != len(acts):
        raise ValueError("two acts have one name")
    return named
