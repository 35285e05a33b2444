"""The arranger beside a search that looks at every setting, and what must hold of any hand (RULES.md S3)."""

from __future__ import annotations

import json
import random
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.cards import TEXTS, parse_cards
from engine.chinese.arranger.arranger import AIMS, BadAim, arrange
from engine.chinese.arranger.classic_settings import board_of, most_points, naturals_of, opponents_of
from engine.chinese.arranger.reference_field import HANDS
from engine.chinese.arranger.row_worths import POINT
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import CLASSIC, LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.scoring.case_rules import DEFAULTS, merged, rules_of
from engine.chinese.scoring.scoring import score, score_hand
from engine.errors import BadCards
from engine.games.row_layout import Board
from tests.support.budget import budget, is_everyday, sweep, swept
from tests.support.engine.chinese_houses import houses
from tests.support.exhaustive import FOULED, Exhaustive

STANDARD = prepare(ChineseRules())


def dealt(rng, count, jokers):
    """Cards and so many jokers: of the whole deck, of two suits mostly, or of half the deck."""
    style = rng.random()
    pool = list(range(52))
    if style < 0.2:
        suits = rng.sample(range(4), 2)
        pool = [card for card in pool if card & 3 in suits or rng.random() < 0.2]
    elif style < 0.4:
        pool = rng.sample(pool, 26)
    return rng.sample(pool, count - jokers) + [52, 53][:jokers]


def random_house(rng, variant):
    """A nested profile: how jokers are read, who stays, what equal rows are; at times any table of royalties, in which
    a stronger row may earn less."""
    over = {
        "variant": variant,
        "equal_rows": rng.choice(["legal", "foul"]),
        "jokers": {"policy": rng.choice(["dominant", "dominant", "row_max"])},
        "fantasyland": {
            "stay_cards": rng.choice(["same", "by_front", 14]),
            "wheel_enters": rng.random() < 0.5,
            "stay": {key: rng.random() < 0.5 for key in DEFAULTS["fantasyland"]["stay"]},
        },
    }
    if rng.random() < 0.3:
        tables = {row: DEFAULTS["royalties"][row] for row in ("front", "middle", "back", "low27")}
        over["royalties"] = {row: {key: rng.randrange(30) for key in table} for row, table in tables.items()}
    return merged(DEFAULTS, over)


def check_against_every_setting(seed, count, jokers, variant):
    rng = random.Random(seed)
    nested = random_house(rng, variant)
    cards, now = dealt(rng, count, jokers), rng.choice([0, count])
    worth = rng.choice([dict.fromkeys(range(13, 18), points) for points in (0, 9, 30)] + [{14: 9, 15: 14, 17: 30}])
    found = arrange(cards, prepare(*rules_of(nested)), fantasyland=now, worth_of_staying=worth)
    ours = FOULED if found.scored.is_fouled else found.royalties + worth.get(found.scored.fantasyland, 0)
    every = Exhaustive(nested, now, worth, is_strict=nested["equal_rows"] == "foul")
    assert ours == every.most([TEXTS[card] for card in cards]), (cards, nested, now, worth)


@sweep(("variant", "seed"), list(product(["high", "low27_middle"], range(3))), one_of=6)
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_S3_4_no_setting_of_13_cards_is_worth_more(seed, jokers, variant):
    check_against_every_setting(seed, 13, jokers, variant)


@sweep(("count", "jokers"), [(14, 0), (14, 1), (15, 0)], one_of=3)
@pytest.mark.parametrize("variant", ["high", "low27_middle"])
def test_S3_10_no_setting_of_14_or_15_cards_is_worth_more(count, jokers, variant):
    check_against_every_setting(count, count, jokers, variant)


@pytest.mark.sweep
@pytest.mark.parametrize(("count", "jokers"), swept([(15, 2), (16, 0), (17, 0)], [(16, 0)]))
def test_S3_10_no_setting_of_many_cards_is_worth_more(count, jokers):
    check_against_every_setting(count + 1, count, jokers, "high")


# -- laws -------------------------------------------------------------------------------------------------------------


@st.composite
def hands(draw, **fixed):
    """A house, a game, a hand of it, and the cards of fantasyland it is."""
    profile = prepare(draw(houses(**fixed)), draw(st.sampled_from([OPEN_FACE, LOW_MIDDLE, CLASSIC])))
    count = draw(st.integers(13, 17)) if profile.has_fantasyland else 13
    rng = random.Random(draw(st.integers(0, 2**32)))
    return profile, dealt(rng, count, draw(st.integers(0, 2))), draw(st.sampled_from([0, count])), rng


