"""What a hand came to in words: the same on the felt, in the log, aloud and on the hand's page, in both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from engine.betting.hand import Hand
from engine.games.play_rules import PlayRules
from tables.text import hand_narration, outcome_words
from tests.support.answers import unlike
from tests.support.deals import FIXED, act, begin

NAMES = {"1": "Aoi", "2": "Ben", "3": "Chie"}
SHOW = PlayRules(losers="show")


def played(hand: Hand) -> Hand:
    while not hand.is_over:
        ask = hand.asks[0]
        act(hand, "agree 2" if any(offer.verb == "agree" for offer in ask.offers) else "call")
    return hand


def chop() -> Hand:
    return played(begin(100, 100, cards="2s 2d 3h 3c Ts Js Qs Ks As"))


def quarter() -> Hand:
    cards = "As 2s Qd Qc Ad 2h Jh Jd 3c 4h 6d Ks 9c"
    return played(begin(100, 100, game="omaha8", stakes=FIXED, cards=cards, rules=SHOW))


def two_boards() -> Hand:
    return played(begin(100, 100, cards="As Ad Kh Kc 2c 7d 9h Kd 3s 4c 5h 8d 8h 6s", boards=2, rules=SHOW))


def side_pots() -> Hand:
    hand = begin(10, 30, 60, cards="As Ad Kd Kc Qc Qd 2d 7h 9s 3c 4d")
    while not hand.is_over:
        ask = hand.asks[0]
        act(hand, f"raise {ask.hi}" if ask.hi else "call")
    return hand


def no_low() -> Hand:
    cards = "As 2s Qd Qc Ad 2h Jh Jd 9c Th 6d Ks 9s"
    return played(begin(100, 100, game="omaha8", stakes=FIXED, cards=cards, rules=SHOW))


def words_of(hand: Hand, language: str = "en") -> list[str]:
    with translation.override(language):
        return [f"{take['name']} {take['words']}" for take in outcome_words.takes(hand.view(None), NAMES)]


def test_a_chop_names_both_and_what_each_takes():
    assert words_of(chop()) == ["Aoi chops for 2 · Royal flush", "Ben chops for 2 · Royal flush"]
    assert words_of(chop(), "ja")[0] == "Aoi チョップで 2 を獲得 · ロイヤルフラッシュ"


def test_a_quarter_is_called_one_and_its_half_is_named():
    high, *low = words_of(quarter())
    assert high == "Aoi wins 2 · High · Pair of Queens"
    assert low == [f"{name} takes a quarter, 1 · Low · 6-4-3-2-A low" for name in ("Aoi", "Ben")]
    with translation.override("en"):
        told = outcome_words.winners(quarter().view(None), NAMES)
    assert [(one["name"], one["taken"], one["net"], one["words"]) for one in told] == [
        ("Aoi", 3, 1, "takes 3 in all"),
        ("Ben", 1, -1, "takes a quarter, 1"),
    ]


def test_pots_and_boards_are_named_where_there_are_several():
    assert [words.split(" · ")[1] for words in words_of(side_pots())] == ["Main pot", "Side pot 1"]
    assert [words.split(" · ")[1] for words in words_of(two_boards(), "ja")] == ["ボード1", "ボード2"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("hand", [chop, quarter, two_boards, side_pots, no_low])
def test_log_ear_and_hand_page_say_it_with_the_same_words(hand, language):
    done = hand()
    view, words = done.view(1), words_of(done, language)
    with translation.override(language):
        log = [f"{line['name']} {line['words']}" for line in hand_narration.told(view, NAMES)]
        felt = felt_of(view)
        aloud = outcome_words.aloud(view, NAMES)
    assert [line for line in log if line in words] == words
    for one in words:
        assert one in aloud
    assert f'data-say-after="{aloud}"' in felt
    with translation.override(language):
        lacking = outcome_words.unqualified(view)
    for one in lacking:
        assert any(line.strip() == one for line in log)
        assert one in aloud
        assert one.lower() in felt.lower()
    for take in outcome_words.takes(view, NAMES):
        assert f"{take['chips']:,}" in felt
        assert take["name"] in felt


@pytest.mark.parametrize(("language", "words"), [("en", "no qualifying low"), ("ja", "ロー成立なし")])
def test_what_nobody_qualified_for_is_said(language, words):
    with translation.override(language):
        assert outcome_words.unqualified(no_low().view(None)) == [words]
        assert outcome_words.unqualified(quarter().view(None)) == []


def test_a_low_that_only_the_main_pot_has_is_missed_in_the_side_pot_alone():
    cards = "As 2s 7d 7c Kd Kc 9h 9c Qd Qc Jh Td 3c 4h 8d Ks 9d"
    hand = begin(10, 60, 60, game="omaha8", cards=cards, rules=SHOW)
    while not hand.is_over:
        ask = hand.asks[0]
        act(hand, f"raise {ask.hi}" if ask.hi else "call")
    view = hand.view(None)
    lacking = [[part["by"] for part in pot["unqualified"]] for pot in view["outcome"]["pots"]]
    assert lacking == [[], ["eight-or-better"]]
    with translation.override("en"):
        assert outcome_words.unqualified(view) == ["Side pot 1 · no qualifying low"]


def felt_of(view: dict[str, Any]) -> str:
    hand = {"view": view, "names": NAMES, "state": "settled"}
    return render_to_string("tables/_outcome.html", {"hand": hand}).replace("&#x27;", "'")


def test_an_uncalled_bet_is_told_apart():
    view = act(begin(100, 100), "raise 10", "fold").view(None)
    with translation.override("ja"):
        log = [line["words"] for line in hand_narration.told(view, NAMES)]
    assert "8 を返却（未コール）" in log
    assert "4 を獲得" in log


def test_cards_that_won_are_told_by_seat_and_by_board_with_those_that_are_wild():
    lit = outcome_words.lit(two_boards().view(None))
    assert {"As", "Ad"} <= lit["seats"][1]
    assert set(lit["boards"]) == {0, 1}
    assert outcome_words.lit(begin(100, 100).view(None)) == {"seats": {}, "boards": {}, "wild": set()}
    wild = played(begin(100, 100, cards="7s Kd 6h Qc Ac 2d 9h 9s Js", rules=PlayRules(wild_cards="7")))
    assert outcome_words.lit(wild.view(None))["wild"] == {"7s"}


@pytest.mark.parametrize("hand", [chop, quarter, two_boards, side_pots, no_low])
def test_the_schema_of_the_api_names_every_member(hand):
    outcome = json.loads(json.dumps(hand().view(None)["outcome"]))
    assert unlike("HandOutcome", outcome) == []
    assert unlike("HandOutcome", {**outcome, "strange": 1}) != []
