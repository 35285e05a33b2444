"""Shifts, the business day, months and the papers: through HTTP, at stated instants."""

from __future__ import annotations

import csv
import io
import itertools
import re
import tracemalloc
from datetime import date, datetime, timedelta

import openpyxl
import pypdf
import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from club.books import days_and_months
from club.cashier import cashier, chip_accounts
from club.house.business_day import Calendar, parse_zone
from club.ledger import ledger, spreadsheets, statements
from club.models import AuditEntry, ClosedMonth, Entry, Shift, Transfer
from tests.support.desk import NIGHT, ask, done, login, problem, rule, somebody, tray, user_of

ZONES = ["Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC", "America/St_Johns"]


# Nobody sees these signs, and some spreadsheets strip them: a space of no width, a byte-order mark, an ideographic space.
UNSEEN = ["\u200b=1", "\ufeff+1", "\u3000-1", " \u200b\t@x", "\xa0=1", "\u2060＝1"]


@pytest.fixture
def cara(db):
    return login("cara", "cashier")


@pytest.fixture
def paul(db):
    return somebody("髙橋 太郎", user=user_of("paul"))


# -- the business day -------------------------------------------------------------------------------------------------


def test_a_night_belongs_to_the_day_on_which_it_began():
    tokyo = Calendar(parse_zone("Asia/Tokyo"), 5)
    assert tokyo.day_of(datetime.fromisoformat("2026-11-22T04:59:59+09:00")) == date(2026, 11, 21)
    assert tokyo.day_of(datetime.fromisoformat("2026-11-22T05:00:00+09:00")) == date(2026, 11, 22)


@given(st.sampled_from(ZONES), st.integers(0, 12), st.dates(date(2000, 1, 1), date(2037, 12, 31)))
def test_days_follow_each_other_without_gap_or_overlap_in_every_zone(zone, ends, day):
    calendar = Calendar(parse_zone(zone), ends)
    begins, over = calendar.span(day, day)
    assert timedelta(hours=22) < over - begins < timedelta(hours=26)
    assert calendar.day_of(begins) == calendar.day_of(over - timedelta(microseconds=1)) == day
    assert calendar.day_of(over) == day + timedelta(days=1)


@pytest.mark.parametrize("name", ["Mars/Olympus", "../etc/passwd", "Asia"])
@pytest.mark.django_db
def test_a_time_zone_that_is_none_is_refused(name):
    answer = login("owen", "owner").put(
        "/api/v1/house-rules/", {"values": {"ClubRules.time_zone": name}}, format="json"
    )
    problem(answer, 422, "bad_house_rule")


@pytest.mark.parametrize(
    "chips", ["white", "white 1, white 5", "red 5, blue 5", "red 0", "red -5", "", "red 99999999999"]
)
@pytest.mark.django_db
def test_a_chip_set_that_is_none_is_refused(chips):
    answer = login("owen", "owner").put(
        "/api/v1/house-rules/", {"values": {"ClubRules.chip_set": chips}}, format="json"
    )
    problem(answer, 422, "bad_house_rule")


# -- shifts -----------------------------------------------------------------------------------------------------------


def test_the_variance_is_what_was_counted_less_what_should_be_there(cara, paul):
    opened = done(cara, "shift-open", counts=tray({"100": 10, "25": 4}))
    assert (opened["shift"], opened["opening_total"]) == (1, 1100)
    done(cara, "fill", counts={"100": 5})
    done(cara, "buy-chips", player=paul.pk, chips=300)
    done(cara, "cash-out", player=paul.pk, chips=100)
    done(cara, "to-bank", counts={"25": 2})
    done(cara, "drop", counts={"5": 4})
    done(cara, "adjust", player=paul.pk, chips=7, why="a chip under the table")  # touches no tray
    done(cara, "tip", player=paul.pk, chips=7)  # nor does this
    (shown,) = cara.get("/api/v1/cashier/shifts/").json()["shifts"]
    assert shown["expected"] == 1100 + 500 - 50 + 20, "a wallet's chips lie in the tray, whoever's they are"
    closed = done(cara, "shift-close", counts=tray({"100": 15, "25": 1, "5": 8}), why="a red is missing")
    assert (closed["expected"], closed["closing_total"], closed["variance"]) == (1570, 1565, -5)
    assert AuditEntry.objects.get(kind="shift.closed").why == "a red is missing"


