"""Leagues and their seasons: which tournaments count, what each player has, and the table a season is closed with.

The table is worked out from the results that are kept (`results`), and held in the cache until one of them, or what the
season says, is another. A season that is closed keeps its table, whatever happens afterwards.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Count, Max, QuerySet

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.club_rules import in_force
from club.models import Player, User
from tables.core import shown_names
from tournaments.formulas import league_points, season_standings
from tournaments.formulas.league_points import BadFormula, Formula, Overall
from tournaments.log import webhook_events
from tournaments.log.state import FINISHED
from tournaments.messages.payouts import PointsText
from tournaments.models import HEAVY, League, Result, Season, Tournament
from tournaments.results import league_results_of_cash_play

KEPT_SECONDS = 3600
# Tournaments for which an expression is worked out at once: entries, places, what an entry costs.
EXAMPLES = ((40, (1, 2, 3, 10, 40), 1000), (9, (1, 2, 9), 500))
CASH_EXAMPLES = ((2.0, 12_000), (4.5, 0), (6.0, -8_000))  # hours, and chips won
FIELDS = (
    "name", "begins", "ends", "belongs", "structure", "template", "formula", "overall", "entries", "attendance", "best", "drop",
    "decimals", "least_events", "tie_breaks",
)  # fmt: skip

ROWS = ("structure", "template")  # of the fields, those that are rows


# -- formulas ---------------------------------------------------------------------------------------------------------


def formula_of(text: str) -> Formula:
    """A known formula by its name, or the club's own expression. Raises `BadFormula` saying what is wrong with it."""
    return league_points.formula(text) if text in league_points.FORMULAS else Formula(text)


def examples(text: str) -> list[dict[str, Any]]:
    """What the formula gives in made-up tournaments, or evenings at cash tables: shows whoever writes one that it means what
    they meant.

    Raises `BadFormula` where it has no value there.
    """
    formula = formula_of(text)
    if formula.is_of_cash:
        cash = [{"hours": hours, "result": result} for hours, result in CASH_EXAMPLES]
        evenings = [{"players": len(cash), "place": place, **told} for place, told in enumerate(cash, 1)]
        return [told | {"points": round(formula.points(**told), 2)} for told in evenings]
    made = []
    for players, places, buy_in in EXAMPLES:
        paid, pool = max(1, players // 8), players * buy_in
        for place in places:
            prize = pool // paid if place <= paid else 0
            told = {"players": players, "place": place, "buy_in": buy_in, "spent": buy_in, "pool": pool, "paid": paid}
            score = formula.points(**told, prize=prize, hits=0, rebuys=0, addons=0)
            made.append({**told, "prize": prize, "points": round(score, 2)})
    return made


def scoring(season: Season) -> season_standings.Scoring:
    """How the season scores. Raises `BadFormula`."""
    return season_standings.Scoring(
        formula=formula_of(season.formula),
        attendance=season.attendance,
        overall=Overall(season.overall, season.best),
        first_entry_only=season.entries == Season.Entries.FIRST,
        last_entry_only=season.entries == Season.Entries.LAST,
        every_entry=season.entries == Season.Entries.EVERY,
        drop=season.drop,
        decimals=season.decimals,
        least_events=season.least_events,
        tie_breaks=tuple(season.tie_breaks),
    )


# -- making -----------------------------------------------------------------------------------------------------------


def make_league(name: str, about: str = "", *, by: User | None, now: datetime, source: str = "") -> League:
    """A league. Raises `ClubError` without a name."""
    if not name.strip():
        raise ClubError("no_name", _("A league needs a name."), 422)
    shown_names.check(name)
    with transaction.atomic():
        made = League.objects.create(name=name.strip()[:120], about=about[:2000], made_at=now)
        audit_log.record("league.made", by=by, subject=f"league:{made.pk}", after=made.name, source=source, now=now)
    return made


def make(
    league: League,
    fields: Mapping[str, Any],
    *,
    chosen: list[int] | None = None,
    by: User | None,
    now: datetime,
    source: str = "",
) -> Season:
    """A season of a league. Raises `ClubError` for fields that cannot be; nothing is kept then."""
    return _keep(Season(league=league), fields, chosen, "season.made", by, now, source)


def change(
    season_id: int,
    fields: Mapping[str, Any],
    *,
    chosen: list[int] | None = None,
    by: User | None,
    now: datetime,
    source: str = "",
) -> Season:
    """Change a season that is open: its table is another at once. Raises `ClubError`."""
    with transaction.atomic():
        row = Season.objects.select_for_update(of=("self",)).get(pk=found(season_id).pk)
        _check_open(row)
        return _keep(row, fields, chosen, "season.changed", by, now, source)


def _keep(
    row: Season,
    fields: Mapping[str, Any],
    chosen: list[int] | None,
    kind: str,
    by: User | None,
    now: datetime,
    source: str,
) -> Season:
    before = None if row.pk is None else _told(row)
    for name in FIELDS:
        if name in fields:
            setattr(row, name, fields[name])
    if row.pk is None and "tie_breaks" not in fields:
        row.tie_breaks = list(season_standings.Scoring(Formula("1")).tie_breaks)
    if not row.name or row.begins is None or row.ends is None or row.ends < row.begins:
        raise ClubError(
            "bad_season", _("A season needs a name, a first day, and a last day that is not before it."), 422
        )
    shown_names.check(row.name)
    if row.belongs == Season.Belongs.STRUCTURE and row.structure is None:
        raise ClubError("bad_season", _("Choose the structure whose tournaments belong to the season."), 422)
    if row.belongs == Season.Belongs.TEMPLATE and row.template is None:
        raise ClubError("bad_season", _("Choose the recurring event whose evenings belong to the season."), 422)
    if row.overall not in league_points.OVERALL:
        raise BadFormula(PointsText.UNKNOWN(key=row.overall, known=[*league_points.OVERALL]))
    scoring(row)
    examples(row.formula)
    with transaction.atomic():
        row.save()
        if chosen is not None:
            row.tournaments.set(Tournament.objects.filter(pk__in=chosen))
        subject = f"season:{row.pk}"
        audit_log.record(kind, by=by, subject=subject, before=before, after=_told(row), source=source, now=now)
    return row


def _told(row: Season) -> dict[str, Any]:
    told = {name: getattr(row, f"{name}_id" if name in ROWS else name) for name in FIELDS}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in told.items()}


