"""Answers about the house: its rules, the record of decisions, webhooks."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from club.models import Delivery
from club.schema.answers import Id, Instant, Told, one_of

RuleValue = Annotated[bool | int | str, Told("Of the rule's own type.")]
MessageState = Annotated[str, one_of("MessageState", Delivery.State.values, "What became of a message.")]


class Range(TypedDict):
    """A rule's numbers."""

    least: int
    most: int


class HouseRule(TypedDict):
    """A house rule as it stands."""

    rule: Annotated[str, Told("Its full name, such as `PlayRules.raise_cap`.")]
    title: str
    help: str
    value: RuleValue
    set_for: Annotated[str | None, Told("The scope it was set for; null: it is the default.")]
    default: RuleValue
    choices: Annotated[list[bool | int | str] | Range | None, Told("The values it may have; null: any of its type.")]
    source: Annotated[str, Told("The rule of play it comes from; may be empty.")]
    settles: Annotated[str, Told("What sources disagree on, that it settles; may be empty.")]
    presets: Annotated[
        dict[str, bool | int | str], Told("Its values in ready-made sets, where they are not the default.")
    ]


class HouseRuleGroup(TypedDict):
    """House rules that belong together."""

    name: str
    rules: list[HouseRule]


class HouseRules(TypedDict):
    """Every house rule as it stands for a scope."""

    groups: list[HouseRuleGroup]


class RuleVersion(TypedDict):
    """A rule that was set."""

    value: Annotated[bool | int | str | None, Told("Null: given back to the wider scope.")]
    version: int


class HouseRulesChanged(TypedDict):
    """What was set."""

    changed: Annotated[dict[str, RuleVersion], Told("By the rules' full names.")]


class RecordedDecision(TypedDict):
    """What somebody decided."""

    id: Id
    at: Instant
    kind: Annotated[str, Told("Such as `cashier.buy-chips`.")]
    what: Annotated[str, Told("The kind in words.")]
    by: Annotated[str | None, Told("A login's name; null: the club's own programs.")]
    subject: Annotated[str, Told("What it is about, such as `player:7`.")]
    why: str
    before: Annotated[Any, Told("What was before; its form is the kind's own.")]
    after: Annotated[Any, Told("What is since; its form is the kind's own.")]
    source: Annotated[str, Told("The address and browser it came from.")]


class RecordedDecisions(TypedDict):
    """A hundred decisions, latest first."""

    decisions: list[RecordedDecision]
    next: Annotated[int | None, Told("The `older` to go on with; null at the end.")]


class Webhook(TypedDict):
    """An address that is told of events."""

    id: Id
    kind: Literal["program", "line", "discord", "slack", "mail"]
    name: str
    url: Annotated[str, Told("Of a chat or a mailbox: what may be shown of where it is.")]
    language: Annotated[str, Told("Of what people read; empty: the club's.")]
    events: Annotated[list[str], Told("Such as `tournament.started`.")]
    is_active: bool


class Webhooks(TypedDict):
    """The webhooks, and every event there is."""

    webhooks: list[Webhook]
    events: Annotated[dict[str, str], Told("Events in words, by their names.")]


class WebhookMade(Webhook):
    """A new webhook."""

    secret: Annotated[
        str, Told("What a program's messages are signed with, told this once; empty for chats and mailboxes.")
    ]


class WebhookTry(TypedDict):
    """A try at sending a message."""

    at: Instant
    status: Annotated[int, Told("Of HTTP; 0 where nothing was answered.")]
    answer: str


class WebhookMessage(TypedDict):
    """A message to a webhook, and the tries at sending it, the latest first."""

    number: Annotated[str, Told("A UUID.")]
    message_id: Annotated[str, Told("Sent as `webhook-id`; the same in every try.")]
    event: str
    state: MessageState
    state_words: str
    tries: int
    made_at: Instant
    due_at: Annotated[datetime | None, Told("When it is tried next; null: it is not.")]
    body: Annotated[str, Told("What is sent, as JSON.")]
    history: list[WebhookTry]


class WebhookWithMessages(Webhook):
    """A webhook with its last hundred messages, the latest first."""

    messages: list[WebhookMessage]
