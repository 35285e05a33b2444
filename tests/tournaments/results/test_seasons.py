"""Seasons: tables from finished tournaments, formulas judged at once, records, and results as files."""

from __future__ import annotations

import csv
import io
import json
from datetime import date, time, timedelta
from typing import Any
from urllib.parse import unquote

import openpyxl
import pytest
from django.test import Client

from club.base.errors import ClubError
from club.models import Delivery
from club.notifications import webhooks
from club.people import roles
from engine.betting.hand import Stakes
from tables.cash import new_tables
from tables.models import Sitting, Table
from tests.support.markup import squeezed
from tests.tournaments.conftest import NOW
from tournaments.formulas import league_points, season_standings
from tournaments.log.state import FINISHED, State
from tournaments.models import Occurrence, Result, Season, Tournament, TournamentTemplate
from tournaments.results import seasons, tournament_results
from tournaments.running import event_start

FIELDS = {"name": "Spring", "begins": date(2026, 3, 1), "ends": date(2026, 3, 31), "formula": "places_beaten"}


@pytest.fixture
def league(evening) -> Any:
    return seasons.make_league("Friday", by=None, now=NOW)


@pytest.fixture
def players(evening) -> list[Any]:
    return [evening.person(name) for name in ("ania", "bo", "chie", "dan")]


def finished(
    evening: Any, order: list[Any], *, again: list[Any] = (), prizes: tuple[int, ...] = (300,), days: int = 0
) -> Tournament:
    """A tournament that is over: `order` are the players by place, `again` further (later) entries of theirs, placed below."""
    row = evening.tournament(starts_at=None)
    listed = [*order, *again]
    Tournament.objects.filter(pk=row.pk).update(status=FINISHED)
    for place, player in enumerate(listed, 1):
        entry = row.entries.create(
            player=player,
            number=place,
            paid=100,
            fee=10,
            is_withdrawn=place > len(order),  # one live entry a player; the row's own result is what counts here
            registered_at=NOW,
        )
        Result.objects.create(
            tournament=row,
            entry=entry,
            player=player,
            best=place,
            worst=place,
            spent=110,
            prize=prizes[place - 1] if place <= len(prizes) else 0,
            at=NOW + timedelta(days=days),
        )
    return row


def make(league: Any, **changes: Any) -> Season:
    chosen = changes.pop("chosen", None)
    return seasons.make(league, {**FIELDS, **changes}, chosen=chosen, by=None, now=NOW)


def standing(season: Season) -> list[tuple[int, str, float]]:
    return [(line["rank"], line["name"], line["points"]) for line in seasons.table(season)]


def test_a_played_evening_gives_results_and_points(evening, league):
    row = evening.entered(evening.computers(5), starts_at=NOW)
    evening.play(row)
    kept = tournament_results.of(row)
    assert [one["place"] for one in kept] == [1, 2, 3, 4, 5]
    assert sum(one["prize"] for one in kept) == 5000
    table = seasons.table(make(league))
    assert [line["points"] for line in table] == [4, 3, 2, 1, 0]
    assert [line["player"] for line in table] == [one["player"] for one in kept]
    assert [line["wins"] for line in table] == [1, 0, 0, 0, 0]


def test_results_that_are_missing_are_made_and_those_there_are_the_same_again(evening):
    row = evening.entered(evening.computers(3))
    evening.play(row)
    before = tournament_results.of(row)
    Result.objects.all().delete()
    assert (tournament_results.keep_missing(), tournament_results.keep_missing()) == (1, 0)
    assert tournament_results.of(row) == before
    # What the log takes back is gone, and what it says anew is there.
    state = evening.state(row)
    tournament_results.keep(row, State())
    assert tournament_results.of(row) == []
    tournament_results.keep(row, state)
    assert tournament_results.of(row) == before


def test_the_table_follows_the_results(evening, league, players):
    a, b, c, d = players
    season = make(league)
    finished(evening, [a, b, c, d])
    assert standing(season) == [(1, "ania", 3), (2, "bo", 2), (3, "chie", 1), (4, "dan", 0)]
    second = finished(evening, [d, c, b, a])
    # Three each: one win parts ania and dan from the others, and equal in everything they share a rank.
    assert standing(season) == [(1, "ania", 3), (1, "dan", 3), (3, "bo", 3), (3, "chie", 3)]
    Result.objects.filter(tournament=second).delete()
    assert standing(season)[0] == (1, "ania", 3)
    assert standing(season)[3] == (4, "dan", 0)


