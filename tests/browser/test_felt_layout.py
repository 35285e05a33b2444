"""Nothing on the felt lies on anything else: every game, at every number of seats, on a phone, a laptop and a wide screen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Browser, Page

from engine.betting.hand import Hand, Stakes
from engine.deck.shuffle import Deck
from engine.games.decisions import BET, RUN_IT
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from engine.mixes.mixes import Leg, standard_limit
from engine.play.any_game import CATALOGUE, find_game
from tables.templatetags.felt import breakable
from tables.text import choice_words, stakes_words
from tables.text.hand_narration import MARKS
from tests.support.budget import is_search, sweep
from tests.support.deals import act, begin
from tests.support.tables.felt_pages import ORIGIN, OWN, context, moments, open_felt, put_felt

SIZES = ((390, 844), (1280, 800), (1920, 1080))
# One of each way in which cards stand, and at how many seats: few beside a board, many, open ones, all to be tapped, rows.
EVERYDAY = [
    ("holdem", 11), ("badugi", 8), ("seven-card-stud", 8), ("seven-card-stud", 7), ("2-7-triple-draw", 6), ("ofc-pineapple", 3)
]  # fmt: skip
# Every game, number of seats and moment: thousands of pages, so only `pytest --hypothesis-profile=search` measures them.
EVERY = [(game, seats) for game, literal in CATALOGUE.items() for seats in range(2, literal.max_seats + 1)]
LATE = 6  # events a seat, from which on a hand is looked at everyday: most of its cards are there
LEAST = 0.6  # of the width of one's own open cards have those of others
WIDE = ("1280x800", "1920x1080")
PHONE = "390x844"
AHEAD = ["check-fold", "check", "fold"]  # what is chosen beforehand by whoever is not asked
WHOLE_NAMES = 8  # seats of a game with open cards, up to which a phone shows names of a dozen letters whole

# What lies on what, in px, as ["a", "b", across, down]: cards, bets, names, the button, boards, pots and the dock. A fan of
# backs lies on itself, and what is scrolled out of the middle is not seen.
OVERLAPS = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const shown = (one) => {
    const box = one.getBoundingClientRect();
    const middle = one.closest(".middle")?.getBoundingClientRect();
    if (!middle) return box;
    const top = Math.max(box.top, middle.top), bottom = Math.min(box.bottom, middle.bottom);
    return { left: box.left, right: box.right, top, bottom, width: box.width, height: bottom - top };
  };
  const name = (one) => {
    const seat = one.closest(".seat")?.dataset.seat;
    return [one.classList[0], one.getAttribute("aria-label") ?? one.innerText?.trim() ?? "", seat ? `seat ${seat}` : ""].join(" ");
  };
  const things = [...document.querySelectorAll(
    ".felt :is(.hole .card, .rows .card, .board .card, .bet, .plate, .mark, .button-disc, .strength, .pot, .side-pots, .won-by)," +
    ".vacant, .dock, .mix, .log",
  )].map((one) => ({ one, box: shown(one) })).filter(({ box }) => box.width > 0 && box.height > 0);
  const found = [];
  things.forEach(({ one, box }, at) => {
    const screen = document.documentElement.clientWidth;
    if (box.left < -0.5 || box.right > screen + 0.5) found.push([name(one), "the edge of the page", box.left, box.right]);
    for (const { one: other, box: beside } of things.slice(at + 1)) {
      const across = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
      const down = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
      if (across <= 0.5 || down <= 0.5) continue;
      const isFan = one.closest(".hole") && one.closest(".hole") === other.closest(".hole")
        && one.matches(".card-back") && other.matches(".card-back");
      if (!isFan && !one.contains(other)) found.push([name(one), name(other), Math.round(across), Math.round(down)]);
    }
  });
  const list = document.querySelector(".log ol")?.getBoundingClientRect();
  for (const one of document.querySelectorAll(".log li")) {
    const box = one.getBoundingClientRect();
    if (list && document.documentElement.clientWidth < 600 && box.top < list.bottom - 1 && box.bottom > list.bottom + 1)
      found.push([name(one), "the end of the log", box.bottom, list.bottom]);
  }
  const inside = document.querySelector(".felt .middle");
  if (inside && inside.scrollHeight > inside.clientHeight + 1)
    found.push(["the middle", "is cut", inside.scrollHeight, inside.clientHeight]);
  for (const one of document.querySelectorAll("main *")) {
    const { overflowX, visibility } = getComputedStyle(one);
    if (!["hidden", "clip"].includes(overflowX) || visibility === "hidden" || one.clientWidth < 2) continue;
    if (one.matches(".plate .name") || !one.innerText?.trim()) continue;
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      found.push([one.innerText, "is cut", one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]);
  }
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const cut = [...document.querySelectorAll(".plate .name")].filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => [one.innerText, one.closest(".is-you") !== null]);
  const faces = (where) => [...document.querySelectorAll(`.seat${where} :is(.is-up, .rows) .card:not(.card-back)`)]
    .map((one) => one.getBoundingClientRect().width);
  return { overlaps: found, cut, felt: [felt.width, felt.height], own: Math.min(...faces(".is-you"), 999),
    others: Math.min(...faces(":not(.is-you)"), 999) };
}"""


