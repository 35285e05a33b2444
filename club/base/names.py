"""Names as people type them, and the order they are read in.

Japanese keyboards type full-width letters and digits, and a name is sorted by its reading, not by its characters. Both
come down to Unicode's compatibility forms; nothing here knows a dictionary.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_KEY = 500
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_KEYED = re.compile(r"[\u0020-\u007e\uff01-\uff5e\u3000]*")
_KATAKANA_TO_HIRAGANA = {code: code - 0x60 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
_KANA = re.compile(r"[\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe・\s]*")
_SMALL = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
_VOICING = {0x3099: None, 0x309A: None}
_ROWS = {
    "あ": "あかさたなはまやらわ",
    "い": "いきしちにひみりゐ",
    "う": "うくすつぬふむゆる",
    "え": "えけせてねへめれゑ",
    "お": "おこそとのほもよろを",
}
_VOWEL = {kana: vowel for vowel, row in _ROWS.items() for kana in row}


def plain(text: str) -> str:
    """A name or number as it is kept: compatibility forms made plain, single spaces, none at the ends.

    >>> plain("  Ｐａｕｌ　７ ")
    'Paul 7'
    >>> plain("ﾔﾏﾀﾞ")
    'ヤマダ'
    """
    return " ".join(unicodedata.normalize("NFKC", text).split())


def keyed(text: str) -> str:
    """What was keyed with the full-width keyboard left on, in plain letters and digits; any other text as it is.

    >>> keyed("１２３４")
    '1234'
    >>> keyed("（株）カード")
    '（株）カード'
    """
    return text.translate(_FULL_WIDTH) if _KEYED.fullmatch(text) else text


def is_kana(text: str) -> bool:
    """True for a reading: hiragana, katakana, spaces and the middle dot, or letters of the Latin alphabet."""
    return bool(_KANA.fullmatch(plain(text))) or plain(text).isascii()


def sort_key(text: str) -> str:
    """What a name is sorted by, as code points: readings in the order of the syllabary, letters without their case.

    Voicing, small kana and the long mark decide only between names that are otherwise the same.

    >>> sorted(["ばば", "はま", "カトウ", "かとう", "コーヒー", "Zoe", "anna"], key=sort_key)
    ['anna', 'Zoe', 'かとう', 'カトウ', 'コーヒー', 'ばば', 'はま']
    """
    folded = plain(text).casefold().translate(_KATAKANA_TO_HIRAGANA)
    bare = unicodedata.normalize("NFD", folded).translate(_VOICING)
    told: list[str] = []
    for letter in bare:
        is_long = letter == "ー" and told
        if letter == "ゝ" and told:  # the syllable before it once more
            letter = told[-1]
        told.append(_VOWEL.get(told[-1], letter) if is_long else _SMALL.get(letter, letter))
    return "\x01".join(("".join(told), folded, plain(text)))[:LONGEST_KEY]
