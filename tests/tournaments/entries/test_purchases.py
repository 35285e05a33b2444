"""Rebuys and add-ons: declared chips behind, a decision that is waited for, prices in escrow, and what is taken back."""

from __future__ import annotations

from datetime import timedelta

from club.ledger import audit
from club.models import Player, Transfer
from tests.support.tournaments.entries import refused, set_rule, started
from tests.support.tournaments.purchases import ANY, REBUYS, broke, stack
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.api import clock_face, event_as_seen
from tournaments.desk import check_in, rebuys_and_add_ons, registration
from tournaments.endings import deal_proposals
from tournaments.floor import clock_by_hand, moves_and_knockouts, undo
from tournaments.log.state import FINISHED
from tournaments.models import Entry, Purchase, Result, Tournament
from tournaments.prizes import bounty_awards, prize_pool
from tournaments.running import event_start, runner
from tournaments.structures import levels_and_breaks


def test_t21_a_rebuy_declared_during_a_hand_binds_and_its_chips_come_after_it(evening: Evening) -> None:
    set_rule(evening, rebuy_when=ANY)
    first, *others = evening.computers(3)
    row = started(evening, [first, *others], **REBUYS)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).hands
    (bought,) = rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    assert bought.issued_at is None
    assert (wallet(first), stack(row, first)) == (CHIPS - 1100 - 550, 1000)  # paid already, not in play yet
    refused("too_many_chips", lambda: rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now))  # those behind count
    before = {one.pk: stack(row, one) for one in (first, *others)}
    evening.play_round(row)
    runner.direct(row.pk, now=evening.now)
    bought.refresh_from_db()
    assert bought.issued_at is not None
    total = sum(held(f"entry:{one.pk}", "stack", row.owner) for one in Entry.objects.filter(tournament=row))
    assert total == sum(before.values()) + 800
    assert is_replay(row)
    assert audit.rebuild().ok


def test_a_rebuy_between_hands_comes_at_once_and_only_then_where_the_house_says_so(evening: Evening) -> None:
    set_rule(evening, rebuy_when=ANY, rebuy_chips_behind=False)
    first, *others = evening.computers(3)
    row = started(evening, [first, *others], **REBUYS)
    rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    assert stack(row, first) == 1800
    runner.direct(row.pk, now=evening.now)
    refused("hand_in_progress", lambda: rebuys_and_add_ons.rebuy(row.pk, others[0], now=evening.now))


def test_who_lost_the_last_chip_is_waited_for_and_keeps_the_seat(evening: Evening) -> None:
    first = evening.person("mika")
    row = started(evening, [first, *evening.computers(2)], **REBUYS)
    entry = broke(evening, row, first)
    state = evening.state(row)
    where = (state.entries[entry.number].table, state.entries[entry.number].seat)
    assert entry.number in state.deciding
    runner.direct(row.pk, now=evening.now + timedelta(seconds=59))
    assert not evening.state(row).entries[entry.number].is_out
    rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now + timedelta(seconds=59))
    state = evening.state(row)
    assert state.deciding == {}
    assert (state.entries[entry.number].table, state.entries[entry.number].seat) == where
    assert prize_pool.taken(row).pool == 3000 + 500
    assert is_replay(row)
    assert audit.rebuild().ok


def test_who_does_not_decide_is_out_in_the_place_of_that_hand(evening: Evening) -> None:
    first, second = evening.person("mika"), evening.person("nao")
    row = started(evening, [first, second, *evening.computers(3)], **REBUYS, table_size=5)
    one = broke(evening, row, first)
    two = broke(evening, row, second)
    rebuys_and_add_ons.decline(row.pk, second, now=evening.now)
    assert evening.state(row).entries[two.number].best == 5  # the other may come back still
    runner.direct(row.pk, now=evening.now + timedelta(seconds=60))
    places = evening.state(row).entries
    assert (places[one.number].best, places[two.number].best) == (5, 4)
    refused("not_in_play", lambda: rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now))
    refused("not_asked", lambda: rebuys_and_add_ons.decline(row.pk, second, now=evening.now))
    assert is_replay(row)


