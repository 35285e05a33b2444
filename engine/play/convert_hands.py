"""Hands in one notation written in another (``python -m engine convert``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.betting.hand import Hand
from engine.errors import EngineError
from engine.messages.message import Quoted
from engine.messages.records import RecordText
from engine.notation import hand_texts, hand_to_phh, phh
from engine.notation.hand_to_ohh import ohh_of
from engine.notation.hand_to_pokerstars import pokerstars_of
from engine.notation.ohh import write_ohh
from engine.notation.phh import BrokenRecord, Record, units
from engine.notation.phh_to_hand import Unsupported
from engine.notation.record_circumstances import units_of
from engine.play.any_game import play
from engine.text_limits import FILES

Writer = Callable[[Hand, Record, int], str]


def _as_ohh(hand: Hand, record: Record, per: int) -> str:
    return write_ohh([ohh_of(hand, record, everything=True, per=per)])


def _as_phh(_hand: Hand, record: Record, _per: int) -> str:
    return phh.write([record])


def _as_pokerstars(hand: Hand, record: Record, per: int) -> str:
    return pokerstars_of(hand, record, per=per)


WRITERS: dict[str, Writer] = {"ohh": _as_ohh, "phh": _as_phh, "pokerstars": _as_pokerstars}


def converted(text: str, to: str) -> Iterator[str | EngineError]:
    """Each hand of a text in another notation, ready to stand below one another; or why it cannot be.

    Every card that the text tells is told again, in PokerStars text those that were shown.

    Raises `BrokenRecord`, `BeyondBounds` and `Unsupported` for a text that cannot be read at all.
    """
    records = hand_texts.read(text, FILES)
    named = _named_apart(records) if to == "phh" else records
    for record, per in zip(named, units(records), strict=True):
        try:
            yield _written(record, per, WRITERS[to])
        except EngineError as wrong:
            yield wrong


def _named_apart(records: Sequence[Record]) -> Iterator[Record]:
    """The records by names no two of which are alike: PHHS has a table a hand, and no table twice."""
    taken, told = {record.name for record in records}, Counter[str]()
    for record in records:
        told[record.name] += 1
        name = record.name
        while told[record.name] > 1 and (name := f"{record.name}-{told[record.name]}") in taken:
            told[record.name] += 1
        taken.add(name)
        yield replace(record, name=name)


def _written(record: Record, per: int, writer: Writer) -> str:
    hand = play(record, per).hand
    if not isinstance(hand, Hand):
        raise Unsupported(RecordText.UNSUPPORTED(code=Quoted(record.fields["variant"])))
    if not hand.is_over:
        raise BrokenRecord(RecordText.ENDS_EARLY(hand=record.name, offers=hand.asks[0].offered()), hand=record.name)
    told = hand_to_phh.record_of(hand, name=record.name, everything=True, source=record)
    per *= units_of(record.fields)
    return writer(hand, told if "_stakes" in record.fields else hand_to_phh.in_chips(told, per), per)
