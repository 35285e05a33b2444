"""Which e-mail addresses the club takes: those to which a mail can be written."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email


def check_address(text: str) -> None:
    """Raise `ValidationError` unless it is an address, and one that can stand in a mail's head.

    Django takes names of hosts in any script, and also such as the domain name system has no room for: a label is 63 bytes long
    at most as it is sent there (RFC 1035, RFC 5891). A mail to them could not be put together.
    """
    validate_email(text)
    try:
        EmailMessage(to=[text]).message()
    except ValueError as unwritable:
        raise ValidationError(validate_email.message, code="invalid") from unwritable
