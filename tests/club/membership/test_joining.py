"""Joining the club, coming in, leaving: the doors, each through HTTP."""

from __future__ import annotations

import base64
import io
import json
import re
import uuid
from datetime import timedelta

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from club.base.errors import ClubError
from club.cashier import age_checks, approvals, cashier, chip_accounts, credit
from club.house import house_rules
from club.house.club_rules import ClubRules
from club.house.membership_rules import MembershipRules
from club.ledger import audit, ledger
from club.membership import cards, erasing, joining, merging, photos, pins
from club.models import Account, AuditEntry, Entry, ExpiryNotice, Invitation, Player, PlayerPhoto, User
from club.people import people, roles, suspensions
from tests.support.club.club_api import login, problem
from tests.support.club.members import client_of, member, open_table, sit
from tests.support.factors import give_code

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 7"


@pytest.fixture(autouse=True)
def _fresh_throttle(settings):
    """No test is throttled for what another did."""
    settings.CACHES = {"default": settings.CACHES["default"] | {"KEY_PREFIX": uuid.uuid4().hex}}


def house(**values) -> None:
    for key, value in values.items():
        house_rules.set_value(MembershipRules, key, value, by=None, now=timezone.now())


def staff(role: str) -> Client:
    user = User.objects.create_user(f"the {role}", password=PASSWORD)
    roles.give_role(user, role)
    client = Client()
    client.force_login(user)
    return client


def sign_up(client: Client, name: str, **more):
    return client.post(
        "/accounts/signup/", {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}, follow=True
    )


# -- joining ----------------------------------------------------------------------------------------------------------


def test_where_the_floor_approves_a_newcomer_may_look_but_plays_only_when_admitted():
    house(sign_up="approval")
    client, table = Client(), open_table()
    assert "floor admits you" in sign_up(client, "nora").content.decode()
    nora = Player.objects.get(nickname="nora")
    cashier.buy_chips(nora, 10_000, key="x", by=None, now=timezone.now())
    assert sit(client_of(nora), table).json()["code"] == "not_admitted"
    director = staff("director")
    assert "nora" in director.get("/people/?only=applicants").content.decode()
    assert director.post(f"/people/{nora.pk}/admit/").status_code == 302
    assert sit(client_of(nora), table).status_code == 201
    assert AuditEntry.objects.get(kind="player.admitted").by.username == "the director"


def test_without_a_mail_server_nobody_is_told_that_mail_was_sent(settings):
    house(sign_up="open")
    words = "Confirmation email sent to"
    assert words in sign_up(Client(), "nora", email="nora@club.test").content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert words not in sign_up(Client(), "nina", email="nina@club.test").content.decode()


def test_where_an_invitation_is_needed_one_lets_in_one_person_once():
    house(sign_up="invitation")
    assert sign_up(Client(), "stranger").status_code == 200
    assert not User.objects.filter(username="stranger").exists()
    page = staff("director").post("/people/invitations/", {"note": "Nora"}).content.decode()
    address = re.search(r'href="http://testserver(/join/[^"]+)"', page).group(1)
    first, second = Client(), Client()
    first.get(address)
    second.get(address)
    sign_up(first, "nora")
    sign_up(second, "nina")
    nora = Player.objects.get(user__username="nora")
    assert nora.admitted_at is not None
    assert not User.objects.filter(username="nina").exists()
    assert Invitation.objects.get().used_by == nora
    assert "run out" in Client().get(address, follow=True).content.decode()


def test_an_invitation_runs_out_and_can_be_taken_back():
    director = User.objects.create_user("dora")
    now = timezone.now()
    made, code = joining.invite("", by=director, now=now)
    assert joining.is_good(code, now=now + timedelta(days=13))
    assert not joining.is_good(code, now=now + timedelta(days=14))
    joining.revoke(made.pk, by=director, now=now)
    assert not joining.is_good(code, now=now)
    assert code not in json.dumps(list(Invitation.objects.values()), default=str)


def test_an_applicant_turned_away_is_forgotten():
    house(sign_up="approval")
    sign_up(Client(), "nora", email="nora@example.test")
    nora = Player.objects.get(nickname="nora")
    staff("director").post(f"/people/{nora.pk}/turn-away/", {"why": "no reply"})
    nora.refresh_from_db()
    assert nora.erased_at is not None
    assert not User.objects.filter(email="nora@example.test").exists()


