"""Addresses that are secrets themselves (a calendar's, a private table's link, a new password's) stand in no log."""

from __future__ import annotations

import logging

from django.http import HttpRequest

# Names under which addresses take what lets in whoever has it.
SECRETS = frozenset(("calendar_key", "card", "code", "link", "uidb36"))
_IN_ACCOUNTS = frozenset(("key",))  # elsewhere the key of a structure
HIDDEN = "…"


def path_without_secrets(request: HttpRequest) -> str:
    """The request's path, with a sign where a secret stood."""
    found, path = request.resolver_match, request.path
    if found is None:
        return path
    names = SECRETS | _IN_ACCOUNTS if path.startswith("/accounts/") else SECRETS
    for name in names & found.kwargs.keys():
        path = path.replace(str(found.kwargs[name]), HIDDEN)
    return path


class HideSecrets(logging.Filter):
    """Has lines about a request (`django.request`: not found, refused, broken) tell its path without secrets."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            path = path_without_secrets(request)
            record.args = tuple(path if one == request.path else one for one in record.args)
        return True
