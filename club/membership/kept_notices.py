"""What the club keeps of what calls a member: devices, choices by e-mail and LINE, and what was sent of late."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import Q

from club.models import LineNotices, MailedNotices, Player, PushDevice, PushMessage


def known(player: Player) -> dict[str, Any]:
    """All of it, as JSON values and instants. Of a device its name and its address at its push service, not the keys by which
    what it is told is sealed."""
    mailed, lined = (
        MailedNotices.objects.filter(player=player).first(),
        LineNotices.objects.filter(player=player).first(),
    )
    return {
        "devices": [
            {"name": one.name, "address": one.endpoint, "kinds": one.kinds, "since": one.made_at}
            for one in PushDevice.objects.filter(player=player).order_by("pk")
        ],
        "mail": None if mailed is None else {"kinds": mailed.kinds, "since": mailed.made_at},
        "line": None
        if lined is None
        else {"kinds": lined.kinds, "since": lined.made_at, "unreachable_since": lined.unreachable_at},
        "messages": [_message(one) for one in _messages(player)],
    }


def _messages(player: Player) -> list[PushMessage]:
    whose = Q(device__player=player) | Q(mailed__player=player) | Q(lined__player=player)
    return list(PushMessage.objects.filter(whose).order_by("pk"))


def _message(one: PushMessage) -> dict[str, Any]:
    told = json.loads(one.body)
    way = "device" if one.device_id else "mail" if one.mailed_id else "line"
    words = {"title": told.get("title", ""), "text": told.get("body", "")}
    return {"by": way, **words, "state": one.state, "at": one.made_at}