def test_chips_on_credit_are_in_the_wallet_and_move_neither_tray_nor_drawer(cara, paul):
    done(login("owen", "owner"), "credit-limit", player=paul.pk, limit=500, why="known")
    done(cara, "shift-open", counts=tray({"100": 10}), cash=0)
    slip = done(cara, "credit", player=paul.pk, chips=300)["slip"]
    done(cara, "reverse", slip=slip, why="wrong player")
    shown = cara.get("/api/v1/cashier/shifts/").json()["shifts"][0]
    assert (shown["expected"], shown["cash_expected"]) == (1000, 0)


def test_fills_and_credits_are_numbered_each_from_1_and_once_a_key(cara):
    done(cara, "shift-open", counts=tray({}))
    numbers = [done(cara, "fill", key=key, counts={"5": 20})["number"] for key in ("a", "b", "a")]
    assert numbers == [1, 2, 1]
    assert done(cara, "to-bank", counts={"5": 20})["number"] == 1
    problem(ask(cara, "fill", key="a", counts={"5": 21}), 422, "key_reused")
    problem(ask(cara, "to-bank", counts={"5": 21}), 409, "not_in_the_tray")
    problem(ask(cara, "fill", counts={}), 422, "bad_count")


def test_one_shift_a_cashier_and_none_is_closed_twice(cara):
    problem(ask(cara, "shift-close", counts=tray({})), 409, "no_shift")
    done(cara, "shift-open", counts=tray({}))
    problem(ask(cara, "shift-open", counts=tray({})), 409, "shift_is_open")
    done(login("carl", "cashier"), "shift-open", counts=tray({}))
    done(cara, "shift-close", counts=tray({}))
    problem(ask(cara, "shift-close", counts=tray({})), 409, "no_shift")
    assert done(cara, "shift-open", counts=tray({}))["shift"] == 3


@pytest.mark.parametrize("counts", [{"7": 1}, {"100": -1}, {"x": 1}, {"100": 1.5}, {"100": 10**12}, "none", None])
def test_a_count_that_is_none_is_refused(cara, counts):
    assert ask(cara, "shift-open", counts=counts).status_code in (400, 422)
    assert not Shift.objects.exists()


def test_a_blank_is_not_counted_as_none(cara):
    missing = problem(ask(cara, "shift-open", counts={"100": 10, "1": 0}), 422, "not_counted")
    assert missing["missing"] == [5, 10, 25]
    done(cara, "shift-open", counts=tray({}))
    problem(ask(cara, "shift-close", counts={"1": 0, "5": 0, "10": 0, "25": 0}), 422, "not_counted")
    assert "purple 100" in missing["detail"] or "red 5" in missing["detail"]
    browser = Client()
    browser.force_login(user_of("cara"))
    sent = {f"count-{value}": "0" for value in (1, 5, 10, 25)} | {"count-100": "", "why": "late"}
    page = browser.post("/desk/do/shift-close/", sent | {"next": "/desk/shift/"}, follow=True).content.decode()
    assert Shift.objects.get().closed_at is None
    assert 'name="why"' in page
    assert 'value="late"' in page, "what was typed is kept"