@pytest.fixture
def pages(browser: Browser) -> Iterator[dict[str, Page]]:
    """A page of each size, by its name."""
    visits = [
        browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB")
        for width, height in SIZES
    ]
    yield {f"{width}x{height}": visit.new_page() for visit, (width, height) in zip(visits, SIZES, strict=True)}
    for visit in visits:
        visit.close()


@sweep("game, seats", EVERY if is_search() else EVERYDAY, one_of=2)
def test_nothing_on_the_felt_lies_on_anything_else(pages, game, seats):
    wrong: list[object] = []
    sizes: dict[str, set[tuple[float, float]]] = {}
    for moment, hand in moments(game, seats):
        if not is_search() and moment != "over" and len(hand.view(None)["events"]) < LATE * seats:
            continue
        told = context(hand, seats, your_preactions=AHEAD)
        if moment == "over" and told["view"]["limit"] == "points":
            continue  # a Chinese showdown stands above the felt and tells all of it
        for size, language in (*((size, "en") for size in pages), (PHONE, "ja")):
            page = pages[size]
            (put_felt if page.url.startswith(ORIGIN) else open_felt)(page, told, language)
            found = page.evaluate(OVERLAPS)
            where = f"{game} {seats}-handed, {moment}, {size}, {language}"
            wrong += [(where, *one) for one in found["overlaps"]]
            is_whole = page.locator(".is-open:not(:has(.rows))").count() and seats <= WHOLE_NAMES
            wrong += [
                (where, "a name is cut", one) for one, is_own in found["cut"] if is_own or (is_whole and size == PHONE)
            ]
            if moment != "over" and found["others"] < LEAST * found["own"] < 999 * LEAST:
                wrong.append((where, "open cards of others beside one's own", found["others"], found["own"]))
            if size in WIDE:
                sizes.setdefault(size, set()).add(tuple(map(round, found["felt"])))
    wrong += [
        (f"{game} {seats}-handed, {size}", "the felt changes its size", seen)
        for size, seen in sizes.items()
        if len(seen) > 1
    ]
    assert not wrong, "\n".join(map(str, wrong[:40]))


# What the head of a table says of its game, at stakes with large figures.
HEADS = """all => all.filter((words) => {
  const head = document.querySelector("#game-now");
  head.textContent = words;
  return head.scrollWidth > head.clientWidth || head.scrollHeight > head.clientHeight + 1;
})"""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_game_is_cut_in_the_head_of_its_table(pages, language):
    open_felt(pages[PHONE], context(next(moments("holdem", 2))[1], 2) | {"has_chat": True}, language)
    with translation.override(language):
        stakes = [(game, stakes_words.example(game, limit)) for game in CATALOGUE.values() for limit in game.limits]
        words = [
            re.sub("[0-9,]+", "1,000", stakes_words.in_words(one)).join(
                stakes_words.game_in_words(game.name, one).rsplit(stakes_words.in_words(one), 1)
            )
            for game, one in stakes
        ]
    assert pages[PHONE].evaluate(HEADS, words) == []


