"""Entering late and again, by the fields of the event: seats, prices, places, conditions; and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from club.house import house_rules
from club.ledger import audit, ledger
from club.models import AgeCheck, Player
from club.people import people, suspensions
from engine.games.dealer_button import advance
from engine.games.hand_start import Positions
from tables.cash import next_hand, posting_to_come_in
from tables.models import Hand, Sitting
from tests.support.tournaments.entries import LATE, refused, set_rule, started
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.desk import check_in, registration
from tournaments.entries import alternates, eligibility, entries
from tournaments.floor import clock_by_hand, moves_and_knockouts, real_card_tables, undo
from tournaments.log import tournament_log
from tournaments.log.state import FINISHED, RUNNING
from tournaments.models import Alternate, Entry, LogEntry, Tournament
from tournaments.prizes import prize_pool, tickets
from tournaments.rooms import tournament_tables
from tournaments.running import event_start, runner
from tournaments.setup import changed_fields
from tournaments.terms import late_registration_and_rebuy_periods


def out(evening: Evening, row: Tournament, player: Player) -> int:
    """Knock the player out by the floor; the line of the log."""
    entry = entries.live_entry(row, player)
    assert entry is not None
    moves_and_knockouts.knock_out(row.pk, entry.number, now=evening.now, by=None, why="test")
    row.refresh_from_db()
    return row.seq


# -- late registration ------------------------------------------------------------------------------------------------


def test_t6_who_comes_late_draws_any_open_seat_and_the_full_stack(evening: Evening) -> None:
    *first, late = evening.computers(5)
    row = started(evening, first)  # two tables of two, three seats each
    before = evening.state(row)
    open_seats = {(table, seat) for table in (1, 2) for seat in (1, 2, 3)}
    open_seats -= {(place.table, place.seat) for place in before.entries.values()}
    entry = registration.register(row.pk, late, now=evening.now)
    place = evening.state(row).entries[entry.number]
    assert (place.table, place.seat) in open_seats
    assert held(f"entry:{entry.pk}", "stack", row.owner) == row.starting_chips
    assert (wallet(late), held(row.owner, "escrow")) == (CHIPS - 1100, 5000)
    assert is_replay(row)
    assert audit.rebuild().ok


def test_t6_every_open_seat_may_fall_to_who_comes_late(evening: Evening) -> None:
    players = evening.computers(5)
    drawn = set()
    for seed in range(24):
        row = started(evening, players[:4], seed=bytes([seed] * 32), buy_in=0, fee=0)
        free = {(t, s) for t in (1, 2) for s in (1, 2, 3)} - {
            (place.table, place.seat) for place in evening.state(row).entries.values()
        }
        entry = registration.register(row.pk, players[4], now=evening.now)
        place = evening.state(row).entries[entry.number]
        assert (place.table, place.seat) in free
        drawn.add(sorted(free).index((place.table, place.seat)))
    assert drawn == {0, 1}


def test_a_new_table_is_opened_when_no_seat_is_free_and_the_next_balancing_fills_it(evening: Evening) -> None:
    *first, late = evening.computers(4)
    row = started(evening, first)
    entry = registration.register(row.pk, late, now=evening.now)
    state = evening.state(row)
    assert sorted(state.tables) == [1, 2]
    assert state.entries[entry.number].table == 2
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    assert sorted(len(state.seated(number)) for number in state.tables) == [2, 2]
    assert len(state.hands) == 2
    assert evening.play(row).status == FINISHED
    assert is_replay(row)
    assert audit.rebuild().ok


def test_late_registration_closes_with_the_break_after_its_level_or_before_it(evening: Evening) -> None:
    items = [
        {"type": "level", "n": 1, "minutes": 5, "sb": 25, "bb": 50},
        {"type": "break", "minutes": 10},
        {"type": "level", "n": 2, "minutes": 5, "sb": 50, "bb": 100},
        {"type": "level", "n": 3, "minutes": 5, "sb": 100, "bb": 200},
    ]
    structure = evening.structure(id="pausing", items=items)
    began = evening.now
    for with_break, minutes in ((True, 15), (False, 5)):
        players = [people.enrol(f"P{minutes}{n}", now=evening.now) for n in range(3)]
        row = started(
            evening, players, structure=structure, late_until_level=1, is_break_late=with_break, buy_in=0, fee=0
        )
        closes = began + timedelta(minutes=minutes)
        found = late_registration_and_rebuy_periods.late_registration(row, evening.state(row), began)
        assert (found.is_open, found.closes_at) == (True, closes)
        late = people.enrol(f"Late {minutes}", now=began)
        told = registration.verdict(row, late, now=closes - timedelta(seconds=1))
        assert told.accepted
        assert not registration.verdict(row, late, now=closes).accepted
        assert registration.verdict(row, late, now=closes).code == "registration_closed"


@pytest.mark.parametrize("cards", ["dealt", "physical"])
def test_an_entry_that_has_played_no_hand_is_taken_back_after_the_start_where_the_house_lets_it(evening, cards) -> None:
    players = [evening.person(f"p{n}") for n in range(3)]
    row = started(evening, players, cards=cards, bounty=100)
    late = evening.person("late")
    entry = registration.register(row.pk, late, now=evening.now)
    seats = len(evening.state(row).room()[1])

    def back(number: int) -> None:
        registration.unregister_at_desk(row.pk, number, why="has to go", now=evening.now, by=None)

    refused("started_already", lambda: back(entry.number))
    house_rules.change({"TournamentRules.withdraws_after_start": True}, by=None, now=evening.now)
    back(entry.number)
    state = evening.state(row)
    assert wallet(late) == CHIPS
    assert sum(map(len, state.room().values())) == 3 < seats + len(state.room()[1])
    assert held(row.owner, "escrow") == 3 * 900
    refused("unknown_entry", lambda: back(entry.number))
    assert is_replay(row)
    assert audit.rebuild().ok


def test_whoever_has_been_dealt_a_hand_stays_in(evening) -> None:
    row = started(evening, evening.computers(3))
    house_rules.change({"TournamentRules.withdraws_after_start": True}, by=None, now=evening.now)
    evening.play_round(row)
    told = refused(
        "changed_since",
        lambda: registration.unregister_at_desk(row.pk, 1, why="has to go", now=evening.now, by=None),
    )
    assert told.params["entry"] == 1


def test_late_registration_for_minutes_from_the_start_by_the_clock(evening: Evening) -> None:
    players = [people.enrol(f"P{n}", now=evening.now) for n in range(3)]
    began = evening.now
    row = started(evening, players, late_minutes=12, late_until_level=None, buy_in=0, fee=0)
    found = late_registration_and_rebuy_periods.late_registration(row, evening.state(row), began)
    assert (found.is_open, found.closes_at) == (True, began + timedelta(minutes=12))
    clock_by_hand.pause(row.pk, now=began + timedelta(minutes=2), by=None)
    clock_by_hand.resume(row.pk, now=began + timedelta(minutes=7), by=None)
    closes, late = began + timedelta(minutes=17), people.enrol("Late", now=began)
    evening.state(row)
    assert registration.verdict(row, late, now=closes - timedelta(seconds=1)).accepted
    assert registration.verdict(row, late, now=closes).code == "registration_closed"


def test_late_registration_until_an_instant_and_before_it_opens(evening: Evening) -> None:
    player, *others = evening.computers(4)
    opens_at, late_until = evening.now + timedelta(hours=1), evening.now + timedelta(hours=3)
    row = evening.tournament(starts_at=None, opens_at=opens_at, late_until=late_until)
    told = registration.verdict(row, player, now=evening.now)
    assert (told.code, told.when) == ("not_open_yet", evening.now + timedelta(hours=1))
    evening.now += timedelta(hours=2)
    for one in others:
        registration.register(row.pk, one, now=evening.now)
    event_start.start(row.pk, now=evening.now)
    row.refresh_from_db()
    assert registration.verdict(row, player, now=evening.now + timedelta(minutes=59)).accepted
    assert registration.verdict(row, player, now=evening.now + timedelta(hours=1)).code == "registration_closed"


def test_nobody_plays_heads_up_while_others_may_come_but_not_for_ever(evening: Evening) -> None:
    first, second, third = evening.computers(3)
    row = started(evening, [first, second])
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).hands == {}
    registration.register(row.pk, third, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    assert len(evening.state(row).hands) == 1
    other = started(evening, [first, second])
    runner.direct(other.pk, now=evening.now + timedelta(minutes=11))  # two levels of five minutes are over
    assert len(evening.state(other).hands) == 1


def test_heads_up_goes_on_where_the_house_wants_it(evening: Evening) -> None:
    set_rule(evening, late_pause=False)
    row = started(evening, evening.computers(2))
    runner.direct(row.pk, now=evening.now)
    assert len(evening.state(row).hands) == 1


def test_the_last_player_waits_until_nobody_may_enter_any_more(evening: Evening) -> None:
    first, second, third = evening.computers(3)
    row = started(evening, [first, second])
    out(evening, row, second)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == RUNNING
    registration.register(row.pk, third, now=evening.now)
    assert evening.state(row).entries[2].best == 3  # the place was counted anew
    out(evening, row, third)
    registration.close(row.pk, now=evening.now, by=None, why="nobody comes")
    refused("registration_closed", lambda: registration.register(row.pk, second, now=evening.now))
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == FINISHED
    assert is_replay(row)
    assert audit.rebuild().ok


# -- re-entry ---------------------------------------------------------------------------------------------------------


def test_who_is_out_enters_again_by_another_entry_at_its_own_price(evening: Evening) -> None:
    first, second, third = evening.computers(3)
    row = started(evening, [first, second, third], reentries=1, reentry_buy_in=500, reentry_fee=0)
    refused("already_registered", lambda: registration.register(row.pk, first, now=evening.now))
    line = out(evening, row, first)
    entry = registration.register(row.pk, first, now=evening.now)
    assert (entry.number, entry.is_reentry, entry.paid, entry.fee) == (4, True, 500, 0)
    assert list(Entry.objects.filter(player=first).order_by("number").values_list("is_out", flat=True)) == [True, False]
    assert evening.state(row).entries[1].best == 4
    assert prize_pool.taken(row).pool == 3500
    refused("reentered", lambda: undo.undo(row.pk, line, now=evening.now, by=None))
    out(evening, row, first)
    refused("reentries_used", lambda: registration.register(row.pk, first, now=evening.now))
    assert is_replay(row)
    assert audit.rebuild().ok


def test_a_freeze_out_has_no_re_entry_and_a_knock_out_undone_leaves_one_live_entry(evening: Evening) -> None:
    first, *others = evening.computers(3)
    row = started(evening, [first, *others])
    line = out(evening, row, first)
    refused("no_reentry", lambda: registration.register(row.pk, first, now=evening.now))
    undo.undo(row.pk, line, now=evening.now, by=None)
    assert entries.live_entry(row, first) is not None


def test_the_database_holds_one_live_entry_of_a_player(evening: Evening) -> None:
    row = evening.entered(evening.computers(2))
    entry = Entry.objects.filter(tournament=row).first()
    assert entry is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(tournament=row, player=entry.player, number=9, paid=0, fee=0, registered_at=evening.now)


def test_re_entry_may_close_before_late_registration(evening: Evening) -> None:
    first, second, third, late = evening.computers(4)
    row = started(evening, [first, second, third], reentries=2, reentry_until_level=1)
    out(evening, row, first)
    then = evening.now + timedelta(minutes=6)
    refused("registration_closed", lambda: registration.register(row.pk, first, now=then))
    assert registration.register(row.pk, late, now=then).number == 4


def test_a_stack_is_given_up_for_a_new_one_only_where_the_house_allows_it(evening: Evening) -> None:
    first, *others = evening.computers(3)
    row = started(evening, [first, *others], reentries=1)
    refused("no_forfeit", lambda: registration.give_up(row.pk, first, now=evening.now))
    set_rule(evening, forfeits_for_reentry=True)
    old = entries.live_entry(row, first)
    made = registration.give_up(row.pk, first, now=evening.now)
    assert old is not None
    assert held(f"entry:{old.pk}", "stack", row.owner) == 0  # TDA 8-B: they leave play
    assert held(f"entry:{made.pk}", "stack", row.owner) == row.starting_chips
    refused("reentries_used", lambda: registration.give_up(row.pk, first, now=evening.now))
    assert held(f"entry:{made.pk}", "stack", row.owner) == row.starting_chips
    assert is_replay(row)


def test_a_stack_of_real_cards_is_given_up_once_it_is_counted_and_leaves_play(evening: Evening) -> None:
    first, *others = evening.computers(3)
    set_rule(evening, forfeits_for_reentry=True)
    row = started(evening, [first, *others], reentries=1, cards="physical")
    refused("stack_not_counted", lambda: registration.give_up(row.pk, first, now=evening.now))
    real_card_tables.count(row.pk, [1], [1700], now=evening.now, by=None)
    registration.give_up(row.pk, first, now=evening.now)
    assert ledger.balance(tournament_tables.pool(row)) == 3 * row.starting_chips - 1700 + row.starting_chips
    assert is_replay(row)


# -- conditions -------------------------------------------------------------------------------------------------------


def test_every_condition_is_told_met_or_not_and_from_when(evening: Evening) -> None:
    player = evening.person("mika", chips=0)
    row = evening.tournament(
        min_age=20,
        min_member_days=30,
        min_finished=1,
        max_entries=2,
        max_players=9,
        entry_code="sakura",
        is_ticket_only=True,
        day_two=evening.tournament(format="day-two"),
        bags_at_players=2,
    )
    told = registration.verdict(row, player, now=evening.now)
    codes = [one.code for one in told.conditions if not one.is_met]
    assert codes == ["age_not_checked", "member_too_new", "too_few_finished", "no_ticket", "not_enough_chips"]
    assert all(one.why and one.title for one in told.conditions if not one.is_met)
    assert told.code == "age_not_checked"
    when = {one.code: one.when for one in told.conditions if not one.is_met}
    assert when["member_too_new"] == player.joined_at + timedelta(days=30)
    assert len(told.conditions) == len(eligibility.CONDITIONS)


def test_conditions_are_met_one_by_one(evening: Evening) -> None:
    boss, player = evening.person("boss", role="director"), evening.person("mika")
    done = evening.entered([player, *evening.computers(1)], buy_in=0, fee=0)
    event_start.start(done.pk, now=evening.now)
    out(evening, done, player)
    runner.direct(done.pk, now=evening.now)
    now = player.joined_at + timedelta(days=30)
    row = evening.tournament(
        min_age=20, min_member_days=30, min_finished=1, max_entries=2, entry_code="sakura", starts_at=None
    )
    assert boss.user is not None
    AgeCheck.objects.create(player=player, age=21, by=boss.user, at=now)
    refused("wrong_code", lambda: registration.register(row.pk, player, now=now, code="tsubaki"))
    assert registration.register(row.pk, player, now=now, code="sakura").number == 1
    refused("age_not_checked", lambda: registration.register(row.pk, boss, now=now, code="sakura"))


def test_an_event_for_tickets_takes_the_ticket_by_itself_and_chips_when_entering_again(evening: Evening) -> None:
    row = evening.tournament(**LATE, is_ticket_only=True, reentries=1)
    boss, player = evening.person("boss", role="director", chips=0), evening.person("mika")
    told = refused("no_ticket", lambda: registration.register(row.pk, player, now=evening.now))
    assert "ticket" in str(told)
    by = boss.user
    assert by is not None
    tickets.issue(player, 1000, tournament=row, why="won elsewhere", key="t1", by=by, now=evening.now)
    before = wallet(player)
    entry = registration.register(row.pk, player, now=evening.now)
    assert entry.ticket is not None
    assert wallet(player) == before - 100  # what the ticket does not cover
    for other in evening.computers(2):
        tickets.issue(other, 1000, tournament=row, why="won elsewhere", key=f"c{other.pk}", by=by, now=evening.now)
        registration.register(row.pk, other, now=evening.now)
    event_start.start(row.pk, now=evening.now)
    out(evening, row, player)
    again = registration.register(row.pk, player, now=evening.now)
    assert again.ticket is None
    assert wallet(player) == before - 100 - 1100
    assert audit.rebuild().ok


def test_a_suspension_says_until_when(evening: Evening) -> None:
    player = evening.person("mika")
    until = evening.now + timedelta(days=3)
    suspensions.suspend(player.pk, until=until, why="x", by=None, now=evening.now)
    player.refresh_from_db()
    told = registration.verdict(evening.tournament(), player, now=evening.now)
    assert (told.code, told.when) == ("suspended", until)


def test_all_entries_are_taken_re_entries_with_them(evening: Evening) -> None:
    first, second, third = evening.computers(3)
    row = started(evening, [first, second], max_entries=3, reentries=5)
    out(evening, row, first)
    registration.register(row.pk, first, now=evening.now)
    refused("no_entries_left", lambda: registration.register(row.pk, third, now=evening.now))


# -- the waiting list -------------------------------------------------------------------------------------------------


def test_alternates_are_entered_in_the_order_in_which_they_came(evening: Evening) -> None:
    first, second, third, fourth, poor = *evening.computers(4), evening.person("poor", chips=0)
    row = evening.entered([first, second], max_players=2)
    refused("full", lambda: registration.register(row.pk, third, now=evening.now))
    refused("not_enough_chips", lambda: alternates.join(row.pk, poor, now=evening.now))
    alternates.join(row.pk, third, now=evening.now)
    alternates.join(row.pk, fourth, now=evening.now)
    assert alternates.join(row.pk, fourth, now=evening.now).player == fourth  # once
    assert [alternates.place_of(row, one) for one in (third, fourth, first)] == [1, 2, None]
    assert wallet(third) == CHIPS  # nothing is charged while one waits
    registration.unregister(row.pk, first, now=evening.now)
    assert entries.live_entry(row, third) is not None
    assert wallet(third) == CHIPS - 1100
    alternates.leave(row.pk, fourth, now=evening.now)
    refused("not_waiting", lambda: alternates.leave(row.pk, fourth, now=evening.now))
    assert audit.rebuild().ok


def test_a_seat_that_falls_free_in_play_goes_to_who_waits_while_registration_is_open(evening: Evening) -> None:
    *first, fourth, fifth = evening.computers(5)
    row = started(evening, first, max_tables=1)
    refused("full", lambda: registration.register(row.pk, fourth, now=evening.now))
    alternates.join(row.pk, fourth, now=evening.now)
    out(evening, row, first[0])
    refused("full", lambda: registration.register(row.pk, fifth, now=evening.now))  # nobody jumps the line
    runner.direct(row.pk, now=evening.now)
    entry = entries.live_entry(row, fourth)
    assert entry is not None
    assert evening.state(row).entries[entry.number].seat is not None
    alternates.join(row.pk, fifth, now=evening.now)
    out_later = evening.now + timedelta(minutes=30)
    evening.now = out_later
    runner.direct(row.pk, now=out_later)
    assert alternates.place_of(row, fifth) == 1
    assert entries.live_entry(row, fifth) is None
    assert is_replay(row)


def test_who_cannot_pay_when_called_is_passed_over_with_the_reason(evening: Evening) -> None:
    first, second, third, fourth = evening.computers(4)
    row = evening.entered([first, second], max_players=2)
    alternates.join(row.pk, third, now=evening.now)
    alternates.join(row.pk, fourth, now=evening.now)
    for _each in range(9):  # spends the chips elsewhere
        registration.register(evening.tournament().pk, third, now=evening.now)
    registration.unregister(row.pk, first, now=evening.now)
    passed = Alternate.objects.get(player=third)
    assert (passed.outcome, bool(passed.why)) == ("passed", True)
    assert entries.live_entry(row, fourth) is not None


# -- check-in ---------------------------------------------------------------------------------------------------------


def test_the_card_checks_in_and_who_has_not_come_is_blinded_off(evening: Evening) -> None:
    here, *others = [evening.person(f"p{n}") for n in range(3)]
    row = evening.entered([here, *others], needs_check_in=True)
    assert here.card
    check_in.check_in(row.pk, f"https://club.example/card/{here.card}/", now=evening.now, by=None)
    check_in.check_in(row.pk, here.member_number or "", now=evening.now, by=None)  # twice is harmless
    assert LogEntry.objects.filter(kind="checked_in").count() == 1
    refused("unknown_player", lambda: check_in.check_in(row.pk, "nobody", now=evening.now, by=None))
    event_start.start(row.pk, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    hand = Hand.objects.get()
    assert hand.seats.count() == 3  # TDA 30: dealt in
    assert {one.player_id: one.state for one in Sitting.objects.all()} == {
        here.pk: "active",
        others[0].pk: "out",
        others[1].pk: "out",
    }
    check_in.check_in(row.pk, others[0].nickname, now=evening.now, by=None)
    assert Sitting.objects.get(player=others[0]).state == "active"


@pytest.mark.parametrize("is_refunded", [True, False])
def test_who_never_comes_is_removed_after_a_time_and_the_chips_leave_play(evening: Evening, is_refunded: bool) -> None:
    set_rule(evening, absent_minutes=10)
    *here, away = evening.computers(4)
    row = evening.entered([*here, away], needs_check_in=True, is_absent_refunded=is_refunded)
    for player in here:
        check_in.check_in(row.pk, player.nickname, now=evening.now, by=None)
    event_start.start(row.pk, now=evening.now)
    evening.now += timedelta(minutes=10)
    runner.direct(row.pk, now=evening.now)
    entry = Entry.objects.get(player=away)
    assert held(f"entry:{entry.pk}", "stack", row.owner) == 0
    state = evening.state(row)
    if is_refunded:
        assert entry.number not in state.entries
        assert (wallet(away), prize_pool.taken(row).pool) == (CHIPS, 3000)
    else:
        assert state.entries[entry.number].best == 4
        assert (wallet(away), prize_pool.taken(row).pool) == (CHIPS - 1100, 4000)
    assert evening.play(row).status == FINISHED
    assert is_replay(row)
    assert audit.rebuild().ok


def test_only_those_who_have_come_are_drawn_where_the_event_says_so(evening: Evening) -> None:
    *here, late, never = evening.computers(5)
    row = evening.entered([*here, late, never], needs_check_in=True, absentees="wait", is_absent_refunded=True, **LATE)
    refused("too_few_players", lambda: event_start.start(row.pk, now=evening.now))
    for player in here:
        check_in.check_in(row.pk, player.nickname, now=evening.now, by=None)
    event_start.start(row.pk, now=evening.now)
    assert [place.seat is not None for place in evening.state(row).entries.values()] == [True] * 3 + [False] * 2
    check_in.check_in(row.pk, late.nickname, now=evening.now, by=None)
    assert evening.state(row).entries[4].seat is not None
    evening.now += timedelta(minutes=11)
    runner.direct(row.pk, now=evening.now)
    assert 5 not in evening.state(row).entries
    assert wallet(never) == CHIPS
    assert evening.play(row).status == FINISHED
    assert is_replay(row)
    assert audit.rebuild().ok


@pytest.mark.parametrize("comes", [False, True])
def test_the_floor_removes_an_absent_player_as_soon_as_the_hand_is_over_who_has_not_come_by_then(
    evening: Evening, comes: bool
) -> None:
    *here, away = evening.computers(4)
    row = evening.entered([*here, away], needs_check_in=True, table_size=4)
    for player in here:
        check_in.check_in(row.pk, player.nickname, now=evening.now, by=None)
    event_start.start(row.pk, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    refused("checked_in", lambda: check_in.remove(row.pk, 1, why="x", now=evening.now, by=None))
    check_in.remove(row.pk, 4, why="never came", now=evening.now, by=None)
    assert not evening.state(row).entries[4].is_out
    if comes:
        check_in.check_in(row.pk, away.nickname, now=evening.now, by=None)
    evening.play_round(row)
    runner.direct(row.pk, now=evening.now)
    assert LogEntry.objects.filter(kind="knocked_out", data__is_absent=True).exists() is not comes


# -- the desk, and the fields of the event ----------------------------------------------------------------------------


def test_the_desk_registers_and_unregisters_and_the_record_says_who(evening: Evening) -> None:
    boss, player = evening.person("boss", role="director"), evening.person("mika")
    row = evening.tournament(entry_code="sakura")
    entry = registration.register_at_desk(row.pk, player.member_number or "", now=evening.now, by=boss.user, key="k")
    assert registration.register_at_desk(row.pk, "mika", now=evening.now, by=boss.user, key="k").pk == entry.pk
    assert LogEntry.objects.get(kind="registered").by == boss.user
    registration.unregister_at_desk(row.pk, 1, why="asked to", now=evening.now, by=boss.user)
    assert wallet(player) == CHIPS
    refused("unknown_entry", lambda: registration.unregister_at_desk(row.pk, 1, why="x", now=evening.now, by=None))
    refused("key_reused", lambda: registration.register_at_desk(row.pk, "mika", now=evening.now, by=None, key="k"))


def test_a_new_price_is_for_those_who_come_after_it(evening: Evening) -> None:
    first, second = evening.computers(2)
    row = evening.entered([first])
    changed_fields.change(row.pk, buy_in=2000, fee=0, now=evening.now, by=None)
    registration.register(row.pk, second, now=evening.now)
    assert list(Entry.objects.order_by("number").values_list("paid", "fee")) == [(1000, 100), (2000, 0)]
    registration.unregister(row.pk, first, now=evening.now)
    assert wallet(first) == CHIPS
    assert held(row.owner, "escrow") == 2000


@pytest.mark.parametrize(
    "change",
    [{"starting_chips": 5}, {"reentries": 1}, {"rebuys": 1, "rebuy_chips": 5}, {"buy_in": 0}],
    ids=lambda change: next(iter(change)),
)
def test_a_field_on_which_players_relied_is_locked_once_they_joined(evening: Evening, change: dict[str, int]) -> None:
    row = evening.tournament()
    changed_fields.change(row.pk, **change, now=evening.now, by=None)
    row = evening.entered(evening.computers(1))
    told = refused("field_locked", lambda: changed_fields.change(row.pk, **change, now=evening.now, by=None))
    assert told.params["fields"] == [next(iter(change))]


def test_fields_that_cannot_be_are_refused(evening: Evening) -> None:
    refused("chips_missing", lambda: evening.tournament(rebuys=1))
    refused("unknown_level", lambda: evening.tournament(late_until_level=7))
    row = evening.tournament(entry_code="sakura")
    assert "sakura" not in row.entry_code
    assert tournament_log.replayed(row.pk) is not None


@pytest.mark.parametrize(
    ("seats", "live"),
    [
        ({1, 4, 5, 6}, {1, 4, 5, 6}),  # on the button's and the blinds' own seats one is dealt in
        ({1, 2, 4, 5, 6}, {1, 4, 5, 6}),  # seat 2 lies between the button (1) and the small blind (4)
        ({1, 4, 5, 6, 8}, {1, 4, 5, 6, 8}),
    ],
)
def test_t6_only_between_button_and_small_blind_one_waits_a_hand(seats: set[int], live: set[int]) -> None:
    before = Positions(8, 1, 4)  # the next hand: button 1, small blind 4, big blind the next one who is in
    chairs = [posting_to_come_in.Chair(seat) for seat in seats]
    found = next_hand._in_tournament(chairs, lambda here: advance(before, here, 9), 4, has_blinds=True)
    assert found.live == live
    assert found.where == Positions(1, 4, 5)
