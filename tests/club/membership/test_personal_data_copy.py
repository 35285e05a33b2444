"""The copy of all that the club keeps of a member, against the rows that there are."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone
from django.utils.translation import override

from club.accounts.api_tokens import make
from club.membership import erasing, merging, personal_data_copy
from club.models import LineNotices, MailedNotices, Player, PushDevice, PushMessage, UnsentMail, User
from club.notifications import web_push
from tests.support.club.members import client_of
from tests.support.desk import somebody, user_of

pytestmark = pytest.mark.django_db

# Rows that point at a person and are no part of their copy, and why; every other kind must be in it.
NOT_TOLD = {
    "admin.LogEntry": "what staff did in the admin: `decisions_by_you` has what was decided",
    "club.Shift": "the books' own: who stood at the desk",
    "club.TrayMove": "the books' own: who moved chips of the tray",
    "club.AwaitedChips": "a transfer of the member's, which is told with its account",
    "club.OpeningBalance": "a transfer of the member's, which is told with its account",
    "club.ClosedMonth": "the books' own: who closed them",
    "club.AskedAudit": "the books' own: who had them audited",
    "club.Webhook": "the club's own: who made it",
    "club.Invitation": "how one came in; its note is whoever wrote it's",
    "club.Transfer": "the books' own; its lines are told with the accounts",
    "club.RuleValue": "the house's own: who set a rule",
    "tables.HandSeat": "a hand is told by its sitting and decisions; its record is at one's page of hands",
    "tables.IntegrityFinding": "what is looked into: told, it could not be",
    "tables.JackpotWin": "the house's own: who decided",
    "tables.JackpotPart": "a transfer of the member's, which is told with its account",
    "tables.PrivateTable": "told by its guests, of whom the host is one",
    "tables.PrivateGuess": "wrong codes, counted and gone within the hour",
    "tables.Wait": "a place in line for a seat of an evening",
    "tables.StaffAct": "what staff did at a table: `decisions_about_you` has what is on record",
    "tournaments.KnownKey": "the house's own: who accepted a key",
    "tournaments.SharedSetImport": "the house's own: who took it in",
    "tournaments.StructureVersion": "the house's own: who wrote it",
    "tournaments.LogEntry": "the house's own: who wrote a line",
    "tournaments.Forecast": "the house's own: who asked",
}
TOLD = {
    "account.EmailAddress", "mfa.Authenticator", "socialaccount.SocialAccount", "usersessions.UserSession",
    "club.Incident", "club.Proposal", "club.AgeCheck", "club.UnsentMail", "club.Player", "club.PlayerPhoto",
    "club.AuditEntry", "club.ApiToken", "club.PushDevice", "club.MailedNotices", "club.LineNotices",
    "tables.Avatar", "tables.ChatLine", "tables.ChatReport", "tables.ChatMute", "tables.ChatSilence", "tables.Decision",
    "tables.Word", "tables.PlayerNote", "tables.PrivateGuest", "tables.Sitting", "tables.Study",
    "tournaments.Entry", "tournaments.Alternate", "tournaments.Result", "tournaments.Ticket",
}  # fmt: skip


def test_every_kind_of_row_about_a_person_is_in_the_copy_or_says_why_not():
    found = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.related_model in (Player, User)
    }
    assert found == TOLD | NOT_TOLD.keys()
    assert not TOLD & NOT_TOLD.keys()


def called(player: Player) -> PushDevice:
    """Has everything by which a member is called; its device."""
    now = timezone.now()
    device = PushDevice.objects.create(
        player=player, endpoint=f"https://push.example/{player.pk}", public_key="k" * 87, auth="secret" * 3,
        kinds=["turn"], name="Phone of mine", made_at=now,
    )  # fmt: skip
    mailed = MailedNotices.objects.create(player=player, kinds=["tournament-starts"], made_at=now)
    lined = LineNotices.objects.create(player=player, kinds=["seat"], made_at=now, unreachable_at=now)
    for number, way in enumerate(({"device": device}, {"mailed": mailed}, {"lined": lined})):
        body = json.dumps({"title": "席", "body": f"words {number}", "path": "/"}, ensure_ascii=False)
        PushMessage.objects.create(key="k", body=body, made_at=now, worthless_at=now, **way)
    return device


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_has_devices_choices_and_what_was_sent_and_no_key(language):
    mika, other = somebody("mika", user=user_of("mika")), somebody("other", user=user_of("other"))
    for player in (mika, other):
        called(player)
    UnsentMail.objects.create(user=mika.user, subject="Linked", text="Your login", since=timezone.now())
    make(mika.user, "my bot", now=timezone.now())
    with override(language):
        answer = client_of(mika).get("/api/v1/me/data/", headers={"Accept-Language": language})
    told = answer.json()
    (device,) = told["notices"]["devices"]
    assert (device["name"], device["kinds"]) == ("Phone of mine", ["turn"])
    assert told["notices"]["mail"]["kinds"] == ["tournament-starts"]
    assert told["notices"]["line"]["kinds"] == ["seat"]
    assert told["notices"]["line"]["unreachable_since"] is not None
    assert [(one["by"], one["title"], one["text"]) for one in told["notices"]["messages"]] == [
        ("device", "席", "words 0"),
        ("mail", "席", "words 1"),
        ("line", "席", "words 2"),
    ]
    assert "my bot" in [one["name"] for one in told["login"]["tokens"]]
    assert [one["subject"] for one in told["login"]["unsent_mails"]] == ["Linked"]
    assert "secret" not in answer.content.decode()
    assert f"push.example/{other.pk}" not in answer.content.decode()


def test_it_has_those_of_a_duplicate_and_after_an_erasure_none_is_left():
    mika, twice, now = somebody("mika", user=user_of("mika")), somebody("twice", user=user_of("twice")), timezone.now()
    called(twice)
    merging.merge(twice.pk, mika.pk, why="one person", by=None, now=now)
    told = personal_data_copy.everything_about(mika)
    assert [one["name"] for one in told["notices"]["devices"]] == ["Phone of mine"]
    assert told["notices"]["mail"]["kinds"] == ["tournament-starts"]
    UnsentMail.objects.create(user=mika.user, subject="Linked", text="mika", since=now)
    erasing.erase(mika.pk, by=None, now=now)
    assert not any(kept.objects.exists() for kept in (PushDevice, MailedNotices, LineNotices, PushMessage, UnsentMail))


def test_a_merge_leaves_no_more_devices_than_one_member_has():
    mika, twice = somebody("mika", user=user_of("mika")), somebody("twice", user=user_of("twice"))
    now = timezone.now()
    for number in range(web_push.MOST_DEVICES):
        for player in (mika, twice):
            PushDevice.objects.create(
                player=player, endpoint=f"https://push.example/{player.pk}/{number}", public_key="k", auth="a",
                made_at=now + timedelta(seconds=number),
            )  # fmt: skip
    merging.merge(twice.pk, mika.pk, why="one person", by=None, now=now)
    ages = sorted((one.made_at - now).total_seconds() for one in PushDevice.objects.filter(player=mika))
    assert ages == [5.0, 5.0, 6.0, 6.0, 7.0, 7.0, 8.0, 8.0, 9.0, 9.0], "the oldest made room"
    assert PushDevice.objects.count() == web_push.MOST_DEVICES


def test_a_closed_login_is_called_by_no_device():
    mika, now = somebody("mika", user=user_of("mika")), timezone.now()
    called(mika)
    PushMessage.objects.all().delete()
    User.objects.filter(pk=mika.user_id).update(is_active=False)
    assert not web_push.is_anybody_called(web_push.TURN)
    assert web_push.called(web_push.TURN) == []
    assert web_push.tell([mika.pk], web_push.TURN, "k", lambda: ("t", "b"), "/", now=now, seconds=60) == 0
