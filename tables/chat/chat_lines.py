"""Saying, reading, reporting and hiding lines at a table or in a tournament (`tables.chat.chat_places`).

Players and spectators are apart: who plays never reads what spectators say, since they may see more than one player does;
spectators read what players say when they see the play it is about. The floor reads all, but where one of the floor plays, that
one is a player.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.rights import has_right
from club.http.text_validation import is_impossible
from club.live import nudges
from club.models import Player, User
from club.people.eligibility import is_suspended
from tables.chat import chat_places
from tables.chat.chat_places import OFF, PLAYERS, ChatPlace
from tables.chat.words import PHRASES, REACTIONS
from tables.core.errors import Refused
from tables.models import ChatLine, ChatMute, ChatReport, ChatRoom, ChatSilence

RIGHT = "chat.moderate"
SHOWN = 60  # lines of a place
MOST_LETTERS = 200
AT_ONCE, AT_ONCE_SPAN = 5, timedelta(seconds=10)  # so many lines of one player in such a time
SILENCED = timedelta(days=1)
BLANK = "\u115f\u1160\u2800\u3164"  # letters and signs of which nothing is seen
Kind = ChatLine.Kind
NAMES: dict[str, list[str]] = {Kind.PHRASE: list(PHRASES), Kind.REACTION: list(REACTIONS)}


def is_floor(player: Player | None) -> bool:
    """True for who moderates."""
    return player is not None and player.user is not None and has_right(player.user, RIGHT)


# -- reading ----------------------------------------------------------------------------------------------------------


def as_seen_by(place: ChatPlace, viewer: Player | None, *, now: datetime) -> dict[str, Any]:
    """The newest lines that this viewer may read, the oldest first, and what the viewer may do."""
    rule, is_of_floor = place.rule, is_floor(viewer)
    room = ChatRoom.objects.filter(place=place.reference).first()
    lines = [] if room is None or rule == OFF else list(_read(room, place, viewer, now)[:SHOWN])
    return {
        **numbers(place.reference),
        "channel": place.channel,
        "rule": rule,
        "version": 0 if room is None else room.version,
        "may_say": _why_silent(place, viewer, now) is None,
        "may_moderate": is_of_floor,
        "mutes": 0 if viewer is None else ChatMute.objects.filter(player=viewer).count(),
        "lines": [_told(line, viewer, is_of_floor) for line in reversed(lines)],
        **({"silenced": _silenced(lines, now)} if is_of_floor else {}),
    }


def numbers(reference: str) -> dict[str, int | None]:
    """The number of a place by its kind (``table``), and None by every other kind."""
    kind, _colon, number = reference.partition(":")
    return {known: int(number) if kind == known else None for known in chat_places.KINDS}


def _read(room: ChatRoom, place: ChatPlace, viewer: Player | None, now: datetime) -> QuerySet[ChatLine]:
    found = ChatLine.objects.filter(room=room).select_related("player__merged_into").annotate(reported=Count("reports"))
    if place.is_player(viewer):
        found = found.filter(audience=ChatLine.Audience.TABLE)
    if is_floor(viewer):
        return found.order_by("-pk")
    muted = ChatMute.objects.filter(player=viewer).values("muted")
    found = found.filter(hidden_at=None).exclude(Q(player__in=muted) | Q(player__merged_into__in=muted))
    until = place.sees_until(viewer, now)
    if until is not None:
        found = found.filter(Q(audience=ChatLine.Audience.SPECTATORS) | Q(at__lte=until))
    return found.order_by("-pk")


def _silenced(lines: list[ChatLine], now: datetime) -> list[int]:
    """Who of those that said these lines may say nothing now: for the floor."""
    said = {line.player_id: _speaker(line) for line in lines}
    found = ChatSilence.objects.filter(player__in=said.values(), until__gt=now).values_list("player", flat=True)
    silent = set(found)
    return sorted(number for number, speaker in said.items() if speaker.pk in silent)


def _speaker(line: ChatLine) -> Player:
    """Who said a line; of a membership that was merged since, the one who stays, under whom that person speaks now."""
    return line.player.merged_into or line.player


def _told(line: ChatLine, viewer: Player | None, is_of_floor: bool) -> dict[str, Any]:
    told = {
        "id": line.pk,
        "player": line.player_id,
        "name": line.player.nickname,
        "is_floor": line.is_floor,
        "is_own": viewer is not None and line.player_id == viewer.pk,
        "audience": line.audience,
        "kind": line.kind,
        "text": line.text,
        "at": line.at,
    }
    if is_of_floor:
        told |= {"reports": getattr(line, "reported", 0), "is_hidden": line.hidden_at is not None}
    return told


# -- saying -----------------------------------------------------------------------------------------------------------


def say(place: ChatPlace, player: Player, kind: str, text: str, *, now: datetime) -> ChatLine:
    """Say words, or a phrase or reaction by its name. Raises `Refused` for who may not, or what cannot be said."""
    words = _checked(kind, text)
    with transaction.atomic():
        why = _why_silent(place, player, now)
        if why is not None:
            raise why
        room = _locked(place)
        _check_pace(player, now)
        line = ChatLine.objects.create(
            room=room,
            player=player,
            is_floor=is_floor(player) and not place.is_player(player),
            audience=_audience(place, player),
            kind=kind,
            text=words,
            at=now,
        )
        _bump(room, place)
    return line


def _checked(kind: str, text: str) -> str:
    """The words with single spaces, or the known name. Raises `Refused`."""
    if kind != Kind.WORDS:
        names = sorted(NAMES.get(kind, Kind.values))
        if kind not in NAMES or text not in names:
            words = _("There is nothing of the kind to say here: %(known)s.") % {"known": ", ".join(names)}
            raise Refused("no_such_words", words, 422)
        return text
    words = " ".join(sign for sign in text.split() if sign)
    if len(words) > MOST_LETTERS or is_impossible(words) or not words.isprintable() or not _is_seen(words):
        raise Refused("bad_words", _("Say 1 to %(most)s letters, in one line.") % {"most": MOST_LETTERS}, 422)
    return words


def _is_seen(words: str) -> bool:
    """True if there is anything to see: marks alone lie upon nothing, and the fillers of Hangul are blank letters."""
    shown = (sign for sign in unicodedata.normalize("NFKC", words) if sign not in BLANK)
    return any(unicodedata.category(sign)[0] not in "MZC" for sign in shown)


def _why_silent(place: ChatPlace, player: Player | None, now: datetime) -> Refused | None:
    """Why the player may say nothing here; None for who may."""
    rule = place.rule
    if player is None:
        return Refused("not_a_player", _("This login belongs to no player."), 403)
    if rule == OFF:
        return Refused("chat_off", _("There is no chat here."), 403)
    if not place.is_open:
        return Refused("chat_closed", _("This chat is closed."))
    silence = ChatSilence.objects.filter(player=player, until__gt=now).first()
    if silence is not None:
        return Refused("silenced", _("The floor has silenced you until then."), 403, until=silence.until.isoformat())
    if is_suspended(player, now):
        return Refused("suspended", _("While the club has suspended you, you say nothing in its chats."), 403)
    if rule == PLAYERS and not place.is_player(player) and not is_floor(player):
        return Refused("players_only", _("Only who plays here says something here."), 403)
    return None


def _audience(place: ChatPlace, player: Player) -> ChatLine.Audience:
    speaks_to_players = place.is_player(player) or is_floor(player)
    return ChatLine.Audience.TABLE if speaks_to_players else ChatLine.Audience.SPECTATORS


def _check_pace(player: Player, now: datetime) -> None:
    lately = ChatLine.objects.filter(player=player, at__gt=now - AT_ONCE_SPAN)
    if lately.count() >= AT_ONCE:
        raise Refused("too_fast", _("One moment: that was much at once."), 429)


def _locked(place: ChatPlace) -> ChatRoom:
    ChatRoom.objects.get_or_create(place=place.reference)
    return ChatRoom.objects.select_for_update().get(place=place.reference)


def _bump(room: ChatRoom, place: ChatPlace) -> None:
    ChatRoom.objects.filter(pk=room.pk).update(version=F("version") + 1)
    room.refresh_from_db(fields=["version"])
    nudges.nudge(place.channel, room.version)


# -- keeping order ----------------------------------------------------------------------------------------------------


def line_of(place: ChatPlace, line_id: int, viewer: Player, *, now: datetime) -> ChatLine:
    """A line that the viewer may read. Raises `Refused`."""
    room = ChatRoom.objects.filter(place=place.reference).first()
    found = None if room is None else _read(room, place, viewer, now).filter(pk=line_id).first()
    if found is None:
        raise Refused("unknown_line", _("There is no such line here."), 404)
    return found


def report(place: ChatPlace, line_id: int, *, by: Player, now: datetime) -> None:
    """Tell the floor of a line; the same again is harmless."""
    line = line_of(place, line_id, by, now=now)
    with transaction.atomic():
        ChatReport.objects.get_or_create(line=line, by=by, defaults={"at": now})
        _bump(_locked(place), place)


def mute(place: ChatPlace, line_id: int, *, by: Player, now: datetime) -> None:
    """Read nothing more of who said that, anywhere. Nobody mutes themselves, or the floor."""
    line = line_of(place, line_id, by, now=now)
    if _speaker(line).pk == by.pk or line.is_floor:
        raise Refused("not_muted", _("Yourself and the floor are always read."), 422)
    ChatMute.objects.get_or_create(player=by, muted=_speaker(line))


def unmute_all(player: Player) -> None:
    """Read everybody again."""
    ChatMute.objects.filter(player=player).delete()


def hide(place: ChatPlace, line_id: int, *, by: User, now: datetime, source: str = "") -> None:
    """Have nobody but the floor read a line any more. It is on record who did so, and of whose line."""
    line = _of_floor(place, line_id)
    if line.hidden_at is not None:
        return
    with transaction.atomic():
        room = _locked(place)
        ChatLine.objects.filter(pk=line.pk).update(hidden_at=now)
        _bump(room, place)
        audit_log.record(
            "chat.hidden", by=by, subject=place.reference, after={"player": line.player_id}, source=source, now=now
        )


def silence(place: ChatPlace, line_id: int, *, by: User, now: datetime, source: str = "") -> None:
    """Have who said that say nothing more for a day, anywhere."""
    speaker = _speaker(_of_floor(place, line_id))
    with transaction.atomic():
        ChatSilence.objects.update_or_create(player=speaker, defaults={"until": now + SILENCED, "by": by})
        after = {"until": (now + SILENCED).isoformat()}
        audit_log.record("chat.silenced", by=by, subject=speaker.owner, after=after, source=source, now=now)
        _bump(_locked(place), place)


def show(place: ChatPlace, line_id: int, *, by: User, now: datetime, source: str = "") -> None:
    """Have a line read again that was hidden. On record, as `hide` is; what is not hidden stays as it is."""
    line = _of_floor(place, line_id)
    if line.hidden_at is None:
        return
    with transaction.atomic():
        room = _locked(place)
        ChatLine.objects.filter(pk=line.pk).update(hidden_at=None)
        _bump(room, place)
        audit_log.record(
            "chat.shown", by=by, subject=place.reference, after={"player": line.player_id}, source=source, now=now
        )


def lift_silence(place: ChatPlace, line_id: int, *, by: User, now: datetime, source: str = "") -> None:
    """Let who said that speak again everywhere. On record; for who is not silenced nothing changes."""
    speaker = _speaker(_of_floor(place, line_id))
    with transaction.atomic():
        lifted, _each = ChatSilence.objects.filter(player=speaker, until__gt=now).delete()
        if lifted:
            audit_log.record("chat.silence-lifted", by=by, subject=speaker.owner, source=source, now=now)
            _bump(_locked(place), place)


def _of_floor(place: ChatPlace, line_id: int) -> ChatLine:
    lines = ChatLine.objects.select_related("player__merged_into")
    found = lines.filter(room__place=place.reference, pk=line_id).first()
    if found is None:
        raise Refused("unknown_line", _("There is no such line here."), 404)
    return found


def prune(*, now: datetime) -> int:
    """Forget lines older than the house rule of their place keeps them; how many."""
    gone = 0
    for room in ChatRoom.objects.filter(lines__isnull=False).distinct():
        days = chat_places.find(room.place).days_kept
        gone += ChatLine.objects.filter(room=room, at__lte=now - timedelta(days=days)).delete()[0]
    return gone
