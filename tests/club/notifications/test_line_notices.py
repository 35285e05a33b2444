"""Notices by LINE: what each player chose, once, a few a day, by the club's own channel, and told plainly where LINE refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.utils import timezone

from club.accounts import provider_logins
from club.base.errors import ClubError
from club.membership import erasing, personal_data_copy
from club.models import LineNotices, Player, PushMessage
from club.notifications import line_push, web_push
from club.notifications.personal import line_notices
from club.people import people
from club.project.environment import BadSettings, read
from club.project.sign_in_providers import configured
from tests.support.club.logins import come_in, person
from tests.support.fake_openid import FakeOpenID
from tests.support.provider_visits import visit
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db
TOKEN = "line-token/" + "k" * 40
ID = "U" + "0123456789abcdef" * 2
CHOSEN = (web_push.TURN, web_push.STARTS)


@pytest.fixture
def now() -> Any:
    return timezone.now()


@pytest.fixture
def line(receiver: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    """LINE's Messaging API is the test's own server, and the club has a key of it."""
    settings.LINE_MESSAGING_TOKEN = TOKEN
    monkeypatch.setattr(line_push, "ADDRESS", f"{receiver.url.partition('/hook')[0]}/v2/bot/message/push")
    return receiver


@pytest.fixture
def player(now: Any) -> Player:
    user = get_user_model().objects.create_user("anna", password="secret")
    SocialAccount.objects.create(user=user, provider="line", uid="x", extra_data={"name": "Anna", "line_id": ID})
    return people.enrol("anna", user=user, language="en", now=now)


@pytest.fixture
def told(line: Receiver, player: Player, now: Any) -> Player:
    line_notices.choose(player, CHOSEN, web_push.KINDS, now=now)
    send_all(now)
    line.got.clear()
    return player


def tell(player: Player, now: Any, *, kind: str = web_push.TURN, key: str = "k", seconds: int = 60) -> int:
    with transaction.atomic():
        return web_push.tell(
            [player.pk],
            kind,
            key,
            lambda: ("Table 1", str(web_push.KINDS[kind])),
            "/tables/1/",
            now=now,
            seconds=seconds,
        )


def send_all(now: Any) -> None:
    while web_push.send_next(now=now):
        pass


def texts(line: Receiver) -> list[str]:
    return [json.loads(body)["messages"][0]["text"] for _headers, body in line.got]


def test_what_was_chosen_is_pushed_once_by_the_clubs_channel(told, line, now):
    for _again in range(3):
        tell(told, now)
    tell(told, now, kind=web_push.MOVED, key="other")
    send_all(now)
    ((headers, body),) = line.got
    assert headers["authorization"] == f"Bearer {TOKEN}"
    assert headers["x-line-retry-key"]
    assert json.loads(body)["to"] == ID
    (text,) = texts(line)
    assert text.startswith("Table 1: It is my turn")
    assert "/tables/1/" in text
    assert "/me/settings/" in text


def test_who_chooses_is_told_so_at_once_and_not_again_for_the_next_choice(line, player, now):
    line_notices.choose(player, [web_push.TURN], web_push.KINDS, now=now)
    line_notices.choose(player, CHOSEN, web_push.KINDS, now=now + timedelta(seconds=1))
    send_all(now + timedelta(seconds=2))
    (text,) = texts(line)
    assert "From now on the club tells you here" in text


def test_whoever_chooses_again_and_again_has_no_more_than_the_day_allows(line, player, now):
    for at in range(line_notices.MOST_A_DAY * 2):
        line_notices.choose(player, [], web_push.KINDS, now=now + timedelta(seconds=2 * at))
        line_notices.choose(player, CHOSEN, web_push.KINDS, now=now + timedelta(seconds=2 * at + 1))
    assert PushMessage.objects.count() == line_notices.MOST_A_DAY


def test_it_comes_in_the_players_language(told, line, now):
    people.change(told.pk, {"language": "ja"}, by=None, now=now)
    tell(told, now)
    send_all(now)
    assert "配信停止" in texts(line)[0]


def test_a_few_come_a_day_and_the_next_day_more(told, now):
    for at in range(line_notices.MOST_A_DAY + 5):
        tell(told, now, key=f"k{at}")
    assert PushMessage.objects.count() == line_notices.MOST_A_DAY
    assert tell(told, now + timedelta(days=1, seconds=1), key="next") == 1


def test_what_is_late_is_not_sent(told, line, now):
    tell(told, now, seconds=5)
    send_all(now + timedelta(seconds=6))
    assert line.got == []


@pytest.mark.parametrize("status", line_notices.UNREACHABLE)
def test_who_cannot_be_reached_is_told_so_and_nothing_more_is_tried(told, line, now, status):
    line.answers = [(status, '{"message":"Failed to send messages"}')]
    tell(told, now)
    send_all(now)
    assert PushMessage.objects.get(key="k").status == status
    assert tell(told, now, key="later") == 0
    assert not web_push.is_anybody_called(web_push.TURN)
    send_all(now)
    assert len(line.got) == 1
    client = Client()
    client.force_login(told.user)
    assert "LINE does not take what the club sends you" in client.get("/me/settings/").content.decode()
    line_notices.choose(told, CHOSEN, web_push.KINDS, now=now + timedelta(seconds=1))
    send_all(now + timedelta(seconds=1))
    assert len(line.got) == 2, "it is tried again, by the first message"
    assert tell(told, now, key="again") == 1


@pytest.mark.parametrize("status", [401, 429, 500, 503])
def test_a_fault_that_is_not_the_persons_is_logged_and_not_tried_again(told, line, now, status, caplog):
    line.answers = [(status, f"no {TOKEN} for {ID}")]
    tell(told, now)
    send_all(now)
    send_all(now)
    assert len(line.got) == 1
    assert LineNotices.objects.get().unreachable_at is None
    assert f"was not told by LINE: {status}" in caplog.text
    assert TOKEN not in caplog.text
    assert ID not in caplog.text


def test_a_line_that_is_away_stops_nobody(told, line, now):
    line.server.shutdown()
    line.server.server_close()
    tell(told, now)
    send_all(now)
    assert not web_push.waiting().exists()


def test_without_a_key_nobody_is_offered_it_and_nothing_is_sent(told, line, now, settings):
    tell(told, now)
    settings.LINE_MESSAGING_TOKEN = ""
    send_all(now)
    assert line.got == []
    assert tell(told, now, key="other") == 0
    with pytest.raises(ClubError, match="not linked to LINE"):
        line_notices.choose(told, CHOSEN, web_push.KINDS, now=now)


@pytest.mark.parametrize("kept", [{}, {"line_id": ""}, {"line_id": "U123"}, {"line_id": 5}, {"line_id": "C" + ID[1:]}])
def test_whoever_has_no_id_of_a_person_there_cannot_choose_it(line, player, now, kept):
    SocialAccount.objects.update(extra_data=kept)
    assert not line_notices.is_offered(player)
    with pytest.raises(ClubError):
        line_notices.choose(player, CHOSEN, web_push.KINDS, now=now)


def test_who_takes_the_account_off_hears_no_more(told, line, now):
    tell(told, now)
    SocialAccount.objects.all().delete()
    send_all(now)
    assert line.got == []
    assert tell(told, now, key="other") == 0


def test_whoever_is_erased_is_told_no_more(told, now):
    tell(told, now)
    erasing.erase(told.pk, by=None, now=now)
    assert not LineNotices.objects.exists()
    assert not PushMessage.objects.exists()


def test_a_kind_that_there_is_not_is_refused(line, player, now):
    with pytest.raises(ClubError) as refused:
        line_notices.choose(player, ["weather"], web_push.KINDS, now=now)
    assert refused.value.code == "unknown_kind"


# -- the id there -----------------------------------------------------------------------------------------------------


@pytest.fixture
def login(settings: Any) -> Iterator[FakeOpenID]:
    """LINE Login, as the club's settings name it."""
    fake = FakeOpenID()
    fake.person = {"sub": ID, "name": "Mika"}
    settings.SIGN_IN_PROVIDERS = [fake.app(key="line", name="LINE", keeps_subject_as="line_id")]
    yield fake
    fake.server.shutdown()
    fake.server.server_close()


