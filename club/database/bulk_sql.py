"""Many rows alike, in one statement: a tournament seats ten thousand at once, and an object each costs more than the rows.

What differs goes to the database as one JSON text, what is the same as one value; everything else is the model's default.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.db.models import DateTimeField, Field, Model
from psycopg import sql


def insert(
    model: type[Model],
    names: Sequence[str],
    listed: Iterable[Sequence[Any]],
    same: Mapping[str, Any],
    *,
    ignore_conflicts: bool = False,
) -> list[int]:
    """Write a row for each of `listed`, whose values are of the columns `names`; `same` are those all rows share.

    Names are those of the model's fields, a relation's with ``_id``. Returns the ids in the order of the rows, without those
    that stood already if conflicts are ignored. It is for rows that nothing listens to: no signals are sent, and dates that a
    model sets by itself have to be told.
    """
    fields = {field.attname: field for field in model._meta.concrete_fields if not field.primary_key}
    unknown = (set(names) | set(same)) - set(fields)
    if unknown:
        raise TypeError(f"{model.__name__} has no {', '.join(sorted(unknown))}")
    # Django's JSON keeps thousandths of a second; a column keeps millionths.
    instants = [at for at, name in enumerate(names) if isinstance(fields[name], DateTimeField)]
    rows = json.dumps([_exactly(row, instants) for row in listed], cls=DjangoJSONEncoder)
    shared = [field for name, field in fields.items() if name not in names]
    chosen = [fields[name] for name in names]
    statement = sql.SQL(
        "INSERT INTO {table} ({columns}) SELECT {values} "
        "FROM json_array_elements(%s::json) WITH ORDINALITY AS listed(row, nth) ORDER BY nth {again} RETURNING id"
    ).format(
        again=sql.SQL("ON CONFLICT DO NOTHING" if ignore_conflicts else ""),
        table=sql.Identifier(model._meta.db_table),
        columns=sql.SQL(", ").join([sql.Identifier(str(field.column)) for field in (*chosen, *shared)]),
        values=sql.SQL(", ").join((*map(_listed, range(len(chosen)), chosen), *map(_shared, shared))),
    )
    told = [field.get_db_prep_save(same.get(field.attname, field.get_default()), connection) for field in shared]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*told, rows])
        return [pk for (pk,) in cursor.fetchall()]


def _exactly(row: Sequence[Any], instants: Collection[int]) -> Sequence[Any]:
    return (
        [value.isoformat() if at in instants and value else value for at, value in enumerate(row)] if instants else row
    )


def set_each(model: type[Model], name: str, values: Mapping[int, Any]) -> None:
    """Set one field of many rows, by their ids. Rows that are not there are passed over."""
    field = {field.attname: field for field in model._meta.concrete_fields}[name]
    statement = sql.SQL(
        "UPDATE {table} SET {column} = {value} FROM json_array_elements(%s::json) AS listed(row) "
        "WHERE id = (listed.row->>0)::bigint"
    ).format(
        table=sql.Identifier(model._meta.db_table),
        column=sql.Identifier(str(field.column)),
        value=_listed(1, field),
    )
    with connection.cursor() as cursor:
        instants = [1] if isinstance(field, DateTimeField) else []
        cursor.execute(
            statement, [json.dumps([_exactly(one, instants) for one in values.items()], cls=DjangoJSONEncoder)]
        )


def _listed(at: int, field: Field[Any, Any]) -> sql.Composable:
    """The value in that place of a row; JSON stays what it is."""
    kind = _kind(field)
    part = sql.SQL("listed.row->{}" if kind in ("json", "jsonb") else "listed.row->>{}").format(sql.Literal(at))
    return sql.SQL("({})::{}").format(part, sql.SQL(kind))


def _shared(field: Field[Any, Any]) -> sql.Composable:
    return sql.SQL("%s::{}").format(sql.SQL(_kind(field)))


def _kind(field: Field[Any, Any]) -> str:
    """The column's type without its length: a cast to ``varchar(20)`` would cut what the column refuses."""
    return (field.db_type(connection) or "").partition("(")[0]
