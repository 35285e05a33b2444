"""What is worth a look, as whoever runs the club may see it.

No card stands here: of hands that were folded it is told that they were ahead, never which they were. Whoever looks sees no finding
that names them, and of their own hands none in which a finding tells of cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from club.base.phrases import gettext as _
from club.models import User
from tables.integrity.measured import MEASURED
from tables.integrity.sign_list import SIGNS
from tables.integrity_desk import looks
from tables.integrity_desk.marks import family_of, visible
from tables.models import Hand, HandSeat, IntegrityFinding, IntegrityLook


def told(login: User) -> dict[str, Any]:
    """For the API and the page."""
    look = looks.latest()
    order = {key: at for at, key in enumerate(SIGNS)}
    rows = [row for row in visible(login).select_related("first", "second", "looked_by") if row.sign in SIGNS]
    own, places = _own_hands(login, rows), _places(rows)
    rows.sort(key=lambda row: (order[row.sign], row.chance, row.pk))
    return {
        "look": None if look is None else _look(look),
        "signs": [_sign(key) for key in SIGNS],
        "findings": [_finding(row, own, places) for row in rows],
    }


def _look(look: IntegrityLook) -> dict[str, Any]:
    names = ("first_day", "last_day", "at", "hands", "left_out", "players")
    return {name: getattr(look, name) for name in names}


def _sign(key: str) -> dict[str, Any]:
    sign, measured = SIGNS[key], MEASURED[key]
    return {
        "key": key,
        "name": _(sign.name),
        "measures": _(sign.measures),
        "honest": _(sign.honest),
        "threshold": sign.threshold,
        "false_alarms": measured.alarms,
        "honest_looked_at": measured.honest,
        "found": measured.found,
        "planted": measured.planted,
    }


def _finding(row: IntegrityFinding, own: set[int], places: Mapping[int, tuple[str, int]]) -> dict[str, Any]:
    sign = SIGNS[row.sign]
    evidence = [
        one | dict(zip(("table", "number"), places.get(one["hand"], (None, None)), strict=True))
        for one in row.evidence
        if not (sign.reads_cards and one["hand"] in own)
    ]
    since = [] if row.looked_day is None else [one for one in evidence if one["day"] > row.looked_day.isoformat()]
    return {
        "id": row.pk,
        "sign": row.sign,
        "name": _(sign.name),
        "is_directed": sign.is_directed,
        "players": [{"player": one.pk, "name": one.nickname} for one in (row.first, row.second) if one is not None],
        "counted": _(sign.count),
        "count": row.count,
        "of": row.of,
        "usual": row.usual,
        "chance": row.chance,
        "evidence": evidence,
        "found_at": row.found_at,
        "last_day": row.last_day,
        "is_open": row.looked_at is None or bool(since),
        "looked_at": row.looked_at,
        "looked_by": None if row.looked_by is None else row.looked_by.get_username(),
        "note": row.note,
    }


def _places(rows: list[IntegrityFinding]) -> dict[int, tuple[str, int]]:
    """By hand the name of its table and its number there."""
    hands = {one["hand"] for row in rows for one in row.evidence if one["hand"]}
    found = Hand.objects.filter(pk__in=hands).values_list("pk", "table__name", "number")
    return {pk: (table, number) for pk, table, number in found}


def _own_hands(login: User, rows: list[IntegrityFinding]) -> set[int]:
    """Hands of the evidence in which whoever looks held cards."""
    hands = {one["hand"] for row in rows if SIGNS[row.sign].reads_cards for one in row.evidence if one["hand"]}
    held = HandSeat.objects.filter(hand__in=hands, player__in=family_of(login))
    return set(held.values_list("hand_id", flat=True))