# Who is all-in before the flop, and in how many run-outs: pots beside each other, each with what it came to on every board.
RUNS = [(2, 2), (2, 4), (3, 3), (3, 4), (6, 2), (6, 3), (6, 4), (9, 2), (9, 3), (9, 4)]


def run_out(seats: int, runs: int) -> Iterator[Hand]:
    """All of them are all-in, for three pots: before they agree how often the board is run, and when it was."""
    deck = list(deck_of(find_game("holdem"), PlayRules()))
    random.Random(f"{seats} {runs}").shuffle(deck)
    stacks, stakes = (
        [1_000 * (at % 3) + 1_007 for at in range(seats)],
        Stakes(limit="no", small_blind=50, big_blind=100),
    )
    hand = begin(*stacks, stakes=stakes, rules=PlayRules(run_it=runs), deck=Deck.of(deck, b""))
    while hand.asks[0].kind == BET:
        ask = hand.asks[0]
        act(hand, f"raise {ask.hi}" if ask.hi else "call")
    yield hand
    while not hand.is_over:
        act(hand, f"agree {runs}" if hand.asks[0].kind == RUN_IT else "show")
    yield hand


RUNNING = """() => document.querySelector(".felt").classList.add("is-running")"""


@sweep("seats, runs", RUNS, one_of=4)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_board_of_a_run_out_and_who_took_what_on_it_is_seen_whole(pages, seats, runs, language):
    wrong: list[object] = []
    for hand in run_out(seats, runs):
        told = context(hand, seats)
        for size, page in pages.items():
            (put_felt if page.url.startswith(ORIGIN) else open_felt)(page, told, language)
            wrong += [(size, *one) for one in page.evaluate(OVERLAPS)["overlaps"]]
            if hand.is_over:
                assert page.locator(".one-board").count() == runs
                assert page.locator(".won-by").count() == runs
                page.evaluate(RUNNING)
                assert page.locator(".played-for .pot").is_visible(), "what is played for"
                assert page.locator(".played-for li").count() == len(told["view"]["pots"]) * (seats > 2)
                wrong += [(size, "while it runs out", *one) for one in page.evaluate(OVERLAPS)["overlaps"]]
    assert not wrong, "\n".join(map(str, wrong[:40]))


# Games by how what somebody did is said beside their cards: few, four, five, and open ones; each at seats in two, three and four
# plates a line.
SAID = [("holdem", 4), ("holdem", 6), ("omaha", 9), ("holdem", 10), ("2-7-triple-draw", 5), ("2-7-triple-draw", 6),
        ("badugi", 8), ("seven-card-stud", 8), ("five-card-stud", 9), ("five-card-stud", 10)]  # fmt: skip
SHORT_NAMES = {"en": "Katharin", "ja": "さくらもち"}
SAY = """([name, mark]) => {
  for (const plate of document.querySelectorAll(".seat:not(.is-you) .plate")) {
    plate.querySelector(".name").textContent = name;
    const said = plate.querySelector(".mark") ?? document.createElement("span");
    said.className = "mark";
    said.textContent = mark;
    plate.querySelector(".purse").prepend(said);
  }
  return [...document.querySelectorAll(".seat:not(.is-you) :is(.name, .mark)")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => `${one.innerText} in ${one.clientWidth} px`);
}"""


