"""The file in which a club shares house rules and structures: JSON, signed by Ed25519 (RFC 8032), read without trust.

What is signed is the canonical form of all but the signature: keys in the order of their letters, no space, UTF-8, whole numbers
alone; so the signature is of values, however the file is laid out. A file proves that whoever has the key made it, and no more: who
that is, its fingerprint tells those who ask the sender (`keys`).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from club.base.lookalikes import shows_nothing, unseen
from engine.errors import EngineError
from engine.messages.message import Message, Quoted
from engine.text_limits import Limits, read_json
from tournaments.base.errors import Refused
from tournaments.messages.gallery import GalleryFieldText, GalleryText

FORMAT, VERSION = "cardhouse gallery", 1
MOST_BYTES = 1_000_000
LICENCES = ("CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0", "MIT")  # SPDX identifiers
TEXTS = {"title": 200, "author": 120, "club": 120}  # characters at most
MOST_RULES, MOST_STRUCTURES = 500, 50
_LIMITS = Limits(size=MOST_BYTES, depth=12)
_FIELDS = {"title": GalleryFieldText.TITLE, "author": GalleryFieldText.AUTHOR, "club": GalleryFieldText.CLUB}
# Points of small order would let anybody sign: the y of those of order 1, 2, 4 and 8 (RFC 8032, section 5.1; the curve's cofactor
# is 8).
_P = 2**255 - 19
_Y8 = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
_SMALL_ORDER = frozenset((0, 1, _P - 1, _Y8, _P - _Y8))


class BadFile(Refused):
    """A file that is no shared set, or was changed after it was signed."""

    def __init__(self, message: Message, **params: Any) -> None:
        super().__init__("bad_gallery_file", message, 422, **params)


@dataclass(frozen=True, slots=True)
class SharedSet:
    """What a file shares. `date` is the day it was made; `public` the raw key that signed it, empty for what comes along."""

    title: str
    author: str
    club: str
    licence: str
    date: str
    rules: Mapping[str, bool | int | str] = field(default_factory=dict)
    structures: tuple[Mapping[str, Any], ...] = ()
    sources: str = ""
    public: bytes = b""

    def content(self) -> dict[str, Any]:
        """What is signed of it, besides format, version and key."""
        told: dict[str, Any] = {name: getattr(self, name) for name in (*TEXTS, "licence", "date", "sources")}
        return {**told, "rules": dict(self.rules), "structures": [dict(one) for one in self.structures]}


def fingerprint(public: bytes) -> str:
    """What people compare of a key: half of its SHA-256, 128 bits, in groups of four.

    >>> fingerprint(bytes(32))
    '6668 7aad f862 bd77 6c8f c18b 8e9f 8e20'
    """
    digest = hashlib.sha256(public).hexdigest()[:32]
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


def canonical(value: Any) -> bytes:
    """The one form of a value that is signed. Raises `BadFile` for a fraction, which has more than one form."""
    _check_whole(value)
    told = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return told.encode("utf-8", "surrogatepass")


def _check_whole(value: Any) -> None:
    if isinstance(value, float):
        raise BadFile(GalleryText.FRACTION())
    if isinstance(value, Mapping):
        for one in value.values():
            _check_whole(one)
    elif isinstance(value, list | tuple):
        for one in value:
            _check_whole(one)


def signed(shared: SharedSet, private: bytes) -> dict[str, Any]:
    """The document of a set, signed by that key of Ed25519 (32 bytes)."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # which most processes never need

    key = Ed25519PrivateKey.from_private_bytes(private)
    public = base64.b64encode(key.public_key().public_bytes_raw()).decode()
    document = {"format": FORMAT, "version": VERSION, "content": shared.content(), "key": public}
    return {**document, "signature": base64.b64encode(key.sign(canonical(document))).decode()}


