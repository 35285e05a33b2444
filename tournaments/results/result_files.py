"""The results of a tournament as files: CSV and XLSX that no spreadsheet takes for formulas, and JSON for result sites."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.ledger import spreadsheets
from engine.play.any_game import find_game
from tournaments.models import Tournament
from tournaments.prizes import prize_pool
from tournaments.results import tournament_results
from tournaments.structures import level_games_and_stakes

FORMS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}


def head() -> list[str]:
    """The columns, in the reader's language."""
    return [_("Place"), _("Shared down to"), _("Player"), _("Entry"), _("Prize"), _("Bounty")]


def event(tournament: Tournament) -> dict[str, Any]:
    """The event and its results: name, game, when, price, entries, pool; place, player, prize, bounty by place. Entries and players
    are None until it is over."""
    over = tournament_results.over_at(tournament)
    listed, is_over = tournament_results.of(tournament), tournament.status == Tournament.Status.FINISHED
    return {
        "event": {
            "id": tournament.pk,
            "name": tournament.name,
            "game": find_game(level_games_and_stakes.game_of(tournament.sheet)[0]).name,
            "date": None if over is None else in_force().calendar.day_of(over),
            "finished_at": over,
            "buy_in": tournament.buy_in,
            "fee": tournament.fee,
            "entries": len(listed) if is_over else None,
            "players": len({one["player"] for one in listed}) if is_over else None,
            "prize_pool": prize_pool.pool(tournament).total,
        },
        "results": listed,
    }


def answer(tournament: Tournament, form: str) -> HttpResponseBase:
    """The file, named after the tournament. Raises `ClubError` for a form there is none of."""
    if form not in FORMS:
        words = _("There are files as %(known)s.")
        raise ClubError("unknown_form", words % {"known": ", ".join(FORMS)}, 404)
    calendar = in_force().calendar
    rows: list[Sequence[Any]] = [
        [one["place"], one["worst"], one["name"], one["entry"], one["prize"], one["bounty"]]
        for one in tournament_results.of(tournament)
    ]
    made: HttpResponseBase
    if form == "csv":
        made = StreamingHttpResponse(spreadsheets.as_csv(head(), rows, calendar), FORMS[form])
    elif form == "xlsx":
        made = HttpResponse(spreadsheets.as_xlsx(tournament.name, head(), rows, calendar), FORMS[form])
    else:
        text = json.dumps(event(tournament), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        made = HttpResponse(text, FORMS[form])
    kept = "".join(sign for sign in tournament.name if sign.isprintable() and sign not in '/\\:*?"<>|').strip(" .")
    made["Content-Disposition"] = content_disposition_header(True, f"{kept or tournament.pk}.{form}") or "attachment"
    return made
