"""Acts about seats and tables: moves, seats held, tables opened and broken, the final table."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.acts.act import Act, Back, Section
from tournaments.acts.act_fields import (
    Choices,
    CountedChips,
    EntryNumber,
    Reason,
    SeatNumber,
    Switch,
    TableKey,
    TableNumber,
    TableNumbers,
)
from tournaments.floor import (
    held_seats_and_break_order,
    moves_and_knockouts,
    real_card_tables,
    tables_opened_and_broken,
)
from tournaments.log.events.floor_orders import BreakOrderSet, HaltWaived, PlayerDeals, PlayerFixed, SeatHeld
from tournaments.log.events.seats import CallDropped, FinalTable, Moved, TableOpened


def _move(tournament_id: int, *, table: int, **told: Any) -> None:
    moves_and_knockouts.move(tournament_id, table_id=table, **told)


MOVE = Act(
    name="move",
    does=_move,
    section=Section.BY_HAND,
    title=_("Move a player"),
    button=_("Move"),
    is_main=True,
    back=Back((Moved,)),
    fields={
        "entry": EntryNumber(),
        "table": TableKey(),
        "seat": SeatNumber(),
        "chips": CountedChips(),
        "why": Reason(),
    },
)
CONFIRM_MOVE = Act(
    name="confirm-move",
    does=real_card_tables.confirm,
    button=_("Done"),
    back=Back((Moved,)),
    fields={"entry": EntryNumber(), "chips": CountedChips()},
)
CONFIRM_TABLE = Act(
    name="confirm-table",
    does=real_card_tables.confirm_table,
    button=_("All moved"),
    back=Back((Moved,)),
    fields={"table": TableKey()},
)
CALL_OFF_MOVE = Act(
    name="call-off-move",
    does=tables_opened_and_broken.call_off,
    button=_("Call off"),
    back=Back((CallDropped,)),
    fields={"entry": EntryNumber(), "why": Reason()},
)
SEEN = Act(
    name="seen",
    does=real_card_tables.see,
    button=_("Seen"),
    back=Back(why="it says that a player knows of a move, which nobody forgets"),
    fields={"entry": EntryNumber()},
)
OPEN_TABLE = Act(
    name="open-table",
    does=tables_opened_and_broken.open_table,
    section=Section.SEATS,
    button=_("Open a table"),
    back=Back((TableOpened,)),
    fields={"why": Reason()},
)
FINAL_TABLE = Act(
    name="final-table", does=real_card_tables.draw_final_table, button=_("Draw"), back=Back((FinalTable,))
)
HOLD_SEAT = Act(
    name="hold-seat",
    does=held_seats_and_break_order.hold_seat,
    section=Section.SEATS,
    shown=lambda scene: scene.is_open or scene.is_running,
    button=_("Hold"),
    back=Back((SeatHeld,)),
    fields={
        "table": TableNumber(),
        "seat": SeatNumber(),
        "entry": EntryNumber(
            Choices.SEAT_HOLDERS,
            label=_("Held for"),
            min_value=0,
            allow_null=True,
            default=0,
            help_text=_("0: nobody; empty: let the seat go."),
        ),
    },
)
FIX_PLAYER = Act(
    name="fix-player",
    does=held_seats_and_break_order.fix_player,
    section=Section.SEATS,
    button=_("Yes"),
    back=Back((PlayerFixed,)),
    fields={"entry": EntryNumber(label=_("Keeps the seat")), "is_in": Switch()},
)
DEALING = Act(
    name="dealing",
    does=held_seats_and_break_order.set_dealing,
    section=Section.SEATS,
    button=_("Yes"),
    back=Back((PlayerDeals,)),
    fields={"entry": EntryNumber(label=_("Deals at the own table")), "is_in": Switch()},
)
BREAK_ORDER = Act(
    name="break-order",
    does=held_seats_and_break_order.set_break_order,
    section=Section.SEATS,
    button=_("Set"),
    rows=6,
    back=Back((BreakOrderSet,)),
    fields={
        "tables": TableNumbers(_("Tables break in this order"), most=2000, largest=10_000, required=False, default=())
    },
)
WAIVE_HALT = Act(
    name="waive-halt",
    does=held_seats_and_break_order.waive_halt,
    button=_("Play on"),
    back=Back((HaltWaived,)),
    fields={"table": TableKey(), "is_in": serializers.BooleanField(label=_("From now on"), default=True)},
)