def test_only_tournaments_of_its_days_structure_or_choice_count(evening, league, players):
    first, late = finished(evening, players), finished(evening, players[::-1], days=60)
    assert list(seasons.counted(make(league))) == [first]
    assert list(seasons.counted(make(league, ends=date(2026, 12, 31)))) == [first, late]
    assert list(seasons.counted(make(league, belongs="chosen", chosen=[late.pk]))) == [late]
    other = evening.structure(id="other", name="Other")
    assert list(seasons.counted(make(league, belongs="structure", structure=first.structure))) == [first]
    assert list(seasons.counted(make(league, belongs="structure", structure=other))) == []


def test_the_evenings_of_a_recurring_event_are_a_season(evening, league, players):
    told = {"structure": evening.structure(), "days": [4], "at": time(19), "begins": date(2026, 3, 1), "made_at": NOW}
    friday, sunday = (TournamentTemplate.objects.create(name=name, **told) for name in ("Friday", "Sunday"))
    counts, other, later = finished(evening, players), finished(evening, players), finished(evening, players, days=60)
    for template, day, row in ((friday, 6, counts), (sunday, 8, other), (friday, 9, later)):
        Occurrence.objects.create(template=template, day=date(2026, 3, day), tournament=row)
    assert list(seasons.counted(make(league, belongs="template", template=friday))) == [counts]
    assert list(seasons.counted(make(league, belongs="template", template=sunday))) == [other]
    with pytest.raises(ClubError, match="Choose the recurring event"):
        make(league, belongs="template")
    boss = evening.client(evening.person("boss", role="admin"))
    sent = {**FIELDS, "belongs": "template", "template": "Friday"}
    made = boss.post(f"/api/v1/leagues/{league.pk}/seasons/", sent, format="json")
    assert (made.status_code, made.json()["template"]) == (201, "Friday"), made.content
    wrong = boss.post(f"/api/v1/leagues/{league.pk}/seasons/", {**sent, "template": "Monday"}, format="json")
    assert wrong.status_code == 400


@pytest.mark.parametrize(("entries", "score"), [("best", 5), ("first", 5), ("every", 5 + 1), ("last", 1)])
def test_who_entered_twice_scores_as_the_season_says(evening, league, players, entries, score):
    a, b, c, d = players
    finished(evening, [a, b, c, d], again=[a, b])
    season = make(league, entries=entries)
    assert {name: points for _rank, name, points in standing(season)}["ania"] == score


def test_first_entry_alone_and_best_entry_differ_where_the_second_was_better(players):
    rows = [season_standings.Result(1, "ania", 4, 4, 5, entry=1), season_standings.Result(1, "ania", 2, 2, 5, entry=2)]
    made = {
        key: season_standings.table(rows, season_standings.Scoring(league_points.formula("places_beaten"), **choice))[
            0
        ].points
        for key, choice in {
            "first": {"first_entry_only": True},
            "last": {"last_entry_only": True},
            "best": {},
            "every": {"every_entry": True},
        }.items()
    }
    assert made == {"first": 1, "last": 3, "best": 3, "every": 4}


def test_worst_evenings_are_dropped_and_the_best_count(evening, league, players):
    a, b, c, d = players
    finished(evening, [a, b, c, d])
    finished(evening, [b, a, c, d])
    worst = finished(evening, [b, c, d, a])
    assert {n: p for _r, n, p in standing(make(league))}["ania"] == 3 + 2 + 0
    season = make(league, drop=1)
    table = {line["name"]: line for line in seasons.table(season)}
    assert (table["ania"]["points"], table["ania"]["dropped"]) == (5, [worst.pk])
    assert {one["name"]: one["is_dropped"] for one in seasons.points_of(season, worst)}["ania"] is True
    assert {n: p for _r, n, p in standing(make(league, best=1))}["ania"] == 3
    # A player's only evening is never dropped.
    rows = [season_standings.Result(1, "new", 1, 1, 4)]
    assert (
        season_standings.table(rows, season_standings.Scoring(league_points.formula("places_beaten"), drop=3))[0].points
        == 3
    )