def test_computers_buy_again_where_the_event_says_so_as_long_as_their_wallet_holds_it(evening: Evening) -> None:
    players = evening.computers(4, chips=1100 + 550)
    row = evening.entered(players, starting_chips=200, **{**REBUYS, "rebuy_chips": 200}, computers_buy=True)
    evening.play(row)
    sold = Purchase.objects.filter(entry__tournament=row)
    assert 0 < sold.count() <= 4
    assert sold.values("entry").distinct().count() == sold.count(), "a second one no wallet holds"
    assert sum(map(wallet, players)) == 4 * 1650 - 4 * 100 - 50 * sold.count()
    assert held(row.owner, "escrow") == held("cashier", "cashier", row.owner) == 0
    assert is_replay(row)


def test_a_rebuy_bought_by_mistake_goes_back_by_transfers_that_name_the_first(evening: Evening) -> None:
    first = evening.person("mika")
    row = started(evening, [first, *evening.computers(2)], **REBUYS)
    entry = broke(evening, row, first)
    (bought,) = rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now, key="k")
    assert rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now, key="k") == [bought]  # the same request
    paid = wallet(first)
    rebuys_and_add_ons.take_back(row.pk, bought.pk, why="wrong player", now=evening.now, by=None)
    assert (wallet(first), stack(row, first)) == (paid + 550, 0)
    assert Transfer.objects.filter(corrects__isnull=False).count() == 2
    assert entry.number in evening.state(row).deciding  # decides anew
    refused(
        "taken_back_already", lambda: rebuys_and_add_ons.take_back(row.pk, bought.pk, why="x", now=evening.now, by=None)
    )
    assert prize_pool.taken(row).pool == 3000
    assert is_replay(row)
    assert audit.rebuild().ok


def test_rebuys_have_a_number_and_an_end(evening: Evening) -> None:
    set_rule(evening, rebuy_when=ANY)
    first, *others = evening.computers(3)
    row = started(evening, [first, *others], **{**REBUYS, "rebuy_chips": 1, "rebuys_at_once": 2, "starting_chips": 50})
    assert len(rebuys_and_add_ons.rebuy(row.pk, first, count=2, now=evening.now)) == 2  # a double rebuy at the start
    refused("all_bought", lambda: rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now))
    late = evening.now + timedelta(minutes=10)
    refused("not_sold_now", lambda: rebuys_and_add_ons.rebuy(row.pk, others[0], now=late))
    assert Purchase.objects.count() == 2


def test_the_add_on_is_sold_in_the_break_after_its_level_only(evening: Evening) -> None:
    items = [
        {"type": "level", "n": 1, "minutes": 5, "sb": 25, "bb": 50},
        {"type": "break", "minutes": 10},
        {"type": "level", "n": 2, "minutes": 5, "sb": 50, "bb": 100},
    ]
    structure = evening.structure(id="pausing", items=items)
    first, *others = evening.computers(3)
    sold = {"addons": 1, "addon_price": 300, "addon_chips": 2000, "addon_until_level": 1}
    row = started(evening, [first, *others], structure=structure, **sold)
    refused("not_sold_now", lambda: rebuys_and_add_ons.add_on(row.pk, first, now=evening.now))
    rebuys_and_add_ons.add_on(row.pk, first, now=evening.now + timedelta(minutes=6))
    assert stack(row, first) == 3000
    refused("all_bought", lambda: rebuys_and_add_ons.add_on(row.pk, first, now=evening.now + timedelta(minutes=7)))
    refused(
        "not_sold_now", lambda: rebuys_and_add_ons.add_on(row.pk, others[0], now=evening.now + timedelta(minutes=16))
    )
    registration.close(row.pk, now=evening.now, by=None)
    evening.now += timedelta(minutes=16)
    assert evening.play(row).status == FINISHED
    assert held(row.owner, "escrow") == 0
    assert audit.rebuild().ok