def said_in(game: str) -> list[str]:
    """All that can be said at a seat of what its player did last."""
    literal = find_game(game)
    of_stud, of_blinds = {"complete", "bring-in"}, {"small blind", "big blind", "straddle", "post", "kill"}
    never = {"beaten"} | (of_stud if literal.has_blinds else of_blinds)
    is_drawn = any(street.draw for street in literal.streets)
    drawn = [gettext("Draws %(count)s") % {"count": 5}, gettext("Pat")] if is_drawn else []
    return [*(str(words) for kind, words in MARKS.items() if kind not in never), *drawn]


@sweep("game, seats", SAID, one_of=2)
@pytest.mark.parametrize("language", SHORT_NAMES)
def test_on_a_phone_a_name_of_eight_letters_is_read_beside_whatever_its_player_did(pages, game, seats, language):
    page, wrong = pages[PHONE], list[object]()
    for moment, hand in moments(game, seats):
        if moment in ("first", "street"):
            (put_felt if page.url.startswith(ORIGIN) else open_felt)(page, context(hand, seats), language)
            with translation.override(language):
                words = said_in(game)
            for mark in words:
                cut = page.evaluate(SAY, [SHORT_NAMES[language], mark])
                wrong += [(moment, "is cut", *cut)] if cut else []
                wrong += page.evaluate(OVERLAPS)["overlaps"]
    assert not wrong, "\n".join(map(str, wrong[:40]))


AS_REPLAY = """() => {
  document.querySelector("main").className = "page replay-page";
  document.querySelector(".table-screen").className = "";
}"""


@pytest.mark.parametrize("language", SHORT_NAMES)
@pytest.mark.parametrize(("game", "seats"), [("holdem", 6), ("seven-card-stud", 6), ("seven-card-stud", 8)])
def test_a_replay_on_a_phone_cuts_no_name_of_eight_letters_either(pages, game, seats, language):
    page = pages[PHONE]
    open_felt(page, context(next(hand for moment, hand in moments(game, seats) if moment == "street"), seats), language)
    page.evaluate(AS_REPLAY)
    with translation.override(language):
        words = said_in(game)
    assert [cut for mark in words if (cut := page.evaluate(SAY, [SHORT_NAMES[language], mark]))] == []


LEG = {"key": "holdem fixed", "game": "holdem", "game_name": "Texas Hold'em", "limit": "fixed", "hands": 1, "of": 8}
MIX = {"name": "HORSE with Badacey", "now": LEG, "choosing": None, "games": 6 * [LEG]}


@sweep("game, seats", [("holdem", 6), ("omaha", 9), ("seven-card-stud", 7), ("2-7-triple-draw", 6)], one_of=2)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_mix_says_its_games_and_pushes_no_card_under_the_dock(pages, game, seats, language):
    page = pages[PHONE]
    for moment, hand in moments(game, seats):
        if moment in ("first", "street"):
            told = context(hand, seats, mix=MIX)
            (put_felt if page.url.startswith(ORIGIN) else open_felt)(page, told, language)
            assert page.evaluate(OVERLAPS)["overlaps"] == [], moment
            is_folded = game == "omaha"  # nine around a board: it is behind the menu
            assert page.locator(".mix").is_visible() != is_folded
            page.locator("#fold-menu").set_checked(True)
            assert page.locator(".mix").inner_text().startswith("HORSE with Badacey")
            page.locator("#fold-menu").set_checked(False)


# What a choice of the next game needs: its button and its games on the screen, and each game's name whole in the box.
CHOICE = """names => {
  const [select, button] = document.querySelectorAll(".choice :is(select, .button)");
  const look = getComputedStyle(select), pen = document.createElement("span");
  for (const one of ["fontWeight", "fontSize", "fontFamily", "fontFeatureSettings"]) pen.style[one] = look[one];
  Object.assign(pen.style, { position: "absolute", whiteSpace: "nowrap", visibility: "hidden" });
  document.body.append(pen);
  const wide = (words) => { pen.textContent = words; return pen.getBoundingClientRect().width; };
  const room = select.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - 16; // for its arrow
  const cut = names.filter((one) => wide(one) > room);
  pen.remove();
  return {
    lowest: Math.max(select.getBoundingClientRect().bottom, button.getBoundingClientRect().bottom) - innerHeight,
    cut,
  };
}"""
ASKED = (
    (1, None, True),
    (1, True, True),
    (2, None, True),
    (2, True, True),
    (1, None, False),
)  # whom, answered, after a hand
CHOSEN = [("holdem", 6), ("omaha", 9), ("seven-card-stud", 8), ("2-7-triple-draw", 6), ("badugi", 4)]


