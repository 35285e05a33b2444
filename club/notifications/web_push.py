"""Web push (RFC 8030, 8291, 8292): a player's browsers are told what calls the player, also where no page is open.

Who is told, and of what, each player chooses; it may come by LINE as well, some of it by e-mail (`personal`), from the same rows.
A message is a row written once for each key; a worker marks it before it sends
it, so that nobody is called twice by one thing, and what is late is not sent at all. The push service is whatever address the
browser named: nothing is sent into the club's own network (`club.http.safe_http`), and what is said is sealed for the browser.
"""

from __future__ import annotations

import base64
import binascii
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import override
from py_vapid import Vapid02
from urllib3.exceptions import HTTPError

from club.base import on_commit_tasks
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.database.prepared_queries import Lines, read
from club.http import safe_http
from club.models import LineNotices, MailedNotices, Notice, Player, PushDevice, PushMessage
from club.notifications.personal import line_notices, mailed_notices

log = logging.getLogger(__name__)

TURN, SEAT, STARTS, MOVED, ANNOUNCED = (one.value for one in Notice)
KINDS = dict(Notice.choices)
MAILED = (STARTS, ANNOUNCED)  # also by e-mail, for whoever wants it so (`mailed_notices` says why no others)
MOST_DEVICES = 10  # of one player; the oldest makes room
POINT_BYTES, AUTH_BYTES = 65, 16
SIGNED_FOR = timedelta(hours=12)  # a push service refuses more than a day
KEPT = timedelta(days=2)
GONE = (404, 410)  # the browser wants nothing more

_CHOSEN = Lines(
    "SELECT EXISTS (SELECT FROM club_pushdevice WHERE kinds ?| %s) OR EXISTS (SELECT FROM club_mailednotices WHERE kinds ?| %s)"
    " OR EXISTS (SELECT FROM club_linenotices WHERE kinds ?| %s)"
)

Words = Callable[[], tuple[str, str]]  # a title and a text, in the language that is set


# -- who is told ------------------------------------------------------------------------------------------------------


def subscribe(
    player: Player, endpoint: str, public_key: str, auth: str, *, kinds: Iterable[str], name: str, now: datetime
) -> PushDevice:
    """Have a browser called, by the address and the keys that it gave; one that is known is the player's from now on.

    Raises `ClubError` for an address to which nothing is sent, keys that are none, or a kind that there is not.
    """
    parts = safe_http.read_url(endpoint)
    if len(endpoint) > 700:
        raise ClubError("bad_url", _("An address has %(most)s characters at most.") % {"most": 700}, 422)
    safe_http.addresses(str(parts.hostname), parts.port or 443)
    _check_keys(public_key, auth)
    told = {"player": player, "public_key": public_key, "auth": auth, "kinds": chosen(kinds), "name": name[:120]}
    with transaction.atomic():
        device, _made = PushDevice.objects.update_or_create(
            endpoint=endpoint.strip(), defaults=told, create_defaults=told | {"made_at": now}
        )
        _make_room(player)
    return device


def _make_room(player: Player) -> None:
    """The oldest devices beyond what one player may have go."""
    old = PushDevice.objects.filter(player=player).order_by("-made_at", "-pk").values_list("pk", flat=True)
    PushDevice.objects.filter(pk__in=list(old[MOST_DEVICES:])).delete()


def choose(player: Player, kinds: Iterable[str], device: int | None = None) -> None:
    """What that device of the player's is called for; None: all of them. Raises `ClubError` for a kind that there is not."""
    found = PushDevice.objects.filter(player=player)
    (found if device is None else found.filter(pk=device)).update(kinds=chosen(kinds))


def forget(player: Player, device: int | None = None) -> None:
    """Call that device of the player's no more; None: none of them, no mailbox, and no account of LINE."""
    if device is None:
        LineNotices.objects.filter(player=player).delete()
        MailedNotices.objects.filter(player=player).delete()
    found = PushDevice.objects.filter(player=player)
    (found if device is None else found.filter(pk=device)).delete()


