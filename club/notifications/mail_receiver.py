"""A mailbox that is told of events: each a mail of the club, by the operator's mail server."""

from __future__ import annotations

import smtplib

from django.core.exceptions import ValidationError

from club.base.errors import ClubError
from club.base.mail_addresses import check_address
from club.base.phrases import gettext as _
from club.http.safe_http import Answer
from club.notifications import mail
from club.notifications.receivers import Adapter, Given, Outcome, Said, Verdict

TAKEN = 250  # RFC 5321


def read(given: Given) -> Given:
    """One address, where there is a mail server."""
    address = given.target.strip()
    if not mail.is_sent():
        raise ClubError("no_mail_server", _("The club has no mail server: the operator sets one first."), 409)
    try:
        check_address(address)
    except ValidationError:
        raise ClubError("bad_target", _("An e-mail address is needed."), 422, field="target") from None
    return Given("", address)


def send(given: Given, said: Said) -> Answer:
    """The mail server's answer; 0 where there was none."""
    try:
        mail.send(said.headline, said.text, given.target)
    except smtplib.SMTPRecipientsRefused as refused:
        code, words = next(iter(refused.recipients.values()), (550, b""))
        return Answer(code, words.decode(errors="replace"))
    except smtplib.SMTPResponseException as refused:
        return Answer(refused.smtp_code, str(refused.smtp_error))
    return Answer(TAKEN, "")


def verdict(answer: Answer) -> Verdict:
    """5xx of a mail server is for ever, 4xx and silence are not."""
    if answer.status == TAKEN:
        return Verdict(Outcome.SENT)
    return Verdict(Outcome.REFUSED if 500 <= answer.status < 600 else Outcome.AGAIN)


MAIL = Adapter(name="E-mail", read=read, shown=lambda given: given.target, send=send, verdict=verdict)
