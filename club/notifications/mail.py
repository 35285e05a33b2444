"""One e-mail of the club: its name in the sender and the subject, its name and address below the words."""

from __future__ import annotations

from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core.mail import send_mail

from club.house.club_rules import in_force

NOT_SENT = ("console", "dummy")  # Django's backends by which mail goes nowhere


def is_sent() -> bool:
    """True where a mail server is set: without one mails are printed, and nobody may be told that one was sent."""
    return not any(f".{name}." in settings.EMAIL_BACKEND for name in NOT_SENT)


def send(subject: str, text: str, address: str) -> None:
    """Send the words to one address, under the club's name. Raises OSError if the mail server does not take it."""
    send_mail(titled(subject), text + signature(), sender(), [address])


def titled(subject: str) -> str:
    """The subject with the club's name before it, if it has one; in one line, whatever a name in it holds."""
    name = in_force().name
    return " ".join((f"[{name}] {subject}" if name else subject).split())


def sender() -> str:
    """Whom mails come from: the address of the settings, with the club's name unless the settings name somebody."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    club = in_force().name
    return formataddr((name or club, address)) if name or club else settings.DEFAULT_FROM_EMAIL


def signature() -> str:
    """What stands below the words: the club's name, and its address on the next line, as far as it has them."""
    lines = [one for one in (in_force().name, in_force().address) if one]
    return "\n".join(["", "", "-- ", *lines]) if lines else ""
