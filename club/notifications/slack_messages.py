"""Slack: a text into a channel, by an incoming webhook, or by a bot's token and `chat.postMessage`.

https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and
https://docs.slack.dev/reference/methods/chat.postMessage. The method answers 200 with `ok` false and an error; a webhook by its
status. Slack asks for texts of at most 4,000 characters. `&`, `<` and `>` are written as entities, so no text calls a channel.
"""

from __future__ import annotations

import json
import re

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.http.safe_http import Answer
from club.notifications.receivers import Adapter, Given, Outcome, Outgoing, Said, Verdict, by_status, posted, shortened

HOOKS, METHOD = "https://hooks.slack.com/services", "https://slack.com/api/chat.postMessage"
LONGEST = 4_000
_HOOK = re.compile(r"https://hooks\.slack\.com/services/(T[A-Z0-9]{5,20}/B[A-Z0-9]{5,20}/[A-Za-z0-9]{15,60})")
_TOKEN = re.compile(r"xoxb-[A-Za-z0-9-]{20,250}")
_CHANNEL = re.compile(r"[CGD][A-Z0-9]{6,20}")
# Errors of the method: the token or the channel is worth nothing any more; or the service has a moment's trouble.
GONE = (
    *(
        "not_authed",
        "invalid_auth",
        "account_inactive",
        "token_revoked",
        "token_expired",
        "no_permission",
        "missing_scope",
    ),
    *("org_login_required", "ekm_access_denied", "team_access_not_granted", "access_denied"),
    *("channel_not_found", "not_in_channel", "is_archived"),
)
TROUBLE = ("ratelimited", "rate_limited", "internal_error", "fatal_error", "service_unavailable", "request_timeout")


def read(given: Given) -> Given:
    """A webhook's address, of which the path is kept; or a bot's token, and the id of a channel."""
    secret, target = given.secret.strip(), given.target.strip()
    if found := _HOOK.fullmatch(secret):
        return Given(found[1])
    if not _TOKEN.fullmatch(secret):
        words = _("Slack needs an incoming webhook (https://hooks.slack.com/services/…) or a bot's token (xoxb-…).")
        raise ClubError("bad_token", words, 422, field="secret")
    if not _CHANNEL.fullmatch(target):
        words = _("With a bot's token Slack needs the id of a channel, such as C0123456789.")
        raise ClubError("bad_target", words, 422, field="target")
    return Given(secret, target)


def plain(text: str) -> str:
    """A text without a sign by which Slack would call somebody or make a link.

    >>> plain("<!channel> Tom & Ann")
    '&lt;!channel&gt; Tom &amp; Ann'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def request(given: Given, said: Said) -> Outgoing:
    told: dict[str, object] = {"text": plain(shortened(said.text, LONGEST)), "mrkdwn": False, "unfurl_links": False}
    if not given.target:
        return Outgoing(f"{HOOKS}/{given.secret}", _json(told), {"Content-Type": "application/json"})
    headers = {"Content-Type": "application/json; charset=utf-8", "Authorization": f"Bearer {given.secret}"}
    return Outgoing(METHOD, _json({"channel": given.target, **told}), headers)


def _json(told: dict[str, object]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode()


def verdict(answer: Answer) -> Verdict:
    """By the status; of the method, by what its body says. 403, 404, 410: the webhook, or its channel, is no more."""
    found = by_status(answer, gone=(401, 403, 404, 410))
    if found.outcome is not Outcome.SENT or not answer.text.lstrip().startswith("{"):
        return found
    is_ok, error = _told(answer.text)
    if is_ok or error is None:
        return Verdict(Outcome.SENT) if is_ok else Verdict(Outcome.AGAIN, answer.retry_after)
    if error in TROUBLE:
        return Verdict(Outcome.AGAIN, answer.retry_after)
    return Verdict(Outcome.GONE if error in GONE else Outcome.REFUSED)


def _told(text: str) -> tuple[bool, str | None]:
    """Whether it went well, and the error; the beginning of the answer may be all there is."""
    is_ok = re.match(r'\{\s*"ok"\s*:\s*true\b', text) is not None
    error = re.search(r'"error"\s*:\s*"([a-z_]{1,60})"', text)
    return is_ok, None if error is None else error[1]


SLACK = Adapter(
    name="Slack",
    read=read,
    shown=lambda given: given.target or "hooks.slack.com/services/…",
    send=posted(request),
    verdict=verdict,
)
