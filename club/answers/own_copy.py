"""The copy of all that the club keeps of a member, for the member."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from club.answers.desk import ProposalStatus
from club.answers.ledger import Account, AccountLine
from club.answers.members import ConductRecord
from club.answers.notices import Chosen
from club.schema.answers import Chips, Instant, MaybeInstant, Told, one_of


class OwnParticulars(TypedDict):
    """What a membership says of its member."""

    nickname: str
    real_name: str
    reading: str
    member_number: str | None
    language: str
    notes: str
    joined_at: Instant
    admitted_at: MaybeInstant
    suspended_at: MaybeInstant
    suspended_until: MaybeInstant
    suspended_why: str
    excluded_until: MaybeInstant
    photo: Annotated[str | None, Told("The photograph as a `data:` address.")]


# Not a class: `from` and `with` are words of Python's own.
Visit = TypedDict(
    "Visit",
    {
        "at": Instant,
        "until": MaybeInstant,
        "from": Annotated[str | None, Told("The address.")],
        "with": Annotated[str, Told("The browser.")],
    },
)


SignedIn = TypedDict(
    "SignedIn",
    {
        "since": Instant,
        "seen": Annotated[datetime, Told("When it was seen last.")],
        "from": Annotated[str | None, Told("The address.")],
        "with": Annotated[str, Told("The browser.")],
    },
)


class LinkedProvider(TypedDict):
    """An account elsewhere by which one comes in."""

    provider: Annotated[str, Told("Google, LINE or another, by its key in the settings.")]
    since: Instant
    seen: Instant
    name: NotRequired[str]
    email: NotRequired[str]
    line_id: NotRequired[Annotated[str, Told("Kept where the club writes to members by LINE.")]]


class OwnFactor(TypedDict):
    """A second factor or a passkey."""

    kind: Annotated[str, Told("`totp`, `recovery_codes` or `webauthn`.")]
    since: Instant
    used: MaybeInstant


class OwnToken(TypedDict):
    """A token of the API; itself it is kept nowhere."""

    name: Annotated[str, Told("Empty: by password over the API.")]
    since: Instant
    until: MaybeInstant


class OwnUnsentMail(TypedDict):
    """An e-mail that the mail server did not take yet."""

    subject: str
    text: str
    since: Instant


class OwnLogin(TypedDict):
    """A login and its visits."""

    username: str
    email: str
    addresses: list[str]
    joined: Instant
    last_login: MaybeInstant
    has_second_factor: bool
    factors: list[OwnFactor]
    tokens: list[OwnToken]
    unsent_mails: list[OwnUnsentMail]
    providers: list[LinkedProvider]
    visits: list[Visit]
    sessions: list[SignedIn]


class CalledDevice(TypedDict):
    """A browser that is called by web push."""

    name: str
    address: Annotated[str, Told("At the browser's push service.")]
    kinds: Chosen
    since: Instant


class ChosenByMail(TypedDict):
    """What was chosen by e-mail."""

    kinds: Chosen
    since: Instant


class ChosenByLine(ChosenByMail):
    """What was chosen by LINE."""

    unreachable_since: Annotated[MaybeInstant, Told("Since when LINE refuses.")]


class SentNotice(TypedDict):
    """What was told of late; it is forgotten after two days."""

    by: Annotated[str, one_of("WayOfNotice", ["device", "mail", "line"], "How it was told.")]
    title: str
    text: str
    state: Annotated[str, one_of("StateOfNotice", ["waiting", "sent"], "Sent: handed over once, or given up.")]
    at: Instant


class OwnNotices(TypedDict):
    """What calls the member, and what was told so."""

    devices: list[CalledDevice]
    mail: ChosenByMail | None
    line: ChosenByLine | None
    messages: list[SentNotice]


class OwnTicket(TypedDict):
    """A ticket of a tournament that the member has or had."""

    chips: Chips
    place: Annotated[str, Told("The tournament that it is for, or the name of all of them; empty: any that it covers.")]
    state: Annotated[str, Told("Whether it is good, used, taken back or expired.")]
    until: MaybeInstant


class WaitedForTournament(TypedDict):
    """A list of a full tournament on which the member waited."""

    tournament: str
    since: Instant
    outcome: str


class OwnMembership(TypedDict):
    """One membership."""

    player: OwnParticulars
    login: OwnLogin | None
    notices: OwnNotices
    tables: Annotated[dict[str, Any], Told("What the tables keep: stays, hands, words, notes, files.")]
    tournaments: Annotated[list[dict[str, Any]], Told("What the tournaments keep: entries, purchases, results.")]
    tickets: list[OwnTicket]
    waited_for_tournaments: list[WaitedForTournament]


class OwnAccount(Account):
    """An account with every line."""

    lines: list[AccountLine]


class DecisionAboutOwn(TypedDict):
    """What somebody decided about the member."""

    what: str
    at: Instant
    why: str


class OwnDecision(DecisionAboutOwn):
    """What the member decided."""

    subject: str
    source: str


class OwnAgeCheck(TypedDict):
    """An age that was checked."""

    age: Annotated[int, Told("Years.")]
    at: Instant


class OwnProposal(TypedDict):
    """A proposal about the member's chips."""

    chips: Chips
    why: str
    status: ProposalStatus
    at: Instant
    decided: MaybeInstant


class OwnExpiryNotice(TypedDict):
    """Word that chips would expire."""

    account: int
    given: Instant
    due: Instant
    mail_done: datetime | None


class OwnCopy(OwnMembership):
    """All that the club keeps of the caller."""

    kind: Literal["cardhouse member"]
    merged: list[OwnMembership]
    accounts: list[OwnAccount]
    decisions_about_you: list[DecisionAboutOwn]
    decisions_by_you: list[OwnDecision]
    conduct: list[ConductRecord]
    age_checks: list[OwnAgeCheck]
    adjustments: list[OwnProposal]
    expiry_notices: list[OwnExpiryNotice]
