"""Acts on the event itself and its clock: start, pause, levels, the structure, the message on the screens."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.acts.act import Act, Back, Place, Section
from tournaments.acts.act_fields import LevelNumber, Reason, SheetItems
from tournaments.floor import clock_by_hand, structure_changes
from tournaments.log.events.clock import (
    BreakEnded,
    ClockAdjusted,
    LevelSet,
    MessageShown,
    Paused,
    Resumed,
    StructureChanged,
)
from tournaments.running import event_start
from tournaments.screens import director_message

A_DAY = 24 * 3600

START = Act(
    name="start",
    does=event_start.start,
    place=Place.EVENT,
    button=_("Start"),
    back=Back(why="cards are out from then on: the event is called off, or played"),
)
PAUSE = Act(name="pause", does=clock_by_hand.pause, place=Place.EVENT, button=_("Stop the clock"), back=Back((Paused,)))
RESUME = Act(
    name="resume", does=clock_by_hand.resume, place=Place.EVENT, button=_("Run the clock"), back=Back((Resumed,))
)
END_BREAK = Act(
    name="end-break",
    does=clock_by_hand.end_break,
    place=Place.EVENT,
    button=_("End the break"),
    back=Back((BreakEnded,)),
)
CANCEL = Act(
    name="cancel",
    does=event_start.cancel,
    place=Place.EVENT,
    button=_("Call the tournament off"),
    back=Back(why="every entry is paid back: the event is announced anew"),
    fields={"why": Reason()},
)
LEVEL = Act(
    name="level",
    does=clock_by_hand.set_level,
    section=Section.CLOCK,
    button=_("Set"),
    back=Back((LevelSet,)),
    fields={"level": LevelNumber()},
)
ADJUST = Act(
    name="adjust",
    does=clock_by_hand.adjust,
    section=Section.CLOCK,
    button=_("Adjust"),
    back=Back((ClockAdjusted,)),
    fields={
        "seconds": serializers.IntegerField(
            label=_("Seconds more, or with a minus less"), min_value=-A_DAY, max_value=A_DAY
        )
    },
)
MESSAGE = Act(
    name="message",
    does=director_message.show,
    section=Section.CLOCK,
    button=_("Show"),
    back=Back((MessageShown,)),
    fields={
        "words": serializers.CharField(label=_("Message on the screens"), max_length=200, allow_blank=True, default="")
    },
)
STRUCTURE = Act(  # its form is a page of its own
    name="structure",
    does=structure_changes.edit,
    button=_("Save"),
    back=Back((StructureChanged,)),
    fields={
        "items": SheetItems(label=_("Levels and breaks"), help_text=_("All of the sheet's, as a list.")),
        "why": Reason(),
    },
)
