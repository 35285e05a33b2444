"""The only writer of chips: double entry, append-only, keyed, versioned.

A transfer is a key and two entries or more that sum to zero in one unit. The same key with the same body is the same
transfer, whoever asks however often; with another body it is refused. A refused transfer leaves nothing and does not use up
its key: the same request may be made again when the chips are there. A correction is a new transfer that names the old one.

Everything is written by one call of the database function `ledger_post`, which locks the accounts in one order, checks,
dates and writes; it is several times faster than the statements one by one, and no caller can forget a step.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import PURPOSES
from club.database import bulk_sql
from club.database.prepared_queries import Rows
from club.models import Account, Entry, Player, Transfer, User

CHIPS = "chips"
LARGEST = 10**18
RETRIES = 3
_AGAIN = ("40P01", "40001")  # deadlock, serialization failure
_POST = "SELECT ledger_post(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_LOCK = "SELECT FROM club_account WHERE id = ANY(%s::bigint[]) ORDER BY id FOR NO KEY UPDATE"
_POST_ALL = """
SELECT ledger_post(
    key, digest, purpose, reference, by, why, corrects, recorded_at, accounts::bigint[], amounts::bigint[]
) FROM unnest(
    %s::text[], %s::text[], %s::text[], %s::text[], %s::bigint[], %s::text[], %s::bigint[], %s::timestamptz[], %s::text[],
    %s::text[]
) AS asked(key, digest, purpose, reference, by, why, corrects, recorded_at, accounts, amounts)
"""
# Read if it is asked for: the database may date a transfer later than it was told.
_ACCOUNT = Rows(Account, "WHERE own.owner = %s AND own.kind = %s AND own.unit = %s")
_COLUMNS = ("id", "key", "digest", "purpose", "reference", "by_id", "why", "corrects_id")
# Halving the lines until one is left. Each step looks one line up, whatever the planner thinks of the ledger's size.
_LINE_AT = """
WITH RECURSIVE halves (low, high) AS (
    SELECT 0::bigint, version FROM club_account WHERE id = %(account)s
    UNION ALL
    SELECT CASE WHEN asked.is_by_then THEN asked.middle ELSE low END,
           CASE WHEN asked.is_by_then THEN high ELSE asked.middle - 1 END
    FROM halves, LATERAL (
        SELECT (low + high + 1) / 2 AS middle,
               (SELECT recorded_at FROM club_transfer WHERE id = (
                   SELECT transfer_id FROM club_entry
                   WHERE account_id = %(account)s AND version = (low + high + 1) / 2
               )) <= %(instant)s AS is_by_then
    ) asked
    WHERE low < high
)
SELECT low FROM halves WHERE low = high
"""

# A wallet, a stack and an escrow never go below zero. The cashier's is the club's outside, the house may advance an overlay.
FLOORS: dict[str, int | None] = {
    "wallet": 0,
    "stack": 0,
    "escrow": 0,
    "rake": None,
    "fees": None,
    "cashier": None,
    "credit": 0,
    "tips": 0,
    "jackpot": 0,
    "adjust": None,
    "expired": 0,
}


class LedgerError(ClubError):
    """A transfer that cannot be made. Nothing has moved."""


class NotEnoughChips(LedgerError):
    """`params`: the account, its balance, and what was needed."""


class KeyReused(LedgerError):
    """The key stands for another transfer already."""


class AccountClosed(LedgerError):
    """A closed account takes and gives nothing."""


class WrongUnit(LedgerError):
    """Chips of different units cannot be exchanged for each other."""


class BadAmount(LedgerError):
    """Amounts must be whole numbers other than zero, and sum to zero."""


class UnknownAccount(LedgerError):
    """No such account."""


class UnknownPurpose(LedgerError):
    """A transfer must say what it is for, in a word that an app has registered."""


def open_account(owner: str, kind: str, unit: str = CHIPS) -> Account:
    """The account of that owner, kind and unit, opened if there is none. Raises `UnknownAccount` for an unknown kind."""
    if kind not in FLOORS:
        raise UnknownAccount("unknown_account", _("There is no kind of account called %(kind)s.") % {"kind": kind}, 422)
    found = _ACCOUNT.first(owner, kind, unit)
    if found is not None:
        return found
    open_account_ids([owner], kind, unit)
    return Account.objects.get(owner=owner, kind=kind, unit=unit)


def open_accounts(owners: Iterable[str], kind: str, unit: str = CHIPS) -> list[Account]:
    """`open_account` for many owners in two statements; the accounts in no order."""
    return list(Account.objects.filter(pk__in=open_account_ids(owners, kind, unit).values()))


def open_account_ids(owners: Iterable[str], kind: str, unit: str = CHIPS) -> dict[str, int]:
    """`open_accounts`, as each owner's account id alone. Raises `UnknownAccount` for an unknown kind."""
    if kind not in FLOORS:
        raise UnknownAccount("unknown_account", _("There is no kind of account called %(kind)s.") % {"kind": kind}, 422)
    names = list(owners)
    same = {"kind": kind, "unit": unit, "floor": FLOORS[kind], "opened_at": timezone.now()}
    bulk_sql.insert(Account, ["owner"], [[name] for name in names], same, ignore_conflicts=True)
    found = Account.objects.filter(owner__in=names, kind=kind, unit=unit)
    return dict(found.values_list("owner", "pk"))


