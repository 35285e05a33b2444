"""The house rules' values: stored by scope and version, resolved narrowest first, kept for what runs.

The declarations belong to the parts that obey them (`engine.house_rules.rule`); this module stores and resolves.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from club import audit_log
from club.errors import ClubError
from club.models import RuleSet, RuleValue, User
from club.registry import HOUSE_RULES
from engine import house_rules as declarations

CLUB = "club"
T = TypeVar("T")


def resolve(holder: type[T], scopes: Sequence[str] = ()) -> T:
    """The rules of that declaration in force for a chain of scopes, narrowest first; the club is always the widest."""
    keys = [rule.key for rule in declarations.declared(holder)]
    chain = [*scopes, CLUB]
    latest = (
        RuleValue.objects.filter(scope__in=chain, key__in=[_full(holder, key) for key in keys])
        .order_by("scope", "key", "-version")
        .distinct("scope", "key")
    )
    found = {(value.scope, value.key): value.value for value in latest}
    values = {}
    for key in keys:
        for scope in chain:
            if found.get((scope, _full(holder, key))) is not None:
                values[key] = found[scope, _full(holder, key)]
                break
    return declarations.resolve(holder, values)


def _full(holder: type, key: str) -> str:
    return f"{holder.__name__}.{key}"


def set_value(
    holder: type,
    key: str,
    value: Any,
    *,
    scope: str = CLUB,
    by: User | None,
    why: str = "",
    source: str = "",
    now: datetime,
) -> RuleValue:
    """A new version of a rule's value in a scope; None gives it back to the wider scope. On record.

    Raises `ClubError` for a rule nobody declared or a value it cannot have.
    """
    rule = next((one for one in declarations.declared(holder) if one.key == key), None)
    if rule is None:
        raise ClubError("unknown_house_rule", _("There is no house rule %(key)s.") % {"key": key}, 404)
    if value is not None:
        try:
            rule.check(value)
        except declarations.BadRule as wrong:
            raise ClubError("bad_house_rule", str(wrong), 422) from wrong
    full = _full(holder, key)
    with transaction.atomic():
        last = RuleValue.objects.filter(scope=scope, key=full).aggregate(last=Max("version"))["last"] or 0
        before = RuleValue.objects.filter(scope=scope, key=full, version=last).values_list("value", flat=True).first()
        made = RuleValue.objects.create(
            scope=scope, key=full, value=value, version=last + 1, set_at=now, by=by, why=why
        )
        audit_log.record(
            "house_rule.set",
            by=by,
            subject=f"{scope} {full}",
            why=why,
            before=before,
            after=value,
            source=source,
            now=now,
        )
    return made


def keep(*resolved: Any) -> RuleSet:
    """The row of this set of resolved rules, made if it is the first of its kind."""
    values = {type(one).__name__: dataclasses.asdict(one) for one in resolved}
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
    RuleSet.objects.bulk_create([RuleSet(digest=digest, values=values)], ignore_conflicts=True)
    return RuleSet.objects.get(digest=digest)


def groups() -> list[tuple[str, tuple[declarations.Rule, ...]]]:
    """Every declared rule, by group, for pages and API."""
    return [(name, declarations.declared(holder)) for name, holder in HOUSE_RULES.items()]
