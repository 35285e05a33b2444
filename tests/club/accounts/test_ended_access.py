"""What came in by an old PIN, card, password, second factor or role is out when there is a new one, and not unasked."""

from __future__ import annotations

import io
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from club.accounts import api_tokens, logins
from club.base.errors import ClubError
from club.membership import pins
from club.models import ApiToken, AuditEntry, Player, User
from club.people import ended_access, people, roles
from tests.support.desk import login, problem, user_of

pytestmark = pytest.mark.django_db
OLD, NEW = "correct horse", "a better horse 77"
TYPED = {"oldpassword": OLD, "password1": NEW, "password2": NEW}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def program(user: User) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {api_tokens.make(user, 'bot', now=timezone.now())}")
    return client


class Doors:
    """A member, `mika`, who is in by a browser and by a program."""

    def __init__(self) -> None:
        self.user = user_of("mika")
        player = people.player_of(self.user)
        assert player is not None
        pins.set_pin(player.pk, "2718", by=None, now=timezone.now())
        self.player = Player.objects.get(pk=player.pk)
        self.browser, self.program = browser(self.user), program(self.user)

    def are_open(self) -> tuple[bool, bool]:
        pages = self.browser.get("/me/").status_code == 200
        return pages, self.program.get("/api/v1/me/").status_code == 200


@pytest.fixture
def doors() -> Doors:
    return Doors()


def give_factor(user: User) -> None:
    Authenticator.objects.create(user=user, type="totp", data={"secret": "x"})


# What is decided about a member on their page: its name, and what is sent.
DECIDED: dict[str, dict[str, Any]] = {
    "pin": {"pin": "3141"},
    "new-card": {},
    "second-factor": {"why": "lost"},
    "role": {"role": "dealer", "held": "yes"},
}


@pytest.mark.parametrize("name", DECIDED)
def test_what_the_house_makes_new_ends_what_came_by_the_old_after_asking(doors, name):
    if name == "second-factor":
        give_factor(doors.user)
    owner = browser(user_of("olga", "owner"))
    address = f"/people/{doors.player.pk}/"
    assert 'name="ends_access"' in owner.get(address).content.decode()
    answer = owner.post(f"{address}{name}/", DECIDED[name], follow=True)
    assert "confirm that it shall" in answer.content.decode()
    assert doors.are_open() == (True, True)
    owner.post(f"{address}{name}/", {**DECIDED[name], "ends_access": "yes"})
    assert doors.are_open() == (False, False)
    assert owner.get(address).status_code == 200


@pytest.mark.parametrize(
    ("method", "name", "body"),
    [
        ("put", "pin", {"pin": "3141"}),
        ("post", "second-factor", {"why": "lost"}),
        ("put", "roles", {"role": "dealer", "held": True}),
    ],
)
def test_the_api_asks_as_well(doors, method, name, body):
    give_factor(doors.user)
    owner = login("olga", "owner")
    address = f"/api/v1/players/{doors.player.pk}/{name}/"
    problem(getattr(owner, method)(address, body), 409, "ends_access")
    assert doors.are_open() == (True, True)
    assert getattr(owner, method)(address, {**body, "ends_access": True}).status_code == 200
    assert doors.are_open() == (False, False)


@pytest.mark.parametrize("name", ["pin", "new-card"])
def test_ones_own_new_pin_or_card_leaves_only_the_present_session(doors, name):
    present = browser(doors.user)
    present.post(f"/me/{name}/", {"pin": "3141"})
    assert doors.are_open() == (True, True)
    present.post(f"/me/{name}/", {"pin": "3141", "ends_access": "yes"})
    assert doors.are_open() == (False, False)
    assert present.get("/me/").status_code == 200


def test_ones_own_new_password_leaves_only_the_present_session(doors):
    present = browser(doors.user)
    assert 'name="ends_access"' in present.get("/accounts/password/change/").content.decode()
    assert present.post("/accounts/password/change/", TYPED).status_code == 200
    assert doors.are_open() == (True, True)
    assert present.post("/accounts/password/change/", {**TYPED, "ends_access": "on"}).status_code == 302
    assert doors.are_open() == (False, False)
    assert present.get("/me/").status_code == 200


