"""Who may be told of events besides programs: chats and mailboxes. What all of their adapters have in common.

An adapter is a value of `adapters.ADAPTERS`: what its owner must give it, the request that a text becomes, and what its service's
answer means. Nothing of what was given as a secret is shown again, logged, or kept with an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from club.http import safe_http
from club.http.safe_http import Answer

ELLIPSIS = "…"
LEAST_SECRET = 12  # characters of a part of an address that is a secret by itself


class Outcome(StrEnum):
    """What became of one try."""

    SENT = "sent"
    AGAIN = "again"  # later, as often as a message is tried
    REFUSED = "refused"  # this message, for ever
    GONE = "gone"  # every message: the receiver is switched off


@dataclass(frozen=True)
class Verdict:
    """What an answer means, and after how many seconds to try again, where the service said so."""

    outcome: Outcome
    retry_after: float | None = None


@dataclass(frozen=True)
class Given:
    """What an owner gives for a receiver: a secret (a token, or an address that is one), and to whom."""

    secret: str
    target: str = ""


@dataclass(frozen=True)
class Said:
    """What is told: a headline, the whole text, and the message's UUID, the same in every try."""

    headline: str
    text: str
    number: str


@dataclass(frozen=True)
class Outgoing:
    """A request to a service."""

    url: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Adapter:
    """One service: its name, how what is given is read (`ClubError` says what would be right) and shown, how something is sent, and
    what an answer means."""

    name: str
    read: Callable[[Given], Given]
    shown: Callable[[Given], str]
    send: Callable[[Given, Said], Answer]
    verdict: Callable[[Answer], Verdict]


def posted(request: Callable[[Given, Said], Outgoing]) -> Callable[[Given, Said], Answer]:
    """The sending of an adapter that makes requests: never into the club's own network (`club.http.safe_http`)."""

    def send(given: Given, said: Said) -> Answer:
        outgoing = request(given, said)
        return safe_http.post(outgoing.url, outgoing.body, outgoing.headers)

    return send


def unsaid(text: str, secret: str) -> str:
    """A text of an answer or an error without the secret, or a part of it that is one.

    >>> unsaid("no webhook 123/abcdefghijklmnop", "123/abcdefghijklmnop")
    'no webhook …'
    """
    for part in (secret, *(one for one in secret.split("/") if len(one) >= LEAST_SECRET)):
        text = text.replace(part, ELLIPSIS) if part else text
    return text


def shortened(text: str, most: int) -> str:
    """The text within `most` UTF-16 units, as these services count, no sign cut in two.

    >>> shortened("a😀b", 4), shortened("a😀bc", 4)
    ('a😀b', 'a😀…')
    """
    if units(text) <= most:
        return text
    kept = text
    while units(kept) > most - 1:
        kept = kept[:-1]
    return kept + ELLIPSIS


def units(text: str) -> int:
    """How many UTF-16 units a text has."""
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


def by_status(answer: Answer, *, gone: tuple[int, ...]) -> Verdict:
    """What a status means by itself: 2xx is sent; 429, 408, 5xx and silence are tried again; the rest is refused for ever."""
    status = answer.status
    if 200 <= status < 300:
        return Verdict(Outcome.SENT)
    if status in gone:
        return Verdict(Outcome.GONE)
    if status in (0, 408, 429) or status >= 500:
        return Verdict(Outcome.AGAIN, answer.retry_after)
    return Verdict(Outcome.REFUSED)
