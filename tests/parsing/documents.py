"""Hostile documents: what is deep, wide, long or odd, and what Hypothesis makes of pieces of the real thing."""

from __future__ import annotations

import functools
import io
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

HAND = (
    'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [200, 200]\n'
    'actions = ["d dh p1 AsKd", "d dh p2 7c7d", "p2 f"]\n'
)
CASE = '{"situation": {"stack": 1000, "level": 25, "pot": 40}, "motions": [{"said": "raise", "chips": [100]}]}'
SHEET = '{"id": "a", "name": "A", "items": [{"type": "level", "n": 1, "minutes": 20, "sb": 1, "bb": 2}]}'
START = (
    '{"game": "ofc-pineapple", "stakes": {"limit": "points", "point": 1}, "seats": [[1, 99], [2, 99]], "positions": [1], '
    '"carried": {"fantasyland": {"2": 14}}}'
)
PROOF = (
    '{"algorithm": "sealed-cards-1", "commitment": "'
    + "0" * 64
    + '", "sealed": '
    + json.dumps([f"{at:064x}" for at in range(54)])
    + ', "words": {"1": "a"}, "game": "holdem", "cards": []}'
)
STARS = """PokerStars Hand #7:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/01/02 3:04:05 ET
Table 'A' 2-max Seat #1 is the button
Seat 1: a ($10.05 in chips)
Seat 2: b ($8 in chips)
a: posts small blind $0.05
b: posts big blind $0.10
*** HOLE CARDS ***
Dealt to a [As Kd]
a: folds
Uncalled bet ($0.05) returned to b
b collected $0.10 from pot
*** SUMMARY ***
Total pot $0.10 | Rake $0
"""
LONG = "9" * 5_000  # more digits than Python reads at once
PIECES = {
    "json": [
        START, PROOF, LONG,
        *'[]{},:"\\ \n0-.', '"a":', "1e400", "null", "true", "NaN", "Infinity", "\\u0000", "\\ud800", "9" * 30, CASE, SHEET,
        '{"kind": "cardhouse house rules", "values": {"ClubRules.unit_name": "a"}}', '"items":', '"hands": [', '"cases": [',
        '{"stacks": [1, 2], "prizes": [1]}', '{"id": 1, "players": []}',
    ],
    "phh": [
        *"[]{},=.\"'#\\\n ", "a", "a.", "[a]\n", "[[a]]\n", '"""', "'''", "1e9", "0xffff", "1979-05-27", "nan", "inf", "9" * 30,
        HAND, "[1]\n" + HAND, 'variant = "FT"\n', "actions = [", "starting_stacks = [", '"p1 cbr 1e99"', '"d db 2c3c4d"', "-1",
    ],
    "stars": [
        *"\n :[]()#*$€'.,", STARS, STARS.split("*** S")[0], *STARS.splitlines(keepends=True), "a: checks\n", "a: bets $1\n",
        "b: calls $1\n", "a: raises $1 to $2 and is all-in\n", "*** FLOP *** [2c 3c 4c]\n", "*** TURN *** [2c 3c 4c] [5c]\n",
        "*** FIRST FLOP ***", "\r\n", "a: shows [As Kd] (x)\n", "b: discards 2 cards [2c 3c]\n", "a: stands pat\n", LONG,
        "Seat 3: c (1 in chips)\n", "*** SHOW DOWN ***\n", "7 Card Stud Limit (1/2)", "Badugi Limit (1/2)", "Tournament #1",
        "名前: folds\n", "\ufeff", "\0", "\ud800", "²", "a: posts the ante 1\n",
        "Transcript for your last 1 hands requested by a\n", " (pot not awarded as player cashed out)", "Main pot $1. ",
        "*** SECOND FLOP *** [2c 3c 4d]\n", "*** FIRST SHOW DOWN ***\n", "Hand was run twice\n", "SECOND Board [2c 3c 4d]\n",
        "Seat 1: a (button) showed [As Kd] and won ($1) with x\n", "Seat 1: a mucked [As Kd]\n", ' said, "', "Main PokerStars n° 1",
    ],
    "csv": [*',;"\n\r\t\0', "nickname", "nickname,email\n", "anna,a@b.example\n", '"a""b"', "=1+1", "名前", "\ufeff", "x" * 50],
    "levels": [
        *"\t\n |,;/-–()\"'.:²T", "Level ", "Lv.", "レベル", "1", "2", "100/200", "1,000-2,000 (2,000)", "100/200/200", "20 min",
        "20分",
        "1:30", "Break 15 min\n", "休憩", "カラーアップ 25, 100", "color up ", "Level\tSmall\tBig\tAnte\tMinutes\n", "SB BB Ante\n",
        "ante ", "BBA", "1.5k", "2万", "Starting stack: 30,000\n", "Levels 1-9: 20 min\n", "９", "\0", "\ud800", "\u202e", "ﷺ",
        LONG, "1\t25\t50\t0\t20\n2\t50\t100\t100\t20\n",
    ],
    "words": [
        *" ,/+-*()^.%", "As", "AsKd", "10s", "X1", "??", "front=", "middle=As", "raise ", "raise 100", "agree 2", "holdem no",
        "razz fixed", "quads 10", "straight ", "min(", "sqrt(", "9" * 30, "9**9", "n", "place", "1 if n else 2", "オールイン",
        "raise to two thousand", "百", "万", "２", "Wed, 21 Oct 2026 07:28:00 GMT", "Ｋ", "\0", "\ud800", "ﷺ",
    ],
}  # fmt: skip


