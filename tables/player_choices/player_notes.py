"""Notes and marks that a player keeps of others. Only their writer ever sees them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from club.database.prepared_queries import Rows, read
from club.http.text_validation import is_impossible
from club.models import Player
from tables.core.errors import Refused
from tables.models import PlayerNote

MOST_LETTERS = 500
_NOTES = Rows(PlayerNote, "WHERE own.writer_id = %s AND own.about_id = ANY(%s)")
Told = dict[str, dict[str, str]]


def of_others(writer: Player, players: Iterable[int]) -> Told:
    """The writer's notes on those of the players of whom there is one, by the player's id as text."""
    (found,) = read(notes(writer, players))
    return told_notes(found)


def notes(writer: Player, players: Iterable[int]) -> tuple[Rows[PlayerNote], list[Any]]:
    """The question of `of_others`, to be sent together with others (`club.database.prepared_queries.read`)."""
    return _NOTES, [writer.pk, list(players)]


def told_notes(found: list[PlayerNote]) -> Told:
    """The answer to it."""
    return {str(one.about_id): {"mark": one.mark, "text": one.text} for one in found}


def note(writer: Player, about_id: int, mark: str, text: str, *, now: datetime) -> None:
    """Keep a mark and words about a player in place of any before; neither: no note. Raises `Refused` for an unknown player or
    mark, oneself, or words that cannot be kept."""
    words = " ".join(text.split())
    if mark not in PlayerNote.Mark.values:
        known = ", ".join(value for value in PlayerNote.Mark.values if value)
        raise Refused("no_such_mark", _("There are these marks: %(known)s.") % {"known": known}, 422)
    if len(words) > MOST_LETTERS or is_impossible(words):
        raise Refused("bad_words", _("A note has %(most)s letters at most.") % {"most": MOST_LETTERS}, 422)
    about = Player.objects.filter(pk=about_id, erased_at=None).exclude(pk=writer.pk).first()
    if about is None:
        raise Refused("unknown_player", _("There is no such other player."), 404)
    kept = PlayerNote.objects.filter(writer=writer, about=about)
    if not mark and not words:
        kept.delete()
    else:
        PlayerNote.objects.update_or_create(
            writer=writer, about=about, defaults={"mark": mark, "text": words, "at": now}
        )
