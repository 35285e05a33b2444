"""Files of PokerStars text: the hands in them, played, and held against the sums that they tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.errors import EngineError
from engine.messages.cards import BoundsText
from engine.messages.records import RecordText, StarsText
from engine.notation.phh import BrokenRecord, Record
from engine.notation.phh_to_hand import Unsupported, play
from engine.notation.pokerstars import lines
from engine.notation.pokerstars.outcome_checks import check
from engine.notation.pokerstars.record import record_of_story, story_of
from engine.notation.pokerstars.told_hand import Row, told_hand
from engine.text_limits import HANDS, BeyondBounds, Limits, check_size

MOST_LINES = 5_000  # of one hand, chat among them
# A file that was asked for by mail says first for whom it is; one of many hands numbers them between asterisks.
_ASKED_FOR = re.compile(r"Transcript for your last [0-9]{1,9} hands? [^\n]*+")
_BEGIN = re.compile(
    rf"[\ufeff\s]*+(?:{_ASKED_FOR.pattern}\s*+)?(?:\*{{3,40}}+ # [0-9]{{1,9}} \*{{3,40}}+\s*+)?PokerStars [A-Z#]"
)
_OTHER_LANGUAGE = re.compile(r"[\ufeff\s]*+[^\s=#\[{\"'][^\n=]{0,60}?PokerStars\b")


def is_pokerstars(text: str) -> bool:
    """True for a text that begins as these histories do, in whatever language; no file of another notation can begin so."""
    return _BEGIN.match(text) is not None or _OTHER_LANGUAGE.match(text) is not None


def read_pokerstars(text: str, limits: Limits = HANDS) -> tuple[Record, ...]:
    """The hands of a text as PHH records, each of which was played and comes out as it is told.

    Raises `BrokenRecord`, with the line where it can, for a text that is none and a hand that cannot have been played;
    `Unsupported` for a hand of a tournament, or of a game that is not read; `BeyondBounds`.
    """
    check_size(text, limits)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BrokenRecord(StarsText.NO_TEXT()) from None
    if "\0" in text:
        raise BrokenRecord(StarsText.NO_TEXT())
    records = tuple(_record(rows) for rows in _hands(text))
    if not records:
        raise BrokenRecord(StarsText.NO_HAND())
    return records


def _hands(text: str) -> Iterator[list[Row]]:
    """The lines of each hand that hold something."""
    begun: list[Row] = []
    for number, row in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        plain = row.strip("\ufeff \t")
        if not plain or plain.startswith("****") or (not begun and _ASKED_FOR.fullmatch(plain)):
            continue
        if lines.BEGIN.fullmatch(plain):
            if begun:
                yield begun
            begun = []
        elif not begun:
            raise BrokenRecord(StarsText.NO_HAND())
        if len(begun) == MOST_LINES:
            raise BeyondBounds(BoundsText.TOO_MANY_PARTS(most=MOST_LINES), most=MOST_LINES)
        begun.append((number, plain))
    if begun:
        yield begun


def _record(rows: Sequence[Row]) -> Record:
    told = told_hand(rows)
    try:
        story = story_of(told)
    except (BrokenRecord, Unsupported):
        raise
    except EngineError as wrong:
        raise BrokenRecord(RecordText.CANNOT_BEGIN(hand=told.name, why=wrong.message), hand=told.name) from None
    record = record_of_story(story)
    rake = sum(map(story.chips, told.rakes))
    if rake:  # the rake that was taken is the rule of this hand
        rules = {**record.fields["_rules"], "rake_flat": rake, "no_flop_no_drop": False}
        record = replace(record, fields={**record.fields, "_rules": rules})
    hand = play(record, 1).hand
    if not hand.is_over:
        raise BrokenRecord(RecordText.ENDS_EARLY(hand=record.name, offers=hand.asks[0].offered()), hand=record.name)
    check(story, hand)
    stacks = [hand.stacks[seat] for seat in story.forced.places]
    return replace(record, fields={**record.fields, "finishing_stacks": stacks})
