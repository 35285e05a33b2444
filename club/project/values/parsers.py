"""How the text of a setting is read: one function for each kind of value. ValueError says what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

YES, NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
ROLES: tuple[str, ...] = ("owner", "admin", "director", "dealer", "cashier", "reception")  # those of the staff
ByRole = tuple[tuple[str, int], ...]
Network = IPv4Network | IPv6Network
WIDEST = 8  # bits of a network of proxies: 10.0.0.0/8; a wider one would have everybody believed


def flag(text: str) -> bool:
    if text.lower() not in YES | NO:
        raise ValueError("true or false")
    return text.lower() in YES


def number(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return parse


def one_of(*values: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in values:
            raise ValueError(f"one of {', '.join(values)}")
        return text

    return parse


def names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def hosts(text: str) -> tuple[str, ...]:
    found = names(text)
    if not found or any("/" in host or " " in host for host in found):
        raise ValueError("host names with commas between them, without http://, as in club.example.org,10.0.0.7")
    return found


def networks(text: str) -> tuple[Network, ...]:
    try:
        found = tuple(ip_network(part) for part in names(text))
    except ValueError:
        found = ()
    if not found or any(one.prefixlen < WIDEST for one in found):
        raise ValueError(
            "addresses or networks of your own proxies with commas between them, as in 172.28.0.2 or 10.0.0.0/8"
        )
    return found


def roles(text: str) -> tuple[str, ...]:
    found = () if text == "none" else names(text)
    if set(found) - set(ROLES) or (not found and text != "none"):
        raise ValueError(f"none, or some of {', '.join(ROLES)} with commas between them")
    return found


def by_role(most: int) -> Callable[[str], ByRole]:
    def parse(text: str) -> ByRole:
        pairs = [part.partition("=") for part in names(text)]
        known = {name for name, _is, _number in pairs} - {"staff", "player", *ROLES} == set()
        if not known or not {"staff", "player"} <= {name for name, _is, _number in pairs}:
            raise ValueError("role=number with commas between them, for player and staff at least: player=60,staff=30")
        try:
            return tuple((name, number(1, most)(value)) for name, _is, value in pairs)
        except ValueError as wrong:
            raise ValueError(f"for each role {wrong}") from None

    return parse


def _split(text: str) -> SplitResult | None:
    try:
        address = urlsplit(text)
        _ = address.port  # raises where it is no number
    except ValueError:
        return None
    return address


def web_address(text: str) -> str:
    address = _split(text)
    if address is None or address.scheme not in ("http", "https") or not address.hostname:
        raise ValueError("an address of the web, as in https://club.example.org")
    return text.rstrip("/")


def origin(text: str) -> str:
    if urlsplit(web_address(text)).path:
        raise ValueError("an address without a path, as in https://club.example.org")
    return text.rstrip("/")


def origins(text: str) -> tuple[str, ...]:
    return tuple(origin(part) for part in names(text))


def push_key(text: str) -> str:
    if text and not re.fullmatch(r"[A-Za-z0-9_-]{43}", text):
        raise ValueError("a private key of P-256 as 43 characters of base64url")
    return text


def line_token(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9+/=._-]{20,400}", text):
        raise ValueError("a channel access token as LINE's console shows it, of 20 to 400 signs")
    return text


def line_account(text: str) -> str:
    if not re.fullmatch(r"@[a-z0-9._-]{3,20}", text):
        raise ValueError("the id of a LINE Official Account, as in @123abcde")
    return text


def time_zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        raise ValueError("the name of a time zone, as in Asia/Tokyo or Europe/Berlin") from None
    return text


def url_of(example: str, *schemes: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        address = _split(text)
        if address is None or address.scheme not in schemes:
            raise ValueError(
                f"an address that begins with {' or '.join(f'{scheme}://' for scheme in schemes)}, as in {example}"
            )
        return text

    return parse


def text_line(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise ValueError("one line of text")
    return text
