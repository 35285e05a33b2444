"""Names that deceive: characters that nobody sees, and names that look like another's (Unicode UTS #39, confusables).

Of two names that look the same one stays: `skeleton` is what a name looks like, the same for all that are taken for one
another. Japanese has pairs that no reader tells apart out of their word (ー and 一, ニ and 二, カ and 力): alone each is a
good name; a second one of the same look is refused.

Rows keep what a name looks like: whoever changes `skeleton`, or takes newer data of the library, adds a migration that fills
`looks_as` anew.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from club.base.names import plain

LONGEST_KEY = 500
# Letters and signs of which nothing is seen, besides all of Unicode's controls and formats: fillers of Hangul, the blank of
# Braille, joiners of graphemes, inherent vowels of Khmer, separators of Mongolian.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0")
# A capital O is a zero and a capital I is a one to Unicode, their small letters neither; to us no case makes another name.
_OF_BOTH_CASES = str.maketrans("oi", "01")
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_MARKS = 2  # on one letter, at most, besides what is one letter with it: Vietnamese needs none


def is_selector(letter: str) -> bool:
    """True for a variation selector, which chooses among the shapes of the sign before it.

    >>> is_selector("\\ufe0f"), is_selector("\\U000e0100"), is_selector("a")
    (True, True, False)
    """
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def unseen(text: str) -> str:
    """The first character that nobody sees, or that turns the text around (bidirectional controls); empty for none.

    Selectors are good behind a kanji (葛󠄀 has two shapes) and behind a sign (♠️), and nowhere else.

    >>> unseen("山田 太郎"), unseen("Pa\\u200bul") == "\\u200b", unseen("\\u202eluaP") == "\\u202e"
    ('', True, True)
    """
    before, marks = "", 0
    for letter in text:
        kind = unicodedata.category(letter)
        if is_selector(letter):
            if not _takes_selector(before):
                return letter
        elif kind in _UNSEEN or letter in BLANK:
            return letter
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MARKS or (marks and not before.strip()):
            return letter
        before = letter
    return ""


def _takes_selector(before: str) -> bool:
    return bool(before) and (unicodedata.category(before)[0] == "S" or "IDEOGRAPH" in unicodedata.name(before, ""))


def shows_nothing(text: str) -> bool:
    """True for a text of which a reader sees nothing: empty, spaces, and what `unseen` finds. No reason that somebody has to
    give may be one.

    >>> shows_nothing(" \\u3000\\u200b\\u3164\\ufe0f"), shows_nothing("誤")
    (True, False)
    """
    return all(
        letter.isspace()
        or letter in BLANK
        or is_selector(letter)
        or unicodedata.category(letter) in (*_UNSEEN, "Mn", "Me")
        for letter in text
    )


def without_unseen(text: str) -> str:
    """The text without what `unseen` finds.

    >>> without_unseen("Pa\\u200bul")
    'Paul'
    """
    while found := unseen(text):
        at = _place_of(text, found)
        text = text[:at] + text[at + 1 :]
    return text


def _place_of(text: str, found: str) -> int:
    """Where `unseen` stopped: the first place up to which the text is not clean."""
    return next(at for at, letter in enumerate(text) if letter == found and unseen(text[: at + 1]))


def code_of(letter: str) -> str:
    """A character by its number and name, for people who cannot see it.

    >>> code_of("\\u200b")
    'U+200B ZERO WIDTH SPACE'
    """
    return f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".strip()


def skeleton(text: str) -> str:
    """What a name looks like: the same for all that are taken for one another, whatever their case.

    >>> skeleton("PauI") == skeleton("Paul") == skeleton("РАUL")
    True
    >>> skeleton("ロ一マ") == skeleton("口ーマ"), skeleton("ベル") == skeleton("べル"), skeleton("かとう") == skeleton("カトウ")
    (True, True, False)
    """
    shown = "".join(letter for letter in plain(text) if not is_selector(letter))
    return _looks(_looks(shown).casefold()).translate(_OF_BOTH_CASES).replace(" ", "")[:LONGEST_KEY]


def _looks(text: str) -> str:
    bare = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_prototypes().get(letter, letter) for letter in bare))


@cache
def _prototypes() -> dict[str, str]:
    """Each character that is taken for another, and what stands for all that look so: Unicode's own confusables.txt.

    The library has the pairs both ways; all that hang together look the same. A sequence stands for its class (rn for m),
    else its plainest character.
    """
    from confusable_homoglyphs import confusables  # a megabyte, which most processes never ask for

    classes: dict[str, set[str]] = {}
    for shown, others in confusables.confusables_data.items():
        together = {_told(shown), *(_told(one["c"]) for one in others)}
        for one in tuple(together):
            together |= classes.get(one, set())
        for one in together:
            classes[one] = together
    return {
        one: min(together, key=lambda other: (-len(other), not other.isascii(), other))
        for one, together in classes.items()
        if len(one) == 1
    }


def _told(shown: str) -> str:
    """A pair's side without the marks of direction that the library's data has around letters of Hebrew and Arabic."""
    return unicodedata.normalize("NFD", shown.replace("\u200e", ""))