def choice_of(seat: int, chosen: str | None = None) -> dict[str, object]:
    """Dealer's choice of every game there is, whose next is asked of that seat."""
    legs = [Leg(key, standard_limit(game)) for key, game in CATALOGUE.items()]
    games = [
        {"key": str(leg), "game": leg.game, "game_name": find_game(leg.game).name, "limit": leg.limit} for leg in legs
    ]
    asked = {"seat": seat, "by": "2030-01-01T00:00:20+00:00", "offered": list(map(str, legs)), "default": str(legs[0])}
    return {"name": gettext("Dealer's choice"), "now": None, "choosing": asked | {"chosen": chosen}, "games": games}


@sweep("game, seats", CHOSEN, one_of=2)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_open_choice_of_the_next_game_lies_on_nothing_and_says_who_is_asked(pages, game, seats, language):
    """After a hand and before the first, where the felt is empty; asked oneself and asked another, and when it is answered."""
    over = [hand for moment, hand in moments(game, seats) if moment == "over"][-1]
    wrong: list[object] = []
    longest = max((str(Leg(key, standard_limit(one))) for key, one in CATALOGUE.items()), key=len)
    for size, page in pages.items():
        for seat, chosen, has_hand in ASKED:
            with translation.override(language):
                mix = choice_of(seat, longest if chosen else None)
                names = [stakes_words.at_limit(leg["game_name"], leg["limit"]) for leg in mix["games"]]
            told = context(over, seats, mix=mix, deal_at="2030-01-01T00:00:20+00:00")
            if not has_hand:
                told |= {"hand": None, "view": None, "seen": told["seen"] | {"hand": None}}
                told["places"] = [place | {"hand": None} for place in told["places"]]
            (put_felt if page.url.startswith(ORIGIN) else open_felt)(page, told, language)
            where = (size, seat, chosen, has_hand)
            wrong += [(*where, *one) for one in page.evaluate(OVERLAPS)["overlaps"]]
            with translation.override(language):
                said = choice_words.asked(told["seen"])["words"]
            if seat != OWN or not has_hand:
                assert said in page.locator(".middle").inner_text(), where
            assert page.locator("[data-say-chosen]").text_content().startswith(said), where
            assert page.locator(".choice").count() == (seat == OWN), where
            if seat == OWN:
                found = page.evaluate(CHOICE, names)
                wrong += [(*where, "is cut in the list", one) for one in found["cut"]]
                if found["lowest"] > 0:
                    wrong.append((*where, "is below the screen by", found["lowest"]))
    assert not wrong, "\n".join(map(str, wrong[:40]))


# Where lines of Japanese end in what stands in those boxes: every pair of letters that a line's end has parted.
PARTED = """() => [...document.querySelectorAll(".seat .strength")].flatMap((one) => {
  const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), found = [];
  let last = null, wide = one.clientWidth;
  while (text.nextNode()) [...text.currentNode.data].forEach((letter, at) => {
    const range = document.createRange();
    range.setStart(text.currentNode, at);
    range.setEnd(text.currentNode, at + 1);
    const box = range.getBoundingClientRect();
    if (last && box.top > last.top + 4 && box.height) found.push([last.letter + letter, one.textContent, wide]);
    last = { top: box.top, letter };
  });
  return found;
})"""
INSIDE = re.compile("[ァ-ヺー]{2}|[ァ-ヺ]ー|[0-9AKQJT-]{2}")
HANDS = (
    "10と5のツーペア",
    "AとQのツーペア",
    "7とAのフルハウス",
    "9のスリーカード",
    "A-10-8-7-5のロー",
    "3枚バドゥーギ 8-6-3",
    "Kハイのストレート",
    "Kハイのストレートフラッシュ",
    "ロイヤルフラッシュ",
    "10のフォーカード",
)
BETWEEN = ("トフ", "ルフ")  # ストレート, フラッシュ: of two words, though written as one
MAKE = """html => { for (const one of document.querySelectorAll(".seat .strength")) one.innerHTML = html; }"""


