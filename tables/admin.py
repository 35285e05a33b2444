"""The tables in the admin: to be looked at. What happens at a table is done at the table, under its lock."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from club.admin import AskedAsShown
from tables.models import Decision, Hand, HandSeat, Sitting, StaffAct, Table


class ReadOnly:
    """Nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SittingInline(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold ships no types
    model = Sitting
    fields = ("seat", "player", "state", "joined_hand", "sat_down_at", "left_at")
    extra = 0


class HandSeatInline(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold ships no types
    model = HandSeat
    fields = ("seat", "player", "name", "net")
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, AskedAsShown, ModelAdmin):  # type: ignore[misc]  # unfold ships no types
    list_display = ("name", "game", "kind", "owner", "status", "next_hand", "opened_at")
    list_filter = ("status", "kind", "game")
    search_fields = ("name", "owner")
    inlines = (SittingInline,)


@admin.register(Hand)
class HandAdmin(ReadOnly, AskedAsShown, ModelAdmin):  # type: ignore[misc]  # unfold ships no types
    list_display = ("__str__", "state", "started_at", "ended_at")
    list_filter = ("state", "is_recorded")
    list_select_related = ("table",)
    fields = ("table", "number", "state", "engine_version", "commitment", "started_at", "ended_at", "result")
    inlines = (HandSeatInline,)


@admin.register(Decision)
class DecisionAdmin(ReadOnly, AskedAsShown, ModelAdmin):  # type: ignore[misc]  # unfold ships no types
    """Who decided, when and from where. The words of a decision may name hidden cards, so they are not shown."""

    list_display = ("hand", "seq", "seat", "source", "user", "at")
    list_filter = ("source",)
    list_select_related = ("hand__table", "user")
    fields = ("hand", "seq", "ask", "seat", "source", "user", "device", "at")


@admin.register(StaffAct)
class StaffActAdmin(ReadOnly, AskedAsShown, ModelAdmin):  # type: ignore[misc]  # unfold ships no types
    list_display = ("table", "kind", "player", "chips", "by", "at", "taken_back_at")
    list_filter = ("kind",)
    list_select_related = ("table", "player", "by")
    fields = (
        "table",
        "kind",
        "player",
        "chips",
        "before",
        "after",
        "why",
        "by",
        "at",
        "taken_back_by",
        "taken_back_at",
    )
