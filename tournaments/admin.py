"""The admin: tournaments and their logs are only looked at; the director's doors are the pages and the API."""

from __future__ import annotations

from django.contrib import admin

from club.admin import LookOnly
from tournaments.models import (
    Alternate,
    Entry,
    Forecast,
    League,
    LogEntry,
    Occurrence,
    Purchase,
    Result,
    ScreenLayout,
    Season,
    Structure,
    StructureVersion,
    Ticket,
    Tournament,
    TournamentTemplate,
)


@admin.register(Structure)
class StructureAdmin(LookOnly):
    list_display = ("key", "name", "missing", "imported_at")
    search_fields = ("key", "name")


@admin.register(Tournament)
class TournamentAdmin(LookOnly):
    list_display = ("name", "status", "starts_at", "buy_in", "fee")
    list_filter = ("status",)
    exclude = ("seed", "snapshot", "entry_code")  # the seed names every card to come


@admin.register(Entry)
class EntryAdmin(LookOnly):
    list_display = ("tournament", "number", "player", "paid", "fee", "is_withdrawn")
    list_select_related = ("tournament", "player")


@admin.register(Ticket)
class TicketAdmin(LookOnly):
    list_display = ("pk", "player", "value", "tournament", "event", "state", "expires_at")
    list_select_related = ("player", "tournament")
    list_filter = ("state",)


@admin.register(Purchase)
class PurchaseAdmin(LookOnly):
    list_display = ("entry", "kind", "paid", "fee", "chips", "at", "taken_back_at")
    list_select_related = ("entry__tournament", "entry__player")
    list_filter = ("kind",)


@admin.register(Alternate)
class AlternateAdmin(LookOnly):
    list_display = ("tournament", "player", "since", "outcome")
    list_select_related = ("tournament", "player")
    list_filter = ("outcome",)


@admin.register(LogEntry)
class LogEntryAdmin(LookOnly):
    list_display = ("tournament", "seq", "kind", "data", "by", "at")
    list_select_related = ("tournament", "by")
    list_filter = ("kind",)


@admin.register(Result)
class ResultAdmin(LookOnly):
    list_display = ("tournament", "best", "player", "spent", "prize")
    list_select_related = ("tournament", "player")


@admin.register(ScreenLayout)
class ScreenLayoutAdmin(LookOnly):
    list_display = ("__str__", "sponsor", "changed_at")
    list_select_related = ("tournament",)
    exclude = ("picture",)


@admin.register(League)
class LeagueAdmin(LookOnly):
    list_display = ("name", "made_at")


@admin.register(Season)
class SeasonAdmin(LookOnly):
    list_display = ("league", "name", "begins", "ends", "closed_at")
    list_select_related = ("league",)
    raw_id_fields = ("tournaments",)


@admin.register(StructureVersion)
class StructureVersionAdmin(LookOnly):
    list_display = ("structure", "number", "by", "at")
    list_select_related = ("structure", "by")


@admin.register(Forecast)
class ForecastAdmin(LookOnly):
    list_display = ("tournament", "evenings", "done", "by", "created_at")
    list_select_related = ("tournament", "by")


@admin.register(TournamentTemplate)
class TournamentTemplateAdmin(LookOnly):
    list_display = ("name", "structure", "days", "at", "is_active", "error")
    list_select_related = ("structure",)


@admin.register(Occurrence)
class OccurrenceAdmin(LookOnly):
    list_display = ("template", "day", "tournament")
    list_select_related = ("template", "tournament")
