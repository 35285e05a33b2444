"""Coming in by a provider of identities: whom it lets in, what is refused, and how a login is linked and taken off."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.conf import settings as django_settings
from django.core import mail as outgoing
from django.test import Client
from django.utils import timezone

from club.accounts import provider_logins
from club.membership import erasing, joining, merging, personal_data_copy
from club.models import ApiToken, AuditEntry, Player, User
from club.people import roles
from club.project.environment import BadSettings, read
from club.project.sign_in_providers import configured
from tests.support.club.logins import PASSWORD, come_in, person
from tests.support.factors import enrol
from tests.support.fake_openid import FakeOpenID
from tests.support.provider_visits import GO, bent, house, is_in, leave, linked_to, sign_up, visit

pytestmark = pytest.mark.django_db
LINKED = "/accounts/3rdparty/"


# -- newcomers --------------------------------------------------------------------------------------------------------


def test_where_no_provider_is_named_none_is_offered(settings):
    settings.SIGN_IN_PROVIDERS = []
    assert "oidc" not in Client().get("/accounts/login/").content.decode()
    assert Client().post(GO).status_code == 404
    assert Client().get(GO + "callback/?code=x&state=y").status_code == 404


def test_a_newcomer_signs_up_and_comes_in_again(provider):
    house("open")
    provider.person |= {"email": "mika@club.test", "email_verified": True}
    client = Client()
    assert sign_up(client, provider, "mika", email="mika@club.test").status_code == 302
    assert is_in(client)
    mika = Player.objects.get(nickname="mika")
    assert mika.admitted_at is not None
    assert not mika.user.has_usable_password()
    assert EmailAddress.objects.get(user=mika.user).verified
    assert AuditEntry.objects.get(kind="login.provider-linked").by == mika.user
    again = Client()
    visit(again, provider)
    assert is_in(again)
    assert User.objects.count() == 1


def test_nothing_is_kept_of_the_provider_but_what_its_owner_knows_it_by(provider):
    house("open")
    provider.person |= {
        "email": "mika@club.test",
        "email_verified": True,
        "picture": "https://x.test/p.png",
        "birthdate": "1990",
    }
    client = Client()
    sign_up(client, provider, "mika")
    kept = SocialAccount.objects.get()
    assert kept.extra_data == {"name": "Mika", "email": "mika@club.test"}
    assert "1001" not in kept.uid
    assert not SocialToken.objects.exists()
    assert "opaque" not in str(dict(client.session))


def test_newcomers_join_by_the_rule_of_the_house(provider):
    house("invitation")
    client = Client()
    assert "closed" in visit(client, provider).content.decode().lower()
    assert client.post("/accounts/3rdparty/signup/", {"username": "mika"})["Location"] == "/accounts/login/"
    assert not User.objects.exists()
    director = User.objects.create_user("dora")
    _made, code = joining.invite("", by=director, now=timezone.now())
    invited = Client()
    invited.get(f"/join/{code}/")
    sign_up(invited, provider, "mika")
    assert Player.objects.get(nickname="mika").admitted_at is not None
    assert not joining.is_good(code, now=timezone.now())
    house("approval")
    provider.person = {"sub": "1002"}
    sign_up(Client(), provider, "nora")
    assert Player.objects.get(nickname="nora").admitted_at is None


def test_a_rule_that_closes_meanwhile_closes_the_form_too(provider):
    house("open")
    client = Client()
    visit(client, provider)
    house("invitation")
    client.post("/accounts/3rdparty/signup/", {"username": "mika"})
    assert not User.objects.exists()


def test_a_form_that_was_left_as_it_was_is_forgotten(provider):
    house("open")
    client = Client()
    visit(client, provider)
    assert client.get("/accounts/3rdparty/signup/").status_code == 200
    session = client.session
    session[provider_logins.CAME_BACK] -= provider_logins.SIGN_UP_SECONDS + 1
    session.save()
    assert client.post("/accounts/3rdparty/signup/", {"username": "next"})["Location"] == "/accounts/login/"
    assert "socialaccount_sociallogin" not in client.session
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["mіka", "mi\u200bka", "rnika"])
def test_names_are_held_to_the_same_rules(provider, name):
    house("open")
    person("mika")
    person("mika".replace("m", "rn") + "x")
    provider.person |= {"preferred_username": name}
    answer = sign_up(Client(), provider, "mіka" if name == "rnika" else name)
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert not SocialAccount.objects.exists()


def test_the_name_is_suggested_and_never_taken_by_itself(provider):
    provider.person |= {"preferred_username": "mika"}
    house("open")
    person("mika")
    client = Client()
    assert visit(client, provider)["Location"] == "/accounts/3rdparty/signup/"
    assert not is_in(client)
    assert client.get("/accounts/3rdparty/signup/").context["form"].initial["username"] == "mika"


# -- addresses open nothing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_checked", [True, False, "false", "true", None])
def test_nobody_comes_to_anothers_login_by_its_address(provider, is_checked):
    house("open")
    mika = person("mika")
    EmailAddress.objects.create(user=mika, email=mika.email, verified=True, primary=True)
    provider.person |= {"email": mika.email, "email_verified": is_checked}
    client = Client()
    answer = sign_up(client, provider, "thief", email=mika.email)
    assert not SocialAccount.objects.filter(user=mika).exists()
    assert client.session.get("_auth_user_id") != str(mika.pk)
    assert answer.status_code in (200, 302)
    assert EmailAddress.objects.get(email=mika.email).user == mika
    assert not User.objects.exclude(pk=mika.pk).filter(email__iexact=mika.email).exists()


@pytest.mark.parametrize("is_checked", [False, "false", None, 1, "yes"])
def test_an_address_that_the_provider_has_not_checked_is_not_taken_along(provider, is_checked):
    house("open")
    provider.person |= {"email": "mika@club.test", "email_verified": is_checked}
    sign_up(Client(), provider, "mika")
    assert not EmailAddress.objects.exists()
    assert User.objects.get().email == ""


def test_a_checked_address_may_come_from_userinfo_of_the_same_person_alone(provider):
    house("open")
    provider.userinfo = {"email": "mika@club.test", "email_verified": True}
    sign_up(Client(), provider, "mika", email="mika@club.test")
    assert EmailAddress.objects.get().verified
    provider.person, provider.userinfo = {"sub": "1002"}, {"sub": "1001", "email": "other@club.test"}
    assert visit(Client(), provider).status_code == 401


# -- what is not believed ---------------------------------------------------------------------------------------------


FALSE = {
    "another issuer": bent(iss="https://evil.example"),
    "no issuer": bent(iss=None),
    "another client": bent(aud="other"),
    "several clients, none named": bent(aud=["club", "other"]),
    "presented by another client": bent(azp="other"),
    "another visit": bent(nonce="of another visit"),
    "no nonce": bent(nonce=None),
    "run out": bent(iat=1_600_000_000, exp=1_600_000_300),
    "not yet": bent(iat=4_000_000_000, exp=4_000_000_300),
    "held for years": bent(exp=4_000_000_000),
    "no end": bent(exp=None),
    "an end that is no time": bent(exp=True),
    "nobody": bent(sub=None),
    "nobody at all": bent(sub=""),
    "a number": bent(sub=1001),
}


@pytest.mark.parametrize("how", FALSE)
def test_a_token_that_is_not_right_lets_nobody_in(provider, how):
    mika = person("mika")
    linked_to(mika, provider)
    provider.bend = FALSE[how]
    client = Client()
    assert visit(client, provider).status_code == 401
    assert not is_in(client)
    provider.bend = bent()
    visit(client, provider)
    assert is_in(client), "and the next, right one does"


def _unsigned(claims: dict[str, Any]) -> str:
    return jwt.encode(claims, "", algorithm="none")


FORGED = {
    "another key under the same name": lambda fake, claims: fake.signed(claims, fake.forger),
    "no key of that name": lambda fake, claims: fake.signed(claims, kid="two"),
    "not signed": lambda fake, claims: _unsigned(claims),
    "by the client's secret": lambda fake, claims: jwt.encode(claims, fake.app()["secret"], algorithm="HS256"),
    "by the public key as a secret": lambda fake, claims: _with_public_key(fake, claims),
    "changed afterwards": lambda fake, claims: _changed(fake.signed(claims)),
    "not a token": lambda fake, claims: "x.y.z",
    "nothing": lambda fake, claims: "",
}


def _with_public_key(fake: FakeOpenID, claims: dict[str, Any]) -> str:
    return jwt.encode(claims, str(fake._keys()["keys"][0]["n"]), algorithm="HS256", headers={"kid": "one"})


def _changed(token: str) -> str:
    head, _body, signature = token.split(".")
    other = jwt.encode({"sub": "1001", "iss": "x"}, "x" * 32).split(".")[1]
    return f"{head}.{other}.{signature}"


@pytest.mark.parametrize("how", FORGED)
def test_a_signature_that_is_not_the_providers_lets_nobody_in(provider, how):
    linked_to(person("mika"), provider)
    provider.sign = lambda claims: FORGED[how](provider, claims)
    client = Client()
    assert visit(client, provider).status_code == 401
    assert not is_in(client)


def test_line_signs_with_the_secret_and_that_is_believed_of_it_alone(provider, settings):
    settings.SIGN_IN_PROVIDERS = [provider.app(signs_by_secret=True)]
    house("open")
    provider.sign = lambda claims: jwt.encode(claims, provider.app()["secret"], algorithm="HS256")
    sign_up(Client(), provider, "mika")
    provider.sign = lambda claims: jwt.encode(claims, "x" * 40, algorithm="HS256")
    assert visit(Client(), provider).status_code == 401


def test_what_came_back_once_is_worth_nothing_again(provider):
    linked_to(person("mika"), provider)
    client = Client()
    address = provider.authorize(leave(client))
    assert client.get(address).status_code == 302
    client.logout()
    assert client.get(address).status_code == 401
    assert Client().get(address).status_code == 401, "nor in another's browser"
    state = parse_qs(urlsplit(leave(client)).query)["state"][0]
    assert client.get(f"{GO}callback/?code=made-up&state={state}").status_code == 401
    assert not is_in(client)


def test_a_token_of_one_visit_is_worth_nothing_in_another(provider):
    linked_to(person("mika"), provider)
    kept: list[str] = []
    provider.sign = lambda claims: kept.append(provider.signed(claims)) or kept[0]
    assert visit(Client(), provider).status_code == 302
    assert visit(Client(), provider).status_code == 401


def test_an_answer_of_another_issuer_is_none(provider):
    linked_to(person("mika"), provider)
    client = Client()
    address = provider.authorize(leave(client))
    assert client.get(address + "&iss=https://evil.example").status_code == 401
    address = provider.authorize(leave(client))
    assert client.get(f"{address}&iss={provider.url}").status_code == 302


@pytest.mark.parametrize(
    "document",
    [
        {"issuer": "https://evil.example"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"token_endpoint": "http://evil.example/token"},
        {"jwks_uri": None},
    ],
    ids=["issuer", "script", "no TLS", "no keys"],
)
def test_a_document_of_another_or_with_unsafe_addresses_leads_nowhere(provider, document):
    provider.document = document
    assert Client().post(GO).status_code == 401


def test_a_provider_that_is_away_is_told_in_words(provider):
    provider.server.shutdown()
    provider.server.server_close()
    answer = Client().post(GO)
    assert answer.status_code == 401
    assert "did not work" in answer.content.decode()


def test_a_visitor_adds_nothing_to_the_request(provider):
    asked = parse_qs(
        urlsplit(str(Client().post(GO + "?scope=admin&auth_params=prompt%3Dnone").context["address"])).query
    )
    assert sorted(asked["scope"][0].split()) == ["email", "openid", "profile"]
    assert "prompt" not in asked
    assert asked["code_challenge_method"] == ["S256"]


def test_pages_keep_their_policy_and_lead_nowhere_else_afterwards(provider):
    linked_to(person("mika"), provider)
    client = Client()
    page = client.post(GO, {"next": "https://evil.example/"})
    assert "form-action 'self'" in page["Content-Security-Policy"]
    assert client.get(provider.authorize(page.context["address"]))["Location"] == "/"
    client.logout()
    assert visit(client, provider, next="/chips/")["Location"] == "/chips/"


# -- the same rules as for a password ---------------------------------------------------------------------------------


def test_the_staffs_second_factor_is_asked_for(provider, settings):
    settings.FACTOR_ROLES = ("dealer",)
    mika = person("mika", "dealer")
    client = come_in("mika")
    enrol(client)
    visit(client, provider, process="connect")
    again = Client()
    assert visit(again, provider)["Location"].startswith("/accounts/2fa/authenticate/")
    assert not is_in(again)
    assert "_auth_user_id" not in again.session
    codes = Authenticator.objects.get(user=mika, type="recovery_codes").wrap().get_unused_codes()
    again.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert is_in(again)


def test_the_staff_without_a_factor_is_led_to_take_one(provider, settings):
    settings.FACTOR_ROLES = ("dealer",)
    linked_to(person("mika"), provider)
    roles.give_role(User.objects.get(), "dealer")
    client = Client()
    visit(client, provider)
    assert client.get("/me/")["Location"] == "/accounts/2fa/totp/activate/"


def test_the_staff_links_nothing_before_there_is_a_factor(provider, settings):
    settings.FACTOR_ROLES = ("dealer",)
    person("mika", "dealer")
    client = come_in("mika")
    assert client.post(GO, {"process": "connect"})["Location"] == "/accounts/2fa/totp/activate/"
    assert client.get(LINKED)["Location"] == "/accounts/2fa/totp/activate/"
    enrol(client)
    assert client.get(LINKED).status_code == 200


def test_the_owner_of_a_login_hears_of_every_way_in_by_mail(provider, django_capture_on_commit_callbacks):
    mika = person("mika")
    client = come_in("mika")
    with django_capture_on_commit_callbacks(execute=True):
        visit(client, provider, process="connect")
    assert (outgoing.outbox[-1].to, "Club ID" in outgoing.outbox[-1].body) == ([mika.email], True)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(LINKED, {"account": SocialAccount.objects.get().pk, "ends_access": "yes"})
    assert "no longer" in outgoing.outbox[-1].body


def test_a_closed_login_stays_closed(provider):
    mika = person("mika")
    linked_to(mika, provider)
    User.objects.filter(pk=mika.pk).update(is_active=False)
    client = Client()
    visit(client, provider)
    assert not is_in(client)


def test_who_starts_too_often_waits(provider, settings):
    settings.ACCOUNT_RATE_LIMITS = {"provider_login": "3/m/ip"}
    client = Client()
    assert [client.post(GO).status_code for _each in range(4)] == [200, 200, 200, 429]


def test_a_visit_makes_a_new_session(provider):
    linked_to(person("mika"), provider)
    client = Client()
    address = provider.authorize(leave(client))
    before = client.session.session_key
    client.get(address)
    assert is_in(client)
    assert client.session.session_key != before
    assert "mika" in client.get("/me/sessions/").content.decode() or client.get("/me/sessions/").status_code == 200


# -- linking and taking off -------------------------------------------------------------------------------------------


def test_one_links_from_ones_own_page_after_saying_again_who_one_is(provider):
    mika = person("mika")
    client = come_in("mika")
    session = client.session
    for one in session["account_authentication_methods"]:
        one["at"] -= 7200
    session.save()
    answer = client.post(GO, {"process": "connect"})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not SocialAccount.objects.exists()
    page = client.post(answer["Location"], {"password": PASSWORD, "next": GO})
    client.get(provider.authorize(page.context["address"]))
    assert SocialAccount.objects.get().user == mika
    assert AuditEntry.objects.get(kind="login.provider-linked").by == mika


def test_a_visitor_links_nothing(provider):
    assert Client().post(GO, {"process": "connect"})["Location"] == "/accounts/login/"


def test_an_account_that_opens_one_login_is_not_linked_to_another(provider):
    mika, thief = person("mika"), person("thief")
    linked_to(mika, provider)
    client = come_in("thief")
    visit(client, provider, process="connect")
    assert not SocialAccount.objects.filter(user=thief).exists()
    assert SocialAccount.objects.get().user == mika


def test_it_is_taken_off_where_another_way_in_is_left_and_its_sessions_end(provider):
    mika = person("mika")
    client = come_in("mika")
    visit(client, provider, process="connect")
    by_provider = Client()
    visit(by_provider, provider)
    number = SocialAccount.objects.get().pk
    client.post(LINKED, {"account": number})
    assert SocialAccount.objects.exists(), "it asks first"
    client.post(LINKED, {"account": number, "ends_access": "yes"})
    assert not SocialAccount.objects.exists()
    assert is_in(client)
    assert not is_in(by_provider)
    assert AuditEntry.objects.get(kind="login.provider-unlinked").by == mika


def test_the_only_way_in_stays(provider, settings):
    house("open")
    client = Client()
    sign_up(client, provider, "mika")
    settings.ASKS_AGAIN = False
    only = SocialAccount.objects.get()
    client.post(LINKED, {"account": only.pk, "ends_access": "yes"})
    assert SocialAccount.objects.exists()
    gone = SocialAccount.objects.create(user=only.user, provider="gone", uid="x")
    client.post(LINKED, {"account": only.pk, "ends_access": "yes"})
    assert SocialAccount.objects.filter(pk=only.pk).exists(), "one that the club no longer offers is no way in"
    client.post(LINKED, {"account": gone.pk, "ends_access": "yes"})
    assert not SocialAccount.objects.filter(pk=gone.pk).exists()


def test_nobody_takes_off_anothers(provider):
    mika = person("mika")
    linked_to(mika, provider)
    person("thief")
    come_in("thief").post(LINKED, {"account": SocialAccount.objects.get().pk, "ends_access": "yes"})
    assert SocialAccount.objects.get().user == mika


def test_who_has_no_password_sets_one_soon_after_coming_in(provider):
    house("open")
    client = Client()
    sign_up(client, provider, "mika")
    session = client.session
    for one in session["account_authentication_methods"]:
        one["at"] -= 7200
    session.save()
    fields = {"password1": PASSWORD, "password2": PASSWORD, "ends_access": "on"}
    assert client.post("/accounts/password/set/", fields)["Location"].startswith("/accounts/login/")
    assert not User.objects.get().has_usable_password()
    visit(client, provider)
    client.post("/accounts/password/set/", fields)
    assert User.objects.get().has_usable_password()


def test_another_issuer_in_the_same_place_knows_nobody(provider, settings):
    linked_to(person("mika"), provider)
    other = FakeOpenID()
    settings.SIGN_IN_PROVIDERS = [other.app()]
    house("open")
    client = Client()
    assert visit(client, other)["Location"] == "/accounts/3rdparty/signup/"
    other.server.shutdown()
    other.server.server_close()


# -- what the club knows of it ----------------------------------------------------------------------------------------


def test_it_is_in_the_copy_of_personal_data_and_forgotten_with_the_member(provider):
    house("open")
    provider.person |= {"email": "mika@club.test", "email_verified": True}
    sign_up(Client(), provider, "mika", email="mika@club.test")
    mika = Player.objects.get()
    told = personal_data_copy.everything_about(mika)["login"]["providers"]
    assert [(one["provider"], one["email"]) for one in told] == [("openid", "mika@club.test")]
    erasing.erase(mika.pk, by=None, now=timezone.now())
    assert not SocialAccount.objects.exists()


def test_a_login_that_is_closed_by_a_merge_gives_its_account_free(provider):
    mika, twice = person("mika"), person("twice")
    linked_to(twice, provider)
    merging.merge(twice.player.pk, mika.player.pk, why="one person", by=None, now=timezone.now())
    linked_to(mika, provider)


def test_tokens_of_programs_are_ended_with_it(provider):
    mika = person("mika")
    linked_to(mika, provider)
    assert not ApiToken.objects.filter(user=mika).exists()


def test_the_admin_has_no_way_in_by_it():
    from django.contrib import admin

    assert not any(admin.site.is_registered(one) for one in (SocialApp, SocialAccount, SocialToken))


def test_a_provider_in_the_database_counts_for_nothing(provider, settings):
    settings.SIGN_IN_PROVIDERS = []
    SocialApp.objects.create(
        provider="openid_connect", provider_id="openid", name="x", client_id="club", settings={"issuer": provider.url}
    )
    assert Client().post(GO).status_code == 404


# -- settings ---------------------------------------------------------------------------------------------------------


def test_settings_name_a_provider_whole_or_not_at_all():
    assert configured(read({})) == []
    assert django_settings.SIGN_IN_PROVIDERS == []
    with pytest.raises(BadSettings, match="GOOGLE_CLIENT_SECRET"):
        read({"GOOGLE_CLIENT_ID": "x"})
    with pytest.raises(BadSettings) as fault:
        read({"LINE_CLIENT_SECRET": "hush"})
    assert "hush" not in str(fault.value)
    whole = {f"{name}_CLIENT_{part}": "x" * 32 for name in ("GOOGLE", "LINE") for part in ("ID", "SECRET")}
    assert [one["name"] for one in configured(read(whole))] == ["Google", "LINE"]
