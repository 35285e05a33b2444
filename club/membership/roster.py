"""The members as a CSV file, out and in. In: all rows or none, and every row that is wrong is named with its reason.

A club that moves in brings what its members had at hand in a column `balance` (`opening_balances`), which nothing takes out again.

A spreadsheet runs a cell that begins like a formula, so on the way out such a cell gets an apostrophe in front, which the
way in takes off again. Files are UTF-8 with a byte-order mark; the Shift_JIS of Japanese spreadsheets is read as well.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.db.models import QuerySet

from club.base.errors import ClubError
from club.base.mail_addresses import check_address
from club.base.names import plain
from club.base.phrases import gettext as _
from club.cashier import approvals, desk_transfers
from club.house import audit_log
from club.ledger.spreadsheets import as_it_was, harmless
from club.membership import opening_balances
from club.models import Player, Proposal, User
from club.people import people, search
from club.text.messages import in_words

FIELDS = ("member_number", "nickname", "real_name", "reading", "language", "notes")
COLUMNS = (*FIELDS, "email")
READ = (*COLUMNS, "balance")
# What the columns are called in Japanese spreadsheets.
ALSO_CALLED = {
    "会員番号": "member_number", "ニックネーム": "nickname", "氏名": "real_name", "本名": "real_name", "読み": "reading",
    "ふりがな": "reading", "フリガナ": "reading", "言語": "language", "備考": "notes", "メモ": "notes", "メール": "email",
    "メールアドレス": "email", "残高": "balance", "チップ残高": "balance",
}  # fmt: skip
MOST_ROWS = 5_000
MOST_BALANCES = 1_000  # of one file: they are one transfer, which is taken back as one
LARGEST_FILE = 2_000_000  # bytes
AT_ONCE = 2_000  # lines of members that are read together on the way out
MOST_CELLS = 200_000  # of a file, as far as commas and ends of lines tell
LONGEST_EMAIL = 254  # what the database has room for


@dataclass(frozen=True)
class Wrong:
    """A row that cannot be taken in: its line in the file, the column if one is to blame, and why."""

    line: int
    column: str
    why: str


@dataclass(frozen=True)
class Row:
    """What becomes of a row: `what` is made, changed, or same where nothing is; `chips` is the opening balance that it brings."""

    line: int
    player: str
    what: str
    chips: int


@dataclass(frozen=True)
class Taken:
    """How many players were made, and how many known; each row; what was brought, where it was, and whether it waits."""

    made: int
    changed: int
    rows: tuple[Row, ...] = ()
    chips: int = 0
    needs_second: bool = False
    proposal: Proposal | None = None


@dataclass(frozen=True)
class Look:
    """What would become of a file: `wrong` rows keep all of it out."""

    taken: Taken
    wrong: tuple[Wrong, ...]


def export(*, by: User, source: str = "", now: datetime) -> Iterator[str]:
    """Every member as CSV, some thousand lines at a time; who has left, was merged, or is a computer is not among them. On record
    before the first line is handed out."""
    here = search.members("")
    audit_log.record("players.exported", by=by, after=here.count(), source=source, now=now)
    return _told(here)


def _told(members: QuerySet[Player]) -> Iterator[str]:
    """The lines, read on from the last one: no statement takes long, and nothing is kept of those before."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    yield "\ufeff" + written.getvalue()
    rows: list[tuple[Any, ...]] = [("", 0)]
    while rows:
        rows = list(
            search.beyond(members, *rows[-1][:2]).values_list("sorts_as", "pk", *FIELDS, "user__email")[:AT_ONCE]
        )
        written.seek(0)
        written.truncate()
        writer.writerows([harmless(cell or "") for cell in cells] for _sorts_as, _pk, *cells in rows)
        yield written.getvalue()


