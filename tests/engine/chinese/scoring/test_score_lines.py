"""A score sheet without cards comes to what the cards come to, and what no cards can come to is refused in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.betting.hand import Positions, Seat, Stakes
from engine.chinese.play import score_sheet_results
from engine.chinese.play.hand_start import ChineseStart
from engine.chinese.rows.chinese_games import CHINESE_GAMES, find_chinese_game
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import Profile, prepare
from engine.chinese.scoring.score_lines import FOUL, SURRENDER, BadScoreLine, ScoreLine, labels_of, score_lines
from engine.chinese.scoring.scoring import NOTHING, Scores, score
from engine.games.row_layout import Board
from tests.support.budget import budget

HOUSES = [
    ChineseRules(),
    ChineseRules(royalties="won rows", opponents="left neighbour", foul_costs="flat", stay_middle_full_house=True),
    ChineseRules(front_royalties="eastern", middle_royalties="eastern", back_royalties="eastern", majority_points=1),
    ChineseRules(
        royalties="none", natural_dragon=13, natural_six_pairs=3, surrender_points=2, stay_cards="by the front"
    ),
    ChineseRules(fantasyland_wheel=True, stay_middle_wheel=True, fantasyland_pair="K", equal_rows="foul"),
]


def boards_of(rng: random.Random, players: int, profile: Profile) -> list[Board]:
    """Random rows, most of them no foul."""
    deck = list(range(52))
    rng.shuffle(deck)
    boards = []
    for at in range(players):
        cards = deck[13 * at : 13 * at + 13]
        if rng.random() < 0.5:  # strong rows, of which fantasyland comes
            cards.sort(key=lambda card: (-sum(other >> 2 == card >> 2 for other in cards), -card))
        for _try in range(40):
            board = Board(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))
            if profile.is_legal(board, profile.strengths(board)):
                break
            rng.shuffle(cards)
        boards.append(board)
    return boards


def lines_of(scores: Scores, *, says_fantasyland: bool) -> list[ScoreLine]:
    lines = []
    for hand in scores.hands:
        if hand.is_fouled:
            lines.append(ScoreLine(mark=FOUL))
            continue
        places = [1 + sum(other.strengths[row] > hand.strengths[row] for other in scores.hands) for row in range(3)]
        cards = hand.fantasyland if says_fantasyland and not hand.natural else None
        lines.append(ScoreLine(tuple(places), hand.royalties, "", hand.natural, cards))
    return lines


@pytest.mark.parametrize("game", sorted(CHINESE_GAMES))
@settings(max_examples=budget(80))
@given(seed=st.integers(0, 2**32), house=st.sampled_from(HOUSES))
def test_lines_come_to_what_the_cards_come_to(game, seed, house):
    rng = random.Random(seed)
    found = find_chinese_game(game)
    profile = prepare(house, found.variant)
    players = rng.randint(2, min(3, found.max_seats))
    now = [rng.choice((0, 0, 14)) if profile.has_fantasyland else 0 for _ in range(players)]
    scores = score(boards_of(rng, players, profile), profile, fantasyland=now)
    told = score_lines(lines_of(scores, says_fantasyland=True), profile, fantasyland=now)
    assert told.points == scores.points
    assert [pair.net for pair in told.pairs] == [pair.net for pair in scores.pairs]
    plain = [hand.fantasyland for hand in scores.hands]
    assert [hand.fantasyland for hand in told.hands] == [
        0 if hand.natural else cards for hand, cards in zip(scores.hands, plain, strict=True)
    ]
    if house == HOUSES[0] and game != "ofc-2-7-pineapple" and not any(now):
        unsaid = score_lines(lines_of(scores, says_fantasyland=False), profile, fantasyland=now)
        assert [hand.fantasyland for hand in unsaid.hands] == plain, "the standard front says it by its royalty"


def start_of(*stacks: int, game: str = "ofc-pineapple", rules: ChineseRules | None = None, **more) -> ChineseStart:
    seats = tuple(Seat(at, stack) for at, stack in enumerate(stacks, 1))
    return ChineseStart(
        game, Stakes(limit="points", point=10), seats, Positions(len(stacks)), rules or ChineseRules(), **more
    )


def test_rows_and_royalties_are_paid_as_every_hand_and_fantasyland_is_carried():
    lines = {
        1: ScoreLine((1, 1, 1), (7, 0, 2)),
        2: ScoreLine((2, 2, 2), (0, 0, 2)),
        3: ScoreLine(mark=FOUL),
    }
    result = score_sheet_results.of_lines(start_of(1_000, 1_000, 50), lines)
    assert result.points == {1: 13 + 15, 2: -13 + 8, 3: -15 - 8}
    assert sum(result.net.values()) == 0
    assert result.net[3] == -50, "nobody loses more than the stack"
    assert result.carried == {"fantasyland": {"1": 14}}


def test_points_alone_sum_to_zero_and_are_paid_by_the_house():
    result = score_sheet_results.of_points(start_of(1_000, 1_000, 100), {1: 12, 2: 3, 3: -15}, {2: 14})
    assert result.net == {1: 80, 2: 20, 3: -100}
    assert (result.pairs, result.carried) == ((), {"fantasyland": {"2": 14}})
    for points, seats in (({1: 1, 2: -1}, "seats"), ({1: 1, 2: 1, 3: 0}, "zero"), ({1: 0, 2: 0, 3: 0, 4: 0}, "seats")):
        with pytest.raises(BadScoreLine, match=seats):
            score_sheet_results.of_points(start_of(100, 100, 100), points, {})
    with pytest.raises(BadScoreLine, match="13 to 17 cards or none, not 18"):
        score_sheet_results.of_points(start_of(100, 100), {1: 0, 2: 0}, {1: 18})
    with pytest.raises(BadScoreLine, match="cards or none"):
        score_sheet_results.of_points(start_of(100, 100, game="chinese"), {1: 0, 2: 0}, {1: 14})


PLAIN = ScoreLine((2, 2, 2))


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        (ScoreLine((0, 1, 1)), "say who is best in the front"),
        (ScoreLine((1, 1, 3)), "say who is best in the back"),
        (ScoreLine((1, 1, 1), (24, 0, 0)), "the front cannot earn 24 points"),
        (ScoreLine((1, 1, 1), (0, 3, 0)), "the middle cannot earn 3 points"),
        (ScoreLine((1, 1, 1), (-1, 0, 0)), "the front cannot earn -1 points"),
        (ScoreLine((3, 1, 1), (1, 0, 0)), "say who is best in the front"),
        (ScoreLine((2, 1, 1), (1, 0, 0)), "is ahead of one that earns 0"),
        (ScoreLine((1, 1, 1), (0, 8, 2)), "would be a foul"),
        (ScoreLine((1, 1, 1), (10, 0, 2)), "would be a foul"),
        (ScoreLine((1, 1, 1), (7, 0, 0), fantasyland=15), "fantasyland of 14 cards"),
        (ScoreLine(mark="surrender"), "nobody may surrender"),
        (ScoreLine(mark="out"), "no mark of a hand"),
        (ScoreLine(mark=FOUL, royalties=(1, 0, 0)), "earns no royalties"),
        (ScoreLine((1, 1, 1), natural="dragon"), "no natural"),
    ],
)
def test_what_no_cards_can_come_to_is_refused(line, refusal):
    other = PLAIN._replace(places=tuple(3 - place if place in (1, 2) else 2 for place in line.places))
    with pytest.raises(BadScoreLine, match=refusal) as wrong:
        score_sheet_results.of_lines(start_of(100, 100), {2: line, 1: other})
    assert wrong.value.params["seat"] == 2


def test_a_surrender_and_a_natural_where_the_game_has_them():
    rules = ChineseRules(surrender_points=2, natural_dragon=13, fantasyland=False)
    lines = {1: ScoreLine(natural="dragon"), 2: ScoreLine(mark=SURRENDER), 3: ScoreLine((1, 1, 1))}
    result = score_sheet_results.of_lines(start_of(1_000, 1_000, 1_000, game="chinese", rules=rules), lines)
    assert result.points == {1: 2 + 13, 2: -4, 3: 2 - 13}


def test_the_keys_of_a_row_are_the_points_of_its_table():
    profile = prepare(ChineseRules())
    assert [*labels_of(profile, 1)] == [0, 2, 4, 8, 12, 20, 30, 50]
    assert labels_of(profile, 0)[7] == ("QQ",)
    assert [*labels_of(prepare(ChineseRules(royalties="none")), 0)] == [0]
    assert ScoreLine.from_json(ScoreLine((1, 2, 1), NOTHING, "", "", 14).as_json()) == ScoreLine(
        (1, 2, 1), NOTHING, "", "", 14
    )