def worth_of(board, profile, now, worth):
    """Royalties and fantasyland, or the natural; less than nothing for a foul."""
    hand = score_hand(board, profile, now)
    if hand.natural_points:
        return hand.natural_points
    return -1 if hand.is_fouled else sum(hand.royalties) + (worth if hand.fantasyland else 0)


def some_settings(cards, rng, count):
    for _ in range(count):
        mixed = rng.sample(cards, 13)
        if rng.random() < 0.7:
            mixed.sort(key=lambda card: (sum(other >> 2 == card >> 2 for other in mixed), card))
        yield Board(tuple(mixed[:3]), tuple(mixed[3:8]), tuple(mixed[8:]))


@given(hands(joker_cards="any"), st.integers(0, 40))
@settings(max_examples=budget(100), deadline=None)
def test_S3_1_a_setting_is_legal_whole_and_no_worse_than_any_other(hand, worth):
    profile, cards, now, rng = hand
    found = arrange(cards, profile, fantasyland=now, worth_of_staying=worth, aim="royalties")
    assert [len(row) for row in found.board] == [3, 5, 5]
    assert sorted([card for row in found.board for card in row] + list(found.discards)) == sorted(cards)
    assert found.scored == score_hand(found.board, profile, now)
    ours = worth_of(found.board, profile, now, worth)
    for board in some_settings(cards, rng, 60):
        assert worth_of(board, profile, now, worth) <= ours


@given(hands(joker_cards="any"), st.permutations(range(4)))
@settings(max_examples=budget(60), deadline=None)
def test_suits_and_the_order_of_the_cards_make_no_difference(hand, suits):
    profile, cards, now, rng = hand
    found = arrange(cards, profile, fantasyland=now)
    renamed = [card if card > 51 else card & ~3 | suits[card & 3] for card in cards]
    other = arrange(rng.sample(renamed, len(cards)), profile, fantasyland=now)
    assert (other.scored.strengths, other.royalties, other.stays) == (
        found.scored.strengths,
        found.royalties,
        found.stays,
    )


@given(hands(joker_cards="any", joker_reading="best legal", equal_rows="legal", fantasyland=True), st.integers(0, 30))
@settings(max_examples=budget(40), deadline=None)
def test_S3_10_another_card_is_never_worth_less(hand, worth):
    profile, cards, _, rng = hand
    more = rng.choice([card for card in range(52) if card not in cards])
    if len(cards) == 17 or profile.naturals:
        return

    def points(held):
        found = arrange(held, profile, worth_of_staying=worth, aim="royalties")
        return -1 if found.scored.is_fouled else found.royalties + worth * found.stays

    assert points([*cards, more]) >= points(cards)


# -- jokers for unseen cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "jokers", "seed"), [(13, 1, 1), (14, 1, 2), (15, 1, 3), (13, 2, 4), (15, 2, 5)])
def test_S3_8_unseen_cards_as_if_each_in_turn_had_been_dealt(count, jokers, seed):
    rng = random.Random(seed)
    cards = rng.sample(range(52), count - jokers)
    visible = rng.sample([card for card in range(52) if card not in cards], 20)
    profile = prepare(ChineseRules(joker_cards="not visible", joker_priority="royalties"))
    found = arrange([*cards, 52, 53][:count], profile, visible=visible, worth_of_staying=0)
    free = [card for card in range(52) if card not in cards and card not in visible]
    assert found.royalties == max(
        arrange([*cards, *taken], STANDARD, worth_of_staying=0).royalties for taken in combinations(free, jokers)
    )


@given(hands(joker_cards="not visible"), st.integers(0, 20))
@settings(max_examples=budget(15), deadline=None)
def test_S3_8_unseen_cards_and_no_setting_is_worth_more(hand, worth):
    """One joker, and the house's order of fantasyland and royalties, which need not be ours."""
    profile, cards, now, rng = hand
    cards = [*[card for card in cards if card < 52][:12], 52]
    while len(cards) < 13:
        cards.append(rng.choice([card for card in range(52) if card not in cards]))
    found = arrange(cards, profile, fantasyland=now, worth_of_staying=worth, aim="royalties")
    ours = worth_of(found.board, profile, now, worth)
    for board in some_settings(cards, rng, 40):
        assert worth_of(board, profile, now, worth) <= ours


# -- by hand ----------------------------------------------------------------------------------------------------------


def best(text, profile=STANDARD, **how):
    return arrange(parse_cards(text), profile, **how)


