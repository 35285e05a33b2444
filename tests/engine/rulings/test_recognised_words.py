"""Words at the table, heard as declarations: English, Japanese, numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulings.recognised_words import VERBS, hear, joined


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("fold", "fold"), ("I'm out", "fold"), ("フォールド", "fold"), ("降ります", "fold"), ("ダウン", "fold"),
        ("下ります", "fold"),
        ("Check.", "check"), ("チェックです", "check"), ("I check", "check"), ("call", "call"), ("コール", "call"),
        ("ｺｰﾙ", "call"), ("uh, I'll call", "call"), ("bet", "bet"), ("ベット", "bet"), ("Raise!", "raise"), ("レイズ", "raise"),
        ("re-raise", "raise"), ("リレイズ", "raise"), ("three-bet", "raise"), ("3ベット", "raise"), ("all in", "all-in"),
        ("ALL-IN", "all-in"), ("オールイン", "all-in"), ("オール・インです", "all-in"), ("I shove", "all-in"), ("pot", "pot"),
        ("bet the pot", "pot"), ("ポットレイズ", "pot"), ("complete", "complete"), ("コンプリート", "complete"),
        ("raise all in", "all-in"), ("call the all-in", "call"), ("オールインにコール", "call"),
    ],
)  # fmt: skip
def test_actions_are_heard_in_both_languages(text, verb):
    said = hear(text)
    assert said.verb == verb
    assert said.is_clear
    assert said.amount is None


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("600", 600), ("1,200", 1200), ("six hundred", 600), ("twelve hundred", 1200), ("fifteen hundred", 1500),
        ("one thousand two hundred and fifty", 1250), ("two thousand five hundred", 2500), ("a thousand", 1000),
        ("two fifty", 250), ("one twenty-five", 125), ("twenty-five", 25), ("2k", 2000), ("1.5k", 1500), ("15K", 15000),
        ("ten k", 10000), ("2 grand", 2000), ("1.2m", 1_200_000), ("two hundred fifty thousand", 250_000),
        ("６００", 600), ("1万5千", 15000), ("二千五百", 2500), ("五〇〇", 500), ("1.5万", 15000), ("3千点", 3000),
        ("十二万", 120_000),
    ],
)  # fmt: skip
def test_numbers_are_heard_as_people_say_them(text, amount):
    said = hear(text)
    assert (said.amount, said.doubt) == (amount, "")


@pytest.mark.parametrize(
    ("text", "verb", "amount", "mode"),
    [
        ("raise 600", "raise", 600, ""), ("raise to 600", "raise", 600, "to"), ("raise by 600", "raise", 600, "by"),
        ("by 600", "raise", 600, "by"), ("600 more", "raise", 600, "by"), ("make it 800", "raise", 800, "to"),
        ("raise 400 more to 1000", "raise", 1000, "to"), ("レイズ600", "raise", 600, ""), ("600にレイズ", "raise", 600, "to"),
        ("5Gにレイズ", "raise", 5, "to"), ("600点までレイズします", "raise", 600, "to"), ("600プラス", "raise", 600, "by"),
        ("5千上乗せ", "raise", 5000, "by"), ("100Gレイズ", "raise", 100, ""), ("I bet five", "bet", 5, ""),
        ("150ベット", "bet", 150, ""), ("min raise", "raise", None, "least"), ("ミニマムレイズ", "raise", None, "least"),
        ("raise the maximum", "raise", None, "most"),
    ],
)  # fmt: skip
def test_a_raise_is_to_or_by_or_a_bare_number(text, verb, amount, mode):
    said = hear(text)
    assert (said.verb, said.amount, said.mode, said.is_clear) == (verb, amount, mode, True)


def test_a_number_without_hundred_or_thousand_may_be_shorthand():
    assert [hear(text).is_loose for text in ("five", "25", "twenty-five", "2.5")] == [True] * 4
    assert [hear(text).is_loose for text in ("five hundred", "5k", "5千", "two thousand")] == [False] * 4
    assert hear("2.5").amount == Fraction(5, 2)


def test_the_first_action_said_is_the_action():
    assert (hear("I see your 500 and raise 500").verb, hear("call and raise 500").then) == ("call", "raise")
    assert (hear("チェック、いやベット").verb, hear("チェック、いやベット").then) == ("check", "bet")


@pytest.mark.parametrize(
    ("text", "verb", "then"),
    [
        ("call... no, fold", "call", "fold"), ("fold - sorry, call", "fold", "call"), ("I call, no raise", "call", "raise"),
        ("raise, wait, no", "raise", ""), ("コール、違う、レイズ", "call", "raise"), ("待って、コール", "call", ""),
    ],
)  # fmt: skip
def test_a_second_thought_makes_no_doubt_of_the_action_before_it(text, verb, then):
    said = hear(text)
    assert (said.verb, said.then, said.is_clear) == (verb, then, True)


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("call?", "question"), ("コールですか", "question"), ("how much is it", "question"), ("いくら", "question"),
        ("if you bet, I will raise", "condition"), ("もしベットならレイズ", "condition"), ("I don't call", "denial"),
        ("no call", "denial"), ("call? no, fold", "question"),
        ("レイズしません", "denial"), ("maybe call", "guess"), ("コールかも", "guess"), ("half pot", "part"),
        ("ハーフポット", "part"),
        ("3x", "part"), ("100 200", "numbers"), ("raise five six", "numbers"),
    ],
)  # fmt: skip
def test_what_holds_nobody_to_anything_is_in_doubt(text, doubt):
    said = hear(text)
    assert said.doubt == doubt
    assert not said.is_clear


def test_noise_is_no_declaration():
    assert [hear(text).is_clear for text in ("", "banana", "nice hand", "お疲れさま")] == [False] * 4
    assert hear("それならコール").is_clear  # "in that case, call" is no condition


def test_a_size_said_after_the_word_belongs_to_it():
    assert joined(hear("raise"), hear("six hundred")).amount == 600
    assert joined(hear("call"), hear("six hundred")).amount is None
    assert joined(hear("raise 600"), hear("900")).amount == 600


@given(st.text(max_size=40))
def test_anything_can_be_said(text):
    said = hear(text)
    assert said.verb in ("", *VERBS)
    assert said.amount is None or said.amount >= 0


@given(st.integers(0, 10**9))
def test_a_whole_number_is_itself_however_it_is_written(number):
    for text in (f"{number}", f"{number:,}", f"raise to {number}", f"{number}にレイズ"):
        assert hear(text).amount == number
