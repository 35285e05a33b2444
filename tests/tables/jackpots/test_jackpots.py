"""Jackpots: fed from the drop, won by what the engine finds, paid on approval, taken back; no chip is made or lost."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest
from django.contrib.auth import get_user_model
from hypothesis import given
from hypothesis import strategies as st

from club.cashier import approvals, chip_accounts, tips_and_jackpots
from club.house import house_rules
from club.ledger import audit, ledger
from club.models import AuditEntry, Proposal
from club.people import people as club_people
from club.people import roles
from engine.play.jackpot_hands import JackpotHand
from engine.ranking.values import FULL_HOUSE, QUADS, STRAIGHT_FLUSH, nibbles
from tables.dealing import dealer, settlement
from tables.hand.hand_replay import rebuilt
from tables.jackpot_desk import jackpots_as_seen
from tables.jackpots import found_wins, jackpot_payments
from tables.jackpots.jackpot_rules import JackpotRules
from tables.models import Hand, JackpotPart, JackpotWin, Table
from tests.support.tables.seat_requests import say

pytestmark = pytest.mark.django_db
RAKED = {"PlayRules.rake_percent": 5, "PlayRules.no_flop_no_drop": False}


@pytest.fixture
def people(house):
    return [house.person(name) for name in ("anna", "ben", "chika", "dai")]


@pytest.fixture
def approver(house, now):
    user = get_user_model().objects.create_user("olga", password="secret")
    roles.give_role(user, "director")
    return club_people.enrol("olga", user=user, now=now)


def set_rules(now, **values):
    house_rules.change(RAKED | {f"JackpotRules.{key}": value for key, value in values.items()}, by=None, now=now)


def played(house, now, table, monkeypatch=None, found=()):
    """A hand in which somebody raises and all fold; `found` is what the engine then finds of its showdown."""
    if monkeypatch is not None:
        monkeypatch.setattr(found_wins, "at_showdown", lambda _hand: list(found))
    row = dealer.deal(table.pk, now=now)
    say(row, "raise 1000", now)
    while (row := Hand.objects.get(pk=row.pk)).state == "playing":
        ask = rebuilt(row).asks[0]
        say(row, "call" if ask.call and row.decisions.count() == 1 else "check" if not ask.call else "fold", now)
    settlement.resolve(row.pk, now=now)
    return Hand.objects.get(pk=row.pk)


def held(name):
    return tips_and_jackpots.jackpot_account(name).balance


def decides(house, who, win, act, **more):
    return house.client(who).post(f"/api/v1/jackpots/wins/{win.pk}/", {"act": act, **more}, format="json")


FULL, QUAD_NINES, ROYAL = nibbles(FULL_HOUSE, (12, 9)), nibbles(QUADS, (7, 12)), nibbles(STRAIGHT_FLUSH, (12,))
BEAT = [JackpotHand(1, ROYAL), JackpotHand(2, QUAD_NINES)]


def test_a_raked_hand_feeds_them_as_far_as_the_rake_goes_and_the_house_has_the_rest(house, people, now):
    table = house.seated(*people)
    set_rules(now, bad_beat_drop=30, high_hand_drop=10**6)
    row = played(house, now, table)
    assert row.result["rake"] > 30
    assert (held("bad-beat"), held("high-hand")) == (30, row.result["rake"] - 30)
    assert ledger.open_account("house", "rake").balance == 0
    assert audit.rebuild().ok


def test_without_the_rule_nothing_is_fed(house, people, now):
    table = house.seated(*people)
    set_rules(now)
    row = played(house, now, table)
    assert ledger.open_account("house", "rake").balance == row.result["rake"] > 0
    assert tips_and_jackpots.jackpots() == []


def test_a_bad_beat_waits_and_is_paid_through_the_ledger_once_somebody_approves(
    house, people, approver, now, monkeypatch
):
    table = house.seated(*people)
    set_rules(now, bad_beat_drop=40)
    played(house, now, table, monkeypatch, BEAT)
    win = JackpotWin.objects.get()
    assert (win.kind, win.state) == ("bad-beat", "waiting")
    assert {part.player.nickname: part.role for part in win.parts.all()} == {
        "anna": "winner", "ben": "beaten", "chika": "dealt in", "dai": "dealt in",
    }  # fmt: skip
    assert held("bad-beat") == 40
    wallets = [chip_accounts.wallet(player).balance for player in people]
    assert decides(house, people[0], win, "approve").status_code == 403
    seen = house.client(approver).get("/api/v1/jackpots/").json()
    assert [part["chips"] for part in seen["waiting"][0]["parts"]] == [7, 17, 3, 3]
    assert decides(house, approver, win, "approve").status_code == 200
    assert decides(house, approver, win, "approve").status_code == 200, "harmless if repeated"
    got = [chip_accounts.wallet(player).balance - before for player, before in zip(people, wallets, strict=True)]
    assert got == [7, 17, 3, 3]
    assert held("bad-beat") == 10
    assert "waiting" not in house.client(people[1]).get("/api/v1/jackpots/").json()
    back = decides(house, approver, win, "take-back", why="the wrong hand")
    assert back.status_code == 200, back.json()
    assert held("bad-beat") == 40
    assert [chip_accounts.wallet(player).balance for player in people] == wallets
    assert audit.rebuild().ok
    kinds = set(AuditEntry.objects.filter(kind__startswith="jackpot").values_list("kind", flat=True))
    assert kinds == {"jackpot.found", "jackpot.paid", "jackpot.taken-back"}


def test_a_refused_one_pays_nothing_and_needs_a_reason(house, people, approver, now, monkeypatch):
    table = house.seated(*people)
    set_rules(now, bad_beat_drop=40)
    played(house, now, table, monkeypatch, BEAT)
    win = JackpotWin.objects.get()
    for why in ("", " ", "\u200b\u3164\ufe0f"):
        assert decides(house, approver, win, "refuse", why=why).json()["code"] == "reason_missing"
    assert decides(house, approver, win, "refuse", why="misdealt").status_code == 200
    assert decides(house, approver, win, "approve").json()["code"] == "jackpot_decided"
    assert held("bad-beat") == 40


def test_nobody_approves_what_goes_to_oneself(house, people, now, monkeypatch):
    table = house.seated(*people)
    set_rules(now, bad_beat_drop=40)
    played(house, now, table, monkeypatch, BEAT)
    roles.give_role(people[3].user, "director")
    assert decides(house, people[3], JackpotWin.objects.get(), "approve").status_code == 403
    assert held("bad-beat") == 40


def test_the_best_hand_of_a_period_is_proposed_when_it_is_over(house, people, approver, now, monkeypatch):
    table = house.seated(*people)
    set_rules(now, high_hand_drop=40, high_hand_prize=50, high_hand_minutes=1440)
    for seat, value in ((1, FULL), (2, QUAD_NINES), (3, QUAD_NINES)):
        played(house, now, table, monkeypatch, [JackpotHand(seat, value)])
    over = JackpotWin.objects.first().period_ends
    assert found_wins.close_periods(now=now) == 0
    assert found_wins.close_periods(now=over) == 1
    assert found_wins.close_periods(now=over) == 0
    win = JackpotWin.objects.get(state="waiting")
    assert win.parts.get().player == people[1], "of two alike the first"
    before = chip_accounts.wallet(people[1]).balance
    assert decides(house, approver, win, "approve").status_code == 200
    assert chip_accounts.wallet(people[1]).balance == before + 50
    assert held("high-hand") == 120 - 50


@pytest.mark.parametrize(("late", "best"), [(QUAD_NINES, 1), (FULL, 0)])
def test_a_hand_settled_as_its_period_ended_comes_late_and_wins_if_it_is_better(
    house, people, approver, now, monkeypatch, late, best
):
    table = house.seated(*people)
    set_rules(now, high_hand_drop=40, high_hand_prize=50, high_hand_minutes=1440)
    rows = [played(house, now, table, monkeypatch, [JackpotHand(1, FULL)])]
    over = JackpotWin.objects.get().period_ends
    assert found_wins.close_periods(now=over) == 1
    rows.append(played(house, now, table, monkeypatch, [JackpotHand(2, late)]))
    assert found_wins.close_periods(now=over) == best
    win = JackpotWin.objects.get(state="waiting")
    assert win.hand == rows[best]
    assert decides(house, approver, win, "approve").status_code == 200
    played(house, now, table, monkeypatch, [JackpotHand(3, ROYAL)])
    assert found_wins.close_periods(now=over) == 0, "one was paid"
    assert not JackpotWin.objects.filter(state="waiting").exists()


def test_two_periods_that_begin_at_once_have_a_best_hand_each(house, people, now, monkeypatch):
    """The house changed how long a period is."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    table = house.seated(*people)
    for minutes, value in ((60, FULL), (120, QUAD_NINES)):
        set_rules(now, high_hand_drop=40, high_hand_minutes=minutes)
        played(house, midnight + timedelta(minutes=30), table, monkeypatch, [JackpotHand(1, value)])
    assert found_wins.close_periods(now=midnight + timedelta(minutes=60)) == 1
    assert JackpotWin.objects.get(state="waiting").value == FULL
    assert found_wins.close_periods(now=midnight + timedelta(minutes=120)) == 1
    assert JackpotWin.objects.filter(state="waiting").count() == 2