def wide(piece: str, most: int, begin: str = "", end: str = "") -> str:
    """The piece as often as there is room."""
    return begin + piece * max(1, (most - len(begin) - len(end)) // len(piece)) + end


def _json(most: int) -> list[Any]:
    half = most // 2
    return [
        "[" * half + "]" * half, '{"a":' * (most // 6) + "1" + "}" * (most // 6), "[" * most, "[" * 2_000 + "]" * 2_000,
        wide("[],", most, "[", "[]]"), wide("{},", most, "[", "{}]"), wide('"",', most, "[", '""]'), wide("1,", most, "[", "1]"),
        wide('"\\"', most, '"', '"'), wide('"\\', most), wide("\\u0000", most, '"', '"'), "9" * most, "1e" + "9" * 4_000,
        "{" + ",".join(f'"{at:x}":0' for at in range(most // 10)) + "}", '{"items": ' + "[" * 900 + "]" * 900 + "}",
        '{"situation": {"stack": ' + "9" * 5_000 + '}, "motions": []}', '{"structures": [' + "[" * 500 + "]" * 500 + "]}",
        '{"situation": {"stack": 1000}, "motions": [{"chips": [' + "1," * 4_000 + "1]}]}",
        '{"situation": {"stack": 1000}, "motions": [' + '{"said": "raise"},' * 3_000 + '{"said": "call"}]}',
        START.replace('"2"', f'"{LONG}"'), START.replace("14", "9" * 4_000), PROOF.replace('"1"', f'"{LONG}"'),
        '{"situation": {"stack": 1000}, "motions": [{"said": "raise ' + LONG + '"}]}',
        '{"structures": [' + SHEET.replace('"n": 1', f'"n": "{LONG}B"') + "]}",
        CASE.replace("1000", "1e400"), CASE.replace("1000", "9" * 400), CASE.replace("100]", "9" * 400 + "]"),
    ]  # fmt: skip


def _phh(most: int) -> list[Any]:
    stacks = HAND.replace("[200, 200]", "[" + "1," * 50_000 + "1]")
    return [
        wide("a.", 24_000) + "a = 1\n", wide("a.", most) + "a = 1\n", wide("a . ", most) + "a = 1\n",
        "[" + wide("a.", 24_000) + "a]\n", "x = {" + wide("a.", 24_000) + "a = 1}\n", wide('"a".', most) + "a = 1\n",
        "a = " + "[" * (most // 2) + "]" * (most // 2), "a = " + "{a = " * 2_000 + "1" + "}" * 2_000,
        "".join(f"k{at}={{}}\n" for at in range(most // 12)), "".join(f"[k{at}]\n" for at in range(most // 10)),
        "[[a]]\n" * (most // 6), "a = [" + "[]," * (most // 4) + "]", "a = [" + "{}," * (most // 4) + "]",
        "a = 0x" + "f" * (most - 6), "a = " + "9" * (most - 4), "a = 1e999999999\n", "\n" * (most - len(HAND)) + HAND,
        HAND.replace("[200, 200]", "[1e999999999, 2]"), HAND.replace("[200, 200]", "[1e-999999999, 2]"),
        HAND.replace("p2 f", "p2 cbr 1e999999999"), HAND.replace("p2 f", "p2 cbr 1/" + "7" * 4_000),
        HAND.replace("p2 f", "p2 cbr " + LONG), HAND.replace("p2 f", "p2 cbr ²"), HAND.replace("p2 f", f"p{LONG} f"),
        HAND.replace("NT", "chinese/ofc").replace("p2 f", f"p{LONG} set As"),
        HAND.replace("200, 200", "9" * 4_000 + ", 200"), stacks,
        HAND.replace('"p2 f"', ", ".join(f'"p2 cbr 1/{at}"' for at in range(2, 4_000))),
        HAND.replace('"p2 f"', '"p1 cc",' * 20_000), HAND.replace('["d', '["""' + '\\"' * 50_000 + '""", "d'),
        HAND.replace('"p2 f"', '"' + "p2 f # " * 5_000 + '"'), HAND.replace("AsKd", "As" * 50_000),
        "".join(f"[{at}]\n" + HAND for at in range(most // (len(HAND) + 8))), HAND + "_stakes = " + "[" * 900 + "]" * 900,
        HAND + "seats = [0x" + "f" * 5_000 + ", 2]\n", HAND + "author = '" + "x" * (most - len(HAND) - 20) + "'\n",
    ]  # fmt: skip


def _stars(most: int) -> list[Any]:
    seats, _cards, rest = STARS.partition("*** HOLE CARDS ***\n")
    pieces = (
        "a: checks\n",
        "a: folds\n",
        "a: posts the ante $1\n",
        "a: shows [As Kd]\n",
        "a: mucks hand\n",
        "a: stands pat\n",
        "Dealt to a [As]\n",
        "*** SHOW DOWN ***\n",
        "b collected $1 from pot\n",
        'a said, "b: folds"\n',
        "x\n",
        "a: ",
        "*** ",
        "\n",
        "a: discards 5 cards\n",
    )
    return [
        *(wide(piece, most, seats + "*** HOLE CARDS ***\n") for piece in pieces),
        *(wide(piece, most, STARS) for piece in pieces),
        wide(STARS, most),
        wide(STARS + "\n", most),
        wide(seats, most),
        wide(STARS.splitlines()[0] + "\n", most),
        STARS.replace("$8", "$" + LONG),
        STARS.replace("10.05", "1." + LONG),
        STARS.replace("#7", "#" + LONG),
        STARS.replace("$8", "$²"),
        STARS.replace("a", "a" * 900),
        STARS.replace("Seat 2: b", "Seat 2: " + "(" * most),
        wide("Seat 2: (", most, seats),
        STARS.replace("Seat 2", "Seat 99"),
        "".join(seats.splitlines(keepends=True)[:2])
        + "".join(f"Seat {at}: {'a' * at} ($1 in chips)\n" for at in range(1, 99)),
        STARS.replace("[As Kd]", "[" + "As " * most + "]"),
        STARS.replace("Limit", "Limit " * (most // 8)),
        wide("[As] ", most, seats + "Dealt to a "),
        STARS.replace("$8", "$" + "9" * 25),
        STARS.replace("$0.10 USD", "$" + "9" * 25),
        STARS.replace("$8", "0." + "0" * 14 + "1"),
        STARS.replace(rest, ""),
        STARS.replace(" | Rake", " Main pot $1." + " Side pot-1 $1." * (most // 20) + " | Rake"),
        wide("Transcript for your last 1 hands requested by a\n", most),
        wide("Main PokerStars n° 1 ", most),
        wide("\ufeff ", most),
    ]


def _csv(most: int) -> list[Any]:
    texts = [
        wide(",", most), wide("\n", most), wide('"', most), wide('""', most, '"', '"'), wide("a,", most), wide("\r", most),
        wide(",,,,,,\n", most, "nickname,real_name,reading,language,notes,email,member_number\n"),
        wide("x", most, "nickname\n"), wide("\U0001f0a1", most // 4, "nickname\n"), wide("a\n", most, "nickname\n"),
        wide('"\n', most, 'nickname\n"'), wide("ﷺ", most // 3, "nickname\n"), "nickname," * 200_000,
    ]  # fmt: skip
    return [text.encode()[:most] for text in texts] + [b"\x80" * most, b"\xff\xfe" * 1_000, b"\0" * most]


def _remarks(count: int) -> PngInfo:
    """Remarks of a megabyte each that take next to nothing in the file."""
    remarks = PngInfo()
    for number in range(count):
        remarks.add_text(f"k{number}", "a" * 1_000_000, zip=True)
    return remarks


def _photo(most: int) -> list[Any]:
    made = []
    for mode, size, kind, how in (
        ("RGB", (6_000, 6_600), "JPEG", {}),
        ("RGB", (5_000, 5_000), "JPEG", {"progressive": True}),
        ("L", (9_000, 4_400), "JPEG", {}),
        ("CMYK", (3_000, 3_000), "JPEG", {}),
        ("1", (30_000, 30_000), "PNG", {}),
        ("L", (6_300, 6_300), "PNG", {}),
        ("RGB", (65_000, 600), "JPEG", {}),
        ("CMYK", (600, 65_000), "JPEG", {}),
        ("L", (65_000, 1), "JPEG", {}),
        ("RGBA", (2_400, 2_400), "PNG", {}),
        ("RGBA", (2_400, 2_400), "PNG", {"pnginfo": _remarks(62)}),
        ("RGBA", (1_700, 1_700), "WEBP", {"lossless": True, "method": 0}),
        ("RGB", (1, 60_000), "PNG", {}),
        ("P", (2_400, 2_400), "PNG", {}),
        ("LA", (2_400, 2_400), "PNG", {}),
        ("I;16", (2_400, 2_400), "PNG", {}),
    ):
        told = io.BytesIO()
        Image.new(mode, size).save(told, kind, **how)
        made.append(told.getvalue()[:most])
    return [*made, *(one[: len(one) // 2] for one in made), *(b"\xff\xd8" + b"\xff\xda\x00" * 1_000, b"GIF89a", b"")]


def _words(most: int) -> list[Any]:
    return [wide(piece, most) for piece in PIECES["words"]] + [
        "(" * most, "-" * most, "not " * (most // 4), "9**" * (most // 4) + "9", "As" * (most // 2) + "A", "front=" * 200,
        "raise " + "9" * (most - 6), "1" * most, "2**" * 40 + "2", "9" * 99 + "**9**9",
        f"quads {LONG}", f"raise {LONG}", f"agree -{LONG}", "raise ²",
        "1,000," * (most // 6), "é" * most,
    ]  # fmt: skip


def _levels(most: int) -> list[Any]:
    heads = ("Level\tSmall\tBig\n", "Level,Small,Big\n", "SB BB\n", "| SB | BB |\n")
    pieces = (
        *PIECES["levels"], "1/2\n", "1/", "1-", "1 ", "1,", "(1)", "( ", "ante 1 ", "BB ", "第1", "#1 ", "1st ", "Break 1 ",
        "min 1", "1k", "\u00a0", "1\u00a0",
    )  # fmt: skip
    lines = [wide(piece, 400) + "\n" for piece in pieces if "\n" not in piece]
    rows = "".join(f"{at}\t{at}\t{at}\n" for at in range(1, 2_000))
    return [
        *(wide(piece, most) for piece in pieces), *(wide(line, most) for line in lines), *(head + rows for head in heads),
        *(wide(head, most) for head in heads), wide("Break 5 min color up " + "25, " * 80 + "\n", most), "1\t" + LONG + "/" + LONG,
        wide("Levels 1-9: 20 min\n", most // 2) + rows, wide("ｶﾞ", most), wide("ﾊﾟ\n", most),
    ]  # fmt: skip


MADE: dict[str, Callable[[int], list[Any]]] = {
    "json": _json, "phh": _phh, "stars": _stars, "csv": _csv, "photo": _photo, "words": _words, "levels": _levels,
}  # fmt: skip


@functools.cache
def documents(reads: str, most: int, count: int) -> list[Any]:
    """Those made by hand, as long as the door lets through, and `count` that Hypothesis puts together of pieces."""
    made = (
        [one[:room] for room in (most, 4 * most) for one in MADE[reads](room)]
        if reads != "photo"
        else MADE[reads](most)
    )
    if reads == "photo":
        return made
    repeated = st.tuples(st.sampled_from(PIECES[reads]), st.sampled_from([1, 1, 1, 2, 7, 300]))
    texts = st.lists(st.one_of(repeated.map(lambda one: one[0] * one[1]), st.text(max_size=6)), max_size=12).map(
        "".join
    )
    if reads == "json":
        values = st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
            max_leaves=8,
        )
        texts = st.one_of(texts, values.map(json.dumps))
    found: list[str] = []

    @given(texts)
    @settings(
        max_examples=count, database=None, derandomize=True, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def collect(text: str) -> None:
        found.append(text[:most])

    collect()
    if reads == "csv":
        return made + [text.encode("utf-8", "surrogatepass") for text in found]
    return made + found


def mutated(reads: str, most: int, rng: random.Random) -> Iterator[Any]:
    """Documents without end: something known, of which pieces are cut, doubled, moved and put in."""
    known: list[Any] = {
        "json": [CASE, SHEET, START, PROOF], "phh": [HAND, "[1]\n" + HAND], "stars": [STARS, STARS + STARS],
        "csv": ["nickname,email\nanna,a@b.example\n"],
        "words": PIECES["words"], "levels": PIECES["levels"][-1:], "photo": _pictures(),
    }[reads]  # fmt: skip
    pieces: list[Any] = PIECES[reads] if reads != "photo" else [bytes([one]) for one in range(256)]
    while True:
        text = rng.choice(known)
        for _ in range(rng.randint(1, 8)):
            at, end = sorted(rng.randint(0, len(text)) for _ in "ab")
            end = min(end, at + rng.choice((1, 2, 8, 64)))
            piece = rng.choice((text[at:end], rng.choice(pieces), rng.choice(pieces) * rng.choice((2, 9, 99))))
            cut = rng.choice((at, at, end))
            text = (text[:at] + piece + text[cut:])[: min(most, 200_000)]
        yield text.encode("utf-8", "surrogatepass") if reads == "csv" else text


def _pictures() -> list[bytes]:
    made = []
    for mode, kind in (("RGB", "JPEG"), ("CMYK", "JPEG"), ("P", "PNG"), ("RGBA", "PNG"), ("RGB", "WEBP"), ("L", "GIF")):
        told = io.BytesIO()
        Image.effect_noise((40, 30), 90).convert(mode).save(told, kind)
        made.append(told.getvalue())
    return made
