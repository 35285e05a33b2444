"""Requests from the club's server to addresses that people typed in: never to the inside of its own network.

The host's name is looked up once, every address it has is judged, and the connection goes to one that was judged, so that a
name which answers differently a moment later gains nothing. Redirections are not followed. Who answers a letter at a time is hung
up on: a limit for each silence alone would let one receiver keep a worker as long as it likes.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import threading
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

import urllib3
from django.conf import settings
from urllib3.exceptions import InvalidHeader

from club.base.errors import ClubError
from club.base.phrases import gettext as _

CONNECT_SECONDS, READ_SECONDS = 5.0, 10.0  # to be reached; of silence, and for the whole answer
KEPT = 500  # characters of an answer
MOST_PATIENCE = 6 * 3600  # seconds that a receiver may ask for (`Retry-After`)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# IANA's registries of special-purpose addresses, and those of groups (multicast): what is among them is no host of the open
# internet, whatever this version of Python holds of it. Of IPv6 only 2000::/3 is given to hosts at all.
SPECIAL = [
    ipaddress.ip_network(one)
    for one in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"),
        *("192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
]
_HOSTS = ipaddress.IPv6Network("2000::/3")
# IPv6 addresses whose last 32 bits are an IPv4 address, by which they are judged: mapped, and translated by NAT64.
_EMBEDDING = (ipaddress.IPv6Network("::ffff:0:0/96"), ipaddress.IPv6Network("64:ff9b::/96"))


def is_outside(address: Address) -> bool:
    """True for an address of a host on the open internet; what embeds an IPv4 address is judged by that."""
    if isinstance(address, ipaddress.IPv6Address):
        if any(address in network for network in _EMBEDDING):
            return is_outside(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if address not in _HOSTS:
            return False
    return address.is_global and not any(address in network for network in SPECIAL)


def read_url(url: str) -> SplitResult:
    """The parts of an address to which something may be sent. Raises `ClubError` saying what would be right."""
    words = _("An address such as https://example.org/hook is needed: https, a host in Latin letters, no login in it.")
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise ClubError("bad_url", words, 422) from None
    schemes = ("https", "http") if settings.WEBHOOKS_MAY_BE_LOCAL else ("https",)
    strange = any(not 32 < ord(sign) < 127 for sign in url.strip())
    if parts.scheme not in schemes or not parts.hostname or parts.username or port == 0 or strange:
        raise ClubError("bad_url", words, 422)
    return parts


def addresses(host: str, port: int) -> list[str]:
    """The addresses of a host, all of them outside. Raises `ClubError` if one is not, or there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise ClubError("unknown_host", _("There is no host %(host)s.") % {"host": host}, 422) from None
    listed = list(dict.fromkeys(str(one[4][0]).partition("%")[0] for one in found))
    if not settings.WEBHOOKS_MAY_BE_LOCAL:
        inside = [one for one in listed if not is_outside(ipaddress.ip_address(one))]
        if inside:
            words = _("%(host)s is an address inside a network (%(address)s): nothing is sent there.")
            raise ClubError("inside_address", words % {"host": host, "address": inside[0]}, 422)
    return listed


def is_inside(host: str) -> bool | None:
    """Whether a host has an address that is none of the open internet; None where there is no such host."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return None
    listed = (ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found)
    return not all(is_outside(one) for one in listed)


class Answer(NamedTuple):
    """What was answered: the status, the text or its beginning, and after how many seconds to ask again, if that was said."""

    status: int
    text: str
    retry_after: float | None = None


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send it; of the answer's text the beginning is kept. Raises `ClubError` for an address that may not be asked, and
    `urllib3.exceptions.HTTPError` where nobody answers in time."""
    answer = _asked("POST", url, headers, body=body, most=4 * KEPT)
    printed = "".join(sign for sign in answer.text if sign.isprintable() or sign.isspace())[:KEPT]
    return answer._replace(text=printed)


def get(url: str, *, most: int) -> Answer:
    """What is at an address, `most` bytes of it as text. Raises as `post`."""
    return _asked("GET", url, {"Accept-Encoding": "identity"}, body=None, most=most)


def _asked(method: str, url: str, headers: Mapping[str, str], *, body: bytes | None, most: int) -> Answer:
    parts = read_url(url)
    host, is_secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    address = addresses(host, port)[0]
    patience = urllib3.Timeout(connect=CONNECT_SECONDS, read=READ_SECONDS)
    pool: urllib3.HTTPConnectionPool
    if is_secure:
        pool = urllib3.HTTPSConnectionPool(
            address, port, timeout=patience, cert_reqs="CERT_REQUIRED", server_hostname=host, assert_hostname=host
        )
    else:
        pool = urllib3.HTTPConnectionPool(address, port, timeout=patience)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    named = f"[{host}]" if ":" in host else host
    told = {**headers, "Host": named if parts.port is None else f"{named}:{port}"}
    with pool, hung_up_after(READ_SECONDS, pool):
        answer = pool.urlopen(
            method, target, body=body, headers=told, redirect=False, retries=False, preload_content=False
        )
        try:
            text = answer.read(most, decode_content=False).decode(errors="replace")
            return Answer(answer.status, text, patience_of(answer))
        finally:
            answer.close()


@contextlib.contextmanager
def hung_up_after(seconds: float, pool: urllib3.HTTPConnectionPool) -> Iterator[None]:
    """Within the block: a connection of the pool ends so long after it was made, whatever it is waiting for."""
    timers: list[threading.Timer] = []
    kind: Any = pool.ConnectionCls

    class Connection(kind):  # type: ignore[misc]
        def connect(self) -> None:
            super().connect()
            timers.append(threading.Timer(seconds, _hang_up, [self.sock]))
            timers[-1].start()

    pool.ConnectionCls = Connection
    try:
        yield
    finally:
        for timer in timers:
            timer.cancel()


def _hang_up(connected: socket.socket) -> None:
    with contextlib.suppress(OSError):  # it has ended by itself
        connected.shutdown(socket.SHUT_RDWR)


def patience_of(answer: urllib3.BaseHTTPResponse) -> float | None:
    """The header `Retry-After` (RFC 9110, 10.2.3), a number or a date, in seconds up to `MOST_PATIENCE`; None if there is none
    that can be read."""
    try:
        asked = urllib3.Retry().get_retry_after(answer)
    except (InvalidHeader, OverflowError, ValueError):
        return None
    return None if asked is None else min(asked, MOST_PATIENCE)