def test_a_closed_season_stands_and_is_told(evening, league, players, settings):
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    webhooks.make("http://127.0.0.1:9/", "seasons", ["season.closed"], by=None, now=NOW)
    season = make(league)
    finished(evening, players)
    before = standing(season)
    closed = seasons.close(season.pk, by=None, now=NOW)
    (message,) = Delivery.objects.all()
    told = json.loads(message.body)["data"]
    assert told["season"]["id"] == season.pk
    assert [(line["rank"], line["points"]) for line in told["table"]] == [(rank, won) for rank, _name, won in before]
    finished(evening, players[::-1])
    assert standing(closed) == standing(Season.objects.get(pk=season.pk)) == before
    for act in (
        lambda: seasons.close(season.pk, by=None, now=NOW),
        lambda: seasons.change(season.pk, {"formula": "1"}, by=None, now=NOW),
    ):
        with pytest.raises(ClubError) as refused:
            act()
        assert refused.value.code == "season_closed"


@pytest.mark.parametrize(
    "text",
    ["", "n +", "__import__('os')", "n.real", "k / (n - n)", "nonsense", "9 ** 9 ** 9", "'a'", "[1][0]", "lambda: 1"],
)
def test_an_expression_that_is_none_is_refused_at_once(league, text):
    with pytest.raises(league_points.BadFormula):
        make(league, formula=text)
    assert not Season.objects.exists()


def test_an_expression_of_the_clubs_own_is_shown_by_examples(evening):
    own = seasons.examples("if_ + 1".replace("if_", "players - place"))
    assert [(one["players"], one["place"], one["points"]) for one in own][:3] == [(40, 1, 40), (40, 2, 39), (40, 3, 38)]
    mika = evening.person("mika")
    browser = Client()
    browser.force_login(mika.user)
    assert "alert" not in browser.get("/leagues/points/", {"formula": " "}).content.decode()  # a new season's form
    assert "40" in browser.get("/leagues/points/", {"formula": "players - place + 1"}).content.decode()
    assert "no such function" in browser.get("/leagues/points/", {"formula": "eval(1)"}).content.decode()
    answer = evening.client(mika).get("/api/v1/points/", {"formula": "places_beaten"})
    assert answer.json()["examples"][0]["points"] == 39
    assert evening.client(mika).get("/api/v1/points/", {"formula": "1/0"}).status_code == 422


def test_a_merged_player_is_one(evening, league, players):
    a, b, c, d = players
    finished(evening, [a, b, c, d])
    finished(evening, [b, a, c, d])
    type(a).objects.filter(pk=a.pk).update(merged_into=b)
    table = {line["name"]: line for line in seasons.table(make(league))}
    assert "ania" not in table
    assert (table["bo"]["events"], table["bo"]["points"]) == (2, 6)
    assert seasons.record(b, is_private=False)["tournaments"] == 2


def test_a_record_shows_money_to_the_player_and_the_floor_alone(evening, players):
    a, b, *_others = players
    finished(evening, players)
    path = f"/api/v1/players/{a.pk}/results/"
    own = evening.client(a).get(path).json()
    assert own["money"] == {"spent": 110, "won": 300, "net": 190}
    assert (own["tournaments"], own["paid"], own["wins"], own["best_places"]) == (1, 1, 1, [1])
    others = evening.client(b).get(path).json()
    assert "money" not in others
    assert "won" not in json.dumps(others["results"])
    roles.give_role(b.user, "director")
    assert "money" in evening.client(b).get(path).json()
    browser = Client()
    browser.force_login(players[2].user)
    assert "<dt>Net</dt>" not in squeezed(browser.get(f"/players/{a.pk}/results/").content.decode())
    browser.force_login(a.user)
    assert "<dt>Net</dt><dd>190</dd>" in squeezed(browser.get(f"/players/{a.pk}/results/").content.decode())


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def odd(evening) -> Tournament:
    """Names that files get wrong: Japanese, Polish, and one that a spreadsheet would compute."""
    order = [evening.person(name) for name in ("x1", "x2", "x3")]
    for player, name in zip(order, ("髙橋 さくら", "Żółć Łukasz", "=1+2"), strict=True):
        type(player).objects.filter(pk=player.pk).update(nickname=name)
    row = finished(evening, order)
    Tournament.objects.filter(pk=row.pk).update(name="金曜 Łódź / 1")
    return Tournament.objects.get(pk=row.pk)


def test_results_as_csv_and_xlsx_are_right_and_no_formula(odd):
    answer = Client().get(f"/tournaments/{odd.pk}/results.csv")
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert [row[2] for row in rows[1:]] == ["髙橋 さくら", "Żółć Łukasz", "'=1+2"]
    assert [row[4] for row in rows[1:]] == ["300", "0", "0"]
    said = answer["Content-Disposition"]
    assert said.startswith("attachment; filename*=utf-8''")
    assert unquote(said.partition("''")[2]) == "金曜 Łódź  1.csv"
    answer = Client().get(f"/tournaments/{odd.pk}/results.xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
    cells = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [row[2] for row in cells[1:]] == ["髙橋 さくら", "Żółć Łukasz", "'=1+2"]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}
    assert Client().get(f"/tournaments/{odd.pk}/results.exe").status_code == 404


