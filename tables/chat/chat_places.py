"""Where there is a chat: a table, and whatever else names itself here, such as a tournament."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Protocol

from club.models import Player

OFF, PLAYERS, ALL = "off", "players", "players and spectators"


class ChatRules(Protocol):
    """What house rules say of a chat."""

    @property
    def chat(self) -> str: ...

    @property
    def chat_days(self) -> int: ...


class ChatPlace(ABC):
    """One place with a chat. `reference` names it (``table:7``), `name` is what people call it, `address` its page, and
    `channel` the event stream that tells of new lines."""

    reference: str
    name: str
    address: str
    channel: str

    @property
    @abstractmethod
    def rules(self) -> ChatRules:
        """The house rules in force there."""

    @property
    def rule(self) -> str:
        """Who may say something: nobody (`OFF`), `PLAYERS`, or spectators too, apart (`ALL`)."""
        return self.rules.chat

    @property
    def days_kept(self) -> int:
        """After so many days a line is forgotten."""
        return self.rules.chat_days

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """False where nothing more is said."""

    @abstractmethod
    def is_player(self, player: Player | None) -> bool:
        """True for who plays here: speaks to the players, and never reads what spectators say."""

    @abstractmethod
    def sees_until(self, viewer: Player | None, now: datetime) -> datetime | None:
        """Up to when the viewer reads what players say; None: up to now."""


# By the kind of a reference (``table``), what finds the place of a number, or raises a `ClubError` of status 404.
KINDS: dict[str, Callable[[int], ChatPlace]] = {}


def find(reference: str) -> ChatPlace:
    """The place of a reference such as ``table:7``. Raises a `ClubError` for a number of none."""
    kind, _colon, number = reference.partition(":")
    return KINDS[kind](int(number))


def addressed(numbers: Mapping[str, int]) -> ChatPlace:
    """The place of an address's number, such as `table_id`. Raises a `ClubError` for a number of none."""
    ((named, number),) = numbers.items()
    return KINDS[named.removesuffix("_id")](number)
