"""The personal data that the tables keep of a player: handed out whole, and forgotten."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from club.models import Player
from tables.models import ChatLine, ChatMute, Decision, PlayerNote, Sitting, Study, Word


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
            {"table": one.room.table_id, "kind": one.kind, "words": one.text, "at": one.at}
            for one in ChatLine.objects.filter(player=player).select_related("room").order_by("pk")
        ],
        "notes": [
            {"player": one.about_id, "mark": one.mark, "text": one.text, "at": one.at}
            for one in PlayerNote.objects.filter(writer=player).order_by("pk")
        ],
        "studies": [
            {"name": one.name, "added": one.added_at, "text": one.text}
            for one in Study.objects.filter(player=player).order_by("pk")
        ],
        "decisions": [{"hand": one.hand_id, "decision": one.text, "at": one.at} for one in decisions],
    }


def forget(player: Player) -> None:
    """Forget the files kept for study, and what was said in chats. Words stay with the hands whose deals they are part of."""
    Study.objects.filter(player=player).delete()
    ChatLine.objects.filter(player=player).delete()
    ChatMute.objects.filter(player=player).delete()
    PlayerNote.objects.filter(Q(writer=player) | Q(about=player)).delete()
