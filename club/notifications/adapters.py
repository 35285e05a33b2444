"""The chats and mailboxes that may be told of events, by the kind of their receivers.

A new one is a module of its own, and an entry here.
"""

from __future__ import annotations

from collections.abc import Mapping

from club.models import Webhook
from club.notifications.discord_webhook import DISCORD
from club.notifications.line_push import LINE
from club.notifications.mail_receiver import MAIL
from club.notifications.receivers import Adapter
from club.notifications.slack_messages import SLACK

ADAPTERS: Mapping[str, Adapter] = {
    Webhook.Kind.LINE: LINE,
    Webhook.Kind.DISCORD: DISCORD,
    Webhook.Kind.SLACK: SLACK,
    Webhook.Kind.MAIL: MAIL,
}
