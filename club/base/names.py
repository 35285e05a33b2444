"""Names and numbers as people type them, made plain.

Japanese keyboards type full-width letters and digits, and other compatibility forms. They
come down to Unicode's compatibility forms; nothing here knows a dictionary.
"""

from __future__ import annotations

import re
import unicodedata

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_KEYED = re.compile(r"[\u0020-\u007e\uff01-\uff5e\u3000]*")
_KANA = re.compile(r"[\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe・\s]*")


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
