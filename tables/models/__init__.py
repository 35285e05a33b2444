"""Rows of the tables: tables, who sits at them, their hands and decisions, the secrets of packs.

A new table of the database belongs here. A hand's truth is its start and its decisions; whatever else is shown of it is replayed.
"""

from tables.models.avatars import Avatar
from tables.models.chat import ChatLine, ChatMute, ChatReport, ChatRoom, ChatSilence
from tables.models.deck_secrets import DeckSeed, PackSecret, Word
from tables.models.hands import Decision, Hand, HandSeat
from tables.models.integrity import IntegrityFinding, IntegrityLook
from tables.models.jackpots import JackpotPart, JackpotWin
from tables.models.notes import PlayerNote
from tables.models.private_tables import PrivateGuess, PrivateGuest, PrivateTable
from tables.models.sittings import Sitting, Wait
from tables.models.staff_acts import StaffAct
from tables.models.study import Study
from tables.models.tables import MAX_SEATS, PRACTICE, Table

__all__ = [
    "MAX_SEATS",
    "PRACTICE",
    "Avatar",
    "ChatLine",
    "ChatMute",
    "ChatReport",
    "ChatRoom",
    "ChatSilence",
    "Decision",
    "DeckSeed",
    "Hand",
    "HandSeat",
    "IntegrityFinding",
    "IntegrityLook",
    "JackpotPart",
    "JackpotWin",
    "PackSecret",
    "PlayerNote",
    "PrivateGuess",
    "PrivateGuest",
    "PrivateTable",
    "Sitting",
    "StaffAct",
    "Study",
    "Table",
    "Wait",
    "Word",
]
