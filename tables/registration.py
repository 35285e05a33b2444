"""What the tables bring to the club's lists: house rules, rights, purposes of transfers, kinds of decisions on record."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from club.base.registry import Place, Registration, ScopeKind, SharedPart
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.games.play_rules import PlayRules
from engine.mixes.mix_rules import MixRules
from engine.play.any_game import CATALOGUE
from engine.rulings.floor_rules import FloorRules
from tables import due_work
from tables.core import admission, table_events, table_rules
from tables.core.table_rules import TableRules
from tables.dealing import play_gauges, refused_settlements
from tables.integrity_desk import look_gauges
from tables.jackpots.jackpot_rules import JackpotRules
from tables.players import personal_data, whereabouts
from tables.queries import rail_view
from tables.sessions import session_tables
from tables.staff import desk_panel, member_panel

RIGHTS = {
    "tables.open": (_("Open and close tables"), ["director", "dealer"]),
    "tables.void": (_("Call off a hand"), ["director"]),
    "tables.record": (_("Record hands"), ["director", "dealer"]),
    "chat.moderate": (_("Keep order in chats"), ["director", "dealer"]),
    "integrity.see": (_("See what is worth a look in the play of members, and note what came of it"), []),
    "tables.seat": (_("Seat players and count their chips"), ["director", "dealer", "cashier"]),
}

PURPOSES = {
    "hand": _("Hand"),
    "sit-down": _("Buy-in at a table"),
    "top-up": _("Top-up at a table"),
    "stand-up": _("Chips from a table"),
    "time": _("Time charge"),
    "table-tips": _("Tips from a table"),
    "drop": _("Drop of a table"),
    "record": _("Stack of a recorded hand"),
}

DECISIONS = {
    "table.opened": _("Table opened"),
    "table.closed": _("Table closed"),
    "private.link": _("Link of a private table made or taken away"),
    "private.password": _("Password of a private table set"),
    "private.shown-out": _("Guest of a private table shown out"),
    "private.let-in-again": _("Guest of a private table let in again"),
    "seat.taken": _("Seat taken"),
    "computer.seated": _("Computer player seated"),
    "computer.left": _("Computer player sent away"),
    "seat.topped-up": _("Chips added at a table"),
    "seat.left": _("Seat left"),
    "seat.presence": _("Sat out, or came back"),
    "chat.hidden": _("Line of a chat hidden"),
    "chat.settled": _("Reports of a line of a chat settled"),
    "chat.silenced": _("Player silenced in chats"),
    "chat.shown": _("Line of a chat shown again"),
    "chat.silence-lifted": _("Silence in chats lifted"),
    "seat.switched": _("Switch at a seat set"),
    "seat.wanted": _("Change of seats wanted"),
    "seat.blinds": _("Missed blinds set"),
    "time.charged": _("Time charge taken by staff"),
    "wait.called": _("Called to a seat by staff"),
    "staff.taken-back": _("Act of the staff at a table taken back"),
    "wait.joined": _("Got in line"),
    "wait.left": _("Got out of line"),
    "game.chosen": _("Game chosen"),
    "hand.misdealt": _("Misdeal"),
    "table.broken": _("Table broken"),
    "table.kept": _("Table not broken after all"),
    "table.tips": _("Tips of a table counted"),
    "table.drop": _("Drop of a table counted"),
    "table.counted": _("Chips on a table counted"),
    "table.feeds": _("Main table set"),
    "hand.voided": _("Hand called off"),
    "hands.recorded": _("Hands recorded"),
    "hand.shown": _("Cards shown after a hand"),
    "hand.hunted": _("Cards that would have come asked for"),
    "hand.scored": _("Hand scored"),
    "hand.corrected": _("Hand corrected"),
    "button.dealt": _("Cards for the first button"),
    "hand.begun": _("Hand with real cards begun"),
    "hand.result-entered": _("Result of a hand entered"),
    "action.ruled": _("Action ruled by the floor"),
    "entry.taken-back": _("Entry of a hand taken back"),
    "hand.taken-back": _("Hand taken back"),
    "integrity.asked": _("Play looked over on demand"),
    "integrity.seen": _("What is worth a look in play was looked at"),
    "integrity.looked-into": _("Something worth a look was looked into"),
    "integrity.look-taken-back": _("Looking into something taken back"),
    "jackpot.found": _("Hand that wins a jackpot found"),
    "jackpot.paid": _("Jackpot approved and paid"),
    "jackpot.refused": _("Jackpot refused"),
    "jackpot.taken-back": _("Jackpot taken back"),
}


def _games() -> list[tuple[str, str]]:
    return [(f"game:{game.key}", gettext(game.name)) for game in CATALOGUE.values()]


def _game(reference: str) -> tuple[str, ...]:
    return (reference,) if reference.removeprefix("game:") in CATALOGUE else ()


REGISTRATION = Registration(
    house_rules={
        _("Rules of play"): PlayRules,
        _("Chinese poker"): ChineseRules,
        _("The floor's rulings"): FloorRules,
        _("Mixed games"): MixRules,
        _("Tables"): TableRules,
        _("Jackpots"): JackpotRules,
    },
    scopes=[
        ScopeKind(_("Kind of game"), "game", _games, _game),
        ScopeKind(_("Table"), "table", table_rules.open_tables, table_rules.chain_of, admission.finds_scope),
    ],
    places=[Place("table", whereabouts.name_of, whereabouts.places, whereabouts.open_places)],
    rights=RIGHTS,
    purposes=PURPOSES,
    decisions=DECISIONS,
    events=table_events.EVENTS,
    desk_panels=[desk_panel.of_player],
    member_panels=[member_panel.of_member],
    in_use=[whereabouts.is_used],
    ties={"tables": whereabouts.tie},
    knowledge={"tables": personal_data.known},
    forgets={"tables": personal_data.forget},
    merges={"tables": personal_data.hand_over},
    public_views={"table": rail_view.public},
    shared_parts={"felt": SharedPart("/tables/{number}/felt/", "tables.queries.watched_felt.drawn")},
    standstills={"tables.record": refused_settlements.standstills},
    work={
        "tables.tasks.sweep": due_work.sweep,
        "tables.tasks.think": due_work.think,
        "tables.tasks.call_players": due_work.call_players,
    },
    audits=[session_tables.AUDIT],
    sealed={"tables_decision": "decision"},
    gauges=[play_gauges.gauges, look_gauges.gauges],
)