def close(season_id: int, *, by: User | None, now: datetime, source: str = "") -> Season:
    """Close it: the table stands as it is now, for good. Raises `ClubError` if it is closed, or has no table."""
    with transaction.atomic():
        row = Season.objects.select_for_update(of=("self",)).get(pk=found(season_id).pk)
        _check_open(row)
        row.frozen = _worked_out(row, ())
        row.closed_at = now
        row.save(update_fields=["frozen", "closed_at"])
        first = [line["player"] for line in row.frozen if line["rank"] == 1]
        told = {"players": len(row.frozen), "first": first}
        audit_log.record("season.closed", by=by, subject=f"season:{row.pk}", after=told, source=source, now=now)
        webhook_events.close_season(row, now=now)
    return row


def _check_open(row: Season) -> None:
    if row.closed_at is not None:
        raise ClubError("season_closed", _("The season is closed: its table stands."), 409)


def found(season_id: int) -> Season:
    """The season. Raises `ClubError`."""
    row = Season.objects.select_related("league", *ROWS).filter(pk=season_id).first()
    if row is None:
        raise ClubError("unknown_season", _("There is no such season."), 404)
    return row


# -- standings --------------------------------------------------------------------------------------------------------


def counted(season: Season, hidden: Collection[int] = ()) -> QuerySet[Tournament]:
    """The finished tournaments that count, in their order. A business day has the club's hours, not the calendar's.

    hidden: those that are not told yet (`spectator_delay.kept_back`), by primary key.
    """
    if season.belongs == Season.Belongs.CASH:
        return Tournament.objects.none()
    if season.belongs == Season.Belongs.CHOSEN:
        rows = season.tournaments.filter(status=FINISHED)
    else:
        begin, end = in_force().calendar.span(season.begins, season.ends)
        rows = Tournament.objects.filter(status=FINISHED, results__at__gte=begin, results__at__lt=end)
        if season.belongs == Season.Belongs.STRUCTURE:
            rows = rows.filter(structure=season.structure)
        if season.belongs == Season.Belongs.TEMPLATE:
            rows = rows.filter(occurrence__template=season.template)
    return rows.exclude(pk__in=hidden).distinct().order_by("pk")


def table(season: Season, hidden: Collection[int] = ()) -> list[dict[str, Any]]:
    """The table: rank, player, name, points, events, wins, paid, and by tournament the points and whether they count.

    hidden: tournaments that are left out, as in `counted`.

    Raises `BadFormula` where the formula has no value for a result.
    """
    if season.frozen is not None:
        lines = list(season.frozen)
    else:
        key = f"season:{season.pk}:{_stamp(season, hidden)}"
        kept = cache.get(key)
        lines = _worked_out(season, hidden) if kept is None else kept
        if kept is None:
            cache.set(key, lines, KEPT_SECONDS)
    names = dict(Player.objects.filter(pk__in=[line["player"] for line in lines]).values_list("pk", "nickname"))
    return [{**line, "name": names.get(line["player"], "–")} for line in lines]