def take_in(data: bytes, *, by: User, why: str = "", source: str = "", now: datetime) -> Taken:
    """Make or change the players of a CSV file: a known member number is changed, any other row is a new member.

    A column that is missing is left alone; a cell that is empty empties the field, but for the e-mail address: that belongs
    to a login, is changed by its owner alone, and opens a login for a member who has none. Balances are brought in one transfer,
    which may wait for a second person; `why` says where they come from. Raises `ClubError` (422): `bad_rows` has a list `rows` of
    `Wrong` in JSON. Nothing is taken in unless everything can be.
    """
    rows, wrong = rows_of(data)
    with transaction.atomic():
        if any(row.get("balance") for _line, row in rows):
            opening_balances.alone()  # so that the same file at the same time finds what this one brought
        found, brought = _rows_taken(rows, wrong, by=by, source=source, now=now)
        if brought:
            desk_transfers.lock()  # for the chips alone: a thousand members take a minute, and the desk goes on meanwhile
            found, brought = _still_new(found, brought, wrong, by=by)
        if wrong:
            wrong.sort(key=lambda one: one.line)
            words = _("Nothing was taken in: %(count)d rows are not right.") % {"count": len(wrong)}
            raise ClubError("bad_rows", words, 422, rows=[vars(one) for one in wrong])
        taken = _counted(found, brought)
        after = {"made": taken.made, "changed": taken.changed}
        if brought:
            key = f"opening:{now.isoformat()}:{by.pk}"
            made = approvals.propose_openings(brought, why=why, key=key, by=by, source=source, now=now)
            taken = replace(taken, proposal=made, needs_second=made.needs_second)
            after |= {"chips": taken.chips, "proposal": made.pk}
        audit_log.record("players.imported", by=by, after=after, source=source, now=now)
    return taken


def has_balances(data: bytes) -> bool:
    """Whether any row of a file tells a balance. Raises `ClubError` for no such file."""
    return any(row.get("balance") for _line, row in rows_of(data)[0])


def look(data: bytes, *, by: User, now: datetime) -> Look:
    """What `take_in` would make of a file, row by row: it is done and undone. Raises `ClubError` for no such file."""
    rows, wrong = rows_of(data)
    with transaction.atomic():
        found, brought = _rows_taken(rows, wrong, by=by, source="", now=now)
        taken = _counted(found, brought)
        needs_second = approvals.opening_needs_second(taken.chips, by=by, now=now) if brought else False
        transaction.set_rollback(True)
    wrong.sort(key=lambda one: one.line)
    return Look(replace(taken, needs_second=needs_second), tuple(wrong))


def _counted(found: list[Row], brought: dict[Player, int]) -> Taken:
    made = sum(row.what == "made" for row in found)
    chips = sum(brought.values())
    opening_balances.check_sum(chips)
    return Taken(made, len(found) - made, tuple(found), chips)


def _rows_taken(
    rows: list[tuple[int, dict[str, str]]], wrong: list[Wrong], *, by: User, source: str, now: datetime
) -> tuple[list[Row], dict[Player, int]]:
    """Make or change the player of each row, inside the caller's transaction; what goes into whose wallet. `wrong` grows."""
    found: list[Row] = []
    brought: dict[Player, int] = {}
    for line, row in rows:
        try:
            with transaction.atomic():
                told, player = _row_taken(line, row, by=by, source=source, now=now)
                if told.chips and player in brought:
                    raise ClubError("twice", _("This member stands in the file twice."), 422, field="member_number")
                if told.chips and len(brought) >= MOST_BALANCES:
                    words = _("At most %(most)d balances in one file.") % {"most": MOST_BALANCES}
                    raise ClubError("too_many_balances", words, 422, field="balance")
        except ClubError as refusal:
            wrong.append(Wrong(line, str(refusal.params.get("field", "")), in_words(refusal)))
            continue
        found.append(told)
        if told.chips:
            brought[player] = told.chips
    return found, brought


def _still_new(
    found: list[Row], brought: dict[Player, int], wrong: list[Wrong], *, by: User
) -> tuple[list[Row], dict[Player, int]]:
    """The rows and balances once more, under the desk's lock: whose wallet was used since the row was read. `wrong` grows."""
    touched = opening_balances.touched(brought)
    lines = {row.player: row for row in found if row.chips}
    for player in [player for player in brought if player.pk in touched]:
        row = lines[player.nickname]
        try:
            if not opening_balances.is_new(player, row.chips, by=by):
                found = [replace(one, chips=0) if one is row else one for one in found]
                del brought[player]
        except ClubError as refusal:
            wrong.append(Wrong(row.line, str(refusal.params.get("field", "")), in_words(refusal)))
    return found, brought


