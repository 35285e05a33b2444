"""The Japanese catalogue: compiled, whole, and in step with the words the engine says."""

from __future__ import annotations

import gettext
import shutil
import subprocess
from pathlib import Path

import pytest
from django.utils import translation

from engine.errors import RaiseTooSmall
from engine.games import GAMES
from engine.words import MESSAGES, RANK_MANY, RANK_ONE
from tables import engine_words
from tables.hand_words import in_words
from tables.templatetags.felt import STREETS

FOLDER = Path(__file__).parents[1] / "club" / "locale" / "ja" / "LC_MESSAGES"


def test_every_word_of_the_engine_is_in_the_list_to_translate():
    assert set(engine_words.GAMES) == {game.name for game in GAMES.values()}
    assert set(engine_words.HANDS) == set(MESSAGES.values())
    assert set(engine_words.RANKS) == {*RANK_ONE, *RANK_MANY}
    assert {street.name for game in GAMES.values() for street in game.streets} <= set(STREETS)


def test_every_word_of_the_engine_has_its_japanese():
    with open(FOLDER / "django.mo", "rb") as compiled:
        known = gettext.GNUTranslations(compiled)
    words = [*engine_words.GAMES, *engine_words.HANDS, *engine_words.RANKS, *engine_words.REFUSALS.values()]
    same_in_both = {"%(amount)s"}
    assert [word for word in words if known.gettext(word) == word and word not in same_in_both] == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Pair of Aces", "Aのワンペア"),
        ("Two pair, Kings and Sixes", "Kと6のツーペア"),
        ("Straight flush, Nine high", "9ハイのストレートフラッシュ"),
        ("Ace high", "Aハイ"),
        ("Five of a kind, Nines", "9のファイブカード"),
        ("3-card badugi, 4-3-A", "3枚バドゥーギ 4-3-A"),
        ("Kings full of Tens / 8-5-4-3-2 low", "Kと10のフルハウス / 8-5-4-3-2のロー"),
        ("something the catalogue has not heard of", "something the catalogue has not heard of"),
    ],
)
def test_a_hand_is_said_in_japanese(said, meant):
    with translation.override("ja"):
        assert in_words(said) == meant
    with translation.override("en"):
        assert in_words(said) == said


def test_what_the_engine_refuses_is_said_in_japanese():
    error = RaiseTooSmall("the least raise is to 200", least=200, most=950)
    with translation.override("ja"):
        assert engine_words.in_words(error) == "レイズは200以上、950以下です。"


def test_the_compiled_catalogue_is_that_of_the_source(tmp_path):
    if shutil.which("msgfmt") is None:
        pytest.skip("msgfmt is not installed: `apt-get install gettext`")
    made = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "--check", "-o", made, FOLDER / "django.po"], check=True)
    with open(made, "rb") as fresh, open(FOLDER / "django.mo", "rb") as kept:
        assert gettext.GNUTranslations(fresh)._catalog == gettext.GNUTranslations(kept)._catalog  # type: ignore[attr-defined]  # the only view of all of it


def test_nothing_in_the_source_is_left_untranslated():
    if shutil.which("msgattrib") is None:
        pytest.skip("msgattrib is not installed: `apt-get install gettext`")
    line = ["msgattrib", "--untranslated", "--no-obsolete", FOLDER / "django.po"]
    left = subprocess.run(line, check=True, capture_output=True, text=True).stdout
    assert left.count("\nmsgid ") <= 1, left  # the head of the file has an empty msgid