def test_the_bounty_of_a_rebuy_is_on_the_head_and_lies_beside_the_prizes(evening: Evening) -> None:
    set_rule(evening, rebuy_when=ANY)
    first, second, *others = evening.computers(4)
    row = started(evening, [first, second, *others], **REBUYS, bounty=200, rebuy_bounty=150)
    (bought,) = rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    assert bought.bounty == 150
    assert held(f"{row.owner}:bounties", "escrow") == 4 * 200 + 150
    assert prize_pool.taken(row).pool == 4 * 800 + 350
    assert bounty_awards.open_bounties(row, evening.state(row)) == {1: 350, 2: 200, 3: 200, 4: 200}
    rebuys_and_add_ons.take_back(row.pk, bought.pk, why="by mistake", now=evening.now, by=None)
    assert bounty_awards.open_bounties(row, evening.state(row))[1] == 200
    assert held(f"{row.owner}:bounties", "escrow") == 800
    rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    before = wallet(second)
    moves_and_knockouts.knock_out(row.pk, 1, eliminators=[2], now=evening.now, by=None, why="seen by the floor")
    assert wallet(second) == before + 350
    registration.close(row.pk, now=evening.now, by=None)
    assert evening.play(row).status == FINISHED
    assert held(f"{row.owner}:bounties", "escrow") == 0
    assert audit.rebuild().ok


def test_a_bounty_above_the_price_of_a_rebuy_is_refused(evening: Evening) -> None:
    told = refused("bad_bounty", lambda: evening.tournament(**REBUYS, bounty=200, rebuy_bounty=501))
    assert told.params["field"] == "rebuy_bounty"


def test_results_count_rebuys_and_add_ons_and_what_they_cost(evening: Evening) -> None:
    set_rule(evening, rebuy_when=ANY)
    first, *others = evening.computers(3)
    row = started(evening, [first, *others], **REBUYS)
    (kept,) = rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    registration.close(row.pk, now=evening.now, by=None)
    assert evening.play(row).status == FINISHED
    row.refresh_from_db()
    result = Result.objects.get(tournament=row, player=first)
    assert (result.rebuys, result.addons) == (1, 0)
    entry = Entry.objects.get(tournament=row, player=first)
    assert result.spent == entry.paid + entry.fee + kept.paid + kept.fee == 1100 + 550
    assert {one.spent for one in Result.objects.filter(tournament=row).exclude(player=first)} == {1100}


def test_deals_and_envelopes_wait_until_nobody_enters_or_buys_any_more(evening: Evening) -> None:
    players = evening.computers(3)
    row = started(evening, players, **REBUYS, bounty=200, bounty_kind="mystery", mystery_level=1)
    moves_and_knockouts.knock_out(row.pk, 3, eliminators=[1], now=evening.now, by=None, why="seen by the floor")
    assert evening.state(row).prize_state.envelopes is None
    refused("registration_open", lambda: deal_proposals.propose(row.pk, method="icm", now=evening.now, by=None))
    registration.close(row.pk, now=evening.now, by=None)
    deal_proposals.propose(row.pk, method="icm", now=evening.now, by=None)
    assert evening.state(row).prize_state.deal is not None


def test_pages_and_screens_say_until_when_one_may_enter_and_buy(evening: Evening) -> None:
    fields = {**REBUYS, "reentries": 1, "addons": 1, "addon_price": 100, "addon_chips": 500, "addon_until_level": 2}
    row = evening.entered(evening.computers(3), late_until_level=1, **fields)
    before = {one["what"]: one["words"] for one in clock_face.clock_of(row, now=evening.now)["closings"]}
    assert before == {
        "late": "Until the end of level 1",
        "re-entry": "Until the end of level 1",
        "rebuy": "Until the end of level 2",
        "add-on": "In the break after level 2",
    }
    event_start.start(row.pk, now=evening.now)
    row.refresh_from_db()
    told = {one["what"]: one for one in clock_face.clock_of(row, now=evening.now)["closings"]}
    assert [one["is_open"] for one in told.values()] == [True, True, True, False]
    items = levels_and_breaks.items(row.sheet)
    assert told["late"]["closes_at"] == evening.now + timedelta(minutes=items[0].minutes or 0)
    registration.close(row.pk, now=evening.now, by=None)
    row.refresh_from_db()
    assert event_as_seen.as_seen_by(row, None, now=evening.now)["closings"] == []


# -- a question that stands again, and a head whose player buys again -------------------------------------------------


