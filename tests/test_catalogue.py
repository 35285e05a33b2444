"""The Japanese catalogue: compiled, whole, and in step with the words the engine says."""

from __future__ import annotations

import gettext
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext as gettext_of

from club.base.registry import DECISIONS, EVENTS, HOUSE_RULES, PURPOSES, RIGHTS
from club.text import messages
from engine import house_rules
from engine.betting import hand
from engine.betting.events import Event
from engine.cards import parse_cards
from engine.chinese.play.placing import ChineseAsk, parse_placing
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import FOULS, prepare
from engine.chinese.rows.naturals import NATURALS
from engine.chinese.rows.royalties import NAMED
from engine.errors import EngineError, RaiseTooSmall
from engine.games import compiled_game, play_rules
from engine.games.decisions import VERBS, Offer
from engine.games.hand_start import LIMITS
from engine.games.row_layout import Board
from engine.messages.decisions import DecisionText
from engine.messages.hands import RANK_MANY, RANK_ONE
from engine.messages.message import Message, Quoted
from engine.messages.proofs import FaultText, PlaceText
from engine.mixes.mixes import READY_MADE, ready_made
from engine.notation import phh, phh_to_hand
from engine.play.any_game import CATALOGUE
from engine.ranking.rankings import BADUGI, DEUCE_TO_SEVEN, HIGH
from engine.rulings.reasons import MESSAGES as REASONS
from tables.text import engine_words
from tables.text.hand_narration import STREETS, told
from tests.support.messages import every_text, of_the_engine, placeholders

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "club" / "locale" / "ja" / "LC_MESSAGES"


def words_of_the_engine() -> list[str]:
    """What the engine says, from where it says it."""
    return [
        *(game.name for game in CATALOGUE.values()),
        *(text.value for text in of_the_engine()),
        *REASONS.values(),
        *RANK_ONE,
        *RANK_MANY,
        *FOULS.values(),
        *(natural.name for natural in NATURALS),
    ]


def test_every_word_of_the_engine_has_its_japanese():
    with open(FOLDER / "django.mo", "rb") as compiled:
        known = gettext.GNUTranslations(compiled)
    clubs_own = [
        *engine_words.LIMITS.values(),
        *(words for words in engine_words.MIXES.values() if not words.isupper()),
    ]
    texts = [text.value for text in every_text()]
    assert [word for word in (*words_of_the_engine(), *clubs_own, *texts) if known.gettext(word) == word] == []
    assert [row for row in NAMED if known.pgettext("row", row) == row] == []
    assert [limit for limit in LIMITS if known.pgettext("limit", limit) == limit] == []


def test_every_word_of_the_engine_is_marked_where_it_stands(tmp_path):
    if shutil.which("xgettext") is None:
        pytest.skip("xgettext is not installed: `apt-get install gettext`")
    sources = [str(path) for path in (ROOT / "engine").rglob("*.py")]
    options = ["--language=Python", "--from-code=UTF-8", "--keyword=pgettext:1c,2"]
    subprocess.run(["xgettext", *options, "--output", tmp_path / "engine.pot", *sources], check=True)
    subprocess.run(["msgen", "-o", tmp_path / "engine.po", tmp_path / "engine.pot"], check=True)
    subprocess.run(["msgfmt", "-o", tmp_path / "engine.mo", tmp_path / "engine.po"], check=True)
    with open(tmp_path / "engine.mo", "rb") as compiled:
        marked = set(gettext.GNUTranslations(compiled)._catalog)  # type: ignore[attr-defined]  # the only view of all of it
    holders = [one for one in HOUSE_RULES.values() if one.__module__.startswith("engine.")]
    rules = [rule for holder in holders for rule in house_rules.declared(holder)]
    words = [*words_of_the_engine(), *(word for rule in rules for word in words_of(rule))]
    choices = [f"choice\x04{choice}" for rule in rules for choice in choices_of(rule)]
    assert {
        *words,
        *choices,
        *(f"limit\x04{limit}" for limit in LIMITS),
        *(f"row\x04{row}" for row in NAMED),
    } - marked == set()