def hand_over(duplicate: Player, kept: Player) -> None:
    """The duplicate's devices, and what was chosen by mail and LINE, are those of whoever stays."""
    PushDevice.objects.filter(player=duplicate).update(player=kept)
    _make_room(kept)
    mailed_notices.hand_over(duplicate, kept)
    line_notices.hand_over(duplicate, kept)


def chosen(kinds: Iterable[str]) -> list[str]:
    """The kinds, each once. Raises `ClubError` for one that there is not."""
    wanted = list(dict.fromkeys(kinds))
    if strange := [kind for kind in wanted if kind not in KINDS]:
        words = _("There is no notification %(kind)s; there are: %(known)s.")
        raise ClubError("unknown_kind", words % {"kind": strange[0][:40], "known": ", ".join(KINDS)}, 422)
    return wanted


def _check_keys(public_key: str, auth: str) -> None:
    try:
        point, secret = _bytes(public_key), _bytes(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        is_right = len(point) == POINT_BYTES and len(secret) == AUTH_BYTES
    except (ValueError, binascii.Error):
        is_right = False
    if not is_right:
        raise ClubError("bad_keys", _("These are no keys of a browser's subscription; subscribe again."), 422)


def _bytes(text: str) -> bytes:
    return base64.b64decode(text[:200].encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


# -- what is told -----------------------------------------------------------------------------------------------------


def _devices(kind: str) -> QuerySet[PushDevice]:
    """The devices that are called for that kind; none of whose login is closed."""
    return PushDevice.objects.filter(kinds__contains=kind, player__user__is_active=True)


def is_anybody_called(*kinds: str) -> bool:
    """True if any device is called for one of these, or somebody by e-mail or LINE."""
    # Asked at every act of the floor, and mostly nobody is: whether anybody has chosen it is one short question.
    [[(is_chosen,)]] = read((_CHOSEN, [list(kinds)] * 3))
    return is_chosen and any(_is_called_for(kind) for kind in kinds)


def _is_called_for(kind: str) -> bool:
    personal = (told_of(kind) for told_of in (mailed_notices.told_of, line_notices.told_of))
    return _devices(kind).exists() or any(found.exists() for found in personal)


def called(kind: str) -> list[int]:
    """The players who are called for it."""
    devices = _devices(kind).values_list("player_id", flat=True)
    mailed = mailed_notices.told_of(kind).values_list("player_id", flat=True)
    return sorted({*devices, *mailed, *line_notices.told_of(kind).values_list("player_id", flat=True)})


def is_called(kind: str) -> Q:
    """Of rows with a `player`: those whose player is called for it at once, by a device or by LINE."""
    devices = _devices(kind).values("player")
    return Q(player__in=devices) | Q(player__in=line_notices.told_of(kind).values("player"))


def tell(players: Iterable[int], kind: str, key: str, words: Words, path: str, *, now: datetime, seconds: int) -> int:
    """Write to the devices, mailboxes and accounts of LINE of those players that are called for that kind, in the caller's
    transaction; how many.

    key: what makes it one, so that it is told once however often it is found. words: in each player's language. path: of the page
    that opens. seconds: after which it is worth nothing.
    """
    listed = list(players)
    found = _devices(kind).filter(player__in=listed).select_related("player")
    made = mailed_notices.messages(listed, kind, key, words, path, now=now, seconds=seconds)
    made += line_notices.messages(listed, kind, key, words, path, now=now, seconds=seconds)
    for device in found:
        with override(device.player.language or settings.LANGUAGE_CODE):
            title, text = words()
        body = json.dumps({"title": title, "body": text, "path": path, "tag": f"{kind}:{path}"}, ensure_ascii=False)
        until = now + timedelta(seconds=seconds)
        made.append(PushMessage(device=device, key=key[:200], body=body, made_at=now, worthless_at=until))
    if made:
        PushMessage.objects.bulk_create(made, ignore_conflicts=True)
        on_commit_tasks.send("club.tasks.push")
    return len(made)


def is_told(key: str) -> bool:
    """True if anybody was told of it already."""
    return PushMessage.objects.filter(key=key).exists()


# -- sending ----------------------------------------------------------------------------------------------------------


def waiting() -> QuerySet[PushMessage]:
    """The messages that wait to be sent."""
    return PushMessage.objects.filter(state=PushMessage.State.WAITING)


def send_next(*, now: datetime) -> bool:
    """Send the oldest message that waits, those to devices and LINE before mails, which are worth as much an hour later; false if
    there is none. It is marked first: a worker that is killed half way has told nothing, and nobody is called twice."""
    with transaction.atomic():
        free = (
            waiting()
            .select_for_update(skip_locked=True, of=("self",))
            .select_related("device", "mailed__player__user", "lined__player__user")
        )
        message = free.order_by(F("mailed").asc(nulls_first=True), "made_at", "pk").first()
        if message is None:
            return False
        message.state = PushMessage.State.SENT
        message.save(update_fields=["state"])
    if message.worthless_at > now:
        _send(message, now)
    return True


def _send(message: PushMessage, now: datetime) -> None:
    if message.device is not None:
        _call(message, message.device, now)
    elif message.lined is not None:
        _push_by_line(message, message.lined, now)
    else:
        _mail(message)


def _push_by_line(message: PushMessage, notices: LineNotices, now: datetime) -> None:
    try:
        status = line_notices.send(notices, json.loads(message.body), now=now)
    except (HTTPError, OSError, ClubError) as fault:
        log.warning("player %s was not told by LINE: %s", notices.player_id, type(fault).__name__)
        return
    PushMessage.objects.filter(pk=message.pk).update(status=status)


def _mail(message: PushMessage) -> None:
    assert message.mailed is not None
    try:
        mailed_notices.send(message.mailed, json.loads(message.body))
    except OSError as fault:
        log.warning("player %s was not told by e-mail: %s", message.mailed.player_id, fault)


def _call(message: PushMessage, device: PushDevice, now: datetime) -> None:
    try:
        answer = safe_http.post(device.endpoint, sealed(device, message.body.encode()), _headers(message, device, now))
    except (HTTPError, OSError, ClubError) as fault:
        log.warning("device %s was not called: %s", device.pk, fault)
        return
    if answer.status in GONE:
        device.delete()
        return
    PushMessage.objects.filter(pk=message.pk).update(status=answer.status)
    if not 200 <= answer.status < 300:
        log.warning("device %s was not called: its push service answers %s", device.pk, answer.status)


def sealed(device: PushDevice, body: bytes) -> bytes:
    """The words as the browser of that device alone can read them (RFC 8291)."""
    own = ec.generate_private_key(ec.SECP256R1())
    told: bytes = http_ece.encrypt(
        body, private_key=own, dh=_bytes(device.public_key), auth_secret=_bytes(device.auth), version="aes128gcm"
    )
    return told


def _headers(message: PushMessage, device: PushDevice, now: datetime) -> Mapping[str, str]:
    parts = urlsplit(device.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{settings.DEFAULT_FROM_EMAIL}",
    }
    signed: dict[str, str] = _key().sign(claims)
    left = max(0, int((message.worthless_at - now).total_seconds()))
    return {**signed, "Content-Encoding": "aes128gcm", "TTL": str(left), "Urgency": "high"}


def _key() -> Vapid02:
    return Vapid02.from_raw(settings.VAPID_KEY.encode())


def public_key() -> str:
    """What a browser is given to subscribe with: the club's key, as base64url."""
    point = _key().public_key.public_numbers()
    raw = b"\x04" + point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big")
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def prune(*, now: datetime) -> int:
    """Forget what was told long ago; how many."""
    return PushMessage.objects.filter(made_at__lte=now - KEPT).delete()[0]
