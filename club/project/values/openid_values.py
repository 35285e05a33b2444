"""Providers of OpenID Connect that the operator names: `OPENID_PROVIDERS` lists them, `OPENID_STAFF_ISSUER` and so on say the rest.

A list of short names and variables of their own for each, rather than one text that holds everything: a wrong value is named by its
own variable, and a secret is a value by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize
from urllib.parse import urlsplit

from club.project.values.parsers import names, web_address

PREFIX = "OPENID_"
LIST = "OPENID_PROVIDERS"
MOST = 8  # providers: each is a button on the page of coming in
LONGEST_NAME = 40  # characters
LONGEST_TEXT = 200  # characters of an issuer, an id
LONGEST_SECRET = 500  # characters
# Providers that have settings of their own: key, name and issuer.
OWN = (("google", "Google", "https://accounts.google.com"), ("line", "LINE", "https://access.line.me"))
_KEY = re.compile(r"[a-z][a-z0-9]{0,15}")


@dataclass(frozen=True, kw_only=True)
class OpenIDProvider:
    """One provider, every value checked; `key` stands in its addresses and with its members' accounts."""

    key: str
    name: str
    issuer: str
    client_id: str
    client_secret: str


@dataclass(frozen=True, kw_only=True)
class Part:
    """One value of a provider: how its text is read, what it means, and whether it may be shown."""

    parse: Callable[[str], str]
    meaning: str
    is_secret: bool = False


def keys(text: str) -> tuple[str, ...]:
    """The short names of the providers."""
    found = names(text)
    is_right = all(_KEY.fullmatch(one) for one in found) and not set(found) & {key for key, *_rest in OWN}
    if not is_right or len(set(found)) != len(found) or len(found) > MOST:
        raise ValueError(
            f"up to {MOST} short names, each once, of small letters and digits with commas between them, as in staff,city "
            "(Google and LINE have settings of their own)"
        )
    return found


def shown_name(text: str) -> str:
    if not text.isprintable() or len(text) > LONGEST_NAME:
        raise ValueError(f"what the button says, of {LONGEST_NAME} characters at most, all of which are seen")
    return text


def issuer(text: str) -> str:
    """The issuer as its provider writes it: with https, or of this very machine."""
    right = ValueError("an address with https, as the provider writes it: https://id.example.org/realms/club")
    address = urlsplit(web_address(text))
    is_local = address.hostname in ("localhost", "127.0.0.1")
    is_whole = text.isascii() and text.isprintable() and not set(text) & set(' "<>?#\\^`{|}@')
    if not is_whole or len(text) > LONGEST_TEXT or (address.scheme != "https" and not is_local):
        raise right
    try:
        str(address.hostname).encode("idna")
    except UnicodeError:  # a label that is empty or too long: no host can be called so
        raise right from None
    if text.rstrip("/") in {known for *_names, known in OWN}:
        raise ValueError("a provider of your own; Google has GOOGLE_CLIENT_ID, and LINE has LINE_CLIENT_ID")
    return text


def printable(most: int) -> Callable[[str], str]:
    """Signs that a client's id and secret are made of (RFC 6749, A.1 and A.2)."""

    def parse(text: str) -> str:
        if not (text.isascii() and text.isprintable()) or len(text) > most:
            raise ValueError(f"at most {most} printable signs of ASCII, as the provider shows it")
        return text

    return parse


PARTS: Mapping[str, Part] = {
    "name": Part(parse=shown_name, meaning="What its button says."),
    "issuer": Part(parse=issuer, meaning="Its issuer, sign by sign as it writes it."),
    "client_id": Part(parse=printable(LONGEST_TEXT), meaning="The id of the club there."),
    "client_secret": Part(parse=printable(LONGEST_SECRET), meaning="The secret that goes with it.", is_secret=True),
}


def variable(key: str, part: str) -> str:
    """
    >>> variable("staff", "client_id")
    'OPENID_STAFF_CLIENT_ID'
    """
    return f"{PREFIX}{key}_{part}".upper()


def read_providers(listed: Sequence[str], variables: Mapping[str, str]) -> tuple[tuple[OpenIDProvider, ...], list[str]]:
    """The providers of these short names, and a line for each value that cannot be, with what would be right."""
    found, faults = [], []
    for key in listed:
        values: dict[str, str] = {}
        for name, part in PARTS.items():
            text = variables.get(variable(key, name), "").strip()
            try:
                if text:
                    values[name] = part.parse(text)
                else:
                    faults.append(f"{variable(key, name)} must be set as well.")
            except ValueError as wrong:
                shown = "" if part.is_secret else f" is {text[:80]!r}, but"
                faults.append(f"{variable(key, name)}{shown} must be {wrong}.")
        if len(values) == len(PARTS):
            found.append(OpenIDProvider(key=key, **values))
    return tuple(found), [*faults, *_twice(found), *_strange(listed, variables)]


def _twice(found: Sequence[OpenIDProvider]) -> Iterator[str]:
    """Two buttons that say the same, and two clubs' ids at one issuer, by which somebody would be two people."""
    names_seen = {_as_seen(name): name for _key, name, _issuer in OWN}
    issuers_seen: dict[str, str] = {}
    for one in found:
        place = variable(one.key, "name")
        if (known := names_seen.setdefault(_as_seen(one.name), place)) != place:
            yield f"{place} is {one.name!r}, but must be another name than that of {known}."
        place = variable(one.key, "issuer")
        if (known := issuers_seen.setdefault(one.issuer.rstrip("/"), place)) != place:
            yield f"{place} is {one.issuer!r}, but must be another issuer than {known}."


def _as_seen(name: str) -> str:
    """The name as whoever reads the button takes it: in letters of whatever size and width, with one space between words."""
    return " ".join(normalize("NFKC", name).casefold().split())


def _strange(listed: Sequence[str], variables: Mapping[str, str]) -> Iterator[str]:
    """Variables that nothing reads: a slip of the pen, or a provider that is not listed."""
    known = {LIST, *(variable(key, part) for key in listed for part in PARTS)}
    parts = ", ".join(f"_{part.upper()}" for part in PARTS)
    for name, text in sorted(variables.items()):
        if name.startswith(PREFIX) and name not in known and text.strip():
            yield f"{name} must not be set: {LIST} lists short names such as staff, and OPENID_STAFF with {parts} says the rest."