def test_the_words_that_the_club_lists_are_those_of_the_engine():
    assert tuple(engine_words.MIXES) == READY_MADE
    assert set(engine_words.LIMITS) == set(LIMITS)
    assert {street.name for game in CATALOGUE.values() for street in game.streets} <= set(STREETS)


# What Japanese says otherwise, or leaves out: what the reader of TOML called the fault, in English.
LEAVING_OUT = {"record.at_place", "record.at_end"}


@pytest.mark.parametrize("text", every_text(), ids=lambda text: text.id)
def test_a_message_says_in_japanese_what_it_says_in_english(text):
    params = {name: Quoted(name) for name in placeholders(text.value)}
    with translation.override("ja"):
        said = messages.said(Message(text, params))
    missing = [name for name in params if repr(name) not in said]
    assert missing == [] or text.id in LEAVING_OUT


@pytest.mark.parametrize("text", [text for text in every_text() if "{limit}" in text.value], ids=lambda text: text.id)
def test_a_limit_is_named_once_in_japanese(text):
    """The name of a limit ends with the word already, as it does not in English."""
    with translation.override("ja"):
        assert "{limit}リミット" not in gettext_of(text.value)


def test_a_fault_of_a_deal_is_said_in_japanese_with_what_is_filled_in():
    gone_elsewhere = FaultText.GOES(place=3, told=PlaceText.SEAT(seat="2"), goes=PlaceText.BURNED())
    twice = FaultText.TOLD_TWICE(place=7)
    with translation.override("ja"):
        assert messages.said(gone_elsewhere) == "場所3は席2に配られたとありますが、配る順ではバーンに行きます"
        assert messages.said(twice) == "場所7が二度書かれています"
    assert messages.said(twice) == "place 7 is told twice"


def kinds_of_events() -> list[str]:
    listed = re.search(r"Kinds: (.*?)\. For bet", " ".join(str(Event.__doc__).split()))
    assert listed is not None
    return [kind.strip() for kind in re.sub(r"\(.*?\)", "", listed[1]).split(",")]


@pytest.mark.parametrize("kind", kinds_of_events())
def test_every_event_is_told_in_japanese(kind):
    view = {"game": "holdem", "boards": [[]], "events": [{"kind": kind, "seat": 1, "amount": 1, "cards": ["As"]}]}
    with translation.override("ja"):
        (line,) = told(view, {"1": "あきら"})
    words = line["words"] + line["street"] + (line["name"] if kind == "board" else "")
    assert words
    assert not re.search("[A-Za-z]", words)


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "call"])
def test_every_offer_is_said_in_japanese(verb):
    for offer in (Offer(verb, 2, 2), Offer(verb, 2, 4), Offer(verb, 2, 4, 2), Offer("call", 0), Offer("call", 50)):
        with translation.override("ja"):
            assert not re.search("[A-Za-z]", messages.said(offer.message))
        with translation.override("en"):
            assert messages.said(offer.message) == str(offer)


@pytest.mark.parametrize(
    ("ranking", "cards", "english", "japanese"),
    [
        (HIGH, "As Ad 7c 4h 2d", "Pair of Aces", "Aのワンペア"),
        (HIGH, "Ks Kd 6c 6h 2d", "Two pair, Kings and Sixes", "Kと6のツーペア"),
        (HIGH, "9s 8s 7s 6s 5s", "Straight flush, Nine high", "9ハイのストレートフラッシュ"),
        (HIGH, "As Jd 7c 4h 2d", "Ace high", "Aハイ"),
        (HIGH, "Ks Kd Kc Th Td", "Kings full of Tens", "Kと10のフルハウス"),
        (BADUGI, "4s 3d Ac As", "3-card badugi, 4-3-A", "3枚バドゥーギ 4-3-A"),
        (DEUCE_TO_SEVEN, "8s 5d 4c 3h 2d", "8-5-4-3-2 low", "8-5-4-3-2のロー"),
    ],
)
def test_a_hand_is_said_in_japanese(ranking, cards, english, japanese):
    made = ranking.say(ranking.rank(parse_cards(cards))).as_json()
    assert made["text"] == english
    with translation.override("ja"):
        assert engine_words.made_in_words(made) == japanese
    with translation.override("en"):
        assert engine_words.made_in_words(made) == english


