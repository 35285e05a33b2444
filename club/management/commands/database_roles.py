"""``manage.py database_roles``: who may do what in the database."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, transaction

from club.database.database_owner import as_owner
from club.project import database_roles
from club.project.database_roles import APP, READER

HOW = """\
The program asks the database as its owner, who may rewrite everything. Give it a role of its own: set
  DATABASE_OWNER_URL  to what DATABASE_URL is now, for this command and for `migrate` alone,
  DATABASE_URL        to the same address with the user {app} and another password,
and run `manage.py migrate`, which makes that role; then start the club with the new DATABASE_URL and without the other."""


class Command(BaseCommand):
    help = (
        "Say what the program's role may do in the database, grant what it needs anew, and make a role that only reads."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reader",
            action="store_true",
            help="have a role that only reads, with a new password, and print its address",
        )

    def handle(self, *, reader: bool, **options: Any) -> None:
        try:
            with as_owner(), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SELECT current_user::text")
                owner = cursor.fetchone()[0]
                if reader:
                    self._say_reader(cursor, owner)
                roles = database_roles.grant(cursor) if settings.DATABASE_OWNER_URL else []
        except DatabaseError as refusal:
            raise CommandError(f"PostgreSQL refuses: {str(refusal).strip()}") from None
        for role in roles:
            self.stdout.write(f"{role}: granted what it needs, and nothing else")
        self._say_excesses(owner)

    def _say_reader(self, cursor: Any, owner: str) -> None:
        if not settings.DATABASE_OWNER_URL:
            raise CommandError("only the owner makes roles: set DATABASE_OWNER_URL")
        password = secrets.token_urlsafe(24)
        database_roles.ensure(cursor, {READER: password})
        place = connection.settings_dict
        address = f"{place['HOST']}:{place['PORT'] or 5432}/{place['NAME']}"
        self.stdout.write(f"postgresql://{owner}{READER}:{password}@{address}")

    def _say_excesses(self, owner: str) -> None:
        with connection.cursor() as cursor:
            found = database_roles.excesses(cursor)
        if not found:
            self.stdout.write("The program's role cannot rewrite what happened.")
            return
        for what in found:
            self.stdout.write(f"the program's role {what}")
        raise CommandError(HOW.format(app=f"{owner.removesuffix(APP)}{APP}"))
