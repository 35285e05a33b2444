"""What calls a player, by e-mail: chosen by each, a few a day, each with the way to hear no more.

By mail is offered what is worth reading an hour later. A turn lasts seconds, a seat is kept for minutes, and whoever is moved sits
in the room: a mail about these would come too late, and many times an evening.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import Count, F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import override

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.models import MailedNotices, Player, PushMessage
from club.notifications import mail

log = logging.getLogger(__name__)

MOST_A_DAY = 10  # to one player; what comes beyond is not written
DAY = timedelta(days=1)
_SALT = "club.mailed-notices"

Words = Callable[[], tuple[str, str]]  # as in `web_push`


def is_offered(player: Player) -> bool:
    """True where there is a mail server, and the player's login has an address that its owner has confirmed."""
    return mail.is_sent() and player.user is not None and _confirmed().filter(user=player.user).exists()


def must_confirm(player: Player) -> bool:
    """True where it would be offered, had the owner of the login's address confirmed it."""
    has_address = player.user is not None and bool(player.user.email)
    return mail.is_sent() and has_address and not is_offered(player)


def _confirmed() -> QuerySet[EmailAddress]:
    """The logins' own addresses that were confirmed: to another the club would write at the wish of whoever typed it."""
    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(verified=True, email__iexact=F("user__email"))
    return found


def choose(player: Player, kinds: Iterable[str], offered: Iterable[str], *, now: datetime) -> None:
    """What the player is told of by e-mail; nothing for none.

    Raises `ClubError` for a kind that is not offered so (422), and where no mail can be sent to the player (409).
    """
    wanted, known = list(dict.fromkeys(kinds)), list(offered)
    if strange := [kind for kind in wanted if kind not in known]:
        words = _("There is no notification %(kind)s; there are: %(known)s.")
        raise ClubError("unknown_kind", words % {"kind": strange[0][:40], "known": ", ".join(known)}, 422)
    if wanted and not is_offered(player):
        raise ClubError("no_address", _("Your login has no confirmed e-mail address, or the club sends no mail."), 409)
    MailedNotices.objects.update_or_create(
        player=player, defaults={"kinds": wanted}, create_defaults={"kinds": wanted, "made_at": now}
    )


def chosen(player: Player) -> list[str]:
    """What the player is told of by e-mail."""
    found = MailedNotices.objects.filter(player=player).first()
    return [] if found is None else list(found.kinds)


def told_of(kind: str) -> QuerySet[MailedNotices]:
    """Who is told of that kind by e-mail; nobody where no mail is sent."""
    found = MailedNotices.objects.filter(kinds__contains=kind, player__user__is_active=True)
    return found.filter(player__user__in=_confirmed().values("user")) if mail.is_sent() else found.none()


def messages(
    players: Iterable[int], kind: str, key: str, words: Words, path: str, *, now: datetime, seconds: int
) -> list[PushMessage]:
    """The messages for the mailboxes of those players, not yet written; none for who had as many today as there are."""
    today = Count("messages", filter=Q(messages__made_at__gt=now - DAY))
    found = told_of(kind).filter(player__in=list(players)).annotate(today=today).filter(today__lt=MOST_A_DAY)
    made = []
    for mailbox in found.select_related("player"):
        with override(mailbox.player.language or settings.LANGUAGE_CODE):
            title, text = words()
        body = json.dumps({"title": title, "body": text, "path": path, "kind": kind}, ensure_ascii=False)
        until = now + timedelta(seconds=seconds)
        made.append(PushMessage(mailed=mailbox, key=key[:200], body=body, made_at=now, worthless_at=until))
    return made


def send(mailbox: MailedNotices, body: Mapping[str, str]) -> None:
    """One mail, with its page and the way to hear no more (RFC 2369, RFC 8058); none to whoever has stopped them meanwhile.

    Raises OSError if the mail server does not take it.
    """
    user = mailbox.player.user
    if user is None or body.get("kind") not in mailbox.kinds or not is_offered(mailbox.player):
        return
    with override(mailbox.player.language or settings.LANGUAGE_CODE):
        stop = settings.WEB_ORIGIN + reverse("notices-stop", args=[token_of(mailbox.player)])
        lines = [
            body["body"],
            "",
            settings.WEB_ORIGIN + body["path"],
            "",
            _("No more of these mails: %(page)s") % {"page": stop},
        ]
        headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        text = "\n".join(lines) + mail.signature()
        EmailMessage(mail.titled(body["title"]), text, mail.sender(), [user.email], headers=headers).send()


def token_of(player: Player) -> str:
    """What the way to hear no more names the player by: nobody can make one up."""
    return signing.Signer(salt=_SALT).sign(str(player.pk))


def stop(token: str) -> Player:
    """Tell the player of that token of nothing more by e-mail, nor the one into whom that player was merged meanwhile. Raises
    `ClubError` (404) for a token that the club has not made."""
    player = player_of_token(token)
    mailboxes = Q(player=player) | Q(player=player.merged_into_id)
    MailedNotices.objects.filter(mailboxes).update(kinds=[])
    return player


def hand_over(duplicate: Player, kept: Player) -> None:
    """What the duplicate chose holds for whoever stays, unless that one has chosen."""
    if not MailedNotices.objects.filter(player=kept).exists():
        MailedNotices.objects.filter(player=duplicate).update(player=kept)


def player_of_token(token: str) -> Player:
    """Whose it is. Raises `ClubError` (404)."""
    try:
        number = int(signing.Signer(salt=_SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        number = 0
    found = Player.objects.filter(pk=number).first()
    if found is None:
        raise ClubError("unknown_token", _("This address is not one that the club has sent."), 404)
    return found
