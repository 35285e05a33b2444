"""Forms of one's own password and second factor, which ask before they end the other sessions and API tokens."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ChangePasswordForm, SetPasswordForm
from allauth.mfa.totp.forms import ActivateTOTPForm, DeactivateTOTPForm
from django import forms
from django.utils.translation import gettext_lazy as _


class _Asking(forms.Form):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["ends_access"] = forms.BooleanField(label=_("End my other sessions and all my API tokens"))


class ChangePassword(_Asking, ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    """A new password in place of the old one."""


class SetPassword(_Asking, SetPasswordForm):  # type: ignore[misc]  # allauth has no types
    """A first password."""


class ActivateFactor(_Asking, ActivateTOTPForm):  # type: ignore[misc]  # allauth has no types
    """A second factor taken."""


class DeactivateFactor(_Asking, DeactivateTOTPForm):  # type: ignore[misc]  # allauth has no types
    """The second factor given up."""
