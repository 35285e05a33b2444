"""No text becomes a formula in anybody's spreadsheet, and every text comes back as it was."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.ledger.spreadsheets import as_it_was, harmless

SIGNS = st.text(st.sampled_from("a1 ;|,\t\r\n'\"=+-@＝＠\u200b\ufeff\u202e"), max_size=12)
UNSEEN = "[\\s\u200b\ufeff\u202e]*"
BEGINS_A_FORMULA = re.compile(f"{UNSEEN}[=+\\-@＝＋－＠]")


@given(SIGNS)
def test_wherever_a_program_begins_a_cell_no_formula_stands_in_it(text):
    buffer = io.StringIO()
    csv.writer(buffer).writerow(["Anna", harmless(text)])
    for cell in [harmless(text), *re.split("[;|\t]", harmless(text))]:
        assert not BEGINS_A_FORMULA.match(cell), cell


@given(SIGNS)
def test_every_text_comes_back(text):
    assert as_it_was(harmless(text)) == text


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("Anna;=1+1", "Anna;'=1+1"),
        ("Anna\n=1+1", "Anna\n'=1+1"),
        ("Anna\r\n@SUM(1)", "Anna\r\n'@SUM(1)"),
        ("Anna; \u200b=cmd|' /C calc'!A0", "Anna;' \u200b=cmd|'' /C calc'!A0"),
        ("x|@SUM(A1)", "x|'@SUM(A1)"),
        ("Anna; Ben", "Anna; Ben"),
        ("10;-5", "10;'-5"),
    ],
)
def test_what_follows_a_semicolon_is_guarded_as_well(text, guarded):
    assert harmless(text) == guarded
