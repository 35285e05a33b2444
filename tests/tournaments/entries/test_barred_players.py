"""Who may not play any more is not drawn a seat, the entry returned or held; where play has begun the floor is told at once."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from club.base.errors import ClubError
from club.house import club_rules
from club.ledger import audit
from club.live import nudges
from club.models import Player
from club.people import suspensions
from tests.support.budget import sweep
from tests.support.tournaments.entries import set_rule
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.api import event_history
from tournaments.base.errors import Refused
from tournaments.desk import check_in, registration
from tournaments.entries import barred_players
from tournaments.floor import floor_view
from tournaments.log.state import REGISTERING, RUNNING
from tournaments.models import Entry, Ticket, Tournament
from tournaments.prizes import tickets
from tournaments.running import event_start, runner


def bar(player: Player, evening: Evening, how: str = "suspended") -> None:
    until = evening.now + timedelta(days=30)
    if how == "suspended":
        suspensions.suspend(player.pk, until=until, why="x", by=None, now=evening.now)
    else:
        suspensions.exclude_oneself(player.pk, until, by=player.user, now=evening.now)


def drawn(row: Tournament, evening: Evening) -> set[int]:
    return {entry for entry, place in evening.state(row).entries.items() if place.seat is not None}


@sweep(("how", "by_hand"), list(product(["suspended", "self-excluded"], [True, False])))
def test_who_may_not_play_is_left_out_of_the_draw_and_has_the_price_back(
    evening: Evening, how: str, by_hand: bool
) -> None:
    player, *others = evening.computers(4)
    row = evening.entered([player, *others], bounty=200)
    bar(player, evening, how)
    if by_hand:
        event_start.start(row.pk, now=evening.now)
    else:
        runner.direct(row.pk, now=evening.now)
    assert drawn(row, evening) == {2, 3, 4}
    assert wallet(player) == CHIPS
    assert (held(row.owner, "escrow"), held(f"{row.owner}:bounties", "escrow")) == (3 * 800, 3 * 200)
    [line] = row.log.filter(kind="unregistered")
    assert line.data["entry"] == 1
    assert "exclu" not in line.data["why"].lower()  # everybody may read it: not for which reason
    assert evening.play(row).entries.keys() == {2, 3, 4}
    assert is_replay(row)
    assert audit.rebuild().ok


def test_by_house_rule_the_price_is_held_as_a_ticket(evening: Evening) -> None:
    set_rule(evening, barred_entry="held as a ticket")
    player, *others = evening.computers(4)
    row = evening.entered([player, *others])
    bar(player, evening)
    runner.direct(row.pk, now=evening.now)
    [ticket] = Ticket.objects.all()
    assert (ticket.player_id, ticket.value, ticket.state) == (player.pk, 1100, Ticket.State.HELD)
    assert (wallet(player), held("tickets", "escrow")) == (CHIPS - 1100, 1100)
    later = evening.tournament()
    assert list(tickets.held(player, later, now=evening.now)) == [ticket]
    assert is_replay(row)
    assert audit.rebuild().ok


def test_an_entry_that_a_ticket_paid_leaves_that_ticket_good_and_nothing_else(evening: Evening) -> None:
    set_rule(evening, barred_entry="held as a ticket")
    player, *others = evening.computers(4)
    boss = evening.person("boss", role="admin").user
    assert boss is not None
    row = evening.tournament()
    given = tickets.issue(player, 1100, tournament=row, why="won it", key="k", by=boss, now=evening.now)
    Ticket.objects.filter(pk=given.pk).update(state=Ticket.State.HELD)
    if club_rules.in_force().adjust_alone < 1100:
        tickets._fund(given, boss, evening.now)
    registration.register(row.pk, player, now=evening.now, ticket=given.pk)
    for one in others:
        registration.register(row.pk, one, now=evening.now)
    bar(player, evening)
    runner.direct(row.pk, now=evening.now)
    given.refresh_from_db()
    assert (given.state, Ticket.objects.count()) == (Ticket.State.HELD, 1)
    assert (wallet(player), held("tickets", "escrow")) == (CHIPS, 1100)


def test_with_too_few_left_it_does_not_start_and_a_sit_and_go_waits_for_another(evening: Evening) -> None:
    player, other, third = evening.computers(3)
    row = evening.entered([player, other])
    bar(player, evening)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == REGISTERING
    with pytest.raises(Refused) as refused:
        event_start.start(row.pk, now=evening.now)
    assert refused.value.code == "too_few_players"
    full = evening.entered([other, third], starts_when="full", starts_at=None, max_players=3)
    bar(other, evening)
    registration.register(full.pk, evening.person("late"), now=evening.now)
    runner.direct(full.pk, now=evening.now)
    assert evening.state(full).status == REGISTERING
    assert set(evening.state(full).entries) == {2, 3}


def test_in_a_running_event_the_floor_is_told_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    players = evening.computers(4)
    row = evening.entered(players)
    event_start.start(row.pk, now=evening.now)
    row.refresh_from_db()
    assert evening.state(row).status == RUNNING
    before = row.version
    nudged: list[tuple[str, int]] = []
    monkeypatch.setattr(nudges, "nudge", lambda channel, version: nudged.append((channel, version)))
    with django_capture_on_commit_callbacks(execute=True):
        bar(players[1], evening)
    barred_players.on_barred(Player, players[1].pk)  # by the signal, or again: harmless
    row.refresh_from_db()
    assert row.version > before
    assert (row.owner, row.version) in nudged
    entry = Entry.objects.get(tournament=row, player=players[1]).number
    found = [one for one in floor_view.board(row, now=evening.now)["due"] if one["kind"] == "barred"]
    assert [players[1].nickname in one["words"] for one in found] == [True]
    assert evening.state(row).entries[entry].seat is not None  # what becomes of the stack is for the floor to say
    over = evening.now + timedelta(days=31)
    assert not [one for one in floor_view.board(row, now=over)["due"] if one["kind"] == "barred"]


def test_who_had_checked_in_and_is_left_out_of_the_draw_leaves_a_floor_that_still_opens(evening: Evening) -> None:
    player, *others = evening.computers(4)
    row = evening.entered([player, *others], needs_check_in=True)
    for one in (player, *others):
        check_in.check_in(row.pk, card=one.nickname, now=evening.now, by=None)
    bar(player, evening)
    event_start.start(row.pk, now=evening.now)
    row.refresh_from_db()
    told = {line["words"]: line["back"] for line in event_history.history(row) if line["kind"] == "checked_in"}
    assert [back is None for words, back in told.items() if player.nickname in words] == [True]
    assert sum(back is not None for back in told.values()) == 3


@pytest.mark.parametrize("absentees", ["wait", "stack"])
def test_who_is_barred_after_the_draw_is_not_checked_in_to_a_seat(evening: Evening, absentees: str) -> None:
    late, *others = evening.computers(4)
    row = evening.entered([late, *others], needs_check_in=True, absentees=absentees, late_until_level=3)
    for one in others:
        check_in.check_in(row.pk, card=one.nickname, now=evening.now, by=None)
    event_start.start(row.pk, now=evening.now)
    before = evening.state(row)
    bar(late, evening)
    with pytest.raises(ClubError) as refused:
        check_in.check_in(row.pk, card=late.nickname, now=evening.now, by=None)
    assert refused.value.code == "suspended"
    assert evening.state(row) == before