def _stamp(season: Season, hidden: Collection[int]) -> str:
    """Says whether a table that was worked out is still right: results are never changed, only made anew."""
    if season.belongs == Season.Belongs.CASH:
        about = league_results_of_cash_play.stamp(season.begins, season.ends)
    else:
        about = Result.objects.filter(tournament__in=counted(season, hidden)).aggregate(n=Count("pk"), last=Max("pk"))
    merged = Player.objects.filter(merged_into__isnull=False).count()
    told = json.dumps([_told(season), about, merged], cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def results_of(tournaments: QuerySet[Tournament]) -> list[season_standings.Result[int]]:
    """Every entry's result as a season scores it; who was merged into another counts as that one."""
    rows = (
        Result.objects.filter(tournament__in=tournaments).select_related("tournament", "player", "entry").defer(*HEAVY)
    )
    by_event: dict[int, list[Result]] = defaultdict(list)
    for result in rows.order_by("tournament_id", "entry__number"):
        by_event[result.tournament_id].append(result)
    results = []
    for event, listed in by_event.items():
        by_player: dict[int, list[Result]] = defaultdict(list)
        for result in listed:
            by_player[result.player.merged_into_id or result.player_id].append(result)
        pool, paid = sum(result.prize for result in listed), sum(result.prize > 0 for result in listed)
        for player, own in by_player.items():
            event_values = {
                "buy_in": float(own[0].tournament.buy_in),
                "spent": float(sum(result.spent for result in own)),
                "pool": float(pool),
                "paid": float(paid),
                "rebuys": float(len(own) - 1 + sum(result.rebuys for result in own)),
                "addons": float(sum(result.addons for result in own)),
            }
            for turn, result in enumerate(own, 1):
                values = {**event_values, "prize": float(result.prize), "hits": float(result.hits)}
                results.append(
                    season_standings.Result(event, player, result.best, result.worst, len(listed), turn, values)
                )
    return results


def _worked_out(season: Season, hidden: Collection[int]) -> list[dict[str, Any]]:
    if season.belongs == Season.Belongs.CASH:
        results = league_results_of_cash_play.results(season.begins, season.ends)
    else:
        results = results_of(counted(season, hidden))
    won = defaultdict(set)
    for result in results:
        if result.values["prize"] > 0:
            won[result.player].add(result.event)
    lines = []
    for row in season_standings.table(results, scoring(season)):
        told = asdict(row)
        told["scores"] = {str(event): score for event, score in row.scores.items()}
        told["dropped"] = list(row.dropped)
        del told["places"]
        wins = sum(place == 1 for place in row.places.values())
        lines.append({**told, "wins": wins, "paid": len(won[row.player])})
    return lines


def points_of(season: Season, tournament: Tournament, hidden: Collection[int] = ()) -> list[dict[str, Any]]:
    """What a tournament gave in the season, the most first."""
    told = [line for line in table(season, hidden) if str(tournament.pk) in line["scores"]]
    made = [
        {
            "player": line["player"],
            "name": line["name"],
            "points": line["scores"][str(tournament.pk)],
            "is_dropped": tournament.pk in line["dropped"],
        }
        for line in told
    ]
    return sorted(made, key=lambda one: -one["points"])


def record(player: Player, hidden: Collection[int] = (), *, is_private: bool) -> dict[str, Any]:
    """A player's record: tournaments, places; with `is_private` what was spent and won. Without those that are `hidden`."""
    memberships = [player.pk, *player.merged.values_list("pk", flat=True)]
    rows = list(
        Result.objects.filter(player_id__in=memberships)
        .exclude(tournament__in=hidden)
        .select_related("tournament")
        .defer(*HEAVY)
        .order_by("-at", "-pk")
    )
    events = {result.tournament_id for result in rows}
    paid = {result.tournament_id for result in rows if result.prize}
    figures: dict[str, Any] = {
        "player": player.pk,
        "name": player.nickname,
        "tournaments": len(events),
        "paid": len(paid),
        "paid_percent": round(100 * len(paid) / len(events), 1) if events else None,
        "wins": sum(result.best == result.worst == 1 for result in rows),
        "best_places": sorted(result.best for result in rows)[:5],
        "results": [
            {
                "tournament": result.tournament_id,
                "name": result.tournament.name,
                "at": result.at,
                "place": result.best,
                "worst": result.worst,
                **({"spent": result.spent, "won": result.prize + result.bounty} if is_private else {}),
            }
            for result in rows
        ],
    }
    if is_private:
        spent, won = sum(result.spent for result in rows), sum(result.prize + result.bounty for result in rows)
        figures["money"] = {"spent": spent, "won": won, "net": won - spent}
    return figures
