"""The Japanese catalogue: compiled, whole, and in step with the words the engine says."""

from __future__ import annotations

import ast
import gettext
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext as gettext_of

import engine
from club.base.registry import DECISIONS, EVENTS, HOUSE_RULES, PURPOSES, RIGHTS
from engine import bounds, errors, house_rules
from engine.betting import hand
from engine.betting.events import Event
from engine.chinese.play import placing
from engine.chinese.play.placing import ChineseAsk, parse_placing
from engine.chinese.rows import royalties
from engine.chinese.rows.naturals import NATURALS
from engine.chinese.rows.profile import FOULS, prepare
from engine.chinese.rows.rows import ROWS, Board
from engine.chinese.rows.rules import ChineseRules
from engine.deck import sealed
from engine.errors import EngineError, RaiseTooSmall, WrongCards
from engine.floor import motions, situation
from engine.games import compiled_game, rules
from engine.games.decisions import VERBS, Offer
from engine.mixes import mix_rules
from engine.mixes.mixes import READY_MADE, ready_made
from engine.notation import phh, transcripts
from engine.play.catalogue import CATALOGUE
from engine.words import MESSAGES, RANK_MANY, RANK_ONE
from tables.dealing import phh_import
from tables.rule_words import WORDS
from tables.text import engine_sentences, engine_words
from tables.text.hand_narration import STREETS, told
from tables.text.hand_words import in_words

FOLDER = Path(__file__).parents[1] / "club" / "locale" / "ja" / "LC_MESSAGES"


def test_every_word_of_the_engine_is_in_the_list_to_translate():
    assert set(engine_words.GAMES) == {game.name for game in CATALOGUE.values()}
    assert tuple(engine_words.MIXES) == READY_MADE
    assert set(engine_words.HANDS) == set(MESSAGES.values())
    assert set(engine_words.RANKS) == {*RANK_ONE, *RANK_MANY}
    assert set(engine_words.FOULS) == set(FOULS.values())
    assert set(engine_words.NATURALS) == {natural.name for natural in NATURALS}
    assert set(engine_words.ROWS) > set(ROWS)
    assert {street.name for game in CATALOGUE.values() for street in game.streets} <= set(STREETS)


def test_every_word_of_the_engine_has_its_japanese():
    with open(FOLDER / "django.mo", "rb") as compiled:
        known = gettext.GNUTranslations(compiled)
    words = [
        *engine_words.GAMES,
        *engine_words.HANDS,
        *engine_words.RANKS,
        *engine_words.REFUSALS.values(),
        *engine_words.OFFERS,
        *engine_sentences.SENTENCES,
        *engine_sentences.FRAMES,
        *engine_sentences.REASONS,
        *engine_sentences.PARTS,
        *engine_words.LIMITS.values(),
        *(words for words in engine_words.MIXES.values() if not words.isupper()),
        *engine_words.FOULS,
        *engine_words.NATURALS,
    ]
    assert [word for word in words if known.gettext(word) == word] == []
    assert [row for row in engine_words.ROWS if known.pgettext("row", row) == row] == []


CHINESE = ("rows/games", "play/hand", "play/layout", "play/placing", "rows/royalties", "play/start", "play/transcript")
# What people meet at a table, or where a file of hands is read.
REFUSING = (
    *(
        "bounds",
        "cards",
        "play/catalogue",
        "betting/dealing",
        "games/decisions",
        "play/game_names",
        "games/betting_games",
        "betting/hand",
        "house_rules",
        "mixes/mixes",
        "games/compiled_game",
        "games/dealer_button",
    ),
    *(
        "mixes/rotation",
        "deck/sealed",
        "betting/showdown",
        "games/start",
        "ranking/wild",
        *(f"chinese/{name}" for name in CHINESE),
    ),
    *("notation/phh", "notation/transcripts", "floor/motions", "floor/ruling", "floor/situation"),
    "../tables/dealing/phh_import",
)
# Which values of house rules cannot stand together.
EXCLUDING = ("games/rules", "mixes/mix_rules", "chinese/rows/rules")
# Said to programs alone: a sample of a dealer's question, and a question that the tables refuse in words of their own.
# A declaration says in its own words why values cannot stand together.
NEVER_SHOWN = {"{}", "cards from outside cannot be sampled", "question {} is not open{}"}
# What makes an error of a reason and of where it stands in a file.
BREAKING = {"broken", "_broken"}


def tree_of(module: str) -> ast.Module:
    return ast.parse((Path(engine.__file__).parent / f"{module}.py").read_text())


def refusals() -> Iterator[str]:
    """Every refusal in the engine's source, in English with {} for what is filled in."""
    for module in REFUSING:
        tree = tree_of(module)
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or not call.args:
                continue
            places = (
                bounds,
                errors,
                house_rules,
                placing,
                royalties,
                sealed,
                phh,
                transcripts,
                motions,
                situation,
                phh_import,
            )
            error = next((getattr(one, call.func.id) for one in places if hasattr(one, call.func.id)), None)
            if isinstance(error, type) and issubclass(error, EngineError):
                for told in texts(call.args[0], tree):
                    yield english(told)
    for module in EXCLUDING:
        tree = tree_of(module)
        (told,) = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "impossible"]
        for node in ast.walk(told):
            if isinstance(node, ast.Return) and isinstance(node.value, ast.JoinedStr):
                yield english(node.value)
            elif isinstance(node, ast.Return) and isinstance(node.value, ast.Name):
                yield vars(mix_rules)[node.value.id]