def test_a_large_variance_needs_a_reason_and_a_second_person_who_may_have_it_counted_again(cara):
    rule(variance_alone=100, chip_price=10)
    dora = login("dora", "director", "cashier")
    done(cara, "shift-open", counts=tray({"100": 10}), cash=5_000)
    refused = problem(ask(cara, "shift-close", counts=tray({"100": 8}), cash=5_000), 409, "variance_needs_reason")
    assert (refused["variance"], refused["cash_variance"], Shift.objects.get().closed_at) == (-200, 0, None)
    problem(ask(cara, "shift-close", counts=tray({"100": 10}), cash=3_999), 409, "variance_needs_reason")
    closed = done(cara, "shift-close", counts=tray({"100": 8}), cash=5_000, why="two purple are gone")
    assert (closed["variance"], closed["status"]) == (-200, "waiting")
    (waits,) = cara.get("/api/v1/cashier/proposals/").json()["proposals"]
    assert (waits["kind"], waits["shift"], waits["chips"], waits["why"]) == ("variance", 1, -200, "two purple are gone")
    cara_too = login("cara", "director")
    problem(ask(cara_too, "approve", proposal=waits["proposal"]), 403, "second_person_needed")
    done(dora, "refuse", proposal=waits["proposal"], why="look under the table")
    assert cara.get("/api/v1/cashier/shifts/").json()["shifts"][0]["status"] == "open"
    again = done(cara, "shift-close", counts=tray({"100": 9, "1": 50}), cash=4_000, why="found one")
    assert (again["variance"], again["cash_variance"], again["status"]) == (-50, -1000, "closed")
    told = AuditEntry.objects.get(kind="shift.reopened")
    assert (told.before, told.by.username) == ({"chips": 800, "cash": 5000}, "dora"), "the first count stays on record"


def test_a_closed_shift_is_opened_again_by_approval_as_long_as_nothing_came_after_it(cara, paul):
    dora = login("dora", "director", "cashier")
    done(cara, "shift-open", counts=tray({"100": 10}), cash=0)
    problem(ask(cara, "shift-reopen", shift=1, why="early"), 409, "shift_is_open")
    done(cara, "shift-close", counts=tray({"100": 10}), cash=0)
    asked = done(cara, "shift-reopen", shift=1, why="somebody came late")
    assert asked["status"] == "waiting"
    problem(ask(login("cara", "director"), "approve", proposal=asked["proposal"]), 403, "second_person_needed")
    done(dora, "approve", proposal=asked["proposal"])
    done(cara, "buy-chips", player=paul.pk, chips=30)
    assert done(cara, "shift-close", counts=tray({"100": 10}), cash=30)["cash_variance"] == 0
    assert AuditEntry.objects.get(kind="shift.reopened").subject == "shift:1"
    done(cara, "shift-open", counts=tray({}))
    problem(ask(cara, "shift-reopen", shift=1, why="early"), 409, "not_the_last")
    problem(ask(cara, "shift-reopen", shift=9, why="early"), 404, "unknown_shift")


@pytest.mark.django_db
def test_in_a_club_of_one_a_closed_shift_is_opened_again_alone_and_on_record():
    owen = login("owen", "owner")
    done(owen, "shift-open", counts=tray({"100": 10}))
    done(owen, "shift-close", counts=tray({"100": 10}))
    login("olga", "director")
    assert done(owen, "shift-reopen", shift=1, why="too early")["status"] == "waiting"
    user_of("olga").groups.clear()
    assert done(owen, "shift-reopen", shift=1, why="too early")["status"] == "approved"
    assert Shift.objects.get().closed_at is None
    assert AuditEntry.objects.get(kind="shift.reopened").by.username == "owen"


@pytest.mark.parametrize("twice", [{"1": 5, "01": 6}, {"1": 5, "１": 6}, {"0000000100": 1}])
def test_a_chip_that_is_named_twice_is_counted_neither_way(cara, twice):
    for act in ("shift-open", "fill"):
        problem(ask(cara, act, counts=tray({}) | twice), 400, "invalid")
    assert not Shift.objects.exists()


def test_more_paid_out_than_the_float_held_warns(cara, paul):
    cashier.buy_chips(paul, 500, key="before the shift", by=None, now=NIGHT)
    done(cara, "shift-open", counts=tray({"100": 10}), cash=200)
    assert done(cara, "cash-out", player=paul.pk, chips=200)["warnings"] == []
    (words,) = done(cara, "cash-out", player=paul.pk, chips=120)["warnings"]
    assert "120" in words
    browser = Client()
    browser.force_login(user_of("cara"))
    assert words in browser.get("/desk/shift/", headers={"accept-language": "en"}).content.decode()
    done(cara, "fill", counts={}, cash=120)
    assert words not in browser.get("/desk/shift/", headers={"accept-language": "en"}).content.decode()


def test_a_house_that_serves_in_shifts_only_does(cara, paul):
    rule(desk_needs_shift=True)
    problem(ask(cara, "buy-chips", player=paul.pk, chips=5), 409, "no_shift")
    problem(ask(cara, "adjust", player=paul.pk, chips=5, why="found"), 409, "no_shift")
    done(cara, "shift-open", counts=tray({}))
    done(cara, "buy-chips", player=paul.pk, chips=5)