@pytest.mark.parametrize("is_over", [False, True])
def test_where_the_best_hand_was_taken_back_the_next_best_is_proposed(
    house, people, approver, now, monkeypatch, is_over
):
    table = house.seated(*people)
    set_rules(now, high_hand_drop=40, high_hand_prize=50, high_hand_minutes=1440)
    rows = [
        played(house, now, table, monkeypatch, [JackpotHand(seat, value)])
        for seat, value in ((1, FULL), (2, ROYAL), (3, QUAD_NINES))
    ]
    over = JackpotWin.objects.first().period_ends
    if is_over:
        found_wins.close_periods(now=over)
    Hand.objects.filter(pk=rows[1].pk).update(state=Hand.State.VOID)
    if is_over:
        best = JackpotWin.objects.get(state="waiting")
        assert best.hand == rows[1]
        assert decides(house, approver, best, "approve").json()["code"] == "hand_not_settled"
        assert decides(house, approver, best, "refuse", why="misdealt").status_code == 200
    else:
        found_wins.close_periods(now=over)
    assert JackpotWin.objects.get(state="waiting").hand == rows[2]
    assert found_wins.close_periods(now=over) == 0


def test_it_is_taken_back_once_a_second_person_lets_the_reversals_pass_and_not_before(
    house, people, approver, now, monkeypatch
):
    table = house.seated(*people)
    set_rules(now, bad_beat_drop=40)
    house_rules.change({"ClubRules.adjust_alone": 0}, by=None, now=now)
    second = get_user_model().objects.create_user("ruth", password="secret")
    roles.give_role(second, "director")
    played(house, now, table, monkeypatch, BEAT)
    win = JackpotWin.objects.get()
    decides(house, approver, win, "approve")

    def seen():
        return house.client(approver).get("/api/v1/jackpots/").json()["decided"][0]["state"]

    for refused in (True, False):
        assert seen() == "paid"
        assert decides(house, approver, win, "take-back", why="the wrong hand").status_code == 200
        assert decides(house, approver, win, "take-back", why="the wrong hand").status_code == 200, "harmless"
        assert (seen(), held("bad-beat")) == ("returning", 10)
        for one in Proposal.objects.filter(status="waiting"):
            if refused:
                approvals.refuse(one.pk, by=second, why="it was right", now=now)
            else:
                approvals.approve(one.pk, by=second, now=now)
    assert (seen(), held("bad-beat")) == ("taken back", 40)
    assert audit.rebuild().ok


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_of_too_few_win_nothing(house, people, now, monkeypatch, players):
    table = house.seated(*people[:players])
    set_rules(now, bad_beat_drop=40, jackpot_players=4)
    played(house, now, table, monkeypatch, BEAT)
    assert JackpotWin.objects.exists() is (players == 4)


