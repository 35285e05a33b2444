"""The waiting list of a full event: in the order in which they came, entered by itself as seats fall free.

Nothing is held or charged while one waits: the price is paid with the seat, and who cannot pay then is passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from club.base.names import plain
from club.base.phrases import gettext as _
from club.models import Player, User
from club.people import people
from tournaments.base.errors import Refused
from tournaments.entries import eligibility, entries
from tournaments.log import tournament_log
from tournaments.log.events.entries import LeftList, PassedOver, Queued
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Alternate, Tournament


def join(
    tournament_id: int, player: Player, *, now: datetime, by: User | None = None, source: str = "", code: str = ""
) -> Alternate:
    """Wait for a seat of an event that is full. Harmless if repeated.

    Raises `UnknownTournament`, and `Refused` where a seat is free, or something else than the full house stands in the way.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        tournament = log.tournament
        known = Alternate.objects.filter(tournament=tournament, player=player, outcome=Alternate.Outcome.WAITS).first()
        if known is not None:
            return known
        question = eligibility.asked(tournament, log.state, people.locked(player.pk), now=now, code=code)
        missing = [one for one in eligibility.judged(question) if not one.is_met]
        other = next((one for one in missing if one.code != eligibility.FULL), None)
        if other is not None:
            raise Refused(other.code, other.why, when=other.when)
        if not missing:
            raise Refused("not_full", _("A seat is free: register instead."))
        made = Alternate.objects.create(tournament=tournament, player=player, since=now)
        log.add(Queued(player=player.pk), now=now, by=by, source=source)
        log.close()
        return made


def leave(tournament_id: int, player: Player, *, now: datetime, by: User | None = None, source: str = "") -> Alternate:
    """Wait no longer. Raises `UnknownTournament`, and `Refused` for one who does not wait."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        found = Alternate.objects.filter(
            tournament=log.tournament, player=player, outcome=Alternate.Outcome.WAITS
        ).first()
        if found is None:
            raise Refused("not_waiting", _("You are not on the waiting list."), 404)
        _end(found, Alternate.Outcome.LEFT, now)
        log.add(LeftList(player=player.pk), now=now, by=by, source=source)
        log.close()
        return found


def call(log: TournamentLog, now: datetime) -> int:
    """Enter those who wait while there is room, the first first; how many. Who may not enter is passed over, with why."""
    tournament, made = log.tournament, 0
    if tournament.max_players is None and tournament.max_tables is None:
        return 0
    waiting = Alternate.objects.filter(tournament=tournament, outcome=Alternate.Outcome.WAITS).select_related("player")
    for one in waiting.order_by("pk"):
        player = people.locked(one.player_id)
        question = eligibility.asked(tournament, log.state, player, now=now, is_alternate=True)
        missing = next((found for found in eligibility.judged(question) if not found.is_met), None)
        if missing is not None and missing.code in (eligibility.FULL, eligibility.CLOSED):
            break
        if missing is None:
            entries.enter(log, player, now=now, by=None)
            _end(one, Alternate.Outcome.SEATED, now)
            made += 1
        else:
            _end(one, Alternate.Outcome.PASSED, now, missing.why)
            log.add(PassedOver(player=player.pk, why=missing.why), now=now)
    return made


def end_all(tournament: Tournament, now: datetime, why: str = "") -> list[int]:
    """Nobody waits for a seat of this event any more, since its flight is over, or `why`; who waited, as primary keys."""
    waiting = Alternate.objects.filter(tournament=tournament, outcome=Alternate.Outcome.WAITS).order_by("pk")
    ended = list(waiting.values_list("pk", flat=True))
    why = why or _("The flight is over.")
    Alternate.objects.filter(pk__in=ended).update(outcome=Alternate.Outcome.PASSED, ended_at=now, why=why)
    return ended


def wait_again(ended: Sequence[int]) -> None:
    """Those whom `end_all` sent home wait as before: the flight goes on after all."""
    Alternate.objects.filter(pk__in=ended).update(outcome=Alternate.Outcome.WAITS, ended_at=None, why="")


def _end(one: Alternate, outcome: str, now: datetime, why: str = "") -> None:
    one.outcome, one.ended_at, one.why = outcome, now, why[:300]
    one.save(update_fields=["outcome", "ended_at", "why"])


def place_of(tournament: Tournament, player: Player) -> int | None:
    """The player's place on the list, the next one first; None for one who does not wait."""
    waiting = Alternate.objects.filter(tournament=tournament, outcome=Alternate.Outcome.WAITS).order_by("pk")
    players = list(waiting.values_list("player_id", flat=True))
    return players.index(player.pk) + 1 if player.pk in players else None


def player_named(text: str) -> Player:
    """Who has that card, member number or nickname, in whatever case; of a card its code, or the address in its QR code.

    Raises `Refused` (404) for nobody.
    """
    said = plain(text).rstrip("/")
    code = said.rpartition("/")[2]
    players = Player.objects.filter(merged_into__isnull=True, erased_at__isnull=True)
    for field, value in (("card", code), ("member_number", said), ("nickname", said), ("nickname__iexact", said)):
        found = players.filter(**{field: value}).first() if value else None
        if found is not None:
            return found
    words = _("Nobody has this card, member number or nickname.")
    raise Refused("unknown_player", words, 404)
