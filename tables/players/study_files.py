"""Published hands that a player keeps for study: private to the player, kept as they were uploaded, replayed when read.

Nothing of them enters the tables or the ledger. A file that holds a hand that cannot have been played is refused with the
line and the reason, and nothing of it is kept; keys that we do not know stay in the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import Player
from engine.deck.shuffle import Deck
from engine.errors import EngineError
from engine.notation.hand_texts import notation_of, read
from engine.notation.phh import REQUIRED, Record, units
from engine.notation.record_circumstances import units_of
from engine.play.any_game import AnyHand, AnyTranscript, play, replay
from tables.core import idempotent_requests
from tables.core.errors import IllegalAction, Refused
from tables.models import Study

MOST_FILES = 50  # a player's
MOST_HANDS = 500  # in a file
MOST_BYTES = 500_000  # of a file
# Fields of a record that the replay shows by itself, or that are nothing to read.
_SHOWN = frozenset(
    (*REQUIRED, "players", "seats", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet")
)


def add(player: Player, text: str, name: str, *, now: datetime, key: str = "") -> Study:
    """Keep a text in PHH, Open Hand History or PokerStars text.

    With a `key` of the request's own the same text again finds the file. Raises `Refused` (422) for one too long or one file
    too many, and for a key used for another text; `IllegalAction` (422), with the line where it can, for a text that is none
    or a hand that cannot have been played.
    """
    records = records_of(text)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        own_key = f"{player.pk}:{key}" if key else None
        made = idempotent_requests.made_by(Study.objects.all(), own_key)
        if made is not None:
            idempotent_requests.check_same(made.text == text)
            return made
        if Study.objects.filter(player=player).count() >= MOST_FILES:
            words = _("You keep %(most)s files for study, which is as many as there can be: remove one first.")
            raise Refused("too_many_files", words % {"most": MOST_FILES}, 409, most=MOST_FILES)
        return Study.objects.create(
            player=player,
            name=(name.strip() or notation_of(text))[-80:],
            text=text,
            hands=len(records),
            added_at=now,
            request_key=own_key,
        )


def records_of(text: str) -> tuple[Record, ...]:
    """The hands of a text, each of which can have been played. Raises `Refused` and `IllegalAction`, as `add` does."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        words = _("A file for study has %(most)s bytes at most.") % {"most": MOST_BYTES}
        raise Refused("file_too_long", words, 422, most=MOST_BYTES)
    try:
        records = read(text)
        if len(records) > MOST_HANDS:
            words = _("A file for study has %(most)s hands at most; this one has %(count)s.")
            raise Refused("too_many_hands", words % {"most": MOST_HANDS, "count": len(records)}, 422, most=MOST_HANDS)
        for record, per in zip(records, units(records), strict=True):
            play(record, per)
    except EngineError as error:
        raise IllegalAction(error) from error
    return records


def files_of(player: Player) -> list[Study]:
    """The player's files, newest first, without their texts."""
    return list(Study.objects.filter(player=player).defer("text").order_by("-pk"))


def file_of(player: Player, study_id: int) -> Study:
    """One of the player's files. Raises `Refused` (404) for another's, or none."""
    found = Study.objects.filter(player=player, pk=study_id).first()
    if found is None:
        raise Refused("unknown_file", _("You have no such file."), 404)
    return found


def remove(player: Player, study_id: int) -> None:
    """Forget a file. Raises `Refused` (404)."""
    file_of(player, study_id).delete()


# -- reading ----------------------------------------------------------------------------------------------------------


def contents(file: Study) -> list[dict[str, Any]]:
    """The hands of a file: `number` from 1, `name`, `game` (as the file says it), `players`."""
    return [
        {
            "number": at,
            "name": record.name,
            "game": str(record.fields["variant"]),
            "players": len(record.fields["starting_stacks"]),
        }
        for at, record in enumerate(read(file.text), 1)
    ]


def hand_at_step(file: Study, number: int, step: int) -> tuple[dict[str, Any], int]:
    """Hand `number` (from 1) after `step` decisions (at most the last there is), with every card that the file tells; and
    how many decisions there are. The dealer's answers go with the decision before them. Raises `Refused` (404)."""
    records = read(file.text)
    if not 1 <= number <= len(records):
        raise Refused("unknown_hand", _("The file has hands 1 to %(count)s.") % {"count": len(records)}, 404)
    record = records[number - 1]
    story = play(record, units(records)[number - 1])
    stops = _stops(story)
    at = min(max(step, 0), len(stops) - 1)
    hand = replay(story.start, Deck.recorded(), story.told[: stops[at]])
    numbers = [seat.number for seat in story.start.seats]
    return {
        "number": number,
        "name": record.name,
        "names": dict(zip(map(str, numbers), _names(record, len(numbers)), strict=True)),
        "scale": story.scale * units_of(record.fields),
        "more": {key: str(value) for key, value in record.fields.items() if key not in _SHOWN and key[:1] != "_"},
        "you": None,
        "view": open_view(hand),
    }, len(stops) - 1


def _stops(story: AnyTranscript) -> list[int]:
    """After how many answers somebody other than the dealer is asked, or the hand is at its end."""
    hand = replay(story.start, Deck.recorded(), ())
    stops = [0] if _is_asking(hand) else []
    for count, (number, decision) in enumerate(story.told, 1):
        hand.answer(number, decision)
        if _is_asking(hand):
            stops.append(count)
    if not stops or stops[-1] != len(story.told):
        stops.append(len(story.told))
    return stops


def _is_asking(hand: AnyHand) -> bool:
    return any(ask.seat is not None for ask in hand.asks)


def open_view(hand: AnyHand) -> dict[str, Any]:
    """The hand with every seat's cards, as each seat sees its own: for hands that are nobody's secret."""
    seen = hand.view(None)
    by_seat: Mapping[int, dict[str, Any]] = {seat: hand.view(seat) for seat in hand.seats}
    seen["seats"] = [
        next(own for own in by_seat[place["seat"]]["seats"] if own["seat"] == place["seat"]) for place in seen["seats"]
    ]
    seen["events"] = [
        event if event["seat"] is None else by_seat[event["seat"]]["events"][at]
        for at, event in enumerate(seen["events"])
    ]
    return seen


def _names(record: Record, count: int) -> list[str]:
    names = record.fields.get("players")
    if isinstance(names, list) and len(names) == count:
        return [str(name) for name in names]
    return [_("Player %(number)s") % {"number": at} for at in range(1, count + 1)]