def test_what_the_engine_refuses_is_said_in_japanese():
    error = RaiseTooSmall(DecisionText.LEAST_RAISE(least=200, most=950), least=200, most=950)
    with translation.override("ja"):
        assert messages.in_words(error) == "レイズは200以上、950以下です。"


SETTING = ChineseAsk(0, 1, "set", tuple(range(13)), 13, prepare(ChineseRules()), may_surrender=True)
PLACING = ChineseAsk(0, 1, "place", (51, 46), 2, prepare(ChineseRules()), Board((0, 4), (), ()))
BLINDS, HEADS_UP = hand.Stakes(small_blind=1, big_blind=2), hand.Positions(1, 1, 2)
TWO = (hand.Seat(1, 900), hand.Seat(2, 900))


def read_and_play(*actions: str) -> None:
    text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\n"
    (record,) = phh.read(f"{text}actions = {list(actions)}\nmin_bet = 2\nstarting_stacks = [90, 90]\n")
    phh_to_hand.play(record, 1)


@pytest.mark.parametrize(
    ("give", "meant"),
    [
        (
            lambda: hand.Stakes(small_blind=20, big_blind=10),
            "スモールブラインド20がビッグブラインド10を超えています。",
        ),
        (
            lambda: hand.Ask(0, 1, hand.DISCARD, hi=1, cards=(0, 4, 8)).check(hand.Decision("discard")),
            "2c 3c 4c のうち1枚を捨ててください。",
        ),
        (
            lambda: hand.Ask(0, 1, hand.RUN_IT, lo=1, hi=3).check(hand.Decision("agree", 4)),
            "ボードを配れるのは1〜3回です（4回は選べません）。",
        ),
        (
            lambda: hand.Ask(0, 1, hand.BET, lo=20, hi=40, step=20).check(hand.Decision("raise", 30)),
            "その額にはレイズできません（30）。選べる額: 20または40",
        ),
        (
            lambda: hand.Stakes("fixed", small_bet=20, big_bet=10),
            "フィックスリミットでは 0 < small_bet ≤ big_bet にしてください（いまは 20 と 10）。",
        ),
        (
            lambda: compiled_game.plan_of(
                hand.Start("holdem", BLINDS, TWO, HEADS_UP, play_rules.PlayRules(wild_cards="1"))
            ),
            "ワイルドカード: '1' は数字（23456789TJQKA）でも Jh のようなカードでもありません。",
        ),
        (
            lambda: SETTING.check(parse_placing(SETTING, "set As Kd / Qs / Jc")),
            "セットするカードは13枚です（いまは4枚）: 13枚をセット, サレンダー",
        ),
        (
            lambda: PLACING.check(parse_placing(PLACING, "front=AsKd")),
            "フロントに置けるのはあと1枚です（2枚は置けません）。",
        ),
        (
            lambda: compiled_game.plan_of(hand.Start("razz", hand.Stakes(), TWO, hand.Positions(1))),
            "ラズにはブリングインが必要です。",
        ),
        (
            lambda: read_and_play("p1 cbr 999"),
            "ハンド1、4行目 'p1 cbr 999': 先に p1 への「2枚を配る」が来ます。",
        ),
        (
            lambda: read_and_play("d dh p1 AsKs", "d dh p2 2c2d", "p2 cbr 3"),
            "ハンド1、4行目 'p2 cbr 3': レイズは4以上、90以下です。",
        ),
        (
            lambda: read_and_play("d dh p1 AsAs"),
            "ハンド1、4行目 'd dh p1 AsAs': As As はもう配られています。",
        ),
        (
            lambda: phh.read("variant = ?"),
            "PHHファイルではありません: 1行11文字目が読めません。",
        ),
        (
            lambda: ready_made("horse")[0].stakes_at(None),
            "テキサスホールデム, フィックスリミットには固有のステークスがありません。レベルのステークスが必要です。",
        ),
    ],
)
def test_a_refusal_is_said_in_japanese(give, meant):
    with pytest.raises(EngineError) as refused:
        give()
    with translation.override("ja"):
        assert messages.in_words(refused.value) == meant
    with translation.override("en"):
        assert messages.in_words(refused.value) != meant


