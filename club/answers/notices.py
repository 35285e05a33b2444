"""Answers about what calls a player: of which kinds, by which way, on which device."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from club.models import Notice
from club.schema.answers import Id, Instant, MaybeInstant, Told, one_of

NoticeKind = Annotated[str, one_of("KindOfNotice", Notice.values, "What a player may be told of.")]
Chosen = Annotated[list[NoticeKind], Told("What was chosen; empty: nothing.")]
Offered = Annotated[list[NoticeKind], Told("What may be chosen for this way.")]
MostADay = Annotated[int, Told("Messages within 24 hours at most; what comes beyond is not sent.")]


class NoticeWords(TypedDict):
    """A kind of notice in words."""

    kind: NoticeKind
    words: str


class NoticesByMail(TypedDict):
    """What comes by e-mail."""

    is_offered: Annotated[bool, Told("False: the login has no confirmed address, or the club sends no mail.")]
    offered: Offered
    kinds: Chosen
    most_a_day: MostADay


class NoticesByLine(TypedDict):
    """What comes by LINE."""

    is_offered: Annotated[bool, Told("False: the login is not linked to LINE, or the club sends nothing by LINE.")]
    offered: Offered
    kinds: Chosen
    most_a_day: MostADay
    unreachable_since: Annotated[
        MaybeInstant,
        Told(
            "Since when LINE refuses, since its owner is no friend of the club's account; choosing again tries again."
        ),
    ]


class Device(TypedDict):
    """A browser that is called by web push."""

    id: Id
    name: str
    made_at: Instant
    kinds: Chosen


class Notices(TypedDict):
    """All ways by which the caller is called, and what was chosen for each."""

    kinds: list[NoticeWords]
    mail: NoticesByMail
    line: NoticesByLine
    devices: list[Device]
