"""What cannot be, sent by HTTP: a 4xx that says what would be right, and nothing has changed."""

from __future__ import annotations

import pytest

from club.cashier import chip_accounts
from club.ledger import ledger
from club.models import AuditEntry, Transfer
from tests.support.desk import ask, done, login, problem, somebody, user_of

pytestmark = pytest.mark.django_db
HUGE = [2**63, -(2**63) - 1, 10**40]


@pytest.fixture
def owner():
    return login("olga", "owner")


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize(
    ("action", "field", "fields"),
    [
        ("buy-chips", "chips", {}),
        ("buy-chips", "player", {"chips": 1}),
        ("pass-on", "chips", {"giver": 1, "taker": 2}),
        ("credit", "chips", {}),
        ("credit-limit", "limit", {"why": "x"}),
        ("adjust", "chips", {"why": "x"}),
        ("reverse", "slip", {"why": "x"}),
        ("approve", "proposal", {}),
        ("jackpot-feed", "chips", {"jackpot": "j", "origin": "cashier"}),
    ],
)
def test_a_number_beyond_64_bits_is_told_which_field_and_what_it_may_be(owner, action, field, fields, number):
    given = {"player": somebody("Paul").pk, **fields, field: number}
    told = problem(ask(owner, action, **given), 400, "invalid")["errors"]
    assert set(told) == {field}
    assert any(words in told[field][0] for words in ("less than or equal", "greater than or equal", "too large"))
    assert not Transfer.objects.exists()
    assert not AuditEntry.objects.filter(kind__startswith="cashier").exists()


def test_amounts_that_are_each_allowed_come_to_no_more_than_the_books_can_hold(owner):
    paul = somebody("Paul")
    for n in range(9):
        done(owner, "buy-chips", key=f"{n}", player=paul.pk, chips=ledger.LARGEST)
    problem(ask(owner, "buy-chips", player=paul.pk, chips=ledger.LARGEST), 422, "bad_amount")
    assert ledger.balance(chip_accounts.wallet(paul)) == 9 * ledger.LARGEST


@pytest.mark.parametrize("before", ["-1", "x", "1.5", "²", "٣٣x", "9" * 19, "9" * 5000])
def test_a_cursor_that_is_no_line_number_is_told_so(owner, before):
    wallet = chip_accounts.wallet(somebody("Olga", user=user_of("olga")))
    answer = owner.get(f"/api/v1/me/chips/{wallet.pk}/entries/", {"before": before})
    problem(answer, 400, "bad_cursor")


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/players/{n}/",
        "/api/v1/cashier/players/{n}/",
        "/api/v1/tables/{n}/",
        "/api/v1/hands/{n}/",
        "/api/v1/tournaments/{n}/",
    ],
)
def test_an_object_beyond_64_bits_is_none(owner, path):
    assert owner.get(path.format(n=10**30)).status_code == 404