def test_a_shift_keeps_the_chip_set_it_began_with(cara):
    done(cara, "shift-open", counts=tray({"100": 1}))
    rule(chip_set="grey 50")
    assert done(cara, "shift-close", counts=tray({"100": 1}))["variance"] == 0
    problem(ask(cara, "shift-open", counts=tray({"100": 1})), 422, "unknown_chip")


def test_a_shift_after_midnight_belongs_to_the_night_before(cara):
    with time_machine.travel(datetime.fromisoformat("2026-11-22T02:00:00+09:00"), tick=False):
        assert done(cara, "shift-open", counts=tray({}))["business_day"] == "2026-11-21"


# -- the cash drawer --------------------------------------------------------------------------------------------------


def test_the_drawer_is_counted_beside_the_tray_and_its_variance_stands_apart(cara, paul):
    opened = done(cara, "shift-open", counts=tray({"100": 10}), cash=20_000)
    assert (opened["cash_opening"], opened["cash_expected"], opened["cash_variance"]) == (20_000, 20_000, None)
    done(cara, "buy-chips", player=paul.pk, chips=300)
    wrong = done(cara, "buy-chips", player=paul.pk, chips=40)["slip"]
    done(cara, "reverse", slip=wrong, why="wrong player")  # and its cash goes back
    done(cara, "cash-out", player=paul.pk, chips=100)
    done(cara, "fill", counts={"100": 5})  # these move no cash
    done(cara, "adjust", player=paul.pk, chips=7, why="a chip under the table")
    done(cara, "tip", player=paul.pk, chips=60)
    done(cara, "tips-pay", chips=60, why="to Nora")
    done(cara, "to-bank", counts={}, cash=40)
    problem(ask(cara, "to-bank", counts={}, cash=20_101), 409, "not_in_the_drawer")
    assert cara.get("/api/v1/cashier/shifts/").json()["shifts"][0]["cash_expected"] == 20_000 + 300 - 100 - 60 - 40
    problem(ask(cara, "shift-close", counts=tray({"100": 15})), 422, "bad_cash")
    assert ask(cara, "shift-close", counts=tray({"100": 15}), cash=-1).status_code == 400
    closed = done(cara, "shift-close", counts=tray({"100": 15}), cash=20_050)
    assert (closed["expected"], closed["variance"]) == (1000 + 500, 0)
    assert (closed["cash_expected"], closed["cash_closing"], closed["cash_variance"]) == (20_100, 20_050, -50)
    told = AuditEntry.objects.get(kind="shift.closed")
    assert (told.before, told.after) == ({"chips": 1500, "cash": 20_100}, {"chips": 1500, "cash": 20_050})


def test_a_shift_keeps_the_price_of_a_chip_that_it_began_with_and_receipts_say_the_cash(cara, paul):
    rule(chip_price=10)
    done(cara, "shift-open", counts=tray({"100": 10}), cash=0)
    rule(chip_price=99)
    bought = done(cara, "buy-chips", player=paul.pk, chips=300)["slip"]
    tipped = done(cara, "tip", player=paul.pk, chips=7)["slip"]
    browser = Client()
    browser.force_login(user_of("cara"))
    for slip, words in ((bought, "3,000"), (tipped, None)):
        paper = browser.get(f"/desk/slips/{slip}/receipt.pdf", headers={"accept-language": "en"}).content
        text = pypdf.PdfReader(io.BytesIO(paper)).pages[0].extract_text()
        assert ("Cash" in text.split()) is (words is not None)
        assert words is None or words in text
    page = browser.get("/desk/shift/", headers={"accept-language": "en"}).content.decode()
    assert '<dd id="cash-expected">3,000</dd>' in page
    assert done(cara, "shift-close", counts=tray({"100": 10}), cash=3000)["cash_variance"] == 0


