"""Rows read by a statement that is put together once, and that the server reads and plans once a connection.

To have the ORM compose a statement takes several times as long as to run it, and for PostgreSQL to plan one as long again. Where
everybody waits, as for the lock of a table, what is asked again and again is written down here, with the ORM's own columns, and
answered with the ORM's own instances.

A pooler gives each transaction another connection, which may not know what was prepared on the one before: there the whole
statement is sent every time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.base import ModelState
from psycopg import Connection

M = TypeVar("M", bound=models.Model)
LARGEST = 2**63 - 1
_prepared: WeakKeyDictionary[Connection[Any], set[str]] = WeakKeyDictionary()


class Standing:
    """A statement with `%s` for its values; `read` its answer."""

    kind = "reading"  # the begin of its name, by which `club.http.lock_timeouts` knows that it writes nothing

    @property
    def statement(self) -> str:
        """The whole of it."""
        raise NotImplementedError

    @cached_property
    def name(self) -> str:
        """What it is prepared as."""
        return f"{self.kind}_{hashlib.sha256(self.statement.encode()).hexdigest()[:16]}"

    @cached_property
    def preparation(self) -> str:
        """What has the server read it once; its values are numbered from 1."""
        numbers = count(1)
        return f"PREPARE {self.name} AS {re.sub('%s', lambda _found: f'${next(numbers)}', self.statement)}"

    @cached_property
    def execution(self) -> str:
        """What runs it where it is prepared, with `%s` for its values."""
        values = ", ".join(["%s"] * self.statement.count("%s"))
        return f"EXECUTE {self.name}({values})" if values else f"EXECUTE {self.name}"

    def made(self, line: tuple[Any, ...]) -> Any:
        """What a line of the answer is handed out as."""
        return line


class Lines(Standing):
    """The lines of a standing statement as they come."""

    def __init__(self, statement: str) -> None:
        self._statement = statement

    @property
    def statement(self) -> str:
        return self._statement


class Writing(Lines):
    """A standing statement that writes, within a transaction; its values say of which type they are."""

    kind = "writing"


class Rows(Standing, Generic[M]):
    """The rows of a model by a standing statement; call it with the values for the `%s` of its `tail`.

    `tail` is what follows the columns and tables: WHERE, ORDER BY, FOR. The model's own table is called `own` there, and each
    table of `joined`, foreign keys whose rows come along, by the name of its key. `only`: the fields that are read of such a row
    beside its key; each other one is fetched by itself when it is asked for, as after the ORM's `only`.
    """

    def __init__(
        self, model: type[M], tail: str, *joined: str, only: Mapping[str, Collection[str]] | None = None
    ) -> None:
        self.model, self.tail, self.joined, self.only = model, tail, joined, only or {}

    def __call__(self, *values: Any) -> list[M]:
        """The instances, those of the joined rows in their places."""
        found: list[M] = read((self, values))[0]
        return found

    def first(self, *values: Any) -> M | None:
        """The first of them, or None."""
        found = self(*values)
        return found[0] if found else None

    @cached_property
    def statement(self) -> str:
        """The whole of it."""
        columns, tables = [], f'"{self.model._meta.db_table}" own'
        for place, reader in zip(["own", *self.joined], self._readers, strict=True):
            columns += [f'"{place}"."{field.column}"' for field in reader.fields]
        for name, key, related in self._related:
            tables += f' LEFT JOIN "{related._meta.db_table}" "{name}" ON "{name}".id = own."{key.column}"'
        return f"SELECT {', '.join(columns)} FROM {tables} {self.tail}"

    def made(self, line: tuple[Any, ...]) -> M:
        """The instance of a line."""
        at = 0
        made: list[Any] = []
        for reader in self._readers:
            made.append(reader.made(line[at : at + reader.width]))
            at += reader.width
        own: M = made[0]
        own._state.fields_cache.update(zip(self.joined, made[1:], strict=True))
        return own

    @cached_property
    def _related(self) -> list[tuple[str, Any, type[models.Model]]]:
        keys: list[Any] = [self.model._meta.get_field(name) for name in self.joined]
        return [(key.name, key, key.related_model) for key in keys]

    @cached_property
    def _readers(self) -> list[_Reader]:
        return [_Reader(self.model), *[_Reader(related, self.only.get(name)) for name, _key, related in self._related]]


class _Reader:
    """Instances of one model from the values of its columns."""

    def __init__(self, model: type[models.Model], only: Collection[str] | None = None) -> None:
        fields = [
            field for field in model._meta.concrete_fields if only is None or field.primary_key or field.name in only
        ]
        self.model, self.fields, self.width = model, fields, len(fields)
        self.names = [field.attname for field in fields]
        self.key = next(at for at, field in enumerate(fields) if field.primary_key)
        self.converted = [(field.attname, field) for field in fields if hasattr(field, "from_db_value")]

    def made(self, values: Sequence[Any]) -> models.Model | None:
        """The instance; None where a join found nothing."""
        if values[self.key] is None:
            return None
        # What `from_db` does, without asking for each field whether it was left out, and without signals nobody hears.
        made = self.model.__new__(self.model)
        told = dict(zip(self.names, values, strict=True))
        for name, field in self.converted:
            told[name] = field.from_db_value(told[name], None, connection)
        state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        made.__dict__.update(told, _state=state)
        return made


def read(*asked: tuple[Standing, Sequence[Any]]) -> list[list[Any]]:
    """The answers to several standing statements that are sent together, one after another: each sees what was committed when
    it begins, so those after one that waits for a lock see what was written before the lock was given."""
    found = []
    with connection.cursor() as cursor:
        values = [value for _one, given in asked for value in given]
        cursor.execute(_text([one for one, _given in asked], values), values)
        for one, _values in asked:
            found.append([one.made(line) for line in cursor.fetchall()])
            cursor.nextset()
    return found


def _text(asked: list[Standing], values: list[Any]) -> str:
    """What is sent for these, which this connection has prepared by then, unless it is a pooler's.

    A number beyond 64 bits, as an address may hold, is the key of no row; as the value of what is prepared it would be an error.
    """
    if settings.DATABASE_POOLED or any(isinstance(one, int) and not -LARGEST <= one <= LARGEST for one in values):
        return "; ".join([one.statement for one in asked])
    known = _prepared.setdefault(connection.connection, set())
    for one in asked:
        if one.name not in known:
            # By itself, and known at once: what is prepared stays so when the next fails or the transaction is rolled back.
            with connection.wrap_database_errors:
                connection.connection.execute(one.preparation)
            known.add(one.name)
    return "; ".join([one.execution for one in asked])
