"""The prize sheet on A4: everybody who is paid, place by place, with a line to sign."""

from __future__ import annotations

from datetime import datetime

from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.ledger import statements
from tournaments.log.state import State
from tournaments.models import Entry, Tournament
from tournaments.prizes import bounty_awards, prize_pool, prizes_by_place
from tournaments.prizes.receipts import local_time


def prize_sheet(tournament: Tournament, *, now: datetime) -> bytes:
    """Everybody who is paid, place by place, with a line to sign, on A4; before the end the places as they stand."""
    from club.ledger import pdf_papers  # with what draws papers, which most processes never need

    rules, state = in_force(), State.from_json(tournament.snapshot)
    awards, bounties = prizes_by_place.awards(tournament, state), bounty_awards.won(tournament, state)
    prizes = prizes_by_place.prizes(tournament, state)
    entry_rows = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament).select_related("player")}
    rows: list[list[str | int]] = []
    entry_by_place = {state.entries[entry].best or 0: entry for entry in awards}
    for place_number, prize in enumerate(prizes, 1):
        if place_number not in entry_by_place:
            rows.append([str(place_number), "", prize, "", "", ""])
    for entry in {*awards, *bounties}:
        place, award = state.entries[entry], awards.get(entry)
        player = entry_rows[entry].player
        rows.append(
            [
                "" if place.best is None else str(place.best),
                player.real_name or player.nickname,
                0 if award is None else award.cash,
                _("yes") if award and award.has_ticket else "",
                bounties.get(entry, 0),
                "",
            ]
        )
    rows.sort(key=lambda line: (int(line[0] or 10**9), str(line[1])))
    pool = prize_pool.pool(tournament)
    facts = [
        (_("Tournament"), tournament.name),
        (_("Prize pool"), statements.written(pool.total, rules)),
        (_("Entries"), str(prize_pool.entered(tournament))),
        (_("Printed"), local_time(now)),
    ]
    column_heads = [_("Place"), _("Player"), _("Prize"), _("Ticket"), _("Bounties"), _("Signature")]
    return pdf_papers.statement(_("Prize sheet"), facts, column_heads, rows, rules.calendar)