@pytest.mark.parametrize(("worth", "royalties", "stays"), [(10, 29, False), (12, 18, True)])
def test_S3_11_staying_is_weighed_against_royalties(worth, royalties, stays):
    """Three kings in front, a straight and a flush earn 21 + 4 + 4; four at the back and a flush 10 + 8, and stay."""
    profile = prepare(ChineseRules(stay_front_trips=False))
    hand = "Ks Kh Kd Kc 9h 8d 7s 6s 5h Qc Jc 4c 3c 2c"
    found = best(hand, profile, fantasyland=14, worth_of_staying=worth)
    assert (found.royalties, found.stays) == (royalties, stays)


def test_S3_10_a_front_that_earns_fantasyland_is_preferred_by_what_that_is_worth():
    hand = "Qs Qh 6d 6c 9s 9h 8d 8c 4s 4h Td 3c 2h"
    assert not best(hand, worth_of_staying=0, aim="royalties", profile=prepare(ChineseRules(fantasyland=False))).stays
    assert best(hand, worth_of_staying=20).stays
    assert best(hand, worth_of_staying=20).scored.fantasyland == 14


def test_equal_royalties_leave_the_stronger_rows():
    """The discard is the card that no row misses."""
    found = best("As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d 2c", fantasyland=14)
    assert found.front == parse_cards("As Ah Qs")
    assert (found.royalties, found.discards) == (9, parse_cards("4h"))


def test_S3_1_a_foul_only_where_every_setting_is_one():
    found = best("As Ah Ad Kc Ks Kd Kh Qs Qh Qd Jd Jh Js", prepare(ChineseRules(), LOW_MIDDLE))
    assert found.scored.is_fouled
    assert (found.royalties, found.stays) == (0, False)
    assert str(found.why) == "every setting is fouled; in this one: The middle does not qualify as a low"


DRAGON = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"
FLUSHES = "2c 4c 5c 9c Kc 4d 7d 8d Td Jd 3h 6h Qh"  # or a straight and a flush, which earn 4 + 4


@pytest.mark.parametrize(
    ("text", "points", "aim", "natural"),
    [
        (DRAGON, 1, "royalties", "dragon"),
        (DRAGON, 1, "points", "dragon"),
        (FLUSHES, 7, "royalties", ""),
        (FLUSHES, 8, "royalties", "three flushes"),
        (FLUSHES, 7, "points", "three flushes"),  # queen high in front seldom wins
    ],
)
def test_a_natural_is_weighed_against_rows(text, points, aim, natural):
    rules = ChineseRules(natural_dragon=points, natural_three_flushes=points, natural_three_straights=points)
    assert best(text, prepare(rules, CLASSIC), aim=aim).scored.natural == natural


def test_rows_that_would_be_a_smaller_natural_are_not_set():
    """Two flushes earn 12, but with the front of one suit too they are a natural worth 3; other rows earn more."""
    flushes = "Ks Js 9s 5s 3s Ah Th 8h 4h 2h Qd 7d 6d"
    played, not_played = (prepare(ChineseRules(natural_three_flushes=points), CLASSIC) for points in (3, 0))
    assert best(flushes, not_played, aim="royalties").royalties == 12
    assert best(flushes, played, aim="royalties").scored.natural == ""
    assert 3 < best(flushes, played, aim="royalties").royalties < 12


@pytest.mark.parametrize(
    ("cards", "how", "message"),
    [
        ("As Kd", {}, "a hand of 13 to 17 cards can be set, not of 2"),
        ("As As Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d", {}, "As is there twice"),
        ("?? Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d", {}, "must be known"),
    ],
)
def test_cards_that_cannot_be_set(cards, how, message):
    with pytest.raises(BadCards, match=message.replace("?", r"\?")):
        best(cards, **how)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"aim": "glory"}, "the aim is royalties or points"),
        ({"aim": "points"}, "for thirteen cards of a game without fantasyland"),
        ({"worth_of_staying": -1}, "worth 0 to 1000 points, not -1"),
        ({"worth_of_staying": {14: 5000}}, "worth 0 to 1000 points, not 5000"),
    ],
)
def test_aims_that_cannot_be(how, message):
    with pytest.raises(BadAim, match=message):
        best("As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d", **how)


def test_the_aims_are_known():
    assert AIMS == ("royalties", "points")


def test_jokers_may_come_in_any_order():
    hand = "As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c"
    found = {best(" ".join(order), fantasyland=14).royalties for order in permutations(("X1", hand, "X2", "2c"))}
    assert len(found) == 1


# -- points against the field -----------------------------------------------------------------------------------------

CLASSICS = [
    ChineseRules(),
    ChineseRules(majority_points=1, scoop_points=0, royalties="none"),
    ChineseRules(royalties="won rows", scoop_points=6, equal_rows="foul"),
    ChineseRules(natural_three_flushes=3, natural_six_pairs=3, natural_three_straights=3),
    ChineseRules(joker_reading="row maximum", middle_royalties="eastern", back_royalties="eastern"),
]


