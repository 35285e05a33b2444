"""Members as CSV: all rows or none, every wrong row named, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone

from club.base.errors import ClubError
from club.house import audit_log
from club.membership import roster
from club.models import AuditEntry, Player, User
from club.people import people, roles, search
from club.web_people import member_pages, people_api

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    user = User.objects.create_user("olga")
    roles.give_role(user, "owner")
    return user


def take_in(owner: User, text: str, encoding: str = "utf-8") -> roster.Taken:
    return roster.take_in(text.encode(encoding), by=owner, now=timezone.now())


def refused(owner: User, text: str) -> ClubError:
    with pytest.raises(ClubError) as refusal:
        take_in(owner, text)
    return refusal.value


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_members_come_in_as_japanese_spreadsheets_write_them(owner, encoding):
    known = people.enrol("Anna", now=timezone.now())
    taken = take_in(
        owner, f"member_number,nickname,reading\n{known.member_number},アンナ,アンナ\n,太郎,タロウ\n", encoding
    )
    assert (taken.made, taken.changed) == (1, 1)
    assert set(Player.objects.values_list("nickname", "reading")) == {("アンナ", "アンナ"), ("太郎", "タロウ")}
    assert AuditEntry.objects.get(kind="players.imported").after == {"made": 1, "changed": 1}


def test_one_wrong_row_keeps_all_out_and_every_wrong_row_is_named_with_its_reason(owner):
    people.enrol("Anna", now=timezone.now())
    text = "nickname,reading,language\nBen,,en\nAnna,,en\nCarl,漢字,en\nBen,,en\nDora,,xx\nEmil,en\n,ab,en\n"
    error = refused(owner, text)
    assert [(row["line"], row["column"]) for row in error.params["rows"]] == [
        (3, "nickname"),
        (4, "reading"),
        (5, "nickname"),
        (6, "language"),
        (7, ""),
        (8, "nickname"),
    ]
    assert all(len(row["why"]) > 10 for row in error.params["rows"])
    assert list(Player.objects.values_list("nickname", flat=True)) == ["Anna"]
    assert not AuditEntry.objects.filter(kind__in=["players.imported", "player.changed"]).exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_columns"),
        ("name,chips\nx,5\n", "bad_columns"),
        ("nickname,nickname\nx,y\n", "bad_columns"),
        ('nickname\n"unfinished\n', "no_csv"),
        ("nickname,notes\nonly one\n", "bad_rows"),
        ("nickname\n" + "x" * 61, "bad_rows"),
        ("nickname\n" + "".join(f"n{n}\n" for n in range(roster.MOST_ROWS + 1)), "too_many_rows"),
    ],
)
def test_a_file_that_is_none_of_ours_says_so(owner, text, code):
    assert refused(owner, text).code == code
    assert not Player.objects.exists()


def test_what_is_no_text_is_refused(owner):
    with pytest.raises(ClubError) as refusal:
        roster.take_in(b"\x89PNG\x00\xff\xfe\xfd", by=owner, now=timezone.now())
    assert refusal.value.code in ("no_text", "bad_columns")


CELLS = ["=1+1", "+81", "-5", "@SUM(A1)", "＝１", "'quoted", "plain", '=HYPERLINK("x")', "'=x"]


def test_no_cell_begins_like_a_formula_and_a_file_that_went_out_comes_in_as_it_was(owner):
    now = timezone.now()
    for at, cell in enumerate(CELLS):
        people.enrol(f"p{at}", real_name=f"n{at}", notes=cell, now=now)
    told = "".join(roster.export(by=owner, now=now))
    rows = list(csv.reader(io.StringIO(told.removeprefix("\ufeff"))))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "＝", "\t"))]
    before = list(Player.objects.order_by("pk").values())
    taken = roster.take_in(told.encode(), by=owner, now=now)
    assert (taken.made, taken.changed) == (0, len(CELLS))
    assert list(Player.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("at_once", [1, 2, 3, 7, 8, 100])
def test_the_file_is_read_on_from_the_last_line_and_has_everybody_once(owner, monkeypatch, at_once):
    monkeypatch.setattr(roster, "AT_ONCE", at_once)
    now = timezone.now()
    for at in range(7):
        people.enrol(f"p{at}", reading="same" if at % 2 else "", now=now)
    parts = roster.export(by=owner, now=now)
    assert AuditEntry.objects.get(kind="players.exported").after == 7, "on record before a line is read"
    rows = list(csv.DictReader(io.StringIO("".join(parts).removeprefix("\ufeff"))))
    assert [row["nickname"] for row in rows] == ["p0", "p2", "p4", "p6", "p1", "p3", "p5"]


def test_pages_of_members_go_on_after_the_last_wherever_that_is(owner, monkeypatch):
    monkeypatch.setattr(people_api, "PAGE", 3)
    monkeypatch.setattr(member_pages, "PAGE", 3)
    for at in range(7):
        people.enrol(f"p{at}", reading="same", now=timezone.now())
    client, found, after = Client(), [], ""
    client.force_login(owner)
    while after is not None:
        told = client.get(f"/api/v1/players/?after={after}").json()
        found += [one["nickname"] for one in told["players"]]
        after = told["next"]
    assert found == [f"p{at}" for at in range(7)]
    page = client.get("/people/")
    following = client.get(f"/people/?after={page.context['next']}").content.decode()
    assert ("p3" in following, "p2" in following) == (True, False)


def test_a_part_of_a_name_is_found_by_an_index(owner):
    people.enrol("Bartholomew", reading="バーソロミュー", real_name="Bartholomew Long", now=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
        for words in ("THOLO", "ソロミ"):
            assert [one.nickname for one in search.members(words)] == ["Bartholomew"]
            assert "club_player_spaceless" in Player.objects.filter(search.holds(words)).explain()
        subject = audit_log.found(subject="PLAYER:4711").order_by()
        assert "club_auditentry_parts" in subject.explain()


def test_the_page_shows_the_rows_to_put_right(owner):
    client = Client()
    client.force_login(owner)
    file = SimpleUploadedFile("m.csv", "nickname,reading\nBen,漢字\n".encode())
    answer = client.post("/people/files/", {"file": file})
    assert answer.status_code == 422
    assert "<td>reading</td>" in answer.content.decode()
    assert client.get("/people/members.csv").getvalue().startswith(b"\xef\xbb\xbfmember_number,")


# -- e-mail addresses -------------------------------------------------------------------------------------------------


def test_an_address_goes_out_and_opens_a_login_for_a_member_who_has_none(owner, mailoutbox):
    taken = take_in(owner, "nickname,email\nNora,nora@example.test\nBen,\n")
    nora = Player.objects.get(nickname="Nora")
    assert (taken.made, nora.user.email, nora.user.has_usable_password()) == (2, "nora@example.test", False)
    assert Player.objects.get(nickname="Ben").user is None
    told = "".join(roster.export(by=owner, now=timezone.now()))
    rows = {row["nickname"]: row["email"] for row in csv.DictReader(io.StringIO(told.removeprefix("\ufeff")))}
    assert rows == {"Nora": "nora@example.test", "Ben": ""}
    client = Client()
    client.post("/accounts/login/code/", {"email": "nora@example.test"})
    assert [one.to for one in mailoutbox] == [["nora@example.test"]]


REASONS = {"email_differs": "its owner", "email_taken": "Somebody has", "bad_email": "no e-mail address"}


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("{number},Mika,other@example.test", "email_differs"),
        (",New,MIKA@example.test", "email_taken"),
        (",New,not an address", "bad_email"),
        (f",New,{'a' * 250}@example.test", "bad_email"),
    ],
)
def test_no_file_takes_over_a_login(owner, row, code):
    user = User.objects.create_user("mika", "mika@example.test", "correct horse")
    mika = people.enrol("Mika", user=user, now=timezone.now())
    error = refused(owner, "member_number,nickname,email\n" + row.format(number=mika.member_number))
    (wrong,) = error.params["rows"]
    assert wrong["column"] == "email"
    assert REASONS[code] in wrong["why"]
    user.refresh_from_db()
    assert (user.email, User.objects.count(), Player.objects.count()) == ("mika@example.test", 2, 1)


def test_an_empty_cell_or_the_same_address_leaves_the_login_alone(owner):
    user = User.objects.create_user("mika", "mika@example.test", "correct horse")
    mika = people.enrol("Mika", user=user, now=timezone.now())
    for cell in ("", "Mika@example.test"):
        take_in(owner, f"member_number,nickname,email\n{mika.member_number},Mika,{cell}\n")
    user.refresh_from_db()
    assert (user.email, user.check_password("correct horse")) == ("mika@example.test", True)


def test_whose_language_nobody_says_speaks_that_of_whoever_takes_them_in(owner):
    client = Client(HTTP_ACCEPT_LANGUAGE="ja")
    client.force_login(owner)
    assert '<option value="ja" selected>' in client.get("/people/new/").content.decode()
    client.post("/people/new/", {"nickname": "Door"})
    file = SimpleUploadedFile("members.csv", b"nickname,language\nFile,\nGuest,en\n")
    client.post("/people/files/", {"file": file})
    spoken = dict(Player.objects.filter(nickname__in=("Door", "File", "Guest")).values_list("nickname", "language"))
    assert spoken == {"Door": "ja", "File": "ja", "Guest": "en"}
