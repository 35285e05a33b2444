"""Shared sets out and in: what is shared, what a set would change here, taken in all or not at all, and taken back.

A set changes the rules that it names and no others. House rules and structures are set where they always are
(`house_rules.change`, `sheet_import.take_in`), so every value is checked, versioned and on record.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.errors import ClubError
from club.house import audit_log, club_rules, house_rules
from club.house.house_rules import CLUB, Change
from club.models import User
from engine.messages.message import Message, Quoted, Term
from tournaments.base.errors import Refused
from tournaments.gallery import keys, signed_files
from tournaments.gallery.signed_files import SharedSet
from tournaments.messages.gallery import GalleryText
from tournaments.models import SharedSetImport, Structure
from tournaments.structures import levels_and_breaks, sheet_gaps, sheet_import

_NEAR = 0.6  # how like a rule's name must be to be meant
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class SeenSheet:
    """A structure of a set: new, same as here, or changed (it would be the next version); `why` where it cannot be taken in."""

    key: str
    name: str
    state: str
    lacks: tuple[Message, ...] = ()
    why: ClubError | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What a set would do here. `refused`: rules that cannot be set, by their names, with the reasons."""

    shared: SharedSet
    signer: keys.Signer
    changes: tuple[Change, ...]
    same: int
    refused: Mapping[str, ClubError]
    sheets: tuple[SeenSheet, ...]

    @property
    def wrong(self) -> int:
        """How many things in the set cannot be taken in."""
        return len(self.refused) + sum(sheet.why is not None for sheet in self.sheets)

    @property
    def is_empty(self) -> bool:
        """Whether it would change nothing."""
        return not self.changes and all(sheet.state == "same" for sheet in self.sheets)


def make(
    title: str,
    author: str,
    licence: str,
    *,
    has_rules: bool,
    structures: Collection[str],
    by: User,
    source: str,
    now: datetime,
) -> dict[str, Any]:
    """The signed document of the club's own house rules, of structures, or of both; on record. Raises `Refused`.

    Of the house rules go along those that the club has set, but for what the house is or has (`Rule.is_fact`).
    """
    rules = {} if not has_rules else _own_rules()
    sheets = []
    for key in structures:
        row = Structure.objects.filter(key=key).first()
        if row is None:
            raise Refused("unknown_structure", GalleryText.NO_STRUCTURE(key=key[:_LONGEST_NAME]), 404)
        sheets.append(row.sheet)
    in_force = club_rules.in_force()
    day = in_force.calendar.day_of(now).isoformat()
    shared = signed_files.checked(
        {"title": title, "author": author, "club": in_force.called[:120], "licence": licence, "date": day, "rules": rules,
         "structures": sheets}
    )  # fmt: skip
    document = signed_files.signed(shared, keys.own_private(now=now))
    told = {"title": shared.title, "licence": licence, "rules": len(rules), "structures": [*structures]}
    audit_log.record("gallery.shared", by=by, subject="gallery", after=told, source=source, now=now)
    return document


def _own_rules() -> dict[str, Any]:
    standings = (one for group in house_rules.standing(CLUB) for one in group.standings)
    return {one.full: one.own for one in standings if one.own is not None and not one.rule.is_fact}


def look(shared: SharedSet, *, now: datetime) -> Look:
    """What `take` of a set would do."""
    refused = _refused(shared)
    rules = {full: value for full, value in shared.rules.items() if full not in refused}
    changes = tuple(house_rules.preview(rules))
    refused |= _conflict(rules, now)
    sheets = tuple(_seen_once(sheet, shared.structures[:at]) for at, sheet in enumerate(shared.structures))
    return Look(shared, keys.signer_of(shared), changes, len(rules) - len(changes), refused, sheets)


def _refused(shared: SharedSet) -> dict[str, ClubError]:
    """Rules of the set that there are not, that say what a house is, or whose values they cannot have."""
    declared, found = dict(house_rules.all_rules()), {}
    for full in shared.rules:
        if full not in declared:
            found[full] = _unknown(full, [*declared])
        elif declared[full].is_fact:
            words = GalleryText.FACT(rule=Term(declared[full].title))
            found[full] = ClubError("fact_of_a_house", words, 422, house_rule=full)
    return {**house_rules.refusals({full: value for full, value in shared.rules.items() if full not in found}), **found}


def _unknown(full: str, declared: list[str]) -> ClubError:
    told = Quoted(full[:_LONGEST_NAME])
    near = difflib.get_close_matches(full[:_LONGEST_NAME], declared, n=1, cutoff=_NEAR)
    words = GalleryText.UNKNOWN_RULE_NEAR(rule=told, near=near[0]) if near else GalleryText.UNKNOWN_RULE(rule=told)
    return ClubError("unknown_house_rule", words, 422, house_rule=full[:_LONGEST_NAME])


def _conflict(rules: Mapping[str, Any], now: datetime) -> dict[str, ClubError]:
    """Why the values cannot stand together with each other and with those of narrower scopes: it is tried and undone."""
    if not rules:
        return {}
    try:
        with transaction.atomic():
            house_rules.change(rules, by=None, now=now)
            transaction.set_rollback(True)
    except ClubError as conflict:
        return {"": conflict}
    return {}


def _seen(sheet: Mapping[str, Any]) -> SeenSheet:
    key, name = str(sheet.get("id", ""))[:_LONGEST_NAME], str(sheet.get("name", ""))[:200]
    current = Structure.objects.filter(key=key).first()
    state = "new" if current is None else "same" if current.sheet == dict(sheet) else "changed"
    try:
        sheet_import.check_named(sheet)
        levels_and_breaks.items(sheet)
        return SeenSheet(key, name, state, sheet_gaps.missing(sheet))
    except ClubError as wrong:
        return SeenSheet(key, name, state, why=wrong)