def close_account(account: Account, *, now: datetime) -> None:
    """Close an account for good; it must be empty. Raises `BadAmount` if it is not. Closing twice is harmless."""
    with transaction.atomic():
        locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if locked.balance:
            raise BadAmount(
                "account_not_empty",
                _("The account holds %(n)s: it closes when it is empty.") % {"n": f"{locked.balance:,}"},
            )
        if locked.closed_at is None:
            locked.closed_at = now
            locked.save(update_fields=["closed_at"])


def set_credit_limit(account: Account, limit: int) -> int:
    """Let a credit account go down to -`limit`; the limit before. Raises `BadAmount`, also below what is owed."""
    if account.kind != "credit" or type(limit) is not int or not 0 <= limit <= LARGEST:
        raise BadAmount("bad_amount", _("A credit limit is a whole number of chips, 0 or more."), 422)
    with transaction.atomic():
        locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if locked.balance < -limit:
            words = _("%(owed)s are owed already: the limit cannot be lower.") % {"owed": f"{-locked.balance:,}"}
            raise BadAmount("owes_more", words, 409, owed=-locked.balance)
        before = -(locked.floor or 0)
        locked.floor = -limit
        locked.save(update_fields=["floor"])
    return before


def post(
    key: str,
    moves: Mapping[int, int],
    *,
    purpose: str,
    reference: str = "",
    by: User | None = None,
    why: str = "",
    corrects: Transfer | None = None,
    now: datetime | None = None,
) -> Transfer:
    """Move chips: `moves` maps account ids to signed amounts of one unit that sum to zero.

    Posting the same again returns the transfer that stands. `now` defaults to the present, since a ledger's own time is
    when the line is written; if one of the accounts has moved later than that, the transfer is dated by that move. What is told
    more than a minute ahead of the database's clock, or an hour behind it, is dated by that clock, unless the database is one of
    simulated evenings. So an account's lines are in the order of their times, except after that clock itself was put back.
    Raises `NotEnoughChips`, `KeyReused`, `AccountClosed`, `WrongUnit`, `BadAmount`, `UnknownAccount`, `UnknownPurpose`.
    """
    posting = Posting(key, moves, purpose, reference, by, why, corrects)
    arguments = _arguments(posting, now or timezone.now())
    made = _written(arguments)
    if made < 0:
        return Transfer.objects.get(pk=-made)
    return Transfer.from_db(connection.alias, _COLUMNS, (made, *arguments[:7]))


@dataclass(frozen=True, slots=True)
class Posting:
    """What `post` is asked for."""

    key: str
    moves: Mapping[int, int]
    purpose: str
    reference: str = ""
    by: User | None = None
    why: str = ""
    corrects: Transfer | None = None


