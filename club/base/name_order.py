"""The order that names are sorted in: Latin letters, then readings in the order of the syllabary.

A name is sorted by its reading, not by its characters; nothing here knows a dictionary.
"""

from __future__ import annotations

import unicodedata

from club.base.names import plain

LONGEST_KEY = 500
_KATAKANA_TO_HIRAGANA = {code: code - 0x60 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
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
        before = next(
            (one for one in reversed(told) if one != " "), ""
        )  # a reading is heard the same without its space
        if letter == "ゝ" and before:  # the syllable before it once more
            letter = before
        told.append(_VOWEL.get(before, letter) if letter == "ー" else _SMALL.get(letter, letter))
    return "\x01".join(("".join(told), folded, plain(text)))[:LONGEST_KEY]