def test_a_shift_without_a_float_has_no_drawer_and_an_amusement_room_never(cara, paul):
    browser = Client()
    browser.force_login(user_of("cara"))
    assert 'name="cash"' in browser.get("/desk/shift/").content.decode()
    sent = {f"count-{value}": str(number) for value, number in tray({"100": 1}).items()} | {"cash": "", "key": "k"}
    browser.post("/desk/do/shift-open/", sent)  # left empty on the page
    assert Shift.objects.get().cash_opening is None
    done(cara, "buy-chips", player=paul.pk, chips=30)
    problem(ask(cara, "shift-close", counts=tray({"100": 1}), cash=5), 422, "bad_cash")
    closed = done(cara, "shift-close", counts=tray({"100": 1}))
    assert (closed["cash_expected"], closed["cash_variance"], closed["variance"]) == (None, None, 0)
    rule(is_amusement_room=True)
    problem(ask(cara, "shift-open", counts=tray({"100": 1}), cash=5), 422, "no_cash_here")
    assert 'type="text" id="shift-open-" name="cash"' not in browser.get("/desk/shift/").content.decode()
    browser.post("/desk/do/shift-open/", sent)
    assert Shift.objects.get(closed_at=None).cash_opening is None
    assert "Should be in the drawer" not in browser.get("/desk/shift/").content.decode()


def test_the_database_keeps_no_half_counted_drawer(cara):
    done(cara, "shift-open", counts=tray({}), cash=5)
    shift = Shift.objects.get()
    shift.cash_closing = 5
    with pytest.raises(IntegrityError), transaction.atomic():
        shift.save()
    done(cara, "shift-close", counts=tray({}), cash=5)
    with pytest.raises(IntegrityError), transaction.atomic():
        Shift.objects.update(cash_closing=None)


# -- months -----------------------------------------------------------------------------------------------------------


def rake(chips: int, at: str) -> None:
    bank, raked = chip_accounts.cashier_account(), ledger.open_account("house", "rake")
    moves = {bank.pk: -chips, raked.pk: chips}
    ledger.post(f"rake {at}", moves, purpose="hand", now=datetime.fromisoformat(at))


def test_rake_is_told_by_business_day_and_a_month_ends_at_five(cara):
    rake(10, "2026-10-31T23:00:00+09:00")
    rake(20, "2026-11-01T04:59:59+09:00")
    rake(40, "2026-11-01T05:00:00+09:00")
    october, november = (cara.get(f"/api/v1/books/2026-{n}/").json() for n in (10, 11))
    assert [(day["day"], day["rake"]) for day in october["days"]] == [("2026-10-31", 30)]
    assert [(day["day"], day["rake"]) for day in november["days"]] == [("2026-11-01", 40)]
    assert october["balances"]["after"]["rake"] == november["balances"]["before"]["rake"] == 30


def test_months_are_closed_in_order_once_over_and_keep_their_figures(cara, paul):
    owen = login("owen", "owner")
    with time_machine.travel(datetime.fromisoformat("2026-09-15T20:00:00+09:00"), tick=False) as clock:
        done(cara, "buy-chips", player=paul.pk, chips=500)
        problem(owen.post("/api/v1/books/2026-09/close/"), 409, "month_not_over")
        clock.move_to(datetime.fromisoformat("2026-11-01T04:59:00+09:00"))
        problem(owen.post("/api/v1/books/2026-10/close/"), 409, "month_not_over")
        clock.move_to(datetime.fromisoformat("2026-11-01T05:00:00+09:00"))
        problem(owen.post("/api/v1/books/2026-10/close/"), 409, "month_before_open")
        first = owen.post("/api/v1/books/2026-09/close/").json()
        assert first["report"]["balances"]["after"] == {"cashier": -500, "wallet": 500}
        assert owen.post("/api/v1/books/2026-09/close/").json() == first
        # Days that end at another hour from now on leave the closed month where it was, and no gap after it.
        rule(day_ends=0)
        october = owen.post("/api/v1/books/2026-10/close/").json()["report"]
        assert october["begins_at"] == first["report"]["ends_at"]
    assert [row.month for row in ClosedMonth.objects.order_by("month")] == [date(2026, 9, 1), date(2026, 10, 1)]
    problem(cara.post("/api/v1/books/2026-11/close/"), 403, "permission_denied")
    for month in ("2026-13", "0001-01", "9999-12"):
        problem(cara.get(f"/api/v1/books/{month}/"), 422, "bad_month")