def read_bytes(data: bytes) -> SharedSet:
    """`read` of a file's bytes, which may begin with a byte-order mark."""
    if len(data) > MOST_BYTES:
        raise BadFile(GalleryText.TOO_LARGE(most=MOST_BYTES))
    try:
        return read(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadFile(GalleryText.NO_TEXT()) from None


def read(text: str) -> SharedSet:
    """The set of a file's text. Raises `BadFile`."""
    try:
        return verified(read_json(text, _LIMITS, _no_constant, _each_once))
    except BadFile:
        raise
    except EngineError as wrong:
        raise BadFile(GalleryText.NO_JSON(why=wrong.message)) from None
    except ValueError as wrong:
        raise BadFile(GalleryText.NO_JSON(why=str(wrong)[:200])) from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _value in pairs]
        raise BadFile(GalleryText.TWICE(key=Quoted(next(name for name in names if names.count(name) > 1)[:60])))
    return made


def verified(document: Any) -> SharedSet:
    """The set of a document whose signature fits. Raises `BadFile`."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadFile(GalleryText.NO_FILE())
    if document.get("version") != VERSION or isinstance(document["version"], bool):
        raise BadFile(GalleryText.VERSION(version=Quoted(document.get("version")), known=VERSION))
    public, signature = _raw(document.get("key"), 32), _raw(document.get("signature"), 64)
    if not signature:
        raise BadFile(GalleryText.UNSIGNED())
    if not public or (int.from_bytes(public, "little") & (2**255 - 1)) % _P in _SMALL_ORDER:
        raise BadFile(GalleryText.BAD_KEY())
    signed_part = {name: value for name, value in document.items() if name != "signature"}
    if not _fits(public, signature, canonical(signed_part)):
        raise BadFile(GalleryText.TAMPERED())
    return checked(document.get("content"), public)


def _raw(told: Any, length: int) -> bytes:
    """The bytes of a text of base64, empty where it is none of that length."""
    if not isinstance(told, str) or len(told) > 2 * length:
        return b""
    try:
        found = base64.b64decode(told, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return found if len(found) == length else b""


def _fits(public: bytes, signature: bytes, data: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


# -- what the content may be ------------------------------------------------------------------------------------------


def checked(content: Any, public: bytes = b"") -> SharedSet:
    """The set of a content, whatever signed it. Raises `BadFile`, naming what is wrong."""
    if not isinstance(content, dict):
        raise BadFile(GalleryText.NO_FILE())
    texts = {name: _text(content.get(name), name) for name in TEXTS}
    if (licence := content.get("licence")) not in LICENCES:
        raise BadFile(GalleryText.LICENCE(known=[*LICENCES], licence=Quoted(licence)), field="licence")
    rules, structures = _rules(content.get("rules", {})), _structures(content.get("structures", []))
    if not rules and not structures:
        raise BadFile(GalleryText.EMPTY())
    sources = content.get("sources", "")
    sources = sources[:1000] if isinstance(sources, str) and not unseen(sources) else ""
    return SharedSet(
        **texts, licence=licence, date=_date(content.get("date")), rules=rules, structures=structures, sources=sources,
        public=public,
    )  # fmt: skip


def _text(told: Any, name: str) -> str:
    most = TEXTS[name]
    if not isinstance(told, str) or not 1 <= len(told.strip()) <= most or shows_nothing(told):
        raise BadFile(GalleryText.FIELD(field=_FIELDS[name](), most=most), field=name)
    if unseen(told.strip()):
        raise BadFile(GalleryText.UNSEEN(field=_FIELDS[name]()), field=name)
    return told.strip()


def _date(told: Any) -> str:
    try:
        if isinstance(told, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", told, re.ASCII):
            return date.fromisoformat(told).isoformat()
    except ValueError:
        pass
    raise BadFile(GalleryText.DATE(), field="date")


def _rules(told: Any) -> dict[str, bool | int | str]:
    if not isinstance(told, dict) or len(told) > MOST_RULES:
        raise BadFile(GalleryText.RULES(most=MOST_RULES), field="rules")
    for name, value in told.items():
        if not isinstance(value, bool | int | str):
            raise BadFile(GalleryText.VALUE(rule=Quoted(name[:60])), field="rules")
    return told


def _structures(told: Any) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(told, list) or len(told) > MOST_STRUCTURES or not all(isinstance(one, dict) for one in told):
        raise BadFile(GalleryText.STRUCTURES(most=MOST_STRUCTURES), field="structures")
    return tuple(told)
