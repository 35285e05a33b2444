"""What the apps bring to the club at start-up: house rules, rights, ledger purposes, kinds of decisions on record.

An app calls `register` in its `ready()`. The club stores values and shows lists; it knows nobody's rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

HOUSE_RULES: dict[str, type] = {}
RIGHTS: dict[str, str] = {}
ROLES: dict[str, set[str]] = {role: set() for role in ("owner", "admin", "director", "dealer", "cashier", "player")}
PURPOSES: dict[str, str] = {}
DECISIONS: dict[str, str] = {}


def register(
    *,
    house_rules: Mapping[str, type] | None = None,
    rights: Mapping[str, tuple[str, Iterable[str]]] | None = None,
    purposes: Mapping[str, str] | None = None,
    decisions: Mapping[str, str] | None = None,
) -> None:
    """Add to the club's lists.

    house_rules: a group's name and the dataclass that declares it. rights: a right, its words, and the roles that have it
    (owner and admin have every right). purposes and decisions: a word and what it says to people.
    """
    HOUSE_RULES.update(house_rules or {})
    PURPOSES.update(purposes or {})
    DECISIONS.update(decisions or {})
    for right, (words, roles) in (rights or {}).items():
        RIGHTS[right] = words
        for role in {"owner", "admin", *roles}:
            ROLES[role].add(right)
