"""What calls a player, by LINE: chosen by each, a few a day, sent once to the account by which the own login is opened.

LINE's push messages go to the id that LINE Login tells of a person, where the club's channel of LINE Login and that of the
Messaging API are under one provider at LINE. The id is kept only where the club has the key of such a channel, and goes with the
account.
LINE refuses (400, 403) whoever is no friend of the club's account, or whose id is of another provider: then nothing more is tried,
and the player's page says so, until they choose again. Of who has blocked the account LINE tells nothing.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import uuid4

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import override

from club.base import on_commit_tasks
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.models import LineNotices, Player, PushMessage
from club.notifications import line_push
from club.notifications.personal.mailed_notices import DAY, Words
from club.notifications.receivers import Given, Outcome, Said, unsaid

log = logging.getLogger(__name__)

PROVIDER = "line"  # its key among the providers by which members come in
KEPT_AS = "line_id"  # what is kept of the account there; `club.project.sign_in_providers` says so too
MOST_A_DAY = 10  # to one player; what comes beyond is not written
UNREACHABLE = (400, 403)
GREETING = "chosen"  # in the place of a kind: the first message of whoever has chosen some
GREETING_SECONDS = 600  # after which the first message is worth nothing


def is_on() -> bool:
    """True where the club has the key of a channel of the Messaging API."""
    return bool(settings.LINE_MESSAGING_TOKEN)


def account_of(player: Player) -> str:
    """The player's id at LINE; empty where the login is not linked, or was last opened by LINE before the club kept it."""
    linked = SocialAccount.objects.filter(user=player.user_id, provider=PROVIDER) if player.user_id else ()
    found = next((one.extra_data.get(KEPT_AS, "") for one in linked), "")
    return found if line_push.is_target(found) else ""


def is_offered(player: Player) -> bool:
    """True where the club may write to the player by LINE."""
    return is_on() and bool(account_of(player))


def choose(player: Player, kinds: Iterable[str], offered: Iterable[str], *, now: datetime) -> None:
    """What the player is told of by LINE; nothing for none. Whoever chooses something is told so there at once: that shows whether
    LINE takes it.

    Raises `ClubError` for a kind that is not offered so (422), and where nothing can be sent to the player (409).
    """
    wanted, known = list(dict.fromkeys(kinds)), list(offered)
    if strange := [kind for kind in wanted if kind not in known]:
        words = _("There is no notification %(kind)s; there are: %(known)s.")
        raise ClubError("unknown_kind", words % {"kind": strange[0][:40], "known": ", ".join(known)}, 422)
    if wanted and not is_offered(player):
        raise ClubError(
            "no_line_account", _("Your login is not linked to LINE, or the club sends nothing by LINE."), 409
        )
    before = of(player)
    told = {"kinds": wanted, "unreachable_at": None}
    notices, _made = LineNotices.objects.update_or_create(
        player=player, defaults=told, create_defaults=told | {"made_at": now}
    )
    if wanted and (before is None or not before.kinds or before.unreachable_at is not None):
        _greet(notices, now)


def of(player: Player) -> LineNotices | None:
    """What the player has chosen, and whether LINE takes it."""
    return LineNotices.objects.filter(player=player).first()


def told_of(kind: str) -> QuerySet[LineNotices]:
    """Who is told of that kind by LINE, and can be reached; nobody where the club has no key."""
    found = LineNotices.objects.filter(kinds__contains=kind, unreachable_at=None, player__user__is_active=True)
    linked = SocialAccount.objects.filter(provider=PROVIDER, extra_data__has_key=KEPT_AS)
    return found.filter(player__user__in=linked.values("user")) if is_on() else found.none()


def messages(
    players: Iterable[int], kind: str, key: str, words: Words, path: str, *, now: datetime, seconds: int
) -> list[PushMessage]:
    """The messages for those players by LINE, not yet written; none for who had as many today as there are."""
    found = _with_today(told_of(kind).filter(player__in=list(players)), now)
    return [_message(one, kind, key, words, path, now, seconds) for one in found.select_related("player")]


def _with_today(found: QuerySet[LineNotices], now: datetime) -> QuerySet[LineNotices]:
    today = Count("messages", filter=Q(messages__made_at__gt=now - DAY))
    return found.annotate(today=today).filter(today__lt=MOST_A_DAY)


def _message(
    one: LineNotices, kind: str, key: str, words: Words, path: str, now: datetime, seconds: int
) -> PushMessage:
    with override(one.player.language or settings.LANGUAGE_CODE):
        title, text = words()
    body = json.dumps({"title": title, "body": text, "path": path, "kind": kind}, ensure_ascii=False)
    until = now + timedelta(seconds=seconds)
    return PushMessage(lined=one, key=key[:200], body=body, made_at=now, worthless_at=until)


def _greet(notices: LineNotices, now: datetime) -> None:
    def words() -> tuple[str, str]:
        return _("Notices by LINE"), _("From now on the club tells you here what you have chosen.")

    path, key = reverse("my-settings"), f"chosen:{now.isoformat()}"
    for one in _with_today(LineNotices.objects.filter(pk=notices.pk), now).select_related("player"):
        _message(one, GREETING, key, words, path, now, GREETING_SECONDS).save()
        on_commit_tasks.send("club.tasks.push")


def hand_over(duplicate: Player, kept: Player) -> None:
    """What the duplicate chose holds for whoever stays, unless that one has chosen."""
    if not LineNotices.objects.filter(player=kept).exists():
        LineNotices.objects.filter(player=duplicate).update(player=kept)


def send(notices: LineNotices, body: Mapping[str, str], *, now: datetime) -> int:
    """One text with its page and where to hear no more, and none to whoever has stopped them meanwhile; LINE's status, 0 where
    nothing was sent.

    Raises as `club.http.safe_http.post` where LINE does not answer.
    """
    target, wanted = account_of(notices.player), [GREETING, *notices.kinds] if notices.kinds else []
    if not is_on() or not target or notices.unreachable_at is not None or body["kind"] not in wanted:
        return 0
    with override(notices.player.language or settings.LANGUAGE_CODE):
        stop = _("No more of these: %(page)s") % {"page": settings.WEB_ORIGIN + reverse("my-settings")}
    text = "\n".join([f"{body['title']}: {body['body']}", settings.WEB_ORIGIN + body["path"], "", stop])
    token = settings.LINE_MESSAGING_TOKEN
    answer = line_push.LINE.send(Given(token, target), Said(body["title"], text, str(uuid4())))
    if answer.status in UNREACHABLE:
        LineNotices.objects.filter(pk=notices.pk).update(unreachable_at=now)
    if line_push.LINE.verdict(answer).outcome is not Outcome.SENT:
        told = unsaid(unsaid(answer.text, token), target)
        log.warning("player %s was not told by LINE: %s %s", notices.player_id, answer.status, told)
    return answer.status