def _row_taken(line: int, row: dict[str, str], *, by: User, source: str, now: datetime) -> tuple[Row, Player]:
    """Make or change the player of a row. Raises `ClubError`, naming the column as `field`."""
    email, chips = plain(row.get("email", "")), opening_balances.chips_of(row.get("balance", ""))
    told = {name: text for name, text in row.items() if name in FIELDS}
    known = _known(told)
    if known is None:
        fields = {name: text for name, text in told.items() if text}
        player, what = people.enrol_at_the_door(fields, by=by, source=source, now=now), "made"
    else:
        # Who stays as they are is not locked: they may be buying chips.
        player = people.change(known.pk, told, by=by, source=source, now=now) if people.differs(known, told) else known
        is_same = all(getattr(player, name) == getattr(known, name) for name in FIELDS)
        what = "same" if is_same and (not email or known.user is not None) else "changed"
    _open_login(player, email, by=by, source=source, now=now)
    is_new = opening_balances.is_new(player, chips, by=by)
    return Row(line, player.nickname, what, chips if is_new else 0), player


def _open_login(player: Player, email: str, *, by: User, source: str, now: datetime) -> None:
    """A login without a password for a member who has none: it comes in by a code sent to that address.

    Raises `ClubError` for what is no address (422), one that somebody has, or another than the member's login has (409).
    """
    if not email:
        return
    if player.user is not None:
        if player.user.email.casefold() != email.casefold():
            words = _("An e-mail address belongs to a login; its owner changes it.")
            raise ClubError("email_differs", words, 409, field="email")
        return
    try:
        check_address(email)
        MaxLengthValidator(LONGEST_EMAIL)(email)
    except ValidationError as wrong:
        raise ClubError("bad_email", _("This is no e-mail address."), 422, field="email") from wrong
    is_taken = User.objects.filter(email__iexact=email).exists()
    if is_taken or EmailAddress.objects.filter(email__iexact=email).exists():
        raise ClubError("email_taken", _("Somebody has this e-mail address."), 409, field="email")
    login = User(username=people.free_username(player), email=email)
    login.set_unusable_password()
    login.save()
    EmailAddress.objects.create(user=login, email=email, primary=True, verified=False)
    player.user = login
    player.save(update_fields=["user"])
    audit_log.record("player.changed", by=by, subject=player.owner, after=["login"], source=source, now=now)


def _known(row: dict[str, str]) -> Player | None:
    number = plain(row.get("member_number", ""))
    known = Player.objects.filter(member_number=number).first() if number else None
    if known is not None and (known.erased_at or known.merged_into_id):
        raise ClubError("gone", _("This member has left."), 409, field="member_number")
    return known


def rows_of(data: bytes) -> tuple[list[tuple[int, dict[str, str]]], list[Wrong]]:
    """The rows with their lines in the file, and those of another length than the first. Raises `ClubError` for no such file."""
    if len(data) > LARGEST_FILE:
        words = _("The file is too large: at most %(most)d MB.") % {"most": LARGEST_FILE // 1_000_000}
        raise ClubError("file_too_large", words, 422)
    if sum(map(data.count, (b",", b"\n", b"\r"))) > MOST_CELLS:
        raise ClubError("too_many_rows", _("At most %(most)d members in one file.") % {"most": MOST_ROWS}, 422)
    reader = csv.reader(io.StringIO(_text(data), newline=""), strict=True)
    try:
        named = [plain(name).lower() for name in next(reader, [])]
        head = [ALSO_CALLED.get(name, name) for name in named]
        if "nickname" not in head or set(head) - set(READ) or len(set(head)) != len(head):
            words = _("The first row names the columns; of %(columns)s, with nickname among them, each once.")
            raise ClubError("bad_columns", words % {"columns": ", ".join(READ)}, 422)
        rows: list[tuple[int, dict[str, str]]] = []
        wrong: list[Wrong] = []
        for cells in reader:
            if not any(cells):
                continue
            if len(cells) != len(head):
                words = _("The row has %(cells)d cells, the first row %(columns)d.")
                wrong.append(Wrong(reader.line_num, "", words % {"cells": len(cells), "columns": len(head)}))
            else:
                rows.append((reader.line_num, dict(zip(head, map(as_it_was, cells), strict=True))))
            if len(rows) + len(wrong) > MOST_ROWS:
                words = _("At most %(most)d members in one file.") % {"most": MOST_ROWS}
                raise ClubError("too_many_rows", words, 422)
    except csv.Error as fault:
        words = _("Line %(line)d is no CSV: %(why)s.") % {"line": reader.line_num, "why": fault}
        raise ClubError("no_csv", words, 422) from fault
    return rows, wrong


def _text(data: bytes) -> str:
    for encoding in ("utf-8-sig", "cp932"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ClubError("no_text", _("The file is no text in UTF-8 or Shift_JIS."), 422)