def test_a_month_with_an_open_shift_is_not_closed(cara):
    with time_machine.travel(datetime.fromisoformat("2026-10-15T20:00:00+09:00"), tick=False) as clock:
        done(cara, "shift-open", counts=tray({}))
        clock.move_to(datetime.fromisoformat("2026-11-15T20:00:00+09:00"))
        problem(login("owen", "owner").post("/api/v1/books/2026-10/close/"), 409, "shift_is_open")


# -- statements -------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines(cara, paul):
    rule(unit_symbol="G", expire_days=0)
    with time_machine.travel(NIGHT, tick=False) as clock:
        done(cara, "buy-chips", player=paul.pk, chips=1200)
        clock.shift(86400)
        done(cara, "adjust", player=paul.pk, chips=34, why='=HYPERLINK("http://evil.test","見て")')
    return chip_accounts.wallet(paul)


def test_the_balance_at_any_instant_of_the_past(lines, paul):
    client = login("paul")
    for at, held in (("2026-11-21T11:59:59Z", 0), ("2026-11-21T21:00:00+09:00", 1200), ("2027-01-01T00:00:00Z", 1234)):
        answer = client.get(f"/api/v1/me/chips/{lines.pk}/balance/", {"at": at})
        assert answer.json()["balance"] == held
    for at in ("", "yesterday", "2026-11-21T12:00:00", "0001-01-01T00:00:00+23:00", "2026-02-30T00:00:00Z"):
        problem(client.get(f"/api/v1/me/chips/{lines.pk}/balance/", {"at": at}), 422, "bad_instant")
    problem(
        login("eve").get(f"/api/v1/me/chips/{lines.pk}/balance/", {"at": "2027-01-01T00:00:00Z"}),
        404,
        "unknown_account",
    )


def statement(lines, form, **asked):
    return login("paul").get(f"/api/v1/me/chips/{lines.pk}/statement.{form}", asked)


def test_a_csv_says_what_when_who_and_holds_no_formula(lines):
    text = b"".join(statement(lines, "csv")).decode("utf-8-sig")
    head, first, second = list(csv.reader(io.StringIO(text)))
    assert head == ["Line", "When", "What", "By", "Chips", "Balance after"]
    assert first[0:2] == ["1", "2026-11-21 21:00:00+09:00"]
    assert first[3:] == ["cara", "1200", "1200"]
    assert "HYPERLINK" in second[2]
    assert all(cell[:1] not in "=+-@" for row in (first, second) for cell in row)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "  =1", "\n=1", *UNSEEN])
def test_a_text_that_could_be_a_formula_is_made_harmless_and_is_the_same_when_it_comes_back(text):
    # Some spreadsheets begin a new cell at a tab, or a new row at a line break: what follows it is guarded by itself.
    assert spreadsheets.harmless(text) == "'" + re.sub(r"([\t\r\n])(?=[=@])", r"\1'", text)
    assert spreadsheets.as_it_was(spreadsheets.harmless(text)) == text


@given(st.text(alphabet="='+-@ ＝\u200b\ufeff\u3000\ta", max_size=6))
def test_what_goes_out_comes_back_as_it_was_and_begins_no_formula(told):
    cell = spreadsheets.harmless(told)
    assert spreadsheets.as_it_was(cell) == told
    bare = cell.lstrip(" \u200b\ufeff\u3000\t")
    assert bare[:1] not in tuple("=+-@＝")


def test_a_file_holds_every_line_however_many(lines, monkeypatch):
    monkeypatch.setattr(statements, "BATCH", 1)
    monkeypatch.setattr(spreadsheets, "ROWS_OF_A_SHEET", 1)
    text = b"".join(statement(lines, "csv")).decode("utf-8-sig")
    assert [row[0] for row in csv.reader(io.StringIO(text))] == ["Line", "1", "2"]
    book = openpyxl.load_workbook(io.BytesIO(statement(lines, "xlsx").content))
    assert [[row[0].value for row in sheet.iter_rows()] for sheet in book] == [["Line", 1], ["Line", 2]]


