"""The colours of an event's own chips: told at its colour-ups, and refused where a chip in play has none."""

from __future__ import annotations

import pytest

from tests.tournaments.conftest import SHEET, Evening
from tournaments.base.errors import Refused
from tournaments.floor import floor_view
from tournaments.log import stored_lines
from tournaments.log.events.penalties_and_colour_ups import ColouredUp
from tournaments.models import Tournament
from tournaments.running import event_start

pytestmark = pytest.mark.django_db
ITEMS = [*SHEET["items"][:1], {"type": "break", "minutes": 5, "remove": [25]}, *SHEET["items"][1:]]


def announced(evening: Evening, colours: str) -> Tournament:
    sheet = evening.structure(items=ITEMS, chips=[25, 100, 500])
    return evening.entered(evening.computers(3), structure=sheet, cards="physical", chip_colours=colours)


@pytest.mark.parametrize(("colours", "words"), [("", "25"), ("pink 25, black 100, gold 500", "25 (pink)")])
def test_a_colour_up_names_the_chips_by_the_events_own_colours(evening: Evening, colours: str, words: str) -> None:
    row = announced(evening, colours)
    event_start.start(row.pk, now=evening.now)
    for _minute in range(6):
        evening.play_round(row)
    (line,) = stored_lines.of_class(row, ColouredUp)
    assert line.event.words == words
    row.refresh_from_db()
    due = [one["words"] for one in floor_view.board(row, now=evening.now)["due"]]
    assert any(f"{words}" in one for one in due), due


@pytest.mark.parametrize(
    ("colours", "said"),
    [
        ("pink 25, black 100", "500"),
        ("pink", "colour and its value|is no chip"),
        ("pink 25, pink 100, gold 500", "two chips"),
    ],
)
def test_colours_that_cannot_be_are_refused_and_so_is_a_chip_without_one(evening: Evening, colours, said) -> None:
    with pytest.raises(Refused, match=said) as refused:
        announced(evening, colours)
    assert refused.value.params["field"] == "chip_colours"