def test_the_id_is_kept_where_the_club_has_a_key_and_told_to_its_owner(line, login):
    mika = person("mika")
    visit(come_in("mika"), login, key="line", process="connect")
    player = Player.objects.get(user=mika)
    assert line_notices.account_of(player) == ID
    assert personal_data_copy.everything_about(player)["login"]["providers"][0]["line_id"] == ID
    assert ID not in str(provider_logins.told(mika))


def test_without_a_key_no_id_is_kept_and_one_that_was_goes_at_the_next_visit(line, login, settings):
    mika = person("mika")
    visit(come_in("mika"), login, key="line", process="connect")
    settings.SIGN_IN_PROVIDERS = [login.app(key="line", name="LINE")]
    visit(Client(), login, key="line")
    assert ID not in str(SocialAccount.objects.get(user=mika).extra_data)


def test_settings_of_line_go_together():
    whole = {"LINE_CLIENT_ID": "1234567890", "LINE_CLIENT_SECRET": "s" * 32}
    assert "keeps_subject_as" not in configured(read(whole))[0]["settings"]
    found = configured(read(whole | {"LINE_MESSAGING_TOKEN": TOKEN, "LINE_ACCOUNT": "@123abcde"}))
    assert found[0]["settings"]["keeps_subject_as"] == line_notices.KEPT_AS
    for given, words in (
        ({"LINE_MESSAGING_TOKEN": TOKEN}, "LINE_CLIENT_ID must be set as well"),
        (whole | {"LINE_ACCOUNT": "@123abcde"}, "LINE_MESSAGING_TOKEN must be set as well"),
        (whole | {"LINE_MESSAGING_TOKEN": "hush"}, "LINE_MESSAGING_TOKEN must be"),
        (whole | {"LINE_MESSAGING_TOKEN": TOKEN, "LINE_ACCOUNT": "club"}, "LINE_ACCOUNT is 'club', but must be"),
    ):
        with pytest.raises(BadSettings) as refused:
            read(given)
        assert words in str(refused.value)
        assert TOKEN not in str(refused.value)
        assert "hush" not in str(refused.value)
