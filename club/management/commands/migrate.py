"""``manage.py migrate``: as the database's owner, and then everybody's rights follow."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import ProgrammingError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from club.database import name_parts
from club.database.database_owner import as_owner
from club.project import database_roles

WITH_PARTS = ("club", "0023_names_without_spaces")  # from then on there is all that the indexes are of


class Command(migrate.Command):
    help = (
        f"{migrate.Command.help} Asks as the owner (DATABASE_OWNER_URL), and grants the program's role what it needs."
    )

    def execute(self, *arguments: Any, **options: Any) -> Any:
        """The checks before it ask the database as well, and the program's role may not be there yet."""
        program = dict(connection.settings_dict)
        with as_owner():
            if settings.DATABASE_OWNER_URL:
                self._have_role(program["USER"], program["PASSWORD"])
            return super().execute(*arguments, **options)

    def handle(self, *arguments: Any, **options: Any) -> None:
        super().handle(*arguments, **options)
        with transaction.atomic(), connection.cursor() as cursor:
            database_roles.grant(cursor)
        if WITH_PARTS in MigrationRecorder(connection).applied_migrations() and (words := name_parts.make()):
            self.stderr.write(self.style.WARNING(words))

    def _have_role(self, user: str, password: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user::text")
            owner = cursor.fetchone()[0]
            if user != owner + database_roles.APP:
                raise CommandError(
                    f"DATABASE_URL names the role {user!r}: where DATABASE_OWNER_URL names {owner!r}, the program "
                    f"goes by {owner + database_roles.APP!r}"
                )
            try:
                database_roles.ensure(cursor, {database_roles.APP: password})
            except ProgrammingError as refusal:  # an owner that makes no roles: its administrator does
                cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [user])
                if cursor.fetchone() is None:
                    words = (
                        f"PostgreSQL refuses ({str(refusal).strip()}): have its administrator make the role {user!r}"
                    )
                    raise CommandError(words) from None
