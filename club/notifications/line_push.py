"""LINE: a text pushed to a person, a group or a room by the Messaging API (`POST /v2/bot/message/push`).

https://developers.line.biz/en/reference/messaging-api/#send-push-message. A retry key (the message's UUID) makes that a text which
comes twice is taken once: 409 says that it was taken before. A text has at most 5,000 UTF-16 units.
"""

from __future__ import annotations

import json
import re

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.http.safe_http import Answer
from club.notifications.receivers import Adapter, Given, Outcome, Outgoing, Said, Verdict, by_status, posted, shortened

ADDRESS = "https://api.line.me/v2/bot/message/push"
LONGEST = 5_000
TAKEN_BEFORE = 409
_TOKEN = re.compile(r"[A-Za-z0-9+/=._-]{20,400}")
_TARGET = re.compile(r"[UCR][0-9a-f]{32}")


def read(given: Given) -> Given:
    """A channel access token, and the id of a person (U…), group (C…) or room (R…)."""
    secret, target = given.secret.strip(), given.target.strip()
    if not _TOKEN.fullmatch(secret):
        words = _("LINE needs the channel access token of a channel of the Messaging API.")
        raise ClubError("bad_token", words, 422, field="secret")
    if not _TARGET.fullmatch(target):
        words = _("LINE needs to whom: an id of 33 signs that begins with U, C or R.")
        raise ClubError("bad_target", words, 422, field="target")
    return Given(secret, target)


def is_target(target: object) -> bool:
    """Whether it is the id of a person."""
    return isinstance(target, str) and target.startswith("U") and _TARGET.fullmatch(target) is not None


def request(given: Given, said: Said) -> Outgoing:
    body = {"to": given.target, "messages": [{"type": "text", "text": shortened(said.text, LONGEST)}]}
    headers = {
        "Content-Type": "application/json",
        "Authorization": f"Bearer {given.secret}",
        "X-Line-Retry-Key": said.number,
    }
    return Outgoing(ADDRESS, json.dumps(body, ensure_ascii=False).encode(), headers)


def verdict(answer: Answer) -> Verdict:
    """401 and 403: the token is worth nothing here. 429 is a rate, or the month's messages used up: tried again, later."""
    if answer.status == TAKEN_BEFORE:
        return Verdict(Outcome.SENT)
    return by_status(answer, gone=(401, 403))


LINE = Adapter(name="LINE", read=read, shown=lambda given: given.target, send=posted(request), verdict=verdict)
