"""Heads of the sealed records leave the club: into the log, a file, webhooks, and by mail once a day (`club.ledger.seals`)."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from django.conf import settings

from club.base.phrases import gettext as _
from club.ledger import seals
from club.notifications import mail, webhooks

log = logging.getLogger(__name__)


def publish(*, now: datetime) -> list[str]:
    """Write the heads to the log and to HEADS_FILE, and tell webhooks; the lines that were written."""
    lines = [head.line for head in seals.heads()]
    for line in lines:
        log.info("%s", line)
    if settings.HEADS_FILE and lines:
        _append(Path(settings.HEADS_FILE), lines)
    if lines:
        webhooks.tell([(seals.PUBLISHED, " ".join(line.split()[4][:24] for line in lines), {"heads": lines})], now=now)
    return lines


def mail_heads() -> bool:
    """Mail the heads to HEADS_MAIL; True if the mail server took them."""
    lines = [head.line for head in seals.heads()]
    if not settings.HEADS_MAIL or not lines:
        return False
    words = _(
        "These digests show later that nothing was rewritten: keep this mail. `manage.py audit --heads FILE` compares them "
        "with the records."
    )
    try:
        mail.send(_("Heads of the sealed records"), "\n\n".join([words, "\n".join(lines)]), settings.HEADS_MAIL)
    except OSError as fault:
        log.error("the heads were not mailed: %s", fault)
        return False
    return True


def _append(path: Path, lines: list[str]) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write("\n".join([*lines, ""]))
    except OSError as fault:
        log.error("the heads were not written to %s: %s", path, fault)
