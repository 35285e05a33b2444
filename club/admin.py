"""The admin: people are edited, chips and records only looked at."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import DataError, transaction
from django.db.models.constants import LOOKUP_SEP
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken
from unfold.admin import ModelAdmin
from unfold.decorators import action
from unfold.forms import UserChangeForm, UserCreationForm

from club.accounts import logins
from club.accounts.access_forms import PasswordOfALogin
from club.base.errors import ClubError
from club.base.names import plain
from club.house.audit_log import source_of
from club.house.rights import roles_of
from club.models import (
    Account,
    AgeCheck,
    AuditEntry,
    AuditRun,
    AwaitedChips,
    ChipRun,
    ClosedMonth,
    Delivery,
    DeliveryTry,
    Entry,
    ExpiryNotice,
    Incident,
    Invitation,
    OpeningBalance,
    Player,
    Proposal,
    RuleSet,
    RuleValue,
    Shift,
    Slip,
    Transfer,
    TrayMove,
    UnsentMail,
    User,
    Webhook,
)
from club.people import ended_access, recent_proof, roles
from club.text.messages import in_words

admin.site.unregister(Group)
# Each of these would be a way into somebody else's login, an owner's as well.
_WAYS_IN = (EmailAddress, EmailConfirmation, Authenticator, UserSession, SocialAccount, SocialApp, SocialToken)
for another in (AuthToken, *_WAYS_IN):
    if admin.site.is_registered(another):
        admin.site.unregister(another)


class AskedAsShown:
    """A list that is asked by its own filters alone: what it does not show (the words of a decision, a card's secret) is not
    guessed sign by sign by what an address finds either."""

    list_filter: ClassVar[Any] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        above: Any = super()
        return lookup.split(LOOKUP_SEP)[0] in self.list_filter and bool(above.lookup_allowed(lookup, value, request))

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """As Django's; a value that only the database refuses (a year below 1, a pattern that is none) is a wrong one too."""
        above: Any = super()
        try:
            with transaction.atomic():
                return above.get_changelist_instance(request)
        except (ValueError, LookupError, OverflowError, DataError) as error:
            raise IncorrectLookupParameters(error) from error


class LookOnly(AskedAsShown, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """Rows that nobody adds, changes or deletes by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class NameAsTold(ModelForm):  # type: ignore[type-arg]  # of whatever model its heirs have
    """The check of a login's name (`logins.check_name`), in a form."""

    def clean_username(self) -> str:
        """The name in plain letters."""
        parents: Any = super()
        typed = parents.clean_username() if hasattr(parents, "clean_username") else self.cleaned_data["username"]
        name = plain(typed)
        try:
            logins.check_name(name, of=self.instance)
        except ClubError as refusal:
            raise ValidationError(in_words(refusal), code=refusal.code) from refusal
        return name


class NewLogin(NameAsTold, UserCreationForm):  # type: ignore[misc]  # unfold has no types
    """A login as it is made in the admin."""


class LoginForm(NameAsTold, UserChangeForm):  # type: ignore[misc]  # unfold has no types
    """A login as it is changed in the admin, by whom the last owner is not shut out."""

    def clean_is_active(self) -> bool:
        """Whether the login may log in; an owner's stays open while there is no other owner."""
        is_active: bool = self.cleaned_data["is_active"]
        if not is_active and "owner" in roles_of(self.instance):
            try:
                roles.check_owner_stays(self.instance)
            except ClubError as refusal:
                raise ValidationError(in_words(refusal), code=refusal.code) from refusal
        return is_active


@admin.register(User)
class LoginAdmin(AskedAsShown, UserAdmin, ModelAdmin):  # type: ignore[misc,type-arg]  # unfold has no types
    """Logins: names, addresses, passwords. Roles are given on the member's page, where it is on record."""

    form = LoginForm
    add_form = NewLogin
    change_password_form = PasswordOfALogin
    change_user_password_template = "admin/password_of_a_login.html"
    list_display = ("username", "email", "is_active", "last_login")
    list_filter = ("is_active", "groups")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (None, {"fields": ("email", "is_active", "last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An owner's login, and so the owner's password, is an owner's to change."""
        is_owners = obj is not None and "owner" in roles_of(obj)
        return super().has_change_permission(request, obj) and (not is_owners or "owner" in roles_of(request.user))

    def changeform_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> Any:
        """A login looked at to be changed or made: who does so is asked again who they are."""
        recent_proof.demand()
        return super().changeform_view(request, *arguments, **named)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Keep a login, and put on record who changed what."""
        before = logins.told(User.objects.get(pk=obj.pk)) if change else None
        super().save_model(request, obj, form, change)
        self._on_record(request, obj, before, is_password_set=False)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Set a password, or take it away; on record is that it was."""
        recent_proof.demand()
        with transaction.atomic():
            held = User.objects.select_for_update().filter(pk=id).first() if id.isdecimal() else None
            before, digest = (None, "") if held is None else (logins.told(held), held.password)
            answer: HttpResponse = super().user_change_password(request, id, form_url)
            if held is not None:
                held.refresh_from_db()
                if held.password != digest:
                    ended_access.end(held)
                    ended_access.keep_session(request, held)
                    self._on_record(request, held, before, is_password_set=held.has_usable_password())
        return answer

    def _on_record(
        self, request: HttpRequest, login: User, before: dict[str, Any] | None, *, is_password_set: bool
    ) -> None:
        logins.on_record(
            login,
            before=before,
            is_password_set=is_password_set,
            by=request.user,
            source=source_of(request),
            now=timezone.now(),
        )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody's: a login stands behind decisions on record. It is closed, or erased on the member's page."""
        return False


@admin.register(Player)
class PlayerAdmin(LookOnly):
    """Looked at here; changed on the member's page, where who changed it is on record."""

    list_display = ("nickname", "member_number", "user", "is_computer", "admitted_at", "suspended_at", "erased_at")
    list_filter = ("is_computer", "language")
    search_fields = ("nickname__spaceless", "member_number", "user__username")
    exclude = ("pin", "card")
    actions_list = ("to_files",)

    @action(description=_("Import and export"), url_path="files")  # type: ignore[untyped-decorator]  # unfold has no types
    def to_files(self, request: HttpRequest) -> HttpResponse:
        """The page where members go out to a file and come in from one: it asks for its own right."""
        return redirect("member-files")

    def view_on_site(self, obj: Player) -> str:
        """The member's page."""
        return reverse("member", args=[obj.pk])


@admin.register(Account)
class AccountAdmin(LookOnly):
    list_display = ("owner", "kind", "unit", "balance", "version", "closed_at")
    list_filter = ("kind",)
    search_fields = ("owner", "unit")


@admin.register(Transfer)
class TransferAdmin(LookOnly):
    list_display = ("recorded_at", "purpose", "reference", "key", "by", "why")
    list_filter = ("purpose",)
    search_fields = ("key", "reference")


@admin.register(Entry)
class EntryAdmin(LookOnly):
    list_display = ("account", "version", "amount", "balance_after", "transfer")
    list_select_related = ("account", "transfer")
    search_fields = ("account__owner",)


@admin.register(AuditEntry)
class AuditEntryAdmin(LookOnly):
    list_display = ("at", "kind", "by", "subject", "why", "source")
    list_filter = ("kind",)
    search_fields = ("subject", "why")


@admin.register(AuditRun)
class AuditRunAdmin(LookOnly):
    list_display = ("at", "ok")


@admin.register(RuleValue)
class RuleValueAdmin(LookOnly):
    list_display = ("scope", "key", "value", "version", "set_at", "by", "why")
    search_fields = ("scope", "key")


@admin.register(RuleSet)
class RuleSetAdmin(LookOnly):
    """The sets of rules that hands keep."""

    list_display = ("digest",)


@admin.register(Invitation)
class InvitationAdmin(LookOnly):
    """Made and taken back on the page of invitations. The digest of a code is nobody's to read."""

    list_display = ("pk", "note", "by", "made_at", "expires_at", "used_by", "revoked_at")
    list_select_related = ("by", "used_by")
    exclude = ("digest",)


@admin.register(Incident)
class IncidentAdmin(LookOnly):
    list_display = ("at", "player", "kind", "amount", "place", "words", "by", "withdraws")
    list_filter = ("kind",)
    list_select_related = ("player", "by", "withdraws")
    search_fields = ("player__nickname__spaceless", "words")
    exclude = ("key",)


@admin.register(Shift)
class ShiftAdmin(LookOnly):
    list_display = ("number", "cashier", "business_day", "opened_at", "closed_at", "opening_total", "closing_total")
    list_select_related = ("cashier",)


@admin.register(TrayMove)
class TrayMoveAdmin(LookOnly):
    list_display = ("kind", "number", "shift", "total", "cash", "by", "at", "why")
    list_filter = ("kind",)
    list_select_related = ("shift", "by")
    exclude = ("key",)


@admin.register(ChipRun)
class ChipRunAdmin(LookOnly):
    list_display = ("at", "chips", "shift", "transfer")
    list_select_related = ("shift", "transfer")


@admin.register(AwaitedChips)
class AwaitedChipsAdmin(LookOnly):
    list_display = ("since", "player", "place", "chips", "transfer")
    list_select_related = ("player", "transfer")


@admin.register(Slip)
class SlipAdmin(LookOnly):
    list_display = ("number", "transfer", "shift", "business_day", "cash")
    list_select_related = ("transfer", "shift")
    search_fields = ("=number",)


@admin.register(Proposal)
class ProposalAdmin(LookOnly):
    list_display = ("pk", "kind", "player", "amount", "status", "proposed_by", "decided_by", "why")
    list_filter = ("status", "kind")
    list_select_related = ("player", "proposed_by", "decided_by")
    exclude = ("key",)


@admin.register(OpeningBalance)
class OpeningBalanceAdmin(LookOnly):
    list_display = ("proposal", "player", "chips")
    list_select_related = ("proposal", "player")


@admin.register(AgeCheck)
class AgeCheckAdmin(LookOnly):
    list_display = ("player", "age", "by", "at")
    list_select_related = ("player", "by")


@admin.register(ExpiryNotice)
class ExpiryNoticeAdmin(LookOnly):
    list_display = ("account", "given_at", "due_at")
    list_select_related = ("account",)


@admin.register(UnsentMail)
class UnsentMailAdmin(LookOnly):
    list_display = ("subject", "user", "since", "tries", "fault")
    list_select_related = ("user",)


@admin.register(ClosedMonth)
class ClosedMonthAdmin(LookOnly):
    list_display = ("month", "closed_by", "closed_at")
    list_select_related = ("closed_by",)


@admin.register(Webhook)
class WebhookAdmin(LookOnly):
    list_display = ("name", "url", "is_active", "made_at")
    exclude = ("secret",)  # signs what is sent


@admin.register(Delivery)
class DeliveryAdmin(LookOnly):
    list_display = ("webhook", "event", "state", "tries", "made_at")
    list_filter = ("state", "event")
    list_select_related = ("webhook",)


@admin.register(DeliveryTry)
class DeliveryTryAdmin(LookOnly):
    list_display = ("delivery", "at", "status", "answer")
