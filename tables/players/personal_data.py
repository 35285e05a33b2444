"""The personal data that the tables keep of a player: handed out whole, and forgotten."""

from __future__ import annotations

import base64
from typing import Any

from django.db.models import Q

from club.models import Player
from tables.models import (
    Avatar,
    ChatLine,
    ChatMute,
    ChatReport,
    ChatSilence,
    Decision,
    IntegrityFinding,
    PlayerNote,
    PrivateGuess,
    PrivateGuest,
    PrivateTable,
    Sitting,
    Study,
    Word,
)


def known(player: Player) -> dict[str, Any]:
    """Every sitting of the player, every decision made in a hand, words for shuffles, and files kept for study."""
    sittings = Sitting.objects.filter(player=player).select_related("table").order_by("pk")
    decisions = Decision.objects.filter(user=player.user).order_by("pk") if player.user_id else []
    return {
        "sittings": [
            {"table": one.table.name, "seat": one.seat, "from": one.sat_down_at, "until": one.left_at}
            for one in sittings
        ],
        "words": [
            {"table": one.table_id, "hand": one.number, "word": one.word, "at": one.at}
            for one in Word.objects.filter(player=player).order_by("pk")
        ],
        "said": [
            {"place": one.room.place, "kind": one.kind, "words": one.text, "at": one.at}
            for one in ChatLine.objects.filter(player=player).select_related("room").order_by("pk")
        ],
        "notes": [
            {"player": one.about_id, "mark": one.mark, "text": one.text, "at": one.at}
            for one in PlayerNote.objects.filter(writer=player).order_by("pk")
        ],
        "private_tables": [
            {"table": one.table.table_id, "at": one.at}
            for one in PrivateGuest.objects.filter(player=player).select_related("table").order_by("pk")
        ],
        "avatar": [
            {"picture": base64.b64encode(bytes(one.jpeg)).decode(), "at": one.set_at}
            for one in Avatar.objects.filter(player=player)
        ],
        "silenced": [{"until": one.until} for one in ChatSilence.objects.filter(player=player)],
        "reported": [
            {"place": one.line.room.place, "at": one.at}
            for one in ChatReport.objects.filter(by=player).select_related("line__room").order_by("pk")
        ],
        "not_read": list(ChatMute.objects.filter(player=player).values_list("muted", flat=True).order_by("muted")),
        "studies": [
            {"name": one.name, "added": one.added_at, "text": one.text}
            for one in Study.objects.filter(player=player).order_by("pk")
        ],
        "decisions": [{"hand": one.hand_id, "decision": one.text, "at": one.at} for one in decisions],
    }


def hand_over(duplicate: Player, kept: Player) -> None:
    """From a duplicate to the member who stays: a silence (the longer one holds), who does not read whom, notes, and files kept
    for study. What each wrote of the other goes, since they are one."""
    _carry_silence(duplicate, kept)
    # The next look counts the hands of both as those of one.
    IntegrityFinding.objects.filter(Q(first=duplicate) | Q(second=duplicate)).delete()
    Study.objects.filter(player=duplicate).update(player=kept)
    for mine, theirs in (("player", "muted"), ("muted", "player")):
        known = ChatMute.objects.filter(**{mine: kept}).values(theirs)
        held = ChatMute.objects.filter(**{mine: duplicate})
        held.exclude(**{f"{theirs}__in": known}).exclude(**{theirs: kept}).update(**{mine: kept})
        held.delete()
    for mine, theirs in (("writer", "about"), ("about", "writer")):
        known = PlayerNote.objects.filter(**{mine: kept}).values(theirs)
        held_notes = PlayerNote.objects.filter(**{mine: duplicate})
        held_notes.exclude(**{f"{theirs}__in": known}).exclude(**{theirs: kept}).update(**{mine: kept})
        held_notes.delete()
    _carry_table_choices(duplicate, kept)
    PlayerNote.objects.filter(writer=kept, about=kept).delete()
    ChatMute.objects.filter(player=kept, muted=kept).delete()


def _carry_table_choices(duplicate: Player, kept: Player) -> None:
    """Private tables that were opened, or that let the duplicate in; the kept member's avatar stands, else the duplicate's."""
    PrivateTable.objects.filter(host=duplicate).update(host=kept)
    known = PrivateGuest.objects.filter(player=kept).values("table")
    PrivateGuest.objects.filter(player=duplicate).exclude(table__in=known).update(player=kept)
    for out in PrivateGuest.objects.filter(player=duplicate).exclude(shown_out_at=None):  # who was shown out stays so
        PrivateGuest.objects.filter(player=kept, table=out.table).update(shown_out_at=out.shown_out_at)
    PrivateGuest.objects.filter(player=duplicate).delete()
    PrivateGuess.objects.filter(player=duplicate).update(player=kept)
    if not Avatar.objects.filter(player=kept).exists():
        Avatar.objects.filter(player=duplicate).update(player=kept)
    Avatar.objects.filter(player=duplicate).delete()


def _carry_silence(duplicate: Player, kept: Player) -> None:
    theirs = ChatSilence.objects.filter(player=duplicate).first()
    mine = ChatSilence.objects.filter(player=kept).first()
    if theirs is not None and (mine is None or mine.until < theirs.until):
        ChatSilence.objects.update_or_create(player=kept, defaults={"until": theirs.until, "by": theirs.by})
    if theirs is not None:
        theirs.delete()


def forget(player: Player) -> None:
    """Forget the files kept for study, and what was said and reported in chats. Words stay with the hands whose deals they are
    part of."""
    Study.objects.filter(player=player).delete()
    IntegrityFinding.objects.filter(Q(first=player) | Q(second=player)).delete()
    ChatLine.objects.filter(player=player).delete()
    Avatar.objects.filter(player=player).delete()
    PrivateGuest.objects.filter(player=player).delete()
    PrivateGuess.objects.filter(player=player).delete()
    ChatReport.objects.filter(by=player).delete()
    ChatSilence.objects.filter(player=player).delete()
    ChatMute.objects.filter(Q(player=player) | Q(muted=player)).delete()
    PlayerNote.objects.filter(Q(writer=player) | Q(about=player)).delete()
