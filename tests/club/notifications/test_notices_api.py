"""One's notices over the API: read and chosen by each for oneself, for each way and each device."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from club.models import Player, PushDevice, User
from club.notifications import web_push
from club.notifications.personal import mailed_notices
from club.people import people

pytestmark = pytest.mark.django_db
NOTICES = "/api/v1/me/notices/"


def somebody(name: str) -> tuple[Player, APIClient]:
    user = User.objects.create_user(name, f"{name}@club.example")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    player, client = people.enrol(name, user=user, now=timezone.now()), APIClient()
    client.force_authenticate(user)
    return player, client


def device(player: Player, name: str) -> PushDevice:
    told = {"public_key": "k", "auth": "a", "kinds": [web_push.TURN], "made_at": timezone.now()}
    return PushDevice.objects.create(player=player, name=name, endpoint=f"https://push.example/{name}", **told)


def test_what_there_is_and_what_was_chosen():
    player, client = somebody("anna")
    phone = device(player, "phone")
    told = client.get(NOTICES).json()
    assert [one["kind"] for one in told["kinds"]] == list(web_push.KINDS)
    assert told["mail"] == {"is_offered": True, "offered": list(web_push.MAILED), "kinds": [], "most_a_day": 10}
    assert told["line"]["is_offered"] is False
    assert [(one["id"], one["name"], one["kinds"]) for one in told["devices"]] == [(phone.pk, "phone", ["turn"])]
    assert "push.example" not in str(told), "the address of a device is a secret"


def test_mail_is_chosen_and_what_is_left_out_stays():
    player, client = somebody("anna")
    told = client.patch(NOTICES, {"mail": [web_push.STARTS]}, format="json").json()
    assert told["mail"]["kinds"] == mailed_notices.chosen(player) == [web_push.STARTS]
    assert client.patch(NOTICES, {}, format="json").json()["mail"]["kinds"] == [web_push.STARTS]
    assert client.patch(NOTICES, {"mail": []}, format="json").json()["mail"]["kinds"] == []


def test_line_is_chosen_where_it_is_offered(settings):
    player, client = somebody("anna")
    refused = client.patch(NOTICES, {"line": [web_push.TURN]}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_line_account")
    settings.LINE_MESSAGING_TOKEN = "k" * 40
    SocialAccount.objects.create(user=player.user, provider="line", uid="x", extra_data={"line_id": "U" + "0" * 32})
    told = client.patch(NOTICES, {"line": [web_push.TURN]}, format="json").json()
    assert (told["line"]["is_offered"], told["line"]["kinds"]) == (True, [web_push.TURN])
    assert told["line"]["unreachable_since"] is None
    assert "U000" not in str(told)


@pytest.mark.parametrize(
    "given", [{"mail": [web_push.TURN]}, {"mail": ["weather"]}, {"mail": "turn"}, {"line": [5]}, {"line": {}}]
)
def test_what_cannot_be_chosen_is_refused_whole(given):
    player, client = somebody("anna")
    assert client.patch(NOTICES, given, format="json").status_code == 400
    assert mailed_notices.chosen(player) == []


def test_where_one_way_is_refused_the_other_stays_as_it_was():
    player, client = somebody("anna")
    both = {"mail": [web_push.STARTS], "line": [web_push.TURN]}
    assert client.patch(NOTICES, both, format="json").status_code == 409
    assert mailed_notices.chosen(player) == []


def test_each_device_is_called_for_its_own_kinds_and_one_is_forgotten():
    player, client = somebody("anna")
    phone, desk = device(player, "phone"), device(player, "desk")
    address = f"{NOTICES}devices/{phone.pk}/"
    told = client.patch(address, {"kinds": [web_push.SEAT, web_push.MOVED]}, format="json").json()
    assert told["kinds"] == [web_push.SEAT, web_push.MOVED]
    desk.refresh_from_db()
    assert desk.kinds == [web_push.TURN]
    assert client.delete(address).status_code == 204
    assert [one["id"] for one in client.get(NOTICES).json()["devices"]] == [desk.pk]
    assert client.patch(address, {"kinds": []}, format="json").status_code == 404


def test_nobody_reaches_anothers_device():
    anna, _client = somebody("anna")
    _ben, thief = somebody("ben")
    phone = device(anna, "phone")
    address = f"{NOTICES}devices/{phone.pk}/"
    for said in ({"kinds": []}, {}, {"kinds": "?"}):
        assert thief.patch(address, said, format="json").status_code == 404
    assert thief.delete(address).status_code == 404
    assert PushDevice.objects.get().kinds == [web_push.TURN]
    assert thief.get(NOTICES).json()["devices"] == []


def test_the_page_chooses_for_one_device_alone():
    player, _api = somebody("anna")
    phone, desk = device(player, "phone"), device(player, "desk")
    client = Client()
    client.force_login(player.user)
    client.post("/me/devices/choose/", {"device": phone.pk, "kind": [web_push.SEAT]})
    assert list(PushDevice.objects.order_by("pk").values_list("kinds", flat=True)) == [["seat"], ["turn"]]
    other, _api = somebody("ben")
    client.force_login(other.user)
    client.post("/me/devices/choose/", {"device": desk.pk, "kind": []})
    desk.refresh_from_db()
    assert desk.kinds == [web_push.TURN]
