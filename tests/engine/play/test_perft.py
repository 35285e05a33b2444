"""Tree counts: the table is counted again, and the betting of hold'em by a counter that knows nothing of the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.betting.hand import Hand, replay
from engine.errors import BadStart
from engine.games.betting_games import GAMES
from engine.games.decisions import Decision
from engine.play.perft import Tree, answers, begin, count, fork, read_table, tree_of

TABLE = Path(__file__).parents[1] / "data" / "perft.txt"
ROWS = list(read_table(TABLE.read_text(encoding="utf-8")))
QUICK = 5000  # sequences, which take less than a second; all of them: python -m engine perft --table tests/engine/data/perft.txt
BLINDS = "small_blind=1,big_blind=2"
FIXED = f"{BLINDS},small_bet=2,big_bet=4"


@pytest.mark.parametrize("game", GAMES)
def test_the_table_holds_for_every_game(game):
    rows = [(tree, expected) for tree, expected in ROWS if tree.game == game]
    assert {tree.limit for tree, _ in rows} == set(GAMES[game].limits)
    for tree, expected in rows:
        if expected.sequences <= QUICK:
            assert (str(tree), count(tree)) == (str(tree), expected)


# -- a counter of its own -------------------------------------------------------------------------------------------------


class Plain:
    """The betting of a hold'em hand, four rounds, from the rules alone: places count from the button's left (S1.2).

    Nobody is short of a blind. Tuples all the way: (chips put in this round, chips behind, whether folded, what the
    player has last answered, None before that).
    """

    def __init__(self, limit: str, small: int = 1, big: int = 2) -> None:
        self.limit, self.small, self.big = limit, small, big

    def sequences(self, *stacks: int) -> int:
        seats = [[0, stack, False, None] for stack in stacks]
        heads_up = len(stacks) == 2  # the button, last, is the small blind (S1.7)
        for place, chips in ((1 if heads_up else 0, self.small), (0 if heads_up else 1, self.big)):
            seats[place][:2] = [chips, stacks[place] - chips]
        return self.go_on(0, seats, 0 if heads_up else 1, self.big, 0, False, 0)

    def go_on(self, street, seats, last, step, raises, is_unopened, collected) -> int:
        """The number of ways from here: `last` acted, a full raise is by `step`."""
        live = [seat for seat in seats if not seat[2]]
        if len(live) == 1:
            return 1
        level = self.big if street == 0 else 0
        level = max(level, *(seat[0] for seat in seats))
        able = [seat for seat in live if seat[1]]
        # Alone with chips, and nobody has put in more: nobody is left to bet against.
        alone = len(able) == 1 and all(able[0][0] >= seat[0] for seat in live if seat is not able[0])
        for further in range(1, len(seats) + 1):
            place = (last + further) % len(seats)
            put, behind, is_folded, seen = seats[place]
            if not is_folded and behind and not alone and (seen is None or put < level):
                return self.decide(street, seats, place, level, step, raises, is_unopened, collected)
        if street == 3 or not able:
            return 1
        collected += sum(seat[0] for seat in seats)
        fresh = [[0, behind, is_folded, None] for _put, behind, is_folded, _seen in seats]
        return self.go_on(street + 1, fresh, len(seats) - 1, self.bet(street + 1), 0, True, collected)

    def bet(self, street: int) -> int:
        return self.big * 2 if self.limit == "fixed" and street > 1 else self.big

    def decide(self, street, seats, place, level, step, raises, is_unopened, collected) -> int:
        put, behind, _is_folded, seen = seats[place]

        def after(put, behind, is_folded, step=step, raises=raises, is_unopened=is_unopened):
            answered = max(level, put)
            changed = [list(seat) for seat in seats]
            changed[place] = [put, behind, is_folded, answered]
            return self.go_on(street, changed, place, step, raises, is_unopened, collected)

        owed = min(level - put, behind)
        total = after(put, behind, True) + after(put + owed, behind - owed, False)
        others = [seat for at, seat in enumerate(seats) if at != place and not seat[2] and seat[1]]
        if behind <= owed or not others:
            return total
        size = self.bet(street)
        if self.limit == "fixed":
            players = sum(not seat[2] for seat in seats)
            if raises >= 4 and players > 2:  # S0.12
                return total
            if seen is not None and (level - seen) * 2 < size:  # TDA 47-B
                return total
            lo = hi = size if is_unopened else level + size
        else:
            if seen is not None and level - seen < step:  # TDA 47
                return total
            lo, hi = level + step, put + behind
            if self.limit == "pot":
                hi = level + collected + sum(seat[0] for seat in seats) + owed
        hi = min(hi, put + behind)
        lo = min(lo, hi)
        for amount in range(lo, hi + 1):
            by = amount - level
            if self.limit == "fixed":
                counts = (amount if is_unopened else by) * 2 >= size
                more = {"raises": raises + (counts and not is_unopened), "is_unopened": is_unopened and not counts}
            else:
                more = {"step": max(step, by), "is_unopened": False}
            total += after(amount, behind - (amount - put), False, **more)
        return total


STACKS = ["3,3", "4,3", "3,5", "6,5", "7,9", "2,3,3", "4,5,3", "6,4,5", "3,2,4,3", "5,2,3,4"]


@pytest.mark.parametrize("limit", ["no", "pot", "fixed"])
@pytest.mark.parametrize("stacks", STACKS)
def test_holdem_is_bet_in_as_many_ways_as_the_rules_allow(limit, stacks):
    expected = Plain(limit).sequences(*map(int, stacks.split(",")))
    found = count(Tree("holdem", limit, stacks, FIXED if limit == "fixed" else BLINDS))
    assert found.sequences == found.ended == expected


def test_deeper_stacks_are_bet_in_as_many_ways():
    for limit, stacks, stakes in (("no", "9,10", BLINDS), ("pot", "10,9", BLINDS), ("fixed", "17,15", FIXED)):
        assert count(Tree("holdem", limit, stacks, stakes)).sequences == Plain(limit).sequences(
            *map(int, stacks.split(","))
        )


# -- the machinery --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_is_the_hand_played_again(game):
    tree = next(tree for tree, _ in ROWS if tree.game == game)
    root = begin(tree)
    hands: list[tuple[list[Decision], Hand]] = [([], root)]
    for _ in range(4):
        path, hand = hands[-1]
        if hand.is_over:
            break
        (ask,) = hand.asks
        for decision in list(answers(ask))[-2:]:
            after = fork(hand)
            after.answer(ask.number, decision)
            hands.append(([*path, decision], after))
    for path, hand in hands:
        again = replay(root.start, root.state.deck, path)
        assert (again.events, again.asks, again.stacks) == (hand.events, hand.asks, hand.stacks)


def test_the_command_counts_what_a_row_says(capsys):
    tree, expected = ROWS[0]
    assert main(["perft", *tree]) == 0
    assert capsys.readouterr().out.split() == [*tree, *map(str, expected)]


def test_the_command_tells_which_row_of_a_table_differs(tmp_path, capsys):
    table = tmp_path / "table.txt"
    table.write_text(f"# three chips\nholdem no 3,3 {BLINDS} - full 25 25 411\nholdem no 3,3 {BLINDS} - 1 4 1 2\n")
    assert main(["perft", "--table", str(table)]) == 1
    right, wrong = capsys.readouterr().out.splitlines()
    assert "table has" not in right
    assert wrong.endswith("where the table has 4 1 2")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("holdem no", "takes a game, a limit, stacks"),
        ("bridge no 4,4 big_blind=2", "there is no game 'bridge'"),
        ("holdem no 4,x big_blind=2", "whole numbers with commas"),
        ("holdem no 4,4 big_blind", "'big_blind' is no name=value"),
        ("holdem no 4,4 big_blind=2 - deep", "a number of decisions or 'full'"),
        ("holdem no 4,4 big_blind=2 raise_cap=99", "raise_cap must be one of"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_the_reason(words, reason, capsys):
    assert main(["perft", *words.split()]) == 2
    assert reason in capsys.readouterr().err


def test_a_line_that_is_no_row_is_named():
    with pytest.raises(BadStart, match="line 2 is no row of counts"):
        list(read_table("# counts\nholdem no 4,4 big_blind=2 - full 61 61\n"))
    with pytest.raises(BadStart, match="takes a game"):
        tree_of(["holdem"])
