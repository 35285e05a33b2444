"""Names of tables and tournaments, as everybody is shown them."""

from __future__ import annotations

from club.base.lookalikes import code_of, unseen
from club.base.phrases import gettext as _
from tables.core.errors import Refused


def check(name: str) -> None:
    """Raise `Refused` (422) for a name with a character that nobody sees, ends a line or turns letters around."""
    hidden = unseen(name.strip())
    if hidden:
        words = _(
            "The name holds a character that nobody sees or that turns letters around (%(character)s). Type it anew."
        )
        raise Refused("unseen_character", words % {"character": code_of(hidden)}, 422, field="name")
