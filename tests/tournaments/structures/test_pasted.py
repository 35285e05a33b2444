"""Structures pasted as text: what pages of series write is read, what is no level is refused by its line, nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.message import Message
from tests.support.shared import shared
from tests.tournaments.conftest import Evening
from tournaments.models import Structure
from tournaments.structures import levels_and_breaks
from tournaments.structures.pasted import plain_lines
from tournaments.structures.pasted.pasted_sheet import PastedSheet, read
from tournaments.structures.sheet_drafts import Draft
from tournaments.structures.sheet_games import BadSheet

WIDE = str.maketrans({code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000})


def levels(pasted: PastedSheet) -> list[tuple[Any, ...]]:
    """Number, blinds, ante, whose, minutes of each level."""
    return [
        (item["n"], item.get("sb"), item.get("bb"), item.get("ante", 0), item.get("ante_type", ""), item["minutes"])
        for item in pasted.items
        if item["type"] == "level"
    ]


def breaks(pasted: PastedSheet) -> list[tuple[int | None, list[int]]]:
    return [(item["minutes"], item["remove"]) for item in pasted.items if item["type"] == "break"]


def refusals(text: str) -> dict[int, str]:
    return {line.number: line.words.id for line in read(text).lines if line.kind == "refused"}


BOTH = [(1, 100, 200, 200, "big_blind", 20), (2, 1000, 2000, 2000, "big_blind", 20)]


@pytest.mark.parametrize(
    "text",
    [
        "Level\tSmall\tBig\tAnte\tDuration\n1\t100\t200\t200\t20\n2\t1,000\t2,000\t2,000\t20",
        "Level\tSmall Blind\tBig Blind\tAnte\tBB ante\tMin\n1\t100\t200\t-\t200\t20\n2\t1 000\t2 000\t\t2 000\t20".replace(
            "1 0", "1\u00a00"
        ).replace("2 0", "2\u202f0"),
        "Level Small Big BB ante Duration\n1 100 200 200 20 min\n2 1,000 2,000 2,000 20 min",
        "Level\tBlinds/Ante\tLength\n1\t100/200/200\t20\n2\t1,000/2,000/2,000\t20",
        "Level\tSB/BB/BBA\tMin\n1\t100/200/200\t20\n2\t1,000/2,000/2,000\t20",
        'Level,Small,Big,Ante,Minutes\n1,100,200,200,20\n2,"1,000","2,000","2,000",20',
        "| Level | Blinds | Ante | Time |\n|---|---|---|---|\n| 1 | 100 / 200 | 200 | 20 |\n| 2 | 1000/2000 | 2000 | 20 |",
        "レベル\tスモールブラインド\tビッグブラインド\tアンティ\t時間\n1\t100\t200\t200\t20分\n2\t1,000\t2,000\t2,000\t20分",
        "Lv SB BB Ante\n1 100 200 200\n2 1.000 2.000 2.000\nブラインドタイム 20分",
        "100/200/200 20 min\n1,000-2,000 (2,000) 20m",
        "Level 1: 100/200 (200) 20 min\nLevel 2 - 1'000/2'000 (2'000) 20 min",
        "Lv.1 100/200 BBアンティ200 20分\nLv.2 1k/2k アンティ 2k 20分",
        "All levels are 20 minutes\n1. 100 – 200 (200 BB ante)\n2. 1000 – 2000 w/ 2000 BBA",
        "1 100 200 200 20\n2 0.1万 0.2万 0.2万 20",
    ],
)
def test_a_table_is_read_as_pages_write_it(text: str) -> None:
    for one in (text, text.replace("\n", "\r\n"), "\ufeff" + text + "\n\n"):
        assert levels(read(one)) == BOTH, [str(line.words) for line in read(one).lines]
        assert refusals(one) == {}


def test_full_width_digits_and_signs_are_those_of_the_other_keyboard() -> None:
    assert levels(read("Level 1: 100/200 (200) 20 min\n1,000-2,000".translate(WIDE)))[0] == BOTH[0]
    assert read("ﾚﾍﾞﾙ\tﾌﾞﾗｲﾝﾄﾞ\tｱﾝﾃｨ\n１\t１００／２００\t２００").items[0]["ante"] == 200


@pytest.mark.parametrize(
    ("line", "minutes", "remove"),
    [
        ("Break", None, []),
        ("Break 15 min", 15, []),
        ("15 MINUTE BREAK", 15, []),
        ("1st break\t10", 10, []),
        ("\tBreak\t\t\t15", 15, []),
        ("Dinner break – 1 hour 15 min", 75, []),
        ("休憩　１５分", 15, []),
        ("ブレイク（10分・カラーアップ 25）", 10, [25]),
        ("Break 15 min - color up 25s and 100s", 15, [25, 100]),
        ("Colour-up T500 chips", None, [500]),
        ("Chip race: 1,000", None, [1000]),
        ("1,000 chip race", None, [1000]),
        ("Remove 25 chips", None, [25]),
        ("Break after level 2", None, []),
        ("Break after Level 12: 20", 20, []),
        ("レベル9終了後 休憩", None, []),
        ("休憩2回目", None, []),
        ("Break 1", None, []),
        ("Break 2 of 3", None, []),
        ("Break, level 13 is next", None, []),
        ("Break Day 12", None, []),
        ("Dinner at 19", None, []),
        ("Lunch from 12 to 13", None, []),
        ("Color-up: 100s, break 10", 10, [100]),
        ("Color up 25s at end of level 4", None, [25]),
        ("Color up green 25s to 100s", None, [25]),
        ("25と100の回収 休憩15分", 15, [25, 100]),
        ("カラーアップ 25を100に", None, [25]),
    ],
)
def test_breaks_and_colour_ups(line: str, minutes: int | None, remove: list[int]) -> None:
    pasted = read(f"1 100/200\n{line}\n2 200/400")
    assert breaks(pasted) == [(minutes, remove)]
    assert refusals(f"1 100/200\n{line}\n2 200/400") == {}


def test_a_colour_up_next_to_a_break_belongs_to_it() -> None:
    for both in ("Break 15 min\nColor up 25", "Color up 25\nBreak 15 min", "Break\nChip race 25s (15 min)"):
        assert breaks(read(f"1 100/200\n{both}\n2 200/400")) == [(15, [25])]
    two = read("1 100/200\nColor up 25\nBreak 15 min\nBreak 10 min\n2 200/400\nColor up 100\n3 300/600")
    assert breaks(two) == [(15, [25]), (10, []), (None, [100])]


def test_what_the_text_says_of_every_level_is_heard() -> None:
    pasted = read(
        "Starting stack: 30,000\nLevels 1-2: 30 minutes\nLevel length: 40 min\n1 1/2\n2 2/4\n3 3/6 15m\n4 4/8"
    )
    assert pasted.starting_chips == 30_000
    assert [level[-1] for level in levels(pasted)] == [30, 30, 15, 40]


def test_an_ante_is_the_big_blinds_where_it_is_about_as_large_else_every_players() -> None:
    assert {level[4] for level in levels(read("75/150/25\n100/200/25"))} == {"per_player"}
    assert {level[4] for level in levels(read("100/100/100\n100/300/200"))} == {"big_blind"}
    stud = read("Level\tLimits\tAnte\tBring-in\n1\t40/80\t30\t15")
    assert stud.items[0] == {
        "type": "level", "n": 1, "minutes": None, "small_bet": 40, "big_bet": 80, "bring_in": 15,
        "ante": 30, "ante_type": "per_player",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("1 100/200\n3 300/600\n4 400/800", {2: "paste.gap"}),
        ("1 100/200\n2 200 oder 400\n3 300/600", {2: "paste.not_read"}),
        ("1 100/200\n200/400", {2: "paste.unnumbered"}),
        ("1 100/200 20", {1: "paste.which"}),
        ("1 500/1k\n2 2/4k (4k)", {2: "paste.not_read"}),
        ("Level\tSmall Blind/Ante\tBig Blind/Bring-In\tLimits", {1: "paste.two_in_one"}),
        ("1 100 200 30", {1: "paste.which"}),
        ("1\n100\n200", {1: "paste.which", 2: "paste.which", 3: "paste.which"}),
        ("SB BB Ante\n100 200", {2: "paste.values"}),
        ("Level\tSmall\tBig\n1\t1,00\t200", {2: "paste.no_amount"}),
        ("Level\tSmall\tBig\n1\t100²\t200", {2: "paste.no_amount"}),
        ("Level\tSmall\tBig\n1\t\t", {2: "paste.no_bets"}),
        ("Level\tSmall\tBig\tMin\n1\t1\t2\tlong", {2: "paste.no_minutes"}),
        ("Level\tSmall\tBig\tMin\n1\t1\t2\t1441", {2: "paste.no_minutes"}),
        ("200/100", {1: "paste.small_above_big"}),
        ("1.200-100", {1: "paste.small_above_big"}),
        ("11/28\n100/200\n200/400", {1: "paste.date_or_blinds"}),
        ("100/200\n200/400\n11/28\n300/600", {3: "paste.date_or_blinds"}),
        ("100/200\n12-25", {2: "paste.date_or_blinds"}),
        ("9999999999999/9999999999999", {1: "paste.too_much"}),
        ("1/2\n" + "x" * 399 + "12", {2: "paste.long_line"}),
        ("Break 2000 min\n1/2", {1: "paste.no_minutes"}),
    ],
)
def test_what_cannot_be_read_is_told_by_its_line_and_makes_no_sheet(text: str, refused: dict[int, str]) -> None:
    assert refusals(text) == refused
    with pytest.raises(BadSheet, match="could not be read"):
        read(text).sheet()


@pytest.mark.parametrize("date", ["2024/5/1", "5/12/2026", "28.11.2026", "2026-11-28 (Sat)", "11月28日(土)"])
def test_a_date_is_no_level_and_stands_in_nobodys_way(date: str) -> None:
    pasted = read(f"{date}\n100/200\n{date}\n200/400")
    assert [line.kind for line in pasted.lines] == ["passed", "level", "passed", "level"]
    assert [str(line.words) for line in pasted.lines[::2]] == ["Passed over: a date"] * 2


@pytest.mark.parametrize("text", ["1/2\n2/4\n3/6\n5/10\n10/20", "5/10\n10/20\n15/30\n25/50", "1 5/10\n2 11/28"])
def test_small_blinds_are_no_dates(text: str) -> None:
    assert [line.kind for line in read(text).lines] == ["level"] * (text.count("\n") + 1)


def test_a_level_whose_number_touches_its_blinds_is_read() -> None:
    pasted = read("1.100-200(200)\n2.200/400 (400)\n3.1000-2000\n4.1.500-3.000")
    assert [str(line.words) for line in pasted.lines] == [
        "Level 1: 100/200, ante 200 (BB)",
        "Level 2: 200/400, ante 400 (BB)",
        "Level 3: 1,000/2,000",
        "Level 4: 1,500/3,000",
    ]
    assert str(read("1.100-2.200").lines[0].words) == "Level 1: 1,100/2,200", "where both can be meant, thousands"


@pytest.mark.parametrize(
    "text", ["", "\n\n", "Welcome\nto the series", "Break 15 min", "Late registration until level 9"]
)
def test_a_text_without_levels_makes_no_sheet(text: str) -> None:
    with pytest.raises(BadSheet, match="No level"):
        read(text).sheet()


@pytest.mark.parametrize("text", ["1" * (plain_lines.MOST_CHARACTERS + 1), "\n" * plain_lines.MOST_LINES])
def test_a_text_beyond_the_bounds_is_refused(text: str) -> None:
    with pytest.raises(BadSheet, match="at most"):
        read(text)


def test_no_more_rows_are_read_than_a_sheet_has() -> None:
    rows = "".join(f"{at}/{at}\n" for at in range(1, levels_and_breaks.MOST_ROWS + 3))
    assert list(refusals(rows).values()) == ["paste.no_room"] * 2


def test_signs_that_nobody_sees_go() -> None:
    assert breaks(read("\u202e1 100/200\u200b\nBreak\x07 15 min")) == [(15, [])]
    assert read("1/2\nBr\u200beak 5 min").items[1]["note"] == "Break 5 min"


def test_the_page_shows_each_line_and_opens_what_was_read_in_the_editor(evening: Evening, client: Any) -> None:
    client.force_login(evening.person("ola", role="owner").user)
    form = {
        "name": "Main event",
        "game": "NLHE",
        "starting_chips": "30,000",
        "table_size": "8",
        "text": "1 100/200/200 20 min\nBreak 9 min",
    }
    before = Structure.objects.count()
    looked = client.post("/structures/paste/", {**form, "do": "look"})
    assert looked.status_code == 200
    assert [line.kind for line in looked.context["pasted"].lines] == ["level", "break"]
    opened = client.post("/structures/paste/", {**form, "do": "open"})
    draft = opened.context["draft"]
    assert (draft.fields["id"], draft.fields["starting_chips"], draft.fields["table_size"]) == (
        "main-event",
        "30000",
        "8",
    )
    assert [row["bb"] for row in draft.rows] == ["200", ""]
    assert Structure.objects.count() == before
    refused = client.post("/structures/paste/", {**form, "text": "1 100/200\n<b>9 x", "do": "open"})
    assert refused.status_code == 422
    assert "&lt;b&gt;9 x" in refused.content.decode()


def test_the_api_reads_a_text_and_keeps_nothing(evening: Evening) -> None:
    owner = evening.client(evening.person("ola", role="owner"))
    read_out = owner.post("/api/v1/structures/read/", {"text": "1 100/200 20 min"}, format="json").json()
    assert read_out["sheet"] == {"items": [{"type": "level", "n": 1, "minutes": 20, "sb": 100, "bb": 200}]}
    refused = owner.post("/api/v1/structures/read/", {"text": "1 100/200\n3 200/400"}, format="json").json()
    assert (refused["sheet"], refused["refused"], [line["kind"] for line in refused["lines"]]) == (
        None,
        1,
        ["level", "refused"],
    )
    for text in ("Break 15 min", "Welcome"):
        answer = owner.post("/api/v1/structures/read/", {"text": text}, format="json")
        assert (answer.status_code, answer.json()["sheet"]) == (200, None)
    too_long = owner.post("/api/v1/structures/read/", {"text": "x" * (plain_lines.MOST_CHARACTERS + 1)}, format="json")
    assert too_long.status_code == 400


AMOUNT = st.integers(1, levels_and_breaks.LARGEST)


@st.composite
def sheets(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Items of sheets: levels numbered from 1, of blinds and perhaps the big blind's ante, and breaks."""
    items: list[dict[str, Any]] = []
    for number in range(1, draw(st.integers(1, 12)) + 1):
        big = draw(AMOUNT)
        ante = draw(st.sampled_from((0, big)))
        row = {
            "type": "level",
            "n": number,
            "minutes": draw(st.integers(1, 1440)),
            "sb": draw(st.integers(1, big)),
            "bb": big,
        }
        items.append({**row, **({"ante": ante, "ante_type": "big_blind"} if ante else {})})
        if draw(st.booleans()):
            chips = sorted(draw(st.sets(st.integers(1, 10**7), max_size=2)))
            items.append({"type": "break", "minutes": draw(st.integers(1, 1440)), "remove": chips})
    return items


