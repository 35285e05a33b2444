"""What a player says at the table, heard as a declaration: English, Japanese, and numbers as people say them.

>>> hear("I raise to fifteen hundred").amount
Fraction(1500, 1)
>>> hear("600にレイズ").mode, hear("600プラス").mode
('to', 'by')

Only what a declaration needs is listened for; what is left over is noise ("uh, raise please"). Where more was said than
one may be held to (a question, a condition, a denial, a guess), `Said.doubt` names it and nobody is bound by the words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

VERBS = ("fold", "check", "call", "bet", "raise", "complete", "all-in", "pot")
WITHOUT_AMOUNT = ("fold", "check", "call", "all-in", "pot", "complete")

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
)
_WORDS = {word: at for at, word in enumerate([*_ONES.split(), "eighteen", "nineteen"])}
_WORDS |= {
    word: 20 + 10 * at for at, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_TIMES = {
    "十": 10, "hundred": 100, "百": 100, "thousand": 1_000, "thou": 1_000, "grand": 1_000, "k": 1_000, "千": 1_000,
    "万": 10_000, "million": 1_000_000, "mil": 1_000_000, "m": 1_000_000, "億": 100_000_000,
}  # fmt: skip
_WITHIN = ("十", "hundred", "百", "千")  # counted within a section: two hundred thousand, 二千五百万
_KANJI = str.maketrans("〇一二三四五六七八九", "0123456789")

# What is listened for, in the order in which it is tried. The names are those of the parts of speech below.
_HEARD: tuple[tuple[str, str, str], ...] = (
    ("verb", "raise", r"\b(?:\d-?|(?:three|four|five)[ -]?)bet\b|(?:[34]|スリー|フォー|ファイブ)ベット"),
    ("verb", "all-in", r"\ball[ -]?in\b|\b(?:i )?(?:shov(?:e|es|ing)|jam)\b|オール・?イン|全部|全額"),
    ("verb", "fold", r"\bfold(?:s|ing)?\b|\bmuck\b|\bi(?:'m| am) out\b|フォ(?:ー)?ルド|(?:降|下|お)り(?:ます|る)|ダウン"),
    ("verb", "check", r"\bcheck(?:s|ing)?\b|\bknock\b|チェック"),
    ("verb", "call", r"\bcall(?:s|ing)?\b|\bi(?:'ll)? see (?:you|your|that|it)\b|コール|受け(?:ます|る)"),
    ("verb", "call", r"\bbrings?(?: it)?[ -]in\b|ブリングイン"),
    ("verb", "raise", r"\b(?:re-?)?rais(?:e|es|ing)\b|\bmakes? it\b|\bbump(?: it)?\b|リ?・?レイズ"),
    ("verb", "bet", r"\bbet(?:s|ting)?\b|\bwager\b|ベット|賭け(?:ます|る)"),
    ("verb", "complete", r"\bcomplet(?:e|es|ing)\b|コンプリート"),
    ("part", "", r"\b(?:half|third|quarter|two[ -]thirds)(?: (?:of )?(?:the )?)?(?= ?pot)|\d+/\d+|\d+ ?%|ハーフ|半分"),
    ("verb", "pot", r"\b(?:re-?)?pot\b|ポット"),
    ("size", "least", r"\bmin(?:imum)?(?=\b|rais|bet)|ミニマム|ミニ|ミン|最低額?"),
    ("size", "most", r"\bmax(?:imum)?\b|マックス|最大"),
    ("size", "by", r"\bby\b|\bplus\b|\+|\bmore\b|\bextra\b|\bon top\b|プラス|上乗せ|追加|アップ|足し"),
    ("size", "to", r"\btotal\b|\bto go\b|合計|トータル"),
    ("times", "", r"(?<=\d)[km](?![a-z])|\b[km]\b"),
    ("part", "", r"(?<=\d) ?x(?![a-z])|倍|\btimes\b"),
    ("value", "", r"\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?"),
    ("times", "", r"\b(?:hundred|thousand|thou|grand|million|mil)\b|[十百千万億]"),
    ("word", "", r"\b(?:" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")\b"),
    ("to", "", r"\bto\b"),
    ("to after", "", r"(?:点|チップ|ドル|円|g(?![a-z]))?(?:に|まで|へ)"),
    ("and", "", r"\band\b|-"),
    ("space", "", r"\s+"),
)  # fmt: skip
_LISTEN = [(kind, value, re.compile(pattern)) for kind, value, pattern in _HEARD]

_MAKE_IT = re.compile(r"\bmakes? it\b")
_DOUBTS = {
    "question": re.compile(r"\?|\bhow much\b|ですか|ますか|いくら|何点"),
    "condition": re.compile(r"\bif\b|\bunless\b|もし|(?<!それ)(?<!じゃあ)なら|(?:し|来|き|れ)たら|すれば"),
    "denial": re.compile(r"\b(?:not|don't|dont|won't|can't|never|no)\b|ない|ません"),
    "guess": re.compile(r"\b(?:maybe|perhaps|think|thinking|might|could|should|would)\b|たぶん|かも|かな|迷"),
}
# What takes back the action before it; nobody may (S1.8), so it makes no doubt of that action: "call, no, fold" is a call.
_SECOND_THOUGHT = re.compile(r"(?<=\w)[\s,.;:!…、。-]+(?:(?:no|wait|sorry|oops)\b|いや|待って|違う)")


@dataclass(frozen=True, slots=True)
class Said:
    """A declaration. `verb` is one of `VERBS` or empty, `amount` in chips or None.

    `mode` says what the amount is: "to" the whole bet, "by" the raise alone, "" a bare number; or, without an amount, the
    "least" or the "most" there may be. `is_loose`: a number in words without hundred or thousand, or below 100, as people
    shorten it ("five"). `then`: another action that was said after the first. `doubt`: why nobody is bound by it; empty if clear.
    """

    text: str
    verb: str = ""
    amount: Fraction | None = None
    mode: str = ""
    is_loose: bool = False
    then: str = ""
    doubt: str = ""

    @property
    def is_clear(self) -> bool:
        """True if it declares something."""
        return not self.doubt and bool(self.verb or self.amount is not None)

    @property
    def needs_amount(self) -> bool:
        """True for a bet or raise whose size was not said."""
        return self.verb in ("bet", "raise") and self.amount is None and self.mode not in ("least", "most")


def hear(text: str) -> Said:
    """What that text declares; never refuses, for people say anything."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("’", "'").translate(_KANJI)
    tokens = list(_tokens(plain))
    meant = _before_second_thought(plain)
    doubt = next((name for name, sign in _DOUBTS.items() if sign.search(meant)), "")
    verb, then = _verb(tokens, plain)
    if verb in WITHOUT_AMOUNT:
        is_part = verb == "pot" and any(kind == "part" for kind, _ in tokens)
        return Said(text, verb, then=then, doubt=doubt or ("part" if is_part else ""))
    numbers = _numbers(tokens)
    sizes = [value for kind, value in tokens if kind == "size"]
    if len(numbers) > 1:
        numbers = [one for one in numbers if one[1] == "to"] or numbers  # "raise 400 more to 1000"
        if len(numbers) == 1:
            sizes = ["to"]
    amount, mode = numbers[0] if len(numbers) == 1 else (None, "")
    if amount is None:
        mode = next((size for size in sizes if size in ("least", "most")), "")
    elif "to" in sizes or "by" in sizes:
        mode = "to" if "to" in sizes else "by"
    elif not mode and _MAKE_IT.search(plain):
        mode = "to"
    if len(numbers) > 1 or (amount is not None and amount.value is None):
        doubt = doubt or "numbers"
    elif any(kind == "part" for kind, _ in tokens):
        doubt = doubt or "part"
    if not verb and (mode in ("by", "to") or (mode and sizes)):
        verb = "raise"
    value = amount.value if amount is not None else None
    return Said(text, verb, value, mode, amount is not None and amount.is_loose, then, doubt)