def post_all(postings: Sequence[Posting], *, now: datetime | None = None) -> None:
    """`post` for many transfers in one statement: all of them, or none. Every account is locked in one order before the first.

    Inside a transaction alone; a refusal, one of those of `post`, ends it.
    """
    if not postings:
        return
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("transfers are posted together inside a transaction")
    at = now or timezone.now()
    columns = list(zip(*(_arguments(posting, at) for posting in postings), strict=True))
    accounts = sorted({account for posting in postings for account in posting.moves})
    try:
        with connection.cursor() as cursor:
            if len(postings) > 1:
                cursor.execute(_LOCK, [_array(accounts)])
            cursor.execute(_POST_ALL, [list(column) for column in columns])
    except DatabaseError as error:
        raise _refusal(error) or error from error


def _arguments(posting: Posting, now: datetime) -> list[Any]:
    """What the database function takes, in its order."""
    body = _body(posting.moves, posting.purpose, posting.reference, posting.corrects)
    return [
        posting.key,
        hashlib.sha256(json.dumps(body).encode()).hexdigest(),
        posting.purpose,
        posting.reference,
        None if posting.by is None else posting.by.pk,
        posting.why,
        None if posting.corrects is None else posting.corrects.pk,
        now,
        _array([account for account, _amount in body["moves"]]),
        _array([amount for _account, amount in body["moves"]]),
    ]


def _array(numbers: list[int]) -> str:
    """PostgreSQL's own writing of an array, which the driver makes much slower of a list."""
    return f"{{{','.join(map(str, numbers))}}}"


def _written(arguments: Sequence[Any]) -> int:
    """Call the database function: the transfer's id, negative if it stood already."""
    for attempt in range(RETRIES + 1):
        # Inside a caller's transaction a savepoint, so that a refusal leaves it usable; alone one statement is enough.
        scope = transaction.atomic() if connection.in_atomic_block else contextlib.nullcontext()
        try:
            with scope, connection.cursor() as cursor:
                cursor.execute(_POST, arguments)
                return int(cursor.fetchone()[0])
        except OperationalError as error:
            # Inside a caller's transaction the locks taken before would be held on: only the outermost may try again.
            if _state(error) not in _AGAIN or attempt == RETRIES or connection.in_atomic_block:
                raise
        except DatabaseError as error:
            raise _refusal(error) or error from error
    raise AssertionError("unreachable")


def _body(moves: Mapping[int, int], purpose: str, reference: str, corrects: Transfer | None) -> dict[str, Any]:
    if purpose not in PURPOSES:
        words = _("There is no purpose %(purpose)s of a transfer.") % {"purpose": purpose}
        raise UnknownPurpose("unknown_purpose", words, 422)
    total = 0
    for amount in moves.values():
        if type(amount) is not int or not amount or abs(amount) > LARGEST:
            raise BadAmount(
                "bad_amount",
                _("%(amount)s is no amount: a whole number other than 0, at most %(most)d.")
                % {"amount": amount, "most": LARGEST},
                422,
            )
        total += amount
    if len(moves) < 2 or total:
        raise BadAmount("bad_amount", _("What is moved must come from one account and go to another."), 422)
    return {
        "moves": sorted(moves.items()),
        "purpose": purpose,
        "reference": reference,
        "corrects": None if corrects is None else corrects.pk,
    }


def _state(error: DatabaseError) -> str:
    return str(getattr(error.__cause__, "sqlstate", "") or "")


# What the database function refuses with, and what people are told of it.
_REFUSALS: dict[str, tuple[type[LedgerError], str, int]] = {
    "CH001": (KeyReused, "key_reused", 422),
    "CH002": (AccountClosed, "account_closed", 409),
    "CH003": (WrongUnit, "wrong_unit", 422),
    "CH004": (NotEnoughChips, "not_enough_chips", 409),
    "CH006": (UnknownAccount, "unknown_account", 404),
    "CH007": (BadAmount, "not_the_reverse", 422),
}
_WORDS = {
    "key_reused": gettext_noop("This key was used for another transfer."),
    "account_closed": gettext_noop("The account is closed."),
    "wrong_unit": gettext_noop("Chips of different units cannot be exchanged."),
    "not_enough_chips": gettext_noop("Not enough chips: %(needed)s are needed, %(free)s are there."),
    "unknown_account": gettext_noop("There is no such account."),
    "not_the_reverse": gettext_noop("A correction is the transfer it corrects, reversed."),
    "bad_amount": gettext_noop("The amounts do not sum to zero, or are too large."),
}
_CORRECTED_ONCE = "club_transfer_corrects_id_key"