def test_a_rebuy_taken_back_brings_the_question_back_as_it_stood(evening: Evening) -> None:
    first, second = evening.person("mika"), evening.person("nao")
    row = started(evening, [first, second, *evening.computers(3)], **REBUYS, table_size=5, bounty=200)
    entry = broke(evening, row, first, eliminators=(3,))
    stood = evening.state(row).deciding[entry.number]
    (bought,) = rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    later = broke(evening, row, second, eliminators=(4,))
    rebuys_and_add_ons.decline(row.pk, second, now=evening.now)
    at = evening.now + timedelta(seconds=30)
    rebuys_and_add_ons.take_back(row.pk, bought.pk, why="wrong player", now=at, by=None)
    again = evening.state(row).deciding[entry.number]
    assert (again.elimination_number, again.eliminators) == (stood.elimination_number, stood.eliminators) == (1, (3,))
    assert again.until == at + timedelta(seconds=row.rebuy_seconds)  # time anew: it was not theirs to use
    before = wallet(Entry.objects.get(tournament=row, number=3).player)
    rebuys_and_add_ons.decline(row.pk, first, now=at)
    places = evening.state(row).entries
    assert (places[entry.number].best, places[later.number].best) == (5, 4)
    assert wallet(Entry.objects.get(tournament=row, number=3).player) == before + 200
    assert is_replay(row)
    assert audit.rebuild().ok


def test_of_several_rebuys_at_once_the_question_comes_back_with_the_last_that_is_taken_back(evening: Evening) -> None:
    first = evening.person("mika")
    row = started(evening, [first, *evening.computers(2)], **REBUYS, rebuys_at_once=2)
    entry = broke(evening, row, first)
    one, two = rebuys_and_add_ons.rebuy(row.pk, first, count=2, now=evening.now)
    rebuys_and_add_ons.take_back(row.pk, one.pk, why="one too many", now=evening.now, by=None)
    assert entry.number not in evening.state(row).deciding
    rebuys_and_add_ons.take_back(row.pk, two.pk, why="none at all", now=evening.now, by=None)
    assert evening.state(row).deciding[entry.number].elimination_number == 1
    assert is_replay(row)


def pays_at_rebuy(evening: Evening, kind: str = "fixed") -> tuple[Tournament, Player, Entry]:
    set_rule(evening, rebuy_bounty="the eliminator is paid")
    first = evening.person("mika")
    fields = {**REBUYS, "bounty": 200, "rebuy_bounty": 150, "bounty_kind": kind}
    row = started(evening, [first, *evening.computers(3)], **fields)
    return row, first, broke(evening, row, first, eliminators=(2,))


def test_the_head_grows_with_a_rebuy_unless_the_house_pays_the_hunter_then(evening: Evening) -> None:
    first = evening.person("mika")
    row = started(evening, [first, *evening.computers(3)], **REBUYS, bounty=200, rebuy_bounty=150)
    entry = broke(evening, row, first, eliminators=(2,))
    rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    assert bounty_awards.open_bounties(row, evening.state(row))[entry.number] == 350
    assert evening.state(row).prize_state.won == {}


def test_where_the_house_pays_the_hunter_at_the_rebuy_the_head_begins_anew(evening: Evening) -> None:
    row, first, entry = pays_at_rebuy(evening)
    eliminator = Entry.objects.get(tournament=row, number=2).player
    before = wallet(eliminator)
    (bought,) = rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    assert (wallet(eliminator), evening.state(row).prize_state.won) == (before + 200, {2: 200})
    assert bounty_awards.open_bounties(row, evening.state(row)) == {1: 150, 2: 200, 3: 200, 4: 200}
    assert held(f"{row.owner}:bounties", "escrow") == 4 * 200 + 150 - 200
    rebuys_and_add_ons.take_back(row.pk, bought.pk, why="by mistake", now=evening.now, by=None)
    assert (wallet(eliminator), evening.state(row).prize_state.won) == (before, {})
    assert bounty_awards.open_bounties(row, evening.state(row))[entry.number] == 200
    rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    assert wallet(eliminator) == before + 200
    moves_and_knockouts.knock_out(row.pk, entry.number, eliminators=[3], now=evening.now, by=None, why="again")
    line = row.log.filter(kind="knocked_out").latest("seq").seq
    assert evening.state(row).prize_state.won == {2: 200, 3: 150}
    undo.undo(row.pk, line, now=evening.now, by=None)
    assert evening.state(row).prize_state.won == {2: 200}
    undo.redo(row.pk, line, now=evening.now, by=None)
    registration.close(row.pk, now=evening.now, by=None)
    assert evening.play(row).status == FINISHED
    assert held(f"{row.owner}:bounties", "escrow") == 0
    assert is_replay(row)
    assert audit.rebuild().ok