def test_results_as_json_are_those_of_the_api_and_its_feed(evening, odd):
    told = Client().get(f"/tournaments/{odd.pk}/results.json").json()
    assert told["event"] | {"entries": 3, "name": "金曜 Łódź / 1"} == told["event"]
    assert next((one["place"], one["name"], one["prize"]) for one in told["results"]) == (1, "髙橋 さくら", 300)
    client = evening.client(evening.person("reader"))
    assert client.get(f"/api/v1/tournaments/{odd.pk}/results/").json() == told
    assert client.get("/api/v1/results/").json() == {"tournaments": [told], "next": None}
    assert client.get("/api/v1/results/", {"before": odd.pk}).json()["tournaments"] == []


def test_the_results_of_a_running_event_count_no_entries_yet(evening):
    row = evening.entered(evening.computers(3))
    event_start.start(row.pk, now=evening.now)
    page = Client().get(f"/tournaments/{row.pk}/results/").content.decode()
    assert "Prize pool" in page
    assert "Entries" not in page
    told = evening.client(evening.person("reader")).get(f"/api/v1/tournaments/{row.pk}/results/").json()
    assert (told["event"]["entries"], told["event"]["players"], told["results"]) == (None, None, [])


def test_the_pages_show_it(evening, league, odd):
    season = make(league)
    for path in (
        "/leagues/",
        f"/seasons/{season.pk}/",
        f"/seasons/{season.pk}/tournaments/{odd.pk}/",
        f"/tournaments/{odd.pk}/results/",
    ):
        answer = Client().get(path)
        assert answer.status_code == 200
        if path != "/leagues/":
            assert "髙橋 さくら" in answer.content.decode()


def test_a_season_of_cash_play_scores_hours_results_or_both(league, evening, players) -> None:
    table = new_tables.open_table(
        new_tables.Opening("S", "holdem", Stakes(limit="no", small_blind=1, big_blind=2), kind=Table.Kind.SESSION),
        by=None,
        now=NOW,
    )
    # Each stay: the day, from which hour of it, how many hours, chips brought and taken away (None: still there).
    played = {
        0: [(0, 10, 3, 100, 400), (0, 14, 1, 50, 0)],
        1: [(0, 10, 4, 100, 0), (7, 10, 2, 100, 100)],
        2: [(0, 9, 1, 100, None)],
    }
    for who, stays in played.items():
        for day, hour, hours, brought, left_with in stays:
            begin = NOW.replace(hour=hour) + timedelta(days=day)
            gone = left_with is not None
            Sitting.objects.create(
                table=table, seat=who + 1, player=players[who], brought=brought, left_with=left_with, sat_down_at=begin,
                left_at=begin + timedelta(hours=hours) if gone else None, state="left" if gone else "active",
            )  # fmt: skip
    days = {"begins": NOW.date() - timedelta(days=1), "ends": NOW.date() + timedelta(days=8)}
    how: dict[str, Any] = {"by": None, "now": NOW}

    def table_by(formula: str, **more: Any) -> list[tuple[str, float, int, int]]:
        fields = FIELDS | days | {"belongs": "cash", "formula": formula} | more
        told = seasons.table(seasons.make(league, fields, **how))
        return [(line["name"], line["points"], line["events"], line["wins"]) for line in told]

    assert table_by("hours_played") == [("bo", 6.0, 2, 1), ("ania", 4.0, 1, 1)]
    assert table_by("cash_result") == [("ania", 250.0, 1, 1), ("bo", -100.0, 2, 1)]
    assert table_by("hours + result / 100", best=1) == [("ania", 6.5, 1, 1), ("bo", 3.0, 2, 1)]
    open_season = Season.objects.latest("pk")
    Sitting.objects.filter(player=players[2]).update(left_with=900, left_at=NOW.replace(hour=11), state="left")
    assert [line["name"] for line in seasons.table(open_season)] == ["chie", "ania", "bo"], (
        "a stay that ends changes it"
    )
    with pytest.raises(ClubError):
        table_by("result / (hours - hours)")
    page = Client().get(f"/seasons/{open_season.pk}/").content.decode()
    assert "chie" in page