def columns(item: dict[str, Any], told: Any) -> str:
    if item["type"] == "break":
        return f"Break {item['minutes']} min" + (
            f", color up {', '.join(map(told, item['remove']))}" if item["remove"] else ""
        )
    cells = (item["n"], told(item["sb"]), told(item["bb"]), told(item.get("ante", 0)), item["minutes"])
    return "\t".join(map(str, cells))


def free(item: dict[str, Any], told: Any) -> str:
    if item["type"] == "break":
        return f"休憩 {item['minutes']}分" + (
            f" カラーアップ {', '.join(map(told, item['remove']))}" if item["remove"] else ""
        )
    ante = f" ({told(item['ante'])})" if item.get("ante") else ""
    return f"レベル{item['n']} {told(item['sb'])}/{told(item['bb'])}{ante} {item['minutes']}分"


def bare(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Items without what says nothing, and without the notes of breaks."""
    return [
        {key: value for key, value in item.items() if key not in ("note", "games") and value not in (None, 0, [])}
        for item in items
    ]


WRITTEN = [
    lambda items, told: "Level\tSB\tBB\tBB ante\tMinutes\n" + "\n".join(columns(item, told) for item in items),
    lambda items, told: "\n".join(free(item, told) for item in items),
]


@given(sheets(), st.sampled_from(WRITTEN), st.sampled_from((str, lambda chips: f"{chips:,}")), st.booleans())
def test_law_a_sheet_written_out_is_read_back(
    items: list[dict[str, Any]], written: Any, told: Any, is_wide: bool
) -> None:
    text = written(items, told)
    pasted = read(text.translate(WIDE) if is_wide else text)
    assert [str(line.words) for line in pasted.lines if line.kind == "refused"] == []
    assert bare(pasted.items) == bare(items)
    assert levels_and_breaks.items(Draft.of({"id": "a", "name": "A", **pasted.sheet()}).sheet())


@given(st.text(st.sampled_from("19/,-( )\t\nLvBreakante分休レ.:'k²") | st.characters(), max_size=300))
def test_law_whatever_is_pasted_each_line_is_told_once_and_what_is_no_refusal_is_playable(text: str) -> None:
    pasted = read(text)
    assert len({line.number for line in pasted.lines}) == len(pasted.lines)
    assert all(isinstance(line.words, Message) and str(line.words) for line in pasted.lines)
    if not pasted.refused and any(item["type"] == "level" for item in pasted.items):
        assert levels_and_breaks.items(pasted.sheet())


def is_plain(item: dict[str, Any]) -> bool:
    """Whether the columns of `WRITTEN` tell all of an item."""
    if item["type"] == "break":
        return bool(item.get("minutes"))
    blinds = item.get("sb") and item.get("bb") and not item.get("sub") and item.get("ante_type") != "per_player"
    return bool(blinds and item.get("minutes"))


PUBLISHED = [one for one in shared("data/structures.json").get("structures", []) if all(map(is_plain, one["items"]))]


@pytest.mark.parametrize("sheet", PUBLISHED, ids=lambda sheet: sheet["id"])
def test_published_sheets_written_out_are_read_back(sheet: dict[str, Any]) -> None:
    found = read(WRITTEN[0](sheet["items"], str)).items
    assert [(item.get("bb"), item["minutes"]) for item in found] == [
        (item.get("bb"), item["minutes"]) for item in sheet["items"]
    ]
