"""A running event called off by two people: money back or shared, escrows empty, seats freed, and nothing moved meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from club.cashier import cashier
from club.house import house_rules
from club.ledger import audit, ledger
from club.models import AuditEntry, Player, Transfer
from club.people import people
from tables.models import Hand, Sitting, Table
from tests.support.budget import budget
from tests.support.tournaments.called_off import pots, two
from tests.support.tournaments.entries import set_rule
from tests.support.tournaments.purchases import ANY
from tests.support.tournaments.tickets import good
from tests.support.tournaments.tournament_api import is_problem
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.acts import registry
from tournaments.base.errors import Refused
from tournaments.desk import rebuys_and_add_ons, registration
from tournaments.endings import bagging_by_hand, requests_to_call_off_or_reopen
from tournaments.entries import alternates
from tournaments.floor import clock_by_hand, moves_and_knockouts, real_card_tables, reported_knockouts, undo
from tournaments.log.state import CANCELLED, RUNNING
from tournaments.log.tournament_rules import TournamentRules
from tournaments.models import Alternate, LogEntry, Purchase, Ticket, Tournament
from tournaments.prizes import bounty_awards, prize_pool, prizes_by_place
from tournaments.rooms import tournament_tables
from tournaments.running import event_start, runner

pytestmark = pytest.mark.django_db

WAYS = ("refund", "by chips", "by ICM")
REBUYS: dict[str, Any] = {"rebuys": 3, "rebuy_price": 500, "rebuy_fee": 50, "rebuy_chips": 800, "rebuy_until_level": 6}
ADD_ONS: dict[str, Any] = {"addons": 1, "addon_price": 300, "addon_fee": 30, "addon_chips": 500, "addon_until_level": 6}


def way(evening: Evening, name: str) -> None:
    house_rules.set_value(TournamentRules, "called_off", name, by=None, now=evening.now)


def asked(row: Tournament, evening: Evening, why: str = "the power is out") -> None:
    requests_to_call_off_or_reopen.ask_to_call_off(row.pk, why=why, now=evening.now, by=two()[0])


def called_off(row: Tournament, evening: Evening) -> None:
    asked(row, evening)
    requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=two()[1])


def is_over(row: Tournament, evening: Evening) -> None:
    """Called off and nothing is left behind: no chip, no seat, no hand, no table."""
    state = evening.state(row)
    assert (state.status, row.status, state.tables, state.hands) == (CANCELLED, CANCELLED, {}, {})
    assert pots(row) == (0, 0)
    assert held("cashier", "cashier", row.owner) == 0
    tables = Table.objects.filter(owner=row.owner)
    assert not tables.filter(status=Table.Status.OPEN).exists()
    assert not Sitting.objects.filter(table__in=tables).exclude(state=Sitting.State.LEFT).exists()
    assert not any(hand.is_live for hand in Hand.objects.filter(table__in=tables))
    assert state.clock.paused is not None
    assert is_replay(row)
    assert audit.rebuild().ok


def test_two_people_call_a_running_event_off_and_everybody_is_paid_back(evening: Evening) -> None:
    players = evening.computers(5)
    row = evening.entered(players, max_players=5)
    waits = evening.person("nao")
    alternates.join(row.pk, waits, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).hands
    fees = held("house", "fees")
    dana, otto = two()
    with pytest.raises(Refused, match="Say why"):
        requests_to_call_off_or_reopen.ask_to_call_off(row.pk, why=" ", now=evening.now, by=dana)
    asked(row, evening)
    assert evening.state(row).clock.paused is not None
    with pytest.raises(Refused) as refused:
        requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=dana)
    assert (refused.value.code, refused.value.status) == ("second_person_needed", 403)
    with pytest.raises(Refused, match="waits for a second person already"):
        asked(row, evening)
    requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=otto)
    is_over(row, evening)
    assert [wallet(player) for player in players] == [CHIPS] * 5
    assert held("house", "fees") == fees - 500
    backs = Transfer.objects.filter(purpose="correction", reference=row.owner)
    assert {one.corrects.purpose for one in backs if one.corrects} == {"tournament-entry"}
    assert backs.count() == 5
    assert Alternate.objects.get(player=waits).outcome == Alternate.Outcome.PASSED
    kinds = ["tournament.call_off_asked", "tournament.request_approved", "tournament.called_off"]
    on_record = AuditEntry.objects.filter(kind__in=kinds, subject=row.owner).order_by("pk")
    assert [(one.kind, one.by, one.why) for one in on_record] == [
        (kinds[0], dana, "the power is out"),
        (kinds[1], otto, "the power is out"),
        (kinds[2], otto, "the power is out"),
    ]
    for again in (asked, called_off):
        with pytest.raises(Refused, match="not running"):
            again(row, evening)
    assert not runner.direct(row.pk, now=evening.now)


def test_who_has_an_entry_neither_asks_nor_approves(evening: Evening) -> None:
    boss = evening.person("boss", role="director")
    row = evening.entered([*evening.computers(2), boss])
    event_start.start(row.pk, now=evening.now)
    assert boss.user is not None
    with pytest.raises(Refused) as refused:
        requests_to_call_off_or_reopen.ask_to_call_off(row.pk, why="x", now=evening.now, by=boss.user)
    assert (refused.value.code, refused.value.status) == ("has_entry", 403)
    asked(row, evening)
    with pytest.raises(Refused) as refused:
        requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=boss.user)
    assert (refused.value.code, refused.value.status) == ("has_entry", 403)


def test_whoever_runs_the_club_alone_calls_off_what_they_play_in_until_there_is_a_second_person(
    evening: Evening,
) -> None:
    boss = evening.person("boss", role="owner")
    assert boss.user is not None
    row = evening.entered([*evening.computers(2), boss])
    event_start.start(row.pk, now=evening.now)
    second = evening.person("second", role="admin")
    ask = requests_to_call_off_or_reopen.ask_to_call_off
    with pytest.raises(Refused) as refused:
        ask(row.pk, why="the power is out", now=evening.now, by=boss.user)
    assert refused.value.code == "has_entry"
    type(boss.user).objects.filter(pk=second.user_id).update(is_active=False)
    ask(row.pk, why="the power is out", now=evening.now, by=boss.user)
    requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=boss.user)
    is_over(row, evening)
    on_record = AuditEntry.objects.filter(kind="tournament.called_off", subject=row.owner)
    assert [one.by for one in on_record] == [boss.user]


def test_an_entry_of_a_player_merged_into_ones_own_is_ones_own(evening: Evening) -> None:
    boss, before = evening.person("boss", role="director"), evening.person("boss before")
    row = evening.entered([*evening.computers(2), before])
    event_start.start(row.pk, now=evening.now)
    type(before).objects.filter(pk=before.pk).update(user=None, merged_into=boss)
    assert boss.user is not None
    with pytest.raises(Refused) as refused:
        requests_to_call_off_or_reopen.ask_to_call_off(row.pk, why="x", now=evening.now, by=boss.user)
    assert (refused.value.code, refused.value.status) == ("has_entry", 403)


def test_while_it_waits_nothing_moves_and_once_refused_play_goes_on(evening: Evening) -> None:
    players = evening.computers(6)
    row = evening.entered(players, late_until_level=4, reentries=1, bounty=100, **REBUYS)
    event_start.start(row.pk, now=evening.now)
    moves_and_knockouts.knock_out(row.pk, 1, now=evening.now, by=None, why="left", eliminators=[2])
    line = LogEntry.objects.filter(tournament=row, kind="knocked_out").get().seq
    asked(row, evening)
    before = evening.state(row)
    dana, _otto = two()
    how: dict[str, Any] = {"now": evening.now, "by": dana}
    gone = LogEntry.objects.get(tournament=row, seq=line).data
    mover = next(one for one in before.alive if before.entries[one].table != gone["table"])
    free = (before.tables[gone["table"]], gone["seat"])
    moving: list[Callable[[], object]] = [
        lambda: moves_and_knockouts.knock_out(row.pk, 2, why="x", **how),
        lambda: moves_and_knockouts.move(row.pk, mover, *free, **how),
        lambda: undo.undo(row.pk, line, **how),
        lambda: clock_by_hand.resume(row.pk, **how),
        lambda: registration.register(row.pk, players[0], **how),
        lambda: registration.close(row.pk, **how),
        lambda: rebuys_and_add_ons.rebuy(row.pk, players[1], **how),
        lambda: bounty_awards.award(row.pk, 1, [3], why="x", **how),
        lambda: registry.ACTS["lock-prizes"].do(row.pk, {}, source="", **how),
        lambda: registry.ACTS["terms"].do(row.pk, {"late_until_level": 5, "why": "x"}, source="", **how),
    ]
    for act in moving:
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code in ("call_off_waits", "too_many_chips"), refused.value
    with pytest.raises(Refused, match="approved or refused first"):
        clock_by_hand.set_level(row.pk, 2, **how)
    registry.ACTS["message"].do(row.pk, {"words": "Please wait"}, source="", **how)
    assert not runner.direct(row.pk, now=evening.now + timedelta(hours=1))
    assert evening.state(row).entries == before.entries
    requests_to_call_off_or_reopen.refuse(row.pk, why="the light is back", now=evening.now, by=two()[1])
    assert evening.state(row).request is None
    clock_by_hand.resume(row.pk, **how)
    undo.undo(row.pk, line, **how)
    assert evening.state(row).status == RUNNING
    with pytest.raises(Refused, match="Nothing waits"):
        requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=two()[1])
    asked(row, evening)
    with pytest.raises(Refused, match="yourself"):
        requests_to_call_off_or_reopen.withdraw(row.pk, why="x", now=evening.now, by=two()[1])
    requests_to_call_off_or_reopen.withdraw(row.pk, why="x", **how)
    assert is_replay(row)


def test_a_hand_in_play_is_voided_and_one_that_nobody_could_settle_too(evening: Evening) -> None:
    way(evening, "by chips")
    players = evening.computers(6)
    row = evening.entered(players, fee=0)
    runner.direct(row.pk, now=evening.now)
    hands = [Hand.objects.get(pk=pk) for pk in evening.state(row).hands.values()]
    assert len(hands) == 2
    Hand.objects.filter(pk=hands[0].pk).update(state=Hand.State.OVER, deadline=None, play_at=None)
    called_off(row, evening)
    assert {Hand.objects.get(pk=hand.pk).state for hand in hands} == {Hand.State.VOID}
    is_over(row, evening)
    assert [wallet(player) for player in players] == [CHIPS] * 6  # equal stacks share evenly


def test_a_bounty_that_was_spent_is_named_and_nothing_is_moved(evening: Evening) -> None:
    players = evening.computers(4)
    row = evening.entered(players, bounty=900, buy_in=1000, fee=0, table_size=6)
    event_start.start(row.pk, now=evening.now)
    for entry in (1, 2):
        moves_and_knockouts.knock_out(row.pk, entry, now=evening.now, by=None, why="x", eliminators=[4])
    cashier.cash_out(players[3], wallet(players[3]), key="gone", by=None, now=evening.now)
    asked(row, evening)
    with pytest.raises(Refused, match=r"Machine 4 \(800\)"):
        requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=two()[1])
    assert evening.state(row).request is not None
    cashier.buy_chips(players[3], 800, key="back", by=None, now=evening.now)
    requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=two()[1])
    is_over(row, evening)
    assert [wallet(player) for player in players] == [CHIPS, CHIPS, CHIPS, 0]


@pytest.mark.parametrize("how", ["by chips", "by ICM"])
def test_real_cards_are_counted_before_the_prizes_are_shared(evening: Evening, how: str) -> None:
    way(evening, how)
    players = evening.computers(4)
    row = evening.entered(players, cards="physical", table_size=6, fee=0, payout="half-field")
    event_start.start(row.pk, now=evening.now)
    with pytest.raises(Refused, match="Count the stacks first of: Machine 1, Machine 2"):
        asked(row, evening)
    real_card_tables.count(row.pk, [1, 2, 3, 4], [3000, 500, 400, 100], now=evening.now, by=two()[0])
    reported_knockouts.knock_out(row.pk, [4], now=evening.now, by=two()[0])
    called_off(row, evening)
    is_over(row, evening)
    won = [wallet(player) - CHIPS + 1000 for player in players]
    assert won[3] == 0
    assert sum(won) == 4000
    assert won[0] > won[1] > won[2] > 0
    if how == "by chips":
        assert won == [round(4000 * 3000 / 3900), round(4000 * 500 / 3900), round(4000 * 400 / 3900), 0]


def test_prizes_already_won_are_paid_and_those_left_are_shared(evening: Evening) -> None:
    way(evening, "by chips")
    players = evening.computers(5)
    table = {"key": "own", "rows": [{"entries": [1, 100], "basis_points": [5000, 3000, 2000]}]}
    row = evening.entered(players, table_size=6, fee=100, payout_table=table, guarantee=6000, staff_basis_points=1000)
    event_start.start(row.pk, now=evening.now)
    for entry in (1, 2, 3):
        moves_and_knockouts.knock_out(row.pk, entry, now=evening.now, by=None, why="x")
    paid = prizes_by_place.won(row, evening.state(row))
    prizes = prizes_by_place.prizes(row)
    assert paid == {3: prizes[2]}
    called_off(row, evening)
    is_over(row, evening)
    won = [wallet(player) - CHIPS + 1100 for player in players]
    assert won == [0, 0, prizes[2], (prizes[0] + prizes[1]) // 2, (prizes[0] + prizes[1]) // 2]
    assert held("house", "tips") == 500


def test_a_flight_is_refunded_out_of_the_pool_of_all_flights(evening: Evening) -> None:
    way(evening, "by chips")
    day_two = evening.tournament(format="day-two", starts_at=None)
    players = evening.computers(6)
    rows = [evening.entered(players[at : at + 3], day_two=day_two, bags_at_players=1, table_size=3) for at in (0, 3)]
    for row in rows:
        event_start.start(row.pk, now=evening.now)
    assert held(day_two.owner, "escrow") == 6000
    called_off(rows[0], evening)
    assert held(day_two.owner, "escrow") == 3000
    assert [wallet(player) - CHIPS for player in players] == [0, 0, 0, -1100, -1100, -1100]
    assert prize_pool.pool(day_two).total == 3000
    assert audit.rebuild().ok


def test_the_page_and_the_api_ask_and_decide(evening: Evening) -> None:
    row = evening.entered(evening.computers(3))
    event_start.start(row.pk, now=evening.now)
    boss, other = (evening.client(evening.person(name, role="director", chips=0)) for name in ("boss", "owen"))
    address = f"/api/v1/tournaments/{row.pk}"
    assert boss.get(f"{address}/ending/").json() == {"request": None, "warnings": []}
    assert is_problem(boss.post(f"{address}/floor/call-off/", {}, format="json"), 400, "invalid")
    assert boss.post(f"{address}/floor/call-off/", {"why": "fire alarm"}, format="json").status_code == 200
    told = other.get(f"{address}/ending/").json()["request"]
    assert (told["act"], told["why"], told["by"], told["how"]) == ("call-off", "fire alarm", "boss", "refund")
    assert [line["chips"] for line in told["lines"]] == [1100] * 3
    assert is_problem(boss.put(f"{address}/ending/", {"is_approved": True}, format="json"), 403, "second_person_needed")
    assert is_problem(other.put(f"{address}/ending/", {"is_approved": False}, format="json"), 422, "reason_missing")
    assert other.put(f"{address}/ending/", {"is_approved": True}, format="json").json()["status"] == "cancelled"
    seen = boss.get(f"{address}/").json()
    assert seen["called_off"] == {"why": "fire alarm", "how_words": "Everybody is paid back, the fee with it."}
    assert [one["prize"] for one in seen["entrants"]] == [1100] * 3


@given(
    how=st.sampled_from(WAYS),
    kind=st.sampled_from(["fixed", "progressive", "mystery"]),
    paid=st.sampled_from(["once", "end"]),
    bounty=st.sampled_from([0, 1, 250, 997]),
    guarantee=st.sampled_from([0, 15_000]),
    staff=st.sampled_from([0, 700]),
    fee=st.integers(0, 97),
    tickets=st.integers(0, 2),
    payout=st.sampled_from(["winner-takes-all", "curve-20", "half-field"]),
    satellite=st.booleans(),
    steps=st.integers(0, 14),
    is_dealt=st.booleans(),
    rng=st.randoms(use_true_random=False),
)
@settings(max_examples=budget(8), phases=[Phase.generate])
def test_whatever_was_played_every_escrow_ends_at_nothing_and_no_chip_is_lost(
    how: str, kind: str, paid: str, bounty: int, guarantee: int, staff: int, fee: int, tickets: int, payout: str,
    satellite: bool, steps: int, is_dealt: bool, rng: random.Random,
) -> None:  # fmt: skip
    evening = Evening()
    tag = Tournament.objects.count()
    evening.now += timedelta(hours=tag)
    way(evening, how)
    players = [people.enrol(f"{tag} {n}", is_computer=True, now=evening.now) for n in range(7)]
    for player in players:
        evening.give(player, CHIPS)
    fields: dict[str, Any] = {"bounty": bounty, "bounty_kind": kind, "bounty_paid": paid, "fee": fee, "buy_in": 997}
    fields |= {"guarantee": guarantee, "staff_basis_points": staff, "payout": payout, "late_until_level": 6}
    if satellite:
        target = evening.tournament(buy_in=2000, fee=0, starts_at=None)
        fields |= {"ticket_for": target, "ticket_value": 2000}
    row = evening.tournament(reentries=2, is_addon_in_break=False, table_size=4, **fields, **REBUYS, **ADD_ONS)
    worth = [Ticket.objects.get(pk=good(players[at], 997 + fee, key=f"{tag} {at}").pk) for at in range(tickets)]
    for at, player in enumerate(players[:6]):
        number = worth[at].pk if at < tickets else None
        registration.register(row.pk, player, now=evening.now, ticket=number)
    house = {name: held("house", name) for name in ("fees", "tips")}
    house["fees"] -= fee * 6  # as it was before anybody entered
    event_start.start(row.pk, now=evening.now)
    row = Tournament.objects.get(pk=row.pk)
    for _step in range(steps):
        _anything(row, evening, players, rng)
        if evening.state(row).status != RUNNING:
            return  # it came to its end
    if is_dealt:
        runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    if state.status != RUNNING:
        return
    if how != "refund":
        for entry in list(state.deciding):
            rebuys_and_add_ons.decline_at_desk(row.pk, entry, now=evening.now, by=None)
        state = evening.state(row)
        for entry in bounty_awards.undecided(row, state):
            bounty_awards.award(row.pk, entry, [], why="nobody", now=evening.now, by=None)
    called_off(row, evening)
    is_over(row, evening)
    for ticket in worth:
        ticket.refresh_from_db()
    now = {name: held("house", name) for name in ("fees", "tips")}
    if how == "refund":
        assert [wallet(player) for player in players] == [CHIPS] * 7
        assert now == house
        assert {ticket.state for ticket in worth} <= {Ticket.State.HELD}
    else:
        spent = tickets * (997 + fee)
        gone = now["fees"] + now["tips"] - house["fees"] - house["tips"]
        assert sum(wallet(player) for player in players) == 7 * CHIPS + spent - gone
        assert now["tips"] - house["tips"] == prize_pool.taken(row).staff
        assert {ticket.state for ticket in worth} <= {Ticket.State.USED}
    assert held("tickets", "escrow") == sum(Ticket.objects.filter(state="held").values_list("value", flat=True))


def _anything(row: Tournament, evening: Evening, players: list[Player], rng: random.Random) -> None:
    """One act of the players, the floor or the dealer; one that cannot be is passed over."""
    state = evening.state(row)
    by: dict[str, Any] = {"now": evening.now, "by": None}
    act, player = rng.random(), rng.choice(players)
    lines = LogEntry.objects.filter(tournament=row)
    try:
        if act < 0.3:
            evening.play_round(row)
        elif act < 0.5 and len(state.alive) > 2:
            entry, *others = rng.sample(state.alive, len(state.alive))
            moves_and_knockouts.knock_out(row.pk, entry, why="x", eliminators=others[: rng.randint(0, 2)], **by)
        elif act < 0.6:
            told = [line.seq for line in lines.filter(kind="knocked_out", data__floor=True)]
            if told:
                undo.undo(row.pk, rng.choice(told), **by)
        elif act < 0.7:
            registration.register(row.pk, player, now=evening.now)
        elif act < 0.85:
            rebuys_and_add_ons.rebuy(row.pk, player, **by)
        elif act < 0.95:
            rebuys_and_add_ons.add_on(row.pk, player, **by)
        else:
            bought = [line.data["purchase"] for line in lines.filter(kind__in=["rebought", "added_on"])]
            if bought:
                rebuys_and_add_ons.take_back(row.pk, rng.choice(bought), why="x", **by)
    except Refused:
        return


PURCHASES = st.lists(
    st.tuples(st.sampled_from(["rebuy", "add-on"]), st.integers(0, 5), st.booleans()), min_size=1, max_size=8
)  # what, by which player, and whether it is taken back


def _bought(row: Tournament, evening: Evening, players: list[Player], purchases: list[tuple[str, int, bool]]) -> None:
    """Buy all of it, as far as it may be, then take back what is to be taken back."""
    back: list[int] = []
    by: dict[str, Any] = {"now": evening.now, "by": None}
    for kind, at, is_taken_back in purchases:
        try:
            made = (rebuys_and_add_ons.rebuy if kind == "rebuy" else rebuys_and_add_ons.add_on)(
                row.pk, players[at % len(players)], **by
            )
        except Refused:
            continue
        back += [one.pk for one in made] if is_taken_back else []
    for purchase in back:
        rebuys_and_add_ons.take_back(row.pk, purchase, why="by mistake", **by)


@given(
    how=st.sampled_from(WAYS),
    cards=st.sampled_from(["dealt", "physical"]),
    day=st.sampled_from(["flight", "day two"]),
    bounty=st.sampled_from([0, 250]),
    purchases=PURCHASES,
)
@settings(max_examples=budget(10), phases=[Phase.explicit, Phase.generate])
@example("refund", "physical", "day two", 0, [("add-on", 0, True), ("add-on", 0, False), ("rebuy", 1, True)])
@example("by ICM", "physical", "day two", 0, [("add-on", 0, True), ("rebuy", 0, False)])
@example("by chips", "dealt", "day two", 250, [("add-on", 1, True), ("rebuy", 1, False)])
@example("refund", "dealt", "flight", 250, [("add-on", 0, True), ("rebuy", 1, False)])
def test_flights_with_purchases_kept_and_taken_back_are_called_off_to_nothing(
    how: str, cards: str, day: str, bounty: int, purchases: list[tuple[str, int, bool]]
) -> None:
    """Whatever was bought in a flight, and taken back: called off there or on Day 2, escrows end at nothing and everybody has
    what was told before it was approved; refunded, all that was paid."""
    evening = Evening()
    tag = Tournament.objects.count()
    evening.now += timedelta(hours=tag)
    way(evening, how)
    set_rule(evening, rebuy_when=ANY)
    players = [people.enrol(f"{tag} of {n}", is_computer=True, now=evening.now) for n in range(5)]
    for player in players:
        evening.give(player, CHIPS)
    fields: dict[str, Any] = {"cards": cards, "starts_at": None, "table_size": 9}
    target = evening.tournament(format="day-two", bounty=bounty, payout="half-field", **fields)
    fields |= {"is_addon_in_break": False, "late_until_level": 6, **REBUYS, **ADD_ONS}
    row = evening.tournament(day_two=target, bags_at_players=1, **fields)
    for player in players:
        registration.register(row.pk, player, now=evening.now)
    event_start.start(row.pk, now=evening.now)
    _bought(row, evening, players, purchases)
    assert Purchase.objects.filter(entry__tournament=row).exists()
    if cards == "physical":
        reported_knockouts.knock_out(row.pk, [5], eliminators=[1] if bounty else [], now=evening.now, by=two()[0])
    else:
        moves_and_knockouts.knock_out(
            row.pk, 5, why="x", eliminators=[1] if bounty else [], now=evening.now, by=two()[0]
        )
    for entry in list(evening.state(row).deciding):
        rebuys_and_add_ons.decline_at_desk(row.pk, entry, now=evening.now, by=None)
    if day == "day two":
        alive = evening.state(row).alive
        pool = ledger.balance(tournament_tables.pool(row)) if cards == "physical" else 0
        stacks = [pool - 300 * (len(alive) - 1), *[300] * (len(alive) - 1)] if pool else []
        named = alive if pool else []
        bagging_by_hand.bag(row.pk, entries=named, stacks=stacks, now=evening.now, by=two()[0])
        event_start.start(target.pk, now=evening.now)
        row = Tournament.objects.get(pk=target.pk)
    before = {player.pk: wallet(player) for player in players}
    asked(row, evening)
    told = {line["name"]: line["chips"] for line in (requests_to_call_off_or_reopen.told(row_now(row)) or {})["lines"]}
    requests_to_call_off_or_reopen.approve(row.pk, now=evening.now, by=two()[1])
    assert pots(target) == (0, 0)
    assert held("cashier", "cashier", row.owner) == 0
    if how == "refund" or day == "flight":
        assert [wallet(player) for player in players] == [CHIPS] * 5
    else:
        assert {player.nickname: wallet(player) - before[player.pk] for player in players} == {
            player.nickname: told.get(player.nickname, 0) for player in players
        }
    assert is_replay(row_now(row))
    assert audit.rebuild().ok


def row_now(row: Tournament) -> Tournament:
    """The row as it is by now."""
    return Tournament.objects.get(pk=row.pk)
