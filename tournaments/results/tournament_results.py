"""Results of finished tournaments as rows: kept by the log, made anew when what it says has changed.

Everything here follows from the log, the entries and the prizes; the rows are there so that a season, a player's record and a
file need not replay anything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from django.db import transaction

from tournaments.log import tournament_log
from tournaments.log.events.prizes import Bounty, BountyTakenBack, BountyWon
from tournaments.log.events.registry import event_of
from tournaments.log.state import BAGGED, FINISHED, State
from tournaments.models import Entry, LogEntry, Purchase, Result, Tournament
from tournaments.prizes import bounty_awards, prize_pool, prizes_by_place
from tournaments.terms import event_kinds, flight_tree


def made(tournament: Tournament, state: State) -> list[Result]:
    """The results by that state, not yet written; none unless the tournament is over."""
    if state.status != FINISHED:
        return []
    bounties, won = bounty_awards.won(tournament, state), prizes_by_place.won(tournament, state)
    over = state.clock.paused or tournament.created_at
    hits, bought, elsewhere = _hits(tournament), _bought(tournament), _behind(tournament, state)
    turns: dict[int, int] = defaultdict(int)
    found = []
    for entry in Entry.objects.filter(tournament=tournament, is_withdrawn=False).order_by("number"):
        place = state.entries[entry.number]
        assert place.best is not None
        assert place.worst is not None
        turns[entry.player_id] += 1
        behind = [entry, *elsewhere[entry.pk]]
        own = [one for each in behind for one in bought[each.pk]]
        found.append(
            Result(
                tournament=tournament,
                entry=entry,
                player_id=entry.player_id,
                best=place.best,
                worst=place.worst,
                turn=turns[entry.player_id],
                spent=sum(one.paid + one.fee for one in behind) + sum(one.paid + one.fee for one in own),
                prize=won.get(entry.number, 0),
                bounty=bounties.get(entry.number, 0),
                hits=sum(hits[each.tournament_id, each.number] for each in behind),
                rebuys=sum(one.kind == Purchase.Kind.REBUY for one in own),
                addons=sum(one.kind == Purchase.Kind.ADD_ON for one in own),
                at=over,
            )
        )
    return found


def _behind(tournament: Tournament, state: State) -> dict[int, list[Entry]]:
    """The entries of the days before that each entry of a Day 2 was paid by, by its primary key: of who survived several, all."""
    found: dict[int, list[Entry]] = defaultdict(list)
    if not event_kinds.format_of(tournament).gathers:
        return found
    here = Entry.objects.filter(tournament=tournament, is_withdrawn=False).exclude(came_from=None).order_by("number")
    by_source = {entry.came_from_id: entry.pk for entry in here}
    eliminated = {number for one in state.merged_flights for number in one.eliminated}
    survivors = {entry.player_id: entry.pk for entry in here if entry.number not in eliminated}
    for flight in Tournament.objects.filter(day_two=tournament, status=BAGGED).order_by("pk"):
        before = _behind(flight, State.from_json(flight.snapshot))
        for entry in Entry.objects.filter(tournament=flight, is_withdrawn=False).order_by("pk"):
            here_as = by_source.get(entry.pk) or survivors[entry.player_id]
            found[here_as] += [entry, *before[entry.pk]]
    return found


def _bought(tournament: Tournament) -> dict[int, list[Purchase]]:
    """What each entry bought besides and kept, by the entry's primary key."""
    found: dict[int, list[Purchase]] = defaultdict(list)
    for one in prize_pool.purchases(tournament):
        found[one.entry_id].append(one)
    return found


def _hits(tournament: Tournament) -> Counter[tuple[int, int]]:
    """Knock-outs by tournament and entry, in flights too, as far as logs say who knocked out whom: where there are bounties."""
    found: Counter[tuple[int, int]] = Counter()
    played = [tournament.pk, *flight_tree.flights_below(tournament)]
    for line in LogEntry.objects.filter(tournament__in=played, kind__in=[BountyWon.kind, BountyTakenBack.kind]):
        event = event_of(line)
        for entry in event.eliminators if isinstance(event, Bounty) else ():
            found[line.tournament_id, entry] += 1 if isinstance(event, BountyWon) else -1
    return found


def keep(tournament: Tournament, state: State) -> None:
    """Write the results by that state, in the caller's transaction and under the tournament's lock."""
    Result.objects.filter(tournament=tournament).delete()
    Result.objects.bulk_create(made(tournament, state))


def on_lines(*, tournament: Tournament, state: State, **_more: Any) -> None:
    """Lines of a log were written: results that they make, or take back, are written with them."""
    if FINISHED in (tournament.status, state.status):
        keep(tournament, state)


def for_webhook(tournament: Tournament, state: State) -> dict[str, Any]:
    """The results by place, as other programs are told when it is over."""
    listed = sorted(made(tournament, state), key=lambda one: one.best)
    told = [{"place": one.best, "worst": one.worst, "player": one.player_id, "prize": one.prize} for one in listed]
    return {"results": told} if state.status == FINISHED else {}


def keep_missing() -> int:
    """Write the results of finished tournaments that have none; how many there were. Harmless at any moment."""
    missing = Tournament.objects.filter(status=FINISHED, results=None, entries__is_withdrawn=False).distinct()
    numbers = list(missing.order_by("pk").values_list("pk", flat=True))
    for number in numbers:
        with transaction.atomic():
            log = tournament_log.open_log(number)
            keep(log.tournament, log.state)
    return len(numbers)


def of(tournament: Tournament) -> list[dict[str, Any]]:
    """The results by place: place, worst, player, name, prize, bounty, and how often the player had entered.

    None of a tournament that is not over yet as it is seen (`spectator_delay`).
    """
    if tournament.status != FINISHED:
        return []
    found = Result.objects.filter(tournament=tournament).select_related("player").order_by("best", "entry__number")
    return [
        {
            "place": one.best,
            "worst": one.worst,
            "player": one.player_id,
            "name": one.player.nickname,
            "entry": one.turn,
            "prize": one.prize,
            "bounty": one.bounty,
        }
        for one in found
    ]


def over_at(tournament: Tournament) -> Any:
    """When it was over; None while it is not, as it is seen."""
    if tournament.status != FINISHED:
        return None
    return LogEntry.objects.filter(tournament=tournament, kind="finished").values_list("at", flat=True).last()