def joined(first: Said, second: Said) -> Said:
    """`first`, with the size that `second` adds to it: "raise" … "six hundred"."""
    if not first.needs_amount or not second.is_clear or second.verb in WITHOUT_AMOUNT:
        return first
    return Said(f"{first.text} {second.text}", first.verb, second.amount, second.mode, second.is_loose, first.then)


def _before_second_thought(plain: str) -> str:
    """The words up to where an action that was said is taken back; all of them where none is."""
    for found in _SECOND_THOUGHT.finditer(plain):
        if any(kind == "verb" for kind, _ in _tokens(plain[: found.start()])):
            return plain[: found.start()]
    return plain


def _tokens(plain: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(plain):
        for kind, value, pattern in _LISTEN:
            found = pattern.match(plain, at)
            if found:
                if kind != "space":
                    yield kind, value or found[0]
                at = found.end()
                break
        else:
            # Noise: the rest of a Latin word at once, anything else a sign at a time.
            noise = re.compile(r"[a-z']+|.", re.DOTALL).match(plain, at)
            assert noise is not None
            yield "noise", noise[0]
            at = noise.end()


def _verb(tokens: list[tuple[str, str]], plain: str) -> tuple[str, str]:
    """The action that binds, and another that was said after it. The first said binds; all-in and pot size a raise."""
    verbs = [value for kind, value in tokens if kind == "verb"]
    if not verbs:
        return "", ""
    first, rest = verbs[0], verbs[1:]
    sizing = [verb for verb in rest if verb in ("all-in", "pot")]
    if first in ("bet", "raise") and sizing:
        return sizing[0], ""
    if first == "all-in" and rest[:1] == ["call"] and re.search(r"(?:オール・?イン|全部)[にをへ]", plain):
        return "call", ""  # the all-in is what is called
    if first in ("all-in", "pot"):
        rest = [verb for verb in rest if verb not in ("bet", "raise", "pot", "all-in")]
    if first == "call":
        rest = [verb for verb in rest if verb not in ("all-in", "pot")]  # "call the all-in"
    return first, next((verb for verb in rest if verb != first), "")


@dataclass(frozen=True, slots=True)
class _Number:
    value: Fraction | None  # None: an ill-formed run of numbers
    is_loose: bool


def _numbers(tokens: list[tuple[str, str]]) -> list[tuple[_Number, str]]:
    """The numbers said, each with "to" where that stands before or after it."""
    found: list[tuple[_Number, str]] = []
    run: list[tuple[str, Fraction]] = []
    before = ""
    said = [*tokens, ("end", "")]
    for at, (kind, value) in enumerate(said):
        if kind == "value":
            run.append(("digits", Fraction(value.replace(",", ""))))
        elif kind == "word":
            run.append(("word", Fraction(_WORDS[value])))
        elif kind == "times" and (run or value not in ("k", "m")):
            run.append((value, Fraction(_TIMES[value])))
        elif kind == "and" and run and said[at + 1][0] in ("word", "value"):
            continue
        else:
            if run:
                found.append((_read(run), "to" if "to" in (before, kind.removesuffix(" after")) else ""))
                run = []
            before = kind if kind == "to" else ""
    return found


def _read(run: list[tuple[str, Fraction]]) -> _Number:
    """One number from its parts: twelve hundred, two thousand five hundred, two fifty, 1万5千, 2.5k."""
    total = section = Fraction(0)
    current: Fraction | None = None
    is_loose = True
    for kind, value in run:
        if kind in ("digits", "word"):
            if current is not None:
                current = _beside(current, value) if kind == "word" else None
                if current is None:
                    return _Number(None, False)
            else:
                current = value
                is_loose = is_loose and (kind == "word" or value < 100)
            continue
        is_loose = is_loose and value < 100
        if kind in _WITHIN:
            section += value * (1 if current is None else current)
        else:
            total += value * (section + (current or 0) or 1)
            section = Fraction(0)
        current = None
    return _Number(total + section + (current or 0), is_loose)


def _beside(one: Fraction, next_to_it: Fraction) -> Fraction | None:
    """Two words side by side: twenty five is 25, two fifty 250; None for what is no number."""
    if one >= 20 and one % 10 == 0 and 0 < next_to_it < 10:
        return one + next_to_it
    if one < 100 and one % 10 and 10 <= next_to_it < 100:
        return one * 100 + next_to_it
    return None