@time_machine.travel(timezone.now(), tick=False)
@pytest.mark.django_db(transaction=True)  # the factor is taken when it is committed
def test_a_second_factor_taken_and_given_up_leaves_only_the_present_session(doors, client):
    client.post("/accounts/login/", {"login": "mika", "password": OLD})
    client.post("/accounts/reauthenticate/", {"password": OLD})
    page = client.get("/accounts/2fa/totp/activate/")
    assert 'name="ends_access"' in page.content.decode()
    secret = page.context["form"].secret
    counter = next(totp.yield_hotp_counters_from_time())
    code = {"code": totp.format_hotp_value(totp.hotp_value(secret, counter))}
    assert client.post("/accounts/2fa/totp/activate/", code).status_code == 200
    assert doors.are_open() == (True, True)
    assert client.post("/accounts/2fa/totp/activate/", {**code, "ends_access": "on"}).status_code == 302
    assert doors.are_open() == (False, False)
    assert client.get("/me/").status_code == 200
    doors.browser, doors.program = browser(doors.user), program(User.objects.get(pk=doors.user.pk))
    assert 'name="ends_access"' in client.get("/accounts/2fa/totp/deactivate/").content.decode()
    client.post("/accounts/2fa/totp/deactivate/", {"ends_access": "on"})
    assert not Authenticator.objects.exists()
    assert doors.are_open() == (False, False)
    assert client.get("/me/").status_code == 200


@pytest.mark.parametrize("elsewhere", ["nowhere", "another browser", "a program"])
@pytest.mark.parametrize("address", ["/accounts/2fa/totp/activate/", "/accounts/password/change/"])
def test_it_is_asked_only_where_there_is_another_session_or_a_token(client, elsewhere, address):
    user = user_of("nina")
    if elsewhere == "another browser":
        Client(REMOTE_ADDR="203.0.113.7").post("/accounts/login/", {"login": "nina", "password": OLD})
    elif elsewhere == "a program":
        program(user)
    client.post("/accounts/login/", {"login": "nina", "password": OLD})
    client.get("/me/")
    client.post("/accounts/reauthenticate/", {"password": OLD})
    page = client.get(address).content.decode()
    assert "<form" in page
    assert ('name="ends_access"' in page) is (elsewhere != "nowhere")


def test_who_has_no_other_session_changes_the_password_without_being_asked(client):
    user_of("nina")
    client.post("/accounts/login/", {"login": "nina", "password": OLD})
    assert client.post("/accounts/password/change/", TYPED).status_code == 302
    assert client.get("/me/").status_code == 200


def test_a_password_set_in_the_admin_ends_what_came_by_the_old(doors):
    owner = browser(user_of("olga", "owner"))
    typed = {"usable_password": "true", "password1": NEW, "password2": NEW, "set-password": "1"}
    address = f"/admin/club/user/{doors.user.pk}/password/"
    assert 'name="ends_access"' in owner.get(address).content.decode()
    assert owner.post(address, typed).status_code == 200
    assert doors.are_open() == (True, True)
    assert owner.post(address, {**typed, "ends_access": "on"}).status_code == 302
    assert doors.are_open() == (False, False)
    assert owner.get("/me/").status_code == 200


def test_the_admin_does_not_ask_about_a_login_that_was_never_used():
    owner, fresh = browser(user_of("olga", "owner")), user_of("nina")
    address = f"/admin/club/user/{fresh.pk}/password/"
    assert 'name="ends_access"' not in owner.get(address).content.decode()
    typed = {"usable_password": "true", "password1": NEW, "password2": NEW, "set-password": "1"}
    assert owner.post(address, typed).status_code == 302


def test_ones_own_password_is_changed_in_the_admin_where_it_asks():
    owner = browser(user_of("olga", "owner"))
    answer = owner.get("/admin/password_change/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/change/")


