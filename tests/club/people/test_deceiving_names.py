"""Names that deceive are refused at every door: characters that nobody sees, and a look that is another member's (UTS #39)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from club.base.errors import ClubError
from club.base.lookalikes import skeleton, unseen, without_unseen
from club.base.names import plain
from club.membership import merging
from club.models import Player, User
from club.people import people
from tests.support.club.name_doors import DOORS, NAMES_LOGINS, Doors

UNSEEN = [
    "\u200b",
    "\u200d",
    "\u202e",
    "\u2066",
    "\u00ad",
    "\ufeff",
    "\u3164",
    "\u2800",
    "\u115f",
    "\U000e0041",
    "\ufe0f",
]
ALIKE = [
    ("Paul", "РаuI"),
    ("Paul", "PAUL"),
    ("Paul", "Ｐａｕ１"),
    ("modern", "rnodern"),
    ("mika", "MIКA"),
    ("mika", "mlka"),
    ("ロ一マ", "口ーマ"),
    ("ニコ", "二コ"),
    ("カナ", "力ナ"),
    ("エリ", "工リ"),
    ("ベル", "べル"),
    ("葛城", "葛\U000e0100城"),
    ("Yuki A", "YukiA"),
]
GOOD = [
    "山田 太郎",
    "ﾔﾏﾀﾞ",
    "二郎",
    "一",
    "ー・ー",
    "髙橋",
    "𠮷野",
    "葛\U000e0100城",
    "さくら♠️",
    "Zöllner",
    "Nguyễn",
    "정",
    "Ωmega",
]


@pytest.fixture(autouse=True)
def _as_often_as_one_likes(settings):
    """However many sign up here in a minute, none is turned away for that."""
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.mark.django_db
@pytest.mark.parametrize("door", DOORS)
def test_every_door_lets_a_good_name_in(door):
    getattr(Doors(), door)("Quentin")
    assert Player.objects.filter(nickname="Quentin").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("sign", UNSEEN, ids=lambda sign: f"U+{ord(sign):04X}")
def test_no_door_lets_a_name_in_that_holds_what_nobody_sees(door, sign):
    getattr(Doors(), door)(f"Pa{sign}ul")
    held = list(Player.objects.values_list("nickname", flat=True))
    assert [name for name in held if unseen(name)] == []
    assert not User.objects.filter(username__contains=sign).exists()
    assert "Pa ul" not in held or plain(f"Pa{sign}ul") == "Pa ul"


@pytest.mark.django_db
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_no_door_lets_a_name_in_that_is_taken_for_anothers(door, first, second):
    doors = Doors()
    people.enrol(first, now=timezone.now())
    getattr(doors, door)(second)
    looks = list(Player.objects.filter(nickname__in=[first, second, plain(second)]).values_list("nickname", flat=True))
    assert looks == [first]


@pytest.mark.django_db
@pytest.mark.parametrize("name", GOOD)
def test_good_names_come_in_and_are_kept_as_they_are_written(name):
    assert people.enrol(name, now=timezone.now()).nickname == plain(name)


@pytest.mark.django_db
def test_a_refusal_says_whose_name_it_looks_like_and_what_is_not_seen():
    doors = Doors()
    people.enrol("ニコ", now=timezone.now())
    told = doors.api.post("/api/v1/players/", {"nickname": "二コ"}, headers={"accept-language": "ja"}).json()
    assert told["code"] == "nickname_looks_alike"
    assert "ニコ" in told["detail"]
    told = doors.api.post("/api/v1/players/", {"nickname": "Pa\u200bul"}).json()
    assert (told["code"], told["field"]) == ("unseen_character", "nickname")
    assert "U+200B" in told["detail"]
    typed = {"username": "Ｏwn-old-nаme", "password1": "correct horse staple", "password2": "correct horse staple"}
    assert "looks like" in Client().post("/accounts/signup/", typed).content.decode()


@pytest.mark.django_db
def test_the_admin_names_no_login_so_that_it_is_taken_for_anothers():
    doors = Doors()
    typed = {"username": "bоss-of-all", "password1": "correct horse staple", "password2": "correct horse staple"}
    assert (
        "looks like" in doors.page.post("/admin/club/user/add/", typed | {"usable_password": "true"}).content.decode()
    )
    other = User.objects.create_user("plain-name")
    doors.page.post(f"/admin/club/user/{other.pk}/change/", {"username": "bоss-of-all", "is_active": "on"})
    other.refresh_from_db()
    assert other.username == "plain-name"


@pytest.mark.django_db
def test_a_merge_takes_no_unseen_character_along():
    now = timezone.now()
    old, kept = people.enrol("old", now=now), people.enrol("kept", now=now)
    Player.objects.filter(pk=old.pk).update(real_name="Sa\u202eto")  # as it was before names were checked
    merging.merge(old.pk, kept.pk, why="twice", by=None, now=now)
    assert Player.objects.get(pk=kept.pk).real_name == "Sato"


@pytest.mark.django_db
def test_who_looked_alike_before_that_was_checked_is_saved_as_before():
    first = people.enrol("Paul", now=timezone.now())
    second = people.enrol("other", now=timezone.now())
    Player.objects.filter(pk=second.pk).update(nickname="PauI", looks_as=f"{skeleton('Paul')}\x01{second.pk}")
    second = Player.objects.get(pk=second.pk)
    second.save()
    people.change(second.pk, {"real_name": "Paulus"}, by=None, now=timezone.now())
    people.change(second.pk, {"nickname": "Polly"}, by=None, now=timezone.now())
    assert Player.objects.get(pk=second.pk).looks_as == skeleton("Polly")
    assert Player.objects.get(pk=first.pk).looks_as == skeleton("Paul")


def _accepted(name: str) -> bool:
    try:
        people.checked({"nickname": name})
    except ClubError:
        return False
    return True


CHARACTERS = st.one_of(
    st.sampled_from("aoOlI10mнаоΟ一ー二ニ口ロ力カへヘ㇐⼀ﾛ｜|ａ Ａ・"),
    st.sampled_from(UNSEEN),
    st.characters(exclude_categories=["Cs"]),
)
NAMES = st.text(CHARACTERS, min_size=1, max_size=8).filter(_accepted)


class Laws(TestCase):
    """Of whatever two names a door accepts, nobody mistakes one for the other, and all of each is seen."""

    @given(first=NAMES, second=NAMES, door=st.sampled_from([door for door in DOORS if door not in NAMES_LOGINS]))
    def test_two_names_in_the_club_never_look_the_same(self, first: str, second: str, door: str) -> None:
        doors = Doors()
        people.enrol("own first name" if skeleton(first) == skeleton("own-old-name") else first, now=timezone.now())
        getattr(doors, door)(second)
        held = list(Player.objects.values_list("nickname", flat=True))
        assert len({skeleton(name) for name in held}) == len(held)
        assert not any(map(unseen, held))

    @given(st.text(CHARACTERS, max_size=12))
    def test_a_name_without_what_nobody_sees_is_clean_and_looks_the_same_to_itself(self, text: str) -> None:
        clean = without_unseen(text)
        assert unseen(clean) == ""
        assert unseen(text) or clean == text
        assert skeleton(text) == skeleton(plain(text))

    @given(NAMES)
    def test_full_width_and_case_change_no_look(self, name: str) -> None:
        wide = "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in plain(name))
        assert skeleton(wide) == skeleton(plain(name))
