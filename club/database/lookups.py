"""What a name is found by besides Django's own lookups: a part of it, however it is spaced."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, Lookup


class Spaceless(Lookup):
    """Holds that text, spaces aside and whatever its case: 田中一郎 is found in 田中 一郎, and the other way.

    The indexes of `club.database.name_parts` are of the same expression.
    """

    lookup_name = "spaceless"
    words = "upper({})"

    def get_prep_lookup(self) -> str:
        """The text without spaces, as a pattern of LIKE."""
        bare = "".join(str(self.rhs).split())
        return "%" + "".join(f"\\{letter}" if letter in "\\%_" else letter for letter in bare) + "%"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """`translate` takes out spaces of both widths, which rows of other programs may have."""
        left, left_params = self.process_lhs(compiler, connection)
        right, right_params = self.process_rhs(compiler, connection)
        return f"{self.bare(left)} LIKE {self.words.format(right)}", (*left_params, *right_params)

    @classmethod
    def bare(cls, column: str) -> str:
        """The column without its spaces, as it stands in the index."""
        return f"translate({cls.words.format(f'{column}::text')}, ' \u3000', '')"


class SpacelessExact(Spaceless):
    """The same where the case tells: of sort keys, which are of code points and have none."""

    lookup_name = "spaceless_exact"
    words = "{}"


def register() -> None:
    """Fields of text can be asked so."""
    CharField.register_lookup(Spaceless)
    CharField.register_lookup(SpacelessExact)