def reasons() -> Iterator[str]:
    """Why a line of a file of hands cannot be, in English with {} for what is filled in."""
    for module in ("notation/transcripts", "chinese/play/transcript"):
        tree = tree_of(module)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in BREAKING:
                yield from map(english, texts(node.args[-1], tree))
            elif isinstance(node, ast.FunctionDef) and node.name == "_due":
                yield from (english(one.value) for one in ast.walk(node) if isinstance(one, ast.Return) and one.value)


def texts(told: ast.expr, tree: ast.Module) -> list[ast.expr]:
    """What an argument may be: itself, either side of a choice, or what its name is given anywhere in the module."""
    if isinstance(told, ast.IfExp):
        return [*texts(told.body, tree), *texts(told.orelse, tree)]
    if not isinstance(told, ast.Name):
        return [told]
    given = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign) and given_to(node) == told.id]
    return [one for value in given for one in texts(value, tree) if english(one)] or [told]


def given_to(node: ast.Assign) -> str:
    return node.targets[0].id if isinstance(node.targets[0], ast.Name) else ""


def blank(sentences: tuple[str, ...]) -> set[str]:
    return {re.sub(r"\{\w+\}", "{}", sentence) for sentence in sentences}


def english(said: ast.expr) -> str:
    if isinstance(said, ast.Constant):
        return str(said.value)
    if isinstance(said, ast.JoinedStr):
        return "".join(english(part) if isinstance(part, ast.Constant) else "{}" for part in said.values)
    return english(said.left) + "{}" if isinstance(said, ast.BinOp) else "{}"


def test_every_refusal_at_a_table_can_be_said_in_japanese():
    sentences, frames = blank(engine_sentences.SENTENCES), blank(engine_sentences.FRAMES)
    found = set(refusals())
    assert found - sentences - frames - NEVER_SHOWN == set()
    assert sentences - found == set(), "the engine says these no more"
    assert set(reasons()) - {"{}"} == blank(engine_sentences.REASONS)


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
            assert not re.search("[A-Za-z]", engine_words.offer_in_words(str(offer)))
        with translation.override("en"):
            assert engine_words.offer_in_words(str(offer)) == str(offer)


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


SETTING = ChineseAsk(0, 1, "set", tuple(range(13)), 13, prepare(ChineseRules()), may_surrender=True)
PLACING = ChineseAsk(0, 1, "place", (51, 46), 2, prepare(ChineseRules()), Board((0, 4), (), ()))
BLINDS, HEADS_UP = hand.Stakes(small_blind=1, big_blind=2), hand.Positions(1, 1, 2)
TWO = (hand.Seat(1, 900), hand.Seat(2, 900))


def read_and_play(*actions: str) -> None:
    text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\n"
    (record,) = phh.read(f"{text}actions = {list(actions)}\nmin_bet = 2\nstarting_stacks = [90, 90]\n")
    transcripts.play(record, 1)


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
            "いまその操作はできません。選べるもの: レイズ 20または40",
        ),
        (
            lambda: hand.Stakes("fixed", small_bet=20, big_bet=10),
            "フィックスリミットでは 0 < small_bet ≤ big_bet にしてください（いまは 20 と 10）。",
        ),
        (
            lambda: compiled_game.plan_of(hand.Start("holdem", BLINDS, TWO, HEADS_UP, rules.PlayRules(wild_cards="1"))),
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
            "ハンド1、4行目 'p2 cbr 3': レイズは4以上です。",
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
def test_a_refusal_with_no_message_of_its_own_is_recognised(give, meant):
    with pytest.raises(EngineError) as refused:
        give()
    with translation.override("ja"):
        assert engine_words.in_words(refused.value) == meant
    with translation.override("en"):
        assert engine_words.in_words(WrongCards("something else")) == "something else"


def words_of(rule: house_rules.Rule) -> list[str]:
    """What people read of a rule: its title, its help, and the conflict it settles."""
    return [rule.title, rule.help, *filter(None, [rule.settles])]


def choices_of(rule: house_rules.Rule) -> list[str]:
    """Its choices that are words: ranks and rules cited are the same in every language."""
    choices = [] if rule.choices is None or isinstance(rule.choices, range) else rule.choices
    return [one for one in choices if isinstance(one, str) and not re.fullmatch(r"[2-9TJQKA]|TDA \d+", one)]


@pytest.mark.parametrize("holder", [one for one in HOUSE_RULES.values() if one.__module__.startswith("engine.")])
def test_every_rule_of_the_engine_is_in_the_list_to_translate(holder):
    with translation.override("en"):
        listed = {key: [str(word) for word in words] for key, words in WORDS[holder.__name__].items()}
    assert listed == {rule.key: words_of(rule) + choices_of(rule) for rule in house_rules.declared(holder)}


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
