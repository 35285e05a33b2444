"""Whoever is moved is told, each once, however many a line of the log moves: breaks, balances, the draw of the final table."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from club.house import house_rules
from club.models import PushDevice, PushMessage, User
from club.notifications import web_push
from tests.tournaments.conftest import NOW
from tournaments.floor import held_seats_and_break_order, real_card_tables, reported_knockouts, undo
from tournaments.log.events.seats import FinalTable
from tournaments.log.tournament_log import lines_written
from tournaments.models import LogEntry
from tournaments.running import event_start

pytestmark = pytest.mark.django_db


def called(players) -> None:
    keys = {"public_key": "k", "auth": "a", "made_at": NOW, "kinds": [web_push.MOVED]}
    for player in players:
        player.user = User.objects.create_user(f"login of {player.pk}")  # of a closed login, or none, nobody is called
        player.save(update_fields=["user"])
        PushDevice.objects.create(player=player, endpoint=f"https://push.example/{player.pk}", **keys)


def told() -> Counter[int]:
    """How often each player was told of a move."""
    return Counter(PushMessage.objects.values_list("device__player", flat=True))


def test_law_a_player_is_told_of_every_change_of_seat_and_of_nothing_else(evening):
    """Of a whole event that is dealt here, whatever kinds of lines move its players."""
    players = evening.computers(9)
    tournament = evening.entered(players, table_size=3)
    called(players)
    moved: Counter[int] = Counter()
    kinds: set[str] = set()

    def hear(*, before, state, lines, **_more):
        kinds.update(line.event.kind for line in lines)
        for entry, place in state.entries.items():
            was = before.entries.get(entry)
            if was and was.table and place.table and (was.table, was.seat) != (place.table, place.seat):
                moved[entry] += 1

    lines_written.connect(hear)
    try:
        evening.play(tournament)
    finally:
        lines_written.disconnect(hear)
    assert {FinalTable.kind, "moved"} <= kinds
    by_player = dict(tournament.entries.values_list("number", "player"))
    assert told() == Counter({by_player[entry]: times for entry, times in moved.items()})


@pytest.fixture
def final(evening):
    """Real cards: four are left of six at two tables, and the final table is drawn; its players and the tournament."""
    players = evening.computers(6)
    row = evening.entered(players, cards="physical", table_size=4)
    event_start.start(row.pk, now=evening.now)
    called(players)
    for _knocked_out in range(2):
        reported_knockouts.knock_out(row.pk, [evening.state(row).alive[0]], now=evening.now, by=None)
    PushMessage.objects.all().delete()
    before = evening.state(row)
    real_card_tables.draw_final_table(row.pk, now=evening.now, by=None)
    return row, before


def test_a_draw_of_the_final_table_tells_everybody_where_they_sit(evening, final):
    row, before = final
    state = evening.state(row)
    moved = [entry for entry in state.alive if state.entries[entry] != before.entries[entry]]
    assert len(moved) >= 2
    by_player = dict(row.entries.values_list("player", "number"))
    bodies = PushMessage.objects.values_list("device__player", "body")
    places = {by_player[player]: json.loads(body)["body"] for player, body in bodies}
    assert places == {
        entry: f"You move to table {state.entries[entry].table}, seat {state.entries[entry].seat}." for entry in moved
    }


def test_an_undo_that_moves_everybody_back_tells_them_too(evening, final):
    row, _before = final
    drawn = LogEntry.objects.filter(tournament=row, kind=FinalTable.kind).latest("seq")
    first = told()
    undo.undo(row.pk, drawn.seq, now=evening.now, by=None, why="the wrong table")
    assert told() == first + first


def test_who_was_called_to_a_seat_is_not_told_again_on_coming_there(evening):
    players = evening.computers(4)
    row = evening.entered(players, cards="physical", table_size=2)
    house_rules.change({"SeatingRules.is_final_redrawn": False}, scope=row.owner, by=None, why="x", now=evening.now)
    event_start.start(row.pk, now=evening.now)
    called(players)
    places = evening.state(row).entries
    here = places[1].table or 0
    held_seats_and_break_order.set_break_order(row.pk, [here], now=evening.now, by=None)
    for table in (1, 2):
        out = next(one for one in evening.state(row).alive if one != 1 and places[one].table == table)
        reported_knockouts.knock_out(row.pk, [out], now=evening.now, by=None)
    (entry,) = evening.state(row).orders.called
    assert sum(told().values()) == 1
    real_card_tables.confirm(row.pk, entry, now=evening.now, by=None)
    assert entry not in evening.state(row).orders.called
    assert sum(told().values()) == 1
