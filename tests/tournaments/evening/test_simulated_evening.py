"""A tournament through the services: registration, play, knock-outs, prizes; and that doing it twice does it once."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from club.ledger import audit
from tables.models import Hand, Sitting, Table
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.base.errors import Refused
from tournaments.desk import registration
from tournaments.floor import clock_by_hand
from tournaments.log.state import CANCELLED, REGISTERING, RUNNING
from tournaments.models import Entry, LogEntry
from tournaments.rooms import mixed_games
from tournaments.running import event_start, runner


def test_the_price_goes_to_escrow_and_fees_and_comes_back(evening: Evening) -> None:
    (player,) = evening.computers(1)
    tournament = evening.tournament()
    registration.register(tournament.pk, player, now=evening.now, key="a")
    assert (wallet(player), held(tournament.owner, "escrow"), held("house", "fees")) == (CHIPS - 1100, 1000, 100)
    registration.unregister(tournament.pk, player, now=evening.now)
    assert (wallet(player), held(tournament.owner, "escrow"), held("house", "fees")) == (CHIPS, 0, 0)
    assert [line.kind for line in LogEntry.objects.all()] == ["registered", "unregistered"]
    assert is_replay(tournament)


def test_the_same_request_enters_once(evening: Evening) -> None:
    (player,) = evening.computers(1)
    tournament = evening.tournament()
    first = registration.register(tournament.pk, player, now=evening.now, key="a")
    assert registration.register(tournament.pk, player, now=evening.now, key="a") == first
    assert wallet(player) == CHIPS - 1100


def test_an_old_request_never_enters_for_nothing(evening: Evening) -> None:
    (player,) = evening.computers(1)
    tournament = evening.tournament()
    registration.register(tournament.pk, player, now=evening.now, key="a")
    registration.unregister(tournament.pk, player, now=evening.now)
    with pytest.raises(Refused, match="new key"):
        registration.register(tournament.pk, player, now=evening.now, key="a")
    assert not Entry.objects.filter(is_withdrawn=False).exists()
    registration.register(tournament.pk, player, now=evening.now, key="b")
    assert held(tournament.owner, "escrow") == 1000


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("twice", "already_registered"),
        ("poor", "not_enough_chips"),
        ("full", "full"),
        ("late", "registration_closed"),
    ],
)
def test_who_may_not_register_is_told_why_and_pays_nothing(evening: Evening, case: str, code: str) -> None:
    machines = evening.computers(3)
    player = evening.person("p", chips=500 if case == "poor" else CHIPS)
    tournament = evening.entered(machines, max_players=3 if case == "full" else 9)
    if case == "twice":
        registration.register(tournament.pk, player, now=evening.now)
    if case == "late":
        event_start.start(tournament.pk, now=evening.now)
    before, lines = wallet(player), LogEntry.objects.count()
    with pytest.raises(Refused) as refusal:
        registration.register(tournament.pk, player, now=evening.now)
    assert refusal.value.code == code
    assert (wallet(player), LogEntry.objects.count()) == (before, lines)


def test_a_whole_tournament(evening: Evening) -> None:
    players = evening.computers(10)
    tournament = evening.entered(players)
    sizes: list[list[int]] = []
    unit = tournament.owner
    while (state := evening.play_round(tournament)).status == RUNNING or state.status == REGISTERING:
        sizes.append([len(state.seated(number)) for number in state.tables])
        stacks = sum(held(f"entry:{entry.pk}", "stack", unit) for entry in Entry.objects.all())
        assert stacks == 10 * 1000 == -held("cashier", "cashier", unit)
        assert is_replay(tournament)
        assert len(sizes) < 500
    assert all(max(each) - min(each) <= 1 for each in sizes)
    assert all(len(each) == 1 for each in sizes if sum(each) <= 3)
    places = sorted((place.best, place.worst) for place in state.entries.values())
    assert places[0] == (1, 1)
    assert sum(worst - best + 1 == 1 or best < worst for best, worst in places) == 10
    assert held(unit, "escrow") == 0
    assert held("cashier", "cashier", unit) == 0
    assert sum(wallet(player) for player in players) == 10 * CHIPS - 10 * 100
    won = {entry: wallet(entry.player) - CHIPS + 1100 for entry in Entry.objects.select_related("player")}
    assert sorted(won.values(), reverse=True)[:3] == [5000, 3000, 2000]
    assert {entry.number for entry, prize in won.items() if prize} == {
        number for number, place in state.entries.items() if (place.best or 99) <= 3
    }
    assert not Sitting.objects.exclude(state="left").exists()
    assert not Table.objects.exclude(status="closed").exists()
    assert is_replay(tournament)
    assert audit.rebuild().ok


def test_the_same_seed_is_the_same_tournament(evening: Evening) -> None:
    players = evening.computers(5)
    first = evening.play(evening.entered(players))
    evening.now = evening.now.replace(hour=19, minute=0)
    second = evening.play(evening.entered(players))
    assert first.entries == second.entries
    assert first.played == second.played


def test_the_director_run_twice_does_it_once(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(6))
    for _round in range(4):
        evening.play_round(tournament)
        runner.direct(tournament.pk, now=evening.now)
        lines, hands = LogEntry.objects.count(), Hand.objects.count()
        assert runner.direct(tournament.pk, now=evening.now) is False
        event_start.start(tournament.pk, now=evening.now)
        assert (LogEntry.objects.count(), Hand.objects.count()) == (lines, hands)
    assert audit.rebuild().ok


def test_a_director_who_dies_half_way_has_done_nothing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = evening.entered(evening.computers(4))
    monkeypatch.setattr(mixed_games.dealer, "deal", lambda *_a, **_k: (_ for _ in ()).throw(DatabaseError("gone")))
    with pytest.raises(DatabaseError):
        runner.direct(tournament.pk, now=evening.now)
    assert evening.state(tournament).status == REGISTERING
    assert held("cashier", "cashier", tournament.owner) == 0
    monkeypatch.undo()
    evening.play(tournament)
    assert held(tournament.owner, "escrow") == 0
    assert audit.rebuild().ok


def test_rp_9_the_final_table_is_drawn_anew(evening: Evening) -> None:
    """Two tables of six: with seven left everybody draws a seat at a table of seven."""
    tournament = evening.entered(evening.computers(12), structure=evening.structure(table_size=6))
    state = evening.play(tournament)
    (line,) = LogEntry.objects.filter(kind="final_table")
    drawn = line.data["seats"]
    assert 2 <= len(drawn) <= 7
    assert sorted(seat for _entry, seat in drawn) == sorted({seat for _entry, seat in drawn})
    table = Table.objects.get(pk=line.data["id"])
    assert table.seats == 7
    assert {hand.table_id for hand in Hand.objects.filter(started_at__gt=line.at)} == {table.pk}
    assert len(state.entries) == 12
    seeds = {(hand.table_id, hand.commitment) for hand in Hand.objects.all()}
    assert len({commitment for _table, commitment in seeds}) == Hand.objects.count()


def test_a_paused_clock_deals_nothing_and_loses_no_time(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(3))
    evening.play_round(tournament)
    clock_by_hand.pause(tournament.pk, now=evening.now, by=None)
    evening.play_round(tournament)
    hands = Hand.objects.count()
    assert evening.play_round(tournament).hands == {}
    assert Hand.objects.count() == hands
    with pytest.raises(Refused):
        clock_by_hand.pause(tournament.pk, now=evening.now, by=None)
    clock_by_hand.resume(tournament.pk, now=evening.now, by=None)
    evening.play_round(tournament)
    assert Hand.objects.count() == hands + 1
    assert LogEntry.objects.filter(kind="dealt").last().data["level"] == 1


def test_tda_23_a_level_applies_from_the_next_hand(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(3), structure=evening.structure(starting_chips=100_000))
    for _round in range(12):
        evening.play_round(tournament)
    blinds = [hand.start["stakes"]["big_blind"] for hand in Hand.objects.order_by("started_at")]
    assert blinds == [50] * 5 + [100] * 5 + [200] * 2


def test_a_cancelled_tournament_pays_everybody_back(evening: Evening) -> None:
    players = evening.computers(3)
    tournament = evening.entered(players)
    event_start.cancel(tournament.pk, now=evening.now, by=None, why="no dealer")
    assert evening.state(tournament).status == CANCELLED
    assert [wallet(player) for player in players] == [CHIPS] * 3
    assert held(tournament.owner, "escrow") == 0
    assert held("house", "fees") == 0


def test_too_few_players_wait(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(2), min_players=3)
    runner.direct(tournament.pk, now=evening.now)
    assert evening.state(tournament).status == REGISTERING
    with pytest.raises(Refused, match="3 players"):
        event_start.start(tournament.pk, now=evening.now)


@pytest.mark.usefixtures("by_the_owner")
def test_the_log_cannot_be_rewritten(evening: Evening) -> None:
    evening.entered(evening.computers(2))
    for statement in ("UPDATE tournaments_logentry SET kind = 'x'", "DELETE FROM tournaments_logentry"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert LogEntry.objects.count() == 2