# -- coming in --------------------------------------------------------------------------------------------------------


def test_a_login_is_understood_though_typed_full_width():
    User.objects.create_user("mika7", password=PASSWORD)
    client = Client()
    client.post("/accounts/login/", {"login": "ｍｉｋａ７", "password": PASSWORD})
    assert client.get("/me/").status_code == 200


def test_a_code_by_mail_lets_in_who_has_forgotten_the_password(mailoutbox):
    User.objects.create_user("mika", "mika@example.test", PASSWORD)
    client = Client()
    client.post("/accounts/login/code/", {"email": "mika@example.test"})
    code = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", mailoutbox[0].body, re.M).group(1)
    assert client.get("/me/").status_code == 302
    full_width = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    client.post("/accounts/login/code/confirm/", {"code": full_width})
    assert client.get("/me/").status_code == 200


def test_a_second_factor_is_asked_for_and_no_token_passes_it_by():
    mika = User.objects.create_user("mika", password=PASSWORD)
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(mika, secret)
    client = Client()
    answer = client.post("/accounts/login/", {"login": "mika", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/2fa/authenticate/")
    assert client.get("/me/").status_code == 302
    api = client.post("/api/v1/token/", {"username": "mika", "password": PASSWORD}, content_type="application/json")
    problem(api, 403, "second_factor")
    give_code(client, "/accounts/2fa/authenticate/", secret)
    assert client.get("/me/").status_code == 200


def test_whoever_guesses_passwords_is_stopped_even_with_the_right_one(settings):
    settings.AXES_ENABLED = True
    settings.AXES_FAILURE_LIMIT = 3
    User.objects.create_user("mika", password=PASSWORD)
    client = Client()

    def token(password: str):
        body = {"username": "mika", "password": password}
        return client.post("/api/v1/token/", body, content_type="application/json")

    for _try in range(2):
        assert token("wrong").status_code == 400
    problem(token("wrong"), 429, "throttled")
    problem(token(PASSWORD), 429, "throttled")
    assert client.post("/accounts/login/", {"login": "ＭＩＫＡ", "password": PASSWORD}).status_code == 429


def test_a_name_and_its_address_are_one_to_the_throttle(settings):
    settings.AXES_ENABLED = True
    settings.AXES_FAILURE_LIMIT = 4
    User.objects.create_user("mika", "mika@example.test", password=PASSWORD)
    client = Client()
    for typed in ("mika", "mika@example.test", "MIKA@example.test", "Mika"):
        answer = client.post("/accounts/login/", {"login": typed, "password": "wrong"})
    assert answer.status_code == 429
    api = {"username": "mika", "password": PASSWORD}
    problem(client.post("/api/v1/token/", api, content_type="application/json"), 429, "throttled")
    for typed in ("mika", "mika@example.test"):
        assert client.post("/accounts/login/", {"login": typed, "password": PASSWORD}).status_code == 429


def test_the_card_and_the_pin_let_in_a_player_without_a_login():
    director = User.objects.create_user("dora")
    yuki = people.enrol("Yuki", now=timezone.now())
    pins.set_pin(yuki.pk, "２７１８", by=director, now=timezone.now())
    for address, typed in ((f"/card/{yuki.card}/", {}), ("/card/", {"number": "０００１"})):
        client = Client()
        assert client.get(address).status_code == 200
        assert client.get("/me/").status_code == 302
        assert client.post(address, {**typed, "pin": "２７１８"}).status_code == 302
        assert "Yuki" in client.get("/me/").content.decode()
    yuki.refresh_from_db()
    assert not yuki.user.has_usable_password()
    assert "2718" not in yuki.pin


def test_a_newcomer_who_took_the_name_of_a_members_login_keeps_nobody_out():
    yuki = people.enrol("Yuki", now=timezone.now())
    User.objects.create_user(f"Member-{yuki.pk}", password=PASSWORD)
    pins.set_pin(yuki.pk, "2718", by=None, now=timezone.now())
    client = Client()
    assert client.post(f"/card/{yuki.card}/", {"pin": "2718"}).status_code == 302
    assert "Yuki" in client.get("/me/").content.decode()


def test_five_wrong_pins_rest_the_card_for_a_quarter_of_an_hour_wherever_they_came_from():
    yuki, now = people.enrol("Yuki", now=timezone.now()), timezone.now()
    pins.set_pin(yuki.pk, "2718", by=None, now=now)
    for address in range(5):
        answer = Client(REMOTE_ADDR=f"10.0.0.{address}").post("/card/", {"number": "0001", "pin": "9999"})
        assert answer.status_code == (403 if address < 4 else 429)
    assert Client().post("/card/", {"number": "0001", "pin": "2718"}).status_code == 429
    with pytest.raises(ClubError) as refusal:
        cards.enter(number="0001", pin="2718", now=timezone.now() + timedelta(minutes=14))
    assert refusal.value.code == "throttled"
    assert cards.enter(number="0001", pin="2718", now=timezone.now() + timedelta(minutes=16))


def test_too_many_cards_tried_from_one_place_are_refused(settings):
    assert settings.ACCOUNT_RATE_LIMITS["card_login"] == "20/m/ip,100/900s/ip"
    settings.ACCOUNT_RATE_LIMITS = {"card_login": "20/h/ip"}  # however long the machine takes for them
    statuses = [Client().post("/card/", {"number": str(n), "pin": "1234"}).status_code for n in range(21)]
    assert statuses == [403] * 20 + [429]


def test_a_card_lets_in_nobody_who_holds_a_role_or_may_not_play_or_whose_house_has_none():
    yuki, now = member("yuki"), timezone.now()
    pins.set_pin(yuki.pk, "2718", by=None, now=now)

    def code() -> str:
        try:
            return "in" if cards.enter(number=yuki.member_number, pin="2718", now=now) else ""
        except ClubError as refusal:
            return refusal.code

    assert code() == "in"
    roles.give_role(yuki.user, "cashier")
    assert code() == "password_needed"
    yuki.user.groups.clear()
    suspensions.suspend(yuki.pk, until=None, why="x", by=None, now=now)
    assert code() == "suspended"
    house(card_login="off")
    assert code() == "card_login_off"


def test_the_card_alone_lets_in_only_where_the_house_has_it_so_and_the_number_never():
    yuki = people.enrol("Yuki", now=timezone.now())
    assert Client().post(f"/card/{yuki.card}/").status_code == 403
    house(card_login="card alone")
    assert Client().post(f"/card/{yuki.card}/").status_code == 302
    assert Client().post("/card/", {"number": "0001"}).status_code == 403
    old = yuki.card
    cards.make_anew(yuki.pk, by=None, now=timezone.now())
    assert Client().post(f"/card/{old}/").status_code == 403


@pytest.mark.parametrize("pin", ["", "123", "1111", "1234", "87654321", "12a4", "123456789"])
def test_a_pin_that_is_none_or_too_easy_is_refused(pin):
    yuki = people.enrol("Yuki", now=timezone.now())
    problem(
        login("cara", "cashier").put(f"/api/v1/players/{yuki.pk}/pin/", {"pin": pin}),
        400 if not pin else 422,
        "invalid" if not pin else ("easy_pin" if pin.isdecimal() and 4 <= len(pin) <= 8 else "bad_pin"),
    )
    yuki.refresh_from_db()
    assert yuki.pin == ""


# -- duplicates -------------------------------------------------------------------------------------------------------


def test_a_duplicate_is_merged_and_no_line_of_the_ledger_is_lost():
    old, kept, now = member("old"), member("kept"), timezone.now()
    people.change(old.pk, {"real_name": "Sato Yuki", "notes": "left-handed"}, by=None, now=now)
    suspensions.exclude_oneself(old.pk, now + timedelta(days=9), by=None, now=now)
    lines = list(Entry.objects.order_by("pk").values_list("pk", "account_id", "amount", "balance_after"))
    owner = login("olga", "owner")
    answer = owner.post(f"/api/v1/players/{old.pk}/merge/", {"into": kept.pk, "why": "signed up twice"})
    assert answer.status_code == 200, answer.json()
    after = list(Entry.objects.order_by("pk").values_list("pk", "account_id", "amount", "balance_after"))
    assert after[: len(lines)] == lines
    assert [amount for _pk, _account, amount, _after in after[len(lines) :]] in ([-10_000, 10_000], [10_000, -10_000])
    assert ledger.balance(ledger.open_account(kept.owner, "wallet")) == 20_000
    assert Account.objects.get(owner=old.owner).closed_at is not None
    old.refresh_from_db()
    kept.refresh_from_db()
    assert (old.merged_into, kept.real_name, kept.notes) == (kept, "Sato Yuki", "left-handed")
    assert old.user.username == "old"  # closed, and still found by an erasure
    assert kept.excluded_until == now + timedelta(days=9)
    assert not User.objects.get(username="old").is_active
    shown = client_of(kept).get("/api/v1/me/chips/").json()["accounts"]
    assert [one["balance"] for one in shown] == [20_000, 0]
    assert client_of(kept).get(f"/api/v1/me/chips/{shown[1]['id']}/entries/").json()["entries"][-1]["amount"] == 10_000
    problem(owner.post(f"/api/v1/players/{old.pk}/merge/", {"into": kept.pk, "why": "again"}), 409, "gone_already")


def test_chips_for_the_duplicate_are_refused_ever_after():
    old, kept = member("old"), member("kept")
    merging.merge(old.pk, kept.pk, why="twice", by=None, now=timezone.now())
    with pytest.raises(ledger.AccountClosed):
        cashier.buy_chips(old, 5, key="late", by=None, now=timezone.now())


def test_a_duplicate_that_is_seated_is_not_merged_and_nothing_has_moved():
    old, kept, table = member("old"), member("kept"), open_table()
    sit(client_of(old), table)
    told = problem(
        login("olga", "owner").post(f"/api/v1/players/{old.pk}/merge/", {"into": kept.pk, "why": "x"}), 409, "tied"
    )
    assert "T" in told["ties"][0]
    assert ledger.balance(ledger.open_account(kept.owner, "wallet")) == 10_000


def picture_of(colour: str) -> io.BytesIO:
    drawn = io.BytesIO()
    Image.new("RGB", (10, 10), colour).save(drawn, "PNG")
    drawn.seek(0)
    return drawn


def test_a_duplicates_photograph_and_age_checks_go_with_the_merge():
    old, kept, now = member("old"), member("kept"), timezone.now()
    cara = User.objects.create_user("cara")
    photos.set_photo(old, picture_of("red"), by=None, now=now)
    age_checks.check_age(old, 20, by=cara, now=now)
    merging.merge(old.pk, kept.pk, why="twice", by=None, now=now)
    assert PlayerPhoto.objects.get().player == kept
    house_rules.set_value(ClubRules, "is_amusement_room", True, by=None, now=now)
    cashier.buy_chips(kept, 5, key="in", by=cara, now=now)
    third = member("third")
    photos.set_photo(third, picture_of("blue"), by=None, now=now)
    before = bytes(PlayerPhoto.objects.get(player=kept).jpeg)
    merging.merge(third.pk, kept.pk, why="thrice", by=None, now=now)
    assert bytes(PlayerPhoto.objects.get().jpeg) == before


def test_a_debt_moves_as_far_as_the_kept_players_limit_goes_and_is_else_refused_with_the_way_out():
    old, kept, now = member("old"), member("kept"), timezone.now()
    owen = User.objects.create_user("owen")
    credit.set_credit_limit(old, 500, by=owen, why="regular", now=now)
    credit.give_credit(old, 300, key="credit", by=owen, now=now)
    owner = login("olga", "owner")
    told = problem(
        owner.post(f"/api/v1/players/{old.pk}/merge/", {"into": kept.pk, "why": "twice"}), 409, "owes_credit"
    )
    assert "old owes 300" in told["detail"]
    assert "raise that limit by 300" in told["detail"]
    assert credit.owed(old) == 300
    assert Player.objects.get(pk=old.pk).merged_into is None
    credit.set_credit_limit(kept, 300, by=owen, why="for the merge", now=now)
    merging.merge(old.pk, kept.pk, why="twice", by=None, now=now)
    assert (credit.owed(old), credit.owed(kept)) == (0, 300)


def test_an_erasure_forgets_the_duplicates_too():
    old, kept, now = member("old"), member("kept"), timezone.now()
    people.change(old.pk, {"real_name": "Mikami", "reading": "ミカミ", "notes": "likes stud"}, by=None, now=now)
    User.objects.filter(pk=old.user_id).update(email="old@example.test")
    merging.merge(old.pk, kept.pk, why="twice", by=None, now=now)
    told = client_of(kept).get("/api/v1/me/data/").json()
    assert told["merged"][0]["player"]["real_name"] == "Mikami"
    assert told["merged"][0]["login"]["email"] == "old@example.test"
    cashier.cash_out(kept, 20_000, key="out", by=None, now=now)
    erasing.erase(kept.pk, by=None, now=now)
    rows = [*Player.objects.values(), *User.objects.values(), *AuditEntry.objects.values("before", "after", "why")]
    everything = json.dumps(rows, default=str, ensure_ascii=False).lower()
    assert not [word for word in ("mikami", "ミカミ", "stud", "example.test", "kept", '"old"') if word in everything]
    assert not PlayerPhoto.objects.exists()


def test_a_copy_of_everything_has_what_was_decided_under_a_duplicates_login():
    old, kept, now = member("old"), member("kept"), timezone.now()
    suspensions.exclude_oneself(old.pk, now + timedelta(days=1), by=old.user, now=now)
    merging.merge(old.pk, kept.pk, why="twice", by=None, now=now)
    told = client_of(kept).get("/api/v1/me/data/").json()
    assert "player.self-excluded" in [one["what"] for one in told["decisions_by_you"]]


def test_a_copy_of_everything_has_age_checks_adjustments_and_notices_of_the_duplicate_too():
    old, kept, now = member("old"), member("kept"), timezone.now()
    cara = User.objects.create_user("cara")
    age_checks.check_age(old, 20, by=cara, now=now)
    approvals.propose_adjustment(old, 7, why="counted again", key="adjust", by=cara, now=now)
    wallet = chip_accounts.wallet(old)
    ExpiryNotice.objects.create(account=wallet, version=wallet.version, given_at=now, due_at=now)
    merging.merge(old.pk, kept.pk, why="twice", by=None, now=now)
    told = client_of(kept).get("/api/v1/me/data/").json()
    assert [one["age"] for one in told["age_checks"]] == [20]
    assert [(one["chips"], one["why"], one["status"]) for one in told["adjustments"]] == [
        (7, "counted again", "approved")
    ]
    assert [one["account"] for one in told["expiry_notices"]] == [wallet.pk]


def test_whoever_leaves_an_amusement_room_gives_the_chips_up_since_it_pays_none_out():
    mika, now = member("mika"), timezone.now()
    owner = login("olga", "owner")
    gone = f"/api/v1/players/{mika.pk}/?gives_up_chips=true"
    assert "cash" in problem(owner.delete(gone), 409, "not_given_up")["detail"]
    house_rules.set_value(ClubRules, "is_amusement_room", True, by=None, now=now)
    told = problem(owner.delete(f"/api/v1/players/{mika.pk}/"), 409, "chips_left")
    assert "cash out" not in told["detail"]
    assert "give them up" in told["detail"]
    client = Client()
    client.force_login(mika.user)
    assert "gives_up_chips" in client.get("/me/").content.decode()
    client.post("/me/erase/", {"nickname": "mika", "gives_up_chips": "yes"})
    assert Player.objects.get(pk=mika.pk).erased_at is not None
    assert ledger.open_account("house", "expired").balance == 10_000
    assert AuditEntry.objects.get(kind="cashier.forfeit").by_id == mika.user_id
    assert audit.rebuild().ok


# -- one's own data ---------------------------------------------------------------------------------------------------


def test_a_player_takes_a_copy_of_everything_and_of_nobody_else():
    mika, other = member("mika"), member("other")
    people.change(mika.pk, {"real_name": "三上"}, by=None, now=timezone.now())
    sit(client_of(mika), open_table())
    client = Client()
    client.force_login(mika.user)
    answer = client.get("/me/data.json")
    told = answer.json()
    assert "attachment" in answer["Content-Disposition"]
    assert told["player"]["real_name"] == "三上"
    assert [line["amount"] for line in told["accounts"][0]["lines"]] == [10_000, -5_000]
    assert told["tables"]["sittings"][0]["table"] == "T"
    assert other.owner not in answer.content.decode()
    assert "other" not in json.dumps(told["player"])


def test_whoever_leaves_is_forgotten_and_the_books_are_as_they_were():
    mika, now = member("mika"), timezone.now()
    people.change(mika.pk, {"real_name": "Mikami", "notes": "likes stud"}, by=None, now=now)
    picture = io.BytesIO()
    Image.new("RGB", (10, 10)).save(picture, "PNG")
    picture.seek(0)
    photos.set_photo(mika, picture, by=None, now=now)
    User.objects.filter(pk=mika.user_id).update(email="mika@example.test")
    client = Client()
    client.force_login(mika.user)
    assert "chips left" in client.post("/me/erase/", {"nickname": "mika"}, follow=True).content.decode()
    cashier.cash_out(mika, 10_000, key="out", by=None, now=now)
    lines = list(Entry.objects.order_by("pk").values())
    client.post("/me/erase/", {"nickname": "wrong"})
    assert Player.objects.get(pk=mika.pk).erased_at is None
    client.post("/me/erase/", {"nickname": "mika"})
    mika.refresh_from_db()
    assert mika.erased_at is not None
    assert list(Entry.objects.order_by("pk").values()) == lines
    assert not PlayerPhoto.objects.exists()
    rows = [*Player.objects.values(), *User.objects.values(), *AuditEntry.objects.values("before", "after", "why")]
    everything = json.dumps(rows, default=str).lower()
    assert not [word for word in ("mikami", "mika", "stud", "example.test") if word in everything]
    assert client.get("/me/").status_code == 302


def test_nobody_is_erased_out_of_a_self_exclusion_or_a_suspension():
    mika, now = people.enrol("mika", now=timezone.now()), timezone.now()
    owner = login("olga", "owner")
    suspensions.suspend(mika.pk, until=None, why="x", by=None, now=now)
    problem(owner.delete(f"/api/v1/players/{mika.pk}/"), 409, "suspended")
    suspensions.lift_suspension(mika.pk, why="", by=None, now=now)
    suspensions.exclude_oneself(mika.pk, now + timedelta(days=1), by=None, now=now)
    problem(owner.delete(f"/api/v1/players/{mika.pk}/"), 409, "exclusion_stands")


@pytest.mark.parametrize("role", ["superuser", "owner", "dealer"])
def test_nobody_loses_a_login_that_holds_roles_by_a_merge_or_an_erasure(role):
    olga, kept, now = member("olga"), member("kept"), timezone.now()
    if role == "superuser":
        User.objects.filter(pk=olga.user_id).update(is_superuser=True)
    else:
        roles.give_role(olga.user, role)
    for leave in (lambda: merging.merge(olga.pk, kept.pk, why="x", by=None, now=now), lambda: _leave(olga, now)):
        with pytest.raises(ClubError) as refusal:
            leave()
        assert refusal.value.code == "holds_roles"
    assert User.objects.get(pk=olga.user_id).is_active


def _leave(player: Player, now) -> None:
    cashier.cash_out(player, 10_000, key=f"out:{player.pk}", by=None, now=now)
    erasing.erase(player.pk, by=None, now=now)


def test_a_photograph_is_kept_small_without_what_the_camera_wrote_and_seen_by_the_floor_only():
    mika = member("mika")
    picture = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "secret place"
    Image.new("RGB", (2000, 1000), "red").save(picture, "JPEG", exif=exif)
    client = Client()
    client.force_login(mika.user)
    client.post("/me/photo-set/", {"photo": SimpleUploadedFile("me.jpg", picture.getvalue())})
    shown = client.get("/me/photo.jpg")
    assert Image.open(io.BytesIO(shown.content)).size == (480, 240)
    assert b"secret place" not in shown.content
    assert staff("cashier").get(f"/people/{mika.pk}/photo.jpg").status_code == 200
    own = client.get("/me/data.json").json()
    assert own["player"]["photo"] == "data:image/jpeg;base64," + base64.b64encode(shown.content).decode()
    assert client.get(f"/people/{mika.pk}/photo.jpg").status_code == 403
    said = client.post("/me/photo-set/", {"photo": SimpleUploadedFile("x.svg", b"<svg/>")}, follow=True)
    assert "Choose a picture" in said.content.decode()
    assert client.get("/me/photo.jpg").status_code == 200
