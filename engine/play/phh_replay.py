"""Published hands played and compared with the stacks they recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.errors import EngineError
from engine.notation.hand_texts import read
from engine.notation.phh import Record, shown, units
from engine.notation.phh_to_hand import Unsupported
from engine.play.any_game import play
from engine.text_limits import FILES


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one recorded hand. `ok`: True, False, or None where nothing could be compared; `why` says which."""

    file: str
    hand: str
    game: str
    finishing_stacks: list[int | float] | None
    ok: bool | None
    why: str
    code: str = ""  # of the error, where there was one

    def as_json(self) -> dict[str, Any]:
        """The members in order."""
        return {name: getattr(self, name) for name in self.__slots__}


def replay_text(text: str, file: str) -> Iterator[Outcome]:
    """The outcomes of a file's hands, in order; a file that cannot be read is one outcome that is not ok."""
    try:
        records = read(text, FILES)
    except EngineError as wrong:
        yield Outcome(file, "1", "", None, False, str(wrong), wrong.code)
        return
    for record, per in zip(records, units(records), strict=True):
        yield replay_record(record, per, file)


def replay_record(record: Record, per: int, file: str) -> Outcome:
    """Play one record and compare. `per` is the number of smallest units in one of the file's chips."""
    code = str(record.fields["variant"])
    try:
        story = play(record, per)
    except Unsupported as wrong:
        return Outcome(file, record.name, code, None, None, str(wrong), wrong.code)
    except EngineError as wrong:
        return Outcome(file, record.name, code, None, False, str(wrong), wrong.code)
    if not story.hand.is_over:
        if story.finishing is None:
            return Outcome(file, record.name, code, None, None, "the record ends before the hand does")
        return Outcome(file, record.name, code, None, False, f"the record ends at {story.hand.asks[0].words()}")
    stacks = story.stacks()
    ours = [shown(chips, per) for chips in stacks]
    if story.finishing is None:
        return Outcome(file, record.name, code, ours, None, "no finishing stacks recorded")
    if tuple(stacks) == story.finishing:
        return Outcome(file, record.name, code, ours, True, "")
    recorded = [
        float(one) if one.denominator > 1 else int(one) for one in (Fraction(chips, per) for chips in story.finishing)
    ]
    return Outcome(file, record.name, code, ours, False, f"recorded {recorded}, played {ours}")
