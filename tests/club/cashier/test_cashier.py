"""The cashier's desk through HTTP: what the house allows, what it refuses, and that a refusal moves nothing."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connection

from club.cashier import cashier, chip_accounts, chip_expiry, credit, tips_and_jackpots
from club.ledger import audit, ledger
from club.membership import merging
from club.models import AuditEntry, Entry, ExpiryNotice, Proposal, Slip, Transfer, User
from club.people.suspensions import exclude_oneself, suspend
from tests.support.desk import NIGHT, ask, done, holds, login, problem, rule, somebody, tray, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cara():
    return login("cara", "cashier")


@pytest.fixture
def dora():
    return login("dora", "director")


@pytest.fixture
def owen():
    return login("owen", "owner")


@pytest.fixture
def paul():
    return somebody("Paul")


@pytest.fixture
def mika():
    return somebody("美香")


# -- keys and amounts -------------------------------------------------------------------------------------------------


def test_every_transfer_of_the_desk_has_the_next_slip_and_a_repeated_request_none(cara, paul):
    first = done(cara, "buy-chips", key="a", player=paul.pk, chips=500)
    again = done(cara, "buy-chips", key="a", player=paul.pk, chips=500)
    second = done(cara, "cash-out", key="b", player=paul.pk, chips=200)
    assert (first["slip"], again["slip"], second["slip"]) == (1, 1, 2)
    assert holds(paul) == 300
    assert AuditEntry.objects.filter(kind__startswith="cashier.").count() == 2


def test_a_refused_request_leaves_no_gap_in_the_slips(cara, paul):
    done(cara, "buy-chips", player=paul.pk, chips=5)
    problem(ask(cara, "cash-out", player=paul.pk, chips=6), 409, "not_enough_chips")
    assert done(cara, "cash-out", player=paul.pk, chips=5)["slip"] == 2


@pytest.mark.parametrize("action", ["buy-chips", "cash-out", "credit", "credit-repay", "tip"])
@pytest.mark.parametrize("chips", [0, -1, 10**18 + 1, 10**40, 1.5, "many", None, [], True])
def test_an_amount_that_is_none_is_refused(cara, paul, action, chips):
    answer = ask(cara, action, player=paul.pk, chips=chips)
    assert "chips" in problem(answer, 400, "invalid")["errors"]
    assert not Transfer.objects.exists()


def test_the_wrong_unit_is_refused_and_the_clubs_own_symbol_is_not(cara, paul):
    rule(unit_name="gold", unit_symbol="G")
    for unit in ("tournament:1", "yen"):
        problem(ask(cara, "buy-chips", player=paul.pk, chips=5, unit=unit), 422, "wrong_unit")
    for unit in ("G", "gold", "chips"):
        assert done(cara, "buy-chips", player=paul.pk, chips=5, unit=unit)["symbol"] == "G"


def test_a_closed_account_takes_and_gives_nothing(cara, paul):
    ledger.close_account(chip_accounts.wallet(paul), now=NIGHT)
    problem(ask(cara, "buy-chips", player=paul.pk, chips=5), 409, "account_closed")
    assert not Slip.objects.exists()


def test_there_is_no_such_player(cara):
    problem(ask(cara, "buy-chips", player=987654, chips=5), 404, "unknown_player")


@pytest.mark.parametrize("action", ["buy-chips", "adjust"])
def test_a_reused_key_with_another_body_is_refused(cara, paul, action):
    done(cara, action, key="k", player=paul.pk, chips=5, why="short by five")
    problem(ask(cara, action, key="k", player=paul.pk, chips=6, why="short by five"), 422, "key_reused")
    assert holds(paul) == 5


def test_a_request_that_stands_is_answered_though_the_house_has_changed_its_rules(cara, paul):
    done(cara, "buy-chips", player=paul.pk, chips=50)
    first = done(cara, "cash-out", key="out", player=paul.pk, chips=20)
    rule(is_amusement_room=True, desk_needs_shift=True)
    assert done(cara, "cash-out", key="out", player=paul.pk, chips=20) == first


# -- from player to player --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allowed", "desk", "self_made"), [("no", 403, 403), ("desk", 200, 403), ("players", 200, 200)]
)
def test_chips_go_from_player_to_player_as_far_as_the_house_allows(cara, mika, allowed, desk, self_made):
    paul = somebody("Paul", user=user_of("paul"))
    done(cara, "buy-chips", player=paul.pk, chips=100)
    rule(player_transfers=allowed)
    at_desk = ask(cara, "pass-on", giver=paul.pk, taker=mika.pk, chips=10)
    by_self = ask(login("paul"), "give", taker="美香", chips=7)
    assert (at_desk.status_code, by_self.status_code) == (desk, self_made)
    assert holds(mika) == (10 if desk == 200 else 0) + (7 if self_made == 200 else 0)
    assert holds(paul) + holds(mika) == 100


def test_nobody_passes_on_more_than_they_hold_nor_to_themselves(cara, paul, mika):
    rule(player_transfers="desk")
    problem(ask(cara, "pass-on", giver=paul.pk, taker=mika.pk, chips=1), 409, "not_enough_chips")
    problem(ask(cara, "pass-on", giver=paul.pk, taker=paul.pk, chips=1), 422, "same_player")


# -- credit -----------------------------------------------------------------------------------------------------------


def test_credit_goes_to_the_limit_and_no_further_and_is_repaid(cara, owen, paul):
    problem(ask(cara, "credit", player=paul.pk, chips=1), 409, "over_the_credit_limit")
    assert done(owen, "credit-limit", player=paul.pk, limit=300, why="known for years")["limit"] == 300
    done(cara, "credit", player=paul.pk, chips=200)
    told = problem(ask(cara, "credit", player=paul.pk, chips=101), 409, "over_the_credit_limit")
    assert told["free"] == 100
    told = cara.get(f"/api/v1/cashier/players/{paul.pk}/").json()
    assert (told["owed"], told["credit_limit"], holds(paul)) == (200, 300, 200)
    problem(ask(cara, "credit-repay", player=paul.pk, chips=201), 409, "owes_less")
    done(cara, "credit-repay", player=paul.pk, chips=200)
    assert (credit.owed(paul), holds(paul)) == (0, 0)
    assert audit.rebuild().ok


def test_a_limit_is_never_below_what_is_owed(cara, owen, paul):
    done(owen, "credit-limit", player=paul.pk, limit=300, why="known")
    done(cara, "credit", player=paul.pk, chips=200)
    problem(ask(owen, "credit-limit", player=paul.pk, limit=199, why="less"), 409, "owes_more")
    assert credit.limit_of(paul) == 300
    (kept,) = AuditEntry.objects.filter(kind="cashier.credit-limit")
    assert (kept.before, kept.after, kept.why) == (0, 300, "known")


@pytest.mark.parametrize("is_first", [True, False])
def test_what_is_owed_is_repaid_before_chips_go_out(cara, owen, paul, is_first):
    rule(credit_first=is_first)
    done(owen, "credit-limit", player=paul.pk, limit=300, why="known")
    done(cara, "buy-chips", player=paul.pk, chips=50)
    done(cara, "credit", player=paul.pk, chips=200)
    done(cara, "cash-out", player=paul.pk, chips=50)
    answer = ask(cara, "cash-out", player=paul.pk, chips=1)
    if is_first:
        problem(answer, 409, "owes_credit")
    else:
        assert answer.status_code == 200


@pytest.mark.parametrize("is_first", [True, False])
def test_borrowed_chips_are_not_tipped_away_and_a_tip_that_stands_is_answered_again(cara, owen, paul, is_first):
    rule(credit_first=is_first)
    done(owen, "credit-limit", player=paul.pk, limit=300, why="known")
    done(cara, "buy-chips", player=paul.pk, chips=50)
    stands = done(cara, "tip", key="tip", player=paul.pk, chips=50)
    done(cara, "credit", player=paul.pk, chips=200)
    assert done(cara, "tip", key="tip", player=paul.pk, chips=50)["slip"] == stands["slip"]
    assert holds(paul) == 200
    answer = ask(cara, "tip", player=paul.pk, chips=1)
    if is_first:
        problem(answer, 409, "owes_credit")
    else:
        assert answer.status_code == 200
    assert holds(paul) == (200 if is_first else 199)


# -- adjustments, reversals, the second pair of eyes ------------------------------------------------------------------


def test_a_small_adjustment_is_posted_at_once_and_needs_its_reason(cara, paul):
    problem(ask(cara, "adjust", player=paul.pk, chips=5, why=" "), 400, "invalid")
    problem(ask(cara, "adjust", player=paul.pk, chips=0, why="nothing"), 422, "bad_amount")
    told = done(cara, "adjust", player=paul.pk, chips=1000, why="chips found under the table")
    assert (told["status"], told["needs_second"], holds(paul)) == ("approved", False, 1000)
    assert ledger.open_account("house", "adjust").balance == -1000


def test_small_adjustments_of_one_player_by_one_cashier_are_a_large_one_until_the_day_is_over(cara, dora, paul, mika):
    carl = login("carl", "cashier")
    with time_machine.travel(NIGHT, tick=False) as clock:
        assert done(cara, "adjust", player=paul.pk, chips=600, why="a")["status"] == "approved"
        assert done(cara, "adjust", player=paul.pk, chips=-300, why="b")["status"] == "approved"
        assert done(cara, "adjust", player=paul.pk, chips=101, why="c")["status"] == "waiting"
        assert done(cara, "adjust", player=paul.pk, chips=100, why="d")["status"] == "approved"
        assert done(carl, "adjust", player=paul.pk, chips=1000, why="another's eyes")["status"] == "approved"
        assert done(cara, "adjust", player=mika.pk, chips=1000, why="another player")["status"] == "approved"
        clock.shift(86400)
        assert done(cara, "adjust", player=paul.pk, chips=1000, why="another day")["status"] == "approved"
    assert holds(paul) == 600 - 300 + 100 + 1000 + 1000


def test_small_adjustments_of_many_players_in_one_shift_are_a_large_one(cara, paul, mika):
    done(cara, "shift-open", counts=tray({"100": 50}))
    assert done(cara, "adjust", player=paul.pk, chips=600, why="a")["status"] == "approved"
    assert done(cara, "adjust", player=mika.pk, chips=401, why="b")["status"] == "waiting"
    assert done(cara, "adjust", player=mika.pk, chips=400, why="c")["status"] == "approved"


def test_a_large_adjustment_waits_for_another_person(cara, dora, paul):
    waiting = done(cara, "adjust", player=paul.pk, chips=1001, why="found")
    assert (waiting["status"], holds(paul)) == ("waiting", 0)
    problem(ask(cara, "approve", proposal=waiting["proposal"]), 403, "permission_denied")
    assert done(dora, "approve", proposal=waiting["proposal"])["status"] == "approved"
    assert done(dora, "approve", proposal=waiting["proposal"])["status"] == "approved"
    assert holds(paul) == 1001
    assert AuditEntry.objects.filter(kind="proposal.approved", by__username="dora").count() == 1


def test_nobody_approves_what_they_proposed_themselves_not_even_the_owner(owen, paul):
    waiting = done(owen, "adjust", player=paul.pk, chips=5000, why="found")
    problem(ask(owen, "approve", proposal=waiting["proposal"]), 403, "second_person_needed")
    assert holds(paul) == 0


def test_in_a_club_of_one_a_large_cash_out_is_taken_back_alone_and_on_record(owen, paul):
    done(owen, "buy-chips", player=paul.pk, chips=5000)
    slip = done(owen, "cash-out", player=paul.pk, chips=5000)["slip"]
    one = done(owen, "reverse", slip=slip, why="keyed twice")
    assert (one["status"], holds(paul)) == ("approved", 5000)
    assert AuditEntry.objects.get(kind="proposal.approved").by.username == "owen"
    assert done(owen, "adjust", player=paul.pk, chips=5000, why="found")["status"] == "waiting", (
        "nothing stands behind it"
    )


def test_an_adjustment_that_waits_goes_to_the_membership_that_stays(cara, dora, paul, mika):
    waiting = done(cara, "adjust", player=paul.pk, chips=5000, why="found")["proposal"]
    merging.merge(paul.pk, mika.pk, by=user_of("dora"), why="one person", now=NIGHT)
    problem(ask(cara, "adjust", player=paul.pk, chips=5, why="found"), 403, "merged")
    assert done(dora, "approve", proposal=waiting)["status"] == "approved"
    assert holds(mika) == 5000
    assert audit.rebuild().ok


@pytest.mark.parametrize("other", ["director", "admin", "owner"])
def test_where_there_is_a_second_person_it_waits_for_them(owen, paul, other):
    login("olga", other)
    done(owen, "buy-chips", player=paul.pk, chips=5000)
    slip = done(owen, "cash-out", player=paul.pk, chips=5000)["slip"]
    assert done(owen, "reverse", slip=slip, why="keyed twice")["status"] == "waiting"
    User.objects.filter(username="olga").update(is_active=False)
    assert done(owen, "reverse", slip=slip, why="keyed twice")["status"] == "approved", (
        "a closed login approves nothing"
    )


@pytest.mark.parametrize("roles", [("cashier",), ("director", "cashier")])
def test_nobody_but_who_sets_the_limit_is_alone(paul, roles):
    by = login("dora", *roles)
    done(by, "buy-chips", player=paul.pk, chips=5000)
    slip = done(by, "cash-out", player=paul.pk, chips=5000)["slip"]
    assert done(by, "reverse", slip=slip, why="x")["status"] == "waiting"


def test_the_database_too_refuses_an_approval_by_the_proposer(cara, paul):
    waiting = done(cara, "adjust", player=paul.pk, chips=5000, why="found")
    one = Proposal.objects.get(pk=waiting["proposal"])
    from django.db import IntegrityError, transaction

    with pytest.raises(IntegrityError, match="proposal_second_person"), transaction.atomic():
        Proposal.objects.filter(pk=one.pk).update(
            status="approved",
            decided_by=one.proposed_by,
            transfer=ledger.post(
                "x", {chip_accounts.cashier_account().pk: -1, chip_accounts.wallet(paul).pk: 1}, purpose="buy-chips"
            ),
        )


def test_a_refused_proposal_stays_refused(cara, dora, paul):
    waiting = done(cara, "adjust", player=paul.pk, chips=5000, why="found")["proposal"]
    assert done(dora, "refuse", proposal=waiting, why="nobody saw it")["status"] == "refused"
    told = problem(ask(dora, "approve", proposal=waiting), 409, "decided_already")
    assert (told["decided"], holds(paul)) == ("refused", 0)
    problem(ask(dora, "approve", proposal=987654), 404, "unknown_proposal")


def test_a_cashier_withdraws_what_they_proposed_and_nothing_of_anothers(cara, paul):
    waiting = done(cara, "adjust", player=paul.pk, chips=5000, why="found")["proposal"]
    problem(ask(login("carl", "cashier"), "withdraw", proposal=waiting), 403, "not_your_proposal")
    problem(ask(login("carl", "cashier"), "refuse", proposal=waiting), 403, "permission_denied")
    assert done(cara, "withdraw", proposal=waiting)["status"] == "refused"


def test_an_approval_that_the_wallet_does_not_cover_leaves_the_proposal_waiting(cara, dora, paul):
    waiting = done(cara, "adjust", player=paul.pk, chips=-5000, why="keyed twice")["proposal"]
    problem(ask(dora, "approve", proposal=waiting), 409, "not_enough_chips")
    assert Proposal.objects.get(pk=waiting).status == "waiting"


def test_a_reversal_is_a_linked_transfer_made_once(cara, paul):
    slip = done(cara, "buy-chips", player=paul.pk, chips=500)["slip"]
    told = done(cara, "reverse", slip=slip, why="wrong player")
    assert (told["status"], holds(paul)) == ("approved", 0)
    original = Slip.objects.get(number=slip).transfer
    assert original.corrected_by.why == "wrong player"
    assert original.corrected_by.slip.number == 2
    problem(ask(cara, "reverse", slip=slip, why="again"), 409, "corrected_already")
    problem(ask(cara, "reverse", slip=2, why="take the reversal back"), 409, "not_reversible")
    problem(ask(cara, "reverse", slip=99, why="none"), 404, "unknown_slip")
    assert audit.rebuild().ok


def test_a_large_reversal_needs_a_second_person_too(cara, dora, paul):
    slip = done(cara, "buy-chips", player=paul.pk, chips=50_000)["slip"]
    waiting = done(cara, "reverse", slip=slip, why="wrong player")
    assert (waiting["status"], holds(paul)) == ("waiting", 50_000)
    done(dora, "approve", proposal=waiting["proposal"])
    assert holds(paul) == 0


# -- the amusement room -----------------------------------------------------------------------------------------------


def test_an_amusement_room_checks_ages_and_pays_nothing_out(cara, paul):
    rule(is_amusement_room=True, least_age=20)
    problem(ask(cara, "buy-chips", player=paul.pk, chips=10), 403, "age_not_checked")
    done(cara, "age", player=paul.pk, age=18)
    problem(ask(cara, "buy-chips", player=paul.pk, chips=10), 403, "age_not_checked")
    done(cara, "age", player=paul.pk, age=20)
    done(cara, "buy-chips", player=paul.pk, chips=10)
    problem(ask(cara, "cash-out", player=paul.pk, chips=1), 403, "not_paid_out")
    done(cara, "tip", player=paul.pk, chips=4)
    problem(ask(cara, "tips-pay", chips=4, why="Dan"), 403, "not_paid_out")
    assert holds(paul) == 6


def test_an_amusement_room_asks_for_the_age_wherever_chips_come_to_a_player(cara, dora, paul, mika):
    done(cara, "buy-chips", player=paul.pk, chips=100)
    rule(is_amusement_room=True, least_age=20, player_transfers="players")
    tips_and_jackpots.feed_jackpot("royal", 50, origin="cashier", key="feed", by=user_of("dora"), now=_now())
    done(cara, "age", player=mika.pk, age=20)
    asked = [
        (cara, "pass-on", {"giver": paul.pk, "taker": mika.pk, "chips": 1}),
        (cara, "pass-on", {"giver": mika.pk, "taker": paul.pk, "chips": 1}),
        (cara, "adjust", {"player": paul.pk, "chips": 1, "why": "x"}),
        (cara, "tip", {"player": paul.pk, "chips": 1}),
        (dora, "jackpot-pay", {"jackpot": "royal", "player": paul.pk, "chips": 1, "why": "hand 7"}),
    ]
    for client, action, fields in asked:
        problem(ask(client, action, **fields), 403, "age_not_checked")
    assert (holds(paul), holds(mika)) == (100, 0)
    done(cara, "adjust", player=paul.pk, chips=-1, why="too many")  # what is taken is taken of any age
    done(cara, "age", player=paul.pk, age=20)
    for client, action, fields in asked:
        done(client, action, **fields)


# -- tips and jackpots ------------------------------------------------------------------------------------------------


def test_tips_are_an_account_paid_out_with_the_name_of_who_got_them(cara, paul):
    done(cara, "buy-chips", player=paul.pk, chips=10)
    done(cara, "tip", player=paul.pk, chips=4)
    problem(ask(cara, "tips-pay", chips=5, why="Dan"), 409, "not_enough_chips")
    problem(ask(cara, "tips-pay", chips=4, why=""), 400, "invalid")
    done(cara, "tips-pay", chips=3, why="Dan")
    assert cara.get("/api/v1/cashier/house/").json() == {"tips": 1, "jackpots": {}}


def test_a_jackpot_is_fed_from_rake_that_was_taken_and_paid_by_one_who_may_approve(cara, dora, paul):
    rake, bank = ledger.open_account("house", "rake"), chip_accounts.cashier_account()
    ledger.post("raked", {bank.pk: -30, rake.pk: 30}, purpose="hand")
    problem(ask(cara, "jackpot-feed", jackpot="bad-beat", chips=31, origin="rake"), 409, "not_enough_chips")
    problem(ask(cara, "jackpot-feed", jackpot="Bad Beat!", chips=1, origin="rake"), 422, "bad_jackpot_name")
    done(cara, "jackpot-feed", jackpot="bad-beat", chips=30, origin="rake")
    problem(
        ask(cara, "jackpot-pay", jackpot="bad-beat", player=paul.pk, chips=1, why="hand 7"), 403, "permission_denied"
    )
    problem(
        ask(dora, "jackpot-pay", jackpot="bad-beat", player=paul.pk, chips=31, why="hand 7"), 409, "not_enough_chips"
    )
    done(dora, "jackpot-pay", jackpot="bad-beat", player=paul.pk, chips=30, why="hand 7")
    assert holds(paul) == 30
    assert cara.get("/api/v1/cashier/house/").json()["jackpots"] == {"bad-beat": 0}


# -- expiry -----------------------------------------------------------------------------------------------------------


def test_chips_expire_only_after_notice_and_never_when_something_moved_them(cara, paul, mika):
    rule(expire_days=90, expiry_notice_days=30)
    with time_machine.travel(NIGHT, tick=False) as clock:
        for player in (paul, mika):
            done(cara, "buy-chips", player=player.pk, chips=100)
        clock.shift(60 * 86400 - 1)
        assert chip_expiry.sweep(now=_now()) == (0, 0)
        clock.shift(1)
        assert chip_expiry.sweep(now=_now()) == (2, 0)
        assert chip_expiry.sweep(now=_now()) == (0, 0)
        assert cara.get(f"/api/v1/cashier/players/{paul.pk}/").json()["expires_at"] == "2027-02-19T12:00:00Z"
        done(cara, "buy-chips", player=mika.pk, chips=1)
        clock.shift(30 * 86400 - 1)
        assert chip_expiry.sweep(now=_now()) == (0, 0)
        clock.shift(1)
        assert chip_expiry.sweep(now=_now()) == (0, 1)
        assert chip_expiry.sweep(now=_now()) == (0, 0)
    assert (holds(paul), holds(mika)) == (0, 101)
    assert ledger.open_account("house", "expired").balance == 100


@pytest.mark.invariant(11, "example")
def test_expiry_goes_by_the_instant_on_the_notice_never_back_and_leaves_nothing_to_spend(cara, paul):
    rule(expire_days=90, expiry_notice_days=30)
    done(cara, "buy-chips", player=paul.pk, chips=100)
    begin = _now()
    assert chip_expiry.sweep(now=begin + timedelta(days=60)) == (1, 0)
    due = ExpiryNotice.objects.get().due_at
    rule(expire_days=365, expiry_notice_days=30)  # the notice was given: its own instant counts, not today's rule
    assert chip_expiry.sweep(now=due - timedelta(microseconds=1)) == (0, 0)
    assert chip_expiry.sweep(now=due) == (0, 1)
    assert chip_expiry.sweep(now=begin) == (0, 0)
    assert holds(paul) == 0
    problem(ask(cara, "cash-out", player=paul.pk, chips=1), 409, "not_enough_chips")
    assert [line.amount for line in Entry.objects.filter(account__owner=paul.owner).order_by("pk")] == [100, -100]


def _now():
    from django.utils import timezone

    return timezone.now()


def test_a_new_rule_of_expiry_still_gives_full_notice(cara, paul):
    with time_machine.travel(NIGHT, tick=False) as clock:
        done(cara, "buy-chips", player=paul.pk, chips=100)
        clock.shift(400 * 86400)
        rule(expire_days=90, expiry_notice_days=30)
        assert chip_expiry.sweep(now=_now()) == (1, 0)
        clock.shift(29 * 86400)
        assert chip_expiry.sweep(now=_now()) == (0, 0)
        clock.shift(86400)
        assert chip_expiry.sweep(now=_now()) == (0, 1)


# -- races ------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_desks_at_once_make_one_transfer_a_key_and_slips_without_gaps():
    cara, paul = user_of("cara", "cashier"), somebody("Paul")
    faults = []

    def serve(desk: int) -> None:
        try:
            for n in range(10):
                cashier.buy_chips(paul, 5, key=f"shared {n}", by=cara, now=NIGHT)
                cashier.buy_chips(paul, 3, key=f"own {desk} {n}", by=cara, now=NIGHT)
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=serve, args=(desk,)) for desk in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert holds(paul) == 10 * 5 + 4 * 10 * 3
    assert list(Slip.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 51))
    assert AuditEntry.objects.filter(kind="cashier.buy-chips").count() == 50
    assert audit.rebuild().ok


@pytest.mark.django_db(transaction=True)
def test_desks_at_once_never_give_credit_beyond_the_limit():
    cara, paul = user_of("cara", "cashier"), somebody("Paul")
    credit.set_credit_limit(paul, 100, by=cara, why="known", now=NIGHT)
    refused = []

    def serve(desk: int) -> None:
        try:
            for n in range(5):
                try:
                    credit.give_credit(paul, 30, key=f"{desk} {n}", by=cara, now=NIGHT)
                except cashier.ClubError as refusal:
                    refused.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=serve, args=(desk,)) for desk in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert credit.owed(paul) == holds(paul) == 90
    assert set(refused) == {"over_the_credit_limit"}
    assert len(refused) == 17


def test_who_may_not_play_is_given_no_chips_but_may_take_theirs_out(cara, dora, paul):
    done(cara, "buy-chips", player=paul.pk, chips=100)
    suspend(paul.pk, until=None, why="shouting", by=user_of("dora"), now=NIGHT)
    problem(ask(cara, "buy-chips", player=paul.pk, chips=1), 403, "suspended")
    problem(ask(cara, "credit", player=paul.pk, chips=1), 403, "suspended")
    done(cara, "cash-out", player=paul.pk, chips=100)


@pytest.mark.parametrize("barred", ["paul", "mika"])
def test_who_may_not_play_neither_passes_chips_on_nor_takes_them(cara, paul, mika, barred):
    done(cara, "buy-chips", player=paul.pk, chips=100)
    rule(player_transfers="players")
    who = {"paul": paul, "mika": mika}[barred]
    exclude_oneself(who.pk, _now() + timedelta(days=9), by=None, now=_now())
    problem(ask(cara, "pass-on", giver=paul.pk, taker=mika.pk, chips=1), 403, "self_excluded")
    assert (holds(paul), holds(mika)) == (100, 0)
