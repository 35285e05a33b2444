"""Rows read by a statement that is put together once.

To have the ORM compose a statement takes several times as long as to run it. Where everybody waits, as for the lock of a table,
what is asked again and again is written down here, with the ORM's own columns, and answered with the ORM's own instances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.base import ModelState

M = TypeVar("M", bound=models.Model)


class Lines:
    """The lines of a standing statement as they come; `read` with the values for its `%s`."""

    def __init__(self, statement: str) -> None:
        self.statement = statement

    def made(self, line: tuple[Any, ...]) -> Any:
        """What a line is handed out as."""
        return line


class Rows(Generic[M]):
    """The rows of a model by a standing statement; call it with the values for the `%s` of its `tail`.

    `tail` is what follows the columns and tables: WHERE, ORDER BY, FOR. The model's own table is called `own` there, and each
    table of `joined`, foreign keys whose rows come along, by the name of its key.
    """

    def __init__(self, model: type[M], tail: str, *joined: str) -> None:
        self.model, self.tail, self.joined = model, tail, joined

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
        columns, tables = list(_columns("own", self.model)), f'"{self.model._meta.db_table}" own'
        for name, key, related in self._related:
            columns += _columns(f'"{name}"', related)
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
        models_read: list[type[models.Model]] = [self.model, *[related for _name, _key, related in self._related]]
        return [_Reader(model) for model in models_read]


class _Reader:
    """Instances of one model from the values of its columns."""

    def __init__(self, model: type[models.Model]) -> None:
        fields = model._meta.concrete_fields
        self.model, self.width = model, len(fields)
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


def read(*asked: tuple[Lines | Rows[Any], Sequence[Any]]) -> list[list[Any]]:
    """The answers to several standing statements that are sent together, one after another: each sees what was committed when
    it begins, so those after one that waits for a lock see what was written before the lock was given."""
    statement = "; ".join([one.statement for one, _values in asked])
    found = []
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for _one, values in asked for value in values])
        for one, _values in asked:
            found.append([one.made(line) for line in cursor.fetchall()])
            cursor.nextset()
    return found


def _columns(name: str, model: type[models.Model]) -> Iterator[str]:
    return (f'{name}."{field.column}"' for field in model._meta.concrete_fields)
