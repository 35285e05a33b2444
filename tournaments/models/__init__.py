"""Rows of the tournaments: sheets, events, entries, leagues, the log.

A new table of the tournaments' database belongs here.
"""

from tournaments.models.entries import Alternate, Entry, EntryTerms, Purchase
from tournaments.models.flights import FlightFields
from tournaments.models.gallery import KnownKey, SharedSetImport, SigningKey
from tournaments.models.kinds import KindFields
from tournaments.models.leagues import League, Result, Season
from tournaments.models.screens import ScreenLayout
from tournaments.models.templates import Occurrence, TournamentTemplate
from tournaments.models.tournaments import HEAVY, Forecast, LogEntry, Structure, StructureVersion, Ticket, Tournament

__all__ = [
    "HEAVY",
    "Alternate",
    "Entry",
    "EntryTerms",
    "FlightFields",
    "Forecast",
    "KindFields",
    "KnownKey",
    "League",
    "LogEntry",
    "Occurrence",
    "Purchase",
    "Result",
    "ScreenLayout",
    "Season",
    "SharedSetImport",
    "SigningKey",
    "Structure",
    "StructureVersion",
    "Ticket",
    "Tournament",
    "TournamentTemplate",
]
