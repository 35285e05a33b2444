"""A club that moves in brings its members with their balances in one file: looked at first, posted once, taken back whole."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone

from club.base.errors import ClubError
from club.books import slip_receipts
from club.cashier import approvals, cashier, chip_accounts, desk_transfers
from club.house import house_rules
from club.house.club_rules import ClubRules
from club.ledger import audit, ledger
from club.membership import erasing, merging, roster
from club.models import Account, AuditEntry, OpeningBalance, Player, Proposal, Shift, Slip, Transfer, User
from club.people import people, roles

pytestmark = pytest.mark.django_db
FILE = 'member_number,nickname,balance\nA1,Anna,"1,200"\nB2,Ben,0\nC3,Carl,300\n'


@pytest.fixture
def owner() -> User:
    """Of a club in which somebody else may approve."""
    person("dirk", "director")
    return person("olga", "owner")


def person(name: str, role: str) -> User:
    user = User.objects.create_user(name)
    roles.give_role(user, role)
    return user


def allow(chips: int) -> None:
    house_rules.set_value(ClubRules, "adjust_alone", chips, by=None, now=timezone.now())


def take_in(by: User, text: str = FILE, why: str = "books of 30 June", encoding: str = "utf-8") -> roster.Taken:
    return roster.take_in(text.encode(encoding), by=by, why=why, now=timezone.now())


def balances() -> dict[str, int]:
    found = Account.objects.filter(kind="wallet", owner__startswith="player:")
    names = {player.owner: player.nickname for player in Player.objects.all()}
    return {names[one.owner]: one.balance for one in found if one.balance}


def refused(by: User, text: str, **how: Any) -> list[tuple[int, str]]:
    with pytest.raises(ClubError) as refusal:
        take_in(by, text, **how)
    assert refusal.value.code == "bad_rows"
    return [(row["line"], row["column"]) for row in refusal.value.params["rows"]]


def test_members_come_with_their_balances_in_one_transfer_from_the_bank(owner: User) -> None:
    allow(10_000)
    taken = take_in(owner)
    assert (taken.made, taken.chips, taken.needs_second) == (3, 1500, False)
    assert balances() == {"Anna": 1200, "Carl": 300}
    made = Transfer.objects.get(purpose="opening")
    assert ledger.balance(chip_accounts.cashier_account()) == -1500
    assert (made.why, made.by, made.slip.cash, made.slip.shift) == ("books of 30 June", owner, 0, None)
    told = AuditEntry.objects.get(kind="players.imported").after
    assert told == {"made": 3, "changed": 0, "chips": 1500, "proposal": taken.proposal.pk}
    assert AuditEntry.objects.filter(kind="cashier.opening", by=owner).exists()
    assert audit.rebuild().differences == ()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932"])
def test_a_spreadsheet_with_japanese_headings_is_read(owner: User, encoding: str) -> None:
    allow(10_000)
    taken = take_in(owner, "会員番号,ニックネーム,ふりがな,残高\nA1,太郎,タロウ,１２００\n", encoding=encoding)
    assert (taken.chips, balances()) == (1200, {"太郎": 1200})


def test_the_same_file_again_brings_nothing_twice(owner: User) -> None:
    allow(10_000)
    take_in(owner)
    again = take_in(owner)
    assert [(row.what, row.chips) for row in again.rows] == [("same", 0)] * 3
    assert (again.proposal, balances(), Proposal.objects.count()) == (None, {"Anna": 1200, "Carl": 300}, 1)
    assert refused(owner, FILE.replace("300", "301")) == [(4, "balance")]


def test_a_look_changes_nothing_and_tells_what_would_be(owner: User) -> None:
    allow(1_000)
    people.enrol("Carla", member_number="D4", now=timezone.now())
    before = (Player.objects.count(), AuditEntry.objects.count(), Account.objects.count(), Slip.objects.count())
    text = FILE + "D4,Carla,\nE5,Ed,12.5\nF6,Flo,-3\n"
    found = roster.look(text.encode(), by=owner, now=timezone.now())
    assert [(row.line, row.what, row.chips) for row in found.taken.rows] == [
        (2, "made", 1200), (3, "made", 0), (4, "made", 300), (5, "same", 0),
    ]  # fmt: skip
    assert [(one.line, one.column) for one in found.wrong] == [(6, "balance"), (7, "balance")]
    assert (found.taken.chips, found.taken.needs_second) == (1500, True)
    assert (Player.objects.count(), AuditEntry.objects.count(), Account.objects.count(), Slip.objects.count()) == before


def test_where_there_is_no_second_person_the_owner_brings_them_in_alone() -> None:
    allow(1_000)
    olga = person("olga", "owner")
    taken = take_in(olga)
    assert (taken.needs_second, balances()) == (False, {"Anna": 1200, "Carl": 300})
    assert AuditEntry.objects.get(kind="proposal.approved").by == olga


def test_above_the_houses_amount_a_second_person_approves(owner: User) -> None:
    allow(1_499)
    taken = take_in(owner)
    assert (taken.needs_second, balances(), Player.objects.count()) == (True, {}, 3)
    assert take_in(owner).proposal is None  # it waits already
    with pytest.raises(ClubError, match="Somebody else"):
        approvals.approve(taken.proposal.pk, by=owner, now=timezone.now())
    approvals.approve(taken.proposal.pk, by=person("dan", "director"), now=timezone.now())
    assert balances() == {"Anna": 1200, "Carl": 300}


def test_many_small_files_of_a_day_are_a_large_one(owner: User) -> None:
    allow(1_500)
    assert not take_in(owner).needs_second
    assert take_in(owner, "nickname,balance\nDora,1\n").needs_second


def test_nobody_leaves_while_an_opening_balance_waits(owner: User) -> None:
    allow(0)
    taken, now = take_in(owner), timezone.now()
    anna, ben, carl = (Player.objects.get(nickname=name) for name in ("Anna", "Ben", "Carl"))
    with pytest.raises(ClubError, match="an opening balance waits"):
        merging.merge(carl.pk, anna.pk, why="twice", by=None, now=now)
    with pytest.raises(ClubError, match="an opening balance waits"):
        erasing.erase(carl.pk, by=None, now=now)
    erasing.erase(ben.pk, by=None, now=now)  # who brings nothing
    approvals.approve(taken.proposal.pk, by=person("dan", "director"), now=now)
    merging.merge(carl.pk, anna.pk, why="twice", by=None, now=now)
    assert balances() == {"Anna": 1500}
    assert audit.rebuild().differences == ()


def test_a_refused_file_may_be_brought_again(owner: User) -> None:
    allow(0)
    taken = take_in(owner)
    approvals.refuse(taken.proposal.pk, by=person("dan", "director"), why="wrong day", now=timezone.now())
    assert take_in(owner).chips == 1500


def test_the_slip_takes_all_of_it_back_and_then_it_may_come_anew(owner: User) -> None:
    allow(10_000)
    take_in(owner)
    made = Transfer.objects.get(purpose="opening")
    approvals.propose_reversal(made, why="wrong file", key="r", by=owner, now=timezone.now())
    assert balances() == {}
    take_in(owner, FILE.replace("300", "301"))
    assert balances() == {"Anna": 1200, "Carl": 301}
    assert audit.rebuild().differences == ()


def test_what_was_spent_already_keeps_the_file_from_being_taken_back(owner: User) -> None:
    allow(10_000)
    house_rules.set_value(ClubRules, "desk_needs_shift", False, by=None, now=timezone.now())
    take_in(owner)
    anna = Player.objects.get(nickname="Anna")
    cashier.cash_out(anna, 1000, key="c", by=owner, now=timezone.now())
    made = Transfer.objects.get(purpose="opening")
    with pytest.raises(ledger.NotEnoughChips):
        approvals.propose_reversal(made, why="wrong", key="r", by=owner, now=timezone.now())
    assert balances() == {"Anna": 200, "Carl": 300}


def test_a_wallet_in_use_ones_own_wallet_and_a_member_twice_are_refused_by_their_line(owner: User) -> None:
    allow(10_000)
    house_rules.set_value(ClubRules, "desk_needs_shift", False, by=None, now=timezone.now())
    now = timezone.now()
    used = people.enrol("Una", member_number="U1", now=now)
    cashier.buy_chips(used, 50, key="b", by=owner, now=now)
    people.enrol("Olga", member_number="O1", user=owner, now=now)
    text = "member_number,nickname,balance\nU1,Una,50\nO1,Olga,7\nA1,Anna,5\nA1,Anna,5\n"
    assert refused(owner, text) == [(2, "balance"), (3, ""), (5, "member_number")]
    assert not OpeningBalance.objects.exists()


def is_desk_locked() -> bool:
    with connection.cursor() as cursor:
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objid = %s"
        cursor.execute(held, [desk_transfers._LOCK])
        return cursor.fetchone()[0] > 0


def test_the_desk_goes_on_while_members_are_made_and_waits_for_the_chips_alone(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(10_000)
    taken, proposed = roster._row_taken, approvals.propose_openings
    held: list[tuple[str, bool]] = []

    def row(*given: Any, **named: Any) -> Any:
        held.append(("row", is_desk_locked()))
        return taken(*given, **named)

    def chips(*given: Any, **named: Any) -> Any:
        held.append(("chips", is_desk_locked()))
        return proposed(*given, **named)

    monkeypatch.setattr(roster, "_row_taken", row)
    monkeypatch.setattr(approvals, "propose_openings", chips)
    take_in(owner)
    assert held == [*[("row", False)] * 3, ("chips", True)]


def test_who_buys_chips_while_a_file_is_read_is_refused_by_their_line(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(10_000)
    house_rules.set_value(ClubRules, "desk_needs_shift", False, by=None, now=timezone.now())
    anna = people.enrol("Anna", member_number="A1", now=timezone.now())
    lock = desk_transfers.lock

    def late() -> None:  # the last moment at which another desk may have been quicker
        monkeypatch.setattr(desk_transfers, "lock", lock)
        cashier.buy_chips(anna, 50, key="b", by=owner, now=timezone.now())
        lock()

    monkeypatch.setattr(desk_transfers, "lock", late)
    assert refused(owner, FILE) == [(2, "balance")]


def test_what_was_brought_meanwhile_is_not_brought_twice(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    allow(10_000)
    anna = people.enrol("Anna", member_number="A1", now=timezone.now())
    lock = desk_transfers.lock

    def late() -> None:
        monkeypatch.setattr(desk_transfers, "lock", lock)
        how = {"why": "the page before", "key": "o", "by": owner, "now": timezone.now()}
        approvals.propose_openings({anna: 1200}, **how)

    monkeypatch.setattr(desk_transfers, "lock", late)
    taken = take_in(owner)
    assert [row.chips for row in taken.rows] == [0, 0, 300]
    assert balances() == {"Anna": 1200, "Carl": 300}


def test_a_member_who_stays_the_same_is_not_locked(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    people.enrol("Anna", member_number="A1", now=timezone.now())
    monkeypatch.setattr(people, "change", lambda *_given, **_named: pytest.fail("the member waits for the file"))
    assert [row.what for row in take_in(owner, "member_number,nickname\nA1,Anna\n").rows] == ["same"]


def test_after_merging_the_member_who_stays_bears_what_is_taken_back(owner: User) -> None:
    allow(10_000)
    take_in(owner)
    anna, carl = Player.objects.get(nickname="Anna"), Player.objects.get(nickname="Carl")
    zoe = people.enrol("Zoe", now=timezone.now())
    merging.merge(carl.pk, anna.pk, why="twice", by=None, now=timezone.now())
    merging.merge(anna.pk, zoe.pk, why="again", by=None, now=timezone.now())
    made = Transfer.objects.get(purpose="opening")
    approvals.propose_reversal(made, why="wrong file", key="r", by=owner, now=timezone.now())
    assert balances() == {}
    assert ledger.balance(chip_accounts.cashier_account()) == 0
    assert audit.rebuild().differences == ()
    uma = people.enrol("Uma", now=timezone.now())  # and whoever bore it may be merged as well
    merging.merge(zoe.pk, uma.pk, why="once more", by=None, now=timezone.now())
    assert audit.rebuild().differences == ()
    with pytest.raises(ClubError, match="already"):
        approvals.propose_reversal(made, why="twice", key="s", by=owner, now=timezone.now())


def test_after_merging_what_the_member_who_stays_has_spent_is_not_taken_back(owner: User) -> None:
    allow(10_000)
    house_rules.set_value(ClubRules, "desk_needs_shift", False, by=None, now=timezone.now())
    take_in(owner)
    anna, carl = Player.objects.get(nickname="Anna"), Player.objects.get(nickname="Carl")
    merging.merge(carl.pk, anna.pk, why="twice", by=None, now=timezone.now())
    cashier.cash_out(anna, 1499, key="c", by=owner, now=timezone.now())
    with pytest.raises(ledger.NotEnoughChips):
        approvals.propose_reversal(
            Transfer.objects.get(purpose="opening"), why="wrong", key="r", by=owner, now=timezone.now()
        )
    assert balances() == {"Anna": 1}


@pytest.mark.parametrize(
    "cell", ["-1", "1.5", "²", "1e3", "9" * 16, "9" * 5_000, "NaN", "1 000 x", "12,50", "1,2,3", ",1"]
)
def test_what_is_no_number_of_chips_is_refused_by_its_line(owner: User, cell: str) -> None:
    assert refused(owner, f'nickname,balance\nAnna,"{cell}"\n') == [(2, "balance")]
    assert not Player.objects.exists()


def test_without_a_reason_nothing_comes_in(owner: User) -> None:
    with pytest.raises(ClubError) as refusal:
        take_in(owner, why=" ​ ")
    assert (refusal.value.code, Player.objects.count()) == ("reason_missing", 0)


def test_no_more_balances_than_one_transfer_has(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "MOST_BALANCES", 1)
    assert refused(owner, FILE) == [(4, "balance")]


def test_the_page_takes_in_only_the_file_that_was_looked_at(owner: User) -> None:
    allow(10_000)
    client = Client()
    client.force_login(owner)

    def sent(text: str = FILE, **form: str) -> Any:
        return client.post("/people/files/", {"file": SimpleUploadedFile("m.csv", text.encode()), **form})

    assert sent(why="moved in").status_code == 409
    looked = sent(do="look")
    assert (looked.status_code, Player.objects.count()) == (200, 0)
    seen = looked.context["seen"]
    assert sent(FILE.replace("300", "999"), seen=seen, why="moved in").status_code == 409
    assert sent(seen=seen, why="moved in").status_code == 200
    assert balances() == {"Anna": 1200, "Carl": 300}
    assert sent("nothing", do="look").status_code == 422
    part = client.post(
        "/people/files/", {"file": SimpleUploadedFile("m.csv", b"x"), "do": "look"}, headers={"HX-Request": "true"}
    )
    assert (part.status_code, b"<html" in part.content) == (200, False)


def test_a_member_sees_of_the_slip_the_own_balance_alone(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    allow(10_000)
    take_in(owner)
    told: list[Any] = []
    monkeypatch.setattr(slip_receipts, "_receipt", lambda slip, moved: told.append(moved))
    anna = Player.objects.get(nickname="Anna")
    slip_receipts.receipt(Slip.objects.get(), anna)
    slip_receipts.receipt(Slip.objects.get())
    assert [len(moved) for moved in told] == [1, 2]
    assert told[0][0].account.owner == anna.owner


def test_no_shift_is_needed_and_no_tray_moves(owner: User) -> None:
    allow(10_000)
    house_rules.set_value(ClubRules, "desk_needs_shift", True, by=None, now=timezone.now())
    take_in(owner)
    assert not Shift.objects.exists()