def _refusal(error: DatabaseError) -> LedgerError | None:
    """The refusal of our database function in words, or None for an error that is not ours."""
    state, told = _state(error), getattr(error.__cause__, "diag", None)
    if state == "23505" and told is not None and told.constraint_name == _CORRECTED_ONCE:
        return KeyReused("corrected_already", _("This transfer has been corrected already."), 409)
    if not state.startswith("CH"):
        return None
    params = json.loads(getattr(told, "message_detail", None) or "{}")
    if "floor" in params:
        params |= {"free": params["balance"] - params["floor"]}
    kind, code, status = _REFUSALS.get(state, (BadAmount, "bad_amount", 422))
    return kind(code, refusal_in_words(code, params), status, **params)


def refusal_in_words(code: str, params: Mapping[str, Any]) -> str:
    """A refusal of the database function in the reader's language. Raises `KeyError` for a code that is none of its own."""
    # With separators: an amount may be of any unit, so without a symbol.
    return _(_WORDS[code]) % {name: f"{one:,}" if type(one) is int else one for name, one in params.items()}


def is_posted(key: str) -> bool:
    """True if a transfer with that key stands."""
    return Transfer.objects.filter(key=key).exists()


def reverse(transfer: Transfer, *, key: str, by: User | None, why: str, now: datetime | None = None) -> Transfer:
    """The opposite transfer, which names the original; only once. What moved in the account of a membership that was merged since
    is borne by the account of the one that stays.

    Raises `KeyReused` if it was reversed before, and what `post` raises.
    """
    moves: dict[int, int] = {}
    entries = list(transfer.entries.select_related("account"))
    bearing = _bearing([entry.account for entry in entries])
    for entry in entries:
        account = bearing.get(entry.account_id, entry.account_id)
        moves[account] = moves.get(account, 0) - entry.amount
    moves = {account: amount for account, amount in moves.items() if amount}
    return post(
        key, moves, purpose="correction", reference=transfer.reference, by=by, why=why, corrects=transfer, now=now
    )


def _bearing(accounts: Sequence[Account]) -> dict[int, int]:
    """Of accounts that closed as their player was merged: the account, by its id, of the player who stays."""
    closed = {account.owner: account for account in accounts if account.closed_at is not None}
    numbers = [int(owner.removeprefix("player:")) for owner in closed if owner.startswith("player:")]
    merged = Player.objects.filter(pk__in=numbers, merged_into__isnull=False).select_related("merged_into")
    stays = {player.owner: player.merged_into.owner for player in merged if player.merged_into is not None}
    return {
        account.pk: open_account(stays[account.owner], account.kind, account.unit).pk
        for account in accounts
        if account.closed_at is not None and account.owner in stays
    }


def balance(account: Account) -> int:
    """The balance as it stands in the database now."""
    return Account.objects.values_list("balance", flat=True).get(pk=account.pk)


def line_at(account: Account, instant: datetime) -> int:
    """The number of the account's last line recorded up to that instant; 0 if there is none.

    Where the database's clock ran ahead for some time and was put back, it is one of the lines of that time.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LINE_AT, {"account": account.pk, "instant": instant})
        return int(cursor.fetchone()[0])


def balance_at(account: Account, instant: datetime) -> int:
    """The balance after every line recorded up to that instant."""
    last = line_at(account, instant)
    return Entry.objects.values_list("balance_after", flat=True).get(account=account, version=last) if last else 0


def statement(account: Account, *, before: int | None = None, limit: int = 50) -> QuerySet[Entry]:
    """The account's lines, newest first; `before` is the line number to go on from."""
    lines = Entry.objects.filter(account=account).select_related("transfer", "transfer__by", "transfer__slip")
    if before is not None:
        lines = lines.filter(version__lt=before)
    return lines.order_by("-version")[:limit]
