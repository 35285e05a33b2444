"""What the apps bring to the club at start-up: house rules, rights, ledger purposes, kinds of decisions on record.

An app says it in its `registration` module; its `ready()` registers it. The club stores values and shows lists; it knows
nobody's rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class ScopeKind:
    """Something narrower than the club for which house rules may be set: a kind of game, a table, a tournament.

    `prefix` begins its references (``game`` of ``game:razz``). `options` lists what there is, as reference and words.
    `chain` gives, for a reference, the scopes from it outwards, the club left out; none for a reference to nothing.
    `is_found` says whether a login, who may be anonymous, knows of what the reference names.
    """

    name: str
    prefix: str
    options: Callable[[], Iterable[tuple[str, str]]]
    chain: Callable[[str], Sequence[str]]
    is_found: Callable[[str, Any], bool] = lambda _reference, _login: True


@dataclass(frozen=True)
class Place:
    """Where something may happen: a table, a tournament. `prefix` begins its references (``table`` of ``table:7``).

    `name_of` gives the name of a reference, empty if there is none of it; `of` where a player is now, and `open` where
    anybody is, as reference and name.
    """

    prefix: str
    name_of: Callable[[str], str]
    of: Callable[[Any], Iterable[tuple[str, str]]]
    open: Callable[[], Iterable[tuple[str, str]]]


@dataclass(frozen=True)
class Standstill:
    """Something that waits for a person to act, such as a hand whose chips the books refuse.

    `reference` names it to programs; `plain` tells it in English, for audits and logs; `words` in the reader's language,
    with the page at `address` where something can be done. Where it `is_of_books`, the books are not in order until then.
    """

    reference: str
    plain: str
    words: str
    address: str
    is_of_books: bool = True


@dataclass(frozen=True)
class Gauge:
    """One figure of how the club runs, read when it is asked for.

    `name` is its name for monitoring (Prometheus), with its unit (`_seconds`, `_bytes`) or `_total` for what only grows;
    `words` say in English what it is. `labels` tell apart figures of one name.
    """

    name: str
    value: float
    words: str
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Panel:
    """A part of a page that an app draws: its template, which is given `panel`, and what it shows."""

    template: str
    shown: Mapping[str, Any]


@dataclass(frozen=True)
class SharedPart:
    """A part of a page that all who only watch see alike (`club.live.shared_parts`).

    `path` is where it is had, with its `{number}`; `drawn_by` the dotted name of what draws it, which is imported where parts are
    served: a function of number and language that gives the version and a `Shared`, or None where not all see the same.
    """

    path: str
    drawn_by: str


HOUSE_RULES: dict[str, type] = {}
# Those of them that hold for the whole club, and are set for nothing narrower.
CLUB_ONLY: set[type] = set()
RIGHTS: dict[str, str] = {}
ROLES: dict[str, set[str]] = {
    role: set() for role in ("owner", "admin", "director", "dealer", "cashier", "reception", "player")
}
SCOPES: dict[str, ScopeKind] = {}
PURPOSES: dict[str, str] = {}
DECISIONS: dict[str, str] = {}
PLACES: dict[str, Place] = {}
# What a webhook may be told of: a kind such as ``tournament.finished``, and what it says to people.
EVENTS: dict[str, str] = {}
# What ties a player to the present, such as a seat: asked before a player is merged or erased.
TIES: dict[str, Callable[[Any], str]] = {}
# What an app knows of a player, for the player's own copy.
KNOWLEDGE: dict[str, Callable[[Any], Any]] = {}
# What an app forgets of a player who is erased, in the transaction that erases.
FORGETS: dict[str, Callable[[Any], None]] = {}
# What an app hands over from a duplicate to the member who stays, in the transaction that merges.
MERGES: dict[str, Callable[[Any, Any], None]] = {}
# What everybody may see of a channel's number, by the channel's kind: a version, and JSON or None where not all see the same.
PUBLIC_VIEWS: dict[str, Callable[[int], tuple[int, bytes | None]]] = {}
# Parts of pages that all who only watch see alike, by their kind.
SHARED_PARTS: dict[str, SharedPart] = {}
# What stands still until somebody acts, by the right of those who are told on every page.
STANDSTILLS: dict[str, Callable[[], Iterable[Standstill]]] = {}
# What the auditor asks of an app's rows: each a statement whose rows are sentences of what disagrees with the books.
AUDITS: list[str] = []
# Tables whose lines are sealed, each with a database function `sealed_<table>`, and what its lines are called.
SEALED: dict[str, str] = {}
# What an app tells of how it runs, at an instant.
GAUGES: list[Callable[[datetime], Iterable[Gauge]]] = []
# By a task of the schedule, the rows of which one at least is there when it has something to do.
WORK: dict[str, Callable[[datetime], Iterable[Any]]] = {}
# Whether an app is played in already: a table was opened, an event announced.
IN_USE: list[Callable[[], bool]] = []
# What apps let staff do for a player from the page that the desk has of the player.
DESK_PANELS: list[Callable[[Any, Any], Iterable[Panel]]] = []
# What apps show of a player on the member's page.
MEMBER_PANELS: list[Callable[[Any, Any], Iterable[Panel]]] = []


@dataclass(frozen=True)
class Registration:
    """What one app adds to the club's lists; what it leaves out, it does not add."""

    # A group's name, and the dataclass that declares its house rules.
    house_rules: Mapping[str, type] = field(default_factory=dict)
    # Which of them hold for the whole club, and are set for no game, table or tournament.
    club_only: Iterable[type] = ()
    # A right, its words, and the roles that have it; owner and admin have every right.
    rights: Mapping[str, tuple[str, Iterable[str]]] = field(default_factory=dict)
    # Purposes of transfers and kinds of decisions: a word, and what it says to people.
    purposes: Mapping[str, str] = field(default_factory=dict)
    decisions: Mapping[str, str] = field(default_factory=dict)
    # For what house rules may be set besides the club, and where something may happen.
    scopes: Iterable[ScopeKind] = ()
    places: Iterable[Place] = ()
    # A name, and what says in words why a player cannot go now (a seat, a running tournament); else an empty text.
    ties: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    # A name, and what tells as JSON all that the app keeps of a player; and what forgets what it keeps for the player alone.
    knowledge: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    forgets: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)
    # A name, and what hands over to the member who stays what the app holds for or against a duplicate (duplicate, kept).
    merges: Mapping[str, Callable[[Any, Any], None]] = field(default_factory=dict)
    # What webhooks may be told of, and its words.
    events: Mapping[str, str] = field(default_factory=dict)
    # A kind of channel, and what gives the version and JSON of what everybody may see of a number of it.
    public_views: Mapping[str, Callable[[int], tuple[int, bytes | None]]] = field(default_factory=dict)
    # A kind of part of a page that all who only watch see alike, and where it is had.
    shared_parts: Mapping[str, SharedPart] = field(default_factory=dict)
    # A right, and what tells whoever has it what waits for a person to act; audit and health name it too.
    standstills: Mapping[str, Callable[[], Iterable[Standstill]]] = field(default_factory=dict)
    # Statements of the auditor, whose rows are sentences: what of the app's rows disagrees with the books.
    audits: Iterable[str] = ()
    # Append-only tables whose lines are chained by digests (`club.ledger.seals`), and in English what one line of it is.
    sealed: Mapping[str, str] = field(default_factory=dict)
    # What tells, at an instant, figures of how the app runs.
    gauges: Iterable[Callable[[datetime], Iterable[Gauge]]] = ()
    # A task of the schedule, and what gives the queries that find a row whenever it has something to do at an instant.
    work: Mapping[str, Callable[[datetime], Iterable[Any]]] = field(default_factory=dict)
    # What gives, for a login and a player, the parts of the desk's page of the player that the app draws.
    desk_panels: Iterable[Callable[[Any, Any], Iterable[Panel]]] = ()
    # The same, of the page of the member.
    member_panels: Iterable[Callable[[Any, Any], Iterable[Panel]]] = ()
    # What says whether the app is played in already.
    in_use: Iterable[Callable[[], bool]] = ()


