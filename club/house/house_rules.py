"""The house rules' values: stored by scope and version, resolved narrowest first, kept for what runs.

The declarations belong to the parts that obey them (`engine.house_rules.rule`); this module stores and resolves. A rule
is named in full by its declaration and its key, such as ``PlayRules.raise_cap``. A scope is ``club``, or a reference of a
kind that an app registered, such as ``game:razz`` or ``table:7``.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import connection, transaction

from club.base.errors import ClubError
from club.base.registry import CLUB_ONLY, HOUSE_RULES, SCOPES
from club.database.prepared_queries import Lines, Rows, read
from club.house import audit_log
from club.http.request_cache import once
from club.models import RuleSet, RuleValue, User
from club.text.rule_texts import HouseRuleText
from engine import house_rules as declarations
from engine.errors import EngineError
from engine.house_rules import PRESETS, Rule
from engine.messages.message import Message, Quoted, Term, Value

CLUB = "club"
_LOCK = 0x72756C65  # taken while rules change, so that two changes cannot contradict each other unseen
T = TypeVar("T")
_VALUES = Rows(
    RuleValue,
    "WHERE own.scope = ANY(%s) AND own.key = ANY(%s) AND own.version = (SELECT max(other.version) FROM club_rulevalue other"
    " WHERE other.scope = own.scope AND other.key = own.key AND (%s::timestamptz IS NULL OR other.set_at <= %s))",
)
# Rules are rows that are added one change after another and never rewritten: whoever knows the last of them knows all, and asks
# for no more than its number.
NEWEST = Lines("SELECT max(id) FROM club_rulevalue")
MOST_KNOWN = 5_000  # answers kept of one newest row
_as_of: ContextVar[int | None] = ContextVar("the newest row of the rules in force", default=None)
_known: tuple[tuple[str, int], dict[tuple[object, ...], Any]] = (("", 0), {})


@dataclass(frozen=True)
class Standing:
    """A rule as it stands for a scope: the value in force, and where it was set (``""``: nowhere, it is the default)."""

    full: str
    rule: Rule
    value: Any
    scope: str
    own: Any  # what is set for the very scope that was asked for; None if nothing is
    wider: Any  # what would be in force without that


@dataclass(frozen=True)
class Group:
    """The rules of one declaration, with its name for people."""

    name: str
    standings: tuple[Standing, ...]


# -- what is in force -------------------------------------------------------------------------------------------------


def resolve(holder: type[T], scopes: Sequence[str] = (), *, at: datetime | None = None) -> T:
    """The rules of that declaration in force for a chain of scopes, narrowest first; the club is always the widest.

    at: as they stood at that instant; None: as they stand now.
    """
    newest = _as_of.get()
    known = _known_of(_newest() if newest is None else newest)
    place = (holder, at, *scopes)
    if place not in known:
        known[place] = _resolved(holder, scopes, at)
    found: T = known[place]
    return found


def _resolved(holder: type[T], scopes: Sequence[str], at: datetime | None = None) -> T:
    chain = [*scopes, CLUB]
    found = _asked(chain, [_full(holder, rule.key) for rule in declarations.declared(holder)], at)
    values = {}
    for rule in declarations.declared(holder):
        scope = _where(found, chain, _full(holder, rule.key))
        if scope:
            values[rule.key] = found[scope, _full(holder, rule.key)]
    return declarations.resolve(holder, values)


def _full(holder: type, key: str) -> str:
    return f"{holder.__name__}.{key}"


@contextmanager
def as_of(newest: int | None) -> Iterator[None]:
    """Inside the block `newest` is taken for the last row of the rules (`NEWEST`), by a caller who has read it; None: the first of
    them has yet to be set."""
    token = _as_of.set(newest or 0)
    try:
        yield
    finally:
        _as_of.reset(token)


@contextmanager
def as_they_stand() -> Iterator[None]:
    """Inside the block the last row of the rules is asked for once: for what reads many rules in one transaction, and sets none."""
    if _as_of.get() is not None:
        yield
        return
    with as_of(_newest()):
        yield


def _known_of(newest: int) -> dict[tuple[object, ...], Any]:
    """What this process knows of the rules up to that row; of other rows it forgets."""
    global _known
    database = connection.settings_dict["NAME"]
    if _known[0] != (database, newest) or len(_known[1]) > MOST_KNOWN:
        _known = ((database, newest), {})
    return _known[1]


@once(lambda: "newest")
def _newest() -> int:
    """The number of the last row of the rules; 0 before the first."""
    [[(newest,)]] = read((NEWEST, []))
    return newest or 0


@once(lambda scopes, keys, at=None: (*scopes, *keys, at))
def _asked(scopes: Sequence[str], keys: Sequence[str], at: datetime | None = None) -> dict[tuple[str, str], Any]:
    """The last value of each rule in each of the scopes, up to an instant; None where it was given back."""
    rows = _VALUES(list(scopes), list(keys), at, at)
    return {(row.scope, row.key): row.value for row in rows}


def _where(found: Mapping[tuple[str, str], Any], chain: Sequence[str], full: str) -> str:
    return next((scope for scope in chain if found.get((scope, full)) is not None), "")


def chain_of(scope: str) -> tuple[str, ...]:
    """The scopes from this one outwards, the club last. Raises `ClubError` for a scope that there is not."""
    if scope == CLUB:
        return (CLUB,)
    kind = SCOPES.get(scope.partition(":")[0])
    narrower = tuple(kind.chain(scope)) if kind is not None else ()
    if not narrower:
        raise ClubError(
            "unknown_scope",
            HouseRuleText.NO_SCOPE(scope=scope),
            404,
        )
    return (*narrower, CLUB)


def check_found(scope: str, login: Any) -> None:
    """Raise `ClubError` for a scope that there is not, or of which this login (who may be anonymous) is to know nothing."""
    chain_of(scope)
    kind = SCOPES.get(scope.partition(":")[0])
    if kind is not None and not kind.is_found(scope, login):
        raise ClubError("unknown_scope", HouseRuleText.NO_SCOPE(scope=scope), 404)


def standing(scope: str = CLUB) -> list[Group]:
    """Every rule that can be set for that scope as it stands for it, by group.

    Raises `ClubError` for a scope that there is not.
    """
    chain = chain_of(scope)
    found = _asked(chain, [full for full, _rule in all_rules()])
    return [
        Group(name, tuple(_standing(holder, rule, chain, found) for rule in declarations.declared(holder)))
        for name, holder in HOUSE_RULES.items()
        if scope == CLUB or holder not in CLUB_ONLY
    ]


def _standing(holder: type, rule: Rule, chain: Sequence[str], found: Mapping[tuple[str, str], Any]) -> Standing:
    full = _full(holder, rule.key)
    where, wider = _where(found, chain, full), _where(found, chain[1:], full)
    return Standing(
        full,
        rule,
        found[where, full] if where else rule.default,
        where,
        found.get((chain[0], full)),
        found[wider, full] if wider else rule.default,
    )


def all_rules() -> Iterator[tuple[str, Rule]]:
    """Every declared rule with its full name."""
    for holder in HOUSE_RULES.values():
        for rule in declarations.declared(holder):
            yield _full(holder, rule.key), rule


def history(scope: str, full: str) -> list[RuleValue]:
    """Every version of a rule in a scope, latest first."""
    return list(RuleValue.objects.filter(scope=scope, key=full).select_related("by").order_by("-version"))


# -- changing ---------------------------------------------------------------------------------------------------------


def change(
    values: Mapping[str, Any],
    *,
    scope: str = CLUB,
    by: User | None,
    why: str = "",
    source: str = "",
    now: datetime,
) -> list[RuleValue]:
    """New versions of rules in a scope, by full name; None gives a rule back to the wider scope. All or none, on record.

    A value that is set already makes no new version. Raises `ClubError` for a rule nobody declared, one of the whole club
    in a narrower scope, a value it cannot have, values that cannot stand together, or a scope that there is not.
    """
    chain_of(scope)  # refuses one that there is not
    declared = dict(all_rules())
    for rule_name, value in values.items():
        _check(declared, rule_name, value, scope)
    new_versions = []
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        current = _asked([scope], list(values))
        versions = _versions(scope, list(values))
        for rule_name, value in values.items():
            if current.get((scope, rule_name)) != value:
                new_versions.append(
                    RuleValue(
                        scope=scope,
                        key=rule_name,
                        value=value,
                        version=versions.get(rule_name, 0) + 1,
                        set_at=now,
                        by=by,
                        why=why,
                    )
                )
        RuleValue.objects.bulk_create(new_versions)
        for row in new_versions:
            audit_log.record(
                "house_rule.set",
                by=by,
                subject=f"{scope} {row.key}",
                why=why,
                before=current.get((scope, row.key)),
                after=row.value,
                source=source,
                now=now,
            )
        _check_together(scope, {rule_name.partition(".")[0] for rule_name in values})
    return new_versions


def refusals(values: Mapping[str, Any], scope: str = CLUB) -> dict[str, ClubError]:
    """Which of the values, by full name, cannot be set for that scope, each with its reason; `change` tells but the first."""
    declared, found = dict(all_rules()), {}
    for full, value in values.items():
        try:
            _check(declared, full, value, scope)
        except ClubError as wrong:
            found[full] = wrong
    return found


def _check(declared: Mapping[str, Rule], full: str, value: Any, scope: str) -> None:
    rule = declared.get(full)
    if rule is None:
        raise ClubError("unknown_house_rule", HouseRuleText.UNKNOWN(key=full), 422, house_rule=full)
    if value is None:
        return
    if scope != CLUB and full.partition(".")[0] in {holder.__name__ for holder in CLUB_ONLY}:
        raise ClubError("club_only", HouseRuleText.CLUB_ALONE(rule=Term(rule.title)), 422, house_rule=full, scope=scope)
    try:
        rule.check(value)
    except declarations.BadRule as wrong:
        raise ClubError("bad_house_rule", _refusal_of(rule, value, wrong), 422, house_rule=full) from wrong


def _refusal_of(rule: Rule, value: Any, wrong: declarations.BadRule) -> Message:
    """What a rule may be, by its name for people."""
    name, sent = Term(rule.title), value if isinstance(value, str) else Quoted(value)
    if type(value) is not rule.type:
        needed = {int: HouseRuleText.WHOLE_NUMBER, bool: HouseRuleText.YES_OR_NO}
        return needed.get(rule.type, HouseRuleText.A_TEXT)(rule=name, value=sent)
    if isinstance(wrong.__cause__, EngineError):
        return HouseRuleText.UNREADABLE(rule=name, why=wrong.__cause__.message)
    if isinstance(rule.choices, range):
        return HouseRuleText.RANGE(rule=name, least=rule.choices[0], most=rule.choices[-1], value=sent)
    known: list[Value] = [Term(one, "choice") if isinstance(one, str) else str(one) for one in rule.choices or ()]
    return HouseRuleText.ONE_OF(rule=name, known=known, value=sent)


def _versions(scope: str, keys: Sequence[str]) -> dict[str, int]:
    rows = RuleValue.objects.filter(scope=scope, key__in=keys).order_by("key", "-version").distinct("key")
    return {row.key: row.version for row in rows}


def _check_together(scope: str, changed: Collection[str]) -> None:
    """Refuse values that cannot stand together, in this scope or in a narrower one that inherits them.

    changed: the names of the declarations of which rules were changed.
    """
    heirs = _heirs_of(scope)
    for holder in HOUSE_RULES.values():
        if holder.__name__ not in changed:
            continue
        for chain, name in heirs:
            try:
                declarations.check_together(resolve(holder, chain[:-1]))
            except declarations.BadRule as wrong:
                why = wrong.message
                if chain[0] != scope:
                    why = HouseRuleText.OF_HEIR(scope=name, why=why)
                raise ClubError("house_rules_conflict", why, 422, scope=chain[0]) from wrong


def _heirs_of(scope: str) -> list[tuple[tuple[str, ...], str]]:
    """The chain and name of the scope, and of every narrower one that is still there and has values of its own."""
    found = [(chain_of(scope), scope)]
    valued = set(RuleValue.objects.exclude(scope=scope).values_list("scope", flat=True).distinct())
    for kind in SCOPES.values():
        if not any(one.startswith(f"{kind.prefix}:") for one in valued):
            continue
        for reference, name in kind.options():
            if reference in valued and scope in (chain := chain_of(reference)):
                found.append((chain, name))
    return found


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
) -> None:
    """`change` of one rule, by its declaration."""
    change({_full(holder, key): value}, scope=scope, by=by, why=why, source=source, now=now)


# -- ready-made sets, files -------------------------------------------------------------------------------------------


def preset(name: str) -> dict[str, Any]:
    """What `change` needs to begin from that ready-made set: its values, and None for every other rule, which is so given
    back. What the house is or has (`Rule.is_fact`: its chips, their price, its time zone) is no part of a set and stays.

    Raises `ClubError` for a set there is not.
    """
    if name not in PRESETS:
        raise ClubError(
            "unknown_preset",
            HouseRuleText.NO_PRESET(name=name, known=[*PRESETS]),
            422,
        )
    return {full: rule.presets.get(name) for full, rule in all_rules() if not rule.is_fact}


@dataclass(frozen=True)
class Change:
    """What `change` would make of a rule: the value in force now, and then."""

    group: str
    standing: Standing
    after: Any


def preview(values: Mapping[str, Any], scope: str = CLUB) -> list[Change]:
    """The rules whose value in force `change` of these values in that scope would change, in the order of the page.

    Raises `ClubError` for a scope that there is not.
    """
    made = []
    for group in standing(scope):
        for one in group.standings:
            value = values.get(one.full, one.own)
            after = one.wider if value is None else value
            if after != one.value:
                made.append(Change(group.name, one, after))
    return made


def export(scope: str = CLUB) -> dict[str, Any]:
    """What is set for that scope, to be kept in a file and given to `values_of` another day."""
    own = {one.full: one.own for group in standing(scope) for one in group.standings if one.own is not None}
    return {"kind": "cardhouse house rules", "scope": scope, "values": own}


def values_of(data: Any) -> dict[str, Any]:
    """The values in an exported file. Where it names a rule of a declaration, the others of that one are given back.

    Raises `ClubError` for another file.
    """
    values = data.get("values") if isinstance(data, dict) else None
    if not isinstance(values, dict) or data.get("kind") != "cardhouse house rules":
        raise ClubError("not_house_rules", HouseRuleText.NO_FILE(), 422)
    named = {full.partition(".")[0] for full in values}
    return {**{full: None for full, _rule in all_rules() if full.partition(".")[0] in named}, **values}


def keep(*resolved: Any) -> RuleSet:
    """The row of this set of resolved rules, made if it is the first of its kind."""
    values = {type(one).__name__: dataclasses.asdict(one) for one in resolved}
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
    RuleSet.objects.bulk_create([RuleSet(digest=digest, values=values)], ignore_conflicts=True)
    return RuleSet.objects.get(digest=digest)
