"""What a player did, motion by motion, and what of it may count: the evidence before the floor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from engine.errors import EngineError
from engine.messages.floor import MotionText
from engine.messages.message import Quoted
from engine.rulings.recognised_words import Said, hear, joined
from engine.rulings.situation import Situation


class BadMotion(EngineError):
    """Something that a player cannot have done; the message says what would be right."""

    code = "bad_motion"


LONGEST_SAID = 500  # characters


@dataclass(frozen=True, slots=True)
class Motion:
    """One motion: whatever happened together. Order in a sequence of motions is order in time.

    said: the words. chips: the value of each chip pushed forward. taps: of the table. is_cards_forward: the cards were pushed
    forward face down. taken_back: chips of an earlier bet of this round that were drawn back. Raises `BadMotion`.
    """

    said: str = ""
    chips: tuple[int, ...] = ()
    taps: int = 0
    is_cards_forward: bool = False
    taken_back: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.said, str):
            raise BadMotion(MotionText.WORDS(said=Quoted(self.said)), field="said")
        if len(self.said) > LONGEST_SAID:
            raise BadMotion(MotionText.LONG_WORDS(most=LONGEST_SAID), field="said")
        for name in ("chips", "taken_back"):
            for chip in getattr(self, name):
                if type(chip) is not int or chip < 1:
                    raise BadMotion(MotionText.CHIP(name=name, chip=Quoted(chip)), field=name)
        if type(self.taps) is not int or self.taps < 0:
            raise BadMotion(MotionText.TAPS(taps=Quoted(self.taps)), field="taps")
        if type(self.is_cards_forward) is not bool:
            raise BadMotion(MotionText.CARDS_FORWARD(), field="is_cards_forward")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Motion:
        """A motion as JSON has it: its fields by name, chips as lists. Raises `BadMotion`, naming the fields there are."""
        known = [field.name for field in fields(cls)]
        strange = sorted(set(data) - set(known))
        if strange:
            raise BadMotion(MotionText.UNKNOWN_MEMBER(names=[*strange], known=[*known]), field=strange[0])
        values = dict(data)
        for name in ("chips", "taken_back"):
            if name in values:
                if not isinstance(values[name], list):
                    raise BadMotion(MotionText.CHIPS(name=name), field=name)
                values[name] = tuple(values[name])
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The motions, sorted out. Amounts are chips.

    said: the declaration that counts, or what was said that declares nothing. chips: those of the first motion that brought
    any; `pushed` is the worth of every chip pushed, `taken_back` of those drawn back. `words_at` and `deed_at` say in which
    motion the declaration and the first chips, taps or cards came; -1: there were none.
    """

    said: Said
    chips: tuple[int, ...]
    pushed: int
    taken_back: int
    is_all_taken_back: bool
    taps: int
    is_cards_forward: bool
    words_at: int
    deed_at: int

    @property
    def is_string(self) -> bool:
        """True if chips came in several motions."""
        return self.pushed > sum(self.chips)

    @property
    def are_words_late(self) -> bool:
        """True if the declaration came after chips, taps or cards."""
        return 0 <= self.deed_at < self.words_at

    @property
    def are_words_with(self) -> bool:
        """True if words and chips came in one motion."""
        return 0 <= self.deed_at == self.words_at


def gather(situation: Situation, motions: Sequence[Motion]) -> Evidence:
    """Sort out what was said and done. Raises `BadMotion` for what this player cannot have done."""
    pushed = [chip for motion in motions for chip in motion.chips]
    back = [chip for motion in motions for chip in motion.taken_back]
    _check(situation, pushed, back)
    chips_at = _first([bool(motion.chips) for motion in motions])
    deed_at = _first([bool(motion.chips or motion.taps or motion.is_cards_forward) for motion in motions])
    said, words_at = _declared(motions, chips_at)
    return Evidence(
        said=said,
        chips=motions[chips_at].chips if chips_at >= 0 else (),
        pushed=sum(pushed),
        taken_back=sum(back),
        is_all_taken_back=0 < sum(back) == situation.in_front,
        taps=sum(motion.taps for motion in motions),
        is_cards_forward=any(motion.is_cards_forward for motion in motions),
        words_at=words_at,
        deed_at=deed_at,
    )


def _check(situation: Situation, pushed: list[int], back: list[int]) -> None:
    small = [chip for chip in pushed if chip < situation.chip]
    if small:
        raise BadMotion(MotionText.SMALLEST_CHIP(chip=situation.chip, small=small[0]), field="chips")
    lying = Counter(situation.front)
    if (situation.front and Counter(back) - lying) or sum(back) > situation.in_front:
        raise BadMotion(
            MotionText.TAKEN_BACK(front=Quoted(list(situation.front) or situation.in_front)),
            field="taken_back",
        )
    most = situation.all_in - situation.in_front + sum(back)
    if sum(pushed) > most:
        raise BadMotion(MotionText.MOST(most=most, pushed=sum(pushed)), field="chips", most=most)


def _first(flags: list[bool]) -> int:
    return flags.index(True) if True in flags else -1


def _declared(motions: Sequence[Motion], chips_at: int) -> tuple[Said, int]:
    """The first clear declaration, with a size said before the chips; else the first words that were said at all."""
    heard = [(at, hear(motion.said)) for at, motion in enumerate(motions) if motion.said.strip()]
    clear = [(at, said) for at, said in heard if said.is_clear]
    if not clear:
        return (heard[0][1], -1) if heard else (Said(""), -1)
    words_at, said = clear[0]
    for at, more in clear[1:]:
        if chips_at < 0 or at <= chips_at:
            said = joined(said, more)
        if more.verb and more.verb != said.verb and not said.then:
            said = Said(said.text, said.verb, said.amount, said.mode, said.is_loose, more.verb, said.doubt)
    return said, words_at
