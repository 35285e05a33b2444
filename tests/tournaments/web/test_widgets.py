"""Widgets for other sites: a signed address, the owner's sites alone, and nothing that a visitor may not see."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.base.errors import ClubError
from club.live import embedding
from club.models import AuditEntry, User
from club.people import roles
from tables.models import Table
from tests.support.club.members import open_table
from tests.tournaments.conftest import NOW
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SITE = "https://club.example"


@pytest.fixture
def forget(settings) -> Callable[[], None]:
    """Nothing that was put together before is known any more."""

    def anew() -> None:
        settings.CACHES = {"default": settings.CACHES["default"] | {"KEY_PREFIX": uuid.uuid4().hex}}

    return anew


@pytest.fixture(autouse=True)
def _at_the_evening(forget):
    """The pages' own clock is that of the evening."""
    forget()
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def owner() -> Client:
    user = User.objects.create_user("olga")
    roles.give_role(user, "owner")
    client = Client()
    client.force_login(user)
    return client


def named(evening, name: str, **changes) -> Tournament:
    row = evening.tournament(**changes)
    Tournament.objects.filter(pk=row.pk).update(name=name)
    row.refresh_from_db()
    return row


def address(kind: str, number: int = 0, language: str = "en") -> str:
    return f"/widgets/{language}/{kind}/{number}/{embedding.signature(kind, number) or 'none'}/"


def switched_on(*sites: str) -> None:
    embedding.set_sites(list(sites), by=None, now=NOW)


def frames(answer) -> list[str]:
    policy = dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; ") if " " in part)
    return str(policy["frame-ancestors"]).split()


# -- addresses --------------------------------------------------------------------------------------------------------


def test_there_is_no_widget_before_the_owner_wants_one(evening):
    named(evening, "Friday")
    assert Client().get(address("clock")).status_code == 404
    assert Client().get("/widgets/en/clock/0/x/").status_code == 404


def test_the_owner_copies_a_line_and_its_address_opens_without_a_login(evening, owner):
    row = named(evening, "Friday & Co", starts_at=NOW + timedelta(hours=2))
    assert owner.post("/club/widgets/", {"sites": f" {SITE}/ \n"}).status_code == 302
    for asked, kind in ((f"?kind=clock&event={row.pk}&language=ja", "clock"), ("?kind=lobby&language=en", "lobby")):
        lines = owner.get("/club/widgets/" + asked).context["lines"]
        told = re.search(r'src="http://testserver(/widgets/[^"]+)"', lines)
        assert told is not None
        assert f"/{kind}/" in told[1]
        answer = Client().get(told[1])
        assert answer.status_code == 200
        assert "Friday &amp; Co" in answer.content.decode()
    assert AuditEntry.objects.get(kind="club.embedding").after == [SITE]


def test_an_address_is_good_for_what_it_was_signed_for(evening):
    switched_on(SITE)
    one, other = named(evening, "One"), named(evening, "Other")
    told = embedding.signature("clock", one.pk)
    assert Client().get(f"/widgets/en/clock/{one.pk}/{told}/").status_code == 200
    for wrong in (
        f"/widgets/en/clock/{other.pk}/{told}/",
        f"/widgets/en/clock/0/{told}/",
        f"/widgets/en/lobby/{one.pk}/{told}/",
        f"/widgets/en/hands/{one.pk}/{told}/",
        f"/widgets/fr/clock/{one.pk}/{told}/",
        f"/widgets/en/clock/{one.pk}/{told[:-1]}/",
        f"/widgets/en/clock/{one.pk}/{told}0/",
    ):
        assert Client().get(wrong).status_code == 404, wrong
    assert Client().get(address("clock", 999_999)).status_code == 404


def test_another_key_makes_every_address_worthless(evening, owner):
    named(evening, "Friday")
    switched_on(SITE)
    old = address("clock")
    assert Client().get(old).status_code == 200
    owner.post("/club/widgets/", {"do": "key"})
    assert Client().get(old).status_code == 404
    new = address("clock")
    assert Client().get(new).status_code == 200
    assert embedding.sites() == [SITE]
    owner.post("/club/widgets/", {"do": "off"})
    assert Client().get(new).status_code == 404
    assert AuditEntry.objects.filter(kind="club.embedding-key").count() == 2
    assert "secret" not in str(list(AuditEntry.objects.values("before", "after")))


# -- frames -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sites", [(), (SITE,), (SITE, "https://shop.example:8443")])
def test_widgets_and_big_clocks_stand_in_frames_of_the_owners_sites_alone(evening, sites):
    row = named(evening, "Friday")
    switched_on(*sites)
    for page in (
        address("clock"),
        address("lobby"),
        f"/tournaments/{row.pk}/clock/",
        f"/tournaments/{row.pk}/clock/face/",
    ):
        answer = Client().get(page)
        assert frames(answer) == ["'self'", *sites], page
        assert "X-Frame-Options" not in answer
    for page in ("/", f"/tournaments/{row.pk}/", "/accounts/login/"):
        assert frames(Client().get(page)) == ["'none'"]
        assert Client().get(page)["X-Frame-Options"] == "DENY"