def test_a_progressive_head_is_parted_at_the_rebuy_and_stays_where_its_hunter_has_fallen(evening: Evening) -> None:
    row, first, _entry = pays_at_rebuy(evening, "progressive")
    (bought,) = rebuys_and_add_ons.rebuy(row.pk, first, now=evening.now)
    assert bounty_awards.open_bounties(row, evening.state(row)) == {1: 150, 2: 300, 3: 200, 4: 200}
    moves_and_knockouts.knock_out(row.pk, 2, eliminators=[3], now=evening.now, by=None, why="lost it")
    before = wallet(first)
    refused(
        "changed_since", lambda: rebuys_and_add_ons.take_back(row.pk, bought.pk, why="late", now=evening.now, by=None)
    )
    assert wallet(first) == before
    moves_and_knockouts.knock_out(row.pk, 1, eliminators=[3], now=evening.now, by=None, why="lost it again")
    registration.close(row.pk, now=evening.now, by=None)
    assert evening.play(row).status == FINISHED
    assert held(f"{row.owner}:bounties", "escrow") == 0
    assert audit.rebuild().ok


def test_a_question_that_a_wrong_clock_left_open_until_tomorrow_holds_up_nobody(evening: Evening) -> None:
    first = evening.person("mika")
    row = started(evening, [first, *evening.computers(3)], **REBUYS)
    evening.now += timedelta(days=1)
    entry = broke(evening, row, first)
    evening.now -= timedelta(days=1)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).entries[entry.number].is_out


def test_an_absentee_who_is_paid_back_has_the_add_on_back_as_well(evening: Evening) -> None:
    sold = {"addons": 1, "addon_price": 300, "addon_fee": 30, "addon_chips": 500, "is_addon_in_break": False}
    here = {"needs_check_in": True, "is_absent_refunded": True, "addon_until_level": 6}
    players = evening.computers(4)
    row = evening.entered(players, **sold, **here)
    event_start.start(row.pk, now=evening.now)
    rebuys_and_add_ons.add_on(row.pk, players[0], now=evening.now)
    check_in.remove(row.pk, 1, why="never came", now=evening.now, by=None)
    assert wallet(players[0]) == CHIPS
    assert held(row.owner, "escrow") == prize_pool.pool(row).total == 3000
    runner.direct(row.pk, now=evening.now)
    assert is_replay(row)


def test_lammers_are_add_ons_at_no_price_changed_any_time_until_their_level(evening: Evening) -> None:
    """BARGE: an entry includes two lammers of 5,000, to be changed by a level; they cost nothing and nobody else gets them."""
    players = evening.computers(3)
    fields = {"addons": 2, "addon_price": 0, "addon_chips": 500, "addon_until_level": 2, "is_addon_in_break": False}
    row = evening.entered(players, **fields)
    event_start.start(row.pk, now=evening.now)
    before = [wallet(player) for player in players]
    for _lammer in range(2):
        rebuys_and_add_ons.add_on(row.pk, players[0], now=evening.now)
    refused("all_bought", lambda: rebuys_and_add_ons.add_on(row.pk, players[0], now=evening.now))
    assert [wallet(player) for player in players] == before
    bought = Purchase.objects.filter(entry__tournament=row)
    assert [(one.paid, one.chips) for one in bought] == [(0, 500)] * 2
    clock_by_hand.set_level(row.pk, 3, now=evening.now, by=None)
    refused("not_sold_now", lambda: rebuys_and_add_ons.add_on(row.pk, players[1], now=evening.now))
