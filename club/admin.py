"""The admin: people are edited, chips and records only looked at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from club.models import Account, AuditEntry, AuditRun, Entry, Player, RuleValue, Transfer, User

admin.site.unregister(Group)


class LookOnly(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """Rows that nobody adds, changes or deletes by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class LoginAdmin(UserAdmin, ModelAdmin):  # type: ignore[misc,type-arg]  # unfold has no types
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class RoleAdmin(GroupAdmin, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    pass


@admin.register(Player)
class PlayerAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    list_display = ("nickname", "user", "is_computer", "language", "joined_at")
    list_filter = ("is_computer", "language")
    search_fields = ("nickname", "user__username")
    autocomplete_fields = ("user",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # the ledger's lines outlive a membership


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
