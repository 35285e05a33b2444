"""An event as a person reads it, in a chat or a mail: put together from the message that programs are sent, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from club.base.phrases import gettext as _
from club.base.registry import EVENTS
from club.house.business_day import parse_zone
from club.house.club_rules import in_force
from club.models import Player

SHOWN_PLACES = 3  # of the results of a tournament
PAGES = {"tournament": "/tournaments/%s/", "season": "/seasons/%s/"}  # which everybody may open


def words(message: Mapping[str, Any], language: str) -> tuple[str, str]:
    """A headline and the whole text of a message (`type`, `timestamp`, `data`), in that language; empty: the club's own."""
    rules = in_force()
    with override(language or rules.tongues[0]), timezone.override(parse_zone(rules.time_zone)):
        data = message["data"]
        headline = ": ".join(filter(None, (_named(data), str(_(EVENTS.get(message["type"], message["type"]))))))
        lines = [headline, *_particulars(data), *_links(data)]
    return headline, "\n".join(lines)


def _named(data: Mapping[str, Any]) -> str:
    """What it is about, by name."""
    for kind in ("tournament", "season", "table"):
        if isinstance(data.get(kind), Mapping) and data[kind].get("name"):
            return str(data[kind]["name"])
    return ""


def _particulars(data: Mapping[str, Any]) -> Iterator[str]:
    for whose in ("player", "member"):
        if isinstance(data.get(whose), Mapping) and data[whose].get("nickname"):
            yield str(data[whose]["nickname"])
    if isinstance(data.get("words"), str) and data["words"]:
        yield data["words"]
    about = data.get("tournament")
    if isinstance(about, Mapping) and about.get("starts_at"):
        yield date_format(timezone.localtime(datetime.fromisoformat(about["starts_at"])), "DATETIME_FORMAT")
    if isinstance(data.get("amount"), int):
        yield f"{data['amount']:,}"
    first = (data.get("results") or [])[:SHOWN_PLACES]
    names = dict(Player.objects.filter(pk__in=[line["player"] for line in first]).values_list("pk", "nickname"))
    for line in first:
        yield f"{line['place']}. {names.get(line['player'], '')}"


def _links(data: Mapping[str, Any]) -> Iterator[str]:
    for kind, page in PAGES.items():
        if isinstance(data.get(kind), Mapping) and data[kind].get("id"):
            yield settings.WEB_ORIGIN + page % data[kind]["id"]
