"""The members as a CSV file, out and in. In: all rows or none, and every row that is wrong is named with its reason.

A spreadsheet runs a cell that begins like a formula, so on the way out such a cell gets an apostrophe in front, which the
way in takes off again. Files are UTF-8 with a byte-order mark; the Shift_JIS of Japanese spreadsheets is read as well.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction

from club.base.errors import ClubError
from club.base.names import plain
from club.base.phrases import gettext as _
from club.house import audit_log
from club.ledger.spreadsheets import as_it_was, harmless
from club.models import Player, User
from club.people import people
from club.text.messages import in_words

FIELDS = ("member_number", "nickname", "real_name", "reading", "language", "notes")
COLUMNS = (*FIELDS, "email")
MOST_ROWS = 5_000
LARGEST_FILE = 2_000_000  # bytes
MOST_CELLS = 200_000  # of a file, as far as commas and ends of lines tell
LONGEST_EMAIL = 254  # what the database has room for


@dataclass(frozen=True)
class Wrong:
    """A row that cannot be taken in: its line in the file, the column if one is to blame, and why."""

    line: int
    column: str
    why: str


@dataclass(frozen=True)
class Taken:
    """How many players were made, and how many changed."""

    made: int
    changed: int


def export(*, by: User, source: str = "", now: datetime) -> str:
    """Every member as CSV; who has left, was merged, or is a computer is not among them. On record."""
    told = io.StringIO()
    writer = csv.writer(told)
    writer.writerow(COLUMNS)
    here = Player.objects.filter(is_computer=False, erased_at=None, merged_into=None).order_by("sorts_as")
    count = 0
    for player in here.select_related("user").iterator(2000):
        email = player.user.email if player.user is not None else ""
        writer.writerow([harmless(cell) for cell in (*(getattr(player, name) or "" for name in FIELDS), email)])
        count += 1
    audit_log.record("players.exported", by=by, after=count, source=source, now=now)
    return "\ufeff" + told.getvalue()


def take_in(data: bytes, *, by: User, source: str = "", now: datetime) -> Taken:
    """Make or change the players of a CSV file: a known member number is changed, any other row is a new member.

    A column that is missing is left alone; a cell that is empty empties the field, but for the e-mail address: that belongs
    to a login, is changed by its owner alone, and opens a login for a member who has none. Raises `ClubError` (422): `bad_rows` has
    a list `rows` of `Wrong` in JSON. Nothing is taken in unless everything can be.
    """
    rows, wrong = rows_of(data)
    made = changed = 0
    with transaction.atomic():
        for line, row in rows:
            try:
                with transaction.atomic():
                    email = plain(row.pop("email", ""))
                    known = _known(row)
                    if known is None:
                        spoken = {"language": people.language_of_the_visit()}
                        fields: dict[str, Any] = spoken | {name: text for name, text in row.items() if text}
                        player = people.enrol(fields.pop("nickname", ""), now=now, **fields)
                        made += 1
                    else:
                        player = people.change(known.pk, row, by=by, source=source, now=now)
                        changed += 1
                    _open_login(player, email, by=by, source=source, now=now)
            except ClubError as refusal:
                wrong.append(Wrong(line, str(refusal.params.get("field", "")), in_words(refusal)))
        if wrong:
            wrong.sort(key=lambda one: one.line)
            words = _("Nothing was taken in: %(count)d rows are not right.") % {"count": len(wrong)}
            raise ClubError("bad_rows", words, 422, rows=[vars(one) for one in wrong])
        audit_log.record("players.imported", by=by, after={"made": made, "changed": changed}, source=source, now=now)
    return Taken(made, changed)


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
        validate_email(email)
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
        head = [plain(name).lower() for name in next(reader, [])]
        if "nickname" not in head or set(head) - set(COLUMNS) or len(set(head)) != len(head):
            words = _("The first row names the columns; of %(columns)s, with nickname among them, each once.")
            raise ClubError("bad_columns", words % {"columns": ", ".join(COLUMNS)}, 422)
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