def hand_and_opponents(rng, jokers, profile):
    """Thirteen cards, and the hands of the field that hold none of them."""
    while True:
        cards = sorted(rng.sample(range(52), 13 - jokers) + [52, 53][:jokers])
        apart = [board for board in HANDS if not any(card in row for row in board for card in cards)]
        apart = [board for board in apart if not score_hand(board, profile).is_fouled]
        if len(apart) > 2:
            return cards, tuple(apart[:6])


def points_from(board, boards, profile):
    """What a setting wins, as the scoring has it, hand by hand; None for a foul, and for a natural."""
    hand = score_hand(board, profile)
    if hand.is_fouled or hand.natural_points:
        return None
    return sum(score([board, other], profile).points[0] for other in boards)


@pytest.mark.sweep
@pytest.mark.parametrize("rules", CLASSICS)
@pytest.mark.parametrize("jokers", [0, 2])
def test_S3_2_no_setting_wins_more_points(rules, jokers):
    rng, profile = random.Random(jokers), prepare(rules, CLASSIC)
    for _ in range(1 if is_everyday() else 3):
        cards, boards = hand_and_opponents(rng, jokers, profile)
        if naturals_of(cards, profile) != (0, {}):
            continue
        setting = most_points(cards, profile, opponents_of(profile, boards))
        points = points_from(setting.board, boards, profile)
        assert setting.value // POINT == points
        for board in some_settings(cards, rng, 300):
            other = points_from(board, boards, profile)
            assert other is None or other <= points


@pytest.mark.slow
def test_S3_2_no_setting_of_all_wins_more_points():
    rng, profile = random.Random(3), prepare(ChineseRules(majority_points=1), CLASSIC)
    cards, boards = hand_and_opponents(rng, 0, profile)
    every = (points_from(board_of(cards, at), boards[:2], profile) for at in range(72072))
    found = most_points(cards, profile, opponents_of(profile, boards[:2]))
    assert found.value // POINT == max(points for points in every if points is not None)


def test_the_field_is_set_as_its_hands_are_best_set_against_it():
    """Hands of thirteen different cards, none fouled; most would be set so again."""
    profile = prepare(ChineseRules(), CLASSIC)
    again = 0
    for board in HANDS[:60]:
        assert sorted(map(len, board)) == [3, 5, 5]
        assert len({card for row in board for card in row}) == 13
        assert not score_hand(board, profile).is_fouled
        again += arrange([card for row in board for card in row], profile, aim="points").scored.strengths == (
            score_hand(board, profile).strengths
        )
    assert again >= 48


# -- the command ------------------------------------------------------------------------------------------------------


def run(capsys, *arguments):
    code = main(["arrange", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_command_prints_the_setting(capsys):
    code, out, _ = run(capsys, "As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d 2c", "--fantasyland", "--json")
    assert code == 0
    told = json.loads(out)
    assert told["front"] == ["As", "Ah", "Qs"]
    assert told["discards"] == ["4h"]
    assert (told["royalties"], told["stays"]) == (9, False)
    code, out, _ = run(capsys, *"As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c X1 2d X2".split(), "--fantasyland", "--worth", "0")
    assert code == 0
    assert out.splitlines()[0].startswith("front ")


def test_the_command_takes_house_rules_and_games(capsys):
    hand = "Ks Kh Kd Kc 9h 8d 7s 6s 5h Qc Jc 4c 3c 2c"
    for worth, stays in (("10", False), ("12", True)):
        rule = ("--rule", "stay_front_trips=false", "--worth", worth)
        assert json.loads(run(capsys, hand, "--fantasyland", "--json", *rule)[1])["stays"] is stays
    low = "As Ah Kd Kc Qs 9h 9d 7c 6s 5h 4s 3h 2d"
    assert json.loads(run(capsys, low, "--low", "--json")[1])["rows"]["middle"] == 8
    told = json.loads(run(capsys, low, "--low", "--json", "--rule", "low_royalties=7 20")[1])
    assert told["rows"]["middle"] == 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["As Kd"], "a hand of 13 to 17 cards"),
        (["As Zd"], "'Zd' is no card"),
        (["As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d", "--rule", "stay_back_quads=maybe"], "stay_back_quads must be bool"),
        (["As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d", "--rule", "glory=1"], "there is no house rule 'glory'"),
        (["As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d", "--worth", "-1"], "worth 0 to 1000 points"),
    ],
)
def test_the_command_says_what_is_wrong(capsys, arguments, message):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
