"""Lines of PokerStars text taken apart, each in time that grows with its length alone.

Names may hold anything: so they are never looked for by a pattern, but compared with those that the seats tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}  # what a sign means where no code stands beside it
CENTS = 2  # digits after the point of an amount in a currency
CHIPS = r"([$€£₹]?(?:[0-9]{1,25}|[0-9]{1,3}(?:,[0-9]{3}){1,7})(?:\.[0-9]{1,15})?)"
_ALL_IN = r"( and is all-in)?"
_CARD = r"(?:[2-9TJQKA][cdhs])"
_CARDS = rf"\[({_CARD}(?: ?{_CARD})*+)\]"
BEGIN = re.compile(r"PokerStars (?:(?:Zoom |Home Game )?(?:Hand|Game)|Home Game) #([0-9]{1,20}): *+([^\n]*+)")
HEADING = re.compile(rf"\*\*\* ([A-Z0-9a-z ]{{1,40}}) \*\*\*((?: {_CARDS}){{0,3}})")
_TELLS = ("Uncalled bet", "Dealt to ", "Total pot ", "Board [", "Hand was run ")
_PART_OF_HEADING = re.compile(r"\*{1,3}(?: |$)")
GROUP = re.compile(_CARDS)
# What a player says, by what it is.
SAID = (
    ("ante", re.compile(rf"posts the ante {CHIPS}{_ALL_IN}")),
    ("small blind", re.compile(rf"posts small blind {CHIPS}{_ALL_IN}")),
    ("big blind", re.compile(rf"posts big blind {CHIPS}{_ALL_IN}")),
    ("both blinds", re.compile(rf"posts small & big blinds {CHIPS}{_ALL_IN}")),
    ("dead", re.compile(rf"posts (?:a )?dead(?: blind| small blind)? {CHIPS}{_ALL_IN}")),
    ("straddle", re.compile(rf"posts straddle {CHIPS}{_ALL_IN}")),
    ("bring-in", re.compile(rf"brings in for {CHIPS}{_ALL_IN}")),
    ("bet", re.compile(rf"bets {CHIPS}{_ALL_IN}")),
    ("call", re.compile(rf"calls {CHIPS}{_ALL_IN}")),
    ("raise", re.compile(rf"raises {CHIPS} to {CHIPS}{_ALL_IN}")),
    ("check", re.compile(r"checks")),
    ("fold", re.compile(rf"folds(?: {_CARDS})?")),
    ("pat", re.compile(rf"stands pat(?: on {_CARDS})?")),
    ("discard", re.compile(rf"discards ([1-9]) cards?(?: {_CARDS})?")),
    ("show", re.compile(rf"shows {_CARDS}(?: \([^\n]{{0,300}}\))?")),
    ("muck", re.compile(r"mucks hand")),
    ("silent", re.compile(r"doesn't show hand")),
    ("out", re.compile(r"(?:is sitting out|sits out)")),
)
ACTED = re.compile(r"(?:folds|checks|calls |bets |raises |posts |brings in |discards |stands pat|shows \[|mucks hand)")
COLLECTED = re.compile(rf" collected {CHIPS} from (?:pot|main pot|side pot(?:-[0-9]{{1,2}})?)")
UNCALLED = re.compile(rf"Uncalled bet \({CHIPS}\) returned to ")
_PARTS = r"((?: (?:Main|Side) pot(?:-[0-9]{1,2})? [^|\n ]{1,60}\.){0,24})"
TOTAL = re.compile(rf"Total pot {CHIPS}{_PARTS} ?\| Rake {CHIPS}(?: \| [A-Za-z ]{{1,40}} {CHIPS})?")
PART = re.compile(rf"pot(?:-[0-9]{{1,2}})? {CHIPS}\.(?: |$)")
BOARD = re.compile(rf"(?:(FIRST|SECOND|THIRD) )?Board {_CARDS}")
RUN = re.compile(r"Hand was run (twice|three times)")
# What the summary says of a seat, after its name and place.
FATE = re.compile(
    rf" (?:(?P<folded>folded )|showed \[(?P<showed>{_CARD}(?: {_CARD})*+)\] and (?:won|lost)"
    rf"|mucked(?: \[(?P<mucked>{_CARD}(?: {_CARD})*+)\])?+(?:$| )|collected \()"
)
WON = re.compile(rf"(?:collected|and won) \({CHIPS}\)")
_BOUNTY = re.compile(rf" in chips, {CHIPS} bounty\)$")  # of whoever knocks the player out
_MOVED, _MOVED_END = " out of hand (moved from another table", ")"  # who waits for the button
CASHED_OUT = " (pot not awarded as player cashed out)"
_NTH_BOARDS = tuple(f"{word} Board" for word in ("FIRST", "SECOND", "THIRD"))
_OTHER_HAND = ("PokerStars Hand", "PokerStars Game", "PokerStars Zoom", "PokerStars Home")
MOST_LINE = 1_000  # characters of a line


@dataclass(frozen=True, slots=True)
class Said:
    """What a line says that a player does: the kind, the amounts as they are written, cards, and whether all chips went in."""

    name: str
    kind: str
    amounts: tuple[str, ...] = ()
    cards: str = ""
    is_all_in: bool = False


def said(line: str, names: Iterable[str]) -> Said | None:
    """What one of those players, the longer names first, says in the line; None for a line that says nothing of the kind."""
    for name in names:
        if not line.startswith(f"{name}: "):
            continue
        rest = line[len(name) + 2 :]
        for kind, pattern in SAID:
            found = pattern.fullmatch(rest)
            if found:
                return _said(name, kind, [one or "" for one in found.groups()])
    return None


def _said(name: str, kind: str, groups: list[str]) -> Said:
    cards = groups.pop() if kind in ("fold", "pat", "discard", "show") else ""
    is_all_in = bool(groups and groups[-1] == " and is all-in")
    amounts = tuple(one for one in groups if one and one != " and is all-in")
    return Said(name, kind, amounts, cards.replace(" ", ""), is_all_in)


def is_action(line: str) -> bool:
    """True for a line that says of somebody what only players do, whoever it is: chat is in quotation marks."""
    at = line.find(": ")
    while at >= 0:
        if ACTED.match(line, at + 2) and not line.endswith('"'):
            return True
        at = line.find(": ", at + 2)
    return False


def is_chat(line: str) -> bool:
    """True for a line that says what somebody, at the table or not, wrote."""
    return line.endswith('"') and ' said, "' in line


def is_untold(line: str, names: Iterable[str]) -> bool:
    """True for a line that says something of the hand, or begins another, in words that are none of those read here.

    What is said of connections and of seats begins with no name and colon, and tells nothing.
    """
    if is_chat(line):
        return False
    if line.startswith((*_TELLS, *_NTH_BOARDS, *_OTHER_HAND)) or _PART_OF_HEADING.match(line):
        return True
    if seat_of(line) or is_action(line):
        return True
    whose = next((name for name in names if line.startswith((f"{name}: ", f"{name} "))), None)
    return whose is not None and line.startswith(f"{whose}: ")


def seat_of(line: str) -> tuple[int, str, str, bool] | None:
    """The number, name, chips and whether it sits out, of a line such as ``Seat 3: Ann (x) ($10.05 in chips)``."""
    if not line.startswith("Seat "):
        return None
    number, colon, rest = line[5:].partition(": ")
    left = rest.removesuffix(" is sitting out")
    left = left.partition(_MOVED)[0] if left.endswith(_MOVED_END) else left
    is_out, rest = left != rest, _BOUNTY.sub(" in chips)", left)
    name, bracket, chips = rest.removesuffix(" in chips)").rpartition(" (")
    if not (colon and bracket and name and rest.endswith(" in chips)")):
        return None
    if not number.isdecimal() or len(number) > 2 or not re.fullmatch(CHIPS, chips):
        return None
    return int(number), name, chips, is_out


def collected(line: str, names: Iterable[str]) -> tuple[str, str] | None:
    """Who took chips of a pot, and how many."""
    for name in names:
        if line.startswith(name) and (found := COLLECTED.fullmatch(line, len(name))):
            return name, found[1]
    return None


def uncalled(line: str, names: Iterable[str]) -> tuple[str, str] | None:
    """Who had a bet returned, and how much of it."""
    found = UNCALLED.match(line)
    if found is None or line[found.end() :] not in names:
        return None
    return line[found.end() :], found[1]


def dealt(line: str, names: Iterable[str]) -> tuple[str, str, int] | None:
    """Who was dealt cards: the new ones, and how many groups of cards the line has."""
    for name in names:
        rest = line.removeprefix(f"Dealt to {name} ")
        if rest != line and re.fullmatch(rf"{_CARDS}(?: {_CARDS})?", rest):
            groups = [found[1].replace(" ", "") for found in GROUP.finditer(rest)]
            return name, groups[-1], len(groups)
    return None


def units_of(written: str, digits: int) -> int:
    """An amount in the unit of which 1 with so many zeros make 1, exactly.

    >>> units_of("$1,010.05", 2), units_of("20", 2)
    (101005, 2000)
    """
    whole, _point, part = written.lstrip("".join(CURRENCIES)).replace(",", "").partition(".")
    return int(whole + part.ljust(digits, "0"))


def digits_of(texts: Iterable[str]) -> int:
    """How many digits after the point the amounts need: those of a currency two at least."""
    return max((_digits(one) for one in texts), default=0)


def _digits(written: str) -> int:
    least = CENTS if written[0] in CURRENCIES else 0
    return max(least, len(written.partition(".")[2]))