def test_without_any_setting_the_big_clock_stands_in_the_clubs_own_pages_alone(evening):
    row = named(evening, "Friday")
    assert frames(Client().get(f"/tournaments/{row.pk}/clock/")) == ["'self'"]


@pytest.mark.parametrize(
    "typed",
    [
        "http://club.example",
        "https://",
        "club.example",
        "https://club.example/page",
        "https://club.example?x",
        "https://club.example#x",
        "https://me:secret@club.example",
        "https://*.example",
        "*",
        "'self'",
        "https://club.example; script-src *",
        "https://club.example script-src",
        "https://club.example,https://other.example",
        "https://club.example:0",
        "https://club.example:99999",
        "https://クラブ.example",
        "javascript:alert(1)",
        "https://club.example\\evil",
        "https://" + "a" * 200 + ".example",
    ],
)
def test_what_is_no_site_is_refused_in_words(owner, typed):
    with pytest.raises(ClubError):
        embedding.read_sites(typed)
    answer = owner.post("/club/widgets/", {"sites": f"{SITE}\n{typed}"})
    assert answer.status_code == 422
    assert SITE in answer.content.decode(), "what was typed stays"
    assert embedding.sites() == []


def test_too_many_sites_are_refused():
    with pytest.raises(ClubError, match="20"):
        embedding.read_sites("\n".join(f"https://s{number}.example" for number in range(21)))


@pytest.mark.parametrize("role", ["director", "cashier", "dealer", "reception"])
def test_only_who_sets_the_house_rules_has_the_page(role):
    user = User.objects.create_user("staff")
    roles.give_role(user, role)
    client = Client()
    client.force_login(user)
    assert client.get("/club/widgets/").status_code == 403
    assert client.post("/club/widgets/", {"sites": SITE}).status_code == 403
    assert Client().get("/club/widgets/").status_code == 302


# -- what they say ----------------------------------------------------------------------------------------------------


def test_they_work_without_cookies_and_know_nobody(evening, owner, forget):
    named(evening, "Friday")
    open_table()
    switched_on(SITE)
    for kind in ("clock", "lobby"):
        forget()
        mine = owner.get(address(kind))
        forget()
        anybodys = Client().get(address(kind))
        assert not anybodys.cookies
        assert not mine.cookies
        nonce = re.compile(r'nonce="[^"]+"')
        assert nonce.sub("", mine.content.decode()) == nonce.sub("", anybodys.content.decode())
        assert "csrf" not in anybodys.content.decode().lower()
        assert "olga" not in mine.content.decode()


def test_both_languages_whatever_the_browser_asks_for(evening):
    named(evening, "Friday", starts_at=NOW + timedelta(hours=1))
    switched_on(SITE)
    english = Client().get(address("lobby"), headers={"Accept-Language": "ja"})
    japanese = Client().get(address("lobby", language="ja"), headers={"Accept-Language": "en"})
    assert 'lang="en"' in english.content.decode()
    assert "Tournaments" in english.content.decode()
    assert "トーナメント" in japanese.content.decode()
    assert (english["Content-Language"], japanese["Content-Language"]) == ("en", "ja")


def test_the_part_that_is_fetched_again_is_the_words_alone(evening):
    named(evening, "Friday")
    switched_on(SITE)
    part = Client().get(address("clock") + "?part=1").content.decode()
    assert 'id="widget"' in part
    assert "<html" not in part
    assert "<script" not in part


def test_the_lobby_says_nothing_of_what_is_private_or_of_who_sits_where(evening):
    switched_on(SITE)
    public, hidden, practice = open_table(), open_table(), open_table()
    Table.objects.filter(pk=public.pk).update(name="Seen")
    Table.objects.filter(pk=hidden.pk).update(name="Hidden", is_private=True)
    Table.objects.filter(pk=practice.pk).update(name="Practice", unit="practice")
    told = Client().get(address("lobby")).content.decode()
    assert "Seen" in told
    assert "Hidden" not in told
    assert "Practice" not in told


def test_the_clock_of_whichever_event_is_on(evening, forget):
    switched_on(SITE)
    assert "No tournament is announced" in Client().get(address("clock")).content.decode()
    forget()
    named(evening, "Later", starts_at=NOW + timedelta(hours=5))
    named(evening, "Next", starts_at=NOW + timedelta(hours=1))
    named(evening, "Long gone", starts_at=NOW - timedelta(days=3))
    assert "Next" in Client().get(address("clock")).content.decode()
    forget()
    on = named(evening, "On now", starts_at=NOW - timedelta(hours=1))
    Tournament.objects.filter(pk=on.pk).update(status="running")
    assert "On now" in Client().get(address("clock")).content.decode()


def test_it_is_put_together_once_for_all_who_look_at_a_site(evening):
    named(evening, "Friday")
    switched_on(SITE)
    told = address("clock")
    Client().get(told)
    with CaptureQueriesContext(connection) as seen:
        Client().get(told)
    assert len(seen) <= 2, [one["sql"] for one in seen]
