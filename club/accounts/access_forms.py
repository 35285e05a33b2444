"""Forms of passwords and second factors, which ask before they end other sessions and API tokens, where there are any."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ChangePasswordForm, SetPasswordForm
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.forms import GenerateRecoveryCodesForm
from allauth.mfa.totp.forms import ActivateTOTPForm, DeactivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, LoginWebAuthnForm
from allauth.mfa.webauthn.internal.auth import parse_authentication_response
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm
from unfold.widgets import UnfoldBooleanWidget

from club.accounts import sessions
from club.models import ApiToken, User
from club.people import ended_access, recent_proof


def _has_other_access(request: HttpRequest) -> bool:
    """Whether the login is signed in elsewhere, or has API tokens."""
    user = request.user
    if not isinstance(user, User):
        return False
    elsewhere = any(one.session_key != request.session.session_key for one in sessions.of(user))
    return elsewhere or ApiToken.objects.filter(user=user).exists()


class _Asking(forms.Form):
    """Asks where there is anything else to end: what nobody has is nobody's to confirm."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if _has_other_access(context.request):
            self.fields["ends_access"] = forms.BooleanField(label=_("End my other sessions and all my API tokens"))


class ChangePassword(_Asking, ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    """A new password in place of the old one."""


class SetPassword(_Asking, SetPasswordForm):  # type: ignore[misc]  # allauth has no types
    """A first password, for who has come in lately."""

    def clean(self) -> Any:
        recent_proof.demand_sign_in(context.request)
        return super().clean()


class ActivateFactor(_Asking, ActivateTOTPForm):  # type: ignore[misc]  # allauth has no types
    """A second factor taken."""


class AddKey(_Asking, AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A security key or a passkey taken as a second factor."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["name"].label = _("Name")
        alone = self.fields["passwordless"]
        alone.label = _("Sign in with it alone: it asks for a finger, a face or a PIN")
        alone.initial = True


class PasskeyLogin(LoginWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A passkey instead of name and password."""

    def clean_credential(self) -> Authenticator:
        """The key, if it has seen who holds it (WebAuthn 3, 6.1, flag UV): possession alone is one factor.

        The challenge may be one that was made for a second factor, which does not ask for that.
        """
        told = parse_authentication_response(self.cleaned_data["credential"])
        if not told.response.authenticator_data.is_user_verified():
            raise get_adapter().validation_error("incorrect_code")
        return super().clean_credential()


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