def test_a_password_set_by_the_operator_ends_what_came_by_the_old(doors, monkeypatch):
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW)
    call_command("changepassword", "mika", stdout=io.StringIO())
    assert doors.are_open() == (False, False)
    assert Client().login(username="mika", password=NEW)


def test_any_password_saved_anew_ends_what_came_by_the_old_and_a_better_digest_of_it_does_not(doors, settings):
    user = User.objects.get(pk=doors.user.pk)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    assert user.check_password(OLD), "which stores it by the better hasher"
    assert ApiToken.objects.filter(user=user).exists()
    user.set_password(NEW)
    user.save()
    assert doors.are_open() == (False, False)


@pytest.mark.django_db(transaction=True)  # what is told of new codes is told when they are committed
def test_new_recovery_codes_leave_only_the_present_session(doors, client):
    totp.TOTP.activate(doors.user, totp.generate_totp_secret())
    doors.browser = browser(doors.user)
    client.force_login(doors.user)
    client.post("/accounts/reauthenticate/", {"password": OLD})
    address = "/accounts/2fa/recovery-codes/generate/"
    assert 'name="ends_access"' in client.get(address).content.decode()
    client.post(address)
    assert doors.are_open() == (True, True)
    assert client.post(address, {"ends_access": "on"}).status_code == 302
    assert doors.are_open() == (False, False)
    assert client.get("/me/").status_code == 200
    assert AuditEntry.objects.filter(kind="login.second-factor-on", after="recovery_codes").count() == 1


def test_a_first_pin_and_a_role_that_was_held_end_nothing():
    user = user_of("mika", "dealer")
    player, client = people.player_of(user), browser(user)
    pins.set_pin(player.pk, "2718", ends_access=False, by=None, now=timezone.now())
    how = {"is_held": True, "ends_access": False, "by": user_of("olga", "owner"), "now": timezone.now()}
    roles.change_role(user, "dealer", **how)
    assert client.get("/me/").status_code == 200


def test_a_token_is_not_made_for_a_login_whose_access_was_ended_meanwhile():
    user = user_of("mika")
    ended_access.end(User.objects.get(pk=user.pk))
    with pytest.raises(ClubError, match="come in again"):
        api_tokens.make(user, "bot", now=timezone.now())
    with pytest.raises(ClubError, match="come in again"):
        api_tokens.make_by_password(user, now=timezone.now())


def test_a_token_takes_the_password_again():
    client = browser(user_of("mika"))
    for password in ("", "wrong horse"):
        answer = client.post("/me/tokens/", {"name": "bot", "password": password})
        assert (answer.status_code, "password is not right" in answer.content.decode()) == (422, True)
    assert not ApiToken.objects.exists()
    assert 'id="token"' in client.post("/me/tokens/", {"name": "bot", "password": OLD}).content.decode()


def test_who_comes_in_by_card_alone_sets_a_password_before_a_token():
    yuki = people.enrol("Yuki", now=timezone.now())
    pins.set_pin(yuki.pk, "2718", by=None, now=timezone.now())
    client = Client()
    client.post(f"/card/{yuki.card}/", {"pin": "2718"})
    answer = client.post("/me/tokens/", {"name": "bot", "password": ""})
    assert (answer.status_code, "set one first" in answer.content.decode()) == (409, True)
    assert not ApiToken.objects.exists()


def test_a_second_factor_taken_off_ends_what_came_by_it(doors):
    give_factor(doors.user)
    logins.take_off_second_factor(doors.user, why="lost", by=user_of("olga", "owner"), now=timezone.now())
    assert doors.are_open() == (False, False)


class Waiting:
    """A browser that has given `mika`'s password and is asked for the code."""

    def __init__(self, user: User, client: Client) -> None:
        self.secret = totp.generate_totp_secret()
        totp.TOTP.activate(user, self.secret)
        self.client = client
        answer = client.post("/accounts/login/", {"login": "mika", "password": OLD})
        assert answer["Location"] == "/accounts/2fa/authenticate/"

    def give_code(self) -> Any:
        counter = next(totp.yield_hotp_counters_from_time())
        code = totp.format_hotp_value(totp.hotp_value(self.secret, counter))
        return self.client.post("/accounts/2fa/authenticate/", {"code": code}, follow=True)

    def is_in(self) -> bool:
        return self.client.get("/me/").status_code == 200