def words_of(rule: house_rules.Rule) -> list[str]:
    """What people read of a rule: its title, its help, and the conflict it settles."""
    return [rule.title, rule.help, *filter(None, [rule.settles])]


def choices_of(rule: house_rules.Rule) -> list[str]:
    """Its choices that are words: ranks and rules cited are the same in every language."""
    choices = [] if rule.choices is None or isinstance(rule.choices, range) else rule.choices
    return [one for one in choices if isinstance(one, str) and not re.fullmatch(r"[2-9TJQKA]|TDA \d+", one)]


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_word_of_the_house_rules_has_its_japanese(name):
    with open(FOLDER / "django.mo", "rb") as compiled:
        known = gettext.GNUTranslations(compiled)
    rules = house_rules.declared(HOUSE_RULES[name])
    words = [name, *(word for rule in rules for word in words_of(rule))]
    assert [word for word in words if known.gettext(word) == word] == []
    choices = [choice for rule in rules for choice in choices_of(rule)]
    texts = [rule.default for rule in rules if rule.choices is None and str(rule.default).endswith(".")]
    named = [*choices, *house_rules.PRESETS, *texts]
    assert [one for one in named if known.pgettext("choice", one) == one] == []
    sources = {one for rule in rules for one in rule.source.split("; ") if re.match("[a-z]+( |$)", one)}
    assert [one for one in sources if known.pgettext("source", one) == one] == []


@pytest.mark.parametrize(
    "words", [EVENTS, DECISIONS, PURPOSES, RIGHTS], ids=["events", "decisions", "purposes", "rights"]
)
def test_what_the_apps_register_has_its_japanese(words):
    with translation.override("ja"):
        assert [one for one in map(str, words.values()) if gettext_of(one) == one] == []


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
    for kind in ("--untranslated", "--only-fuzzy"):
        line = ["msgattrib", kind, "--no-obsolete", FOLDER / "django.po"]
        left = subprocess.run(line, check=True, capture_output=True, text=True).stdout
        assert left.count("\nmsgid ") <= 1, left  # the head of the file has an empty msgid


def entries() -> list[tuple[str, str]]:
    """Each English text of the catalogue with its Japanese."""
    found = []
    for entry in (FOLDER / "django.po").read_text(encoding="utf-8").split("\n\n"):
        head, _sep, said = entry.partition("msgstr")
        found.append(tuple("".join(re.findall(r'"(.*)"', part)) for part in (head.partition("msgid")[2], said)))
    return found


# What a club owner does not write, where English says the words (a pattern), and what is written instead.
NOT_SAID = (
    ("ショウダウン|ショーダウ(?!ン)", ".", "ショーダウン"),
    ("プライズ", ".", "賞金"),
    ("(?<!スコア)シート", r"(?i)^(?!.*\bsheet).*\bseats?\b", "席"),
    ("コールされなかった", "uncalled", "（未コール）"),
)


@pytest.mark.parametrize(("wrong", "where", "right"), NOT_SAID)
def test_one_thing_has_one_word_in_japanese(wrong, where, right):
    assert right
    assert [said for english, said in entries() if re.search(where, english) and re.search(wrong, said)] == []


def test_a_ten_is_written_as_on_the_cards_in_every_hand():
    with translation.override("ja"):
        names = [
            messages.said(ranking.describe(parse_cards(cards)).message)
            for ranking, cards in (
                (HIGH, "Ts8h6d4c2s"),
                (DEUCE_TO_SEVEN, "Ts9h7d6c4s"),
                (BADUGI, "Ts9h7d6c"),
                (HIGH, "TsTh"),
            )
        ]
        back = translation.pgettext("to the step before", "Back")
    assert all("10" in name and "T" not in name for name in names)
    assert back == "戻る"
