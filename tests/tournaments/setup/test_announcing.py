"""Announcing on the page: every field has a place on the form, sheets and presets fill it in, refusals lose nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tables.models import HandSeat
from tests.tournaments.conftest import Evening
from tournaments.base.errors import Refused
from tournaments.models import LogEntry, Tournament
from tournaments.running import event_start, runner
from tournaments.setup import changed_fields, event_form, event_outline
from tournaments.setup.event_form import PRESETS, EventForm, begun_with, of_sheet

TYPED = {"structure": "quick", "name": "Friday", "starts_at": "2026-03-13T19:00", "buy_in": "1000", "fee": "100"}


def directing(evening: Evening) -> Client:
    client = Client()
    player = evening.person("dee", role="director")
    assert player.user is not None
    client.force_login(player.user)
    return client


def test_every_field_of_the_event_has_its_place_on_the_form() -> None:
    grouped = [name for _key, _title, names in event_form.GROUPS for name in names]
    assert len(grouped) == len(set(grouped))
    # What a tournament becomes, and what it copies, is not typed.
    own = {"id", "structure", "sheet", "status", "driver", "version", "created_at", "entry_code"}
    editable = {field.name for field in Tournament._meta.fields if field.editable}
    assert editable - own == set(grouped) - {"entry_code"}


def test_the_page_announces_what_is_typed_and_empty_fields_are_as_usual(evening: Evening) -> None:
    evening.structure()
    client = directing(evening)
    answer = client.post("/tournaments/announce/", TYPED)
    row = Tournament.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/tournaments/{row.pk}/"
    assert (row.name, row.buy_in, row.fee, row.starting_chips, row.table_size) == ("Friday", 1000, 100, 1000, 3)
    assert row.payout == Tournament._meta.get_field("payout").get_default()
    assert row.starts_at is not None
    assert row.starts_at.isoformat() == "2026-03-13T10:00:00+00:00"  # seven in the evening in Tokyo


def test_parts_of_the_price_are_typed_and_shown_in_per_cent(evening: Evening) -> None:
    evening.structure()
    client = directing(evening)
    parts = {"fee": "", "fee_basis_points": "12.5", "staff_basis_points": "3"}
    assert client.post("/tournaments/announce/", TYPED | parts).status_code == 302
    row = Tournament.objects.get()
    assert (row.fee, row.fee_basis_points, row.staff_basis_points) == (125, 1250, 300)
    page = client.get(f"/tournaments/{row.pk}/edit/").content.decode()
    assert 'name="fee_basis_points" value="12.5"' in page
    assert 'name="staff_basis_points" value="3"' in page


@pytest.mark.parametrize("typed", ["100.01", "-1", "0.125", "a tenth", "NaN", "1e400"])
def test_what_is_no_part_in_per_cent_is_refused_beside_its_field(typed: str) -> None:
    form = EventForm({"staff_basis_points": typed})
    assert form.errors["staff_basis_points"] == ["Per cent from 0 to 100, with two decimals at most, such as 2.5."]
    assert 'value="' + typed in str(form["staff_basis_points"])


def test_tables_with_real_cards_are_typed_as_numbers(evening: Evening) -> None:
    evening.structure()
    client = directing(evening)
    page = client.get("/tournaments/announce/").content.decode()
    assert 'name="physical_tables"' in page
    assert ">[]<" not in page
    client.post("/tournaments/announce/", TYPED | {"cards": "mixed", "physical_tables": "1, 3"})
    row = Tournament.objects.get()
    assert row.physical_tables == [1, 3]
    assert 'value="1, 3"' in client.get(f"/tournaments/{row.pk}/edit/").content.decode()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"buy_in": "-5"}, "buy_in"),
        ({"table_size": "12"}, "table_size"),
        ({"structure": "none"}, "structure"),
        ({"bounty": "5000"}, "bounty"),
        ({"payout_table": "{"}, "payout_table"),
        ({"cards": "mixed", "physical_tables": "one"}, "physical_tables"),
        ({"starts_at": "soon"}, "starts_at"),
        ({"rebuys": "2"}, "rebuy_chips"),
        ({"late_until_level": "7"}, "late_until_level"),
        ({"buy_in": str(10**18)}, "buy_in"),
    ],
)
def test_a_field_that_cannot_be_is_told_beside_it_and_what_was_typed_stays(
    evening: Evening, wrong: dict[str, Any], field: str
) -> None:
    evening.structure()
    answer = directing(evening).post("/tournaments/announce/", {**TYPED, **wrong})
    assert answer.status_code == 422
    assert answer.context["form"].errors[field]
    assert "Friday" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_a_form_that_fails_says_so_at_its_top_with_a_way_to_the_field_and_keeps_its_kind(evening: Evening) -> None:
    told = {**TYPED, "preset": "rebuy", "rebuys": "-1"}
    page = directing(evening).post("/tournaments/announce/", told, headers={"accept-language": "en"}).content.decode()
    top = page.partition('id="event"')[2].partition("<details")[0]
    assert 'role="alert"' in top
    assert '<a href="#id_rebuys">' in top
    assert '<input type="hidden" name="preset" value="rebuy">' in top


def test_a_look_announces_nothing_and_says_when_it_would_end(evening: Evening) -> None:
    evening.structure()
    told = {**TYPED, "do": "look", "players": "10", "guarantee": "20000", "must_end_at": "2026-03-13T19:10"}
    answer = directing(evening).post("/tournaments/announce/", told, headers={"HX-Request": "true"})
    words = answer.content.decode()
    seen = answer.context["outline"]
    # 10,000 chips end where the big blind is a twentieth of them: 50, 100, 200, 400, 800, in five levels of five minutes.
    assert (seen.level, seen.minutes, seen.tables, seen.total_chips) == (5, 25, 4, 10_000)
    assert (seen.over_minutes, seen.pool, seen.overlay, seen.big_blinds) == (15, 20_000, 10_000, 20)
    assert "<form" not in words
    assert "15" in words
    assert not Tournament.objects.exists()


def test_only_directors_announce(evening: Evening) -> None:
    client = Client()
    player = evening.person("ann")
    assert player.user is not None
    client.force_login(player.user)
    assert client.get("/tournaments/announce/").status_code == 403
    assert client.post("/tournaments/announce/", TYPED).status_code == 403


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_fills_in_a_form_that_is_valid(evening: Evening, preset: str) -> None:
    sheet = evening.structure(buy_in=600)
    begun = begun_with(sheet, preset)
    assert set(PRESETS[preset].fields) <= set(begun)
    form = EventForm({**TYPED, **{name: value for name, value in begun.items() if value not in (None, False)}})
    assert form.is_valid(), form.errors
    assert begun["buy_in"] == 600
    if preset == "bounty":
        assert begun["bounty"] == 300


def test_rebuys_and_add_ons_cost_and_bring_what_an_entry_does_where_nothing_else_is_said(evening: Evening) -> None:
    """As a usual rebuy event: name and buy-in are all that is typed."""
    sheet = evening.structure()
    begun = begun_with(sheet, "rebuy")
    told = {**begun, "name": "Friday", "buy_in": 3_000, "rebuy_price": "", "addon_price": "0", "do": "announce"}
    answer = directing(evening).post(
        "/tournaments/announce/", {key: one for key, one in told.items() if one is not None}
    )
    assert answer.status_code == 302, answer.context["form"].errors
    made = Tournament.objects.get()
    assert (made.rebuy_price, made.rebuy_chips, made.addon_price, made.addon_chips) == (
        3_000, sheet.sheet["starting_chips"], 0, sheet.sheet["starting_chips"],
    )  # fmt: skip


def test_what_a_sheet_says_of_the_event_is_filled_in_and_the_rest_is_told() -> None:
    rebuy = {"until_after_level": 4, "unlimited": True, "only_if_stack_below": 10_000, "cost": 60, "chips": 10_000}
    made, left = of_sheet({"buy_in": 500, "rebuy": rebuy, "late_reg": "end of first break", "lammers": {"count": 2}})
    assert made == {
        "buy_in": 500, "rebuy_price": 60, "rebuy_chips": 10_000, "rebuy_until_level": 4, "rebuys": event_form.MANY,
    }  # fmt: skip
    assert left == ("rebuy.only_if_stack_below", "late_reg", "lammers")
    assert of_sheet({"late_reg": {"until_after_level": 6}, "max_reentries": 2})[0] == {
        "late_until_level": 6,
        "reentries": 2,
    }


def test_an_outline_counts_add_ons_and_takes_bounties_and_the_staff_out_of_the_pool() -> None:
    sheet = {"starting_chips": 100, "items": [{"type": "level", "n": 1, "minutes": 10, "sb": 1, "bb": 2}]}
    fields = {
        "buy_in": 100,
        "bounty": 40,
        "addons": 1,
        "addon_chips": 50,
        "addon_price": 20,
        "staff_basis_points": 1000,
    }
    seen = event_outline.outline(sheet, fields, 10)
    assert (seen.total_chips, seen.pool, seen.overlay, seen.level) == (1500, 720, 0, None)


# -- changed after the announcement -----------------------------------------------------------------------------------


def typed_of(row: Tournament) -> dict[str, Any]:
    """The form as the page shows it."""
    form = EventForm(instance=row)
    shown = {field.name: field.value() for field in form}
    return {
        name: value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else value
        for name, value in shown.items()
        if value not in (None, False, [])
    }


def test_saving_the_page_as_it_is_changes_nothing(evening: Evening) -> None:
    row = evening.entered(evening.computers(2), starts_at=evening.now + timedelta(hours=1, seconds=17), pace=0.5)
    answer = directing(evening).post(f"/tournaments/{row.pk}/edit/", typed_of(row))
    assert answer.status_code == 302
    assert not LogEntry.objects.filter(kind="terms_changed").exists()


def test_a_field_is_changed_with_a_line_of_the_log_and_a_locked_one_is_told(evening: Evening) -> None:
    row = evening.entered(evening.computers(2))
    client = directing(evening)
    assert client.post(f"/tournaments/{row.pk}/edit/", {**typed_of(row), "guarantee": "9000"}).status_code == 302
    assert LogEntry.objects.get(kind="terms_changed").data["guarantee"] == 9000
    row.refresh_from_db()
    answer = client.post(f"/tournaments/{row.pk}/edit/", {**typed_of(row), "guarantee": "8000", "name": "Other"})
    assert answer.status_code == 409
    assert answer.context["form"].errors["guarantee"]
    row.refresh_from_db()
    assert (row.guarantee, row.name) == (9000, "Test")


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        ({"payout": "winner-takes-all"}, 200, 409),
        ({"bounty": 10}, 200, 409),
        ({"staff_basis_points": 100}, 200, 409),
        ({"table_size": 2}, 200, 200),
        ({"buy_in": 2000}, 200, 200),
        ({"max_players": 2}, 200, 409),
        ({"late_until_level": 9}, 422, 422),
        ({"payout_table": {"rows": []}}, 422, 409),
        ({"table_size": 12}, 400, 400),
    ],
    ids=lambda one: next(iter(one)) if isinstance(one, dict) else "",
)
def test_over_the_api_fields_change_until_players_rely_on_them(
    evening: Evening, change: dict[str, Any], before: int, after: int
) -> None:
    client = evening.client(evening.person("dee", role="director"))
    row, joined = evening.tournament(), evening.entered(evening.computers(3))
    assert client.patch(f"/api/v1/tournaments/{row.pk}/", change, format="json").status_code == before
    assert client.patch(f"/api/v1/tournaments/{joined.pk}/", change, format="json").status_code == after


def test_once_it_has_begun_what_the_tables_were_opened_with_stays(evening: Evening) -> None:
    row = evening.entered(evening.computers(3))
    runner.direct(row.pk, now=evening.now)
    with pytest.raises(Refused) as refused:
        changed_fields.change(row.pk, table_size=2, now=evening.now, by=None)
    assert refused.value.params["fields"] == ["table_size"]
    changed_fields.change(row.pk, must_end_at=evening.now, now=evening.now, by=None)
    row.refresh_from_db()
    assert row.must_end_at == evening.now


def test_a_fee_in_basis_points_follows_the_price(evening: Evening) -> None:
    row = evening.tournament(fee=0, fee_basis_points=1000)
    changed_fields.change(row.pk, buy_in=5000, now=evening.now, by=None)
    row.refresh_from_db()
    assert row.fee == 500
    with pytest.raises(Refused):
        changed_fields.change(row.pk, fee=7, now=evening.now, by=None)
    changed_fields.change(row.pk, fee_basis_points=0, fee=7, now=evening.now, by=None)
    row.refresh_from_db()
    assert (row.fee, row.fee_basis_points) == (7, 0)


def test_a_table_seats_eleven_at_most_in_hold_em_and_all_are_dealt_in(evening: Evening) -> None:
    row = evening.entered(evening.computers(11), table_size=11)
    event_start.start(row.pk, now=evening.now)
    assert len(evening.state(row).seated(1)) == 11
    state = evening.play_round(row)
    assert HandSeat.objects.filter(hand__table_id=state.tables[1]).count() >= 11
    with pytest.raises(Refused) as refused:
        evening.tournament(table_size=12)
    assert refused.value.code == "seats_out_of_range"
    with pytest.raises(Refused) as refused:
        evening.tournament(structure=evening.structure(id="plo", game="PLO"), table_size=11)
    assert refused.value.code == "seats_out_of_range"
