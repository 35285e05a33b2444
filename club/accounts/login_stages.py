"""A login that waits for its second factor, by whose password or code it came so far: ended with all other access."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.stagekit import clear_login
from allauth.mfa import stages
from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from club.base.phrases import gettext as _


class SecondFactor(stages.AuthenticateStage):  # type: ignore[misc]  # allauth has no types
    """The page that asks for the code. Where the login's access was ended meanwhile (a new password, a factor taken off),
    one begins anew: what was checked before is worth nothing any more."""

    def handle(self) -> tuple[Any, bool]:
        """Ask for the code, and remember as of which access."""
        self.state["access"] = self.login.user.get_session_auth_hash()
        answer: tuple[Any, bool] = super().handle()
        return answer

    def is_resumable(self, request: HttpRequest) -> bool:
        """Whether the login may still go on; if not, it is forgotten."""
        if self._is_ended():
            clear_login(request)
            return False
        return bool(super().is_resumable(request))

    def exit(self) -> HttpResponse:
        """Go on with the login after the right code, or begin anew."""
        if self._is_ended():
            messages.error(self.request, _("This login's sessions were ended meanwhile: come in again."))
        answer: HttpResponse = self.abort() if self._is_ended() else super().exit()
        return answer

    def _is_ended(self) -> bool:
        return bool(self.state.get("access") != self.login.user.get_session_auth_hash())
