"""Forms of passwords and second factors, which ask before they end the other sessions and API tokens."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ChangePasswordForm, SetPasswordForm
from allauth.mfa.recovery_codes.forms import GenerateRecoveryCodesForm
from allauth.mfa.totp.forms import ActivateTOTPForm, DeactivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm
from unfold.widgets import UnfoldBooleanWidget

from club.people import ended_access


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


class AddKey(_Asking, AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A security key or a passkey taken as a second factor."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["name"].label = _("Name")


class DeactivateFactor(_Asking, DeactivateTOTPForm):  # type: ignore[misc]  # allauth has no types
    """The second factor given up."""


class NewRecoveryCodes(_Asking, GenerateRecoveryCodesForm):  # type: ignore[misc]  # allauth has no types
    """Recovery codes in place of the old ones."""


class PasswordOfALogin(AdminPasswordChangeForm):  # type: ignore[misc]  # unfold has no types
    """A password that the house sets for a login; asks where that login has been used."""

    def __init__(self, user: Any, *arguments: Any, **named: Any) -> None:
        super().__init__(user, *arguments, **named)
        if ended_access.is_open(user):
            label = _("End every session and all API tokens of this login")
            self.fields["ends_access"] = forms.BooleanField(label=label, widget=UnfoldBooleanWidget)
