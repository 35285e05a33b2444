"""Sheets edited: row by row, nothing lost; versions; the past of a running tournament; made from players and chips."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from club.house import house_rules
from tests.support.shared import needs_shared, shared
from tests.tournaments.conftest import SHEET, Evening, is_replay
from tournaments.base.errors import Refused
from tournaments.floor import structure_changes, undo
from tournaments.models import LogEntry, Structure, Tournament
from tournaments.structures import levels_and_breaks, sheet_drafts, sheet_edits, sheet_import
from tournaments.structures.sheet_drafts import Draft
from tournaments.structures.sheet_games import BadSheet

SHEETS = shared("data/structures.json").get("structures", [])


def form(sheet: dict[str, Any], version: int = 0, do: str = "save", **changes: str) -> dict[str, str]:
    draft = Draft.of(sheet, version)
    rows = {f"{name}-{at}": value for at, row in enumerate(draft.rows, 1) for name, value in row.items()}
    told = {**draft.fields, **rows, "rows": str(len(draft.rows)), "rest": draft.rest, "version": str(version), "do": do}
    return {**told, **changes}


def bare(sheet: dict[str, Any]) -> dict[str, Any]:
    """Without what says nothing, and the counts of a transcription."""

    def full(one: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in one.items() if value not in (None, "", [])}

    return {**full({**sheet, "validation": None}), "items": [full(item) for item in sheet["items"]]}


@needs_shared
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet["id"])
def test_a_published_sheet_comes_through_the_form_whole(sheet: dict[str, Any]) -> None:
    made = Draft.posted(form(sheet)).sheet()
    assert bare(made) == bare(sheet)


def test_rows_are_moved_added_and_deleted() -> None:
    rows = sheet_edits.rows_of(SHEET)
    blinds = [row["bb"] for row in rows]
    assert [row["bb"] for row in sheet_edits.changed(rows, "up:2")] == [blinds[1], blinds[0], *blinds[2:]]
    assert [row["bb"] for row in sheet_edits.changed(rows, "delete:1")] == blinds[1:]
    more = sheet_edits.changed(sheet_edits.changed(rows, "break:2"), "level:3")
    assert [row["type"] for row in more[:5]] == ["level", "level", "break", "level", "level"]
    assert more[3]["bb"] == blinds[1]
    for nothing in ("up:1", f"down:{len(rows)}", "delete:0", "delete:99", "level:99", "nonsense", "up:x"):
        assert sheet_edits.changed(rows, nothing) == rows
    assert [item.get("n") for item in sheet_edits.items_of(more)][:5] == [1, 2, None, 3, 4]


@pytest.mark.parametrize(
    ("field", "told", "words"),
    [
        ("bb-2", "many", "Item 2: Big blind"),
        ("minutes-3", "-5", "Item 3: Minutes"),
        ("remove-1", "25; 50", "Item 1: chips"),
    ],
)
def test_bad_input_names_the_row(field: str, told: str, words: str) -> None:
    given = form(SHEET, **{field: told})
    if field.startswith("remove"):
        given["type-1"] = "break"
    found = sheet_drafts.look(Draft.posted(given))
    assert words in str(found.error)
    assert found.error_row == int(field[-1])


def test_a_draft_is_looked_over() -> None:
    steep = {**SHEET, "chips": [25, 100], "items": [*SHEET["items"][:1], {**SHEET["items"][1], "bb": 210}]}
    found = sheet_drafts.look(Draft.of(steep), players=9)
    assert [words for words in found.findings if "210 cannot be paid in chips of 25" in str(words)]
    assert found.error == ""
    assert found.finish is not None
    assert found.minutes == 10


@pytest.fixture
def director(evening: Evening) -> Client:
    client = Client()
    player = evening.person("dee", role="director")
    assert player.user is not None
    client.force_login(player.user)
    return client


def test_a_sheet_is_made_saved_copied_and_never_lost(director: Client) -> None:
    asked = {"players": "30", "stack": "20000", "minutes": "240", "level_minutes": "20", "break_every": "80"}
    more = {
        "break_minutes": "10",
        "seats": "9",
        "chips": "100, 500, 1000",
        "speed": "regular",
        "rebuys": "0",
        "addons": "0",
    }
    shown = director.post("/structures/generate/", {**asked, **more})
    assert shown.status_code == 200
    sheet = shown.context["draft"].sheet()
    assert director.post("/structures/edit/", form(sheet)).status_code == 302
    kept = Structure.objects.get(key="30-players-240-min")
    assert (kept.version, kept.missing) == (1, [])
    assert bare(kept.sheet) == bare(sheet)

    changed = form(kept.sheet, 1, name="Thursday")
    assert director.post("/structures/edit/", changed).status_code == 302
    refused = director.post("/structures/edit/", {**changed, "name": "Too late"})
    assert refused.status_code == 409
    assert 'value="Too late"' in refused.content.decode()
    kept.refresh_from_db()
    assert (kept.version, kept.name, kept.versions.count()) == (2, "Thursday", 2)

    assert director.post("/structures/edit/", {**changed, "id": "friday"}).status_code == 302
    assert Structure.objects.get(key="friday").version == 1

    wrong = director.post("/structures/edit/", {**changed, "bb-3": "much"})
    assert (wrong.status_code, wrong.context["look"].error_row) == (422, 3)
    assert 'value="much"' in wrong.content.decode()
    assert director.post("/structures/generate/", {**asked, **more, "players": "one"}).status_code == 422


def test_the_generator_begins_with_the_clubs_own_chips_and_shows_their_pieces(director: Client) -> None:
    own = "green 25 x 300, black 100 x 300, purple 500 x 200, yellow 1000 x 200, red 5000 x 70"
    house_rules.change({"ClubRules.chip_set": own}, by=None, now=timezone.now())
    begun = director.get("/structures/generate/").context["asked"]
    assert begun["chips"] == "25 x 300, 100 x 300, 500 x 200, 1000 x 200, 5000 x 70"
    assert begun["stack"] == "20000"
    shown = director.post("/structures/generate/", {**begun, "rebuys": "10"})
    assert shown.context["chips"].stack == {25: 8, 100: 8, 500: 6, 1000: 6, 5000: 2}
    assert shown.context["chips"].missing == {5000: 30}
    page = shown.content.decode()
    assert "go: 240 pieces for 100 × 60" in page
    refused = director.post("/structures/generate/", {**begun, "chips": "25 x 10, 5000 x 10"})
    assert (refused.status_code, refused.context["asked"]["chips"]) == (422, "25 x 10, 5000 x 10")


def test_live_lint_is_a_part_of_the_page(director: Client) -> None:
    given = {**form(SHEET, do="look"), "bb-2": "210", "chips": "25, 100"}
    part = director.post("/structures/edit/", given, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith("<section")
    assert "cannot be paid" in part


def test_levels_to_come_are_changed_and_the_past_is_frozen(evening: Evening) -> None:
    tournament = evening.entered(evening.computers(4), structure=evening.structure(starting_chips=50_000))
    for _each in range(7):
        evening.play_round(tournament)  # the second level has begun
    items = tournament.sheet["items"]
    slower = [*items[:2], *({**item, "minutes": 9} for item in items[2:])]
    structure_changes.edit(tournament.pk, slower, now=evening.now, by=None, why="a slow night")
    tournament.refresh_from_db()
    assert tournament.sheet["items"] == slower
    assert tournament.structure is not None
    assert tournament.structure.sheet["items"] == items
    with pytest.raises(BadSheet, match="Item 2 has begun"):
        structure_changes.edit(
            tournament.pk, [items[0], {**items[1], "minutes": 7}, *items[2:]], now=evening.now, by=None
        )
    with pytest.raises(BadSheet, match="Item 2 has begun"):
        structure_changes.edit(tournament.pk, items[:1], now=evening.now, by=None)
    with pytest.raises(Refused, match="as it is"):
        structure_changes.edit(tournament.pk, slower, now=evening.now, by=None)
    line = LogEntry.objects.get(kind="structure_changed").seq
    undo.undo(tournament.pk, line, now=evening.now, by=None)
    assert Tournament.objects.get(pk=tournament.pk).sheet["items"] == items
    undo.redo(tournament.pk, line, now=evening.now, by=None)
    assert Tournament.objects.get(pk=tournament.pk).sheet["items"] == slower
    assert is_replay(tournament)


def test_levels_added_in_the_last_one_do_not_make_the_clock_jump(evening: Evening) -> None:
    one = evening.structure(items=SHEET["items"][:1], starting_chips=50_000)
    tournament = evening.entered(evening.computers(3), structure=one)
    for _each in range(20):
        evening.play_round(tournament)
    more = [*tournament.sheet["items"], {"type": "level", "n": 2, "minutes": 10, "sb": 50, "bb": 100}]
    structure_changes.edit(tournament.pk, more, now=evening.now, by=None)
    from tournaments.structures.clock import moment

    tournament.refresh_from_db()
    where = moment(levels_and_breaks.items(tournament.sheet), evening.state(tournament).clock, evening.now)
    assert (where.index, where.left) == (0, structure_changes.LEAST_LEFT)
    assert is_replay(tournament)


def test_the_same_sheet_again_is_no_new_version(evening: Evening) -> None:
    assert evening.structure().version == evening.structure().version == 1
    assert evening.structure(name="Other").version == 2
    with pytest.raises(Refused, match="meanwhile"):
        sheet_import.take_in({**SHEET, "name": "Third"}, now=evening.now, expected=1)