def test_an_xlsx_takes_no_more_memory_for_more_lines():
    """Kept in memory a line takes two kilobytes, and a statement of a hundred thousand lines two hundred megabytes."""
    line, tokyo, lines = (
        [7, NIGHT, "Chips bought · slip 7", "cara", 1200, 1200],
        Calendar(parse_zone("Asia/Tokyo"), 5),
        3000,
    )
    spreadsheets.as_xlsx("Statement", ["column"] * 6, [line], tokyo)  # what is loaded once counts for nothing
    tracemalloc.start()
    try:
        book = spreadsheets.as_xlsx("Statement", ["column"] * 6, itertools.repeat(line, lines), tokyo)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most - len(book) < 512 * lines


def test_a_line_names_the_other_player_and_the_slip_and_leads_to_the_receipt(lines):
    rule(player_transfers="desk")
    nora = somebody("Nora")
    done(login("cara"), "pass-on", giver=int(lines.owner.partition(":")[2]), taker=nora.pk, chips=4)
    paul = login("paul")
    told = paul.get(f"/api/v1/me/chips/{lines.pk}/entries/").json()["entries"][0]
    assert (told["with"], told["by"], told["amount"]) == ("Nora", "cara", -4)
    assert told["receipt"] == f"/desk/slips/{told['slip']}/receipt.pdf"
    browser = Client()
    browser.force_login(user_of("paul"))
    page = browser.get("/chips/").content.decode()
    assert f'href="{told["receipt"]}"' in page
    assert browser.get(told["receipt"]).status_code == 200
    (mine,) = [row for row in csv.reader(io.StringIO(b"".join(statement(lines, "csv")).decode())) if row[4] == "-4"]
    assert f"Nora · slip {told['slip']}" in mine[2]


def test_an_xlsx_has_numbers_as_numbers_and_no_formula(lines):
    book = openpyxl.load_workbook(io.BytesIO(statement(lines, "xlsx").content))
    rows = list(book.active.iter_rows(min_row=2))
    assert [row[4].value for row in rows] == [1200, 34]
    assert rows[0][1].value.isoformat() == "2026-11-21T21:00:00"
    assert all(cell.data_type != "f" for row in rows for cell in row)
    assert all(cell.hyperlink is None for row in rows for cell in row)


def test_a_statement_on_paper_has_japanese_names(lines):
    text = pypdf.PdfReader(io.BytesIO(statement(lines, "pdf").content)).pages[0].extract_text()
    assert "髙橋 太郎" in text
    assert "1,200" in text
    assert "G1,234" in text
    assert "見て" in text


def test_a_statement_keeps_to_business_days(lines):
    text = b"".join(statement(lines, "csv", begin="2026-11-22", end="2026-11-22")).decode("utf-8-sig")
    assert [row[0] for row in csv.reader(io.StringIO(text))] == ["Line", "2"]
    problem(statement(lines, "csv", begin="yesterday"), 422, "bad_day")
    problem(statement(lines, "csv", end="9999-12-31"), 422, "bad_day")
    problem(statement(lines, "doc"), 404, "unknown_form")
    problem(login("eve").get(f"/api/v1/me/chips/{lines.pk}/statement.csv"), 404, "unknown_account")


def lines_before(instant: datetime) -> dict[str, int]:
    lines = Entry.objects.filter(account__unit="chips", transfer__recorded_at__lt=instant)
    return dict(lines.values("account__kind").annotate(all=Sum("amount")).values_list("account__kind", "all"))


def test_what_kinds_of_account_held_at_an_instant_are_the_sums_of_their_lines_before_it(cara, paul):
    rake(10, "2026-10-31T23:00:00+09:00")
    rake(20, "2026-11-01T04:59:59+09:00")
    done(cara, "buy-chips", player=paul.pk, chips=500)
    done(cara, "cash-out", player=paul.pk, chips=500)
    instants = sorted(Transfer.objects.values_list("recorded_at", flat=True))
    for instant in [*instants, instants[-1] + timedelta(seconds=1), instants[0] - timedelta(days=1)]:
        assert days_and_months.balances_before(instant) == lines_before(instant)
    assert days_and_months.balances_before(instants[-1] + timedelta(seconds=1))["wallet"] == 0, (
        "a kind that had lines is told"
    )
