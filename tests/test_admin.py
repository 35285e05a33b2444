"""The admin: every row is looked at there, nothing but a login is changed, no secret is shown; its first page in figures."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from club.accounts import logins
from club.base.errors import ClubError
from club.cashier import cashier, shifts
from club.ledger import audit, ledger
from club.membership import joining, pins
from club.models import AuditEntry, AuditRun, Entry, User
from club.people import conduct, people, roles
from club.web import manager_overview
from tests.support.budget import sweep
from tests.support.club.members import member

pytestmark = pytest.mark.django_db
OURS = ("club", "tables", "tournaments")
# Rows that the admin does not show, and why.
APART = {
    "club.Embedding": "sites and a key: on the page of widgets",
    "club.ClubLogo": "a picture: on the page of the club",
    "club.PlayerPhoto": "a picture of a person: on the member's page",
    "club.Heartbeat": "a sign of life, for /healthz/workers",
    "tournaments.SigningKey": "a secret; its fingerprint stands in the gallery",
    "tournaments.KnownKey": "in the gallery",
    "tournaments.SharedSetImport": "in the gallery",
    "tables.Sitting": "beside its table",
    "tables.HandSeat": "beside its hand",
    "tables.DeckSeed": "names every folded card",
    "tables.PackSecret": "as above",
    "tables.Word": "beside its hand",
    "tables.Wait": "the line stands on its table's page",
    "tables.Study": "a player's own file, for nobody else",
    "club.ApiToken": "a login's own, on a page of its own",
    "club.LineNotices": "a player's own, on the page of one's settings",
    "club.MailedNotices": "a player's own, on the page of one's settings",
    "club.PushDevice": "a player's own, on the page of one's settings; its address and keys are secrets",
    "club.PushMessage": "what a player's device was told, for nobody else",
    "club.AskedAudit": "on the page of audits",
    "club.Seal": "what `audit` recomputes and `heads` prints; nobody has a use for its digits on a page",
    "tables.ChatRoom": "a number that grows",
    "tables.ChatLine": "on the page of its table or tournament, where the floor keeps order",
    "tables.ChatReport": "as above",
    "tables.ChatSilence": "as above",
    "tables.ChatMute": "a player's own, for nobody else",
    "tables.PlayerNote": "as above",
    "tables.Avatar": "a picture at its player's seat, taken away on the member's page",
    "tables.IntegrityLook": "on the page of what is worth a look",
    "tables.IntegrityFinding": "as above, for whoever has its right and is not named",
    "tables.JackpotWin": "on a page of its own, where it is decided",
    "tables.JackpotPart": "as above",
    "tables.PrivateTable": "its link and password are its host's, on a page of its own",
    "tables.PrivateGuest": "as above",
    "tables.PrivateGuess": "a wrong password, for nobody",
}
CHANGED = {"club.User"}


@pytest.fixture
def owner() -> Client:
    user = User.objects.create_user("olga", password="correct horse")
    roles.give_role(user, "owner")
    client = Client()
    client.force_login(user)
    return client


def ours() -> list[type]:
    return [model for app in OURS for model in apps.get_app_config(app).get_models()]


def test_every_kind_of_row_is_in_the_admin_or_left_out_for_a_reason():
    shown = {model._meta.label for model in admin.site._registry}
    assert {model._meta.label for model in ours()} - shown == set(APART)


@sweep("label", sorted({model._meta.label for model in ours()} - set(APART) - CHANGED))
def test_nothing_is_added_changed_or_deleted_by_hand(label, owner, rf):
    model = apps.get_model(label)
    page = f"/admin/{model._meta.app_label}/{model._meta.model_name}"
    listed = owner.get(f"{page}/")
    assert listed.status_code == 200
    assert owner.get(f"{page}/add/").status_code == 403
    request = rf.get("/")
    request.user = User.objects.get(username="olga")
    held = admin.site._registry[model]
    assert not held.has_change_permission(request)
    assert not held.has_delete_permission(request)
    assert not held.get_actions(request)


def test_rows_are_looked_at_and_no_secret_is_shown(owner):
    now = timezone.now()
    mika = member("mika")
    pins.set_pin(mika.pk, "2718", by=None, now=now)
    user = User.objects.get(username="olga")
    made, _code = joining.invite("for Nora", by=user, now=now)
    incident = conduct.record(mika.pk, "warning", "Slow play.", key="k", by=user, now=now)
    shifts.open_shift({1: 0, 5: 0, 10: 0, 25: 0, 100: 5}, by=user, now=now)
    mika.refresh_from_db()
    secrets = (mika.card, mika.pin, made.digest)
    entry = Entry.objects.latest("pk")
    for row in (mika, made, incident, entry, entry.transfer, entry.account):
        page = owner.get(f"/admin/club/{row._meta.model_name}/{row.pk}/change/")
        assert page.status_code == 200
        text = page.content.decode()
        assert 'name="_save"' not in text
        assert not [secret for secret in secrets if secret in text]
        assert owner.post(f"/admin/club/{row._meta.model_name}/{row.pk}/change/", {}).status_code == 403
        assert owner.post(f"/admin/club/{row._meta.model_name}/{row.pk}/delete/", {"post": "yes"}).status_code == 403


ODD_FILTERS = (
    "__year=-1",
    "__regex=[",
    "__in=x,1",
    "__exact=" + "9" * 30,
    "__gte=2026-13-45",
    "__isnull=x",
    "__range=1",
)


@sweep("label", sorted({model._meta.label for model in ours()} - set(APART)))
def test_law_a_list_is_asked_by_its_filters_alone_and_no_value_breaks_one(label, owner):
    model = apps.get_model(label)
    listed = admin.site._registry[model].list_filter
    page = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    for name in {field.name for field in model._meta.concrete_fields} - set(listed):
        answer = owner.get(f"{page}?{name}__gte=a")
        assert answer.status_code == 400, f"what {name} holds is guessed by what is found"
    for name in listed:
        broken = [odd for odd in ODD_FILTERS if owner.get(f"{page}?{name}{odd}").status_code >= 500]
        assert not broken, name


def test_members_go_in_and_out_of_files_from_the_admins_list(owner):
    page = owner.get("/admin/club/player/").content.decode()
    link = re.search(r'href="([^"]+)"[^>]*>\s*Import and export', page)
    answer = owner.get(link.group(1))
    assert (answer.status_code, answer["Location"]) == (302, "/people/files/")


# -- the first page ---------------------------------------------------------------------------------------------------


def at(day: int, hour: int = 20) -> datetime:
    """An hour of a day of November in Tokyo."""
    return datetime(2026, 11, day, hour, tzinfo=ZoneInfo("Asia/Tokyo"))


def test_the_admin_bears_the_clubs_mark(owner):
    icons = [link for link in re.findall(r"<link[^>]*>", owner.get("/admin/").content.decode()) if 'rel="icon"' in link]
    assert [("club/mark" in link) for link in icons] == [True]


def test_the_figures_are_those_of_the_ledger():
    mika, ben = (people.enrol(name, now=at(1)) for name in ("mika", "ben"))
    cashier.buy_chips(mika, 1000, key="1", by=None, now=at(1))
    cashier.buy_chips(ben, 500, key="2", by=None, now=at(19))
    wallet, rake = ledger.open_account(mika.owner, "wallet"), ledger.open_account("house", "rake")
    for key, now, chips in (("r0", at(1), 7), ("r1", at(19), 30), ("r2", at(20, 3), 12), ("r3", at(20, 6), 5)):
        ledger.post(key, {wallet.pk: -chips, rake.pk: chips}, purpose="hand", reference="hand:1", now=now)
    told = manager_overview.figures(at(20, 21))
    assert told["in_play"] == {"wallet": 1500 - 54, "stack": 0, "escrow": 0, "tips": 0, "jackpot": 0}
    days = {f"{day['day']:%m-%d}": (day["rake"], day["players"]) for day in told["days"]}
    assert len(days) == manager_overview.DAYS
    # Three in the morning belongs to the night before.
    assert (days["11-19"], days["11-20"], days["11-01"], days["10-30"]) == ((42, 2), (5, 1), (7, 1), (0, 0))
    assert manager_overview.figures(at(20, 21) + timedelta(days=29))["days"][0]["rake"] == 5


def test_the_first_page_tells_the_figures_and_the_state_of_the_books(owner):
    page = owner.get("/admin/").content.decode()
    assert "No audit has run yet." in page
    mika = member("mika")
    people.enrol("nora", is_admitted=False, now=timezone.now())
    audit.run(now=timezone.now())
    told = owner.get("/admin/")
    page = told.content.decode()
    assert "10,000" in page
    assert "The books balanced at the last audit" in page
    assert told.context["dashboard"]["waiting"][0][1] == 1
    assert told.context["dashboard"]["in_play"] == ledger.balance(ledger.open_account(mika.owner, "wallet"))
    AuditRun.objects.create(at=timezone.now(), ok=False, differences=["x"])
    assert "The books did not balance at the last audit" in owner.get("/admin/").content.decode()


def test_staff_without_the_right_to_the_books_sees_none_of_it():
    user = User.objects.create_user("stan", is_staff=True)
    client = Client()
    client.force_login(user)
    assert "dashboard" not in client.get("/admin/").context


# -- logins -----------------------------------------------------------------------------------------------------------


def on_record(kind: str) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(kind=kind).order_by("pk"))


def test_what_is_done_to_a_login_in_the_admin_is_on_record_and_no_password_name_or_address_is(owner):
    secret, other = "a long enough secret 9", "another long secret 8"
    added = owner.post(
        "/admin/club/user/add/",
        {"username": "nora", "usable_password": "true", "password1": secret, "password2": secret},
    )
    assert added.status_code == 302
    nora = User.objects.get(username="nora")
    (opened,) = on_record("login.opened")
    assert (opened.subject, opened.by.username, opened.before) == (f"login:{nora.pk}", "olga", None)
    assert opened.after["is_active"] is True
    page = f"/admin/club/user/{nora.pk}"
    owner.post(f"{page}/change/", {"username": "nora", "email": "nora@example.test"})
    (changed,) = on_record("login.changed")
    assert changed.before == {"email": "", "is_active": True}
    assert changed.after == {"email": logins.mark("nora@example.test"), "is_active": False}
    owner.post(f"{page}/change/", {"username": "nora", "email": "nora@example.test"})
    assert len(on_record("login.changed")) == 1
    typed = {"usable_password": "true", "password1": other, "password2": other}
    assert owner.post(f"{page}/password/", {**typed, "password2": "something else"}).status_code == 200
    assert on_record("login.password") == []
    owner.post(f"{page}/password/", {**typed, "set-password": "1"})
    assert [one.subject for one in on_record("login.password")] == [f"login:{nora.pk}"]
    owner.post(f"{page}/password/", {"usable_password": "false", "unset-password": "1"})
    assert [(one.before, one.after) for one in on_record("login.changed")][1:] == [
        ({"has_password": True}, {"has_password": False})
    ]
    told = json.dumps(list(AuditEntry.objects.values("before", "after", "why")))
    assert not [word for word in (secret, other, "nora", "example.test") if word in told]


def test_ones_own_password_and_second_factor_are_on_record(owner):
    user = User.objects.get(username="olga")
    fields = {
        "oldpassword": "correct horse",
        "password1": "a better horse 77",
        "password2": "a better horse 77",
        "ends_access": "on",
    }
    assert owner.post("/accounts/password/change/", fields).status_code == 302
    assert [(one.by, one.subject) for one in on_record("login.password")] == [(user, f"login:{user.pk}")]


def test_a_lost_second_factor_is_taken_off_by_an_owner_with_the_reason(owner):
    nora = member("nora")
    roles.give_role(nora.user, "admin")
    Authenticator.objects.create(user=nora.user, type="totp", data={"secret": "x"})
    adam = User.objects.create_user("adam")
    roles.give_role(adam, "admin")
    now = timezone.now()
    with pytest.raises(ClubError, match="Only an owner"):
        logins.take_off_second_factor(nora.user, why="lost", by=adam, now=now)
    assert "Take it off" in owner.get(f"/people/{nora.pk}/").content.decode()
    owner.post(f"/people/{nora.pk}/second-factor/", {"why": ""})
    assert Authenticator.objects.count() == 1
    owner.post(f"/people/{nora.pk}/second-factor/", {"why": "lost the phone"})
    assert Authenticator.objects.count() == 0
    (entry,) = on_record("login.second-factor-off")
    assert (entry.before, entry.after, entry.why) == (["totp"], [], "lost the phone")


def test_every_page_of_the_admin_says_when_the_books_do_not_balance():
    client = Client()
    client.force_login(User.objects.create_superuser("olga"))
    pages = ("/admin/", "/admin/club/player/", "/admin/club/account/")
    for ok in (True, False, True):
        AuditRun.objects.create(at=timezone.now(), ok=ok, differences=[] if ok else ["account 1: balance 5, lines 4"])
        for page in pages:
            told = client.get(page, headers={"accept-language": "en"}).content.decode()
            assert ("The books do not balance" in told) is not ok, page