@pytest.mark.parametrize(("game", "seats"), [("holdem", 6), ("holdem", 9), ("2-7-triple-draw", 6), ("badugi", 4)])
def test_no_line_of_japanese_ends_within_a_word_of_a_hand(pages, game, seats):
    told = context([hand for moment, hand in moments(game, seats) if moment == "over"][-1], seats)
    wrong = []
    for size, page in pages.items():
        open_felt(page, told, "ja")
        assert page.locator(".seat .strength").count() > 1
        for words in HANDS:
            page.evaluate(MAKE, breakable(words))
            found = page.evaluate(PARTED)
            wrong += [(size, *one) for one in found if INSIDE.fullmatch(one[0]) and one[0] not in BETWEEN]
    assert not wrong, "\n".join(map(str, wrong))


NARROWEST = """() => Math.min(...[...document.querySelectorAll(".seat .plate")].map((one) => one.getBoundingClientRect().width))"""


@sweep("seats", range(2, 12), one_of=5)
def test_who_only_watches_sees_every_seat_in_its_place(pages, seats):
    """Nobody's seat is one's own then: all have the same room."""
    told = [context(hand, seats, None) for moment, hand in moments("holdem", seats) if moment in ("street", "over")]
    for at in (0, -1):
        for size, page in pages.items():
            open_felt(page, told[at])
            assert page.evaluate(OVERLAPS)["overlaps"] == [], size
            assert page.evaluate(NARROWEST) >= 60, (size, "a plate has room for a name and a stack")


LONGEST = {"en": "Full house, Queens full of Sevens", "ja": "フルハウス（クイーン3枚とセブン2枚）"}
SPILLS = """words => {
  const all = [...document.querySelectorAll(".seat .strength")];
  for (const one of all) one.textContent = words;
  return all.filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).length;
}"""


@sweep("seats", [9, 11], one_of=2)
@pytest.mark.parametrize("language", LONGEST)
def test_the_longest_name_of_a_hand_stays_in_its_box_beside_every_neighbour(pages, seats, language):
    told = context([hand for moment, hand in moments("holdem", seats) if moment == "over"][-1], seats)
    for size, page in pages.items():
        open_felt(page, told, language)
        assert page.locator(".seat .strength").count()
        assert page.evaluate(SPILLS, LONGEST[language]) == 0, size
        assert page.evaluate(OVERLAPS)["overlaps"] == [], size


@pytest.mark.parametrize("size", SIZES, ids=[f"{wide}x{high}" for wide, high in SIZES])
def test_the_strip_of_ones_tables_lies_on_nothing_and_pushes_nothing_off_the_screen(browser: Browser, size) -> None:
    wide, high = size
    visit = browser.new_context(viewport={"width": wide, "height": high}, reduced_motion="reduce")
    page = visit.new_page()
    hand = next(hand for name, hand in moments("holdem", 9) if name == "first")
    own = {"id": 5, "name": "Second", "version": 1, "seat": 1, "is_asked": True, "ends": ""}
    open_felt(page, context(hand, 9) | {"own_tables": [own]})
    assert page.evaluate(OVERLAPS)["overlaps"] == []
    lowest = page.locator("[data-answer] .act.call").bounding_box()
    assert lowest is not None
    assert lowest["y"] + lowest["height"] <= high
    visit.close()
