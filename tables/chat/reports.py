"""Lines that players reported, on one list for the floor, wherever they were said; each is settled by hiding it, silencing who
said it, or finding nothing wrong."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from tables.chat import chat_lines, chat_places
from tables.core.errors import Refused
from tables.models import ChatLine, ChatReport

SHOWN = 100  # lines
ACTS = ("hide", "silence", "settle")


def _open() -> QuerySet[ChatReport]:
    return ChatReport.objects.filter(settled_at=None)


def waiting() -> int:
    """How many lines wait for the floor."""
    return _open().values("line").distinct().count()


def listed() -> list[dict[str, Any]]:
    """The reported lines that wait, those reported first at the top, each with who reported it."""
    reports = _open().select_related("by").order_by("at", "pk")
    by_line = dict[int, list[ChatReport]]()
    for report in reports:
        by_line.setdefault(report.line_id, []).append(report)
    lines = ChatLine.objects.select_related("player", "room").in_bulk([*by_line][:SHOWN])
    return [_told(lines[pk], found) for pk, found in by_line.items() if pk in lines]


def _told(line: ChatLine, found: list[ChatReport]) -> dict[str, Any]:
    place = chat_places.find(line.room.place)
    return {
        "id": line.pk,
        **chat_lines.numbers(place.reference),
        "place_name": place.name,
        "place_path": place.address,
        "player": line.player_id,
        "name": line.player.nickname,
        "audience": line.audience,
        "kind": line.kind,
        "text": line.text,
        "at": line.at,
        "is_hidden": line.hidden_at is not None,
        "reported_at": found[0].at,
        "by": [report.by.nickname for report in found],
    }


def settle(line_id: int, act: str, *, by: User, now: datetime, source: str = "") -> None:
    """Have the reports of a line be done with: the line is hidden, or who said it silenced, or (`settle`) nothing was wrong.

    Harmless if repeated. Raises `Refused` for a line that nobody reported, or that is gone, and for another act.
    """
    if act not in ACTS:
        raise Refused("no_such_act", _("There is no such act."), 422)
    line = ChatLine.objects.select_related("room", "player").filter(pk=line_id, reports__isnull=False).first()
    if line is None:
        raise Refused("unknown_line", _("There is no such line here."), 404)
    with transaction.atomic():
        how: dict[str, Any] = {"by": by, "now": now, "source": source}
        if act != "settle":
            {"hide": chat_lines.hide, "silence": chat_lines.silence}[act](
                chat_places.find(line.room.place), line.pk, **how
            )
        if _open().filter(line=line).update(settled_at=now):
            told = {"player": line.player_id, "act": act}
            audit_log.record("chat.settled", subject=line.room.place, after=told, **how)