ROLES = JackpotPart.Role


@given(
    held=st.integers(0, 10**9),
    paid=st.integers(1, 100),
    loser=st.integers(0, 100),
    winner=st.integers(0, 100),
    winners=st.integers(1, 3),
    others=st.integers(0, 8),
)
def test_what_is_paid_is_never_more_than_the_house_says_and_every_chip_has_an_owner(
    held, paid, loser, winner, winners, others
):
    winner = min(winner, 100 - loser)
    rules = JackpotRules(bad_beat_paid=paid, bad_beat_loser=loser, bad_beat_winner=winner)
    each = [ROLES.BEATEN, *[ROLES.WINNER] * winners, *[ROLES.DEALT_IN] * others]
    parts = [JackpotPart(pk=pk, role=role) for pk, role in enumerate(each, 1)]
    given_out = jackpot_payments.shared(rules, "bad-beat", held, parts)
    assert sum(given_out.values()) == held * paid // 100
    assert all(chips > 0 for chips in given_out.values())
    assert given_out.get(1, 0) >= held * paid // 100 * loser // 100


@given(minutes=st.integers(5, 1440), at=st.datetimes(timezones=st.just(UTC)))
def test_periods_follow_one_another_without_a_gap(minutes, at):
    begun, ends = found_wins.period_of(JackpotRules(high_hand_minutes=minutes), at)
    assert begun <= at < ends <= begun + timedelta(minutes=minutes)
    assert found_wins.period_of(JackpotRules(high_hand_minutes=minutes), ends)[0] == ends


def test_the_page_pays_refuses_and_shows_what_was_decided(house, people, approver, now, monkeypatch, client):
    table = house.seated(*people)
    set_rules(now, bad_beat_drop=40)
    played(house, now, table, monkeypatch, BEAT)
    win = JackpotWin.objects.get()
    client.force_login(approver.user)
    page = client.get("/jackpots/").content.decode()
    assert "Bad beat: Four of a kind, Nines" in page
    japanese = client.get("/jackpots/", headers={"Accept-Language": "ja"}).content.decode()
    assert "フォーカード" in japanese
    assert client.post(f"/jackpots/{win.pk}/", {"act": "refuse"}).status_code == 422
    client.post(f"/jackpots/{win.pk}/", {"act": "approve"})
    assert "Take back" in client.get("/jackpots/").content.decode()


def test_who_approves_without_ruling_on_tables_is_not_told_a_private_tables_name(house, people, now, monkeypatch):
    table = house.seated(*people)
    set_rules(now, bad_beat_drop=40)
    played(house, now, table, monkeypatch, BEAT)
    Table.objects.filter(pk=table.pk).update(is_private=True, name="Hidden")
    monkeypatch.setattr(jackpots_as_seen, "has_right", lambda _login, _right: True)  # a role that the club lets approve
    told = {}
    for role in ("reception", "cashier", "director"):
        login = get_user_model().objects.create_user(role)
        roles.give_role(login, role)
        told[role] = jackpots_as_seen.told(login).get("waiting")
    assert [one["table"] for one in told["director"]] == ["Hidden"], "who rules on tables looks at every one"
    for role in ("reception", "cashier"):
        assert [one["table"] for one in told[role]] == ["private table"], role
