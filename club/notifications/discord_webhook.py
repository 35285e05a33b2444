"""Discord: a text into a channel by its webhook (`POST /webhooks/{id}/{token}`).

https://discord.com/developers/docs/resources/webhook#execute-webhook. A text has at most 2,000 characters. Nobody is called by a
name in it (`allowed_mentions`), and what it says is no formatting. The address of a webhook is a secret.
"""

from __future__ import annotations

import json
import re

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.http.safe_http import Answer
from club.notifications.receivers import Adapter, Given, Outcome, Outgoing, Said, Verdict, by_status, posted, shortened
from engine.text_limits import BeyondBounds, read_json

BASE = "https://discord.com/api/v10/webhooks"
LONGEST = 2_000
SUPPRESS_EMBEDS = 4
MOST_PATIENCE = 6 * 3600.0  # seconds that the service may ask for
_ADDRESS = re.compile(
    r"https://(?:(?:canary|ptb)\.)?discord(?:app)?\.com/api(?:/v\d{1,2})?/webhooks/(\d{15,25})/([A-Za-z0-9_-]{40,120})/?"
)
_MARKS = re.compile(r"([\\*_~`|>#\[\]()@-])")
_LINK = re.compile(
    r"https?://[A-Za-z0-9._~:/?&=%+-]+"
)  # with no sign of formatting: such a link cannot hide where it leads


def read(given: Given) -> Given:
    """A webhook's address, of which number and token are kept."""
    found = _ADDRESS.fullmatch(given.secret.strip())
    if found is None:
        words = _("Discord needs the address of a channel's webhook: https://discord.com/api/webhooks/…/….")
        raise ClubError("bad_token", words, 422, field="secret")
    return Given(f"{found[1]}/{found[2]}")


def plain(text: str) -> str:
    """A text whose signs are no formatting; links stay links, and none is hidden behind words.

    >>> plain("*Ben* @everyone https://club.example/a_b")
    '\\\\*Ben\\\\* \\\\@everyone https://club.example/a_b'
    >>> plain("https://club.example/[chips](https://evil.example/)")
    'https://club.example/\\\\[chips\\\\]\\\\(https://evil.example/\\\\)'
    """
    parts, at = list[str](), 0
    for link in _LINK.finditer(text):
        parts += [_MARKS.sub(r"\\\1", text[at : link.start()]), link[0]]
        at = link.end()
    return "".join([*parts, _MARKS.sub(r"\\\1", text[at:])])


def request(given: Given, said: Said) -> Outgoing:
    body = {
        "content": shortened(plain(said.text), LONGEST),
        "allowed_mentions": {"parse": list[str]()},
        "flags": SUPPRESS_EMBEDS,
    }
    headers = {"Content-Type": "application/json", "User-Agent": "DiscordBot (Cardhouse, 1)"}
    return Outgoing(f"{BASE}/{given.secret}?wait=true", json.dumps(body, ensure_ascii=False).encode(), headers)


def verdict(answer: Answer) -> Verdict:
    """401, 403, 404: the webhook was deleted. 429 says in its body, too, after how many seconds to ask again."""
    found = by_status(answer, gone=(401, 403, 404))
    if found.outcome is Outcome.AGAIN and answer.status == 429:
        return Verdict(Outcome.AGAIN, _patience(answer))
    return found


def _patience(answer: Answer) -> float | None:
    try:
        told = read_json(answer.text)["retry_after"]
    except (BeyondBounds, ValueError, KeyError, TypeError):
        return answer.retry_after
    if isinstance(told, bool) or not isinstance(told, int | float) or not 0 <= told < float("inf"):
        return answer.retry_after
    return min(max(float(told), answer.retry_after or 0), MOST_PATIENCE)


DISCORD = Adapter(
    name="Discord",
    read=read,
    shown=lambda given: f"discord.com/api/webhooks/{given.secret.partition('/')[0]}/…",
    send=posted(request),
    verdict=verdict,
)