def _seen_once(sheet: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> SeenSheet:
    """As `_seen`, but for one whose id stands in the set before: of two versions only the last would be taken back."""
    seen = _seen(sheet)
    if any(sheet.get("id") == one.get("id") for one in before):
        return replace(seen, why=signed_files.BadFile(GalleryText.TWICE(key=Quoted(seen.key))))
    return seen


def take(shared: SharedSet, *, is_accepted: bool, by: User, source: str = "", now: datetime) -> SharedSetImport:
    """Take a set in: all of it, or nothing. Raises `Refused` where something in it cannot be, and (409) for a set of an unknown key
    unless `is_accepted`, which remembers the key."""
    with transaction.atomic():
        found = look(shared, now=now)
        if found.wrong:
            raise Refused("not_all", GalleryText.NOT_ALL(count=found.wrong), 422)
        if found.signer.standing == "unknown":
            if not is_accepted:
                raise Refused("unknown_key", GalleryText.UNKNOWN_KEY(), 409)
            keys.accept(shared, by=by, source=source, now=now)
        named = {
            one.full: one.own for group in house_rules.standing() for one in group.standings if one.full in shared.rules
        }
        made = house_rules.change(shared.rules, by=by, why=shared.title[:300], source=source, now=now)
        after = {row.key: row.value for row in made}
        kept = [sheet for sheet in shared.structures if _seen(sheet).state != "same"]
        rows = [sheet_import.take_in(sheet, by=by, source=source, now=now) for sheet in kept]
        taken = SharedSetImport.objects.create(
            title=shared.title, club=shared.club, licence=shared.licence, public=shared.public.hex(), by=by, at=now,
            before={full: named[full] for full in after}, after=after,
            structures=[{"key": row.key, "version": row.version} for row in rows],
        )  # fmt: skip
        told = {"title": shared.title, "club": shared.club, "rules": [*after], "structures": [row.key for row in rows]}
        audit_log.record("gallery.taken-in", by=by, subject=f"gallery:{taken.pk}", after=told, source=source, now=now)
    return taken


@dataclass(frozen=True, slots=True)
class TakenBack:
    """How many rules and structures are as they were; and what stays: what was changed since, and structures that were new."""

    undone: int
    left: tuple[str, ...]


def take_back(import_id: int, *, by: User, source: str = "", now: datetime) -> TakenBack:
    """Put back what a set changed, but for what was changed again since. Nothing is erased: rules and sheets get a further version,
    and a sheet that was new stays in the list. What another set changed since goes, once that one is taken back too, to what was
    before both. Raises `Refused`."""
    with transaction.atomic():
        rows = list(SharedSetImport.objects.select_for_update().filter(pk__gte=import_id).order_by("pk"))
        taken = rows[0] if rows and rows[0].pk == import_id else None
        if taken is None:
            raise Refused("unknown_import", GalleryText.NO_IMPORT(), 404)
        if taken.taken_back_at is not None:
            raise Refused("taken_back", GalleryText.TAKEN_BACK())
        own = {one.full: one.own for group in house_rules.standing() for one in group.standings}
        later = [row for row in rows[1:] if row.taken_back_at is None]
        theirs = {name for row in later for name in (*row.after, *(one["key"] for one in row.structures))}
        back = {
            full: taken.before[full]
            for full, value in taken.after.items()
            if own.get(full) == value and full not in theirs
        }
        house_rules.change(back, by=by, why=taken.title[:300], source=source, now=now)
        left = [full for full in taken.after if full not in back]
        left += [
            one["key"]
            for one in taken.structures
            if one["key"] in theirs or not _sheet_back(one, by=by, source=source, now=now)
        ]
        _lead_past(taken, {*left}, later)
        taken.taken_back_by, taken.taken_back_at = by, now
        taken.save(update_fields=["taken_back_by", "taken_back_at"])
        told = {"rules": [*back], "left": left}
        audit_log.record("gallery.taken-back", by=by, subject=f"gallery:{taken.pk}", after=told, source=source, now=now)
    return TakenBack(len(taken.after) + len(taken.structures) - len(left), tuple(left))


def _sheet_back(one: Mapping[str, Any], *, by: User, source: str, now: datetime) -> bool:
    """Put a structure back to the version before; False where it was changed since, or was new: no version is ever erased."""
    row = Structure.objects.filter(key=one["key"]).first()
    known = {} if row is None else {version.number: version.sheet for version in row.versions.all()}
    before = known.get(_before(one))
    if row is None or before is None or row.sheet != known.get(one["version"]):
        return False
    sheet_import.take_in(before, by=by, source=source, now=now)
    return True


def _before(one: Mapping[str, Any]) -> int:
    """The version of a structure to which taking a set back leads."""
    return int(one.get("before", one["version"] - 1))


def _lead_past(taken: SharedSetImport, left: set[str], later: Sequence[SharedSetImport]) -> None:
    """Have the sets taken in since lead back not to what `taken` had set, but to what was before it."""
    for full in left & taken.after.keys():
        after_it = next((row for row in later if full in row.after), None)
        if after_it is not None and after_it.before[full] == taken.after[full]:
            after_it.before[full] = taken.before[full]
    versions = {one["key"]: one for one in taken.structures if one["key"] in left and _before(one) > 0}
    for sheet in (sheet for row in later for sheet in row.structures):
        own = versions.get(sheet["key"])
        if own is not None and _before(sheet) == own["version"]:
            sheet["before"] = _before(own)
    for row in later:
        row.save(update_fields=["before", "structures"])