def register(app: Registration) -> None:
    """Add what an app brings to the club's lists."""
    HOUSE_RULES.update(app.house_rules)
    CLUB_ONLY.update(app.club_only)
    PURPOSES.update(app.purposes)
    DECISIONS.update(app.decisions)
    TIES.update(app.ties)
    KNOWLEDGE.update(app.knowledge)
    FORGETS.update(app.forgets)
    MERGES.update(app.merges)
    EVENTS.update(app.events)
    PUBLIC_VIEWS.update(app.public_views)
    SHARED_PARTS.update(app.shared_parts)
    SEALED.update(app.sealed)
    WORK.update(app.work)
    STANDSTILLS.update(app.standstills)
    DESK_PANELS.extend(one for one in app.desk_panels if one not in DESK_PANELS)
    MEMBER_PANELS.extend(one for one in app.member_panels if one not in MEMBER_PANELS)
    GAUGES.extend(one for one in app.gauges if one not in GAUGES)
    AUDITS.extend(one for one in app.audits if one not in AUDITS)
    IN_USE.extend(one for one in app.in_use if one not in IN_USE)
    SCOPES.update({kind.prefix: kind for kind in app.scopes})
    PLACES.update({kind.prefix: kind for kind in app.places})
    for right, (words, roles) in app.rights.items():
        RIGHTS[right] = words
        for role in {"owner", "admin", *roles}:
            ROLES[role].add(right)