def take_off_factor(user: User) -> None:
    logins.take_off_second_factor(user, why="lost", by=user_of("olga", "owner"), now=timezone.now())


def set_new_password(user: User) -> None:
    user = User.objects.get(pk=user.pk)
    user.set_password(NEW)
    user.save()


def give_role(user: User) -> None:
    roles.change_role(user, "dealer", is_held=True, by=user_of("olga", "owner"), now=timezone.now())


def set_pin(user: User) -> None:
    pins.set_pin(people.player_of(user).pk, "3141", by=None, now=timezone.now())


@time_machine.travel(timezone.now(), tick=False)
@pytest.mark.parametrize("ended", [take_off_factor, set_new_password, give_role, set_pin])
@pytest.mark.django_db(transaction=True)
def test_who_waits_for_the_code_as_access_is_ended_begins_anew(doors, client, ended):
    waiting = Waiting(doors.user, client)
    ended(doors.user)
    page = client.get("/me/", follow=True)
    assert (page.status_code, 'name="password"' in page.content.decode()) == (200, True)
    assert not waiting.is_in()


@time_machine.travel(timezone.now(), tick=False)
@pytest.mark.parametrize("ended", [take_off_factor, set_new_password, give_role, set_pin])
@pytest.mark.django_db(transaction=True)
def test_a_code_lets_nobody_in_whose_access_was_ended_since_the_password(doors, client, ended):
    waiting = Waiting(doors.user, client)
    ended(doors.user)
    page = waiting.give_code()
    assert (page.status_code, 'name="password"' in page.content.decode()) == (200, True)
    assert not waiting.is_in()


@time_machine.travel(timezone.now(), tick=False)
@pytest.mark.django_db(transaction=True)
def test_the_right_code_lets_in(doors, client):
    waiting = Waiting(doors.user, client)
    assert client.get("/accounts/login/")["Location"] == "/accounts/2fa/authenticate/", "who comes again is asked again"
    waiting.give_code()
    assert waiting.is_in()


def test_the_language_chosen_at_the_door_stays(client):
    user = user_of("mika")
    user.set_password(OLD)
    user.save()
    people.change(people.player_of(user).pk, {"language": "en"}, by=user, now=timezone.now())
    client.post("/i18n/setlang/", {"language": "ja", "next": "/accounts/login/"})
    assert client.cookies["django_language"]["max-age"] > 24 * 3600  # beyond this window of the browser
    client.post("/accounts/login/", {"login": "mika", "password": OLD})
    assert client.cookies["django_language"].value == "ja"
    assert b'lang="ja"' in client.get("/me/").content


def test_pages_speak_the_browsers_language_until_the_member_chooses_one(client):
    user = user_of("mika")
    user.set_password(OLD)
    user.save()
    Player.objects.filter(pk=people.player_of(user).pk).update(language="en")
    japanese = {"accept-language": "ja"}
    come = {"login": "mika", "password": OLD}
    client.post("/accounts/login/", come, headers=japanese)
    page = client.get("/me/", headers=japanese)
    assert b'lang="ja"' in page.content
    assert page.context["language"] == "ja", "and it is what the form offers to keep"
    assert Player.objects.get(user=user).language == "en", "nobody chose it yet"
    client.post("/me/particulars/", {"nickname": "mika", "language": "en"}, headers=japanese)
    elsewhere = Client()
    elsewhere.post("/accounts/login/", come, headers=japanese)
    assert b'lang="en"' in elsewhere.get("/me/", headers=japanese).content


def test_who_enrols_a_member_does_not_choose_for_them(client):
    user, floor = user_of("mika"), User.objects.create_user("floor")
    player = people.player_of(user)
    for by, is_chosen in ((floor, False), (None, False), (user, True)):
        people.change(player.pk, {"language": "ja"}, by=by, now=timezone.now())
        assert Player.objects.get(pk=player.pk).has_chosen_language is is_chosen
